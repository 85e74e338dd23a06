package dreaming

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/internal/store/powercut"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/persona"
)

// kills is how often TestKilledDreamsGoOn kills the dreamer. The figure of a
// release is 500: go test ./dreaming -run Killed -kills 500.
var kills = flag.Int("kills", 8, "how often to kill the process that dreams")

// dreamerEnv makes the test binary a dreamer in that home; with readyEnv it
// only reads what there is to dream of.
const dreamerEnv = "YUMORI_TEST_DREAMER"

// backfillEnv makes the dreamer live through the days that no dream has read.
const backfillEnv = "YUMORI_TEST_BACKFILL"

func TestMain(m *testing.M) {
	if home := os.Getenv(dreamerEnv); home != "" {
		if err := dreamer(home); err != nil {
			fmt.Println("fail", err)
		}
		return
	}
	os.Exit(m.Run())
}

// dreamer dreams in a home, from where it is: a new dream, or one that was
// broken off. It writes "ready" before, and "done" at the end.
func dreamer(home string) error {
	h, err := store.Open(home, store.Options{})
	if err != nil {
		return err
	}
	d, err := h.Persona("luna")
	if err != nil {
		return err
	}
	now := func() time.Time { return time.Date(2026, 11, 21, 3, 0, 0, 0, jst) }
	log, err := transcript.Open(d, transcript.Options{Now: now})
	if err != nil {
		return err
	}
	p := New(Deps{Dir: d, Log: log, Now: now, Language: "en", Persona: "Luna", User: "Ken"})
	fmt.Println("ready")
	if os.Getenv(backfillEnv) != "" {
		_, err = p.Backfill(context.Background(), Backfill{batch: killedBatch})
	} else if _, err = p.Resume(context.Background(), nil); errors.Is(err, ErrNothing) {
		err = p.kindled(p.filled(Request{}))
	}
	if err != nil && !errors.Is(err, ErrNothing) {
		return err
	}
	fmt.Println("done")
	return h.Close()
}

// kindled begins a dream whose stages think what they are told.
func (p *Pipeline) kindled(req Request) error {
	n, err := p.begin(context.Background(), req)
	if err != nil {
		return err
	}
	ids := n.rec.Inputs.Messages
	at := func(i int, quote string) []record.Evidence { return []record.Evidence{{Message: ids[i], Quote: quote}} }
	goal := n.mem.goals.Active(goals.Short, 1)[0]
	thoughts := map[record.Stage]any{
		record.StageReflect: rules.Reflection{
			Topic: "greenhouse", Insight: "Ken finishes what he begins.", Strategy: "Ask.", Dream: "Glass.", Evidence: at(0, "greenhouse"),
			Goals: []rules.GoalUpdate{
				{Act: rules.GoalNew, Goal: "learn about tomatoes", Term: goals.Short, Priority: 3, Evidence: at(2, "tomatoes")},
				{Act: rules.GoalCompleted, ID: goal.ID, Note: "done", Evidence: at(0, "finished")},
			},
			Questions: []rules.NewQuestion{{Topic: "How many hours of sun?", Priority: 0.7, Evidence: at(4, "measure")}, {Topic: "Which course?", Priority: 0.4, Evidence: at(8, "course")}},
		},
		record.StageQuestions: rules.Resolution{Resolved: []rules.Resolved{{
			ID: n.openAt(0), State: motivation.StateResolved, Answer: "Ken's sister", Evidence: at(2, "My sister Mika"),
			Convert: motivation.Fact, Entity: "Mika", Text: "Mika is Ken's sister.",
		}}},
		record.StageEntities: learning{Extraction: rules.Extraction{
			Facts: []rules.Learned{
				{Type: facts.World, Text: "Ken finished the greenhouse.", Confidence: 1, Evidence: at(0, "greenhouse")},
				{Type: facts.World, Text: "Ken starts a pottery course.", Confidence: 1, Evidence: at(8, "pottery")},
			},
			Candidates: []rules.Candidate{{Name: "Old mill", Note: "Pottery is taught there.", Evidence: at(8, "the old mill")}},
		}},
	}
	for i := range n.rec.Stages {
		if v, ok := thoughts[n.rec.Stages[i].Name]; ok {
			if n.rec.Stages[i].Thought, err = json.Marshal(v); err != nil {
				return err
			}
		}
	}
	_, err = n.dream(context.Background())
	return err
}

func (n *night) openAt(i int) string { return n.mem.motives.Snapshot(n.mem.pressure()).Questions[i].ID }

// TestKilledDreamsGoOn kills a dreaming process at random moments, also while
// it goes on, and holds what it leaves in the end to an undisturbed dream.
func TestKilledDreamsGoOn(t *testing.T) {
	t.Parallel()
	k := killing{t: t, template: filepath.Join(t.TempDir(), "template"), disk: powercut.New(t), kills: *kills, dreams: 1}
	prepare(t, k.template)
	k.run()
}

// A killing kills the process that dreams, and has it go on.
type killing struct {
	t        *testing.T
	template string // the home in which it begins
	disk     *powercut.Disk
	kills    int
	dreams   int // that there are in the end
	env      []string
}

func (k killing) run() {
	t := k.t
	t.Helper()
	want, most := k.undisturbed()
	for range 3 { // the quickest, for most kills are to come before the end
		_, took := k.undisturbed()
		most = min(most, took)
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d, undisturbed it takes %v", seed, most)
	rng := rand.New(rand.NewPCG(seed, 0))
	hit := 0
	for killed, round := 0, 0; killed < k.kills; round++ {
		home := k.home()
		for range 3 { // in the middle of a dream, and of going on with it
			killed++
			if _, done := k.dreamFor(home, time.Duration(rng.Int64N(int64(most)))); !done {
				hit++
			}
		}
		k.dreamFor(home, 0)
		if diff := unlike(want, k.left(home)); diff != "" {
			t.Fatalf("round %d: %s", round, diff)
		}
	}
	if hit < k.kills/5 {
		t.Errorf("only %d of %d kills hit a dream: the test proves little", hit, k.kills)
	}
	t.Logf("trust: %d tries: %d in the middle of it, every home ended as one that nobody disturbed", k.kills, hit)
}

// home makes a home from the template.
func (k killing) home() string {
	k.t.Helper()
	home := filepath.Join(k.disk.Dir(), "home")
	if err := os.CopyFS(home, os.DirFS(k.template)); err != nil {
		k.t.Fatal(err)
	}
	k.disk.Settle()
	return home
}

// prepare makes a home with a day to dream of.
func prepare(t *testing.T, home string) {
	t.Helper()
	w := newWorldAt(t, home, "en")
	m := mustOpen(t, w)
	if _, err := m.goals.Add(goals.Plan{Goal: "hear how the greenhouse goes", At: w.now}, store.Cause{}); err != nil {
		t.Fatal(err)
	}
	if _, err := m.motives.Ask(motivation.Query{Topic: "Who is Mika?", Priority: 0.8, At: w.now}, store.Cause{}); err != nil {
		t.Fatal(err)
	}
	if err := w.dir.Commit(m.shadow.Pending(), store.Cause{}); err != nil {
		t.Fatal(err)
	}
	w.aDay()
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
}

func mustOpen(t *testing.T, w *world) *draft {
	t.Helper()
	m, err := openMemory(w.dir, "en")
	if err != nil {
		t.Fatal(err)
	}
	*m.clock = w.now
	return m
}

// undisturbed returns what a dream leaves that nobody kills, and how long it
// takes.
func (k killing) undisturbed() (map[string]string, time.Duration) {
	k.t.Helper()
	home := k.home()
	took, done := k.dreamFor(home, 0)
	if !done {
		k.t.Fatal("an undisturbed dream did not come to its end")
	}
	return k.left(home), took
}

// dreamFor lets a dreamer dream in a home and kills it after a while, counted
// from when it was about to begin; 0 lets it come to its end. It reports how
// long it dreamt and whether it came to its end.
func (k killing) dreamFor(home string, after time.Duration) (took time.Duration, done bool) {
	t := k.t
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), k.env...), dreamerEnv+"="+home)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var began time.Time
	for lines := bufio.NewReader(out); ; {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch line = strings.TrimSpace(line); {
		case k.disk.Dead():
		case line == "ready":
			began = time.Now()
			if after == 0 {
				continue
			}
			defer k.disk.KillAfter(after, cmd.Process)()
		case line == "done":
			took, done = time.Since(began), true
		case strings.HasPrefix(line, "fail"):
			t.Fatalf("dreamer: %s", line)
		}
	}
	_ = cmd.Wait() // it may have been killed
	return took, done
}

// left returns what is in a home, comparable, and holds the record to what a
// record has to be.
func (k killing) left(home string) map[string]string {
	t := k.t
	t.Helper()
	h, err := store.Open(home, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	d, err := h.Persona("luna")
	if err != nil {
		t.Fatal(err)
	}
	diary, err := record.Open(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range diary.Check(t.Context()) {
		t.Errorf("%s: %s", p.Name, p.What)
	}
	list, err := diary.List()
	if err != nil || len(list) != k.dreams || slices.ContainsFunc(list, func(s record.Summary) bool { return s.State != record.StatusApplied }) {
		t.Fatalf("dreams: %+v, %v", list, err)
	}
	p, err := persona.Open(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, pr := range p.Check(t.Context()) {
		t.Errorf("%s: %s", pr.Name, pr.What)
	}
	w := &world{t: t, dir: d}
	return plain(w.files("log"))
}
