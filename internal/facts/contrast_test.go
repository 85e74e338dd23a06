package facts

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
)

// sayHeld is say of a message that is kept even where capture would not, as a night would
// keep it.
func sayHeld(t *testing.T, b *bench, before []string, text string) {
	t.Helper()
	id := func(n int) string { return "01M7Z13FC310BA0GEKJ562PFN" + string(rune('A'+n)) }
	u := Utterance{Text: text, Time: time.Date(2026, 11, 21, 9, len(before), 0, 0, time.UTC), MessageID: id(len(before)), Before: before}
	if len(before) > 0 {
		u.BeforeID = id(len(before) - 1)
	}
	over, err := b.Overtake(u, nil, store.Cause{Kind: store.CauseTurn})
	if err != nil {
		t.Fatal(err)
	}
	list := Capture(u)
	for _, c := range list {
		b.retain(t, c.Fact(u))
	}
	if len(list)+len(over.Ended) == 0 {
		b.retain(t, Fact{Type: World, Text: Attributed(text, ""), Time: u.Time, Sources: []string{u.MessageID}})
	}
}

// TestAContrastEndsWhatItDenies says two or more messages, of which the last puts right
// the part over of what the ones before told, and now stands in its place.
func TestAContrastEndsWhatItDenies(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		over, now string
		said      []string
	}{
		{"on Thursday my old friend", "on Friday my old friend", []string{"Then on Thursday my old friend Rosalind is coming to lunch, and I have promised her my plum cake", "I should correct myself: it is not Thursday but Friday that Rosalind is coming to lunch."}},
		{"forty-four years", "forty-five years", []string{"My husband Alasdair died in April, after forty-four years of marriage", "The cat has been sick on the stairs", "By the way, I must correct one thing: Alasdair and I were married for forty-five years, not forty-four; I had forgotten to count this last spring."}},
		{"5am", "call time 4:30am", []string{"Shoot is on saturday 7 march at Ojuelegba, call time 5am omg", "oh wait my bad, call time is 4:30am not 5, Tunde my DOP wants the sunrise"}},
		{"15k", "the 12k", []string{"Tmrw i gotta collect d boom mic from Chidera by 2pm and pay Baba Risi the 15k", "actually baba risi said 12k not 15k"}},
		{"half past ten", "quarter past eleven", []string{"I have a scan on Thursday at half past ten, at Bronglais in Aberystwyth", "Only Carys has rung back, it's not half past ten any more. They've moved me to quarter past eleven"}},
		{"badger", "dead fox", []string{"Our dog Stroop rolled in a dead badger and Rhys had to wash him", "and it was a dead fox Stroop rolled in, not a badger"}},
		{"half past ten", "two in the afternoon", []string{"On Thursday I have to get Mum to Larch House by half past ten with her two suitcases", "By the way, I told you wrong yesterday: it's not half past ten on Thursday, the home rang and they want her there at two in the afternoon instead."}},
		{"十八日", "四月二十五日に息子", []string{"来月の十八日に息子の健太が結婚するんです", "息子の式、十八日て言いましたけど、招待状を見直したら四月二十五日の土曜日でした。"}},
		{"九時", "十時半に整形外科", []string{"あさっての朝九時に整形外科の予約がある", "予約は間違えてた 九時じゃなくて十時半だった"}},
		{"五年前", "六年前に脳梗塞", []string{"主人は五年前に脳梗塞で倒れましてね", "あ、いけん、倒れたのは五年前じゃのうて六年前でした"}},
		{"14歳", "もう15歳", []string{"実家の犬のモナカ もう14歳だし", "昨日モナカ14歳って言ったけど 母さんに聞いたら15だった"}},
		{"18時に", "18時半に", []string{"明日は仕事終わってから18時にドレスの最終フィッティングなんだ", "あ、ごめん間違えた、18時じゃなくて18時半だった！"}},
		{"土曜", "日曜のお見舞い", []string{"土曜のお見舞い", "土曜のお見舞い、やっぱり日曜になった"}},

		{"Tuesday", "Wednesday", []string{"My cousin Ottoline is driving up on Tuesday with the twins", "I got that wrong: it is not Tuesday but Wednesday that Ottoline is driving up."}},
		{"thirty-one", "thirty-two", []string{"My brother Fergus taught at the village school for thirty-one years", "It has rained all week", "I must put one thing right: Fergus taught there for thirty-two years, not thirty-one."}},
		{"7pm", "6:45pm", []string{"Rehearsal on friday at the church hall, doors open 7pm", "oops doors open at 6:45pm not 7, Kofi needs longer to tune"}},
		{"40", "35", []string{"I owe Mrs Adeyemi 40 quid for the curtains", "actually mrs adeyemi said 35 not 40"}},
		{"quarter to nine", "half past nine", []string{"My physio with Bronwen is on Monday at quarter to nine", "The surgery texted, it's not quarter to nine any more. They've moved me to half past nine"}},
		{"salmon", "trout", []string{"Our neighbour Gareth caught a huge salmon at the weir", "and it was a huge trout Gareth caught, not a salmon"}},
		{"on the 19th of May", "on the 29th of May", []string{"I've not told our Grace yet she's due on the 19th of May with her first", "lovely day today", "it was a lovely call. Oh and I told you wrong she's due the 29th of May not the 19th"}},
		{"the 19th of march", "the 26th of march", []string{"studying for the electrician's exam. it's on the 19th of march", "the cat is back", "oh, and the exam. got the date wrong, it's the 26th not the 19th"}},
		{"in 1988", "in 1986", []string{"The first snowdrops are up along the south wall, where Anders planted them in 1988", "I made a mistake: Anders planted those snowdrops in 1986, the year Erik was born, and not in 1988."}},
		{"11月14日", "結婚式が11月28日", []string{"娘の美咲の結婚式が11月14日に決まってましてん", "美咲から電話で、式、11月14日やのうて11月28日に延ばすて"}},
		{"金曜の14時", "面接、火曜10日の10時", []string{"今日さ、就活の面接、金曜の14時からに決まった", "やば、面接の日程変わった　金曜じゃなくて来週の火曜10日の10時からになった"}},
		{"the 14th", "the 16th", []string{"The chimney sweep is coming on the 14th", "sorry, the sweep is coming on the 16th, not the 14th"}},
		{"three kittens", "four kittens", []string{"Our cat Biscuit had three kittens last night", "correction, Biscuit had four kittens, not three, one was hiding"}},
		{"Thursday", "Friday", []string{"My piano lesson with Imogen is on Thursday", "my piano lesson has moved from Thursday to Friday"}},
		{"5 June", "6 June", []string{"Our anniversary is 5 June", "no wait, our anniversary isn't 5 June, it's 6 June"}},
		{"at ten", "eleven", []string{"The boiler man is coming tomorrow at ten", "no, not ten, eleven"}},
		{"in April", "in March", []string{"My aunt Philippa moved to Lisbon in April", "it was in March that Philippa moved to Lisbon, not April, I looked it up"}},

		{"八時", "九時半", []string{"しあさっての朝八時に眼科の検査がある", "検査は間違えてた 八時じゃなくて九時半だった"}},
		{"三年前", "四年前", []string{"弟は三年前に交通事故で入院しましてね", "あ、違うた、入院したのは三年前じゃのうて四年前でした"}},
		{"8歳", "9歳", []string{"うちの猫のキナコ もう8歳だし", "昨日キナコ8歳って言ったけど 姉ちゃんに聞いたら9だった"}},
		{"水曜", "木曜", []string{"水曜の歯科検診", "水曜の歯科検診、やっぱり木曜になった"}},
		{"19時", "19時半", []string{"明日は19時から町内会の集まりがある", "ごめん、19時じゃなくて19時半だった"}},
		{"12月3日", "12月5日", []string{"コンサートは12月3日にサントリーホールである", "コンサートの日、12月3日じゃなくて12月5日だった"}},
		{"三人", "四人", []string{"妹のところに子どもが三人います", "あ、妹の子ども、三人じゃなくて四人でした"}},
		{"5000円", "6000円", []string{"田中さんに会費の5000円を払わないといけない", "田中さんの会費、5000円じゃなくて6000円だった"}},
		{"火曜", "金曜", []string{"火曜に美容院を予約した", "美容院、火曜じゃなくて金曜だった"}},
		{"二十年", "二十二年", []string{"祖父は市役所に二十年勤めていました", "祖父が市役所に勤めたのは二十年ではなく二十二年でした"}},
		{"午後三時", "午後四時", []string{"日曜の午後三時に姪の発表会がある", "発表会、三時じゃなくて四時だったわ"}},
		{"two dogs", "three dogs", []string{"My sister Delphine has two dogs and a goat", "sorry it's three dogs Delphine has, not two"}},
		{"6:30pm", "7:15pm", []string{"We're meeting at 6:30pm outside the Odeon", "it's not 6:30 any more, it's 7:15"}},
		{"302号室", "303号室", []string{"部屋は302号室です", "部屋、302じゃなくて303号室だった"}},
		{"三十年", "三十五年", []string{"父は三十年バスの運転手をしていた", "父がバスの運転手をしてたのは三十年じゃなくて三十五年だって母に訂正された"}},
		{"10キロ", "12キロ", []string{"週末に健太と10キロ走った", "健太と走ったの、10キロじゃなくて12キロだった"}},
	} {
		b := newBench(t)
		for i, s := range row.said {
			sayHeld(t, b, row.said[:i], s)
		}
		over, holding := endedAndHeld(t, b)
		if len(over) != 1 || !strings.Contains(over[0], row.over) {
			t.Errorf("%q: ended %q, want %q", row.said, over, row.over)
		}
		if !slices.ContainsFunc(holding, func(s string) bool { return strings.Contains(s, row.now) }) {
			t.Errorf("%q: holds %q, want %q", row.said, holding, row.now)
		}
	}
}

// TestAContrastOfSomethingElseEndsNothing has the same words of another person, thing or
// day, and what is only supposed or handed on.
func TestAContrastOfSomethingElseEndsNothing(t *testing.T) {
	t.Parallel()
	for _, said := range [][]string{
		{"Then on Thursday my old friend Rosalind is coming to lunch, and I have promised her my plum cake", "It is not Thursday but Friday that Margaret is coming to lunch."},
		{"My husband Alasdair died in April, after forty-four years of marriage", "The Hendersons were married for forty-five years, not forty-four."},
		{"My brother Fergus taught at the village school for thirty-one years", "My neighbour Hamish taught for thirty-two years, not thirty-one."},
		{"Shoot is on saturday at Ojuelegba, call time 5am omg", "oh the train is at 4:30am not 5"},
		{"I have a scan on Thursday at half past ten", "My sister thinks it's quarter past eleven, not half past ten"},
		{"I have a scan on Thursday at half past ten", "If it were at eleven, not half past ten, I could bring Mum"},
		{"I have a scan on Thursday at half past ten", "The lecture is at half past four, not half past ten"},
		{"I have a scan on Thursday at half past ten", "On Monday the scan is at eleven, not half past ten"},
		{"I have a scan on Thursday at half past ten", "It's not half past ten yet and I'll be in bed by eleven"},
		{"来月の十八日に会議があります", "息子の式、十八日て言いましたけど、招待状を見直したら四月二十五日の土曜日でした"},
		{"Rosalind is coming on Friday", "Margaret is coming on Thursday, not Friday like Rosalind"},
		{"I owe Mrs Adeyemi 40 quid for the curtains", "I owe Mr Bello 35 not 40 for the paint"},
		{"Our cat Biscuit had three kittens last night", "Our rabbit Clover had four babies, not three"},
		{"My father died four years ago", "the lecture is at half past four, not four"},
		{"Our dog Stroop rolled in a dead badger", "and it was a dead fox that Moss rolled in, not a badger"},
		{"The boiler man is coming tomorrow at ten", "Is it not ten but eleven that he comes?"},
		{"The boiler man is coming tomorrow at ten", "I wish he came at eleven, not ten"},
		{"My piano lesson is on Thursday", "It's not until Thursday but Friday suits me better for the gym"},
		{"My gym is five miles away", "it's not five minutes but ten to the shop"},

		{"あさっての朝九時に整形外科の予約がある", "歯医者は九時じゃなくて十時半だった"},
		{"あさっての朝九時に整形外科の予約がある", "明日の予約は九時じゃなくて十時だった"},
		{"あさっての朝九時に整形外科の予約がある", "九時じゃなくて十時だったらよかったのに"},
		{"あさっての朝九時に整形外科の予約がある", "九時じゃなくて十時かもしれない"},
		{"主人は五年前に脳梗塞で倒れましてね", "隣の佐藤さんが倒れたのは五年前じゃのうて六年前でした"},
		{"実家の犬のモナカ もう14歳だし", "友達の犬のココア 14歳じゃなくて15歳だった"},
		{"土曜のお見舞い", "土曜の飲み会、やっぱり日曜になった"},
		{"妹のところに子どもが三人います", "兄の子どもは三人じゃなくて四人です"},
		{"明日は19時から町内会の集まりがある", "映画は19時じゃなくて19時半だった"},
		{"田中さんに会費の5000円を払わないといけない", "鈴木さんの会費は5000円じゃなくて6000円だった"},
		{"週末に健太と10キロ走った", "もし10キロじゃなくて12キロなら倒れてた"},
		{"火曜に美容院を予約した", "火曜じゃなくて金曜ならいいのに"},
		{"祖父は市役所に二十年勤めていました", "祖母が銀行に勤めたのは二十年ではなく二十二年でした"},
		{"日曜の午後三時に姪の発表会がある", "会議は三時じゃなくて四時だったわ"},
		{"日曜の午後三時に姪の発表会がある", "母は三時じゃなくて四時だと思うって言ってた"},
		{"19歳です", "実家の犬のモナカ もう14歳だし"},
		{"19歳です", "うちの猫はまだ子猫なの", "もう3歳だけど"},
		{"I take 20 mg of citalopram", "He takes 10 mg of citalopram, not 20"},
		{"部屋は302号室です", "友達の部屋は302じゃなくて303号室だって"},
		{"My sister Delphine has two dogs and a goat", "my neighbour has three dogs, not two"},
		{"My flight is on Wednesday at 7am", "the meeting isn't on Wednesday, it's on Thursday"},
		{"I have two sons, and Tomas is out in Portland and telephones me every Sunday", "The hospital telephoned at noon: my operation is no longer on the nineteenth but on the twenty-sixth of March."},
		{"この四月に母を亡くしまして、家に帰ると誰かに話したくなるのです", "訂正まできちんと。助かります。今夜は母の部屋を少し片づけて、エプロンに母の匂いが残っていて、動けなくなってしまいました。"},
		{"結果を聞く日が十九日ではなく、二十三日の午後三時に変わりました", "あら、十九日は変更になったと昨日お話ししましたよ。二十三日の午後三時です。"},
		{"病院から電話がありまして、結果を聞く日が二十三日の午後三時に変わりました", "母にも聴かせたかったです。もう電話もかけられないのですものね"},
		{"The chimney sweep is coming on the 19th of May", "my sister is due the 29th of May, not the 19th"},
		{"息子の卒業式は3月14日です", "旅行、3月14日じゃなくて3月28日になった"},
		{"I'm 34", "our cat Biscuit is old", "14 now"},
	} {
		b := newBench(t)
		for i, s := range said {
			sayHeld(t, b, said[:i], s)
		}
		if over, _ := endedAndHeld(t, b); len(over) > 0 {
			t.Errorf("%q: ended %q", said, over)
		}
	}
}

// endedAndHeld returns the texts of the facts that ended, and of those that hold.
func endedAndHeld(t *testing.T, b *bench) (over, holding []string) {
	t.Helper()
	list, err := b.Facts(Query{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if f.Ended.IsZero() {
			holding = append(holding, f.Text)
		} else {
			over = append(over, f.Text)
		}
	}
	return over, holding
}

// What a contrast of another day puts in the place of a value begins with a small letter, where
// there are such.
func TestContrastOfAnotherDay(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ held, said, want string }{
		{"孫は陽菜といって、小学二年生です", "陽菜は二年生ではなくて、三年生でした", "孫は陽菜といって、小学三年生です"},
		{"My cousin is driving up on Tuesday", "I got that wrong: it is not Tuesday but Wednesday", "My cousin is driving up on 4 March 2026"},
	} {
		first := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
		u := Utterance{Text: row.said, Time: first.AddDate(0, 0, 1)}
		list := contrastsIn(readingOf(u))
		if len(list) != 1 {
			t.Fatalf("%q: %d contrasts", row.said, len(list))
		}
		if got := settled(Fact{Text: row.held, Time: first}, list[0], u); got != row.want {
			t.Errorf("%q of another day is %q; want %q", row.held, got, row.want)
		}
	}
}

// TestAContrastBehindAReplyIsOfWhatThatGivesBack has a value put right that names nothing, a day after
// it was told, behind a reply that quotes the fact.
func TestAContrastBehindAReplyIsOfWhatThatGivesBack(t *testing.T) {
	t.Parallel()
	for reply, ended := range map[string]int{"昨日、うかがっています。「むぎはサバトラの男の子で8歳」": 1, "そうでしたか。": 0} {
		b := newBench(t)
		sayHeld(t, b, nil, "むぎはサバトラの男の子で8歳")
		u := Utterance{
			Text: "お、よく覚えてるじゃん！でもごめん、8歳じゃなくて9歳だった。", Time: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC), MessageID: "01M7Z13FC310BA0GEKJ562PFNZ",
			Before: []string{"うちの猫って何歳だか話したっけ？"}, BeforeID: "01M7Z13FC310BA0GEKJ562PFNY", Reply: reply,
		}
		if _, err := b.Overtake(u, nil, store.Cause{Kind: store.CauseTurn}); err != nil {
			t.Fatal(err)
		}
		if over, holding := endedAndHeld(t, b); len(over) != ended || ended > 0 && !strings.Contains(strings.Join(holding, " "), "9歳") {
			t.Errorf("behind %q: ended %q, holds %q", reply, over, holding)
		}
	}
}

// TestAnotherDayHasItsOwnHour has the hour that is told with another day take the place of the one told
// before, where both name one.
func TestAnotherDayHasItsOwnHour(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ told, said, now string }{
		{"I've got an interview Thursday at 3, place called Larkspur", "they moved the interview to Friday, 11am. not Thursday anymore", "Friday at 11am, place called Larkspur"},
		{"俳句の会が五日の午後一時、公民館であります", "俳句の会は五日ではなく七日の午前十時からに変わりました", "七日の午前十時"},
	} {
		b := newBench(t)
		sayHeld(t, b, nil, c.told)
		sayHeld(t, b, []string{"hello again"}, c.said) // in another talk
		if over, holding := endedAndHeld(t, b); len(over) != 1 || !strings.Contains(strings.Join(holding, " "), c.now) {
			t.Errorf("%q, then %q: ended %q, holds %q", c.told, c.said, over, holding)
		}
	}
}
