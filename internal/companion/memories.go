package companion

import (
	"errors"
	"fmt"
	"io/fs"

	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/facts"
)

// EpisodeHeads returns what a list shows of what the persona remembers of its
// days, the oldest first.
func (e *editor) EpisodeHeads() []episodic.Head { return e.mind.episodes.Heads() }

// Episode returns an episode. It returns episodic.ErrNoEpisode.
func (e *editor) Episode(id string) (episodic.Episode, error) {
	found, err := e.mind.episodes.Find(id)
	if err != nil {
		return found, fmt.Errorf("read episode: %w", err)
	}
	return found, nil
}

// ReviseEpisode replaces an episode with what a person made of it, provided it
// still is as it was read; else store.ErrConflict.
func (e *editor) ReviseEpisode(changed episodic.Episode) error {
	_, err := e.mind.episodes.Put(changed, byHand("episode edited"))
	return e.changedMind(err)
}

// DropEpisode removes an episode; the history keeps it.
func (e *editor) DropEpisode(id string) error {
	return e.changedMind(e.mind.episodes.Remove(id, byHand("episode removed")))
}

// InsightHeads returns what a list shows of the dream diary, the oldest entry
// first.
func (e *editor) InsightHeads() []episodic.InsightHead { return e.mind.insights.Heads() }

// Insight returns an entry of the dream diary. It returns
// episodic.ErrNoInsight.
func (e *editor) Insight(id string) (episodic.Insight, error) {
	i, err := e.mind.insights.Find(id)
	if err != nil {
		return i, fmt.Errorf("read dream diary: %w", err)
	}
	return i, nil
}

// Entities returns the names of everybody and everything the persona has a
// page on, sorted.
func (e *editor) Entities() ([]entity.Name, error) {
	names, _, err := e.mind.shelf.Names(0)
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
func (e *editor) Entity(name entity.Name) (EntityView, error) {
	page, err := e.mind.shelf.Read(name)
	if err != nil {
		return EntityView{}, fmt.Errorf("read entity: %w", err)
	}
	v := EntityView{Page: page}
	if v.Links, err = e.mind.shelf.Links(page.Name); err != nil {
		return v, fmt.Errorf("read links of entity: %w", err)
	}
	v.Facts, err = e.mind.bank.Facts(facts.Query{Entity: string(page.Name)})
	return v, wrapped(err, "read facts of entity")
}

// MergeEntities makes one page of two; the history keeps both.
func (e *editor) MergeEntities(into, from entity.Name) error {
	return e.changedMind(e.mind.shelf.Merge(into, from, byHand("entities merged")))
}

// AliasEntity makes a page known by another name too.
func (e *editor) AliasEntity(name, alias entity.Name) error {
	return e.changedMind(e.mind.shelf.Alias(name, alias, byHand("alias added")))
}

// DropEntity removes a page; the history keeps it.
func (e *editor) DropEntity(name entity.Name) error {
	return e.changedMind(e.mind.shelf.Remove(name, byHand("entity removed")))
}

// Facts returns what is held for true, as a query asks.
func (e *editor) Facts(q facts.Query) ([]facts.Fact, error) {
	list, err := e.mind.bank.Facts(q)
	return list, wrapped(err, "read facts")
}

// Fact returns a fact. It returns facts.ErrNoFact.
func (e *editor) Fact(id string) (facts.Fact, error) {
	f, err := e.mind.bank.Find(id)
	if err != nil {
		return f, fmt.Errorf("read fact: %w", err)
	}
	return f, nil
}

// OpinionCourse returns how sure the persona was of an opinion, the oldest
// first; the last is now.
func (e *editor) OpinionCourse(id string) ([]facts.Step, error) {
	list, err := e.mind.bank.Course(id)
	return list, wrapped(err, "read course of an opinion")
}

// ReviseFact replaces a fact with what a person made of it.
func (e *editor) ReviseFact(f facts.Fact) error {
	_, err := e.mind.bank.Edit(f, byHand("fact edited"))
	return e.changedMind(err)
}

// DropFact removes a fact; the history keeps it.
func (e *editor) DropFact(id string) error {
	return e.changedMind(e.mind.bank.Remove(id, byHand("fact removed")))
}

// wrapped says what was being done when something went wrong.
func wrapped(err error, doing string) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}
