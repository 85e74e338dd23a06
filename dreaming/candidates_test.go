package dreaming

import (
	"strings"
	"testing"

	"yumori/dreaming/record"
	"yumori/entity"
	"yumori/internal/store"
	"yumori/persona"
)

// page returns the page of a name; "" if there is none.
func (w *world) page(name string) string {
	w.t.Helper()
	s, err := entity.Open(w.dir, entity.Options{Now: w.clock})
	if err != nil {
		w.t.Fatal(err)
	}
	p, err := s.Read(entity.Name(name))
	if err != nil {
		return ""
	}
	return p.Text
}

// evening has the user say something on a day of November, and dreams.
func (w *world) evening(day int, said string) record.Record {
	w.t.Helper()
	w.at(day, 20)
	w.says(said, "I see. And then?")
	w.at(day, 23)
	return w.dreams(New(w.deps), Request{})
}

// TestNameOfTwoDaysGetsItsPage has rules decide on a candidate when its name
// came up on another day, and the item that proposed it undo the page.
func TestNameOfTwoDaysGetsItsPage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, name, first, again string }{
		{"en", "Brigid", "I ran into Brigid at the tram stop, we talked about kites.", "We flew kites with Brigid on the hill again."},
		{"ja", "小野寺", "駅で小野寺さんに会って、凧の話をしたよ。", "丘で小野寺さんと凧を揚げたよ。"},
	} {
		w := newWorld(t, c.language)
		first := w.evening(10, c.first)
		if p := changeOf(t, first, record.KindCandidate, c.name); p.State != record.StatusProposed || w.page(c.name) != "" {
			t.Fatalf("after one day: %+v, page %q", p, w.page(c.name))
		}
		second := w.evening(12, c.again)
		if p := changeOf(t, second, record.KindCandidate, c.name); p.State != record.StatusApplied {
			t.Errorf("after two days: %+v", p)
		}
		if n := strings.Count(w.page(c.name), "2026"); n != 2 {
			t.Errorf("page: %q", w.page(c.name))
		}
		diary, err := record.Open(w.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []record.Record{first, second} {
			if u, err := diary.Undo(t.Context(), r.ID, changeOf(t, r, record.KindCandidate, c.name).ID); err != nil || len(u.Conflicts) > 0 {
				t.Errorf("undo: %+v, %v", u.Conflicts, err)
			}
		}
		if w.page(c.name) != "" {
			t.Errorf("undone: %q", w.page(c.name))
		}
		w.evening(14, c.first+" "+c.again)
		if w.page(c.name) != "" {
			t.Error("what was undone came back by itself")
		}
	}
}

// TestJapaneseNamesWithoutAMark has those be recognized whom nobody calls さん: by
// what they are to the user, by what is said of them, and by who waits already.
func TestJapaneseNamesWithoutAMark(t *testing.T) {
	t.Parallel()
	for name, said := range map[string][]string{
		"蓮":  {"弟の蓮と川へ釣りに行ったよ。", "蓮が大きな鮎を焼いていた。"},
		"リク": {"リクと一緒に帰ったら雨が降ってきた。", "リクの傘に入れてもらって駅まで歩いた。"},
	} {
		w := newWorld(t, "ja")
		first := w.evening(10, said[0])
		if c := changeOf(t, first, record.KindCandidate, name); c.State != record.StatusProposed || w.page(name) != "" {
			t.Errorf("%s, one day: %+v", name, c)
		}
		second := w.evening(12, said[1])
		if n := strings.Count(w.page(name), "Kenさんの話"); n != 2 {
			t.Errorf("%s, two days: %q", name, w.page(name))
		}
		diary, err := record.Open(w.dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []record.Record{first, second} {
			if _, err := diary.Undo(t.Context(), r.ID, changeOf(t, r, record.KindCandidate, name).ID); err != nil {
				t.Error(err)
			}
		}
		if w.page(name) != "" {
			t.Errorf("%s, undone: %q", name, w.page(name))
		}
	}
	w := newWorld(t, "ja")
	r := w.evening(10, "犬の名前はソラです。")
	if c := changeOf(t, r, record.KindCandidate, "ソラ"); c.State != record.StatusApplied || w.page("ソラ") == "" {
		t.Errorf("told by name: %+v", c)
	}
}

// TestFactMakesThePage has a fact of the bank about a name decide.
func TestFactMakesThePage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	r := w.evening(10, "My sister Brigid plays the flute. I saw Brigid today, we cooked lentils.")
	if p := changeOf(t, r, record.KindCandidate, "Brigid"); p.State != record.StatusApplied || !strings.Contains(w.page("Brigid"), "flute") {
		t.Errorf("%+v, page %q", p, w.page("Brigid"))
	}
}

// TestCandidateLapses drops what was named once and not again, and leaves what
// the user deleted.
func TestCandidateLapses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	first := w.evening(1, "I ran into Brigid at the tram stop, we talked about kites.")
	w.evening(9, "It rained all day and I read a book about lighthouses.")
	diary, err := record.Open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	state := func() record.Status {
		r, err := diary.Read(first.ID)
		if err != nil {
			t.Fatal(err)
		}
		return changeOf(t, r, record.KindCandidate, "Brigid").State
	}
	if s := state(); s != record.StatusProposed {
		t.Errorf("after a week: %s", s)
	}
	w.evening(17, "I repaired the bicycle in the garage.")
	if s := state(); s != record.StatusLapsed || w.page("Brigid") != "" {
		t.Errorf("after two weeks: %s", s)
	}
	if list, err := diary.Candidates(); err != nil || len(list) != 0 {
		t.Errorf("%+v wait, %v", list, err)
	}
}

// TestDeletedPageStaysDeleted has a page that the user deleted not come back by
// itself.
func TestDeletedPageStaysDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	r := w.evening(10, "I ran into Brigid at the tram stop, we talked about kites.")
	diary, err := record.Open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := diary.Decide(t.Context(), r.ID, changeOf(t, r, record.KindCandidate, "Brigid").ID, record.Verdict{Decision: persona.Accept})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.dir.Remove(changeOf(t, got, record.KindCandidate, "Brigid").File, store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	w.evening(12, "We flew kites with Brigid on the hill.")
	w.evening(13, "We ate plums with Brigid in the garden.")
	if w.page("Brigid") != "" {
		t.Errorf("page: %q", w.page("Brigid"))
	}
}

// TestNoPageForNoName has months, nationalities and kin propose no page.
func TestNoPageForNoName(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	for day, said := range []string{"I cooked with my Brazilian neighbour, and Grandpa came in March.", "The Brazilian neighbour and Grandpa came in March again, on the Internet."} {
		r := w.evening(10+day, said)
		for _, c := range r.Changes {
			if c.Kind == record.KindCandidate {
				t.Errorf("%s", c.Title)
			}
		}
	}
}
