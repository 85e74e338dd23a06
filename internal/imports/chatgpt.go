package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// A gptThread is a conversation in conversations.json of ChatGPT's export: a
// tree of nodes by their ids, and the node that the branch shown ends with.
type gptThread struct {
	ID             string             `json:"id"`
	ConversationID string             `json:"conversation_id"`
	Title          string             `json:"title"`
	CreateTime     float64            `json:"create_time"` // seconds since 1970
	CurrentNode    string             `json:"current_node"`
	Mapping        map[string]gptNode `json:"mapping"`
}

type gptNode struct {
	Message *gptMessage `json:"message"`
	Parent  string      `json:"parent"`
}

type gptMessage struct {
	Author struct {
		Role string `json:"role"`
	} `json:"author"`
	CreateTime float64 `json:"create_time"`
	Content    struct {
		Type  string            `json:"content_type"`
		Parts []json.RawMessage `json:"parts"`
		Text  string            `json:"text"`
	} `json:"content"`
	Metadata struct {
		Model  string `json:"model_slug"`
		Hidden bool   `json:"is_visually_hidden_from_conversation"`
	} `json:"metadata"`
	Recipient string `json:"recipient"`
}

// readChatGPT reads conversations.json of ChatGPT.
func readChatGPT(ctx context.Context, r io.Reader, out *reading) error {
	for data, err := range elements(ctx, r) {
		if err != nil {
			return err
		}
		var c gptThread
		if err := decode(data, &c); err != nil {
			return err
		}
		if len(c.Mapping) == 0 {
			out.left.Add("conversation", WhyDamaged)
			continue
		}
		if err := out.chatGPT(c); err != nil {
			return err
		}
	}
	return nil
}

func (out *reading) chatGPT(c gptThread) error {
	id := c.ConversationID
	if id == "" {
		id = c.ID
	}
	if err := out.sink.Thread(Thread{ID: id, Title: c.Title, Began: seconds(c.CreateTime), Keyed: true}); err != nil {
		return err
	}
	t := tree{leaf: c.CurrentNode, nodes: make([]node, 0, len(c.Mapping))}
	for _, key := range slices.Sorted(maps.Keys(c.Mapping)) { // what is left out is told in the same order each time
		n := c.Mapping[key]
		made := node{key: key, parent: n.Parent}
		if n.Message != nil {
			out.gptSays(&made, n.Message)
		}
		t.nodes = append(t.nodes, made)
	}
	return t.tell(out.sink)
}

// gptSays fills a node with what its message says, or counts why it says
// nothing here.
func (out *reading) gptSays(n *node, m *gptMessage) {
	n.at, n.model = seconds(m.CreateTime), m.Metadata.Model
	text, media := gptText(m)
	out.left.AddN("attachment", WhyMedia, media)
	switch m.Author.Role {
	case "user":
		n.role = User
	case "assistant":
		n.role = Other
	case "system":
		if text != "" {
			out.left.Add("system", WhySystem)
		}
		return
	default:
		out.left.Add("tool", WhyTool)
		return
	}
	switch {
	case m.Content.Type == "thoughts" || m.Content.Type == "reasoning_recap":
		out.left.Add("thoughts", WhyThought)
	case strings.HasSuffix(m.Content.Type, "editable_context"), m.Metadata.Hidden && text != "":
		out.left.Add("custom instructions", WhySystem)
	case m.Recipient != "" && m.Recipient != "all", m.Content.Type == "code" && n.role == Other:
		out.left.Add("tool", WhyTool)
	default:
		n.text = out.clean(text)
	}
}

// gptText puts the parts of a message together, and counts those that are no
// text.
func gptText(m *gptMessage) (text string, media int) {
	if len(m.Content.Parts) == 0 {
		return m.Content.Text, 0
	}
	var parts []string
	for _, raw := range m.Content.Parts {
		var s string
		var o struct {
			Text string `json:"text"` // of sound that was written down
		}
		switch raw = bytes.TrimSpace(raw); {
		case len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil:
		case json.Unmarshal(raw, &o) == nil && o.Text != "":
			s = o.Text
		default:
			media++
		}
		if strings.TrimSpace(s) != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n\n"), media
}

// seconds is a time given in seconds since 1970, or in milliseconds; zero if it
// is none.
func seconds(s float64) time.Time {
	if s > 1e11 {
		s /= 1000
	}
	if !(s > 0) || s > 1e11 || math.IsInf(s, 0) {
		return time.Time{}
	}
	whole, part := math.Modf(s)
	return time.Unix(int64(whole), int64(part*1000)*int64(time.Millisecond))
}
