package imports

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
)

// isChat reports whether JSON begins as a chat: of SillyTavern (a line of what
// the chat is, then a message a line), of those who export to it from
// Character.AI, with roles, or as it is exported here.
func isChat(text []byte) bool {
	switch {
	case isTavern(text):
		return true
	case bytes.Contains(text, []byte(`"histories"`)) && bytes.Contains(text, []byte(`"msgs"`)), bytes.Contains(text, []byte(`"is_human"`)):
		return true
	}
	return bytes.Contains(text, []byte(`"role"`)) && (bytes.Contains(text, []byte(`"content"`)) || bytes.Contains(text, []byte(`"text"`)))
}

// isTavern reports whether JSON begins as a line of a chat of SillyTavern, or of
// one exported here.
func isTavern(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return slices.ContainsFunc([]string{`"chat_metadata"`, `"user_name"`, `"mes"`, `"kind":"talks"`, `"kind":"message"`}, func(w string) bool {
		return bytes.Contains(line, []byte(w))
	})
}

// A chatLine is a line of a chat. The first of SillyTavern has no message.
type chatLine struct {
	// Of the first line of SillyTavern, and of what is exported here.
	UserName      string          `json:"user_name"`
	CharacterName string          `json:"character_name"`
	CreateDate    json.RawMessage `json:"create_date"`

	// Of a message of SillyTavern.
	Name     string          `json:"name"`
	IsUser   bool            `json:"is_user"`
	Mes      *string         `json:"mes"`
	SendDate json.RawMessage `json:"send_date"`
	Swipes   []string        `json:"swipes"`
	SwipeID  int             `json:"swipe_id"`
	Info     []struct {
		SendDate json.RawMessage `json:"send_date"`
	} `json:"swipe_info"`
	Extra struct {
		Type  string `json:"type"`
		Model string `json:"model"`
		Image string `json:"image"`
	} `json:"extra"`

	// Of a message with a role, and of one that was exported here.
	Kind    string          `json:"kind"`
	ID      string          `json:"id"`
	Parent  string          `json:"parent"`
	Role    string          `json:"role"`
	Text    string          `json:"text"`
	Content json.RawMessage `json:"content"`
	Time    json.RawMessage `json:"time"`
	Stamp   json.RawMessage `json:"timestamp"`
	Off     bool            `json:"off"`
	Model   string          `json:"model"`

	// Of a file that is no list of lines.
	Messages  []chatLine `json:"messages"`
	Title     string     `json:"title"`
	Histories struct {
		Histories []caiHistory `json:"histories"`
	} `json:"histories"`
}

// A caiHistory is a conversation with a character of Character.AI, as CAI Tools
// saves it.
type caiHistory struct {
	ID   string `json:"external_id"`
	Msgs []struct {
		Text    string          `json:"text"`
		Created json.RawMessage `json:"created"`
		Src     struct {
			IsHuman bool   `json:"is_human"`
			Name    string `json:"name"`
		} `json:"src"`
	} `json:"msgs"`
}

// A chat is the reading of one file.
type chat struct {
	*reading
	begun  bool
	parent string
	n      int // messages so far
}

// readChat reads a chat: a line each, or one value of JSON.
func readChat(ctx context.Context, r io.Reader, out *reading) error {
	c := &chat{reading: out}
	head := make([]byte, 64<<10)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	head = head[:n]
	r = io.MultiReader(bytes.NewReader(head), r)
	first, _, more := bytes.Cut(bytes.TrimPrefix(head, []byte("\ufeff")), []byte("\n"))
	if !more || !json.Valid(first) || bytes.HasPrefix(bytes.TrimSpace(first), []byte("[")) {
		return c.whole(ctx, r)
	}
	bad := 0
	for line, err := range lines(r) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var l chatLine
		if shallow(line) != nil || decode(line, &l) != nil {
			bad++
			continue
		}
		if err := c.line(l); err != nil {
			return err
		}
	}
	c.left.AddN("line", WhyDamaged, bad)
	return nil
}

// shallow refuses JSON that is nested too deep.
func shallow(data []byte) error {
	depth, quoted := 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			if depth++; depth > maxDepth {
				return refuse(TooDeep, "nested more than %d deep", maxDepth)
			}
		case c == '}', c == ']':
			depth--
		}
	}
	return nil
}

// whole reads a chat that is one value of JSON, or a list.
func (c *chat) whole(ctx context.Context, r io.Reader) error {
	for data, err := range elements(ctx, r) {
		if err != nil {
			return err
		}
		var l chatLine
		if err := decode(data, &l); err != nil {
			return err
		}
		for _, h := range l.Histories.Histories {
			if err := c.character(h); err != nil {
				return err
			}
		}
		if len(l.Messages) > 0 {
			if err := c.thread(Thread{ID: l.ID, Title: l.Title}); err != nil {
				return err
			}
			for _, m := range l.Messages {
				if err := c.line(m); err != nil {
					return err
				}
			}
			c.begun = false
			continue
		}
		if len(l.Histories.Histories) == 0 {
			if err := c.line(l); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *chat) thread(t Thread) error {
	c.begun, c.parent, c.n = true, "", 0
	return c.sink.Thread(t)
}

// character reads a conversation with a character.
func (c *chat) character(h caiHistory) error {
	t := Thread{ID: h.ID, Linear: true}
	for _, m := range h.Msgs {
		if !m.Src.IsHuman && t.With == "" {
			t.With = m.Src.Name
		}
	}
	if err := c.thread(t); err != nil {
		return err
	}
	for _, m := range h.Msgs {
		role := Other
		if m.Src.IsHuman {
			role = User
		}
		if text := c.clean(m.Text); text != "" {
			if err := c.sink.Message(Message{Role: role, Text: text, Time: moment(m.Created)}); err != nil {
				return err
			}
		}
	}
	c.begun = false
	return nil
}

// line takes a line of a chat.
func (c *chat) line(l chatLine) error {
	if !c.begun {
		t := Thread{Began: moment(l.CreateDate)}
		if l.CharacterName != "" {
			t.ID = "sillytavern\n" + l.CharacterName + "\n" + string(l.CreateDate)
			t.With = l.CharacterName
		}
		if l.Kind == "talks" || l.Kind == "message" {
			t.Ours, t.With = true, l.Name
		}
		if err := c.thread(t); err != nil {
			return err
		}
	}
	switch {
	case l.Mes != nil:
		return c.swiped(l)
	case l.Role != "":
		return c.role(l)
	case l.UserName == "" && l.CharacterName == "" && l.Kind == "" && l.Name == "":
		c.left.Add("line", WhyNoPlace)
	}
	return nil
}

// swiped takes a message of SillyTavern with the other answers that were swiped
// away.
func (c *chat) swiped(l chatLine) error {
	role := Other
	switch {
	case l.IsUser:
		role = User
	case l.Extra.Type == "narrator":
		role = Note
	}
	if l.Extra.Image != "" {
		c.left.Add("attachment", WhyMedia)
	}
	c.n++
	key := fmt.Sprint(c.n)
	for i, s := range l.Swipes {
		text := c.clean(s)
		if i == l.SwipeID || text == "" || text == c.clean(*l.Mes) {
			continue
		}
		m := Message{Key: fmt.Sprintf("%s/%d", key, i), Parent: c.parent, Off: true, Role: role, Text: text}
		if i < len(l.Info) {
			m.Time = moment(l.Info[i].SendDate)
		}
		if err := c.sink.Message(m); err != nil {
			return err
		}
	}
	text := c.clean(*l.Mes)
	if text == "" {
		return nil
	}
	m := Message{Key: key, Parent: c.parent, Role: role, Text: text, Time: moment(l.SendDate), Model: l.Extra.Model}
	c.parent = key
	return c.sink.Message(m)
}

// role takes a message that says who it is from, of the exports from here among
// others. One that names its parent is where it was.
func (c *chat) role(l chatLine) error {
	m := Message{Key: l.ID, Parent: l.Parent, Text: c.clean(l.said()), Model: l.Model, Off: l.Off}
	switch strings.ToLower(l.Role) {
	case "user", "human", "you":
		m.Role = User
	case "assistant", "persona", "model", "ai", "bot", "character":
		m.Role = Other
	case "note":
		m.Role = Note
	case "system", "developer":
		c.left.Add("system", WhySystem)
		return nil
	default:
		c.left.Add(l.Role, WhyTool)
		return nil
	}
	if m.Text == "" {
		return nil
	}
	for _, at := range []json.RawMessage{l.Time, l.Stamp, l.SendDate} {
		if m.Time.IsZero() {
			m.Time = moment(at)
		}
	}
	if c.n++; m.Key == "" {
		m.Key = fmt.Sprint(c.n)
	}
	if l.Kind != "message" {
		m.Parent, c.parent = c.parent, m.Key
	}
	return c.sink.Message(m)
}

// said is the text of a message with a role: a string, or a list of parts.
func (l chatLine) said() string {
	var s string
	var parts []struct {
		Text string `json:"text"`
	}
	switch {
	case l.Text != "":
		return l.Text
	case json.Unmarshal(l.Content, &s) == nil:
		return s
	case json.Unmarshal(l.Content, &parts) == nil:
		var list []string
		for _, p := range parts {
			list = append(list, p.Text)
		}
		return strings.Join(slices.DeleteFunc(list, func(s string) bool { return s == "" }), "\n\n")
	}
	return ""
}

var milliseconds = regexp.MustCompile(`\s*\d+ms$`)

// moment reads a time in JSON: a number since 1970, or a text.
func moment(raw json.RawMessage) time.Time {
	var n float64
	var s string
	switch {
	case json.Unmarshal(raw, &n) == nil:
		return seconds(n)
	case json.Unmarshal(raw, &s) == nil:
		return stamp(milliseconds.ReplaceAllString(s, ""))
	}
	return time.Time{}
}
