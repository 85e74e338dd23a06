package docs

import (
	"math"
	"strconv"
	"testing"
)

// Hold fails a test unless a table of a page says exactly these values: what
// they are of in the first column, the value in the second, right to as many
// places as it is written with.
func Hold(t testing.TB, page, heading string, values map[string]float64) {
	t.Helper()
	rows, err := Table(page, heading)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(values) {
		t.Errorf("%s, %q has %d rows, the test knows %d", page, heading, len(rows), len(values))
	}
	for _, row := range rows {
		want, err := strconv.ParseFloat(row[1], 64)
		got, known := values[row[0]]
		switch {
		case err != nil || !known:
			t.Errorf("%s, %q: nothing checks %q", page, heading, row)
		case math.Abs(got-want) > slack(row[1]):
			t.Errorf("%s, %q: %s is %v, the page says %s", page, heading, row[0], got, row[1])
		}
	}
}

// slack is half of the last place of a number as it is written.
func slack(number string) float64 {
	for i, r := range number {
		if r == '.' {
			return 0.5*math.Pow10(-(len(number)-i-1)) + 1e-9
		}
	}
	return 1e-9
}
