package companion

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/entity"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/gemini"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/ollama"
	"yumori/internal/llm/openai"
	"yumori/internal/store"
)

// faultKinds is how many faults of models and the network are tried at each step, with
// each protocol; all of them: go test ./internal/companion -run FaultsAtEveryStep
// -faults 99.
var faultKinds = flag.Int("faults", 2, "how many faults of models are tried at each step of turn and dream")

// What a faulty answer says in a dream, and in a turn, where it may be spoken: then a
// dream may tell of it.
const (
	inDream = "zanzibarine"
	inTurn  = "marmalade"
)

// impatient are the protocols with adapters that wait for moments only.
func impatient() []protocol {
	const header, idle, whole, pause = 2 * time.Second, 2 * time.Second, 4 * time.Second, time.Millisecond
	list := protocols()
	list[0].dial = func(_ context.Context, s *llmtest.Server) (llm.Model, error) {
		return openai.New(openai.Config{BaseURL: s.URL, Name: "model", Key: testKey, Window: 32_000, Tries: 1, HeaderWait: header, IdleWait: idle, Deadline: whole, Backoff: pause})
	}
	list[1].dial = func(ctx context.Context, s *llmtest.Server) (llm.Model, error) {
		return gemini.New(ctx, gemini.Config{Endpoint: s.URL, Name: "gemini-model", Key: testKey, Window: 32_000, Tries: 1, HeaderWait: header, IdleWait: idle, Deadline: whole, Backoff: pause})
	}
	list[2].dial = func(_ context.Context, s *llmtest.Server) (llm.Model, error) {
		return ollama.New(ollama.Config{BaseURL: s.URL, Name: "model", Key: testKey, Tries: 1, HeaderWait: header, IdleWait: idle, Deadline: whole, Backoff: pause})
	}
	return list
}

// TestFaultsAtEveryStep has a model fail in each way at a turn, and at each request of
// a dream in turn, over each protocol. The user's words are on disk, the talk and the
// night come to an end, nothing of a faulty answer is in any memory, and what only the
// user may change is as it was.
func TestFaultsAtEveryStep(t *testing.T) {
	t.Parallel()
	tries, dreams, kinds := 0, 0, *faultKinds
	for i, p := range impatient() {
		for _, f := range sieges(kinds, i) {
			b := &besieged{t: t, siege: f, tick: &clock{at: noon}}
			b.open(p)
			b.turn()
			tries++
			for at := 1; b.night(besiegedNight{at: at, days: 1, level: 1}) >= at; at++ {
				tries++
				dreams++
			}
		}
	}
	t.Logf("trust: %d tries: %d kinds, three protocols, %d of them in a dream; no word of an answer in a memory, every night came to its end", tries, min(kinds, len(modelFaults(""))), dreams)
}

// TestFaultsFurtherOn has a model fail where a talk is further on: after a tool was
// called, in the model for small tasks, and at each request of a dream of level 3 over
// several days, in which pages and weeks are told anew, of either model.
func TestFaultsFurtherOn(t *testing.T) {
	t.Parallel()
	tries, dreams, most, kinds := 0, 0, 0, *faultKinds
	over := impatient()
	if *faultKinds <= 2 {
		over, kinds = over[:1], 1
	}
	for i, p := range over {
		for _, f := range sieges(kinds, i) {
			b := &besieged{t: t, siege: f, tick: &clock{at: noon}, lit: true}
			b.open(p)
			b.turnAfterATool()
			b.turnByTheLight()
			tries += 2
			for _, of := range []*llmtest.Server{b.srv, b.small} {
				for at, asked := 1, 1; asked >= at; at++ {
					asked = b.night(besiegedNight{at: at, days: 2, level: 3, of: of})
					most = max(most, asked)
					tries++
					dreams++
				}
			}
		}
	}
	if most < 4 {
		t.Errorf("no dream of level 3 asked a model more than %d times: the test proves little", most)
	}
	t.Logf("trust: %d tries: %d kinds, %d protocols, after a tool, in the model for small tasks, and %d in dreams of level 3 over several days, of up to %d requests", tries, min(kinds, len(modelFaults(""))), len(over), dreams, most)
}

// sieges are so many of the faults, others for each protocol where they are not all.
func sieges(n, protocol int) []siege {
	spoken, faults := modelFaults(inTurn), modelFaults(inDream)
	var some []siege
	for i := range min(n, len(faults)) {
		at := (i*len(faults)/min(n, len(faults)) + protocol*7) % len(faults)
		if n >= len(faults) {
			at = i
		}
		some = append(some, siege{spoken[at], faults[at]})
	}
	return some
}

// A siege is a fault, as it comes in a turn and in a dream.
type siege struct{ spoken, fault modelFault }

// A besieged persona has a model that fails.
type besieged struct {
	t *testing.T
	siege
	tick  *clock
	srv   *llmtest.Server
	small *llmtest.Server // of the model for small tasks
	lit   bool            // there is such a model
	c     *Companion
	root  string
	said  int
	own   map[string]string // texts that only the user may change

	mu    sync.Mutex              // guards what follows
	asked map[*llmtest.Server]int // how often each was asked for an answer
	stray map[*llmtest.Server]int // at which of these requests the network fails
}

func (b *besieged) open(p protocol) {
	t := b.t
	t.Helper()
	b.srv, b.small, b.root = p.serve(t), p.serve(t), t.TempDir()
	b.srv.Tolerate()
	b.small.Tolerate()
	b.asked, b.stray = map[*llmtest.Server]int{}, map[*llmtest.Server]int{}
	var lost *llmtest.Server
	if b.fault.reach != nil {
		lost = &llmtest.Server{URL: b.fault.reach(t)}
	}
	h, err := openHome(t.Context(), Options{
		Home: b.root, Now: b.tick.now, Builtin: builtin.New(builtin.Options{Now: b.tick.now}), Samples: samples(),
		Pick: func(ctx context.Context, choice config.ModelChoice, _ string) (llm.Model, error) {
			s := b.srv
			if choice.Name == "light" {
				s = b.small
			}
			m, err := p.dial(ctx, s)
			if err != nil || lost == nil {
				return &straying{m, nil, s, b}, err
			}
			away, err := p.dial(ctx, lost)
			return &straying{m, away, s, b}, err
		},
	})
	must(t, err)
	t.Cleanup(func() { _ = h.Close() })
	choose(t, h, func(s *config.Settings) {
		one := config.ModelChoice{Provider: p.name, Name: "model"}
		if s.Models.Chat, s.Models.Dream = one, one; b.lit {
			s.Models.Light = config.ModelChoice{Provider: p.name, Name: "light"}
		}
	})
	b.c = luna(t, h)
	b.own = b.texts(func(name string) bool { return name == "SOUL.md" || name == "core_memory.txt" || name == "USER.md" })
	b.fault.name = p.name + ", " + b.fault.name
}

// A straying model asks another address at one of its requests.
type straying struct {
	llm.Model
	away llm.Model // at the other address; nil: there is none
	of   *llmtest.Server
	b    *besieged
}

// Unwrap returns the model.
func (m *straying) Unwrap() llm.Model { return m.Model }

// Generate asks the model, or nobody.
func (m *straying) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	m.b.mu.Lock()
	m.b.asked[m.of]++
	strays := m.b.stray[m.of] == m.b.asked[m.of]
	m.b.mu.Unlock()
	if strays && m.away != nil {
		return m.away.Generate(ctx, req, stream)
	}
	return m.Model.Generate(ctx, req, stream)
}

// script has a server answer with the steps, then with a fault, and then with the last
// step for ever.
func (b *besieged) script(s *llmtest.Server, before []llmtest.Step, f modelFault, after llmtest.Step) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s.Forget()
	s.Add(before...)
	if f.reach != nil {
		b.stray[s] = b.asked[s] + len(before) + 1
	} else {
		s.Add(f.step)
	}
	s.Add(after.Always())
}

// well has a server answer well.
func well(s *llmtest.Server, answer llmtest.Step) {
	s.Forget()
	s.Add(answer.Always())
}

// say lets the user say something, which is answered as it was scripted.
func (b *besieged) say(text string) {
	b.t.Helper()
	b.tick.set(b.tick.now().Add(time.Minute))
	turn, err := b.c.Say(b.t.Context(), Utterance{Text: text})
	if err != nil && ReasonOf(err) == ReasonUnknown {
		b.t.Errorf("%s: a turn failed: %v", b.fault.name, err)
	}
	well(b.srv, llmtest.Say("I see."))
	well(b.small, llmtest.Say("{}"))
	b.said++
	if m, err := b.c.log.Find(turn.User.ID); err != nil || m.Text != text {
		b.t.Errorf("%s: the user's words are %q, %v", b.fault.name, m.Text, err)
	}
}

// turn has the model fail in a turn.
func (b *besieged) turn() {
	b.t.Helper()
	b.script(b.srv, nil, b.spoken, llmtest.Say("I see."))
	b.say("My sister Mika plays the cello in Osaka.")
	b.unharmed("a turn")
	b.say("And my brother Ivo is a baker.")
}

// turnAfterATool has it fail once a tool was called. The next turn is answered: the
// call has its result in what the model is sent.
func (b *besieged) turnAfterATool() {
	b.t.Helper()
	well(b.small, llmtest.Say("{}"))
	b.script(b.srv, []llmtest.Step{llmtest.Call("recall_memories", `{"query":"the cello"}`)}, b.spoken, llmtest.Say("I see."))
	b.say("What do you know of the cello?")
	b.unharmed("a turn after a tool")
	b.answers("My sister Mika plays the cello in Osaka.")
}

// turnByTheLight has the model for small tasks fail in a turn, which is answered.
func (b *besieged) turnByTheLight() {
	b.t.Helper()
	b.script(b.small, nil, b.spoken, llmtest.Say("{}"))
	b.answers("Where does my sister Mika live, and what does she play there?")
	b.unharmed("the small model in a turn")
}

// answers has the user say something. The model is asked, and by what a strict server
// would take; whether it is quick enough to be heard is a matter of the machine.
func (b *besieged) answers(text string) {
	b.t.Helper()
	b.tick.set(b.tick.now().Add(time.Hour)) // it may have been left to rest
	well(b.srv, llmtest.Say("I remember."))
	before := len(b.srv.Generations())
	b.say(text)
	asked := b.srv.Generations()[before:]
	if got := b.c.Turn().Reply.Text; len(asked) == 0 || got == "" {
		b.t.Errorf("%s: the next turn asked %d times and is answered with %q", b.fault.name, len(asked), got)
	}
	for _, r := range asked {
		if r.Problem != "" {
			b.t.Errorf("%s: the next turn is refused: %s", b.fault.name, r.Problem)
		}
	}
}

// A besiegedNight is how it is dreamt.
type besiegedNight struct {
	at    int // which request goes wrong
	days  int // that were talked on since the last
	level int
	of    *llmtest.Server // whose; nil is that of dreams
}

// night dreams, with the fault at one request, and returns how many there were.
func (b *besieged) night(n besiegedNight) int {
	t := b.t
	t.Helper()
	for range n.days {
		b.say("I saw a heron by the river with Mika, and I was happy about it all day.")
		b.say(fmt.Sprintf("Mika said that she plays in concert number %d now.", b.said))
		if n.level > 1 {
			b.know("Mika", fmt.Sprintf("Mika played in %d concerts by then.", b.said), fmt.Sprintf("She has %d cellos.", b.said))
		}
		b.tick.set(b.tick.now().AddDate(0, 0, 1))
	}
	of := cmp.Or(n.of, b.srv)
	well(b.srv, llmtest.Say("{}"))
	b.script(of, slices.Repeat([]llmtest.Step{llmtest.Say("{}")}, n.at-1), b.fault, llmtest.Say("{}"))
	b.mu.Lock()
	before := maps.Clone(b.asked)
	b.mu.Unlock()
	r, err := b.c.Dreams.Dream(t.Context(), dreaming.Request{Level: n.level})
	if err != nil && !errors.Is(err, dreaming.ErrNothing) {
		t.Errorf("%s at %d: the night failed: %v", b.fault.name, n.at, err)
	}
	b.mu.Lock()
	asked, all := b.asked[of]-before[of], b.asked[b.srv]+b.asked[b.small]-before[b.srv]-before[b.small]
	b.mu.Unlock()
	b.srv.Forget()
	b.small.Forget()
	if r.State == record.StatusRunning || all > 40 {
		t.Errorf("%s at %d: the dream is %q after %d requests", b.fault.name, n.at, r.State, all)
	}
	if strings.HasSuffix(b.fault.name, hugeBill) && asked > n.at {
		t.Errorf("%s at %d: the night asked on, %d times", b.fault.name, n.at, asked)
	}
	b.unharmed("a dream")
	if n.level > 1 { // what was dreamt of is old then, and told anew by weeks
		b.tick.set(b.tick.now().AddDate(0, 2, 0))
	}
	return asked
}

// know writes paragraphs on a page, as a talk does.
func (b *besieged) know(name entity.Name, paragraphs ...string) {
	b.t.Helper()
	last, err := b.c.Conversation.Last()
	must(b.t, err)
	for _, text := range paragraphs {
		_, err := b.c.mind.Pages.Write(name, entity.Note{Text: text, Sources: []string{string(last.ID)}}, store.Cause{Kind: store.CauseTool})
		must(b.t, err)
	}
}

// unharmed looks at what a fault may not have touched.
func (b *besieged) unharmed(in string) {
	b.t.Helper()
	for name, text := range b.own {
		if now := b.texts(func(n string) bool { return n == name })[name]; now != text {
			b.t.Errorf("%s in %s: %s is %q, was %q", b.fault.name, in, name, now, text)
		}
	}
	memories := b.texts(func(name string) bool {
		top, _, _ := strings.Cut(name, "/")
		return !slices.Contains([]string{"log.jsonl", "log_archives", "dreams"}, top) // what was said, and what a model answered
	})
	for name, text := range memories {
		if at := strings.Index(text, inDream); at >= 0 {
			b.t.Errorf("%s in %s: %s has it: %q", b.fault.name, in, name, text[max(0, at-200):min(len(text), at+200)])
		}
	}
}

// texts returns the files of the persona whose names are picked.
func (b *besieged) texts(pick func(name string) bool) map[string]string {
	b.t.Helper()
	b.c.work.Wait()
	folder, found := filepath.Join(b.root, "personas", "luna"), map[string]string{}
	must(b.t, filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		rel, _ := filepath.Rel(folder, name)
		if !d.IsDir() && pick(filepath.ToSlash(rel)) {
			data, err := os.ReadFile(name)
			must(b.t, err)
			found[filepath.ToSlash(rel)] = string(data)
		}
		return nil
	}))
	return found
}
