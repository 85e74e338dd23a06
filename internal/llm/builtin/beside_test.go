package builtin

import (
	"strings"
	"testing"
)

// What is asked beside something else is answered: behind a greeting, a thank-you, an objection,
// what weighs, or before a good night.
func TestAskedBesideSomethingElse(t *testing.T) {
	const owns, ownsJa = `(?i)wrong|misread|missed|past me|have that where`, `とりちがえ|おかしなこと|聞きもらし|聞きそび|気づけ`
	converse(t, "en", []line{
		{say: "Thanks love. Remind me tomorrow I need to ring the chiropodist, and then I'm going to bed. Night.", not: "Go safely"}, {say: "/later"},
		{say: "Morning, only me. Wasn't there something I was supposed to do today?", want: "chiropodist"},
	})
	converse(t, "en", []line{
		{say: "my driving test is on the 14th of april"}, {say: "oh and i told you wrong earlier, the test's not the 14th of april it's the 16th, the centre rang", not: "sorry"},
		{say: "the driving thing i mean, when's my test", want: "16th of April"}, {say: "when did you have my test down for", want: "16th"},
	})
	converse(t, "en", []line{
		{say: "what was i meant to do today"}, {say: "I told you last night, it was the library books", want: owns},
		{say: "My cousin Ines is getting married again. June 6th at some barn near Ludlow."},
		{say: "Ha, no, it made me laugh. What day did I say the wedding was? I have to ask for it off.", want: "June 6th"},
	})
	converse(t, "ja", []line{
		{say: "父が先週、玄関で転んで。肩の骨にひびが入ったんです"},
		{say: "うん、しんどい。…明日って私、何があるんだっけ。頭がまわらなくて", want: "うかがっていません"},
		{say: "そうかあ。じゃあさ、お父さんがケガしたのってどこの骨だった?", want: "肩"},
	})
	converse(t, "ja", []line{
		{say: "ありがと 明日は姉ちゃんと市民病院までお見舞い行ってくる ばあちゃん甘いもん好きやけん、プリン持ってこうかなって"},
		{say: "それ別の話ちゃうw ほな明日やること教えて、それ聞いて今日は寝る", want: ownsJa + "[^「]*「明日は姉ちゃんと市民病院までお見舞い行ってくる」"},
	})
	converse(t, "ja", []line{{say: "明日なんだっけ 9時から駅前で説明会あるんよ、はよ寝な", want: "「9時から駅前で説明会あるんよ"}})
}

// What was moved is told once, on its new day and at its new hour.
func TestDueOnceMoved(t *testing.T) {
	converse(t, "en", []line{
		{say: "/later"}, {say: "/later"}, // a Monday
		{say: "They're going to scope it next Tuesday at 7 in the morning over at Riverside."},
		{say: "Oh I had it wrong about my knee, the surgery's on Wednesday the 2nd not Tuesday. They called me at lunch.", not: "sorry"},
		{say: "What do I have going on next week anyhow?", want: "Wednesday the 2nd", not: "next Tuesday"},
		{say: "kim wants me to do the rota with her on friday at 10"}, {say: "and bas is taking me bowling on saturday"},
		{say: "what am i up to at the weekend again", want: "bowling", not: "rota"}, {say: "what have i got on on friday", want: "rota", not: "bowling"},
	})
	converse(t, "ja", []line{
		{say: "木曜の午後2時に、母の介護認定の面談があるの"}, {say: "/later"},
		{say: "あ、そうだ。昨日言った面談、2時じゃなくて3時半だったわ。役所の紙見直したら違ってた", not: "わです"},
		{say: "母の面談って何時からだったっけ?", want: "3時半", not: "午後2時"},
	})
}

// Which of a class of things is asked is told of no other thing, however sure it seems.
func TestWhichOfAClass(t *testing.T) {
	converse(t, "ja", []line{{say: "祖父が土曜に倒れて入院したんです"}, {say: "今日は祖父の顔を見たら泣きそうになりました"}, {say: "祖父ってどこの病院だったか言える？", not: "うかがっています。「今日は"}})
}

// No two of three replies in a row begin alike, where there are others to say.
func TestOpenings(t *testing.T) {
	k := newTalk(t, "en")
	var last []string
	for _, said := range []string{
		"the bins went out late again", "the neighbour has a new van, a blue one", "I swapped the curtains in the back room", "the cat sat on the post",
		"there is a hole in the fence", "I found the other glove", "the radio only gets two stations now", "the paper boy is a girl this year",
	} {
		begins := opening(speech(k.say(said)))
		for _, was := range last[max(0, len(last)-2):] {
			if begins == was {
				t.Errorf("%q is answered with %q again: %s", said, begins, strings.Join(last, " / "))
			}
		}
		last = append(last, begins)
	}
}
