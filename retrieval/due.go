package retrieval

import (
	"slices"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/question"
	"yumori/internal/lang/when"
	"yumori/internal/llm"
)

// byDay is the origin of what was found by the day it names.
const byDay = "day"

// mostDue is how many facts come back for the days that a question asks about.
const mostDue = 12

// addDue adds the facts that name a day to come which is asked about: what one means to
// do on it shares no word with "what's on tomorrow?".
func (rc *recalling) addDue() {
	now := rc.s.host.Now()
	if rc.s.opt.Due == nil || rc.q.scope != Memories || !rc.asks(now) {
		return
	}
	days := when.Ahead(rc.q.Ask.Text, now)
	if days.Empty() {
		return
	}
	due, err := rc.s.opt.Due(days)
	if err != nil {
		rc.note("what is to come was not looked for: " + err.Error())
		return
	}
	room := orTokens(rc.q.Tokens) + rc.q.phrases - rc.out.Tokens
	for _, id := range due[max(0, len(due)-mostDue):] {
		room -= rc.addFact(id, room)
	}
}

// asks reports whether what is recalled for asks something.
func (rc *recalling) asks(now time.Time) bool {
	persona := rc.s.host.Names().Persona
	return slices.ContainsFunc(lang.Split(rc.q.Ask.Text), func(s lang.Sentence) bool {
		_, ok := question.Asked(s, persona, now)
		return ok
	})
}

// addFact adds a fact that finds room, and returns how many tokens it takes.
func (rc *recalling) addFact(id string, room int) int {
	has := func(m Memory) bool {
		of := func(p Piece) bool { return p.ID == id }
		return m.ID == id || slices.ContainsFunc(m.Before, of) || slices.ContainsFunc(m.After, of)
	}
	d, ok, err := rc.s.indexes.document(id)
	shown := rc.q.InPrompt != nil && rc.q.InPrompt(id)
	if err != nil || !ok || shown || rc.s.Retracted.Has(id) || rc.s.Hidden.all()[id] || slices.ContainsFunc(rc.out.Memories, has) {
		return 0
	}
	m := memoryIn(d)
	size := llm.EstimateTokens(m.Content)
	if !m.allowed(rc.q.Filter) || size > room || rc.q.most > 0 && len(rc.out.Memories) >= rc.q.most {
		return 0
	}
	m.Terms, m.Score = rc.out.Intent.Outside(d, rc.s.host.Now(), rc.arousals())
	m.By = []string{byDay}
	rc.out.Tokens += size
	rc.out.Memories = append(rc.out.Memories, m)
	return size
}
