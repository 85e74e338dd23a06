package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm/instant"
	"yumori/internal/prompt"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/gemini"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/ollama"
	"yumori/internal/llm/openai"
	"yumori/internal/transcript"
)

// withMarkedFiles is a persona with something in every file and a mark at the end of
// each, so that what is cut shows.
func withMarkedFiles(t *testing.T, home string) {
	t.Helper()
	dir := filepath.Join(home, "personas", "luna")
	for name, text := range map[string]string{
		"SOUL.md":         "# Luna\n\n" + strings.Repeat("Luna keeps the lamp and says little. ", 20) + "MARK-SOUL",
		"core_memory.txt": strings.Repeat("The user is called Alex and lives by the harbour. ", 10) + "MARK-CORE",
		"USER.md":         "Alex repairs boats. MARK-USER",
		"MEMORY.md":       strings.Repeat("The harbour freezes in January, as it always did. ", 300) + "MARK-MEMORY",
		"notepad.txt":     strings.Repeat("Ask about the ferry and the tide table. ", 40) + "MARK-NOTEPAD",
		"HEARTBEAT.md":    strings.Repeat("Look after the plants. ", 100) + "MARK-HEARTBEAT",
		"AGENTS.md":       strings.Repeat("Be brief and kind. ", 100) + "MARK-AGENTS",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// neverCut are the marks of what stands whole in every prompt, and the beginning
// of the instruction to report an emotion.
func neverCut() []string {
	return []string{"MARK-SOUL", "MARK-CORE", "MARK-USER", "<persona_emotion category="}
}

// A wired is a model on a strict server, with the window it really has.
type wired struct {
	name   string
	window int
	serve  func(t *testing.T) (*llmtest.Server, func(context.Context) (llm.Model, error))
}

func wiredModels() []wired {
	open := func(name string, c openai.Config) func(*testing.T) (*llmtest.Server, func(context.Context) (llm.Model, error)) {
		return func(t *testing.T) (*llmtest.Server, func(context.Context) (llm.Model, error)) {
			s := llmtest.NewOpenAI(t)
			c.BaseURL, c.Name, c.Tries = s.URL, name, 1
			return s, func(context.Context) (llm.Model, error) { return openai.New(c) }
		}
	}
	return []wired{
		{"gpt-4o", 128_000, open("gpt-4o", openai.Config{Window: 128_000})},
		{"unknown", llm.AssumedWindow, open("nobody-knows-it", openai.Config{})},
		{"gemini-2.5-flash", 1_048_576, func(t *testing.T) (*llmtest.Server, func(context.Context) (llm.Model, error)) {
			s := llmtest.NewGemini(t)
			return s, func(ctx context.Context) (llm.Model, error) {
				return gemini.New(ctx, gemini.Config{Endpoint: s.URL, Name: "gemini-2.5-flash", Key: testKey, Tries: 1})
			}
		}},
		{"ollama 4096", 4_096, func(t *testing.T) (*llmtest.Server, func(context.Context) (llm.Model, error)) {
			o := llmtest.NewOllama(t)
			o.Install(llmtest.OllamaModel{Name: "small", Context: 4_096})
			return o.Server, func(context.Context) (llm.Model, error) {
				return ollama.New(ollama.Config{BaseURL: o.URL, Name: "small", Tries: 1})
			}
		}},
		{"llama.cpp 8192", 8_192, func(t *testing.T) (*llmtest.Server, func(context.Context) (llm.Model, error)) {
			s := llmtest.NewOpenAI(t)
			s.Serve(llmtest.Serving{As: llmtest.LlamaCPP, Says: 8_192, Trained: 131_072, Takes: 8_192})
			return s, func(context.Context) (llm.Model, error) {
				return openai.New(openai.Config{BaseURL: s.URL, Name: "local", Tries: 1})
			}
		}},
		{"200,000", 200_000, open("large", openai.Config{Window: 200_000})},
	}
}

// sentParts takes the system prompt, the messages and the names of the tools
// out of the bytes that a server got, whatever its protocol.
func sentParts(t *testing.T, body []byte) (system string, messages, tools []string) {
	t.Helper()
	var q struct {
		Messages []struct {
			Role, Content string
		} `json:"messages"`
		Tools []struct {
			Function             struct{ Name string }
			FunctionDeclarations []struct{ Name string } `json:"functionDeclarations"`
		} `json:"tools"`
		SystemInstruction struct {
			Parts []struct{ Text string }
		} `json:"systemInstruction"`
		Contents []struct {
			Parts []struct{ Text string }
		} `json:"contents"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	for _, m := range q.Messages {
		if m.Role == "system" {
			system += m.Content
			continue
		}
		messages = append(messages, m.Content)
	}
	for _, p := range q.SystemInstruction.Parts {
		system += p.Text
	}
	for _, c := range q.Contents {
		for _, p := range c.Parts {
			messages = append(messages, p.Text)
		}
	}
	for _, one := range q.Tools {
		if one.Function.Name != "" {
			tools = append(tools, one.Function.Name)
		}
		for _, f := range one.FunctionDeclarations {
			tools = append(tools, f.Name)
		}
	}
	return system, messages, tools
}

// TestThePlanIsWhatTheServerGot holds the bytes on the wire against the plan
// that is kept and shown, for models of every window: what is never cut is
// there whole, and what is left out is named.
func TestThePlanIsWhatTheServerGot(t *testing.T) {
	t.Parallel()
	for _, w := range wiredModels() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			srv, dial := w.serve(t)
			home := t.TempDir()
			h := testHome(t, home, nil)
			h.providers.Pick = func(ctx context.Context, _ config.ModelChoice, _ string) (llm.Model, error) { return dial(ctx) }
			s := h.Settings()
			s.Models.Chat = config.ModelChoice{Provider: "openai", Name: w.name}
			must(t, h.Change(s))
			withMarkedFiles(t, home)
			c := luna(t, h)
			for i := range 6 {
				srv.Add(llmtest.Say(fmt.Sprintf("Reply %d. ", i), strings.Repeat("The tide was late again today. ", 40)))
				tell(t, c, fmt.Sprintf("Message %d: %s", i, strings.Repeat("and the ferry did not come. ", 20)))
			}
			srv.Add(llmtest.Say("The last."))
			turn := tell(t, c, "MARK-NEWEST what about the harbour?")
			if turn.Speaker.Rules {
				t.Fatalf("the rules spoke: %+v", turn.Notice)
			}
			asked := srv.Generations()
			c.work.Wait()
			plan, err := c.Conversation.Planned(t.Context(), turn.Reply.ID)
			must(t, err)
			checkPlan(t, w, plan, asked[len(asked)-1])
			checkLeft(t, plan)
		})
	}
}

// checkPlan compares a plan with what the server got, byte for byte.
func checkPlan(t *testing.T, w wired, plan prompt.Plan, got llmtest.Request) {
	t.Helper()
	if plan.Window.Tokens != w.window {
		t.Errorf("window %+v, want %d", plan.Window, w.window)
	}
	if plan.Tokens+plan.Answer > w.window {
		t.Errorf("%d tokens and %d for the answer in a window of %d", plan.Tokens, plan.Answer, w.window)
	}
	system, messages, tools := sentParts(t, got.Body)
	if want := llm.JoinSections(plan.System()); system != want {
		t.Errorf("the server got another system prompt:\n%s\n--- planned:\n%s", system, want)
	}
	var planned []string
	for _, m := range plan.Talk {
		planned = append(planned, m.Text)
	}
	if !slices.Equal(messages, planned) {
		t.Errorf("the server got other messages: %q\nplanned: %q", messages, planned)
	}
	specs := plan.Section(prompt.SectionSpecs)
	if len(tools) != specs.Count {
		t.Errorf("%d tools were sent, %d planned", len(tools), specs.Count)
	}
	for _, name := range tools {
		if !strings.Contains(specs.Text, "## "+name+"\n") {
			t.Errorf("tool %s is not in the plan", name)
		}
	}
	for _, mark := range neverCut() {
		if !strings.Contains(system, mark) {
			t.Errorf("%s is not in what was sent", mark)
		}
	}
	if !strings.Contains(messages[len(messages)-1], "MARK-NEWEST") {
		t.Errorf("the newest message is not the last: %q", messages[len(messages)-1])
	}
	if got.Tokens > 0 {
		if off := float64(plan.Tokens)/float64(got.Tokens) - 1; off < -.25 || off > .35 {
			t.Errorf("%d tokens planned, the server counted %d", plan.Tokens, got.Tokens)
		}
	}
}

// checkLeft checks that every mark that was not sent belongs to a file that the
// plan names, and none that was.
func checkLeft(t *testing.T, plan prompt.Plan) {
	t.Helper()
	files := ""
	for _, s := range plan.Sections {
		if s.Name != prompt.LayerRecalled {
			files += s.Text
		}
	}
	left := map[string]bool{}
	for _, f := range plan.FilesLeft() {
		left[f.File] = true
		if f.Percent < 1 || f.Percent > 100 || f.Window != plan.Window.Tokens {
			t.Errorf("left out: %+v", f)
		}
	}
	for mark, file := range map[string]string{
		"MARK-MEMORY": "MEMORY.md", "MARK-NOTEPAD": "notepad.txt", "MARK-HEARTBEAT": "HEARTBEAT.md", "MARK-AGENTS": "AGENTS.md",
	} {
		if sent := strings.Contains(files, mark); sent == left[file] {
			t.Errorf("%s sent: %v, named as left out: %v (%+v)", file, sent, left[file], plan.FilesLeft())
		}
	}
	if free := plan.Window.Tokens - plan.Window.Tokens/10 - plan.Answer - plan.Tokens; len(left) > 0 && free > 400 {
		t.Errorf("%d tokens are free and yet %v is left out", free, left)
	}
	if plan.Window.Tokens >= 32_000 && len(left) > 0 {
		t.Errorf("left out in a large window: %v", left)
	}
}

// Whatever is claimed, a room is never overdrawn, nobody gets more than they
// want, floors come first, and nothing is left while somebody wants more.
// A window that has no room for what is never cut is not asked: the rules
// answer, and say how much is needed. Nothing that was said is lost.
func TestAWindowThatIsTooSmall(t *testing.T) {
	t.Parallel()
	srv := llmtest.NewOpenAI(t)
	home := t.TempDir()
	h := testHome(t, home, nil)
	h.providers.Pick = func(context.Context, config.ModelChoice, string) (llm.Model, error) {
		return openai.New(openai.Config{BaseURL: srv.URL, Name: "tiny", Window: 1_024, Tries: 1})
	}
	s := h.Settings()
	s.Models.Chat = config.ModelChoice{Provider: "openai", Name: "tiny"}
	must(t, h.Change(s))
	withMarkedFiles(t, home)
	core := []byte(strings.Repeat("Alex lives by the harbour. ", 200))
	must(t, os.WriteFile(filepath.Join(home, "personas", "luna", "core_memory.txt"), core, 0o600))
	c := luna(t, h)
	turn := tell(t, c, "Good evening.")
	if n := turn.Notice; !turn.Speaker.Rules || n.Kind != NoticeSmall || n.Window != 1_024 || n.Needs <= 1_024 || len(srv.Generations()) != 0 {
		t.Errorf("%+v, %d requests", turn.Notice, len(srv.Generations()))
	}
	if got := saidTexts(t, c); len(got) != 2 || !strings.Contains(got[0], "Good evening.") {
		t.Errorf("the log: %q", got)
	}
	if _, err := c.Conversation.PlanNow(t.Context()); !errors.Is(err, prompt.ErrWindowSmall) {
		t.Errorf("the plan of now: %v", err)
	}
}

// TestFilesLeftAreToldOnce has a cut file told in the first turn alone, and
// again for another window.
func TestFilesLeftAreToldOnce(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	m := &windowed{Scripted: llmtest.NewScripted(), tokens: 4_096}
	h := testHome(t, home, m)
	withMarkedFiles(t, home)
	c := luna(t, h)
	for _, tt := range []struct {
		window int
		told   bool
	}{{4_096, true}, {4_096, false}, {4_600, true}, {4_600, false}, {128_000, false}} {
		m.tokens = tt.window
		m.Add(llmtest.Text("Yes."))
		turn := tell(t, c, "Hm.")
		told := slices.ContainsFunc(turn.Left, func(l prompt.FileLeft) bool { return l.File == "MEMORY.md" && l.Window == tt.window })
		if told != tt.told {
			t.Errorf("window %d: told %v: %+v", tt.window, told, turn.Left)
		}
	}
}

// windowed is a scripted model of a window.
type windowed struct {
	*llmtest.Scripted
	tokens int
}

func (w *windowed) Measure(context.Context) llm.Window {
	return llm.Window{Tokens: w.tokens, From: llm.WindowServed}
}

// TestTheConversationKnowsItsDates has what the user says carry day and time
// where a day changes or an hour passed, in the persona's zone.
func TestTheConversationKnowsItsDates(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 9*3600)
	start := time.Date(2026, 11, 20, 22, 0, 0, 0, zone)
	for _, tt := range []struct {
		slug, first, day, newest string
	}{
		{"luna", "[Friday, 20 November 2026, 22:00]\nOne", "[Saturday, 21 November 2026, 00:10; 2 hours after the words before]\nThree", "[Monday, 23 November 2026, 09:12; 2 days after the words before]\nFour"},
		{"", "［2026年11月20日(金) 22:00］\nOne", "［2026年11月21日(土) 00:10、前のことばから2時間後］\nThree", "［2026年11月23日(月) 09:12、前のことばから2日後］\nFour"},
	} {
		tick := &clock{at: start}
		m := llmtest.NewScripted(llmtest.Text("a"), llmtest.Text("b"), llmtest.Text("c"), llmtest.Text("d"))
		h := clockedHome(t, tick, m)
		c := theOne(t, h, theSlugOf(t, h, tt.slug))
		last := func() []llm.Message {
			asked := m.Requests()
			return asked[len(asked)-1].Messages
		}
		tell(t, c, "One")
		if got := last()[0].Text; got != "One" {
			t.Errorf("the first words of a day carry a time: %q", got)
		}
		tick.set(start.Add(10 * time.Minute))
		tell(t, c, "Two")
		tick.set(start.Add(130 * time.Minute))
		tell(t, c, "Three")
		if got := last(); got[len(got)-1].Text != tt.day || got[0].Text != tt.first || got[2].Text != "Two" || got[1].Text != "a" {
			t.Errorf("after midnight: %+v", got)
		}
		tick.set(time.Date(2026, 11, 23, 9, 12, 0, 0, zone))
		tell(t, c, "Four")
		if got := last(); got[len(got)-1].Text != tt.newest {
			t.Errorf("days later: %q", got[len(got)-1].Text)
		}
	}
}

// theSlugOf returns slug, or for "" that of the Japanese sample.
func theSlugOf(t *testing.T, h *Home, slug string) string {
	t.Helper()
	if slug != "" {
		return slug
	}
	return byLanguage(t, h, "ja").Slug()
}

// TestPlansAreForgotten keeps plans with their words until something is taken
// back; the numbers stay in the trace.
func TestPlansAreForgotten(t *testing.T) {
	t.Parallel()
	m := llmtest.NewScripted(llmtest.Text("A secret, then."), llmtest.Text("Well."))
	h := testHome(t, t.TempDir(), m)
	c := luna(t, h)
	told := tell(t, c, "The code is zanzibar.")
	turn := tell(t, c, "Good night.")
	c.work.Wait()
	has := func(id transcript.ID) bool {
		p, err := c.Conversation.Planned(t.Context(), id)
		must(t, err)
		if p.Window.Tokens == 0 || p.Section("soul").Tokens == 0 || p.Section(prompt.SectionTalk).Count == 0 {
			t.Errorf("the plan has no numbers: %+v", p)
		}
		return strings.Contains(fmt.Sprint(p), "zanzibar")
	}
	if !has(turn.Reply.ID) {
		t.Error("the plan has no words")
	}
	_, err := c.Conversation.Retract(told.User.ID)
	must(t, err)
	if has(turn.Reply.ID) || has(told.Reply.ID) {
		t.Error("what was taken back stands in a kept plan")
	}
	data, err := os.ReadFile(filepath.Join(h.Path(), "personas", "luna", "log.jsonl"))
	must(t, err)
	if strings.Count(string(data), "zanzibar") != 1 {
		t.Error("a trace holds words of the prompt")
	}
}

// TestOlderTracesAreRead reads what was kept before there were plans.
func TestOlderTracesAreRead(t *testing.T) {
	t.Parallel()
	got, err := TraceOf(transcript.Message{ID: "x", Trace: json.RawMessage(
		`{"time":"2026-11-01T00:00:00Z","speaker":{"provider":"openai","name":"q"},"layers":[{"name":"soul","size":1200,"tokens":300,"cut":40,"files":["SOUL.md"]}],"history":{"messages":12,"cut":true,"oldest":"01K"}}`)})
	if err != nil || got.Plan == nil || got.Plan.Section("soul").Size != 1200 || got.Plan.Section(prompt.SectionTalk).Older != "01K" || got.Plan.Tokens != 300 {
		t.Errorf("%+v, %v", got.Plan, err)
	}
}

// TestTheEstimateLearns has a server that counts otherwise teach the scale,
// which outlives the program.
func TestTheEstimateLearns(t *testing.T) {
	t.Parallel()
	odd := llm.TokenScale{Narrow: 1.4, Wide: 1.4}
	home := t.TempDir()
	m := &counting{odd: odd, Scripted: llmtest.NewScripted()}
	h := testHome(t, home, m)
	withMarkedFiles(t, home)
	c := luna(t, h)
	for range 6 {
		m.Add(llmtest.Text("Yes."))
		tell(t, c, "And the harbour?")
	}
	plan, err := c.Conversation.PlanNow(t.Context())
	must(t, err)
	if off := float64(plan.Tokens)/float64(m.last) - 1; off < -.1 || off > .1 {
		t.Errorf("%d tokens estimated, about %d are counted", plan.Tokens, m.last)
	}
	h.scales.Save()
	if again, learned := prompt.NewScales(h.home.Dir(), h.opt.Logger).Of("test/counting"); !learned || again.Narrow < 1.2 {
		t.Errorf("what was learned is lost: %+v", again)
	}
}

// counting is a model whose server counts the prompt by a scale of its own.
type counting struct {
	*llmtest.Scripted
	odd  llm.TokenScale
	last int
}

func (*counting) Info() llm.Info { return llm.Info{Provider: "test", Name: "counting"} }

func (m *counting) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	resp, err := m.Scripted.Generate(ctx, req, stream)
	m.last = m.odd.Request(req)
	resp.Usage = llm.Usage{Calls: 1, Prompt: m.last, Answer: 2}
	return resp, err
}

// BenchmarkPlan makes the plan of a turn of a persona with every file, after a
// hundred exchanges; recalling is not in it.
func BenchmarkPlan(b *testing.B) {
	h, err := openHome(b.Context(), Options{
		Home: b.TempDir(), Builtin: llmtest.NewScripted(), Samples: samples(),
		Pick: func(context.Context, config.ModelChoice, string) (llm.Model, error) { return instant.Model{}, nil },
	})
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	s := h.Settings()
	s.Models.Chat = config.ModelChoice{Provider: "openai", Name: "instant"}
	if err := h.Change(s); err != nil {
		b.Fatal(err)
	}
	c, err := h.Companion(b.Context(), "luna")
	if err != nil {
		b.Fatal(err)
	}
	for range 100 {
		if _, err := c.Say(b.Context(), Utterance{Text: strings.Repeat("The ferry did not come today. ", 10)}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := c.Conversation.PlanNow(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
