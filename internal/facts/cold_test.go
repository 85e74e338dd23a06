package facts

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/store/storetest"
)

// holdsNothing fails unless the texts of the facts are on the disk only.
func (b *bench) holdsNothing(t *testing.T) {
	t.Helper()
	for _, f := range b.files.list {
		if f.cold == nil || f.cold.page != nil || len(f.doc.pieces) > 0 {
			t.Errorf("%s is in memory", f.name)
		}
		for e := range f.all() {
			if e.body != nil || e.piece != nil {
				t.Errorf("%s is in memory: %+v", f.name, e.body)
			}
		}
	}
}

// putOld writes a file whose stamp is always the same, as long as its size is.
func (b *bench) putOld(t *testing.T, name, text string) {
	t.Helper()
	b.PutFile(t, name, text)
	old := at().AddDate(-1, 0, 0)
	if err := os.Chtimes(b.FilePath(name), old, old); err != nil {
		t.Fatal(err)
	}
}

// A twin is two banks with the same facts: one has them at rest and most in
// archives, the other has them in memory when it is asked, all of a type in one
// file.
type twin struct {
	cold, warm *bench
	ids        []string
}

func newTwin(t *testing.T, eol string) *twin {
	t.Helper()
	w := &twin{cold: newBench(t), warm: newBench(t)}
	for _, main := range []string{worldFile, experienceFile, opinionsFile} {
		all, last := "## All"+eol+eol, "## All"+eol+eol // nothing moves that stands under a heading
		for year := 2022; year <= 2025; year++ {
			text := w.year(main, year, eol)
			all += text
			w.cold.putOld(t, archiveOf(main, year), "\uFEFF# Old"+eol+eol+text)
		}
		text := w.year(main, 2026, eol)
		w.warm.PutFile(t, main, all+text)
		w.cold.PutFile(t, main, last+text)
	}
	w.cold.reopen(t)
	w.warm.reopen(t)
	return w
}

// year is what a file says of a year, with what people and withdrawals leave.
func (w *twin) year(main string, year int, eol string) string {
	var b strings.Builder
	letter := letterOf(typeIn(main))
	for n := range 12 {
		id := fmt.Sprintf("%s_%d_%d", strings.ToLower(letter), year, n)
		w.ids = append(w.ids, id)
		sure := ""
		if letter == "O" {
			sure = "O(c=0.55) "
		}
		when := time.Date(year, time.Month(n+1), 3, 12, 0, 0, 0, time.UTC).Format(time.RFC3339)
		text := fmt.Sprintf("@P%d: %slikes %s thing %d of %d, 京都の%d番目の店.", n%4, sure, letter, n, year, n)
		if sure != "" {
			text = fmt.Sprintf("%s@P%d: finds %s thing %d of %d good.", sure, n%4, letter, n, year)
		}
		fields := fmt.Sprintf("id: %s; src: m%d, m%d_%d; time: %s", id, n%5, year, n, when)
		switch {
		case n == 3:
			fmt.Fprintf(&b, "<!-- withdrawn: m%d_%d; id: %s; time: %s%s- %s%s-->%s", year, n, id, when, eol, text, eol, eol)
		case n == 4 && letter == "W":
			fmt.Fprintf(&b, "- @Alex%d: The user is called Alex%d. <!-- %s; category: fact; importance: %v -->%s", year, year, fields, mattersName, eol)
		case n == 5:
			fmt.Fprintf(&b, "- %s by hand in %d,%s  on two lines%s%s> a remark%s", text, year, eol, eol, eol, eol)
		case letter == "O":
			fmt.Fprintf(&b, "- %s <!-- %s; base: 0.5 -->%s", text, fields, eol)
			fmt.Fprintf(&b, "  - for: m%d — so it was <!-- time: %s -->%s", n%5, when, eol)
		default:
			fmt.Fprintf(&b, "- %s <!-- %s; category: preference; color: red -->%s", text, fields, eol)
		}
	}
	return b.String() + eol
}

// both asks both banks, and fails if they do not answer the same.
func both[T any](t *testing.T, w *twin, what string, ask func(*Bank) (T, error)) T {
	t.Helper()
	if _, err := w.warm.Revision(); err != nil {
		t.Fatal(err)
	}
	for _, f := range w.warm.files.list {
		if err := f.thaw(w.warm.files.dir); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ask(w.cold.Bank)
	want, wantErr := ask(w.warm.Bank)
	if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
		t.Fatalf("%s: error %v, want %v", what, err, wantErr)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: %+v\nwant %+v", what, got, want)
	}
	w.cold.holdsNothing(t)
	return got
}

// unplaced takes out of facts what only one file can say.
func unplaced(list []Fact, err error) ([]Fact, error) {
	for i, f := range list {
		if slices.Equal(f.Sources, []string{f.Source.String()}) {
			list[i].Sources = nil
		}
		list[i].Source = memory.Place{}
	}
	return list, err
}

// same fails unless both banks say the same of everything.
func (w *twin) same(t *testing.T) {
	t.Helper()
	for _, q := range []Query{{}, {Words: "THING 7 2023"}, {Words: "京都の4番目"}, {Entity: "@p2"}, {Limit: 30}, {Types: []Type{Opinion}, MinConfidence: 0.56},
		{Since: time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC), Until: time.Date(2025, 2, 1, 0, 0, 0, 0, time.UTC)}, {Words: "nothing of it"}} {
		both(t, w, fmt.Sprint(q), func(b *Bank) ([]Fact, error) { return unplaced(b.Facts(q)) })
	}
	for n := range 5 {
		both(t, w, "derived", func(b *Bank) (any, error) { return b.Derived(fmt.Sprint("m", n)) })
	}
	both(t, w, "sources", func(b *Bank) ([]string, error) {
		list, err := b.Sources()
		return slices.DeleteFunc(list, func(s string) bool { return strings.HasPrefix(s, bankDir) }), err
	})
	both(t, w, "name", func(b *Bank) (string, error) { return b.UserName() })
	news := []Captured{{Text: "likes thing number 7 of 2023"}, {Text: "P3 finds O thing 7 of 2024 good"}, {Text: "owns a canoe"}}
	both(t, w, "news", func(b *Bank) ([]Captured, error) { return b.News(news) })
	for i := 0; i < len(w.ids); i += 4 { // each asks for all files
		id := w.ids[i]
		both(t, w, id, func(b *Bank) (Fact, error) {
			f, err := b.Find(id)
			list, _ := unplaced([]Fact{f}, nil)
			return list[0], err
		})
		both(t, w, "course of "+id, func(b *Bank) ([]Step, error) { return b.Course(id) })
	}
}

func TestArchivesAtRestAnswerAsOthers(t *testing.T) {
	t.Parallel()
	for name, eol := range map[string]string{"unix": "\n", "windows": "\r\n"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTwin(t, eol)
			w.same(t)
			r := rand.New(rand.NewPCG(7, 11))
			for range 15 {
				w.change(t, r)
			}
			w.same(t)
			w.cold.reopen(t)
			w.warm.reopen(t)
			w.same(t)
		})
	}
}

// change makes a change of both banks.
func (w *twin) change(t *testing.T, r *rand.Rand) {
	t.Helper()
	id, source := w.ids[r.IntN(len(w.ids))], fmt.Sprint("m", r.IntN(5))
	if r.IntN(2) == 0 {
		source = fmt.Sprintf("m%d_%d", 2022+r.IntN(5), r.IntN(12))
	}
	switch r.IntN(7) {
	case 0, 1:
		both(t, w, "withdraw "+source, func(b *Bank) (any, error) { return b.Withdraw([]string{source, "m0"}, turn()) })
	case 2, 3:
		both(t, w, "reinstate "+source, func(b *Bank) (any, error) { return nil, b.Reinstate([]string{source, "m1", "m0"}, turn()) })
	case 4:
		ev := []Evidence{{Stance: Against, Source: source, Text: "no longer", Time: at()}, {Stance: For, Source: id, Time: at()}}
		both(t, w, "weigh "+id, func(b *Bank) ([]Fact, error) {
			f, err := b.Weigh(id, ev, turn())
			return unplaced([]Fact{f}, err)
		})
	case 5:
		both(t, w, "edit "+id, func(b *Bank) ([]Fact, error) {
			f, err := b.Find(id)
			if err != nil {
				return nil, err
			}
			f.Text += " Or not."
			f, err = b.Edit(f, turn())
			return unplaced([]Fact{f}, err)
		})
	case 6:
		both(t, w, "retain", func(b *Bank) ([]Fact, error) {
			f, err := b.Find(id)
			if err != nil {
				return nil, err
			}
			f.Sources = []string{"again"}
			return unplaced(b.Retain([]Fact{f, {Text: "new " + source, Sources: []string{source}}}, turn()))
		})
		both(t, w, "remove "+id, func(b *Bank) (any, error) { return nil, b.Remove(id, turn()) })
	}
}

// TestAnArchiveChangesUnseen has archives change, and go, without their stamps
// telling.
func TestAnArchiveChangesUnseen(t *testing.T) {
	t.Parallel()
	w := newTwin(t, "\n")
	b, name := w.cold, archiveOf(worldFile, 2023)
	text := b.FileText(t, name)
	change := func(from, to string) {
		text = strings.ReplaceAll(text, from, to)
		b.putOld(t, name, text)
	}
	change("thing 7", "Ding 7!")
	if f, err := b.Find("w_2023_7"); err != nil || !strings.Contains(f.Text, "Ding 7!") {
		t.Errorf("found %+v, %v", f, err)
	}
	change("thing 8", "Ding 8!")
	if items, err := b.Withdraw([]string{"m2023_8", "m3"}, turn()); err != nil || len(items) == 0 {
		t.Errorf("withdrawn: %v, %v", items, err)
	}
	if err := b.Reinstate([]string{"m2023_8", "m3"}, turn()); err != nil {
		t.Fatal(err)
	}
	if f, err := b.Find("w_2023_8"); err != nil || !strings.Contains(f.Text, "Ding 8!") {
		t.Errorf("found %+v, %v", f, err)
	}
	text = b.FileText(t, name)
	change("thing 9", "Ding 9!")
	if list := b.texts(t, Query{Words: "ding"}); len(list) != 3 {
		t.Errorf("facts %q", list)
	}
	b.holdsNothing(t)
	if err := os.Remove(b.FilePath(name)); err != nil {
		t.Fatal(err)
	}
	if f, err := b.Find("w_2023_7"); !errors.Is(err, ErrNoFact) {
		t.Errorf("without the file: %+v, %v", f, err)
	}
}

// TestTwoOfAnID has a fact by hand take the id of one in a later archive.
func TestTwoOfAnID(t *testing.T) {
	t.Parallel()
	w := newTwin(t, "\n")
	b := w.cold
	const id = "b_2024_7"
	b.PutFile(t, worldFile, b.FileText(t, worldFile)+"- taken <!-- id: "+id+"; src: x -->\n")
	if f, err := b.Find(id); err != nil || f.Text != "taken" {
		t.Errorf("found %+v, %v", f, err)
	}
	list, err := b.Facts(Query{Words: "B thing 7 of 2024"})
	if err != nil || len(list) != 1 || list[0].ID == id {
		t.Fatalf("the other is %+v, %v", list, err)
	}
	other := list[0].ID
	if f, err := b.Find(other); err != nil || f.ID != other || f.Text != list[0].Text {
		t.Errorf("found %+v, %v", f, err)
	}
	b.holdsNothing(t)
	if _, err := b.Withdraw([]string{"m2024_7", "m2"}, turn()); err != nil {
		t.Fatal(err)
	}
	if text := b.FileText(t, archiveOf(experienceFile, 2024)); !strings.Contains(text, "id: "+other) || strings.Contains(text, "id: "+id+";") {
		t.Errorf("the archive is %s", text)
	}
}

// TestAFaultIsNoEmptyArchive has the disk fail once the files were looked at.
func TestAFaultIsNoEmptyArchive(t *testing.T) {
	t.Parallel()
	b := newTwin(t, "\n").cold.Bank
	dead := storetest.New(t, at())
	if err := os.MkdirAll(dead.FilePath(archiveOf(worldFile, 2024)), 0o700); err != nil {
		t.Fatal(err)
	}
	err := b.ask(func() error {
		live := b.files.dir
		defer func() { b.files.dir = live }()
		b.files.dir = dead.Dir
		e := b.byID[sumOf("w_2024_7")]
		_, whole := b.files.whole(e)
		for what, err := range map[string]error{"whole": whole, "thaw": e.in.thaw(b.files.dir), "reach": b.files.reach(map[string]bool{"m2024_7": true}, func(*file, *entry) {})} {
			if err == nil || errors.Is(err, store.ErrConflict) {
				t.Errorf("%s: %v", what, err)
			}
		}
		_, err := b.keep(&entry{trace: e.trace, body: &body{}})
		return err
	})
	if !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("keep: %v", err)
	}
	if f, err := b.Find("w_2024_7"); err != nil || f.ID != "w_2024_7" {
		t.Errorf("when the disk is there again: %+v, %v", f, err)
	}
}
