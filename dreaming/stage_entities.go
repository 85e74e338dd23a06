package dreaming

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/dreaming/model"
	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/persona"
)

// A learning is what the stage of entities thinks of: what was learned, which
// the stages of facts and opinions live on too, and pages told anew.
type learning struct {
	Extraction rules.Extraction
	Pages      []retold
}

// A retold is a page told anew.
type retold struct {
	Name   entity.Name
	Before string // what it was told from
	rules.Consolidation
}

// thinkEntities finds what was learned, and tells pages anew: from level 2 on
// those that grew, in every night those that say something and its contrary.
func thinkEntities(ctx context.Context, n *night) (any, error) {
	out := learning{Extraction: rules.Extraction{Account: rules.Account{By: episodic.Rules}}}
	if list := n.messages(record.StageEntities, record.StageRetain, record.StageOpinions); len(list) > 0 {
		in := n.read.material(ctx, list)
		in.Waiting = waitList{n}.waiting()
		x, err := model.Extract(ctx, n.light, in)
		if err != nil {
			return nil, err
		}
		n.account(record.StageEntities, x.Account)
		x.Account = rules.Account{By: x.By}
		out.Extraction = x
	}
	in := rules.Material{Date: n.rec.Date, Language: n.p.deps.Language, Persona: n.p.deps.Persona, User: n.p.deps.User, Level: n.rec.Level}
	for i, page := range n.read.stalePages() {
		m := n.light
		if i >= pageCalls || n.rec.Level < 2 {
			m = nil
		}
		c, err := model.Consolidate(ctx, m, in, page)
		if err != nil {
			return nil, err
		}
		n.account(record.StageEntities, c.Account)
		c.Account = rules.Account{By: c.By}
		if c.Refused {
			n.problem(record.StageEntities, fmt.Sprintf("page %q stays: %d of %d statements would be lost", page.Name, c.Lost, c.Statements))
		}
		if c.Text != "" && !c.Refused && c.Text != page.Text {
			out.Pages = append(out.Pages, retold{Name: page.Name, Before: page.Text, Consolidation: c})
		}
	}
	return out, nil
}

// problem notes something of a stage.
func (n *night) problem(name record.Stage, text string) {
	for i := range n.rec.Stages {
		if s := &n.rec.Stages[i]; s.Name == name {
			s.Problems = append(s.Problems, text)
		}
	}
}

// pagesRetold is how many pages are told anew in a night, and pageGrown how
// many paragraphs one has to have for it to be worth it.
const (
	pagesRetold = 24
	pageGrown   = 3
)

// stalePages returns the pages that may be told anew, the longest first: those
// of several paragraphs, or with one that another contradicts, that were written
// to since the last time.
func (dr *dayReader) stalePages() []rules.Known {
	pages, err := dr.night.mem.pages.Pages()
	if err != nil {
		return nil
	}
	since := dr.lastConsolidated()
	var list []rules.Known
	for p := range pages {
		if len(p.Paragraphs) == 0 || !p.Changed.After(since) || dr.ofOthers(p) {
			continue
		}
		sources := map[string][]string{}
		for _, q := range p.Paragraphs {
			sources[strings.TrimSpace(q.Text)] = q.Sources
		}
		k := rules.Known{Name: p.Name, Aliases: p.Aliases, Text: p.Text, Told: dr.night.read.when(sources)}
		if len(p.Paragraphs) >= pageGrown && dr.night.rec.Level >= 2 || len(k.Superseded(dr.night.p.deps.User)) > 0 {
			list = append(list, k)
		}
	}
	slices.SortStableFunc(list, func(a, b rules.Known) int { return len(b.Text) - len(a.Text) })
	return list[:min(len(list), pagesRetold)]
}

// ofOthers reports whether a page has paragraphs of others: told anew, they
// could not be told from the rest.
func (dr *dayReader) ofOthers(p entity.Page) bool {
	return slices.ContainsFunc(p.Paragraphs, func(q entity.Paragraph) bool {
		return q.Kind == memory.Imported || dr.night.fromOthers(q.Sources...)
	})
}

// lastConsolidated returns when pages were last told anew.
func (dr *dayReader) lastConsolidated() (at time.Time) {
	_ = dr.night.p.diary.Newest(func(r record.Record) bool { // of an unreadable diary: all pages
		if r.ID != dr.night.rec.ID && r.Level >= 2 && r.Stage(record.StageEntities).State == record.StatusApplied {
			at = r.Started.Add(time.Duration(r.Millis) * time.Millisecond)
		}
		return at.IsZero()
	})
	return at
}

// applyEntities proposes candidates to the persona, and writes pages that were
// told anew.
func (w *writing) applyEntities() error {
	l, _ := thought[learning](w.night, record.StageEntities)
	for _, c := range l.Extraction.Candidates {
		if !w.night.newFor(record.StageEntities, c.Evidence) || w.night.wasDenied(record.KindCandidate, c.Name+" "+c.Note, c.Evidence) {
			continue
		}
		name, err := entity.CleanName(entity.Name(c.Name))
		if err != nil {
			w.problem("candidate %q: %v", c.Name, err)
			continue
		}
		w.proposals = append(w.proposals, record.Change{
			Kind: record.KindCandidate, File: "entity_memory/" + path.Base(entity.FileName(name)), Key: string(name),
			Title: record.OneLine(string(name) + ": " + c.Note), After: new(c.Note), State: record.StatusProposed,
			Evidence: c.Evidence, Related: c.Related,
		})
	}
	for _, p := range l.Pages {
		is, err := w.night.mem.pages.Read(p.Name)
		if err != nil || is.Text != p.Before { // somebody wrote to it since
			w.problem("page %q changed meanwhile: not told anew", p.Name)
			continue
		}
		_, err = w.night.mem.pages.Write(p.Name, entity.Note{Text: p.Text, Mode: entity.Consolidate, Kind: memory.Inferred}, w.cause)
		if record.BadPage(err) {
			w.problem("page %q: %v", p.Name, err)
			continue
		}
		if err != nil {
			return err
		}
	}
	w.idle = len(w.proposals) == 0
	return nil
}

// applyRetain keeps what was learned, and what the daily logs say is to be
// kept, and proposes what will always hold.
func (w *writing) applyRetain() error {
	l, ok := thought[learning](w.night, record.StageEntities)
	w.partly = !ok
	if err := w.retainLogs(); err != nil {
		return err
	}
	before, err := w.factsHeld()
	if err != nil {
		return err
	}
	later := w.night.said.corrections()
	tonight := map[string]bool{}
	for _, f := range l.Extraction.Facts {
		if !w.night.newFor(record.StageRetain, f.Evidence) || w.night.wasDenied(record.KindFact, f.Text, f.Evidence) || slices.ContainsFunc(later, func(c correcting) bool { return c.takesBack(f, w.night.p.deps.User) }) {
			continue
		}
		kept, err := w.retain(f)
		if err != nil {
			return err
		}
		for _, k := range kept {
			tonight[k.ID] = !before[k.ID]
		}
	}
	if err := w.overtake(tonight); err != nil {
		return err
	}
	return w.propose(l.Extraction)
}

// factsHeld returns the ids of the facts that are kept already.
func (w *writing) factsHeld() (map[string]bool, error) {
	list, err := w.night.mem.bank.Facts(facts.Query{})
	if err != nil {
		return nil, fmt.Errorf("look for what is kept: %w", err)
	}
	ids := map[string]bool{}
	for _, f := range list {
		ids[f.ID] = true
	}
	return ids, nil
}

// retain keeps a fact, and returns it as it is kept; none where it cannot be.
func (w *writing) retain(f rules.Learned) ([]facts.Fact, error) {
	fact := facts.Fact{
		Type: f.Type, Text: f.Text, Entities: f.Entities, Confidence: f.Confidence, Kind: w.night.kindOf(f.Evidence),
		Category: f.Category, Importance: f.Importance, Time: w.night.moment(f.Evidence).Time, Sources: w.night.sources(f.Evidence),
	}
	kept, err := w.night.mem.bank.Retain([]facts.Fact{fact}, w.cause)
	if errors.Is(err, facts.ErrBadFact) {
		w.problem("fact %q: %v", record.OneLine(f.Text), err)
		return nil, nil
	}
	for _, k := range kept {
		w.mark(k.ID, k.Text, f.Evidence)
	}
	return kept, err
}

// takesBack reports whether the message that told a fact goes on to say that it
// is not so.
func (c correcting) takesBack(f rules.Learned, user string) bool {
	e := f.Evidence[0]
	return e.Message == string(c.message.ID) && c.telling.Replaces(f.Text, user) &&
		strings.Index(c.message.Text, c.telling.Text) > strings.Index(c.message.Text, e.Quote)
}

// kindOf says how what messages tell came to be known: told by the user, lived
// by the persona, or brought in by others.
func (n *night) kindOf(evidence []record.Evidence) memory.Kind {
	if n.fromOthers(n.sources(evidence)...) {
		return memory.Imported
	}
	for _, m := range n.said.whole {
		for _, e := range evidence {
			if e.Message == string(m.ID) && m.Role == "user" {
				return memory.Told
			}
		}
	}
	return memory.Lived
}

// logDays returns the days that are dreamt of, and before them those whose logs
// somebody wrote in since the last dream, in order: what is to be kept may be
// written down for any day.
func (w *writing) logDays() []episodic.Date {
	var last time.Time
	_ = w.night.p.diary.Newest(func(r record.Record) bool { // of an unreadable diary: the days alone
		if r.ID != w.night.rec.ID {
			last = r.Started.Add(time.Duration(r.Millis) * time.Millisecond)
		}
		return last.IsZero()
	})
	entries, err := w.night.mem.shadow.Dir().List("memory")
	if err != nil || last.IsZero() {
		return w.night.said.days
	}
	var days []episodic.Date
	for _, e := range entries {
		day, ok := strings.CutSuffix(e.Name, ".md")
		if d := episodic.Date(day); ok && d.Valid() && e.ModTime.After(last) && !slices.Contains(w.night.said.days, d) {
			days = append(days, d)
		}
	}
	return append(days, w.night.said.days...)
}

// retainLogs keeps what the daily logs of the days say is to be kept.
func (w *writing) retainLogs() error {
	for _, day := range w.logDays() {
		name := "memory/" + string(day) + ".md"
		t, err := w.night.mem.shadow.Dir().ReadText(name)
		if err != nil {
			continue // there is none, or its reader tells of it
		}
		held, problems := facts.ParseRetain(name, persona.DailyText(t.S), w.night.rec.At.Location())
		for _, p := range problems {
			w.problem("%s, line %d: %s", p.File, p.Line, p.What)
		}
		if w.night.p.deps.Foreign != nil && len(held) > 0 && w.night.p.deps.Foreign(name) {
			for i := range held {
				held[i].Kind = memory.Imported
			}
		}
		held = slices.DeleteFunc(held, func(f facts.Fact) bool {
			return w.night.wasDenied(record.KindFact, f.Text, evidenceOf(f.Sources))
		})
		kept, err := w.night.mem.bank.Retain(held, w.cause)
		if errors.Is(err, facts.ErrBadFact) {
			w.problem("%s: %v", name, err)
			continue
		}
		if err != nil {
			return fmt.Errorf("keep facts of %s: %w", name, err)
		}
		for _, k := range kept {
			w.mark(k.ID, k.Text, evidenceOf(k.Sources))
		}
	}
	return nil
}

func evidenceOf(sources []string) []record.Evidence {
	list := make([]record.Evidence, len(sources))
	for i, s := range sources {
		list[i].Message = s
	}
	return list
}

// applyOpinions weighs evidence for and against what the persona holds.
func (w *writing) applyOpinions() error {
	l, ok := thought[learning](w.night, record.StageEntities)
	w.partly = !ok
	by := map[string][]facts.Evidence{}
	var ids []string
	for _, o := range l.Extraction.Opinions {
		ev := []record.Evidence{o.Evidence}
		if !w.night.newFor(record.StageOpinions, ev) || w.night.wasDenied(record.KindOpinion, o.Evidence.Quote, ev) {
			continue
		}
		if by[o.ID] == nil {
			ids = append(ids, o.ID)
		}
		by[o.ID] = append(by[o.ID], facts.Evidence{
			Stance: o.Stance, Source: o.Evidence.Message, Text: clip(o.Evidence.Quote, record.MaxTitle), Time: w.night.rec.At,
		})
		w.mark(o.ID, "", ev)
	}
	w.idle = len(ids) == 0
	for _, id := range ids {
		_, err := w.night.mem.bank.Weigh(id, by[id], w.cause)
		if errors.Is(err, facts.ErrNoFact) || errors.Is(err, facts.ErrNotOpinion) || errors.Is(err, facts.ErrBadFact) {
			w.problem("opinion %s: %v", id, err)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func clip(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most])
}
