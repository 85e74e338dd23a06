package dreaming

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
)

// jst is where the tests live.
var jst = time.FixedZone("", 9*3600)

// A world is a persona with a conversation, for one test.
type world struct {
	t        testing.TB
	home     string
	dir      *store.Dir
	log      *transcript.Log
	now      time.Time
	deps     Deps
	progress func(Progress)
	close    func() error
}

// newWorld makes a persona that has said nothing yet.
func newWorld(t testing.TB, language string) *world {
	t.Helper()
	w := newWorldAt(t, t.TempDir(), language)
	t.Cleanup(func() {
		if err := w.close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// newWorldAt is newWorld in a home that the caller closes.
func newWorldAt(t testing.TB, home, language string) *world {
	t.Helper()
	w := &world{t: t, home: home, now: time.Date(2026, 11, 20, 20, 0, 0, 0, jst)}
	h, err := store.Open(w.home, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = persona.Create(h, persona.Profile{Name: "Luna", Language: language, UserName: "Ken"}, persona.Sample{"SOUL.md": "# Luna\n\nWarm.\n"})
	if err != nil {
		t.Fatal(err)
	}
	w.enter(h, language)
	return w
}

// open opens a home that newWorldAt made; the caller closes it.
func (w *world) open() {
	w.t.Helper()
	h, err := store.Open(w.home, store.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	w.enter(h, "en")
}

func (w *world) enter(h *store.Home, language string) {
	w.t.Helper()
	w.close = h.Close
	var err error
	if w.dir, err = h.Persona("luna"); err != nil {
		w.t.Fatal(err)
	}
	if w.log, err = transcript.Open(w.dir, transcript.Options{Now: w.clock}); err != nil {
		w.t.Fatal(err)
	}
	w.deps = Deps{Dir: w.dir, Log: w.log, Now: w.clock, Language: language, Persona: "Luna", User: "Ken"}
}

func (w *world) clock() time.Time { return w.now }

// says writes an exchange and returns the ids of both messages.
func (w *world) says(user, reply string) (transcript.ID, transcript.ID) {
	w.t.Helper()
	w.now = w.now.Add(time.Minute)
	u, err := w.log.Append(transcript.Message{Parent: w.log.Head(), Role: transcript.RoleUser, Text: user, Time: w.now})
	if err != nil {
		w.t.Fatal(err)
	}
	w.now = w.now.Add(time.Minute)
	p, err := w.log.Append(transcript.Message{Parent: u.ID, Role: transcript.RolePersona, Text: reply, Time: w.now})
	if err != nil {
		w.t.Fatal(err)
	}
	return u.ID, p.ID
}

// at sets the clock.
func (w *world) at(day, hour int) {
	w.now = time.Date(2026, 11, day, hour, 0, 0, 0, jst)
}

// aDay is an evening's talk.
func (w *world) aDay() {
	w.says("I finally finished the greenhouse behind the house today. Mika helped me carry the glass.", "That is wonderful. You have worked on it since spring.")
	w.says("Yes. My sister Mika says I should grow tomatoes first, but I am not sure whether they get enough light.", "How many hours of sun does the corner get?")
	w.says("I do not know yet. I want to measure it next week.", "Tell me when you have.")
	w.says("I was afraid the frost would come before it was done. I cried a little when the last pane was in.", "I am glad with you. It meant a lot.")
	w.says("Next month I start the evening course in pottery, on Tuesdays at the old mill.", "Pottery suits you.")
}

// dreams dreams and fails the test if it cannot.
func (w *world) dreams(p *Pipeline, req Request) record.Record {
	w.t.Helper()
	r, err := p.Dream(w.t.Context(), req)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, s := range r.Stages {
		if s.State == record.StatusFailed {
			w.t.Fatalf("stage %s failed: %v", s.Name, s.Problems)
		}
	}
	return r
}

// files returns every file of the persona but the conversation and what is
// derived or kept of old.
func (w *world) files(except ...string) map[string]string {
	w.t.Helper()
	out := map[string]string{}
	w.collect(".", out)
	for name := range out {
		for _, e := range except {
			if strings.HasPrefix(name, e) {
				delete(out, name)
			}
		}
	}
	return out
}

func (w *world) collect(dir string, out map[string]string) {
	entries, err := w.dir.List(dir)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range entries {
		name := filepath.ToSlash(filepath.Join(dir, e.Name))
		if e.IsDir {
			w.collect(name, out)
			continue
		}
		data, err := w.dir.Read(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			w.t.Fatal(err)
		}
		out[name] = string(data)
	}
}

// unlike says where two sets of files differ.
func unlike(a, b map[string]string) string {
	for name, x := range a {
		if y, ok := b[name]; !ok {
			return name + " is missing"
		} else if x != y {
			return fmt.Sprintf("%s differs: %s", name, firstUnlike(x, y))
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			return name + " is new"
		}
	}
	return ""
}

// firstUnlike returns the first lines in which two texts differ.
func firstUnlike(x, y string) string {
	a, b := strings.Split(x, "\n"), strings.Split(y, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d:\n%.300s\n%.300s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d and %d lines", len(a), len(b))
}

// thinks has a dream think what it is told, and dreams it.
func (w *world) thinks(p *Pipeline, req Request, r rules.Reflection, q rules.Resolution, l rules.Extraction) record.Record {
	w.t.Helper()
	n, err := p.begin(w.t.Context(), p.filled(req))
	if err != nil {
		w.t.Fatal(err)
	}
	for i := range n.rec.Stages {
		s := &n.rec.Stages[i]
		var v any
		switch s.Name {
		case record.StageReflect:
			v = r
		case record.StageQuestions:
			v = q
		case record.StageEntities:
			v = learning{Extraction: l}
		default:
			continue
		}
		if s.Thought, err = json.Marshal(v); err != nil {
			w.t.Fatal(err)
		}
	}
	rec, err := n.dream(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return rec
}

// changeOf returns the change of a kind whose title begins with a text.
func changeOf(t *testing.T, r record.Record, kind, title string) record.Change {
	t.Helper()
	for _, c := range r.Changes {
		if c.Kind == kind && strings.HasPrefix(c.Title, title) {
			return c
		}
	}
	var list []string
	for _, c := range r.Changes {
		list = append(list, c.Kind+" "+c.Title)
	}
	t.Fatalf("no %s %q among %q", kind, title, list)
	return record.Change{}
}
