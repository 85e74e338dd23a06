package answer

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
)

var learn = flag.Bool("learn", false, "learn the weights from the lives, and write them")

// A quiz is a question about a life: the signs of its lines, and which of them answer.
type quiz struct {
	text    string
	lines   []signs
	answers []int
	rd      *Reader
	of      *sought
}

// A life is what somebody told so far, and the Reader of it, once a question was asked.
type life struct {
	lang plain.Language
	past []Turn
	day  time.Time
	rd   *Reader
}

// newLife returns one that begins on some day.
func newLife(l plain.Language) *life {
	return &life{lang: l, day: time.Date(2026, time.November, 2, 9, 0, 0, 0, time.UTC)}
}

// quizzes reads a file of lives; its form stands at its head.
func quizzes(t *testing.T, name string, l plain.Language) (list []quiz) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	of := newLife(l)
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimSpace(line); {
		case line == "", strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "=="):
			of = newLife(l)
		case strings.HasPrefix(line, "@"):
			day, err := time.Parse(time.DateOnly, strings.TrimSpace(line[1:]))
			if err != nil {
				t.Fatal(err)
			}
			of.day = day.Add(9 * time.Hour)
		case strings.HasPrefix(line, "?"):
			if q, ok := of.quiz(line[1:]); ok {
				list = append(list, q)
			}
		default:
			of.past = append(of.past, Turn{User: true, Text: line, Said: line, When: of.day})
			of.day = of.day.Add(3 * time.Minute)
		}
	}
	return list
}

// quiz reads a question, "when is the gig = 3,2"; it reports false where a line that answers
// is none that rules read.
func (of *life) quiz(line string) (quiz, bool) {
	at := strings.LastIndex(line, "=")
	if of.rd == nil {
		rd := New(Talk{Lang: of.lang, Home: of.lang, Now: of.day.Add(30 * time.Hour), Persona: "Luna", Past: of.past, Idle: func(string) string { return "" }, KnewNot: func(string) bool { return false }})
		rd.All()
		of.rd = &rd
	}
	q := quiz{text: strings.TrimSpace(line[:at])}
	for n := range strings.SplitSeq(line[at+1:], ",") {
		if i, _ := strconv.Atoi(strings.TrimSpace(n)); i > 0 && i <= len(of.past) {
			j := slices.IndexFunc(of.rd.messages, func(m message) bool {
				return m.Text != "" && strings.Contains(letters(of.past[i-1].Text), letters(m.Text))
			})
			if j < 0 {
				return q, false
			}
			q.answers = append(q.answers, j)
		}
	}
	sentences := lang.Split(q.text)
	asked := sentences[len(sentences)-1]
	if i := slices.IndexFunc(sentences, func(s lang.Sentence) bool { return s.Asks }); i >= 0 {
		asked = sentences[i]
	}
	asked.Asks = true
	asking, _ := question.Asked(asked, of.rd.Persona, of.rd.Now)
	of.rd.Refer(&asking)
	q.rd, q.of = of.rd, seek(of.rd, asking)
	q.lines = signsOf(of.rd, q.of)
	return q, true
}

// letters returns the letters and digits of a text.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .,!?。、！？…'’\"“”「」-—*~〜\u3000", r) {
			return -1
		}
		return r
	}, strings.ToLower(text))
}

// How the weights are learned: by AdaGrad.
const (
	rounds = 60
	rate   = 0.2
	shrink = 2e-3
)

// learned returns the weights of softmax regression over the lines of some questions, and
// that none answers.
func learned(list []quiz) weighting {
	w, squares := weighting{}, map[string]float64{}
	for range rounds {
		for n := range list {
			q := list[n*7919%len(list)] // far apart in the file
			chances, right := w.chances(q.lines), 0.0
			for _, i := range q.answers {
				right += chances[i]
			}
			slopes := map[string]float64{}
			for i, s := range q.lines {
				off := chances[i]
				if slices.Contains(q.answers, i) {
					off -= chances[i] / right
				}
				for name, x := range s {
					slopes[name] += off * x
				}
			}
			for name, slope := range slopes {
				slope += shrink * w[name]
				squares[name] += slope * slope
				w[name] -= rate * slope / (0.3 + math.Sqrt(squares[name]))
			}
		}
	}
	return w
}

// A tally counts what is told.
type tally struct{ right, wrong, missed, quiet, loud int }

// from tells what is from a chance on.
func from(least float64) func(float64, signs) bool {
	return func(chance float64, _ signs) bool { return chance >= least }
}

// tallied counts what is told of the likeliest line of each of some questions, where tells says so.
func tallied(list []quiz, w weighting, tells func(chance float64, s signs) bool) (c tally) {
	for _, q := range list {
		chances := w.chances(q.lines)
		best := slices.Index(chances, slices.Max(chances))
		switch says := tells(chances[best], q.lines[best]); {
		case len(q.answers) == 0 && says:
			c.loud++
		case len(q.answers) == 0:
			c.quiet++
		case !says:
			c.missed++
		case slices.Contains(q.answers, best):
			c.right++
		default:
			c.wrong++
		}
	}
	return c
}

// write writes the weights of both languages beside each other.
func write(t *testing.T, name string, en, ja weighting) {
	t.Helper()
	names := maps.Clone(en)
	maps.Copy(names, ja)
	var b strings.Builder
	for _, sign := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&b, "%s %.2f %.2f\n", sign, en[sign], ja[sign])
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What was learned holds for the lives of other authors. With -learn the weights are learned
// first, and written.
func TestRank(t *testing.T) {
	all := weightings()
	if *learn {
		all = map[plain.Language]weighting{plain.English: learned(quizzes(t, "lives_en.txt", plain.English)), plain.Japanese: learned(quizzes(t, "lives_ja.txt", plain.Japanese))}
		write(t, "rank.txt", all[plain.English], all[plain.Japanese])
	}
	for l, name := range map[plain.Language]string{plain.English: "lives_unseen_en.txt", plain.Japanese: "lives_unseen_ja.txt"} {
		list := quizzes(t, name, l)
		for _, least := range []float64{0, 0.1, 0.2, 0.25, 0.3, 0.5} {
			t.Logf("%s, from %.2f: %+v", name, least, tallied(list, all[l], from(least)))
		}
		first, told := tallied(list, all[l], from(0)), tallied(list, all[l], from(0.25))
		if first.right*100 < 42*(first.right+first.wrong) || told.right*2 < told.wrong*3 || told.loud > told.quiet+told.quiet/5 {
			t.Errorf("%s: the likeliest line is right in %+v; from 0.25 on %+v", name, first, told)
		}
	}
}
