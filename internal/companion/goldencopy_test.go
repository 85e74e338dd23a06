package companion

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/backup"
	"yumori/retrieval"
)

var goldenCopies = flag.Bool("goldencopies", false, "make the copies of a home in testdata anew: only when their format has changed on purpose, beside the old ones")

// goldenPassphrase opens the second of the copies in testdata.
const goldenPassphrase = "夢守 and a long one"

// TestCopiesOfEarlierVersionsAreRestored restores copies of a home that were made
// when their format was new, plain and encrypted: what was said and dreamt is there,
// and every file is sound.
func TestCopiesOfEarlierVersionsAreRestored(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	if *goldenCopies {
		makeGoldenCopies(t, tick)
	}
	for _, name := range []string{"home-1.zip", "home-1.zip.age"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := clockedHome(t, tick, nil)
			_, err := h.SetAside("luna")
			must(t, err)
			passphrase := ""
			if strings.HasSuffix(name, ".age") {
				passphrase = goldenPassphrase
			}
			got, err := h.Backups.Restore(t.Context(), filepath.Join("testdata", name), backup.Request{Passphrase: passphrase})
			must(t, err)
			if !slices.Contains(got.Personas, "luna") || got.Files < 10 {
				t.Errorf("%+v", got)
			}
			c := luna(t, h)
			said := strings.Join(shownTexts(t, c), "\n")
			for _, want := range []string{"user: My sister Anna lives in Lyon.", "user: I bought a red bicycle.", "user: I wonder how the interview went."} {
				if !strings.Contains(said, want) {
					t.Errorf("%q is not there:\n%s", want, said)
				}
			}
			found, err := c.Memories.Recall(t.Context(), retrieval.Question{Text: "Where does my sister live?"})
			must(t, err)
			if len(found.Memories) == 0 || !strings.Contains(found.Memories[0].Content, "Lyon") {
				t.Errorf("recalls %+v", found.Memories)
			}
			if dreams, err := c.Dreams.Summaries(); err != nil || len(dreams) != 1 {
				t.Errorf("dreams %+v, %v", dreams, err)
			}
			diagnoses, err := h.Doctor(t.Context())
			must(t, err)
			for _, d := range diagnoses {
				if len(d.Problems) > 0 {
					t.Errorf("doctor: %+v", d)
				}
			}
			t.Logf("trust: 1 tries: %d files of %d personas came back, the doctor finds nothing", got.Files, len(got.Personas))
		})
	}
}

func makeGoldenCopies(t *testing.T, tick *clock) {
	t.Helper()
	h, _ := livedIn(t, tick)
	h.Backups.work = 10
	for name, passphrase := range map[string]string{"home-1.zip": "", "home-1.zip.age": goldenPassphrase} {
		at := t.TempDir()
		c, _, err := h.Backups.Backup(t.Context(), BackupRequest{To: at, Passphrase: passphrase})
		must(t, err)
		data, err := os.ReadFile(filepath.Join(at, c.Name))
		must(t, err)
		must(t, os.WriteFile(filepath.Join("testdata", name), data, 0o600))
	}
}
