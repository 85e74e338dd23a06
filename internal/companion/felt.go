package companion

import (
	"errors"
	"slices"
	"time"

	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/lang/statement"
	"yumori/internal/mind"
	"yumori/internal/store"
	"yumori/internal/tagfilter"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/retrieval"
)

// recordExchange books what an exchange did to the persona: the emotion and the
// resonances it reported, its arousal, and an episode when worry gave way to
// ease. What cannot be booked is logged and holds nothing up: the words are on
// disk already.
func (l *Learning) recordExchange(user transcript.Message, r reply) {
	reply, tags := r.kept, r.tags
	cause := store.Cause{Kind: store.CauseTurn, Ref: string(reply.ID)}
	at := reply.Time
	var errs []error
	var shift motivation.Shift
	if e, ok := emotionOf(tags); ok {
		s, err := l.c.mind.Motives.Felt(e, at, string(reply.ID))
		shift = s
		errs = append(errs, err)
	}
	if reports := resonancesOf(tags, string(reply.ID)); len(reports) > 0 {
		_, err := l.c.mind.Episodes.Resonate(reports, cause)
		errs = append(errs, err)
	}
	was, is := mind.StateAt(r.before, at), mind.StateAt(l.c.mind.MotivesNow(), at)
	errs = append(errs, l.c.mind.Exchanges.Record(episodic.Exchange{
		User: string(user.ID), Reply: string(reply.ID), Time: at,
		Before: was, After: is, Arousal: episodic.Arousal(was, is),
	}, cause))
	if shift.Bonding() && user.Guest() == "" && l.mayQuote(user) && l.turned(user, r.kept, shift) {
		source, quote := reply.ID, episodic.Quote{User: user.Text, Reply: reply.Text}
		if len(reply.Foreign) > 0 { // what others wrote is not told as what the two said
			source, quote.Reply = user.ID, ""
		}
		_, err := l.c.mind.Episodes.Add(episodic.NewBonding(episodic.Moment{
			Language: l.c.persona.Profile().Language, Time: at, Sources: []string{string(source)},
		}, episodic.Emotion(shift.From.Category), episodic.Emotion(shift.To.Category), quote), cause)
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		l.c.logger.Error("book exchange", "error", err)
	}
	l.c.Dreams.toldDreams(r)
	l.c.publish(TopicMind, l.c.Mind())
}

// bondAgain is for how many days the same turn of feeling is no second moment
// of its kind, where the built-in rules felt it.
const bondAgain = 30

// turned reports whether a feeling turned between the two. Of a model it is what
// it says it felt; the built-in rules feel something at every other sentence, so
// that the user has to be better, in their own words, and it has to be the first
// such turn for some time.
func (l *Learning) turned(user, reply transcript.Message, s motivation.Shift) bool {
	if reply.Model != episodic.Rules {
		return true
	}
	better := slices.ContainsFunc(lang.Sentences(user.Text), func(x lang.Sentence) bool { return lang.MoodOf(x).Good() })
	change := string(s.From.Category) + "→" + string(s.To.Category)
	return better && !slices.ContainsFunc(l.c.mind.Episodes.Episodes(), func(e episodic.Episode) bool {
		return e.Type == episodic.Bonding && e.EmotionChange == change && e.Date >= episodic.DateOf(reply.Time).Back(bondAgain)
	})
}

// userName returns what the user is called: as the profile has it, else as
// they said last; "" if nobody knows.
func (c *Companion) userName() string {
	if name := c.persona.Profile().UserName; name != "" {
		return name
	}
	name, err := c.mind.Facts.UserName()
	if err != nil {
		c.logger.Warn("look for the user's name", "error", err)
	}
	return name
}

// capture keeps what the user told in passing: preferences, facts, decisions,
// and ends what they put right. What the persona wrote down itself is known
// already.
func (l *Learning) capture(user transcript.Message) {
	known := []string{}
	for _, read := range []func() (store.Text, error){l.c.persona.Core, l.c.persona.Notepad} {
		if t, err := read(); err == nil {
			known = append(known, t.S)
		}
	}
	u := facts.Utterance{Text: user.Text, Time: user.Time, MessageID: string(user.ID), Known: known, Speaker: l.c.userName(), Persona: l.c.persona.Profile().Name}
	for _, m := range l.saidBefore(user) {
		u.Before, u.BeforeID = append(u.Before, m.Text), string(m.ID)
	}
	if parent, err := l.c.log.Find(user.Parent); err == nil && parent.Role == transcript.RolePersona {
		u.Reply = parent.Text
	}
	cause := store.Cause{Kind: store.CauseTurn, Ref: string(user.ID), Note: "capture"}
	over, err := l.c.mind.Facts.Overtake(u, nil, cause)
	if err != nil {
		l.c.logger.Error("put right what was told", "error", err)
	}
	var held []facts.Fact
	captured := slices.DeleteFunc(over.Captured, func(c facts.Captured) bool { return over.Says(c.Telling.Text) })
	news, err := l.c.mind.Facts.News(captured)
	if err != nil {
		l.c.logger.Warn("look for what was told before", "error", err)
	}
	for _, f := range news {
		held = append(held, f.Fact(u))
	}
	if len(held) == 0 {
		return
	}
	if _, err := l.c.mind.Facts.Retain(held, cause); err != nil {
		l.c.logger.Error("keep what was told", "error", err)
	}
	l.tellLearned(transcript.ID(held[0].Sources[0]))
}

// maxBefore is how many messages of the talk are read for whom a pronoun means.
const maxBefore = 40

// saidBefore returns the user's messages before one in the same talk, the newest last.
func (l *Learning) saidBefore(user transcript.Message) []transcript.Message {
	list, err := l.messagesBefore(user, maxBefore)
	if err != nil {
		l.c.logger.Warn("read what was said before", "error", err)
	}
	return list
}

// messagesBefore returns the user's messages before one in the same talk, among so
// many of all at most, the newest last; with an error as many as can be read.
func (l *Learning) messagesBefore(user transcript.Message, most int) ([]transcript.Message, error) {
	if user.Parent == "" {
		return nil, nil
	}
	at, err := l.c.log.At(user.Parent)
	if err != nil {
		return nil, nil // it stands on no branch that is shown
	}
	page, err := l.c.log.Page(at, most)
	var said []transcript.Message
	for _, m := range page.Messages {
		if m.Role == transcript.RoleUser && m.Guest() == "" && user.Time.Sub(m.Time) < talkLasts {
			said = append(said, m.Message)
		}
	}
	return said, err
}

// mayQuote reports whether the user did not ask that a message not be kept; where that cannot
// be read, they are taken to have asked it.
func (l *Learning) mayQuote(user transcript.Message) bool {
	withheld, err := retrieval.Withheld(l.c.log, user.ID)
	return err == nil && !withheld
}

// talkLasts is how long what was spoken of may still be meant by a pronoun.
const talkLasts = 12 * time.Hour

// emotionOf returns the last emotion that a reply reported.
func emotionOf(tags []tagfilter.Tag) (motivation.Emotion, bool) {
	for _, t := range slices.Backward(tags) {
		if t.Name == tagfilter.Emotion {
			return motivation.Emotion{Category: motivation.Category(t.Of), Intensity: t.Value}, true
		}
	}
	return motivation.Emotion{}, false
}

// resonancesOf returns what a reply reported of the memories it was given.
func resonancesOf(tags []tagfilter.Tag, reply string) []episodic.Report {
	var reports []episodic.Report
	for _, t := range tags {
		if t.Name == tagfilter.Memory {
			reports = append(reports, episodic.Report{ID: t.Of, Resonance: t.Value, Source: reply})
		}
	}
	return reports
}

// maxForgotten is how many messages back something may be that is asked to be
// forgotten: more than any prompt holds.
const maxForgotten = 2000

// tells reports whether a statement tells of somebody or something but the persona.
func tells(st statement.Statement) bool {
	return st.Mode == statement.Asserted && st.Subject.Who != statement.Listener
}

// forgetAsked takes back what the user asks in words to be forgotten, "forget what
// I said about my shoulder": their messages of this talk that speak of it, or the
// last one where nothing is named, or where it told something as a joke. Each can be
// restored, as any that is retracted.
func (l *Learning) forgetAsked(user transcript.Message) {
	about, asked := statement.Forgets(user.Text)
	if !asked && !statement.TakesBack(user.Text) {
		return
	}
	said, err := l.messagesBefore(user, maxForgotten)
	if err != nil {
		l.c.logger.Warn("look for what is to be forgotten", "error", err)
	}
	for i := len(said) - 1; i >= 0; i-- {
		if about != "" && !statement.Concerns(said[i].Text, about) {
			continue
		}
		if !asked && !statement.Withholds(user.Text) && !slices.ContainsFunc(statement.Statements(said[i].Text), tells) {
			return // "you're the worst" - "jk"
		}
		if _, err := l.c.Conversation.Retract(said[i].ID); err != nil {
			l.c.logger.Error("forget what was asked", "message", said[i].ID, "error", err)
		}
		if about == "" && !statement.OnlyWishes(said[i].Text) { // "remember that" is of what was said before it
			return
		}
	}
}
