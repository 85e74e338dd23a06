package store

import (
	"errors"
	"strings"
	"testing"
)

// TestPage changes a file by what is made of it, while nobody and while somebody
// else writes.
func TestPage(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	made := 0
	p := PageOf(d, "a.txt", func(text []byte) []string {
		made++
		return strings.Fields(string(text))
	})
	must(t, p.Refresh())
	if list := p.Made(); len(list) > 0 || made != 1 {
		t.Fatalf("of a file that is not there: %q, made %d times", list, made)
	}
	edit(t, d, "a.txt", "one")
	disturb := true
	add := func(list []string) ([]byte, []Flaw, error) {
		if disturb {
			disturb = false
			edit(t, d, "a.txt", "one two")
		}
		return []byte(strings.Join(append(list, "three"), " ")), nil, nil
	}
	must(t, p.Change(byUser, add))
	wantFile(t, d, "a.txt", "one two three")
	was := made
	must(t, p.Refresh())
	if list := p.Made(); len(list) != 3 || len(p.Made()) != 3 || made != was+1 || string(p.Text()) != "one two three" {
		t.Errorf("%q of %q, made %d times", list, p.Text(), made-was)
	}
	must(t, p.Change(byUser, func([]string) ([]byte, []Flaw, error) { return nil, nil, ErrUnchanged }))
	odd := errors.New("odd")
	wantErr(t, p.Change(byUser, func([]string) ([]byte, []Flaw, error) { return nil, nil, odd }), odd)
	wantFile(t, d, "a.txt", "one two three")
	if p.Keep([]string{"kept"}); p.Take()[0] != "kept" || p.Made()[0] != "one" {
		t.Error("what was given back, or taken, is not so")
	}
}
