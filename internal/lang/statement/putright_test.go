package statement

import (
	"strings"
	"testing"
)

// TestABareDayPutsRightWhatWasJustTold has a day or an hour that is said alone
// take the place of the one before, and nothing else do so.
func TestABareDayPutsRightWhatWasJustTold(t *testing.T) {
	for _, c := range []struct{ told, then, want string }{
		{"My niece Wren starts nursery on Monday", "Tuesday, sorry", "My niece Wren starts nursery on Tuesday"},
		{"My niece Wren starts nursery on Monday", "no, wednesday", "My niece Wren starts nursery on Wednesday"},
		{"The plumber comes at 9am", "sorry, 10am", "The plumber comes at 10am"},
		{"My niece Wren starts nursery on Monday", "pancakes, sorry", ""},
		{"From Monday to Friday I paint fences", "Tuesday, sorry", ""},
		{"姪のすみれが月曜から保育園なんだ", "ごめん、火曜だった", "姪のすみれが火曜から保育園なんだ"},
		{"水道屋さんが九時に来る", "ごめん、十時だった", "水道屋さんが十時に来る"},
		{"姪のすみれが月曜から保育園なんだ", "ごめん、眠かった", ""},
	} {
		got := ""
		for _, st := range Statements(c.then, c.told) {
			for _, tell := range st.Tells {
				if tell.Was == c.told {
					got = tell.Text
				}
			}
		}
		if got != c.want {
			t.Errorf("%q, then %q: %q, want %q", c.told, c.then, got, c.want)
		}
	}
}

// TestWhatFollowsANameIsToldOfItsBearer has somebody who gives their name and,
// in another sentence of the message, no more than their work.
func TestWhatFollowsANameIsToldOfItsBearer(t *testing.T) {
	for text, want := range map[string]string{
		"yusuf here. tram driver":                             "name=Yusuf work",
		"I'm Yusuf. Retired nurse from Hull.":                 "name=Yusuf work origin",
		"I'm Marit by the way, I do night shifts at a bakery": "name=Marit work",
		"I'm Yusuf. Good evening":                             "name=Yusuf",
		"I had soup. Bus driver was rude":                     "",
		"豊です。バス運転手":                                           "name=豊 work",
		"豊です。眠い":                                              "name=豊",
		"病院で受付をしている詩織です":                                      "name=詩織 work=受付",
		"勇作っていいます、みんなからはユウさんって呼ばれてる": "name=勇作",
		"大変です": "",
		"病院で働いている看護師です":   "work",
		"京都で修行してる弟です":     "",
		"今日、京都から帰ってきた人です": "",
	} {
		var all []Telling
		for _, st := range Statements(text) {
			all = append(all, st.Tells...)
		}
		got := told(all)
		if got == "-" {
			got = ""
		}
		if got != want {
			t.Errorf("%q tells %q, want %q", text, got, want)
		}
	}
}

// TestWhatIsSaidOfAPlanPutsItRight has the other day or place take the place of
// the one before, and nothing else change.
func TestWhatIsSaidOfAPlanPutsItRight(t *testing.T) {
	for _, c := range []struct{ text, said, want string }{
		{"Remind Nadia of this: book the ferry for Friday", "the ferry is on Sunday now, not Friday", "Remind Nadia of this: book the ferry for Sunday"},
		{"Remind Nadia of this: book the ferry for Friday", "the ferry has moved to sunday", "Remind Nadia of this: book the ferry for Sunday"},
		{"Help Ines with this: pack for Tarragona", "it's Girona now, not Tarragona", "Help Ines with this: pack for Girona"},
		{"Remind Nadia of this: book the ferry for Friday", "the ferry is at the east pier", ""},
		{"Remind Nadia of this: book the ferry for Friday", "I had soup, not stew", ""},
		{"「金曜にフェリーを予約する」を思い出す", "フェリー、金曜じゃなくて日曜になった", "「日曜にフェリーを予約する」を思い出す"},
		{"「鎌倉のしおりを作る」の力になる", "鎌倉じゃなくて江ノ島に行くことにした", "「江ノ島のしおりを作る」の力になる"},
		{"「金曜にフェリーを予約する」を思い出す", "金曜は寒かった", ""},
	} {
		got, ok := PutRight(c.text, c.said)
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%q, of which %q is said: %q, want %q", c.text, c.said, got, c.want)
		}
	}
}

// TestACorrectionRightsWhatItNames has what is held read as a correction of it has
// it, and nothing else read otherwise.
func TestACorrectionRightsWhatItNames(t *testing.T) {
	for _, c := range []struct{ held, said, want string }{
		{"Dana's recital at the church is on friday", "it's sunday not friday, the recital", "Dana's recital at the church is on sunday"},
		{"Toby is allergic to nuts", "Toby's actually not allergic to nuts, it's sesame", "Toby is allergic to sesame"},
		{"Gran's birthday is 3 april", "Gran's birthday is the 5th", "Gran's birthday is 5th april"},
		{"The plumber comes on friday", "it's sunday not friday, the recital", ""},
		{"Gran's birthday is 3 april", "Gran's birthday was lovely", ""},
		{"Gran's birthday is 3 april", "Gran's birthday dinner is on the 5th", ""},
		{"検査は今月の21日です", "検査は22日に変わった", "検査は今月の22日です"},
		{"I've got a date with a guy named Rob", "it's Rod, not Rob, oops", "I've got a date with a guy named Rod"},
		{"ひなたは卵アレルギーです", "ひなたは卵じゃなくて小麦アレルギーでした", "ひなたは小麦アレルギーです"},
		{"発表会は金曜日です", "検査は木曜日になりました", ""},
		{"wednesday at 4 I've got wren at the dentist on mill lane", "and actually i got it wrong its half past 4 not 4 on wednesday", "wednesday at half past 4 I've got wren at the dentist on mill lane"},
		{"thursday at 4 I've got wren at the dentist", "and actually i got it wrong its half past 4 not 4 on wednesday", ""},
		{"just woke up its half one in the afternoon ha", "no i told you yesterday i got that wrong, its half 4", ""},
		{"来週の火曜の夕方六時から、学校でPTAの役員決めの集まりがあるんです", "PTAの役員決めの日、火曜じゃなくて水曜に変わったってお便りが来ました", "来週の水曜の夕方六時から、学校でPTAの役員決めの集まりがあるんです"},
		{"there's the oven too, the big one broke", "not the oven, the mixer", "there's the mixer too, the big one broke"},
	} {
		got, ok := Telling{Text: c.said}.Rights(c.held)
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.said, c.held, got, c.want)
		}
	}
}

// Who says that they meant another word has it in place of what the verb was of, however
// that was written.
func TestMeantOtherWord(t *testing.T) {
	for _, c := range []struct{ was, said, want string }{
		{"im allergic to peanuts", "wait no i meant walnuts", "I'm allergic to walnuts"},
		{"my son loves trains", "Sorry, I meant planes", "My son loves planes"},
		{"I work at a bakery", "no wait, brewery", "I work at a brewery"},
		{"くるみアレルギーなんだ", "あ、間違えた、ピーナッツ", "ピーナッツアレルギーなんだ"},
		{"息子は電車が好き", "間違えた、飛行機だった", "息子は飛行機が好き"},
		{"息子は電車が好き", "間違えた、明日だった", "明日だった"},
		{"my son loves trains", "no wait, tomorrow", "Tomorrow"},
	} {
		list := Statements(c.said, c.was)
		if len(list) != 1 || len(list[0].Tells) != 1 {
			t.Errorf("%q: read as %+v", c.said, list)
			continue
		}
		told := list[0].Tells[0]
		if told.Text != c.want {
			t.Errorf("%q, %q: told %q, want %q", c.was, c.said, told.Text, c.want)
		}
		if told.Was != "" && !told.Replaces("The user is allergic to peanuts") && strings.Contains(c.was, "peanuts") {
			t.Errorf("%q does not end what it puts right", told.Text)
		}
	}
}

// A pronoun behind the relation of a relation means that one, not the relation.
func TestPronounOfARelationsRelation(t *testing.T) {
	for _, c := range []struct{ first, then, of string }{
		{"my flatmate's mum runs a chipper", "her name is noreen", "my flatmate's mum"},
		{"my brother Tom's wife is a nurse", "he is a cook", "my brother Tom"},
	} {
		list := Statements(c.then, c.first)
		if len(list) != 1 || list[0].Subject.Name != c.of {
			t.Errorf("%q, %q: is of %+v, want %q", c.first, c.then, list, c.of)
		}
	}
}

// TestAPronounIsOfWhoIsNamedBesideIt has a pronoun mean whom the message names, by any word of the name,
// rather than somebody of an earlier one; and nobody where it goes on from elsewhere.
func TestAPronounIsOfWhoIsNamedBesideIt(t *testing.T) {
	mum := "my mum, Rosalind, she's in Fernleigh. She's got it into her head I'm her sister Joyce"
	for _, c := range []struct {
		before    []string
		said, not string
	}{
		{[]string{mum}, "text from Mrs Abernathy, she's got the chiropodist. She wants Friday instead of Wednesday", "Joyce"},
		{[]string{"a girl called Imogen was kind to my daughter Wren", "Imogen! It was Imogen"}, "Do you think she'll come round from the anaesthetic alright? She's eighty-one", "Imogen"},
		{[]string{"Gethin is my husband, he fell off a roof", "I'll send the card with Dilys and stay in"}, "His operation is tomorrow", "Dilys"},
	} {
		for _, st := range Statements(c.said, c.before...) {
			for _, tell := range st.Tells {
				if strings.Contains(tell.Text+tell.Of.Name, c.not) {
					t.Errorf("%q behind %q: tells %q of %q", c.said, c.before, tell.Text, tell.Of.Name)
				}
			}
		}
	}
}

// TestADayAndItsHourAreBothPutRight has each of the two take the place of its own kind, with the
// word that leads it.
func TestADayAndItsHourAreBothPutRight(t *testing.T) {
	for _, c := range []struct{ told, said, want string }{
		{"木曜日の午後二時に、母を病院に連れて行く", "病院は木曜日の二時ではなくて、金曜日の午前十時半でした", "金曜日の午前十時半に、母を病院に連れて行く"},
		{"面談は12月3日の午後4時です", "面談は3日じゃなくて10日の午後5時になりました", "面談は12月10日の午後5時です"},
		{"美容院は土曜の10時に予約した", "美容院は土曜じゃなくて日曜の11時", "美容院は日曜の11時に予約した"},
		{"The neurologist is on Thursday at half past ten", "The neurologist isn't Thursday, it's Friday at nine", "The neurologist is on Friday at nine"},
		{"My dentist is on Friday at two", "my dentist isn't Friday at two, it's Monday at half nine", "My dentist is on Monday at half nine"},
		{"The meeting is at 3pm on Tuesday", "the meeting is on Wednesday at 4, not Tuesday", "The meeting is at 4 on Wednesday"},
	} {
		got, ok := PutRight(c.told, c.said)
		if !ok || got != c.want {
			t.Errorf("PutRight(%q, %q) = %q, %v, want %q", c.told, c.said, got, ok, c.want)
		}
		if got, ok := (Telling{Text: c.said}).Rights(c.told); !ok || got != c.want {
			t.Errorf("%q rights %q to %q, %v, want %q", c.said, c.told, got, ok, c.want)
		}
	}
}

// TestANumberIsPutRightByOneOfItsKind has the number that is so take the place of the other, whatever
// is said between them.
func TestANumberIsPutRightByOneOfItsKind(t *testing.T) {
	for _, c := range []struct{ told, said, want string }{
		{"母は72歳なんですが、認知症の初期です", "母は72歳ではなくて、先週誕生日が来て73歳になったんです", "母は73歳なんですが、認知症の初期です"},
		{"会費は3000円です", "会費は3000円じゃなくて、値上げして3500円だそうです", "会費は3500円です"},
		{"The baby is due in the middle of February", "the baby is due at the end of January and not in the middle of February", "The baby is due at the end of January"},
	} {
		if got, ok := PutRight(c.told, c.said); !ok || got != c.want {
			t.Errorf("PutRight(%q, %q) = %q, %v, want %q", c.told, c.said, got, ok, c.want)
		}
	}
}
