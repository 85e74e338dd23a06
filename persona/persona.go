// Package persona is one persona's own texts: who it is (SOUL.md and the other
// bootstrap files), what it always knows (core memory, notepad, MEMORY.md),
// what it wrote down each day, and the layers of the prompt made of them.
//
// The files are the truth. They are read again for every prompt, so that an
// edit with any editor shows in the next reply. A file that cannot be used
// never stops a turn: the others are used and a Problem names it.
package persona

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"yumori/internal/store"
)

// The errors a caller branches on.
var (
	// ErrBadName says that a display name is empty or longer than MaxName.
	ErrBadName = errors.New("name not accepted")
	// ErrNewer says that a file was written by a newer Yumori: it is read as
	// far as it is understood, and the persona is not written to.
	ErrNewer = errors.New("written by a newer version")
	// ErrTooLong says that a text would be longer than its file or entry may
	// be. Nothing was written.
	ErrTooLong = errors.New("text too long")
	// ErrEmpty says that there was nothing to write.
	ErrEmpty = errors.New("nothing to write")
)

// A File names a text file in a persona's folder.
type File string

// The persona's texts. All are UTF-8; all but Soul may be missing.
const (
	Soul      File = "SOUL.md"         // the character: voice, values, manner
	Identity  File = "IDENTITY.md"     // who it is and to whom
	Tools     File = "TOOLS.md"        // how it is to use its tools
	User      File = "USER.md"         // about the user
	Heartbeat File = "HEARTBEAT.md"    // what to do by itself
	Bootstrap File = "BOOTSTRAP.md"    // how to begin
	Agents    File = "AGENTS.md"       // working rules
	Evergreen File = "MEMORY.md"       // what always holds
	Core      File = "core_memory.txt" // edited by the persona, with the user's yes
	Notepad   File = "notepad.txt"     // edited by the persona
	Card      File = "CARD.md"         // what a character card says beside the character
)

// BootstrapFiles returns the eight files a persona can be set up with.
func BootstrapFiles() []File {
	return []File{Soul, Identity, Tools, User, Heartbeat, Bootstrap, Agents, Evergreen}
}

// A Reason says why a file could not be used.
type Reason string

// The reasons of a Problem.
const (
	Missing    Reason = "missing"
	Empty      Reason = "empty"
	Unreadable Reason = "unreadable" // too big, not a regular file, not UTF-8 text
	Damaged    Reason = "damaged"    // text, but not what the file has to hold
	Newer      Reason = "newer"      // written by a newer Yumori
)

// A Problem is a file that could not be used as it is.
type Problem struct {
	File   string // in the persona's folder
	Reason Reason
	What   string // in plain words, for the log and doctor
	Aside  string // where the file was put; "" left in place
	Backup bool   // an earlier good version is in the history
}

// A Persona is the texts in one persona's folder. It is safe for concurrent
// use.
type Persona struct {
	// Daily is what the entries of the daily log are derived from.
	Daily *DailyMarks

	dir      *store.Dir
	writing  sync.Mutex // held over reading a file, changing and writing it
	problems problems   // of persona.json, held.json and daily logs

	mu      sync.Mutex // guards what follows
	profile Profile
	raw     []byte        // persona.json as read or written last
	version store.Version // of raw
}

// problems are what is wrong with files, of each the newest.
type problems struct {
	mu   sync.Mutex
	list []Problem
}

// add remembers a problem, in place of an older one with the same file.
func (l *problems) add(pr Problem) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = slices.DeleteFunc(l.list, func(o Problem) bool { return o.File == pr.File })
	l.list = append(l.list, pr)
}

// Create makes the folder of a new persona with the files of a sample and
// returns its slug, made from the display name. The profile is written last:
// a persona whose creation was cut short is not listed, and made again under
// the same name it begins anew.
func Create(h *store.Home, p Profile, sample Sample) (slug string, err error) {
	return CreateWith(h, p, Beginning{Files: sample})
}

// A Beginning is what a new persona begins with.
type Beginning struct {
	Files Sample
	// Slug is the name of the folder; "" makes one of the display name. With a
	// Slug that is taken CreateWith returns fs.ErrExist.
	Slug string
	// Fill writes what else there is, after the files and before the persona is
	// listed; nil writes nothing.
	Fill func(*store.Dir) error
}

// CreateWith is Create with more to begin with. Files that the profile names as
// imported are kept as such in the history. On an error nothing is left.
func CreateWith(h *store.Home, p Profile, b Beginning) (slug string, err error) {
	if p.Name, err = cleanName(p.Name); err != nil {
		return "", fmt.Errorf("create persona: %w", err)
	}
	p.Language, p.Schema, p.UserName = cleanLanguage(p.Language), profileSchema, oneLine(p.UserName)
	data, err := encodeProfile(p, nil)
	if err != nil {
		return "", fmt.Errorf("create persona %q: %w", p.Name, err)
	}
	slug, dir, err := claim(h, p.Name, b.Slug)
	if err != nil {
		return "", fmt.Errorf("create persona %q: %w", p.Name, err)
	}
	if err = b.write(dir, p.Imported); err == nil {
		err = dir.Write(profileFile, data, store.Cause{Kind: store.CauseSetup})
	}
	if err != nil {
		return "", fmt.Errorf("create persona %q: %w", p.Name, errors.Join(err, h.AbandonPersona(slug)))
	}
	return slug, nil
}

func (b Beginning) write(dir *store.Dir, from *Imported) error {
	for _, name := range sortedNames(b.Files) {
		cause := store.Cause{Kind: store.CauseSetup}
		if from != nil && slices.Contains(from.Files, name) {
			cause = store.Cause{Kind: store.CauseImport, Note: from.Source}
		}
		if name == profileFile {
			continue
		}
		if err := dir.Write(name, []byte(b.Files[name]), cause); err != nil {
			return err
		}
	}
	if b.Fill == nil {
		return nil
	}
	return b.Fill(dir)
}

// claim makes the folder of a slug, empty; one made of the name gets a number
// if it is taken.
func claim(h *store.Home, name, want string) (string, *store.Dir, error) {
	slug := want
	if slug == "" {
		slug = store.Slug(name)
	}
	for n := 2; ; n++ {
		if err := h.AbandonPersona(slug); err != nil { // what a crash left
			return "", nil, err
		}
		dir, err := h.CreatePersona(slug)
		if err == nil {
			return slug, dir, nil
		}
		if !errors.Is(err, fs.ErrExist) || want != "" || n > 1000 {
			return "", nil, err
		}
		slug = fmt.Sprintf("%s-%d", store.Slug(name), n)
	}
}

func sortedNames(s Sample) []string {
	names := make([]string, 0, len(s))
	for name := range s {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Open opens the persona in a folder. A profile that is missing or cannot be
// read does not keep it from opening: a damaged one is set aside, the last
// good one, the name in SOUL.md or the folder stand in, and Problems says so.
func Open(d *store.Dir) (*Persona, error) {
	p := &Persona{dir: d}
	p.Daily = &DailyMarks{dir: d, writing: &p.writing, writable: p.writable}
	if err := p.loadProfile(); err != nil {
		return nil, fmt.Errorf("open persona: %w", err)
	}
	return p, nil
}

// Problems returns what is wrong with the persona's own records; problems with
// the texts come with each Prompt.
func (p *Persona) Problems() []Problem {
	p.problems.mu.Lock()
	defer p.problems.mu.Unlock()
	return slices.Clone(p.problems.list)
}

// quarantine sets a file aside that cannot be used, so that a new one can be
// written without destroying it.
func (p *Persona) quarantine(name string, reason Reason, cause error) error {
	set, err := p.dir.Quarantine(name, cause.Error())
	if err != nil {
		return fmt.Errorf("set %s aside: %w", name, errors.Join(err, cause))
	}
	p.problems.add(Problem{File: name, Reason: reason, What: cause.Error(), Aside: set.Path, Backup: set.LastGood != nil})
	return nil
}

// writable returns ErrNewer when the persona was last written by a newer
// version, whose files this one might not understand.
func (p *Persona) writable() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.profile.Schema > profileSchema {
		return fmt.Errorf("%s has schema %d: %w", profileFile, p.profile.Schema, ErrNewer)
	}
	return nil
}

// Check reports what is not as it should be in the persona's files:
//   - persona.json and held.json are what this version writes
//   - the texts are UTF-8 and within the size that goes into a prompt
//   - the diaries are UTF-8
//   - SOUL.md is there
//   - the daily logs are UTF-8, and what was taken back in them is in whole
//     comments
func (p *Persona) Check(ctx context.Context) []store.Problem {
	var found []store.Problem
	report := func(name string, err error) {
		found = append(found, store.Problem{Name: name, What: err.Error()})
	}
	for _, f := range append(BootstrapFiles(), Core, Notepad, Card) {
		if ctx.Err() != nil {
			return found
		}
		text, err := p.dir.ReadText(string(f))
		switch {
		case errors.Is(err, fs.ErrNotExist) && f != Soul:
		case err != nil:
			report(string(f), err)
		case characters(text.S) > MaxFile:
			report(string(f), fmt.Errorf("%d characters, of which %d go into a prompt", characters(text.S), MaxFile))
		}
	}
	found = append(found, p.Daily.check(ctx)...)
	for _, f := range []File{mainFile, secretFile} {
		if _, err := p.dir.ReadText(string(f)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			report(string(f), err)
		}
	}
	if text, err := p.dir.ReadText(profileFile); err != nil {
		report(profileFile, err)
	} else if _, err := decodeProfile([]byte(text.S)); err != nil {
		report(profileFile, err)
	}
	if text, err := p.dir.ReadText(heldFile); err == nil {
		if _, err := decodeHeld([]byte(text.S)); err != nil {
			report(heldFile, err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		report(heldFile, err)
	}
	return found
}
