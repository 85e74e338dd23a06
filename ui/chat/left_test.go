package chat

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/prompt"
	"yumori/internal/transcript"
	"yumori/ui/uitest"
)

func (p *Page) rowOf(key string) (RowModel, bool) {
	i, ok := p.Transcript.index[key]
	if !ok {
		return RowModel{}, false
	}
	return p.Transcript.Model.Rows[i], true
}

func TestAFileThatIsCutIsToldOfOnce(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	memory := prompt.FileLeft{File: "MEMORY.md", Percent: 40, Why: prompt.CutWindow, Window: 4096}
	user := transcript.Message{ID: uitest.MessageID(7), Role: transcript.RoleUser, Text: "Hello?", Time: uitest.Noon}
	turn := companion.Turn{Phase: companion.PhaseThinking, User: user, Left: []prompt.FileLeft{memory}}
	p.turned(turn)
	turn.Phase = companion.PhaseDone
	p.turned(turn)
	row, ok := p.rowOf("left")
	if !ok || row.trouble.What != "MEMORY.md: 40 % doesn’t fit; this model handles 4,096 tokens." || !row.trouble.Left {
		t.Fatalf("it says %+v", row.trouble)
	}
	more := memory
	more.Percent = 60
	turn.Left = []prompt.FileLeft{more, {File: "bootstrap/USER.md", Percent: 5, Why: prompt.CutFile}}
	p.turned(turn)
	row, _ = p.rowOf("left")
	if lines := strings.Split(row.trouble.What, "\n"); len(lines) != 2 || !strings.Contains(lines[0], "60 %") || !strings.HasPrefix(lines[1], "USER.md: 5 %") {
		t.Errorf("of two files it says %q", row.trouble.What)
	}
	card := p.Transcript.Others.Card(row.trouble, func() {})
	uitest.TapButton(t, card, s.words.T("prompt.now"))
	s.bench.Settle()
	if p.Side.Content.Objects[0] != p.Side.Prompt.Content {
		t.Error("it does not lead to what is sent")
	}
	uitest.TapButton(t, card, s.words.T("dismiss"))
	p.turned(turn)
	if _, ok := p.rowOf("left"); ok {
		t.Error("what was understood is told again")
	}
}

func TestAWindowThatIsTooSmallIsSaid(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	user := transcript.Message{ID: uitest.MessageID(7), Role: transcript.RoleUser, Text: "Hello?", Time: uitest.Noon}
	small := companion.Notice{Kind: companion.NoticeSmall, From: "tiny", Needs: 2900, Window: 1024}
	p.turned(companion.Turn{Phase: companion.PhaseDone, User: user, Notice: small})
	row, ok := p.rowOf("small/" + string(user.ID))
	if !ok || !row.trouble.Models || row.trouble.What != "“tiny” handles 1,024 tokens, and this persona needs about 2,900, so basic mode replied." {
		t.Errorf("it says %+v", row.trouble)
	}
	if got := RuledFor(s.words, small); got != s.words.T("foot.small", "model", "tiny") {
		t.Errorf("the foot says %q", got)
	}
	if got := s.words.Explain(fmt.Errorf("plan: %w", prompt.ErrWindowSmall)).What; got != s.words.T("error.window_small") {
		t.Errorf("explained: %q", got)
	}
}

func TestAWindowThatWasLearnedIsSaidWhereItWas(t *testing.T) {
	reply := func(i, tokens int) line {
		trace := companion.Trace{Plan: &prompt.Plan{Window: llm.Window{Tokens: tokens, From: llm.WindowLearned}}}
		if tokens == 0 {
			trace.Plan = nil
		}
		data, err := json.Marshal(trace)
		if err != nil {
			t.Fatal(err)
		}
		m := transcript.Message{ID: uitest.MessageID(i), Role: transcript.RolePersona, Text: "Yes.", Time: uitest.Noon, Trace: data}
		return line{Entry: transcript.Entry{Message: m}, spoken: spokenOf(m)}
	}
	w := uitest.English(t)
	m := chatView(ChatState{now: uitest.Noon, started: true, log: stretch{lines: []line{reply(1, 0), reply(2, 8192), reply(3, 8192), reply(4, 4096)}}}, w)
	var said []bool
	for _, r := range m.Rows {
		if r.Kind == rowMessage {
			said = append(said, strings.Contains(r.message.foot, "8,192") || strings.Contains(r.message.foot, "4,096"))
		}
	}
	if fmt.Sprint(said) != "[false true false true]" {
		t.Errorf("it is said at %v", said)
	}
}
