package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yumori/internal/agent"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
)

const anySchema = `{"type":"object"}`

// echo answers with its arguments.
func echo(name string) agent.Tool {
	return tool(name, func(_ context.Context, args json.RawMessage) (agent.Answer, error) {
		return agent.Answer{Text: "echo " + string(args)}, nil
	})
}

func tool(name string, call func(context.Context, json.RawMessage) (agent.Answer, error)) agent.Tool {
	return agent.Tool{Spec: llm.ToolSpec{Name: name, Schema: json.RawMessage(anySchema)}, Call: call}
}

func request() llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: "Hello."}}, Purpose: llm.PurposeTest}
}

// calls is an answer that asks for several calls, each "name args".
func calls(text string, asked ...string) llmtest.Answer {
	a := llmtest.Answer{}
	if text != "" {
		a.Text = []string{text}
	}
	for _, c := range asked {
		name, args, _ := strings.Cut(c, " ")
		a.Calls = append(a.Calls, llm.Call{Name: name, Args: json.RawMessage(args)})
	}
	return a
}

// run runs a script and checks what holds of every outcome.
func run(t *testing.T, l agent.Loop, answers ...llmtest.Answer) (agent.Outcome, *llmtest.Scripted, error) {
	t.Helper()
	m := llmtest.NewScripted(answers...)
	l.Model = m
	out, err := l.Run(t.Context(), request())
	checkOutcome(t, out, err)
	return out, m, err
}

// checkOutcome holds the invariants of an Outcome.
func checkOutcome(t *testing.T, out agent.Outcome, err error) {
	t.Helper()
	if (err != nil) != (out.Stopped == agent.StopFailed) {
		t.Errorf("stopped %q with error %v", out.Stopped, err)
	}
	var text string
	n := 0
	for i, m := range out.Messages {
		switch m.Role {
		case llm.RoleModel:
			text = agent.Join(text, m.Text)
			if len(m.Calls) > 0 && (i+1 == len(out.Messages) || len(out.Messages[i+1].Results) != len(m.Calls)) {
				t.Errorf("message %d: %d calls without as many results", i, len(m.Calls))
			}
		case llm.RoleTool:
			for j, r := range m.Results {
				if c := out.Messages[i-1].Calls[j]; r.ID != c.ID || r.Name != c.Name {
					t.Errorf("message %d: result %d is of %s %q, want %s %q", i, j, r.ID, r.Name, c.ID, c.Name)
				}
				if c := out.Calls[n]; c.ID != r.ID || !strings.HasPrefix(r.Text, c.Result) {
					t.Errorf("record %d: %+v does not fit result %+v", n, c, r)
				}
				n++
			}
		default:
			t.Errorf("message %d has role %q", i, m.Role)
		}
	}
	if n != len(out.Calls) {
		t.Errorf("%d records for %d results", len(out.Calls), n)
	}
	if text != out.Text {
		t.Errorf("text %q, messages say %q", out.Text, text)
	}
}

// results returns what the model was told, in order.
func results(out agent.Outcome) []string {
	var s []string
	for _, c := range out.Calls {
		s = append(s, c.Result)
	}
	return s
}

func TestRunWithoutCalls(t *testing.T) {
	var heard []string
	l := agent.Loop{Options: agent.Options{OnText: func(step int, text string) {
		heard = append(heard, fmt.Sprint(step, " ", text))
	}}}
	out, m, err := run(t, l, llmtest.Answer{Text: []string{"Good ", "evening."}, Usage: llm.Usage{Calls: 1, Prompt: 10, Answer: 3}})
	if err != nil || out.Text != "Good evening." || out.Stopped != agent.StopDone || out.Steps != 1 {
		t.Errorf("%+v, %v", out, err)
	}
	if want := []string{"0 Good ", "0 Good evening."}; !slices.Equal(heard, want) {
		t.Errorf("heard %q, want %q", heard, want)
	}
	if out.Usage != (llm.Usage{Calls: 1, Prompt: 10, Answer: 3}) {
		t.Errorf("usage %+v", out.Usage)
	}
	if got := m.Requests()[0]; len(got.Tools) != 0 || len(got.Messages) != 1 {
		t.Errorf("asked %+v", got)
	}
}

func TestRunCallsAndGoesOn(t *testing.T) {
	opaque := json.RawMessage(`{"signature":"x"}`)
	first := calls("Let me see.", `echo {"a":1}`)
	first.Opaque = opaque
	first.Usage = llm.Usage{Calls: 1, Prompt: 10, Answer: 5}
	second := llmtest.Text("It is 1.")
	second.Usage = llm.Usage{Calls: 1, Prompt: 20, Answer: 5, Estimated: true}
	out, m, err := run(t, agent.Loop{Tools: []agent.Tool{echo("echo")}}, first, second)
	if err != nil || out.Text != "Let me see.\n\nIt is 1." || out.Stopped != agent.StopDone || out.Steps != 2 {
		t.Errorf("%+v, %v", out, err)
	}
	if want := (llm.Usage{Calls: 2, Prompt: 30, Answer: 10, Estimated: true}); out.Usage != want {
		t.Errorf("usage %+v, want %+v", out.Usage, want)
	}
	asked := m.Requests()[1].Messages
	if len(asked) != 3 || string(asked[1].Opaque) != string(opaque) || asked[2].Results[0].Text != `echo {"a":1}` {
		t.Errorf("second step was asked with %+v", asked)
	}
	if names := m.Requests()[0].Tools; len(names) != 1 || names[0].Name != "echo" {
		t.Errorf("tools offered: %+v", names)
	}
}

func TestRunLeavesTheRequestAlone(t *testing.T) {
	req := request()
	req.Messages = append(make([]llm.Message, 0, 10), req.Messages...) // room to be overwritten
	l := agent.Loop{Model: llmtest.NewScripted(calls("", `echo {}`), llmtest.Text("Done.")), Tools: []agent.Tool{echo("echo")}}
	if _, err := l.Run(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	if rest := req.Messages[:2][1]; len(req.Messages) != 1 || rest.Role != "" || req.Tools != nil {
		t.Errorf("request became %+v, behind it %+v", req, rest)
	}
}

func TestAnswersThatAreNotTheTools(t *testing.T) {
	strict := agent.Tool{
		Spec: llm.ToolSpec{Name: "strict", Schema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`)},
		Call: func(context.Context, json.RawMessage) (agent.Answer, error) { return agent.Answer{Text: "made"}, nil },
	}
	failing := tool("failing", func(context.Context, json.RawMessage) (agent.Answer, error) {
		return agent.Answer{Announce: "tried"}, errors.New("the disk is full")
	})
	picky := tool("picky", func(context.Context, json.RawMessage) (agent.Answer, error) {
		return agent.Answer{}, fmt.Errorf("pick: %w", &agent.ArgError{Path: "old", Reason: "not found"})
	})
	panicking := tool("panicking", func(context.Context, json.RawMessage) (agent.Answer, error) { panic("secret") })
	long := tool("long", func(context.Context, json.RawMessage) (agent.Answer, error) {
		return agent.Answer{Text: strings.Repeat("夢", 30_000)}, nil
	})
	broken := tool("broken", func(context.Context, json.RawMessage) (agent.Answer, error) {
		return agent.Answer{Text: "a\xffb"}, nil
	})
	tools := []agent.Tool{strict, failing, picky, panicking, long, broken, echo("echo")}
	for _, c := range []struct{ name, call, want, err string }{
		{"unknown tool", "../echo {}", `there is no tool "../echo"; the tools are broken, echo, `, "no tool"},
		{"long unknown tool", strings.Repeat("x", 500) + " {}", `"` + strings.Repeat("x", 80) + `"`, "no tool"},
		{"no JSON", `strict {"n":`, "not valid JSON: they end too early", "not valid JSON"},
		{"two values", `strict {"n":1}{}`, "something follows the object", "something follows"},
		{"not an object", `strict [1]`, "arguments must be of type object, not array", "of type object"},
		{"missing", `strict {}`, "n is required\nThe arguments must follow this schema: {", "n is required"},
		{"extra", `strict {"n":1,"m":2}`, "m is not an argument of this tool", "m is not"},
		{"error of the tool", `failing {}`, "the disk is full", "the disk is full"},
		{"argument error of the tool", `picky {}`, "bad arguments: pick: old not found", "old not found"},
		{"panic", `panicking {}`, "the tool broke down", "broke down"},
		{"long answer", `long {}`, "夢\n[cut: this is the start of 30000 characters]", ""},
		{"invalid UTF-8", `broken {}`, "a\uFFFDb", ""},
		{"no arguments at all", `echo`, "echo {}", ""},
		{"null arguments", `echo null`, "echo {}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, _, err := run(t, agent.Loop{Tools: tools}, calls("", c.call), llmtest.Text("Well."))
			if err != nil || out.Stopped != agent.StopDone {
				t.Fatalf("%+v, %v", out, err)
			}
			rec := out.Calls[0]
			if !strings.Contains(rec.Result, c.want) || strings.Contains(rec.Result, "secret") {
				t.Errorf("told %q, want %q in it", rec.Result, c.want)
			}
			if (c.err == "") != (rec.Err == "") || !strings.Contains(rec.Err, c.err) {
				t.Errorf("error %q, want %q in it", rec.Err, c.err)
			}
		})
	}
}

func TestAnnounceAndHeldAreRecorded(t *testing.T) {
	asking := tool("asking", func(context.Context, json.RawMessage) (agent.Answer, error) {
		return agent.Answer{Text: "waits", Announce: "held", Held: "h1"}, nil
	})
	var events []agent.CallEvent
	l := agent.Loop{Tools: []agent.Tool{asking}, Options: agent.Options{OnCall: func(e agent.CallEvent) { events = append(events, e) }}}
	out, _, err := run(t, l, calls("", "asking {}", "nobody {}"), llmtest.Text("Well."))
	if err != nil || out.Calls[0].Held != "h1" || out.Calls[0].Announce != "held" {
		t.Fatalf("%+v, %v", out.Calls, err)
	}
	var seen []string
	for _, e := range events {
		seen = append(seen, fmt.Sprint(e.Record.Name, " ", e.Done, " ", e.Record.Held))
	}
	slices.Sort(seen)
	if want := []string{"asking false ", "asking true h1", "nobody true "}; !slices.Equal(seen, want) {
		t.Errorf("events %q, want %q", seen, want)
	}
}

func TestRepeatedCallIsAnsweredWithANoteThenStops(t *testing.T) {
	made := 0
	counting := tool("counting", func(context.Context, json.RawMessage) (agent.Answer, error) {
		made++
		return agent.Answer{Text: "written"}, nil
	})
	l := agent.Loop{Tools: []agent.Tool{counting, echo("echo")}}
	out, m, err := run(t, l,
		calls("a", `counting {"x":1,"y":2}`), calls("b", `counting {"y":2, "x":1}`), calls("c", `counting {"x":1,"y":2}`, "echo {}"), llmtest.Text("never"))
	if err != nil || out.Stopped != agent.StopLoop || made != 1 || m.Left() != 1 || out.Text != "a\n\nb\n\nc" {
		t.Errorf("made %d, left %d, %+v, %v", made, m.Left(), out, err)
	}
	got := results(out)
	if len(got) != 4 || !strings.Contains(got[1], "Its answer was: written") ||
		!strings.Contains(got[2], "three times") || !strings.Contains(got[3], "three times") {
		t.Errorf("told %q", got)
	}
}

func TestFailedCallMayBeTriedOnceMore(t *testing.T) {
	tries := 0
	flaky := tool("flaky", func(context.Context, json.RawMessage) (agent.Answer, error) {
		if tries++; tries == 1 {
			return agent.Answer{}, errors.New("busy")
		}
		return agent.Answer{Text: "written"}, nil
	})
	l := agent.Loop{Tools: []agent.Tool{flaky}}
	out, _, err := run(t, l, calls("", "flaky {}"), calls("", "flaky {}"), llmtest.Text("Well."))
	if err != nil || tries != 2 || !slices.Equal(results(out), []string{"busy", "written"}) {
		t.Errorf("%d tries, told %q, %v", tries, results(out), err)
	}
	tries = -5 // fails no more
	out, _, err = run(t, l, calls("", "flaky {}"), calls("", "flaky {}"), calls("", "flaky {}"))
	if err != nil || tries != -4 || out.Stopped != agent.StopLoop {
		t.Errorf("%d tries, %+v, %v", tries, out, err)
	}
}

func TestCallThatWasNotMadeMayBeAskedForAgain(t *testing.T) {
	cut := calls("", `echo {"i":1}`)
	cut.Finish = llm.FinishLength
	many := calls("", `echo {"i":1}`)
	for i := range 20 {
		many.Calls = append(many.Calls, llm.Call{Name: "echo", Args: json.RawMessage(fmt.Sprintf(`{"j":%d}`, i))})
	}
	out, _, err := run(t, agent.Loop{Tools: []agent.Tool{echo("echo")}}, cut, many, calls("", `echo {"j":19}`), llmtest.Text("Well."))
	if err != nil || out.Calls[1].Err != "" || out.Calls[21].Err == "" || out.Calls[22].Result != `echo {"j":19}` {
		t.Errorf("%+v, %v", out.Calls, err)
	}
}

func TestSameCallTwiceInOneStepIsMadeOnce(t *testing.T) {
	out, _, err := run(t, agent.Loop{Tools: []agent.Tool{echo("echo")}}, calls("", "echo {}", "echo { }", "echo 1"), llmtest.Text("Well."))
	if err != nil || out.Calls[0].Err != "" || !strings.Contains(out.Calls[1].Err, "not called twice") {
		t.Errorf("%+v, %v", out.Calls, err)
	}
}

func TestLookingAgainLaterIsNoLoop(t *testing.T) {
	out, _, err := run(t, agent.Loop{Tools: []agent.Tool{echo("read"), echo("write")}},
		calls("", "read {}"), calls("", "write {}"), calls("", "read {}"), calls("", `write {"b":1}`), calls("", "read {}"), llmtest.Text("Well."))
	if err != nil || out.Stopped != agent.StopDone || slices.ContainsFunc(out.Calls, func(c agent.CallRecord) bool { return c.Err != "" }) {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestBudget(t *testing.T) {
	var script []llmtest.Answer
	for i := range 20 {
		script = append(script, calls("", fmt.Sprintf(`echo {"i":%d}`, i)))
	}
	for _, c := range []struct{ option, steps int }{{0, 8}, {-1, 8}, {1, 1}, {3, 3}} {
		out, m, err := run(t, agent.Loop{Tools: []agent.Tool{echo("echo")}, Options: agent.Options{MaxSteps: c.option}}, script...)
		if err != nil || out.Stopped != agent.StopBudget || out.Steps != c.steps || len(m.Requests()) != c.steps {
			t.Errorf("MaxSteps %d: %d steps, stopped %q, %v", c.option, out.Steps, out.Stopped, err)
		}
		if last := out.Calls[c.steps-1]; !strings.Contains(last.Err, "used up") {
			t.Errorf("MaxSteps %d: last call: %+v", c.option, last)
		}
		if c.steps > 1 {
			asked := m.Requests()[c.steps-1].Messages
			if r := asked[len(asked)-1].Results[0]; !strings.Contains(r.Text, "One step is left") {
				t.Errorf("MaxSteps %d: the model was not warned: %q", c.option, r.Text)
			}
		}
	}
}

func TestCutAnswer(t *testing.T) {
	cut := calls("Let me", `echo {"a":"unfinish`)
	cut.Finish = llm.FinishLength
	made := tool("echo", func(context.Context, json.RawMessage) (agent.Answer, error) {
		t.Error("a call of a cut answer was made")
		return agent.Answer{}, nil
	})
	out, _, err := run(t, agent.Loop{Tools: []agent.Tool{made}}, cut, llmtest.Answer{Text: []string{"Too lo"}, Finish: llm.FinishLength})
	if err != nil || out.Stopped != agent.StopLength || !strings.Contains(out.Calls[0].Err, "cut at its length limit") {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestManyCallsAtOnce(t *testing.T) {
	var asked []string
	for i := range 200 {
		asked = append(asked, fmt.Sprintf(`echo {"i":%d}`, i))
	}
	out, _, err := run(t, agent.Loop{Tools: []agent.Tool{echo("echo")}}, calls("", asked...), llmtest.Text("Well."))
	if err != nil || len(out.Calls) != 200 {
		t.Fatalf("%d records, %v", len(out.Calls), err)
	}
	if out.Calls[15].Result != `echo {"i":15}` || !strings.Contains(out.Calls[16].Err, "more than 16 calls") {
		t.Errorf("%+v\n%+v", out.Calls[15], out.Calls[16])
	}
}

func TestCallsRunAtTheSameTimeAndSerialOnesInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex // guards the next three
		var atWork, most int
		var order []string
		slow := func(name string) agent.Tool {
			return tool(name, func(_ context.Context, args json.RawMessage) (agent.Answer, error) {
				mu.Lock()
				atWork++
				most = max(most, atWork)
				order = append(order, name+string(args))
				mu.Unlock()
				time.Sleep(time.Second) // the bubble's clock
				mu.Lock()
				atWork--
				mu.Unlock()
				return agent.Answer{Text: name + string(args)}, nil
			})
		}
		write := slow("write")
		write.Serial = true
		var asked, want []string
		for i := range 6 {
			args := fmt.Sprintf(`{"i":%d}`, i)
			asked = append(asked, "read "+args, "write "+args)
			want = append(want, "read"+args, "write"+args)
		}
		start := time.Now()
		out, _, err := run(t, agent.Loop{Tools: []agent.Tool{slow("read"), write}}, calls("", asked...), llmtest.Text("Well."))
		if err != nil || !slices.Equal(results(out), want) {
			t.Errorf("%q, %v", results(out), err)
		}
		if most != 4 {
			t.Errorf("%d calls at work at once, want 4", most)
		}
		if took := time.Since(start); took >= 12*time.Second {
			t.Errorf("took %v: one after another", took)
		}
		order = slices.DeleteFunc(order, func(s string) bool { return strings.HasPrefix(s, "read") })
		if !slices.IsSorted(order) || len(order) != 6 {
			t.Errorf("writes ran as %q", order)
		}
	})
}

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		heeding := tool("heeding", func(ctx context.Context, _ json.RawMessage) (agent.Answer, error) {
			<-ctx.Done()
			return agent.Answer{}, fmt.Errorf("look: %w", ctx.Err())
		})
		deaf := tool("deaf", func(context.Context, json.RawMessage) (agent.Answer, error) {
			<-release
			return agent.Answer{Text: "late"}, nil
		})
		start := time.Now()
		out, _, err := run(t, agent.Loop{Tools: []agent.Tool{heeding, deaf}}, calls("", "heeding {}", "deaf {}"), llmtest.Text("Well."))
		if err != nil || out.Stopped != agent.StopDone {
			t.Errorf("%+v, %v", out, err)
		}
		for _, c := range out.Calls {
			if !strings.Contains(c.Err, "no answer within 30s") {
				t.Errorf("%s: %q", c.Name, c.Err)
			}
		}
		if took := time.Since(start); took < 30*time.Second || took > 31*time.Second {
			t.Errorf("took %v", took)
		}
		close(release)
	})
}

func TestContextErrorOfTheToolsOwnIsToldToTheModel(t *testing.T) {
	own := tool("own", func(context.Context, json.RawMessage) (agent.Answer, error) {
		return agent.Answer{}, fmt.Errorf("ask the clock: %w", context.DeadlineExceeded)
	})
	out, _, err := run(t, agent.Loop{Tools: []agent.Tool{own}}, calls("", "own {}"), llmtest.Text("Well."))
	if err != nil || !strings.Contains(out.Calls[0].Err, "ask the clock") {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestInterruptedCallsHaveAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release := make(chan struct{})
		deaf := tool("deaf", func(context.Context, json.RawMessage) (agent.Answer, error) {
			<-release
			return agent.Answer{}, nil
		})
		deaf.Serial = true
		quick := tool("quick", func(context.Context, json.RawMessage) (agent.Answer, error) {
			time.AfterFunc(time.Second, cancel)
			return agent.Answer{Text: "done"}, nil
		})
		m := llmtest.NewScripted(calls("One moment.", "quick {}", `deaf {"i":1}`, `deaf {"i":2}`))
		start := time.Now()
		out, err := agent.Loop{Model: m, Tools: []agent.Tool{deaf, quick}}.Run(ctx, request())
		checkOutcome(t, out, err)
		if !errors.Is(err, context.Canceled) || out.Text != "One moment." || len(out.Messages) != 2 {
			t.Errorf("%+v, %v", out, err)
		}
		if took := time.Since(start); took > time.Second+200*time.Millisecond {
			t.Errorf("took %v to stop", took-time.Second)
		}
		got := results(out)
		if got[0] != "done" || !strings.Contains(got[1], "may still take effect") || !strings.Contains(got[2], "not called") {
			t.Errorf("told %q", got)
		}
		close(release)
	})
}

func TestFailureKeepsWhatWasSaid(t *testing.T) {
	boom := &llm.Error{Provider: "test", Op: "generate", Kind: llm.ErrCut}
	broken := calls("And th", `echo {"i":2}`)
	broken.Err = boom
	out, _, err := run(t, agent.Loop{Tools: []agent.Tool{echo("echo")}}, calls("First.", "echo {}"), broken)
	if !errors.Is(err, llm.ErrCut) || out.Text != "First.\n\nAnd th" || len(out.Messages) != 3 || len(out.Messages[2].Calls) != 0 {
		t.Errorf("%+v, %v", out, err)
	}
	out, _, err = run(t, agent.Loop{}, llmtest.Answer{Err: boom})
	if !errors.Is(err, llm.ErrCut) || len(out.Messages) != 0 || out.Steps != 1 {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestEmptyAnswers(t *testing.T) {
	empty := llmtest.Answer{Text: []string{" \n"}}
	bad := llmtest.Answer{Err: fmt.Errorf("parts: %w", llm.ErrBadAnswer)}
	tools := []agent.Tool{echo("echo")}
	for _, c := range []struct {
		name    string
		script  []llmtest.Answer
		text    string
		stopped agent.StopReason
	}{
		{"asked again", []llmtest.Answer{empty, llmtest.Text("Yes?")}, "Yes?", agent.StopDone},
		{"adapter says so, asked again", []llmtest.Answer{bad, llmtest.Text("Yes?")}, "Yes?", agent.StopDone},
		{"twice", []llmtest.Answer{empty, bad}, "", agent.StopFailed},
		{"after speech and calls", []llmtest.Answer{calls("Noted.", "echo {}"), bad, empty}, "Noted.", agent.StopDone},
		{"after calls only", []llmtest.Answer{calls("", "echo {}"), bad, empty}, "", agent.StopFailed},
		{"after some words", []llmtest.Answer{{Text: []string{"We"}, Err: llm.ErrBadAnswer}}, "We", agent.StopFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, m, err := run(t, agent.Loop{Tools: tools}, c.script...)
			if out.Text != c.text || out.Stopped != c.stopped || m.Left() != 0 {
				t.Errorf("%+v, %v, %d left", out, err, m.Left())
			}
			if c.stopped == agent.StopFailed && !errors.Is(err, llm.ErrBadAnswer) {
				t.Errorf("error %v", err)
			}
		})
	}
}

// lying breaks the contract of Model: what it streams is not what it returns.
type lying struct {
	streamed, returned string
	err                error
}

func (lying) Info() llm.Info { return llm.Info{} }

func (l lying) Generate(_ context.Context, _ llm.Request, stream func(string)) (llm.Response, error) {
	stream("")
	stream(l.streamed)
	return llm.Response{Message: llm.Message{Text: l.returned}}, l.err
}

func TestModelThatDoesNotStreamWhatItSays(t *testing.T) {
	for _, c := range []struct {
		name string
		m    lying
		want string
	}{
		{"nothing streamed", lying{"", "Hello.", nil}, "Hello."},
		{"more returned", lying{"Hel", "Hello.", nil}, "Hello."},
		{"nothing returned with an error", lying{"Hel", "", llm.ErrUnavailable}, "Hel"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var last string
			l := agent.Loop{Model: c.m, Options: agent.Options{OnText: func(_ int, text string) { last = text }}}
			out, err := l.Run(t.Context(), request())
			checkOutcome(t, out, err)
			if out.Text != c.want || last != c.want || out.Messages[0].Role != llm.RoleModel {
				t.Errorf("text %q, heard %q, want %q; %+v", out.Text, last, c.want, out)
			}
		})
	}
}

func TestBadToolsAreRefused(t *testing.T) {
	bad := func(schema string) agent.Tool {
		t := echo("bad")
		t.Spec.Schema = json.RawMessage(schema)
		return t
	}
	for name, tools := range map[string][]agent.Tool{
		"twice":           {echo("a"), echo("a")},
		"no name":         {echo("")},
		"nothing to call": {{Spec: llm.ToolSpec{Name: "a", Schema: json.RawMessage(anySchema)}}},
		"no schema":       {bad("")},
		"null schema":     {bad("null")},
		"not an object":   {bad(`{"type":"string"}`)},
		"unknown keyword": {bad(`{"type":"object","oneOf":[]}`)},
		"unknown type":    {bad(`{"type":"object","properties":{"a":{"type":"text"}}}`)},
		"no such member":  {bad(`{"type":"object","required":["a"]}`)},
		"null member":     {bad(`{"type":"object","properties":{"a":null}}`)},
		"bad items":       {bad(`{"type":"object","properties":{"a":{"type":"array","items":{}}}}`)},
		"enum of objects": {bad(`{"type":"object","enum":[{}]}`)},
	} {
		t.Run(name, func(t *testing.T) {
			m := llmtest.NewScripted(llmtest.Text("never"))
			if out, err := (agent.Loop{Model: m, Tools: tools}).Run(t.Context(), request()); err == nil || m.Left() != 1 {
				t.Errorf("%+v, %v", out, err)
			}
		})
	}
}

func TestJoin(t *testing.T) {
	for _, c := range []struct{ before, text, want string }{
		{"", "", ""}, {"a", "", "a"}, {"", "b", "b"}, {"a", "b", "a\n\nb"},
		{"a \n", "\n b", "a\n\nb"}, {" ", "b", "b"}, {"a", " \n", "a"},
	} {
		if got := agent.Join(c.before, c.text); got != c.want {
			t.Errorf("Join(%q, %q) = %q, want %q", c.before, c.text, got, c.want)
		}
	}
}

// TestStopsWhatIsTooLong: the bound is of the whole run, in whole characters,
// whether or not the model streams.
func TestStopsWhatIsTooLong(t *testing.T) {
	for name, answers := range map[string][]llmtest.Answer{
		"streamed": {{Text: []string{"あい", "うえ", "お"}}},
		"steps":    {calls("あい", "echo {}"), llmtest.Text("うえお")},
	} {
		t.Run(name, func(t *testing.T) {
			last := ""
			l := agent.Loop{Tools: []agent.Tool{echo("echo")}, Options: agent.Options{
				MaxText: 10, OnText: func(_ int, text string) { last = text },
			}}
			out, _, err := run(t, l, answers...)
			if err != nil || out.Stopped != agent.StopTooLong || !strings.HasPrefix("あいうえお", strings.ReplaceAll(out.Text, "\n", "")) || len(out.Text) > 12 {
				t.Errorf("%q, %q, %v", out.Text, out.Stopped, err)
			}
			if !strings.HasSuffix(out.Text, last) {
				t.Errorf("last shown %q of %q", last, out.Text)
			}
		})
	}
}
