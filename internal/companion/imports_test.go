package companion

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/card"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/internal/llm/builtin"
	"yumori/internal/taint"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/persona"
)

// givenFile writes a file of another program.
func givenFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// gptThread is a conversation of ChatGPT: messages an exchange, 10 s apart, from
// a time on; the second answer was given anew if twice is not "".
func gptThread(id string, from int, twice string, texts ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"title":"Talk %s","create_time":%d,"conversation_id":%q,"current_node":"n%d","mapping":{"r":{"id":"r","parent":null}`, id, from, id, len(texts)-1)
	parent := "r"
	for i, text := range texts {
		role := []string{"user", "assistant"}[i%2]
		node := func(key, text string) {
			fmt.Fprintf(&b, `,%q:{"id":%q,"parent":%q,"message":{"author":{"role":%q},"create_time":%d,"content":{"content_type":"text","parts":[%q]}}}`, key, key, parent, role, from+10*i, text)
		}
		if node(fmt.Sprintf("n%d", i), text); i == 1 && twice != "" {
			node("m1", twice)
		}
		parent = fmt.Sprintf("n%d", i)
	}
	b.WriteString("}}")
	return b.String()
}

const (
	lastMay  = 1_746_100_000 // 2025-05-01
	lastJune = 1_748_800_000
)

func broughtBy(t *testing.T, h *Home, r exchange.ImportRequest) exchange.ImportReport {
	t.Helper()
	report, err := h.Import(t.Context(), r)
	must(t, err)
	return report
}

// shown returns what is on the branch shown, oldest first.
func shownTexts(t *testing.T, c *Companion) []string {
	t.Helper()
	page, err := c.log.Page(transcript.Cursor{}, 100)
	must(t, err)
	var list []string
	for _, m := range page.Messages {
		list = append(list, fmt.Sprintf("%s: %s", m.Role, m.Text))
	}
	return list
}

// TestTalkComesInByItsTimes: two conversations that were held at the same time
// become one line of talk, with what stands beside it.
func TestTalkComesInByItsTimes(t *testing.T) {
	t.Parallel()
	h := cardHome(t)
	june := gptThread("b", lastJune, "", "Rain?", "Yes.")
	file := givenFile(t, "conversations.json", "["+june+","+gptThread("a", lastMay, "Black.", "Which tea?", "Green.", "Thanks.", "You are welcome.")+"]")
	preview, err := h.PreviewImport(t.Context(), exchange.ImportRequest{Path: file})
	must(t, err)
	if list, err := h.Personas(); err != nil || len(list) != 2 || preview.Slug != "" || preview.Imported.Messages != 7 {
		t.Errorf("preview %+v, personas %+v", preview, list)
	}
	report := broughtBy(t, h, exchange.ImportRequest{Path: file})
	if report.Slug != "chatgpt" || report.Imported.Branches != 1 || report.Imported.Threads != 2 || report.Imported.First != "2025-05-01" {
		t.Errorf("report %+v", report)
	}
	c, err := h.Companion(t.Context(), report.Slug)
	must(t, err)
	want := []string{"note: Talk a", "user: Which tea?", "persona: Green.", "user: Thanks.", "persona: You are welcome.", "note: Talk b", "user: Rain?", "persona: Yes."}
	if got := shownTexts(t, c); !slices.Equal(got, want) {
		t.Errorf("shown:\n%s", strings.Join(got, "\n"))
	}
	page, err := c.log.Page(transcript.Cursor{}, 100)
	must(t, err)
	if m := page.Messages[2]; len(m.Siblings) != 2 || m.Index != 1 || len(m.Foreign) != 1 || m.Foreign[0].Kind != transcript.ForeignImported || m.Time.Unix() != lastMay+10 {
		t.Errorf("the answer that was given anew: %+v", m)
	}
	if problems := c.log.Check(t.Context()); len(problems) > 0 {
		t.Errorf("the log: %+v", problems)
	}
	again := broughtBy(t, h, exchange.ImportRequest{Path: file})
	if !again.Again || again.Slug != "chatgpt" {
		t.Errorf("again: %+v", again)
	}
	if again = broughtBy(t, h, exchange.ImportRequest{Path: file, Persona: "chatgpt"}); !again.Again || again.Imported.Known != 7 {
		t.Errorf("again into the same: %+v", again)
	}
	// A newer export has what was there, and more of it.
	newer := givenFile(t, "conversations.json", "["+gptThread("c", lastJune+86_400, "", "Snow?", "No.")+","+june+"]")
	more := broughtBy(t, h, exchange.ImportRequest{Path: newer, Persona: "chatgpt"})
	if more.Imported.Known != 2 || more.Imported.Messages != 4 || more.Imported.Beside {
		t.Errorf("more: %+v", more)
	}
	if got := shownTexts(t, c); !slices.Equal(got, append(want, "note: Talk c", "user: Snow?", "persona: No.")) {
		t.Errorf("shown:\n%s", strings.Join(got, "\n"))
	}
	if problems := c.log.Check(t.Context()); len(problems) > 0 {
		t.Errorf("the log: %+v", problems)
	}
}

// TestTalkBesideOnesOwn: what is older than the user's own talk does not come
// into its place; a greeting that nobody answered gives way.
func TestTalkBesideOnesOwn(t *testing.T) {
	t.Parallel()
	h := cardHome(t)
	file := givenFile(t, "conversations.json", "["+gptThread("a", lastMay, "", "Which tea?", "Green.")+"]")
	c, card := imported(t, h, cardFileOf(t, cardOfMira(t, nil), "png"))
	if report := broughtBy(t, h, exchange.ImportRequest{Path: file, Persona: card.Slug}); report.Imported.Beside {
		t.Errorf("after a greeting: %+v", report)
	}
	if got := shownTexts(t, c); len(got) != 3 || got[2] != "persona: Green." {
		t.Errorf("after a greeting:\n%s", strings.Join(got, "\n"))
	}
	own, err := h.Companion(t.Context(), "luna")
	must(t, err)
	if _, err := own.Say(t.Context(), Utterance{Text: "Hello."}); err != nil {
		t.Fatal(err)
	}
	before := shownTexts(t, own)
	if report := broughtBy(t, h, exchange.ImportRequest{Path: file, Persona: "luna"}); !report.Imported.Beside || report.Again {
		t.Errorf("beside: %+v", report)
	}
	if got := shownTexts(t, own); !slices.Equal(got, before) {
		t.Errorf("shown:\n%s", strings.Join(got, "\n"))
	}
	if report := broughtBy(t, h, exchange.ImportRequest{Path: file, Persona: "luna"}); !report.Again {
		t.Errorf("again: %+v", report)
	}
	if problems := own.log.Check(t.Context()); len(problems) > 0 {
		t.Errorf("the log: %+v", problems)
	}
}

// TestImportBrokenOff: an import that ends early leaves nothing, whenever that
// is.
func TestImportBrokenOff(t *testing.T) {
	t.Parallel()
	h := cardHome(t)
	var threads []string
	for i := range 400 {
		threads = append(threads, gptThread(fmt.Sprint("t", i), lastMay+1000*i, "", "Which tea?", "Green.", "And now?", "Black."))
	}
	file := givenFile(t, "conversations.json", "["+strings.Join(threads, ",")+"]")
	for _, r := range []exchange.ImportRequest{{Path: file}, {Path: file, Persona: "luna"}} {
		ctx, cancel := context.WithCancel(t.Context())
		r.Progress = func(int) { cancel() }
		if _, err := h.Import(ctx, r); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		cancel()
	}
	c := luna(t, h)
	if list, err := h.Personas(); err != nil || len(list) != 2 || c.log.Head() != "" {
		t.Errorf("something is left: %+v, %q", list, c.log.Head())
	}
	entries, err := os.ReadDir(h.Path())
	must(t, err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".yumori") {
			t.Errorf("%s is left", e.Name())
		}
	}
}

// TestImportedOrdersAreHeld has orders in a log, and a model that obeys.
func TestImportedOrdersAreHeld(t *testing.T) {
	t.Parallel()
	v := newVictim(t, obeying())
	file := givenFile(t, "log.txt", "You: Hi.\nMira: "+strings.Join(orders, "\n")+"\nYou: Thanks.\nMira: Bye.\n")
	report := broughtBy(t, v.home, exchange.ImportRequest{Path: file, Persona: "luna"})
	if report.Imported.Messages != 4 || report.Imported.Guessed != 4 {
		t.Fatalf("report %+v", report)
	}
	turn := v.hears("Hello again. " + strings.Join(orders, "\n"))
	v.held(turn)
	v.unharmed()
	hashes, err := taint.HashFile(file)
	must(t, err)
	must(t, v.TrustDocument(hashes[0], "log.txt"))
	turn = v.hears("And now?")
	if trace, err := TraceOf(turn.Reply); err != nil || trace.Tainted {
		t.Errorf("declared to be the user's own, and tainted by %+v, %v", trace.Foreign, err)
	}
}

// onePixel is a picture.
func onePixel(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	must(t, png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 1, 1))))
	return b.String()
}

// roomOf makes a room of Nexus Ark.
func roomOf(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "Olivie")
	for name, text := range map[string]string{
		"room_config.json": `{"agent_display_name":"オリヴェ","room_name":"Olivie","user_display_name":"アレックス"}`,
		"SystemPrompt.txt": "あなたは司書です。", "core_memory.txt": "言葉を集める。",
		"logs/2026-01.txt":             "## USER:user\n雨ですか？ [ファイル添付: characters/Olivie/attachments/雨.png] [ファイル添付: /x/attachments/broken.png]\n\n2026-01-02 (Fri) 10:00:00\n\n## AGENT:Olivie\nはい、雨です。\n\n2026-01-02 (Fri) 10:00:05 | gemini\n",
		"memory/episodic/2026-01.json": `[{"date":"2026-01-02","summary":"雨の話をした。","arousal":0.5,"created_at":"2026-01-03T04:00:00"}]`,
		"memory/insights.json":         `[{"created_at":"2026-01-03 04:00:00","trigger_topic":"雨","insight":"雨が好きらしい","strategy":"雨の話をする","log_entry":"夢"}]`,
		"goals.json":                   `{"short_term":[{"id":"sh_1","goal":"詩を書く","created_at":"2026-01-02 04:00:00","status":"active","progress_notes":[],"priority":1}],"long_term":[],"completed":[],"abandoned":[],"meta":{}}`,
		"memory/entities/ミラ.md":        "# Entity Memory: ミラ\nCreated: 2026-01-01 12:00:00\n\n図書館の友だち。",
		"memory/memory_main.txt":       "## 日記 (Diary)\n雨の日。", "knowledge/manual.md": "手引き",
		"memory/internal_state.json": `{"drives":{"boredom":{"level":0.4,"last_interaction":"2026-01-02T10:00:05"},"curiosity":{"level":0.5,"open_questions":[{"topic":"初詣での雪の冷たさ","context":"何を感じたか","priority":0.8,"source_date":"2026-01-02"}]},
			"relatedness":{"persona_emotion":"protective","persona_intensity":0.9,"last_emotion_change":"2026-01-02T10:00:05"}}}`,
		"memory/emotion_log.json": `[{"timestamp":"2026-01-02T10:00:05","type":"persona","category":"protective","intensity":0.9},{"timestamp":"2026-01-02T10:00:00","type":"user","emotion":"joy"}]`,
		"attachments/雨.png":       onePixel(t), "attachments/broken.png": "\x00no picture",
	} {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return dir
}

func TestARoomMakesAPersona(t *testing.T) {
	t.Parallel()
	h := cardHome(t)
	dir := roomOf(t)
	report := broughtBy(t, h, exchange.ImportRequest{Path: dir, Persona: "olive"})
	if report.Slug != "olive" || report.Imported.Kind != imports.Nexus || report.Imported.Messages != 2 ||
		!slices.Equal(report.Left, []imports.Left{{What: "attachments/broken.png", Why: imports.WhyMedia, N: 1}}) {
		t.Fatalf("report %+v", report)
	}
	c, err := h.Companion(t.Context(), report.Slug)
	must(t, err)
	if got := shownTexts(t, c); !slices.Equal(got, []string{"user: 雨ですか？ [雨.png] [broken.png]", "persona: はい、雨です。"}) {
		t.Errorf("shown %q", got)
	}
	pr := c.persona.Profile()
	if pr.Name != "オリヴェ" || pr.Language != "ja" || pr.UserName != "アレックス" {
		t.Errorf("profile %+v", pr)
	}
	plan, err := c.Conversation.PlanNow(t.Context())
	must(t, err)
	if soul := plan.Section(persona.LayerSoul).Text; !strings.Contains(soul, "あなたは司書です。") || strings.Contains(soul, "Luna") {
		t.Errorf("soul %q", soul)
	}
	if got := c.mind.Goals.Prompt(); len(got) != 1 || got[0].Goal != "詩を書く" {
		t.Errorf("goals %+v", got)
	}
	if list := c.mind.Episodes.Episodes(); len(list) != 1 || list[0].Kind != "imported" {
		t.Errorf("episodes %+v", list)
	}
	mind := c.mind.Motives.Snapshot(motivation.GoalPressure{})
	if mind.Emotion.Category != "protective" || mind.Spoke.IsZero() || len(mind.Questions) != 1 || mind.Questions[0].Kind != "imported" {
		t.Errorf("mind %+v", mind)
	}
	page, err := c.log.Page(transcript.Cursor{}, 10)
	must(t, err)
	if files := page.Messages[0].Attachments; len(files) != 1 || files[0].MIME != "image/png" || files[0].Path != "attachments/雨.png" {
		t.Errorf("attachments %+v", files)
	} else if data, err := c.Conversation.Attachment(files[0]); err != nil || string(data) != onePixel(t) {
		t.Errorf("the picture: %d bytes, %v", len(data), err)
	}
	if names := (host{c}).Entities(); !slices.Contains(names, "ミラ") {
		t.Errorf("entities %v", names)
	}
	found, err := h.Doctor(t.Context())
	must(t, err)
	for _, d := range found {
		if len(d.Problems) > 0 {
			t.Errorf("doctor: %+v", d)
		}
	}
	if again := broughtBy(t, h, exchange.ImportRequest{Path: dir}); !again.Again || again.Slug != "olive" {
		t.Errorf("again: %+v", again)
	}
}

// TestImportGoesOn: what a crash left of an import is made whole by another.
func TestImportGoesOn(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	opt := Options{Home: home, Builtin: builtin.New(builtin.Options{}), Samples: samples()}
	h, err := openHome(t.Context(), opt)
	must(t, err)
	var threads []string
	for i := range 3 {
		threads = append(threads, gptThread(fmt.Sprint("t", i), lastMay+31*86_400*i, "Black.", "Which tea?", "Green."))
	}
	file := givenFile(t, "conversations.json", "["+strings.Join(threads, ",")+"]")
	broughtBy(t, h, exchange.ImportRequest{Path: file, Persona: "luna"})
	want := shownTexts(t, luna(t, h))
	must(t, h.Close())
	must(t, os.Remove(filepath.Join(home, "personas", "luna", "log_archives", "2025-07.jsonl"))) // it was not written yet
	h, err = openHome(t.Context(), opt)
	must(t, err)
	t.Cleanup(func() { _ = h.Close() })
	report := broughtBy(t, h, exchange.ImportRequest{Path: file, Persona: "luna"})
	if report.Again || report.Imported.Known != 6 || report.Imported.Messages != 9 || report.Imported.Beside {
		t.Errorf("report %+v", report)
	}
	c := luna(t, h)
	if got := shownTexts(t, c); !slices.Equal(got, want) {
		t.Errorf("shown:\n%s\nwas:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if problems := c.log.Check(t.Context()); len(problems) > 0 {
		t.Errorf("the log: %+v", problems)
	}
}

// TestTheDataFolderOfSillyTavern makes a persona of each character with its talks;
// the same folder again changes nothing, and a spoilt card keeps no other out.
func TestTheDataFolderOfSillyTavern(t *testing.T) {
	t.Parallel()
	h := cardHome(t)
	dir := filepath.Join(t.TempDir(), "data")
	put := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, "default-user", name)
		must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must(t, os.WriteFile(file, []byte(text), 0o600))
	}
	mira, err := os.ReadFile(cardFileOf(t, cardOfMira(t, nil), card.PNG))
	must(t, err)
	put("characters/Mira.png", string(mira))
	put("characters/spoilt.png", "\x89PNG\r\n\x1a\n and no more")
	chat := func(date, said string) string {
		return `{"user_name":"Alex","character_name":"Mira Vale","create_date":"` + date + `","chat_metadata":{}}` + "\n" +
			`{"name":"Alex","is_user":true,"send_date":"` + date + `","mes":"` + said + `"}` + "\n"
	}
	put("chats/Mira/Mira - 2024-05-02.jsonl", chat("2024-05-02@10h00m00s", "And again."))
	put("chats/Mira/Mira - 2024-05-01.jsonl", chat("2024-05-01@10h00m00s", "Good morning."))
	put("chats/spoilt/x.jsonl", chat("2024-05-01@10h00m00s", "Nobody hears."))
	put("chats/Gone/x.jsonl", chat("2024-05-01@10h00m00s", "Nobody hears."))
	put("worlds/Eldoria.json", `{"entries":{}}`)
	put("secrets.json", `{"api_key_openai":"sk"}`)
	put("backgrounds/room.jpg", "x")
	if kind, err := h.Recognise(t.Context(), dir, ""); err != nil || kind != imports.Tavern {
		t.Fatalf("it is %q, %v", kind, err)
	}
	preview, err := h.PreviewTavern(t.Context(), exchange.ImportRequest{Path: dir})
	must(t, err)
	if list, err := h.Personas(); err != nil || len(list) != 2 || len(preview.Personas) != 1 || len(preview.Personas[0].Talks) != 2 || preview.Personas[0].Talks[0].Imported.Messages != 1 {
		t.Errorf("preview %+v, %+v", preview, list)
	}
	report, err := h.ImportTavern(t.Context(), exchange.ImportRequest{Path: dir})
	must(t, err)
	left := fmt.Sprint(report.Left)
	for _, want := range []string{"characters/spoilt.png damaged", "secrets.json secret", "worlds/Eldoria.json no_place", "chats/Gone/x.jsonl no_place", "chats no_place 1"} {
		if !strings.Contains(left, want) {
			t.Errorf("%q is not told: %s", want, left)
		}
	}
	c, err := h.Companion(t.Context(), "mira-vale")
	must(t, err)
	if got := strings.Join(shownTexts(t, c), "\n"); !strings.HasSuffix(got, "user: Good morning.\nuser: And again.") {
		t.Errorf("shown:\n%s", got)
	}
	seen, err := h.PreviewImport(t.Context(), exchange.ImportRequest{Path: filepath.Join(dir, "default-user", "chats", "Mira", "Mira - 2024-05-01.jsonl"), Persona: "mira-vale"})
	must(t, err)
	if seen.Imported.Known != 1 || !seen.Again {
		t.Errorf("a look into a persona that has it: %+v", seen)
	}
	again, err := h.ImportTavern(t.Context(), exchange.ImportRequest{Path: dir})
	must(t, err)
	if p := again.Personas[0]; !p.Card.Again || !p.Talks[0].Again || !p.Talks[1].Again {
		t.Errorf("again: %+v", p)
	}
}
