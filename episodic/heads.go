package episodic

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/lang/plain"
	"yumori/internal/store"
)

// This file tells of many episodes and insights what a list shows of them: ten
// years of their texts are read one file after another, and none is kept.

// A Head is what a list shows of an episode.
type Head struct {
	ID   string
	Date Date
	Star bool   // it is told in detail, or special
	Text string // how it begins, on one line of at most headShown characters
}

// headShown is how much a Head tells, in characters: no list is wider, without the
// words that each day begins with.
const headShown = 200

// Heads returns the heads of all episodes by date, withdrawn ones left out.
func (j *Journal) Heads() []Head {
	var list []Head
	j.read(func() error {
		list = make([]Head, 0, len(j.all))
		return tell(j.shown(func(*Episode) bool { return true }), func(r ref, e Episode) {
			list = append(list, Head{r.id, r.item.Date, e.Arousal >= StarArousal || e.Special(), lineOf(unlabelled(e))})
		})
	})
	return list
}

// lineOf is how a text begins, in a string of its own.
func lineOf(text string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(text) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
		if utf8.RuneCountInString(b.String()) > headShown {
			break
		}
	}
	return strings.Clone(plain.Shortened(b.String(), headShown-1))
}

// label is what the summary of a special episode begins with.
var label = regexp.MustCompile(`^(?:\[[A-Z][a-z]+\]|【[^】]{1,8}】)\s*`)

// unlabelled is what an episode tells, without the word on what is special.
func unlabelled(e Episode) string {
	if e.Special() {
		return label.ReplaceAllString(e.Summary, "")
	}
	return e.Summary
}

// An InsightHead is what a list shows of an entry of the dream diary.
type InsightHead struct {
	ID        string
	CreatedAt time.Time
	Topic     string
}

// Heads returns the heads of all entries, the oldest first, withdrawn ones left
// out.
func (n *Insights) Heads() []InsightHead {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.sheets.cool()
	var list []InsightHead
	_ = store.Retry(func() error {
		lost := n.refresh()
		all := visibleIn(n.sheets.inOrder())
		list = make([]InsightHead, 0, len(all))
		err := tell(all, func(e standing[Insight], i Insight) {
			list = append(list, InsightHead{e.id, i.CreatedAt, lineOf(i.Topic)})
		})
		n.err = errors.Join(lost, err) // Problems tells
		return err
	})
	return list
}

// Find returns the entry with an id; ErrNoInsight also for one that is
// withdrawn.
func (n *Insights) Find(id string) (Insight, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer n.sheets.cool()
	var found Insight
	err := store.Retry(func() error {
		_ = n.refresh() // Problems tells
		for _, e := range visibleIn(n.sheets.inOrder()) {
			if e.id != id {
				continue
			}
			i, err := e.in.whole(e.elem)
			found = i.clone()
			found.ID = id
			return err
		}
		return fmt.Errorf("%w: %q", ErrNoInsight, id)
	})
	return found, err
}
