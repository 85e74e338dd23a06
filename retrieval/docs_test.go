package retrieval

import (
	"strconv"
	"testing"
	"time"

	"yumori/docs"
)

// TestDocs holds the tables of docs/recall.md to what the functions say.
func TestDocs(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	docs.Hold(t, "recall.md", "Checks of decay", map[string]float64{
		"today":       decay(now, now),
		"14 days ago": decay(now.AddDate(0, 0, -14), now),
		"unknown":     decay(time.Time{}, now),
	})
	rows, err := docs.Table("recall.md", "Weights of intents")
	if err != nil || len(rows) != 5 {
		t.Fatalf("%d intents, %v", len(rows), err)
	}
	for _, row := range rows {
		i, ok := IntentNamed(row[0])
		w := i.weights()
		for k, want := range []float64{w.alpha, w.beta, w.gamma} {
			if got, err := strconv.ParseFloat(row[k+1], 64); !ok || err != nil || got != want {
				t.Errorf("%q: column %d is %v in the code", row, k+1, want)
			}
		}
	}
}
