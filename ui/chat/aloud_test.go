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
	p.Aloud.find("voice", p.draw)
	s.bench.Settle()
	return s, p, e
}

func TestAMessageIsReadAloud(t *testing.T) {
	s, p, e := voiced(t, 4)
	var asked transcript.ID
	for _, r := range p.Transcript.Model.Rows {
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

// done is a turn whose answer is complete when it is seen first, as basic mode
// answers.
func done(user, reply transcript.ID) companion.Turn {
	return companion.Turn{Phase: companion.PhaseDone, User: transcript.Message{ID: user}, Reply: transcript.Message{ID: reply, Text: "Good evening."}}
}

// A reply that comes at once is read, too, and once only, however often it is told.
func TestAReplyThatComesAtOnceIsRead(t *testing.T) {
	s, p, e := voiced(t, 0)
	b := &blipper{}
	p.Aloud.Sounds = b
	p.Aloud.Blip(true)
	p.Dispatcher.Front()
	p.Aloud.hear(done("01", "02"))
	s.bench.Settle()
	if b.texts != 1 {
		t.Errorf("%d texts with blips", b.texts)
	}
	p.Aloud.Each(true)
	p.Aloud.hear(done("01", "02"))
	s.bench.Settle()
	if len(e.heard) != 0 {
		t.Errorf("of a reply before it was wanted: %q", e.heard)
	}
	p.Aloud.hear(done("03", "04"))
	s.bench.Settle()
	p.Aloud.hear(done("03", "04"))
	s.bench.Settle()
	if len(e.heard) != 1 || b.texts != 1 {
		t.Errorf("read: %q, %d texts with blips", e.heard, b.texts)
	}
	p.Aloud.hear(done("03", "05")) // answered again
	s.bench.Settle()
	if len(e.heard) != 2 {
		t.Errorf("answered again, it has read %q", e.heard)
	}
}

// Who has another message read while a reply comes, or makes it silent, does not
// hear that reply begin again.
func TestAReplyThatWasLeftDoesNotBeginAgain(t *testing.T) {
	s, p, e := voiced(t, 4)
	p.Aloud.Each(true)
	turn := companion.Turn{Phase: companion.PhaseSpeaking, User: transcript.Message{ID: "01"}, Text: "Good evening. The ket"}
	p.Aloud.hear(turn)
	asked := firstReply(p)
	p.Aloud.read(asked)
	turn.Text = "Good evening. The kettle is"
	p.Aloud.hear(turn)
	if p.Aloud.reading != asked {
		t.Errorf("the reply takes the voice from %q", asked)
	}
	p.Aloud.Hush()
	p.Aloud.hear(done("01", "02"))
	s.bench.Settle()
	if slices.Contains(e.heard, "Good evening.") {
		t.Errorf("it has read %q", e.heard)
	}
	p.Aloud.hear(done("01", "03"))
	s.bench.Settle()
	if !slices.Contains(e.heard, "Good evening.") {
		t.Error("answered again, it is not read")
	}
}

// readying is a listener that notes what it is to be ready for.
type readying struct {
	listener
	langs []plain.Language
}

func (r *readying) Ready(in plain.Language) error {
	r.langs = append(r.langs, in)
	return nil
}

// The dictionary for Japanese is read before the first reply, once, and only where
// replies are read.
func TestTheVoiceIsReadyForJapanese(t *testing.T) {
	s, p, _ := voiced(t, 0)
	r := &readying{}
	p.Aloud.Voice = speech.With(r)
	p.Aloud.speak(plain.Japanese)
	s.bench.Settle()
	if len(r.langs) != 0 {
		t.Errorf("ready for %v though nothing is read", r.langs)
	}
	p.Aloud.Each(true)
	p.Aloud.speak(plain.Japanese)
	s.bench.Settle()
	if len(r.langs) != 1 {
		t.Errorf("ready for %v", r.langs)
	}
}

// A blipper counts the texts that it makes blips for, until each is complete.
type blipper struct {
	texts int
	fail  error
}

func (b *blipper) Stream(ctx context.Context, _ int, fill func([]int16) bool) error {
	if b.texts++; b.fail != nil {
		return b.fail
	}
	for samples := make([]int16, 2_000); ctx.Err() == nil && fill(samples); {
	}
	return ctx.Err()
}

// appears lets an answer appear, in two steps.
func appears(s *stage, p *Page, id transcript.ID) {
	turn := companion.Turn{Phase: companion.PhaseSpeaking, User: transcript.Message{ID: id}, Text: "Good evening. The ket"}
	p.Aloud.hear(turn)
	turn.Phase, turn.Reply = companion.PhaseDone, transcript.Message{Text: "Good evening. The kettle is on."}
	p.Aloud.hear(turn)
	s.bench.Settle()
}

// Replies appear with soft blips where that is wanted, and never while they are
// read aloud or the window is behind.
func TestRepliesAppearWithBlips(t *testing.T) {
	s, p, e := voiced(t, 0)
	b := &blipper{}
	p.Aloud.Sounds = b
	p.Dispatcher.Front()
	want := func(n int, when string) {
		t.Helper()
		if b.texts != n {
			t.Errorf("%s: %d texts with blips, want %d", when, b.texts, n)
		}
	}
	appears(s, p, "01")
	want(0, "nobody wants them")
	p.Aloud.Blip(true)
	appears(s, p, "02")
	want(1, "wanted")
	p.Aloud.Each(true)
	appears(s, p, "03")
	if want(1, "read aloud"); len(e.heard) == 0 {
		t.Error("it is not read aloud")
	}
	p.Aloud.Each(false)
	p.Dispatcher.Behind()
	appears(s, p, "04")
	want(1, "behind")
	p.Dispatcher.Front()
	b.fail = speech.ErrNoDevice
	appears(s, p, "05")
	appears(s, p, "06")
	want(2, "no device: tried once")
}

// What reads aloud, and what stops a reply, ends the blips at once.
func TestBlipsEnd(t *testing.T) {
	s, p, _ := voiced(t, 4)
	b := &blipper{}
	p.Aloud.Sounds = b
	p.Dispatcher.Front()
	p.Aloud.Blip(true)
	turn := companion.Turn{Phase: companion.PhaseSpeaking, User: transcript.Message{ID: "01"}, Text: "Good evening. The ket"}
	for name, end := range map[string]func(){
		"interrupted": func() { turn.Phase = companion.PhaseInterrupted; p.Aloud.hear(turn) },
		"read":        func() { p.Aloud.read(firstReply(p)) },
		"hushed":      p.Aloud.Hush,
		"turned off":  func() { p.Aloud.Blip(false); p.Aloud.Blip(true) },
	} {
		turn.Phase = companion.PhaseSpeaking
		p.Aloud.hear(turn)
		if !p.Dispatcher.Busy(kindBlips) {
			t.Fatalf("%s: no blips", name)
		}
		end()
		s.bench.Settle()
		if p.Aloud.appearing != nil || p.Dispatcher.Busy(kindBlips) || p.Aloud.deaf {
			t.Errorf("%s: they go on", name)
		}
	}
}

// firstReply is the persona's first message.
func firstReply(p *Page) transcript.ID {
	for _, r := range p.Transcript.Model.Rows {
		if r.Kind == rowMessage && !r.message.own {
			return r.message.Id
		}
	}
	return ""
}
