package llm

import (
	"encoding/json"
	"strings"
)

// JoinSections joins the sections of a system prompt in their order.
func JoinSections(sections []Section) string {
	var b strings.Builder
	for _, s := range sections {
		text := strings.TrimSpace(s.String())
		if text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(text)
	}
	return b.String()
}

// IsImage reports whether an attachment is a picture.
func IsImage(a Attachment) bool { return strings.HasPrefix(a.MIME, "image/") }

// WithoutCalls returns messages without the calls and their results, for a
// model that takes no tools. The argument is not changed.
func WithoutCalls(messages []Message) []Message {
	var out []Message
	for _, m := range messages {
		if m.Role != RoleTool {
			m.Calls, m.Opaque = nil, nil
			out = append(out, m)
		}
	}
	return out
}

// unanswered is the result of a call that never got one, because the turn was
// interrupted or the record of it is damaged.
const unanswered = "(no result: the call was interrupted)"

// StrictMessages returns the messages as the strictest server wants them. The
// list starts with a user message; user and model take turns; each model
// message with calls is followed by one tool message that answers exactly
// these calls in their order, which a model message follows or nothing, and no
// other tool message exists; no message is empty. Neighbours of one role are merged, a missing result is filled in,
// results without a call and messages with nothing in them are left out. The
// argument is not changed; parts of it are shared.
func StrictMessages(messages []Message) []Message {
	var out []Message
	for i, m := range messages {
		switch m.Role {
		case RoleUser:
			if m.Text != "" || len(m.Attachments) > 0 {
				out = addUser(out, m)
			}
		case RoleModel:
			if m.Text == "" && len(m.Calls) == 0 || len(out) == 0 {
				continue
			}
			out = addModel(out, m)
			if len(m.Calls) > 0 {
				out = append(out, answersTo(m.Calls, messages[i+1:]))
			}
		case RoleTool:
			// Placed with the model message that called.
		}
	}
	return out
}

func addUser(out []Message, m Message) []Message {
	if n := len(out); n > 0 && out[n-1].Role == RoleUser {
		last := &out[n-1]
		last.Text = joinTexts(last.Text, m.Text)
		last.Attachments = append(last.Attachments[:len(last.Attachments):len(last.Attachments)], m.Attachments...)
		return out
	}
	if n := len(out); n > 0 && out[n-1].Role == RoleTool { // the model never got to answer
		out = append(out, Message{Role: RoleModel, Text: "…"})
	}
	return append(out, Message{Role: RoleUser, Text: m.Text, Attachments: m.Attachments})
}

// addModel appends m. What the model said in two pieces becomes one message;
// the provider's data of the later one is kept, as it belongs to the calls.
func addModel(out []Message, m Message) []Message {
	m = Message{Role: RoleModel, Text: m.Text, Calls: m.Calls, Opaque: m.Opaque}
	if n := len(out); n > 0 && out[n-1].Role == RoleModel {
		m.Text = joinTexts(out[n-1].Text, m.Text)
		out[n-1] = m
		return out
	}
	return append(out, m)
}

// answersTo collects the results of calls from the tool messages that directly
// follow the calling message.
func answersTo(calls []Call, following []Message) Message {
	results := map[string]string{}
	for _, m := range following {
		if m.Role != RoleTool {
			break
		}
		for _, r := range m.Results {
			results[r.ID] = r.Text
		}
	}
	t := Message{Role: RoleTool}
	for _, c := range calls {
		text, ok := results[c.ID]
		switch {
		case !ok:
			text = unanswered
		case text == "":
			text = "(done)" // an empty result is refused by some servers
		}
		t.Results = append(t.Results, Result{ID: c.ID, Name: c.Name, Text: text})
	}
	return t
}

func joinTexts(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// ObjectArgs returns the arguments of a call if they are a JSON object, and an
// empty object otherwise: a history must hold valid arguments even when the
// model once wrote bad ones.
func ObjectArgs(args json.RawMessage) json.RawMessage {
	var o map[string]json.RawMessage
	if json.Unmarshal(args, &o) != nil || o == nil {
		return json.RawMessage("{}")
	}
	return args
}
