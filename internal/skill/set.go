package skill

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"yumori/internal/store"
)

// A Root is a place where skills are looked for, in Folder.
type Root struct {
	Name string
	Dir  *store.Dir
}

// A Set is the skills that a persona could be taught, of several roots. Where
// two have one name, the one of the earlier root is meant, and of one root the
// one whose folder comes first. It is safe for concurrent use.
type Set struct {
	owner string // whose pins
	pins  *Pins
	roots []Root

	mu    sync.Mutex // guards known
	known map[place]read
}

// A place is where a skill stands.
type place struct{ root, file string }

// A read is a skill as it was read last.
type read struct {
	stamp store.Stamp
	skill Skill
}

// OpenSet returns the skills of some roots, as the owner of pins enabled them.
// It reads nothing yet.
func OpenSet(pins *Pins, owner string, roots ...Root) *Set {
	return &Set{owner: owner, pins: pins, roots: roots, known: map[place]read{}}
}

// List returns all skills, root by root and by their folders. Cost: it reads
// those that may have changed since.
func (s *Set) List() ([]Skill, error) {
	pins := s.pins.of(s.owner)
	var list []Skill
	for _, r := range s.roots {
		entries, err := r.Dir.List(Folder)
		if err != nil {
			return nil, fmt.Errorf("look for skills: %w", err)
		}
		n := 0
		for _, e := range entries {
			if !e.IsDir || n == maxRoot {
				continue
			}
			found, err := s.look(r, e.Name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("read skill: %w", err)
			}
			n++
			list = append(list, judged(found, list, pins))
		}
	}
	return list, nil
}

// judged is a skill with its state, after those that stand before it.
func judged(s Skill, before []Skill, pins []pin) Skill {
	if slices.ContainsFunc(before, func(o Skill) bool { return key(o.Name) == key(s.Name) }) {
		s.State = Hidden
		return s
	}
	i := slices.IndexFunc(pins, func(p pin) bool { return key(p.name) == key(s.Name) })
	if i < 0 || s.State == Broken {
		return s
	}
	s.Word = pins[i].word
	if s.State = Changed; pins[i].hash == s.Hash {
		s.State = On
	}
	return s
}

// look reads what is known of a skill. It returns fs.ErrNotExist for a folder
// that has none.
func (s *Set) look(r Root, folder string) (Skill, error) {
	at := place{r.Name, path.Join(Folder, folder, File)}
	stamp := r.Dir.Stamp(at.file)
	s.mu.Lock()
	was, ok := s.known[at]
	s.mu.Unlock()
	if ok && was.stamp.Same(stamp) {
		return was.skill, nil
	}
	found, _, err := s.open(r, folder)
	if err != nil {
		return Skill{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[at] = read{stamp, found}
	return found, nil
}

// open reads a skill with its text.
func (s *Set) open(r Root, folder string) (Skill, []byte, error) {
	dir := path.Join(Folder, folder)
	entries, err := r.Dir.List(dir)
	if err != nil {
		return Skill{}, nil, err
	}
	i := slices.IndexFunc(entries, func(e store.Entry) bool { return e.Name == File && !e.IsDir })
	if i < 0 {
		return Skill{}, nil, fs.ErrNotExist
	}
	e := entries[i]
	if e.Size > MaxText {
		return Skill{
			Name: folder, Root: r.Name, File: path.Join(dir, File), Size: e.Size, Changed: e.ModTime,
			State: Broken, Flaw: fmt.Sprintf("it has more than %d bytes", MaxText),
		}, nil, nil
	}
	text, err := r.Dir.Read(path.Join(dir, File))
	if err != nil {
		return Skill{}, nil, err
	}
	found := described(folder, text)
	found.Root, found.File, found.Changed = r.Name, path.Join(dir, File), e.ModTime
	return found, text, nil
}

// Text returns the skill of a name with its whole text as it is on disk now,
// whatever its state. It returns ErrNoSkill, and ErrBroken for one that is no
// text.
func (s *Set) Text(name string) (Skill, string, error) {
	list, err := s.List()
	if err != nil {
		return Skill{}, "", err
	}
	i := slices.IndexFunc(list, func(o Skill) bool { return key(o.Name) == key(name) })
	if i < 0 {
		return Skill{}, "", fmt.Errorf("%q: %w", oneLine(name, maxName), ErrNoSkill)
	}
	was := list[i]
	if was.State == Broken {
		return was, "", fmt.Errorf("%s: %w: %s", was.File, ErrBroken, was.Flaw)
	}
	r := s.roots[slices.IndexFunc(s.roots, func(r Root) bool { return r.Name == was.Root })]
	now, text, err := s.open(r, path.Base(path.Dir(was.File)))
	if err != nil {
		return was, "", fmt.Errorf("read skill: %w", err)
	}
	if now.State == Broken || key(now.Name) != key(was.Name) { // changed in between
		return was, "", fmt.Errorf("%s: %w", was.File, ErrChanged)
	}
	return judged(now, nil, s.pins.of(s.owner)), string(text), nil
}

// Enable has a skill offered from now on, as the text of a hash: that which the
// user saw. word is the user's own word for it, "" none. It returns ErrNoSkill,
// ErrBroken, and ErrChanged when the text is another one.
func (s *Set) Enable(name string, hash store.Version, word string) error {
	now, _, err := s.Text(name)
	if err != nil {
		return fmt.Errorf("enable skill: %w", err)
	}
	if now.Hash != hash {
		return fmt.Errorf("enable skill %s: %w", now.Name, ErrChanged)
	}
	return s.pins.put(s.owner, pin{name: now.Name, hash: hash, word: word})
}

// Disable has a skill not offered any more. It returns ErrNoSkill when neither
// a skill nor a pin has the name.
func (s *Set) Disable(name string) error {
	pinned := slices.ContainsFunc(s.pins.of(s.owner), func(p pin) bool { return key(p.name) == key(name) })
	if _, _, err := s.Text(name); errors.Is(err, ErrNoSkill) && !pinned {
		return fmt.Errorf("disable skill: %w", err)
	}
	return s.pins.drop(s.owner, name)
}
