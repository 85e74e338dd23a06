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
	c.tiles.SetSelected(s.words.T("voice.openai"))
	if c.address.Text != "" || c.name.Text != "" {
		t.Errorf("of another voice: %q, %q", c.address.Text, c.name.Text)
	}
	c.tiles.SetSelected("VOICEVOX")
	if c.name.Text != want.Name {
		t.Errorf("of the one in use: %q", c.name.Text)
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

// The key of a speech server goes to where keys are kept, under the host it is for,
// and not into the settings.
func TestAVoicesKeyIsKept(t *testing.T) {
	s := newStage(t, 0)
	s.home.Keys = map[string]string{}
	s.goPage(pageSettings)
	c := s.prefs.voice
	if c.tiles.SetSelected("VOICEVOX"); c.keyRow.Visible() {
		t.Error("VOICEVOX wants a key")
	}
	c.tiles.SetSelected(s.words.T("voice.openai"))
	s.bench.Settle()
	if !c.keyRow.Visible() || c.keyNote.Source() != s.words.T("key.none") {
		t.Errorf("of the key it says %q", c.keyNote.Source())
	}
	c.address.SetText("https://voice.example.com/v1")
	c.key.SetText(" sk-secret ")
	uitest.TapButton(t, s.prefs.Content, s.words.T("voice.use"))
	s.bench.Settle()
	if len(s.home.Keys) != 1 || s.home.Keys["speech:voice.example.com"] != "sk-secret" {
		t.Errorf("kept: %v", s.home.Keys)
	}
	if got := fmt.Sprintf("%+v", s.home.Kept); strings.Contains(got, "sk-secret") || c.key.Text != "" || c.keyNote.Source() != s.words.T("key.keyring") {
		t.Errorf("settings %s, the field %q, the note %q", got, c.key.Text, c.keyNote.Source())
	}
	c.address.SetText("https://other.example.com/v1")
	s.bench.Settle()
	if c.keyNote.Source() != s.words.T("key.none") {
		t.Errorf("of another address it says %q", c.keyNote.Source())
	}
}

// A mute cannot play.
type mute struct{}

func (mute) Stream(context.Context, int, func([]int16) bool) error { return speech.ErrNoDevice }

// Who turns the soft sounds on where nothing plays them is told.
func TestBlipsWithoutADevice(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	c := s.prefs.voice
	c.page.Sounds = mute{}
	for _, toggle := range s.prefs.Toggles {
		if toggle.Check.Text == s.words.T("presence.blips") {
			toggle.Check.SetChecked(true)
		}
	}
	s.bench.Settle()
	if !s.home.Kept.UI.Blips || !strings.Contains(c.note.Source(), s.words.T("error.no_device")) {
		t.Errorf("kept %v, the card says %q", s.home.Kept.UI.Blips, c.note.Source())
	}
}
