package chat

import (
	"testing"

	"yumori/assets"
	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/event"
	"yumori/internal/mind"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/face"
	"yumori/ui/page"
	"yumori/ui/uitest"
)

// TestItIsSurprised has what was just said put right what was known.
func TestItIsSurprised(t *testing.T) {
	s := newStage(t, 0)
	p := s.ChatPage()
	p.turn.Turn = companion.Turn{Phase: companion.PhaseDone, User: transcript.Message{ID: "a"}, Reply: transcript.Message{ID: "b"}}
	for _, l := range []companion.Learned{{Message: "a"}, {Message: "a", Changed: true}, {Message: "a", Changed: true, Undone: true}} {
		p.learnt.take([]companion.Learned{l})
		if got := p.expression() == face.Surprised; got != (l.Changed && !l.Undone) {
			t.Errorf("%+v: surprised is %v", l, got)
		}
	}
}

// TestWhatWasKeptIsTakenBack has the line below a reply be undone, and again.
func TestWhatWasKeptIsTakenBack(t *testing.T) {
	s := newStage(t, 2)
	s.companion.Kept = []companion.Learned{{Message: uitest.MessageID(0), Says: []string{"You like tea"}}}
	p := s.ChatPage()
	p.learnt.take(s.companion.Kept)
	line := func() LearnedModel {
		for _, r := range p.Transcript.Model.Rows {
			if r.Kind == RowLearned {
				return r.Learned
			}
		}
		return LearnedModel{}
	}
	for _, want := range []string{"I'll remember: You like tea.", "I won't keep this: You like tea.", "I'll remember: You like tea."} {
		if got := line(); got.Text != want {
			t.Errorf("it says %q, want %q", got.Text, want)
		}
		p.learnt.turn(line())
		s.bench.Settle()
	}
	s.companion.Waiting = []companion.Ask{{ID: "h", Message: uitest.MessageID(0), Says: []string{"You like tea."}, State: persona.StateHeld}}
	p.Receive(event.Event{Topic: companion.TopicSnapshot, State: s.companion.Snapshot()})
	if got := line(); got.Text != "" {
		t.Errorf("asked about, it is said again: %q", got.Text)
	}
}

func TestPortraitShowsWhatThePersonaDoes(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	feels := func(category string) {
		p.Glance.receive(mind.State{Time: uitest.Noon, Emotion: mind.Feeling{Category: category, Intensity: 0.5}})
	}
	running := companion.Turn{Phase: companion.PhaseSpeaking, User: transcript.Message{ID: "u"}}
	speaking := running
	speaking.Text = "Good"
	for _, tt := range []struct {
		name string
		do   func()
		want face.Expression
	}{
		{"at first", func() { feels("") }, face.Neutral},
		{"it feels joy", func() { feels("joy") }, face.Joy},
		{"it feels what has no name", func() { feels("hunger") }, face.Neutral},
		{"it was asked", func() { p.turned(running) }, face.Thinking},
		{"it answers", func() { p.turned(speaking) }, face.Speaking},
		{"it is done", func() { p.turned(companion.Turn{}) }, face.Neutral},
		{"it dreams", func() { s.companion.Publish(companion.TopicDream, companion.Dreaming{Running: true}) }, face.Asleep},
		{"it woke up", func() { s.companion.Publish(companion.TopicDream, companion.Dreaming{}) }, face.Neutral},
	} {
		tt.do()
		s.bench.Settle()
		if got := p.expression(); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	if got := (MessageModel{streaming: true, waiting: "thinking"}).expression(); got != face.Thinking {
		t.Errorf("the bubble shows %s", got)
	}
}

// A picture of the persona's own that is none is told of under its portrait.
func TestABrokenOwnPictureIsToldOf(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	g := p.Glance
	if g.trouble.Visible() {
		t.Error("told of nothing")
	}
	s.companion.Picture = []byte("a picture of its own")
	p.Faces.Gallery = face.NewGallery(assets.Files) // nothing was painted yet
	g.face.Express(face.Who{Slug: "luna", Name: "Luna"}, face.Anger)
	s.bench.Settle()
	if !g.trouble.Visible() || g.trouble.Source() != s.words.T("face.trouble") {
		t.Errorf("told %q", g.trouble.Source())
	}
}

func TestWordsToBeginWith(t *testing.T) {
	s := newStage(t, 0)
	p := s.ChatPage()
	row := p.Transcript.Model.Rows[0]
	if row.Kind != rowEmpty || row.empty.greeting != "There you are. The lamp is on." || len(row.empty.starters) != 3 {
		t.Fatalf("at first: %+v", row.empty)
	}
	content := p.Transcript.Others.build(row)
	uitest.TapButton(t, content, s.words.T("hello.name"))
	if p.Composer.Entry.Text != "My name is " || p.Composer.Entry.CursorColumn != 11 || s.win.Canvas().Focused() != p.Composer.Entry {
		t.Errorf("the entry has %q", p.Composer.Entry.Text)
	}
	s.win.Canvas().Unfocus()
	uitest.TapButton(t, content, s.words.T("hello.who"))
	s.bench.Settle()
	if s.win.Canvas().Focused() != p.Composer.Entry {
		t.Error("the entry has no focus after a suggested reply")
	}
	if lines := p.Transcript.log.lines; len(lines) == 0 || lines[0].Text != "Who are you?" {
		t.Errorf("said: %+v", lines)
	}
}

// The note about models is one line until one asks for more.
func TestModelsStandBehindALine(t *testing.T) {
	s := newStageWith(t, 0, config.Settings{})
	p := s.ChatPage()
	p.First.Offer(WelcomeView(page.WelcomeState{}, s.words))
	note := p.Transcript.Model.Rows[len(p.Transcript.Model.Rows)-1]
	if note.Kind != rowWelcome || note.welcome.open {
		t.Fatalf("at first: %+v", note)
	}
	uitest.TapButton(t, p.Transcript.Others.build(note), s.words.T("welcome.connect"))
	if note = p.Transcript.Model.Rows[len(p.Transcript.Model.Rows)-1]; !note.welcome.open {
		t.Error("the card did not open")
	}
	p.First.Offer(nil)
	if len(p.Transcript.Model.Rows) != 1 {
		t.Error("the card is still there")
	}
}

// Words to begin with are said to the persona, in its language and not the window's.
func TestWordsToBeginWithAreOfItsLanguage(t *testing.T) {
	s := newStage(t, 0)
	p := s.ChatPage()
	if got := p.Transcript.Model.Rows[0].empty.starters[1].text; got != "Who are you?" {
		t.Errorf("to Luna: %q", got)
	}
	p.snapshot(companion.Snapshot{Slug: "luna", Name: "灯子", Language: "ja"})
	p.draw()
	if got := p.Transcript.Model.Rows[0].empty.starters[1].text; got != "あなたはだれですか？" || p.Words.Lang != "en" {
		t.Errorf("to 灯子: %q", got)
	}
}

// What a persona suggests to answer stands under its greeting, and is sent as
// it is.
func TestItsOwnReplies(t *testing.T) {
	own := starters([]string{"It was a dull day.", "What do you like?"}, uitest.English(t))
	if len(own) != 2 || own[1] != (starterModel{word: "What do you like?", text: "What do you like?", sent: true}) {
		t.Errorf("starters %+v", own)
	}
	if rest := starters(nil, uitest.English(t)); len(rest) != 3 {
		t.Errorf("without any: %+v", rest)
	}
}
