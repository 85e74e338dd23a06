package card

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// specBook names lore in a file of its own:
//
//	{"spec": "lorebook_v3", "data": {"entries": [{"keys": […], "content": "…", "enabled": true, …}], …}}
const specBook = "lorebook_v3"

// A Book is the lore of a card: entries that come up when the talk touches them.
type Book struct {
	Name        string
	Description string
	Depth       int  // messages that are looked through; 0: DefaultDepth
	Budget      int  // tokens of all that comes up; 0: no bound of its own
	Recursive   bool // entries that came up are looked through as well
	Entries     []Entry
	Flaws       []string // what was not understood

	raw json.RawMessage
}

// DefaultDepth is how many messages are looked through for keys.
const DefaultDepth = 4

// An Entry is one piece of lore.
type Entry struct {
	ID        string
	Name      string // for people
	Comment   string // for people
	Keys      []string
	Secondary []string // of which one has to be there too, if Selective
	Content   string   // without decorators
	Enabled   bool     // its switch
	Selective bool
	Constant  bool // is there without a key
	Regex     bool // Keys are patterns
	Cased     bool // upper and lower case differ
	Whole     bool // keys are whole words
	Order     int  // lower stands earlier
	Priority  int  // lower is left out earlier
	Depth     int  // in place of the book's; 0: the book's
	Need      []string
	Without   []string
	Always    bool   // whatever else, if it is enabled
	Never     bool   // whatever else
	Off       string // why it cannot come up though it is enabled; "" it can
}

// ReadBook reads lore from a file of its own: as the third version of cards has
// it, the part of a card, or the world info of SillyTavern. The error is an
// *Error.
func ReadBook(data []byte) (*Book, error) {
	root, text, err := parseObject(data)
	if err != nil {
		return nil, err
	}
	var spec string
	if raw := root["spec"]; len(raw) > 0 && json.Unmarshal(raw, &spec) == nil && spec == specBook {
		return bookOf(root["data"])
	}
	var world map[string]object
	if json.Unmarshal(root["entries"], &world) == nil && world != nil {
		if text, err = bookOfWorld(root, world); err != nil {
			return nil, err
		}
	}
	return bookOf(text)
}

// bookOfWorld makes the lore of a card of world info, in the order of its ids.
func bookOfWorld(root object, world map[string]object) ([]byte, error) {
	names := make([]string, 0, len(world))
	for name := range world {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	entries := []object{}
	for _, name := range names {
		from, to := world[name], object{"use_regex": json.RawMessage("false"), "enabled": json.RawMessage("true")}
		if string(from["disable"]) == "true" {
			to["enabled"] = json.RawMessage("false")
		}
		rest := object{}
		for member, raw := range from {
			switch known := map[string]string{
				"key": "keys", "keysecondary": "secondary_keys", "content": "content", "comment": "comment", "uid": "id",
				"order": "insertion_order", "constant": "constant", "selective": "selective", "caseSensitive": "case_sensitive",
			}[member]; {
			case known != "":
				to[known] = raw
			case member != "disable":
				rest[member] = raw
			}
		}
		var err error
		if to["extensions"], err = marshal(rest); err != nil {
			return nil, err
		}
		entries = append(entries, to)
	}
	list, err := marshal(entries)
	if err != nil {
		return nil, err
	}
	book := object{"extensions": json.RawMessage("{}")}
	for member, raw := range root {
		book[member] = raw
	}
	book["entries"] = list
	return marshal(book)
}

// bookOf reads the lore of a card.
func bookOf(raw json.RawMessage) (*Book, error) {
	b := &Book{raw: raw}
	var o object
	if err := json.Unmarshal(raw, &o); err != nil || o == nil {
		b.Flaws = []string{"character_book is no object"}
		b.raw = json.RawMessage(`{"extensions":{},"entries":[]}`)
		return b, nil
	}
	f := fields{where: "lore", members: o, flaws: &b.Flaws}
	b.Name, b.Description, b.Recursive = f.text("name"), f.text("description"), f.flag("recursive_scanning")
	b.Depth, _ = f.number("scan_depth")
	b.Budget, _ = f.number("token_budget")
	var list []json.RawMessage
	f.into("entries", &list)
	if len(list) > MaxEntries {
		return nil, refuse(TooMany, "%d entries of lore, at most %d", len(list), MaxEntries)
	}
	for i, item := range list {
		e := fields{where: fmt.Sprintf("lore, entry %d", i+1), flaws: &b.Flaws}
		if json.Unmarshal(item, &e.members) != nil || e.members == nil {
			f.flaw("%s is no object", e.where)
			continue
		}
		b.Entries = append(b.Entries, entryOf(e))
	}
	b.checkPatterns()
	return b, nil
}

func entryOf(f fields) Entry {
	e := Entry{
		ID: f.text("id"), Name: f.text("name"), Comment: f.text("comment"), Keys: f.texts("keys"), Secondary: f.texts("secondary_keys"),
		Selective: f.flag("selective"), Constant: f.flag("constant"), Regex: f.flag("use_regex"), Cased: f.flag("case_sensitive"),
		Enabled: absent(f.members["enabled"]) || f.flag("enabled"),
	}
	e.Order, _ = f.number("insertion_order")
	var ok bool
	if e.Priority, ok = f.number("priority"); !ok {
		e.Priority = e.Order
	}
	var more object
	f.into("extensions", &more)
	x := fields{where: f.where, members: more, flaws: f.flaws}
	e.Depth, _ = x.number("scan_depth")
	e.Whole = x.flag("match_whole_words")
	var decorators []decorator
	decorators, e.Content = splitDecorators(f.text("content"))
	e.decorate(decorators)
	return e
}

// File returns the lore as a file of its own, indented; all that is in it is kept,
// what is not understood as well.
func (b *Book) File() ([]byte, error) {
	var out struct {
		Spec string          `json:"spec"`
		Data json.RawMessage `json:"data"`
	}
	out.Spec, out.Data = specBook, b.raw
	data, err := marshal(out)
	if err != nil {
		return nil, err
	}
	if laid, err := indented(data); err != nil || len(laid) <= MaxText {
		return laid, err
	}
	return data, nil // laid out it could not be read again
}

// With returns the book with the entries of another behind its own, but for those
// that it has; added says how many there are. The error is an *Error.
func (b *Book) With(other *Book) (joined *Book, added int, err error) {
	var book object
	mine, err := rawEntries(b.raw, &book)
	if err != nil {
		return nil, 0, err
	}
	theirs, err := rawEntries(other.raw, &object{})
	if err != nil {
		return nil, 0, err
	}
	have := map[string]bool{}
	for i, e := range slices.Concat(mine, theirs) {
		plain, err := canonical(e)
		if err != nil {
			return nil, 0, refuse(Damaged, "an entry of lore: %v", err)
		}
		if i >= len(mine) && !have[string(plain)] {
			mine = append(mine, e)
			added++
		}
		have[string(plain)] = true
	}
	if book["entries"], err = marshal(mine); err != nil {
		return nil, 0, err
	}
	raw, err := marshal(book)
	if err != nil {
		return nil, 0, err
	}
	if len(raw) > MaxText-1_000 {
		return nil, 0, refuse(TooLarge, "the lore has %d bytes, at most %d", len(raw), MaxText)
	}
	joined, err = bookOf(raw)
	return joined, added, err
}

// rawEntries reads a book's members and its entries as they are.
func rawEntries(raw json.RawMessage, book *object) (list []json.RawMessage, err error) {
	if err := json.Unmarshal(raw, book); err != nil {
		return nil, refuse(Damaged, "lore: %v", err)
	}
	if entries := (*book)["entries"]; !absent(entries) {
		if err := json.Unmarshal(entries, &list); err != nil {
			return nil, refuse(Damaged, "the entries of the lore are no list")
		}
	}
	return list, nil
}

// Data returns the lore as a member "character_book" of a card has it.
func (b *Book) Data() json.RawMessage { return b.raw }
