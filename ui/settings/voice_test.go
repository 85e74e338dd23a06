package settings

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"yumori/internal/config"
	"yumori/internal/lang/plain"
	"yumori/internal/llm"
	"yumori/internal/speech"
	"yumori/ui/uitest"
)

// fakeVoice speaks, or fails.
type fakeVoice struct {
	said []string
	fail error
}

func (g *fakeVoice) Speak(_ context.Context, s string, _ plain.Language) error {
	g.said = append(g.said, s)
	return g.fail
}

func TestAVoiceIsTriedAndTaken(t *testing.T) {
	s := newStage(t, 0)
	g := &fakeVoice{}
	var asked config.VoiceChoice
	s.goPage(pageSettings)
	c := s.prefs.voice
	c.page.VoiceOf = func(v config.VoiceChoice) *speech.Voice {
		asked = v
		return speech.With(g)
	}
	if c.server.Visible() {
		t.Error("the system's voice wants an address")
	}
	c.tiles.SetSelected("VOICEVOX")
	c.name.SetText(" 8 ")
	uitest.TapButton(t, s.prefs.Content, s.words.T("voice.try"))
	s.bench.Settle()
	want := config.VoiceChoice{Server: "voicevox", Address: "http://localhost:50021", Name: "8"}
	if asked != want || len(g.said) != 2 || c.note.Source() != s.words.T("voice.heard") {
		t.Errorf("tried %+v, it said %q, and the card %q", asked, g.said, c.note.Source())
	}
	if s.home.Kept.UI.Voice != (config.VoiceChoice{}) {
		t.Error("a voice that was only tried is taken")
	}
	uitest.TapButton(t, s.prefs.Content, s.words.T("voice.use"))
	s.bench.Settle()
	if s.home.Kept.UI.Voice != want {
		t.Errorf("taken: %+v", s.home.Kept.UI.Voice)
	}
	c.name.SetText("9")
	s.prefs.Show(s.home.Kept)
	if c.name.Text != "9" {
		t.Error("another setting took back what was being written")
	}
}

// What is wrong with a voice stands in the card, in words.
func TestAVoiceThatFails(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	c := s.prefs.voice
	for err, key := range map[error]string{
		fmt.Errorf("%w: %w", speech.ErrServer, llm.ErrUnavailable): "error.speech",
		fmt.Errorf("%w: %w", speech.ErrServer, speech.ErrSound):    "error.sound",
		speech.ErrNoDevice: "error.no_device",
	} {
		c.page.VoiceOf = func(config.VoiceChoice) *speech.Voice { return speech.With(&fakeVoice{fail: err}) }
		c.tryIt()
		s.bench.Settle()
		if !strings.Contains(c.note.Source(), s.words.T(key)) || c.try.Text != s.words.T("voice.try") {
			t.Errorf("%v: %q", err, c.note.Source())
		}
	}
	c.tryIt()
	c.tryIt() // at once silent again
	s.bench.Settle()
	if c.note.Visible() || c.try.Text != s.words.T("voice.try") {
		t.Errorf("stopped: %q", c.note.Source())
	}
}
