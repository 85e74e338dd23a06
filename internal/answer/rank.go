package answer

import (
	"cmp"
	_ "embed" // the weights
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
	"yumori/internal/lang/wordvec"
)

// What a line says of a question is told in signs, numbers about in [0, 1], by their names.
type signs map[string]float64

// The weights of the signs, a line "name weight-en weight-ja" each. They are written by `go
// test -run TestRank -learn` from the lives in testdata: by softmax regression over the
// lines of a life and the chance that none of them answers.
//
//go:embed rank.txt
var rankFile string

// A weighting is what the signs weigh.
type weighting map[string]float64

var weightings = sync.OnceValue(func() map[plain.Language]weighting { return parseWeights(rankFile) })

// parseWeights reads what signs weigh in either language.
func parseWeights(file string) map[plain.Language]weighting {
	en, ja := weighting{}, weighting{}
	for line := range strings.Lines(file) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		en[fields[0]], _ = strconv.ParseFloat(fields[1], 64)
		ja[fields[0]], _ = strconv.ParseFloat(fields[2], 64)
	}
	return map[plain.Language]weighting{plain.English: en, plain.Japanese: ja}
}

// of returns what some signs weigh together, added in one order: the same each time.
func (w weighting) of(s signs) float64 {
	sum := 0.0
	for _, name := range slices.Sorted(maps.Keys(s)) {
		sum += w[name] * s[name]
	}
	return sum
}

// chances returns how likely each of some lines is to answer a question, by their signs, in
// [0, 1]; what is left is the chance that none does.
func (w weighting) chances(lines []signs) []float64 {
	out, sum := make([]float64, len(lines)), 1.0
	for i, s := range lines {
		out[i] = math.Exp(w.of(s))
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// signsOf returns what the lines of the talk say of a question.
func signsOf(rd *Reader, of *sought) []signs {
	grams, scores := rareGrams(rd, of.Text), lineScores(rd, of.Asking)
	list := make([]signs, len(rd.messages))
	for i := range rd.messages {
		s := of.signs(rd, i)
		s["grams"], s["grams.beside"] = grams(i), max(grams(i-1), grams(i+1))
		if sc := scores[rd.messages[i].line]; sc >= answers {
			s["score"], s["answers"] = sc, 1
		} else {
			s["score"] = sc
		}
		if s["exact"]+s["alike"]+s["before"]+s["after"] > 0 || s["grams"] >= gramsSome {
			of.signsOfLine(rd, &rd.messages[i], s)
		}
		list[i] = s
	}
	of.signsOfSame(list)
	return list
}

// signsOfSame adds how near what each line says is to what the question says, and by how much
// another is nearer.
func (q *sought) signsOfSame(list []signs) {
	if q.asks == nil {
		return
	}
	best := 0.0
	for i, s := range list {
		s["same"] = q.asks.Dot(q.says[i])
		best = max(best, s["same"])
	}
	for i, s := range list {
		s["same.square"], s["same.off"] = s["same"]*s["same"], best-s["same"]
		if i > 0 {
			s["same.before"] = list[i-1]["same"]
		}
	}
}

// lineScores rates the lines by the best of what each tells.
func lineScores(rd *Reader, q question.Asking) map[int]float64 {
	told := rd.Told()
	texts := make([]string, len(told))
	for i := range told {
		texts[i] = told[i].Text
	}
	kin := question.PeopleIn(texts)
	best := map[int]float64{}
	for i := range told {
		m := &told[i]
		if m.line == 0 || m.Ended || rd.isOwn(m) || isSomebodyElse(q, m) || lacksKin(q, m) || hasElse(q, m) {
			continue
		}
		best[m.line] = max(best[m.line], rd.score(q, m, kin))
	}
	return best
}

// signs returns what the line at i says of the question.
func (q *sought) signs(rd *Reader, i int) signs {
	msg := &rd.messages[i]
	m := &msg.Memory
	s := signs{"line": 1, "late": float64(i+1) / float64(len(rd.messages)), "long": math.Log(float64(1+len(m.Text))) / 5}
	total, rarest := 1e-9, 1e-9
	for k := range q.Senses {
		total += q.weights[k]
		rarest = max(rarest, q.weights[k])
	}
	firm := 0.0
	for k, t := range q.Senses {
		part := q.weights[k] / total
		own, before, after := q.share[i][k], q.shareAt(rd, i, i-1, k), q.shareAt(rd, i, i+1, k)
		if own >= 1 {
			s["exact"] += part
			s["rarest"] = max(s["rarest"], q.weights[k]/rarest)
			if !lang.IsWeak(t.Key) {
				firm++
			}
		} else {
			s["alike"] += part * own
			s["before"] += part * before
			s["after"] += part * max(0, after-before)
		}
		switch {
		case !ofSomebody(t) && t.Weight <= nameWeighs:
		case own > 0:
			s["whom"]++
		case before > 0 || after > 0:
			s["whom.beside"]++
		default:
			s["whom.not"]++
		}
	}
	q.signsOfMatter(i, s)
	q.signsOfMeaning(i, s)
	s["firm"] = min(firm, 3) / 3
	if firm == 0 {
		s["nothing"] = 1
	}
	if q.holds != nil {
		if q.holds(m) {
			s["holds"], s["holds.shares"] = 1, s["exact"]+s["alike"]
		} else {
			s["lacks"] = 1
		}
	}
	q.signsOfKind(m, s)
	return s
}

// signsOfMatter adds how much of the matter of the question, beside whom it is of, a line has
// and any has.
func (q *sought) signsOfMatter(i int, s signs) {
	matter, held, known := 0.0, 0.0, 0.0
	for k, t := range q.Senses {
		if ofSomebody(t) || t.Weight > nameWeighs || lang.IsWeak(t.Key) {
			continue
		}
		best := 0.0
		for _, share := range q.share {
			best = max(best, share[k])
		}
		matter++
		held += q.share[i][k]
		known += best
	}
	if matter == 0 {
		s["matter.none"] = 1
		return
	}
	s["matter"], s["matter.unknown"] = held/matter, 1-known/matter
	if s["whom"] > 0 {
		s["matter.whom"] = held / matter
		if held == 0 {
			s["whom.only"] = 1
		}
	}
}

// signsOfMeaning adds how near to what the question means the line is, the one before it, and
// any word of it.
func (q *sought) signsOfMeaning(i int, s signs) {
	nearness := func(words []wordvec.Word) float64 {
		mean := wordvec.Mean(words)
		return max(0, q.means.Dot(&mean))
	}
	s["meant"] = nearness(q.known[i])
	if i > 0 {
		s["meant.before"] = nearness(q.known[i-1])
	}
	for _, w := range q.known[i] {
		s["meant.best"] = max(s["meant.best"], q.means.Dot(&w.Vector))
	}
}

// signsOfKind adds for what the question asks what sorts of values a line has.
func (q *sought) signsOfKind(m *Memory, s signs) {
	kind := string(q.Kind)
	for name, has := range map[string]bool{
		"number": strings.ContainsFunc(m.Text, unicode.IsDigit), "time": question.HoldsTime(m.Text), "place": question.HoldsPlace(m.Text),
		"name": len(lang.ProperNames(m.Text)) > 0, "somebody": question.IsPerson(m.termsAt()) || m.of == statement.Someone,
	} {
		if has {
			s[kind+"."+name] = 1
		}
	}
}

// signsOfLine adds what a line is by itself, and whether rules speak against it.
func (q *sought) signsOfLine(rd *Reader, msg *message, s signs) {
	m := &msg.Memory
	act, sure := likely.ActOf(m.Text)
	if act == likely.Tells {
		s["tells"] = sure
	} else {
		s["tells.not"] = sure
	}
	for name, is := range map[string]bool{
		"barred": !mayBeLike(rd, q.Asking, m), "fancy": msg.fancy, "asks": strings.ContainsAny(m.Text, "?？"), "lacksname": q.lacksName(rd, m),
		"ended": m.Ended, "painful": painful(m.Text) && !painful(q.Text),
	} {
		if is {
			s[name] = 1
		}
	}
	s["amends"] = likely.Amends(m.Text)
	s["amends.beside"] = s["amends"] * s["before"]
}

// shareAt is how much of the term at k the line at j has, where it was said on the day of
// the one at i.
func (q *sought) shareAt(rd *Reader, i, j, k int) float64 {
	if j < 0 || j >= len(rd.messages) || when.Between(rd.messages[i].When, rd.messages[j].When) != 0 {
		return 0
	}
	return q.share[j][k]
}

// gramsSome is how much of the runs of characters of a question a line has to share that is
// looked at closely.
const gramsSome = 0.1

// gramLong is of how many characters in a row two texts are compared.
const gramLong = 3

// rareGrams returns what tells how much of the runs of characters of a question a line has,
// one the more the fewer lines have it, in [0, 1].
func rareGrams(rd *Reader, asked string) func(i int) float64 {
	size, asked := gramLong, withoutAsking(asked)
	if lang.Japanese(asked) {
		size = 2
	}
	of := func(text string) map[string]bool {
		set := map[string]bool{}
		letters := []rune(" " + strings.Join(strings.Fields(strings.ToLower(text)), " ") + " ")
		for i := 0; i+size <= len(letters); i++ {
			if g := string(letters[i : i+size]); !strings.ContainsAny(g, "?？。、!！") {
				set[g] = true
			}
		}
		return set
	}
	want := slices.Sorted(maps.Keys(of(asked)))
	lines, count := make([]map[string]bool, len(rd.messages)), map[string]float64{}
	for i := range rd.messages {
		lines[i] = of(rd.messages[i].Text)
		for _, g := range want {
			if lines[i][g] {
				count[g]++
			}
		}
	}
	return func(i int) float64 {
		if i < 0 || i >= len(lines) {
			return 0
		}
		total, shared := 1e-9, 0.0
		for _, g := range want {
			w := math.Log(1 + float64(len(lines)+1)/(0.5+count[g]))
			if total += w; lines[i][g] {
				shared += w
			}
		}
		return shared / total
	}
}

// A Ranked is a line with the chance that it answers, in [0, 1].
type Ranked struct {
	Memory
	Chance float64
	Fits   bool    // it holds still, and no rule tells that it is of somebody or something else
	Score  float64 // of the best of what it tells, by rules, about in [0, 1]
}

// Rank returns the user's lines by how likely each is to answer a question, the likeliest
// first; what is left of 1 is the chance that none does. Cost: some 20 µs for each line, and
// 200 more for each that shares something with the question.
func Rank(rd *Reader, q question.Asking) []Ranked {
	rd.All()
	r := rd.rank(q)
	list := make([]Ranked, len(rd.messages))
	for i, chance := range weightings()[rd.Lang].chances(r.lines) {
		m := &rd.messages[i].Memory
		fits := mayBeLike(rd, q, m) && !r.of.lacksName(rd, m) && (painful(q.Text) || !painful(m.Text) || touches(q, m)) && !ofUnknown(r.lines[i]) && isLinked(r.lines[i])
		list[i] = Ranked{r.of.around(&rd.messages[i]), chance, fits, r.lines[i]["score"]}
	}
	list = append(list, rightedPairs(rd, q, list)...)
	slices.SortStableFunc(list, func(a, b Ranked) int { return cmp.Compare(b.Chance, a.Chance) })
	return list
}

// rightedPairs returns what one line put right of another, with the chance of both: a question
// may share its words with the one, and the answer stand in the other. lines are beside
// those of the talk.
func rightedPairs(rd *Reader, q question.Asking, lines []Ranked) (pairs []Ranked) {
	at := func(line int) int {
		return slices.IndexFunc(rd.messages, func(of message) bool { return of.line == line })
	}
	for i := range rd.memories {
		m := &rd.memories[i]
		if m.Ended || m.Was == nil || !m.amended || m.line == m.Was.line || !mayBeLike(rd, q, m) {
			continue
		}
		if was, is := at(m.Was.line), at(m.line); was >= 0 && is >= 0 {
			a, b := lines[was], lines[is]
			pairs = append(pairs, Ranked{*m, a.Chance + b.Chance, true, max(a.Score, b.Score)})
		}
	}
	return pairs
}

// ofUnknown reports whether a question is of something of which nothing was told, and an English
// line does not say much the same. Of the likeliest lines of unseen lives that are so, two in
// eleven answer.
func ofUnknown(s signs) bool {
	same, known := s["same"]
	return known && s["matter.unknown"] >= 1 && same < sameEnough
}

// isLinked reports whether a line shares something with a question, or the one beside it does. Of
// the likeliest lines of unseen lives that are told and do not, one in nine answers.
func isLinked(s signs) bool { return s["exact"]+s["alike"]+s["before"]+s["after"] > 0 }

// sameEnough is from which likeness on a line says much the same as a question.
const sameEnough = 0.45

// A ranking is a question made ready, with what the lines say of it.
type ranking struct {
	of    *sought
	lines []signs
}

// rank returns what the lines of the talk say of a question, worked out once for the last one.
func (rd *Reader) rank(q question.Asking) *ranking {
	if r := rd.ranked; r != nil && r.of.Text == q.Text && r.of.Kind == q.Kind && slices.Equal(r.of.Senses, q.Senses) && len(r.lines) == len(rd.messages) {
		return r
	}
	of := seek(rd, q)
	rd.ranked = &ranking{of, signsOf(rd, of)}
	return rd.ranked
}

// RankedOf returns the ranked line in which a telling stands; it reports false for one that
// stands in none of them.
func RankedOf(ranked []Ranked, m Memory) (Ranked, bool) {
	i := slices.IndexFunc(ranked, func(r Ranked) bool { return m.line != 0 && r.line == m.line })
	if i < 0 {
		return Ranked{}, false
	}
	return ranked[i], true
}

// Lacks reports whether a question asks for a value of a kind, a day, a place or a number,
// and a telling has none.
func Lacks(rd *Reader, q question.Asking, m Memory) bool {
	holds := holdsAsked(rd, q)
	return holds != nil && !holds(&m)
}
