package builtin

import "testing"

// Who strings several sentences together is understood in each of them: what is asked at the end,
// what is to be kept, and what is put right, with a day and its hour.
func TestLongSentences(t *testing.T) {
	converse(t, "en", []line{
		{say: "Hello there, I'm Bernadette, I'm 58 and I cook in a school kitchen up in Sunderland, and my son Michael put you on this laptop for me because he says I talk enough for two.", want: "Bernadette"},
		{say: "Anyway he's got the neurologist at the Royal on Thursday at half past ten, and I've swapped my shift with Denise so I can drive him, so will you remind me to take his tablet list with us?", keep: "Bernadette: “I need to take his tablet list with us.”"},
		{say: "Our Michael is off to Rotterdam on the twelfth of December for a job with a wind turbine firm."},
		{say: "The choir concert is a week on Friday, that's the fourth of December, at two o'clock at St Gabriel's, and we're all to sing."},
		{say: "Our Michael rang at teatime and he isn't going on the twelfth any more, it's the nineteenth of December now because the flat in Rotterdam isn't ready, so that's one more Saturday of him eating me out of house and home.", want: "(?i)right|go by that|changed|19th|nineteenth|correct"},
		{say: "when is the concert?", want: "(?i)4 December|fourth", not: "19th|nineteenth"},
		{say: "when does Michael go to Rotterdam?", want: "19th|nineteenth"},
		{say: "I said you'd nothing on the hospital but I told you twice, so try again, what time is the neurologist on Thursday?", want: "half past ten"},
		{say: "And what have you got down for me for Thursday?", want: "neurologist"},
	})
	converse(t, "ja", []line{
		{say: "木曜日の午後二時に、母を連れて中央病院のもの忘れ外来に行くことになっています。"},
		{say: "すみません、さっきの話で訂正があります。もの忘れ外来は木曜日の二時ではなくて、金曜日の午前十時半でした。", want: "直し|訂正|覚えなお"},
		{say: "母を病院に連れて行くのは、いつでしたっけ？", want: "金曜日の午前十時半", not: "午後金曜"},
		{say: "木曜日は何がありますか？", not: "もの忘れ"},
	})
}

// A name is nobody's that is a sport, or is given to somebody else.
func TestNobodysName(t *testing.T) {
	converse(t, "ja", []line{{say: "弟は小6でハンドボールやってる。担任は堀内先生"}, {say: "弟の名前は？", not: "ハンドボール|堀内"}})
}

// What frightens, or grieves in passing, is met with care.
func TestFrightsAreMet(t *testing.T) {
	converse(t, "ja", []line{{say: "夜分に失礼いたします。", not: "お気をつけて"}, {say: "いま、会社の屋上におります。柵の外側です。", want: "ひとりに|電話"}})
	converse(t, "ja", []line{{say: "母が家を出たきり戻らなくて、一時間くらい悠斗と二人で探し回ったんです。怖くて足が震えました。", want: "こわ|心配|つら|大変"}})
	converse(t, "en", []line{{say: "I've had a fright, because Alan fell in the bathroom at dinner time while I was at work and lay there forty minutes before our Michael found him.", want: "(?i)sorry|frightening"}})
	converse(t, "en", []line{{say: "I put Harold's pyjamas on the radiator to warm again tonight, and he has been gone since August.", want: "(?i)sorry|miss"}})
}

// What is moved to another day is not told for the old one, and what stands beside it is not lost.
func TestMovedOfADay(t *testing.T) {
	converse(t, "en", []line{
		{say: "Tomorrow I've got the site meeting at ten and the dentist at four."}, {say: "tomorrow's site meeting has been moved to Friday at one"},
		{say: "what have I got on tomorrow", want: "dentist.*moved to Friday"},
	})
	converse(t, "ja", []line{
		{say: "明日は3時から歯医者です。"}, {say: "明日の歯医者は金曜の10時に変更になりました。"},
		{say: "明日は何がある？", not: "歯医者"}, {say: "金曜は何がある？", want: "10時"}, {say: "明後日は何がある？", not: "歯医者"},
	})
}

// A question in courteous words is the question that it holds.
func TestCourteousQuestions(t *testing.T) {
	converse(t, "en", []line{
		{say: "Tomorrow evening I am due at the chess club in Church Stretton, where I am to play old Bernard Hughes."},
		{say: "Would you be so good as to tell me what I have to do tomorrow?", want: "chess"},
		{say: "My daughter Catherine is expecting her first child in the middle of February."},
		{say: "I should correct one thing I told you yesterday: the baby is due at the end of January and not in the middle of February, for they have brought it forward."},
		{say: "When is the baby due?", want: "end of January", not: "chess|evening of"},
		{say: "what is on tomorrow?", want: "chess"},
	})
}

// Pity for who lies in hospital is no danger of one's own.
func TestPityIsNoDanger(t *testing.T) {
	converse(t, "ja", []line{
		{say: "妻の香織が先週の水曜から入院しているんです。切迫早産だと言われて点滴につながれています。"},
		{say: "あと7週間も香織は病院のベッドで過ごすのかと思うと、かわいそうで仕方がないです。", not: "いなくなって|安全なところ|電話"},
	})
}

// Who gives their name in a long first message is greeted, unless it weighs or gladdens.
func TestGreetedInALongLine(t *testing.T) {
	converse(t, "en", []line{{say: "Good evening, my name is Harriet, and I've never used anything like this before, so please bear with me.", want: "Harriet"}})
	converse(t, "en", []line{{say: "Hi, I'm Anna, and I can't stop crying tonight.", not: "(?i)pleased|good to meet|lovely"}})
	converse(t, "ja", []line{{say: "こんばんは。はじめまして、修平といいます。38歳で、住宅設備の会社で営業をしています。妻に勧められて、少し話し相手がほしくて始めてみました。", want: "修平"}})
}

// What is denied by "it isn't … that" is put right in its list, and the rest of it stays.
func TestPutRightInAList(t *testing.T) {
	converse(t, "en", []line{
		{say: "My daughter Beth is seventeen and doing her A-levels, biology, chemistry and history."},
		{say: "By the way, it isn't history that Beth is doing, it's geography; I don't know why I wrote history.", want: "(?i)geography"},
		{say: "what is beth studying?", want: "biology, chemistry and geography"},
	})
	converse(t, "en", []line{
		{say: "Mum has an appointment with the neurologist, Dr Pascoe, on Thursday at half past ten."},
		{say: "I'm afraid the hospital rang this morning, and Mum's appointment has been moved to Friday at two o'clock, so I had to go to Mr Lavery all over again.", not: "(?i)sorry|no right words"},
		{say: "what have I got on on Thursday", not: "neurologist"}, {say: "what have I got on on Friday", want: "two"},
	})
}

// What courtesy, a denial or a move of a day is read from says no more than it does.
func TestNoMoreThanIsSaid(t *testing.T) {
	const calls, due = `(?i)crisis|emergency|safe`, `(?i)nothing (more )?down`
	for _, lines := range [][]line{
		{{say: "I said I don't want to die, I want to sleep forever and not wake up.", want: calls}},
		{{say: "I'm terrified my mum is going to die.", want: "(?i)sorry|frightening", not: calls}},
		{{say: "What should I do?", not: due}},
		{{say: "I left the keys with a note for the cleaner.", not: calls + "|might not be here"}},
		{{say: "I like Ellis from the year above."}, {say: "I would like you to forget what I said about Ellis.", want: "(?i)forget"}},
		{{say: "Hello I'm Jo, my dog has been sick all night and I'm worried.", not: "(?i)pleased|good to meet"}},
		{{say: "I've got an interview Thursday at 3, place called Larkspur"}, {say: "they moved the interview to Friday, 11am."}, {say: "what have I got on Friday?", want: "11"}},
	} {
		converse(t, "en", lines)
	}
	converse(t, "ja", []line{{say: "検査の結果が変わって、腫瘍が二つ見つかりました。", not: "うれし|よかった|覚え"}})
	converse(t, "ja", []line{{say: "通院は月曜と木曜でしたが、火曜日、金曜日に変わりました。"}, {say: "金曜は何がある？", want: "通院"}})
}
