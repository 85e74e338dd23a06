package chat

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/uitest"
)

// While a model keeps silent, the seconds are counted, and stop with the turn.
func TestTheSecondsOfAWaitAreCounted(t *testing.T) {
	s := newStage(t, 2)
	p, now := s.ChatPage(), uitest.Noon
	p.Now = func() time.Time { return now }
	s.bench.Pause = func(context.Context, time.Duration) error {
		if now = now.Add(time.Second); now.Sub(uitest.Noon) > 12*time.Second {
			return uitest.ErrNoTime
		}
		return nil
	}
	user := transcript.Message{ID: uitest.MessageID(0), Role: transcript.RoleUser}
	s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseThinking, User: user})
	s.bench.Settle()
	row := p.Transcript.Model.Rows[len(p.Transcript.Model.Rows)-1].message
	if !strings.HasSuffix(row.waiting, "12 s") {
		t.Errorf("after twelve seconds it says %q", row.waiting)
	}
	s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseSpeaking, User: user, Text: "Well"})
	if row := p.Transcript.Model.Rows[len(p.Transcript.Model.Rows)-1].message; row.waiting != "" || strings.Contains(row.foot, " s") {
		t.Errorf("once it speaks it says %q, %q", row.waiting, row.foot)
	}
	s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseDone, User: user})
	s.bench.Settle()
	if p.Dispatcher.Busy(p.kind("wait")) || !p.turn.heard.IsZero() {
		t.Error("the turn has ended and it goes on counting")
	}
}

// Where only the foot of the newest message is out of sight, nothing lies on it.
func TestTheWayToTheNewestLiesOnNothing(t *testing.T) {
	s := newStage(t, 200)
	p := s.ChatPage()
	up := func(by float32) {
		p.Transcript.Column.Scroll.Offset.Y = p.Transcript.Column.Total() - p.Transcript.Column.Scroll.Size().Height - by
		p.Transcript.Column.moved()
	}
	if up(pillReach - 10); p.Transcript.Pill.Visible() || atBottom(p.Transcript.Column) {
		t.Error("it is offered over the newest message's foot")
	}
	if up(pillReach + 40); !p.Transcript.Pill.Visible() {
		t.Error("further up it is not offered")
	}
}

func TestAModelThatIsGoneLeadsToTheModels(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	user := transcript.Message{ID: uitest.MessageID(7), Role: transcript.RoleUser, Text: "Hello?", Time: uitest.Noon}
	said := transcript.Message{ID: uitest.MessageID(8), Parent: user.ID, Role: transcript.RolePersona, Text: "Hello.", Time: uitest.Noon, Model: "built-in rules"}
	gone := fmt.Errorf("say: %w", llm.ErrNoModel)
	for _, tt := range []struct {
		name string
		turn companion.Turn
		want string
	}{
		{"the rules answered", companion.Turn{Phase: companion.PhaseDone, User: user, Reply: said, Notice: companion.Notice{Kind: companion.NoticeFellBack, From: "llama", Err: gone}},
			"The server has no model called “llama”, so basic mode replied."},
		{"nobody answered", companion.Turn{Phase: companion.PhaseFailed, User: user, Err: gone}, s.words.T("error.no_model")},
		{"another reason", companion.Turn{Phase: companion.PhaseFailed, User: user, Err: llm.ErrKey}, ""},
	} {
		p.turned(tt.turn)
		last := p.Transcript.Model.Rows[len(p.Transcript.Model.Rows)-1]
		if got := last.trouble; got.Models != (tt.want != "") || tt.want != "" && got.What != tt.want {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	card := p.Transcript.Others.Card(page.TroubleModel{What: "x", Models: true}, func() {})
	uitest.TapButton(t, card, s.words.T("chat.models"))
	s.bench.Settle()
	if s.Page != pageSettings {
		t.Errorf("it leads to %s", s.Page)
	}
}
