package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"yumori/internal/store"
	"yumori/persona"
)

// ErrNotOpen says that an item is not there to be decided on: it was before.
var ErrNotOpen = errors.New("already decided")

// A Verdict is a decision, with the text as its author would have it.
type Verdict struct {
	Decision persona.Decision
	Edited   string // accept: "" is as proposed
}

// Decide accepts or refuses an item that waits: a held change, which accepting
// writes to its file, or a candidate, which accepting writes on its page. An
// item that is applied can be refused, which is Undo, or accepted in other
// words, which take the place of what was applied. Where somebody has changed
// it since, nothing is written and the item is in conflict, with Change.Now.
// Else ErrNotOpen.
func (d *Diary) Decide(ctx context.Context, id, item string, v Verdict) (Record, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	r, err := d.Read(id)
	if err != nil {
		return r, err
	}
	i := slices.IndexFunc(r.Changes, func(c Change) bool { return c.ID == item })
	if i < 0 {
		return r, fmt.Errorf("decide on item %q of dream %s: %w", item, id, ErrNoItem)
	}
	c := &r.Changes[i]
	applied := c.State == StatusApplied || c.State == StatusConflict
	switch {
	case applied && v.Decision == persona.Refuse:
		u, err := d.undo(ctx, id, item)
		return u.Record, err
	case c.State == StatusApplied && v.Edited == "":
		return r, nil
	case applied && v.Edited != "":
		err = d.revise(&r, c, v.Edited)
	case c.State == StatusHeld:
		err = d.decideHeld(c, v)
	case c.State == StatusProposed && v.Decision == persona.Refuse:
		c.State = StatusRefused
	case c.State == StatusProposed:
		err = d.accept(&r, c, accepting{v.Edited, store.Cause{Kind: store.CauseUser, Ref: r.ID, Note: "candidate accepted"}, time.Now()})
	default:
		err = ErrNotOpen
	}
	if err != nil {
		return r, fmt.Errorf("decide on item %s of dream %s: %w", item, id, err)
	}
	r.settle()
	return r, d.save(r)
}

// Words returns what an item says, as a person would edit it: of an object the
// member that tells most, of a line or a paragraph its text without marks and
// comments. "" of one that is gone, or is no text.
func (c Change) Words() string {
	if c.After == nil {
		return ""
	}
	if name := c.telling(); name != "" {
		var text string
		_ = json.Unmarshal(c.members()[name], &text) // it was one in telling
		return text
	}
	if c.members() != nil || path.Ext(c.File) == ".json" && c.Kind != KindCandidate {
		return ""
	}
	head, text, _ := aroundWords(*c.After)
	return strings.TrimSpace((*c.After)[head : head+text])
}

// Member returns a text member of an item that is an object, "" if it has none.
func (c Change) Member(name string) string {
	var text string
	if raw, ok := c.members()[name]; ok && json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// members are those of an item that is an object; nil of another.
func (c Change) members() map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if c.After == nil || json.Unmarshal([]byte(*c.After), &m) != nil {
		return nil
	}
	return m
}

// telling returns the member of an object that tells most; "" if none does.
func (c Change) telling() string {
	m := c.members()
	for _, name := range []string{"goal", "topic", "insight", "summary", "text"} {
		var text string
		if raw, ok := m[name]; ok && json.Unmarshal(raw, &text) == nil && text != "" {
			return name
		}
	}
	return ""
}

// aroundWords returns where the words of a part of a text begin, how long they
// are, and what they end before: its comments, or line breaks.
func aroundWords(unit string) (head, n int, rest string) {
	body := unit
	if i := strings.Index(body, "<!--"); i >= 0 {
		body = body[:i]
	}
	trimmed := strings.TrimLeft(body, "-*# \t")
	head = len(body) - len(trimmed)
	n = len(strings.TrimRight(trimmed, " \t\r\n"))
	return head, n, unit[head+n:]
}

// reworded returns the item with other words in it.
func (c Change) reworded(words string) (string, error) {
	words = strings.TrimSpace(words)
	if name := c.telling(); name != "" {
		v, err := scanJSON([]byte(*c.After))
		if err != nil {
			return "", err
		}
		at, ok := memberAt(v, []string{name})
		if !ok {
			return "", ErrNotOpen // unreachable: telling found it
		}
		coded, err := json.Marshal(words)
		if err != nil {
			return "", err
		}
		return string(replaced([]byte(*c.After), at, string(coded))), nil
	}
	if c.Words() == "" {
		return "", ErrNotOpen
	}
	head, _, rest := aroundWords(*c.After)
	if strings.HasPrefix(*c.After, "- ") { // one line, whatever was typed
		words = strings.Join(strings.Fields(words), " ")
	}
	return (*c.After)[:head] + words + rest, nil
}

// revise puts other words in the place of what was applied. What was before
// the dream stays what an undo goes back to.
func (d *Diary) revise(r *Record, c *Change, words string) error {
	after, err := c.reworded(words)
	if err != nil {
		return err
	}
	u := undoing{dir: d.dir, rec: r, data: map[string][]byte{}, was: map[string][]byte{}}
	data, err := u.file(c.at())
	if err != nil {
		return err
	}
	out, err := c.exchange(data, after)
	if errors.Is(err, errNeither) {
		c.State, c.Now = StatusConflict, c.present(data)
		return nil
	}
	if err != nil {
		return err
	}
	u.data[c.at()] = out
	if err := u.commit(store.Cause{Kind: store.CauseUser, Ref: r.ID, Note: "dream edited"}); err != nil {
		return err
	}
	c.State, c.Now, c.After, c.Title = StatusApplied, nil, &after, OneLine(strings.TrimLeft(words, "-*#> \t\r\n"))
	return nil
}

// exchange returns a file with another version of an item in the place of the
// one that was applied; errNeither if that is not there.
func (c Change) exchange(data []byte, after string) ([]byte, error) {
	if path.Ext(c.File) == ".json" && c.Key != "" {
		v, err := scanJSON(data)
		if err != nil {
			return nil, errNeither
		}
		l, ok := c.leafIn(leaves(data, v, ""))
		if !ok || !c.same(l.at.raw(data), *c.After) {
			return nil, errNeither
		}
		return replaced(data, l.at, after), nil
	}
	if c.Kind == KindHeld {
		return c.exchangeLine(data, &after)
	}
	list := units(data)
	at := indexOf(list, c.After, c.Place)
	if at < 0 {
		return nil, errNeither
	}
	tail := list[at][len(strings.TrimRight(string(list[at]), "\r\n")):]
	return glued(list[:at], [][]byte{[]byte(strings.TrimRight(after, "\r\n")), tail}, list[at+1:]), nil
}

// decideHeld passes a decision on a change of the persona's own texts.
func (d *Diary) decideHeld(c *Change, v Verdict) error {
	p, err := persona.Open(d.dir)
	if err != nil {
		return err
	}
	a := persona.Acceptance{Call: func(persona.Held) error { return persona.ErrHeldCall }}
	if v.Decision == persona.Accept && v.Edited != "" {
		list, err := p.HeldChanges()
		if err != nil {
			return err
		}
		at := slices.IndexFunc(list, func(h persona.Held) bool { return h.ID == c.Held })
		if at < 0 {
			return persona.ErrNoHeld
		}
		h := list[at]
		a.Edited = v.Edited // an older version held whole texts
		if c.File != heldFile {
			line, err := c.reworded(v.Edited)
			if err != nil {
				return err
			}
			a.Edited = line + "\n"
			if h.Append == "" {
				a.Edited = strings.Replace(h.After, *c.After, line, 1)
			}
			defer func() {
				if c.State == StatusApplied {
					c.After = &line
				}
			}()
		}
	}
	if _, err := p.DecideWith(c.Held, v.Decision, a); err != nil {
		return err
	}
	c.State = StatusRefused
	if v.Decision == persona.Accept {
		c.State = StatusApplied
	}
	return nil
}
