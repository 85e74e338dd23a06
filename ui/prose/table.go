package prose

// setTable lays out a table: columns as wide as they need, or narrowed in
// proportion when that is more than there is, their text wrapped.
func (s *setter) setTable(l *laid, left float32) {
	pad := s.size * emCell
	widths := s.columns(l.block.Rows, s.width-left, pad)
	y := float32(0)
	var full float32
	for _, w := range widths {
		full += w
	}
	for i, row := range l.block.Rows {
		top, bottom := y, y
		x := left
		for c, cell := range row {
			if c >= len(widths) {
				break
			}
			lead := Style(0)
			if i == 0 {
				lead = Strong
			}
			if l.text != "" && c > 0 {
				l.text += "\t"
			}
			h := s.flow(l, flowing{
				spans: cell.Spans, lead: lead, size: s.size, align: cell.Align,
				x: x + pad, y: top + pad/2, width: widths[c] - 2*pad,
			})
			bottom = max(bottom, top+h+pad)
			x += widths[c]
		}
		l.text += "\n"
		y = bottom
		if i < len(l.block.Rows)-1 {
			l.shapes = append(l.shapes, shape{shapeLine, left, y, full, 1})
			y++
		}
	}
	l.height = y
	l.right = max(l.right, left+full)
}

// columns are the widths of a table's columns, padding included.
func (s *setter) columns(rows [][]Cell, width, pad float32) []float32 {
	if len(rows) == 0 {
		return nil
	}
	n := 0
	for _, row := range rows {
		n = max(n, len(row))
	}
	want := make([]float32, n)
	var sum float32
	for i, row := range rows {
		for c, cell := range row {
			var w float32
			for _, sp := range cell.Spans {
				style := sp.Style
				if i == 0 {
					style |= Strong
				}
				w += s.ruler.width(s.faceOf(style, s.size), sp.Text)
			}
			want[c] = max(want[c], w+2*pad+1)
		}
	}
	for _, w := range want {
		sum += w
	}
	if sum <= width {
		return want
	}
	return narrow(want, width, 2*pad+s.size*minColumn)
}

// narrow shares width among columns: each gets what it wants if that is no
// more than its fair share, and the others share the rest.
func narrow(want []float32, width, least float32) []float32 {
	out := make([]float32, len(want))
	left, open := width, len(want)
	for settled := true; settled && open > 0; {
		settled = false
		fair := left / float32(open)
		for i, w := range want {
			if out[i] == 0 && w <= fair {
				out[i], settled = w, true
				left -= w
				open--
			}
		}
	}
	for i := range want {
		if out[i] == 0 {
			out[i] = max(left/float32(open), least)
		}
	}
	return out
}
