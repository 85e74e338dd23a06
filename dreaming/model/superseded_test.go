package model

import (
	"strings"
	"testing"
	"time"

	"yumori/dreaming/rules"
	"yumori/entity"
	"yumori/internal/llm/llmtest"
)

// TestContradictedIsAssertedNoMore has a page told anew say what was said last,
// and the earlier as what was so until then.
func TestContradictedIsAssertedNoMore(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 3, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct{ name, page, gone, says, past string }{
		{"Mika", "Mika is allergic to nuts.\n\nShe plays the flute.\n\nMika is not allergic to nuts after all.",
			"Mika is allergic to nuts.", "not allergic to nuts after all", "Until 3 November 2026: Mika is allergic to nuts."},
		{"Mika", "Alex said on 2 October 2026: Mika is allergic to nuts. She plays the flute.\n\nAlex said on 5 November 2026: She's not allergic after all.",
			"", "5 November 2026: She's not allergic after all", "Until 5 November 2026: Mika is allergic to nuts."},
		{"Mika", "- lives in York\n- plays the flute\n- moved from York to Leeds", "- lives in York", "moved from York to Leeds", "Until 3 November 2026: Lives in York."},
		{"Mika", "Mika is Alex's sister and she is allergic to nuts.\n\nMika isn't allergic to nuts after all.", "and she is allergic", "Mika is Alex's sister.", "Until 3 November 2026: She is allergic to nuts."},
		{"美香", "美香は卵アレルギーだ。\n\nフルートを吹く。\n\n美香は卵アレルギーではなかった。", "", "卵アレルギーではなかった", "2026年11月3日まで: 美香は卵アレルギーだ。"},
		{"Mika", "Mika is allergic to nuts.\n\nTom is not allergic to nuts after all.", "Until", "Mika is allergic to nuts.", ""},
		{"Mika", "Mika is allergic to nuts.\n\nMika might not be allergic to nuts.", "Until", "Mika is allergic to nuts.", ""},
	} {
		page := rules.Known{Name: entity.Name(c.name), Text: c.page, Told: func(string) time.Time { return day }}
		got, err := Consolidate(t.Context(), nil, EmptyDay("en"), page)
		if err != nil {
			t.Fatal(err)
		}
		text := got.Text
		if text == "" {
			text = c.page
		}
		if before, _, _ := strings.Cut(text, c.past); c.past != "" && (before == text || strings.Contains(before, c.gone) && c.gone != "") || c.past == "" && strings.Contains(text, c.gone) {
			t.Errorf("%q: %q", c.page, text)
		}
		if !strings.Contains(text, c.says) {
			t.Errorf("%q: %q does not say %q", c.page, text, c.says)
		}
		again, err := Consolidate(t.Context(), nil, EmptyDay("en"), rules.Known{Name: page.Name, Text: text, Told: page.Told})
		if err != nil || again.Text != "" && again.Text != text {
			t.Errorf("again: %q, then %q, %v", text, again.Text, err)
		}
	}
}

// TestModelKeepsNothingContradicted has a model's page lose what a later
// statement contradicts.
func TestModelKeepsNothingContradicted(t *testing.T) {
	t.Parallel()
	page := rules.Known{Name: "Mika", Text: "Mika is allergic to nuts.\n\nShe plays the flute.\n\nShe lives in Kyoto with her cat Momo.\n\nMika is not allergic to nuts after all."}
	for _, answer := range []string{
		"Mika is allergic to nuts. She plays the flute and lives in Kyoto with her cat Momo. She is not allergic to nuts after all.",
		"Mika plays the flute. She is allergic to nuts. She lives in Kyoto with her cat Momo.",
		"Mika plays the flute.",
	} {
		got, err := Consolidate(t.Context(), llmtest.NewScripted(llmtest.Text(`{"text":"`+answer+`"}`)), EmptyDay("en"), page)
		if err != nil {
			t.Fatal(err)
		}
		now, _, found := strings.Cut(got.Text, "Before: Mika is allergic to nuts.")
		if !found || strings.Contains(now, "is allergic to nuts") || !strings.Contains(now, "plays the flute") {
			t.Errorf("%q: %q", answer, got.Text)
		}
	}
}
