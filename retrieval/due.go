package retrieval

import (
	"fmt"
	"slices"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/when"
	"yumori/internal/llm"
	"yumori/internal/transcript"
)

// byDay is the origin of what was found by the day it names.
const byDay = "day"

// mostDue is how many facts, and how many messages, come back for the days that a question asks about.
const mostDue = 12

// addDue adds the facts and messages that name a day to come which is asked about: what one means
// to do on it shares no word with "what's on tomorrow?".
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
	said, err := rc.saidOf(days)
	if err != nil {
		rc.note("what was said of days to come was not looked for: " + err.Error())
	}
	room := orTokens(rc.q.Tokens) + rc.q.phrases - rc.out.Tokens
	for _, id := range slices.Concat(due[max(0, len(due)-mostDue):], said[max(0, len(said)-mostDue):]) {
		room -= rc.addOne(id, room)
	}
}

// dueMessages is how many messages are looked at for what was said of the days that are asked about.
const dueMessages = 400

// saidOf returns the user's messages of late that name one of some days, and those behind them
// that may put right what they tell: who is asked what is on tomorrow looks at what was said, though no
// fact was made of it.
func (rc *recalling) saidOf(days when.Days) (ids []string, err error) {
	page, err := rc.s.past.log.Page(transcript.Cursor{}, dueMessages)
	if err != nil {
		return nil, fmt.Errorf("look for what was said of some days: %w", err)
	}
	zone, told := rc.s.host.Now().Location(), []lang.Sense{}
	for _, m := range page.Messages {
		if m.Role != transcript.RoleUser || m.Guest() != "" {
			continue
		}
		text := plain.OwnWords(m.Text)
		of := slices.DeleteFunc(lang.Senses(text), func(s lang.Sense) bool { return lang.IsWeak(s.Key) })
		if question.NamesDay(text, m.Time.In(zone), days) || lang.Overlap(of, told) > 0 && likely.Amends(text) >= likely.AmendsFrom {
			ids, told = append(ids, string(m.ID)), append(told, of...)
		}
	}
	return ids, nil
}

// asks reports whether what is recalled for asks something.
func (rc *recalling) asks(now time.Time) bool {
	persona := rc.s.host.Names().Persona
	return slices.ContainsFunc(lang.Split(rc.q.Ask.Text), func(s lang.Sentence) bool {
		_, ok := question.Asked(s, persona, now)
		return ok
	})
}

// addOne adds a fact or message that finds room, and returns how many tokens it takes.
func (rc *recalling) addOne(id string, room int) int {
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
