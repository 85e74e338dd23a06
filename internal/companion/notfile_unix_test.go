//go:build unix

package companion

import (
	"context"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"yumori/internal/llm/instant"
	"yumori/retrieval"
)

// hang is how long all that is done with a home may take before it counts as
// waiting for ever.
const hang = 2 * time.Minute

var everyPlace = flag.Bool("everyplace", false, "put pipes in the place of git's own files, too, and sockets and folders in that of the indexes'")

// TestPipesInPlaceOfFiles puts a pipe in the place of each kind of file and
// folder of a home, other things in that of some: whatever is not a file cannot
// be used, and nothing waits for it. What is derived comes back.
func TestPipesInPlaceOfFiles(t *testing.T) {
	t.Parallel()
	home := lived(t, 40)
	if _, _, err := useHome(home); err != nil {
		t.Fatal(err)
	}
	for kind, name := range kindsOfFiles(t, home) {
		for how, put := range map[string]func(string) error{
			"pipe":   func(f string) error { return syscall.Mkfifo(f, 0o600) },
			"socket": func(f string) error { return syscall.Mknod(f, syscall.S_IFSOCK|0o600, 0) },
			"folder": func(f string) error { return os.MkdirAll(filepath.Join(f, "x"), 0o700) },
		} {
			if !*everyPlace && (how != "pipe" || strings.Contains(kind, "repo.git/")) || how != "pipe" && !strings.Contains(kind, ".index") {
				continue
			}
			t.Run(how+" "+kind, func(t *testing.T) {
				t.Parallel()
				at := t.TempDir()
				must(t, os.CopyFS(at, os.DirFS(home)))
				file := filepath.Join(at, name)
				must(t, os.RemoveAll(file))
				must(t, put(file))
				type outcome struct {
					found    retrieval.Recollection
					problems []string
					err      error
				}
				done := make(chan outcome, 1)
				go func() {
					var o outcome
					o.found, o.problems, o.err = useHome(at)
					done <- o
				}()
				select {
				case o := <-done:
					if strings.Contains(kind, ".index") && (o.err != nil || len(o.found.Memories) == 0) {
						t.Errorf("%v, found %+v", o.err, o.found)
					}
				case <-time.After(hang):
					t.Fatal("it waits for ever")
				}
			})
		}
	}
}

// useHome opens a home and does with it what commands do.
func useHome(home string) (found retrieval.Recollection, problems []string, err error) {
	ctx := context.Background()
	h, err := openHome(ctx, Options{
		Home: home, Builtin: instant.Model{}, Samples: samples(), Now: func() time.Time { return lifeEnd.Add(time.Hour) },
	})
	if err != nil {
		return found, nil, err
	}
	defer h.Close()
	c, err := h.Companion(ctx, "luna")
	if err != nil {
		return found, nil, err
	}
	_, _ = c.Say(ctx, Utterance{Text: "Good morning, message by message."}) // the log may be what is spoilt
	c.Mind()
	if found, err = c.Memories.Recall(ctx, retrieval.Question{Text: "What did I say about the harbour and the garden?"}); err != nil {
		return found, nil, err
	}
	places, err := h.Doctor(ctx)
	for _, p := range places {
		for _, problem := range p.Problems {
			problems = append(problems, problem.Name)
		}
	}
	return found, problems, err
}

// kindsOfFiles returns one name of each kind of file and folder below a home,
// by what is the same in their names.
func kindsOfFiles(t *testing.T, home string) map[string]string {
	t.Helper()
	varied := regexp.MustCompile(`[0-9a-f]{38,}|objects/[0-9a-f]{2}\b|\b(log|static)/|\d+`)
	kinds := map[string]string{}
	must(t, filepath.WalkDir(home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == home || strings.HasPrefix(e.Name(), ".lock") {
			return err
		}
		name, err := filepath.Rel(home, path)
		kinds[varied.ReplaceAllString(filepath.ToSlash(name), "#")] = name
		return err
	}))
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		if strings.HasPrefix(k, "personas/") && !strings.HasPrefix(k, "personas/luna") && k != "personas" {
			delete(kinds, k)
		}
	}
	return kinds
}
