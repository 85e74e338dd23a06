package lang_test

import (
	"testing"

	"yumori/internal/lang"
)

// "Well" leads a sentence in, or says how something was done.
func TestWellSaid(t *testing.T) {
	for text, want := range map[string]string{
		"Well earned.":          "Well earned.",
		"Oh, well done!":        "Well done!",
		"well i got the job":    "I got the job",
		"Well, we moved.":       "We moved.",
		"Well known in Leith.":  "Well known in Leith.",
		"Yes well I went there": "I went there",
	} {
		list := lang.Split(text)
		if got := lang.Told(list[len(list)-1]); got != want {
			t.Errorf("%q is told %q, want %q", text, got, want)
		}
	}
}
