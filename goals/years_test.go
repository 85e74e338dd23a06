package goals

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
)

// The years in which the goals of lifeOf ended.
var lifeYears = []string{"2023", "2024", "2025"}

// perYear is how many goals of lifeOf ended in a year.
const perYear = 60

// lifeOf is a goals.json of some years, all goals in it, as versions without
// archives kept it. Every third was given up. Each is derived from a source of its
// own, with a note, and so does its end.
func lifeOf() string {
	goal := func(id string, made time.Time, more string) string {
		at := made.Format(time.RFC3339)
		return fmt.Sprintf(`{"id":%q,"goal":"goal %s, 目標, of some words","created_at":%q,"progress_notes":[{"time":%q,"note":"a step of %s","sources":["note %s"]}],"priority":2,"mine":"kept","sources":["made %s"]%s}`, id, id, at, at, id, id, id, more)
	}
	lists := map[bool][]string{}
	for _, year := range lifeYears {
		day, _ := time.ParseInLocation("2006", year, noon().Location())
		for i := range perYear {
			id, gaveUp := fmt.Sprintf("sh_%s_%02d", year, i), i%3 == 0
			end, made := "completed_at", day.AddDate(0, 0, 6*i)
			if gaveUp {
				end = "abandoned_at"
			}
			lists[gaveUp] = append(lists[gaveUp], goal(id, made, fmt.Sprintf(`,"term":"short",%q:%q,"reason":"so it was","closed_by":["end %s"]`, end, made.AddDate(0, 0, 5).Format(time.RFC3339), id)))
		}
	}
	undated := `{"id":"sh_undated","goal":"by hand"}`
	return `{"short_term":[` + goal("sh_now", noon(), "") + `],"completed":[` + strings.Join(append(lists[false], undated), ",") +
		`],"abandoned":[` + strings.Join(lists[true], ",") + `],"note":"mine"}`
}

func archiveOf(year string) string { return fmt.Sprintf(goalsYear, year) }

// archived makes a bench whose goals went to the archives.
func archived(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	b.PutFile(t, goalsFile, lifeOf())
	b.add(t, Plan{Goal: "what moves the rest"})
	return b
}

// files returns the files of goals.
func (b *bench) files(t *testing.T) map[string]string {
	t.Helper()
	list, err := filepath.Glob(b.FilePath("goals*"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range list {
		out[filepath.Base(f)] = b.FileText(t, filepath.Base(f))
	}
	return out
}

// put makes files those there are.
func (b *bench) put(t *testing.T, files map[string]string) {
	t.Helper()
	for name := range b.files(t) {
		if err := os.Remove(b.FilePath(name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		b.PutFile(t, name, text)
	}
}

// TestOneBigFile moves the goals of years to their archives with the first
// change, and answers as before.
func TestOneBigFile(t *testing.T) {
	b := newBench(t)
	b.PutFile(t, goalsFile, lifeOf())
	was, stats, sources := b.Goals(), b.Statistics(), b.Sources()
	if len(was) != len(lifeYears)*perYear+2 {
		t.Fatalf("%d goals", len(was))
	}
	if err := b.Reflected(1, noon(), cause()); err != nil {
		t.Fatal(err)
	}
	files := b.files(t)
	if want := []string{goalsFile, archiveOf("2023"), archiveOf("2024"), archiveOf("2025")}; !slices.Equal(slices.Sorted(maps.Keys(files)), want) {
		t.Fatalf("files %v", slices.Sorted(maps.Keys(files)))
	}
	for _, m := range []*Store{b.Store, b.open(t)} {
		if got := m.Goals(); fmt.Sprint(got) != fmt.Sprint(was) {
			t.Errorf("goals\n%v\nwere\n%v", got, was)
		}
		if got := m.Statistics(); got != stats {
			t.Errorf("%+v were %+v", got, stats)
		}
		if got := m.Sources(); !slices.Equal(got, sources) {
			t.Errorf("%d sources were %d", len(got), len(sources))
		}
	}
	for _, year := range lifeYears {
		n := strings.Count(files[archiveOf(year)], `"sh_`+year)
		if all := strings.Count(files[archiveOf(year)], `"sh_`); n != all || year != "2025" && n != perYear || n == 0 {
			t.Errorf("%s: %d goals of the year, %d in all", year, n, all)
		}
		if kept := strings.Count(files[archiveOf(year)], `"mine": "kept"`); kept != n {
			t.Errorf("%s: %d of %d members that nobody knows", year, kept, n)
		}
	}
	main := files[goalsFile]
	if len(main) > 2*spillAt || !strings.Contains(main, `"sh_2025_59"`) || !strings.Contains(main, "sh_undated") || !strings.Contains(main, `"note": "mine"`) {
		t.Errorf("%d bytes are left:\n%.2000s", len(main), main)
	}
	if err := b.Reflected(1, noon(), cause()); err != nil {
		t.Fatal(err)
	}
	if again := b.files(t); !maps.Equal(again, files) {
		t.Error("the same again moved more")
	}
}

// TestArchivedGoals does to a goal of an archive what can be done to a goal.
func TestArchivedGoals(t *testing.T) {
	const done, left = ID("sh_2023_01"), ID("sh_2024_03")
	for _, c := range []struct {
		name string
		do   func(b *bench) (Goal, error)
		err  error
		want Status // "": the goal is gone
		in   string
	}{
		{"find", func(b *bench) (Goal, error) { return b.Find(done) }, nil, StatusCompleted, archiveOf("2023")},
		{"edit", func(b *bench) (Goal, error) { return b.Edit(done, Revision{Goal: "other words"}, cause()) }, nil, StatusCompleted, archiveOf("2023")},
		{"complete again", func(b *bench) (Goal, error) { return b.Complete(done, End{}, cause()) }, nil, StatusCompleted, archiveOf("2023")},
		{"abandon", func(b *bench) (Goal, error) { return b.Abandon(done, End{}, cause()) }, ErrClosed, StatusCompleted, archiveOf("2023")},
		{"note", func(b *bench) (Goal, error) { return b.Progress(done, Note{Text: "x"}, cause()) }, ErrClosed, StatusCompleted, archiveOf("2023")},
		{"reopen", func(b *bench) (Goal, error) { return b.Reopen(done, cause()) }, nil, StatusActive, goalsFile},
		{"its source is withdrawn", func(b *bench) (Goal, error) {
			items, err := b.Withdraw([]string{"made sh_2023_01"}, cause())
			if len(items) != 1 || items[0].ID != string(done) || items[0].Store != StoreGoal {
				return Goal{}, fmt.Errorf("withdrew %v, %w", items, err)
			}
			return Goal{}, err
		}, nil, "", archiveOf("2023")},
		{"its source is withdrawn and comes again", func(b *bench) (Goal, error) {
			_, err := b.Withdraw([]string{"made sh_2023_01"}, cause())
			return Goal{}, errors.Join(err, b.Reinstate([]string{"made sh_2023_01"}, cause()))
		}, nil, StatusCompleted, archiveOf("2023")},
		{"its end is withdrawn", func(b *bench) (Goal, error) {
			_, err := b.Withdraw([]string{"end sh_2023_01"}, cause())
			return Goal{}, err
		}, nil, StatusActive, goalsFile},
		{"its end is withdrawn and comes again", func(b *bench) (Goal, error) {
			_, err := b.Withdraw([]string{"end sh_2023_01", "end sh_2024_03"}, cause())
			return Goal{}, errors.Join(err, b.Reinstate([]string{"end sh_2023_01"}, cause()))
		}, nil, StatusCompleted, goalsFile},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := archived(t)
			count := len(b.Goals())
			if _, err := c.do(b); !errors.Is(err, c.err) {
				t.Fatalf("%v, want %v", err, c.err)
			}
			for _, m := range []*Store{b.Store, b.open(t)} {
				g, err := m.Find(done)
				if c.want == "" {
					if !errors.Is(err, ErrNoGoal) || len(m.Goals()) != count-1 {
						t.Errorf("%+v, %v, %d goals of %d", g, err, len(m.Goals()), count)
					}
				} else if err != nil || g.Status != c.want || len(m.Goals()) != count {
					t.Errorf("%+v, %v, %d goals of %d", g, err, len(m.Goals()), count)
				}
				if g, err := m.Find(left); err != nil || g.Notes[0].Text != "a step of sh_2024_03" {
					t.Errorf("another: %+v, %v", g, err)
				}
			}
			for name, text := range b.files(t) {
				if want := name == c.in; strings.Contains(text, `"id": "sh_2023_01"`) != want {
					t.Errorf("in %s: %t", name, !want)
				}
			}
		})
	}
}

func TestDerivedFromArchives(t *testing.T) {
	b := archived(t)
	for source, kind := range map[string]string{"made sh_2023_01": StoreGoal, "note sh_2023_01": StoreNote, "end sh_2023_01": StoreEnd} {
		if got := b.Derived(source); len(got) != 1 || got[0].Store != kind || got[0].ID != "sh_2023_01" {
			t.Errorf("%s: %v", source, got)
		}
	}
}

// TestKilledBetweenFiles has the disk as a crash leaves it when some of the
// files are written that a change writes: nothing is lost and nothing there
// twice, then and after what comes next.
func TestKilledBetweenFiles(t *testing.T) {
	for _, c := range []struct {
		name   string
		before func(t *testing.T) *bench
		change func(b *bench) error
		first  func(name string) bool // that are written first
	}{
		{
			"to the archives",
			func(t *testing.T) *bench {
				b := newBench(t)
				b.PutFile(t, goalsFile, lifeOf())
				return b
			},
			func(b *bench) error { return b.Reflected(1, noon(), cause()) },
			func(name string) bool { return name != goalsFile },
		},
		{
			"to some of the archives",
			func(t *testing.T) *bench {
				b := newBench(t)
				b.PutFile(t, goalsFile, lifeOf())
				return b
			},
			func(b *bench) error { return b.Reflected(1, noon(), cause()) },
			func(name string) bool { return name == archiveOf("2024") },
		},
		{
			"from an archive",
			archived,
			func(b *bench) error { _, err := b.Reopen("sh_2023_01", cause()); return err },
			func(name string) bool { return name == goalsFile },
		},
		{
			"from archives, an end being withdrawn",
			archived,
			func(b *bench) error {
				_, err := b.Withdraw([]string{"end sh_2023_01", "end sh_2024_03"}, cause())
				return err
			},
			func(name string) bool { return name == goalsFile },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := c.before(t)
			before := b.files(t)
			if err := c.change(b); err != nil {
				t.Fatal(err)
			}
			after, want := b.files(t), fmt.Sprint(b.Goals())
			cut := maps.Clone(before)
			for name, text := range after {
				if c.first(name) {
					cut[name] = text
				}
			}
			if maps.Equal(cut, before) || maps.Equal(cut, after) {
				t.Fatal("that is no cut")
			}
			b.put(t, cut)
			m := b.open(t)
			if got := fmt.Sprint(m.Goals()); got != want {
				t.Errorf("killed:\n%s\nwant\n%s", got, want)
			}
			if got := m.Check(t.Context()); len(got) > 0 {
				t.Errorf("problems %v", got)
			}
			// What was cut short is done with the next change of those files.
			if _, err := m.Edit("sh_2023_01", Revision{Priority: 1}, cause()); err != nil {
				t.Fatal(err)
			}
			for _, year := range lifeYears {
				id := ID("sh_" + year + "_05")
				if _, err := m.Edit(id, Revision{Priority: 1}, cause()); err != nil {
					t.Fatal(err)
				}
			}
			if err := m.Reflected(2, noon(), cause()); err != nil {
				t.Fatal(err)
			}
			seen := map[string]string{}
			for name, text := range b.files(t) {
				for _, part := range strings.Split(text, `"id": "`)[1:] {
					id, _, _ := strings.Cut(part, `"`)
					if seen[id] != "" {
						t.Errorf("%s is in %s and %s", id, seen[id], name)
					}
					seen[id] = name
				}
			}
			if len(seen) != len(m.Goals()) {
				t.Errorf("%d goals in the files, %d in all; what was taken out is in %q", len(seen), len(m.Goals()), seen["sh_2023_01"])
			}
			b.Store = m
		})
	}
}

// TestDamagedArchive reads what can be read of an archive and, when it is
// written, keeps the whole of what it was.
func TestDamagedArchive(t *testing.T) {
	for _, c := range []struct {
		name, text string
		goals      int // of the year that are left
		what       string
	}{
		{"cut", "", -1, "ends"},
		{"not text", "\x00", 0, "not text"},
		{"a list", "[]", 0, "is no JSON object"},
		{"prose", "My goals", 0, "no JSON value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newDamaged(t)
			b.PutFile(t, goalsFile, lifeOf())
			b.add(t, Plan{Goal: "what moves the rest"})
			name := archiveOf("2024")
			text, goals := c.text, c.goals
			if goals < 0 {
				whole := b.FileText(t, name)
				text = whole[:len(whole)/2]
				goals = strings.Count(text, `"id": "sh_`) - 1
			}
			b.PutFile(t, name, text)
			of2024 := func(m *Store) (n int) {
				for _, g := range m.Goals() {
					if strings.HasPrefix(string(g.ID), "sh_2024") {
						n++
					}
				}
				return n
			}
			if got := of2024(b.Store); got != goals && got != goals+1 {
				t.Fatalf("%d goals, want %d", got, goals)
			}
			said := false
			for _, p := range b.Check(t.Context()) {
				said = said || p.Name == name && strings.Contains(p.What, c.what)
			}
			if !said {
				t.Errorf("%v do not tell of %s: %s", b.Check(t.Context()), name, c.what)
			}
			if got := b.FileText(t, name); got != text {
				t.Fatal("reading changed it")
			}
			// Another goal comes to that year.
			left := of2024(b.Store)
			main := strings.ReplaceAll(lifeOf(), "sh_2024_", "sh_2024_new_")
			b.PutFile(t, goalsFile, main)
			b.add(t, Plan{Goal: "what moves the rest again"})
			if got := of2024(b.open(t)); got != left+perYear {
				t.Errorf("%d goals, want %d and %d", got, left, perYear)
			}
			b.asideHas(t, name, text)
		})
	}
}

// asideHas checks that what a file was is beside it, or in quarantine.
func (b *bench) asideHas(t *testing.T, name, was string) {
	t.Helper()
	for _, p := range b.Problems() {
		if p.File == name && p.Aside != "" && b.FileText(t, p.Aside) == was {
			return
		}
	}
	t.Errorf("what %s was is nowhere: %v", name, b.Problems())
}

// TestTwoGoalsWithAnID has a user give a goal the id of one in an archive.
func TestTwoGoalsWithAnID(t *testing.T) {
	b := newDamaged(t)
	b.PutFile(t, goalsFile, lifeOf())
	b.add(t, Plan{Goal: "what moves the rest"})
	text := b.FileText(t, goalsFile)
	b.PutFile(t, goalsFile, strings.Replace(text, `"sh_now"`, `"sh_2023_02"`, 1))
	old := b.FileText(t, archiveOf("2023"))
	if g, err := b.Find("sh_2023_02"); err != nil || g.Status != StatusActive {
		t.Errorf("%+v, %v", g, err)
	}
	var said []string
	for _, p := range b.Check(t.Context()) {
		said = append(said, p.Name+" "+p.What)
	}
	if len(said) != 1 || !strings.HasPrefix(said[0], archiveOf("2023")) || !strings.Contains(said[0], `"sh_2023_02"`) {
		t.Errorf("problems %q", said)
	}
	if _, err := b.Complete("sh_2023_02", End{At: noon().AddDate(-3, 0, 0)}, cause()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Edit("sh_2023_04", Revision{Priority: 1}, cause()); err != nil {
		t.Fatal(err)
	}
	if got := b.FileText(t, archiveOf("2023")); !strings.Contains(got, `"sh_2023_02"`) || len(got) != len(old) {
		t.Error("the one in the archive is gone")
	}
}

// TestActiveInAnArchive names goals that a user put where none are looked for.
func TestActiveInAnArchive(t *testing.T) {
	b := newDamaged(t)
	text := `{"short_term": [{"id": "sh_1", "goal": "lost"}],` + "\n" + `"completed": [{"id": "sh_2", "goal": "found", "completed_at": "2024-01-02", "created_at": "2024-01-01"}]}`
	b.PutFile(t, archiveOf("2024"), text)
	if list := b.Goals(); len(list) != 1 || list[0].Goal != "found" {
		t.Errorf("%v", list)
	}
	if list := b.Check(t.Context()); len(list) != 1 || !strings.Contains(list[0].What, "short_term") {
		t.Errorf("%v", list)
	}
	if _, err := b.Edit("sh_2", Revision{Goal: "found again"}, cause()); err != nil {
		t.Fatal(err)
	}
	if got := b.FileText(t, archiveOf("2024")); !strings.Contains(got, `"lost"`) || !strings.Contains(got, "found again") {
		t.Errorf("%s", got)
	}
}

// TestWrittenInOrder has somebody write to the file that is to be written last,
// again and again: what was to move is in the other already, and in both.
func TestWrittenInOrder(t *testing.T) {
	edits := 0
	spoil := func(b *bench, name string) {
		edits++
		b.PutFile(t, name, strings.TrimSpace(b.FileText(t, name))+strings.Repeat("\n", edits))
	}
	t.Run("to the archives", func(t *testing.T) {
		b := newBench(t)
		b.PutFile(t, goalsFile, lifeOf())
		want := fmt.Sprint(b.Goals())
		err := b.change(cause(), func(*page) error { spoil(b, goalsFile); return nil })
		if !errors.Is(err, store.ErrConflict) || len(b.files(t)) != 1+len(lifeYears) {
			t.Errorf("%v, %d files", err, len(b.files(t)))
		}
		if got := fmt.Sprint(b.open(t).Goals()); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	})
	t.Run("from an archive", func(t *testing.T) {
		b := archived(t)
		err := b.changeAll(cause(), func(s stack) error {
			if e := s.find("sh_2023_01"); e.on != s[0] {
				s[0].reopen(e)
			}
			s[1+slices.IndexFunc(s[1:], func(p *page) bool { return p.name == archiveOf("2023") })].dirty = true
			spoil(b, archiveOf("2023"))
			return nil
		})
		if !errors.Is(err, store.ErrConflict) {
			t.Error(err)
		}
		if g, err := b.open(t).Find("sh_2023_01"); err != nil || g.Status != StatusActive || !strings.Contains(b.FileText(t, archiveOf("2023")), "sh_2023_01") {
			t.Errorf("%+v, %v", g, err)
		}
	})
}
