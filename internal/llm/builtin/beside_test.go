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

// A day is told where the clause it stands in is of what is to come, whatever stands beside it, and
// an hour that was put right with its reason holds; what falls on several days is told day by day.
func TestDueWhateverStandsBeside(t *testing.T) {
	converse(t, "en", []line{
		{say: "/later"}, {say: "/later"}, // a Monday
		{say: "thx. my pharm exam is on friday n i aint opened the book"}, {say: "whens my exam again? my brain is soup", want: "27 November"},
		{say: "I am being fitted with a hearing aid on Thursday at half past ten in Hexham, and I am dreading it."},
		{say: "I must correct myself, though: the hearing aid appointment is at half past eleven, not half past ten, for I have just looked at the letter.", want: "Half past eleven"},
		{say: "terrell has a job interview tmrw 11am at the warehouse"}, {say: "so whats on my plate tmrw n thursday", want: "interview.*half past eleven", not: "pharm"},
		{say: "/later"}, {say: "/later"}, {say: "/later"},
		{say: "Would you remind me what I have on today?", want: "half past eleven"},
	})
	converse(t, "ja", []line{
		{say: "/later"}, {say: "/later"},
		{say: "あさっての朝9時から胃の検査なんです。"}, {say: "ですよね、検査は水曜日だから。もう寝ます。"}, {say: "/later"},
		{say: "明日のことで、気をつけなきゃいけないことってありましたっけ？", want: "朝9時", not: "ですよね"},
	})
}

// Who tells of a death long ago, in whatever dialect, is in no danger by that, and a joke about it or
// a question beside it is taken as that.
func TestDeathsLongAgo(t *testing.T) {
	const alarm = `119|ホットライン|emergency|crisis`
	converse(t, "ja", []line{
		{say: "妻が三年前に死んでしもうてのう、夜は誰もおらんけえラジオとしゃべっとる", want: "つらい|お悔やみ", not: alarm},
		{say: "待て待て わしは死にゃあせんよ 元気にしとる", not: alarm}, {say: "死にたいなんぞ思うとらんけえ安心せえ", not: alarm},
		{say: "畑で大根の間引きをして味噌汁にして食うた うまかったで", not: alarm + "|つらい"},
		{say: "膝の手術が11月4日に決まったんよ"}, {say: "で、わしの膝の手術は何日になったんかいね", want: "11月4日"},
		{say: "もし癌だったらって考えると眠れなくて。去年おじいちゃんが癌で亡くなったので", not: "お悔やみ"},
	})
	converse(t, "en", []line{
		{say: "anyway the altima died AGAIN outside work", not: "sorry"}, {say: "lol nobody died just the car", not: "sorry|hard"},
		{say: "It is the best day I have had since the funeral, I sang all the way home.", not: "sorry"},
		{say: "my aunt is in hospital with her kidneys"}, {say: "can you tell me if she's going to be ok, my aunt i mean", want: "(?i)can't know|could know"},
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

// What is put right beside what sounds like an illness is taken as that; relief is no sorrow; that a
// father may go is no danger of one's own; greetings put nothing right.
func TestPutRightOrRelieved(t *testing.T) {
	const fixed, condoles = `覚え|直し`, `つらい|大変でした|お悔やみ`
	converse(t, "ja", []line{
		{say: "再検査は木曜、午前九時半からです。"}, {say: "昨日の訂正をひとつ。再検査は九時半ではなく、八時四十五分からでした。", want: fixed},
		{say: "再検査の結果ですが、脂肪肝だそうです。怖いものではないと言われ、ほっといたしました。", not: condoles},
	})
	converse(t, "ja", []line{
		{say: "明日は朝9時に小児科予約した"}, {say: "ただいま、じゃなくてこんばんは 小児科行ってきたよ インフルじゃなくてただの風邪だって、もう心底ほっとした", not: fixed + "|" + condoles},
		{say: "父が入院しててさ、ほんとは、いなくなられるのが怖いだけなんだよね", not: "安全なところ|119"},
	})
	converse(t, "en", []line{
		{say: "I am thinking to fly home on the 14th of March and stay for a week"},
		{say: "One thing I must correct: I fly on the 15th of March instead, the ticket on the 14th was much too expensive.", want: "(?i)right|what you say now|from now on|correct"},
		{say: "my sister's wedding is on saturday at three, in Bruges"}, {say: "no wait, at four, not three"}, {say: "when is my sister's wedding?", want: "at four, in Bruges", not: "at At"},
		{say: "bringing the mother to the hospital on Wednesday at half ten"}, {say: "how's the form Luna. what have I on wednesday?", want: "half ten"},
	})
}
