package answer

import (
	_ "embed" // the weights
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/wordvec"
)

// What the signs weigh that a later line puts an earlier one right, changes what it told or
// adds to it, in the form of rank.txt. They are written by `go test -run TestAmend -learn`
// from the lives in testdata: by softmax regression over the lines behind one that answers a
// question and the chance that none of them is of it.
//
//go:embed amend.txt
var amendFile string

var amendWeightings = sync.OnceValue(func() map[plain.Language]weighting { return parseWeights(amendFile) })

// An amending is what a question asks for, with the place of a line that tells it and what the
// lines of the talk say of the question.
type amending struct {
	rd     *Reader
	of     *sought
	at     int
	ranked []signs
}

// closeBy is how many lines behind another one is at most that needs not share a word with it.
const closeBy = 3

// Chances: from which on a later line is told; the least of one that puts something right at once,
// from which on it is told whatever it is like; and of a line by itself, whatever it is of, from
// which on it surely puts something right, likely does, and below which hardly.
const (
	amendsFrom   = 0.4
	amendsNext   = 0.55
	amendsSurely = 0.6
	amendsLikely = 0.2
	amendsHardly = 0.1
)

// tellsLater reports whether a later line that is a later word by a chance is told: a smaller one is
// enough of what is like what puts something right, or is no more than a value, said at once.
func tellsLater(chance float64, s signs) bool {
	value := s["fragment.next"] > 0 && s["time"]+s["number"] > 0
	return chance >= amendsNext || chance >= amendsFrom && (value || s["amends"] >= amendsLikely)
}

// later returns the places and the signs of the lines that may be a later word on the line
// told: what is near behind it, or shares something with it or with the question.
func (a *amending) later() (places []int, lines []signs) {
	was := a.rd.messages[a.at].Text
	for i := a.at + 1; i < len(a.rd.messages); i++ {
		if near := i-a.at <= closeBy || a.ranked[i]["exact"]+a.ranked[i]["alike"] > 0 || len(firmShared(a.rd.messages[i].Text, was)) > 0; near && !a.isElse(i) && !a.lacksValue(i) {
			places, lines = append(places, i), append(lines, a.signs(i))
		}
	}
	return places, lines
}

// lacksValue reports whether the line told has a value of the kind that is asked for, and the
// one at i has none and does not say by itself that something is put right: "she cried on the
// phone" of a wedding's day.
func (a *amending) lacksValue(i int) bool {
	told, later := &a.rd.messages[a.at].Memory, &a.rd.messages[i].Memory
	holds := func(*Memory) bool { return true }
	switch a.of.Kind {
	case question.AskWhen:
		holds = func(m *Memory) bool { return question.HoldsTime(m.Text) }
	case question.AskWho, question.AskWhere:
		holds = a.of.holds
	}
	amends := likely.Amends(later.Text) >= amendsSurely
	most := shortest
	if a.of.Kind == question.AskWhen || a.of.Kind == question.AskNumber {
		most = shortestValue
	}
	if amends && len(lang.Senses(later.Text)) > most {
		return len(firmShared(later.Text, told.Text+" "+a.of.Text)) == 0 // "it's quite sad. She wants Friday instead" of where somebody lives
	}
	return holds(told) && !holds(later) && !amends
}

// How many senses a line has at most that may put another right in words that share nothing with it,
// "that fell through": more where it may be a time or a number alone that it gives.
const (
	shortest      = 5
	shortestValue = 7
)

// atOnce reports whether a line surely puts something right just behind the line told, with a
// time or a number as that has, and is of nobody and nothing else: "no, Thursday"; or with any time of
// what that is of too, 寝る前に飲むことになった; or says how many there are now of what that counts.
func atOnce(s signs) bool {
	value := s["holds"] > 0 && s["time"]+s["number"] > 0 || s["time"] > 0 && s["shares.any"] > 0
	return s["next"] > 0 && (s["amends"] >= amendsSurely && value || s["count.now"] > 0) && s["foreign"]+s["others"]+s["denies.other"]+s["denies.else"] == 0
}

// isElse reports whether the line at i is plainly of something or somebody else, and is not
// likely to put anything right: "tom's wedding" of "my wedding", "my mum came home" of a dad in
// hospital, "rory rang today" of what he studies.
func (a *amending) isElse(i int) bool {
	was, later := a.rd.messages[a.at].Text, a.rd.messages[i].Text
	known, amends := was+" "+a.of.Text, likely.Amends(later)
	switch {
	case amends >= amendsSurely:
		return false
	case otherOwner(was, later):
		return true
	case amends >= amendsHardly:
		return false
	}
	shared := firmShared(later, known)
	return len(shared) == 0 && namesOthers(later, known) || len(shared) > 0 && onlyOfSomebody(shared) && a.ranked[i]["exact"] > 0
}

// onlyOfSomebody reports whether all of some senses are somebody, a time or a number.
func onlyOfSomebody(list []lang.Sense) bool {
	return !slices.ContainsFunc(list, func(t lang.Sense) bool { return !ofSomebody(t) && !isWhen(t) })
}

// mayStandBeside reports whether a later line may be told beside another, whatever the chance: a death
// is no other word on a cake, and what hurts somebody who is allergic no guess.
func (a *amending) mayStandBeside(was, later *Memory) bool {
	known := was.Text + " " + a.of.Text
	switch {
	case later.Lang != was.Lang || strings.Contains(was.Text, later.Text) || unfit(a.of.Asking, later.Text) || statement.OfElse(later.Text, was.Text),
		statement.DeniesOtherDay(later.Text, was.Text), a.rightsElse(was, later):
		return false
	case countsNow(was.Text, later.Text):
		return true
	case a.of.Kind == question.AskName && (likely.Amends(later.Text) < amendsSurely && !a.rd.namesAsked(a.of.Asking, later) || namesOther(a.of.Asking, later)):
		return false // "my apprentice is Heather" is no newer name of my mum
	case a.ofElseNamed(was, later):
		return false // "Mr Derby sells wallpaper" is no newer word on where Christian is from
	case painful(later.Text) && !painful(known):
		return len(firmShared(later.Text, known)) > 0
	case question.HoldsTime(later.Text) && !question.HoldsTime(was.Text):
		return len(firmShared(later.Text, known)) > 0 // "it was half past eleven" is no later word on who sings alto
	}
	return true
}

// ofElseNamed reports whether a question names somebody whom a line told names too, and a later line
// somebody else only, and corrects nothing by its words.
func (a *amending) ofElseNamed(was, later *Memory) bool {
	names := slices.DeleteFunc(lang.ProperNames(a.of.Text), func(n string) bool { return !lang.Mentions(was.Text, n) })
	corrects := lex.Has("denial", later.Text) || lex.Has("puts-right-lead", later.Text)
	return len(names) > 0 && !corrects && len(lang.Persons(later.Text)) > 0 && !slices.ContainsFunc(names, func(n string) bool { return lang.Mentions(later.Text, n) })
}

// rightsElse reports whether a later line is known to put another right than the one told.
func (a *amending) rightsElse(was, later *Memory) bool {
	return later.line > 0 && slices.ContainsFunc(a.rd.memories, func(m Memory) bool {
		return m.line == later.line && m.Was != nil && m.Was.Ended && m.Was.line > 0 && m.Was.line != was.line
	})
}

// signs returns what speaks for it and against it that the line at i is a later word on the
// line told.
func (a *amending) signs(i int) signs {
	was, later := &a.rd.messages[a.at].Memory, &a.rd.messages[i].Memory
	apart := i - a.at
	s := signs{"line": 1, "near": 1 / float64(apart), "far": min(1, float64(apart)/20), "amends": likely.Amends(later.Text)}
	for name, is := range map[string]bool{
		"next": apart == 1, "second": apart == 2, "amends.sure": s["amends"] >= amendsSurely, "amends.no": s["amends"] < amendsHardly,
		"fragment": len(lang.Senses(later.Text)) <= 3, "fragment.next": len(lang.Senses(later.Text)) <= 3 && apart == 1,
		"digit.first": unicode.IsDigit(firstRune(later.Text)), "of-it": lex.Has("of-it", later.Text),
		"denies": deniesOf(later.Text, was.Text), "denies.other": deniesOther(later.Text, was.Text), "changes": changesOf(later.Text, was.Text),
		"denies.else": a.deniesElse(i), "another": a.ofAnother(i), "owner": otherOwner(was.Text, later.Text),
		"slip": lex.Has("own-slip", later.Text), "formerly": lex.Has("formerly", later.Text), "gives.name": lex.Has("gives-name", later.Text),
		"others": namesOthers(later.Text, was.Text+" "+a.of.Text), "foreign": ofForeign(a.of.Asking, was.Text, later.Text),
		"painful": painful(later.Text) && !painful(was.Text+" "+a.of.Text), "sensitive": sensitive(later.Text) && !sensitive(was.Text+a.of.Text),
		"fancy": a.rd.messages[i].fancy, "barred": !mayBeLike(a.rd, a.of.Asking, later), "time": question.HoldsTime(was.Text) && question.HoldsTime(later.Text),
		"number":    a.of.HoldsNumber(was.Text) && a.of.HoldsNumber(later.Text) && countsSame(was.Text, later.Text),
		"count.now": countsNow(was.Text, later.Text),
		"makes":     slices.ContainsFunc(makes(later.Text), func(m string) bool { return slices.Contains(makes(was.Text), m) }),
	} {
		if is {
			s[name] = 1
		}
	}
	s["amends.near"], s["amends.next"] = s["amends"]*s["near"], s["amends"]*s["next"]
	a.signsOfSame(i, s)
	a.signsOfMatter(i, s)
	a.signsOfValue(i, s)
	if act, sure := likely.ActOf(later.Text); act == likely.Tells {
		s["tells"] = sure
	} else {
		s["tells.not"] = sure
	}
	return s
}

// signsOfSame adds how near what the line at i says is to the line told and to the question,
// and by how much another line before it is nearer.
func (a *amending) signsOfSame(i int, s signs) {
	if a.of.asks == nil {
		return
	}
	same, asked := a.of.same(a.at, i), a.of.asks.Dot(a.of.says[i])
	s["same"], s["same.square"], s["same.amends"], s["same.asked"], s["same.least"] = same, same*same, same*s["amends"], asked, min(same, asked)
	for j := max(0, i-rivals); j < i; j++ {
		if j != a.at {
			s["same.rival"] = max(s["same.rival"], a.of.same(j, i)-same)
		}
	}
}

// rivals is how many lines before a later one it may rather be of.
const rivals = 6

// deniesElse reports whether the line at i says what is not so, and another line than the one
// told said that it is: "an electrician, not a plumber" of a pharmacist.
func (a *amending) deniesElse(i int) bool {
	for _, name := range []string{"not-that", "not-that-ja"} {
		said := strings.ToLower(lex.Find(name, a.rd.messages[i].Text)["was"])
		of := func(m message) bool { return strings.Contains(strings.ToLower(m.Text), said) }
		if said != "" && !of(a.rd.messages[a.at]) && slices.ContainsFunc(a.rd.messages[:i], of) {
			return true
		}
	}
	return false
}

// ofAnother reports whether the line at i is of somebody by name whom neither the question nor
// what was told names.
func (a *amending) ofAnother(i int) bool {
	who, was := lang.ProperNames(subjectBefore(a.rd.messages[i].Text)), &a.rd.messages[a.at].Memory
	known := a.of.Text + " " + was.lead + " " + was.Text
	return len(who) > 0 && !slices.ContainsFunc(who, func(n string) bool { return strings.Contains(known, n) })
}

// otherOwner reports whether a later line says of a thing that an earlier one speaks of too
// whose it is, and that one does not: "tom's wedding" of "my wedding", 隣の犬.
func otherOwner(was, later string) bool {
	was, later = strings.ToLower(was), strings.ToLower(later)
	for _, name := range []string{"owned-en", "owned-ja"} {
		for _, m := range lex.Expr(name).FindAllStringSubmatch(later, -1) {
			if owner, thing := m[1], m[2]; !strings.Contains(was, owner) && len(firmShared(thing, was)) > 0 {
				return true
			}
		}
	}
	return false
}

// signsOfMatter adds how much the line at i shares with what was told and with the question,
// and whether another line before it shares more.
func (a *amending) signsOfMatter(i int, s signs) {
	was, later := a.rd.messages[a.at].Text, a.rd.messages[i].Text
	sharedWith := func(text string) float64 {
		n := 0.0
		for _, t := range firmShared(later, text) {
			if !isWhen(t) {
				n += t.Weight
			}
		}
		return min(n, 3) / 3
	}
	s["shares"], s["shares.asked"] = sharedWith(was), sharedWith(a.of.Text)
	if shared := firmShared(later, was+" "+a.of.Text); len(shared) > 0 && onlyOfSomebody(shared) {
		s["whom.only"] = 1
	}
	if s["shares"] == 0 {
		s["shares.none"] = 1
	}
	if slices.ContainsFunc(sharedSenses(later, was), func(t lang.Sense) bool { return !isWhen(t) }) {
		s["shares.any"] = 1
	}
	if s["shares"]+s["shares.asked"] == 0 {
		s["linked.none"] = 1
	} else {
		s["amends.shares"] = s["amends"]
	}
	rival := 0.0
	for j := max(0, i-rivals); j < i; j++ {
		if j != a.at {
			rival = max(rival, sharedWith(a.rd.messages[j].Text)-s["shares"])
		}
	}
	s["rival"] = rival
	s["novel"] = novelty(later, append(lang.Senses(was), a.of.Senses...))
	mean, of := wordvec.Mean(a.of.known[i]), wordvec.Mean(a.of.known[a.at])
	s["meant"], s["meant.asked"] = max(0, mean.Dot(&of)), max(0, mean.Dot(&a.of.means))
	for _, name := range []string{"exact", "alike", "grams", "score", "whom", "whom.not", "nothing"} {
		s["of."+name] = a.ranked[i][name]
	}
}

// novelty is how much a line tells of which nothing is known, in [0, 1]; times and numbers aside.
func novelty(later string, known []lang.Sense) float64 {
	n := 0.0
	for _, t := range lang.Senses(later) {
		if !lang.IsWeak(t.Key) && !lang.Is(lang.Putting, t.Key) && !lang.HasSense(known, t.Key) && !isWhen(t) {
			n++
		}
	}
	return min(n, 6) / 6
}

// signsOfValue adds whether the line at i has a value of the kind that is asked for, and
// whether a line between has one.
func (a *amending) signsOfValue(i int, s signs) {
	kind := string(a.of.Kind)
	holds := func(j int) bool {
		m := &a.rd.messages[j].Memory
		if a.of.holds != nil {
			return a.of.holds(m)
		}
		return sameKindOf(a.of.Asking, a.rd.messages[a.at].Text, m.Text)
	}
	if s["next"] > 0 {
		s["next."+kind] = 1
	}
	if !holds(a.at) {
		s["was.lacks"], s["was.lacks.near"] = 1, s["near"]
	}
	if !holds(i) {
		s["lacks"], s["lacks."+kind] = 1, 1
		return
	}
	s["holds"], s["holds."+kind], s["holds.near"] = 1, 1, s["near"]
	s["holds.amends"] = s["amends"]
	s["holds.linked"] = 1 - s["linked.none"]
	if s["was.lacks"] > 0 {
		s["gives"], s["gives.near"], s["gives.linked"] = 1, s["near"], 1-s["linked.none"]
	}
	for j := a.at + 1; j < i; j++ {
		if holds(j) {
			s["between"] = math.Min(1, s["between"]+0.34)
		}
	}
}

// countsNow reports whether a Japanese line says how many there are now of what an earlier one counts:
// 五人になった of 六人.
func countsNow(was, later string) bool {
	now := lex.Find("count-now-ja", later)
	return now != nil && slices.ContainsFunc(lex.Expr("count-ja").FindAllStringSubmatch(was, -1), func(m []string) bool { return m[2] == now["unit"] && m[1] != now["n"] })
}
