package facts

import (
	"testing"
	"time"

	"yumori/docs"
)

// TestDocs holds the checks of docs/inner-life.md to what Confidence says.
func TestDocs(t *testing.T) {
	one := func(s Stance) []Evidence {
		return []Evidence{{Stance: s, Source: "01KX", Time: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}}
	}
	docs.Hold(t, "inner-life.md", "Checks of opinions", map[string]float64{
		"0.5 and one supporting source":    Confidence(0.5, one(For)),
		"0.5 and one contradicting source": Confidence(0.5, one(Against)),
		"0.9 and one supporting source":    Confidence(0.9, one(For)),
	})
}
