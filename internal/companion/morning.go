package companion

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/store"
)

// A Morning is what a dream is told like after the night. It is a value.
type Morning struct {
	ID      string // of the dream; "" there is none
	Date    episodic.Date
	Slug    string
	Name    string   // of the persona
	Face    string   // the character whose drawn portrait it has; "" the one of its name
	Dream   string   // what was dreamt, in its own words
	Learned []string // what was learned of those days, in sentences to the user; at most three
	Asks    []string // what it would like to ask; at most two
	Waiting int      // how much waits for a yes: of this dream, and in Woke of all
}

// Bounds of a Morning.
const (
	learnedMost = 3
	asksMost    = 2
)

// Morning returns what a dream is told like; record.ErrNoDream if there is
// none.
func (d *Dreams) Morning(id string) (Morning, error) {
	r, err := d.DreamRecord(id)
	if err != nil {
		return Morning{}, err
	}
	pr := d.c.persona.Profile()
	m := Morning{ID: r.ID, Date: r.Date, Slug: d.c.slug, Name: pr.Name, Face: pr.Face, Waiting: r.Summary().Waiting}
	for _, ch := range r.Changes {
		fresh := ch.State == record.StatusApplied && ch.Before == nil && ch.After != nil
		switch {
		case ch.Kind == record.KindInsight && fresh && m.Dream == "":
			m.Dream = ch.Member("log_entry")
		case ch.Kind == record.KindQuestion && fresh && len(m.Asks) < asksMost:
			m.Asks = append(m.Asks, ch.Words())
		}
	}
	found, err := d.c.mind.Facts.RestingOn(r.Inputs.Messages)
	if err != nil {
		return m, fmt.Errorf("tell of dream %s: %w", id, err)
	}
	m.Learned = mostTelling(found, d.c.userName())
	return m, nil
}

// mostTelling returns the facts that matter most as sentences to the user, in
// the order in which they were told: a quotation only where there is nothing
// better.
func mostTelling(list []facts.Fact, user string) []string {
	list = slices.DeleteFunc(list, func(f facts.Fact) bool { return f.Type != facts.World || !f.Ended.IsZero() })
	weight := func(f facts.Fact) float64 {
		if strings.ContainsAny(f.Text, "“「") {
			return f.Importance - 1
		}
		return f.Importance
	}
	slices.SortStableFunc(list, func(a, b facts.Fact) int { return cmp.Compare(weight(b), weight(a)) })
	var said []string
	list = slices.DeleteFunc(list, func(f facts.Fact) bool {
		s := facts.Addressed(f.Text, user)
		again := len(said) == learnedMost || saidAgain(said, s, f.Time)
		if !again {
			said = append(said, s)
		}
		return again
	})
	slices.SortStableFunc(list, func(a, b facts.Fact) int { return a.Time.Compare(b.Time) })
	var says []string
	for _, f := range list {
		says = append(says, facts.Addressed(f.Text, user))
	}
	return says
}

// shownFile holds the id of the dream whose morning was shown last, on a line of
// its own. It is derived data; without it that morning is shown once more.
const shownFile = ".index/morning.txt"

// Shown notes that a dream was shown: if it is the newest, Woke returns it no more.
func (d *Dreams) Shown(id string) error {
	list, err := d.Summaries()
	if err != nil || len(list) == 0 || list[0].ID != id {
		return err
	}
	if err := d.c.dir.Write(shownFile, []byte(id+"\n"), store.Cause{Kind: store.CauseUser, Note: "morning"}); err != nil {
		return fmt.Errorf("note morning of dream %s: %w", id, err)
	}
	return nil
}

// Woke returns the morning of the newest dream where the user has not spoken since
// and was not shown it; the zero Morning otherwise, and while another night is
// due: of several that were missed the newest is told, not the one dreamt first.
func (d *Dreams) Woke(ctx context.Context) (Morning, error) {
	list, err := d.Summaries()
	if err != nil || len(list) == 0 || list[0].State == record.StatusRunning || list[0].Level == 0 {
		return Morning{}, err
	}
	if d.c.mind.MotivesNow().Spoke.After(list[0].At) {
		return Morning{}, nil
	}
	if shown, err := d.c.dir.Read(shownFile); err == nil && strings.TrimSpace(string(shown)) == list[0].ID {
		return Morning{}, nil
	}
	if o, err := d.c.Nights.outlook(ctx); err != nil || o.Due {
		return Morning{}, err
	}
	m, err := d.Morning(list[0].ID)
	if inbox, ierr := d.c.Inbox.Asks(); ierr == nil {
		m.Waiting = len(inbox)
	}
	return m, err
}

// A Told is something the user told of themselves or of theirs.
type Told struct {
	Fact string // id
	Says string // in a sentence to the user
}

// toldMatters is the least importance of what counts as worth telling.
const toldMatters = 0.6

// ToldQuery asks for what ToldIn makes sentences of.
func ToldQuery() facts.Query {
	return facts.Query{Types: []facts.Type{facts.World}, Kinds: []memory.Kind{memory.Told}, Holding: true}
}

// ToldIn is what facts say, in sentences to the user, whose name may be "";
// what matters most goes first.
func ToldIn(list []facts.Fact, user string) []Told {
	list = slices.DeleteFunc(slices.Clone(list), func(f facts.Fact) bool {
		return f.Category == facts.Other || f.Importance < toldMatters && f.Importance > 0 // 0: written by hand
	})
	slices.SortStableFunc(list, func(a, b facts.Fact) int {
		return cmp.Or(cmp.Compare(b.Importance, a.Importance), b.Time.Compare(a.Time))
	})
	var told []Told
	for _, f := range list {
		t := Told{Fact: f.ID, Says: facts.Addressed(f.Text, user)}
		if !slices.ContainsFunc(told, func(o Told) bool { return o.Says == t.Says }) {
			told = append(told, t)
		}
	}
	return told
}
