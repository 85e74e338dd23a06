package likely

import (
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/internal/lang/softmax"
)

// An introduced is a message, and the name in it of who writes it; "" is none.
type introduced struct{ text, name string }

func introductionsIn(t *testing.T, name string) (list []introduced) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		before, rest, _ := strings.Cut(line, "{")
		name, after, _ := strings.Cut(rest, "}")
		list = append(list, introduced{before + name + after, name})
	}
	return list
}

// namelessIn returns lines of other examples, in which nobody says who they are.
func namelessIn(t *testing.T, language string) (list []introduced) {
	t.Helper()
	unlike := func(section string) string {
		if section == string(Introduces) || section == string(Greets) {
			return ""
		}
		return section
	}
	for _, d := range append(every(5, linesOf(t, "moods_"+language+".txt", itself)), every(2, linesOf(t, "acts_"+language+".txt", unlike))...) {
		list = append(list, introduced{text: d.text})
	}
	return list
}

// tagged returns the units of some messages, each as its parts and what it is of a name.
func tagged(list []introduced, cut func(string) []unit, parts func([]unit, int) []string) (out []sorted) {
	for _, m := range list {
		units, from := cut(m.text), strings.Index(m.text, m.name)
		for i, u := range units {
			class := outside
			switch {
			case m.name == "" || u.at < from || u.at >= from+len(m.name):
			case u.at == from:
				class = begins
			default:
				class = inside
			}
			out = append(out, sorted{strings.Join(parts(units, i), "\n"), class})
		}
	}
	return out
}

// Names are found in the messages of other authors. With -learn the weights are learned first,
// and written.
func TestCalled(t *testing.T) {
	for _, l := range []struct {
		name  string
		cut   func(string) []unit
		parts func([]unit, int) []string
		known *softmax.Table
	}{{"en", wordUnits, aroundEn, &tags.english}, {"ja", letterUnits, aroundJa, &tags.japanese}} {
		if *learn {
			units := func(s string) iter.Seq[string] { return slices.Values(strings.Split(s, "\n")) }
			known := (&learning{units, 60, 3e-4}).sorting(&tags, tagged(append(introductionsIn(t, "names_"+l.name+".txt"), namelessIn(t, l.name)...), l.cut, l.parts))
			writeTable(t, "names_"+l.name+".bin", known)
			was := *l.known
			*l.known = known
			t.Cleanup(func() { *l.known = was })
		}
		for _, least := range []float64{0.3, 0.5, 0.7} {
			right, wrong, missed, loud, quiet := 0, 0, 0, 0, 0
			for _, m := range introductionsIn(t, "names_unseen_"+l.name+".txt") {
				name, chance := Called(m.text)
				switch says := chance >= least; {
				case m.name == "" && says:
					loud++
					t.Logf("%s: %q of %q (%.2f)", l.name, name, m.text, chance)
				case m.name == "":
					quiet++
				case !says:
					missed++
				case name == m.name:
					right++
				default:
					wrong++
					t.Logf("%s: %q, not %q, of %q (%.2f)", l.name, name, m.name, m.text, chance)
				}
			}
			t.Logf("%s from %.1f: right %d wrong %d missed %d, of others %d quiet %d", l.name, least, right, wrong, missed, loud, quiet)
			if least == 0.5 && (right*5 < 2*(right+wrong+missed) || wrong*5 > right || loud*12 > loud+quiet) {
				t.Errorf("%s: of %d names %d are found and %d wrongly, and %d of %d lines without one have one", l.name, right+wrong+missed, right, wrong, loud, loud+quiet)
			}
		}
	}
}
