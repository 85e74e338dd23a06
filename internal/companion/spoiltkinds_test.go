//go:build unix

package companion

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"yumori/docs"
	"yumori/dreaming"
	"yumori/goals"
	"yumori/internal/exchange"
	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/motivation"
)

// spoils is how often each kind of file is spoilt; of a release it is 1,000:
// go test ./internal/companion -run EveryKindOfFileSpoilt -spoils 1000 -timeout 24h.
var spoils = flag.Int("spoils", 0, "how often each kind of file is cut, at as many bytes as it has at most, and changed; 0: a twelfth of the kinds, once in one of the two ways")

// spoiltElsewhere are the kinds that other tests spoil.
var spoiltElsewhere = map[string]string{
	".history/…":              "store.TestEveryFileCut, store.TestEveryFileMangled, store.TestDamagedPack",
	".lock":                   "store.TestEveryFileCut",
	".owner.json":             "store.TestEveryFileCut",
	".index/embed-batch.json": "embedbatch.TestAKillWhileABatchIsSent; there is none without a provider",
}

// TestEveryKindOfFileSpoilt cuts each kind of file of a home that docs/files.md names,
// and changes it as a disk or a stranger would. The home opens, everything that does not
// stand in that file is there, and when the program has written to it no byte of what
// stood in any file is lost: what cannot be read is never taken for empty.
func TestEveryKindOfFileSpoilt(t *testing.T) {
	t.Parallel()
	home, tick := wholeHome(t)
	gift := sealedExport(t, newTarget(t).Home)
	for _, rest := range []string{"luna-2", "p-6b43f794", "luna/.history", "mira-vale/.history"} { // the less there is to copy, the more tries there are
		must(t, os.RemoveAll(filepath.Join(home, "personas", rest)))
	}
	var kinds []string
	for _, at := range kindsNamed(t, home) {
		kinds = append(kinds, at)
	}
	slices.Sort(kinds)
	seed := rand.Uint64()
	t.Logf("seed %d, %d kinds", seed, len(kinds))
	s := &spoiler{home: home, tick: tick, gift: gift, names: kinds}
	s.whole = s.endures(t, "", "nothing", nil)
	tried := 0
	t.Run("kinds", func(t *testing.T) {
		for i, name := range kinds {
			if *spoils == 0 && i%12 != int(seed%12) {
				continue
			}
			tried++
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				s.spoil(t, name, rand.New(rand.NewPCG(seed, uint64(i))))
			})
		}
	})
	t.Logf("trust: %d tries: %d of %d kinds of files of a home cut and changed; everything else was there, nothing of it was lost", s.tries.Load(), tried, len(kinds))
}

// kindsNamed returns a file of each kind that docs/files.md names. A kind that the home
// does not have, and a file that is of none, fail.
func kindsNamed(t *testing.T, home string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, heading := range []string{"The home", "A persona: `personas/<slug>/`", "Memory", "Derived, and safety nets"} {
		rows, err := docs.Table("files.md", heading)
		must(t, err)
		for _, row := range rows {
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[0], -1) {
				key := heading + " " + m[1]
				for _, at := range filesNamed(t, home, heading, m[1]) {
					if m[1] == ".index/…" {
						found[key+" "+at] = at
					} else if spoiltElsewhere[m[1]] == "" {
						found[key] = at
					}
				}
				if found[key] == "" && m[1] != ".index/…" && spoiltElsewhere[m[1]] == "" {
					t.Errorf("the home has no %s: nothing says what becomes of it when it is spoilt", m[1])
				}
			}
		}
	}
	return found
}

// filesNamed returns the files of the home that a name of a table stands for. Of what is
// derived it is one of each kind, without the indexes of words.
func filesNamed(t *testing.T, home, heading, name string) []string {
	t.Helper()
	p := strings.NewReplacer(`…`, `.*`, `\*`, `[^/]*`).Replace(regexp.QuoteMeta(name))
	p = regexp.MustCompile(`<[^>]+>`).ReplaceAllString(p, `[^/]+`)
	roots := []string{""}
	if heading != "The home" {
		roots = []string{"personas/luna/", "personas/mira-vale/"}
	}
	of := regexp.MustCompile(`^(` + strings.Join(roots, "|") + `)` + p + `$`)
	var list []string
	seen := map[string]bool{}
	must(t, fs.WalkDir(os.DirFS(home), ".", func(at string, e fs.DirEntry, err error) error {
		kind := regexp.MustCompile(`[0-9A-Z]{26}|\d+`).ReplaceAllString(path.Base(at), "#")
		if err == nil && !e.IsDir() && of.MatchString(at) && !strings.Contains(at, "/words-") && !(strings.Contains(at, ".index/") && seen[path.Dir(at)+kind]) {
			list = append(list, at)
			seen[path.Dir(at)+kind] = true
		}
		return err
	}))
	return list
}

// A spoiler spoils files of copies of a home.
type spoiler struct {
	home  string
	tick  *clock
	gift  string // an exported persona of another home
	names []string
	whole map[string]string // what is known when nothing is spoilt
	tries atomic.Int64
}

// spoil has a file cut at many places, and changed as often.
func (s *spoiler) spoil(t *testing.T, name string, rng *rand.Rand) {
	data, err := os.ReadFile(filepath.Join(s.home, name))
	must(t, err)
	n := max(1, *spoils)
	cut, change := *spoils > 0 || rng.IntN(2) == 0, *spoils > 0
	if cut {
		step := max(1, len(data)/n)
		for at := rng.IntN(step); at < len(data) && !t.Failed(); at += step {
			s.endures(t, name, fmt.Sprintf("cut at %d", at), data[:at])
		}
	}
	for range n {
		if change || !cut {
			how, bad := s.changed(t, data, rng)
			s.endures(t, name, how, bad)
		}
	}
}

// changed is a file as a disk or a stranger leaves it, and how.
func (s *spoiler) changed(t *testing.T, data []byte, rng *rand.Rand) (how string, bad []byte) {
	t.Helper()
	switch rng.IntN(4) {
	case 0:
		return "all zeros", make([]byte, len(data))
	case 1:
		other := s.names[rng.IntN(len(s.names))]
		bad, err := os.ReadFile(filepath.Join(s.home, other))
		must(t, err)
		return "with the content of " + other, bad
	}
	bad = spoil(rng, data)
	return fmt.Sprintf("changed to %.300q", bad), bad
}

// endures opens a copy of the home in which a file has other content, "" none, and
// returns what is known in it, after everything was found that does not stand in that
// file. Then all is written to that the program writes to, and nothing is lost.
func (s *spoiler) endures(t *testing.T, name, how string, bad []byte) map[string]string {
	t.Helper()
	s.tries.Add(1)
	at := filepath.Join(t.TempDir(), "home")
	must(t, os.CopyFS(at, os.DirFS(s.home)))
	if name != "" {
		must(t, os.WriteFile(filepath.Join(at, name), bad, 0o600))
	}
	failed := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s %s: %s: %v", name, how, what, err)
		}
	}
	tick := &clock{at: s.tick.now()}
	h, err := openHome(t.Context(), wholeOptions(at, tick, nil))
	failed("open", err)
	c, err := h.Companion(t.Context(), "luna")
	failed("open luna", err)
	mira, err := h.Companion(t.Context(), "mira-vale")
	failed("open mira", err)
	known := s.known(t, h, c, mira)
	for what, want := range s.whole {
		of := regexp.MustCompile(standsIn[what])
		if !of.MatchString(name) && known[what] != want {
			t.Errorf("%s %s: %s is\n%s\nwant\n%s", name, how, what, known[what], want)
		}
	}
	c.work.Wait()
	mira.work.Wait()
	before := readAll(t, at)
	if err := s.touch(t, h, c, name); name == "" {
		failed("write", err)
	}
	c.work.Wait()
	kept := func(file string, data []byte) bool {
		dir, rel := h.home.Dir(), file
		for _, p := range []*Companion{c, mira} {
			if below, ok := strings.CutPrefix(file, "personas/"+p.slug+"/"); ok {
				dir, rel = p.dir, below
			}
		}
		past, _ := dir.History(rel) // what cannot have one has none
		return slices.ContainsFunc(past, func(p store.Past) bool { return p.Version == store.VersionOf(data) })
	}
	after := readAll(t, at)
	var all bytes.Buffer
	for _, data := range after {
		all.Write(data)
		all.WriteByte('\n')
	}
	for file, data := range before {
		if !bytes.Equal(after[file], data) && !kept(file, data) && !stands(&all, file, data) {
			t.Errorf("%s %s: of %s there is no more\n%.600q\nit is now\n%.600q", name, how, file, data, after[file])
		}
	}
	failed("close", h.Close())
	must(t, os.RemoveAll(at))
	return known
}

// stands reports whether what stood in a file does somewhere, whole or, of a journal, by
// its lines.
func stands(all *bytes.Buffer, file string, data []byte) bool {
	if bytes.Contains(all.Bytes(), data) {
		return true
	}
	if path.Ext(file) != ".jsonl" && file != "door-token" {
		return false
	}
	for line := range bytes.Lines(data) {
		if !bytes.Contains(all.Bytes(), bytes.TrimRight(line, "\r\n")) {
			return false
		}
	}
	return true
}

// standsIn says in which files what is known stands: they may change it.
var standsIn = map[string]string{
	"settings":  `^settings\.json`,
	"tokens":    `^door-token`,
	"spending":  `^spending/`,
	"elsewhere": `^elsewhere\.json`,
	"talk":      `luna/log|luna/persona.json`,
	"episodes":  `episodic_memory/`,
	"insights":  `memory/insights`,
	"goals":     `luna/goals`,
	"questions": `memory/internal_state`,
	"facts":     `luna/bank/`,
	"entities":  `luna/entity_memory/`,
	"texts":     `luna/[A-Z]+\.md|luna/notepad|luna/core_memory|memory/`,
	"held":      `memory/held`,
	"trusted":   `luna/trusted`,
	"skills":    `skills`,
	"dreams":    `luna/dreams/|luna/\.index/dreams.json|memory/held`, // what waits of them, too
	"actions":   `luna/actions`,
	"mira":      `mira-vale/`,
}

// known is what a home knows, by subject.
func (s *spoiler) known(t *testing.T, h *Home, c, mira *Companion) map[string]string {
	t.Helper()
	var texts []string
	for _, name := range []string{"SOUL.md", "IDENTITY.md", "USER.md", "MEMORY.md", "core_memory.txt", "notepad.txt", "memory/memory_main.txt", "memory/secret_diary.txt", "memory/2025-12-19.md"} {
		got, err := c.dir.Read(name)
		texts = append(texts, fmt.Sprintf("%s: %s %v", name, got, err))
	}
	told := func(list any, err error) string { return fmt.Sprintf("%+v %v", list, err) }
	from, elsewhere, err := h.origins.Of("luna-2")
	var entities []string
	pages, perr := c.Entities()
	for _, p := range pages {
		entities = append(entities, string(p))
	}
	list, _ := c.Goals()
	var skills []string
	found, serr := c.Skills.ListSkills(t.Context())
	for _, k := range found {
		skills = append(skills, fmt.Sprint(k.Title, k.State))
	}
	held, herr := c.Inbox.Held()
	greeting := mira.Greeting()
	return map[string]string{
		"settings": told(h.Settings(), nil), "tokens": told(h.DoorTokens()), "spending": told(h.Spending("2025-12")),
		"elsewhere": fmt.Sprint(from, elsewhere, err),
		"talk":      strings.Join(shownTexts(t, c), "\n"), "episodes": told(c.EpisodeHeads(), nil), "insights": told(c.InsightHeads(), nil),
		"goals": told(list, nil), "questions": told(c.Questions(), nil), "facts": told(c.Facts(facts.Query{})),
		"entities": told(entities, perr), "texts": strings.Join(texts, "\n"), "held": told(held, herr),
		"trusted": told(c.TrustedDocuments(), nil), "skills": told(skills, serr), "dreams": told(c.Dreams.Summaries()),
		"actions": told(c.Initiative.Actions(10)), "mira": told(greeting, nil),
	}
}

// touch writes to the files that a program in use writes to, and to that of a name in
// the way that is particular to it. What cannot be used may be refused.
func (s *spoiler) touch(t *testing.T, h *Home, c *Companion, name string) error {
	t.Helper()
	ctx := t.Context()
	var errs []error
	did := func(_ any, err error) {
		t.Helper()
		errs = append(errs, err)
	}
	set, err := h.Settings().With("recall.auto", "false")
	did(nil, errors.Join(err, h.Change(set)))
	did(h.DoorTokens())
	did(c.Say(ctx, Utterance{Text: "My cat is called Tama, and I am happy."}))
	did(c.Remember(ctx, "robot", "The tea is green."))
	did(nil, c.TrustDocument(string(store.VersionOf([]byte("another letter"))), "another.txt"))
	did(c.AddGoal(goals.Plan{Goal: "See a heron", Term: goals.Short, Priority: 2}))
	if name == "" || strings.Contains(name, "skills") {
		list, err := c.Skills.ListSkills(ctx)
		did(nil, err)
		for _, k := range list {
			did(nil, errors.Join(c.Skills.DisableSkill(k.Title), c.Skills.EnableSkill(k.Title, k.Hash, "tea")))
		}
	}
	if name == "" || slices.Contains([]string{"imported.json", "elsewhere.json", "export-key"}, name) {
		did(h.Import(ctx, exchange.ImportRequest{Path: s.gift}))
		did(h.Export(ctx, "luna", filepath.Join(t.TempDir(), "luna.zip")))
	}
	if name == "" || strings.Contains(name, "actions") {
		did(nil, wakes(t, c))
	}
	if name == "" || strings.Contains(name, "luna/") && s.tries.Load()%4 == 0 {
		did(c.Dreams.Dream(ctx, dreaming.Request{}))
	}
	return errors.Join(errs...)
}

// wakes has the persona ask a question of its own.
func wakes(t *testing.T, c *Companion) error {
	t.Helper()
	wonder(t, c, "How did the interview go?")
	for _, q := range c.Questions() {
		if q.State == motivation.StateOpen {
			_, err := c.Initiative.AskQuestion(t.Context(), q.ID)
			return err
		}
	}
	return errors.New("it has no question")
}
