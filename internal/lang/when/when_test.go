package when

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// now is a Saturday.
var now = time.Date(2026, 11, 21, 15, 4, 5, 0, time.UTC)

func TestFind(t *testing.T) {
	tests := []struct{ text, words, from, to string }{
		{"what did we do around 27 November", "27 November", "2025-11-27", "2025-11-28"},
		{"since last week", "last week", "2026-11-09", "2026-11-22"},
		{"What happened on 15 July, 2023?", "15 July, 2023", "2023-07-15", "2023-07-16"},
		{"on October 13th, 2023", "October 13th, 2023", "2023-10-13", "2023-10-14"},
		{"on the 3rd of May", "3rd of May", "2026-05-03", "2026-05-04"},
		{"in June", "June", "2026-06-01", "2026-07-01"},
		{"in December", "December", "2025-12-01", "2026-01-01"},
		{"in early March 2024", "early March 2024", "2024-03-01", "2024-03-11"},
		{"the second week of November", "second week of November", "2026-11-08", "2026-11-15"},
		{"the week before 16 November 2023", "the week before 16 November 2023", "2023-11-09", "2023-11-16"},
		{"two weeks before August 11, 2023", "two weeks before August 11, 2023", "2023-07-25", "2023-08-01"},
		{"between August 11 and August 15 2023", "August 11 and August 15 2023", "2023-08-11", "2023-08-16"},
		{"from March to May 2024", "March to May 2024", "2024-03-01", "2024-06-01"},
		{"last summer", "last summer", "2026-06-01", "2026-09-01"},
		{"in the winter of 2024", "winter of 2024", "2024-12-01", "2025-03-01"},
		{"three days ago", "three days ago", "2026-11-18", "2026-11-19"},
		{"a couple of years ago", "a couple of years ago", "2024-01-01", "2025-01-01"},
		{"last Friday", "last Friday", "2026-11-20", "2026-11-21"},
		{"next Saturday", "next Saturday", "2026-11-28", "2026-11-29"},
		{"this weekend", "this weekend", "2026-11-21", "2026-11-23"},
		{"the past three months", "past three months", "2026-08-21", "2026-11-22"},
		{"the day before yesterday", "the day before yesterday", "2026-11-19", "2026-11-20"},
		{"on 2023-05-08", "2023-05-08", "2023-05-08", "2023-05-09"},
		{"in 2019", "2019", "2019-01-01", "2020-01-01"},
		{"since 2019", "2019", "2019-01-01", "2026-11-22"},
		{"last Christmas", "last Christmas", "2025-12-24", "2025-12-27"},
		{"先週何をした？", "先週", "2026-11-09", "2026-11-16"},
		{"去年の夏", "去年の夏", "2025-06-01", "2025-09-01"},
		{"3日前の話", "3日前", "2026-11-18", "2026-11-19"},
		{"三日前の話", "三日前", "2026-11-18", "2026-11-19"},
		{"１１月２７日ごろ", "１１月２７日", "2025-11-27", "2025-11-28"},
		{"十一月二十三日", "十一月二十三日", "2025-11-23", "2025-11-24"},
		{"2023年5月に", "2023年5月", "2023-05-01", "2023-06-01"},
		{"令和5年3月3日", "令和5年3月3日", "2023-03-03", "2023-03-04"},
		{"先週の金曜日", "先週の金曜日", "2026-11-13", "2026-11-14"},
		{"3月から5月まで", "3月から5月", "2026-03-01", "2026-06-01"},
		{"数ヶ月前", "数ヶ月前", "2026-08-06", "2026-09-06"},
		{"一昨年の12月24日", "一昨年の12月24日", "2024-12-24", "2024-12-25"},
		{"おとといの夜", "おととい", "2026-11-19", "2026-11-20"},
		{"去年からずっと", "去年", "2025-01-01", "2026-11-22"},
		{"今月末", "今月末", "2026-11-21", "2026-12-01"},
		{"昨年のお盆", "昨年のお盆", "2025-08-13", "2025-08-17"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			found := Find(tt.text, now)
			if len(found) != 1 {
				t.Fatalf("found %d spans, want 1: %+v", len(found), found)
			}
			s := found[0]
			words, from, to := tt.text[s.Start:s.End], s.From.Format(time.DateOnly), s.To.Format(time.DateOnly)
			if words != tt.words || from != tt.from || to != tt.to {
				t.Errorf("got %q %s to %s, want %q %s to %s", words, from, to, tt.words, tt.from, tt.to)
			}
		})
	}
}

func TestPatterns(t *testing.T) {
	for _, err := range named.Check() {
		t.Error(err)
	}
}

func TestFindNothing(t *testing.T) {
	for _, text := range []string{
		"", "may I go", "I marched on", "spring water and fall colours", "12:30", "version 3.14",
		"marching band", "a sat nav", "月がきれい", "火を起こす", "日本", "三人で", "2月30日", "春巻き",
	} {
		if found := Find(text, now); len(found) != 0 {
			t.Errorf("%q: found %+v", text, found)
		}
	}
}

func TestDays(t *testing.T) {
	s := Find("on 10 May 2024", now)[0]
	for _, tt := range []struct {
		at   string
		want float64
	}{{"2024-05-10T23:00:00Z", 0}, {"2024-05-09T00:00:00Z", 1}, {"2024-05-13T23:00:00Z", 3}} {
		at, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Days(at); got != tt.want {
			t.Errorf("%s lies %v days outside, want %v", tt.at, got, tt.want)
		}
	}
	vague := Find("around 10 May 2024", now)[0]
	if got := vague.Days(time.Date(2024, 5, 9, 12, 0, 0, 0, time.UTC)); got != 0 {
		t.Errorf("the day before a vague day lies %v days outside", got)
	}
}

// TestFarInAText finds what stands around a time also behind a long text.
func TestFarInAText(t *testing.T) {
	for _, filler := range []string{"The harbour was full of fog. ", "今朝の港は霧でした。 ", strings.Repeat("x", 300) + " "} {
		before := strings.Repeat(filler, 20)
		for text, want := range map[string]string{
			"We met the week before 16 November 2023.": "the week before 16 November 2023", "It was since 3 May 2024": "3 May 2024",
			"in the winter of 2024": "winter of 2024", "from March to May 2024": "March to May 2024",
		} {
			alone, found := Find(text, now), Find(before+text, now)
			if len(alone) != 1 || len(found) == 0 {
				t.Fatalf("%q: %+v, %+v", text, alone, found)
			}
			a, b := alone[0], found[len(found)-1]
			if words := (before + text)[b.Start:b.End]; words != want || !a.From.Equal(b.From) || !a.To.Equal(b.To) || a.Unit != b.Unit {
				t.Errorf("%q is %+v, behind a long text %q, %+v", text, a, words, b)
			}
		}
	}
}

func TestAskedAndSaid(t *testing.T) {
	for text, want := range map[string]bool{
		"When did Mel paint?": true, "what year was it": true, "いつ行ったの": true, "how long ago was it": true, "": false,
		"What did you do when it rained?": false, "雨はいつもの": true, "whenever": false,
	} {
		if got := Asked(text); got != want {
			t.Errorf("Asked(%q) = %v", text, got)
		}
	}
	for text, want := range map[string]bool{"yesterday": true, "2019": true, "先週末": true, "5月": true, "tundra": false, "東京": false, "1234567": false, "so we met in may.": true, "日本": false} {
		if got := Said(text); got != want {
			t.Errorf("Said(%q) = %v", text, got)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, s := range []string{"since last week", "from 3 May to 2024", "去年の夏から3日前まで", "99999年99月", "the 9999 weeks before 1 January 0001", "2000 years ago", "５月３２日", "between 2024 and 2019"} {
		f.Add(s, int64(1795273445))
	}
	f.Fuzz(func(t *testing.T, text string, unix int64) {
		at := time.Unix(unix%(4e9), 0).UTC()
		end := 0
		for _, s := range Find(text, at) {
			if s.Start >= s.End || s.Start < end || s.End > len(text) {
				t.Fatalf("%q: span at %d to %d", text, s.Start, s.End)
			}
			if utf8.ValidString(text) && !utf8.ValidString(text[s.Start:s.End]) {
				t.Fatalf("%q: cut in a rune", text)
			}
			if !s.From.Before(s.To) {
				t.Fatalf("%q: from %v to %v", text, s.From, s.To)
			}
			end = s.End
		}
		Asked(text)
	})
}

func BenchmarkFind(b *testing.B) {
	for b.Loop() {
		Find("What did Caroline tell me about the pottery workshop around 27 November 2025? 去年の夏の話も", now)
	}
}

func TestDatesOfAMonthHoldOnAnyDay(t *testing.T) {
	said := time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"会議は今月の21日です":  "会議は2026年11月21日です",
		"試合は来月の3日":     "試合は2026年12月3日",
		"法要は22日に変わった":  "法要は2026年11月22日に変わった",
		"健診は2日に変わった":   "健診は2026年12月2日に変わった",
		"来月の31日はない":    "2026年12月31日はない",
		"明後日の木曜、午前休":   "2026年11月5日、午前休",
		"明日水曜の10時":     "2026年11月4日の10時",
		"あさっての5日に健診":   "2026年11月5日に健診",
		"今日一日寝てた":      "2026年11月3日に一日寝てた",
		"薬は3日に一度、22日間": "薬は3日に一度、22日間",
	} {
		if got := SettleJapanese(text, said); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// What a text means by a day or a month alone lies ahead of the day it was said on, or behind
// it where it tells what has happened.
func TestMeant(t *testing.T) {
	said := time.Date(2026, 11, 9, 18, 0, 0, 0, time.UTC) // a Monday
	for text, want := range map[string]string{
		"my niece turns 7 on the 2nd of December":                        "2 December 2026",
		"I got the tickets to see my mum, going on the 19th of December": "19 December 2026",
		"ring the hospital weds at 4":                                    "11 November 2026",
		"her birthday's 3 Mar":                                           "3 March 2026",
		"tonsils out on the 12th":                                        "12 November 2026",
		"the flat is on the 12th floor":                                  "",
		"it rained on the 3rd":                                           "3 November 2026",
		"having her hip done in January":                                 "1 January 2027",
		"camping next weekend":                                           "21 November 2026",
		"we sat on the sofa":                                             "",
		"手術は十二月三日だ":                                                      "3 December 2026",
		"12日こむぎの注射つれてく":                                                  "12 November 2026",
		"3日に熱を出した":                                                       "3 November 2026",
		"3日前に転んだ":                                                        "6 November 2026",
		"来週健診":                                                           "16 November 2026",
		"金曜の十時だ":                                                         "13 November 2026",
	} {
		settled := SettleEnglish(text, said, func(s string) bool { return strings.Contains(s, "rained") })
		got := ""
		if list := Meant(SettleJapanese(settled, said), said, OneDay(time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC)), func(s string) bool { return strings.Contains(s, "rained") }); len(list) > 0 {
			got = list[0].From.Format(LongDate)
		}
		if got != want {
			t.Errorf("%q means %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"what's on tomorrow?": "10 November 2026", "anything on the 28th?": "28 November 2026", "what have I got coming up": "9 November 2026", "what is my cat called": "", "来週の予定は": "16 November 2026"} {
		got := ""
		if d := Ahead(text, said); !d.Empty() {
			got = d.From.Format(LongDate)
		}
		if got != want {
			t.Errorf("%q asks for %q, want %q", text, got, want)
		}
	}
}

// What comes right behind a weekday is a clause of its own; who was there with the speaker is not.
func TestClauseAroundAWeekday(t *testing.T) {
	monday := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	past := func(clause string) bool {
		return strings.Contains(clause, "went") || strings.Contains(clause, "opened")
	}
	for said, want := range map[string]string{
		"my exam is on Friday and I ain't opened the book": "27 November 2026",
		"on Friday my mum and I went to the sea":           "20 November 2026",
		"we went on Friday and I was glad":                 "20 November 2026",
	} {
		if got := SettleEnglish(said, monday, past); !strings.Contains(got, want) {
			t.Errorf("%q is settled as %q, want %s", said, got, want)
		}
	}
}
