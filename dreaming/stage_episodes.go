package dreaming

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// A remembering is what the stage of episodes thinks of.
type remembering struct {
	Days  []dayTold
	Weeks []weekTold
}

// A dayTold is a day in few words.
type dayTold struct {
	Date    episodic.Date
	Of      string   // id of the episode it is told anew for; "" it is new
	Was     string   // the text of that episode
	Added   bool     // it tells what is new alone, for the old text is somebody's own
	Lines   []string // ids of the messages it was told from
	Text    string
	By      string
	Sources []string
}

// A weekTold is a week made of days.
type weekTold struct {
	Episodes []string // ids
	Texts    []string // of them, as they were
	Text     string
	By       string
}

// originOf is what makes the episode of a day the only one of its kind.
func originOf(d episodic.Date) string { return "day:" + string(d) }

// thinkEpisodes tells the days in few words, each as a whole: what was said
// before the last dream with what was said since. From level 2 on it makes
// weeks of days long past.
func thinkEpisodes(ctx context.Context, n *night) (any, error) {
	var out remembering
	tl := teller{n}
	fresh := n.messages(record.StageEpisodes)
	for _, date := range daysOf(fresh) {
		d, err := tl.tellDay(ctx, date, fresh)
		if err != nil {
			return nil, err
		}
		if d.Text != "" {
			out.Days = append(out.Days, d)
		}
	}
	if n.rec.Level < 2 {
		return out, nil
	}
	weeks := n.oldWeeks()
	byHand := tl.rewritten(weeks)
	for i, list := range weeks {
		m := n.model
		if i >= weekCalls {
			m = nil
		}
		if m != nil && !m.Info().Rules { // it tells in its own words
			list = slices.DeleteFunc(list, func(e episodic.Episode) bool { return byHand[e.ID] })
		}
		if len(list) == 0 {
			continue
		}
		w := episodic.Week{Language: n.p.deps.Language, Persona: n.p.deps.Persona, User: n.p.deps.User, Episodes: list}
		lines, err := tl.saidIn(ctx, list)
		if cerr := ctx.Err(); cerr != nil {
			return nil, cerr
		}
		if err != nil { // another night: it cannot be told what is quoted and what is not
			n.problem(record.StageEpisodes, fmt.Sprintf("week of %s is not made: %v", list[0].Date, err))
			continue
		}
		w.Lines = lines
		s, err := episodic.Weekly(ctx, m, w)
		if err != nil {
			return nil, err
		}
		tl.told(s)
		if s.Text == "" {
			continue
		}
		t := weekTold{Text: s.Text, By: s.By}
		for _, e := range list {
			t.Episodes, t.Texts = append(t.Episodes, e.ID), append(t.Texts, e.Summary)
		}
		out.Weeks = append(out.Weeks, t)
	}
	return out, nil
}

// told notes who told a summary, and why not the model.
func (tl teller) told(s episodic.Summary) {
	a := rules.Account{By: s.By}
	for _, p := range s.Problems {
		a.Problems = append(a.Problems, rules.Problem{Reason: p})
	}
	a.Misquoted(s.Misquotes)
	tl.night.account(record.StageEpisodes, a)
}

// A teller tells days and weeks in few words.
type teller struct{ night *night }

// tellDay tells one day.
func (tl teller) tellDay(ctx context.Context, date episodic.Date, fresh []transcript.Message) (dayTold, error) {
	d := dayTold{Date: date}
	list := tl.night.said.whole
	if e, ok := tl.night.mem.episodeOf(date); ok {
		d.Of, d.Was = e.ID, e.Summary
		d.Added = !tl.ownWords(e)
	}
	if d.Added || d.Of == "" && tl.dayDenied(date) {
		list = fresh
	}
	day := episodic.Day{Date: date, Language: tl.night.p.deps.Language, Persona: tl.night.p.deps.Persona, User: tl.night.p.deps.User, Entities: tl.night.mem.names()}
	for _, l := range tl.night.read.lines(ctx, slices.DeleteFunc(slices.Clone(list), func(m transcript.Message) bool {
		return episodic.DateOf(m.Time) != date
	})) {
		if l.Foreign {
			continue
		}
		day.Lines = append(day.Lines, l.Line)
		d.Lines = append(d.Lines, l.ID)
	}
	s, err := episodic.Daily(ctx, tl.night.model, day)
	if err != nil {
		return d, err
	}
	tl.told(s)
	d.Text, d.By, d.Sources = s.Text, s.By, s.Sources
	return d, nil
}

// episodeOf returns the episode that a dream made of a day.
func (m *draft) episodeOf(date episodic.Date) (episodic.Episode, bool) {
	return m.episodes.Made(episodic.Ordinary, originOf(date))
}

// ownWords reports whether an episode says what a dream had it say: nobody has
// written in it since.
func (tl teller) ownWords(e episodic.Episode) bool {
	own, seen := false, false
	_ = tl.night.p.diary.Newest(func(r record.Record) bool { // of an unreadable diary nothing is sure
		for _, c := range slices.Backward(r.Changes) {
			if r.ID != tl.night.rec.ID && c.Kind == record.KindEpisode && c.Key == e.ID && c.After != nil {
				own, seen = c.Member("summary") == e.Summary, true
				break
			}
		}
		return !seen && r.Date >= e.Date.Back(1) // a night before the day did not tell it; one that lasts past midnight did
	})
	if seen {
		return own
	}
	return tl.tellsOf(e)
}

// rewritten returns those of the episodes that say something else than the last
// dream that told them had them say.
func (tl teller) rewritten(weeks [][]episodic.Episode) map[string]bool {
	if tl.night.model == nil || tl.night.model.Info().Rules {
		return nil
	}
	now := map[string]string{}
	first := episodic.DateOf(tl.night.rec.At)
	for _, e := range slices.Concat(weeks...) {
		now[e.ID], first = e.Summary, min(first, e.Date)
	}
	out := map[string]bool{}
	_ = tl.night.p.diary.Newest(func(r record.Record) bool { // of an unreadable diary nothing is known
		for _, c := range slices.Backward(r.Changes) {
			if says, left := now[c.Key]; left && c.Kind == record.KindEpisode && c.After != nil {
				out[c.Key] = c.Member("summary") != says
				delete(now, c.Key)
			}
		}
		return len(now) > 0 && r.Date >= first
	})
	return out
}

// tellsOf reports whether an episode was made by this dream, before it was
// broken off.
func (tl teller) tellsOf(e episodic.Episode) bool {
	return slices.ContainsFunc(tl.night.rec.Changes, func(c record.Change) bool { return c.Key == e.ID })
}

// dayDenied reports whether the episode of a day was undone.
func (tl teller) dayDenied(date episodic.Date) bool {
	return slices.ContainsFunc(tl.night.denied, func(d denial) bool {
		return d.kind == record.KindEpisode && strings.Contains(d.said, `"`+originOf(date)+`"`)
	})
}

// applyEpisodes keeps the episodes.
func (w *writing) applyEpisodes() error {
	r, _ := thought[remembering](w.night, record.StageEpisodes)
	for _, d := range r.Days {
		if err := w.keepDay(d); err != nil {
			return err
		}
	}
	for _, t := range r.Weeks {
		if err := w.keepWeek(t); err != nil {
			return err
		}
	}
	if w.night.rec.Level >= 2 && w.night.firstToday() {
		if _, _, err := w.night.mem.episodes.Deflate(w.cause); err != nil {
			return err
		}
	}
	return nil
}

// maxEpisode is how long an episode may grow that is added to, in characters.
const maxEpisode = 4_000

func (w *writing) keepDay(d dayTold) error {
	a := w.night.mem.exchanges.Day(d.Date)
	e := episodic.Episode{
		Date: d.Date, Kind: memory.Lived, Summary: d.Text, Arousal: a.Mean, Max: a.Max,
		Sources: d.Sources, Origin: originOf(d.Date), By: d.By, CreatedAt: w.night.rec.At,
	}
	kept, err := w.night.mem.episodes.Add(e, w.cause)
	if errors.Is(err, episodic.ErrBadEpisode) {
		w.problem("episode of %s: %v", d.Date, err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("keep episode of %s: %w", d.Date, err)
	}
	evidence := evidenceOf(d.Sources)
	w.mark(kept.ID, string(d.Date)+" "+d.Text, evidence)
	if kept.Summary == e.Summary {
		return nil
	}
	kept.By = d.By
	kept.Max = max(kept.Max, a.Max)
	switch {
	case kept.Summary != d.Was, d.Added: // somebody's own words stay
		added := kept.Summary + "\n\n" + d.Text
		if utf8.RuneCountInString(added) > maxEpisode {
			w.problem("episode of %s is full: what is new of the day is not in it", d.Date)
			return nil
		}
		kept.Summary = added
	default:
		kept.Summary = d.Text
	}
	if _, err := w.night.mem.episodes.Put(kept, w.cause); err != nil {
		if errors.Is(err, store.ErrConflict) {
			w.problem("episode of %s: %v", d.Date, err)
			return nil
		}
		return fmt.Errorf("keep episode of %s: %w", d.Date, err)
	}
	return nil
}

// keepWeek puts a week in the place of its days, if they are still what it
// was told from.
func (w *writing) keepWeek(t weekTold) error {
	week := episodic.Week{Language: w.night.p.deps.Language, Persona: w.night.p.deps.Persona}
	for i, id := range t.Episodes {
		e, err := w.night.mem.episodes.Find(id)
		if err != nil && !errors.Is(err, episodic.ErrNoEpisode) {
			return fmt.Errorf("make a week: %w", err)
		}
		if err != nil || e.Summary != t.Texts[i] {
			w.problem("episode %s changed meanwhile: its week is not made", id)
			return nil
		}
		week.Episodes = append(week.Episodes, e)
	}
	merged := week.Merge(episodic.Summary{Text: t.Text, By: t.By})
	merged.CreatedAt = w.night.rec.At
	kept, err := w.night.mem.episodes.Compress(t.Episodes, merged, w.cause)
	if errors.Is(err, episodic.ErrBadEpisode) || errors.Is(err, episodic.ErrSpecial) {
		w.problem("week of %s: %v", merged.Date, err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("make a week: %w", err)
	}
	w.mark(kept.ID, string(kept.Date)+" "+t.Text, evidenceOf(kept.Sources))
	return nil
}

// oldWeeks returns the weeks whose days are to become one episode.
func (n *night) oldWeeks() [][]episodic.Episode {
	return episodic.Weeks(n.mem.episodes.Old(n.rec.At, episodic.CompressAfter))
}

// firstToday reports whether no other dream of this date got through the
// drives: what is done once a night is done once.
func (n *night) firstToday() bool {
	is := true
	_ = n.p.diary.Newest(func(r record.Record) bool { // of an unreadable diary: it is
		if r.ID != n.rec.ID && r.Date == n.rec.Date && r.Stage(record.StageDrives).State == record.StatusApplied {
			is = false
		}
		return is && r.Date >= n.rec.Date
	})
	return is
}

// applyDrives ages the questions and notes that the persona reflected.
func (w *writing) applyDrives() error {
	if w.night.firstToday() {
		aged, err := w.night.mem.motives.Age(w.night.rec.At, w.cause)
		if err != nil {
			return err
		}
		for _, q := range aged {
			w.mark(q.ID, q.Topic, nil)
		}
	}
	if err := w.night.mem.goals.Reflected(w.night.rec.Level, w.night.rec.At, w.cause); err != nil {
		return err
	}
	return nil
}
