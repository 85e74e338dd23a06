// Package card reads and writes character cards: descriptions of a character
// that programs of this kind exchange. It knows the versions 1, 2 and 3, in a
// PNG picture, as JSON, and as CharX (a zip archive with pictures).
//
// A card is the work of somebody unknown. Everything about its file has a bound,
// nothing in it is carried out, and what is not understood is kept as it is, so
// that it goes out again with the card. Text is returned as it stands.
package card

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Bounds of a card.
const (
	MaxFile    = 100 << 20  // bytes of a CharX, the largest kind of file
	MaxPicture = 20 << 20   // bytes of a PNG
	MaxPixels  = 40_000_000 // that a PNG may claim
	MaxText    = 8 << 20    // bytes of the JSON, taken out of what it is packed in
	MaxDepth   = 100        // of the JSON
	MaxEntries = 10_000     // of an archive, and of lore
	maxContent = 200 << 20  // bytes of all files of an archive, unpacked
	maxRatio   = 1_000      // of unpacked to packed, for a file in an archive of over 1 MiB
)

// ErrCard says that a file cannot be used as a card. The error is an *Error.
var ErrCard = errors.New("card not accepted")

// A Reason names why a file cannot be used as a card.
type Reason string

// The reasons of an Error.
const (
	NotCard   Reason = "not_card"  // something else, or nothing of a character in it
	Damaged   Reason = "damaged"   // broken off, or not what its checksums say
	TooLarge  Reason = "too_large" // the file, its text, its picture or what it unpacks to
	TooDeep   Reason = "too_deep"  // JSON in JSON in JSON
	TooMany   Reason = "too_many"  // files, or entries of lore
	BadName   Reason = "bad_name"  // a file in it would be put elsewhere, or has a name no system takes
	Duplicate Reason = "duplicate" // two things of one name, of which only one can be meant
	Encoding  Reason = "encoding"  // text that is neither UTF-8 nor marked as UTF-16
	Encrypted Reason = "encrypted"
	Link      Reason = "link" // a file in it is none: a link, a device
)

// An Error tells why a file cannot be used as a card. It is an ErrCard.
type Error struct {
	Reason Reason
	What   string // in plain words, for the log
}

// Error names the reason and what was met.
func (e *Error) Error() string { return fmt.Sprintf("%v: %s: %s", ErrCard, e.Reason, e.What) }

// Unwrap returns ErrCard.
func (e *Error) Unwrap() error { return ErrCard }

func refuse(r Reason, format string, args ...any) error {
	return &Error{Reason: r, What: fmt.Sprintf(format, args...)}
}

// A Kind is what a card is packed in, named like the ending of such a file.
type Kind string

// The kinds of files.
const (
	PNG   Kind = "png"
	CharX Kind = "charx"
	JSON  Kind = "json"
)

// A Card is one character card. Its fields are what was understood; change them
// by Set. It is a value that shares its bytes: they must not be changed.
type Card struct {
	Kind    Kind // of the file it was read from; "" it is new
	Version int  // of the format: 1, 2 or 3

	Name        string
	Nickname    string // what the character is called in talk; "" as Name says
	Description string
	Personality string
	Scenario    string
	First       string   // the first greeting
	Alternate   []string // other first greetings
	GroupOnly   []string // greetings for groups
	Example     string   // dialogue
	System      string   // what the author would have a model told before all else
	PostHistory string   // and after all else
	Notes       string   // of the author, for people
	NotesIn     map[string]string
	Tags        []string
	Author      string
	Edition     string // the author's own version
	Source      []string
	Assets      []Asset
	Book        *Book // nil: no lore

	Picture []byte   // the PNG without the card; nil: none
	Flaws   []string // what was not understood, in plain words

	text  []byte // the JSON as it was read
	older []byte // of a PNG with two: the version 2 for older programs
	files *bundle
}

// An Asset is a picture or another file that belongs to a card.
type Asset struct {
	Type string `json:"type"` // "icon", "emotion", "background", "user_icon", or the program's own
	URI  string `json:"uri"`
	Name string `json:"name"`
	Ext  string `json:"ext"`
}

// How a URI names a file that comes with the card, in a CharX and in the chunks of
// a PNG. The first is written so in the specification.
const (
	schemeCharX = "embeded://" //nolint:misspell // as specified
	schemePNG   = "__asset:"
)

// Read reads a card of any kind; it goes by the content, not by a name. The
// error is an *Error. Cost: some copies of the file in memory; pictures are not
// decoded.
func Read(data []byte) (*Card, error) {
	switch {
	case len(data) > MaxFile:
		return nil, refuse(TooLarge, "the file has %d bytes, at most %d", len(data), MaxFile)
	case bytes.HasPrefix(data, []byte(pngSignature)):
		return readPNG(data)
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("PK\x05\x06")):
		return readCharX(data)
	}
	c, err := parse(data)
	if err != nil {
		return nil, err
	}
	c.Kind = JSON
	return c, nil
}

// New makes a card of version 3 with nothing but a name.
func New(name string) (*Card, error) {
	c, err := parse([]byte(`{"spec":"chara_card_v3","spec_version":"3.0","data":{}}`))
	if err != nil {
		return nil, err
	}
	for _, member := range textMembers() {
		if c, err = c.Set(member, ""); err != nil {
			return nil, err
		}
	}
	for _, member := range []string{"tags", "alternate_greetings", "group_only_greetings"} {
		if c, err = c.Set(member, []string{}); err != nil {
			return nil, err
		}
	}
	if c, err = c.Set("extensions", object{}); err != nil {
		return nil, err
	}
	return c.Set("name", name)
}

// Set returns the card, as one of version 3, with another value for a member of
// its data ("name", "description", "character_book", …). A value that means the
// same as what is there changes nothing.
func (c *Card) Set(member string, value any) (*Card, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("set %s of card: %w", member, err)
	}
	root, body, err := c.members()
	if err != nil {
		return nil, err
	}
	if same(body[member], data) {
		return c, nil
	}
	body[member] = data
	text, err := wrap(root, body)
	if err != nil {
		return nil, err
	}
	fresh, err := parse(text)
	if err != nil {
		return nil, err
	}
	fresh.Kind, fresh.Picture, fresh.files = c.Kind, c.Picture, c.files
	return fresh, nil
}

// same reports whether two texts of JSON mean the same.
func same(a, b []byte) bool {
	ca, errA := canonical(a)
	cb, errB := canonical(b)
	return errA == nil && errB == nil && bytes.Equal(ca, cb)
}

// canonical writes JSON with sorted members; numbers keep their digits.
func canonical(data []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

// Asset returns the content of an asset that comes with the card. What is on a
// server is not fetched.
func (c *Card) Asset(a Asset) ([]byte, bool) {
	if a.URI == "ccdefault:" {
		return c.Picture, a.Type == "icon" && c.Picture != nil
	}
	for _, scheme := range []string{schemeCharX, "embedded://", schemePNG} {
		if name, ok := strings.CutPrefix(a.URI, scheme); ok {
			return c.files.file(name)
		}
	}
	head, rest, ok := strings.Cut(a.URI, ",")
	if !ok || !strings.HasPrefix(head, "data:") || !strings.HasSuffix(head, ";base64") {
		return nil, false
	}
	data, err := base64.StdEncoding.DecodeString(rest)
	return data, err == nil
}
