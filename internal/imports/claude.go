package imports

import (
	"context"
	"io"
	"strings"
	"time"
)

// A claudeThread is a conversation in conversations.json of Claude's export.
// Newer ones name the parent of each message, older ones are a line.
type claudeThread struct {
	UUID      string          `json:"uuid"`
	Name      string          `json:"name"`
	CreatedAt string          `json:"created_at"` // RFC 3339
	Leaf      string          `json:"current_leaf_message_uuid"`
	Messages  []claudeMessage `json:"chat_messages"`
}

type claudeMessage struct {
	UUID      string `json:"uuid"`
	Parent    string `json:"parent_message_uuid"`
	Sender    string `json:"sender"` // "human" or "assistant"
	Text      string `json:"text"`
	CreatedAt string `json:"created_at"`
	Content   []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	} `json:"content"`
	Attachments []struct{} `json:"attachments"`
	Files       []struct{} `json:"files"`
}

// readClaude reads conversations.json of Claude.
func readClaude(ctx context.Context, r io.Reader, out *reading) error {
	for data, err := range elements(ctx, r) {
		if err != nil {
			return err
		}
		var c claudeThread
		if err := decode(data, &c); err != nil {
			return err
		}
		if len(c.Messages) == 0 {
			continue
		}
		if err := out.claude(c); err != nil {
			return err
		}
	}
	return nil
}

func (out *reading) claude(c claudeThread) error {
	if err := out.sink.Thread(Thread{ID: c.UUID, Title: c.Name, Began: stamp(c.CreatedAt), Keyed: true}); err != nil {
		return err
	}
	t := tree{leaf: c.Leaf}
	branched := false
	for _, m := range c.Messages {
		branched = branched || m.Parent != ""
	}
	before := ""
	for _, m := range c.Messages {
		n := node{key: m.UUID, parent: before, at: stamp(m.CreatedAt), text: out.claudeText(m)}
		if branched {
			n.parent = m.Parent
		}
		switch m.Sender {
		case "human":
			n.role = User
		case "assistant":
			n.role = Other
		default:
			out.left.Add(m.Sender, WhySpeaker)
			n.text = ""
		}
		if n.key == "" {
			out.left.Add("message", WhyDamaged)
			continue
		}
		before = n.key
		t.nodes = append(t.nodes, n)
	}
	return t.tell(out.sink)
}

// claudeText puts together what a message says: its blocks of text, or the text
// beside them in exports without blocks.
func (out *reading) claudeText(m claudeMessage) string {
	out.left.AddN("attachment", WhyMedia, len(m.Attachments)+len(m.Files))
	var parts []string
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			if strings.TrimSpace(b.Text) != "" {
				parts = append(parts, b.Text)
			}
		case "thinking":
			out.left.Add("thoughts", WhyThought)
		case "tool_use", "tool_result":
			out.left.Add("tool", WhyTool)
		default:
			out.left.Add(b.Type, WhyNoPlace)
		}
	}
	if len(m.Content) == 0 {
		return out.clean(m.Text)
	}
	return out.clean(strings.Join(parts, "\n\n"))
}

// stamp reads a time as most programs write it; zero if it is none. A time
// without a zone is one of this machine.
func stamp(s string) time.Time {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > 80 {
		return time.Time{}
	}
	for _, layout := range []string{
		time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", "2006-01-02 15:04",
		"2006/01/02 15:04:05", "2006/01/02 15:04", "2006/1/2 15:04", "2006-01-02",
		"2006-01-02 15:04:05 -0700 MST", "Mon Jan 2 15:04:05 2006",
		"2006-1-2 @15h 4m 5s", "2006-1-2@15h4m5s", "January 2, 2006 3:04pm", "January 2, 2006 3:04 PM", "Jan 2, 2006 3:04 PM",
		"1/2/06, 15:04", "1/2/06, 3:04 PM", "1/2/2006, 3:04:05 PM", "02.01.06, 15:04", "02.01.2006, 15:04", "02/01/2006, 15:04",
	} {
		if t, err := time.ParseInLocation(layout, s, time.Local); err == nil && t.Year() > 1970 {
			return t
		}
	}
	return time.Time{}
}
