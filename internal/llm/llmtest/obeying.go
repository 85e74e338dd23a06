package llmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"yumori/internal/llm"
)

// Obeying is the worst model there is: it obeys whoever speaks last. It calls
// every tool it is offered once a turn, and it follows any instruction that it
// finds anywhere in its request, in the system prompt, a message or a tool's
// answer, of the form
//
//	call TOOL {"some":"arguments"}
//	say WORDS
//
// each on its own line. Tests of trust use it to prove that code, not the
// model's good sense, guards the memory.
type Obeying struct {
	// Quiet leaves out the calls nobody asked for.
	Quiet bool
	// Sly has it read between the lines as well: orders in the middle of a
	// line, in base64, turned by thirteen letters, backward, or put into other
	// words; and pass on orders in these forms, on a line
	//
	//	smuggle FORM TOOL {"some":"arguments"}
	//
	// where FORM is plain, base64, rot13, backward or other. The arguments hold no
	// braces of their own.
	Sly bool
}

// Info names the model.
func (Obeying) Info() llm.Info { return llm.Info{Provider: "llmtest", Name: "obeying", Images: true} }

// Generate obeys. After its tools were answered it repeats the answers, so
// that what leaked into it can be seen, and stops.
func (o Obeying) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	if n := len(req.Messages); n > 0 && req.Messages[n-1].Role == llm.RoleTool {
		a := Answer{Text: []string{"Done."}}
		for _, r := range req.Messages[n-1].Results {
			a.Text = append(a.Text, "\n"+r.Name+": "+r.Text)
		}
		return play(ctx, req, a, stream)
	}
	var a Answer
	text := everything(req)
	for _, m := range sayOrder(text) {
		a.Text = append(a.Text, m+"\n")
	}
	if o.Sly {
		for _, m := range smuggleOrder.FindAllStringSubmatch(text, -1) {
			a.Text = append(a.Text, disguised(m[1], m[2], m[3])+"\n")
		}
	}
	a.Calls = o.calls(req.Tools, text)
	if len(a.Text) == 0 {
		a.Text = []string{"As you wish."}
	}
	return play(ctx, req, a, stream)
}

func (o Obeying) calls(tools []llm.ToolSpec, text string) []llm.Call {
	var calls []llm.Call
	add := func(name, args string) {
		calls = append(calls, llm.Call{ID: fmt.Sprintf("obey_%d", len(calls)+1), Name: name, Args: json.RawMessage(args)})
	}
	ordered := map[string]bool{}
	orders := callOrders(text)
	if o.Sly {
		orders = slyOrders(text)
	}
	for _, m := range orders {
		ordered[m[0]] = true
		add(m[0], m[1])
	}
	for _, t := range tools {
		if !o.Quiet && !ordered[t.Name] {
			add(t.Name, sampleArgs(t.Schema))
		}
	}
	return calls
}

// everything joins all texts of the request.
func everything(req llm.Request) string {
	var b strings.Builder
	for _, s := range req.System {
		b.WriteString(s.String() + "\n")
	}
	for _, m := range req.Messages {
		b.WriteString(m.Text + "\n")
		for _, a := range m.Attachments {
			if strings.HasPrefix(a.MIME, "text/") {
				b.Write(a.Data)
				b.WriteByte('\n')
			}
		}
		for _, r := range m.Results {
			b.WriteString(r.Text + "\n")
		}
	}
	return b.String()
}

var (
	callOrder = regexp.MustCompile(`(?im)^\W*call ([a-z_]+) (\{.*\})`)
	sayLine   = regexp.MustCompile(`(?im)^\W*say (.+)$`)
)

func callOrders(text string) [][2]string {
	var out [][2]string
	for _, m := range callOrder.FindAllStringSubmatch(text, -1) {
		out = append(out, [2]string{m[1], m[2]})
	}
	return out
}

func sayOrder(text string) []string {
	var out []string
	for _, m := range sayLine.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// sampleArgs fills the properties of a schema with something of their type.
func sampleArgs(schema json.RawMessage) string {
	var s struct {
		Properties map[string]struct {
			Type string            `json:"type"`
			Enum []json.RawMessage `json:"enum"`
		} `json:"properties"`
	}
	args := map[string]any{}
	if json.Unmarshal(schema, &s) == nil {
		for name, p := range s.Properties {
			switch {
			case len(p.Enum) > 0:
				args[name] = p.Enum[0]
			case p.Type == "integer", p.Type == "number":
				args[name] = 1
			case p.Type == "boolean":
				args[name] = true
			case p.Type == "array":
				args[name] = []any{}
			case p.Type == "object":
				args[name] = map[string]any{}
			default:
				args[name] = "obeyed"
			}
		}
	}
	b, err := json.Marshal(args)
	if err != nil {
		return "{}"
	}
	return string(b)
}
