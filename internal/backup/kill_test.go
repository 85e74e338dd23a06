package backup

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/powercut"
)

// kills is how often TestKilledCopies kills the process that copies.
var kills = flag.Int("kills", 5, "how often to kill the process that copies a home")

// copierEnv makes the test binary one that copies that home to that folder, from a
// day on: three lines.
const copierEnv = "YUMORI_TEST_COPIER"

func TestMain(m *testing.M) {
	if task := os.Getenv(copierEnv); task != "" {
		if err := copier(strings.Split(task, "\n")); err != nil {
			fmt.Println(err)
		}
		return
	}
	os.Exit(m.Run())
}

// copier copies for ever, a copy a day, and tells of each that is made.
func copier(task []string) error {
	h, err := store.Open(task[0], store.Options{})
	if err != nil {
		return err
	}
	to, err := store.OpenFolder(task[1])
	if err != nil {
		return err
	}
	d, err := h.Persona("luna")
	if err != nil {
		return err
	}
	day, err := time.Parse(time.RFC3339, task[2])
	for err == nil {
		if err = d.Write("SOUL.md", []byte(day.String()), store.Cause{Kind: store.CauseUser}); err != nil {
			break
		}
		var c Copy
		fmt.Println("begins")
		if c, err = Make(context.Background(), h, to, Options{Now: day}); err == nil {
			fmt.Println("made", c.Name)
		}
		day = day.AddDate(0, 0, 1)
	}
	return err
}

// TestKilledCopies kills a process that copies a home, at any moment: what it told
// of is there and comes back whole, every file of a copy's name is a whole one, and
// the next copy leaves nothing of what was unfinished.
func TestKilledCopies(t *testing.T) {
	on := powercut.New(t)
	dir, folderOf := on.Dir(), on.Dir()
	must(t, home(t, dir).Close())
	day, left := noon, 0
	for range *kills {
		last := copyAndKill(t, on, strings.Join([]string{dir, folderOf, day.Format(time.RFC3339)}, "\n"))
		day = day.AddDate(1, 0, 0)
		h, err := store.Open(dir, store.Options{})
		must(t, err)
		to := folder(t, folderOf)
		left += len(unfinished(t, folderOf))
		c, err := Make(t.Context(), h, to, Options{Now: day})
		must(t, err)
		must(t, h.Close())
		if rest := unfinished(t, folderOf); len(rest) > 0 {
			t.Errorf("the next copy left %q", rest)
		}
		if _, err := os.Stat(to.Path() + "/" + last); last != "" && err != nil {
			t.Errorf("a copy that was told of: %v", err)
		}
		entries, err := os.ReadDir(folderOf)
		must(t, err)
		for _, e := range entries[max(0, len(entries)-3):] {
			into, err := store.Open(t.TempDir(), store.Options{})
			must(t, err)
			if _, err := Restore(t.Context(), into, to, Request{Name: e.Name()}); err != nil {
				t.Errorf("%s of %s: %v", e.Name(), c.Name, err)
			}
			must(t, into.Close())
		}
		must(t, to.Close())
	}
	t.Logf("trust: %d tries: every copy came back whole; %d were unfinished, the next one removed them", *kills, left)
}

// copyAndKill has a process copy, and kills it a while after it began. It returns
// the last copy that it told of.
func copyAndKill(t *testing.T, on *powercut.Disk, task string) (last string) {
	t.Helper()
	cmd := exec.Command(os.Args[0]) // this test binary, killed below
	cmd.Env = append(os.Environ(), copierEnv+"="+task)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	lines, killing := bufio.NewScanner(out), false
	for lines.Scan() {
		switch kind, name, _ := strings.Cut(lines.Text(), " "); {
		case kind == "made":
			last = name
		case on.Dead():
		case kind != "begins":
			t.Fatalf("copier: %s", lines.Text())
		case !killing:
			killing = true
			defer on.KillAfter(time.Duration(rand.IntN(120))*time.Millisecond, cmd.Process)()
		}
	}
	_ = cmd.Wait() // it was killed
	return last
}

// unfinished returns the files of a folder that have no copy's name.
func unfinished(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var list []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".zip") {
			list = append(list, e.Name())
		}
	}
	return list
}
