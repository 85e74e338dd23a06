package chat

import (
	"context"
	"slices"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/lang/plain"
	"yumori/internal/speech"
	"yumori/internal/transcript"
	"yumori/ui/face"
)

// listener hears what is read aloud.
type listener struct{ heard []string }

func (e *listener) Speak(_ context.Context, s string, _ plain.Language) error {
	e.heard = append(e.heard, s)
	return nil
}

// voiced opens a conversation of n messages with a voice.
func voiced(t *testing.T, n int) (*stage, *Page, *listener) {
	t.Helper()
	s, e := newStage(t, n), &listener{}
	p := s.ChatPage()
	p.Aloud.Voice = speech.With(e)
	p.Aloud.find("voice", func() { p.State.voiced = p.Aloud.offered; p.show() })
	s.bench.Settle()
	return s, p, e
}

func TestAMessageIsReadAloud(t *testing.T) {
	s, p, e := voiced(t, 4)
	var asked transcript.ID
	for _, r := range p.Model.Rows {
		if r.Kind == rowMessage && r.message.actions.read == r.message.own {
			t.Errorf("%s: own %v, to be read %v", r.message.Id, r.message.own, r.message.actions.read)
		}
		if r.Kind == rowMessage && !r.message.own {
			asked = r.message.Id
		}
	}
	p.Aloud.read(asked)
	if p.expression() != face.Speaking {
		t.Errorf("while it is heard it looks %s", p.expression())
	}
	p.Aloud.read(asked) // at once silent again
	if p.expression() == face.Speaking {
		t.Error("it is silent, and looks as if it spoke")
	}
	s.bench.Settle()
	if len(e.heard) != 0 {
		t.Errorf("it went on with %q", e.heard)
	}
	p.Aloud.read(asked)
	s.bench.Settle()
	if len(e.heard) == 0 || p.Aloud.reading != "" {
		t.Errorf("read: %q; being read: %q", e.heard, p.Aloud.reading)
	}
}

func TestRepliesAreReadAsTheyCome(t *testing.T) {
	s, p, e := voiced(t, 0)
	turn := companion.Turn{Phase: companion.PhaseSpeaking, User: transcript.Message{ID: "01"}, Text: "Good evening. The ket"}
	end := turn
	end.Phase, end.Reply = companion.PhaseDone, transcript.Message{Text: "Good evening. The kettle is on."}
	p.Aloud.hear(turn)
	if p.Aloud.hear(end); len(e.heard) != 0 || p.Aloud.isReading() {
		t.Error("it is read though nobody wants it")
	}
	p.Aloud.Each(true)
	p.Aloud.hear(turn)
	p.Aloud.hear(end)
	s.bench.Settle()
	if want := []string{"Good evening.", "The kettle is on."}; !slices.Equal(e.heard, want) {
		t.Errorf("read: %q, want %q", e.heard, want)
	}
	e.heard = nil
	turn.User.ID, end.User.ID = "02", "02"
	turn.Tools = []companion.ToolUse{{Name: "search_knowledge_base"}}
	end.Tools = turn.Tools
	p.Aloud.hear(turn)
	p.Aloud.hear(end)
	s.bench.Settle()
	if len(e.heard) != 0 {
		t.Errorf("of a document it reads %q", e.heard)
	}
}
