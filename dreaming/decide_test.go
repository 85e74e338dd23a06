package dreaming

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/dreaming/record"
	"yumori/internal/store"
	"yumori/persona"
)

// TestDecideApplied puts other words in the place of what was applied, in a
// line, a paragraph and an object; undone, all is as before the night.
func TestDecideApplied(t *testing.T) {
	for _, kind := range []string{record.KindFact, record.KindQuestion, record.KindInsight, record.KindEpisode} {
		t.Run(kind, func(t *testing.T) {
			d := newTold(t)
			diary, err := record.Open(d.dir)
			if err != nil {
				t.Fatal(err)
			}
			c := changeOf(t, d.rec, kind, "")
			if c.Words() == "" || strings.ContainsAny(c.Words()[:1], "-{") || strings.Contains(c.Words(), "<!--") {
				t.Fatalf("words %q", c.Words())
			}
			const words = "Ken “changed” this; 直した。"
			r, err := diary.Decide(t.Context(), d.rec.ID, c.ID, record.Verdict{Decision: persona.Accept, Edited: words})
			if err != nil {
				t.Fatal(err)
			}
			got := r.Changes[indexOfChange(r, c.ID)]
			if got.State != record.StatusApplied || got.Words() != words {
				t.Errorf("%s: %q", got.State, got.Words())
			}
			if data := d.files()[c.File]; strings.Count(data, words) != 1 || strings.Contains(data, c.Words()) {
				t.Errorf("%s: %q", c.File, data)
			}
			if u := d.undoes(d.rec.ID, ""); len(u.Conflicts) > 0 {
				t.Errorf("conflicts: %+v", u.Conflicts)
			}
			if diff := unlike(d.before, d.files("dreams/")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func indexOfChange(r record.Record, id string) int {
	for i, c := range r.Changes {
		if c.ID == id {
			return i
		}
	}
	return -1
}

// TestDecideConflict writes nothing where somebody changed the item since, and
// shows what is there.
func TestDecideConflict(t *testing.T) {
	d := newTold(t)
	diary, err := record.Open(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	c := changeOf(t, d.rec, record.KindFact, "")
	was := d.files()[c.File]
	mine := strings.Replace(was, c.Words(), c.Words()+" and I said so", 1)
	if err := d.dir.Write(c.File, []byte(mine), store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	r, err := diary.Decide(t.Context(), d.rec.ID, c.ID, record.Verdict{Decision: persona.Accept, Edited: "other words"})
	if err != nil {
		t.Fatal(err)
	}
	got := r.Changes[indexOfChange(r, c.ID)]
	if got.State != record.StatusConflict || got.Now == nil || !strings.Contains(*got.Now, "and I said so") || d.files()[c.File] != mine {
		t.Errorf("%+v, file %q", got, d.files()[c.File])
	}
	u := d.undoes(d.rec.ID, c.ID)
	if len(u.Conflicts) != 1 || u.Conflicts[0].Now == nil || d.files()[c.File] != mine {
		t.Errorf("undo of what was changed: %+v", u)
	}
	if err := d.dir.Write(c.File, []byte(was), store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	if r, err = diary.Decide(t.Context(), d.rec.ID, c.ID, record.Verdict{Decision: persona.Accept, Edited: "other words"}); err != nil || r.Changes[indexOfChange(r, c.ID)].State != record.StatusApplied {
		t.Errorf("as it was again: %v, %+v", err, r.Changes[indexOfChange(r, c.ID)])
	}
}

// TestUndoOfMoved undoes a night whose insight a later night has moved to an
// archive: it is shown, and nothing is written.
func TestUndoOfMoved(t *testing.T) {
	d := newTold(t)
	c := changeOf(t, d.rec, record.KindInsight, "")
	data := d.files()[c.File]
	archive := fmt.Sprintf("memory/insights_archived_%d.json", d.rec.At.Year())
	cause := store.Cause{Kind: store.CauseDream, Ref: "later"}
	if err := d.dir.Write(archive, []byte(data), cause); err != nil {
		t.Fatal(err)
	}
	if err := d.dir.Write(c.File, []byte("[]\n"), cause); err != nil {
		t.Fatal(err)
	}
	u := d.undoes(d.rec.ID, "")
	if len(u.Conflicts) != 1 || u.Conflicts[0].ID != c.ID || u.Conflicts[0].Now == nil || strings.Join(strings.Fields(*u.Conflicts[0].Now), "") != strings.Join(strings.Fields(*c.After), "") {
		t.Errorf("conflicts: %+v", u.Conflicts)
	}
	if f := d.files(); f[archive] != data || f[c.File] != "[]\n" {
		t.Error("something was written")
	}
}

// TestMovedFacts gives the oldest facts of a full file to the archive of their
// year: no items, a small record, and undone byte for byte.
func TestMovedFacts(t *testing.T) {
	w := newWorld(t, "en")
	var b strings.Builder
	b.WriteString("# World\n\n")
	for i := range 700 {
		at := time.Date(2024, 1, 1+i%300, 12, 0, 0, 0, time.UTC)
		fmt.Fprintf(&b, "- @Ken: Ken walked round the lake number %d and counted %d herons on the way home <!-- id: w_%06d; src: old%d; time: %s; category: other; importance: 0.5 -->\n", i, i%17, i, i, at.Format(time.RFC3339))
	}
	w.write("bank/world.md", b.String())
	w.aDay()
	before := w.files("dreams/")
	w.at(20, 23)
	r := w.dreams(New(w.deps), Request{})
	if w.files()["bank/world_archived_2024.md"] == "" {
		t.Fatal("nothing was moved")
	}
	for _, c := range r.Changes {
		if strings.Contains(c.Title, "herons") || c.Title == "World" {
			t.Errorf("an item of what was only moved: %s", c.Title)
		}
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 120<<10 {
		t.Errorf("the record has %d bytes", len(data))
	}
	if u := w.undoes(r.ID, ""); len(u.Conflicts) > 0 {
		t.Errorf("conflicts: %+v", u.Conflicts)
	}
	if diff := unlike(before, w.files("dreams/")); diff != "" {
		t.Error(diff)
	}
}
