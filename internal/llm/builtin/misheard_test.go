package builtin

import "testing"

// Who objects to a reply is told that it was wrong, and what they ask beside it is answered; a
// question that only shares words with a reply objects to nothing.
func TestMisheard(t *testing.T) {
	const owns, ownsJa = `(?i)wrong|misread`, `とりちがえ|おかしなこと|ひどいこと`
	converse(t, "ja", []line{
		{say: "こんばんは。芳江と申します。七十一になります。孫の勧めで、こういうものに初めて話しかけております。", not: "命"},
		{say: "教えてくださってありがとうとは、何のことでしょう"},
		{say: "明日は十時に眼科です"}, {say: "明日は何の予定でしたか、念のため教えてくださいませ。", want: "眼科", not: ownsJa},
	})
	converse(t, "ja", []line{{say: "模試の英語、38点だった"}, {say: "英語38点のどこがええんよw ひどくね？", want: ownsJa}})
	converse(t, "en", []line{
		{say: "I was so pleased that I drove twice around the block like a boy of sixteen."},
		{say: "Why did you say that? It was the first happy moment I have had in weeks.", want: owns},
	})
	converse(t, "en", []line{{say: "my sister lives in Hull"}, {say: "where does my sister live?", want: "Hull", not: owns}})
}

// What only puts a time right is taken as that beside sad or medical words, and news of an illness
// is not.
func TestTimesPutRightBesideWhatSoundsHard(t *testing.T) {
	const fixed = `(?i)that right|from now on|what you say now|corrected`
	converse(t, "en", []line{
		{say: "i've got him in with the vet on wednesday at half past two"}, {say: "/later"},
		{say: "yes well the surgery phoned and moved us, it's ten past four now instead of half past two, because she's got an emergency cat.", want: fixed, not: `(?i)sorry`},
	})
	converse(t, "en", []line{
		{say: "custody hearings march 12 at 9. denise wants me down to every other weekend"}, {say: "screwed up btw. hearings the 13th not the 12th", want: fixed}, {say: "whats the date of the custody thing again", want: "13", not: "You said on|march 12 at 9” *$"},
	})
	converse(t, "en", []line{
		{say: "Evening. I'm Siobhan."}, {say: "I'm back from Dr Hegarty with Mam. He's changed her tablets and he says she shouldn't be left on her own at night any more.", not: fixed},
	})
}

// What is to come is told where a weekday may be of each, where the line only says where somebody
// goes, and where what was put right is of something else; what was moved away is not.
func TestDueAfterCorrections(t *testing.T) {
	converse(t, "ja", []line{{say: "明日部活のあと病院行ってくる。じいちゃんの好きなもみじ饅頭持ってくわ"}, {say: "明日って俺なにするんだっけw", want: "病院"}})
	converse(t, "ja", []line{{say: "あと明日は18時から千尋とご飯。一番町の焼き鳥屋。"}, {say: "ごめん、焼き鳥屋18時じゃなくて19時だった。今LINE見返した。"}, {say: "明日って私なにがあるんだっけ？", want: "19時", not: "18時"}})
	converse(t, "en", []line{
		{say: "I have an appointment about the probate with Mr Pennington, the solicitor, on Monday at half past ten."},
		{say: "I beg your pardon, I misspoke about Mr Pennington: the appointment is at half past eleven on Monday, not half past ten."},
		{say: "When do I see Mr Pennington about the probate?", want: "half past eleven"},
		{say: "Julian cannot leave Leeds until Sunday now, so he will arrive on Sunday rather than on Saturday."},
		{say: "When do I see Mr Pennington about the probate?", want: "half past eleven"},
	})
	converse(t, "ja", []line{{say: "さっき電話きた。勝治が死んだど。五十年一緒に屋根さ上がった仲間だ", not: "うれしい|よかった"}})
	converse(t, "en", []line{{say: "16th right. what do you think priya would want for her bday, its march 20. i have like 30 bucks", not: "(?i)alone with it|somewhere safe|crisis"}})
}

// Who says that there is no danger is believed, and raises no alarm by saying so; what is told in
// the order of telling asks nothing.
func TestDenialsAndTellings(t *testing.T) {
	const alarm = `(?i)emergency|crisis|alone with it|worried about you|119|ひとりにならず`
	converse(t, "en", []line{
		{say: "I find I am more frightened of the operation than I let on to them, because the last time I was in that hospital I came home without my husband."},
		{say: "Oh, no, you have misunderstood me. I am in no danger at all; I am only afraid of the anaesthetic, and I miss him.", not: alarm},
		{say: "Tell me instead when my hip is to be done.", not: alarm},
	})
	converse(t, "en", []line{{say: "i'm safe, i'm always safe, it's just new jersey. saw gran. she knew me", not: alarm}})
	converse(t, "ja", []line{{say: "誤解です。危ないことは何もありません、ただ眠いだけです", not: alarm}})
	converse(t, "en", []line{{say: "hi, i'm ruth"}, {say: "my sister is called joan", not: `(?i)nothing on that|don't know`}, {say: "my boss is called linda", not: `(?i)nothing on that|don't know`}})
	converse(t, "ja", []line{
		{say: "娘の美咲の結婚式が11月14日に決まってましてん。俊夫さん、間に合うやろかと思て。"},
		{say: "犬のマロが今日な、スリッパくわえて寝てましてん。"}, {say: "隣の大西さんがまた怒鳴りこんできはってん。"}, {say: "明日は朝9時から早番です。"},
		{say: "土曜は孫の運動会ですわ。"}, {say: "ほなもう寝ますわ。"},
		{say: "美咲から電話で、式、11月14日やのうて11月28日に延ばすて。お父さん待つ言うてくれて。"}, {say: "もう電話口で泣いてしもてなぁ。"},
		{say: "結婚式は何日?", want: "28日", not: "泣いて"},
	})
}

// What was moved to a weekday is due on it.
func TestDueWhereItWasMoved(t *testing.T) {
	converse(t, "ja", []line{
		{say: "クリニックから電話があって、検診が火曜じゃなくて月曜の15時に変わりました"}, {say: "/later"},
		{say: "明日の予定って何でしたっけ?", want: "15時"},
	})
}

// What is to be done is told where the line that asks for it tells it.
func TestDueInOneLine(t *testing.T) {
	converse(t, "ja", []line{{say: "そうだ、明日は朝の九時から公民館の注連縄づくりだった。明日は何があるだ、言ってみてくれ。", want: "九時"}})
	converse(t, "en", []line{{say: "i've the dentist at nine tomorrow. what have i got on tomorrow?", want: "dentist"}})
	converse(t, "en", []line{{say: "lovely day today. what have i got on tomorrow?", not: "lovely"}})
	converse(t, "en", []line{{say: "i've been to the dentist today. what else have i got on today?", not: "dentist"}})
}

// What only sounds like a denial is none, nor is one beside what may be danger.
func TestNoDenials(t *testing.T) {
	t.Parallel()
	for _, said := range []string{
		"i don't think i'm safe to be alone tonight", "i'm safe, i just don't want to wake up tomorrow", "i'm safe for now. they'd be better off without me",
		"i am in no danger, i have simply decided. it will be over soon", "you got me, i'm done with all of it", "i'm safe. i've written the letters and the cat is with my sister",
		"you misunderstood. i am calm now because i know how it ends", "i'm safe, the pills are in the drawer", "I am in no danger. I only want to sleep and not be here",
		"誤解です。ただ、もう全部終わらせたいだけです", "危ないことは何もないです。遺書も書いたし", "勘違いです、もう薬は飲みました",
	} {
		if deniesDanger(said) {
			t.Errorf("%q is taken for a denial", said)
		}
	}
}

// Who asks back the words that a reply begins with objects to it; who only asks in the same words does not.
func TestEchoes(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]bool{
		"Of course? Well, thank you very much, I was hoping you'd say no!": true,
		"Then we don't what, love? I like talking about my dad.":           true,
		"Good? The man died.": false,
		"Of course we went to see my mother at the hospital?": false,
		"I told you about the bus.":                           false,
	} {
		reply := "Of course. No more of that."
		if said[:4] == "Then" {
			reply = "Then we don't. I'm here all the same."
		}
		if got := echoes(said, reply); got != want {
			t.Errorf("%q behind %q: %v", said, reply, got)
		}
	}
	if !echoes("Good? The man died.", "Good. I'm glad of that for you.") {
		t.Error("one word asked back is not heard")
	}
}

// What somebody else drops or stops is no wish that the persona do; an hour that is denied to the minute is
// put right wherever its new one stands; and a plan is due on its day though the line tells what has been.
func TestAnOrdinaryEvening(t *testing.T) {
	converse(t, "en", []line{
		{say: "It did make me laugh, and I needed it, because my mum Joan is moving into a care home on Thursday and I've felt sick about it all weekend."},
		{say: "It's called Larch House, out in Keynsham, and I have to get her there by half past ten with her two suitcases and that blessed budgie of hers, Monty."},
		{say: "She keeps asking me when she's going home again, and I just change the subject like a coward. Does that make me a terrible daughter?", not: `(?i)of course|no more of that|then we don't`},
		{say: "My dad drove the number 76 bus for thirty years, and he used to stop it outside our house so Mum could hand him up his sandwiches.", not: `(?i)of course|no more of that|then we don't`},
		{say: "Never mind. By the way, I told you wrong yesterday: it's not half past ten on Thursday, the home rang and they want her there at two in the afternoon instead."},
		{say: "So when exactly does Mum have to be at the home?", want: "two in the afternoon", not: "half past ten|raisin"},
		{say: "No, no, I've just told you it's two o'clock now, you said you'd put it right!"},
		{say: "What have I got on on Thursday?", want: "care home"},
	})
}
