package dreaming

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/goals"
	"yumori/internal/llm"
	"yumori/internal/store"
)

// Random parts of files: ids that the stores make up, and times of the running
// clock.
var (
	madeUp  = regexp.MustCompile(`\b(?:sh|lo|qu|em|fa|it)_[a-z0-9]{6,}\b|\bf-[a-z0-9]{6,}\b`)
	running = regexp.MustCompile(`"(?:started|took_ms)": [^,\n]*,?`)
	version = regexp.MustCompile(`"(?:before|after)": "[0-9a-f]{64}",?`)
)

// plain makes files comparable: made-up ids are numbered as they appear, and
// times of the running clock are gone.
func plain(files map[string]string) map[string]string {
	ids := map[string]string{}
	out := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text := running.ReplaceAllString(files[name], "")
		text = version.ReplaceAllString(text, "")
		out[name] = madeUp.ReplaceAllStringFunc(text, func(id string) string {
			if ids[id] == "" {
				ids[id] = fmt.Sprintf("id%d", len(ids)+1)
			}
			return ids[id]
		})
	}
	return out
}

// TestBrokenOffAnywhere ends a dream before each of its stages, and at each of
// its writes, and goes on with it: the result is that of an undisturbed one.
func TestBrokenOffAnywhere(t *testing.T) {
	t.Parallel()
	dreamt := func(breaks func(w *world, n int, cancel context.CancelFunc), n int) (map[string]string, bool) {
		w := newWorld(t, "en")
		w.aDay()
		w.at(21, 3)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if breaks != nil {
			breaks(w, n, cancel)
		}
		_, err := New(w.deps).Dream(ctx, Request{Progress: w.progress})
		broken := err != nil
		w.deps.Alone, w.progress = nil, nil
		if broken {
			d, oerr := record.Open(w.dir)
			if oerr != nil {
				t.Fatal(oerr)
			}
			if _, err := New(w.deps).Resume(t.Context(), nil); errors.Is(err, ErrNothing) {
				w.dreams(New(w.deps), Request{}) // it was broken off before anything was done
			} else if err != nil {
				t.Fatal(err)
			}
			if list, err := d.List(); err != nil || len(list) != 1 || list[0].State != record.StatusApplied {
				t.Fatalf("after going on: %+v, %v", list, err)
			}
		}
		files := w.files("log")
		return byWhen(files), broken
	}
	want, _ := dreamt(nil, 0)
	atStage := func(w *world, n int, cancel context.CancelFunc) {
		w.progress = func(p Progress) {
			if p.Done == n {
				cancel()
			}
		}
	}
	atWrite := func(w *world, n int, _ context.CancelFunc) {
		calls := 0
		w.deps.Alone = func(f func() error) error {
			if calls++; calls > n {
				return errors.New("the disk is gone")
			}
			return f()
		}
	}
	for name, breaks := range map[string]func(*world, int, context.CancelFunc){"stage": atStage, "write": atWrite} {
		for n := range len(record.Stages()) {
			got, broken := dreamt(breaks, n)
			if diff := unlike(want, got); diff != "" {
				t.Errorf("broken off at %s %d (%v): %s", name, n, broken, diff)
			}
		}
	}
}

// byWhen is plain, with the ids of messages, which hold the time of the test,
// numbered too.
func byWhen(files map[string]string) map[string]string {
	return plain(mapped(files, regexp.MustCompile(`\b01[0-9A-HJKMNP-TV-Z]{24}\b`)))
}

func mapped(files map[string]string, form *regexp.Regexp) map[string]string {
	var all []string
	for _, text := range files {
		all = append(all, form.FindAllString(text, -1)...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	out := map[string]string{}
	hash := regexp.MustCompile(`"hash": "[0-9a-f]*",?`)
	for name, text := range files {
		text = hash.ReplaceAllString(text, "")
		out[name] = form.ReplaceAllStringFunc(text, func(id string) string { return fmt.Sprintf("m%d", slices.Index(all, id)) })
	}
	return out
}

// halfway makes a dream that was killed while a stage was written: the record
// says so, and of its files the first written are there.
func halfway(t *testing.T, written int) (d told, whole map[string]string) {
	t.Helper()
	d = newTold(t)
	whole = d.files("log", "dreams/")
	r := d.rec
	r.State = record.StatusRunning
	last := record.StageQuestions
	after := false
	for i := range r.Stages {
		s := &r.Stages[i]
		if s.Name == last {
			s.State, after = record.StatusProposed, true
			s.Thought, _ = json.Marshal(rules.Resolution{})
			continue
		}
		if after {
			s.State, s.Cursor, s.Problems = "", nil, nil
		}
	}
	keep := func(s record.Stage) bool {
		return slices.Index(record.Stages(), s) <= slices.Index(record.Stages(), last)
	}
	var files []record.FileChange
	n := 0
	for _, f := range slices.Backward(r.Files) {
		if f.Stage == last {
			if n++; n <= written {
				continue
			}
		}
		if keep(f.Stage) && f.Stage != last {
			continue
		}
		data, err := d.dir.Read(f.Name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		back, err := f.Backward(data)
		if err != nil {
			t.Fatal(err)
		}
		if back == nil {
			err = d.dir.Remove(f.Name, store.Cause{})
		} else {
			err = d.dir.Write(f.Name, back, store.Cause{})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range r.Files {
		if keep(f.Stage) {
			files = append(files, f)
		}
	}
	r.Files = files
	r.Changes = slices.DeleteFunc(slices.Clone(r.Changes), func(c record.Change) bool { return !keep(c.Stage) })
	diary, err := record.Open(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := diary.Save(r); err != nil {
		t.Fatal(err)
	}
	return d, whole
}

// TestGoOnHalfway goes on with a stage of which some files were written.
func TestGoOnHalfway(t *testing.T) {
	t.Parallel()
	for written := range 3 {
		d, whole := halfway(t, written)
		r, err := New(d.deps).Resume(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if s := r.Stage(record.StageQuestions); s.State != record.StatusApplied {
			t.Errorf("%d written: %s", written, s.State)
		}
		got := d.files("log", "dreams/")
		for _, name := range []string{"memory/internal_state.json", "entity_memory/Mika.md"} {
			if got[name] == "" || name != "memory/internal_state.json" && got[name] != whole[name] {
				t.Errorf("%d written: %s is %q", written, name, got[name])
			}
		}
	}
}

// TestGoOnAfterAnEdit goes on with a stage one of whose files was edited while
// the program was not running: the edit stays, and nothing is doubled.
func TestGoOnAfterAnEdit(t *testing.T) {
	t.Parallel()
	for written := range 3 {
		d, _ := halfway(t, written)
		book, err := goals.Open(d.dir, goals.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := book.Add(goals.Plan{Goal: "added by hand"}, store.Cause{Kind: store.CauseOutside}); err != nil {
			t.Fatal(err)
		}
		page, _ := d.dir.Read("memory/internal_state.json")
		edited := strings.Replace(string(page), `"drives"`, `"mine": 1, "drives"`, 1)
		if err := d.dir.Write("memory/internal_state.json", []byte(edited), store.Cause{Kind: store.CauseOutside}); err != nil {
			t.Fatal(err)
		}
		r, err := New(d.deps).Resume(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.State == record.StatusRunning {
			t.Errorf("%d written: still running", written)
		}
		got := d.files("log", "dreams/")
		if !strings.Contains(got["memory/internal_state.json"], `"mine"`) || !strings.Contains(got["goals.json"], "added by hand") {
			t.Errorf("%d written: the edit is gone", written)
		}
		if n := strings.Count(got["entity_memory/Mika.md"], "Mika is Ken's sister."); n > 1 {
			t.Errorf("%d written: the page says it %d times", written, n)
		}
	}
}

// TestAnswersArePaidOnce breaks a dream off after the model has answered: it
// is not asked again.
func TestAnswersArePaidOnce(t *testing.T) {
	w := newWorld(t, "en")
	w.aDay()
	w.at(21, 3)
	asked := 0
	w.deps.Model = counting{&asked}
	w.deps.Alone = func(f func() error) error {
		if asked > 0 {
			return errors.New("the disk is gone")
		}
		return f()
	}
	r, err := New(w.deps).Dream(t.Context(), Request{})
	if err == nil || asked != 1 || r.Usage.Calls != 1 {
		t.Fatalf("asked %d times, %d on the bill: %v", asked, r.Usage.Calls, err)
	}
	w.deps.Alone = nil
	r, err = New(w.deps).Resume(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Stage(record.StageReflect); s.Calls != 1 || len(s.Answers) != 1 {
		t.Errorf("looking back took %d calls", s.Calls)
	}
	if r.Usage.Calls != asked || asked > nightCalls {
		t.Errorf("asked %d times, %d on the bill", asked, r.Usage.Calls)
	}
}

// counting is a model that declines, and counts.
type counting struct{ asked *int }

func (counting) Info() llm.Info {
	return llm.Info{Provider: "test", Name: "counting", Window: llm.Window{Tokens: 32_000}}
}

func (c counting) Generate(context.Context, llm.Request, func(string)) (llm.Response, error) {
	*c.asked++
	return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: "I would rather not."}, Usage: llm.Usage{Calls: 1, Prompt: 100, Answer: 5}}, nil
}
