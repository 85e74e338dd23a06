package model

import (
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming/rules"
	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
)

// spokenDay is a day on which the user says some things, one message each.
func spokenDay(language string, said ...string) rules.Material {
	at := time.Date(2026, 11, 4, 20, 0, 0, 0, time.UTC)
	in := rules.Material{Date: "2026-11-04", Language: language, Persona: "Luna", User: "Nadia", Level: 1}
	for i, text := range said {
		in.Lines = append(in.Lines, rules.Line{Line: episodic.Line{ID: string(rune('a' + i)), Speaker: episodic.User, Text: text, Time: at.Add(time.Duration(i) * time.Minute)}})
	}
	return in
}

// TestGoalsFollowWhatIsPutRight has a goal closed, with the words that did it,
// and set anew when its day or place changed; what is said of another plan or
// of somebody else leaves it.
func TestGoalsFollowWhatIsPutRight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, goal, said, want string }{
		{"en", "Remind Nadia of this: book the ferry to Arran for Friday", "the ferry is on Sunday now, not Friday", "abandoned, new: Remind Nadia of this: book the ferry to Arran for Sunday"},
		{"en", "Remind Nadia of this: book the ferry to Arran for Friday", "the ferry goes to Bute now, not Arran", "abandoned, new: Remind Nadia of this: book the ferry to Bute for Friday"},
		{"en", "Help Nadia with this: plan the cabin trip to Wales", "the cabin trip is cancelled", "abandoned"},
		{"en", "Help Nadia with this: plan the cabin trip to Wales", "the school trip is cancelled", ""},
		{"en", "Remind Nadia of this: book the ferry to Arran for Friday", "the dentist is on Sunday now, not Friday", ""},
		{"en", "Remind Nadia of this: book the ferry to Arran for Friday", "is the ferry on Sunday, not Friday?", ""},
		{"ja", "Nadiaの「金曜に長崎行きのフェリーを予約する」の力になる", "フェリー、金曜じゃなくて日曜になった", "abandoned, new: Nadiaの「日曜に長崎行きのフェリーを予約する」の力になる"},
		{"ja", "Nadiaの「長野旅行の計画」の力になる", "長野旅行は中止になった", "abandoned"},
		{"ja", "Nadiaの「長野旅行の計画」の力になる", "町内の運動会は中止になった", ""},
		{"ja", "Nadiaの「金曜に長崎行きのフェリーを予約する」の力になる", "歯医者、金曜じゃなくて日曜になった", ""},
	} {
		in := spokenDay(c.language, c.said)
		in.Goals = []goals.Goal{{ID: "sh_1", Goal: c.goal, Term: goals.Short, Priority: 3}}
		r, err := Reflect(t.Context(), nil, in)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, u := range r.Goals {
			switch {
			case u.Act == rules.GoalNew:
				got = append(got, "new: "+u.Goal)
			case u.ID == "sh_1" && !strings.Contains(strings.ToLower(u.Note), strings.ToLower(c.said)):
				t.Errorf("%q: closed with the note %q", c.goal, u.Note)
			default:
				got = append(got, string(u.Act))
			}
			if len(u.Evidence) == 0 || u.Evidence[0].Message != "a" {
				t.Errorf("%q: %s rests on %+v", c.goal, u.Act, u.Evidence)
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%q, said %q: %q, want %q", c.goal, c.said, s, c.want)
		}
	}
}

// TestADayToldAndPutRightIsKeptRight has the bank take a day only as it was put
// right a moment later.
func TestADayToldAndPutRightIsKeptRight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language   string
		said       []string
		want, lost string
	}{
		{"en", []string{"My niece Wren starts nursery on Monday", "Tuesday, sorry"}, "Tuesday", "Monday"},
		{"ja", []string{"娘の明日香が月曜から学校なんだ", "ごめん、火曜だった"}, "火曜", "月曜"},
		{"ja", []string{"姪のすみれが月曜から保育園に通うんだ", "ごめん、火曜だった"}, "火曜", "月曜"},
	} {
		x, err := Extract(t.Context(), nil, spokenDay(c.language, c.said...))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range x.Facts {
			found = found || strings.Contains(f.Text, c.want) && len(f.Evidence) == 2
			if strings.Contains(f.Text, c.lost) {
				t.Errorf("%q stands as it was told first: %q", c.said, f.Text)
			}
		}
		if !found {
			t.Errorf("%q: nothing says %q: %+v", c.said, c.want, x.Facts)
		}
	}
}

// TestNobodyIsAskedWhatTheyTold has no question for a name that was told on the
// same day.
func TestNobodyIsAskedWhatTheyTold(t *testing.T) {
	t.Parallel()
	for language, said := range map[string][]string{
		"en": {"my brother is coming to visit", "his name is Oskar"},
		"ja": {"弟が遊びに来るんだ", "名前は大輔だよ"},
	} {
		r, err := Reflect(t.Context(), nil, spokenDay(language, said...))
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range r.Questions {
			if strings.Contains(q.Topic, "name") || strings.Contains(q.Topic, "名前") {
				t.Errorf("%q: asks %q", said, q.Topic)
			}
		}
	}
}

// TestATopicNamesSomething has no day called by a word that every day has.
func TestATopicNamesSomething(t *testing.T) {
	t.Parallel()
	for _, said := range [][]string{
		{"the kid is driving me up the wall"}, {"school was closed today"}, {"work was long and the office was cold"},
	} {
		r, err := Reflect(t.Context(), nil, spokenDay("en", said...))
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains([]string{"the kid", "school", "work", "the office"}, r.Topic) {
			t.Errorf("%q has the topic %q", said, r.Topic)
		}
	}
}

// TestAPageHearsWhatIsNoLongerSo has what is denied of somebody reach their
// page, though their name stands where any word has a capital.
func TestAPageHearsWhatIsNoLongerSo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, name, page, said string }{
		{"en", "Brigid", "Nadia said on 1 November 2026: “My cousin Brigid lives in Cork”", "Brigid doesn't live in Cork any more"},
		{"ja", "みゆき", "Nadiaさんの話（2026年11月1日）: 「友達のみゆきは奈良に住んでいる」", "みゆきはもう奈良に住んでいない"},
	} {
		in := spokenDay(c.language, c.said)
		in.Entities = []rules.Known{{Name: entity.Name(c.name), Text: c.page}}
		x, err := Extract(t.Context(), nil, in)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(x.Candidates, func(k rules.Candidate) bool { return k.Name == c.name }) {
			t.Errorf("%q reaches no page of %s: %+v", c.said, c.name, x.Candidates)
		}
	}
}
