package companion

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"yumori/internal/facts"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/when"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/internal/withdraw"
)

// A Learned is what was kept of a message of the user's. It is a value.
type Learned struct {
	Message transcript.ID
	Says    []string // in sentences to the user
	Undone  bool     // the user took it back: Relearn brings it again
	Changed bool     // it put right what was known before
}

// Learning is what a persona keeps of what it is told, and how the user takes
// that back.
type Learning struct{ c *Companion }

// Learned returns what was kept of each of the messages, those that nothing was
// kept of left out.
func (l *Learning) Learned(ids []transcript.ID) ([]Learned, error) {
	sources := withdraw.Sources(ids)
	kept, err := l.c.mind.Facts.RestingOn(sources)
	if err != nil {
		return nil, fmt.Errorf("look for what was learned: %w", err)
	}
	hidden, err := l.c.mind.Facts.Withdrawn()
	if err != nil {
		return nil, fmt.Errorf("look for what was learned: %w", err)
	}
	user := l.c.userName()
	var list []Learned
	for _, id := range ids {
		found := Learned{Message: id, Says: saidOf(id, kept, user)}
		if len(found.Says) == 0 {
			found.Says, found.Undone = saidOf(id, hidden, user), true
		}
		if len(found.Says) == 0 {
			continue
		}
		derived, err := l.c.mind.Facts.Derived(string(id))
		if err != nil {
			return list, fmt.Errorf("look for what was learned: %w", err)
		}
		found.Changed = slices.ContainsFunc(derived, func(i memory.Derived) bool {
			return i.Store == facts.StoreEvidence && strings.HasPrefix(i.Title, string(facts.Ended))
		})
		list = append(list, found)
	}
	return list, nil
}

// saidOf says the facts that are derived from a message to the user.
func saidOf(id transcript.ID, list []facts.Fact, user string) []string {
	var says []string
	for _, f := range list {
		s := facts.Addressed(f.Text, user)
		if slices.Contains(f.Sources, string(id)) && len(says) < saysMost && !saidAgain(says, s, f.Time) { // an opinion may say the same
			says = append(says, s)
		}
	}
	return says
}

// saidAgain reports whether a sentence, told at a time, says what one of says did:
// the same, or the same of a day that is named another way, as a dream does, which
// knows the date.
func saidAgain(says []string, s string, told time.Time) bool {
	words, days := undated(s, told)
	return slices.ContainsFunc(says, func(o string) bool {
		if o == s {
			return true
		}
		others, same := undated(o, told)
		return slices.ContainsFunc(days, func(d namedDay) bool { return slices.ContainsFunc(same, d.mayBe) }) &&
			(among(words, others) || among(others, words))
	})
}

// A namedDay is a day as a sentence names it.
type namedDay struct {
	day   time.Time
	dated bool // by a date: which Friday is meant, no sentence need say
}

func (d namedDay) mayBe(o namedDay) bool {
	return d.day.Equal(o.day) || d.day.Weekday() == o.day.Weekday() && !(d.dated && o.dated)
}

// undated returns the words of a sentence without the times it names, and the days
// among those. A Japanese word is a letter.
func undated(s string, told time.Time) (words []string, days []namedDay) {
	at := 0
	for _, span := range when.Find(s, told) {
		if span.Unit == when.Day {
			days = append(days, namedDay{span.From, strings.ContainsFunc(s[span.Start:span.End], unicode.IsDigit)})
		}
		if span.Start >= at {
			words = append(words, wordsOf(s[at:span.Start])...)
			at = span.End
		}
	}
	return append(words, wordsOf(s[at:])...), days
}

func wordsOf(part string) []string {
	var spaced strings.Builder
	for _, r := range strings.ToLower(part) {
		switch {
		case plain.IsJapanese(r):
			spaced.WriteString(" " + string(r) + " ")
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'':
			spaced.WriteRune(r)
		default:
			spaced.WriteByte(' ')
		}
	}
	return strings.Fields(spaced.String())
}

// among reports whether the words are some of others, in their order.
func among(words, others []string) bool {
	for _, o := range others {
		if len(words) > 0 && words[0] == o {
			words = words[1:]
		}
	}
	return len(words) == 0
}

// Unlearn takes back what was kept of a message, which stays in the
// conversation: the facts, what was noted for the day and on pages, and what of
// it dreams tell. The next reply is told, and no dream learns it again. Relearn
// undoes it.
func (l *Learning) Unlearn(id transcript.ID) error {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "not to be remembered"}
	return l.turnLearned(id, func(sources []string) error {
		var all []memory.Derived
		var errs []error
		m := l.c.mind
		for _, withdraw := range []func([]string, store.Cause) ([]memory.Derived, error){
			m.Facts.Withdraw, l.c.persona.Daily.Withdraw, m.Pages.Withdraw, m.Episodes.Withdraw, m.Insights.Withdraw,
		} {
			fell, err := withdraw(sources, cause)
			all, errs = append(all, fell...), append(errs, err)
		}
		l.c.Memories.Hidden.Fell(all)
		return errors.Join(errs...)
	})
}

// Relearn undoes Unlearn.
func (l *Learning) Relearn(id transcript.ID) error {
	cause := store.Cause{Kind: store.CauseUser, Ref: string(id), Note: "to be remembered after all"}
	return l.turnLearned(id, func(sources []string) error {
		var errs []error
		m := l.c.mind
		for _, reinstate := range []func([]string, store.Cause) error{
			m.Facts.Reinstate, l.c.persona.Daily.Reinstate, m.Pages.Reinstate, m.Episodes.Reinstate, m.Insights.Reinstate,
		} {
			errs = append(errs, reinstate(sources, cause))
		}
		return errors.Join(errs...)
	})
}

// turnLearned changes what was kept of a message while no turn books anything,
// and tells of it.
func (l *Learning) turnLearned(id transcript.ID, change func(sources []string) error) error {
	ids, err := l.c.withdraw.WithReplies(id)
	if err == nil {
		l.c.booking.Lock()
		err = change(withdraw.Sources(ids))
		l.c.booking.Unlock()
	}
	l.tellLearned(id)
	l.c.recallLater()
	if err != nil {
		return fmt.Errorf("change what was learned from message %s: %w", id, err)
	}
	return nil
}

// tellLearned tells the screen what was kept of a message.
func (l *Learning) tellLearned(id transcript.ID) {
	list, err := l.Learned([]transcript.ID{id})
	if err != nil {
		l.c.logger.Warn("look for what was learned", "error", err)
		return
	}
	l.c.publish(TopicLearned, list)
}

// unlearned returns the messages of which the user took back what was kept. It
// reads what is withdrawn alone.
func (l *Learning) unlearned() map[string]bool {
	list, err := l.c.mind.Facts.Withdrawn()
	if err != nil {
		l.c.logger.Warn("look for what was taken back", "error", err)
	}
	of := map[string]bool{}
	for _, f := range list {
		for _, s := range f.Sources {
			of[s] = true
		}
	}
	return of
}
