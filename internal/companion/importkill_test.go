package companion

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/card"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/internal/llm/builtin"
	"yumori/internal/store/powercut"
	"yumori/internal/transcript"
)

// importKills is how often TestKilledImports kills the process that brings something
// in. The figure of a release is 100: go test ./internal/companion -run KilledImports
// -importkills 100.
var importKills = flag.Int("importkills", 6, "how often to kill the process that brings something in")

// importerEnv makes the test binary one that brings a file into a home: three lines,
// the home, the file, and the persona it is for or nothing.
const importerEnv = "YUMORI_TEST_IMPORTER"

// importer brings a file in and says when it begins and when it is there.
func importer(task []string) error {
	h, err := openHome(context.Background(), Options{Home: task[0], Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	if err != nil {
		return err
	}
	fmt.Println("begins")
	if filepath.Ext(task[1]) == ".png" {
		_, err = h.ImportCard(context.Background(), task[1], "")
	} else {
		_, err = h.Import(context.Background(), exchange.ImportRequest{Path: task[1], Persona: task[2], User: "Alex"})
	}
	if err != nil {
		return err
	}
	fmt.Println("done")
	return h.Close()
}

// bringerEnv makes the test binary one that brings a file into a home, whatever it is:
// two lines, the home and the file, or the home alone.
const bringerEnv = "YUMORI_TEST_BRINGER"

// bringer brings a file in and says what became of it.
func bringer(task []string) error {
	ctx := context.Background()
	h, err := openHome(ctx, Options{Home: task[0], Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	defer func() { // of Linux: the most memory that it had, not counting whoever started it
		data, _ := os.ReadFile("/proc/self/status")
		for line := range strings.Lines(string(data)) {
			if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				fmt.Println("peak", rest)
			}
		}
	}()
	if err != nil || len(task) == 1 {
		return errors.Join(err, h.Close())
	}
	kind, err := h.Recognise(ctx, task[1], "")
	if bad := new(imports.Error); kind == imports.Card || errors.As(err, &bad) && bad.Reason == imports.Unknown {
		_, err = h.ImportCard(ctx, task[1], "")
	} else if err == nil {
		_, err = h.Import(ctx, exchange.ImportRequest{Path: task[1], Kind: kind, User: "Alex"})
	}
	if err != nil && !hasSentence(err) {
		return err
	}
	fmt.Println("ended:", err)
	return h.Close()
}

// An incoming is something that can be brought in, and the persona it is for.
type incoming struct{ name, file, persona string }

// incomings are what TestKilledImports brings in.
func incomings(t *testing.T) []incoming {
	t.Helper()
	from, err := openHome(t.Context(), Options{Home: filepath.Join(t.TempDir(), "home"), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	talk(t, luna(t, from), "Good evening from the other house.")
	at := t.TempDir()
	whole := filepath.Join(at, "luna.whole.zip")
	_, err = from.Export(t.Context(), "luna", whole)
	must(t, err)
	must(t, from.Close())
	texts := make([]string, 800)
	for i := range texts {
		texts[i] = fmt.Sprintf("Sentence number %d of a long talk about the harbour.", i)
	}
	log := filepath.Join(at, "conversations.json")
	must(t, os.WriteFile(log, []byte("["+gptThread("a", lastMay, "", texts...)+"]"), 0o600))
	mira := cardFileOf(t, cardOfMira(t, nil), card.PNG)
	return []incoming{
		{"a persona", whole, ""}, {"a log", log, ""}, {"a log into one that is there", log, "luna"},
		{"a room", roomOf(t), ""}, {"a card", mira, ""},
	}
}

// TestKilledImports kills a process that brings something in, at any moment. The home
// opens and has all of it or nothing, but for messages that were appended in their
// order; what was there before is there; and the same brought in again ends as if
// nobody had disturbed it, nothing missing and nothing twice.
func TestKilledImports(t *testing.T) {
	t.Parallel() // it waits for other processes
	on := powercut.New(t)
	template := filepath.Join(t.TempDir(), "home")
	h, err := openHome(t.Context(), Options{Home: template, Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	talk(t, luna(t, h), "My sister Mika plays the cello.")
	must(t, h.Close())
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	all, broken := incomings(t), 0
	copied := func() string {
		home := filepath.Join(on.Dir(), "home")
		must(t, os.CopyFS(home, os.DirFS(template)))
		on.Settle()
		return home
	}
	before := inHome(t, copied())
	want, took := make([]string, len(all)), make([]time.Duration, len(all))
	for i := range *importKills {
		n := i % len(all)
		in := all[n]
		if want[n] == "" {
			home := copied()
			took[n], _ = importAndKill(t, on, home, in, 0)
			want[n] = inHome(t, home)
			if want[n] == before {
				t.Fatalf("%s: nothing came in", in.name)
			}
		}
		home := copied()
		_, done := importAndKill(t, on, home, in, time.Duration(rng.Int64N(int64(took[n])+1)))
		if !done {
			broken++
		}
		got := inHome(t, home)
		if in.persona == "" && got != before && got != want[n] {
			t.Fatalf("%s, killed: there is\n%s\nwant\n%s\nor\n%s", in.name, got, before, want[n])
		}
		if done && got != want[n] {
			t.Fatalf("%s was told to be there: there is\n%s\nwant\n%s", in.name, got, want[n])
		}
		importAndKill(t, on, home, in, 0)
		if got := inHome(t, home); got != want[n] {
			t.Fatalf("%s, killed and brought in again: there is\n%s\nwant\n%s", in.name, got, want[n])
		}
	}
	t.Logf("trust: %d tries: %d in the middle of it; the same again ended as if undisturbed, nothing twice", *importKills, broken)
}

// importAndKill has a process bring something in and kills it a while after it began;
// 0 lets it come to its end. It reports how long it took, and whether it came there.
func importAndKill(t *testing.T, on *powercut.Disk, home string, in incoming, after time.Duration) (took time.Duration, done bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0]) //nolint:gosec // this test binary, killed below
	cmd.Env = append(os.Environ(), importerEnv+"="+strings.Join([]string{home, in.file, in.persona}, "\n"))
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	begin := time.Now()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if on.Dead() {
			continue
		}
		switch lines.Text() {
		case "begins":
			begin = time.Now()
			if after > 0 {
				defer on.KillAfter(after, cmd.Process)()
			}
		case "done":
			took, done = time.Since(begin), true
		default:
			t.Fatalf("importer: %s", lines.Text())
		}
	}
	_ = cmd.Wait() // it may have been killed
	if after == 0 && !done {
		t.Fatalf("%s did not come in", in.name)
	}
	return took, done
}

// inHome tells what a home has, a persona a line: its name, its messages, oldest
// first, shown or beside, and its files.
func inHome(t *testing.T, home string) string {
	t.Helper()
	h, err := openHome(t.Context(), Options{Home: home, Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	defer func() { must(t, h.Close()) }()
	found, err := h.Doctor(t.Context())
	must(t, err)
	for _, d := range found {
		for _, p := range d.Problems {
			if strings.Contains(p.What, "others than its owner") {
				continue // a copy of the template is open to all
			}
			t.Errorf("%s: %s: %s", d.Place, p.Name, p.What)
		}
	}
	list, err := h.Personas()
	must(t, err)
	var lines []string
	for _, p := range list {
		c, err := h.Companion(t.Context(), p.Slug)
		must(t, err)
		var said []string
		for m, err := range c.log.All(t.Context()) {
			must(t, err)
			said = append(said, m.Text)
		}
		slices.Sort(said)
		counted := fmt.Sprintf("%d messages %s", len(said), transcript.ImportID(time.Time{}, []byte(strings.Join(said, "\n"))))
		var files []string
		must(t, filepath.WalkDir(filepath.Join(home, "personas", p.Slug), func(name string, e os.DirEntry, err error) error {
			if err == nil && e.IsDir() && strings.HasPrefix(e.Name(), ".") {
				return filepath.SkipDir
			}
			if rel, _ := filepath.Rel(home, name); err == nil && e.Type().IsRegular() && !strings.Contains(name, "log") {
				files = append(files, rel)
			}
			return err
		}))
		lines = append(lines, fmt.Sprintf("%s %q: %s; %s", p.Slug, p.Name, counted, strings.Join(files, " ")))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
