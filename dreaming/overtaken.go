package dreaming

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/statement"
	"yumori/internal/transcript"
	"yumori/persona"
)

// A correcting is something that the user told and that may put what they told
// before in the past.
type correcting struct {
	telling statement.Telling
	message transcript.Message
}

// corrections returns what the user told of late that could put something in
// the past, in the order it was told.
func (g gathered) corrections() []correcting {
	var list []correcting
	var before []string
	for _, m := range g.fresh {
		if m.Role != transcript.RoleUser || m.Retracted {
			continue
		}
		for _, t := range rules.TellingsOf(statement.Statements(m.Text, before...)) {
			list = append(list, correcting{t, m})
		}
		before = append(before, m.Text)
	}
	return list
}

// overtake ends those of the facts kept tonight that the user put right on these days: when it
// was said, they were no facts yet. What was kept before was put right then, and may have been
// made otherwise since; what the user refused is not kept anew.
func (w *writing) overtake(tonight map[string]bool) error {
	u := facts.Utterance{Speaker: w.night.p.deps.User}
	for _, m := range w.night.said.fresh {
		if m.Role == transcript.RolePersona {
			u.Reply = m.Text
		}
		if m.Role != transcript.RoleUser || m.Retracted || m.Guest() != "" { // what came through a door puts nothing right
			continue
		}
		u.Text, u.Time, u.MessageID = m.Text, m.Time, string(m.ID)
		evidence := []record.Evidence{{Message: u.MessageID, Quote: record.OneLine(m.Text)}}
		over, err := w.night.mem.bank.Overtake(u, func(f facts.Fact) bool {
			return tonight[f.ID] || f.ID == "" && !w.night.wasDenied(record.KindFact, f.Text, evidence)
		}, w.cause)
		if err != nil {
			return fmt.Errorf("end what was put right: %w", err)
		}
		for _, f := range slices.Concat(over.Ended, over.Anew) {
			tonight[f.ID] = true // what was kept anew may be put right again
			w.mark(f.ID, f.Text, evidence)
		}
		if err := w.removeSaid(over, u.MessageID, tonight); err != nil {
			return err
		}
		u.Before, u.BeforeID, u.Reply = append(u.Before, m.Text), u.MessageID, ""
	}
	return nil
}

// removeSaid takes out of the facts kept tonight those that tell no more than what a message put
// right of another.
func (w *writing) removeSaid(over facts.Overtaken, message string, tonight map[string]bool) error {
	if len(over.Anew) == 0 {
		return nil
	}
	held, err := w.night.mem.bank.Facts(facts.Query{Holding: true})
	if err != nil {
		return fmt.Errorf("look for what only puts right: %w", err)
	}
	for _, f := range held {
		anew := slices.ContainsFunc(over.Anew, func(o facts.Fact) bool { return o.ID == f.ID })
		if !tonight[f.ID] || anew || !slices.Equal(f.Sources, []string{message}) || !onlyRights(over, w.quoted(f.ID)) {
			continue
		}
		if err := w.night.mem.bank.Remove(f.ID, w.cause); err != nil {
			return fmt.Errorf("take out what only puts right: %w", err)
		}
	}
	return nil
}

// quoted returns what was said of the item that a store returned under an id.
func (w *writing) quoted(id string) string {
	var said []string
	for _, m := range w.marks {
		if m.of.Key == id {
			for _, e := range m.evidence {
				said = append(said, e.Quote)
			}
		}
	}
	return strings.Join(said, "\n")
}

// onlyRights reports whether a text tells no more worth keeping than what puts others right.
func onlyRights(over facts.Overtaken, text string) bool {
	rights := false
	for _, s := range lang.Split(text) {
		says := over.Says(s.Text)
		if rights = rights || says; !says && likely.WorthKeeping(s.Text) >= worthBeside {
			return false
		}
	}
	return rights
}

// worthBeside is the chance to say something by itself from which on a sentence beside what puts
// something right is kept.
const worthBeside = 0.35

// followThrough carries what the user put right into the texts that always are
// before the persona: a line of them that holds no longer is proposed to be
// replaced, and a proposal that would add such a line is taken back. It returns
// whether it did anything.
func (pr *proposer) followThrough() (bool, error) {
	held, err := pr.night.mem.persona.HeldChanges()
	if err != nil {
		return false, fmt.Errorf("follow what was put right: %w", err)
	}
	waiting := slices.ContainsFunc(held, func(h persona.Held) bool { return h.State == persona.StateHeld && h.Append != "" })
	if !waiting && strings.TrimSpace(pr.texts[persona.Core]+pr.texts[persona.Evergreen]) == "" {
		return false, nil
	}
	did := false
	for _, c := range pr.night.said.corrections() {
		did = pr.withdrawHeld(c, held) || did
		for _, l := range pr.replacements(c) {
			if slices.ContainsFunc(pr.had.Proposals, func(p proposal) bool { return p.Text == l.Text }) || pr.waits(l) || pr.w.replaces(l.Replaces) {
				continue
			}
			kept, err := pr.holdLine(l)
			if err != nil {
				return did, err
			}
			if kept {
				did = true
				pr.had.Proposals = append(pr.had.Proposals, proposal{pr.night.rec.ID, pr.night.rec.Date, l.File, l.Text})
			}
		}
	}
	return did, nil
}

// withdrawHeld refuses, in the user's place, what was proposed before they put it
// right. It returns whether it did anything.
func (pr *proposer) withdrawHeld(c correcting, held []persona.Held) bool {
	did := false
	for _, h := range held {
		if h.State != persona.StateHeld || h.Append == "" || !h.Time.Before(c.message.Time) || !pr.putsRight(c, h.Append) {
			continue
		}
		if _, err := pr.night.mem.persona.Decide(h.ID, persona.Refuse); err != nil && !errors.Is(err, persona.ErrDecided) {
			pr.w.problem("a proposal that holds no longer: %v", err)
			continue
		}
		did = true
	}
	return did
}

// putsRight reports whether what was told puts a line in the past.
func (pr *proposer) putsRight(c correcting, line string) bool {
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "- "))
	return line != "" && !strings.HasPrefix(line, "#") && c.telling.Replaces(line, pr.night.p.deps.User)
}

// replacements are the lines to propose in place of those that what was told
// puts in the past, derived from both.
func (pr *proposer) replacements(c correcting) (list []rules.Lasting) {
	is := pr.datedLine(c)
	for _, f := range []persona.File{persona.Core, persona.Evergreen} {
		for line := range strings.Lines(pr.texts[f]) {
			line = strings.TrimRight(line, "\r\n")
			if !pr.putsRight(c, line) || utf8.RuneCountInString(is) > rules.MaxLine {
				continue
			}
			evidence := append(pr.toldBefore(c), record.Evidence{Message: string(c.message.ID), Quote: rules.QuoteOf(sentenceWith(c.message.Text, c.telling.Text))})
			list = append(list, rules.Lasting{File: f, Text: is, Replaces: line, Evidence: evidence})
		}
	}
	return list
}

// datedLine is what was told as a line that can be read in a year.
func (pr *proposer) datedLine(c correcting) string {
	if standing, ok := c.telling.Standing(); ok {
		return facts.Attributed(standing, pr.night.p.deps.User)
	}
	text := facts.Attributed(c.telling.Text, pr.night.p.deps.User)
	if !rules.Passes(c.telling.Text) {
		return text
	}
	at := c.message.Time.In(pr.night.rec.At.Location())
	if lang.Japanese(text) {
		return text + "（" + at.Format("2006年1月2日") + "）"
	}
	return text + " (" + at.Format("2 January 2006") + ")"
}

// toldBefore is what said before what was put right: the facts that ended with
// it.
func (pr *proposer) toldBefore(c correcting) (list []record.Evidence) {
	held, err := pr.night.mem.bank.Facts(facts.Query{Types: []facts.Type{facts.World}})
	if err != nil {
		return nil
	}
	for _, f := range held {
		ended := slices.ContainsFunc(f.Evidence, func(e facts.Evidence) bool {
			return e.Stance == facts.Ended && e.Source == string(c.message.ID)
		})
		if ended && len(f.Sources) > 0 && c.telling.Replaces(f.Text, pr.night.p.deps.User) {
			list = append(list, pr.night.hearing(nil).evidence(f.Sources[:1], f.Text)...)
		}
	}
	return list[:min(len(list), 2)]
}

// sentenceWith returns the sentence of a message that says a text most.
func sentenceWith(message, text string) string {
	best, most := message, -1
	want := record.Terms(text)
	for _, s := range lang.Parts(message) {
		if k := record.Common(record.Terms(s), want); k > most {
			best, most = s, k
		}
	}
	return best
}
