package tools

import (
	"slices"
	"strings"
	"testing"

	"yumori/persona"
)

// TestWrongFirstOfEveryMemoryTool has a scripted model call each tool of the
// diaries, pages, goals, questions and the daily log (N3, N9, N13, N18, S3)
// wrongly first: nothing is written by that, the answer says what was wrong,
// and the right call after it does what it is for.
func TestWrongFirstOfEveryMemoryTool(t *testing.T) {
	tools := map[string][]want{ // the first is wrong, the last is right
		"read_main_memory":          {{"", `{"to_line":"last"}`, "to_line must be of type integer", true}, {"", `{}`, "Alex laughed.", false}},
		"plan_main_memory_edit":     {{"", `{"append":"a","old":"b","new":"c"}`, "", true}, {"", `{"append":"It rained."}`, `{"plan":"main-1"}`, false}},
		"make_main_memory_edit":     {{"", `{"plan":"main-1"}`, "does not exist", true}, {"plan_main_memory_edit", `{"append":"It rained."}`, "main-1", false}, {"", `{"plan":"main-1"}`, "Written.", false}},
		"read_secret_diary":         {{"", `{"archive":"2026"}`, "archive is not an argument", true}, {"", `{}`, canary, false}},
		"plan_secret_diary_edit":    {{"", `{"new":"x"}`, "", true}, {"", `{"append":"I dreamt."}`, `{"plan":"secret-1"}`, false}},
		"make_secret_diary_edit":    {{"", `{"plan":"secret-1"}`, "does not exist", true}, {"plan_secret_diary_edit", `{"append":"I dreamt."}`, "secret-1", false}, {"", `{"plan":"secret-1"}`, "Written.", false}},
		"read_entity_memory":        {{"", `{"name":"Kyoto"}`, `on the pages "Mika"`, true}, {"", `{"name":"Mika"}`, "Alex's sister.", false}},
		"write_entity_memory":       {{"", `{"name":"Mika","content":"x","mode":"overwrite"}`, "mode must be one of", true}, {"", `{"name":"Mika","content":"Paints."}`, "Written", false}},
		"list_entity_memories":      {{"", `{"query":"M"}`, "query is not an argument", true}, {"", `{}`, "- Mika", false}},
		"search_entity_memory":      {{"", `{"query":" "}`, "query holds no word", true}, {"", `{"query":"kyoto sister"}`, "Mika (kyoto, sister)", false}},
		"add_goal":                  {{"", `{"goal":"x","term":"middle"}`, "term must be one of", true}, {"", `{"goal":"see Kyoto"}`, "It is your goal now", false}},
		"update_goal":               {{"", `{"id":"sh_none","action":"complete"}`, "is no goal's; the active goals are:\nsh_", true}, {"", `{"id":"GOAL","action":"complete","note":"fluent"}`, "The goal is reached.", false}},
		"resolve_question":          {{"", `{"question":"Mika's job","state":"done","answer":"x"}`, "state must be one of", true}, {"", `{"question":"Mika's job","state":"asked"}`, "Noted that you asked.", false}},
		"memory_write":              {{"", `{"text":"Alex likes tea."}`, "content is required", true}, {"", `{"content":" \n","category":"fact"}`, "content holds nothing to write", true}, {"", `{"content":"Alex likes tea.","category":["fact"]}`, "category must be of type string", true}, {"", `{"content":"` + strings.Repeat("x", 4_001) + `"}`, "content must have at most 4000 characters", true}, {"", `{"content":"Alex likes tea.","category":"preference"}`, "Written as memory/2026-11-21.md#L3.", false}},
		"memory_search":             {{"", `{"query":"tea","top_k":0}`, "top_k must be at least 1", true}, {"", `{"query":"tea"}`, "Nothing was found.", false}},
		"edit_core_memory":          {{"", `{"old":"Alex likes snow.","new":"x"}`, "", true}, {"", `{"old":"Alex likes rain.","new":"Alex likes snow."}`, "waits for the user's yes", false}},
		"edit_notepad":              {{"", `{}`, "", true}, {"", `{"append":"Buy tea."}`, "Written", false}},
		"search_past_conversations": {{"", `{"query":"tea"}`, "phrase is required", true}, {"", `{"phrase":"tea"}`, "Nothing was found.", false}},
	}
	for name, calls := range tools {
		t.Run(name, func(t *testing.T) {
			w := furnished(t)
			w.deps.Turn.ApplyCore = false
			for i := range calls {
				if calls[i].tool == "" {
					calls[i].tool = name
				}
				calls[i].args = strings.ReplaceAll(calls[i].args, "GOAL", string(w.goal(t).ID))
			}
			wrong := 0
			for wrong < len(calls) && calls[wrong].fails {
				wrong++
			}
			if wrong == 0 || calls[len(calls)-1].tool != name || calls[len(calls)-1].fails {
				t.Fatal("is not called wrongly first and rightly last")
			}
			before := w.snapshot(t)
			for _, c := range w.run(t, calls[:wrong]...) {
				if c.Held != "" || c.Announce != "" {
					t.Errorf("a wrong call is held or announced: %+v", c)
				}
			}
			sameFiles(t, before, w.snapshot(t))
			w.run(t, calls...)
			if held := waiting(t, w.deps.Persona); (name == "edit_core_memory") != (len(held) == 1) {
				t.Errorf("%d changes wait", len(held))
			}
			if name == "edit_core_memory" { // held: nothing is written before the yes
				if got := textOf(t, w.deps.Persona.Core); got != coreText {
					t.Errorf("core memory %q", got)
				}
			}
		})
	}
	var names []string
	for _, tool := range New(everything(t, nil).deps) {
		names = append(names, tool.Spec.Name)
	}
	for _, name := range names {
		if _, ok := tools[name]; !ok && !slices.Contains([]string{"memory_get", "recall_memories", "read_memory_context"}, name) { // in TestWrongFirst
			t.Errorf("%s is not called wrongly first", name)
		}
	}
}

// TestWrittenDownRestsOnItsTurn has both tools whose marks have no store of
// their own leave the message they were called in.
func TestWrittenDownRestsOnItsTurn(t *testing.T) {
	w := furnished(t)
	w.run(t,
		want{"memory_write", `{"content":"Alex likes tea."}`, "Written", false},
		want{"resolve_question", `{"question":"Mika's job","state":"asked"}`, "Noted", false},
	)
	if items, err := w.deps.Persona.Daily.Derived("m1"); err != nil || len(items) != 1 || items[0].Store != persona.StoreDaily || items[0].Title != "Alex likes tea." {
		t.Errorf("%+v, %v", items, err)
	}
	if q := w.deps.Mind.Questions(); len(q) != 1 || !slices.Equal(q[0].AskedIn, []string{"m1"}) {
		t.Errorf("%+v", q)
	}
}
