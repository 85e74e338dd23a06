package rules

import (
	"slices"
	"strings"
	"testing"

	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/motivation"
)

// TestCorrectionClosesItsQuestion has a question end with what raised it, and
// not with a sentence that only shares a word.
func TestCorrectionClosesItsQuestion(t *testing.T) {
	t.Parallel()
	for said, closed := range map[string]bool{
		"I'm not allergic to nuts after all.": true,
		"My neighbour has an allergic dog.":   false,
	} {
		d := emptyDay("en")
		d.User = "Ken"
		d.Questions = []motivation.Question{{ID: "q", Topic: "What will you do about the canteen?", Context: "On 3 November 2026 Ken said: “I'm allergic to nuts”", State: motivation.StateOpen}}
		d.Lines = []Line{{Line: episodic.Line{ID: "m", Speaker: "user", Text: said}}}
		if list := d.Read().Resolve(); len(list) > 0 != closed || closed && list[0].State != motivation.StateContradicted {
			t.Errorf("%s: %+v", said, list)
		}
	}
}

// TestAnEndedFactClosesItsQuestion has a question end with the fact that holds the sentence which raised
// it, where something that was said since ended that, and with no other.
func TestAnEndedFactClosesItsQuestion(t *testing.T) {
	t.Parallel()
	interview := facts.Fact{Sources: []string{"first"}, Text: "Ken: “Got an interview Thursday at 3, place called larkspur”", Evidence: []facts.Evidence{{Stance: facts.Ended, Source: "m"}}}
	for name, c := range map[string]struct {
		ended  facts.Fact
		closed bool
	}{
		"the fact":       {interview, true},
		"another":        {facts.Fact{Sources: interview.Sources, Text: "Ken: “The dentist is on Thursday”", Evidence: interview.Evidence}, false},
		"on no such day": {facts.Fact{Sources: interview.Sources, Text: interview.Text, Evidence: []facts.Evidence{{Stance: facts.Ended, Source: "x"}}}, false},
		"of elsewhere":   {facts.Fact{Sources: []string{"other"}, Text: interview.Text, Evidence: interview.Evidence}, false},
	} {
		d := emptyDay("en")
		d.Questions = []motivation.Question{{ID: "q", Topic: "How will the interview go on Thursday, 5 November?", Context: "On 3 November 2026 Ken said: “Got an interview Thursday at 3, place called larkspur”", Sources: []string{"first"}, State: motivation.StateOpen}}
		d.Lines = []Line{{Line: episodic.Line{ID: "m", Speaker: "user", Text: "hey. so larkspur called, they moved me to friday, 11am. not thursday anymore"}}}
		d.Ended = []facts.Fact{c.ended}
		if list := d.Read().Resolve(); len(list) > 0 != c.closed || c.closed && list[0].State != motivation.StateContradicted {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

// TestReplyOfSomethingElse has a reply that puts something else right leave a
// question open, and a plain one close it.
func TestReplyOfSomethingElse(t *testing.T) {
	t.Parallel()
	for said, closed := range map[string]bool{
		"I don't live in Bristol any more, I moved to Bath.": false,
		"It went really well, everybody came.":               true,
	} {
		d := emptyDay("en")
		d.Questions = []motivation.Question{{ID: "q", Topic: "How did the funeral go?", State: motivation.StateOpen}}
		d.Lines = []Line{{Line: episodic.Line{ID: "p", Speaker: "persona", Text: "How did the funeral go?"}}, {Line: episodic.Line{ID: "m", Speaker: "user", Text: said}}}
		if list := d.Read().Resolve(); len(list) > 0 != closed {
			t.Errorf("%s: %+v", said, list)
		}
	}
	d := emptyDay("en")
	d.Questions = []motivation.Question{{ID: "q", Topic: "Your brother Owen is getting married in May: how will that go?", State: motivation.StateOpen}}
	d.Lines = []Line{{Line: episodic.Line{ID: "m", Speaker: "user", Text: "I told Owen, we cried together."}}}
	if list := d.Read().Resolve(); len(list) > 0 {
		t.Errorf("closed by a name: %+v", list)
	}
}

// TestQuestionsCloseOnTheirOwnMatter has a question closed by what is told of the
// same one's same thing, and not by somebody else's or another thing.
func TestQuestionsCloseOnTheirOwnMatter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang, topic, said string
		closed            bool
	}{
		{"en", "How did Nora's interview go?", "My interview went really well.", false},
		{"en", "How did Nora's interview go?", "Nora's interview went really well.", true},
		{"en", "How did Nora's interview go?", "Her interview went well, she got the job.", true},
		{"en", "How did Nora's interview go?", "The interview went well, Nora got the job.", true},
		{"en", "How did your interview go?", "Nora's interview went well.", false},
		{"en", "How did your interview go?", "My sister's interview went badly.", false},
		{"en", "How did your interview go?", "The interview went well!", true},
		{"en", "Is your knee any better?", "My knee is fine again.", true},
		{"en", "Is your knee any better?", "Dad's knee is much better.", false},
		{"en", "Is your knee any better?", "I bought new knee pads, they are great.", false},
		{"en", "Has the boiler been fixed?", "They fixed the boiler today.", true},
		{"en", "Has the boiler been fixed?", "We fixed the fence today.", false},
		{"en", "Has the boiler been fixed?", "Our neighbour's boiler was fixed.", false},
		{"en", "Did your exam go well?", "I passed the exam.", true},
		{"en", "Did your exam go well?", "Tom passed his exam.", false},
		{"en", "Did Tom's exam go well?", "I passed my exam.", false},
		{"en", "Did you find your keys?", "Found my keys under the sofa.", true},
		{"en", "Did you find your keys?", "Lena found her keys.", false},
		{"en", "How is your mum after the operation?", "Mum is home again and doing well after the operation.", true},
		{"en", "How is your mum after the operation?", "The operation of my colleague went well.", false},
		{"en", "Have you decided whether to take the night shifts?", "I turned down the night shifts.", true},
		{"en", "Have you decided whether to take the night shifts?", "I can't decide about the night shifts.", false},
		{"ja", "ピアノを手放すべきか、決まった？", "今日ピアノを手放してきたよ。", true},
		{"ja", "ピアノを手放すべきか、決まった？", "今日ピアノを弾いたよ。", false},
		{"ja", "畑を借りるべきか、決まった？", "今日、畑を借りてきました", true},
		{"ja", "息子を塾に通わせたほうがいいか、決まった？", "決めた、息子は塾に通わせることにした", true},
		{"ja", "息子を塾に通わせたほうがいいか、決まった？", "息子が塾の話をしてきた", false},
		{"ja", "面接はどうだった？", "面接、うまくいったよ。", true},
		{"ja", "面接はどうだった？", "妹の面接はうまくいったって。", false},
		{"ja", "妹さんの面接はどうだった？", "私の面接はうまくいったよ。", false},
		{"ja", "膝の具合はよくなった？", "膝、だいぶよくなった。", true},
		{"ja", "膝の具合はよくなった？", "父の膝がよくなった。", false},
		{"ja", "鍵は見つかった？", "鍵、見つかったよ。", true},
		{"ja", "鍵は見つかった？", "友達の鍵が見つかったらしい。", false},
		{"ja", "試験はどうだった？", "試験、受かった！", true},
		{"ja", "健太くんの試験はどうだった？", "健太が試験に受かった。", true},
	} {
		d := emptyDay(c.lang)
		d.User = map[string]string{"en": "Ken", "ja": "健"}[c.lang]
		d.Questions = []motivation.Question{{ID: "q", Topic: c.topic, State: motivation.StateOpen}}
		d.Lines = []Line{{Line: episodic.Line{ID: "m", Speaker: "user", Text: c.said}}}
		if list := d.Read().Resolve(); len(list) > 0 != c.closed {
			t.Errorf("%s | %s: closed %v", c.topic, c.said, len(list) > 0)
		}
	}
}

// TestGoalsAreSentences has the persona aim at what it was asked for, in words that
// read as a sentence.
func TestGoalsAreSentences(t *testing.T) {
	t.Parallel()
	for said, goal := range map[string]string{
		"Remind me to buy Nora a present.":          "Remind Alex to buy Nora a present",
		"Please remind me about the library books.": "Remind Alex about the library books",
		"Can you help me with my essay on tides?":   "Help Alex with Alex's essay on tides",
	} {
		d := emptyDay("en")
		d.Lines = []Line{{Line: episodic.Line{ID: "m", Speaker: "user", Text: said}}}
		if list := d.Read().Reflect().Goals; len(list) != 1 || list[0].Goal != goal {
			t.Errorf("%s: %+v", said, list)
		}
	}
}

// TestNoNameIsAskedOfWhomSomethingGraveIsTold has the name of one who is mourned not asked for.
func TestNoNameIsAskedOfWhomSomethingGraveIsTold(t *testing.T) {
	t.Parallel()
	for said, asks := range map[string]bool{"My husband expired in June.": false, "My husband went to sea in June.": true} {
		d := emptyDay("en")
		d.Lines = []Line{{Line: episodic.Line{ID: "m", Speaker: "user", Text: said}}}
		if asked := slices.ContainsFunc(d.Reflect().Questions, func(q NewQuestion) bool { return strings.Contains(q.Topic, "name") }); asked != asks {
			t.Errorf("%s: asked for the name: %v", said, asked)
		}
	}
}

// TestAPronounMeansWhomItsSentenceNames has no question ask of one who was named before whether they
// come, where the sentence names who does.
func TestAPronounMeansWhomItsSentenceNames(t *testing.T) {
	t.Parallel()
	d := emptyDay("en")
	for _, said := range []string{"Dad said my name today.", "Dai Protheroe rang and he's coming on Thursday at half past eight."} {
		d.Lines = append(d.Lines, Line{Line: episodic.Line{ID: "m", Speaker: "user", Text: said}})
	}
	for _, q := range d.Read().Reflect().Questions {
		if strings.Contains(q.Topic, "Dad") && strings.Contains(q.Topic, "coming") {
			t.Errorf("asked: %s", q.Topic)
		}
	}
}
