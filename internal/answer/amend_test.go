package answer

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"yumori/internal/lang/plain"
)

// only returns a question about no more than some lines of its life.
func (q *quiz) only(places ...int) quiz {
	rd := *q.rd
	rd.messages, rd.ranked = nil, nil
	short := quiz{text: q.text, rd: &rd}
	for k, i := range places {
		rd.messages = append(rd.messages, q.rd.messages[i])
		if slices.Contains(q.answers, i) {
			short.answers = append(short.answers, k)
		}
	}
	short.of = seek(&rd, q.of.Asking)
	short.lines = signsOf(&rd, short.of)
	return short
}

// changed returns of some questions the lines behind the oldest one that answers, and which of
// them are a later word on it.
func changed(list []quiz) (out []quiz) {
	for _, q := range list {
		if len(q.answers) == 0 {
			continue
		}
		a := amending{rd: q.rd, of: q.of, at: slices.Min(q.answers), ranked: q.lines}
		places, lines := a.later()
		if len(places) == 0 {
			continue
		}
		c := quiz{text: q.text, lines: lines}
		for k, i := range places {
			if slices.Contains(q.answers, i) {
				c.answers = append(c.answers, k)
			}
		}
		out = append(out, c)
	}
	return out
}

// alone returns of some questions the oldest line that answers with one other right behind it:
// the newest that is a later word on it, or where there is none, one that may seem to be. What
// merely follows is to be told from that by what it says.
func alone(list []quiz) (out []quiz) {
	for _, q := range list {
		if len(q.answers) == 0 {
			continue
		}
		at, then := slices.Min(q.answers), slices.Max(q.answers)
		if then > at {
			out = append(out, q.only(at, then))
			continue
		}
		a := amending{rd: q.rd, of: q.of, at: at, ranked: q.lines}
		seems := map[int]float64{}
		for i := at + 1; i < len(q.lines); i++ {
			s := a.signs(i)
			seems[i] = s["holds"] + s["shares"] + s["shares.asked"] + s["amends"]
		}
		places := slices.SortedStableFunc(maps.Keys(seems), func(i, j int) int {
			return cmp.Or(cmp.Compare(seems[j], seems[i]), cmp.Compare(i, j))
		})
		for _, i := range places[:min(2, len(places))] {
			out = append(out, q.only(at, i))
		}
	}
	return out
}

// What was learned holds for the lives of other authors, and where one line follows another
// at once that only seems to be of it. With -learn the weights are learned first, and written.
func TestAmend(t *testing.T) {
	all := amendWeightings()
	if *learn {
		all = map[plain.Language]weighting{}
		for l, name := range map[plain.Language]string{plain.English: "en", plain.Japanese: "ja"} {
			var list []quiz
			for _, file := range []string{"lives_", "changes_"} {
				list = append(list, quizzes(t, file+name+".txt", l)...)
			}
			list = append(append(list, alone(list)...), quizzes(t, "pairs_"+name+".txt", l)...)
			all[l] = learned(changed(list))
		}
		write(t, "amend.txt", all[plain.English], all[plain.Japanese])
	}
	for l, name := range map[plain.Language]string{plain.English: "en", plain.Japanese: "ja"} {
		for _, file := range []string{"lives_unseen_", "changes_unseen_", "pairs_unseen_"} {
			list := changed(quizzes(t, file+name+".txt", l))
			c := tallied(list, all[l], tellsLater)
			t.Logf("%s%s: %+v", file, name, c)
			if hard := file == "pairs_unseen_"; (c.right+c.wrong+c.missed)*3 > c.right*10 || c.wrong*4 > c.right || !hard && c.loud*3 > c.quiet {
				t.Errorf("%s%s: a later word is told in %+v", file, name, c)
			}
		}
	}
}
