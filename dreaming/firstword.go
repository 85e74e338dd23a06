package dreaming

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/memory"
	"yumori/motivation"
)

// quoteMost is how many characters of the user's words a first word repeats.
const quoteMost = 90

// The kinds of what a first word is about.
const (
	AboutQuestion = "question"
	AboutGoal     = "goal"
	AboutMemory   = "memory"
)

// About names what a first word is about. The zero About is nothing.
type About struct {
	Kind string `json:"kind,omitempty"` // question, goal, memory
	ID   string `json:"id,omitempty"`   // of the question, the goal, the message
}

// A FirstWord is what a persona could begin with by itself.
type FirstWord struct {
	Language string // "ja", else English
	Drive    motivation.Drive
	Inner    motivation.Snapshot
	Memories []memory.Item // what the user said that moved it, the most moving first
	Used     []About       // what it began with lately
}

// Line returns one line made of the strongest question, the goal or a memory,
// whichever fits the drive, and what it is about. If there is nothing
// particular that it has not begun with lately, ok is false: it stays silent.
// The line says nothing that is not so.
func (f FirstWord) Line(now time.Time) (line string, about About, ok bool) {
	order := []string{AboutQuestion, AboutMemory, AboutGoal}
	switch f.Drive {
	case motivation.Goal:
		order = []string{AboutGoal, AboutQuestion, AboutMemory}
	case motivation.Relatedness:
		order = []string{AboutMemory, AboutQuestion, AboutGoal}
	}
	for _, kind := range order {
		switch kind {
		case AboutQuestion:
			line, about = f.question(now)
		case AboutGoal:
			line, about = f.goal()
		case AboutMemory:
			line, about = f.memory(now)
		}
		if line != "" {
			return line, about, true
		}
	}
	return "", About{}, false
}

func (f FirstWord) used(a About) bool { return slices.Contains(f.Used, a) }

func (f FirstWord) question(now time.Time) (string, About) {
	for _, q := range f.Inner.Questions {
		a := About{AboutQuestion, q.ID}
		if q.State != motivation.StateOpen || f.used(a) || q.Ahead(now) {
			continue // asked, or begun with, before; or not to be answered yet
		}
		if line := QuestionLine(q, now, f.Language); line != "" {
			return line, a
		}
	}
	return "", About{}
}

// QuestionLine returns the line in which a question is put by the rules, and
// "" for one without a topic. It says since when it has been on the mind, and
// nothing that is not so.
func QuestionLine(q motivation.Question, now time.Time, language string) string {
	topic := oneSentence(q.Topic)
	if topic == "" {
		return ""
	}
	since := dayWords(q.Raised, now, language)
	if language == "ja" {
		if since != "" {
			since += "から、"
		}
		return fmt.Sprintf("%sずっと気になっていることがあります。「%s」 よかったら聞かせてください。", since, topic)
	}
	if since != "" {
		since = " since " + since
	}
	if strings.HasSuffix(topic, "?") {
		return fmt.Sprintf("%s I have been wondering%s.", topic, since)
	}
	return fmt.Sprintf("There is something I have been wondering about%s: “%s” Will you tell me?", since, stopped(topic))
}

func (f FirstWord) goal() (string, About) {
	g := f.Inner.Goal
	a, text := About{AboutGoal, g.ID}, oneSentence(g.Text)
	if g.Priority == 0 || text == "" || f.used(a) {
		return "", About{}
	}
	if f.Language == "ja" {
		return fmt.Sprintf("私の目標「%s」のことを考えていました。少しでも進めたいので、付き合ってもらえますか。", text), a
	}
	return fmt.Sprintf("I have been thinking about a goal of mine: “%s” I would like to get on with it. Will you help me?", stopped(text)), a
}

func (f FirstWord) memory(now time.Time) (string, About) {
	for _, m := range f.Memories {
		a, quote := About{AboutMemory, m.ID}, oneSentence(m.Text)
		if utf8.RuneCountInString(quote) < 4 || f.used(a) {
			continue
		}
		when := dayWords(m.Time, now, f.Language)
		if f.Language == "ja" {
			return fmt.Sprintf("%sに話してくれたことを思い出していました。「%s」 心に残っています。", when, quote), a
		}
		return fmt.Sprintf("I was thinking of what you told me %s: “%s” It has stayed with me.", onDay(when), stopped(quote)), a
	}
	return "", About{}
}

// oneSentence returns a text on one line without quotation marks that would
// end it, cut where it is too long.
func oneSentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	s = strings.NewReplacer("「", "『", "」", "』", "“", "‘", "”", "’", "\"", "'").Replace(s)
	if utf8.RuneCountInString(s) <= quoteMost {
		return s
	}
	cut := string([]rune(s)[:quoteMost])
	if i := strings.LastIndexAny(cut, " 、。,.;"); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " 、。,.;") + "…"
}

// stopped ends an English text with a stop if it has no end.
func stopped(s string) string {
	if r, _ := utf8.DecodeLastRuneInString(s); strings.ContainsRune(".?!…。？！", r) {
		return s
	}
	return s + "."
}

// dayWords names the day of a time as people do; "" if it is not known.
func dayWords(t, now time.Time, lang string) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	days := daysBetween(dayOf(t), dayOf(now))
	ja := lang == "ja"
	switch {
	case days <= 0 && ja:
		return "今日"
	case days <= 0:
		return "earlier today"
	case days == 1 && ja:
		return "昨日"
	case days == 1:
		return "yesterday"
	case t.Year() != now.Year() && ja:
		return t.Format("2006年1月2日")
	case t.Year() != now.Year():
		return t.Format("2 January 2006")
	case ja:
		return t.Format("1月2日")
	}
	return t.Format("2 January")
}

// onDay puts the word before a day that English wants.
func onDay(when string) string {
	if when == "" || when[0] < '0' || when[0] > '9' {
		return when
	}
	return "on " + when
}
