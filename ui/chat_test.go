package ui

import (
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/persona"
	"yumori/ui/chat"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

func TestSearchAndJump(t *testing.T) {
	s := newStage(t, 3000)
	p := s.ChatPage()
	s.shortcuts.pressed(&desktop.CustomShortcut{KeyName: fyne.KeyF, Modifier: fyne.KeyModifierShortcutDefault})
	if !p.Side.Searching() {
		t.Fatal("Ctrl+F does not open the search")
	}
	test.Type(p.Side.Search.Entry, "message 1234 ")
	s.bench.Settle()
	if n := len(p.Side.Search.List.Objects); n != 1 {
		t.Fatalf("%d hits: %s", n, p.Side.Search.Summary.Source())
	}
	for _, o := range p.Side.Search.List.Objects[0].(*fyne.Container).Objects {
		if hit, ok := o.(*chat.HitRow); ok {
			test.Tap(hit)
		}
	}
	s.bench.Settle()
	row, ok := p.Transcript.Column.Shown(chat.RowKey(uitest.MessageID(1234))).(*chat.MessageRow)
	if !ok || !row.Model.Found {
		t.Fatal("the message is not shown and marked")
	}
	p.Side.Search.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if p.Side.Searching() || p.Transcript.Found != "" {
		t.Error("Esc does not close the search")
	}
}

func TestMessagesByKeyboard(t *testing.T) {
	s := newStage(t, 40)
	p := s.ChatPage()
	up := &desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierAlt}
	p.Composer.Entry.TypedShortcut(up)
	if p.Cursor.Pointed == nil || p.Cursor.Pointed.Model.Id != uitest.MessageID(39) {
		t.Fatal("Alt+Up does not lead to the newest message")
	}
	s.win.Canvas().Focused().TypedRune('A')
	if s.win.Canvas().Focused() != fyne.Focusable(p.Composer.Entry) || p.Composer.Entry.Text != "A" {
		t.Error("what is typed on a message's action is lost")
	}
	p.Composer.Entry.SetText("")
	p.Composer.Entry.TypedShortcut(up)
	for range 20 {
		s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	}
	if p.Cursor.Pointed.Model.Id != uitest.MessageID(19) {
		t.Fatalf("after twenty steps up at %s", p.Cursor.Pointed.Model.Id)
	}
	row := p.Transcript.Column.Shown(chat.RowKey(uitest.MessageID(19)))
	if y := row.Position().Y - p.Transcript.Column.Scroll.Offset.Y; y < 0 || y > p.Transcript.Column.Scroll.Size().Height {
		t.Error("the message is not in sight")
	}
	s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := s.opt.App.Clipboard().Content(); !strings.HasPrefix(got, "message 19") {
		t.Errorf("copied: %q", got)
	}
	s.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if s.win.Canvas().Focused() != p.Composer.Entry {
		t.Error("Esc does not lead back to the entry")
	}
}

func TestHeldChange(t *testing.T) {
	s := newStage(t, 2)
	p := s.ChatPage()
	s.companion.Waiting = []companion.Ask{{ID: "h", Message: uitest.MessageID(0), File: "core_memory.txt", Says: []string{"b"}, Before: "a", After: "b", State: persona.StateHeld}}
	s.companion.Tell(companion.TopicSnapshot, s.companion.Snapshot())
	if s.rail.pages[pageInbox].Count != 1 {
		t.Error("the rail does not say that something waits")
	}
	s.companion.DecideFail = store.ErrConflict
	p.Decide("h", persona.Accept)
	s.bench.Settle()
	if stuck := p.Transcript.Model.Rows[len(p.Transcript.Model.Rows)-1]; stuck.Ask.Done != "" || stuck.Ask.Trouble != s.words.T("held.conflict") {
		t.Errorf("changed meanwhile, the card says %+v", stuck.Ask)
	}
	s.companion.DecideFail = nil
	p.Decide("h", persona.Accept)
	s.bench.Settle()
	last := p.Transcript.Model.Rows[len(p.Transcript.Model.Rows)-1]
	if last.Kind != chat.RowAsk || last.Ask.Done != s.words.T("ask.accepted", "text", "b.") || last.Ask.Trouble != "" {
		t.Errorf("after the decision the card says %+v", last.Ask)
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
	if s.ChatPage() == nil || s.body.Objects[0] != s.ChatPage().Content {
		t.Error("no way back from a persona that could not be opened")
	}
}
