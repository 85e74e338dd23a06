package dreaming

import (
	"fmt"
	"strings"
	"testing"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/internal/store"
	"yumori/persona"
)

// heldIn returns what a dream proposes for a file.
func heldIn(r record.Record, f persona.File) []record.Change {
	var list []record.Change
	for _, c := range r.Changes {
		if c.Kind == record.KindHeld && c.File == string(f) {
			list = append(list, c)
		}
	}
	return list
}

// TestProposalIsDecided proposes who the user is once, takes it back with the
// night, and never comes back to it after a refusal.
func TestProposalIsDecided(t *testing.T) {
	for _, decision := range []string{"accept", "edit", "refuse", "undo night"} {
		t.Run(decision, func(t *testing.T) {
			w := newWorld(t, "en")
			p := New(w.deps)
			w.write("core_memory.txt", "I am Luna.\n")
			w.says("I work as a nurse at a hospital in Leeds.", "A hard profession.")
			before := w.files("dreams/")
			w.at(20, 23)
			r := w.dreams(p, Request{})
			list := heldIn(r, persona.Core)
			if len(list) != 1 || list[0].State != record.StatusHeld || *list[0].After != "Ken works as a nurse at a hospital in Leeds" || len(list[0].Evidence) != 1 || list[0].Evidence[0].Quote == "" {
				t.Fatalf("held: %+v", list)
			}
			d, err := record.Open(w.dir)
			if err != nil {
				t.Fatal(err)
			}
			want := "I am Luna.\n"
			switch decision {
			case "accept":
				_, err = d.Decide(t.Context(), r.ID, list[0].ID, record.Verdict{Decision: persona.Accept})
				want += "\nKen works as a nurse at a hospital in Leeds\n"
			case "edit":
				_, err = d.Decide(t.Context(), r.ID, list[0].ID, record.Verdict{Decision: persona.Accept, Edited: "Ken is a nurse."})
				want += "\nKen is a nurse.\n"
			case "refuse":
				_, err = d.Decide(t.Context(), r.ID, list[0].ID, record.Verdict{Decision: persona.Refuse})
			default:
				if u := w.undoes(r.ID, ""); len(u.Conflicts) > 0 {
					t.Errorf("conflicts: %+v", u.Conflicts)
				}
				if diff := unlike(before, w.files("dreams/")); diff != "" {
					t.Error(diff)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := w.files()["core_memory.txt"]; got != want {
				t.Errorf("core memory %q, want %q", got, want)
			}
			if r, err = d.Read(r.ID); err != nil {
				t.Fatal(err)
			}
			if decision == "accept" || decision == "edit" { // and taken back by itself
				if got := heldIn(r, persona.Core)[0]; got.State != record.StatusApplied {
					t.Errorf("accepted: %+v", got)
				}
				if u := w.undoes(r.ID, list[0].ID); len(u.Items) != 1 || len(u.Conflicts) > 0 {
					t.Errorf("undone: %+v", u)
				}
				if got := strings.TrimSpace(w.files()["core_memory.txt"]); got != "I am Luna." {
					t.Errorf("core memory after its undo: %q", got)
				}
			}
			w.at(21, 20)
			w.says("I work as a nurse at a hospital in Leeds, did I tell you?", "You did.")
			w.says("I work as a nurse at a hospital in Leeds.", "Yes.")
			w.at(21, 23)
			if list := heldIn(w.dreams(p, Request{}), persona.Core); len(list) > 0 {
				t.Errorf("proposed again: %+v", list)
			}
		})
	}
}

// TestDecidedInTheConversation notes in the dream what became of a proposal
// that was decided on by itself, also when the list of what was held has
// forgotten it.
func TestDecidedInTheConversation(t *testing.T) {
	for decision, want := range map[persona.Decision]record.Status{persona.Accept: record.StatusApplied, persona.Refuse: record.StatusRefused} {
		for _, forgotten := range []string{"", `{"schema":1,"changes":[]}`} {
			w := newWorld(t, "en")
			w.says("I work as a nurse at a hospital in Leeds.", "A hard profession.")
			w.at(20, 23)
			r := w.dreams(New(w.deps), Request{})
			p, err := persona.Open(w.dir)
			if err != nil {
				t.Fatal(err)
			}
			c := heldIn(r, persona.Core)[0]
			if _, err := p.Decide(c.Held, decision); err != nil {
				t.Fatal(err)
			}
			if forgotten != "" {
				w.write("memory/held.json", forgotten)
			}
			d, err := record.Open(w.dir)
			if err != nil {
				t.Fatal(err)
			}
			if r, err = d.Read(r.ID); err != nil {
				t.Fatal(err)
			}
			if got := heldIn(r, persona.Core)[0].State; got != want {
				t.Errorf("%s, the list %q: %s, want %s", decision, forgotten, got, want)
			}
		}
	}
}

// TestCorrection has a new home take the place of the old one.
func TestCorrection(t *testing.T) {
	for language, c := range map[string][3]string{
		"en": {"# What stays true\n- Ken lives in Leeds\n- Ken likes tea\n", "I live in Whitby now, with Julia.", "# What stays true\n- Ken lives in Whitby now, with Julia\n- Ken likes tea\n"},
		"ja": {"# ずっと変わらないこと\n- 健太は仙台に住んでいる\n", "僕は石巻に住んでいます。", "# ずっと変わらないこと\n- 健太は石巻に住んでいます\n"},
	} {
		t.Run(language, func(t *testing.T) {
			w := newWorld(t, language)
			if language == "ja" {
				w.deps.User = "健太"
			}
			w.write("MEMORY.md", c[0])
			w.says(c[1], "…")
			w.at(20, 23)
			r := w.dreams(New(w.deps), Request{})
			list := heldIn(r, persona.Evergreen)
			if len(list) != 1 || list[0].Before == nil {
				t.Fatalf("held: %s", nightShown(r))
			}
			d, err := record.Open(w.dir)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := d.Decide(t.Context(), r.ID, list[0].ID, record.Verdict{Decision: persona.Accept}); err != nil {
				t.Fatal(err)
			}
			if got := w.files()["MEMORY.md"]; got != c[2] {
				t.Errorf("%q, want %q", got, c[2])
			}
			if u := w.undoes(r.ID, list[0].ID); len(u.Conflicts) > 0 || w.files()["MEMORY.md"] != c[0] {
				t.Errorf("undone: %+v, %q", u, w.files()["MEMORY.md"])
			}
		})
	}
}

// TestNameIsAskedForOnce holds that a night does not ask again for what the
// conversation has asked for, nor for a name that stands there.
func TestNameIsAskedForOnce(t *testing.T) {
	for _, waits := range []string{"", "お話しする人の名前は健太さん。"} {
		w := newWorld(t, "ja")
		w.write("core_memory.txt", "お話しする人の名前は謙太さん。\n")
		if waits != "" {
			p, err := persona.Open(w.dir)
			if err != nil {
				t.Fatal(err)
			}
			h, err := p.Propose(persona.Core, persona.Edit{Old: "お話しする人の名前は謙太さん。", New: waits})
			if err == nil {
				_, err = p.Hold(h)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		w.says("私の名前は健太です。よろしくね。", "…")
		w.at(20, 23)
		r := w.dreams(New(w.deps), Request{})
		switch list := heldIn(r, persona.Core); {
		case waits != "" && len(list) > 0:
			t.Errorf("asked for twice: %s", nightShown(r))
		case waits == "" && (len(list) != 1 || *list[0].After != "お話しする人の名前は健太さん。"):
			t.Errorf("held: %s", nightShown(r))
		}
	}
}

// TestNothingIsAskedForInOtherWords holds that a night proposes nothing that
// stands, or waits for the user since a turn, in other words: one name has one
// card.
func TestNothingIsAskedForInOtherWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, held, said string }{
		{"en", "The one I talk with is called Imke.", "My name is Imke."},
		{"en", "Imke is from Kiel and her home is there: she lives in Kiel.", "I live in Kiel."},
		{"ja", "お話しする人の名前は芽依さん。", "私の名前は芽依です。"},
	} {
		for _, waits := range []bool{true, false} {
			w := newWorld(t, c.language)
			w.deps.User = ""
			if w.write("core_memory.txt", "I am Luna.\n"); !waits {
				w.write("core_memory.txt", "I am Luna.\n"+c.held+"\n")
			} else {
				w.holds(c.held)
			}
			w.says(c.said, "…")
			w.at(20, 23)
			if list := heldIn(w.dreams(New(w.deps), Request{}), persona.Core); len(list) > 0 {
				t.Errorf("%q (waits: %v) was asked for again as %q", c.held, waits, *list[0].After)
			}
		}
	}
	w := newWorld(t, "en")
	w.deps.User = ""
	w.holds("The one I talk with is called Imke.")
	w.says("I live in Kiel.", "…")
	w.at(20, 23)
	if list := heldIn(w.dreams(New(w.deps), Request{}), persona.Core); len(list) != 1 {
		t.Errorf("where she lives was not proposed: %+v", list)
	}
}

// holds has a turn ask for a line of core memory.
func (w *world) holds(line string) {
	w.t.Helper()
	p, err := persona.Open(w.dir)
	if err != nil {
		w.t.Fatal(err)
	}
	h, err := p.Propose(persona.Core, persona.Edit{Append: line})
	if err == nil {
		_, err = p.Hold(h)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// TestFewProposals asks the user little, however much is told.
func TestFewProposals(t *testing.T) {
	w := newWorld(t, "en")
	p := New(w.deps)
	in := 0
	for day := 2; day < 9; day++ {
		w.at(day, 20)
		for i := range 5 {
			w.says(fmt.Sprintf("My cousin %s lives in %s.", []string{"Anna", "Bert", "Carla", "Dieter", "Emma"}[i], []string{"Oslo", "Rome", "Kyoto", "Lima", "Cairo", "Delhi", "Perth"}[day-2]), "I see.")
		}
		w.at(day, 23)
		n := len(heldIn(w.dreams(p, Request{}), persona.Evergreen))
		if in += n; n > rules.ProposedNight {
			t.Errorf("%d proposals on day %d", n, day)
		}
	}
	if in != rules.ProposedWeek {
		t.Errorf("%d proposals in a week, want %d", in, rules.ProposedWeek)
	}
}

// write writes a file as a person would.
func (w *world) write(name, text string) {
	w.t.Helper()
	if err := w.dir.Write(name, []byte(text), store.Cause{Kind: store.CauseUser}); err != nil {
		w.t.Fatal(err)
	}
}
