package companion

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/internal/backup"
	"yumori/retrieval"
)

// livedIn opens a home in which somebody has talked and a night was dreamt.
func livedIn(t *testing.T, tick *clock) (*Home, *Companion) {
	t.Helper()
	h := clockedHome(t, tick, nil)
	c := luna(t, h)
	for _, text := range []string{"My sister Anna lives in Lyon.", "I bought a red bicycle.", "I wonder how the interview went."} {
		tell(t, c, text)
		tick.set(tick.now().Add(time.Minute))
	}
	_, err := c.Dreams.Dream(t.Context(), dreaming.Request{})
	must(t, err)
	return h, c
}

// copies lists the copies in a folder.
func copies(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestTheHomeIsCopiedOnceADay(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	h := clockedHome(t, tick, nil)
	c := luna(t, h)
	folder := h.Backups.BackupFolder()
	must(t, h.Backups.backUpDaily(t.Context()))
	if got := copies(t, folder); len(got) != 0 {
		t.Errorf("before anybody talked: %v", got)
	}
	tell(t, c, "My sister Anna lives in Lyon.")
	must(t, h.Backups.backUpDaily(t.Context()))
	first := copies(t, folder)
	if len(first) != 1 || strings.HasPrefix(folder, h.Path()+string(filepath.Separator)) {
		t.Errorf("copies %v in %s", first, folder)
	}
	tell(t, c, "I bought a red bicycle.")
	must(t, h.Backups.backUpDaily(t.Context())) // the same day
	if got := copies(t, folder); !slices.Equal(got, first) {
		t.Errorf("a second one on the day: %v", got)
	}
	tick.set(noon.Add(24 * time.Hour))
	must(t, h.Backups.backUpDaily(t.Context()))
	if got := copies(t, folder); len(got) != 2 {
		t.Errorf("the next day: %v", got)
	}
	s, err := h.Settings().With("backup.daily", "false")
	must(t, err)
	must(t, h.Change(s))
	tick.set(noon.Add(48 * time.Hour))
	tell(t, c, "It was stolen.")
	must(t, h.Backups.backUpDaily(t.Context()))
	if got := copies(t, folder); len(got) != 2 {
		t.Errorf("turned off: %v", got)
	}
}

func TestACopyThatFailsSaysWhyAndIsTriedAgain(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	h := clockedHome(t, tick, nil)
	c := luna(t, h)
	tell(t, c, "My sister Anna lives in Lyon.")
	blocked := filepath.Join(t.TempDir(), "folder")
	must(t, os.WriteFile(blocked, nil, 0o600))
	s, err := h.Settings().With("backup.folder", blocked)
	must(t, err)
	must(t, h.Change(s))
	if err := h.Backups.backUpDaily(t.Context()); err == nil {
		t.Error("copied into a file")
	}
	told := func() int {
		return len(slices.DeleteFunc(c.Snapshot().Troubles, func(t Trouble) bool { return !t.Uncopied || t.File != blocked || t.What == "" }))
	}
	if told() != 1 {
		t.Errorf("troubles %+v", c.Snapshot().Troubles)
	}
	must(t, os.Remove(blocked))
	tick.set(noon.Add(dailyAgain - time.Minute))
	must(t, h.Backups.backUpDaily(t.Context()))
	if told() != 1 || len(copies(t, blocked)) != 0 {
		t.Error("tried again too soon")
	}
	tick.set(noon.Add(dailyAgain))
	must(t, h.Backups.backUpDaily(t.Context()))
	if told() != 0 || len(copies(t, blocked)) != 1 {
		t.Errorf("copies %v, troubles %+v", copies(t, blocked), c.Snapshot().Troubles)
	}
	if _, err := h.Settings().With("backup.folder", "relative"); err == nil {
		t.Error("a relative folder was taken")
	}
}

// A lived home is copied by itself, plain and encrypted, brought back somewhere
// else, and remembers what it did.
func TestADailyCopyBringsALivedHomeBack(t *testing.T) {
	for name, passphrase := range map[string]string{"plain": "", "encrypted": "夢守 and a long one"} {
		t.Run(name, func(t *testing.T) {
			tick := &clock{at: noon}
			h, c := livedIn(t, tick)
			h.Backups.work = 10
			s := h.Settings()
			s.Backup.Folder = filepath.Join(t.TempDir(), "copies")
			if s.Backup.Sealed = passphrase != ""; s.Backup.Sealed {
				t.Setenv(passphraseKey, " ")
				must(t, h.Change(s))
				if err := h.Backups.backUpDaily(t.Context()); err == nil || len(copies(t, s.Backup.Folder)) != 0 {
					t.Fatalf("copied without the passphrase: %v, %v", copies(t, s.Backup.Folder), err)
				}
				t.Setenv(passphraseKey, passphrase)
				tick.set(tick.now().Add(dailyAgain))
			}
			must(t, h.Change(s))
			must(t, h.Backups.backUpDaily(t.Context()))
			made := copies(t, s.Backup.Folder)
			if len(made) != 1 || strings.HasSuffix(made[0], ".age") != s.Backup.Sealed {
				t.Fatalf("copies %v", made)
			}
			want := lines(t, filepath.Join(h.Path(), "personas", "luna"))
			other := clockedHome(t, tick, nil)
			_, err := other.SetAside("luna")
			must(t, err)
			got, err := other.Backups.Restore(t.Context(), filepath.Join(s.Backup.Folder, made[0]), backup.Request{Passphrase: passphrase})
			must(t, err)
			have := lines(t, filepath.Join(other.Path(), "personas", "luna"))
			if !maps.Equal(have, want) || !slices.Contains(got.Personas, "luna") {
				t.Errorf("not the same: %v\n%v", slices.Sorted(maps.Keys(have)), slices.Sorted(maps.Keys(want)))
			}
			question := retrieval.Question{Text: "Where does my sister live?"}
			before, err := c.Memories.Recall(t.Context(), question)
			must(t, err)
			after, err := luna(t, other).Memories.Recall(t.Context(), question)
			must(t, err)
			if len(before.Memories) == 0 || len(after.Memories) == 0 || before.Memories[0].ID != after.Memories[0].ID {
				t.Errorf("recalls %+v, did %+v", after.Memories, before.Memories)
			}
		})
	}
}

// lines reads all files below a folder but what is derived.
func lines(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == ".index" || e.Name() == ".history"):
			return fs.SkipDir
		case !e.IsDir():
			data, err := os.ReadFile(path)
			must(t, err)
			out[strings.TrimPrefix(path, dir)] = string(data)
		}
		return nil
	}))
	return out
}
