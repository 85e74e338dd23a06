package dreaming

import (
	"slices"
	"strings"
	"testing"

	"yumori/docs"
	"yumori/dreaming/record"
)

// TestDocs holds the tables of docs/dream.md to the numbers and stages there are.
func TestDocs(t *testing.T) {
	docs.Hold(t, "dream.md", "Numbers of the nights", map[string]float64{
		"quiet hours end, hour of the day":                    quietUntil / 60.0,
		"nobody spoke for, minutes":                           idleLimit.Minutes(),
		"missed nights that are made up, at most":             makeupNights,
		"days after which a dream is of level 2":              weeklyDays,
		"days after which a dream is of level 3":              monthlyDays,
		"age in days below which a persona dreams at level 1": youngDays,
		"first retry after a failure, minutes":                firstRetry.Minutes(),
		"longest wait for a retry, hours":                     longestRetry.Hours(),
	})
	rows, err := docs.Table("dream.md", "Stages")
	if err != nil {
		t.Fatal(err)
	}
	var named []record.Stage
	for _, row := range rows {
		named = append(named, record.Stage(strings.Trim(row[0], "`")))
	}
	if want := record.Stages(); !slices.Equal(named, want) {
		t.Errorf("the page has %q, there are %q", named, want)
	}
}
