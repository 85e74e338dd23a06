package dreaming

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"yumori/dreaming/record"
	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/lang"
	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/persona"
)

// What becomes of a candidate that rules proposed and nobody decided on. It
// gets its page when it was named on candidateDays days, when there is a page
// or when the bank has a fact about it. One that was not named again within
// candidateLapse days lapses. The night that decides is later than the one that
// proposed, or the same; the item of the one that proposed undoes it.
const (
	candidateDays  = 2
	candidateLapse = 14
)

// A waitingName is a name that candidates wait for.
type waitingName struct {
	name    string
	items   []record.Waits // oldest first
	sources []string       // the messages that they are derived from
	days    []episodic.Date
	newer   episodic.Date // of the newest record
	veto    bool          // somebody undid, refused or deleted it
}

// A waitList is the candidates of rules that wait.
type waitList struct{ night *night }

// decide decides on the candidates of rules that wait, at the end of
// a night that was written.
func (wl waitList) decide() error {
	if wl.night.req.Mode == DryRun || wl.night.req.sketch {
		return nil
	}
	names, err := wl.names()
	if err != nil || len(names) == 0 {
		return err
	}
	facts, err := wl.night.mem.facts()
	if err != nil {
		return err
	}
	facts = slices.DeleteFunc(slices.Clone(facts), func(f believed) bool {
		return f.Kind == memory.Imported || wl.night.fromOthers(f.Sources...)
	})
	decided := false
	for _, w := range names {
		v := wl.verdictOn(w, facts)
		if v == "" {
			continue
		}
		decided = true
		for _, i := range w.items {
			if err := wl.night.p.diary.DecideByRules(i, v, wl.night.rec); err != nil {
				return err
			}
		}
	}
	if decided {
		wl.night.rec, err = wl.night.p.diary.Read(wl.night.rec.ID)
	}
	return err
}

// verdictOn says what becomes of a name that waits; "" if it goes on waiting.
func (wl waitList) verdictOn(w *waitingName, facts []believed) persona.Decision {
	told := len(w.days) >= candidateDays || wl.night.mem.hasPage(w.name) ||
		slices.ContainsFunc(facts, func(f believed) bool { return aboutName(f.Text, w.name) })
	switch {
	case w.veto:
		return ""
	case lang.NoName(w.name): // proposed before rules knew better
		return persona.Refuse
	case told && !wl.night.mem.isOnPage(w):
		return persona.Accept
	case w.newer < wl.night.rec.Date.Back(candidateLapse):
		return persona.Refuse
	}
	return ""
}

// names gathers the candidates of rules that wait, by their names.
func (wl waitList) names() ([]*waitingName, error) {
	var list []*waitingName
	of := func(key string) *waitingName {
		for _, w := range list {
			if lang.Fold(w.name) == lang.Fold(key) {
				return w
			}
		}
		w := &waitingName{name: key}
		list = append(list, w)
		return w
	}
	left := denialsKept
	err := wl.night.p.diary.Newest(func(r record.Record) bool {
		left--
		for _, c := range r.Changes {
			if c.Kind != record.KindCandidate || r.State == record.StatusRunning {
				continue
			}
			w := of(c.Key)
			switch {
			case c.State == record.StatusUndone || c.State == record.StatusRefused || c.State == record.StatusApplied && !wl.night.mem.hasPage(c.Key):
				w.veto = true
			case c.State == record.StatusProposed && r.Stage(record.StageEntities).By == episodic.Rules:
				w.items = append([]record.Waits{{Dream: r.ID, Item: c.ID}}, w.items...)
				w.newer = max(w.newer, r.Date)
				w.days = append(w.days, wl.daysOf(c, r)...)
				for _, e := range c.Evidence {
					w.sources = append(w.sources, e.Message)
				}
			}
		}
		return left > 0
	})
	for _, w := range list {
		slices.Sort(w.days)
		w.days = slices.Compact(w.days)
	}
	return slices.DeleteFunc(list, func(w *waitingName) bool { return len(w.items) == 0 }), err
}

// waiting returns the names that candidates wait for.
func (wl waitList) waiting() []string {
	list, err := wl.names()
	if err != nil {
		return nil // who decides on them tells of it
	}
	var names []string
	for _, w := range list {
		if !w.veto {
			names = append(names, w.name)
		}
	}
	return names
}

// isOnPage reports whether the page of a name is derived from all that its candidates
// are derived from: they would say it again.
func (m *draft) isOnPage(w *waitingName) bool {
	p, err := m.pages.Read(entity.Name(w.name))
	if err != nil {
		return false
	}
	had := map[string]bool{}
	for _, q := range p.Paragraphs {
		for _, s := range append(q.Sources, q.Withdrawn...) {
			had[s] = true
		}
	}
	return !slices.ContainsFunc(w.sources, func(id string) bool { return !had[id] })
}

func (m *draft) hasPage(name string) bool {
	_, err := m.pages.Read(entity.Name(name))
	return err == nil
}

// daysOf returns on what days the messages were said that a candidate is derived from.
func (wl waitList) daysOf(c record.Change, r record.Record) []episodic.Date {
	var days []episodic.Date
	for _, e := range c.Evidence {
		day := r.Date
		if m, err := wl.night.p.deps.Log.Find(transcript.ID(e.Message)); err == nil {
			day = episodic.DateOf(m.Time.In(wl.night.rec.At.Location()))
		}
		days = append(days, day)
	}
	return days
}

// aboutName reports whether a fact is about somebody of a name, and does not
// only name them.
func aboutName(fact, name string) bool {
	if i := strings.IndexAny(fact, "「“"); i >= 0 { // whose words they are
		_, rest, _ := strings.Cut(fact, fact[i:i+len("「")])
		fact = rest
	}
	if who, ok := strings.CutPrefix(fact, name); ok {
		return aboutBehind.MatchString(who)
	}
	i := strings.Index(fact, name)
	return i > 0 && aboutBefore.MatchString(fact[:i]) && aboutBehind.MatchString(fact[i+len(name):])
}

var (
	aboutBehind = regexp.MustCompile(`^(?:さん|ちゃん|くん|先生|先輩)?(?:は|が|の|です|だ|といい|という|$)|^(?:'s)?(?: |,|\.|$)`)
	aboutBefore = regexp.MustCompile(`(?i)(?:^|\b)(?:my|our|'s) (?:\w+ ){1,2}(?:is |named |called )?$|の$|名前は$|[妹姉弟兄娘子夫妻猫犬]は$`)
)

// settle decides on candidates; that it fails is told, and tried
// again in the next night.
func (wl waitList) settle() {
	err := wl.night.p.deps.Alone(wl.decide)
	if err != nil && !errors.Is(err, record.ErrNotOpen) && wl.night.p.deps.Logger != nil {
		wl.night.p.deps.Logger.Warn("decide on candidates", "dream", wl.night.rec.ID, "error", err)
	}
}
