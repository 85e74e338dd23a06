package facts

import (
	"slices"
	"strings"
	"testing"
)

// captureRow is a message and the category of what is to be captured of it; ""
// is nothing at all.
type captureRow struct {
	text     string
	category Category
	entity   string // one that has to be found; "" asks for none
}

func testCapture(t *testing.T, language string, rows []captureRow) {
	t.Helper()
	for _, row := range rows {
		got := Capture(Utterance{Text: row.text, Language: language})
		switch {
		case row.category == "" && len(got) > 0:
			t.Errorf("%q: captured %q as %s, want nothing", row.text, got[0].Text, got[0].Category)
		case row.category == "":
		case len(got) != 1:
			t.Errorf("%q: captured %d, want one of %s", row.text, len(got), row.category)
		case got[0].Category != row.category:
			t.Errorf("%q: captured as %s, want %s", row.text, got[0].Category, row.category)
		case row.entity != "" && !slices.Contains(got[0].Entities, row.entity):
			t.Errorf("%q: entities %q lack %q", row.text, got[0].Entities, row.entity)
		case !(got[0].Importance > 0 && got[0].Importance <= 1):
			t.Errorf("%q: importance %v", row.text, got[0].Importance)
		}
	}
}

func TestCaptureEnglish(t *testing.T) {
	t.Parallel()
	testCapture(t, "en", []captureRow{
		// what is told
		{"My name is Alex.", Plain, "Alex"},
		{"Hi! You can call me Sam.", Plain, "Sam"},
		{"I'm allergic to peanuts.", Plain, ""},
		{"I have asthma.", Plain, ""},
		{"I was diagnosed with ADHD last year.", Plain, "ADHD"},
		{"I live in Kyoto.", Plain, "Kyoto"},
		{"I've been living in Berlin for six years.", Plain, "Berlin"},
		{"I work as a nurse at St. Mary's.", Plain, ""},
		{"I work at a small bakery.", Plain, ""},
		{"I'm a software engineer.", Plain, ""},
		{"I'm originally from Brazil.", Plain, "Brazil"},
		{"I grew up in a village near the sea.", Plain, ""},
		{"I was born in 1987.", Plain, ""},
		{"My birthday is 3 March.", Plain, ""},
		{"I'm 34 years old.", Plain, ""},
		{"I just turned 40.", Plain, ""},
		{"I study physics at university.", Plain, ""},
		{"I'm learning Japanese.", Plain, "Japanese"},
		{"I speak French and a little Dutch.", Plain, "French"},
		{"I have two cats.", Plain, ""},
		{"We adopted a puppy.", Plain, ""},
		{"I have three children.", Plain, ""},
		{"I play the violin.", Plain, ""},
		{"I got married in May.", Plain, ""},
		{"I started a new job.", Plain, ""},
		{"My sister lives in Osaka.", Plain, "Osaka"},
		{"My father died when I was nine.", Plain, ""},
		{"My hobby is bird watching.", Plain, ""},
		{"I'm vegetarian.", "", ""}, // two words: too little to be sure of
		{"I love ramen.", Preference, ""},
		{"I really hate loud places.", Preference, ""},
		{"I don't like coriander.", Preference, ""},
		{"I can't stand horror films.", Preference, ""},
		{"I prefer tea to coffee.", Preference, ""},
		{"My favourite colour is green.", Preference, ""},
		{"My favorite band is The Beatles.", Preference, "Beatles"},
		{"I've always loved the sea.", Preference, ""},
		{"I don't eat meat.", Preference, ""},
		{"I'm a big fan of Miyazaki.", Preference, "Miyazaki"},
		{"Actually, I enjoy cooking for friends.", Preference, ""},
		{"I decided to quit my job.", Decision, ""},
		{"I've decided not to move after all.", Decision, ""},
		{"We finally made up our minds: we are buying the flat.", Decision, ""},
		{"From now on I'll get up at six.", Decision, ""},
		{"I've quit smoking.", Decision, ""},
		{"My cat is called Tama.", Entity, "Tama"},
		{"My sister Mika has two kids.", Entity, "Mika"},
		{"Mika is my sister.", Entity, "Mika"},
		{"I have a dog named Biscuit.", Entity, "Biscuit"},
		{"Our daughter's name is Yui.", Entity, "Yui"},
		{"Kenji works at the post office.", Entity, "Kenji"},
		{"I have a job interview next Tuesday.", Other, ""},
		{"My thesis defence is on Friday.", Other, ""},
		{"We're flying to Lisbon next week.", Other, "Lisbon"},
		{"Please remember that the spare key is under the pot.", Other, ""},
		{"Don't forget that I love pistachio ice cream.", Preference, ""},

		// what is asked
		{"Do I like ramen?", "", ""},
		{"What is my name?", "", ""},
		{"do you think I live in Kyoto", "", ""},
		{"I love ramen, right?", "", ""},
		{"Is Mika my sister?", "", ""},
		// what is supposed
		{"If I lived in Kyoto I would walk to work.", "", ""},
		{"I would love a cat.", "", ""},
		{"Maybe I'm allergic to cats.", "", ""},
		{"I wish I had two cats.", "", ""},
		{"Imagine I am a pilot.", "", ""},
		{"I might move to Berlin.", "", ""},
		{"I think I like tea.", "", ""},
		{"I'm not sure I like my job.", "", ""},
		// jokes
		{"I'm allergic to Mondays. Just kidding!", "", ""},
		{"I have forty cats lol", "", ""},
		{"I'm a doctor haha", "", ""},
		{"I love paying taxes /s", "", ""},
		// what is asked for
		{"Tell me about Kyoto.", "", ""},
		{"Write a story where I live in Paris.", "", ""},
		{"Pretend my name is Bob.", "", ""},
		{"Call me later.", "", ""},
		{"Remember to call me tomorrow.", "", ""},
		{"Translate: I love ramen.", "", ""},
		{"Let's say I have two dogs.", "", ""},
		// what others said
		{"She said \"I love ramen\".", "", ""},
		{"\"I live in Kyoto.\"", "", ""},
		{"My friend told me I love drama too much.", "", ""},
		{"I heard Kenji works at the post office.", "", ""},
		{"According to the article, I love is overused.", "", ""},
		{"> I love ramen.", "", ""},
		{"> I live in Kyoto.\n> My name is Bob.", "", ""},
		{"```\nI love ramen.\nMy name is Bob.\n```", "", ""},
		{"~~~\nI live in Kyoto.\n~~~", "", ""},
		{"`I love ramen`", "", ""},
		{"<document>\nMy name is Bob.\nI live in Kyoto.\n</document>", "", ""},
		{"Have a look:\n-----Original Message-----\nI live in Kyoto.", "", ""},
		{"*I love ramen, she thought*", "", ""},
		{"In the story my name is Bob.", "", ""},
		// what means nothing tomorrow, or is about the persona
		{"I like you.", "", ""},
		{"I love talking with you.", "", ""},
		{"I love that!", "", ""},
		{"I like this idea.", "", ""},
		{"I'm tired.", "", ""},
		{"I'm a bit tired today.", "", ""},
		{"I have a headache.", "", ""},
		{"I have a question.", "", ""},
		{"I'm going to bed.", "", ""},
		{"I feel like dancing.", "", ""},
		{"I'd like to order a pizza.", "", ""},
		{"It is my turn.", "", ""},
		{"My friend is great.", "", ""},
		{"You have two cats.", "", ""},
		{"Your name is Mio.", "", ""},
		{"Good morning!", "", ""},
		{"ok", "", ""},
		{"", "", ""},
	})
}

func TestCaptureOnce(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, text string
		known      []string
		want       int
	}{
		{"news", "I love ramen.", nil, 1},
		{"the same words", "I love ramen.", []string{"I love ramen"}, 0},
		{"the third person", "I love ramen.", []string{"Alex loves ramen."}, 0},
		{"full-width", "私はＳＦが好きです。", []string{"私はSFが好きです"}, 0},
		{"the opposite", "I don't like ramen.", []string{"I like ramen."}, 1},
		{"another number", "I have 3 cats.", []string{"I have 2 cats."}, 1},
		{"another thing", "I love udon.", []string{"I love ramen."}, 1},
		{"twice in a message", "I love ramen. I love ramen!", nil, 1},
		{"two things", "I love ramen. I live in Kyoto.", nil, 2},
		{"Japanese opposite", "納豆が好きじゃない。", []string{"納豆が好き。"}, 1},
		{"Japanese again", "納豆が好きです。", []string{"アレックスは納豆が好き。"}, 0},
	} {
		if got := Capture(Utterance{Text: row.text, Known: row.known}); len(got) != row.want {
			t.Errorf("%s: captured %v, want %d", row.name, got, row.want)
		}
	}
}

// What is to be kept of the line before has that line's message as its source: who takes
// that line back takes this back with it.
func TestKeptOfTheLineBefore(t *testing.T) {
	u := Utterance{Text: "remember that", MessageID: "m2", Before: []string{"the spare key is under the blue pot"}, BeforeID: "m1"}
	list := Capture(u)
	if len(list) != 1 || list[0].Text != "The spare key is under the blue pot" {
		t.Fatalf("captured %+v", list)
	}
	if got := list[0].Fact(u).Sources; len(got) != 1 || got[0] != "m1" {
		t.Errorf("its sources are %q", got)
	}
}

// Nothing is captured of the persona, by whose name the user calls it, and what only begins a
// sentence is no name.
func TestNothingOfThePersona(t *testing.T) {
	t.Parallel()
	u := Utterance{Text: "she was crying on the phone earlier, with the pain. she never cries.", Persona: "Luna", Before: []string{"how's the form Luna. what have I on tomorrow?"}}
	for _, c := range Capture(u) {
		if strings.Contains(c.Text, "Luna") {
			t.Errorf("captured %q", c.Text)
		}
	}
	for _, c := range Capture(Utterance{Text: "please remember that I am taking it to Dre's shop tomorrow. Taking it to the shop is my plan."}) {
		if slices.Contains(c.Entities, "Taking") {
			t.Errorf("names %q in %q", c.Entities, c.Text)
		}
	}
}
