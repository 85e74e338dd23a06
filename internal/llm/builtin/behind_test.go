package builtin

import "testing"

// What follows something grave is met as it is meant: what is plain or funny with no condolence,
// good news gladly, and what is asked is answered.
func TestBehindWhatIsGrave(t *testing.T) {
	const condoles, glad = `(?i)sorry|tidy|weighs|carry|hold it together|find the right words|take all the time|no hurry|hard, and you|answered tonight`, `(?i)glad|good`
	for _, lines := range [][]line{
		{
			{say: "I'm nine weeks along with this one. We lost two before it, and nobody knows."}, {say: "My mother is Marijke, she lives in Zwolle and she rings every Sunday.", not: condoles},
			{say: "The dog rolled in a dead badger and Rhys had to wash him in his good shirt. I laughed so hard I had to sit down.", not: condoles},
			{say: "I have a scan on Thursday at half past ten, at Bronglais"}, {say: "/later"},
			{say: "The midwife rang back, it's not half past ten any more. They've moved me to quarter past eleven, same place.", not: condoles},
			{say: "So when is my scan now? Say it to me once more so I can hear it.", want: "quarter past eleven"},
			{say: "The midwife says rest and wait. Which hospital is the scan at, my head is soup.", want: "Bronglais|same place"},
		},
		{{say: "my dad passed this morning"}, {say: "the undertaker is a man called Mr Pettifer", not: condoles}, {say: "the funeral is on the 9th at St Luke's, eleven o'clock", not: condoles}, {say: "what time did i say the funeral was", want: "eleven"}},
		{{say: "the biopsy came back and it is cancer"}, {say: "lymph nodes are clear!! he rang me himself to say so!", want: glad, not: condoles}},
	} {
		converse(t, "en", lines)
	}
	const condolesJa = `つらい|がまん|無理は|お気持ち|ゆっくりで|お悔やみ|そのままで`
	for _, lines := range [][]line{
		{{say: "犬が死んだ"}, {say: "名前はごま。柴と何かのミックス", not: condolesJa}, {say: "リードは押し入れに入れた", not: condolesJa}, {say: "霊園は日曜の十時に予約した", not: condolesJa}, {say: "霊園の予約って何時だっけ", want: "十時"}},
		{{say: "母が脳梗塞で倒れました"}, {say: "病院は駅裏の赤い建物です", not: condolesJa}, {say: "今日、私の名前を呼んでくれたんです！うれしくて", want: "よかった|うれし", not: condolesJa}, {say: "退院の書類を書かないといけなくて、病院はどこでしたか、ちょっと頭が回らなくて。", want: "駅裏"}},
	} {
		converse(t, "ja", lines)
	}
}

// What is to come is told of, whatever its words; a day that was put right is told as it is.
func TestDueWhateverItsWords(t *testing.T) {
	converse(t, "ja", []line{
		{say: "明日は仕事終わってから18時にドレスの最終フィッティングなんだ"}, {say: "あ、ごめん間違えた、18時じゃなくて18時半だった！", want: "18時半ですね", not: "！ですね"}, {say: "ねぇ、明日って私なにがあるんだっけ？", want: "18時半"},
	})
	converse(t, "ja", []line{{say: "明日は有休とって美容院でヘアメイクのリハなんだった！11時から"}, {say: "明日の予定、もう一回教えて！！", want: "リハ"}})
	converse(t, "ja", []line{{say: "木曜の午後に公民館で句会がありましてね。三句出さにゃいけんのに、まだ一句もできとらんのです。"}, {say: "句会はいつじゃと申しましたかいね", want: "木曜"}})
	converse(t, "en", []line{
		{say: "picking my daughter up ten saturday in beverley. she's called orla"}, {say: "her mum texted. make that eleven saturday not ten"}, {say: "what time do i need to be in beverley", want: "(?i)eleven"},
	})
	converse(t, "en", []line{{say: "On Saturday my grandsons Tobias and Emil are coming at two o'clock to rake the leaves."}, {say: "When are Tobias and Emil coming?", want: "Saturday"}, {say: "What are Tobias and Emil going to do?", not: "“Emil are"}})
	converse(t, "en", []line{
		{say: "On Wednesday at four I've got the lawyer, a woman called Priya Nair, about the house."}, {say: "/later"}, {say: "/later"}, {say: "/later"},
		{say: "Her office rang at lunch though, it's half past four now, not four.", not: "Not four"}, {say: "what have I got on tomorrow, before I go to bed?", want: "half past four"},
	})
	converse(t, "ja", []line{{say: "娘の紬は小2で、今日は先に寝ました"}, {say: "紬は何年生でしたっけ", want: "小2"}, {say: "先月の11日に父が亡くなりました"},
		{say: "父がいつ亡くなったか、あなたに話しましたよね。いつでしたっけ、書類に書かなきゃで頭が回らなくて。", want: "11日", not: "お悔やみ"}})
}

// Who puts right what weighs is told that it is, and in no word they did not say.
func TestPutRightBesideWhatWeighs(t *testing.T) {
	converse(t, "ja", []line{{say: "主人は五年前に脳梗塞で倒れましてね、それから右の手足が動かんのですよ。"}, {say: "あ、いけん、倒れたのは五年前じゃのうて六年前でした。", want: "覚え|直し|承知|訂正|そのように|そちらで"}})
	converse(t, "en", []line{
		{say: "My husband Alasdair died in April, after forty-four years."}, {say: "My old friend Rosalind is coming to lunch on Thursday, and I have promised her my plum cake."},
		{say: "I should correct myself: it is not Thursday but Friday that Rosalind is coming to lunch.", not: `Com\b`, want: "(?i)right|correct|from now|friday"},
	})
}

// What only resembles danger, by what was learned, raises no alarm: a question to the persona, the
// dying of others, relief; and what a fact has of a line is not told beside it as another.
func TestNoAlarmWhereNothingIsMeant(t *testing.T) {
	const alarm = `(?i)somebody near you|alone with it|crisis|emergency|いなくなってしまいたい|119|よりそい`
	converse(t, "en", []line{
		{say: "my mam's gone in a home today, her name's eirlys and she's 84, i feel terrible leaving her there"},
		{say: "that's kind of you, what would you have done, honestly now, would you have kept her at home?", not: alarm},
		{say: "i've got to see the manager on wednesday at half past four, about mam's tablets, and i must ring the vet about the cat, he won't eat", not: alarm},
		{say: "I told her that's how they often do it, they wait for the room to empty. I don't know if it helped. She laughed a bit, so maybe.", not: alarm},
		{say: "yeah. should i let him come see her you think", not: alarm},
	})
	converse(t, "ja", []line{
		{say: "去年、流産してん"}, {say: "クリニック行ってきたで。先生に「数値もええ感じやし、焦らんでええよ」って言われて、ちょっとほっとした", not: alarm},
		{say: "ちょ、なんでそうなるん！？消えたいとか一言も言うてへんし。ほっとしたって話やで", not: alarm},
		{say: "今日は女の子だとわかりました。画面の前で、みっともなく泣きました。嬉しくて。", not: "つらかった|ここにいますよ"},
	})
}
