package document

import (
	"errors"
	"flag"
	"math/rand/v2"
	"testing"
	"time"
)

// mutations is how many damaged PDFs TestMutations reads. The figure of a
// release is 2,000: go test ./document -run Mutations -mutations 2000.
var mutations = flag.Int("mutations", 15, "how many damaged PDFs to read")

// TestMutations damages documents at random: each is read, or there is a
// reason why not, and the reading process ends.
func TestMutations(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	whole := [][]byte{english(lanterns, lanterns).bytes(), japaneseWithUnicode("V").bytes(), newSketch(fonts(composite("90ms-RKSJ-H", "")), shown("F1", hexed(sjis(tundra)))).bytes()}
	count := map[Reason]int{}
	var longest time.Duration
	for range *mutations {
		pdf := append([]byte(nil), whole[random.IntN(len(whole))]...)
		for range 1 + random.IntN(12) {
			at := 9 + random.IntN(len(pdf)-9)
			switch random.IntN(3) {
			case 0:
				pdf[at] = byte(random.IntN(256))
			case 1:
				pdf = append(pdf[:at], pdf[min(len(pdf), at+1+random.IntN(8)):]...)
			default:
				n := min(40, len(pdf)-at)
				pdf = append(pdf[:at+n], pdf[at:]...)
			}
		}
		start := time.Now()
		_, err := Reader{Pdftotext: "none", Silence: 3 * time.Second}.Read(t.Context(), PDF, written(t, pdf), nil)
		longest = max(longest, time.Since(start))
		var p *Problem
		switch {
		case err == nil:
			count["read"]++
		case errors.As(err, &p):
			count[p.Reason]++
		default:
			t.Errorf("no reason: %v", err)
		}
	}
	t.Logf("trust: %d tries: %d read, %d refused with a reason, the longest took %v", *mutations, count["read"], *mutations-count["read"], longest.Round(time.Millisecond))
	if longest > time.Minute {
		t.Errorf("one took %v", longest)
	}
}
