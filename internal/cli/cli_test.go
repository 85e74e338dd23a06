package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
	"yumori/internal/models"
	"yumori/internal/updates"
	"yumori/motivation"
)

// program is a run of the command line on a home, with what it wrote.
type program struct {
	home     string
	model    llm.Model
	served   *llmtest.Ollama // instead of model
	pulled   func(models.PullProgress)
	updates  updates.Source
	ctx      context.Context // nil: the test's
	out, err bytes.Buffer
	to       io.Writer // instead of out; nil: out
}

// samplePersonas are two tiny personas.
func samplePersonas() fs.FS {
	return fstest.MapFS{
		"personas/en/SOUL.md": {Data: []byte("# Luna\n\nLuna keeps the lamp.\n")},
		"personas/ja/SOUL.md": {Data: []byte("# 灯子\n\n灯子は明かりの番をしている。\n")},
	}
}

func (p *program) run(t *testing.T, in string, args ...string) int {
	t.Helper()
	t.Setenv("LC_ALL", "C.UTF-8")
	p.out.Reset()
	p.err.Reset()
	opt := companion.Options{
		Builtin: builtin.New(builtin.Options{}),
		Samples: samplePersonas(),
		Updates: p.updates,
	}
	if p.model != nil {
		opt.Pick = func(context.Context, config.ModelChoice, string) (llm.Model, error) { return p.model, nil }
	}
	if p.served != nil {
		p.serve(&opt)
	}
	to := io.Writer(&p.out)
	if p.to != nil {
		to = p.to
	}
	ctx := t.Context()
	if p.ctx != nil {
		ctx = p.ctx
	}
	return Run(ctx, Program{In: strings.NewReader(in), Out: to, Err: &p.err, Options: opt},
		append([]string{"--home", p.home}, args...))
}

func TestOnceAnswersAndRemembers(t *testing.T) {
	p := &program{home: filepath.Join(t.TempDir(), "家 of mine")}
	for _, turn := range []struct{ say, want string }{
		{"My name is Alex and I work on a Rust project called tundra", ""},
		{"What project am I working on?", "tundra"},
	} {
		if code := p.run(t, "", "chat", "--once", turn.say); code != 0 {
			t.Fatalf("exit %d: %s", code, &p.err)
		}
		if got := p.out.String(); strings.TrimSpace(got) == "" || !strings.Contains(got, turn.want) {
			t.Errorf("%q: printed %q", turn.say, got)
		}
	}
}

func TestOnceReadsTheInput(t *testing.T) {
	p := &program{home: t.TempDir()}
	if code := p.run(t, strings.Repeat("長い話。", 50_000), "chat", "--once", "-"); code != 0 || p.out.Len() == 0 {
		t.Errorf("exit %d, printed %q, %s", code, &p.out, &p.err)
	}
}

func TestJSONEvents(t *testing.T) {
	p := &program{home: t.TempDir(), model: llmtest.NewScripted(
		llmtest.Tool("memory_write", `{"content":"Alex is here.","category":"fact"}`),
		llmtest.Text("Hello, ", "Alex."))}
	if code := p.run(t, "", "config", "set", "models.chat.provider", "openai"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	if code := p.run(t, "", "--json", "chat", "--once", "I am Alex."); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	var kinds []string
	var text string
	var reply map[string]any
	for line := range strings.Lines(p.out.String()) {
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		kind := e["event"].(string)
		if kind == "delta" {
			text += e["text"].(string)
			if kinds[len(kinds)-1] == "delta" {
				continue
			}
		}
		if kind == "reply" {
			reply = e
		}
		kinds = append(kinds, kind)
	}
	if got := strings.Join(kinds, " "); got != "saved tool delta reply" {
		t.Errorf("events: %s", got)
	}
	if text != "Hello, Alex." || reply["text"] != text || reply["model"] != "scripted/script" || reply["usage"] == nil || reply["recalled"] == nil {
		t.Errorf("deltas %q, reply %v", text, reply)
	}
}

func TestChatThroughAPipe(t *testing.T) {
	p := &program{home: t.TempDir()}
	in := "Hello!\n\nI like green tea.\n/memory\n/prompt\n/bootstrap\n/soul\n/search green\n/why\n/held\n/nonsense\n/help\n/quit\nnever said\n"
	if code := p.run(t, in, "chat"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	out := p.out.String()
	for _, want := range []string{"Luna> ", "SOUL.md", "keeps the lamp", "── identity", `"speaker"`, "I like green tea."} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "never said") {
		t.Error("/quit did not end the chat")
	}
	if !strings.Contains(p.err.String(), "/nonsense") || !strings.Contains(p.err.String(), "mode") {
		t.Errorf("error output: %s", &p.err)
	}
}

func TestWithoutADisplayTheChatStarts(t *testing.T) {
	p := &program{home: t.TempDir()}
	if code := p.run(t, "Hello!\n"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	if !strings.Contains(p.err.String(), "No display") || !strings.Contains(p.out.String(), "Luna> ") {
		t.Errorf("out %q err %q", &p.out, &p.err)
	}
}

func TestExitCodes(t *testing.T) {
	home := t.TempDir()
	for _, tt := range []struct {
		name string
		args []string
		want int
		says string
	}{
		{"no such command", []string{"sing"}, 2, "--help"},
		{"no such flag", []string{"chat", "--loud"}, 2, "--help"},
		{"bad time", []string{"--now", "yesterday", "state"}, 2, "--now"},
		{"empty message", []string{"chat", "--once", " "}, 1, "empty"},
		{"no such persona", []string{"--persona", "nobody", "state"}, 1, "no such persona"},
		{"hostile persona", []string{"--persona", "../../etc", "state"}, 1, ""},
		{"no such setting", []string{"config", "get", "colour"}, 2, "setting"},
		{"bad value", []string{"config", "set", "ui.theme", "pink"}, 2, "dark"},
		{"state", []string{"state"}, 0, ""},
		{"doctor", []string{"doctor"}, 0, ""},
		{"all settings", []string{"config", "get"}, 0, ""},
		{"help", []string{"--help"}, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := &program{home: home}
			if got := p.run(t, "", tt.args...); got != tt.want {
				t.Errorf("exit %d, want %d: %s", got, tt.want, &p.err)
			}
			if !strings.Contains(p.err.String(), tt.says) {
				t.Errorf("error output %q does not say %q", &p.err, tt.says)
			}
		})
	}
}

func TestStateAndConfigJSON(t *testing.T) {
	p := &program{home: t.TempDir()}
	p.run(t, "", "--now", "2031-05-06T07:08:09+09:00", "chat", "--once", "Hello!")
	if code := p.run(t, "", "--json", "state"); code != 0 {
		t.Fatal(p.err.String())
	}
	var st personaState
	if err := json.Unmarshal(p.out.Bytes(), &st); err != nil {
		t.Fatal(err)
	}
	if st.Name != "Luna" || !st.Speaker.Rules || !strings.HasPrefix(st.Last, "2031-05-06T07:08:") || st.Files["SOUL.md"] == 0 {
		t.Errorf("state = %+v", st)
	}
	p.run(t, "", "--now", "2031-05-09T07:08:09+09:00", "state")
	for _, want := range []string{"boredom: 0.64\n", "strongest: boredom (0.64)\n", "last emotion: ", "episodes: "} {
		if !strings.Contains(p.out.String(), want) {
			t.Errorf("state lacks %q:\n%s", want, p.out.String())
		}
	}
	if strings.Contains(p.out.String(), "emotional intensity") { // of a day without talk nobody knows
		t.Errorf("state says how moving an empty day was:\n%s", p.out.String())
	}
	if p.run(t, "", "--now", "2031-05-06T08:08:09+09:00", "state"); !strings.Contains(p.out.String(), "emotional intensity today: ") {
		t.Errorf("state lacks the day's arousal:\n%s", p.out.String())
	}
	p.run(t, "", "config", "set", "models.chat.name", "猫")
	p.run(t, "", "config", "get", "models.chat.name", "--json")
	if got := p.out.String(); got != `{"key":"models.chat.name","value":"猫"}`+"\n" {
		t.Errorf("config get printed %q", got)
	}
}

func TestPastOfAFile(t *testing.T) {
	p := &program{home: t.TempDir()}
	p.run(t, "", "chat", "--once", "I like green tea.")
	notepad := filepath.Join(p.home, "personas", "luna", "notepad.txt")
	for _, text := range []string{"one\n", "two\n"} { // by hand, found at the next start
		if err := os.WriteFile(notepad, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p.run(t, "", "state")
	}
	if code := p.run(t, "", "history", "notepad.txt"); code != 0 || strings.Count(p.out.String(), "outside") != 2 {
		t.Errorf("exit %d: %s %s", code, &p.out, &p.err)
	}
	if code := p.run(t, "", "history", "notepad.txt", "--at", "2999-01-01"); code != 0 || p.out.String() != "two\n" {
		t.Errorf("exit %d: %q %s", code, &p.out, &p.err)
	}
	if code := p.run(t, "", "history", "notepad.txt", "--at", "1999-01-01"); code != 1 {
		t.Errorf("a version from before the beginning: exit %d: %q", code, &p.out)
	}
	if code := p.run(t, "", "history", "memory/../memory/secret_diary.txt"); code != 1 || !strings.Contains(p.err.String(), "--secret") {
		t.Errorf("secret diary: exit %d: %s", code, &p.err)
	}
}

func TestRetract(t *testing.T) {
	p := &program{home: t.TempDir()}
	p.run(t, "", "--json", "chat", "--once", "What good news!")
	var saved struct{ ID string }
	if err := json.Unmarshal([]byte(strings.SplitN(p.out.String(), "\n", 2)[0]), &saved); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args []string
		says string
	}{
		{[]string{"retract", "--dry-run", saved.ID}, "emotional intensity"},
		{[]string{"retract", saved.ID}, "emotional intensity"},
		{[]string{"retract", "--undo", saved.ID}, "Restored"},
		{[]string{"doctor"}, ""},
	} {
		if code := p.run(t, "", step.args...); code != 0 || !strings.Contains(p.out.String(), step.says) {
			t.Errorf("%v: exit %d: %s %s", step.args, code, &p.out, &p.err)
		}
	}
	if code := p.run(t, "", "retract", "nothing"); code != 1 {
		t.Errorf("an unknown message: exit %d", code)
	}
}

// TestTrust clears the mark of a message, and declares a file, and takes both
// back.
func TestTrust(t *testing.T) {
	p := &program{home: t.TempDir()}
	p.run(t, "", "chat", "--once", "What good news!")
	logs, err := filepath.Glob(filepath.Join(p.home, "personas", "*", "log.jsonl"))
	if err != nil || len(logs) == 0 {
		t.Fatal(logs, err)
	}
	for _, log := range logs {
		data, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, `{"kind":"message","id":"01ZZZZZZZZZZZZZZZZZZZZZZZZ","parent":"","role":"persona","time":"2026-11-21T10:00:00Z","text":"So it says.","foreign":[{"kind":"document","name":"letter.txt","hash":"ab"}]}`+"\n"...)
		if err := os.WriteFile(log, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "mine.txt")
	if err := os.WriteFile(file, []byte("\ufeffMine."), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"trust"}, 0, "letter.txt"},
		{[]string{"trust", "01ZZZZZZZZZZZZZZZZZZZZZZZZ"}, 0, "your own"},
		{[]string{"trust"}, 0, "None"},
		{[]string{"trust", "--undo", "01ZZZZZZZZZZZZZZZZZZZZZZZZ"}, 0, "again"},
		{[]string{"trust", "--file", file}, 0, "your own"},
		{[]string{"trust"}, 0, "mine.txt"},
		{[]string{"--json", "trust"}, 0, `"marked":[{"id":"01ZZZZZZZZZZZZZZZZZZZZZZZZ"`},
		{[]string{"trust", "--undo", "--file", file}, 0, "somebody else"},
		{[]string{"--json", "trust"}, 0, `"own":[]`},
		{[]string{"trust", "nothing"}, 1, ""},
		{[]string{"trust", "--file", file + ".not"}, 1, ""},
		{[]string{"trust", "--undo"}, 2, ""},
		{[]string{"trust", "--file", file, "x"}, 2, ""},
	} {
		if code := p.run(t, "", step.args...); code != step.code || !strings.Contains(p.out.String(), step.says) {
			t.Errorf("%v: exit %d: %s %s", step.args, code, &p.out, &p.err)
		}
	}
}

func TestTheModelsFailureIsSaid(t *testing.T) {
	p := &program{home: t.TempDir(), model: llmtest.NewScripted()}
	p.run(t, "", "config", "set", "models.chat.provider", "openai")
	p.run(t, "", "config", "set", "models.chat.name", "gpt-x")
	if code := p.run(t, "", "chat", "--once", "Hello!"); code != 0 || p.out.Len() == 0 {
		t.Errorf("exit %d, out %q", code, &p.out)
	}
	if !strings.Contains(p.err.String(), "gpt-x") || !strings.Contains(p.err.String(), "mode") {
		t.Errorf("error output: %s", &p.err)
	}
}

// TestWordsAreComplete holds the two languages to the same keys and verbs,
// and the code to keys that exist.
func TestWordsAreComplete(t *testing.T) {
	en, ja := wordsFor("en"), wordsFor("ja")
	used := usedKeys(t)
	for key, text := range en {
		if strings.Count(text, "%") != strings.Count(ja[key], "%") {
			t.Errorf("%s: %q and %q take different verbs", key, text, ja[key])
		}
		madeUp := slices.ContainsFunc([]string{"why_", "tool_", "skill_", "man_", "bench_", "window_", "cut_", "card_", "import_left_", "import_out_", "import_bad_", "import_kind_", "export_no_", "door_"}, func(p string) bool { return strings.HasPrefix(key, p) })
		if !used[key] && !madeUp {
			t.Errorf("%s is not used", key)
		}
	}
	for key := range ja {
		if _, ok := en[key]; !ok {
			t.Errorf("%s is Japanese only", key)
		}
	}
	for key := range used {
		if _, ok := en[key]; !ok && !strings.HasSuffix(key, "_") {
			t.Errorf("%s is used and has no text", key)
		}
	}
}

// TestNoWordPromisesWhatItCannotKnow: what nobody foresaw may be that the home
// is gone, and a message that was not saved is said to be that.
func TestNoWordPromisesWhatItCannotKnow(t *testing.T) {
	for language, promise := range map[string]string{"en": "lost", "ja": "失われ"} {
		w := wordsFor(language)
		for _, err := range []error{errors.New("anything"), fmt.Errorf("%w: %w", companion.ErrNotSaved, fs.ErrNotExist)} {
			if got := w.explain(err); strings.Contains(got, promise) {
				t.Errorf("%v: %s", err, got)
			}
		}
		if w.explain(companion.ErrNotSaved) == w.explain(errors.New(companion.ErrNotSaved.Error())) {
			t.Errorf("%s has no word for a message that was not saved", language)
		}
	}
}

// usedKeys finds the keys that the package asks for.
func usedKeys(t *testing.T) map[string]bool {
	t.Helper()
	used := map[string]bool{"decided_accepted": true, "decided_refused": true}
	for _, k := range []companion.NoticeKind{companion.NoticeFellBack, companion.NoticeSpent, companion.NoticeUnseen, companion.NoticeTruncated, companion.NoticeShortened, companion.NoticeCut} {
		used[string(k)] = true
	}
	for _, d := range motivation.AllDrives() {
		used["drive_"+string(d)] = true
	}
	for _, c := range motivation.Categories() {
		used["emotion_"+string(c)] = true
	}
	for _, store := range companion.DerivedStores() {
		used["rests_"+strings.ReplaceAll(store, " ", "_")] = true
	}
	for _, key := range dreamKeys() {
		used[key] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "text" {
				if lit, ok := call.Args[0].(*ast.BasicLit); ok {
					used[strings.Trim(lit.Value, `"`)] = true
				}
			}
			return true
		})
	}
	return used
}

func TestReadLineKeepsLongLinesBounded(t *testing.T) {
	lines := readLines(t.Context(), io.MultiReader(strings.NewReader(strings.Repeat("x", maxLine*2)), strings.NewReader("\nshort\nlast")))
	for i, want := range []int{maxLine, 5, 4} {
		l := <-lines
		if l.err != nil || len(l.text) < want || len(l.text) > want+5_000 {
			t.Errorf("line %d: %d bytes, %v", i, len(l.text), l.err)
		}
	}
	if l := <-lines; !errors.Is(l.err, io.EOF) {
		t.Errorf("after the last line: %+v", l)
	}
}

// The only thing that waits needs no id to be decided on.
func TestAcceptTheOnlyThingThatWaits(t *testing.T) {
	p := &program{home: t.TempDir()}
	if code := p.run(t, "Hello, I'm Carol.\n/accept\n/memory\n/accept\n/quit\n", "chat"); code != 0 {
		t.Fatalf("exit %d: %s", code, &p.err)
	}
	if !strings.Contains(p.err.String(), "waits for your OK") {
		t.Errorf("nothing waits: %s", &p.err)
	}
	_, memory, _ := strings.Cut(p.out.String(), "core_memory.txt")
	if !strings.Contains(memory, "Carol") || !strings.Contains(memory, "Nothing") {
		t.Errorf("accepted, then asked again:\n%s", memory)
	}
}
