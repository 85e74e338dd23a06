package entry

import (
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"golang.org/x/text/unicode/norm"
)

const (
	// patience is how long a key that types may go without its rune, counted
	// from the key or from the last rune, whichever is later, before it
	// counts as eaten. Measured on X11 with fcitx5: a rune comes one frame (17
	// ms) after its key, and a burst of keys is answered at a rune a frame.
	patience = 250 * time.Millisecond
	// silence is how long after a Return that went to a composition a commit
	// may come. Measured: 17 ms.
	silence = 300 * time.Millisecond
)

// A press is one key that went down, or repeated, in the entry.
type press struct {
	name fyne.KeyName
	mods fyne.KeyModifier
}

// types says whether the key is one that is followed by a rune.
func (p press) types() bool {
	return p.mods&^fyne.KeyModifierShift == 0 && (len(p.name) == 1 || p.name == fyne.KeySpace)
}

// isReturn says whether the key is Return or the number pad's Enter.
func (p press) isReturn() bool { return p.name == fyne.KeyReturn || p.name == fyne.KeyEnter }

// guarded says whether the key could harm the text if it belonged to an input
// method.
func (p press) guarded() bool {
	switch p.name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyBackspace, fyne.KeyDelete, fyne.KeyTab, fyne.KeyEscape,
		fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown,
		fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageUp, fyne.KeyPageDown:
		return true
	default:
		return false
	}
}

// An unsettled press is one whose owner, person or input method, is not known
// yet.
type unsettled struct {
	press
	at time.Time
}

// A guard decides which presses are the person's. It holds back a press while
// it cannot know, for a quarter of a second at most, and loses none that was
// the person's: what it releases comes in the order it was typed. The zero
// guard is at rest. It knows no clock: the caller tells the time, and calls
// tick at the deadline.
type guard struct {
	queue    []unsettled // in the order typed; the first one types
	eaten    int         // keys that the composition in progress swallowed: at least the letters it shows
	turned   bool        // Space was among them: Escape first turns the conversion back
	doubt    bool        // Backspace or Escape went in: the composition may be over
	pending  *press      // a Return that went to the composition
	since    time.Time   // when pending was set
	progress time.Time   // when the last rune came
}

// composing says whether an input method is believed to be at work.
func (g *guard) composing() bool { return g.eaten > 0 || g.pending != nil }

// reset forgets everything: the focus is gone, and the composition with it.
func (g *guard) reset() { *g = guard{} }

// end forgets the composition but not the keys that came after it.
func (g *guard) end() {
	g.eaten, g.turned, g.doubt, g.pending = 0, false, false, nil
}

// key takes a press and returns the presses to perform now, in order.
func (g *guard) key(now time.Time, p press) []press {
	out := g.tick(now)
	switch {
	case p.types():
		g.queue = append(g.queue, unsettled{p, now})
	case !p.guarded():
		out = append(out, p)
	case len(g.queue) > 0:
		g.queue = append(g.queue, unsettled{p, now})
	case g.composing():
		out = append(out, g.feed(now, p)...)
	default:
		out = append(out, p)
	}
	return out
}

// rune takes a rune and returns the presses to perform after it was inserted.
func (g *guard) rune(now time.Time, r rune) []press {
	g.progress = now
	passed := len(g.queue) > 0 && g.pending == nil && passes(r, g.queue[0].press)
	switch {
	case passed && (g.eaten == 0 || answers(r, g.queue[0].press)):
		g.end() // an input method at work eats everything
		g.queue = g.queue[1:]
		return g.release()
	case g.pending != nil:
		g.end() // Return committed this; what was typed since is still open
	default:
		g.end()
		g.queue = opening(g.queue)
	}
	return nil
}

// release takes the presses at the head of the queue that waited for the rune
// before them.
func (g *guard) release() []press {
	var out []press
	for len(g.queue) > 0 && !g.queue[0].types() {
		out = append(out, g.queue[0].press)
		g.queue = g.queue[1:]
	}
	return out
}

// opening is what is left of the queue after a commit that no known Return
// caused: the letter that opens the next composition, if the last key was one.
func opening(q []unsettled) []unsettled {
	if len(q) == 0 {
		return nil
	}
	last := q[len(q)-1]
	if len(last.name) == 1 && last.name[0] >= 'A' && last.name[0] <= 'Z' {
		return q[len(q)-1:]
	}
	return nil
}

// tick settles what time has settled and returns the presses to perform.
func (g *guard) tick(now time.Time) []press {
	var out []press
	for len(g.queue) > 0 && !now.Before(g.overdue()) {
		if g.queue[0].name == fyne.KeySpace {
			g.turned = g.eaten > 0
		}
		g.eaten++
		g.queue = g.queue[1:]
		for _, p := range g.release() {
			out = append(out, g.feed(now, p)...)
		}
	}
	if g.pending != nil && now.Sub(g.since) >= silence {
		p, live := *g.pending, g.eaten > 1 && !g.doubt
		g.end()
		if !live { // nothing was being composed after all
			out = append(out, p)
		}
	}
	return out
}

// overdue is when the first key of the queue counts as eaten.
func (g *guard) overdue() time.Time {
	at := g.queue[0].at
	if g.progress.After(at) {
		at = g.progress
	}
	return at.Add(patience)
}

// deadline is when tick has something to do next, if no key and no rune comes.
func (g *guard) deadline() (time.Time, bool) {
	var at time.Time
	if len(g.queue) > 0 {
		at = g.overdue()
	}
	if g.pending != nil && (at.IsZero() || g.since.Add(silence).Before(at)) {
		at = g.since.Add(silence)
	}
	return at, !at.IsZero()
}

// feed gives a press to the composition in progress, if there still is one.
func (g *guard) feed(now time.Time, p press) []press {
	if !g.composing() {
		return []press{p}
	}
	switch {
	case p.isReturn():
		if g.pending == nil {
			g.pending, g.since = &p, now
		}
	case p.name == fyne.KeyBackspace, p.name == fyne.KeyDelete:
		g.doubt = true
		if g.eaten--; g.eaten <= 0 {
			g.end()
		}
	case p.name == fyne.KeyEscape:
		g.doubt = true
		if !g.turned {
			g.end()
		}
		g.turned = false
	}
	return nil
}

// answers says whether r is what the key p types, in whatever width or accent.
func answers(r rune, p press) bool {
	folded := strings.ToUpper(norm.NFKD.String(string(r)))
	if p.name == fyne.KeySpace {
		return strings.HasPrefix(folded, " ")
	}
	return strings.HasPrefix(folded, string(p.name))
}

// passes says whether r can be what the key p types by itself: anything but
// the scripts that need an input method, or the key's own sign in their width.
func passes(r rune, p press) bool {
	return !composed(r) || answers(r, p)
}

// composed says whether r is of a script that is written with an input method.
func composed(r rune) bool {
	switch {
	case r < 0x1100:
		return false
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo, unicode.Yi):
		return true
	default: // their punctuation and width forms
		return r >= 0x2E80 && r <= 0x33FF || r >= 0xFE30 && r <= 0xFE4F || r >= 0xFF00 && r <= 0xFFEF
	}
}

// hasInputMethod says whether keys can be eaten without a word on this system:
// always on macOS, on X11 when XMODIFIERS names a server. Elsewhere the
// toolkit filters them itself, or there is nothing to eat them, and guarding
// could only cost.
func hasInputMethod(goos, xmodifiers string) bool {
	switch goos {
	case "darwin":
		return true
	case "windows", "js", "wasip1", "android", "ios":
		return false
	}
	_, server, ok := strings.Cut(xmodifiers, "@im=")
	return ok && server != "" && server != "none" && server != "local"
}
