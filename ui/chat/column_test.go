package chat

import (
	"strconv"
	"testing"

	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// A blockRow is a row of a height that the test sets.
type blockRow struct {
	*canvas.Rectangle
	height float32
}

func (r *blockRow) HeightFor(float32) float32 { return r.height }

// A columnBench is a column of blocks.
type columnBench struct {
	*Column
	built   int
	heights map[string]float32
}

func newColumnBench(t *testing.T, n int) *columnBench {
	t.Helper()
	uitest.NewApp(t)
	b := &columnBench{Column: newColumn(), heights: map[string]float32{}}
	b.Build = func(i int) ColumnRow {
		b.built++
		return &blockRow{canvas.NewRectangle(nil), b.height(i)}
	}
	b.Update = func(i int, row ColumnRow) { row.(*blockRow).height = b.height(i) }
	b.Guess = func(int, float32) float32 { return 50 } // always wrong
	b.Resize(fyne.NewSize(400, 600))
	b.SetRows(blockKeys(0, n), nil)
	return b
}

func blockKeys(from, to int) []string {
	var keys []string
	for i := from; i < to; i++ {
		keys = append(keys, "k"+strconv.Itoa(i))
	}
	return keys
}

func (b *columnBench) height(i int) float32 {
	if h, ok := b.heights[b.keys[i]]; ok {
		return h
	}
	return 30 + float32(len(b.keys[i]))*7
}

// atBottom reports whether the end of the newest row is in sight.
func atBottom(c *Column) bool { return c.Below() <= columnEdge }

// top is where a row is seen, from the top of the view.
func (b *columnBench) top(t *testing.T, key string) float32 {
	t.Helper()
	row := b.Shown(key)
	if row == nil {
		t.Fatalf("%s is not in sight", key)
	}
	return row.Position().Y - b.Scroll.Offset.Y
}

func (b *columnBench) scrollBy(dy float32) {
	b.Scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -dy)})
}

func TestColumnShowsOnlyWhatIsInSight(t *testing.T) {
	b := newColumnBench(t, 100_000)
	if b.built > 40 || len(b.body.rows) > 40 {
		t.Errorf("%d rows were built for a view of 600", b.built)
	}
	if got := b.top(t, "k99999") + 72; got < 599 || got > 601 {
		t.Errorf("the newest row ends at %v, want the lower edge", got)
	}
	b.scrollBy(-5000)
	if b.Shown("k99999") != nil || len(b.Rows) > 40 {
		t.Errorf("%d rows have widgets after scrolling", len(b.Rows))
	}
}

func TestColumnStaysWithTheReader(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(b *columnBench)
	}{
		{"rows come before", func(b *columnBench) { b.SetRows(blockKeys(-200, 300), nil) }},
		{"rows come after", func(b *columnBench) { b.SetRows(blockKeys(0, 400), nil) }},
		{"rows go before", func(b *columnBench) { b.SetRows(blockKeys(150, 300), nil) }},
		{"the last row grows", func(b *columnBench) {
			b.heights["k299"] = 900
			b.SetRows(b.keys, map[string]bool{"k299": true})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newColumnBench(t, 300)
			b.scrollBy(-2000)
			first, _ := b.Span()
			key := b.keys[first+2]
			before := b.top(t, key)
			tt.change(b)
			if after := b.top(t, key); after < before-0.5 || after > before+0.5 {
				t.Errorf("what the reader looked at went from %v to %v", before, after)
			}
			if atBottom(b.Column) {
				t.Error("taken to the bottom")
			}
		})
	}
}

func TestColumnStaysAtTheBottom(t *testing.T) {
	b := newColumnBench(t, 300)
	for h := float32(50); h < 2000; h += 100 {
		b.heights["k299"] = h
		b.SetRows(b.keys, map[string]bool{"k299": true})
		if end := b.top(t, "k299") + h; end < 599 || end > 601 {
			t.Fatalf("at a height of %v the last row ends at %v", h, end)
		}
	}
	b.SetRows(blockKeys(0, 301), nil)
	if !atBottom(b.Column) || b.Shown("k300") == nil {
		t.Error("the new row is not in sight")
	}
}

func TestColumnWithItsEndInSightIsAtTheBottom(t *testing.T) {
	b := newColumnBench(t, 300)
	b.scrollBy(-2000)
	b.To("k299") // there is not room enough below it to put it a third down
	if !atBottom(b.Column) {
		t.Error("the newest row ends in sight, and something else is said")
	}
	b.SetRows(blockKeys(0, 310), nil)
	if atBottom(b.Column) || b.Shown("k299") == nil {
		t.Error("new rows took away what was gone to")
	}
}

func TestColumnKeepsItsPlaceWhenItsRowGoes(t *testing.T) {
	b := newColumnBench(t, 300)
	b.scrollBy(-2000)
	first, _ := b.Span()
	second := b.keys[first+3]
	before := b.top(t, second)
	keys := append(blockKeys(0, first), blockKeys(first+2, 300)...)
	b.SetRows(keys, nil)
	if after := b.top(t, second); after < before-0.5 || after > before+0.5 {
		t.Errorf("the reader's place went from %v to %v", before, after)
	}
}

func TestColumnScrollsToTheBeginning(t *testing.T) {
	b := newColumnBench(t, 300)
	for range 200 {
		b.scrollBy(-300)
	}
	if got := b.top(t, "k0"); got != 0 {
		t.Errorf("the first row is at %v", got)
	}
	b.To("k150")
	if got := b.top(t, "k150"); got != 200 {
		t.Errorf("the row gone to is at %v, want a third down", got)
	}
	b.By(1)
	b.ToBottom()
	if !atBottom(b.Column) || b.Shown("k299") == nil {
		t.Error("not at the bottom")
	}
}
