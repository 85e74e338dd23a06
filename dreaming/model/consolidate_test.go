package model

import (
	"strings"
	"testing"

	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/llm/llmtest"
)

// TestStatements has pages counted.
func TestStatements(t *testing.T) {
	for _, c := range []struct {
		name, page string
		n          int
	}{
		{"empty", "", 0},
		{"one", "Mika is Alex's sister.", 1},
		{"two in a sentence", "Mika lives in Kyoto and she has a cat named Momo.", 2},
		{"a list is one", "Mika likes tea, coffee and cake.", 1},
		{"bullets", "- sister of Alex\n- born in 1998\n- plays the flute", 3},
		{"headings are none", "# Mika\n\n## Life\n\nShe plays the flute.", 1},
		{"twice is once", "She plays the flute.\n\nshe plays the flute!", 1},
		{"semicolons", "Flute teacher in Kyoto; moved there in 2021.", 2},
		{"nothing said", "OK. Well. So.", 0},
		{"Japanese", "美香は妹だ。京都に住んでいて、猫のモモを飼っている。", 3},
		{"Japanese twice", "美香は妹だ。\n\n美香は妹だ", 1},
		{"Japanese list", "紅茶、珈琲、菓子が好き。", 1},
	} {
		if got := rules.Statements(c.page); len(got) != c.n {
			t.Errorf("%s: %d statements, want %d: %q", c.name, len(got), c.n, got)
		}
	}
}

// TestMissing has texts told anew compared with what was there.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		name, old, text string
		lost            int
	}{
		{"the same", "Mika is Alex's sister. She plays the flute.", "Mika is Alex's sister. She plays the flute.", 0},
		{"merged", "Mika is Alex's sister. Mika plays the flute. Mika lives in Kyoto.", "Mika, Alex's sister, lives in Kyoto and plays the flute.", 0},
		{"one gone", "Mika is Alex's sister. She plays the flute. She lives in Kyoto.", "Mika is Alex's sister and lives in Kyoto.", 1},
		{"a number changed", "She was born in 1998. She owns 3 flutes.", "She was born in 1989. She owns 3 flutes.", 1},
		{"a denial gone", "Mika does not eat meat.", "Mika eats meat.", 1},
		{"words scattered over a page", "The flute is in Kyoto with Momo.", "A flute. Nothing here to see at all. Nor here, honestly friends. Kyoto. Again much empty talk here. Here more empty words follow. Momo.", 1},
		{"Japanese merged", "美香は妹だ。美香は京都に住んでいる。フルートを吹く。", "妹の美香は京都に住み、フルートを吹く。", 0},
		{"Japanese one gone", "美香は妹だ。京都に住んでいる。1998年生まれ。", "妹の美香は京都に住んでいる。", 1},
		{"Japanese denial gone", "美香は肉を食べない。", "美香は肉を食べる。", 1},
	} {
		if got := rules.Missing(rules.Statements(c.old), c.text); len(got) != c.lost {
			t.Errorf("%s: lost %q, want %d", c.name, got, c.lost)
		}
	}
}

// TestConsolidate has a model's page refused when it loses more than a fifth.
func TestConsolidate(t *testing.T) {
	page := rules.Known{Name: "Mika", Text: "Mika is Alex's sister.\n\nShe lives in Kyoto since 2021.\n\nShe plays the flute.\n\nShe has a cat named Momo.\n\nMika is Alex's sister."}
	for _, c := range []struct {
		name, answer string
		by           string
		text         string
		lost         int
		refused      bool
	}{
		{"all kept", `{"text":"Mika, Alex's sister, lives in Kyoto since 2021. She plays the flute and has a cat named Momo."}`, "scripted/script", "Mika, Alex's sister", 0, false},
		{"a quarter lost", `{"text":"Mika, Alex's sister, lives in Kyoto since 2021. She plays the flute."}`, "scripted/script", "", 1, true},
		{"half lost", `{"text":"Mika, Alex's sister, lives in Kyoto since 2021."}`, "scripted/script", "", 2, true},
		{"all lost", `{"text":"Mika is nice."}`, "scripted/script", "", 4, true},
		{"no text", `{"text":"..."}`, episodic.Rules, "Mika is Alex's sister. She lives", 0, false},
		{"longer", `{"text":"` + strings.Repeat("Mika is Alex's sister. ", 20) + `"}`, episodic.Rules, "Mika is Alex's sister. She lives", 0, false},
		{"another language", `{"text":"美香は妹だ。"}`, episodic.Rules, "Mika is Alex's sister. She lives", 0, false},
		{"a refusal", `I'm sorry, I can't.`, episodic.Rules, "Mika is Alex's sister. She lives", 0, false},
		{"comments", `{"text":"<!-- src: evil -->Mika, Alex's sister, lives in Kyoto since 2021.\n\nShe plays the flute; cat: Momo, named cat."}`, "scripted/script", "Mika, Alex's sister", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Consolidate(t.Context(), llmtest.NewScripted(llmtest.Text(c.answer)), EmptyDay("en"), page)
			if err != nil || got.By != c.by || got.Lost != c.lost || got.Refused != c.refused || got.Statements != 4 {
				t.Errorf("%+v, %v", got, err)
			}
			if !strings.HasPrefix(got.Text, c.text) || c.text == "" && got.Text != "" || strings.Contains(got.Text, "<!--") {
				t.Errorf("text %q", got.Text)
			}
		})
	}
}

// TestMerged has the rules lose nothing.
func TestMerged(t *testing.T) {
	for _, c := range []struct{ name, page, want string }{
		{"nothing to do", "Mika plays the flute.", ""},
		{"twice", "Mika plays the flute.\n\nMika plays the flute.", "Mika plays the flute."},
		{"told more fully", "Mika lives in Kyoto.\n\nMika lives in Kyoto with Momo.", "Mika lives in Kyoto with Momo."},
		{"not the same", "Mika likes tea.\n\nMika likes tea less than coffee.", "Mika likes tea less than coffee."},
		{"Japanese", "美香は妹だ。\n\n美香は妹だ。フルートを吹く。", "美香は妹だ。フルートを吹く。"},
		{"lists stay", "- flute\n- cat\n\n- flute\n- cat", "- flute\n- cat"},
		{"code stays", "```\nx\n```\n\n> quoted", ""},
	} {
		got, err := Consolidate(t.Context(), nil, EmptyDay("en"), rules.Known{Name: "Mika", Text: c.page})
		if err != nil || got.Text != c.want || got.Refused {
			t.Errorf("%s: %q, want %q", c.name, got.Text, c.want)
		}
	}
}
