// Package skill keeps the texts that teach a persona to do something: folders
// with a SKILL.md, as Agent Skills have them. A skill is text for a prompt and
// nothing else: of its folder no other file is read, and nothing in it is run.
// It is off until the user enables it, and what was enabled is the text as it
// was then: a skill that changed is off again.
package skill

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"yumori/internal/store"
)

// Folder holds the skills of a root, a folder each, and File is the text in it.
const (
	Folder = "skills"
	File   = "SKILL.md"
)

// Bounds of a skill.
const (
	MaxText  = 128 << 10 // bytes of File
	maxHead  = 16 << 10  // bytes of its front matter
	maxName  = 64        // characters, as Agent Skills have it
	maxAbout = 1_024     // characters of the description, likewise
	maxWord  = 200       // characters of the user's own word
	maxRoot  = 500       // skills of one root
)

// A State says whether a skill is offered to the persona.
type State string

// The states.
const (
	Off     State = "off"     // nobody enabled it
	On      State = "on"      // the user enabled this very text
	Changed State = "changed" // the user enabled it, but the text is another one now
	Hidden  State = "hidden"  // an earlier one has its name
	Broken  State = "broken"  // it cannot be used, see Skill.Flaw
)

// A Skill is what is known of a skill without its text.
type Skill struct {
	Name    string        // by which it is asked for: that of its front matter, else of its folder
	About   string        // the description in its front matter, one line; "" it has none
	Root    string        // the Root.Name it was found in
	File    string        // in the Dir of its root
	Hash    store.Version // of the bytes of File; "" of one that is too large
	Size    int64         // bytes
	Changed time.Time
	State   State
	Word    string // the user's own word for it, one line; "" none
	Flaw    string // what is wrong with it, in plain English; "" nothing
}

// ErrNoSkill says that no skill has a name.
var ErrNoSkill = errors.New("no such skill")

// ErrChanged says that a skill is not the text any more that the caller saw.
var ErrChanged = errors.New("skill has changed")

// ErrBroken says that a skill cannot be used; Skill.Flaw has why.
var ErrBroken = errors.New("skill cannot be used")

// plainName is a name that cannot say anything: three words of small letters
// and digits at most.
var plainName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+){0,2}$`)

// Plain reports whether a name may stand in a prompt whoever gave it: it is
// too short and too plain to be an instruction.
func Plain(name string) bool { return len(name) <= 24 && plainName.MatchString(name) }

// key is what names are compared by.
func key(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// usable reports whether a skill can be known by a name.
func usable(name string) bool {
	if name == "" || utf8.RuneCountInString(name) > maxName || strings.TrimSpace(name) != name {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r != ' ' && r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
	})
}

// A head is the front matter of a skill. What else stands in it, such as the
// tools that a skill would like to be allowed, is not read.
type head struct {
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
}

// front reads the front matter of a skill: YAML between two lines of "---" at
// its beginning. A text without any is a skill as well.
func front(text []byte) (h head, err error) {
	text = bytes.TrimPrefix(bytes.ReplaceAll(bytes.ToValidUTF8(text, nil), []byte("\r\n"), []byte("\n")), []byte("\ufeff"))
	rest, ok := bytes.CutPrefix(text, []byte("---\n"))
	if !ok {
		return head{}, nil
	}
	rest = append([]byte("\n"), rest[:min(len(rest), maxHead)]...)
	end := bytes.Index(rest, []byte("\n---"))
	if end < 0 {
		return head{}, errors.New("its front matter does not end")
	}
	if err := yaml.Unmarshal(rest[:end], &h); err != nil {
		return head{}, fmt.Errorf("its front matter is no YAML: %s", oneLine(err.Error(), maxWord))
	}
	h.Name, h.Description = strings.TrimSpace(h.Name), oneLine(h.Description, maxAbout)
	return h, nil
}

// described makes what is known of a skill from its text.
func described(folder string, text []byte) Skill {
	s := Skill{Name: folder, Hash: store.VersionOf(text), Size: int64(len(text)), State: Off}
	h, err := front(text)
	s.About = h.Description
	switch {
	case err != nil:
		s.Flaw = err.Error()
	case !utf8.Valid(text):
		s.State, s.Flaw = Broken, "it is no text in UTF-8"
	case len(bytes.TrimSpace(text)) == 0:
		s.State, s.Flaw = Broken, "it is empty"
	}
	if usable(h.Name) {
		s.Name = h.Name
	} else if h.Name != "" {
		s.Flaw = "its name may have letters, digits and hyphens only, at most 64; its folder's stands for it"
	}
	if !usable(s.Name) {
		s.State, s.Flaw = Broken, "its folder's name may have letters, digits and hyphens only, at most 64"
	}
	return s
}

// oneLine is a text on one line, without marks that control how text is shown,
// of at most n characters.
func oneLine(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > n {
		s = string([]rune(s)[:n])
	}
	return s
}
