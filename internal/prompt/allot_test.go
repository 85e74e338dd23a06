package prompt

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestAllot divides rooms among claims.
func TestAllot(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		room   int
		claims []claim
		want   []int
	}{
		{"nothing", 100, nil, []int{}},
		{"no room", -5, []claim{{share{"", 1, 10, .5}, 20}}, []int{0}},
		{"floors before shares", 100, []claim{{share{"", 1, 10, 1}, 500}, {share{"", 2, 30, .1}, 40}}, []int{70, 30}},
		{"shares before wants", 100, []claim{{share{"", 2, 0, .3}, 50}, {share{"", 1, 0, .5}, 90}}, []int{30, 70}},
		{"what is left goes by rank", 100, []claim{{share{"", 2, 0, .1}, 50}, {share{"", 1, 0, .1}, 95}}, []int{10, 90}},
		{"less is wanted", 100, []claim{{share{"", 1, 50, .9}, 5}}, []int{5}},
	} {
		if got := allot(tt.room, tt.claims); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	seed := uint64(7)
	r := rand.New(rand.NewPCG(seed, seed))
	for range 2_000 {
		room, claims, wanted := r.IntN(5_000), make([]claim, r.IntN(8)), 0
		for i := range claims {
			claims[i] = claim{share{"", r.IntN(9), r.IntN(300), r.Float64()}, r.IntN(3_000)}
			wanted += claims[i].want
		}
		sum := 0
		for i, n := range allot(room, claims) {
			sum += n
			if n < 0 || n > claims[i].want {
				t.Fatalf("seed %d: %d given of %d wanted", seed, n, claims[i].want)
			}
		}
		if sum > room || sum < min(room, wanted) {
			t.Fatalf("seed %d: %d given of %d, %d wanted", seed, sum, room, wanted)
		}
	}
}
