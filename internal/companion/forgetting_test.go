package companion

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/llm/builtin"
	"yumori/internal/transcript"
	"yumori/retrieval"
)

var forgetCases = flag.Int("forgetting", 1, "how many cases of each kind of forgetting are tried")

// A forgetting is a case of testdata/forgetting: the file is its kind, "== name"
// begins a case, and each line is an act:
//
//	say TEXT        the user says it
//	night           the next day comes, after a dream
//	forget WORDS    the message of the user that holds them is taken back
//	ask TEXT        the user asks, at last
//	has WORD        stands in the answer, or in what is recalled for it
//	never WORD      stands in nothing that the persona has left; of a case of
//	                absence: not in the answer, for it is of something else
type forgetting struct {
	kind, name string
	acts       [][2]string
}

// forgettings reads the cases of a kind, at most so many spread over all.
func forgettings(t *testing.T, kind string, most int) []forgetting {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata/forgetting", kind+".txt"))
	must(t, err)
	var all []forgetting
	for block := range strings.SplitSeq("\n"+strings.TrimSpace(string(data)), "\n== ") {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		if lines[0] == "" {
			continue
		}
		f := forgetting{kind: kind, name: lines[0]}
		for _, l := range lines[1:] {
			verb, rest, _ := strings.Cut(l, " ")
			f.acts = append(f.acts, [2]string{verb, rest})
		}
		all = append(all, f)
	}
	if len(all) != 12 {
		t.Fatalf("%s has %d cases", kind, len(all))
	}
	n := min(most, len(all))
	var some []forgetting
	for i := range n {
		some = append(some, all[i*len(all)/n])
	}
	return some
}

// A forgetful is a persona that has something to forget.
type forgetful struct {
	*Companion
	t      *testing.T
	tick   *clock
	said   []transcript.Message
	asked  string
	answer string
}

// does is one act before the end.
func (p *forgetful) does(verb, rest string) {
	p.t.Helper()
	switch verb {
	case "say", "ask":
		p.tick.set(p.tick.now().Add(time.Minute))
		turn := talk(p.t, p.Companion, rest)
		p.said = append(p.said, turn.User)
		p.asked, p.answer = rest, turn.Reply.Text
	case "night":
		if _, err := p.Dreams.Dream(p.t.Context(), dreaming.Request{By: dreaming.ByRules}); !errors.Is(err, dreaming.ErrNothing) {
			must(p.t, err)
		}
		p.tick.set(p.tick.now().AddDate(0, 0, 1))
	case "forget":
		at := slices.IndexFunc(p.said, func(m transcript.Message) bool { return strings.Contains(m.Text, rest) })
		if at < 0 {
			p.t.Fatalf("nothing said holds %q", rest)
		}
		_, err := p.Conversation.Retract(p.said[at].ID)
		must(p.t, err)
	default:
		p.t.Fatalf("no act %q", verb)
	}
}

// left is all that the persona has left to tell: what is recalled for a text, what
// stands in a prompt, and what the stores show.
func (p *forgetful) left(text string) string {
	p.t.Helper()
	var b strings.Builder
	found, err := p.Memories.Recall(p.t.Context(), retrieval.Question{Text: text, Items: 30})
	must(p.t, err)
	for _, m := range found.Memories {
		fmt.Fprintln(&b, m.Words())
	}
	plan, err := p.Conversation.PlanNow(p.t.Context())
	must(p.t, err)
	for _, l := range plan.System() {
		fmt.Fprintln(&b, l, l.Memories)
	}
	held, err := p.mind.Facts.Facts(facts.Query{})
	must(p.t, err)
	for _, f := range held {
		fmt.Fprintln(&b, f.Text)
	}
	for _, e := range p.mind.Episodes.Episodes() {
		fmt.Fprintln(&b, p.Memories.Folder.Unsaid(e))
	}
	for _, g := range p.mind.Goals.Goals() {
		fmt.Fprintln(&b, g.Goal)
	}
	for _, q := range p.mind.Motives.Questions() {
		fmt.Fprintln(&b, q.Topic)
	}
	return b.String()
}

// holds reports whether a case ends as it should.
func (p *forgetful) holds(f forgetting) bool {
	p.t.Helper()
	good := true
	left := p.left(p.asked)
	for _, a := range f.acts {
		word := a[1]
		switch a[0] {
		case "has":
			if !strings.Contains(lang.Fold(p.answer+left), lang.Fold(word)) {
				good = false
				p.t.Logf("%s lacks %q: %q", f.name, word, p.answer)
			}
		case "never":
			all := p.answer
			if f.kind != "absence" {
				all += left + p.left(word)
			}
			if at := strings.Index(lang.Fold(all), lang.Fold(word)); at >= 0 {
				good = false
				p.t.Logf("%s has %q: %q; %s", f.name, word, p.answer, all)
			}
		}
	}
	return good
}

// TestForgetting tries what stays, what goes and what goes with it when something
// is taken back, asked of the rules, which make nothing up.
func TestForgetting(t *testing.T) {
	t.Parallel()
	tick := &clock{at: noon}
	h, err := openHome(t.Context(), Options{Home: t.TempDir(), Now: tick.now, Builtin: builtin.New(builtin.Options{Now: tick.now}), Samples: samples()})
	must(t, err)
	t.Cleanup(func() { _ = h.Close() })
	tries, shares := 0, []string{}
	for _, kind := range []string{"exact", "aggregation", "deletion", "cascade", "absence"} {
		list, good := forgettings(t, kind, *forgetCases), 0
		for _, f := range list {
			language := map[bool]string{true: "ja", false: "en"}[lang.Japanese(f.name)]
			slug, err := h.Create("Aoi", language, "")
			must(t, err)
			c, err := h.Companion(t.Context(), slug)
			must(t, err)
			p := &forgetful{Companion: c, t: t, tick: tick}
			for _, a := range f.acts {
				if a[0] != "has" && a[0] != "never" {
					p.does(a[0], a[1])
				}
			}
			if p.holds(f) {
				good++
			}
		}
		share := float64(good) / float64(len(list))
		if bar := map[string]float64{"deletion": .90, "cascade": .30}[kind]; share < bar {
			t.Errorf("%s: %.2f, less than %.2f", kind, share, bar)
		}
		tries += len(list)
		shares = append(shares, fmt.Sprintf("%s %.2f", kind, share))
	}
	t.Logf("trust: %d tries: %s", tries, strings.Join(shares, ", "))
}

// TestForgetsWhatIsNamed asks in words that something be forgotten by its name: it is in
// no answer, recall or prompt any more, and what else was said stays.
func TestForgetsWhatIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ slug, kept, told, forget, ask, word, stays string }{
		{"", "犬の名前はコロです。", "元夫の電話番号、090-0000-1234です", "やっぱり元夫の電話番号は忘れてください", "元夫の電話番号は？", "1234", "コロ"},
		{"luna", "My dog is called Rex.", "my pin is 4417", "actually forget the pin i told you", "what's my pin?", "4417", "Rex"},
		{"luna", "My dog is called Rex.", "my pin is 4417", "i'd rather you didn't keep my pin", "what's my pin?", "4417", "Rex"},
	} {
		t.Run(c.forget, func(t *testing.T) {
			t.Parallel()
			p := &forgetful{Companion: theOne(t, remembering(t, t.TempDir(), september, nil), c.slug), t: t}
			for _, said := range []string{c.kept, c.told, c.forget} {
				talk(t, p.Companion, said)
			}
			if got := talk(t, p.Companion, c.ask).Text + p.left(c.ask); strings.Contains(got, c.word) {
				t.Errorf("%q is told still: %s", c.word, got)
			}
			if left := p.left(c.kept); !strings.Contains(left, c.stays) {
				t.Errorf("%q went with it: %s", c.stays, left)
			}
		})
	}
}
