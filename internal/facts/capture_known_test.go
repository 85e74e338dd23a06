package facts

import "testing"

// TestFilterLosesNothing holds that what covers a sentence passes its filter, and
// that most of the rest does not.
func TestFilterLosesNothing(t *testing.T) {
	t.Parallel()
	texts := []string{
		"I like heron number 17 very much.", "My cat is called Tama.", "My sister Mika lives in Kyoto and paints.",
		"猫の名前はタマです。", "私は京都に住んでいます。", "コーヒーが好きです。", "I never drink coffee.", "We moved to Lisbon last year.", "My sister studies law.", "x", "",
	}
	passed, covered := 0, 0
	for _, sentence := range texts {
		tokens := tokensOf(sentence)
		for _, text := range texts {
			words := fold(" " + text)
			pass := filterOf(tokens).passes(pairsOf(words))
			if covers(words, tokens, sentence) {
				covered++
				if !pass {
					t.Errorf("%q covers %q and does not pass", text, sentence)
				}
			} else if pass && len(tokens) > 1 {
				passed++
			}
		}
	}
	if covered < len(texts)-2 || passed > 8 {
		t.Errorf("%d cover, %d pass in vain", covered, passed)
	}
}

// What is kept is kept with the sentence that says of whom it is, once.
func TestCaptureWhole(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"My sister June is allergic to nuts. All of them.": "My sister June is allergic to nuts. All of them.",
		"火曜の17時に病院や、血圧の。山田内科。忘れそうやから覚えといて。":                "火曜の17時に病院や、血圧の。山田内科。",
		"I live in Kyoto. Small flat.":                     "I live in Kyoto",
	} {
		if got := Capture(Utterance{Text: text}); len(got) != 1 || got[0].Text != want {
			t.Errorf("%s: %+v", text, got)
		}
	}
}
