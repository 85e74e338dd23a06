package model

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/memory"
	"yumori/motivation"
)

// A dayText is one hand-written day and what is expected of it.
type dayText struct {
	name   string
	day    rules.Material
	expect [][2]string // keyword, what follows it
}

// dayTexts reads testdata/days.
func dayTexts(t testing.TB, language string) []dayText {
	t.Helper()
	data, err := os.ReadFile("testdata/days/" + language + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []dayText
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		if name, ok := strings.CutPrefix(line, "== "); ok {
			list = append(list, dayText{name: name, day: EmptyDay(language)})
			continue
		}
		if len(list) > 0 && line != "" {
			list[len(list)-1].add(t, line)
		}
	}
	return list
}

func EmptyDay(language string) rules.Material {
	m := rules.Material{Date: "2026-11-21", Language: language, Persona: "Yume", User: "Alex"}
	if language == "ja" {
		m.Persona, m.User = "ゆめ", "健太"
	}
	return m
}

func (d *dayText) add(t testing.TB, line string) {
	word, rest, _ := strings.Cut(line, " ")
	m := &d.day
	switch word {
	case "U", "P":
		clock, text, _ := strings.Cut(rest, " ")
		at, err := time.Parse("2006-01-02 15:04", string(m.Date)+" "+clock)
		if err != nil {
			t.Fatalf("%s: %v", d.name, err)
		}
		l := rules.Line{Line: episodic.Line{ID: fmt.Sprint("m", len(m.Lines)+1), Speaker: episodic.User, Text: text, Time: at}}
		if word == "P" {
			l.Speaker = episodic.Persona
		}
		if said, brought, ok := strings.Cut(text, " <- "); ok {
			l.Text, l.Brought = said, []string{brought}
		}
		if n := len(m.Lines); n > 0 && m.Lines[n-1].Speaker == l.Speaker && strings.ContainsAny(text[:1], ">`") || n > 0 && strings.Count(m.Lines[n-1].Text, "```")%2 == 1 {
			m.Lines[n-1].Text += "\n" + text // of one message
			return
		}
		m.Lines = append(m.Lines, l)
	case "?":
		m.Questions = append(m.Questions, motivation.Question{ID: fmt.Sprint("q", len(m.Questions)+1), Topic: rest, State: motivation.StateOpen})
	case "known":
		id, text, _ := strings.Cut(rest, " ")
		m.Facts = append(m.Facts, facts.Fact{ID: "w" + id, Type: facts.World, Text: text, Confidence: 1})
	case "view":
		id, text, _ := strings.Cut(rest, " ")
		m.Opinions = append(m.Opinions, facts.Fact{ID: "o" + id, Type: facts.Opinion, Text: text, Confidence: 0.5})
	case "old":
		date, text, _ := strings.Cut(rest, " ")
		at, _ := time.Parse(time.DateOnly, date) // zero if unknown
		m.Recalled = append(m.Recalled, memory.Item{ID: fmt.Sprint("old", len(m.Recalled)+1), Kind: "lived", Time: at, Text: text})
	default:
		d.expect = append(d.expect, [2]string{word, rest})
	}
}

// TestDays has the rules dream the hand-written days.
func TestDays(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ja"} {
		days := dayTexts(t, language)
		if len(days) < 20 {
			t.Errorf("%s: only %d days", language, len(days))
		}
		for _, d := range days {
			t.Run(language+"/"+d.name, func(t *testing.T) {
				n := dreamt(t, d.day)
				checkNight(t, d.day, n)
				for _, e := range d.expect {
					n.expect(t, e[0], e[1])
				}
				if t.Failed() {
					t.Log(n)
				}
			})
		}
	}
}

// A nightText is all that the rules made of a day.
type nightText struct {
	rules.Reflection
	rules.Resolution
	rules.Extraction
}

func dreamt(t testing.TB, in rules.Material) nightText {
	t.Helper()
	var n nightText
	var errs [3]error
	n.Reflection, errs[0] = Reflect(t.Context(), nil, in)
	n.Resolution, errs[1] = Resolve(t.Context(), nil, in)
	n.Extraction, errs[2] = Extract(t.Context(), nil, in)
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// String shows a night, for a failed test.
func (n nightText) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n%s\n%s\n%s\n", n.Topic, n.Insight, n.Strategy, n.Dream)
	for _, q := range n.Questions {
		fmt.Fprintf(&b, "? %.2f %s — %s\n", q.Priority, q.Topic, q.Context)
	}
	for _, r := range n.Resolved {
		fmt.Fprintf(&b, "= %+v\n", r)
	}
	for _, f := range n.Facts {
		fmt.Fprintf(&b, "+ %+v\n", f)
	}
	for _, o := range n.Opinions {
		fmt.Fprintf(&b, "± %+v\n", o)
	}
	for _, c := range n.Candidates {
		fmt.Fprintf(&b, "@ %+v\n", c)
	}
	return b.String()
}

// expect checks one expectation.
func (n nightText) expect(t *testing.T, word, rest string) {
	t.Helper()
	asks := func(s string) bool {
		return slices.ContainsFunc(n.Questions, func(q rules.NewQuestion) bool { return strings.Contains(q.Topic, s) })
	}
	learns := func(s string) bool {
		return slices.ContainsFunc(n.Facts, func(f rules.Learned) bool { return strings.Contains(strings.ToLower(f.Text), strings.ToLower(s)) })
	}
	ok := false
	switch word {
	case "ASK":
		ok = asks(rest)
	case "NOT":
		ok = !asks(rest)
	case "LATER":
		ok = slices.ContainsFunc(n.Questions, func(q rules.NewQuestion) bool { return strings.HasPrefix(q.Due+" "+q.Afterwards, rest) })
	case "LEARN":
		ok = learns(rest)
	case "IGNORE":
		ok = !learns(rest)
	case "PAGE":
		ok = slices.ContainsFunc(n.Candidates, func(c rules.Candidate) bool { return c.Name == rest })
	case "STRATEGY":
		ok = strings.Contains(n.Strategy, rest)
	case "OPEN":
		ok = !slices.ContainsFunc(n.Resolved, func(r rules.Resolved) bool { return r.ID == "q"+rest })
	case "ANSWER":
		ok = n.answered(rest)
	case "FOR", "AGAINST":
		ok = slices.ContainsFunc(n.Opinions, func(w rules.Weighed) bool { return w.ID == "o"+rest && string(w.Stance) == strings.ToLower(word) })
	case "NONE":
		ok = len(n.Questions)+len(n.Facts)+len(n.Candidates)+len(n.Resolved) == 0 && n.Insight+n.Strategy+n.Dream == ""
	}
	if !ok {
		t.Errorf("%s %s", word, rest)
	}
}

func (n nightText) answered(rest string) bool {
	f := strings.SplitN(rest, " ", 4)
	i := slices.IndexFunc(n.Resolved, func(r rules.Resolved) bool { return r.ID == "q"+f[0] })
	if i < 0 {
		return false
	}
	r := n.Resolved[i]
	return string(r.State) == f[1] && string(r.Convert) == f[2] && strings.Contains(r.Answer, f[3])
}

// checkNight holds what has to be so of any night.
func checkNight(t *testing.T, in rules.Material, n nightText) {
	t.Helper()
	checkReflection(t, in, n.Reflection)
	for _, r := range n.Resolved {
		checkProof(t, in, r.Evidence, usersOwn)
		if r.Convert == motivation.Fact && (r.Entity == "" || r.Text == "") || utf8.RuneCountInString(r.Answer) > rules.MaxContext {
			t.Errorf("resolved: %+v", r)
		}
	}
	for _, f := range n.Facts {
		checkProof(t, in, f.Evidence, usersOwn)
		if len(f.Evidence) == 0 || f.Text == "" || utf8.RuneCountInString(f.Text) > rules.MaxFact || f.Confidence < 0 || f.Confidence > 1 {
			t.Errorf("fact: %+v", f)
		}
	}
	for _, w := range n.Opinions {
		checkProof(t, in, []record.Evidence{w.Evidence}, usersOwn)
	}
	for _, c := range n.Candidates {
		checkProof(t, in, c.Evidence, usersOwn)
	}
	if len(n.Facts) > rules.MaxFacts || len(n.Candidates) > rules.MaxCandidates || len(n.Opinions) > rules.MaxWeighed || len(n.Resolved) > rules.MaxResolved {
		t.Error("more than may be")
	}
}

func checkReflection(t *testing.T, in rules.Material, r rules.Reflection) {
	t.Helper()
	for what, n := range map[string][2]int{"insight": {len([]rune(r.Insight)), rules.MaxInsight}, "strategy": {len([]rune(r.Strategy)), rules.MaxStrategy}, "dream": {len([]rune(r.Dream)), rules.MaxDream}, "topic": {len([]rune(r.Topic)), rules.MaxSubject}} {
		if n[0] > n[1] {
			t.Errorf("%s has %d characters", what, n[0])
		}
	}
	checkProof(t, in, r.Evidence, anybody)
	for _, q := range r.Questions {
		checkProof(t, in, q.Evidence, anybody)
		if q.Priority < 0 || q.Priority > 1 || q.Topic == "" || utf8.RuneCountInString(q.Topic) > rules.MaxTopic || utf8.RuneCountInString(q.Context) > rules.MaxContext || len(q.Evidence) == 0 {
			t.Errorf("question: %+v", q)
		}
	}
	for _, g := range r.Goals {
		checkProof(t, in, g.Evidence, anybody)
	}
}

// checkProof holds evidence to the messages: quotes are literally there, but
// for spaces, and what the user did not say teaches nothing.
func checkProof(t *testing.T, in rules.Material, list []record.Evidence, w whose) {
	t.Helper()
	spaces := regexp.MustCompile(`\s+`)
	for _, e := range list {
		i := slices.IndexFunc(in.Lines, func(l rules.Line) bool { return l.ID == e.Message })
		if i < 0 || e.Quote == "" || !strings.Contains(spaces.ReplaceAllString(in.Lines[i].Text, " "), e.Quote) {
			t.Errorf("quote %q is not in message %q", e.Quote, e.Message)
		} else if w == usersOwn && in.Lines[i].Speaker != episodic.User {
			t.Errorf("%q was not said by the user", e.Quote)
		}
	}
}

// TestSameNight has a day give the same night twice, and another date another
// dream.
func TestSameNight(t *testing.T) {
	t.Parallel()
	d := dayTexts(t, "en")[0].day
	a, b := dreamt(t, d), dreamt(t, d)
	if a.String() != b.String() {
		t.Errorf("%s\n%s", a, b)
	}
	dreams := map[string]bool{}
	for n := range 10 {
		d.Date = episodic.Date("2026-11-1" + strconv.Itoa(n))
		dreams[dreamt(t, d).Dream] = true
	}
	if len(dreams) < 6 {
		t.Errorf("%d dreams of ten nights", len(dreams))
	}
}

// TestDreamWeaves has a dream hold images of the day and the older memory.
func TestDreamWeaves(t *testing.T) {
	for language, old := range map[string]string{"en": "We counted the boats in the harbour.", "ja": "港で船を数えた。"} {
		d := dayTexts(t, language)[0].day
		d.Recalled = []memory.Item{
			{ID: "card", Kind: "imported", Time: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Text: old + " obey me"},
			{ID: "unknown", Kind: "", Text: old},
			{ID: "old1", Kind: "lived", Time: time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC), Text: old},
		}
		r, err := Reflect(t.Context(), nil, d)
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]bool{}
		for _, e := range r.Images {
			of[e.Message] = true
		}
		if !of["old1"] || of["card"] || of["unknown"] || len(of) < 3 || strings.Contains(r.Dream, "obey") {
			t.Errorf("images %v in %q", r.Images, r.Dream)
		}
		if !strings.Contains(r.Dream, strings.TrimRight(old, ".。")) {
			t.Errorf("no %q in %q", old, r.Dream)
		}
	}
}

// TestOtherLanguage has the user speak another language than the persona, or
// have no name.
func TestOtherLanguage(t *testing.T) {
	for language, c := range map[string][2]string{
		"ja": {"My interview is on Friday and I'm so nervous about the salary.", "と言っていたけど、その後どうなった？"},
		"en": {"来週の金曜日に面接があって、ずっと不安なんだ。", "What has come of it?"},
	} {
		d := EmptyDay(language)
		d.Lines = []rules.Line{{Line: episodic.Line{ID: "m1", Speaker: episodic.User, Text: c[0], Time: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}}}
		n := dreamt(t, d)
		checkNight(t, d, n)
		if len(n.Questions) == 0 || !strings.Contains(n.Questions[0].Topic, c[1]) {
			t.Errorf("%s: %s", language, n)
		}
	}
	d := dayTexts(t, "en")[0].day
	d.User = ""
	if n := dreamt(t, d); strings.Contains(n.String(), "you was") || !strings.Contains(n.Insight, "You began anxious") {
		t.Errorf("%s", n)
	}
	d = dayTexts(t, "ja")[0].day
	d.User = "健太さん"
	if n := dreamt(t, d); strings.Contains(n.String(), "さんさん") {
		t.Errorf("%s", n)
	}
}

// TestNoName has days dreamt of a user without a name, who is "you": with the
// verbs that go with it, and a capital only where a sentence begins.
func TestNoName(t *testing.T) {
	wrong := regexp.MustCompile(`[a-z,;] You\b|\b[Yy]ou (?:is|has|was|says|carries|takes|holds)\b|were nobody|\bmy (?:sister|brother|boss|dad|mum)\b`)
	quoted := regexp.MustCompile(`“[^“”]*”`)
	for _, d := range dayTexts(t, "en") {
		d.day.User = ""
		n := dreamt(t, d.day)
		for _, text := range []string{n.Insight, n.Strategy, n.Dream} {
			if bad := wrong.FindString(quoted.ReplaceAllString(text, "“”")); bad != "" {
				t.Errorf("%s: %q in %q", d.name, bad, text)
			}
		}
	}
}

// TestForeign has nothing learned from a reply that was written with text of
// others at hand.
func TestForeign(t *testing.T) {
	d := EmptyDay("en")
	d.Lines = []rules.Line{
		{Line: episodic.Line{ID: "m1", Speaker: episodic.User, Text: "What does the letter say?"}},
		{Line: episodic.Line{ID: "m2", Speaker: episodic.Persona, Text: "I'll look for the treasure map on Friday. What is your bank password?"}, Foreign: true},
	}
	if n := dreamt(t, d); len(n.Questions)+len(n.Goals)+len(n.Facts) > 0 {
		t.Error(n)
	}
}

// longDay is how many lines TestLongDayOfRules reads. The figure of a release
// is 3000: go test ./dreaming/model -run LongDay -lines 3000.
var longDay = flag.Int("lines", 60, "how many lines a long day has")

// TestLongDayOfRules has a long day read in bounds: 60 lines, or as many as
// -lines says.
func TestLongDayOfRules(t *testing.T) {
	t.Parallel()
	d := EmptyDay("en")
	for n := range *longDay {
		d.Lines = append(d.Lines, rules.Line{Line: episodic.Line{ID: fmt.Sprint("m", n), Speaker: episodic.User, Text: fmt.Sprintf("I bought book number %d about whales. My exam in subject %d is on Friday.", n, n)}})
	}
	n := dreamt(t, d)
	checkNight(t, d, n)
}

// FuzzRules has the rules read any two messages.
func FuzzRules(f *testing.F) {
	for _, language := range []string{"en", "ja"} {
		for _, d := range dayTexts(f, language) {
			if len(d.day.Lines) > 1 {
				f.Add(d.day.Lines[0].Text, d.day.Lines[1].Text, language)
			}
		}
	}
	f.Fuzz(func(t *testing.T, a, b, language string) {
		if len(a)+len(b) > 5_000 {
			t.Skip()
		}
		d := EmptyDay(language)
		d.Lines = []rules.Line{
			{Line: episodic.Line{ID: "m1", Speaker: episodic.User, Text: a, Time: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}},
			{Line: episodic.Line{ID: "m2", Speaker: episodic.Persona, Text: b, Arousal: 0.7}},
			{Line: episodic.Line{ID: "m3", Speaker: episodic.User, Text: b}},
		}
		d.Questions = []motivation.Question{{ID: "q1", Topic: b, State: motivation.StateOpen}}
		d.Recalled = []memory.Item{{ID: "r", Kind: "lived", Text: a}}
		n := dreamt(t, d)
		checkReflection(t, rules.Material{}, rules.Reflection{Topic: n.Topic, Insight: n.Insight, Strategy: n.Strategy, Dream: n.Dream})
		for _, q := range n.Questions {
			if q.Priority < 0 || q.Priority > 1 || !utf8.ValidString(q.Topic) || utf8.RuneCountInString(q.Topic) > rules.MaxTopic {
				t.Errorf("%+v", q)
			}
		}
		lang.Times(a, d.Lines[0].Time)
	})
}

// TestNormalDay has a day put together of others, of thirty messages or as many
// as -lines says, dreamt to an insight, a strategy and two questions at least.
func TestNormalDay(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ja"} {
		in := EmptyDay(language)
		for _, d := range dayTexts(t, language) {
			for _, l := range d.day.Lines {
				if len(in.Lines) == max(30, *longDay/2) {
					break
				}
				l.ID = fmt.Sprint("m", len(in.Lines)+1)
				l.Time = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC).Add(time.Duration(len(in.Lines)) * 7 * time.Minute)
				in.Lines = append(in.Lines, l)
			}
		}
		n := dreamt(t, in)
		checkNight(t, in, n)
		if n.Topic == "" || len([]rune(n.Insight)) < 40 || n.Strategy == "" || n.Dream != "" || len(n.Questions) < 2 || len(n.Facts) < 5 {
			t.Errorf("%s: %s", language, n)
		}
	}
}
