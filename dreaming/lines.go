package dreaming

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/lang/statement"
	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/persona"
)

// Bounds of what the thinking is given beside the conversation.
const (
	recalledMost = 8
	factsMost    = 60
	opinionsMost = 40
	pageShown    = 1_200  // characters of a page that was spoken of
	queryMost    = 400    // characters that memories are recalled with
	heardMost    = 32_000 // bytes of a line that facts are found for

	insightsKnown = 4  // that a new one is held against
	heardDays     = 60 // that are looked back for what came up before
)

// A dayReader reads, for the thinking, what was said and what is known beside it.
// What stages ask for again is at hand.
type dayReader struct {
	night   *night
	kept    rules.Reread                // of what the rules read
	brought map[transcript.ID]broughtTo // to replies, as far as it was looked for
	recall  map[string][]memory.Item    // what was found, by what it was looked for
}

// lines returns messages as the thinking has them: without what a reply only
// repeats of what was recalled for it, which is counted. What the user asked not
// to keep, and the reply to it, is not among them.
func (dr *dayReader) lines(ctx context.Context, list []transcript.Message) []rules.Line {
	arousal := map[string]float64{}
	for _, d := range daysOf(list) {
		for _, x := range dr.night.mem.exchanges.On(d) {
			arousal[x.User], arousal[x.Reply] = x.Arousal, x.Arousal
		}
	}
	out := make([]rules.Line, 0, len(list))
	var withheld statement.Withholding
	for _, m := range list {
		if m.Role == transcript.RoleUser && withheld.Hears(string(m.ID), m.Text) || withheld.Covers(string(m.Parent)) {
			continue
		}
		l := rules.Line{Line: dr.night.lineOf(m)}
		l.Arousal = arousal[l.ID]
		if m.Role == transcript.RolePersona {
			l.ByRules = m.Model == episodic.Rules
			dr.bring(ctx, m, &l)
		}
		l.Foreign = l.Foreign || dr.night.fromOthers(l.ID)
		if strings.TrimSpace(l.Text) != "" {
			out = append(out, l)
		}
	}
	return out
}

// fromOthers reports whether messages, or what has these sources, are derived from text of
// others.
func (n *night) fromOthers(sources ...string) bool {
	return n.p.deps.FromOthers != nil && len(sources) > 0 && n.p.deps.FromOthers(sources)
}

// believed returns what is held for true, without what is derived from text of others:
// it is no reason to believe anything else.
func (n *night) believed() ([]believed, error) {
	all, err := n.mem.facts()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(all), func(f believed) bool {
		return f.Kind == memory.Imported || n.fromOthers(f.Sources...)
	}), nil
}

// bring says what was recalled for a reply, and takes out of it what it
// repeats of that.
func (dr *dayReader) bring(ctx context.Context, m transcript.Message, l *rules.Line) {
	if dr.night.p.deps.Brought == nil {
		return
	}
	if dr.brought == nil {
		dr.brought = map[transcript.ID]broughtTo{}
	}
	b, ok := dr.brought[m.ID]
	if !ok {
		b.texts, b.foreign = dr.night.p.deps.Brought(ctx, m)
		var echoes int
		b.news, echoes = withoutEchoes(m.Text, b.texts)
		dr.night.rec.Echoes += echoes
		dr.brought[m.ID] = b
	}
	l.Text, l.Brought, l.Foreign = b.news, b.texts, b.foreign
}

// A broughtTo is what was recalled for a reply.
type broughtTo struct {
	texts   []string
	foreign bool
	news    string // what the reply says beside it
}

// A sentence of a reply is an echo when so much of it is in one recalled text,
// or when it has so much of a sentence of one and that is so much of it: "you
// told me once that …". Both have so many words that this is no accident.
const (
	echoShare  = 0.7
	echoTerms  = 4
	quoteShare = 0.8
	quotePart  = 0.4
)

// withoutEchoes takes out of a reply the sentences that repeat what was
// recalled for it, and returns how many there were.
func withoutEchoes(reply string, recalled []string) (string, int) {
	if len(recalled) == 0 {
		return reply, 0
	}
	var whole, parts []map[string]bool
	for _, r := range recalled {
		whole = append(whole, record.Terms(r))
		for _, s := range lang.Parts(r) {
			if t := record.Terms(s); len(t) >= echoTerms {
				parts = append(parts, t)
			}
		}
	}
	repeats := func(t map[string]bool) bool {
		return slices.ContainsFunc(whole, func(w map[string]bool) bool {
			return float64(record.Common(t, w)) >= echoShare*float64(len(t))
		}) || slices.ContainsFunc(parts, func(p map[string]bool) bool {
			return float64(record.Common(t, p)) >= quoteShare*float64(len(p)) && float64(len(p)) >= quotePart*float64(len(t))
		})
	}
	var b strings.Builder
	echoes := 0
	for _, s := range lang.Parts(reply) {
		t := record.Terms(s)
		if len(t) >= echoTerms && repeats(t) {
			echoes++
			continue
		}
		b.WriteString(s)
	}
	if echoes == 0 {
		return reply, 0
	}
	return strings.TrimSpace(b.String()), echoes
}

// material returns all that the thinking has to go by.
func (dr *dayReader) material(ctx context.Context, list []transcript.Message) rules.Material {
	in := rules.Material{
		Date: dr.night.rec.Date, Language: dr.night.p.deps.Language, Persona: dr.night.p.deps.Persona, User: dr.night.p.deps.User, Level: dr.night.rec.Level,
		Lines:    dr.lines(ctx, list),
		Kept:     &dr.kept,
		Entities: dr.pages(list),
	}
	dr.wants(&in)
	if texts, err := dr.night.mem.standing(); err == nil { // else its own readers tell of it
		for _, f := range []persona.File{persona.Core, persona.Evergreen} {
			in.Always = append(in.Always, rules.Standing{File: f, Text: clipText(texts[f], rules.MaxStanding)})
		}
		if dr.night.rec.Level >= 2 {
			in.Soul = clipText(texts[persona.Soul], rules.MaxStanding)
		}
	}
	for _, i := range slices.Backward(dr.night.mem.insights.Newest(insightsKnown)) {
		if !dr.night.fromOthers(i.Sources...) {
			in.Insights = append(in.Insights, i.Insight)
		}
	}
	in.Heard = dr.heard()
	in.Facts, in.Opinions = dr.facts(in.Lines)
	in.Ended = dr.ended(in.Lines)
	in.Recalled = dr.recalled(ctx, in.Lines)
	return in
}

// wants adds the goals and the questions, without those that are derived from text of
// others: their words would have a say in what is dreamt.
func (dr *dayReader) wants(in *rules.Material) {
	for _, q := range dr.night.mem.motives.Snapshot(dr.night.mem.pressure()).Questions {
		if !dr.night.fromOthers(q.Sources...) {
			in.Questions = append(in.Questions, q)
		}
	}
	for _, t := range []goals.Term{goals.Short, goals.Long} {
		for _, g := range dr.night.mem.goals.Active(t, -1) {
			fromOthers := func(of goals.Note) bool { return dr.night.fromOthers(of.Sources...) }
			if !dr.night.fromOthers(g.Sources...) && !slices.ContainsFunc(g.Notes, fromOthers) {
				in.Goals = append(in.Goals, g)
			}
		}
	}
}

// recalled asks for memories that bear on what moved the persona most. Stages
// that read the same ask once.
func (dr *dayReader) recalled(ctx context.Context, lines []rules.Line) []memory.Item {
	if dr.night.p.deps.Recall == nil {
		return nil
	}
	query := ""
	byArousal := slices.Clone(lines)
	slices.SortStableFunc(byArousal, func(a, b rules.Line) int { return cmp.Compare(b.Arousal, a.Arousal) })
	for _, l := range byArousal {
		if l.Speaker == episodic.User && utf8.RuneCountInString(query)+utf8.RuneCountInString(l.Text) < queryMost {
			query += l.Text + "\n"
		}
	}
	if query == "" {
		return nil
	}
	key := lineIDs(lines)
	if found, ok := dr.recall[key]; ok {
		return found
	}
	found, err := dr.night.p.deps.Recall.Recall(ctx, query, recalledMost+len(lines))
	if err != nil {
		dr.night.problem(dr.night.stage, "nothing could be recalled: "+err.Error())
	}
	if dr.recall == nil {
		dr.recall = map[string][]memory.Item{}
	}
	today := map[string]bool{}
	for _, m := range dr.night.said.whole {
		today[string(m.ID)] = true
	}
	found = slices.DeleteFunc(found, func(r memory.Item) bool { return today[r.ID] })
	dr.recall[key] = found[:min(len(found), recalledMost)]
	return dr.recall[key]
}

// lineIDs returns the ids of lines as one text.
func lineIDs(lines []rules.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.ID + " ")
	}
	return b.String()
}

// pages returns the pages there are, with the text of those that a message
// names.
func (dr *dayReader) pages(list []transcript.Message) []rules.Known {
	pages, err := dr.night.mem.pages.Pages() // of one that cannot be used its own reader tells
	if err != nil {
		dr.night.problem(dr.night.stage, "pages could not be read: "+err.Error())
		return nil
	}
	var b strings.Builder
	for _, m := range list {
		b.WriteString(transcript.Fold(m.Text) + "\n")
	}
	said := b.String()
	var out []rules.Known
	for p := range pages {
		k := rules.Known{Name: p.Name, Aliases: p.Aliases}
		if slices.ContainsFunc(append(p.Aliases, p.Name), func(a entity.Name) bool {
			f := transcript.Fold(string(a))
			return f != "" && strings.Contains(said, f)
		}) {
			k.Text = clipText(p.Text, pageShown)
		}
		out = append(out, k)
	}
	return out
}

// names returns the names of the pages.
func (m *draft) names() []string {
	names, _, err := m.pages.Names(0)
	if err != nil {
		return nil
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = string(name)
	}
	return out
}

// facts returns what is held for true that bears on the lines or was learned from them,
// the newest first, and the opinions.
func (dr *dayReader) facts(lines []rules.Line) (held, opinions []facts.Fact) {
	all, err := dr.night.believed()
	if err != nil {
		dr.night.problem(dr.night.stage, "facts could not be read: "+err.Error())
		return nil, nil
	}
	said, ids := map[string]bool{}, map[string]bool{}
	for _, l := range lines {
		ids[l.ID] = true
		for t := range record.Terms(strings.ToValidUTF8(l.Text[:min(len(l.Text), heardMost)], "")) {
			said[t] = true
		}
	}
	for _, f := range slices.Backward(all) {
		switch {
		case f.Type == facts.Opinion:
			if len(opinions) < opinionsMost {
				opinions = append(opinions, f.Fact)
			}
		case len(held) < factsMost && (record.Common(f.terms, said)*2 >= len(f.terms) || slices.ContainsFunc(f.Sources, func(s string) bool { return ids[s] })):
			held = append(held, f.Fact)
		}
	}
	return held, opinions
}

// ended returns the facts that lines ended.
func (dr *dayReader) ended(lines []rules.Line) (list []facts.Fact) {
	all, err := dr.night.believed()
	if err != nil {
		return nil // facts tells of it
	}
	for _, f := range all {
		if slices.ContainsFunc(f.Evidence, func(e facts.Evidence) bool {
			return e.Stance == facts.Ended && slices.ContainsFunc(lines, func(l rules.Line) bool { return l.ID == e.Source })
		}) {
			list = append(list, f.Fact)
		}
	}
	return list
}

// heard returns on which of the last days the user spoke of what.
func (dr *dayReader) heard() map[string][]episodic.Date {
	out := map[string][]episodic.Date{}
	since := dr.night.rec.At.AddDate(0, 0, -heardDays)
	held, err := dr.night.believed()
	if err != nil {
		return out // its other readers tell of it
	}
	for _, f := range held {
		d := episodic.DateOf(f.Time)
		if f.Type != facts.World || f.Time.Before(since) || d >= dr.night.rec.Date {
			continue
		}
		for _, t := range dr.night.mem.wordsOf(f.Text) {
			if lang.Noun(t) && !slices.Contains(out[t], d) {
				out[t] = append(out[t], d)
			}
		}
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}

// clipText returns the beginning of a text, at most so many characters.
func clipText(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// when returns the function that tells on what day a paragraph of a page was
// told last.
func (dr *dayReader) when(paragraphs map[string][]string) func(string) time.Time {
	return func(text string) (at time.Time) {
		for _, id := range paragraphs[text] {
			if dr.night.p.deps.Log == nil {
				break
			}
			if m, err := dr.night.p.deps.Log.Find(transcript.ID(id)); err == nil && m.Time.After(at) {
				at = m.Time.In(dr.night.rec.At.Location())
			}
		}
		return at
	}
}
