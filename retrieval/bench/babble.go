package bench

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A babble makes messages up: words of Zipf's shape, each ten messages on a
// subject of their own, half of them Japanese.
type babble struct {
	rnd    *rand.Rand
	common *rand.Zipf
	kanji  []rune
}

func newBabble() babble {
	rnd := rand.New(rand.NewPCG(7, 7))
	return babble{rnd, rand.NewZipf(rnd, 1.1, 4, 20_000), []rune("日本人大年中会国長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨")}
}

func (b babble) text(i int) string {
	subject := i / 10
	var out strings.Builder
	for j := range 14 {
		switch {
		case i%2 == 1:
			out.WriteString(string(b.kanji[b.rnd.IntN(len(b.kanji))]) + string(b.kanji[(subject+j)%len(b.kanji)]) + "の")
		case j%4 == 0:
			fmt.Fprintf(&out, "subject%d ", (subject*7+j)%5000)
		default:
			fmt.Fprintf(&out, "word%d ", b.common.Uint64())
		}
	}
	return out.String()
}
