package companion

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/lang"
	"yumori/internal/llm/builtin"
	"yumori/internal/transcript"
)

// everyByte calls f with the name and the bytes of every file below a folder, and
// with what of it is packed.
func everyByte(t *testing.T, root string, f func(name string, data []byte)) {
	t.Helper()
	must(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a file being written that has its name by now
		}
		must(t, err)
		f(name, append([]byte(name+"\n"), data...))
		if r, err := zlib.NewReader(bytes.NewReader(data)); err == nil { // an object of the history
			if plain, err := io.ReadAll(r); err == nil {
				f(name+" (unpacked)", plain)
			}
		}
		return nil
	}))
}

// TestPurgeLeavesNoByte takes messages back after dreams have made memories of them,
// and purges: no byte of the home has a word of them any more, the rest of the talk is
// there, the persona opens, and the doctor finds nothing.
func TestPurgeLeavesNoByte(t *testing.T) {
	t.Parallel()
	tick, root := &clock{at: noon}, t.TempDir()
	opt := Options{Home: root, Now: tick.now, Builtin: builtin.New(builtin.Options{Now: tick.now}), Samples: samples()}
	h, err := openHome(t.Context(), opt)
	must(t, err)
	tries, stood := 0, 0
	words := map[string]string{} // that are to be gone → their case
	for _, kind := range []string{"deletion", "cascade", "exact"} {
		for _, f := range forgettings(t, kind, *forgetCases) {
			if !slices.ContainsFunc(f.acts, func(a [2]string) bool { return a[0] == "forget" }) {
				continue
			}
			language := map[bool]string{true: "ja", false: "en"}[lang.Japanese(f.name)]
			slug, err := h.Create("Aoi", language, "")
			must(t, err)
			c, err := h.Companion(t.Context(), slug)
			must(t, err)
			p := &forgetful{Companion: c, t: t, tick: tick}
			var never []string
			for _, a := range f.acts {
				switch a[0] {
				case "never":
					never = append(never, a[1])
				case "has":
				default:
					p.does(a[0], a[1])
				}
			}
			must(t, c.dir.Sync(t.Context())) // all versions are in the history
			_, standing, err := c.log.Taken(t.Context())
			must(t, err)
			for _, w := range never {
				if !slices.ContainsFunc(standing, func(m transcript.Message) bool {
					return m.Role == transcript.RoleUser && strings.Contains(m.Text, w)
				}) {
					words[w] = slug
				}
			}
			before := len(standing)
			everyByte(t, filepath.Join(root, "personas", slug), func(_ string, data []byte) {
				for _, w := range never {
					if bytes.Contains(data, []byte(w)) {
						stood++
					}
				}
			})
			done, err := h.Purge(t.Context(), slug)
			must(t, err)
			if done.Messages == 0 || done.Files == 0 {
				t.Errorf("%s: %+v", f.name, done)
			}
			again, err := h.Companion(t.Context(), slug)
			must(t, err)
			_, after, err := again.log.Taken(t.Context())
			must(t, err)
			if len(after) != before {
				t.Errorf("%s: %d messages stand, want %d", f.name, len(after), before)
			}
			talk(t, again, "Good evening.")
			tries++
		}
	}
	found, err := h.Doctor(t.Context())
	must(t, err)
	for _, d := range found {
		for _, p := range d.Problems {
			t.Errorf("%s: %s: %s", d.Place, p.Name, p.What)
		}
	}
	must(t, h.Close())
	left := 0
	for w, slug := range words {
		everyByte(t, filepath.Join(root, "personas", slug), func(name string, data []byte) {
			if at := bytes.Index(data, []byte(w)); at >= 0 {
				left++
				t.Errorf("%q is in %s: %.80q", w, name, fmt.Sprint(string(data[max(0, at-30):])))
			}
		})
	}
	if stood < 4*tries {
		t.Errorf("the words stood in %d places only before: the test proves little", stood)
	}
	t.Logf("trust: %d tries: %d words that stood in %d places stand in %d, packed ones looked into", tries, len(words), stood, left)
}
