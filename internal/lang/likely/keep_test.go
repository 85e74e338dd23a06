package likely

import "testing"

// What is worth keeping is told from what is not in sentences of other authors. With -learn the
// weights are learned first, and written.
func TestKeep(t *testing.T) {
	for _, l := range languages {
		chance := WorthKeeping
		if *learn {
			known := l.learned(&keeping, linesOf(t, "keep_"+l.name+".txt", itself))
			l.write(t, "keep", known)
			chance = known.chance
		}
		for _, least := range []float64{0.1, 0.2, 0.3, 0.5} {
			lost, dropped, all := 0, 0, map[string]int{}
			for _, d := range linesOf(t, "keep_unseen_"+l.name+".txt", itself) {
				all[d.class]++
				switch {
				case chance(d.text) >= least:
				case d.class == worthKeeping:
					lost++
				default:
					dropped++
				}
			}
			t.Logf("%s below %.1f: %d of %d that are worth it, %d of %d that are not", l.name, least, lost, all[worthKeeping], dropped, all[passing])
			if least == 0.3 && (lost*10 > all[worthKeeping] || dropped*2 < all[passing]) {
				t.Errorf("%s: %d of %d worth keeping are lost, %d of %d others dropped", l.name, lost, all[worthKeeping], dropped, all[passing])
			}
		}
	}
}
