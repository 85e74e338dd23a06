package mind

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
func (e *Editor) EpisodeHeads() []episodic.Head { return e.mind.Episodes.Heads() }

// Episode returns an episode. It returns episodic.ErrNoEpisode.
func (e *Editor) Episode(id string) (episodic.Episode, error) {
	found, err := e.mind.Episodes.Find(id)
	if err != nil {
		return found, fmt.Errorf("read episode: %w", err)
	}
	return found, nil
}

// ReviseEpisode replaces an episode with what a person made of it, provided it
// still is as it was read; else store.ErrConflict.
func (e *Editor) ReviseEpisode(changed episodic.Episode) error {
	_, err := e.mind.Episodes.Put(changed, ByHand("episode edited"))
	return e.changedMind(err)
}

// DropEpisode removes an episode; the history keeps it.
func (e *Editor) DropEpisode(id string) error {
	return e.changedMind(e.mind.Episodes.Remove(id, ByHand("episode removed")))
}

// InsightHeads returns what a list shows of the dream diary, the oldest entry
// first.
func (e *Editor) InsightHeads() []episodic.InsightHead { return e.mind.Insights.Heads() }

// Insight returns an entry of the dream diary. It returns
// episodic.ErrNoInsight.
func (e *Editor) Insight(id string) (episodic.Insight, error) {
	i, err := e.mind.Insights.Find(id)
	if err != nil {
		return i, fmt.Errorf("read dream diary: %w", err)
	}
	return i, nil
}

// Entities returns the names of everybody and everything the persona has a
// page on, sorted.
func (e *Editor) Entities() ([]entity.Name, error) {
	names, _, err := e.mind.Pages.Names(0)
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
func (e *Editor) Entity(name entity.Name) (EntityView, error) {
	page, err := e.mind.Pages.Read(name)
	if err != nil {
		return EntityView{}, fmt.Errorf("read entity: %w", err)
	}
	v := EntityView{Page: page}
	if v.Links, err = e.mind.Pages.Links(page.Name); err != nil {
		return v, fmt.Errorf("read links of entity: %w", err)
	}
	v.Facts, err = e.mind.Facts.Facts(facts.Query{Entity: string(page.Name)})
	return v, wrapped(err, "read facts of entity")
}

// MergeEntities makes one page of two; the history keeps both.
func (e *Editor) MergeEntities(into, from entity.Name) error {
	return e.changedMind(e.mind.Pages.Merge(into, from, ByHand("entities merged")))
}

// AliasEntity makes a page known by another name too.
func (e *Editor) AliasEntity(name, alias entity.Name) error {
	return e.changedMind(e.mind.Pages.Alias(name, alias, ByHand("alias added")))
}

// DropEntity removes a page; the history keeps it.
func (e *Editor) DropEntity(name entity.Name) error {
	return e.changedMind(e.mind.Pages.Remove(name, ByHand("entity removed")))
}

// Facts returns what is held for true, as a query asks.
func (e *Editor) Facts(q facts.Query) ([]facts.Fact, error) {
	list, err := e.mind.Facts.Facts(q)
	return list, wrapped(err, "read facts")
}

// Fact returns a fact. It returns facts.ErrNoFact.
func (e *Editor) Fact(id string) (facts.Fact, error) {
	f, err := e.mind.Facts.Find(id)
	if err != nil {
		return f, fmt.Errorf("read fact: %w", err)
	}
	return f, nil
}

// OpinionCourse returns how sure the persona was of an opinion, the oldest
// first; the last is now.
func (e *Editor) OpinionCourse(id string) ([]facts.Step, error) {
	list, err := e.mind.Facts.Course(id)
	return list, wrapped(err, "read course of an opinion")
}

// ReviseFact replaces a fact with what a person made of it.
func (e *Editor) ReviseFact(f facts.Fact) error {
	_, err := e.mind.Facts.Edit(f, ByHand("fact edited"))
	return e.changedMind(err)
}

// DropFact removes a fact; the history keeps it.
func (e *Editor) DropFact(id string) error {
	return e.changedMind(e.mind.Facts.Remove(id, ByHand("fact removed")))
}

// wrapped says what was being done when something went wrong.
func wrapped(err error, doing string) error {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}
