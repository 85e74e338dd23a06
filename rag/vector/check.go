package vector

import "math"

// IsUnit reports whether v is what an embedder must give: dim finite numbers
// of length 1 or near it.
func IsUnit(v []float32, dim int) bool {
	if len(v) != dim || dim == 0 {
		return false
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return !math.IsNaN(sum) && math.Abs(sum-1) < 0.02
}
