package companion

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/lang"
	"yumori/internal/llm/builtin"
	"yumori/internal/store/storetest"
	"yumori/internal/transcript"
)

// everyByte calls f with the name and the bytes of every file below a folder, and with
// every object of the histories below it, packed or not.
func everyByte(t *testing.T, root string, f func(name string, data []byte)) {
	t.Helper()
	must(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "repo.git" {
				storetest.EveryObject(t, name, func(data []byte) { f(name+" (an object)", data) })
			}
			return nil
		}
		data, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a file being written that has its name by now
		}
		must(t, err)
		f(name, append([]byte(name+"\n"), data...))
		return nil
	}))
}

// segments returns the sums of the files of a persona's indexes that hold words, which
// they do in a form of their own: what is in them cannot be looked for.
func segments(t *testing.T, persona string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	must(t, filepath.WalkDir(filepath.Join(persona, ".index"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".zap" {
			return err
		}
		data, err := os.ReadFile(name)
		sums[fmt.Sprintf("%x", sha256.Sum256(data))] = name
		return err
	}))
	return sums
}

// A purged is a persona of which something is to be gone.
type purged struct {
	slug   string
	name   string   // of the case
	never  []string // words that are to be gone
	said   string   // all that was done with it: others may have said the same words
	stands int      // messages that are not taken back
}

// TestPurgeLeavesNoByte takes messages back after dreams have made memories of them,
// and purges: no byte of the home has a word of them any more, the rest of the talk is
// there, the persona opens, and the doctor finds nothing. The histories are packed before.
func TestPurgeLeavesNoByte(t *testing.T) {
	t.Parallel()
	tick, root := &clock{at: noon}, t.TempDir()
	open := func() *Home {
		opt := Options{Home: root, Now: tick.now, Builtin: builtin.New(builtin.Options{Now: tick.now}), Samples: samples()}
		h, err := openHome(t.Context(), opt)
		must(t, err)
		return h
	}
	h := open()
	var list []purged
	for _, kind := range []string{"deletion", "cascade", "exact"} {
		for _, f := range forgettings(t, kind, *forgetCases) {
			if slices.ContainsFunc(f.acts, func(a [2]string) bool { return a[0] == "forget" }) {
				list = append(list, forgets(t, h, tick, f))
			}
		}
	}
	must(t, h.Close())
	stood, was := 0, map[string]map[string]string{}
	for _, p := range list {
		folder := filepath.Join(root, "personas", p.slug)
		storetest.Pack(t, filepath.Join(folder, ".history", "repo.git"))
		everyByte(t, folder, func(_ string, data []byte) {
			for _, w := range p.never {
				if bytes.Contains(data, []byte(w)) {
					stood++
				}
			}
		})
		was[p.slug] = segments(t, folder)
	}
	h = open()
	for _, p := range list {
		done, err := h.Purge(t.Context(), p.slug)
		must(t, err)
		if done.Messages == 0 || done.Files == 0 {
			t.Errorf("%s: %+v", p.name, done)
		}
		c, err := h.Companion(t.Context(), p.slug)
		must(t, err)
		_, after, err := c.log.Taken(t.Context())
		must(t, err)
		if len(after) != p.stands {
			t.Errorf("%s: %d messages stand, want %d", p.name, len(after), p.stands)
		}
		talk(t, c, "Good evening.")
	}
	found, err := h.Doctor(t.Context())
	must(t, err)
	for _, d := range found {
		for _, p := range d.Problems {
			t.Errorf("%s: %s: %s", d.Place, p.Name, p.What)
		}
	}
	must(t, h.Close())
	words, left := nowhere(t, root, list)
	for _, p := range list {
		now := segments(t, filepath.Join(root, "personas", p.slug))
		for sum, name := range was[p.slug] {
			if now[sum] != "" {
				t.Errorf("%s: %s is what it was", p.name, name)
			}
		}
	}
	if stood < 4*len(list) {
		t.Errorf("the words stood in %d places only before: the test proves little", stood)
	}
	t.Logf("trust: %d tries: %d words that stood in %d places stand in %d of the whole home, packed histories looked into", len(list), words, stood, left)
}

// forgets has a persona of a case, takes back what it says, and returns what is to be
// gone.
func forgets(t *testing.T, h *Home, tick *clock, f forgetting) purged {
	t.Helper()
	language := map[bool]string{true: "ja", false: "en"}[lang.Japanese(f.name)]
	slug, err := h.Create("Aoi", language, "")
	must(t, err)
	c, err := h.Companion(t.Context(), slug)
	must(t, err)
	p := &forgetful{Companion: c, t: t, tick: tick}
	done := purged{slug: slug, name: f.name}
	var never []string
	for _, a := range f.acts {
		done.said += a[1] + "\n"
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
			done.never = append(done.never, w)
		}
	}
	done.stands = len(standing)
	return done
}

// nowhere looks for the words that are to be gone in the whole home, but for the folders
// of other personas to whom they were said as well.
func nowhere(t *testing.T, root string, list []purged) (words, left int) {
	t.Helper()
	said := map[string]string{}
	for _, p := range list {
		said[p.slug] = p.said
		words += len(p.never)
	}
	everyByte(t, root, func(name string, data []byte) {
		rel, err := filepath.Rel(root, name)
		must(t, err)
		of := ""
		if parts := strings.Split(filepath.ToSlash(rel), "/"); parts[0] == "personas" && len(parts) > 1 {
			of = parts[1]
		}
		for _, p := range list {
			for _, w := range p.never {
				if of != p.slug && strings.Contains(said[of], w) {
					continue
				}
				if at := bytes.Index(data, []byte(w)); at >= 0 {
					left++
					t.Errorf("%s: %q is in %s: %.80q", p.name, w, name, data[max(0, at-30):])
				}
			}
		}
	})
	return words, left
}

// TestAPurgeBesideArchives purges a persona whose talk is in the archives by now, so that
// its log has nothing in it, and one in the middle of a month that is archived later: the
// persona is opened and talked with on the same day, and the doctor finds nothing.
func TestAPurgeBesideArchives(t *testing.T) {
	t.Parallel()
	for _, months := range []int{0, 2} {
		tick := &clock{at: noon}
		h := clockedHome(t, tick, nil)
		c := luna(t, h)
		said := tell(t, c, "My sister Mika plays the cello in the orchestra of Osaka.")
		tell(t, c, "I bought a red bicycle.")
		_, err := c.Conversation.Retract(said.User.ID)
		must(t, err)
		tick.set(tick.now().AddDate(0, months, 0))
		must(t, c.log.Archive(t.Context()))
		_, err = h.Purge(t.Context(), "luna")
		must(t, err)
		for range 3 {
			c, err = h.Companion(t.Context(), "luna")
			must(t, err)
			tell(t, c, "Good evening.")
			tick.set(tick.now().AddDate(0, 1, 0))
			must(t, c.log.Archive(t.Context()))
		}
		if got := strings.Join(shownTexts(t, c), "\n"); !strings.Contains(got, "red bicycle") || strings.Contains(got, "cello") || strings.Count(got, "user: Good evening.") != 3 {
			t.Errorf("after %d months the talk is\n%s", months, got)
		}
	}
}
