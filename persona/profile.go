package persona

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/store"
)

// profileFile holds a persona's profile: one JSON object with the fields of
// Profile. Members this version does not know are kept as they are.
//
//	{"schema":1,"name":"夢","language":"ja","user_name":"Alex","hold_core":true}
const profileFile = "persona.json"

// profileSchema is the version of profileFile that this program writes. A
// persona with a newer one is read and never written to.
const profileSchema = 1

// MaxName is the most characters of a display name.
const MaxName = 300

// A Profile is what is set for a persona. It is a value; a change is made by
// Rename or Set.
type Profile struct {
	Schema   int    `json:"schema"`
	Name     string `json:"name"`                // display name, any text on one line
	Language string `json:"language"`            // "en" or "ja": of the texts around its own
	UserName string `json:"user_name,omitempty"` // what it calls the user; "" it does not know
	// Face is the character whose drawn portrait it has; "" is the one of its name.
	Face string `json:"face,omitempty"`
	// HoldCore says whether a change of the core memory waits for the user's
	// yes; nil is true.
	HoldCore *bool `json:"hold_core,omitempty"`
	// Imported says what of the persona is of somebody else; nil is nothing.
	Imported *Imported `json:"imported,omitempty"`
}

// An Imported is where a persona comes from that was made of a character card.
type Imported struct {
	Source string   `json:"source"` // the card's file, as the user knew it
	Hash   string   `json:"hash"`   // the store.Version of its bytes
	Kept   string   `json:"kept"`   // where in the persona's folder it is
	Called string   `json:"called"` // what its texts call the persona
	Files  []string `json:"files"`  // that hold its text, whoever changed them since
}

// HoldsCore reports whether changes of the core memory wait for the user.
func (p Profile) HoldsCore() bool { return p.HoldCore == nil || *p.HoldCore }

// Profile returns the persona's profile as it is now.
func (p *Persona) Profile() Profile {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.profile.copy()
}

func (p Profile) copy() Profile {
	if p.HoldCore != nil {
		hold := *p.HoldCore
		p.HoldCore = &hold
	}
	if p.Imported != nil {
		from := *p.Imported
		from.Files = slices.Clone(from.Files)
		p.Imported = &from
	}
	return p
}

// Rename changes the display name; the folder keeps its name. It returns
// ErrBadName for a name that is empty or too long.
func (p *Persona) Rename(name string) error {
	pr := p.Profile()
	pr.Name = name
	if err := p.Set(pr); err != nil {
		return fmt.Errorf("rename: %w", err)
	}
	return nil
}

// Set makes pr the profile, on disk first; its Schema does not matter. When
// the file was changed by somebody else since it was read, that change is
// read and store.ErrConflict returned.
func (p *Persona) Set(pr Profile) error {
	var err error
	if pr.Name, err = cleanName(pr.Name); err != nil {
		return fmt.Errorf("set profile: %w", err)
	}
	pr.Language, pr.Schema = cleanLanguage(pr.Language), profileSchema
	pr.UserName = oneLine(pr.UserName)
	if err := p.writable(); err != nil {
		return fmt.Errorf("set profile: %w", err)
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	p.mu.Lock()
	raw, version := p.raw, p.version
	p.mu.Unlock()
	data, err := encodeProfile(pr, raw)
	if err != nil {
		return fmt.Errorf("set profile: %w", err)
	}
	err = p.dir.Replace(profileFile, version, data, store.Cause{Kind: store.CauseUser, Note: "profile"})
	if errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("set profile: %w", errors.Join(err, p.loadProfile()))
	}
	if err != nil {
		return fmt.Errorf("set profile: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.profile, p.raw, p.version = pr.copy(), data, store.VersionOf(data)
	return nil
}

// loadProfile reads the profile and finds one when the file has none.
func (p *Persona) loadProfile() error {
	text, err := p.dir.ReadText(profileFile)
	if err == nil {
		var pr Profile
		if pr, err = decodeProfile([]byte(text.S)); err == nil {
			p.take(pr, []byte(text.S), text.Version)
			if pr.Schema > profileSchema {
				p.problems.add(Problem{File: profileFile, Reason: Newer, What: fmt.Sprintf("schema %d is newer than %d: nothing will be written", pr.Schema, profileSchema)})
				p.dir.Freeze(fmt.Errorf("%s has schema %d: %w", profileFile, pr.Schema, ErrNewer)) // nothing of the persona's is
			}
			return nil
		}
		return p.replaceProfile(Damaged, err)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.take(standIn(p.dir), nil, "")
		p.problems.add(Problem{File: profileFile, Reason: Missing, What: "missing; an earlier one or the name in SOUL.md stands in"})
		return nil
	case errors.Is(err, store.ErrUnreadable):
		return p.replaceProfile(Unreadable, err)
	}
	return err
}

func (p *Persona) take(pr Profile, raw []byte, v store.Version) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.profile, p.raw, p.version = pr, raw, v
}

// replaceProfile sets a bad profile aside and goes on with another. On a disk
// that takes no writes the bad one stays where it is.
func (p *Persona) replaceProfile(reason Reason, cause error) error {
	p.take(standIn(p.dir), nil, "")
	err := p.quarantine(profileFile, reason, cause)
	if errors.Is(err, store.ErrReadOnly) || errors.Is(err, store.ErrFull) {
		p.problems.add(Problem{File: profileFile, Reason: reason, What: cause.Error()})
		return nil
	}
	return err
}

// standIn returns a profile for a persona whose own cannot be read: the last
// one of the history that can, else what SOUL.md tells.
func standIn(d *store.Dir) Profile {
	past, err := d.History(profileFile)
	if err != nil {
		past = nil // SOUL.md has to do
	}
	for _, v := range past[:min(len(past), 10)] {
		data, err := d.Past(profileFile, v.Version)
		if err != nil || v.Version == "" {
			continue
		}
		if pr, err := decodeProfile(data); err == nil && pr.Schema == profileSchema {
			return pr
		}
	}
	return guess(d)
}

// guess makes a profile from what else is in the folder.
func guess(d *store.Dir) Profile {
	pr := Profile{Schema: profileSchema, Name: "Yumori", Language: "en"}
	text, err := d.ReadText(string(Soul))
	if err != nil {
		return pr
	}
	for line := range strings.Lines(text.S) {
		if title, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok {
			if name, err := cleanName(title); err == nil {
				pr.Name = name
			}
			break
		}
	}
	if strings.ContainsFunc(text.S, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }) {
		pr.Language = "ja"
	}
	// Whose the character is must not be forgotten with the profile.
	if brought, err := d.Imported(); err != nil || brought[string(Soul)] {
		pr.Imported = &Imported{Files: []string{string(Soul), string(Card)}}
	}
	return pr
}

// decodeProfile reads a profile. What is of the wrong type fails the whole:
// a half-understood file must not be written back.
func decodeProfile(data []byte) (Profile, error) {
	var pr Profile
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&pr); err != nil {
		return Profile{}, fmt.Errorf("parse %s: %w", profileFile, err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return Profile{}, fmt.Errorf("parse %s: text after the object", profileFile)
	}
	if pr.Schema < 1 {
		return Profile{}, fmt.Errorf("parse %s: schema %d", profileFile, pr.Schema)
	}
	name, err := cleanName(pr.Name)
	if err != nil {
		return Profile{}, fmt.Errorf("parse %s: %w", profileFile, err)
	}
	pr.Name, pr.Language, pr.UserName = name, cleanLanguage(pr.Language), oneLine(pr.UserName)
	return pr, nil
}

// encodeProfile writes pr over old, keeping the members of old that this
// version does not know.
func encodeProfile(pr Profile, old []byte) ([]byte, error) {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(old, &members); err != nil || members == nil {
		members = map[string]json.RawMessage{} // nothing to keep in what is no object
	}
	known, err := json.Marshal(pr)
	if err != nil {
		return nil, fmt.Errorf("encode profile: %w", err)
	}
	fresh := map[string]json.RawMessage{}
	if err := json.Unmarshal(known, &fresh); err != nil {
		return nil, fmt.Errorf("encode profile: %w", err)
	}
	for _, name := range []string{"user_name", "hold_core", "imported"} {
		delete(members, name) // left out when empty
	}
	for name, value := range fresh {
		members[name] = value
	}
	return indented(members)
}

// indented writes v as a file that people may read.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return b.Bytes(), nil
}

func cleanName(name string) (string, error) {
	name = oneLine(name)
	if name == "" {
		return "", fmt.Errorf("%w: it is empty", ErrBadName)
	}
	if n := utf8.RuneCountInString(name); n > MaxName {
		return "", fmt.Errorf("%w: %d characters, at most %d", ErrBadName, n, MaxName)
	}
	return name, nil
}

// cleanLanguage returns a language there are texts in.
func cleanLanguage(lang string) string {
	if lang == "ja" {
		return "ja"
	}
	return "en"
}

// oneLine returns s as valid text on one line, without control characters.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}

// Unnamed is what the user is called in files when the persona does not know
// their name.
const Unnamed = "User"

// Speakers returns what user and persona are called.
func (p Profile) Speakers() (user, name string) { return cmp.Or(p.UserName, Unnamed), p.Name }
