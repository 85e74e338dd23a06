package rules

import "testing"

// What is quoted in a dream stands in one pair of marks.
func TestWholeQuote(t *testing.T) {
	for text, want := range map[string]string{
		"Ben: “I have an interview”": "I have an interview",
		"ユーザー「猫を飼っている」":              "猫を飼っている",
		"Ben plants tomatoes":        "Ben plants tomatoes",
		"He said “no” and left":      "He said “no” and left",
	} {
		if got := wholeQuote(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
