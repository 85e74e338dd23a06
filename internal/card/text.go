package card

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// An object is JSON whose members are left as they are.
type object = map[string]json.RawMessage

// The names of the versions in a card's member "spec". Version 1 has none: its
// members stand in the outermost object.
const (
	specV2 = "chara_card_v2"
	specV3 = "chara_card_v3"
)

// textMembers are the members of a card that are texts; the first six are those
// of version 1.
func textMembers() []string {
	return []string{
		"name", "description", "personality", "scenario", "first_mes", "mes_example", "creator_notes",
		"system_prompt", "post_history_instructions", "creator", "character_version",
	}
}

// parse reads the JSON of a card.
func parse(data []byte) (*Card, error) {
	root, text, err := parseObject(data)
	if err != nil {
		return nil, err
	}
	c := &Card{text: text}
	f := fields{where: "card", members: root, flaws: &c.Flaws}
	body := root
	switch spec := f.text("spec"); {
	case spec == specV2 || spec == specV3 || spec == "" && root["data"] != nil:
		c.Version = 2
		if spec == specV3 {
			c.Version = 3
		}
		body = nil
		if json.Unmarshal(root["data"], &body) != nil || body == nil {
			return nil, refuse(NotCard, "it has no data")
		}
	case spec == "" && root["name"] != nil && hasAny(root, "description", "personality", "first_mes"):
		c.Version = 1
	default:
		return nil, refuse(NotCard, "JSON without a character in it")
	}
	f.members = body
	return c, c.take(f)
}

// take fills the card from its members.
func (c *Card) take(f fields) error {
	c.Name, c.Nickname = f.text("name"), f.text("nickname")
	c.Description, c.Personality, c.Scenario = f.text("description"), f.text("personality"), f.text("scenario")
	c.First, c.Alternate, c.GroupOnly = f.text("first_mes"), f.texts("alternate_greetings"), f.texts("group_only_greetings")
	c.Example, c.System, c.PostHistory = f.text("mes_example"), f.text("system_prompt"), f.text("post_history_instructions")
	c.Notes, c.Tags, c.Author = f.text("creator_notes"), f.texts("tags"), f.text("creator")
	c.Edition, c.Source = f.text("character_version"), f.texts("source")
	f.into("creator_notes_multilingual", &c.NotesIn)
	f.into("assets", &c.Assets)
	if c.Version == 1 && c.Notes == "" {
		c.Notes = f.text("creatorcomment")
	}
	if raw := f.members["character_book"]; !absent(raw) {
		b, err := bookOf(raw)
		if err != nil {
			return err
		}
		c.Book = b
		c.Flaws = append(c.Flaws, b.Flaws...)
	}
	return nil
}

func hasAny(o object, names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return !absent(o[n]) })
}

// absent reports whether a member is not there, or null.
func absent(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// parseObject reads text that has to be one JSON object within the bounds, and
// returns it as UTF-8 as well.
func parseObject(data []byte) (object, []byte, error) {
	if len(data) > MaxText {
		return nil, nil, refuse(TooLarge, "the text has %d bytes, at most %d", len(data), MaxText)
	}
	text, err := decoded(data)
	if err != nil {
		return nil, nil, err
	}
	if trimmed := bytes.TrimLeft(text, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return nil, nil, refuse(NotCard, "neither a picture, an archive nor JSON")
	}
	if depth(text) > MaxDepth {
		return nil, nil, refuse(TooDeep, "JSON of more than %d levels", MaxDepth)
	}
	var o object
	if err := json.Unmarshal(text, &o); err != nil {
		return nil, nil, refuse(Damaged, "JSON that cannot be read: %v", err)
	}
	return o, text, nil
}

// decoded returns text as UTF-8 without a byte order mark.
func decoded(data []byte) ([]byte, error) {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		order = binary.BigEndian
	}
	if order != nil {
		units := make([]uint16, 0, len(data)/2)
		for data = data[2:]; len(data) >= 2; data = data[2:] {
			units = append(units, order.Uint16(data))
		}
		return []byte(string(utf16.Decode(units))), nil
	}
	if !utf8.Valid(data) {
		return nil, refuse(Encoding, "text that is not UTF-8")
	}
	return data, nil
}

// depth is how deep JSON is nested. It is looked at first: a decoder would go
// down for each level.
func depth(text []byte) int {
	deepest, level, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			level++
			deepest = max(deepest, level)
		case b == '}' || b == ']':
			level--
		}
	}
	return deepest
}

// fields reads the members of an object as those types they should have. What is
// of another type is left out, and noted.
type fields struct {
	where   string
	members object
	flaws   *[]string
}

// maxFlaws is how many flaws are noted.
const maxFlaws = 50

// into reads a member, and notes one that cannot be read.
func (f fields) into(name string, v any) {
	raw := f.members[name]
	if absent(raw) {
		return
	}
	if err := json.Unmarshal(raw, v); err != nil {
		f.flaw("%s: %s is not what it should be", f.where, name)
	}
}

func (f fields) flaw(format string, args ...any) {
	if len(*f.flaws) < maxFlaws {
		*f.flaws = append(*f.flaws, fmt.Sprintf(format, args...))
	}
}

// text returns a text; numbers are taken as they are written.
func (f fields) text(name string) string {
	var s string
	if raw := f.members[name]; len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
		return string(raw)
	}
	f.into(name, &s)
	return s
}

// texts returns a list of texts; one text is a list of one, cut at commas.
func (f fields) texts(name string) []string {
	if raw := f.members[name]; len(raw) > 0 && raw[0] == '"' {
		var list []string
		for s := range strings.SplitSeq(f.text(name), ",") {
			if s = strings.TrimSpace(s); s != "" {
				list = append(list, s)
			}
		}
		return list
	}
	var list []string
	f.into(name, &list)
	return list
}

func (f fields) flag(name string) bool {
	var b bool
	f.into(name, &b)
	return b
}

// number returns a number, in digits or as a text, within what an int holds
// everywhere; ok is false for none.
func (f fields) number(name string) (n int, ok bool) {
	raw := f.members[name]
	if absent(raw) {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
	if err != nil || x != x {
		f.flaw("%s: %s is no number", f.where, name)
		return 0, false
	}
	const bound = 1 << 30
	return int(min(max(x, -bound), bound)), true
}
