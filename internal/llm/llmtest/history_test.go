package llmtest_test

import (
	"encoding/json"
	"errors"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

// A history as bad as a damaged log makes it must still be one that the
// strictest server takes.
func TestAnyHistoryIsAccepted(t *testing.T) {
	call := func(id string) llm.Call {
		return llm.Call{ID: id, Name: "memory_write", Args: json.RawMessage(`{"text":"x"}`)}
	}
	model := func(text string, calls ...llm.Call) llm.Message {
		return llm.Message{Role: llm.RoleModel, Text: text, Calls: calls}
	}
	tool := func(ids ...string) llm.Message {
		m := llm.Message{Role: llm.RoleTool}
		for _, id := range ids {
			m.Results = append(m.Results, llm.Result{ID: id, Name: "memory_write"})
		}
		return m
	}
	bad := call("1")
	bad.Args = json.RawMessage(`{"text":"cut`)
	histories := map[string][]llm.Message{
		"starts with the model":     {model("hi"), user("a")},
		"empty messages":            {user("a"), model(""), user(""), user("b")},
		"only spaces":               {user("  \n")},
		"same roles in a row":       {user("a"), user("b"), model("c"), model("d"), user("e")},
		"an unanswered call":        {user("a"), model("", call("1")), user("b")},
		"half the answers":          {user("a"), model("x", call("1"), call("2")), tool("2"), user("b")},
		"answers in another order":  {user("a"), model("x", call("1"), call("2")), tool("2", "1")},
		"an answer without a call":  {user("a"), tool("9"), model("b"), user("c")},
		"ends with a call":          {user("a"), model("", call("1"))},
		"a call with bad arguments": {user("a"), model("", bad), tool("1")},
		"the same ids again":        {user("a"), model("", call("1")), tool("1"), model("b"), user("c"), model("", call("1")), tool("1")},
		"two steps":                 {user("a"), model("", call("1")), tool("1"), model("more", call("2"), call("3")), tool("2", "3")},
		"many turns":                {user("a"), model("b"), user("c"), model("d"), user("e")},
	}
	eachWiring(t, func(t *testing.T, w wiring) {
		for name, h := range histories {
			t.Run(name, func(t *testing.T) {
				srv := w.serve(t, llmtest.Say("ok"))
				if _, err := w.model(t, srv.URL, waits{}).Generate(t.Context(), ask(h...), nil); err != nil {
					t.Fatal(err)
				}
			})
		}
		t.Run("nothing to answer", func(t *testing.T) {
			srv := w.serve(t)
			for _, h := range [][]llm.Message{{}, {model("x")}, {user("")}, {user("a"), model("b")}} {
				_, err := w.model(t, srv.URL, waits{}).Generate(t.Context(), llm.Request{Messages: h, System: ask().System}, nil)
				if !errors.Is(err, llm.ErrBadRequest) || len(srv.Generations()) != 0 {
					t.Errorf("%+v: error %v, %d requests", h, err, len(srv.Generations()))
				}
			}
		})
	})
}

// A whole turn with tools, the messages kept as JSON in between as a restart
// would, and the answers of one provider sent to the other.
func TestTurnSurvivesARestartAndAChangeOfModel(t *testing.T) {
	ws := wirings()
	for _, w := range ws {
		t.Run(w.name, func(t *testing.T) {
			srv := w.serve(t, llmtest.Turn(llmtest.Say("Hm."), llmtest.Call("memory_write", `{"text":"1"}`), llmtest.Call("memory_write", `{"text":"2"}`)),
				llmtest.Call("memory_write", `{"text":"3"}`), llmtest.Say("Done."), llmtest.Say("Again."))
			history := []llm.Message{user("remember")}
			for len(history) < 20 {
				m := w.model(t, srv.URL, waits{}) // a new process
				req := ask(reload(t, history)...)
				req.Tools = []llm.ToolSpec{note()}
				resp, err := m.Generate(t.Context(), req, nil)
				if err != nil {
					t.Fatal(err)
				}
				history = append(history, resp.Message)
				if len(resp.Message.Calls) == 0 {
					break
				}
				results := llm.Message{Role: llm.RoleTool}
				for _, c := range resp.Message.Calls {
					results.Results = append(results.Results, llm.Result{ID: c.ID, Name: c.Name, Text: "ok"})
				}
				history = append(history, results)
			}
			if n := len(srv.Generations()); n != 3 {
				t.Fatalf("%d requests", n)
			}
			for _, other := range ws {
				if other.name == w.name {
					continue
				}
				osrv := other.serve(t, llmtest.Say("ok"), llmtest.Say("ok"))
				// In the middle of the turn, where signatures are checked, and after it.
				for _, h := range [][]llm.Message{history[:len(history)-1], append(history, user("next"))} {
					if _, err := other.model(t, osrv.URL, waits{}).Generate(t.Context(), ask(h...), nil); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}

func reload(t *testing.T, history []llm.Message) []llm.Message {
	t.Helper()
	b, err := json.Marshal(history)
	if err != nil {
		t.Fatal(err)
	}
	var out []llm.Message
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}
