package companion

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/gemini"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/ollama"
	"yumori/internal/llm/openai"
	"yumori/internal/spending"
)

// A counter is a home whose models are the real adapters before a strict
// server, which counts for itself.
type counter struct {
	home *Home
	luna *Companion
	srv  *llmtest.Server
	tick *clock
	dir  string
}

// strictServers are the servers there are.
func strictServers() map[string]func(llmtest.TB, ...llmtest.Step) *llmtest.Server {
	return map[string]func(llmtest.TB, ...llmtest.Step) *llmtest.Server{
		"openai": llmtest.NewOpenAI, "gemini": llmtest.NewGemini,
		"ollama": func(t llmtest.TB, steps ...llmtest.Step) *llmtest.Server {
			o := llmtest.NewOllama(t, steps...)
			o.Install(llmtest.OllamaModel{Name: "m"}, llmtest.OllamaModel{Name: "e", Capabilities: []string{llmtest.CanEmbed}})
			return o.Server
		},
	}
}

// reach picks the adapter of a protocol for a server.
func reach(protocol string, srv *llmtest.Server) Options {
	const wait = time.Millisecond
	return Options{
		Pick: func(ctx context.Context, c config.ModelChoice, _ string) (llm.Model, error) {
			switch protocol {
			case "gemini":
				return gemini.New(ctx, gemini.Config{Endpoint: srv.URL, Name: c.Name, Key: "k", Backoff: wait})
			case "ollama":
				return ollama.New(ollama.Config{BaseURL: srv.URL, Name: c.Name, Backoff: wait})
			}
			return openai.New(openai.Config{BaseURL: srv.URL, Name: c.Name, Backoff: wait})
		},
		PickEmbedder: func(ctx context.Context, c config.EmbedderChoice, _ string) (llm.Embedder, error) {
			switch protocol {
			case "gemini":
				return gemini.NewEmbedder(ctx, gemini.Config{Endpoint: srv.URL, Name: c.Name, Key: "k", Dim: 8, Tries: 1})
			case "ollama":
				return ollama.NewEmbedder(ctx, ollama.Config{BaseURL: srv.URL, Name: c.Name, Tries: 1})
			}
			return openai.NewEmbedder(ctx, openai.Config{BaseURL: srv.URL, Name: c.Name, Tries: 1})
		},
	}
}

// newCounter opens a home before a server. Models of the roles that are named,
// of chat, light, dream and embedder, are behind it.
func newCounter(t *testing.T, protocol string, roles string, steps ...llmtest.Step) *counter {
	t.Helper()
	n := &counter{srv: strictServers()[protocol](t, steps...), tick: &clock{at: noon}, dir: t.TempDir()}
	n.open(t, protocol)
	s := n.home.Settings()
	for name, of := range map[string]*config.ModelChoice{"chat": &s.Models.Chat, "light": &s.Models.Light, "dream": &s.Models.Dream} {
		if strings.Contains(roles, name) {
			*of = config.ModelChoice{Provider: "test", Name: "m"} // whose key nobody asks a keyring for
		}
	}
	if strings.Contains(roles, "embedder") {
		s.Embedder = config.EmbedderChoice{Provider: "test", Name: "e"}
	}
	n.change(t, func(was *config.Settings) { *was = s })
	return n
}

func (n *counter) open(t *testing.T, protocol string) {
	t.Helper()
	opt := reach(protocol, n.srv)
	opt.Home, opt.Now, opt.Samples = n.dir, n.tick.now, samples()
	opt.Builtin = builtin.New(builtin.Options{Now: n.tick.now})
	h, err := openHome(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() }) // again where the test has
	n.home, n.luna = h, luna(t, h)
}

func (n *counter) change(t *testing.T, f func(*config.Settings)) {
	t.Helper()
	s := n.home.Settings()
	f(&s)
	if err := n.home.Change(s); err != nil {
		t.Fatal(err)
	}
}

// served is how many requests to a model or an embedder the server has had.
func (n *counter) served() int {
	return len(slices.DeleteFunc(n.srv.Requests(), func(r llmtest.Request) bool {
		return r.Method == http.MethodGet || r.Path == "/api/show"
	}))
}

// written is what the ledger says of the whole test.
func (n *counter) written(t *testing.T) llm.Usage {
	t.Helper()
	list, err := n.home.Spending("2026-11")
	if err != nil {
		t.Fatal(err)
	}
	return spending.Total(list)
}

// agree fails the test unless the ledger has as many requests as the server.
func (n *counter) agree(t *testing.T) {
	t.Helper()
	if got, want := n.written(t).Calls, n.served(); got != want {
		t.Errorf("the ledger has %d requests, the server %d", got, want)
	}
}

// idle waits for what is done in the background.
func (n *counter) idle(t *testing.T) {
	t.Helper()
	if _, err := n.luna.Memories.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
}

const market = "I went to the market with Anna and bought apples. I wonder how the interview in Kyoto went."

func TestATurnIsCountedAsTheServerCounts(t *testing.T) {
	t.Parallel()
	said := llmtest.Say("Good evening.")
	for _, tt := range []struct {
		name  string
		roles string
		steps []llmtest.Step
		calls int
		rules bool // they answer
	}{
		{"a reply", "chat", []llmtest.Step{said}, 1, false},
		{"with a tool", "chat", []llmtest.Step{llmtest.Call("search_memory", `{"query":"apples"}`), said}, 2, false},
		{"again after 429", "chat", []llmtest.Step{llmtest.RateLimited(""), llmtest.RateLimited(""), said}, 3, false},
		{"again after 500", "chat", []llmtest.Step{llmtest.ServerError(), said}, 2, false},
		{"the rules after three failures", "chat", []llmtest.Step{llmtest.ServerError().Always()}, 3, true},
		{"the rules after a wrong key", "chat", []llmtest.Step{llmtest.Status(401, "Incorrect API key provided").Always()}, 1, true},
		{"broken off in the answer", "chat", []llmtest.Step{llmtest.CutLine("Good ")}, 1, false},
		{"planned", "chat light", []llmtest.Step{llmtest.JSON(map[string]any{"search": "apples", "intent": "factual"}), said}, 2, false},
		{"planned once although the model fails", "chat light", []llmtest.Step{
			llmtest.JSON(map[string]any{"search": "apples", "intent": "factual"}), llmtest.ServerError().Always(),
		}, 4, true},
		{"the plan fails, too", "chat light", []llmtest.Step{llmtest.Status(401, "Incorrect API key provided").Always()}, 2, true},
	} {
		for protocol := range strictServers() {
			t.Run(protocol+"/"+tt.name, func(t *testing.T) {
				t.Parallel()
				n := newCounter(t, protocol, tt.roles, tt.steps...)
				n.srv.Tolerate()
				turn, _ := n.luna.Say(t.Context(), Utterance{Text: "What did I buy at the market with Anna?"})
				if turn.Speaker.Rules != tt.rules {
					t.Errorf("%+v answered, %v", turn.Speaker, turn.Notice.Err)
				}
				trace, err := TraceOf(turn.Reply)
				if err != nil || trace.Usage.Calls != tt.calls || turn.Usage != trace.Usage {
					t.Errorf("the trace has %+v, the turn %+v, want %d requests, %v", trace.Usage, turn.Usage, tt.calls, err)
				}
				if got := n.served(); got != tt.calls {
					t.Errorf("the server had %d requests, want %d", got, tt.calls)
				}
				n.agree(t)
				if w := n.written(t); w.Prompt != trace.Usage.Prompt || w.Answer != trace.Usage.Answer {
					t.Errorf("the ledger has %+v, the trace %+v", w, trace.Usage)
				}
			})
		}
	}
}

// A server that does not know a field is asked again without it.
func TestARequestPutDifferentlyIsCounted(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "chat",
		llmtest.Status(400, "Unknown parameter: stream_options.include_usage"), llmtest.Say("Good evening."))
	n.srv.Tolerate()
	turn := tell(t, n.luna, "Hello there.")
	if turn.Usage.Calls != 2 || n.served() != 2 {
		t.Errorf("the turn has %d requests, the server %d", turn.Usage.Calls, n.served())
	}
	n.agree(t)
}

// What never reaches a server is not counted.
func TestAServerThatIsNotThereIsNotCounted(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "chat")
	n.srv.Close()
	if turn := tell(t, n.luna, "Hello there."); !turn.Speaker.Rules || turn.Usage.Calls != 0 {
		t.Errorf("%+v answered for %+v", turn.Speaker, turn.Usage)
	}
	n.agree(t)
}

func TestANightNeverSendsMoreThanItsCap(t *testing.T) {
	t.Parallel()
	answers := map[string]llmtest.Step{
		"it answers badly": llmtest.Say("I would rather not."), "429": llmtest.RateLimited(""), "500": llmtest.ServerError(),
		"401": llmtest.Status(401, "Incorrect API key provided"), "it breaks off": llmtest.CutAfter("{"),
	}
	for name, step := range answers {
		for _, most := range []int{1, 2, 4, 40} {
			for protocol := range strictServers() {
				if protocol != "openai" && most != 2 {
					continue // each takes a second
				}
				t.Run(protocol+"/"+name+"/"+string(rune('0'+most%10))+"calls", func(t *testing.T) {
					t.Parallel()
					n := newCounter(t, protocol, "dream light embedder", step.Always())
					n.srv.Tolerate()
					n.change(t, func(s *config.Settings) { s.Budget.NightCalls = most })
					tell(t, n.luna, market)
					n.idle(t)
					n.tick.set(noon.Add(15 * time.Hour))
					before, plan := n.served(), n.plan(t)
					rec, err := n.luna.Dreams.Dream(t.Context(), dreaming.Request{})
					if err != nil {
						t.Fatal(err)
					}
					sent := n.served() - before
					if sent > most || rec.Usage.Calls != sent {
						t.Errorf("the server had %d requests, the record %d, allowed were %d", sent, rec.Usage.Calls, most)
					}
					if sent == 0 || strings.HasPrefix(name, "it") && sent > plan.Calls {
						t.Errorf("%d requests were sent, announced were %d", sent, plan.Calls)
					}
					stages := 0
					for _, s := range rec.Stages {
						stages += s.Calls
					}
					if stages != sent {
						t.Errorf("the stages have %d requests of %d", stages, sent)
					}
					n.agree(t)
				})
			}
		}
	}
}

func (n *counter) plan(t *testing.T) dreaming.Plan {
	t.Helper()
	p, err := n.luna.Nights.DreamPlan(t.Context(), dreaming.Request{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A stage that cannot be paid for is done by rules, and says why.
func TestAStageThatCannotBePaidSaysSo(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "dream", llmtest.Say("{}").Always())
	n.change(t, func(s *config.Settings) { s.Budget.NightCalls = 1 })
	tell(t, n.luna, market)
	n.tick.set(noon.Add(15 * time.Hour))
	rec, err := n.luna.Dreams.Dream(t.Context(), dreaming.Request{})
	if err != nil {
		t.Fatal(err)
	}
	episodes := rec.Stages[slices.IndexFunc(rec.Stages, func(s record.StageRecord) bool { return s.Name == record.StageEpisodes })]
	if episodes.By != episodic.Rules || !strings.Contains(strings.Join(episodes.Problems, "\n"), "budget is spent") {
		t.Errorf("the episodes are by %s: %q", episodes.By, episodes.Problems)
	}
}

// The watch makes up for a week; all of it together keeps to the night's cap,
// and a model that is gone is asked in the first of the nights alone.
func TestTheWatchKeepsToTheNight(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		step  llmtest.Step
		calls int // of the night
		most  int
	}{
		{"two calls", llmtest.Say("{}"), 2, 2},
		{"429", llmtest.RateLimited(""), 5, 5},
		{"a model that is gone", llmtest.ServerError(), 40, 3},
		{"a wrong key", llmtest.Status(403, "Incorrect API key provided"), 40, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			n := newCounter(t, "openai", "dream light", tt.step.Always())
			n.change(t, func(s *config.Settings) {
				s.Budget.NightCalls = tt.calls
				s.Models.Light = config.ModelChoice{}
			})
			for day := range 5 {
				n.tick.set(noon.AddDate(0, 0, day))
				tell(t, n.luna, market)
			}
			n.change(t, func(s *config.Settings) { s.Models.Light = s.Models.Dream })
			n.tick.set(noon.AddDate(0, 0, 5).Add(15 * time.Hour))
			if err := n.luna.Nights.lookAfter(t.Context()); err != nil {
				t.Fatal(err)
			}
			list := dreamsOf(t, n.luna)
			sent := 0
			for _, d := range list {
				sent += d.Usage.Calls
			}
			if len(list) < 4 || n.served() > tt.most || n.served() == 0 || sent != n.served() {
				t.Errorf("%d dreams with %d requests; the server had %d, at most %d were expected", len(list), sent, n.served(), tt.most)
			}
			n.agree(t)
		})
	}
}

// Somebody who asks for a dream has perhaps just started the server.
func TestADreamThatIsAskedForAsksTheModelAgain(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "dream", llmtest.ServerError().Always())
	n.tick.set(noon.Add(15 * time.Hour))
	for i := range 2 {
		tell(t, n.luna, market)
		if _, err := n.luna.Dreams.Dream(t.Context(), dreaming.Request{}); err != nil {
			t.Fatal(err)
		}
		if got, want := n.served(), 3*(i+1); got != want {
			t.Errorf("after dream %d the server had %d requests, want %d", i, got, want)
		}
	}
	n.agree(t)
}

func TestABackfillKeepsToItsCap(t *testing.T) {
	t.Parallel()
	for protocol := range strictServers() {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			n := newCounter(t, protocol, "dream light", llmtest.RateLimited(""), llmtest.Say("{}").Always())
			n.change(t, func(s *config.Settings) { s.Models.Light = config.ModelChoice{} })
			for day := range 6 {
				n.tick.set(noon.AddDate(0, 0, day))
				tell(t, n.luna, market)
			}
			n.tick.set(noon.AddDate(0, 0, 7))
			lived, _ := n.luna.Nights.Backfill(t.Context(), dreaming.Backfill{Cap: dreaming.Cap{Calls: 12}})
			if got := n.served(); lived.Done == 0 || got > 12 || lived.Usage.Calls != got {
				t.Errorf("%d days with %d requests; the server had %d of 12", lived.Done, lived.Usage.Calls, got)
			}
			n.agree(t)
			list, err := n.home.Spending("2026-11")
			if err != nil || slices.ContainsFunc(list, func(s spending.Sum) bool { return s.Purpose != "backfill" }) {
				t.Errorf("spent %+v, %v", list, err)
			}
		})
	}
}

func TestFirstWordsAreCounted(t *testing.T) {
	t.Parallel()
	plan := llmtest.JSON(map[string]any{"search": "interview", "intent": "factual"})
	for protocol := range strictServers() {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			n := newCounter(t, protocol, "chat light", plan, llmtest.Say("Hello."),
				plan, llmtest.ServerError(), llmtest.Say("How did it go?"))
			tell(t, n.luna, market)
			wonder(t, n.luna, "How did the interview go?", "the name of the cat", "the piano")
			n.tick.set(noon.Add(3 * time.Hour))
			before := n.served()
			first(t, n.luna)
			if a := newestAction(t, n.luna); a.Usage.Calls != 3 || n.served()-before != 3 {
				t.Errorf("the log has %+v, the server had %d requests", a, n.served()-before)
			}
			n.agree(t)
		})
	}
}

// Trying out a model or an embedder is counted to the program; the list of
// models is not.
func TestTryingOutIsCounted(t *testing.T) {
	t.Parallel()
	for protocol := range strictServers() {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			n := newCounter(t, protocol, "", llmtest.RateLimited(""), llmtest.Say("ready"))
			n.srv.Models = []string{"m", "text-embedding"}
			got, err := n.home.TestModel(t.Context(), config.ModelChoice{Provider: "test", Name: "m"})
			if err != nil || got.Usage.Calls != 2 {
				t.Errorf("%+v, %v", got, err)
			}
			if _, err := n.home.TestEmbedder(t.Context(), config.EmbedderChoice{Provider: "test"}); err != nil {
				t.Error(err)
			}
			if len(n.srv.Requests()) == n.served() {
				t.Error("no list was asked for")
			}
			n.agree(t)
		})
	}
}

// What was spent and could not be written counts, and is written when it can
// be.
func TestALedgerThatCannotBeWrittenCounts(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "chat", llmtest.Say("Good evening.").Always())
	n.change(t, func(s *config.Settings) { s.Budget.DayCalls = 3 })
	place := filepath.Join(n.dir, spending.Dir)
	if err := os.WriteFile(place, nil, 0o600); err != nil { // a file in the place of the folder
		t.Fatal(err)
	}
	for range 5 {
		tell(t, n.luna, "Hello there.")
	}
	if n.served() != 3 {
		t.Errorf("%d requests of 3", n.served())
	}
	if err := os.Remove(place); err != nil {
		t.Fatal(err)
	}
	n.change(t, func(s *config.Settings) { s.Budget.DayCalls = 4 }) // the cap changes, what was spent stays
	tell(t, n.luna, "Hello there.")
	tell(t, n.luna, "Hello there.")
	n.agree(t)
	if err := n.home.Close(); err != nil {
		t.Fatal(err)
	}
	n.open(t, "openai")
	if turn := tell(t, n.luna, "Hello there."); !turn.Speaker.Rules || n.served() != 4 {
		t.Errorf("after a start %d requests of 4, by %+v", n.served(), turn.Speaker)
	}
	n.agree(t)
}

// A clock that was wrong for a while neither blocks a day nor frees one.
func TestAClockThatJumps(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "chat", llmtest.Say("Good evening.").Always())
	n.change(t, func(s *config.Settings) { s.Budget.DayCalls, s.Budget.MonthCalls = 2, 5 })
	for _, tt := range []struct {
		days, served int
	}{{0, 2}, {3, 4}, {0, 4}, {-1, 5}, {-2, 5}} { // the last is the month's
		n.tick.set(noon.AddDate(0, 0, tt.days))
		for range 3 {
			tell(t, n.luna, "Hello there.")
		}
		if n.served() != tt.served {
			t.Errorf("on day %d the server has had %d requests, want %d", tt.days, n.served(), tt.served)
		}
	}
	n.agree(t)
}

func TestMoneyIsShownWhereAPriceIsKnown(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "chat", llmtest.Say("Good evening.").Always())
	tell(t, n.luna, "Hello there.")
	if w := n.written(t); w.Money != 0 {
		t.Errorf("a sum without a price: %+v", w)
	}
	before := n.written(t)
	n.change(t, func(s *config.Settings) { s.Models.Chat.In, s.Models.Chat.Out = 3, 15 })
	tell(t, n.luna, "Hello there.")
	w := n.written(t)
	want := (3*float64(w.Prompt-before.Prompt) + 15*float64(w.Answer-before.Answer)) / 1e6
	if d := w.Money - want; want == 0 || d > 1e-12 || d < -1e-12 {
		t.Errorf("%v for %+v, want %v", w.Money, w, want)
	}
	n.change(t, func(s *config.Settings) { s.Budget.MonthMoney = w.Money + 1e-6 })
	if turn := tell(t, n.luna, "Hello there."); turn.Notice.Kind != NoticeSpent || n.served() != 2 {
		t.Errorf("beyond the month's sum: %+v", turn.Notice)
	}
	line, err := os.ReadFile(filepath.Join(n.dir, spending.Dir, "2026-11.jsonl"))
	if err != nil || strings.Count(string(line), `"money"`) != 1 {
		t.Errorf("the ledger says %s, %v", line, err)
	}
	raw, err := os.ReadFile(filepath.Join(n.dir, config.File))
	var kept struct{ Models struct{ Chat map[string]any } }
	if err != nil || json.Unmarshal(raw, &kept) != nil || kept.Models.Chat["price_out"] != 15.0 {
		t.Errorf("settings %s, %v", raw, err)
	}
}

// Two personas at once share the day.
func TestTwoPersonasShareTheDay(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "chat", llmtest.Say("Good evening.").Always())
	n.change(t, func(s *config.Settings) { s.Budget.DayCalls = 7 })
	slug, err := n.home.Create("Second", "en", "")
	if err != nil {
		t.Fatal(err)
	}
	other, err := n.home.Companion(t.Context(), slug)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	for _, c := range []*Companion{n.luna, other} {
		go func() {
			for range 6 {
				_, _ = c.Say(context.WithoutCancel(t.Context()), Utterance{Text: "Hello there."})
			}
			done <- true
		}()
	}
	<-done
	<-done
	if n.served() != 7 {
		t.Errorf("%d requests of 7", n.served())
	}
	n.agree(t)
}

// In the morning, what is announced for the next night is not bounded by what
// the last one has left.
func TestTheNextNightIsAnnouncedWithItsOwnBudget(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "dream", llmtest.Say("I would rather not.").Always())
	n.change(t, func(s *config.Settings) { s.Budget.NightCalls = 1 })
	tell(t, n.luna, market)
	n.tick.set(noon.Add(15 * time.Hour))
	if _, err := n.luna.Dreams.Dream(t.Context(), dreaming.Request{}); err != nil {
		t.Fatal(err)
	}
	n.tick.set(noon.Add(21 * time.Hour))
	tell(t, n.luna, market)
	if p := n.plan(t); p.Calls != 0 {
		t.Errorf("%d requests are announced of a budget that is spent", p.Calls)
	}
	night, err := n.luna.Nights.Night(t.Context())
	if err != nil || !night.Next.After(n.tick.now()) {
		t.Fatalf("%+v, %v", night, err)
	}
	if p, err := n.luna.Nights.DreamPlan(t.Context(), dreaming.Request{At: night.Next}); err != nil || p.Calls != 1 || p.Date != "2026-11-22" {
		t.Errorf("%d requests are announced for the night of %s, %v", p.Calls, p.Date, err)
	}
}

// Vectors wait when the day's budget is spent: no other provider takes over.
func TestVectorsWaitForTheBudget(t *testing.T) {
	t.Parallel()
	n := newCounter(t, "openai", "embedder")
	n.change(t, func(s *config.Settings) {
		s.Budget.DayCalls = 1 // to learn the dimension
		s.Embedder.Fallback = "gemini"
	})
	tell(t, n.luna, market)
	for range 4 {
		n.idle(t)
		n.tick.set(n.tick.now().Add(2 * time.Minute))
	}
	if n.served() != 1 || n.luna.Memories.Vectors().FellBack() {
		t.Errorf("%d requests, another provider: %v", n.served(), n.luna.Memories.Vectors().FellBack())
	}
	n.tick.set(noon.AddDate(0, 0, 1))
	n.change(t, func(s *config.Settings) { s.Budget.DayCalls = 0 })
	n.idle(t)
	if n.served() < 2 {
		t.Error("no vector was made on the next day")
	}
	n.agree(t)
}
