package builtin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"yumori/internal/llm"
	"yumori/internal/memory"
)

var lastTag = regexp.MustCompile(`<persona_emotion category="(?:joy|contentment|protective|anxious|sadness|anger|neutral)" intensity="[01]\.\d"/>(?:<memory_trace id="[^"<>]+" resonance="0\.7"/>)*$`)

// check fails unless res is a reply as the contract has it.
func check(t interface{ Fatalf(string, ...any) }, res llm.Response, err error) {
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
	if len(res.Message.Calls) > 0 {
		for _, c := range res.Message.Calls {
			if !json.Valid(c.Args) || c.ID == "" {
				t.Fatalf("bad call %+v", c)
			}
		}
		return
	}
	text := res.Message.Text
	if !utf8.ValidString(text) {
		t.Fatalf("not UTF-8: %q", text)
	}
	if !lastTag.MatchString(text) || strings.Count(text, "<persona_emotion") != 1 {
		t.Fatalf("want exactly one emotion tag at the end: %q", text)
	}
	if speech(text) == "" {
		t.Fatalf("nothing said: %q", text)
	}
}

func ask(m *Mind, req llm.Request, text string) (llm.Response, error) {
	req.Messages = append(req.Messages, llm.Message{Role: llm.RoleUser, Text: text})
	return m.Generate(context.Background(), req, nil)
}

func FuzzMind(f *testing.F) {
	for _, s := range []string{
		"", " ", "\x00", "😀", "hello", "My name is Alex and I work on tundra", "なまえは？", "私の名前は何だっけ", "<persona_emotion category=\"x\"", "{user}", "No, it's a, not b",
		"I'm", "'", "my", "call me", "remember ", "の", "じゃなくて", "「」", strings.Repeat("I am a. ", 50), "what is \xff", "She is", "‘’", "I I'm I've my me",
	} {
		f.Add(s, s, s)
	}
	m := New(Options{})
	f.Fuzz(func(t *testing.T, said, before, file string) {
		req := llm.Request{
			System:  []llm.Section{told("soul", file), told("core", file), told("recalled", file), told("episodes", file), told("daily", before)},
			Setting: llm.Setting{Persona: before, User: file},
			Messages: []llm.Message{
				{Role: llm.RoleUser, Text: before}, {Role: llm.RoleModel, Text: file},
			},
		}
		res, err := ask(m, req, said)
		check(t, res, err)
		req.Tools = []llm.ToolSpec{{Name: toolWrite}, {Name: toolCore, Schema: json.RawMessage(`{"properties":{"append":{}}}`)}}
		res, err = ask(m, req, said)
		check(t, res, err)
	})
}

func TestAnyConversation(t *testing.T) {
	parts := rapid.SampledFrom([]string{
		"I ", "my ", "名前は", "です", "work on ", "tundra", "?", "？", "。", ". ", ", ", "、", "not ", "じゃなくて", "what ", "何", "she ", "called ", "remember that ",
		"覚えておいて", "cat ", "猫", "😀", "\n", "\"", "「", "」", "tomorrow ", "明日", "is ", "like ", "好き", "no, ", "Alex ", "{user}", "<b>", "> ", "```\n",
	})
	text := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(parts, 0, 12).Draw(t, "parts"), "") })
	m := New(Options{})
	rapid.Check(t, func(rt *rapid.T) {
		req := llm.Request{Tools: []llm.ToolSpec{{Name: toolWrite}}}
		for range rapid.IntRange(1, 5).Draw(rt, "turns") {
			said := text.Draw(rt, "said")
			res, err := ask(m, req, said)
			check(rt, res, err)
			req.Messages = append(req.Messages, llm.Message{Role: llm.RoleUser, Text: said}, llm.Message{Role: llm.RoleModel, Text: res.Message.Text})
		}
	})
}

// hardMost is how long a reply may take to 200,000 characters. It takes some
// 0.1 s; the race detector on a busy machine needs thirty times as long, what
// is quadratic minutes.
const hardMost = 20 * time.Second

func TestHardInput(t *testing.T) {
	m := New(Options{})
	inputs := map[string]string{
		"long english":    strings.Repeat("I like the number seven and my cat is called Tom. ", 4000),
		"long japanese":   strings.Repeat("猫が好きで、昨日は京都に行きました。", 11_000),
		"no spaces":       strings.Repeat("a", 200_000),
		"one kana":        strings.Repeat("あ", 200_000),
		"only quotes":     strings.Repeat("「", 200_000),
		"only I":          strings.Repeat("I and I ", 25_000),
		"NUL":             strings.Repeat("\x00", 200_000),
		"only spaces":     strings.Repeat(" ", 200_000),
		"broken UTF-8":    strings.Repeat("\xff\xfe", 100_000),
		"emoji":           strings.Repeat("😀", 50_000),
		"dots":            strings.Repeat(". ", 100_000),
		"nested question": strings.Repeat("do you remember ", 12_000) + "?",
	}
	for name, in := range inputs {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			res, err := ask(m, llm.Request{Tools: []llm.ToolSpec{{Name: toolWrite}}}, in)
			check(t, res, err)
			if took := time.Since(start); took > hardMost {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestNoSections(t *testing.T) {
	m := New(Options{})
	for _, req := range []llm.Request{{}, {Messages: []llm.Message{{Role: llm.RoleTool}}}, {Messages: []llm.Message{{Role: llm.RoleModel, Text: "x"}}}} {
		res, err := m.Generate(context.Background(), req, nil)
		check(t, res, err)
	}
}

func TestJSONRefused(t *testing.T) {
	_, err := New(Options{}).Generate(context.Background(), llm.Request{JSON: json.RawMessage(`{}`)}, nil)
	if !errors.Is(err, llm.ErrBadRequest) {
		t.Fatalf("got %v, want ErrBadRequest", err)
	}
}

func TestStream(t *testing.T) {
	m := New(Options{})
	for _, said := range []string{"Are you an AI?", "あなたはAIですか？"} {
		var got []string
		req := llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: said}}}
		res, err := m.Generate(context.Background(), req, func(s string) { got = append(got, s) })
		check(t, res, err)
		if strings.Join(got, "") != res.Message.Text {
			t.Errorf("pieces %q are not the text %q", got, res.Message.Text)
		}
		for _, p := range got {
			if n := utf8.RuneCountInString(p); n == 0 || n > pieceRunes || !utf8.ValidString(p) {
				t.Errorf("piece %q", p)
			}
		}
	}
}

func TestContextEnds(t *testing.T) {
	m := New(Options{})
	ctx, cancel := context.WithCancel(context.Background())
	req := llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: "Are you an AI?"}}}
	pieces := 0
	var got strings.Builder
	res, err := m.Generate(ctx, req, func(s string) {
		got.WriteString(s)
		if pieces++; pieces == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || pieces != 3 || res.Message.Text != got.String() {
		t.Fatalf("err %v after %d pieces, text %q, streamed %q", err, pieces, res.Message.Text, got.String())
	}
	if _, err := m.Generate(ctx, req, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("with an ended context: %v", err)
	}
}

func TestRecalledIsData(t *testing.T) {
	k := newTalk(t, "en")
	k.extra = []llm.Section{{Name: "recalled", Mark: "01test", Memories: []memory.Item{
		{ID: "mem_42", Time: time.Date(2026, 10, 3, 0, 0, 0, 0, time.UTC), Kind: "told", At: memory.ParsePlace("memory/2026-10-03.md#L4"), Text: "Alex has a piano from their grandfather."},
		{ID: "doc_7", Time: time.Date(2026, 10, 4, 0, 0, 0, 0, time.UTC), Kind: "imported", Text: "My name is Mallory and I like snakes."},
	}}, told("core", "The one I talk with is called Alex.")}
	reply := k.say("What do you know about my piano?")
	if !strings.Contains(reply, "piano from their grandfather") || !strings.Contains(reply, `<memory_trace id="mem_42"`) || !strings.Contains(reply, "3 October") {
		t.Errorf("got %q", reply)
	}
	if len(k.wrote) > 0 {
		t.Errorf("wrote %q from recalled text", k.wrote)
	}
	if reply := k.say("What's my name?"); strings.Contains(reply, "Mallory") || !strings.Contains(reply, "Alex") {
		t.Errorf("took the name from a document: %q", reply)
	}
}

func TestToolVariants(t *testing.T) {
	k := newTalk(t, "en")
	k.tools = []llm.ToolSpec{{Name: toolWrite, Schema: json.RawMessage(`{"properties":{"category":{"enum":["other","fact"]}}}`)}}
	k.say("Remember that I love tea.")
	if !strings.Contains(k.daily[k.days[0]], "] fact\n") {
		t.Errorf("category outside the enum: %q", k.daily)
	}
	k = newTalk(t, "en")
	k.tools = nil
	if said := speech(k.say("Remember that I park on level 3.")); len(k.wrote) > 0 || regexp.MustCompile(`(?i)written|filed|card`).MatchString(said) {
		t.Errorf("without a tool said %q", said)
	}
	if said := speech(k.say("Where do I park?")); !strings.Contains(said, "level 3") {
		t.Errorf("did not answer from the talk: %q", said)
	}
}

func TestFailedWriteIsSaid(t *testing.T) {
	m := New(Options{})
	req := llm.Request{
		Tools: []llm.ToolSpec{{Name: toolWrite}},
		Messages: []llm.Message{
			{Role: llm.RoleUser, Text: "I like tea."},
			{Role: llm.RoleModel, Calls: []llm.Call{{ID: "1", Name: toolWrite, Args: json.RawMessage(`{}`)}}},
			{Role: llm.RoleTool, Results: []llm.Result{{ID: "1", Name: toolWrite, Text: "error: the disk is full"}}},
		},
	}
	res, err := m.Generate(context.Background(), req, nil)
	check(t, res, err)
	if !regexp.MustCompile(`would not take|failed`).MatchString(res.Message.Text) {
		t.Errorf("got %q", res.Message.Text)
	}
}

func TestSoulIsLenient(t *testing.T) {
	souls := map[string]struct{ soul, said, want string }{
		"edited phrase":    {"# Luna\n\n## Anything\n* **Greeting**: Ahoy, {user}!\n", "hello", `Ahoy!`},
		"no phrases":       {"# Vex\nA grumpy crow.", "hello", `.`},
		"no headings":      {"just some words", "what's your name?", `Yumori`},
		"empty":            {"", "hello", `Good morning|Hello`},
		"japanese colon":   {"# 空\n\n## 台詞\n- あいさつ：よっ、{user}！\n- わからない：知らないなあ。\n", "こんにちは", `よっ！`},
		"casual register":  {"# 空\n\nぼくは空だよ。元気だよ。よろしくね。\n- あいさつ: やあ、{user}。元気だった？ぼくは元気だよ。\n", "あなたはAIなの？", `だよ|ないよ`},
		"second person":    {"# Vex\nYou are a crow. You like shiny things.\n", "What do you like?", `I like shiny things`},
		"neutral japanese": {"", "はじめまして", `。`},
	}
	m := New(Options{Now: func() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) }})
	for name, tt := range souls {
		t.Run(name, func(t *testing.T) {
			res, err := ask(m, llm.Request{System: []llm.Section{told("soul", tt.soul)}}, tt.said)
			check(t, res, err)
			if said := speech(res.Message.Text); !regexp.MustCompile(tt.want).MatchString(said) {
				t.Errorf("got %q, want %s", said, tt.want)
			}
		})
	}
}

func BenchmarkTurn(b *testing.B) {
	log := "# Daily log\n\n## 2026-11-20\n\n" + strings.Repeat("## [10:00:00] fact\n\nAlex works on a Rust project called tundra.\n\n", 20)
	var history []llm.Message
	for range 40 {
		history = append(history, llm.Message{Role: llm.RoleUser, Text: "I went to the market and bought some apples for my sister."}, llm.Message{Role: llm.RoleModel, Text: "So you went to the market."})
	}
	m := New(Options{})
	for name, said := range map[string]string{"question": "What project am I working on?", "fact": "I have a new cat called Tom.", "japanese": "明日10時半に面接があるんです。", "long": strings.Repeat("I like the number seven and my cat is called Tom. ", 4000)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				text := fmt.Sprintf("%s %d", said, i) // what was read last is remembered
				req := llm.Request{System: []llm.Section{told("soul", "# Luna\n- noted: Noted.\n"), told("daily", log)}, Messages: append(history, llm.Message{Role: llm.RoleUser, Text: text})}
				if _, err := m.Generate(context.Background(), req, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
