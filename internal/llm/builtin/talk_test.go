package builtin

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/memory"
)

// A talk is a conversation with the rules in which tools work as they do in
// the program: what is written stands in the next prompt's daily log.
type talk struct {
	t       *testing.T
	mind    *Mind
	lang    string
	soul    string
	now     time.Time
	tools   []llm.ToolSpec
	extra   []llm.Section
	history []llm.Message
	days    []string
	daily   map[string]string
	wrote   []string // by the last message
	core    string
}

func newTalk(t *testing.T, lang string) *talk {
	t.Helper()
	now := time.Date(2026, 11, 21, 21, 4, 5, 0, time.FixedZone("", 9*3600))
	read := func(name string) string {
		data, err := os.ReadFile("../../../assets/personas/" + lang + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	return &talk{
		t: t, lang: lang, now: now, soul: read("SOUL.md"), core: read("core_memory.txt"), daily: map[string]string{},
		mind: New(Options{Now: func() time.Time { return time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC) }}),
		tools: []llm.ToolSpec{
			{Name: toolWrite, Schema: json.RawMessage(`{"type":"object","properties":{"content":{"type":"string"},"category":{"type":"string"}}}`)},
			{Name: toolCore, Schema: json.RawMessage(`{"type":"object","properties":{"append":{},"old":{},"new":{}}}`)},
		},
	}
}

// nextDay ends the process and begins another a day later: the history is
// gone, the files are there.
func (k *talk) nextDay() {
	k.now = k.now.AddDate(0, 0, 1)
	k.history = nil
}

func (k *talk) request(msgs []llm.Message) llm.Request {
	daily := llm.Section{Name: "daily"}
	for _, d := range k.days {
		at, _ := time.Parse(time.DateOnly, d)
		daily.Memories = append(daily.Memories, memory.Item{Time: at, Text: k.daily[d]})
	}
	return llm.Request{
		System: append([]llm.Section{
			{Name: "identity", Text: "# Identity\n\nYou are somebody. Speak in your own voice.\n\n## Honesty\n\n- Never make up a memory."},
			told("soul", k.soul), told("core", k.core), daily,
		}, k.extra...),
		Setting: llm.Setting{Now: k.now, Language: k.lang},
		Tools:   k.tools, Messages: msgs, Purpose: llm.PurposeChat,
	}
}

// say says text and returns the reply with its tags.
func (k *talk) say(text string) string {
	k.t.Helper()
	k.wrote = nil
	msgs := append(append([]llm.Message{}, k.history...), llm.Message{Role: llm.RoleUser, Text: text})
	for range 4 {
		res, err := k.mind.Generate(context.Background(), k.request(msgs), nil)
		if err != nil {
			k.t.Fatalf("say %q: %v", text, err)
		}
		msgs = append(msgs, res.Message)
		if len(res.Message.Calls) == 0 {
			reply := res.Message.Text
			k.history = append(k.history, llm.Message{Role: llm.RoleUser, Text: text, Time: k.now}, llm.Message{Role: llm.RoleModel, Text: speech(reply), Time: k.now})
			return reply
		}
		results := llm.Message{Role: llm.RoleTool}
		for _, c := range res.Message.Calls {
			results.Results = append(results.Results, k.call(c))
		}
		msgs = append(msgs, results)
	}
	k.t.Fatalf("say %q: the rules call tools without end", text)
	return ""
}

func (k *talk) call(c llm.Call) llm.Result {
	var args map[string]string
	if err := json.Unmarshal(c.Args, &args); err != nil {
		k.t.Fatalf("arguments %s: %v", c.Args, err)
	}
	if c.Name == toolCore {
		k.wrote = append(k.wrote, "core: "+args["new"]+args["append"])
		return llm.Result{ID: c.ID, Name: c.Name, Text: "Not written yet: the change waits for the user's yes."}
	}
	day := k.now.Format(time.DateOnly)
	if k.daily[day] == "" {
		k.days = append(k.days, day)
	}
	k.daily[day] += fmt.Sprintf("\n## [%s] %s\n\n%s\n", k.now.Format(time.TimeOnly), args["category"], args["content"])
	k.wrote = append(k.wrote, args["content"])
	return llm.Result{ID: c.ID, Name: c.Name, Text: "Written as memory/" + day + ".md#L3."}
}

// speech is a reply without its tags.
func speech(reply string) string {
	return strings.TrimSpace(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(reply, ""))
}

// A line of a dialogue says something and what must come of it.
type line struct {
	say  string
	want string // regular expression the speech must match
	not  string // and one it must not match
	keep string // what is written down, all of it, joined with " / "; "-" nothing, "" anything
	mood string // emotion category; "" any
}

// converse goes through a dialogue. A line whose say is "/day" begins the
// next day in a new process.
func converse(t *testing.T, lang string, lines []line) {
	k := newTalk(t, lang)
	for i, l := range lines {
		if l.say == "/day" {
			k.nextDay()
			continue
		}
		if l.say == "/later" { // a day, and the talk goes on
			k.now = k.now.AddDate(0, 0, 1)
			continue
		}
		reply := k.say(l.say)
		said := speech(reply)
		fail := func(format string, args ...any) {
			t.Helper()
			t.Errorf("line %d: %q\n  answered %q\n  wrote %q\n  %s", i, l.say, said, k.wrote, fmt.Sprintf(format, args...))
		}
		if said == "" {
			fail("empty reply")
		}
		if l.want != "" && !regexp.MustCompile(l.want).MatchString(said) {
			fail("want %s", l.want)
		}
		if l.not != "" && regexp.MustCompile(l.not).MatchString(said) {
			fail("must not match %s", l.not)
		}
		if kept := strings.Join(k.wrote, " / "); l.keep == "-" && kept != "" || l.keep != "-" && l.keep != "" && kept != l.keep {
			fail("want written %q", l.keep)
		}
		if l.mood != "" && !strings.Contains(reply, `category="`+l.mood+`"`) {
			fail("want emotion %s, have %s", l.mood, reply)
		}
	}
}
