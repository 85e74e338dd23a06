package facts

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/statement"
	"yumori/internal/store"
)

// maxEnded is how many facts one thing that was told may end: more were hardly
// meant.
const maxEnded = 3

// calledOffIn is for how long after it was told a plan may be called off by words that do
// not say which is meant: "we can't go any more".
const calledOffIn = 7 * 24 * time.Hour

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

// An Overtaken is what an utterance put in the past.
type Overtaken struct {
	Ended    []Fact     // as they are then
	Anew     []Fact     // kept with what is so instead
	Captured []Captured // what the utterance tells, as Capture finds it
	says     []string   // what of the utterance says so
}

// Says reports whether a text of the utterance tells no more than what facts are kept anew with:
// "not Thursday, Friday".
func (o Overtaken) Says(text string) bool {
	text = strings.TrimRight(lang.Fold(text), ".。!！ ")
	return len(o.Anew) > 0 && slices.ContainsFunc(o.says, func(by string) bool {
		by = lang.Fold(by)
		return strings.Contains(by, text) || strings.Contains(text, by)
	})
}

// Overtake ends the facts that an utterance puts in the past: what it denies,
// or has another value of, as statement.Telling.Replaces tells. What the same message
// told is not ended by it. Where it says what is so instead, the fact is kept
// anew with that. Only facts that may change do: may is asked of each that would end and, without
// an id, of each that would be kept anew; nil lets all. With an error it returns what was done by
// then. Cost: it reads all facts of the world once, if the utterance asserts anything.
func (b *Bank) Overtake(u Utterance, may func(Fact) bool, c store.Cause) (o Overtaken, err error) {
	read := readingOf(u)
	n, contrasts := newsIn(u, read), contrastsIn(read)
	o.Captured = Capture(u)
	if len(n.told)+len(n.rights)+len(contrasts) == 0 || u.MessageID == "" {
		return o, nil
	}
	held, err := b.Facts(Query{Types: []Type{World}, Holding: true})
	if err != nil {
		return o, err
	}
	refused := func(f Fact) bool { return may != nil && !may(f) }
	held = slices.DeleteFunc(held, refused)
	slices.Reverse(held) // the newest first
	list, right, over := n.overtaken(slices.DeleteFunc(slices.Clone(held), func(f Fact) bool { return spares(contrasts, f) }), o.Captured, u)
	for _, x := range contrasts {
		f, now, ok := x.overtaken(held, u)
		if !ok || len(list) > 0 && over[f.ID] == "" {
			continue
		}
		if over[f.ID] == "" {
			list, over[f.ID] = append(list, f), x.evidence
		}
		if len(right) == 0 && !tells(o.Captured, over[f.ID]) {
			right = append(right, f.righted(now, u))
		}
	}
	right = slices.DeleteFunc(right, refused)
	if len(right) > 0 { // first: a crash between the two leaves both, and not neither
		if o.Anew, err = b.Retain(right, c); err != nil {
			return o, err
		}
	}
	o.says = slices.Collect(maps.Values(over))
	o.Ended, err = b.endEach(list, over, u, c)
	return o, err
}

// overtaken returns which of the facts that hold, the newest first, it ends, how those of
// them read that it puts right, and what of it ends each, by its id.
func (n news) overtaken(held []Fact, captured []Captured, u Utterance) (list, right []Fact, over map[string]string) {
	off, offBy := n.callsOff(held, u)
	over = map[string]string{}
	for _, f := range held {
		if len(list) == maxEnded {
			break
		}
		by, now := n.overtakes(f, u.Speaker)
		if by == "" {
			by, now = n.overtakesPart(f, held)
		}
		if by == "" && f.ID == off {
			by = offBy
		}
		if by == "" || slices.Contains(f.Sources, u.MessageID) || f.Time.After(u.Time) {
			continue
		}
		if now != "" && !tells(captured, by) {
			right = append(right, f.righted(now, u))
		}
		list, over[f.ID] = append(list, f), by
	}
	return list, right, over
}

// tells reports whether one of what was captured is told in just these words, so that it is
// kept anyway.
func tells(captured []Captured, by string) bool {
	return slices.ContainsFunc(captured, func(c Captured) bool { return strings.EqualFold(c.Telling.Text, by) })
}

// endEach ends each of some facts by an utterance, over being what of it ends which, and
// returns them as they are then.
func (b *Bank) endEach(list []Fact, over map[string]string, u Utterance, c store.Cause) ([]Fact, error) {
	for i, f := range list {
		ended, err := b.End(f.ID, Evidence{Source: u.MessageID, Text: over[f.ID], Time: u.Time}, c)
		if err != nil {
			return list[:i], err
		}
		list[i] = ended
	}
	return list, nil
}

// righted returns a fact as an utterance has it that puts it right; where it quotes somebody,
// with the mark that they did not say it like that.
func (f Fact) righted(now string, u Utterance) Fact {
	return Fact{
		Type: f.Type, Kind: f.Kind, Category: f.Category, Importance: f.Importance, Confidence: f.Confidence,
		Text: lang.MarkPutRight(now), Entities: slices.DeleteFunc(slices.Clone(f.Entities), func(name string) bool { return !lang.Mentions(now, name) }), Time: u.Time, Sources: []string{u.MessageID},
	}
}

// A reading is an utterance with its words written out, what was said before it too, and what it states.
type reading struct {
	text   string
	before []string // the newest last
	said   []statement.Statement
}

func readingOf(u Utterance) reading {
	r := reading{text: lang.Written(u.Text), before: make([]string, len(u.Before))}
	for i, text := range u.Before {
		r.before[i] = lang.Written(text)
	}
	r.said = statement.Statements(r.text, r.before...)
	return r
}

// news is what an utterance tells, and what of it may put something right: that of one that
// corrects or is likely to, and what it says that others said or that stands beside their
// words, "he's not from Gdansk, he told me, it's Gdynia".
type news struct{ told, rights []statement.Telling }

func newsIn(u Utterance, r reading) (n news) {
	amends := likely.Amends(r.text) >= likely.AmendsFrom
	last := ""
	if len(r.before) > 0 {
		last = r.before[len(r.before)-1]
	}
	for _, st := range r.said {
		if st.Subject.Who == statement.Listener || st.Laughs {
			continue
		}
		st.Tells = slices.DeleteFunc(slices.Clone(st.Tells), func(t statement.Telling) bool {
			return t.About == "age" && !ageOfOwn(st.Text, t.Of, last) || u.isOfPersona(st, t)
		})
		n.told = append(n.told, st.Tells...)
		if !st.Corrects && (!amends || lexicon.Has("was-so", st.Plain)) {
			continue // "I'm admitted on the 7th" moves no test on the 18th, "2年付き合ってた" no break-up
		}
		n.rights = append(n.rights, st.Tells...)
		if len(st.Tells) == 0 && (st.Mode == statement.Hearsay || st.Mode == statement.Uttered) {
			n.rights = append(n.rights, statement.Telling{Text: st.Plain})
		}
	}
	return n
}

// ageOfOwn reports whether it is clear whose age a sentence tells: that of somebody by name,
// or the speaker's, where neither it nor the line before is of somebody else, or it says "I".
func ageOfOwn(text string, of statement.Subject, before string) bool {
	switch {
	case of.Who == statement.Someone, lexicon.Has("speaker", text):
		return true
	case of.Who != statement.Speaker:
		return false
	}
	return !ofAnother(text) && (!ofAnother(before) || lexicon.Has("speaker", before))
}

// ofAnother reports whether a text names somebody or an animal.
func ofAnother(text string) bool {
	animal := func(i lang.Image) bool { return i.Kind == lang.Animal }
	return lexicon.Has("of-another", text) || len(lang.PersonsJa(text))+len(lang.Persons(text)) > 0 || slices.ContainsFunc(lang.Images(text), animal)
}

// overtakes returns what of it ends a fact, "" if nothing does, and how the fact
// reads with what it puts right, "" where that is not known.
func (n news) overtakes(f Fact, speaker string) (by, now string) {
	for _, t := range n.rights {
		if t.Was != "" && strings.Contains(f.Text, t.Was) {
			return t.Text, strings.Replace(f.Text, t.Was, t.Text, 1)
		}
		if text, ok := t.Rights(f.Text); ok && ofItsMatter(t.Text, f.Text) {
			return t.Text, text
		}
	}
	if i := slices.IndexFunc(n.told, func(t statement.Telling) bool {
		return t.Replaces(f.Text, speaker) && (!strings.Contains(t.Text, "not ") || ofItsMatter(t.Text, f.Text)) && !strays(t, f)
	}); i >= 0 {
		t := n.told[i]
		if t.Was != "" && strings.Contains(f.Text, t.Was) {
			now = strings.Replace(f.Text, t.Was, t.Text, 1)
		}
		return t.Text, now
	}
	return "", ""
}

// overtakesPart is overtakes of a fact of whose matter others speak that were kept of the same
// message: "I view the hall on Saturday" and "it is on the 7th at two".
func (n news) overtakesPart(f Fact, held []Fact) (by, now string) {
	for _, t := range n.rights {
		now, ok := statement.PutRight(f.Text, t.Text)
		if !ok || len(f.Sources) == 0 {
			continue
		}
		whole := ""
		for _, o := range held {
			if len(o.Sources) > 0 && o.Sources[0] == f.Sources[0] {
				whole += o.Text + " "
			}
		}
		if _, ok := t.Rights(whole); ok {
			return t.Text, now
		}
	}
	return "", ""
}

// ofItsMatter reports whether an English correction names nothing, or something that a fact
// is of: "the lecture is at half past four, not four" rights no death four years ago.
func ofItsMatter(text, fact string) bool {
	of := slices.DeleteFunc(lang.Senses(text), func(s lang.Sense) bool {
		return lang.IsWeak(s.Key) || lang.Is(lang.Putting, s.Key) || lexicon.Has("of-time", s.Key) || strings.ContainsAny(s.Key, "0123456789@")
	})
	return lang.Japanese(text) || len(of) == 0 || lang.Overlap(of, lang.Senses(fact)) > 0
}

// strays reports whether a telling that has no one value of a thing, and so speaks against a fact
// by its words alone, is mostly of something else, "the hospital telephoned: my operation is no
// longer on the 19th" of a son who telephones, or says again what the fact has.
func strays(t statement.Telling, f Fact) bool {
	if t.Was != "" || t.Value != "" && t.Topic != statement.TopicPlan {
		return false
	}
	firm := func(text string) []lang.Sense {
		return slices.DeleteFunc(lang.Senses(text), func(s lang.Sense) bool { return lang.IsWeak(s.Key) || lang.Is(lang.Putting, s.Key) })
	}
	of, had := firm(t.Text), firm(f.Text)
	share := lang.Overlap(of, had)
	return len(of) > strayFrom && share <= strayShare || lang.Overlap(had, of) < strayOf ||
		share == 1 && len(figuresIn(t.Text)) > 0 && !lexicon.Has("denied-after", t.Text)
}

// How many things a telling has to speak of, and how large a part of them a fact is of at most,
// that it is mostly of something else; and of which part of a fact it has to be.
const (
	strayFrom  = 3
	strayShare = 0.34
	strayOf    = 0.2
)

// callsOff returns the id of the one plan of the last days that an utterance says does not
// take place, and what says so; "" where that may be of several, or of none.
func (n news) callsOff(held []Fact, u Utterance) (id, by string) {
	for _, f := range held {
		if u.Time.Sub(f.Time) > calledOffIn || slices.Contains(f.Sources, u.MessageID) {
			continue
		}
		i := slices.IndexFunc(n.told, func(t statement.Telling) bool { return t.CallsOff(f.Text, u.Speaker) })
		switch {
		case i < 0:
		case id != "":
			return "", ""
		default:
			id, by = f.ID, n.told[i].Text
		}
	}
	return id, by
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
