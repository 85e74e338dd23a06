package episodic

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/memory"
)

// An Insight is an entry of the dream diary.
type Insight struct {
	ID        string // "insight_2026-01-15_001"; given by Add
	CreatedAt time.Time
	Topic     string
	Insight   string      // at most 300 characters
	Strategy  string      // at most 150 characters; the newest goes into the prompt
	Dream     string      // what was dreamed: the log entry
	Kind      memory.Kind // "" is Dreamed
	Sources   []string    // what it rests on
	Withdrawn []string    // sources that were taken back; one with no others is invisible
	By        string      // who dreamed: "provider/name", Rules
}

// Stale reports whether i rests in part on what was taken back: it is made of
// all that it rests on, so nobody is to be told of it.
func (i Insight) Stale() bool { return len(i.Withdrawn) > 0 }

func (i Insight) visible() bool { return len(i.Sources) > 0 || len(i.Withdrawn) == 0 }

// slimInsight leaves of an entry what it is found by.
func slimInsight(i *Insight) {
	i.Topic, i.Insight, i.Strategy, i.Dream = "", "", "", ""
	i.Sources = slices.Clone(i.Sources) // with no room to grow
}

func (i Insight) clone() Insight {
	i.Sources, i.Withdrawn = slices.Clone(i.Sources), slices.Clone(i.Withdrawn)
	return i
}

// check returns ErrBadInsight unless i can be kept.
func (i Insight) check() error {
	switch {
	case i.Insight == "" && i.Strategy == "" && i.Dream == "":
		return fmt.Errorf("%w: nothing in it", ErrBadInsight)
	case utf8.RuneCountInString(i.Insight) > MaxInsight:
		return fmt.Errorf("%w: insight longer than %d characters", ErrBadInsight, MaxInsight)
	case utf8.RuneCountInString(i.Strategy) > MaxStrategy:
		return fmt.Errorf("%w: strategy longer than %d characters", ErrBadInsight, MaxStrategy)
	case i.Kind != "" && !i.Kind.Known():
		return fmt.Errorf("%w: kind %q", ErrBadInsight, i.Kind)
	}
	return nil
}

// insightJSON is an insight in a file: the members of Nexus Ark and ours.
type insightJSON struct {
	ID        string      `json:"id,omitempty"`
	CreatedAt string      `json:"created_at"`
	Topic     string      `json:"trigger_topic"`
	Insight   string      `json:"insight"`
	Strategy  string      `json:"strategy"`
	Dream     string      `json:"log_entry"`
	Kind      memory.Kind `json:"kind,omitempty"`
	Sources   []string    `json:"sources,omitempty"`
	Withdrawn []string    `json:"withdrawn,omitempty"`
	By        string      `json:"by,omitempty"`
}

func encodeInsight(i Insight) ([]member, error) {
	return encode(insightJSON{
		ID: i.ID, CreatedAt: formatTime(i.CreatedAt), Topic: i.Topic, Insight: i.Insight, Strategy: i.Strategy,
		Dream: i.Dream, Kind: i.Kind, Sources: i.Sources, Withdrawn: i.Withdrawn, By: i.By,
	})
}

// decodeInsight reads an element. A text that is longer than we write is the
// hand's who wrote it, and used.
func decodeInsight(raw []byte) reading[Insight] {
	var j insightJSON
	r := reading[Insight]{bad: decodeMembers(raw, &j)}
	i := Insight{
		ID: j.ID, Topic: j.Topic, Insight: j.Insight, Strategy: j.Strategy, Dream: j.Dream,
		Kind: j.Kind, Sources: j.Sources, Withdrawn: j.Withdrawn, By: j.By,
	}
	var err error
	if i.CreatedAt, err = parseTime(j.CreatedAt); err != nil {
		r.bad = append(r.bad, fmt.Sprintf("created_at: %v", err))
	}
	if i.Kind != "" && !i.Kind.Known() {
		r.bad = append(r.bad, fmt.Sprintf("kind %q is none", i.Kind))
		i.Kind = ""
	}
	if r.use = strings.TrimSpace(i.Insight+i.Strategy+i.Dream) != ""; !r.use {
		r.bad = append(r.bad, "element has neither insight nor strategy nor log_entry: it is not used")
	}
	r.item = i
	return r
}

// title is an item's line in a list.
func (i Insight) title() string {
	for _, s := range []string{i.Topic, i.Insight, i.Strategy} {
		if s != "" {
			return string(DateOf(i.CreatedAt)) + " " + brief(s)
		}
	}
	return string(DateOf(i.CreatedAt)) + " " + brief(i.Dream)
}
