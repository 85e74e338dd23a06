// Package texts has the texts of a persona's folder as a person reads them: which
// files they are, what stands in them, and what stood there before.
package texts

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"yumori/internal/store"
	"yumori/persona"
)

// Files are the texts of a persona's folder, as a person reads them, and what
// they were before.
type Files struct {
	dir     *store.Dir
	persona *persona.Persona
}

// New returns the texts of a folder.
func New(dir *store.Dir, p *persona.Persona) *Files {
	return &Files{dir: dir, persona: p}
}

func editable() []string {
	return []string{
		"SOUL.md", "IDENTITY.md", "core_memory.txt", "notepad.txt", "MEMORY.md",
		"USER.md", "TOOLS.md", "HEARTBEAT.md", "BOOTSTRAP.md", "AGENTS.md",
		"CARD.md", "lore.json",
	}
}

// ErrNotEditable says that a file is not one the user edits as text.
var ErrNotEditable = errors.New("not a file to edit")

// Editable lists the files of fixed names that Text and Write take; Texts
// lists the others.
func Editable() []string { return editable() }

// Text reads one of the files that are edited as text; one that is missing
// reads as empty. Any other, the secret diary above all, is ErrNotEditable.
func (t *Files) Text(name string) (store.Text, error) {
	if !IsText(name) {
		return store.Text{}, fmt.Errorf("read %q: %w", name, ErrNotEditable)
	}
	text, err := t.dir.ReadText(name)
	if errors.Is(err, fs.ErrNotExist) {
		return store.Text{}, nil
	}
	if err != nil {
		return store.Text{}, fmt.Errorf("read %s: %w", name, err)
	}
	return text, nil
}

// A File is a text of the persona's folder.
type File struct {
	Name    string    // in the persona's folder
	Size    int64     // bytes
	Changed time.Time // when it was written last
}

// A Group names a group of texts.
type Group string

// The groups of texts.
const (
	Diary Group = "diary" // the main memory and its archives, the newest first
	Days  Group = "days"  // daily logs and ended sessions, the newest first
	Bank  Group = "bank"  // the pages of facts
)

// The names of the texts that are edited as such, beside the fixed ones.
var (
	dayFile    = regexp.MustCompile(`^memory/\d{4}-\d{2}-\d{2}(-[^/]+)?\.md$`)
	diaryFile  = regexp.MustCompile(`^memory/memory_(main|archived_[^/]+)\.txt$`)
	bankFile   = regexp.MustCompile(`^bank/[^/]+\.md$`)
	SkillFile  = regexp.MustCompile(`^skills/[^/]+/SKILL\.md$`)
	entityFile = regexp.MustCompile(`^entity_memory/[^/]+\.md$`)
)

// IsText reports whether a file is one that a person reads and edits as text.
func IsText(name string) bool {
	if persona.IsSecret(name) {
		return false
	}
	if slices.Contains(editable(), name) {
		return true
	}
	return slices.ContainsFunc([]*regexp.Regexp{dayFile, diaryFile, bankFile, SkillFile, entityFile},
		func(r *regexp.Regexp) bool { return r.MatchString(name) })
}

// Texts lists the texts of a group. It costs a look at a folder or two.
func (t *Files) Texts(s Group) ([]File, error) {
	var list []File
	var err error
	switch s {
	case Diary:
		list, err = t.In("memory", diaryFile)
	case Days:
		list, err = t.In("memory", dayFile)
	case Bank:
		list, err = t.In("bank", bankFile)
	}
	if err != nil {
		return nil, fmt.Errorf("list texts: %w", err)
	}
	slices.SortFunc(list, func(a, b File) int { return strings.Compare(b.Name, a.Name) })
	return list, nil
}

// In lists the texts of one folder whose names in the persona's folder are like a pattern.
func (t *Files) In(dir string, like *regexp.Regexp) ([]File, error) {
	entries, err := t.dir.List(dir)
	if err != nil {
		return nil, fmt.Errorf("look into %s: %w", dir, err)
	}
	var list []File
	for _, e := range entries {
		if name := path.Join(dir, e.Name); !e.IsDir && like.MatchString(name) && IsText(name) {
			list = append(list, File{Name: name, Size: e.Size, Changed: e.ModTime})
		}
	}
	return list, nil
}

// Secret returns the secret diary. It is for the user alone, after a warning:
// nothing else in the program asks for it.
func (t *Files) Secret() (store.Text, error) {
	text, err := t.persona.SecretDiary()
	if err != nil {
		return text, fmt.Errorf("read secret diary: %w", err)
	}
	return text, nil
}

// IsSecret reports whether a file is nobody's but the persona's: who shows
// files by name asks before showing this one.
func IsSecret(name string) bool { return persona.IsSecret(name) }

// History returns the versions of a memory file, the newest first.
func (t *Files) History(name string) ([]store.Past, error) {
	list, err := t.dir.History(name)
	if err != nil {
		return nil, fmt.Errorf("read history of %s: %w", name, err)
	}
	return list, nil
}

// AsOf returns a memory file as it was at a time; false if it was not there.
func (t *Files) AsOf(name string, at time.Time) ([]byte, bool, error) {
	list, err := t.History(name)
	if err != nil {
		return nil, false, err
	}
	for _, p := range list {
		if p.Time.After(at) {
			continue
		}
		if p.Version == "" {
			return nil, false, nil
		}
		data, err := t.dir.Past(name, p.Version)
		if err != nil {
			return nil, false, fmt.Errorf("read %s as of %s: %w", name, at.Format(time.RFC3339), err)
		}
		return data, true, nil
	}
	return nil, false, nil
}

// The files that are no texts but whose past can be gone through all the same,
// with that of the archives beside them: what they hold is named by the
// functions that read them.
const (
	EpisodesFile = "episodic_memory/episodic_memory.json"
	InsightsFile = "memory/insights.json"
	GoalsFile    = "goals.json"
	InnerFile    = "memory/internal_state.json" // drives, feeling, questions
)

var archivePart = regexp.MustCompile(`^(episodic_memory/episodic_memory|memory/insights|goals)_archived_(\d{4}(?:-\d{2})?)\.json$`)

// PartOf returns the file that an archive of months or years belongs to, and
// its month or year: "2026-05", "2025". Of another file it is itself, and "".
func PartOf(name string) (whole, span string) {
	if m := archivePart.FindStringSubmatch(name); m != nil {
		return m[1] + ".json", m[2]
	}
	return name, ""
}

// HasPast reports whether the past of a file may be gone through.
func HasPast(name string) bool {
	whole, _ := PartOf(name)
	return IsText(name) || slices.Contains([]string{EpisodesFile, InsightsFile, GoalsFile, InnerFile}, whole)
}

// PastParts returns a file and the archives beside it, the newest first. Each
// has a past of its own.
func (t *Files) PastParts(name string) ([]string, error) {
	dir := path.Dir(name)
	if dir == "." {
		dir = ""
	}
	entries, err := t.dir.List(dir)
	if err != nil {
		return nil, fmt.Errorf("list archives of %s: %w", name, err)
	}
	var parts []string
	for _, e := range entries {
		part := path.Join(dir, e.Name)
		if whole, span := PartOf(part); whole == name && span != "" && !e.IsDir {
			parts = append(parts, part)
		}
	}
	slices.Sort(parts)
	slices.Reverse(parts)
	return append([]string{name}, parts...), nil
}

// PastText returns a version of a memory file as text, "" for one in which it
// was removed. That of the secret diary is persona.ErrSecret.
func (t *Files) PastText(name string, v store.Version) (string, error) {
	if persona.IsSecret(name) {
		return "", fmt.Errorf("read past of %s: %w", name, persona.ErrSecret)
	}
	if v == "" {
		return "", nil
	}
	data, err := t.dir.Past(name, v)
	if err != nil {
		return "", fmt.Errorf("read past of %s: %w", name, err)
	}
	return string(data), nil
}
