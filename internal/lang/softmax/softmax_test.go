package softmax

import (
	"math"
	"slices"
	"testing"
)

// record returns one, as it stands in a Table.
func record(part string, class, weight int) string {
	h := Hash(part)
	return string([]byte{byte(h), byte(h >> 8), byte(h >> 16), byte(h >> 24), byte(class), byte(int8(weight))})
}

func TestChances(t *testing.T) {
	list := []string{record("a", 0, 64), record("a", 1, -32), record("b", 1, 96), record("", 2, 32), record("~1", 2, 16)}
	slices.SortStableFunc(list, func(x, y string) int {
		for i := 3; i >= 0; i-- {
			if x[i] != y[i] {
				return int(x[i]) - int(y[i])
			}
		}
		return 0
	})
	table := Table("")
	for _, r := range list {
		table += Table(r)
	}
	meant := []float32{0, 2}
	logits := []float64{2 / math.Sqrt2, (3 - 1) / math.Sqrt2, 1 + 0.5*2}
	sum := 0.0
	for _, x := range logits {
		sum += math.Exp(x)
	}
	got := table.Chances(slices.Values([]string{"a", "b", "a", "not known"}), meant, 3)
	for i, x := range logits {
		if want := math.Exp(x) / sum; math.Abs(got[i]-want) > 1e-9 {
			t.Errorf("class %d has the chance %.4f, want %.4f", i, got[i], want)
		}
	}
	for _, c := range Table("").Chances(slices.Values([]string{"a"}), nil, 4) {
		if c != 0.25 {
			t.Errorf("a table without records tells %.2f", c)
		}
	}
}
