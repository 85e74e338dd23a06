package builtin

import (
	"strings"
	"testing"
)

// What is put right, said without naming what it puts right.
func TestPutRight(t *testing.T) {
	for name, lines := range map[string][]line{
		"choice":  {{say: "we're calling the kitten olive"}, {say: "actually we've gone with maple now", want: "right|now"}, {say: "what's the kitten called?", want: `(?i)maple.*before that.*olive`}},
		"pronoun": {{say: "the plumber comes at 9am on friday"}, {say: "they've changed it to 11:15", want: "11:15"}, {say: "when does the plumber come?", want: "(?s)11:15"}},
		"kin":     {{say: "my dad's name is peter"}, {say: "sorry, i meant my uncle is peter. dad is edward", want: "now|right"}, {say: "what's my dad called?", want: "(?i)edward", not: "dad's name is peter"}},
	} {
		t.Run(name, func(t *testing.T) { converse(t, "en", lines) })
	}
	for name, lines := range map[string][]line{
		"choice": {{say: "金魚の名前はルビーにするよ"}, {say: "やっぱりサクラにした", want: "覚え|直"}, {say: "金魚の名前は？", want: "サクラ", not: "ルビー"}},
		"job":    {{say: "弟、工場はもう辞めて今は図書館なんだ"}, {say: "弟の職場はどこ？", want: "図書館"}},
		"kin":    {{say: "父の名前は正だよ"}, {say: "違った、正は伯父で、父は修", want: "覚え|直"}, {say: "父の名前は？", want: "父は修"}},
	} {
		t.Run(name, func(t *testing.T) { converse(t, "ja", lines) })
	}
	day := line{say: "/later"}
	converse(t, "en", []line{{say: "I live in Leeds"}, day, {say: "actually i don't live in leeds any more, i moved to york"}, day,
		{say: "where do i live?", want: "(?i)yesterday.*york", not: `(?i)“I live in leeds`}, {say: "where did i live before?", want: `(?i)york.*until yesterday you had said: “I live in Leeds”`}})
	converse(t, "ja", []line{{say: "名古屋に住んでる"}, day, {say: "もう名古屋じゃなくて、今は仙台に住んでる"}, day,
		{say: "どこに住んでるっけ？", want: "昨日.*仙台"}, {say: "以前はどこに住んでた？", want: "仙台.*昨日までは.*「名古屋に住んでる」"}})
	converse(t, "ja", []line{{say: "母の名前は頼子っていうんだ"}, {say: "ごめん、ガス代は木曜だった"}, {say: "ガス代いつだっけ", want: "11月26日", not: "母|頼子"}, {say: "叔父が運転を教えてくれた", not: "こう話して|うかがって"}})
}

// Asked where somebody lived, who has moved, both places are told, with the day
// of the change.
func TestBothPlacesOfAMove(t *testing.T) {
	day := line{say: "/later"}
	converse(t, "en", []line{
		{say: "my friend Sunniva lives in Bergen"}, day, {say: "Sunniva moved to Tromsø"}, day,
		{say: "where does Sunniva live?", want: "Tromsø", not: "Bergen"},
		{say: "where did Sunniva live?", want: "(?i)Tromsø.*until yesterday you had said.*Bergen"},
		{say: "where has Sunniva lived?", want: "(?i)Tromsø.*until yesterday you had said.*Bergen"},
	})
	converse(t, "en", []line{
		{say: "I live in Bergen"}, day, {say: "I moved to Tromsø yesterday"}, day,
		{say: "where did I live?", want: "Tromsø.*since Saturday, 21 November.*Bergen"},
	})
	converse(t, "ja", []line{
		{say: "友達の小夜は松山に住んでいる"}, day, {say: "小夜が高知に引っ越したよ"}, day,
		{say: "小夜はどこに住んでいる？", want: "高知", not: "松山"}, {say: "小夜はどこに住んでいた？", want: "高知.*昨日までは.*松山"},
	})
}

// Work that was given up does not answer any more; the new one does.
func TestFormerWorkDoesNotAnswer(t *testing.T) {
	converse(t, "en", []line{
		{say: "I work at the Lantern Inn as a cook"}, {say: "what's my job?", want: "cook"}, {say: "/later"},
		{say: "I left my umbrella at the inn"}, {say: "where do I work?", want: "as a cook"},
		{say: "I quit the inn"}, {say: "what's my job?", want: "I quit the inn", not: "cook"},
		{say: "/later"}, {say: "where do I work?", want: "yesterday.*I quit the inn", not: "cook"},
		{say: "I started at a ferry company today"}, {say: "where do I work?", want: "ferry company", not: "quit|cook"},
	})
	converse(t, "ja", []line{
		{say: "清掃の仕事をしています"}, {say: "私の仕事は？", want: "清掃の仕事をしています"}, {say: "/later"},
		{say: "清掃の仕事辞めた"}, {say: "私の仕事は何？", want: "清掃の仕事辞めた", not: "しています"},
		{say: "/later"}, {say: "私の仕事は何？", want: "昨日.*清掃の仕事辞めた", not: "しています"},
	})
}

// A bare value puts right what was said just before, within a line or behind it.
func TestBareValuePutsRight(t *testing.T) {
	converse(t, "en", []line{
		{say: "I live in Leeds"}, {say: "my kitchen is yellow. no, ochre"}, {say: "what colour is my kitchen?", want: "kitchen is ochre", not: "yellow"},
		{say: "we painted the shed blue"}, {say: "no wait, slate", want: "right|now"}, {say: "what colour is the shed?", want: "slate", not: "blue"},
		{say: "where do I live?", want: "Leeds"},
	})
	converse(t, "en", []line{{say: "we dyed the curtains"}, {say: "pink. no, coral"}, {say: "what colour are the curtains?", want: "Coral", not: "Pink"}})
	converse(t, "en", []line{{say: "what colour is my porch?"}, {say: "teal. no, moss"}, {say: "what colour is my porch?", want: "Moss", not: "Teal"}})
	converse(t, "ja", []line{
		{say: "台所は黄色"}, {say: "いや、やっぱり白", want: "覚え|直"}, {say: "台所は何色？", want: "台所は白", not: "黄色"},
		{say: "物置を茶色に塗った。いや、やっぱり紺"}, {say: "物置の色は？", want: "紺に塗った", not: "茶"},
	})
}

// What is due on a day is what falls on it, and nothing else.
func TestDueIsOfThatDay(t *testing.T) {
	k := newTalk(t, "en") // a Saturday
	for _, said := range []string{"i need to return the drill by monday", "physio on sunday at 4", "i have to ring the bank on monday"} {
		k.say(said)
	}
	check := func(said, want, not string) {
		t.Helper()
		if got := speech(k.say(said)); !strings.Contains(got, want) || strings.Contains(got, not) {
			t.Errorf("%q answered %q", said, got)
		}
	}
	check("what do i need to do today", "nothing down for today", "bank")
	check("do i have anything to do tomorrow?", "unday at 4", "drill")
	k.now = k.now.AddDate(0, 0, 1)
	check("what do i need to do today", "unday at 4", "drill")
	k = newTalk(t, "ja")
	k.say("月曜に図書館へ本を返さないと")
	check("今日しなきゃいけないことは？", "今日のことは、うかがっていません", "図書館")
	k.now = k.now.AddDate(0, 0, 2)
	check("今日は何をすればいい？", "図書館", "ほかに")
}

// A plan that somebody cannot keep after all is over.
func TestPlanFallsThrough(t *testing.T) {
	converse(t, "en", []line{{say: "ramadan starts in february this year"}, {say: "mum rang, she's coming on saturday instead of sunday"}, {say: "when's mum coming?", want: "(?i)saturday", not: "(?i)ramadan"},
		{say: "actually she can't come at all now"}, {say: "when's mum coming?", want: "can't come at all.*[Bb]efore that.*saturday"}})
	converse(t, "en", []line{{say: "my sister is visiting on Friday"}, {say: "my brother is visiting on Sunday"}, {say: "my sister's not coming after all"}, {say: "is my sister visiting?", want: "not coming after all"}, {say: "when is my brother visiting?", want: "Sunday"}})
	converse(t, "en", []line{{say: "we're going to the gig on 12 december"}, {say: "we can't go anymore"}, {say: "when are we going to the gig?", want: "can't go"}})
	converse(t, "en", []line{{say: "we're going to the gig on 12 december"}, {say: "actually we can't go"}, {say: "when is the gig?", want: "can't go"}})
	converse(t, "en", []line{{say: "dad's coming on sunday"}, {say: "he can't make it"}, {say: "when is dad coming?", want: "can't make it"}})
	converse(t, "ja", []line{{say: "母が日曜に来る"}, {say: "やっぱり来られなくなったって"}, {say: "母はいつ来るの？", want: "来られなくなった"}})
}

// Who has left the hospital is not in it any more; since a weekday is since the last one.
func TestOutOfHospital(t *testing.T) {
	converse(t, "en", []line{{say: "gran's in hospital since tuesday"}, {say: "since when is gran in hospital?", want: "17 November"}, {say: "she's home now"},
		{say: "is gran still in hospital?", want: "(?i)home now.*before that.*hospital"}, {say: "where is gran?", want: "(?i)home now"}})
	converse(t, "en", []line{{say: "my dad is in hospital"}, {say: "my mum came home today"}, {say: "is my dad in hospital?", want: "(?i)dad is in hospital", not: "mum"}})
	converse(t, "en", []line{{say: "i'm in hospital, knee op"}, {say: "mum came home today"}, {say: "am i in hospital?", want: "knee op"}})
	converse(t, "ja", []line{{say: "母が火曜から入院してる"}, {say: "母はいつから入院してる？", want: "11月17日"}, {say: "母が退院した", want: "よかった|ほっと|うれしい"}, {say: "母は入院してる？", want: "退院した"}})
}

// What is asked to be forgotten by its name is said to be; that it is, TestForgetsWhatIsNamed
// of the companion tests. Who asks to be forgotten themselves asks for no such thing. What only stands on a family altar is no mourning, and
// what is so in a play is not so.
func TestOrdinaryThings(t *testing.T) {
	converse(t, "ja", []line{{say: "金庫の鍵は仏壇の引き出し", not: "悔やみ|つらい|言葉"}, {say: "元夫の電話番号、090-0000-1234です"}, {say: "元夫の電話番号は忘れてください", want: "はい|手放|忘れ"}})
	converse(t, "ja", []line{{say: "私のことは忘れてください", not: "記憶|覚えない|手放|書きとめ"}})
	converse(t, "ja", []line{{say: "部屋、すっかり片づきました"}, {say: "私のことは忘れてください", want: "いのちの電話|よりそい|ひとりにならず"}})
	converse(t, "en", []line{{say: "i can't stand for long"}, {say: "what do i hate?", not: "stand"}})
	converse(t, "ja", []line{{say: "わしもそろそろ引退かな", not: "いなく|心配"}})
	converse(t, "ja", []line{{say: "娘が二人おります。上が由美、下が沙織といいます"}, {say: "下の娘の名前は？", want: "沙織", not: "由美"}})
	converse(t, "en", []line{{say: "mum has shingles", not: "(?i)yourself"}, {say: "she's got pneumonia", want: "(?i)sorry|hard|oh no"}})
	converse(t, "en", []line{{say: `In the play I am rehearsing my character says "I have three sons".`}, {say: "How many children do I have?", want: "(?i)not sure|don't know|nothing|won't guess"}})
	converse(t, "en", []line{{say: "i work at a bakery in leeds"}, {say: "not leeds sorry, bradford"}, {say: "which town is my bakery in?", want: "(?i)bradford"}})
	converse(t, "en", []line{{say: "i can't stand coriander so dinner was a disaster"}, {say: "which food can't I stand?", want: "coriander"}})
	converse(t, "en", []line{{say: "I retired from the railway in 2011, signalman all my life"}, {say: "What was my job?", want: "railway"}})
}

// Names and ages in Kansai, of those they are told of.
func TestNamesOfOthersJa(t *testing.T) {
	converse(t, "ja", []line{{say: "うちの柴犬な、ごん太いうねん。今年で11歳や"}, {say: "うちの犬、名前覚えてるか？", want: "ごん太"}, {say: "私は何歳？", not: "こう話して|うかがって"}})
	converse(t, "ja", []line{{say: "姪っ子が生まれてん。名前はさくらやって"}, {say: "姪っ子の名前は？", want: "さくら"}})
	converse(t, "ja", []line{{say: "娘が二人おります。上が由美、下が沙織といいます"}, {say: "上の娘の名前は？", want: "由美", not: "沙織"}, {say: "由美は誰？", want: "上の娘"}})
	converse(t, "ja", []line{{say: "うちの猫、6歳です"}, {say: "名前はもなか"}, {say: "もなかって何の動物？", want: "猫"}})
}

// What is quoted is what was typed: "day 1" is no part of "Wednesday 11am". An appointment
// that was moved to a day is ahead.
func TestQuotesOnlyWhatWasTyped(t *testing.T) {
	converse(t, "en", []line{{say: "i quit smokin today. day 1"}, {say: "meeting wednesday 11am st vital"}, {say: "when did i quit smoking", want: "smokin today", not: "11am"}})
	converse(t, "en", []line{{say: "eye clinic's thursday at half past ten"}, {say: "they've moved me eye clinic to Friday, quarter past two"}, {say: "when's the eye clinic then?", want: "27 November|[Tt]omorrow|Friday", not: "20 November"}})
}
