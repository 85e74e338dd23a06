package persona

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"yumori/internal/store"
)

// MaxFile is the most characters of one file: what the persona may write into
// its core memory or its notepad, and what of any file goes into a prompt.
const MaxFile = 20_000

// The refusals of an Edit.
var (
	// ErrBadEdit says that an edit neither replaces nor appends, or does both.
	ErrBadEdit = errors.New("an edit replaces old text or appends, one of both")
	// ErrNoMatch says that the old text is not in the file.
	ErrNoMatch = errors.New("old text not found")
	// ErrManyMatches says that the old text is in the file more than once.
	ErrManyMatches = errors.New("old text found more than once")
)

// An Edit changes a text: it either replaces Old by New, or appends Append on
// a line of its own.
type Edit struct {
	Old    string // has to be in the text exactly once, letter by letter
	New    string // "" takes Old out
	Append string
}

// Apply returns text with the edit made. It returns ErrBadEdit, ErrNoMatch,
// ErrManyMatches, or ErrTooLong when the result is longer than MaxFile and
// longer than text.
func (e Edit) Apply(text string) (string, error) {
	after, err := e.result(text)
	if n := characters(after); n > MaxFile && n > characters(text) {
		return "", fmt.Errorf("%w: %d characters, at most %d", ErrTooLong, n, MaxFile)
	}
	return after, err
}

// result is Apply for texts of any length.
func (e Edit) result(text string) (string, error) {
	switch {
	case (e.Old == "") == (strings.TrimSpace(e.Append) == ""), e.Old == "" && e.New != "":
		return "", ErrBadEdit
	case e.Old == "":
		return appendLine(text, strings.TrimRight(cleanText(e.Append), "\n")+"\n"), nil
	}
	at := strings.Index(text, e.Old)
	if at < 0 {
		return "", ErrNoMatch
	}
	if strings.Contains(text[at+1:], e.Old) { // also one that overlaps the first
		return "", ErrManyMatches
	}
	return text[:at] + cleanText(e.New) + text[at+len(e.Old):], nil
}

func appendLine(text, line string) string {
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + line
}

// cleanText makes s text: bytes that are not UTF-8 become U+FFFD, NUL its
// symbol, line breaks "\n".
func cleanText(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.NewReplacer("\x00", "\u2400", "\r\n", "\n").Replace(s)
}

// Core returns the core memory; one that does not exist is empty.
func (p *Persona) Core() (store.Text, error) { return p.text(Core) }

// Notepad returns the notepad; one that does not exist is empty.
func (p *Persona) Notepad() (store.Text, error) { return p.text(Notepad) }

func (p *Persona) text(f File) (store.Text, error) {
	if IsSecret(string(f)) {
		return store.Text{}, fmt.Errorf("read %s: %w", f, ErrSecret)
	}
	t, err := p.dir.ReadText(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return store.Text{}, nil
	}
	if err != nil {
		return store.Text{}, fmt.Errorf("read %s: %w", f, err)
	}
	return t, nil
}

// Edit edits the core memory or the notepad at once; whether the core memory may
// be without asking is the caller's to know (Profile.HoldsCore, Hold). It returns
// the refusals of Edit.Apply, store.ErrConflict when somebody changed the file
// meanwhile, or ErrNewer.
func (p *Persona) Edit(f File, e Edit, c store.Cause) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	h, err := p.Propose(f, e)
	if err != nil {
		return err
	}
	if err := p.replace(f, h.Old, h.After, c); err != nil {
		return fmt.Errorf("edit %s: %w", f, err)
	}
	return nil
}

// Propose returns the change that an edit of the core memory, the notepad or
// any other of the persona's texts would make, for Hold. Nothing is written.
// The errors are those of Edit, and ErrSecret for the secret diary.
func (p *Persona) Propose(f File, e Edit) (Held, error) {
	err := p.writable()
	var t store.Text
	if err == nil {
		t, err = p.text(f)
	}
	after := ""
	if err == nil {
		after, err = e.Apply(t.S)
	}
	if err != nil {
		return Held{}, fmt.Errorf("edit %s: %w", f, err)
	}
	return Held{File: string(f), Before: t.S, After: after, Old: t.Version}, nil
}

// replace writes text in place of version old, with the byte order mark and
// the line breaks that the file has.
func (p *Persona) replace(f File, old store.Version, text string, c store.Cause) error {
	var raw []byte
	if old != "" {
		var err error
		if raw, err = p.dir.Read(string(f)); errors.Is(err, fs.ErrNotExist) {
			return store.ErrConflict
		} else if err != nil {
			return err
		}
	}
	return p.dir.Replace(string(f), old, styled(raw, text), c)
}

// styled returns text in the manner of raw, the file's earlier bytes.
func styled(raw []byte, text string) []byte {
	const mark = "\uFEFF"
	if n := bytes.Count(raw, []byte("\n")); n > 0 && n == bytes.Count(raw, []byte("\r\n")) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if bytes.HasPrefix(raw, []byte(mark)) && !strings.HasPrefix(text, mark) {
		text = mark + text
	}
	return []byte(text)
}
