package companion

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/store"
	"yumori/internal/store/powercut"
	"yumori/retrieval"
)

// changeKills is how often TestKilledChangeOfEmbedder kills the process. The
// figure of a release is 200: go test ./internal/companion -run KilledChange
// -changekills 200.
var changeKills = flag.Int("changekills", 4, "how often to kill the process that changes embedders")

// changerEnv makes the test binary one that changes embedders on that home.
const changerEnv = "YUMORI_TEST_CHANGER"

// A turned embedder is a knowing one whose vectors are turned by its model: those
// of two models have nothing in common. It may make none of documents.
type turned struct {
	knowing
	asksOnly bool
}

func (k *turned) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	if k.asksOnly && task == llm.TaskDocument {
		return nil, errors.New("down")
	}
	list, err := k.knowing.Embed(ctx, texts, task)
	h := fnv.New32a()
	_, _ = h.Write([]byte(k.model))
	by := int(h.Sum32() % 16)
	for i, v := range list {
		list[i] = append(append([]float32(nil), v[by:]...), v[:by]...)
	}
	return list, err
}

// changing opens a home whose embedders are turned.
func changing(home string, asksOnly bool) (*Home, error) {
	at := september
	return openHome(context.Background(), Options{
		Home: home, Now: func() time.Time { return at }, Samples: samples(),
		Builtin: builtin.New(builtin.Options{Now: func() time.Time { return at }}),
		PickEmbedder: func(_ context.Context, c config.EmbedderChoice, _ string) (llm.Embedder, error) {
			return &turned{knowing{model: c.Name}, asksOnly}, nil
		},
	})
}

// chooseNext chooses the next model, "m1" after "m0", and returns its name.
func chooseNext(h *Home) (string, error) {
	n, _ := strconv.Atoi(strings.TrimPrefix(h.Settings().Embedder.Name, "m")) // "" is 0
	name := fmt.Sprintf("m%d", n+1)
	s, err := h.Settings().With("embedder.provider", "openai")
	if err == nil {
		s, err = s.With("embedder.name", name)
	}
	if err == nil {
		err = h.Change(s)
	}
	return name, err
}

// inUse returns whose vectors the indexes use that hold something, each once.
func inUse(list []retrieval.IndexState) []string {
	var names []string
	seen := map[string]bool{}
	for _, s := range list {
		name := ""
		if s.Embedder != nil {
			name = s.Embedder.InUse
		}
		if s.Chunks > 0 && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// changer chooses one embedder after the other and says so.
func changer(home string) {
	err := func() error {
		h, err := changing(home, false)
		if err != nil {
			return err
		}
		c, err := h.Companion(context.Background(), "luna")
		for err == nil {
			var name string
			if name, err = chooseNext(h); err != nil {
				break
			}
			fmt.Println("chosen", name)
			for done := false; !done && err == nil; {
				var list []retrieval.IndexState
				list, err = c.Memories.Update(context.Background())
				names := inUse(list)
				done = len(names) == 1 && names[0] == name
			}
		}
		return err
	}()
	fmt.Println("fail", err)
}

// TestKilledChangeOfEmbedder kills the program at random moments of a change of
// embedders. Whatever is left, and although the new one answers questions alone,
// the vectors of one embedder answer, the old or the new: never both, never none.
func TestKilledChangeOfEmbedder(t *testing.T) {
	t.Parallel()
	on := powercut.New(t)
	home := on.Dir()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	h, err := changing(home, false)
	must(t, err)
	var day strings.Builder
	for i := range 90 {
		fmt.Fprintf(&day, "## [10:00:00] fact\n\nHeron number %d stood by the river in the morning.\n\n", i)
	}
	c := theOne(t, h, "luna")
	must(t, c.dir.Write("memory/2026-08-02.md", []byte(day.String()), store.Cause{Kind: store.CauseUser}))
	for _, s := range told {
		talk(t, c, s)
	}
	first, err := chooseNext(h)
	must(t, err)
	if names := inUse(states(t, c)); len(names) != 1 || names[0] != first {
		t.Fatalf("at the beginning %q are in use", names)
	}
	must(t, h.Close())
	before, after := 0, 0
	for range *changeKills {
		chosen := changeAndKill(t, on, home, time.Duration(rng.IntN(1500))*time.Millisecond)
		h, err := changing(home, true)
		must(t, err)
		c := theOne(t, h, "luna")
		names := inUse(states(t, c))
		if len(names) != 1 || names[0] == "" {
			t.Errorf("%s was chosen, %q are in use", chosen, names)
		}
		r := recalled(t, c, "Do I own a dog?")
		if len(r.Memories) == 0 || !strings.Contains(r.Memories[0].Content, "Rex") || r.Memories[0].Features["vector"] <= 0.5 || len(r.Notes) > 0 {
			t.Errorf("%s was chosen, %q are in use: %+v", chosen, names, r)
		}
		if len(names) > 0 && names[0] == chosen {
			after++
		} else {
			before++
		}
		must(t, h.Close())
	}
	t.Logf("trust: %d tries: the embedder of before answered %d times, the new one %d times", *changeKills, before, after)
}

// changeAndKill lets a process change embedders and kills it a while after it
// chose one. It returns the one that it chose last.
func changeAndKill(t *testing.T, on *powercut.Disk, home string, after time.Duration) (chosen string) {
	t.Helper()
	cmd := exec.Command(os.Args[0]) //nolint:gosec // this test binary, killed below
	cmd.Env = append(os.Environ(), changerEnv+"="+home)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if on.Dead() {
			continue
		}
		kind, name, _ := strings.Cut(lines.Text(), " ")
		if kind != "chosen" {
			t.Fatalf("changer: %s", lines.Text())
		}
		if chosen == "" {
			defer on.KillAfter(after, cmd.Process)()
		}
		chosen = name
	}
	_ = cmd.Wait() // it was killed
	return chosen
}
