package chat

import (
	"fmt"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// texts are the bubbles of the model, oldest first.
func (p *Page) texts() []string {
	var list []string
	for _, r := range p.Transcript.Model.Rows {
		if r.Kind == rowMessage {
			list = append(list, r.message.text)
		}
	}
	return list
}

func (p *Page) lastTexts(n int) string {
	list := p.texts()
	return strings.Join(list[max(0, len(list)-n):], " | ")
}

func TestSay(t *testing.T) {
	s := newStage(t, 0)
	p := s.ChatPage()
	test.Type(p.Composer.Entry, "Hello there")
	p.Composer.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if p.Composer.Entry.Text == "" {
		t.Fatal("the entry was emptied before the message was on disk")
	}
	s.bench.Settle()
	if p.Composer.Entry.Text != "" {
		t.Errorf("the entry still holds %q", p.Composer.Entry.Text)
	}
	if got := p.lastTexts(2); got != "Hello there | Yes." {
		t.Errorf("shown: %s", got)
	}
	if p.Transcript.Pill.Visible() {
		t.Error("the way to the newest is offered to who is there")
	}
}

func TestWhatCouldNotBeSavedStays(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	s.companion.Fail = fmt.Errorf("say: %w", store.ErrFull)
	test.Type(p.Composer.Entry, "Precious words")
	test.Tap(p.Composer.Send)
	s.bench.Settle()
	if p.Composer.Entry.Text != "Precious words" {
		t.Errorf("the entry holds %q", p.Composer.Entry.Text)
	}
	if got := p.Composer.note.Source(); !p.Composer.NoteBox.Visible() || !strings.HasPrefix(got, "The disk is full") {
		t.Errorf("the user is told %q", got)
	}
	s.companion.Fail = nil
	test.Tap(p.Composer.Send)
	s.bench.Settle()
	if p.Composer.Entry.Text != "" || p.Composer.NoteBox.Visible() {
		t.Error("after it was saved the entry or the complaint is still there")
	}
}

func TestNewEndsTheTalkAndSaysNothing(t *testing.T) {
	s := newStage(t, 0)
	p := s.ChatPage()
	test.Type(p.Composer.Entry, "/new")
	test.Tap(p.Composer.Send)
	s.bench.Settle()
	if s.companion.Talks != 1 || p.Composer.Entry.Text != "" || p.lastTexts(1) != "" {
		t.Errorf("ended %d, the entry holds %q, shown %s", s.companion.Talks, p.Composer.Entry.Text, p.lastTexts(1))
	}
}

func TestWhatIsTypedMeanwhileStays(t *testing.T) {
	s := newStage(t, 0)
	p := s.ChatPage()
	test.Type(p.Composer.Entry, "One")
	test.Tap(p.Composer.Send)
	test.Type(p.Composer.Entry, " and two")
	s.bench.Settle()
	if got := p.Composer.Entry.Text; got != " and two" {
		t.Errorf("the entry holds %q", got)
	}
}

func TestWhileAReplyIsUnderWay(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	user := transcript.Message{ID: uitest.MessageID(0), Role: transcript.RoleUser}
	s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseSpeaking, User: user, Text: "Wel"})
	test.Type(p.Composer.Entry, "Wait")
	p.Composer.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	s.bench.Settle()
	if p.Composer.Entry.Text != "Wait" || !p.Composer.NoteBox.Visible() {
		t.Error("the message was taken, or nothing was said about it")
	}
	test.Tap(p.Composer.Send)
	p.Composer.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseDone, User: user})
	if p.Composer.NoteBox.Visible() {
		t.Error("the reply has ended and the user is still asked to wait")
	}
	s.bench.Settle()
	if got := p.lastTexts(2); got != "Wait | Yes." || p.Composer.Entry.Text != "" {
		t.Errorf("what waited for the reply: shown %s, the entry holds %q", got, p.Composer.Entry.Text)
	}
	if s.companion.Stopped != 2 {
		t.Errorf("stopped %d times, want by the button and by Esc", s.companion.Stopped)
	}
}

// TestWhatWaitsIsNotSentUnfinished: a text that was to go, and is changed before
// it can, is not sent by itself.
func TestWhatWaitsIsNotSentUnfinished(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	user := transcript.Message{ID: uitest.MessageID(0), Role: transcript.RoleUser}
	s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseSpeaking, User: user, Text: "Wel"})
	test.Type(p.Composer.Entry, "Wait")
	p.Composer.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	test.Type(p.Composer.Entry, ", no")
	if p.Composer.NoteBox.Visible() {
		t.Error("a changed text is still said to go by itself")
	}
	s.companion.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseDone, User: user})
	s.bench.Settle()
	if got := p.Composer.Entry.Text; got != "Wait, no" {
		t.Errorf("the entry holds %q", got)
	}
}

// TestTwoMessagesInHaste sends a second message before the first is on disk:
// both are said, one after the other.
func TestTwoMessagesInHaste(t *testing.T) {
	s := newStage(t, 0)
	p := s.ChatPage()
	send := func() { p.Composer.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) }
	test.Type(p.Composer.Entry, "One")
	send()
	test.Type(p.Composer.Entry, "Two")
	send()
	s.bench.Settle()
	if got := p.lastTexts(4); got != "One | Yes. | Two | Yes." {
		t.Errorf("shown: %s; the entry holds %q", got, p.Composer.Entry.Text)
	}
}

func TestEditAndBranches(t *testing.T) {
	s := newStage(t, 4)
	p := s.ChatPage()
	test.Type(p.Composer.Entry, "draft")
	p.edit(uitest.MessageID(2))
	if !strings.HasPrefix(p.Composer.Entry.Text, "message 2") || !p.Composer.hint.Visible() {
		t.Fatalf("to be edited: %q", p.Composer.Entry.Text)
	}
	p.Composer.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if p.Composer.Entry.Text != "draft" || p.Composer.hint.Visible() {
		t.Fatalf("after Esc the entry holds %q", p.Composer.Entry.Text)
	}
	p.edit(uitest.MessageID(2))
	p.Composer.Entry.SetText("otherwise")
	test.Tap(p.Composer.Send)
	s.bench.Settle()
	if got := p.lastTexts(2); got != "otherwise | Yes." {
		t.Fatalf("shown: %s", got)
	}
	if got := p.Composer.Entry.Text; got != "draft" || p.Composer.hint.Visible() {
		t.Errorf("after the edit the entry holds %q", got)
	}
	i := p.Transcript.index[RowKey(p.Transcript.log.lines[2].ID)]
	b := p.Transcript.Model.Rows[i].message.branch
	if b.label != "2/2" || b.prev != uitest.MessageID(2) {
		t.Fatalf("the switch is %+v", b)
	}
	p.choose(b.prev)
	s.bench.Settle()
	if got := p.texts(); !strings.HasPrefix(got[len(got)-1], "message 3") {
		t.Errorf("after the switch: %v", got)
	}
}

func TestRegenerate(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	p.regenerate(uitest.MessageID(1))
	s.bench.Settle()
	last := p.Transcript.Model.Rows[len(p.Transcript.Model.Rows)-1].message
	if last.text != "Yes." || last.branch.label != "2/2" {
		t.Errorf("got %q, %+v", last.text, last.branch)
	}
}

func TestAnswerAgainFarBack(t *testing.T) {
	s := newStage(t, 2000)
	p := s.ChatPage()
	p.Transcript.Jump(uitest.MessageID(301))
	s.bench.Settle()
	p.regenerate(uitest.MessageID(301))
	s.bench.Settle()
	if got := p.texts(); got[len(got)-1] != "Yes." || !strings.HasPrefix(got[len(got)-2], "message 300 ") {
		t.Errorf("shown at the end: %q", got[len(got)-2:])
	}
	if !atBottom(p.Transcript.Column) || p.Transcript.log.hasNewer {
		t.Error("the new answer is not in sight")
	}
	if b := p.Transcript.Model.Rows[len(p.Transcript.Model.Rows)-1].message.branch; b.prev != uitest.MessageID(301) {
		t.Errorf("the switch is %+v", b)
	}
}

func TestUpInAnEmptyEntryEditsTheLastMessage(t *testing.T) {
	s := newStage(t, 4)
	p := s.ChatPage()
	p.Composer.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if p.Composer.edits != uitest.MessageID(2) {
		t.Errorf("edited: %q", p.Composer.edits)
	}
}

func TestHundredThousandMessages(t *testing.T) {
	s := newStage(t, 100_000)
	p := s.ChatPage()
	if n := len(p.Transcript.log.lines); n > 2*pageSize {
		t.Fatalf("%d messages are loaded at the start", n)
	}
	if n := len(p.Transcript.Column.Rows); n > 30 {
		t.Errorf("%d rows have widgets", n)
	}
	if !atBottom(p.Transcript.Column) {
		t.Error("not at the newest message")
	}
	for range 300 {
		p.Transcript.Column.By(-0.9)
		s.bench.Settle()
		if n := len(p.Transcript.log.lines); n > maxLoaded {
			t.Fatalf("%d messages are loaded", n)
		}
		if n := len(p.Transcript.Column.Rows); n > 30 {
			t.Fatalf("%d rows have widgets", n)
		}
	}
	if !p.Transcript.log.hasNewer || !p.Transcript.Pill.Visible() {
		t.Error("far up, nothing leads back to the newest")
	}
	test.Tap(p.Transcript.Pill)
	s.bench.Settle()
	if !atBottom(p.Transcript.Column) || p.Transcript.log.hasNewer || p.Transcript.Pill.Visible() {
		t.Error("not back at the newest message")
	}
}

func TestTheReaderIsLeftInPeaceWhileAReplyStreams(t *testing.T) {
	s := newStage(t, 200)
	p := s.ChatPage()
	p.Transcript.Column.By(-2)
	s.bench.Settle()
	first, _ := p.Transcript.Column.Span()
	key := p.Transcript.Model.Rows[first+1].key
	place := func() float32 {
		return p.Transcript.Column.Shown(key).Position().Y - p.Transcript.Column.Scroll.Offset.Y
	}
	before := place()
	user := p.Transcript.log.lines[len(p.Transcript.log.lines)-2].Message
	for i := range 30 {
		s.companion.Tell(companion.TopicTurn, companion.Turn{
			Phase: companion.PhaseSpeaking, User: user, Text: strings.Repeat("word ", i*20),
		})
		if now := place(); now != before {
			t.Fatalf("after %d steps the reader's place went from %v to %v", i, before, now)
		}
	}
	if !p.Transcript.Pill.Visible() {
		t.Error("nothing leads to the reply")
	}
}

func TestAttachments(t *testing.T) {
	s := newStage(t, 0)
	p := s.ChatPage()
	p.Composer.pasted(strings.Repeat("long ", 3000))
	s.bench.Settle()
	if len(p.Composer.Files) != 1 || !p.Composer.chips.Visible() {
		t.Fatalf("%d files are attached", len(p.Composer.Files))
	}
	p.Composer.Files[0].MIME = "image/png"
	p.Composer.complain(page.Explanation{})
	if !p.Composer.NoteBox.Visible() {
		t.Error("the user is not told that the picture will not be seen")
	}
	p.Composer.remove(0)
	if len(p.Composer.Files) != 0 || p.Composer.chips.Visible() || p.Composer.NoteBox.Visible() {
		t.Error("the file, or what was said about it, is still there")
	}
}
