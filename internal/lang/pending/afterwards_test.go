package pending

import (
	"testing"

	"yumori/internal/lang"
)

func TestAfterwards(t *testing.T) {
	for text, want := range map[string]string{
		"My interview at Nakamura Labs is on Friday.": "How did your interview at Nakamura Labs go on Friday, 27 November?",
		"I'm flying to Lisbon next week.":             "How did your trip to Lisbon go in the week of 23 November?",
		"We'll plant the apple tree on Sunday.":       "You wanted to plant the apple tree on Sunday, 22 November: how did it go?",
		"I'll give the new recipe a go on Sunday.":    "You wanted to give the new recipe a go on Sunday, 22 November: how did it go?",
		"My thesis is due next Friday.":               "Did you finish your thesis in time (due on Friday, 27 November)?",
		"My sister is coming over on Sunday.":         "Your sister was coming over on Sunday, 22 November: how did that go?",
		"My parents are coming to visit on Sunday.":   "Your parents were coming to visit on Sunday, 22 November: how did that go?",
		"I'm worried about the exam.":                 "",
		"I have to call the landlord.":                "",
		"来週の金曜日に面接があるんだ。":                             "11月27日（金）の面接、どうだった？",
		"明日は歯医者なんだ。":                                  "11月22日（日）の歯医者、無事に済んだ？",
		"来週の金曜日がレポートの締め切りなんだ。":                        "11月27日（金）のレポートの締め切り、間に合った？",
		"日曜日に母の誕生日があるんだ。":                             "11月22日（日）の母の誕生日、いい時間になった？",
		"財布をなくした。":                                    "",
	} {
		list := lang.Sentences(text)
		if len(list) != 1 {
			t.Fatalf("%q: %d sentences", text, len(list))
		}
		o := Open(list[0], said)
		if len(o) == 0 {
			t.Errorf("%q leaves nothing open", text)
			continue
		}
		if got := Afterwards(o[0].Question); got != want {
			t.Errorf("%q, afterwards %q, want %q", o[0].Question, got, want)
		}
	}
}
