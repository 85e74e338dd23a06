package face

import (
	"runtime"
	"testing"

	"yumori/assets"
)

// BenchmarkMemory paints both samples as a window with two of them does, every
// expression large and small, at twice the scale, and reports what is kept of it
// in MB. Promised: 25.
func BenchmarkMemory(b *testing.B) {
	held := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / (1 << 20)
	}
	before := held()
	var g *Gallery
	for b.Loop() {
		g = NewGallery(assets.Files)
		for _, who := range []Who{luna, {Slug: "toko", Name: "灯子"}} {
			for _, e := range All() {
				for crop, pixels := range map[crop]int{cropBust: 2 * 264, cropHead: 2 * 40} {
					if _, err := g.paint(key{who: who, pose: pose{expression: e}, crop: crop, pixels: pixels}, nil); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	}
	b.ReportMetric(held()-before, "MB")
	runtime.KeepAlive(g)
}
