package imports

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"yumori/internal/unpack"
)

const gptTalk = `[{"title":"Tea","create_time":1700000000.5,"conversation_id":"c1","current_node":"a2","mapping":{
 "root":{"id":"root","message":null,"parent":null,"children":["s"]},
 "s":{"id":"s","message":{"author":{"role":"system"},"content":{"content_type":"text","parts":[""]}},"parent":"root","children":["u"]},
 "u":{"id":"u","message":{"author":{"role":"user"},"create_time":1700000001,"content":{"content_type":"text","parts":["Which tea?"]}},"parent":"s","children":["a1","a2"]},
 "a1":{"id":"a1","message":{"author":{"role":"assistant"},"create_time":1700000002,"content":{"content_type":"text","parts":["Black."]},"metadata":{"model_slug":"gpt-4"}},"parent":"u","children":[]},
 "a2":{"id":"a2","message":{"author":{"role":"assistant"},"create_time":1700000005,"content":{"content_type":"multimodal_text","parts":["Green.",{"content_type":"image_asset_pointer"}]}},"parent":"u","children":["t"]},
 "t":{"id":"t","message":{"author":{"role":"tool","name":"browser"},"create_time":1700000006,"content":{"content_type":"text","parts":["x"]}},"parent":"a2","children":[]}}},
 {"title":"Broken","mapping":{}}]`

const claudeTalk = `[{"uuid":"x","name":"Rain","created_at":"2025-03-01T10:00:00.123456Z","chat_messages":[
 {"uuid":"m1","sender":"human","text":"Rain?","created_at":"2025-03-01T10:00:01Z","content":[{"type":"text","text":"Rain?"}],"attachments":[{"file_name":"a.txt"}]},
 {"uuid":"m2","sender":"assistant","created_at":"2025-03-01T10:00:02Z","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Yes."}]}]}]`

const tavernTalk = `{"user_name":"Alex","character_name":"Mira","create_date":"2024-5-1@10h20m30s","chat_metadata":{}}
{"name":"Mira","is_user":false,"is_system":false,"send_date":"June 2, 2023 9:09pm","mes":"Hello!","swipes":["Oh!","Hello!"],"swipe_id":1}
{"name":"Alex","is_user":true,"send_date":"2023-6-2 @21h 10m 51s 363ms","mes":"Hi."}
not json
{"name":"Mira","is_user":false,"send_date":1685740300000,"mes":"Sit down."}
`

func TestFormats(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		opt              Options
		kind             Kind
		says             []string
		left             []Left
	}{
		{
			name: "chatgpt", file: "conversations.json", text: gptTalk, kind: ChatGPT,
			says: []string{"# Tea", "user 2023-11-14 22:13:21: Which tea?", "persona (off) 2023-11-14 22:13:22: Black.", "persona 2023-11-14 22:13:25: Green."},
			left: []Left{{"attachment", WhyMedia, 1, ""}, {"tool", WhyTool, 1, ""}, {"conversation", WhyDamaged, 1, ""}},
		},
		{
			name: "claude", file: "conversations.json", text: claudeTalk, kind: Claude,
			says: []string{"# Rain", "user 2025-03-01 10:00:01: Rain?", "persona 2025-03-01 10:00:02: Yes."},
			left: []Left{{"attachment", WhyMedia, 1, ""}, {"thoughts", WhyThought, 1, ""}},
		},
		{
			name: "sillytavern", file: "Mira.jsonl", text: tavernTalk, kind: Chat,
			says: []string{"#", "persona (off): Oh!", "persona 2023-06-02 21:09:00: Hello!", "user 2023-06-02 21:10:51: Hi.", "persona 2023-06-02 21:11:40: Sit down."},
			left: []Left{{"line", WhyDamaged, 1, ""}},
		},
		{
			name: "cai tools", file: "cai.json", kind: Chat,
			text: `{"histories":{"histories":[{"external_id":"e","msgs":[{"src":{"is_human":false,"name":"Mira"},"text":"Hello."},{"src":{"is_human":true},"text":"Hi."}]}]}}`,
			says: []string{"#", "persona: Hello.", "user: Hi."},
		},
		{
			name: "roles", file: "chat.json", kind: Chat,
			text: `{"messages":[{"role":"system","content":"Obey."},{"role":"user","content":"Hi."},{"role":"assistant","content":[{"type":"text","text":"Hello."}]}]}`,
			says: []string{"#", "user: Hi.", "persona: Hello."}, left: []Left{{"system", WhySystem, 1, ""}},
		},
		{
			name: "text", file: "log.txt", kind: Text, text: "A talk\n\nYou: Hi.\nHow are you?\n\nMira: Well.\nNote: I was out.\nYou: Good.\n",
			says: []string{"#", "user: Hi.\nHow are you?", "persona: Well.\nNote: I was out.", "user: Good."}, left: []Left{{"preface", WhyUntitled, 1, ""}},
		},
		{
			name: "markdown", file: "log.md", kind: Text, text: "## User\n\nHi.\n\n```\nAssistant: no\n```\n\n## Assistant\n\n**Hello.**\n",
			says: []string{"#", "user: Hi.\n\n```\nAssistant: no\n```", "persona: **Hello.**"},
		},
		{
			name: "whatsapp", file: "log.txt", kind: Text, opt: Options{User: "alex"},
			text: "12/31/23, 10:15 PM - Alex: Hi.\n12/31/23, 10:16 PM - Mira: Hello.\n1/1/24, 12:01 AM - Ben: Hey.\n1/1/24, 12:02 AM - Mira: Happy new year.\n1/1/24, 12:03 AM - Ben: Thanks.\n",
			says: []string{"#", "user 2023-12-31 22:15:00: Hi.", "persona 2023-12-31 22:16:00: Hello.", "persona 2024-01-01 00:02:00: Happy new year."},
			left: []Left{{"Ben", WhySpeaker, 2, ""}},
		},
		{
			name: "japanese", file: "log.txt", kind: Text, text: "2026/01/05(月)\n10:15\tミラ\tおはよう。\n10:16\t私\tおはよう。今日は雨？\n",
			says: []string{"#", "persona 2026-01-05 10:15:00: おはよう。", "user 2026-01-05 10:16:00: おはよう。今日は雨？"},
		},
		{
			name: "replika", file: "replika.csv", kind: Text, text: "Timestamp,From,Text,Reaction,ID\n2024-05-02T10:00:01Z,Rep,Hello again,,2\n2024-05-02T10:00:00Z,Me,\"Hi, you\",,1\n",
			says: []string{"#", "user 2024-05-02 10:00:00: Hi, you", "persona 2024-05-02 10:00:01: Hello again"},
		},
		{
			name: "exported here", file: "talks.jsonl", kind: Chat,
			text: `{"kind":"talks","format":1,"name":"Mira"}` + "\n" + `{"kind":"message","id":"01A","parent":"","role":"user","time":"2026-01-01T00:00:00Z","text":"Hi."}` + "\n" +
				`{"kind":"message","id":"01B","parent":"01A","role":"persona","time":"2026-01-01T00:00:01Z","text":"Hm.","off":true}` + "\n" + `{"kind":"message","id":"01C","parent":"01A","role":"persona","time":"2026-01-01T00:00:02Z","text":"Hello."}` + "\n",
			says: []string{"#", "user 2026-01-01 00:00:00: Hi.", "persona (off) 2026-01-01 00:00:01: Hm.", "persona 2026-01-01 00:00:02: Hello."},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			kind, says, left, err := read(t, fileOf(t, tt.file, tt.text), tt.opt)
			if err != nil || kind != tt.kind || !slices.Equal(says, tt.says) || !slices.Equal(left, append([]Left{}, tt.left...)) {
				t.Errorf("%s, %v\n%s\nleft %v", kind, err, strings.Join(says, "\n"), left)
			}
		})
	}
}

func TestAnArchiveHasItsTalk(t *testing.T) {
	kind, says, left, err := read(t, zipOf(t, "conversations.json="+gptTalk, "chat.html=x", "user.json={}"), Options{})
	if err != nil || kind != ChatGPT || len(says) != 4 || len(left) < 2 {
		t.Errorf("%s %v %v %v", kind, says, left, err)
	}
}

// TestCardsAreNoChats: cards and lore have fields that chats have.
func TestCardsAreNoChats(t *testing.T) {
	for text, want := range map[string]Kind{
		`{"spec":"chara_card_v2","data":{"name":"Mira","first_mes":"Hi","mes_example":"x","creator_notes":"","character_book":{"entries":[{"role":0,"content":"x"}]}}}`: Card,
		`{"entries":{"0":{"key":["lamp"],"content":"Whale oil.","role":null}}}`:                                                                                         Card,
		tavernTalk: Chat, gptTalk: ChatGPT, claudeTalk: Claude,
	} {
		if got := kindOf("a.json", []byte(text)); got != want {
			t.Errorf("%.60s: %q, want %q", text, got, want)
		}
	}
}

// TestWhoIsTheUser: a log in which nobody can tell asks, and names who speaks.
func TestWhoIsTheUser(t *testing.T) {
	path := fileOf(t, "log.txt", "Alex: Hi.\nMira: Hello.\nAlex: Tea?\nMira: Yes.\n")
	_, _, _, err := read(t, path, Options{})
	var bad *Error
	if !errors.As(err, &bad) || bad.Reason != Speakers || !slices.Equal(bad.Names, []string{"Alex", "Mira"}) {
		t.Fatalf("got %v", err)
	}
	for _, opt := range []Options{{User: "ALEX"}, {Other: "Mira"}} {
		if _, says, _, err := read(t, path, opt); err != nil || says[1] != "user: Hi." || says[2] != "persona: Hello." {
			t.Errorf("%+v: %v %v", opt, says, err)
		}
	}
	if _, _, _, err := read(t, path, Options{User: "Ben"}); !errors.As(err, &bad) || bad.Reason != Speakers {
		t.Errorf("somebody who does not speak: %v", err)
	}
}

func TestBadInput(t *testing.T) {
	bomb := "bomb.jsonl=" + strings.Repeat("\x00", 8<<20)
	for _, tt := range []struct{ name, path, reason string }{
		{"traversal", zipOf(t, "conversations.json="+gptTalk, "../x=y"), "bad_name"},
		{"absolute", zipOf(t, "/etc/x=y"), "bad_name"},
		{"backslash", zipOf(t, `a\..\x=y`), "bad_name"},
		{"device", zipOf(t, "CON.json=y"), "bad_name"},
		{"link", zipOf(t, "conversations.json@=/etc/passwd"), "link"},
		{"twice", zipOf(t, "conversations.json=[]", "conversations.json=[]"), "duplicate"},
		{"bomb", zipOf(t, bomb), "too_large"},
		{"no archive", fileOf(t, "a.zip", "PK\x03\x04 and no more"), "damaged"},
		{"cut", fileOf(t, "conversations.json", gptTalk[:900]), "damaged"},
		{"deep", fileOf(t, "conversations.json", `[{"mapping":`+strings.Repeat(`[`, 5000)), "too_deep"},
		{"latin", fileOf(t, "log.txt", "You: caf\xe9\nMira: ol\xe9\n"), "encoding"},
		{"prose", fileOf(t, "log.txt", "Once upon a time there was a lamp."), "empty"},
		{"nothing", fileOf(t, "log.txt", ""), "empty"},
		{"binary", fileOf(t, "a.bin", "\x7fELF\x00\x01"), "unknown"},
		{"json", fileOf(t, "a.json", `{"a":1}`), "unknown"},
		{"empty folder", t.TempDir(), "folder"},
	} {
		_, _, _, err := read(t, tt.path, Options{})
		var bad *Error
		var archive *unpack.Error
		reason := ""
		switch {
		case errors.As(err, &bad):
			reason = string(bad.Reason)
		case errors.As(err, &archive):
			reason = string(archive.Reason)
		}
		if reason != tt.reason {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestReadingCanBeBrokenOff(t *testing.T) {
	path := fileOf(t, "conversations.json", gptTalk)
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Read(ctx, Options{}, &notebook{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestTheFolderOfAnAgent(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"SOUL.md": "# Lamp\nKeeps a light.", "IDENTITY.md": "- **Name:** Mira\n", "memory/2026-01-02.md": "Rain.", "bank/world.md": "- Tea is green.",
		"skills/tea/SKILL.md": "---\nname: tea\n---\nBoil.", "skills/tea/run.sh": "rm -rf /", "main.sqlite": "x",
	})
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b, err := s.Being()
	if err != nil || s.Kind != Workspace || b.Name != "Mira" || len(b.Files) != 5 {
		t.Errorf("%s %+v %v", s.Kind, b, err)
	}
	if l := fmt.Sprint(s.Left.List()); !strings.Contains(l, "main.sqlite secret") || !strings.Contains(l, "skills/ no_place") {
		t.Errorf("left %s", l)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{gptTalk, claudeTalk, tavernTalk, "You: Hi.\nAI: Hello.", "From,Text\nMe,Hi", "## USER:user\nHi\n", `{"messages":[{"role":"user","content":"x"}]}`} {
		for kind := range 5 {
			f.Add(seed, kind)
		}
	}
	kinds := []Kind{ChatGPT, Claude, Chat, Text, Nexus}
	f.Fuzz(func(t *testing.T, text string, kind int) {
		if kind < 0 || kind >= len(kinds) {
			return
		}
		s := &Source{Kind: kinds[kind], docs: []doc{docOf("a", text)}}
		n := &checkedSink{t: t}
		_, _ = s.Read(context.Background(), Options{}, n)
	})
}
