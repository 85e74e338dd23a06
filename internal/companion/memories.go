package companion

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/persona"
)

// This file is what a person reads and sets right among the memories.

// A MemoryFile is a text of the persona's folder.
type MemoryFile struct {
	Name    string    // in the persona's folder
	Size    int64     // bytes
	Changed time.Time // when it was written last
}

// A TextGroup names a group of texts.
type TextGroup string

// The groups of texts.
const (
	TextsDiary TextGroup = "diary" // the main memory and its archives, the newest first
	TextsDays  TextGroup = "days"  // daily logs and ended sessions, the newest first
	TextsBank  TextGroup = "bank"  // the pages of facts
)

// The names of the texts that are edited as such, beside the fixed ones.
var (
	dayFile    = regexp.MustCompile(`^memory/\d{4}-\d{2}-\d{2}(-[^/]+)?\.md$`)
	diaryFile  = regexp.MustCompile(`^memory/memory_(main|archived_[^/]+)\.txt$`)
	bankFile   = regexp.MustCompile(`^bank/[^/]+\.md$`)
	skillFile  = regexp.MustCompile(`^skills/[^/]+/SKILL\.md$`)
	entityFile = regexp.MustCompile(`^entity_memory/[^/]+\.md$`)
)

// isText reports whether a file is one that a person reads and edits as text.
func isText(name string) bool {
	if persona.IsSecret(name) {
		return false
	}
	if slices.Contains(editable(), name) {
		return true
	}
	return slices.ContainsFunc([]*regexp.Regexp{dayFile, diaryFile, bankFile, skillFile, entityFile},
		func(r *regexp.Regexp) bool { return r.MatchString(name) })
}

// Texts lists the texts of a group. It costs a look at a folder or two.
func (c *Companion) Texts(s TextGroup) ([]MemoryFile, error) {
	var list []MemoryFile
	var err error
	switch s {
	case TextsDiary:
		list, err = c.textsIn("memory", diaryFile)
	case TextsDays:
		list, err = c.textsIn("memory", dayFile)
	case TextsBank:
		list, err = c.textsIn("bank", bankFile)
	}
	if err != nil {
		return nil, fmt.Errorf("list texts: %w", err)
	}
	slices.SortFunc(list, func(a, b MemoryFile) int { return strings.Compare(b.Name, a.Name) })
	return list, nil
}

func (c *Companion) textsIn(dir string, like *regexp.Regexp) ([]MemoryFile, error) {
	entries, err := c.dir.List(dir)
	if err != nil {
		return nil, fmt.Errorf("look into %s: %w", dir, err)
	}
	var list []MemoryFile
	for _, e := range entries {
		if name := path.Join(dir, e.Name); !e.IsDir && like.MatchString(name) && isText(name) {
			list = append(list, MemoryFile{Name: name, Size: e.Size, Changed: e.ModTime})
		}
	}
	return list, nil
}

// Secret returns the secret diary. It is for the user alone, after a warning:
// nothing else in the program asks for it.
func (c *Companion) Secret() (store.Text, error) {
	t, err := c.persona.SecretDiary()
	if err != nil {
		return t, fmt.Errorf("read secret diary: %w", err)
	}
	return t, nil
}

// EpisodeHeads returns what a list shows of what the persona remembers of its
// days, the oldest first.
func (c *Companion) EpisodeHeads() []episodic.Head { return c.mind.episodes.Heads() }

// Episode returns an episode. It returns episodic.ErrNoEpisode.
func (c *Companion) Episode(id string) (episodic.Episode, error) {
	e, err := c.mind.episodes.Find(id)
	if err != nil {
		return e, fmt.Errorf("read episode: %w", err)
	}
	return e, nil
}

// ReviseEpisode replaces an episode with what a person made of it, provided it
// still is as it was read; else store.ErrConflict.
func (c *Companion) ReviseEpisode(e episodic.Episode) error {
	_, err := c.mind.episodes.Put(e, byHand("episode edited"))
	return c.changedMind(err)
}

// DropEpisode removes an episode; the history keeps it.
func (c *Companion) DropEpisode(id string) error {
	return c.changedMind(c.mind.episodes.Remove(id, byHand("episode removed")))
}

// InsightHeads returns what a list shows of the dream diary, the oldest entry
// first.
func (c *Companion) InsightHeads() []episodic.InsightHead { return c.mind.insights.Heads() }

// Insight returns an entry of the dream diary. It returns
// episodic.ErrNoInsight.
func (c *Companion) Insight(id string) (episodic.Insight, error) {
	i, err := c.mind.insights.Find(id)
	if err != nil {
		return i, fmt.Errorf("read dream diary: %w", err)
	}
	return i, nil
}

// Entities returns the names of everybody and everything the persona has a
// page on, sorted.
func (c *Companion) Entities() ([]entity.Name, error) {
	names, _, err := c.mind.shelf.Names(0)
	if err != nil {
		return nil, fmt.Errorf("list entities: %w", err)
	}
	return names, nil
}

// An EntityView is a page with the pages it is tied to and what is held for
// true about it.
type EntityView struct {
	entity.Page
	entity.Links
	Facts []facts.Fact
}

// Entity returns the page of a name or an alias. It returns entity.ErrNoPage.
func (c *Companion) Entity(name entity.Name) (EntityView, error) {
	page, err := c.mind.shelf.Read(name)
	if err != nil {
		return EntityView{}, fmt.Errorf("read entity: %w", err)
	}
	v := EntityView{Page: page}
	if v.Links, err = c.mind.shelf.Links(page.Name); err != nil {
		return v, fmt.Errorf("read links of entity: %w", err)
	}
	v.Facts, err = c.mind.bank.Facts(facts.Query{Entity: string(page.Name)})
	return v, wrapped(err, "read facts of entity")
}

// MergeEntities makes one page of two; the history keeps both.
func (c *Companion) MergeEntities(into, from entity.Name) error {
	return c.changedMind(c.mind.shelf.Merge(into, from, byHand("entities merged")))
}

// AliasEntity makes a page known by another name too.
func (c *Companion) AliasEntity(name, alias entity.Name) error {
	return c.changedMind(c.mind.shelf.Alias(name, alias, byHand("alias added")))
}

// DropEntity removes a page; the history keeps it.
func (c *Companion) DropEntity(name entity.Name) error {
	return c.changedMind(c.mind.shelf.Remove(name, byHand("entity removed")))
}

// Facts returns what is held for true, as a query asks.
func (c *Companion) Facts(q facts.Query) ([]facts.Fact, error) {
	list, err := c.mind.bank.Facts(q)
	return list, wrapped(err, "read facts")
}

// Fact returns a fact. It returns facts.ErrNoFact.
func (c *Companion) Fact(id string) (facts.Fact, error) {
	f, err := c.mind.bank.Find(id)
	if err != nil {
		return f, fmt.Errorf("read fact: %w", err)
	}
	return f, nil
}

// OpinionCourse returns how sure the persona was of an opinion, the oldest
// first; the last is now.
func (c *Companion) OpinionCourse(id string) ([]facts.Step, error) {
	list, err := c.mind.bank.Course(id)
	return list, wrapped(err, "read course of an opinion")
}

// ReviseFact replaces a fact with what a person made of it.
func (c *Companion) ReviseFact(f facts.Fact) error {
	_, err := c.mind.bank.Edit(f, byHand("fact edited"))
	return c.changedMind(err)
}

// DropFact removes a fact; the history keeps it.
func (c *Companion) DropFact(id string) error {
	return c.changedMind(c.mind.bank.Remove(id, byHand("fact removed")))
}

// wrapped says what was being done when something went wrong.
func wrapped(err error, doing string) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}
