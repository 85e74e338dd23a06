package dreaming

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming/record"
	"yumori/goals"
	"yumori/internal/store"
)

// wanted makes a home with a goal that has been active for too long, and with
// more that ended the year before than stay in goals.json.
func wanted(t *testing.T) (*world, goals.Goal) {
	t.Helper()
	w := newWorld(t, "en")
	var ended []string
	for i := range 120 {
		at := time.Date(2025, 6, 1, 4, 0, 0, 0, jst).AddDate(0, 0, i).Format(time.RFC3339)
		ended = append(ended, fmt.Sprintf(`{"id":"sh_%d","goal":"Read chapter %d of the book about the sea","created_at":%q,"completed_at":%q,"reason":%q}`, i, i, at, at, strings.Repeat("so it was, ", 30)))
	}
	text := fmt.Sprintf(`{"short_term":[{"id":"sh_stale","goal":"Learn to whistle","created_at":%q}],"completed":[%s]}`,
		w.now.AddDate(0, -3, 0).Format(time.RFC3339), strings.Join(ended, ","))
	if err := w.dir.Write("goals.json", []byte(text), store.Cause{}); err != nil {
		t.Fatal(err)
	}
	w.aDay()
	return w, goals.Goal{ID: "sh_stale"}
}

const endedIn2025 = "goals_archived_2025.json"

// TestUndoAcrossGoalArchives undoes a night that moved the goals of the year
// before to their archive, and says nothing of them beside what it did.
func TestUndoAcrossGoalArchives(t *testing.T) {
	t.Parallel()
	w, stale := wanted(t)
	before := w.files(record.Folder + "/")
	w.at(21, 3)
	r := w.dreams(New(w.deps), Request{})
	after := w.files(record.Folder + "/")
	if !strings.Contains(after[endedIn2025], `"sh_0"`) || strings.Contains(after["goals.json"], `"sh_0"`) {
		t.Fatal("nothing was moved")
	}
	for _, c := range r.Changes {
		if c.Kind == record.KindGoal && c.Key != string(stale.ID) && c.Before != nil {
			t.Errorf("an item of what only moved: %s in %s", c.Key, c.File)
		}
	}
	if u := w.undoes(r.ID, ""); len(u.Conflicts) > 0 {
		t.Errorf("%d conflicts", len(u.Conflicts))
	}
	if diff := unlike(before, w.files(record.Folder+"/")); diff != "" {
		t.Error(diff)
	}
}

// TestUndoOfAnArchivedGoal takes back that a night gave a goal up, after it
// went to its archive; and says what is there if somebody changed it there.
func TestUndoOfAnArchivedGoal(t *testing.T) {
	t.Parallel()
	for _, changed := range []bool{false, true} {
		t.Run(fmt.Sprintf("changed %t", changed), func(t *testing.T) {
			t.Parallel()
			w, stale := wanted(t)
			w.at(21, 3)
			r := w.dreams(New(w.deps), Request{})
			i := slices.IndexFunc(r.Changes, func(c record.Change) bool { return c.Key == string(stale.ID) })
			if i < 0 {
				t.Fatal("it was not given up")
			}
			book, err := goals.Open(w.dir, goals.Options{Now: w.clock})
			if err != nil {
				t.Fatal(err)
			}
			cause := store.Cause{Kind: store.CauseUser}
			for k := range 90 { // the life goes on
				g, err := book.Add(goals.Plan{Goal: fmt.Sprint("Walk the coast ", k), At: w.now}, cause)
				if err == nil {
					_, err = book.Complete(g.ID, goals.End{At: w.now.AddDate(0, 0, 20+k), Reason: strings.Repeat("walked ", 70)}, cause)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			archive := fmt.Sprintf("goals_archived_%d.json", r.At.Year())
			if text := w.files()[archive]; !strings.Contains(text, `"sh_stale"`) {
				t.Fatal("it did not go to its archive")
			}
			if changed {
				if _, err := book.Edit(stale.ID, goals.Revision{Goal: "Learn to sing"}, cause); err != nil {
					t.Fatal(err)
				}
			}
			count := len(book.Goals())
			u := w.undoes(r.ID, r.Changes[i].ID)
			g, err := book.Find(stale.ID)
			if err != nil || len(book.Goals()) != count || len(book.Check(t.Context())) > 0 {
				t.Fatalf("%v, %d goals of %d, %v", err, len(book.Goals()), count, book.Check(t.Context()))
			}
			if changed {
				if len(u.Conflicts) != 1 || u.Conflicts[0].Now == nil || !strings.Contains(*u.Conflicts[0].Now, "Learn to sing") || g.Status != goals.StatusAbandoned {
					t.Errorf("conflicts %+v, %+v", u.Conflicts, g)
				}
				return
			}
			if len(u.Conflicts) > 0 || g.Status != goals.StatusActive || g.Goal != "Learn to whistle" || strings.Contains(w.files()[archive], `"sh_stale"`) {
				t.Errorf("conflicts %+v, %+v", u.Conflicts, g)
			}
		})
	}
}
