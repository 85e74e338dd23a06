package persona

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"yumori/internal/store"
)

// heldFile holds the changes that wait, or waited, for the user's yes: a JSON
// object with a list of Held, oldest first.
//
//	{"schema":1,"changes":[{"id":"01KA…","time":"…","file":"core_memory.txt","before":"…","after":"…","old":"…","state":"held"}]}
const heldFile = "memory/held.json"

// heldSchema is the version of heldFile that this program writes.
const heldSchema = 1

// Bounds of heldFile.
const (
	maxWaiting = 50      // changes that wait; one more is ErrTooMany
	maxDecided = 50      // decided ones that are kept; the oldest leaves
	maxHeld    = 8 << 20 // bytes of the file, which has to stay readable
)

var (
	// ErrTooMany says that so many changes wait that no more can be held.
	ErrTooMany = errors.New("too many changes are waiting")
	// ErrNoHeld says that no held change has the id.
	ErrNoHeld = errors.New("no such held change")
	// ErrDecided says that a held change was decided on before, the other way.
	ErrDecided = errors.New("already decided")
	// ErrHeldCall says that a held change is a call, which DecideWith accepts.
	ErrHeldCall = errors.New("a held call has to be made by its tool")
)

// A HeldState says what became of a held change.
type HeldState string

// The states of a held change.
const (
	StateHeld     HeldState = "held"
	StateAccepted HeldState = "accepted"
	StateRefused  HeldState = "refused"
)

// A Held is a change of a file that the user is asked about.
type Held struct {
	ID      string        `json:"id"`
	Time    time.Time     `json:"time"`
	File    string        `json:"file"`              // in the persona's folder
	Before  string        `json:"before"`            // the text as the persona saw it
	After   string        `json:"after"`             // the text as it would be
	Old     store.Version `json:"old"`               // of Before
	Append  string        `json:"append,omitempty"`  // not "": this is added at the end of File, whatever is in it
	Call    string        `json:"call,omitempty"`    // not "": accepting it calls Tool with these arguments (JSON); Before and After tell in words
	Tool    string        `json:"tool,omitempty"`    // that asked for it
	Message string        `json:"message,omitempty"` // of the conversation, in whose turn it was asked for
	State   HeldState     `json:"state"`
	Decided time.Time     `json:"decided,omitzero"`
}

// A Decision is the user's answer to a held change.
type Decision string

// The decisions.
const (
	Accept Decision = "accept"
	Refuse Decision = "refuse"
)

type heldList struct {
	Schema  int    `json:"schema"`
	Changes []Held `json:"changes"`
}

// Hold keeps a change for the user to decide on; ID, Time and State are
// filled in. It is on disk when Hold returns. It returns ErrTooMany,
// store.ErrBadName for a file that is no text of the persona's, or ErrNewer.
func (p *Persona) Hold(h Held) (Held, error) {
	if err := p.writable(); err != nil {
		return h, fmt.Errorf("hold change: %w", err)
	}
	if err := h.check(p.dir); err != nil {
		return h, fmt.Errorf("hold change: %w", err)
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	if h.Time.IsZero() {
		h.Time = time.Now()
	}
	h.Time = h.Time.Round(0)
	id, err := ulid.New(uint64(max(h.Time.UnixMilli(), 0)), rand.Reader)
	if err != nil {
		return h, fmt.Errorf("hold change: %w", err)
	}
	h.ID, h.State, h.Decided = id.String(), StateHeld, time.Time{}
	h.Before, h.After, h.Append = cleanText(h.Before), cleanText(h.After), cleanText(h.Append)
	err = p.changeHeld(func(list []Held) ([]Held, error) {
		waiting := 0
		for _, o := range list {
			if o.State == StateHeld {
				waiting++
			}
		}
		if waiting >= maxWaiting {
			return nil, ErrTooMany
		}
		return append(list, h), nil
	})
	if err != nil {
		return h, fmt.Errorf("hold change: %w", err)
	}
	return h, nil
}

// check says whether a change can be held. A call is made by its tool, which
// knows what it may write to.
func (h Held) check(d *store.Dir) error {
	if h.Call == "" {
		return holdable(d, h.File)
	}
	if IsSecret(h.File) {
		return ErrSecret
	}
	if h.File == "" || h.Tool == "" || !json.Valid([]byte(h.Call)) {
		return fmt.Errorf("call of %q about %q: %w", h.Tool, h.File, ErrBadEdit)
	}
	return nil
}

// holdable returns store.ErrBadName unless a name is that of a text in the
// persona's folder: records of the program are not changed by a yes.
func holdable(d *store.Dir, name string) error {
	if IsSecret(name) { // what is held is shown
		return fmt.Errorf("%w: %w", ErrSecret, store.ErrBadName)
	}
	if ext := path.Ext(name); ext != ".md" && ext != ".txt" {
		return fmt.Errorf("%q is no text: %w", name, store.ErrBadName)
	}
	if _, err := d.Version(name); errors.Is(err, store.ErrBadName) {
		return err
	}
	return nil
}

// HeldChanges returns the changes that wait and the last that were decided on,
// oldest first.
func (p *Persona) HeldChanges() ([]Held, error) {
	p.writing.Lock()
	defer p.writing.Unlock()
	list, _, err := p.readHeld()
	if err != nil {
		return nil, fmt.Errorf("read held changes: %w", err)
	}
	return list, nil
}

// Decide accepts or refuses a held change. Accepting writes the file and
// returns store.ErrConflict, the change left held, when the file is not what
// it was. To decide the same again does nothing; otherwise ErrDecided. An
// unknown id is ErrNoHeld, a call that would be accepted ErrHeldCall.
func (p *Persona) Decide(id string, d Decision) (Held, error) {
	return p.DecideWith(id, d, Acceptance{})
}

// An Acceptance is what accepting a change leaves to others, who must not use
// the persona.
type Acceptance struct {
	// Call makes a held call: the change stays held when that fails. A crash
	// right after it leaves the change held although the call was made. nil
	// returns ErrHeldCall.
	Call func(Held) error
	// Source returns the message that an accepted entry of the daily log
	// is derived from; nil stands for Held.Message.
	Source func(Held) string
	// Edited is what is written in place of Held.Append, or of Held.After where
	// that is "": the user's own wording. "" is as proposed.
	Edited string
}

// DecideWith is Decide where accepting is left to others, in part.
func (p *Persona) DecideWith(id string, d Decision, a Acceptance) (Held, error) {
	if err := p.writable(); err != nil {
		return Held{}, fmt.Errorf("decide on %s: %w", id, err)
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	list, _, err := p.readHeld()
	if err != nil {
		return Held{}, fmt.Errorf("decide on %s: %w", id, err)
	}
	i := slices.IndexFunc(list, func(h Held) bool { return h.ID == id })
	if i < 0 {
		return Held{}, fmt.Errorf("decide on %s: %w", id, ErrNoHeld)
	}
	h := list[i]
	state := StateRefused
	if d == Accept {
		state = StateAccepted
	}
	switch {
	case d != Accept && d != Refuse:
		return h, fmt.Errorf("decide on %s: no decision %q", id, d)
	case h.State == state:
		return h, nil
	case h.State != StateHeld:
		return h, fmt.Errorf("decide on %s: %w: %s", id, ErrDecided, h.State)
	}
	if d == Accept {
		if err := p.accept(h, a); err != nil {
			return h, fmt.Errorf("accept change of %s: %w", h.File, err)
		}
	}
	h.State, h.Decided = state, time.Now().Round(0)
	err = p.changeHeld(func(list []Held) ([]Held, error) {
		if i := slices.IndexFunc(list, func(o Held) bool { return o.ID == id }); i >= 0 {
			list[i] = h
		}
		return list, nil
	})
	if err != nil {
		return h, fmt.Errorf("decide on %s: %w", id, err)
	}
	return h, nil
}

// worded returns a change as the user would have it, and what an entry of the
// daily log is then derived from.
func (a Acceptance) worded(h Held) (as Held, source string) {
	switch {
	case a.Edited == "":
	case h.Append != "":
		h.Append = a.Edited
	default:
		h.After = cleanText(a.Edited)
	}
	if a.Source != nil {
		return h, a.Source(h)
	}
	return h, h.Message
}

// accept makes a change that the user has said yes to. One that is in the file
// already was made before a crash kept its state from being written.
func (p *Persona) accept(h Held, a Acceptance) error {
	if h.Call != "" && a.Call == nil {
		return ErrHeldCall
	}
	if h.Call != "" {
		return a.Call(h)
	}
	h, source := a.worded(h)
	if err := holdable(p.dir, h.File); err != nil {
		return err
	}
	c := store.Cause{Kind: store.CauseTool, Ref: h.Message, Note: "accepted: " + h.Tool}
	t, err := p.text(File(h.File))
	if err != nil {
		return err
	}
	if h.Append != "" {
		if strings.Contains(t.S, h.Append) || strings.Contains(DailyText(t.S), h.Append) {
			return nil
		}
		entry := h.Append
		if isDaily(h.File) {
			entry = withSource(entry, source)
		}
		return p.addEntry(File(h.File), entry, entryTime{time.Now(), c})
	}
	if t.S == h.After && (t.Version != "" || h.After == "") {
		return nil
	}
	if t.Version != h.Old {
		return store.ErrConflict
	}
	return p.replace(File(h.File), h.Old, h.After, c)
}

// changeHeld reads the list, changes it and writes it. p.writing is held.
func (p *Persona) changeHeld(change func([]Held) ([]Held, error)) error {
	list, version, err := p.readHeld()
	if err != nil {
		return err
	}
	list, err = change(list)
	if err != nil {
		return err
	}
	data, err := encodeHeld(list)
	if err != nil {
		return err
	}
	return p.dir.Replace(heldFile, version, data, store.Cause{Kind: store.CauseTool, Note: "held changes"})
}

// readHeld reads the list. A file that cannot be used is set aside and the
// list is empty; one of a newer version is ErrNewer. p.writing is held.
func (p *Persona) readHeld() ([]Held, store.Version, error) {
	text, err := p.dir.ReadText(heldFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	var list []Held
	if err == nil {
		list, err = decodeHeld([]byte(text.S))
		if err == nil || errors.Is(err, ErrNewer) {
			return list, text.Version, err
		}
		err = p.quarantine(heldFile, Damaged, err)
		return nil, "", err
	}
	if !errors.Is(err, store.ErrUnreadable) {
		return nil, "", err
	}
	err = p.quarantine(heldFile, Unreadable, err)
	return nil, "", err
}

func decodeHeld(data []byte) ([]Held, error) {
	var list heldList
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&list); err != nil {
		return nil, fmt.Errorf("parse %s: %w", heldFile, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("parse %s: text after the object", heldFile)
	}
	switch {
	case list.Schema > heldSchema:
		return nil, fmt.Errorf("%s has schema %d: %w", heldFile, list.Schema, ErrNewer)
	case list.Schema < 1:
		return nil, fmt.Errorf("parse %s: schema %d", heldFile, list.Schema)
	}
	for _, h := range list.Changes {
		if h.ID == "" || h.File == "" || h.State != StateHeld && h.State != StateAccepted && h.State != StateRefused {
			return nil, fmt.Errorf("parse %s: change %q of %q in state %q", heldFile, h.ID, h.File, h.State)
		}
	}
	return list.Changes, nil
}

// encodeHeld writes the list without the oldest decided ones, as many as have
// to go; ErrTooMany when what waits is too much by itself.
func encodeHeld(list []Held) ([]byte, error) {
	for keep := maxDecided; ; keep /= 2 {
		data, err := indented(heldList{heldSchema, withDecided(list, keep)})
		if err != nil || len(data) <= maxHeld {
			return data, err
		}
		if keep == 0 {
			return nil, ErrTooMany
		}
	}
}

// withDecided returns what waits and the last n that were decided on.
func withDecided(list []Held, n int) []Held {
	kept := make([]Held, 0, len(list))
	for _, h := range slices.Backward(list) {
		if h.State != StateHeld {
			if n == 0 {
				continue
			}
			n--
		}
		kept = append(kept, h)
	}
	slices.Reverse(kept)
	return kept
}
