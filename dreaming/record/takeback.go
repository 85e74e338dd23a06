package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"path"
	"regexp"
	"slices"
	"strings"

	"yumori/persona"
)

// errNeither says that an item is neither as the dream made it nor as it was
// before.
var errNeither = errors.New("somebody changed it since")

// takeBack returns a file without a change: the item is as before it. nil is
// no file. It is errNeither when the item is neither as before nor as after;
// one that is as before already is no error.
func (c Change) takeBack(data []byte) ([]byte, error) {
	if c.Before == nil && c.After == nil { // a user or a bad disk left it so
		return data, nil
	}
	if c.at() == heldFile && c.File != heldFile {
		return c.unheld(data)
	}
	if c.Kind == KindHeld && c.File != heldFile {
		return c.exchangeLine(data, c.Before)
	}
	if data == nil {
		return nil, c.lacking()
	}
	if path.Ext(c.File) == ".json" && c.Key != "" {
		v, err := scanJSON(data)
		if err != nil {
			return nil, errNeither
		}
		return c.takeBackJSON(data, leaves(data, v, ""), v)
	}
	out, err := c.takeBackText(data)
	if err == nil && path.Ext(c.File) == ".json" && json.Valid(data) && !json.Valid(out) {
		return nil, errNeither // it was no JSON before, and is now
	}
	return out, err
}

// lacking is why a change cannot be taken back in a file that is not there; nil: it
// made the file, and it is gone already.
func (c Change) lacking() error {
	if c.Before == nil {
		return nil
	}
	return errNeither
}

// exchangeLine returns a text with another line in the place of the one that a
// held change put there; nil takes it out, with the empty line before it if it
// stood alone. A line that is gone is no error unless another was to come back
// in its place, or it is there in other words.
func (c Change) exchangeLine(data []byte, line *string) ([]byte, error) {
	list := bytes.SplitAfter(data, []byte("\n"))
	find := func(want *string) int {
		return slices.IndexFunc(list, func(l []byte) bool { return want != nil && string(bytes.TrimRight(l, "\r\n")) == *want })
	}
	at := find(c.After)
	switch {
	case at < 0 && line != nil && find(line) >= 0:
		return data, nil
	case at < 0 && (line != nil || slices.ContainsFunc(list, func(l []byte) bool { return similarity(*c.After, string(l)) > 0.5 })):
		return nil, errNeither
	case at < 0:
		return data, nil
	case line != nil:
		end := list[at][len(bytes.TrimRight(list[at], "\r\n")):]
		return glued(list[:at], [][]byte{[]byte(*line), end}, list[at+1:]), nil
	}
	from := at
	blank := func(i int) bool { return i >= len(list) || len(bytes.TrimSpace(list[i])) == 0 }
	if at > 0 && blank(at-1) && blank(at+1) {
		from--
	}
	return glued(list[:from], list[at+1:]), nil
}

// unheld takes what waits for the user out of the list of what waits.
func (c Change) unheld(data []byte) ([]byte, error) {
	v, err := scanJSON(data)
	if err != nil {
		return data, nil // its own reader tells of it
	}
	for _, l := range leaves(data, v, "") {
		if l.in && l.key == c.Held && persona.HeldState(l.at.text(data, "state")) == persona.StateHeld {
			return takenOut(data, l), nil
		}
	}
	return data, nil
}

func (c Change) takeBackJSON(data []byte, list []leaf, root value) ([]byte, error) {
	l, found := c.leafIn(list)
	if !found {
		switch {
		case c.Before == nil:
			return data, nil // gone already
		case c.After == nil:
			return c.putBack(data, root)
		}
		return nil, errNeither
	}
	is := l.at.raw(data)
	if c.Before != nil && l.path == c.Was && c.same(is, *c.Before) {
		return data, nil // back already
	}
	if c.After == nil || !c.same(is, *c.After) {
		return nil, errNeither
	}
	return c.revert(data, l, root)
}

// revert takes back an item that is as after the change.
func (c Change) revert(data []byte, l leaf, root value) ([]byte, error) {
	switch {
	case c.Before == nil && l.in:
		return takenOut(data, l), nil
	case c.Before == nil:
		return dropped(data, root, l.path), nil
	case c.Was == l.path || !l.in:
		return replaced(data, l.at, *c.Before), nil
	}
	out := takenOut(data, l)
	v, err := scanJSON(out)
	if err != nil {
		return nil, errNeither // unreachable: an element was taken out of a list
	}
	return c.putBack(out, v)
}

// putBack puts what was there before at the end of the list it was in.
func (c Change) putBack(data []byte, root value) ([]byte, error) {
	list := root
	if c.Was != "" {
		var ok bool
		if list, ok = memberAt(root, strings.Split(c.Was, ".")); !ok {
			return nil, errNeither
		}
	}
	if !list.array {
		return nil, errNeither
	}
	return putIn(data, list, *c.Before), nil
}

// leafIn finds the item in a file, in the list it was put into if it is there.
func (c Change) leafIn(list []leaf) (leaf, bool) {
	var found leaf
	ok := false
	for _, l := range list {
		if l.key != c.Key {
			continue
		}
		if l.path == c.Place {
			return l, true
		}
		if !ok {
			found, ok = l, true
		}
	}
	return found, ok
}

// passing are members that change by themselves after a dream, in a talk or in
// the next dream: they do not make an item another one.
func passing(kind string) []string {
	switch kind {
	case KindEpisode:
		return []string{"arousal", "arousal_avg", "arousal_max"}
	case KindQuestion:
		return []string{"priority", "asked_at", "raised_at", "source_date", "due", "afterwards"}
	}
	return nil
}

// same reports whether two versions of the item say the same.
func (c Change) same(a, b string) bool {
	if sameJSON(a, b) {
		return true
	}
	var x, y map[string]json.RawMessage
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	for _, name := range passing(c.Kind) {
		delete(x, name)
		delete(y, name)
	}
	if len(x) != len(y) || len(passing(c.Kind)) == 0 {
		return false
	}
	for name, v := range x {
		if w, ok := y[name]; !ok || !sameJSON(string(v), string(w)) {
			return false
		}
	}
	return true
}

// dropped takes a member out of the object it is in.
func dropped(data []byte, root value, at string) []byte {
	names := strings.Split(at, ".")
	parent, ok := memberAt(root, names[:len(names)-1])
	if !ok {
		return data
	}
	for i, m := range parent.members {
		if m.name != names[len(names)-1] {
			continue
		}
		from, to := m.start, m.value.end
		switch {
		case len(parent.members) == 1:
			from, to = parent.start+1, parent.end-1
		case i+1 < len(parent.members):
			to = parent.members[i+1].start
		default:
			from = parent.members[i-1].value.end
		}
		return append(append([]byte{}, data[:from]...), data[to:]...)
	}
	return data
}

func (c Change) takeBackText(data []byte) ([]byte, error) {
	list := units(data)
	at := indexOf(list, c.After, c.Place)
	switch {
	case at >= 0 && c.Before == nil:
		return glued(list[:at], list[at+1:]), nil
	case at >= 0:
		was := []byte(strings.TrimRight(*c.Before, "\r\n"))
		was = append(was, list[at][len(bytes.TrimRight(list[at], "\r\n")):]...)
		return glued(list[:at], [][]byte{was}, list[at+1:]), nil
	case c.Before == nil && c.rewritten(list):
		return nil, errNeither
	case c.Before == nil: // gone already
		return data, nil
	case indexOf(list, c.Before, c.Was) >= 0: // back already
		return data, nil
	case c.After != nil:
		return nil, errNeither
	}
	return c.insert(list)
}

// rewritten reports whether a part that is gone is there in other words: under
// its id, or where parts have none, in words that are much the same.
func (c Change) rewritten(list [][]byte) bool {
	id := idOf(*c.After)
	for _, u := range list {
		if id != "" && idOf(string(u)) == id || id == "" && !heading(u) && similarity(*c.After, string(u)) > 0.5 {
			return true
		}
	}
	return false
}

// idOf returns the id that a part of a text has in its comment; "" if none.
func idOf(unit string) string {
	for _, c := range comment.FindAllString(unit, -1) {
		if m := partID.FindStringSubmatch(c); m != nil {
			return m[1]
		}
	}
	return ""
}

var partID = regexp.MustCompile(`\bid: ([^\s;>]+)`)

// insert puts a part of a text that was taken out behind the line it stood
// behind.
func (c Change) insert(list [][]byte) ([]byte, error) {
	after := -1
	for i, u := range list {
		if c.Was != "" && firstLine(u) == c.Was {
			after = i
		}
	}
	if after < 0 && c.Was != "" {
		return nil, errNeither
	}
	was := []byte(*c.Before)
	if len(list) > after+1 && !bytes.HasSuffix(was, []byte("\n")) {
		was = append(was, '\n')
	}
	head := glued(list[:after+1])
	if len(head) > 0 && !bytes.HasSuffix(head, []byte("\n")) {
		head = append(head, '\n')
	}
	return glued([][]byte{head, was}, list[after+1:]), nil
}

// indexOf returns where a unit is, -1 if nowhere: of several that which stands
// where it should.
func indexOf(list [][]byte, unit *string, place string) int {
	if unit == nil {
		return -1
	}
	found := -1
	places := placesOf(list)
	for i, u := range list {
		if !sameUnit(u, []byte(*unit)) {
			continue
		}
		if found < 0 || places[i] == place && places[found] != place {
			found = i
		}
	}
	return found
}

func glued(lists ...[][]byte) []byte {
	out := []byte{}
	for _, l := range lists {
		out = append(out, bytes.Join(l, nil)...)
	}
	return out
}
