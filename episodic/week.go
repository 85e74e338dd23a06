package episodic

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/quote"
	"yumori/internal/llm"
	"yumori/internal/memory"
)

// A Week is the episodes that are to become one.
type Week struct {
	Language string // of the persona: "ja", else English
	Persona  string // its name
	User     string // the user's name; "" unknown
	Episodes []Episode
	// Lines are the messages that the episodes are derived from, as far as they are
	// still there. What an episode quotes that is not in them is not told as
	// what was said.
	Lines []Line
}

func (w Week) talk() Talk { return Talk{Persona: w.Persona, User: w.User, Lines: w.Lines} }

// Weeks groups ordinary daily episodes by the week of their day, Monday to
// Sunday, in order. Others are left out.
func Weeks(list []Episode) [][]Episode {
	var weeks [][]Episode
	byMonday := map[Date]int{}
	for _, e := range list {
		if e.Special() || e.Compressed() || !e.Date.Valid() {
			continue
		}
		monday := weekEnd(e.Date).Back(6)
		i, ok := byMonday[monday]
		if !ok {
			i = len(weeks)
			byMonday[monday] = i
			weeks = append(weeks, nil)
		}
		weeks[i] = append(weeks[i], e)
	}
	slices.SortFunc(weeks, func(a, b []Episode) int { return cmp.Compare(a[0].Date, b[0].Date) })
	return weeks
}

// date returns the days of the week that there are episodes of.
func (w Week) date() Date {
	if len(w.Episodes) == 0 {
		return ""
	}
	first, last := w.Episodes[0].Date.First(), w.Episodes[0].Date.Last()
	for _, e := range w.Episodes {
		first, last = min(first, e.Date.First()), max(last, e.Date.Last())
	}
	return Span(first, last)
}

// Merge returns the episode that a week becomes, for Journal.Compress: the
// arousal is the mean, the highest is kept, and it is derived from what they rested
// on. There is one of each week.
func (w Week) Merge(s Summary) Episode {
	e := Episode{Date: w.date(), Kind: memory.Lived, Summary: s.Text, By: s.By}
	for _, o := range w.Episodes {
		e.Merged += max(1, o.Merged)
		e.Arousal += o.Arousal
		e.Max = max(e.Max, o.Max)
		e.Sources = append(e.Sources, o.Sources...)
	}
	e.Arousal = clampUnit(e.Arousal / float64(max(1, len(w.Episodes))))
	e.Sources = memory.Unique(e.Sources)
	if e.Date.Valid() {
		e.Origin = "week:" + string(weekEnd(e.Date.First()).Back(6))
	}
	return e
}

// inOrder returns the episodes by date and those of them to be kept in detail:
// the two with the highest arousal.
func (w Week) inOrder() (list []Episode, top map[int]bool) {
	list = slices.Clone(w.Episodes)
	slices.SortStableFunc(list, func(a, b Episode) int { return cmp.Compare(a.Date, b.Date) })
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(list[b].Arousal, list[a].Arousal) })
	top = map[int]bool{}
	for _, i := range order[:min(weeklyTop, len(order))] {
		top[i] = true
	}
	return list, top
}

// Weekly tells a week in at most 800 characters, as Daily does a day: the two
// episodes with the highest arousal in detail, of the others what matters.
func Weekly(ctx context.Context, m llm.Model, w Week) (Summary, error) {
	w.Persona, w.User = cleanName(w.Persona), cleanName(w.User)
	if m == nil || m.Info().Rules || len(w.Episodes) == 0 {
		return w.byRules(), ctx.Err()
	}
	system, err := prompt("weekly", w.Language, frame{Persona: w.Persona, User: w.User, Date: w.date(), Min: weeklyMin, Max: weeklyMax})
	if err != nil {
		return Summary{}, fmt.Errorf("tell %s: %w", w.date(), err)
	}
	t := task{system: system, record: w.record(room(ctx, m)), language: w.Language, longest: weeklyMax, write: w.record}
	if utf8.RuneCountInString(t.record) >= 2*weeklyMin {
		t.shortest = weeklyMin
	}
	s, ok, err := ask(ctx, m, t)
	if err != nil {
		return s, fmt.Errorf("tell %s: %w", w.date(), err)
	}
	if !ok || !s.hold(w.talk()) {
		return w.byRules().instead(s), nil
	}
	s.Sources = w.Merge(s).Sources
	return s, nil
}

// record writes a week for a model, about n characters at most.
func (w Week) record(n int) string {
	list, top := w.inOrder()
	var b strings.Builder
	for i, e := range list {
		star := ""
		if top[i] {
			star = starOf(w.Language, e.Arousal)
		}
		fmt.Fprintf(&b, "%s %s%s\n\n", e.Date, star, cut(cleanText(e.Summary), n/len(list)))
	}
	return b.String()
}

// byRules tells a week in sentences of its episodes: a day at a time, those of
// the two with the highest arousal first, as far as there is room.
func (w Week) byRules() Summary {
	list, top := w.inOrder()
	t := &teller{lexicon: newLexicon(w.Persona, w.User), left: map[int][]sentence{}, heard: map[string]bool{}}
	c := newChecker(w.talk())
	for i, e := range list {
		l := Line{Text: e.Summary}
		if top[i] {
			l.Arousal = 1
		}
		t.lines = append(t.lines, l)
		for k, s := range w.pieces(c, e.Summary) {
			if words := t.content(s); len(words) > 0 {
				t.left[i] = append(t.left[i], sentence{i, k, s, words, t.personal(s)})
			}
		}
	}
	t.chooseDays(weeklyMax, top)
	s := Summary{By: Rules, Text: w.joined(list, t.told)}
	s.Text = lang.CutSentences(s.Text, weeklyMax)
	s.Sources = w.Merge(s).Sources
	return s
}

// chooseDays gives each day a sentence, then the days at the top what is left but
// for a little, then everybody what is left of that.
func (t *teller) chooseDays(room int, top map[int]bool) {
	const date = len("31 Dec: ") // at the most
	t.room = room
	for i := range t.lines {
		if best := t.best(t.left[i]); best >= 0 {
			t.tell(t.left[i][best], date)
		}
	}
	for _, detailed := range []bool{true, false} {
		for {
			var rest []sentence
			for i := range t.lines {
				if top[i] == detailed {
					rest = append(rest, t.left[i]...)
				}
			}
			best := t.best(rest)
			if best < 0 {
				break
			}
			t.tell(rest[best], 0)
		}
	}
	slices.SortFunc(t.told, func(a, b sentence) int { return cmp.Or(a.line-b.line, a.at-b.at) })
}

// joined writes sentences with the day before each day's, and who said them
// once for those that follow each other.
func (w Week) joined(list []Episode, told []sentence) string {
	text := ""
	for i, s := range told {
		if i > 0 {
			text += w.space()
		}
		if i == 0 || told[i-1].line != s.line {
			text += w.day(list[s.line].Date) + s.text
			continue
		}
		before, _, _ := cutQuote(told[i-1].text)
		label, words, ok := cutQuote(s.text)
		if !ok || label != before {
			text += s.text
			continue
		}
		text = strings.TrimSuffix(text, w.space())
		_, n := utf8.DecodeLastRuneInString(text) // its quotation mark
		text = text[:len(text)-n] + w.space() + words
	}
	return text
}

// space is what stands between sentences.
func (w Week) space() string {
	if w.Language == "ja" {
		return ""
	}
	return " "
}

// cutQuote splits a quotation of pieces after its opening mark.
func cutQuote(s string) (label, words string, ok bool) {
	quotes := quote.Quotations(s)
	if len(quotes) != 1 || quotes[0].End != len(s) {
		return "", "", false
	}
	open, _ := marksOf(s, quotes[0])
	at := quotes[0].Begin + len(open)
	return s[:at], s[at:], true
}

// day says a date as short as it can be said within a week.
func (w Week) day(d Date) string {
	t, err := time.Parse(dayLayout, string(d.First()))
	switch {
	case err != nil:
		return ""
	case w.Language == "ja":
		return fmt.Sprintf("%d月%d日、", t.Month(), t.Day())
	}
	return t.Format("2 Jan") + ": "
}
