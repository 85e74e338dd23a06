package answer

import (
	"slices"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/when"
)

// dueDays is for how many days what is to be done, and was not, is told.
const dueDays = 14

// Due returns what the user told that falls on some days and is not done, and
// what is still open of what was to be done before today or, where several days
// are asked about, on none.
func (rd *Reader) Due(day when.Days) (due, open []Memory) {
	all := rd.Told()
	for i, m := range all {
		days := DaysOf(rd, m, day) // not those of what it leans on, or puts right
		on := fallingOn(day, days, m)
		if deniesDay(m, day) {
			if movesPart(due, m) {
				due = append(due, m)
				continue
			}
			on, due = nil, withoutMoved(due, m)
		} else {
			due = withoutDenied(rd, day, due, m)
		}
		if len(on) == 0 && !m.toDo || isOver(rd, m, on, all[i+1:]) {
			continue
		}
		m.Open = false // what was said before it may be of another day
		switch today := when.DayOf(rd.Now); {
		case len(on) > 0 || isBeside(due, m, days):
			due = append(due, m)
		case when.Between(m.When, rd.Now) > dueDays, !day.Has(today):
		case len(days) == 0 && day.To.After(day.From) && !(lex.Has("clock-alone", m.Text) && when.Between(m.When, rd.Now) > 0), len(days) > 0 && days[len(days)-1].To.Before(today):
			open = append(open, m)
		}
	}
	slices.SortStableFunc(due, func(a, b Memory) int { return firstOn(rd, day, a).Compare(firstOn(rd, day, b)) })
	return toldOnce(rd, rd.distinct(due), day), toldOnce(rd, rd.distinct(open), day)
}

// isBeside reports whether what is to be done on no day that it names stands in the line of what is
// due: "he's on the train tomorrow, so I've got to fetch him at four".
func isBeside(due []Memory, m Memory, days []when.Days) bool {
	return m.toDo && len(days) == 0 && len(due) > 0 && m.line != 0 && due[len(due)-1].line == m.line && due[len(due)-1].source == m.source
}

// firstOn returns the first of the days asked about on which a telling falls.
func firstOn(rd *Reader, day when.Days, m Memory) time.Time {
	if on := fallingOn(day, DaysOf(rd, m, day), m); len(on) > 0 {
		return on[0].From
	}
	return day.To
}

// deniesDay reports whether a telling says that something is not on a day that is asked about: "it's
// Thursday now, not Wednesday", 「明日の会議は金曜に延期になった」.
func deniesDay(m Memory, day when.Days) bool {
	if !day.From.Equal(day.To) {
		return false
	}
	from := lex.Find("moved-of-day", m.Text)["was"]
	if days := when.Find(from, m.When); from != "" && (when.NamesWeekday(from, day.From) || len(days) > 0 && when.Between(days[0].From, day.From) == 0) {
		return true
	}
	was := lex.Find("not-that", m.Text)["was"]
	return was != "" && when.NamesWeekday(was, day.From)
}

// movesPart reports whether a telling moves a part of what another has for a day: the rest stays.
func movesPart(due []Memory, later Memory) bool {
	return lex.Has("moved-of-day", later.Text) && slices.ContainsFunc(due, func(m Memory) bool {
		return movesOneOf(&m, &later) || lang.Overlap(lang.Senses(m.Text), later.termsAt()) > 0 && !sameMatter(&m, &later)
	})
}

// movesOneOf reports whether a telling moves one of several things that another plans for a day, each
// at its hour: the others stay as they are.
func movesOneOf(earlier, later *Memory) bool {
	return lex.Has("moved-of-day", later.Text) && len(lex.All("each-hour", earlier.Text)) > 1 && slices.ContainsFunc(matter(earlier), func(t lang.Sense) bool {
		return !lang.IsWeak(t.Key) && !lang.HasSense(matter(later), t.Key)
	})
}

// withoutMoved leaves out of what is due the one telling that a later one moves to another day.
func withoutMoved(due []Memory, later Memory) []Memory {
	if len(due) != 1 || due[0].order > later.order {
		return due
	}
	return nil
}

// withoutDenied leaves out of what is due on several days the one telling of a weekday that a
// later one denies: "the surgery's on Wednesday, not Tuesday".
func withoutDenied(rd *Reader, day when.Days, due []Memory, later Memory) []Memory {
	was := lex.Find("not-that", later.Text)["was"]
	if was == "" || day.From.Equal(day.To) {
		return due
	}
	denied := func(m Memory) bool {
		days := fallingOn(day, DaysOf(rd, m, day), m)
		return m.order < later.order && len(days) == 1 && days[0].From.Equal(days[0].To) && when.NamesWeekday(was, days[0].From)
	}
	if i := slices.IndexFunc(due, denied); i >= 0 && !slices.ContainsFunc(due[i+1:], denied) {
		return slices.Delete(due, i, i+1)
	}
	return due
}

// toldOnce leaves of what tells of one thing on one day the first, of the user's own words if there
// are any: a reminder that was kept stands in a fact and in the line that asked for it.
func toldOnce(rd *Reader, list []Memory, day when.Days) []Memory {
	behind := func(m Memory) int {
		if lex.Has("not-that", m.Text) || lex.Has("not-that-ja", m.Text) {
			return 2 // what it puts right says more
		}
		return min(1, strings.Count(m.Text, "“")+strings.Count(m.Text, "「")+strings.Count(m.Text, ": "))
	}
	slices.SortStableFunc(list, func(a, b Memory) int { return behind(a) - behind(b) })
	var out []Memory
	for i := range list {
		of, on := firmMatter(&list[i]), fallingOn(day, DaysOf(rd, list[i], day), list[i])
		same := func(o Memory) bool {
			had, then := firmMatter(&o), fallingOn(day, DaysOf(rd, o, day), o)
			a, b := lang.Overlap(of, had), lang.Overlap(had, of)
			return (a >= sameThing && b >= sameThing || max(a, b) > 0.99) && (len(on) == 0 || len(then) == 0 || on[0] == then[0])
		}
		if len(of) == 0 || lex.Has("moved-of-day", list[i].Text) || !slices.ContainsFunc(out, same) {
			out = append(out, list[i])
		}
	}
	return out
}

// firmMatter is matter without words that say little, 日 or 朝.
func firmMatter(m *Memory) []lang.Sense {
	return slices.DeleteFunc(matter(m), func(t lang.Sense) bool { return t.Weight < firmWeight })
}

// firmWeight is how much a sense weighs at least that says what something is.
const firmWeight = 0.5

// sameThing is how much two tellings of one thing share at least of what each names.
const sameThing = 0.6

// NamesOnlyDay reports whether a text names a day and nothing that is on it: "anyway tomorrow",
// 明日は水曜日だったと思うのですが. It is pure.
func NamesOnlyDay(text string) bool { return lex.Has("only-day", text) }

// isOver reports whether a telling of some days is none of what is to come: it tells of
// what has been, or what was told later does. What was arranged, "it was moved to Friday",
// is still to come.
func isOver(rd *Reader, m Memory, on []when.Days, later []Memory) bool {
	toCome := slices.ContainsFunc(on, func(d when.Days) bool {
		return when.Between(rd.Now, d.To) > 0 || !m.When.IsZero() && when.Between(m.When, d.To) > 0
	})
	return m.noted || NamesOnlyDay(m.Text) || toldAsPast(&m) && !toCome || !allToCome(rd, on) && rd.reportsDone(m) || rd.isDone(m, later) || hasHappened(&m, later)
}

// allToCome reports whether all of some days, if any, are after today: what falls on them is not
// done yet, 明日は仕事が終わったら歯医者.
func allToCome(rd *Reader, on []when.Days) bool {
	return len(on) > 0 && !slices.ContainsFunc(on, func(d when.Days) bool { return when.Between(rd.Now, d.From) <= 0 })
}

// isMonth reports whether some days are so many that what falls somewhere among them is of
// none of them.
func isMonth(d when.Days) bool { return d.To.Sub(d.From) > 7*24*time.Hour }

// fallingOn returns those of the days of a telling that make it one of some day, or of some days.
func fallingOn(day when.Days, days []when.Days, m Memory) []when.Days {
	return slices.DeleteFunc(slices.Clone(days), func(d when.Days) bool {
		return !d.Meets(day) || isMonth(d) && !isMonth(day) || lasts(m, d) && day.To.Sub(day.From) < d.To.Sub(d.From)
	})
}

// lasts reports whether some days had begun when what they are of was told, which is nothing to be
// done: "the house is very quiet this week" is no plan of tomorrow.
func lasts(m Memory, d when.Days) bool {
	return !m.toDo && d.To.Sub(d.From) > 2*24*time.Hour && d.Has(when.DayOf(m.When))
}

// DaysOf returns the days that a telling names, as when.Meant finds them, and those asked about
// where it names their weekday and may be of each or of the next: 日曜は釣り, 木曜に変わりました.
func DaysOf(rd *Reader, m Memory, asked when.Days) []when.Days {
	said := m.When
	if said.IsZero() {
		said = rd.Now
	}
	days := when.Meant(rd.Settled(m), said, asked, lang.ToldAsPast)
	moved := movesTime(m.Text)
	if len(days) > 0 && !moved || asked.To.Sub(asked.From) > 7*24*time.Hour {
		return days
	}
	for day := asked.From; !day.After(asked.To); day = day.AddDate(0, 0, 1) {
		if ahead := when.Between(said, day); 0 < ahead && ahead <= 7 && when.NamesWeekday(lex.Replace("dated-weekday", lex.Replace("moved-from", lang.Written(m.Text))), day) && (moved || !toldAsPast(&m)) {
			days = append(days, when.OneDay(day))
		}
	}
	return days
}

// hasHappened reports whether what was planned was told as past later: "funeral was
// today" of "the funeral is on Thursday".
func hasHappened(m *Memory, later []Memory) bool {
	what := matter(m)
	return slices.ContainsFunc(later, func(o Memory) bool {
		return o.Mine && toldAsPast(&o) && !o.Corrects && !lex.Has("not-that", o.Text) && len(what) > 0 && lang.Overlap(what, matter(&o)) >= 0.5
	})
}

// reportsDone reports whether what was told today says itself that it is done.
func (rd *Reader) reportsDone(m Memory) bool {
	return m.source == fromHistory && when.Between(m.When, rd.Now) == 0 && isDoneText(m.Text) && !lex.Has("booked", m.Text)
}

// isDone reports whether a plan was reported as done later.
func (rd *Reader) isDone(m Memory, later []Memory) bool {
	m.terms = nil // all its words
	if slices.ContainsFunc(later, func(o Memory) bool { return !o.Corrects && isDoneText(o.Text) && isOfMatter(o.Text, m.Text) }) {
		return true
	}
	if rd.doneAsListed(m) {
		return true
	}
	return slices.ContainsFunc(rd.Past, func(t Turn) bool {
		return t.User && t.When.After(m.When) && !asks(t.Text) && !movesTime(t.Text) && (isDoneText(t.Text) && (isOfMatter(t.Text, m.Text) || sharesVerb(t.Text, m.Text)) || sharesVerbJa(t.Text, m.Text))
	})
}

// movesTime reports whether a text may put right or move what was told, and gives a time or a number
// for it: "they called, it's Friday now" is not done; "called them, all sorted" is.
func movesTime(text string) bool {
	return likely.Amends(text) >= likely.AmendsFrom && (question.HoldsTime(text) || question.Numbers(text) != nil)
}

// asks reports whether a text asks something, by a mark or its words.
func asks(text string) bool {
	return slices.ContainsFunc(lang.Split(text), func(s lang.Sentence) bool { return s.Asks || question.AsksUnmarked(s) })
}

// isOfMatter reports whether a text speaks of what another one does, whoever else is in both, or
// comes: "Cerys came out of it smiling" is not of who comes on Thursday.
func isOfMatter(text, of string) bool {
	return slices.ContainsFunc(firmShared(text, of), func(t lang.Sense) bool {
		return !ofSomebody(t) && t.Key != comes && t.Weight >= firmWeight && question.Numbers(t.Key) == nil && !question.HoldsTime(t.Key)
	})
}

// comes is the sense of "come".
var comes = lang.SenseStem("come")

// doneAsListed reports whether the user said right after the persona listed a plan
// that it is done, without saying again what: "done, handed them in".
func (rd *Reader) doneAsListed(m Memory) bool {
	for i, t := range rd.Past {
		if i > 0 && t.User && endsListed(t.Text, rd.Past[i-1]) && rd.isListed(m, rd.Past[i-1].Text) {
			return true
		}
	}
	return false
}

// endsListed reports whether a message says that what the turn before it lists is done: the one thing
// that it does, or all of them.
func endsListed(message string, before Turn) bool {
	several := strings.Count(before.Text, "“")+strings.Count(before.Text, "「") > 1
	return !before.User && lex.Has("done-it", message) && (!several || lex.Has("all-of-them", message))
}

// isListed reports whether a reply gives back a telling.
func (rd *Reader) isListed(m Memory, reply string) bool {
	reply = strings.ToLower(reply)
	return strings.Contains(reply, strings.ToLower(strings.Trim(m.Text, ".。"))) || strings.Contains(reply, strings.ToLower(rd.typed(m.Text)))
}

// ReportsListed reports whether a message says that a plan is done which the reply before it gave
// back. It is pure.
func ReportsListed(rd *Reader, message string) bool {
	n := len(rd.Past)
	if n == 0 || !endsListed(message, rd.Past[n-1]) {
		return false
	}
	return slices.ContainsFunc(rd.Told(), func(m Memory) bool {
		return (m.toDo || question.HoldsTime(m.Text)) && rd.isListed(m, rd.Past[n-1].Text)
	})
}

// sharesVerb reports whether what was done is what was to be done, by its
// verb: "called them" of "call the dentist".
func sharesVerb(done, plan string) bool {
	plans := plain.Words(strings.ToLower(plan))
	for _, w := range plain.Words(strings.ToLower(done)) {
		if lex.Has("done-text", w) && slices.ContainsFunc(plans, func(p string) bool { return len(p) > 2 && lang.SenseStem(p) == lang.SenseStem(w) }) {
			return true
		}
	}
	return false
}

// sharesVerbJa is sharesVerb of a Japanese line that only says by its verb what was done:
// さっき払ってきた of 火曜に家賃払わなきゃ.
func sharesVerbJa(done, plan string) bool {
	m := lex.Find("done-verb-ja", done)
	if m == nil {
		return false
	}
	_, after, ok := strings.Cut(plan, m["verb"])
	return ok && lex.Has("verb-goes-on-ja", after)
}

// isDoneText reports whether a text says that something is done.
func isDoneText(text string) bool { return lex.Has("done-text", text) }
