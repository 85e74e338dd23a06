package dreaming

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/transcript"
	"yumori/persona"
)

// propose holds for the user what proved lasting: what the model found, facts
// of today by their sort, names that come up day after day. Most nights have
// none.
func (n *night) propose(w *writing, x rules.Extraction) error {
	had, version, err := n.proposed()
	if err != nil {
		w.problem("nothing proposed: %v", err)
		return nil
	}
	texts, err := n.standing()
	if err != nil {
		w.problem("nothing proposed: %v", err)
		return nil
	}
	before := len(had.Proposals)
	followed, err := n.followThrough(w, texts, &had)
	if err == nil {
		err = n.proposeLasting(w, x, texts, &had)
	}
	if err != nil {
		return err
	}
	w.idle = w.idle && !followed && len(had.Proposals) == before
	if len(had.Proposals) == before {
		return nil
	}
	return n.saveProposed(had, version, w.cause)
}

// proposeLasting proposes what proved lasting, within the bounds of a night and
// of a week.
func (n *night) proposeLasting(w *writing, x rules.Extraction, texts standingTexts, had *proposals) error {
	room := min(rules.ProposedNight, rules.ProposedWeek-had.since(n.rec.Date.Back(6)))
	if room <= 0 {
		return nil
	}
	list, h, err := n.lastings(x)
	if err != nil {
		return err
	}
	before := len(had.Proposals)
	for _, l := range list {
		if len(had.Proposals)-before == room {
			break
		}
		if l.Replaces == "" && l.File != persona.Soul {
			l.File, l.Replaces = texts.corrected(l)
			l.Text = rules.Renamed(l.Replaces, l.Text)
		}
		if n.known(l, texts, *had) || l.Replaces != "" && w.replaces(l.Replaces) {
			continue
		}
		if l.Evidence == nil {
			l.Evidence = h.evidence(l.Sources, l.Text)
		}
		kept, err := n.holdLine(w, l)
		if err != nil {
			return err
		}
		if kept {
			had.Proposals = append(had.Proposals, proposal{n.rec.ID, n.rec.Date, l.File, l.Text})
		}
	}
	return nil
}

// replaces reports whether a line is to be replaced by something proposed
// already.
func (w *writing) replaces(line string) bool {
	return slices.ContainsFunc(w.proposals, func(c record.Change) bool { return c.Kind == record.KindHeld && c.Before != nil && *c.Before == line })
}

// known reports whether a line stands somewhere already, or was proposed or
// refused before.
func (n *night) known(l rules.Lasting, texts standingTexts, had proposals) bool {
	return texts.has(l) || n.stands(texts, l) || n.proposedBefore(had, l) || n.refused(l) || n.waits(l)
}

// stands reports whether core memory, or what is told of the user, says a line
// in other words.
func (n *night) stands(texts standingTexts, l rules.Lasting) bool {
	return n.saysAgain(texts[persona.Core], l.Text) || n.saysAgain(texts[persona.Evergreen], l.Text) || n.saysAgain(texts[persona.User], l.Text)
}

// saysAgain reports whether a line of a text says of the user what a line says.
func (n *night) saysAgain(text, line string) bool {
	for old := range strings.Lines(text) {
		if rules.SaysAgain(strings.TrimSpace(old), line, n.p.deps.User, n.p.deps.Persona) {
			return true
		}
	}
	return false
}

// waits reports whether the same was asked for in the conversation, or on
// another night, and still waits: the line itself, or one that says it in other
// words.
func (n *night) waits(l rules.Lasting) bool {
	list, err := n.mem.persona.HeldChanges()
	return err == nil && slices.ContainsFunc(list, func(h persona.Held) bool {
		if h.State != persona.StateHeld || h.Call != "" {
			return false
		}
		same := func(o string) bool { return n.plain(o) == n.plain(lineFor(l)) }
		return h.File == string(l.File) && slices.ContainsFunc(strings.Split(h.After, "\n"), same) || n.saysAgain(h.After, l.Text)
	})
}

// refused reports whether a line was refused, or undone, before: no new
// evidence brings it up again.
func (n *night) refused(l rules.Lasting) bool {
	for _, d := range n.denied {
		if (d.kind == record.KindHeld || d.kind == "") && rules.Covered(d.said, l.Text) {
			n.rec.Known++
			return true
		}
	}
	return false
}

// lastings returns what may be proposed tonight, the weightiest first.
func (n *night) lastings(x rules.Extraction) ([]rules.Lasting, *hearing, error) {
	held, err := n.believed()
	if err != nil {
		return nil, nil, fmt.Errorf("look for what always holds: %w", err)
	}
	list := slices.DeleteFunc(slices.Clone(x.Lasting), func(l rules.Lasting) bool { return n.rests(n.sources(l.Evidence)...) })
	for i := range list {
		list[i].Weight = 2 // the model has read the day
	}
	r, _ := thought[rules.Reflection](n, record.StageReflect)
	for _, l := range r.Soul {
		if n.rests(n.sources(l.Evidence)...) {
			continue
		}
		l.Weight = 3
		list = append(list, l)
	}
	since := n.rec.At.AddDate(0, 0, -heardDays)
	var recent []facts.Fact
	for _, f := range held {
		if !f.Time.Before(since) {
			recent = append(recent, f.Fact)
		}
	}
	h := n.hearing(recent)
	for _, b := range held {
		f := b.Fact
		if !f.Ended.IsZero() {
			continue // it holds no longer
		}
		if !h.tonight(f) {
			if n.rec.Level >= 2 && len(f.Sources) >= rules.ThemeDays && f.Type != facts.Summary {
				list = append(list, rules.Lasting{File: persona.Evergreen, Text: f.Text, Evidence: evidenceOf(f.Sources), Weight: 1})
			}
			continue
		}
		if l, ok := rules.LastingFact(f, h.daysOf(f), n.p.deps.User); ok && x.By == episodic.Rules {
			l.Sources = f.Sources
			list = append(list, l)
		}
	}
	list = append(list, h.themes(n)...)
	rules.Heaviest(list)
	return list, h, nil
}

// A hearing is what the bank holds, by the days on which it was said.
type hearing struct {
	log   *transcript.Log
	words func(string) []string
	facts []facts.Fact
	fresh map[string]transcript.Message // of tonight
}

func (n *night) hearing(held []facts.Fact) *hearing {
	h := &hearing{log: n.p.deps.Log, words: n.mem.wordsOf, facts: held, fresh: map[string]transcript.Message{}}
	for _, m := range n.said.fresh {
		if m.Role == transcript.RoleUser && !n.rests(string(m.ID)) {
			h.fresh[string(m.ID)] = m
		}
	}
	return h
}

// tonight reports whether a fact is derived from what the user said since the last
// dream.
func (h *hearing) tonight(f facts.Fact) bool {
	return slices.ContainsFunc(f.Sources, func(id string) bool { _, ok := h.fresh[id]; return ok })
}

// saidTonight is what the user said since the last dream, for names to be
// found in.
func (h *hearing) saidTonight() string {
	var b strings.Builder
	for _, m := range h.fresh {
		b.WriteString(transcript.Fold(m.Text) + "\n")
	}
	return b.String()
}

// nouns are the things that a text speaks of.
func (h *hearing) nouns(text string) []string {
	return slices.DeleteFunc(slices.Clone(h.words(text)), func(t string) bool { return !lang.Noun(t) })
}

// daysOf returns on how many days the bank heard of the things of a fact.
func (h *hearing) daysOf(f facts.Fact) int {
	terms := h.nouns(f.Text)
	days := map[episodic.Date]bool{}
	for _, o := range h.facts {
		if n := len(lang.Shared(terms, h.words(o.Text))); n > 0 && 2*n >= len(terms) && !o.Time.IsZero() {
			days[episodic.DateOf(o.Time)] = true
		}
	}
	return len(days)
}

// message returns what a source names; ok is false if it is none.
func (h *hearing) message(id string) (transcript.Message, bool) {
	if m, ok := h.fresh[id]; ok {
		return m, true
	}
	m, err := h.log.Find(transcript.ID(id))
	return m, err == nil
}

// evidence returns what a text is derived from, with the words of each message that
// say most of it.
func (h *hearing) evidence(sources []string, text string) []record.Evidence {
	var list []record.Evidence
	want := record.Terms(text)
	for _, id := range sources {
		if len(list) == rules.MaxEvidence {
			break
		}
		e := record.Evidence{Message: id}
		if m, ok := h.message(id); ok {
			most := 0
			for _, s := range rules.SentencesOf(m.Text) {
				if n := record.Common(record.Terms(s), want); n > most {
					most, e.Quote = n, rules.QuoteOf(s)
				}
			}
		}
		list = append(list, e)
	}
	return list
}

// themes returns the names that came up tonight and on other days too: of
// people and places that the bank knows something of.
func (h *hearing) themes(n *night) []rules.Lasting {
	by := map[string][]facts.Fact{}
	var order []string
	told := slices.DeleteFunc(slices.Clone(h.facts), func(f facts.Fact) bool { return f.Time.IsZero() || f.Type != facts.World })
	said := h.saidTonight()
	for _, f := range told {
		for _, name := range slices.Concat(f.Entities, rules.PlacesIn(f.Text)) {
			if by[name] == nil && strings.Contains(said, transcript.Fold(name)) && !n.ofThoseWhoTalk(name) {
				order = append(order, name)
				by[name] = []facts.Fact{}
			}
		}
	}
	for _, name := range order {
		for _, f := range told {
			if lang.Mentions(f.Text, name) {
				by[name] = append(by[name], f)
			}
		}
	}
	var list []rules.Lasting
	for _, name := range order {
		if l, ok := h.theme(n, name, by[name]); ok {
			list = append(list, l)
		}
	}
	return list
}

// theme makes a line of what was told of a name on several days: the words
// that tell most, and since when and how often it came up.
func (h *hearing) theme(n *night, name string, held []facts.Fact) (rules.Lasting, bool) {
	if len(held) < rules.ThemeDays {
		return rules.Lasting{}, false
	}
	days := map[episodic.Date]bool{}
	tonight := false
	var sources []string
	best, first := held[0], held[0].Time
	for _, f := range held {
		days[episodic.DateOf(f.Time)] = true
		tonight = tonight || h.tonight(f)
		sources = append(sources, f.Sources...)
		if f.Time.Before(first) {
			first = f.Time
		}
		if f.Importance > best.Importance {
			best = f
		}
	}
	line := n.themeLine(name, best.Text, first, len(days))
	if !tonight || len(days) < rules.ThemeDays || utf8.RuneCountInString(line) > rules.MaxLine {
		return rules.Lasting{}, false
	}
	return rules.Lasting{File: persona.Evergreen, Text: line, Weight: 0.6 + 0.05*float64(min(len(days), 6)), Sources: sources}, true
}

func (n *night) themeLine(name, told string, since time.Time, days int) string {
	if n.p.deps.Language == "ja" {
		return fmt.Sprintf("%s（%sから%d日、話に出た）: %s", name, since.Format("2006年1月2日"), days, told)
	}
	return fmt.Sprintf("%s, spoken of on %d days since %s. %s", name, days, since.Format("2 January 2006"), told)
}

// ofThoseWhoTalk reports whether a name is the user's or the persona's.
func (n *night) ofThoseWhoTalk(name string) bool {
	f := transcript.Fold(name)
	return f == transcript.Fold(n.p.deps.User) || f == transcript.Fold(n.p.deps.Persona)
}

// standingTexts are the texts that always are before the persona.
type standingTexts map[persona.File]string

// standing reads them; one that is not there is empty.
func (n *night) standing() (standingTexts, error) {
	out := standingTexts{}
	for _, f := range []persona.File{persona.Core, persona.Evergreen, persona.Soul, persona.User, persona.Notepad} {
		t, err := n.mem.shadow.Dir().ReadText(string(f))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read %s: %w", f, err)
		}
		out[f] = t.S
	}
	return out, nil
}

// has reports whether one of the texts says a line already, or, of a
// correction, no longer says what it corrects.
func (s standingTexts) has(l rules.Lasting) bool {
	if l.Replaces != "" && (l.Replaces == lineFor(l) || !slices.Contains(strings.Split(s[l.File], "\n"), l.Replaces)) {
		return true
	}
	theme := rules.ThemeOf(l.Text)
	for _, text := range s {
		if theme != "" && lang.Mentions(text, theme) {
			return true
		}
		if l.Replaces != "" {
			text = strings.Replace(text, l.Replaces, "", 1)
		}
		if rules.Covered(text, l.Text) {
			return true
		}
	}
	return false
}

// corrected returns the file and the line that a line takes the place of; its
// own file and "" if there is none.
func (s standingTexts) corrected(l rules.Lasting) (persona.File, string) {
	for _, f := range []persona.File{persona.Core, persona.Evergreen} {
		if old := rules.Corrects(s[f], l.Text); old != "" {
			return f, old
		}
	}
	return l.File, ""
}

// holdLine lets a line wait for the user. Added lines do not depend on what
// else the file says.
func (n *night) holdLine(w *writing, l rules.Lasting) (bool, error) {
	line := lineFor(l)
	edit := persona.Edit{Append: line}
	if l.Replaces != "" {
		edit = persona.Edit{Old: l.Replaces, New: line}
	}
	h, err := n.mem.persona.Propose(l.File, edit)
	if err != nil {
		w.problem("proposal for %s: %v", l.File, err)
		return false, nil
	}
	if l.Replaces == "" {
		h.Append = line + "\n"
	}
	h.Time, h.Tool = n.rec.At, "dream"
	if len(l.Evidence) > 0 {
		h.Message = l.Evidence[0].Message
	}
	kept, err := n.mem.persona.Hold(h)
	if errors.Is(err, persona.ErrTooMany) {
		w.problem("proposal for %s: %v", l.File, err)
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("hold change: %w", err)
	}
	c := record.Change{
		Kind: record.KindHeld, File: string(l.File), Key: kept.ID, Title: record.OneLine(l.Text), After: new(line),
		State: record.StatusHeld, Evidence: l.Evidence, Held: kept.ID, Reason: l.Reason,
	}
	if l.Replaces != "" {
		c.Before = new(l.Replaces)
	}
	w.proposals = append(w.proposals, c)
	return true, nil
}

// lineFor returns a line as it would stand in its file: a bullet where the
// file, or what it takes the place of, has bullets.
func lineFor(l rules.Lasting) string {
	bullet := l.File == persona.Evergreen
	if l.Replaces != "" {
		bullet = strings.HasPrefix(l.Replaces, "- ")
	}
	if bullet {
		return "- " + l.Text
	}
	return l.Text
}
