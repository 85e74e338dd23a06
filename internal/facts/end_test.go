package facts

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/lang/when"
	"yumori/internal/store"
)

// say captures what a message says, as a turn does, and returns its id.
func say(t *testing.T, b *bench, before []string, text string) string {
	t.Helper()
	at := time.Date(2026, 11, 21, 9, len(before), 0, 0, time.UTC)
	u := Utterance{Text: text, Time: at, MessageID: "01M7Z13FC310BA0GEKJ562PFN" + string(rune('A'+len(before))), Before: before}
	if _, err := b.Overtake(u, nil, store.Cause{Kind: store.CauseTurn}); err != nil {
		t.Fatal(err)
	}
	for _, c := range Capture(u) {
		b.retain(t, c.Fact(u))
	}
	return u.MessageID
}

// The persona that is greeted by its name is not who greets it.
func TestTheNameOfThePersonaEndsNoName(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.retain(t, Fact{Type: World, Text: "The user's name is Imani", Sources: []string{"01M7Z13FC310BA0GEKJ562PFNA"}})
	u := Utterance{Text: "Evening, Luna. Long one today, but Jabari got up and cooked for us.", Time: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC), MessageID: "01M7Z13FC310BA0GEKJ562PFNB", Persona: "Luna"}
	over, err := b.Overtake(u, nil, store.Cause{Kind: store.CauseTurn})
	if err != nil || len(over.Ended) > 0 || slices.ContainsFunc(Capture(u), func(c Captured) bool { return strings.Contains(c.Text, "Luna") }) {
		t.Errorf("ended %v, captured %v, %v", over.Ended, Capture(u), err)
	}
	for _, text := range []string{"Hi, my name is Luna too!", "灯子です。よろしく"} {
		u := Utterance{Text: text, Persona: "Luna"}
		if strings.ContainsAny(text, "灯") {
			u.Persona = "灯子"
		}
		if !slices.ContainsFunc(Capture(u), func(c Captured) bool { return c.Telling.Value == u.Persona }) {
			t.Errorf("%q gives no name", text)
		}
	}
}

// What is put right of a matter that stands in another fact of the same message is found.
func TestWhatIsPutRightOfAPart(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	of := func(text, source string) Fact {
		return Fact{Type: World, Text: text, Time: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Sources: []string{source}}
	}
	b.retain(t, of("沙耶「今度の土曜に式場見学があるんですよ」", "01M7Z13FC310BA0GEKJ562PFNA"), of("沙耶「7日の午後2時から、横浜のアニヴェルセル」", "01M7Z13FC310BA0GEKJ562PFNA"), of("沙耶「美容院は2時から」", "01M7Z13FC310BA0GEKJ562PFNC"))
	u := Utterance{Text: "あ、ごめん、さっきの見学、2時じゃなくて3時からでした！", Time: time.Date(2026, 11, 21, 9, 5, 0, 0, time.UTC), MessageID: "01M7Z13FC310BA0GEKJ562PFNB"}
	over, err := b.Overtake(u, nil, store.Cause{Kind: store.CauseTurn})
	if err != nil || len(over.Ended) != 1 || len(over.Anew) != 1 || !strings.Contains(over.Anew[0].Text, "7日の午後3時") {
		t.Errorf("ended %v, anew %v, %v", over.Ended, over.Anew, err)
	}
}

func TestWhatIsPutRightEnds(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name        string
		said        []string
		holds, over string // parts of texts
	}{
		{"another value", []string{"my favourite season is autumn", "no, spring."}, "spring", "autumn"},
		{"denied of somebody", []string{"my daughter Ines is allergic to cats", "she's actually not allergic to cats"}, "not allergic", "daughter Ines is allergic"},
		{"moved", []string{"my exam is on monday", "the exam got moved to thursday"}, "thursday", "monday"},
		{"another day of the same", []string{"please remember that my viva is on monday", "no its thursday not monday, the viva"}, "thursday", "monday"},
		{"not this but that", []string{"my daughter Ines is allergic to cats", "Ines is not allergic to cats, it's horses"}, "horses", "cats"},
		{"home", []string{"I live in Ghent.", "We moved to Lyon."}, "Lyon", "Ghent"},
		{"given up", []string{"I play the oboe.", "I don't play the oboe anymore."}, "anymore", "plays the oboe"},
		{"Japanese value", []string{"好きな季節は秋だよ", "ごめん、やっぱり春だった"}, "春", "秋"},
		{"a field of study", []string{"niamh rang!! she's got a boyfriend called callum, hes doing physics", "and i got it wrong, callum does chemistry not physics, niamh put me right"}, "chemistry", "physics"},
		{"from elsewhere", []string{"my brother Tomasz is from gdansk", "tomasz isnt from gdansk, he's from gdynia"}, "gdynia", "gdansk"},
		{"said, and then right", []string{"please remember that we did 240 covers that night", "i said we did 240 covers that night. it was 204"}, "204", "240"},
		{"moved, as others say", []string{"拓也の結婚式は12月20日", "拓也の結婚式やけど 12月20日じゃなくて12月27日に変わったって"}, "12月27日", "12月20日"},
		{"a name in dialect", []string{"兄貴の名前は大輔", "兄貴の名前 大輔やなくて大介やった"}, "大介", "大輔"},
		{"allowed again", []string{"娘のあかりは小麦アレルギーなの", "小麦はもう食べていいって言われた"}, "もう食べて", "アレルギー"},
		{"moved in Japanese", []string{"来週の月曜に面接がある", "面接は木曜に変わった"}, "木曜", "月曜"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			id := ""
			for i, s := range row.said {
				id = say(t, b, row.said[:i], s)
			}
			check := func(want bool) {
				t.Helper()
				list, err := b.Facts(Query{})
				if err != nil {
					t.Fatal(err)
				}
				over := ""
				for _, f := range list {
					if !f.Ended.IsZero() {
						over += f.Text
					}
				}
				if strings.Contains(over, row.over) != want {
					t.Errorf("ended: %q, want %q: %v", over, row.over, want)
				}
			}
			check(true)
			holding, err := b.Facts(Query{Holding: true})
			if err != nil || len(holding) != 1 || !strings.Contains(strings.ToLower(holding[0].Text), strings.ToLower(row.holds)) {
				t.Errorf("holds %v, %v, want %q", holding, err, row.holds)
			}
			if _, err := b.Withdraw([]string{id}, turn()); err != nil {
				t.Fatal(err)
			}
			check(false)
			if err := b.Reinstate([]string{id}, turn()); err != nil {
				t.Fatal(err)
			}
			check(true)
			if p := b.Problems(); len(p) > 0 {
				t.Errorf("problems: %v", p)
			}
		})
	}
}

func TestWhatIsToldBesideEndsNothing(t *testing.T) {
	t.Parallel()
	for _, said := range [][]string{
		{"I love ramen.", "I love udon."},
		{"I have a dog.", "I love my dog."},
		{"I live in Ghent.", "if I lived in Lyon I'd cycle"},
		{"I live in Ghent.", "my sister lives in Lyon"},
		{"猫を二匹飼っています", "犬も飼ってる"},
		{"my favourite band is Abba", "my favourite colour is blue"},
	} {
		b := newBench(t)
		say(t, b, nil, said[0])
		say(t, b, said[:1], said[1])
		list, err := b.Facts(Query{})
		if err != nil || len(list) == 0 {
			t.Fatal(list, err)
		}
		for _, f := range list {
			if !f.Ended.IsZero() {
				t.Errorf("%q: %q ended", said, f.Text)
			}
		}
	}
}

func TestToldAgainHoldsAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	said := []string{"I live in Ghent.", "I live in Lyon now.", "I live in Ghent."}
	for i, s := range said {
		say(t, b, said[:i], s)
	}
	list, err := b.Facts(Query{Holding: true})
	if err != nil || len(list) != 1 || !strings.Contains(list[0].Text, "Ghent") {
		t.Errorf("holds %v, %v", list, err)
	}
}

// TestPlansCalledOff ends the one plan that is called off, and none where it may be
// several.
func TestPlansCalledOff(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, over string // over is part of what ends, "" of nothing
		said       []string
	}{
		{"by name", "trip", []string{"we're going on a trip to wales on 12 december", "the trip is cancelled"}},
		{"without one", "gig", []string{"we're going to the gig on 12 december", "we can't go anymore"}},
		{"bare", "gig", []string{"we're going to the gig on 12 december", "actually we can't go"}},
		{"another's", "", []string{"we're going to the gig on 12 december", "my brother's not going after all"}},
		{"which of two", "", []string{"we're going to the gig on 12 december", "i'm going to the dentist on friday", "we can't go anymore"}},
		{"Japanese", "飲み会", []string{"土曜に飲み会に行く", "やっぱり行けなくなった"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			for i, s := range row.said {
				say(t, b, row.said[:i], s)
			}
			list, err := b.Facts(Query{})
			if err != nil || len(list) == 0 {
				t.Fatal(list, err)
			}
			over := ""
			for _, f := range list {
				if !f.Ended.IsZero() {
					over += f.Text + "; "
				}
			}
			if (over == "") != (row.over == "") || !strings.Contains(over, row.over) {
				t.Errorf("ended: %q, want %q", over, row.over)
			}
		})
	}
}

// A test of a day is not moved by what is said of another; what is asked to be reminded of
// is kept, and due on its day.
func TestAnAppointmentMovesNoOther(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	said := []string{"十一月二十八日の午前十時に、市民病院で心臓の検査がございます。", "十二月七日に入院いたします。", "can u remind me to ring the hospital weds at 4"}
	for i, s := range said {
		say(t, b, said[:i], s)
	}
	list, err := b.Facts(Query{Holding: true})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range list {
		texts = append(texts, f.Text)
	}
	all := strings.Join(texts, "\n")
	if !strings.Contains(all, "十一月二十八日") || strings.Contains(all, "十二月七日の午前") || !strings.Contains(all, "ring the hospital") {
		t.Errorf("held: %s", all)
	}
	for day, want := range map[int]string{25: "ring the hospital", 28: "心臓の検査", 26: ""} {
		due, err := b.Due(when.OneDay(time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)), time.UTC)
		if err != nil || len(due) > 1 || want == "" && len(due) > 0 || want != "" && (len(due) == 0 || !strings.Contains(due[0].Text, want)) {
			t.Errorf("due on the %dth: %v, %v", day, due, err)
		}
	}
}

// What is put right stands in quotation marks only with a mark that nobody said it so, and one
// mark, however often it is put right.
func TestAQuotationIsMarkedAsPutRight(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		kept        string
		said, holds []string
	}{
		{
			"Ana: “My viva is on the 12th of May and I am taking the day off”",
			[]string{"the viva is on the 14th of May, not the 12th", "sorry, the viva is on the 15th of May, not the 14th"},
			[]string{"Ana: “My viva is on the 14th of May and I am taking the day off” (as put right)", "Ana: “My viva is on the 15th of May and I am taking the day off” (as put right)"},
		},
		{"アナ「5月12日の14時に面接があるんだ」", []string{"面接は14時じゃなくて15時だった"}, []string{"アナ「5月12日の15時に面接があるんだ」（訂正後）"}},
	} {
		b := newBench(t)
		b.retain(t, Fact{Type: World, Text: row.kept, Confidence: 1, Time: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), Sources: []string{"01M7Z13FC310BA0GEKJ562PFNZ"}})
		for i, s := range row.said {
			u := Utterance{Text: s, Speaker: "Ana", Time: time.Date(2026, 11, 21, 9, i, 0, 0, time.UTC), MessageID: "01M7Z13FC310BA0GEKJ562PFN" + string(rune('A'+i))}
			if _, err := b.Overtake(u, nil, store.Cause{Kind: store.CauseTurn}); err != nil {
				t.Fatal(err)
			}
			list, err := b.Facts(Query{Types: []Type{World}, Holding: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(list) != 1 || list[0].Text != row.holds[i] {
				t.Errorf("after %q holds %v, want %q", s, list, row.holds[i])
			}
		}
	}
}
