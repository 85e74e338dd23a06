package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	"yumori/companion"
	"yumori/motivation"
	"yumori/transcript"
)

// While a model keeps silent, the seconds are counted, and stop with the turn.
func TestTheSecondsOfAWaitAreCounted(t *testing.T) {
	s := newStage(t, 2)
	p, now := s.chatPage(), noon
	p.now = func() time.Time { return now }
	s.bench.pause = func(context.Context, time.Duration) error {
		if now = now.Add(time.Second); now.Sub(noon) > 12*time.Second {
			return errNoTime
		}
		return nil
	}
	user := transcript.Message{ID: messageID(0), Role: transcript.RoleUser}
	s.mate.tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseThinking, User: user})
	s.bench.settle()
	row := p.model.rows[len(p.model.rows)-1].message
	if !strings.HasSuffix(row.waiting, "12 s") {
		t.Errorf("after twelve seconds it says %q", row.waiting)
	}
	s.mate.tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseSpeaking, User: user, Text: "Well"})
	if row := p.model.rows[len(p.model.rows)-1].message; row.waiting != "" || strings.Contains(row.foot, " s") {
		t.Errorf("once it speaks it says %q, %q", row.waiting, row.foot)
	}
	s.mate.tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseDone, User: user})
	s.bench.settle()
	if p.border.busy(p.kind("wait")) || !p.state.heard.IsZero() {
		t.Error("the turn has ended and it goes on counting")
	}
}

// The title, the rail and the glance tell of one feeling, also after what it
// came from was taken back.
func TestTheFeelingIsOneEverywhere(t *testing.T) {
	s := newStage(t, 2)
	tell := func(of motivation.Category, intensity float64) {
		s.mate.tell(companion.TopicMind, companion.Mind{Emotion: companion.Feeling{Category: string(of), Intensity: intensity}})
	}
	tell("joy", 0.5)
	if s.title.model.emotion != "joy" || s.chatPage().glance.feeling.Source() != "joy, 50 %" {
		t.Errorf("the title feels %q, the glance %q", s.title.model.emotion, s.chatPage().glance.feeling.Source())
	}
	tell(motivation.Neutral, 0)
	if s.title.model.emotion != "" || s.chatPage().glance.feeling.Source() != "calm" {
		t.Errorf("taken back, the title feels %q, the glance %q", s.title.model.emotion, s.chatPage().glance.feeling.Source())
	}
}

// Where only the foot of the newest message is out of sight, nothing lies on it.
func TestTheWayToTheNewestLiesOnNothing(t *testing.T) {
	s := newStage(t, 200)
	p := s.chatPage()
	up := func(by float32) {
		p.column.scroll.Offset.Y = p.column.total() - p.column.scroll.Size().Height - by
		p.column.moved()
	}
	if up(pillReach - 10); p.pill.Visible() || atBottom(p.column) {
		t.Error("it is offered over the newest message's foot")
	}
	if up(pillReach + 40); !p.pill.Visible() {
		t.Error("further up it is not offered")
	}
}
