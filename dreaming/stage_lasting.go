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
func (w *writing) propose(x rules.Extraction) error {
	d := w.night.mem.shadow.Dir()
	had, err := readProposals(d)
	if err != nil {
		w.problem("nothing proposed: %v", err)
		return nil
	}
	texts, err := w.night.mem.standing()
	if err != nil {
		w.problem("nothing proposed: %v", err)
		return nil
	}
	before := len(had.Proposals)
	pr := &proposer{night: w.night, w: w, texts: texts, had: had}
	followed, err := pr.followThrough()
	if err == nil {
		err = pr.proposeLasting(x)
	}
	if err != nil {
		return err
	}
	w.idle = w.idle && !followed && len(pr.had.Proposals) == before
	if len(pr.had.Proposals) == before {
		return nil
	}
	return pr.had.save(d, w.cause)
}

// A proposer holds lines for the user to decide on.
type proposer struct {
	night *night
	w     *writing
	texts standingTexts
	had   proposals
}

// proposeLasting proposes what proved lasting, within the bounds of a night and
// of a week.
func (pr *proposer) proposeLasting(x rules.Extraction) error {
	room := min(rules.ProposedNight, rules.ProposedWeek-pr.had.since(pr.night.rec.Date.Back(6)))
	if room <= 0 {
		return nil
	}
	list, h, err := pr.lastings(x)
	if err != nil {
		return err
	}
	before := len(pr.had.Proposals)
	for _, l := range list {
		if len(pr.had.Proposals)-before == room {
			break
		}
		if l.Replaces == "" && l.File != persona.Soul {
			l.File, l.Replaces = pr.texts.corrected(l)
			l.Text = rules.Renamed(l.Replaces, l.Text)
		}
		if pr.known(l) || l.Replaces != "" && pr.w.replaces(l.Replaces) {
			continue
		}
		if l.Evidence == nil {
			l.Evidence = h.evidence(l.Sources, l.Text)
		}
		kept, err := pr.holdLine(l)
		if err != nil {
			return err
		}
		if kept {
			pr.had.Proposals = append(pr.had.Proposals, proposal{pr.night.rec.ID, pr.night.rec.Date, l.File, l.Text})
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
func (pr *proposer) known(l rules.Lasting) bool {
	return pr.texts.has(l) || pr.stands(l) || pr.had.has(l, pr.night.mem.wordsOf) || pr.refused(l) || pr.waits(l)
}

// stands reports whether core memory, or what is told of the user, says a line
// in other words.
func (pr *proposer) stands(l rules.Lasting) bool {
	return pr.saysAgain(pr.texts[persona.Core], l.Text) || pr.saysAgain(pr.texts[persona.Evergreen], l.Text) || pr.saysAgain(pr.texts[persona.User], l.Text)
}

// saysAgain reports whether a line of a text says of the user what a line says.
func (pr *proposer) saysAgain(text, line string) bool {
	for old := range strings.Lines(text) {
		if rules.SaysAgain(strings.TrimSpace(old), line, pr.night.p.deps.User, pr.night.p.deps.Persona) {
			return true
		}
	}
	return false
}

// waits reports whether the same was asked for in the conversation, or on
// another night, and still waits: the line itself, or one that says it in other
// words.
func (pr *proposer) waits(l rules.Lasting) bool {
	list, err := pr.night.mem.persona.HeldChanges()
	return err == nil && slices.ContainsFunc(list, func(h persona.Held) bool {
		if h.State != persona.StateHeld || h.Call != "" {
			return false
		}
		same := func(o string) bool { return pr.plain(o) == pr.plain(lineFor(l)) }
		return h.File == string(l.File) && slices.ContainsFunc(strings.Split(h.After, "\n"), same) || pr.saysAgain(h.After, l.Text)
	})
}

// refused reports whether a line was refused, or undone, before: no new
// evidence brings it up again.
func (pr *proposer) refused(l rules.Lasting) bool {
	for _, d := range pr.night.denied {
		if (d.kind == record.KindHeld || d.kind == "") && rules.Covered(d.said, l.Text) {
			pr.night.rec.Known++
			return true
		}
	}
	return false
}

// lastings returns what may be proposed tonight, the weightiest first.
func (pr *proposer) lastings(x rules.Extraction) ([]rules.Lasting, *hearing, error) {
	held, err := pr.night.believed()
	if err != nil {
		return nil, nil, fmt.Errorf("look for what always holds: %w", err)
	}
	list := slices.DeleteFunc(slices.Clone(x.Lasting), func(l rules.Lasting) bool { return pr.night.fromOthers(pr.night.sources(l.Evidence)...) })
	for i := range list {
		list[i].Weight = 2 // the model has read the day
	}
	r, _ := thought[rules.Reflection](pr.night, record.StageReflect)
	for _, l := range r.Soul {
		if pr.night.fromOthers(pr.night.sources(l.Evidence)...) {
			continue
		}
		l.Weight = 3
		list = append(list, l)
	}
	since := pr.night.rec.At.AddDate(0, 0, -heardDays)
	var recent []facts.Fact
	for _, f := range held {
		if !f.Time.Before(since) {
			recent = append(recent, f.Fact)
		}
	}
	h := pr.night.hearing(recent)
	for _, b := range held {
		f := b.Fact
		if !f.Ended.IsZero() {
			continue // it holds no longer
		}
		if !h.tonight(f) {
			if pr.night.rec.Level >= 2 && len(f.Sources) >= rules.ThemeDays && f.Type != facts.Summary {
				list = append(list, rules.Lasting{File: persona.Evergreen, Text: f.Text, Evidence: evidenceOf(f.Sources), Weight: 1})
			}
			continue
		}
		if l, ok := rules.LastingFact(f, h.daysOf(f), pr.night.p.deps.User); ok && x.By == episodic.Rules {
			l.Sources = f.Sources
			list = append(list, l)
		}
	}
	list = append(list, h.themes(pr.night)...)
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
		if m.Role == transcript.RoleUser && !n.fromOthers(string(m.ID)) {
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
			for _, s := range lang.Parts(m.Text) {
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
func (m *draft) standing() (standingTexts, error) {
	out := standingTexts{}
	for _, f := range []persona.File{persona.Core, persona.Evergreen, persona.Soul, persona.User, persona.Notepad} {
		t, err := m.shadow.Dir().ReadText(string(f))
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
func (pr *proposer) holdLine(l rules.Lasting) (bool, error) {
	line := lineFor(l)
	edit := persona.Edit{Append: line}
	if l.Replaces != "" {
		edit = persona.Edit{Old: l.Replaces, New: line}
	}
	h, err := pr.night.mem.persona.Propose(l.File, edit)
	if err != nil {
		pr.w.problem("proposal for %s: %v", l.File, err)
		return false, nil
	}
	if l.Replaces == "" {
		h.Append = line + "\n"
	}
	h.Time, h.Tool = pr.night.rec.At, "dream"
	if len(l.Evidence) > 0 {
		h.Message = l.Evidence[0].Message
	}
	kept, err := pr.night.mem.persona.Hold(h)
	if errors.Is(err, persona.ErrTooMany) {
		pr.w.problem("proposal for %s: %v", l.File, err)
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
	pr.w.proposals = append(pr.w.proposals, c)
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
