package facts

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/store"
)

// maxEnded is how many facts one thing that was told may end: more were hardly
// meant.
const maxEnded = 3

// ended returns when a fact stopped being so; zero if it holds.
func (e *entry) ended() time.Time {
	var at time.Time
	for _, pr := range e.proofs {
		if pr.Stance == Ended && !pr.withdrawn && pr.Time.After(at) {
			at = pr.Time
		}
	}
	return at
}

// Overtake ends the facts that an utterance puts in the past: what it denies,
// or has another value of, as lang.Telling.Replaces tells. What the same message
// told is not ended by it. It returns the facts that were ended. Cost: it reads
// all facts of the world once, if the utterance asserts anything.
func (b *Bank) Overtake(u Utterance, c store.Cause) ([]Fact, error) {
	var told []lang.Telling
	for _, st := range lang.Statements(u.Text, u.Before...) {
		if st.Subject.Who != lang.Listener && !st.Laughs {
			told = append(told, st.Tells...)
		}
	}
	if len(told) == 0 || u.MessageID == "" {
		return nil, nil
	}
	held, err := b.Facts(Query{Types: []Type{World}, Holding: true})
	if err != nil {
		return nil, err
	}
	slices.Reverse(held) // the newest first
	var list []Fact
	for _, f := range held {
		if len(list) == maxEnded {
			break
		}
		i := slices.IndexFunc(told, func(t lang.Telling) bool { return t.Replaces(f.Text, u.Speaker) })
		if i < 0 || slices.Contains(f.Sources, u.MessageID) || f.Time.After(u.Time) {
			continue
		}
		f, err := b.End(f.ID, Evidence{Source: u.MessageID, Text: told[i].Text, Time: u.Time}, c)
		if err != nil {
			return list, err
		}
		list = append(list, f)
	}
	return list, nil
}

// End says that a fact is no longer so: the message by.Source ended it, at
// by.Time, in the words by.Text. It stays in its file and is still found, with
// Fact.Ended. Withdraw of the message brings it back. It returns the fact;
// ErrNoFact, or ErrBadFact for a source that cannot be written.
func (b *Bank) End(id string, by Evidence, c store.Cause) (Fact, error) {
	by.Stance = Ended
	if by.Time.IsZero() {
		by.Time = b.now()
	}
	by.Text = strings.TrimLeft(strings.ReplaceAll(shortened(oneLine(by.Text), maxEvidence), "|", "/"), "— ")
	if err := checkSource(by.Source); err != nil {
		return Fact{}, fmt.Errorf("end fact %q: %w", shortened(id, 60), err)
	}
	f, err := b.one(id, c, func(e *entry, file *file) error {
		if e.prove(by) {
			file.doc.write(e.piece)
		}
		return nil
	})
	if err != nil {
		return Fact{}, fmt.Errorf("end fact %q: %w", shortened(id, 60), err)
	}
	return f, nil
}

// hold takes away what ended a fact: it was told again.
func (e *entry) hold() {
	e.proofs = slices.DeleteFunc(e.proofs, func(pr proof) bool { return pr.Stance == Ended && !pr.withdrawn })
}
