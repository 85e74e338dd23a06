package dreaming

import (
	"strings"
	"testing"

	"yumori/dreaming/record"
	"yumori/internal/facts"
	"yumori/internal/memory/stores"
	"yumori/internal/store"
	"yumori/persona"
)

// TestWhatIsPutRightOnTheSameDayIsNotKeptTwice has the user correct themselves
// before the night: what they said first ended when they did, or was never so.
func TestWhatIsPutRightOnTheSameDayIsNotKeptTwice(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language string
		said     []string
		first    string
		ended    int
	}{
		{"ja", []string{"先週、祖父が倒れた。", "違った、倒れたのは祖父じゃなくて大家さんだった。"}, "祖父が倒れた", 1},
		{"ja", []string{"伯母が入院した。いや、伯母じゃなくて姑が入院した。"}, "伯母が入院した", 0},
		{"en", []string{"I live in Sligo.", "Sorry, I typed that wrong. I don't live in Sligo any more."}, "Ken lives in Sligo", 1},
	} {
		w := newWorld(t, c.language)
		w.at(10, 20)
		for _, s := range c.said {
			w.says(s, "…")
		}
		w.at(10, 23)
		w.dreams(New(w.deps), Request{})
		m, err := stores.Open(w.dir, stores.Options{Now: w.clock})
		if err != nil {
			t.Fatal(err)
		}
		held, err := m.Bank.Facts(facts.Query{Types: []facts.Type{facts.World}})
		if err != nil {
			t.Fatal(err)
		}
		ended := 0
		for _, f := range held {
			switch first := strings.Contains(f.Text, c.first) && !strings.Contains(f.Text, "じゃなくて"); {
			case first && f.Ended.IsZero():
				t.Errorf("%q still holds", f.Text)
			case first:
				ended++
			case !f.Ended.IsZero():
				t.Errorf("%q ended", f.Text)
			}
		}
		if ended != c.ended || len(held) == 0 {
			t.Errorf("%q: %d ended, of %+v", c.said, ended, held)
		}
	}
}

// TestWhatIsDeniedLeavesThePage has a page say what is no longer so as history
// only.
func TestWhatIsDeniedLeavesThePage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	w.evening(10, "I live in Sligo.")
	w.evening(11, "I don't live in Sligo any more.")
	w.at(12, 20)
	w.says("Good evening.", "Good evening.")
	w.dreams(New(w.deps), Request{Level: 2})
	if is := w.page("Sligo"); !strings.Contains(is, "Until 11 November 2026: Ken lives in Sligo.") || strings.Contains(is, "I live in") || !strings.Contains(is, "any more") {
		t.Errorf("the page says %q", is)
	}
}

// TestAProposalRestsOnBothSentences has what core memory says be put right, as
// the day does it: the proposal shows what was said first and what puts it right.
func TestAProposalRestsOnBothSentences(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	w.at(10, 20)
	first, _ := w.says("I live in Sligo.", "…")
	w.at(10, 23)
	p := New(w.deps)
	w.dreams(p, Request{})
	w.write("core_memory.txt", "I am Luna.\nKen lives in Sligo.\n")
	w.at(11, 20)
	const said = "I don't live in Sligo any more, I moved to Hull."
	second, _ := w.says(said, "…")
	m, err := stores.Open(w.dir, stores.Options{Now: w.clock})
	if err != nil {
		t.Fatal(err)
	}
	u := facts.Utterance{Text: said, Speaker: "Ken", Time: w.now, MessageID: string(second)}
	if over, err := m.Bank.Overtake(u, nil, store.Cause{Kind: store.CauseUser}); err != nil || len(over.Ended) != 1 {
		t.Fatalf("ended %+v, %v", over, err)
	}
	w.at(11, 23)
	list := heldIn(w.dreams(p, Request{}), persona.Core)
	if len(list) != 1 || len(list[0].Evidence) != 2 {
		t.Fatalf("held %+v", list)
	}
	for i, id := range []string{string(first), string(second)} {
		if e := list[0].Evidence[i]; e.Message != id || e.Quote == "" {
			t.Errorf("evidence %d is %+v, not of %s", i, e, id)
		}
	}
}

// bank returns what the facts of the world say, ended ones too, and which hold.
func (w *world) bank() map[string]bool {
	w.t.Helper()
	m, err := stores.Open(w.dir, stores.Options{Now: w.clock})
	if err != nil {
		w.t.Fatal(err)
	}
	list, err := m.Bank.Facts(facts.Query{Types: []facts.Type{facts.World}})
	if err != nil {
		w.t.Fatal(err)
	}
	holds := map[string]bool{}
	for _, f := range list {
		holds[f.Text] = f.Ended.IsZero()
	}
	return holds
}

// TestANightPutsRightWhatItKeeps has the user put right in the evening what the night keeps: it
// does not hold, what is right is kept with evidence and asked about, and the undone night leaves nothing of it. What the night
// before kept holds: it was put right when that was said, and what the user made of it stays.
func TestANightPutsRightWhatItKeeps(t *testing.T) {
	t.Parallel()
	const was, is = "old friend Rosalind is coming to lunch on Thursday", "old friend Rosalind is coming to lunch on Friday"
	const right = "I should correct myself: it is not Thursday but Friday that Rosalind is coming to lunch."
	holdsOf := func(holds map[string]bool, text string) (holding, found bool) {
		for said, h := range holds {
			if strings.Contains(said, text) {
				return h, true
			}
		}
		return false, false
	}
	w := newWorld(t, "en")
	w.at(10, 20)
	w.says("My "+was+", and I have promised her my plum cake.", "…")
	w.says(right, "…")
	before := w.files("dreams/")
	w.at(10, 23)
	r := w.dreams(New(w.deps), Request{})
	holds := w.bank()
	if h, _ := holdsOf(holds, was); h {
		t.Errorf("what was wrong holds: %v", holds)
	}
	if h, ok := holdsOf(holds, is); !h || !ok {
		t.Errorf("what is right does not hold: %v", holds)
	}
	for _, c := range r.Changes {
		if c.Kind == record.KindFact && (len(c.Evidence) == 0 || c.Evidence[0].Quote == "") {
			t.Errorf("whose is %q", c.Title)
		}
		if c.Kind == record.KindQuestion && strings.Contains(c.Title, "Thursday") {
			t.Errorf("asks for the day that was wrong: %q", c.Title)
		}
	}
	if u := w.undoes(r.ID, ""); len(u.Conflicts) > 0 {
		t.Errorf("conflicts %+v", u.Conflicts)
	}
	if diff := unlike(before, w.files("dreams/")); diff != "" {
		t.Error(diff)
	}

	w = newWorld(t, "en")
	w.evening(10, "My "+was+", and I have promised her my plum cake.")
	w.evening(11, right)
	if h, ok := holdsOf(w.bank(), was); !h || !ok {
		t.Errorf("a later night ended what an earlier one kept: %v", w.bank())
	}
	if _, ok := holdsOf(w.bank(), is+", and"); ok {
		t.Errorf("and kept it anew: %v", w.bank())
	}
}
