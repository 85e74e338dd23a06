package dreaming

import (
	"strings"
	"testing"

	"yumori/persona"
)

// TestCorrectionReachesCoreMemory has the user put right what stands in core
// memory: the line is proposed to be replaced, derived from the new words, once.
func TestCorrectionReachesCoreMemory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, stands, said, is string }{
		{"en", "Ken is allergic to nuts.", "I'm not allergic to nuts after all.", "not allergic to nuts"},
		{"en", "Ken lives in York.", "I don't live in York any more, I moved to Leeds.", "Ken lives in Leeds"},
		{"en", "Ken works at a pharmacy.", "I've started as a vet nurse.", "Ken works as a vet nurse"},
		{"ja", "健太は小倉に住んでいる。", "先週、熊本に引っ越したよ。", "熊本に住んでいる"},
		{"ja", "健太は卵アレルギーです。", "卵アレルギーじゃなかった。", "卵アレルギーじゃなかった"},
	} {
		w := newWorld(t, c.language)
		if c.language == "ja" {
			w.deps.User, w.deps.Persona = "健太", "ルナ"
		}
		w.write("core_memory.txt", "I am Luna.\n"+c.stands+"\n")
		w.says(c.said, "…")
		w.at(20, 23)
		p := New(w.deps)
		list := heldIn(w.dreams(p, Request{}), persona.Core)
		if len(list) != 1 || list[0].Before == nil || *list[0].Before != c.stands || !strings.Contains(*list[0].After, c.is) || len(list[0].Evidence) == 0 {
			t.Errorf("%s: held %+v", c.said, list)
		}
		w.at(21, 20)
		w.says(c.said, "…")
		w.at(21, 23)
		if list := heldIn(w.dreams(p, Request{}), persona.Core); len(list) > 0 {
			t.Errorf("%s: proposed again: %+v", c.said, list)
		}
	}
}

// TestCorrectionTakesProposalsBack has a proposal fall that the user puts right
// before they decided on it, and come again when the night is undone.
func TestCorrectionTakesProposalsBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "en")
	p := New(w.deps)
	state := func() persona.HeldState {
		home, err := persona.Open(w.dir)
		if err != nil {
			t.Fatal(err)
		}
		list, err := home.HeldChanges()
		if err != nil || len(list) == 0 {
			t.Fatalf("%v, %v", list, err)
		}
		return list[0].State
	}
	w.says("I'm allergic to peanuts.", "Noted.")
	w.at(20, 23)
	if list := heldIn(w.dreams(p, Request{}), persona.Core); len(list) != 1 {
		t.Fatalf("held: %+v", list)
	}
	w.at(21, 20)
	w.says("Actually I'm not allergic to peanuts after all.", "Good.")
	w.at(21, 23)
	r := w.dreams(p, Request{})
	if s := state(); s == persona.StateHeld {
		t.Errorf("it still waits: %s", s)
	}
	w.undoes(r.ID, "")
	if s := state(); s != persona.StateHeld {
		t.Errorf("undone, it is %s", s)
	}
}
