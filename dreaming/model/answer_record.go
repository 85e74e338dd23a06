package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/lang"
	"yumori/internal/llm"
	"yumori/motivation"
)

// maxInput is the most characters of a record that a model is given; half of
// its window if that is smaller.
const maxInput = 60_000

// A sheet is the record of a day as a model reads it, and what its numbers
// stand for. What the two did not say themselves is not on it.
type sheet struct {
	day
	account *rules.Account
}

// A day is what was said and what is known beside it, as a model is shown it.
type day struct{ *rules.Digest }

// talk writes the conversation, one message a line; of a day that is too long
// the newest part.
func (d day) talk(room int) (text string, left int) {
	var lines []string
	n := 0
	for i := len(d.ByLine) - 1; i >= 0; i-- {
		line := d.talkLine(i)
		if line == "" {
			continue
		}
		if n += len([]rune(line)) + 1; n > room && len(lines) > 0 {
			left++
			continue
		}
		lines = append(lines, line)
	}
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return strings.Join(lines, "\n"), left
}

func (d day) talkLine(i int) string {
	if len(d.ByLine[i]) == 0 {
		return ""
	}
	l := d.Lines[i]
	var said []string
	for _, r := range d.ByLine[i] {
		said = append(said, rules.CleanLine(r.Raw))
	}
	star, clock := "", ""
	if l.Arousal >= rules.Starred {
		star = "★ "
	}
	if !l.Time.IsZero() {
		clock = l.Time.Format("15:04") + " "
	}
	return fmt.Sprintf("[%d] %s%s%s: %s", i+1, star, clock, d.speaker(l), strings.Join(said, " "))
}

func (d day) speaker(l rules.Line) string {
	switch {
	case l.Name != "":
		return oneName(l.Name)
	case l.Speaker == episodic.Persona:
		return d.Pick("I ("+oneName(d.Persona)+")", "私（"+oneName(d.Persona)+"）")
	case d.User != "":
		return oneName(d.User)
	}
	return d.Pick("the user", "相手")
}

// part writes one fenced part of a record.
func part(title, text string) string {
	if text == "" {
		return ""
	}
	return title + "\n" + fenceMark + "\n" + strings.ReplaceAll(text, fenceMark, " ") + "\n" + fenceMark + "\n\n"
}

// memories writes what was recalled.
func (d day) memories() string {
	var b strings.Builder
	for i, m := range d.Recalled {
		if i == 10 {
			break
		}
		fmt.Fprintf(&b, "r%d · %s · %s: %s\n", i+1, orUnknown(m.Day()), orUnknown(string(m.Kind)), lang.Cut(rules.CleanLine(m.Text), 400))
	}
	return strings.TrimSpace(b.String())
}

func orUnknown(s string) string {
	if s == "" {
		return "?"
	}
	return rules.CleanLine(s)
}

// listed writes the open questions.
func (d day) listed(list []motivation.Question) string {
	var b strings.Builder
	for i, q := range list {
		fmt.Fprintf(&b, "q%d: %s", i+1, lang.Cut(rules.CleanLine(q.Topic), rules.MaxTopic))
		if q.Context != "" {
			fmt.Fprintf(&b, " (%s)", lang.Cut(rules.CleanLine(q.Context), 200))
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}

// plans writes the goals.
func (d day) plans() string {
	var b strings.Builder
	for i, g := range d.Goals {
		fmt.Fprintf(&b, "g%d: %s (%s, %d)\n", i+1, lang.Cut(rules.CleanLine(g.Goal), rules.MaxGoal), g.Term, g.Priority)
	}
	return strings.TrimSpace(b.String())
}

// views writes the opinions.
func (d day) views() string {
	var b strings.Builder
	for i, o := range d.Opinions {
		if i == 20 {
			break
		}
		fmt.Fprintf(&b, "o%d: %s\n", i+1, lang.Cut(rules.CleanLine(o.Text), 200))
	}
	return strings.TrimSpace(b.String())
}

// knowledge writes what is known.
func (d day) knowledge() string {
	var b strings.Builder
	for i, f := range d.Facts {
		if i == 40 {
			break
		}
		fmt.Fprintf(&b, "- %s\n", lang.Cut(rules.CleanLine(f.Text), 200))
	}
	var names []string
	for _, e := range d.Entities {
		names = append(names, oneName(string(e.Name)))
	}
	if len(names) > 0 {
		fmt.Fprintf(&b, "%s: %s\n", d.Pick("Pages", "ページ"), lang.Cut(strings.Join(names, ", "), 1_000))
	}
	return strings.TrimSpace(b.String())
}

// record puts the parts together: the talk gets what room the others leave.
func (d day) record(window llm.Window, a *rules.Account, parts ...string) string {
	room := min(maxInput, window.Tokens/2) // a token may be a character
	rest := strings.Join(parts, "")
	talk, left := d.talk(max(room-len([]rune(rest)), room/2))
	if left > 0 {
		a.Problem(fmt.Sprintf("%d messages were left out: the day was too long for the model", left), "")
	}
	return strings.TrimSpace(part(d.Pick("What was said on "+string(d.Date)+":", string(d.Date)+"の会話:"), talk) + rest)
}

// numbered returns the index that "q3", "3", "[3]" or an id of ours stands for
// in a list of n; -1 if it stands for none.
func numbered(s, letter string, n int) int {
	s = strings.ToLower(norm.NFKC.String(strings.Trim(s, " []#()\"'.")))
	s = strings.TrimLeft(strings.TrimPrefix(s, letter), "-_ #")
	k, err := strconv.Atoi(s)
	if err != nil || k < 1 || k > n {
		return -1
	}
	return k - 1
}

// lineOf returns the line that a number or an id stands for.
func (d day) lineOf(s string) int {
	for i, l := range d.Lines {
		if l.ID != "" && l.ID == strings.TrimSpace(s) {
			return i
		}
	}
	return numbered(s, "m", len(d.Lines))
}

// whose says whose words may be evidence.
type whose int

const (
	anybody whose = iota
	usersOwn
)

// proof reads what an object gives as evidence. Quotes that are not literally
// in the own words of the message they name are thrown out and counted.
func (s *sheet) proof(o members, w whose) []record.Evidence {
	list := o.list("evidence")
	if len(list) == 0 && o.str("quote") != "" {
		list = []members{o}
	}
	var out []record.Evidence
	for _, e := range list {
		said := strings.Trim(e.str("quote"), `"“”「」『』`)
		quote := ""
		i := s.lineOf(e.str("message"))
		if i >= 0 && (w == anybody || s.Lines[i].Speaker == episodic.User) {
			quote = rules.QuoteOf(s.literal(i, said))
		}
		if quote == "" {
			s.account.Dropped++
			s.account.Problem("a quote is not in the message it names", e.str("message")+": "+said)
			continue
		}
		out = rules.AddEvidence(out, record.Evidence{Message: s.Lines[i].ID, Quote: quote})
	}
	return out
}

// literal returns the words of a message that a quote copies: they have to be
// in what its speaker said themselves. Width, spaces and the form of quotation
// marks do not count, so that what is returned is what stands there.
func (s *sheet) literal(i int, quote string) string {
	f := foldQuote(quote)
	if len(f.runes) < 2 {
		return ""
	}
	var own strings.Builder
	for _, r := range s.ByLine[i] {
		own.WriteString(r.Raw)
	}
	if f.in(foldQuote(own.String())) < 0 {
		return ""
	}
	text := s.Lines[i].Text
	whole := foldQuote(text)
	at := f.in(whole)
	if at < 0 {
		return ""
	}
	return text[whole.at[at]:whole.end[at+len(f.runes)-1]]
}

// A folding is a text as quotes are compared, and where each of its characters
// stands in the text.
type folding struct {
	runes   []rune
	at, end []int
}

func foldQuote(s string) folding {
	var f folding
	for i, r := range s {
		for _, c := range norm.NFKD.String(string(r)) {
			switch {
			case unicode.IsSpace(c):
				continue
			case strings.ContainsRune("’‘`", c):
				c = '\''
			case strings.ContainsRune("“”", c):
				c = '"'
			}
			f.runes = append(f.runes, c)
			f.at = append(f.at, i)
			f.end = append(f.end, i+utf8.RuneLen(r))
		}
	}
	return f
}

// in returns where f begins in another folding; -1 if it is not in it.
func (f folding) in(g folding) int {
	for i := 0; i+len(f.runes) <= len(g.runes); i++ {
		if slices.Equal(g.runes[i:i+len(f.runes)], f.runes) {
			return i
		}
	}
	return -1
}
