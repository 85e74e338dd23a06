package likely

import (
	"flag"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/lang"
)

var learn = flag.Bool("learn", false, "learn the weights from the examples, and write them")

// What a line may speak of.
const (
	ofDanger = iota
	ofWeight
	ofGladness
	ofAmending
	targets // how many there are
)

// targetNames are those of the files of their weights.
var targetNames = [targets]string{"danger", "weight", "gladness", "amending"}

// told are the sortings of the targets, as they stand.
func told() [targets]*sorting { return [targets]*sorting{danger, weight, gladness, amending} }

// An example is a line that somebody may say, and what it speaks of; what it says nothing
// about is left out.
type example struct {
	text   string
	speaks [targets]bool
	none   [targets]bool // of which its section says nothing
}

// weightless are the sections of what does not weigh.
var weightless = map[string]bool{"[plain]": true, "[everyday]": true, "[good]": true, "[notglad]": true}

// unsaid returns the targets of which a section says nothing: what weighs may be near to
// danger, what only sounds glad may weigh or not, everyday talk is often glad, and only
// everyday talk and what stands beside the corrections is known to put nothing right.
func unsaid(section string) (none [targets]bool) {
	corrects := section == "[amends]" || section == "[first]"
	none[ofDanger] = section == "[weighs]"
	none[ofWeight] = corrects || section == "[notglad]"
	none[ofGladness] = corrects || section == "[everyday]"
	none[ofAmending] = !corrects && section != "[everyday]"
	return none
}

// examples reads a file: a section is headed by what its lines speak of, [danger] and
// [sideways] by danger to oneself, [plain], [everyday], [good] and
// [notglad] by nothing that weighs, [heavy] by what does and is no danger, [good] by good news,
// [amends] by what puts something right and [first] by what does not.
func examples(t *testing.T, name string) []example {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var list []example
	var section example
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "["):
			section = example{speaks: [targets]bool{ofDanger: line == "[danger]" || line == "[sideways]", ofWeight: !weightless[line], ofGladness: line == "[good]", ofAmending: line == "[amends]"}, none: unsaid(line)}
		case line != "" && !strings.HasPrefix(line, "#"):
			section.text = line
			list = append(list, section)
		}
	}
	return list
}

// fit returns the examples that say something about a target: a line among the plain ones
// that words tell to be grave is none of what does not weigh.
func fit(list []example, target int) []example {
	return slices.DeleteFunc(slices.Clone(list), func(e example) bool {
		return e.none[target] || target == ofWeight && !e.speaks[target] && lang.GraveOf(e.text) != lang.NotGrave
	})
}

// ordinary returns lines of everyday talk that are in the other examples, told or asked: of danger
// there are as many lines among its own examples as there never are among people's, and a chance
// that is learned of them alone is too large. Those that words tell to be grave are left out.
func ordinary(t *testing.T, l string) []sorted {
	t.Helper()
	asked := func(section string) string {
		if section == string(WantsWords) { // it may be out of danger
			return ""
		}
		return section
	}
	list := slices.DeleteFunc(talkLines(t, "talks_"+l+".txt"), func(d sorted) bool { return d.class == string(Hard) })
	list = append(list, linesOf(t, "keep_"+l+".txt", itself)...)
	list = append(list, linesOf(t, "acts_"+l+".txt", asked)...)
	return slices.DeleteFunc(list, func(d sorted) bool { return lang.GraveOf(d.text) != lang.NotGrave })
}

// withoutDanger is the mood of a line that is of none.
func withoutDanger(section string) string {
	switch Mood(section) {
	case Low, Missing, Grave:
		return ""
	}
	return section
}

// How the weights are learned: by AdaGrad, a part counting that stands in so many examples.
const (
	rounds = 25
	rate   = 0.3
	shrink = 1e-3
	fewest = 2
)

// once returns each of some parts once.
func once(parts iter.Seq[string]) map[string]bool {
	set := map[string]bool{}
	for part := range parts {
		set[part] = true
	}
	return set
}

// learned returns what tells the targets by some examples of a language.
func learned(list []example, l language) (all [targets]*sorting) {
	for target, of := range told() {
		var lines []sorted
		for _, e := range fit(list, target) {
			class := of.classes[0]
			if e.speaks[target] {
				class = of.classes[1]
			}
			lines = append(lines, sorted{e.text, class})
		}
		all[target] = l.learned(of, lines)
	}
	return all
}

// heard counts the lines of a target that are heard, and the others that are taken for it.
func heard(list []example, target int, of [targets]*sorting) (hits, all, wrong, others int) {
	enough := [targets]float64{DangerFrom, WeighsFrom, GladFrom, AmendsFrom}[target]
	for _, e := range fit(list, target) {
		chance := of[target].chance(e.text)
		if target == ofDanger {
			chance = min(chance, of[ofWeight].chance(e.text))
		}
		over := chance >= enough
		switch {
		case e.speaks[target] && over:
			hits++
		case over:
			wrong++
		}
		if e.speaks[target] {
			all++
		} else {
			others++
		}
	}
	return hits, all, wrong, others
}

// What was learned holds for lines of other authors, too: unseen_*.txt are in no example.
// Half of their other lines resemble danger in their words. With -learn the weights are
// learned first, and written.
func TestWeights(t *testing.T) {
	for _, tt := range languages {
		of := told()
		if *learn {
			list := examples(t, tt.name+".txt")
			if tt.name == "en" { // in Japanese they gained nothing: 102 of 120 heard and 7 of 200 wrongly, where it is 104 and 9
				for _, d := range append(ordinary(t, tt.name), linesOf(t, "moods_"+tt.name+".txt", withoutDanger)...) {
					list = append(list, example{text: d.text, none: [targets]bool{ofWeight: true, ofGladness: true, ofAmending: true}})
				}
			}
			of = learned(list, tt)
			for target, known := range of {
				tt.write(t, targetNames[target], known)
			}
		}
		for _, want := range []struct {
			file, name string
			target     int
			least      float64 // of its lines that are heard
			most       float64 // of the others that are taken for it
		}{
			{"unseen_", "danger", ofDanger, 0.7, 0.05},
			{"unseen_everyday_", "danger", ofDanger, 0, 0.03},
			{"unseen_weighs_", "what weighs", ofWeight, 0.7, 0.15},
			{"unseen_everyday_", "what weighs", ofWeight, 0, 0.25},
			{"unseen_glad_", "gladness", ofGladness, 0.1, 0.1},
			{"unseen_weighs_", "gladness", ofGladness, 0, 0.05},
			{"unseen_amends_", "what puts something right", ofAmending, 0.7, 0.2},
			{"unseen_everyday_", "what puts something right", ofAmending, 0, 0.08},
		} {
			hits, all, wrong, others := heard(examples(t, want.file+tt.name+".txt"), want.target, of)
			t.Logf("%s%s, %s: %d of %d heard, %d of %d wrongly", want.file, tt.name, want.name, hits, all, wrong, others)
			if float64(hits) < want.least*float64(all) || float64(wrong) > want.most*float64(others) {
				t.Errorf("%s%s, %s: %d of %d lines are heard, %d of %d others are taken for it; want at least %.0f %% and at most %.0f %%",
					want.file, tt.name, want.name, hits, all, wrong, others, want.least*100, want.most*100)
			}
		}
	}
}

// Nothing makes the sortings fail, and their chances are chances.
func TestSortingOfAnything(t *testing.T) {
	for _, text := range []string{"", " ", "?", "\xff\xfe", "はじめまして、\xe3\x81", "hi, im \xff", "ﾊﾛｰ！！", "🕯", strings.Repeat("why ", 5000), strings.Repeat("あ", 5000)} {
		_, act := ActOf(text)
		_, kind := GraveOf(text)
		_, mood := MoodOf(text)
		_, called := Called(text)
		for _, chance := range []float64{act, kind, mood, called, Grieves(text), Gladdens(text), Mends(text), Threatens(text)} {
			if !(chance >= 0 && chance <= 1) {
				t.Errorf("%.20q: the chance is %v", text, chance)
			}
		}
	}
}

// What people say every day is far from danger, and nothing makes Danger fail.
func TestDanger(t *testing.T) {
	for _, text := range []string{"", " ", "hi", "thanks!", "The dentist is on Friday.", "ただいま", "明日は9時に歯医者", "場所は？", "\xff\xfe", "ﾊﾛｰ！！"} {
		if c := Danger(text); c < 0 || c >= 0.5 {
			t.Errorf("%q: the chance is %.2f; want less than 0.5", text, c)
		}
	}
	for _, text := range []string{"I don't want to be here anymore", "I keep thinking everyone would be better off without me", "もう生きていたくない", "私なんかいないほうがみんな楽になる"} {
		if c := Danger(text); c < DangerFrom {
			t.Errorf("%q: the chance is %.2f; want %.2f or more", text, c, DangerFrom)
		}
	}
}

func BenchmarkDanger(b *testing.B) {
	for b.Loop() {
		Danger("We walked along the river and talked about my brother's new flat.")
	}
}
