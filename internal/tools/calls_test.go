package tools

import (
	"slices"
	"strings"
	"testing"

	"yumori/entity"
	"yumori/goals"
	"yumori/internal/store"
	"yumori/motivation"
	"yumori/persona"
)

// TestWrongFirst has a model call each tool wrongly, learn from the answer and
// call it rightly.
func TestWrongFirst(t *testing.T) {
	const goal = "GOAL" // stands for the id of the goal there is
	for _, c := range []struct {
		name  string
		calls []want
		then  func(t *testing.T, w *world)
	}{
		{"read_main_memory", []want{
			{"read_main_memory", `{"to_line":0}`, "to_line must be at least 1", true},
			{"read_main_memory", `{"archive":"2019"}`, "There are no archives", true},
			{"read_main_memory", `{"to_line":99}`, "Your main memory, lines 1 to 3 of 3:\n\n## 2026-11-20 21:00\n\nAlex laughed.", false},
		}, nil},
		{"plan and make an entry", []want{
			{"plan_main_memory_edit", `{}`, "need append, or old and new", true},
			{"make_main_memory_edit", `{"plan":"main-1"}`, `"main-1" does not exist`, true},
			{"plan_main_memory_edit", `{"append":"It rained."}`, "## 2026-11-21 20:30\n\nIt rained.\n\n\nTo write it, call make_main_memory_edit with {\"plan\":\"main-1\"}", false},
			{"make_main_memory_edit", `{"plan":"main-2"}`, "does not exist", true},
			{"make_main_memory_edit", `{"plan":"main-1"}`, "Written.", false},
			{"make_main_memory_edit", `{"plan":"main-1", "x":1}`, "x is not an argument", true},
		}, func(t *testing.T, w *world) {
			if got := textOf(t, w.deps.Persona.MainMemory); got != "## 2026-11-20 21:00\n\nAlex laughed.\n\n## 2026-11-21 20:30\n\nIt rained.\n" {
				t.Errorf("%q", got)
			}
		}},
		{"plan and make a correction", []want{
			{"plan_main_memory_edit", `{"old":"Alex cried","new":"Alex smiled"}`, "was found 0 times; copy it letter by letter, as read_main_memory shows it", true},
			{"plan_main_memory_edit", `{"old":"e","new":"b"}`, "was found 2 times; take more of the text", true},
			{"plan_main_memory_edit", `{"old":"laughed","new":"laughed"}`, "Nothing to change", false},
			{"plan_main_memory_edit", `{"old":"laughed","new":"smiled"}`, "These lines:\n\nAlex laughed.\n\nwould become:\n\nAlex smiled.", false},
			{"edit_notepad", `{"append":"x"}`, "Written", false},
			{"make_main_memory_edit", `{"plan":"main-1"}`, "Written.", false},
		}, func(t *testing.T, w *world) {
			if got := textOf(t, w.deps.Persona.MainMemory); !strings.HasSuffix(got, "Alex smiled.\n") {
				t.Errorf("%q", got)
			}
		}},
		{"secret diary", []want{
			{"read_secret_diary", `{"file":"x"}`, "file is not an argument", true},
			{"read_secret_diary", `{}`, canary, false},
			{"plan_secret_diary_edit", `{"old":"nothing","new":""}`, "was found 0 times; copy it letter by letter, as read_secret_diary shows it", true},
			{"plan_secret_diary_edit", `{"append":"I dream of rain."}`, `make_secret_diary_edit with {"plan":"secret-1"}`, false},
			{"make_main_memory_edit", `{"plan":"secret-1"}`, "does not exist", true},
			{"make_secret_diary_edit", `{"plan":"secret-1"}`, "Written.", false},
		}, func(t *testing.T, w *world) {
			if got := textOf(t, w.deps.Persona.SecretDiary); !strings.HasSuffix(got, "\n\n## 2026-11-21 20:30\n\nI dream of rain.\n") {
				t.Errorf("%q", got)
			}
			if got := textOf(t, w.deps.Persona.MainMemory); strings.Contains(got, "dream") {
				t.Errorf("main memory: %q", got)
			}
		}},
		{"read_entity_memory", []want{
			{"read_entity_memory", `{"name":"  "}`, "has no page", true},
			{"read_entity_memory", `{"name":"Kyoto"}`, `words of it are on the pages "Mika"`, true},
			{"read_entity_memory", `{"name":"Mika","from_line":9}`, "from_line must be at most 1", true},
			{"read_entity_memory", `{"name":"ＭＩＫＡ"}`, "Mika, lines 1 to 1 of 1:\n\nAlex's sister. Lives in Kyoto.", false},
		}, nil},
		{"write_entity_memory", []want{
			{"write_entity_memory", `{"name":"Mika"}`, "content is required", true},
			{"write_entity_memory", `{"name":"Mika","content":" "}`, "content holds nothing", true},
			{"write_entity_memory", `{"name":"\u200b","content":"x"}`, "name must be a name", true},
			{"write_entity_memory", `{"name":"Mika","content":"x","mode":"replace"}`, "mode must be one of", true},
			{"write_entity_memory", `{"name":"Rex","content":"x","mode":"consolidate"}`, `"Rex" has no page`, true},
			{"write_entity_memory", `{"name":"Mika","content":"Paints."}`, "Written on the page of Mika, as entity_memory/Mika.md#L", false},
			{"add_goal", `{"goal":"see her"}`, "", false},
			{"write_entity_memory", `{"name":"mika","content":"Paints."}`, "has that already", false},
			{"write_entity_memory", `{"name":"Mika","content":"Alex's sister, who lives in Kyoto and paints.","mode":"consolidate"}`, "Written", false},
		}, func(t *testing.T, w *world) {
			page, err := w.deps.Entities.Read("Mika")
			if err != nil || page.Text != "Alex's sister, who lives in Kyoto and paints.\n" && page.Text != "Alex's sister, who lives in Kyoto and paints." {
				t.Errorf("%q, %v", page.Text, err)
			}
			if items := w.deps.Entities.Derived("m1"); len(items) == 0 {
				t.Error("nothing rests on the message")
			}
		}},
		{"list_entity_memories", []want{
			{"list_entity_memories", `{"all":true}`, "all is not an argument", true},
			{"list_entity_memories", ``, "- Mika\n", false},
		}, nil},
		{"search_entity_memory", []want{
			{"search_entity_memory", `{"query":"\u3000"}`, "query holds no word", true},
			{"search_entity_memory", `{"query":"tundra"}`, "No page has a word of that", false},
			{"search_entity_memory", `{"query":"kyoto　sister"}`, "- Mika (kyoto, sister): Alex's sister.", false},
		}, nil},
		{"add_goal", []want{
			{"add_goal", `{"goal":"x","priority":9}`, "priority must be at most 5", true},
			{"add_goal", `{"goal":"\t"}`, "goal holds nothing", true},
			{"add_goal", `{"goal":"see Kyoto","term":"long","priority":1}`, "It is your goal now, as lo_", false},
		}, func(t *testing.T, w *world) {
			long := w.deps.Goals.Active(goals.Long, -1)
			if len(long) != 1 || long[0].Goal != "see Kyoto" || long[0].Priority != 1 || !slices.Equal(long[0].Sources, []string{"m1"}) {
				t.Errorf("%+v", long)
			}
		}},
		{"update_goal, reached", []want{
			{"update_goal", `{"id":"sh_nothing","action":"complete"}`, "is no goal's; the active goals are:\nsh_", true},
			{"update_goal", `{"id":"GOAL","action":"finish"}`, "action must be one of", true},
			{"update_goal", `{"id":"GOAL","action":"progress"}`, "note is required", true},
			{"update_goal", `{"id":"GOAL","action":"progress","note":"first lesson"}`, "Noted.", false},
			{"update_goal", `{"id":"GOAL","action":"complete","note":"fluent"}`, "The goal is reached.", false},
			{"update_goal", `{"id":"GOAL","action":"abandon","note":"bored"}`, "was completed or abandoned; there are no active goals", true},
		}, func(t *testing.T, w *world) {
			if n := len(w.deps.Goals.Active(goals.Short, -1)); n != 0 {
				t.Errorf("%d goals are active", n)
			}
		}},
		{"update_goal, given up", []want{
			{"update_goal", `{"id":"GOAL","action":"abandon","note":" "}`, "note is required", true},
			{"update_goal", `{"id":"GOAL","action":"abandon","note":"no time"}`, "The goal is given up.", false},
		}, nil},
		{"resolve_question", []want{
			{"resolve_question", `{"question":"Mika's age","state":"resolved","answer":"30"}`, "is not open; the open questions are:\nqu_", true},
			{"resolve_question", `{"question":"Mika's job","state":"resolved"}`, "answer is required", true},
			{"resolve_question", `{"question":"mika's  JOB","state":"asked"}`, "Noted that you asked.", false},
			{"resolve_question", `{"question":"Mika's job","state":"contradicted","answer":"she has none","evidence":"Mika is five."}`, "Noted.", false},
			{"resolve_question", `{"question":"Mika's job","state":"resolved","answer":"painter"}`, "there are no open questions", true},
		}, func(t *testing.T, w *world) {
			q := w.deps.Mind.Questions()
			if len(q) != 1 || q[0].State != motivation.StateContradicted || q[0].Asked.IsZero() || q[0].Answer != "she has none" ||
				!slices.Equal(q[0].Evidence, []string{"Mika is five."}) || !slices.Equal(q[0].Answers, []string{"m1"}) {
				t.Errorf("%+v", q)
			}
		}},
		{"memory_search", []want{
			{"memory_search", `{"query":"tea","top_k":100}`, "top_k must be at most 25", true},
			{"memory_search", `{"query":" "}`, "query holds no word", true},
			{"memory_search", `{"query":"tea"}`, "Nothing was found.", false},
		}, func(t *testing.T, w *world) {
			if !slices.Equal(w.search.asked, []string{"tea"}) {
				t.Errorf("asked %q", w.search.asked)
			}
		}},
		{"recall_memories", []want{
			{"recall_memories", `{"query":""}`, "query must", true},
			{"recall_memories", `{"question":"tea"}`, "question is not an argument", true},
			{"recall_memories", `{"query":"\u0000\u3000\t"}`, "query holds no word", true},
			{"recall_memories", `{"query":"` + strings.Repeat("tea ", 2_500) + `"}`, "query must have at most 400 characters", true},
			{"recall_memories", `{"query":"🦊"}`, "Nothing was found.", false},
		}, func(t *testing.T, w *world) {
			if !slices.Equal(w.search.asked, []string{"🦊"}) {
				t.Errorf("asked %q", w.search.asked)
			}
		}},
		{"search_past_conversations", []want{
			{"search_past_conversations", `{"query":"tea"}`, "phrase is required", true},
			{"search_past_conversations", `{"phrase":"\u200b \u3000"}`, "phrase holds no word", true},
			{"search_past_conversations", `{"phrase":["tea"]}`, "phrase must be of type string", true},
			{"search_past_conversations", `{"phrase":"\"tea\" AND field:*"}`, "Nothing was found.", false},
		}, func(t *testing.T, w *world) {
			if !slices.Equal(w.search.asked, []string{`"tea" AND field:*`}) {
				t.Errorf("asked %q", w.search.asked)
			}
		}},
		{"read_memory_context", []want{
			{"read_memory_context", `{}`, "id is required", true},
			{"read_memory_context", `{"id":"01KA"}`, `"01KA" is no memory's; copy the id of a line that recall_memories`, true},
			{"read_memory_context", `{"id":"01KA","from":0}`, "from must be at least 1", true},
		}, nil},
		{"memory_get", []want{
			{"memory_get", `{"file":"memory/2020-01-01.md"}`, "does not exist", true},
			{"memory_get", `{"file":"memory/secret_diary.txt"}`, "is no memory that can be read by its file", true},
			{"memory_get", `{"file":"attachments/x.md"}`, "is no memory", true},
			{"memory_get", `{"file":"../../settings.json"}`, "is no memory", true},
			{"memory_get", `{"file":"memory/memory_main.txt#L99"}`, "from must be at most 3", true},
			{"memory_get", `{"file":"memory/memory_main.txt#L3"}`, "memory/memory_main.txt, lines 3 to 3 of 3:\n\n<recalled-m1>\nAlex laughed.\n</recalled-m1>", false},
			{"memory_get", `{"file":"memory/memory_main.txt","from":1,"lines":2}`, "lines 1 to 2 of 3:\n\n<recalled-m1>\n## 2026-11-20 21:00\n", false},
			{"memory_get", `{"file":"entity_memory/Mika.md#L1-L4"}`, "Alex's sister", false},
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := furnished(t)
			for i := range c.calls {
				c.calls[i].args = strings.ReplaceAll(c.calls[i].args, goal, string(w.goal(t).ID))
			}
			for _, got := range w.run(t, c.calls...) {
				if Private(got.Name) && strings.Contains(got.Err, canary) {
					t.Errorf("an error quotes the secret diary: %s", got.Err)
				}
				if got.Announce != "" && got.Announce != got.Name || got.Held != "" {
					t.Errorf("%+v", got)
				}
			}
			if c.then != nil {
				c.then(t, w)
			}
		})
	}
}

func TestReadsInPages(t *testing.T) {
	w := furnished(t)
	long := strings.Repeat(strings.Repeat("夢", 99)+"\n", 300)
	if err := w.dir.Write("memory/memory_main.txt", []byte(long), store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.deps.Entities.Write("Long", entity.Note{Text: strings.TrimSpace(strings.Repeat("line\n", 300))}, store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	w.run(t,
		want{tool: "read_main_memory", args: `{}`, says: "lines 181 to 300 of 300:"},
		want{tool: "read_main_memory", args: `{"to_line":180}`, says: "For what is before it, give to_line 60."},
		want{tool: "read_main_memory", args: `{"to_line":60}`, says: "lines 1 to 60 of 300:"},
		want{tool: "memory_get", args: `{"file":"memory/memory_main.txt","from":100,"lines":200}`, says: "lines 100 to 219 of 300"},
		want{tool: "read_entity_memory", args: `{"name":"Long"}`, says: "For more, give from_line 201."},
		want{tool: "read_entity_memory", args: `{"name":"Long","from_line":201}`, says: "lines 201 to 300 of 300"},
	)
}

func TestReadsArchives(t *testing.T) {
	w := everything(t, persona.Sample{"memory/memory_archived_2025-01-01.txt": "of old\n", "memory/memory_archived_2026-01-01.txt": "newer\n"})
	w.run(t,
		want{tool: "read_main_memory", args: `{}`, says: "Your main memory is empty.\n\nEarlier parts are in these archives: memory_archived_2025-01-01.txt, memory_archived_2026-01-01.txt."},
		want{tool: "read_main_memory", args: `{"archive":"memory_archived_2025-01-01.txt"}`, says: "of old"},
		want{tool: "read_main_memory", args: `{"archive":"memory/memory_archived_2026-01-01.txt"}`, says: "newer"},
		want{tool: "read_main_memory", args: `{"archive":"secret_diary.txt"}`, says: "is none of the archives", fails: true},
		want{tool: "read_secret_diary", args: `{}`, says: "Your secret diary is empty."},
	)
}

func TestViews(t *testing.T) {
	wide := strings.Repeat("x", maxPage+5)
	for _, c := range []struct {
		name string
		got  view
		want view
	}{
		{"empty, back", viewBack("", 0), view{"", 1, 0, 0}},
		{"empty, from", viewFrom("", 1, 10), view{"", 1, 0, 0}},
		{"back from the end", viewBack("a\nb\nc\n", 0), view{"a\nb\nc", 1, 3, 3}},
		{"back from the middle", viewBack("a\nb\nc", 2), view{"a\nb", 1, 2, 3}},
		{"back from beyond", viewBack("a\nb", 9), view{"a\nb", 1, 2, 2}},
		{"a line too wide, back", viewBack("a\n"+wide, 0), view{wide, 2, 2, 2}},
		{"a line too wide, from", viewFrom(wide+"\nb", 1, 9), view{wide, 1, 1, 2}},
		{"from the middle", viewFrom("a\nb\nc", 2, 1), view{"b", 2, 2, 3}},
		{"from beyond", viewFrom("a\nb", 3, 5), view{"", 3, 2, 2}},
		{"far beyond", viewFrom("a\nb", 1_000_000, 5), view{"", 1_000_000, 999_999, 2}},
	} {
		if c.got != c.want {
			t.Errorf("%s: lines %d to %d of %d, %.40q; want %d to %d of %d, %.40q", c.name,
				c.got.first, c.got.last, c.got.of, c.got.text, c.want.first, c.want.last, c.want.of, c.want.text)
		}
	}
}

func TestChangedLines(t *testing.T) {
	for _, c := range [][4]string{
		{"a\nb\nc", "a\nx\nc", "b", "x"},
		{"a\nb\nc", "a\nc", "b", ""},
		{"a\nc", "a\nb\nc", "", "b"},
		{"a\na", "a\na\na", "", "a"},
		{"", "a", "", "a"},
		{"a b\nc", "a\nb\nc", "a b", "a\nb"},
	} {
		if before, after := changedLines(c[0], c[1]); before != c[2] || after != c[3] {
			t.Errorf("%q to %q: %q and %q", c[0], c[1], before, after)
		}
	}
}

// TestSecretAndForeignNeverMeet lets both in at the same time, many times.
func TestSecretAndForeignNeverMeet(t *testing.T) {
	for range 200 {
		told := 0
		s := &session{tell: func() { told++ }}
		secret, foreign := make(chan error), make(chan error)
		go func() { secret <- s.openSecret() }()
		go func() { foreign <- s.admitForeign() }()
		a, b := <-secret, <-foreign
		if (a == nil) == (b == nil) || s.tainted() != (b == nil) || (told == 1) != (b == nil) {
			t.Fatalf("secret %v, foreign %v, tainted %v, told %d", a, b, s.tainted(), told)
		}
	}
}
