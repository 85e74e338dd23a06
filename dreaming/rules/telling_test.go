package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/episodic"
	"yumori/internal/memory"
	"yumori/motivation"
)

func TestTellingTable(t *testing.T) {
	for _, err := range tellingTable.Check() {
		t.Error(err)
	}
}

// TestFactsStandAlone has what a night keeps of a message say something of its
// speaker that is understood by itself, and nothing that only answers, promises
// or shows something.
func TestFactsStandAlone(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"I've taken up fencing again - how was your week?":                       "Ken has taken up fencing again",
		"Guess what - I bought a canoe two days ago!":                            "Ken bought a canoe two days ago",
		"As for me, I've been repairing the roof of the barn.":                   "Ken has been repairing the roof of the barn",
		"I fly back on Tuesday the ninth, I'll bring you some sort of cheese!":   "Ken: “I fly back on Tuesday the ninth”",
		"Learning to weld on my own was frightening.":                            "Ken: “Learning to weld on my own was frightening”",
		"A lorry ran into us on the bridge, but everybody is fine.":              "Ken: “A lorry ran into us on the bridge, but everybody is fine”",
		"It was lovely to swim with the children in the quarry.":                 "Ken: “It was lovely to swim with the children in the quarry”",
		"I'd love to see the northern lights in Tromsø.":                         "Ken: “I'd love to see the northern lights in Tromsø”",
		"My brother Hugo mends clocks. He opened a workshop in Basel last week.": "Ken's brother Hugo opened a workshop in Basel last week",
		"I'm gutting a boathouse on the Elbe, I can't wait to see it done!":      "Ken is gutting a boathouse on the Elbe",
		"I wanted to let you know that I'm leaving the fire brigade.":            "Ken is leaving the fire brigade",
		"Thanks for asking - they're good- we adopted a goat named Elsa too.":    "Ken: “We adopted a goat named Elsa too”",
		"Appreciate the offer, but I had an operation on my knee in March.":      "Ken: “I had an operation on my knee in March”",
		"If the boat sells, I'll buy a bigger one from my uncle in Kiel.":        "",
		"I know how hard the finals of the rowing season are.":                   "",
		"Kayaking is a perfect way to clear the head.":                           "",
		"I feel kinda guilty.":                                                  "",
		"We held some events and met some great people.":                        "",
		"I'm baking one with my cousins next month.":                            "",
		"A broken dam in our valley was the reason behind it.":                  "",
		"The response we had was so inspiring.":                                 "",
		"Last week was wild - I rowed to Delft with my uncle - it was amazing!": "Ken: “Last week was wild - I rowed to Delft with my uncle”",
		"Great news - I rowed to Delft in March!":                               "Ken rowed to Delft in March",
		"Every small harbour is a step forward on a long voyage.":               "",
		"Life can be tough, but kindness makes a difference in the world.":      "",
		"A patient crew can really make a difference on the water.":             "",
		"We all need somewhere to sing and dance.":                              "",
		"I'll wait for the map of the harbour then.":                            "",
		"I appreciate the concern about my old boat.":                           "",
		"I have been using this app.":                                           "",
		"Count on me for help with the harvest.":                                "",
		"I painted it after I went to the coast.":                               "",
		"I talked to him afterwards about the offer of a flat.":                 "",
		"Working to motivate others in every way.":                              "",
		"I'm excited to keep pushing and make a positive impact.":               "",
		"Here's a photo of my boat in the harbour.":                             "",
		"Keeping such a big garden must be hard work.":                          "",
		"Nature really has a way of calming the soul.":                          "",
		"Thank you very much, I will definitely keep this in mind!":             "",
		"Have fun at the fair of the village!":                                  "",
		"Can't wait to go sailing with you in June.":                            "",
		"You got this, keep up the good work at the mill!":                      "",
	} {
		m := emptyDay("en")
		m.User = "Ken"
		m.Lines = []Line{{Line: episodic.Line{ID: "m1", Speaker: episodic.User, Text: said}}}
		var had []string
		for _, f := range m.Extract().Facts {
			had = append(had, f.Text)
		}
		if want == "" && len(had) > 0 || want != "" && !slices.Contains(had, want) {
			t.Errorf("%s\nkept %q, want %q", said, had, want)
		}
	}
}

// TestAtMostADozen has a day of which everything could be kept leave no more
// facts and opinions than a night may.
func TestAtMostADozen(t *testing.T) {
	t.Parallel()
	m := emptyDay("en")
	for i, place := range []string{"Oslo", "Rome", "Lima", "Cairo", "Delhi", "Perth", "Basel", "Leeds", "Porto", "Quito"} {
		by := []episodic.Speaker{episodic.User, episodic.Persona}[i%2]
		m.Lines = append(m.Lines, Line{Line: episodic.Line{ID: "m" + place, Speaker: by, Text: "I bought a house in " + place + " last week. I think " + place + " is a wonderful city."}})
	}
	if n := len(m.Extract().Facts); n == 0 || n > maxByRules {
		t.Errorf("%d facts", n)
	}
}

// TestInsightLinks has a night whose sentences have nothing to do with each
// other have no insight, and one on which a question was answered one that says
// both.
func TestInsightLinks(t *testing.T) {
	t.Parallel()
	m := emptyDay("en")
	m.Lines = []Line{{Line: episodic.Line{ID: "m1", Speaker: episodic.User, Text: "I planted two rows of leeks behind the barn."}}}
	if n := m.Reflect(); n.Insight != "" || n.Dream == "" {
		t.Errorf("of one sentence: %q, dream %q", n.Insight, n.Dream)
	}
	m.Questions = []motivation.Question{{ID: "q", Topic: "Have you decided whether to sell your motorbike?", State: motivation.StateOpen}}
	m.Lines = append(m.Lines, Line{Line: episodic.Line{ID: "m2", Speaker: episodic.User, Text: "I sold my motorbike!"}})
	if n := m.Reflect(); !strings.Contains(n.Insight, "decided whether to sell") || !strings.Contains(n.Insight, "I sold my motorbike") {
		t.Errorf("of an answer: %q", n.Insight)
	}
}

// TestAnInsightSaysMoreThanASentence has no sentence of a day say by itself what
// its insight says, whatever was said: of a day of which there is no more to
// say, there is none.
func TestAnInsightSaysMoreThanASentence(t *testing.T) {
	t.Parallel()
	for name, said := range map[string][]string{
		"a turn":        {"I'm so scared of the exam on Friday.", "The canteen had lentils.", "I'm so happy, the exam went well!"},
		"a death":       {"My grandmother died this morning."},
		"a taste":       {"I love the smell of tar in the old harbour."},
		"a heavy day":   {"I'm so tired and sad today.", "Nothing works."},
		"a quiet day":   {"I planted leeks.", "The bus was late."},
		"a return":      {"My cello needs a new bow.", "We had soup.", "The rain stopped.", "The bus was late.", "I cleaned the stairs.", "I practised the cello for an hour."},
		"a wish":        {"I want to learn to sail one day."},
		"an old memory": {"I was so sad when I sold my boat to a woman from Ghent."},
	} {
		m := emptyDay("en")
		for i, text := range said {
			m.Lines = append(m.Lines, Line{Line: episodic.Line{ID: fmt.Sprint("m", i), Speaker: episodic.User, Text: text}})
		}
		if name == "an old memory" {
			m.Recalled = []memory.Item{{Text: "Alex built a boat with his uncle.", Kind: "told", Time: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}}
		}
		insight := m.Reflect().Insight
		quoted := 0
		for _, text := range append(said, "Alex built a boat with his uncle.") {
			if insight != "" && strings.Contains(insight, strings.TrimRight(text, ".!")) {
				quoted++
			}
		}
		if insight != "" && quoted == 1 && !strings.Contains(insight, "cello") {
			t.Errorf("%s: %q only says again what one sentence said", name, insight)
		}
		if linked := name == "a turn" || name == "an old memory"; linked != (insight != "") && name != "a return" {
			t.Errorf("%s: the insight is %q", name, insight)
		}
	}
}

// TestADreamQuotesNoMachinery: of a fact that comes to mind the words are told, not
// the names it is filed under, and nothing of the night itself is an old memory.
func TestADreamQuotesNoMachinery(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		language, date, text, said string
		quoted                     bool
	}{
		{"en", "2026-05-01", "@Cardiff @Juno: Ben has an exam on Monday in Cardiff", "Ben has an exam on Monday in Cardiff", true},
		{"en", "", "@Cardiff: Ben has an exam on Monday in Cardiff", "Ben has an exam on Monday in Cardiff", true},
		{"en", "2099-01-01", "Ben has an exam on Monday in Cardiff", "Ben has an exam", false},
		{"ja", "2026-05-01", "@金沢: 千夏は金沢に住んでいる", "千夏は金沢に住んでいる", true},
	} {
		m := emptyDay(row.language)
		line := "I saw the sea and a red boat in the harbour."
		if row.language == "ja" {
			line = "港で赤い船と海を見た。"
		}
		m.Lines = append(m.Lines, Line{Line: episodic.Line{ID: "m0", Speaker: episodic.User, Text: line}})
		at, _ := time.Parse(time.DateOnly, row.date) // zero if unknown
		m.Recalled = []memory.Item{{ID: "f", Text: row.text, Kind: "told", Time: at}}
		r := m.Reflect()
		if told := r.Dream + r.Insight; strings.Contains(told, "@") || strings.Contains(r.Dream, row.said) != row.quoted {
			t.Errorf("of %q on %s: %q", row.text, row.date, told)
		}
	}
}
