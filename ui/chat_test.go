package ui

import (
	"fmt"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// texts are the bubbles of the model, oldest first.
func (p *chatPage) texts() []string {
	var list []string
	for _, r := range p.model.rows {
		if r.kind == rowMessage {
			list = append(list, r.message.text)
		}
	}
	return list
}

func (p *chatPage) lastTexts(n int) string {
	list := p.texts()
	return strings.Join(list[max(0, len(list)-n):], " | ")
}

func TestSay(t *testing.T) {
	s := newStage(t, 0)
	p := s.chatPage()
	test.Type(p.composer.entry, "Hello there")
	p.composer.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if p.composer.entry.Text == "" {
		t.Fatal("the entry was emptied before the message was on disk")
	}
	s.bench.Settle()
	if p.composer.entry.Text != "" {
		t.Errorf("the entry still holds %q", p.composer.entry.Text)
	}
	if got := p.lastTexts(2); got != "Hello there | Yes." {
		t.Errorf("shown: %s", got)
	}
	if p.pill.Visible() {
		t.Error("the way to the newest is offered to who is there")
	}
}

func TestWhatCouldNotBeSavedStays(t *testing.T) {
	s := newStage(t, 2)
	p := s.chatPage()
	s.mate.Fail = fmt.Errorf("say: %w", store.ErrFull)
	test.Type(p.composer.entry, "Precious words")
	test.Tap(p.composer.send)
	s.bench.Settle()
	if p.composer.entry.Text != "Precious words" {
		t.Errorf("the entry holds %q", p.composer.entry.Text)
	}
	if got := p.composer.note.Source(); !p.composer.noteBox.Visible() || !strings.HasPrefix(got, "The disk is full") {
		t.Errorf("the user is told %q", got)
	}
	s.mate.Fail = nil
	test.Tap(p.composer.send)
	s.bench.Settle()
	if p.composer.entry.Text != "" || p.composer.noteBox.Visible() {
		t.Error("after it was saved the entry or the complaint is still there")
	}
}

func TestNewEndsTheTalkAndSaysNothing(t *testing.T) {
	s := newStage(t, 0)
	p := s.chatPage()
	test.Type(p.composer.entry, "/new")
	test.Tap(p.composer.send)
	s.bench.Settle()
	if s.mate.Talks != 1 || p.composer.entry.Text != "" || p.lastTexts(1) != "" {
		t.Errorf("ended %d, the entry holds %q, shown %s", s.mate.Talks, p.composer.entry.Text, p.lastTexts(1))
	}
}

func TestWhatIsTypedMeanwhileStays(t *testing.T) {
	s := newStage(t, 0)
	p := s.chatPage()
	test.Type(p.composer.entry, "One")
	test.Tap(p.composer.send)
	test.Type(p.composer.entry, " and two")
	s.bench.Settle()
	if got := p.composer.entry.Text; got != " and two" {
		t.Errorf("the entry holds %q", got)
	}
}

func TestWhileAReplyIsUnderWay(t *testing.T) {
	s := newStage(t, 2)
	p := s.chatPage()
	user := transcript.Message{ID: uitest.MessageID(0), Role: transcript.RoleUser}
	s.mate.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseSpeaking, User: user, Text: "Wel"})
	test.Type(p.composer.entry, "Wait")
	p.composer.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	s.bench.Settle()
	if p.composer.entry.Text != "Wait" || !p.composer.noteBox.Visible() {
		t.Error("the message was taken, or nothing was said about it")
	}
	test.Tap(p.composer.send)
	p.composer.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.mate.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseDone, User: user})
	if p.composer.noteBox.Visible() {
		t.Error("the reply has ended and the user is still asked to wait")
	}
	s.bench.Settle()
	if got := p.lastTexts(2); got != "Wait | Yes." || p.composer.entry.Text != "" {
		t.Errorf("what waited for the reply: shown %s, the entry holds %q", got, p.composer.entry.Text)
	}
	if s.mate.Stopped != 2 {
		t.Errorf("stopped %d times, want by the button and by Esc", s.mate.Stopped)
	}
}

// TestWhatWaitsIsNotSentUnfinished: a text that was to go, and is changed before
// it can, is not sent by itself.
func TestWhatWaitsIsNotSentUnfinished(t *testing.T) {
	s := newStage(t, 2)
	p := s.chatPage()
	user := transcript.Message{ID: uitest.MessageID(0), Role: transcript.RoleUser}
	s.mate.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseSpeaking, User: user, Text: "Wel"})
	test.Type(p.composer.entry, "Wait")
	p.composer.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	test.Type(p.composer.entry, ", no")
	if p.composer.noteBox.Visible() {
		t.Error("a changed text is still said to go by itself")
	}
	s.mate.Tell(companion.TopicTurn, companion.Turn{Phase: companion.PhaseDone, User: user})
	s.bench.Settle()
	if got := p.composer.entry.Text; got != "Wait, no" {
		t.Errorf("the entry holds %q", got)
	}
}

// TestTwoMessagesInHaste sends a second message before the first is on disk:
// both are said, one after the other.
func TestTwoMessagesInHaste(t *testing.T) {
	s := newStage(t, 0)
	p := s.chatPage()
	send := func() { p.composer.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) }
	test.Type(p.composer.entry, "One")
	send()
	test.Type(p.composer.entry, "Two")
	send()
	s.bench.Settle()
	if got := p.lastTexts(4); got != "One | Yes. | Two | Yes." {
		t.Errorf("shown: %s; the entry holds %q", got, p.composer.entry.Text)
	}
}

func TestEditAndBranches(t *testing.T) {
	s := newStage(t, 4)
	p := s.chatPage()
	test.Type(p.composer.entry, "draft")
	p.edit(uitest.MessageID(2))
	if !strings.HasPrefix(p.composer.entry.Text, "message 2") || !p.composer.hint.Visible() {
		t.Fatalf("to be edited: %q", p.composer.entry.Text)
	}
	p.composer.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if p.composer.entry.Text != "draft" || p.composer.hint.Visible() {
		t.Fatalf("after Esc the entry holds %q", p.composer.entry.Text)
	}
	p.edit(uitest.MessageID(2))
	p.composer.entry.SetText("otherwise")
	test.Tap(p.composer.send)
	s.bench.Settle()
	if got := p.lastTexts(2); got != "otherwise | Yes." {
		t.Fatalf("shown: %s", got)
	}
	if got := p.composer.entry.Text; got != "draft" || p.composer.hint.Visible() {
		t.Errorf("after the edit the entry holds %q", got)
	}
	i := p.index[rowKey(p.state.log.lines[2].ID)]
	b := p.model.rows[i].message.branch
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
	p := s.chatPage()
	p.regenerate(uitest.MessageID(1))
	s.bench.Settle()
	last := p.model.rows[len(p.model.rows)-1].message
	if last.text != "Yes." || last.branch.label != "2/2" {
		t.Errorf("got %q, %+v", last.text, last.branch)
	}
}

func TestAnswerAgainFarBack(t *testing.T) {
	s := newStage(t, 2000)
	p := s.chatPage()
	p.jump(uitest.MessageID(301))
	s.bench.Settle()
	p.regenerate(uitest.MessageID(301))
	s.bench.Settle()
	if got := p.texts(); got[len(got)-1] != "Yes." || !strings.HasPrefix(got[len(got)-2], "message 300 ") {
		t.Errorf("shown at the end: %q", got[len(got)-2:])
	}
	if !atBottom(p.column) || p.state.log.hasNewer {
		t.Error("the new answer is not in sight")
	}
	if b := p.model.rows[len(p.model.rows)-1].message.branch; b.prev != uitest.MessageID(301) {
		t.Errorf("the switch is %+v", b)
	}
}

func TestUpInAnEmptyEntryEditsTheLastMessage(t *testing.T) {
	s := newStage(t, 4)
	p := s.chatPage()
	p.composer.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if p.state.editing != uitest.MessageID(2) {
		t.Errorf("edited: %q", p.state.editing)
	}
}

func TestHundredThousandMessages(t *testing.T) {
	s := newStage(t, 100_000)
	p := s.chatPage()
	if n := len(p.state.log.lines); n > 2*pageSize {
		t.Fatalf("%d messages are loaded at the start", n)
	}
	if n := len(p.column.shown); n > 30 {
		t.Errorf("%d rows have widgets", n)
	}
	if !atBottom(p.column) {
		t.Error("not at the newest message")
	}
	for range 300 {
		p.column.By(-0.9)
		s.bench.Settle()
		if n := len(p.state.log.lines); n > maxLoaded {
			t.Fatalf("%d messages are loaded", n)
		}
		if n := len(p.column.shown); n > 30 {
			t.Fatalf("%d rows have widgets", n)
		}
	}
	if !p.state.log.hasNewer || !p.pill.Visible() {
		t.Error("far up, nothing leads back to the newest")
	}
	test.Tap(p.pill)
	s.bench.Settle()
	if !atBottom(p.column) || p.state.log.hasNewer || p.pill.Visible() {
		t.Error("not back at the newest message")
	}
}

func TestTheReaderIsLeftInPeaceWhileAReplyStreams(t *testing.T) {
	s := newStage(t, 200)
	p := s.chatPage()
	p.column.By(-2)
	s.bench.Settle()
	first, _ := p.column.Span()
	key := p.model.rows[first+1].key
	place := func() float32 { return p.column.Shown(key).Position().Y - p.column.scroll.Offset.Y }
	before := place()
	user := p.state.log.lines[len(p.state.log.lines)-2].Message
	for i := range 30 {
		s.mate.Tell(companion.TopicTurn, companion.Turn{
			Phase: companion.PhaseSpeaking, User: user, Text: strings.Repeat("word ", i*20),
		})
		if now := place(); now != before {
			t.Fatalf("after %d steps the reader's place went from %v to %v", i, before, now)
		}
	}
	if !p.pill.Visible() {
		t.Error("nothing leads to the reply")
	}
}

func TestSearchAndJump(t *testing.T) {
	s := newStage(t, 3000)
	p := s.chatPage()
	s.pressed(&desktop.CustomShortcut{KeyName: fyne.KeyF, Modifier: fyne.KeyModifierShortcutDefault})
	if !p.searching() {
		t.Fatal("Ctrl+F does not open the search")
	}
	test.Type(p.search.entry, "message 1234 ")
	s.bench.Settle()
	if n := len(p.search.list.Objects); n != 1 {
		t.Fatalf("%d hits: %s", n, p.search.summary.Source())
	}
	for _, o := range p.search.list.Objects[0].(*fyne.Container).Objects {
		if hit, ok := o.(*hitRow); ok {
			test.Tap(hit)
		}
	}
	s.bench.Settle()
	row, ok := p.column.Shown(rowKey(uitest.MessageID(1234))).(*messageRow)
	if !ok || !row.model.found {
		t.Fatal("the message is not shown and marked")
	}
	p.search.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if p.searching() || p.state.found != "" {
		t.Error("Esc does not close the search")
	}
}

func TestMessagesByKeyboard(t *testing.T) {
	s := newStage(t, 40)
	p := s.chatPage()
	up := &desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierAlt}
	p.composer.entry.TypedShortcut(up)
	if p.pointed == nil || p.pointed.model.id != uitest.MessageID(39) {
		t.Fatal("Alt+Up does not lead to the newest message")
	}
	s.win.Canvas().Focused().TypedRune('A')
	if s.win.Canvas().Focused() != fyne.Focusable(p.composer.entry) || p.composer.entry.Text != "A" {
		t.Error("what is typed on a message's action is lost")
	}
	p.composer.entry.SetText("")
	p.composer.entry.TypedShortcut(up)
	for range 20 {
		s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	}
	if p.pointed.model.id != uitest.MessageID(19) {
		t.Fatalf("after twenty steps up at %s", p.pointed.model.id)
	}
	row := p.column.Shown(rowKey(uitest.MessageID(19)))
	if y := row.Position().Y - p.column.scroll.Offset.Y; y < 0 || y > p.column.scroll.Size().Height {
		t.Error("the message is not in sight")
	}
	s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := s.opt.App.Clipboard().Content(); !strings.HasPrefix(got, "message 19") {
		t.Errorf("copied: %q", got)
	}
	s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if s.win.Canvas().Focused() != p.composer.entry {
		t.Error("Esc does not lead back to the entry")
	}
}

func TestHeldChange(t *testing.T) {
	s := newStage(t, 2)
	p := s.chatPage()
	h := persona.Held{ID: "h", Message: string(uitest.MessageID(0)), File: "core_memory.txt", Before: "a", After: "b", State: persona.StateHeld}
	s.mate.Waiting = []persona.Held{h}
	s.mate.Tell(companion.TopicHeld, s.mate.Waiting)
	s.mate.Tell(companion.TopicSnapshot, s.mate.Snapshot())
	if !s.title.held.Visible() {
		t.Error("the title line does not say that something waits")
	}
	s.mate.DecideFail = store.ErrConflict
	p.decide("h", persona.Accept)
	s.bench.Settle()
	if stuck := p.model.rows[len(p.model.rows)-1]; !stuck.held.waiting || stuck.held.trouble != s.words.T("held.conflict") {
		t.Errorf("changed meanwhile, the card says %+v", stuck.held)
	}
	s.mate.DecideFail = nil
	p.decide("h", persona.Accept)
	s.bench.Settle()
	last := p.model.rows[len(p.model.rows)-1]
	if last.kind != rowHeld || last.held.waiting || last.held.state == "" || last.held.trouble != "" {
		t.Errorf("after the decision the card says %+v", last.held)
	}
}

func TestAttachments(t *testing.T) {
	s := newStage(t, 0)
	p := s.chatPage()
	p.composer.pasted(strings.Repeat("long ", 3000))
	s.bench.Settle()
	if len(p.composer.files) != 1 || !p.composer.chips.Visible() {
		t.Fatalf("%d files are attached", len(p.composer.files))
	}
	p.composer.files[0].MIME = "image/png"
	p.composer.complain(page.Explanation{})
	if !p.composer.noteBox.Visible() {
		t.Error("the user is not told that the picture will not be seen")
	}
	p.composer.remove(0)
	if len(p.composer.files) != 0 || p.composer.chips.Visible() || p.composer.noteBox.Visible() {
		t.Error("the file, or what was said about it, is still there")
	}
}

func TestFilesAreChosenInADialog(t *testing.T) {
	s := newStage(t, 0)
	test.Tap(s.chatPage().composer.attach)
	if s.win.Canvas().Overlays().Top() == nil {
		t.Error("nothing is asked")
	}
}

func TestFailedOpeningIsSaid(t *testing.T) {
	s := newStage(t, 0)
	s.goPersona("gone")
	s.bench.Settle()
	if len(s.body.Objects) == 0 {
		t.Fatal("nothing is shown")
	}
	s.goPersona("luna")
	s.bench.Settle()
	if s.chatPage() == nil || s.body.Objects[0] != s.chatPage().content {
		t.Error("no way back from a persona that could not be opened")
	}
}
