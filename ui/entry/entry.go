package entry

import (
	"os"
	"runtime"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// A Send says which key sends.
type Send int

// The keys that send. Shift+Enter always breaks the line, Ctrl+Enter (⌘ on a
// Mac) always sends.
const (
	Enter     Send = iota // Enter sends
	CtrlEnter             // Enter breaks the line
)

const (
	// MaxRows is how many lines the entry grows to before it scrolls.
	MaxRows = 8
	// LongPaste is how many characters a paste may have before it is offered
	// to OnLongPaste: the toolkit's entry lays out all its text at each key.
	LongPaste = 8_000
	// MaxPaste is how many characters of a paste are kept when OnLongPaste is
	// not set; the rest is cut.
	MaxPaste = 20_000
)

// An Entry is where the person writes. Use it on the UI goroutine only.
type Entry struct {
	widget.Entry

	// SendWith says which key sends.
	SendWith Send
	// OnSend is given the text without the white space around it, and never
	// an empty one. The entry keeps its text: the page clears it once the
	// message is safe.
	OnSend func(text string)
	// OnRecall is called for Up in an empty entry.
	OnRecall func()
	// OnEscape is called for an Escape that belongs to no input method.
	OnEscape func()
	// OnShortcut is offered every shortcut but those that edit or send, and
	// reports whether it took it: the toolkit gives none to the window while an
	// entry has the focus.
	OnShortcut func(fyne.Shortcut) bool
	// OnLongPaste is given a pasted text of more than LongPaste characters,
	// cleaned, instead of inserting it.
	OnLongPaste func(text string)

	guard   guard
	guarded bool
	now     func() time.Time
	after   func(time.Duration, func()) (stop func() bool)
	stop    func() bool // of the timer for the guard's deadline
	mods    func() fyne.KeyModifier
	rows    rowCounter
}

// New makes an empty entry. do runs a function on the UI goroutine; the guard
// asks for it when a deadline has passed, from another one.
func New(do func(func())) *Entry {
	e := &Entry{
		guarded: hasInputMethod(runtime.GOOS, os.Getenv("XMODIFIERS")),
		now:     time.Now,
		after: func(d time.Duration, f func()) func() bool {
			return time.AfterFunc(d, func() { do(f) }).Stop
		},
		mods: currentModifiers,
	}
	e.MultiLine = true
	e.Wrapping = fyne.TextWrapWord
	e.ExtendBaseWidget(e)
	e.SetMinRowsVisible(1)
	return e
}

func currentModifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// TypedKey takes a key that went down or repeats.
func (e *Entry) TypedKey(ev *fyne.KeyEvent) {
	e.take(press{ev.Name, e.mods()})
}

// take passes a press through the guard.
func (e *Entry) take(p press) {
	if !e.guarded {
		e.perform([]press{p})
		return
	}
	e.perform(e.guard.key(e.now(), p))
	e.arm()
}

// TypedRune takes a character, from the keyboard or from an input method.
func (e *Entry) TypedRune(r rune) {
	if !e.guarded {
		e.put(r)
		return
	}
	e.perform(e.guard.tick(e.now()))
	then := e.guard.rune(e.now(), r)
	e.put(r)
	e.perform(then)
	e.arm()
}

// arm sets the timer for the guard's next deadline.
func (e *Entry) arm() {
	if e.stop != nil {
		e.stop()
		e.stop = nil
	}
	at, ok := e.guard.deadline()
	if !ok {
		return
	}
	e.stop = e.after(at.Sub(e.now()), func() {
		e.perform(e.guard.tick(e.now()))
		e.arm()
	})
}

// TypedShortcut takes a key with Ctrl, Alt or the like.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutPaste:
		e.paste(s)
	case *desktop.CustomShortcut:
		p := press{s.KeyName, s.Modifier}
		if p.isReturn() && s.Modifier&fyne.KeyModifierShortcutDefault != 0 {
			e.take(p)
			return
		}
		if e.OnShortcut != nil && e.OnShortcut(s) {
			return
		}
		e.Entry.TypedShortcut(s)
	default:
		e.Entry.TypedShortcut(s)
	}
}

// FocusLost is called by the toolkit. A composition does not survive it.
func (e *Entry) FocusLost() {
	e.guard.reset()
	e.arm()
	e.Entry.FocusLost()
}

// MouseDown is called by the toolkit. A click ends a composition that may have
// been over already.
func (e *Entry) MouseDown(ev *desktop.MouseEvent) {
	if e.guard.doubt {
		e.guard.reset()
		e.arm()
	}
	e.Entry.MouseDown(ev)
}

// AcceptsTab is asked by the toolkit: Tab moves the focus, unless an input
// method is choosing with it.
func (e *Entry) AcceptsTab() bool { return e.guarded && e.guard.composing() }

// perform does what the person's presses mean.
func (e *Entry) perform(presses []press) {
	for _, p := range presses {
		switch {
		case p.isReturn():
			e.enter(p)
		case p.name == fyne.KeyEscape && e.OnEscape != nil:
			e.OnEscape()
		case p.name == fyne.KeyUp && e.Text == "" && e.OnRecall != nil:
			e.OnRecall()
		case p.name == fyne.KeyF1 && e.OnShortcut != nil:
			e.OnShortcut(&desktop.CustomShortcut{KeyName: p.name})
		case p.name == fyne.KeyTab: // it was the input method's, or held too long to move the focus now
		default:
			e.Entry.TypedKey(&fyne.KeyEvent{Name: p.name})
		}
	}
}

// enter sends or breaks the line.
func (e *Entry) enter(p press) {
	ctrl := p.mods&fyne.KeyModifierShortcutDefault != 0
	shift := p.mods&fyne.KeyModifierShift != 0
	if shift || !ctrl && e.SendWith == CtrlEnter {
		e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		return
	}
	e.Send()
}

// Send does what the sending key does: it gives the text to OnSend, unless it
// is only white space.
func (e *Entry) Send() {
	text := strings.TrimSpace(clean(e.Text))
	if text == "" || e.OnSend == nil {
		return
	}
	e.OnSend(text)
}
