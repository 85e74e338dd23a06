package gemini

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/generative-ai-go/genai"

	"yumori/internal/llm"
)

const (
	roleUser  = "user"
	roleModel = "model"
)

// skipSignature is what Google documents for calls that another model made.
const skipSignature = "skip_thought_signature_validator"

// contents turns a conversation into the library's form, and notes in x what
// has to be added to it on the way out.
func (m *Model) contents(messages []llm.Message, x *exchange) []*genai.Content {
	var out []*genai.Content
	ids := map[string]string{} // the API's id by ours
	for _, msg := range llm.StrictMessages(messages) {
		c := &genai.Content{Role: roleUser}
		at := len(out)
		switch msg.Role {
		case llm.RoleUser:
			c.Parts = userParts(msg)
		case llm.RoleModel:
			c.Role = roleModel
			c.Parts = m.modelParts(msg, at, x, ids)
		case llm.RoleTool:
			for i, r := range msg.Results {
				c.Parts = append(c.Parts, genai.FunctionResponse{Name: r.Name, Response: map[string]any{"result": clean(r.Text)}})
				x.add(at, i, addition{kind: "functionResponse", id: ids[r.ID]})
			}
		}
		out = append(out, c)
	}
	return out
}

// pictures are the types that the API takes.
var pictures = []string{"image/png", "image/jpeg", "image/webp"}

func userParts(m llm.Message) []genai.Part {
	text := clean(m.Text)
	var parts []genai.Part
	for _, a := range m.Attachments {
		switch {
		case !llm.IsImage(a):
			text += fmt.Sprintf("\n\n[file %s]\n%s\n[end of file]", clean(a.Name), clean(string(a.Data)))
		case slices.Contains(pictures, a.MIME) && len(a.Data) > 0:
			parts = append(parts, genai.Blob{MIMEType: a.MIME, Data: a.Data})
		default:
			text += fmt.Sprintf("\n\n[picture %s, which you cannot see]", clean(a.Name))
		}
	}
	if text = strings.TrimSpace(text); text == "" && len(parts) == 0 {
		text = "…" // only spaces; an empty part is refused
	}
	if text != "" {
		parts = append(parts, genai.Text(text))
	}
	return parts
}

// modelParts puts a model message together again: the speech, then the calls,
// each with the signature it came with.
func (m *Model) modelParts(msg llm.Message, at int, x *exchange, ids map[string]string) []genai.Part {
	o, own := parseOpaque(msg.Opaque, m.cfg.Name)
	var parts []genai.Part
	if text := clean(msg.Text); text != "" {
		parts = append(parts, genai.Text(text))
		if o.Text != "" {
			x.add(at, 0, addition{kind: "text", signature: o.Text})
		}
	}
	for i, c := range msg.Calls {
		args := llm.ObjectArgs(c.Args)
		kept := o.Calls[c.ID]
		if !own && i == 0 {
			kept.Signature = skipSignature
		}
		ids[c.ID] = kept.ID
		x.add(at, len(parts), addition{kind: "functionCall", id: kept.ID, signature: kept.Signature, args: args})
		parts = append(parts, genai.FunctionCall{Name: c.Name, Args: map[string]any{}})
	}
	return parts
}

// clean makes text fit for the library, which refuses invalid UTF-8.
func clean(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// opaque is what a model message keeps for the API, format 1. Signatures mean
// nothing to another model.
type opaque struct {
	Format int             `json:"gemini"`
	Model  string          `json:"model"`
	Text   string          `json:"text,omitempty"`  // signature of the speech
	Calls  map[string]kept `json:"calls,omitempty"` // by llm.Call.ID
}

// kept is what one call came with.
type kept struct {
	ID        string `json:"id,omitempty"`
	Signature string `json:"signature,omitempty"`
}

func (o *opaque) add(id string, c seenCall) {
	if o.Calls == nil {
		o.Calls = map[string]kept{}
	}
	o.Calls[id] = kept{ID: c.id, Signature: c.signature}
}

// format returns the JSON that is kept, nil if there is nothing to keep.
func (o *opaque) format() json.RawMessage {
	if len(o.Calls) == 0 && o.Text == "" {
		return nil
	}
	b, err := json.Marshal(o)
	if err != nil {
		return nil // unreachable: strings and maps of strings
	}
	return b
}

// parseOpaque reads what an earlier message keeps, and reports whether this
// model made it.
func parseOpaque(raw json.RawMessage, model string) (opaque, bool) {
	var o opaque
	if json.Unmarshal(raw, &o) != nil || o.Format != 1 || o.Model != model {
		return opaque{}, false
	}
	return o, true
}
