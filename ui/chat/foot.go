package chat

import (
	"strings"

	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// This file is the line below a message: when, who spoke, what became of it, and
// the actions beside it while it is pointed at.

// behind is what stands behind the words of the foot, but for the actions.
func (r *MessageRow) behind() []fyne.CanvasObject {
	var list []fyne.CanvasObject
	if r.Model.recalled != "" {
		list = append(list, r.recall)
	}
	if r.Model.why != "" {
		list = append(list, r.why)
	}
	if r.Model.branch.label != "" {
		list = append(list, r.branch)
	}
	return list
}

// footing is what stands in the line below the text, from the bubble's side on.
func (v *messageRenderer) footing() []fyne.CanvasObject {
	r := v.row
	line := append([]fyne.CanvasObject{r.foot}, r.behind()...)
	if r.tools != nil {
		line = append(line, r.tools)
	}
	return line
}

// footLines are the lines of the foot in so much room: one, or as few as show each
// of its parts whole and what stands behind them.
func (r *MessageRow) footLines(room float32) []string {
	room -= look.Half
	wide := func(text string) float32 { return r.foot.Measure(text).Width + 1 }
	var behind float32
	for _, o := range r.behind() {
		behind += o.MinSize().Width + look.Inside
	}
	if wide(r.Model.foot)+behind <= room {
		return []string{r.Model.foot}
	}
	var lines []string
	line := ""
	for part := range strings.SplitSeq(r.Model.foot, page.Separator) {
		switch longer := line + page.Separator + part; {
		case line == "":
			line = part
		case wide(longer) <= room:
			line = longer
		default:
			lines, line = append(lines, line), part
		}
	}
	if behind > 0 && wide(line)+behind > room {
		lines, line = append(lines, line), ""
	}
	return append(lines, line)
}

// layoutFoot puts what stands in the foot beside each other.
func (v *messageRenderer) layoutFoot(in widget.Rect) {
	r, line := v.row, v.footing()
	lines := r.footLines(in.Size.Width)
	last := v.layoutFeet(lines, in)
	in.At.Y += footHeight * float32(len(lines)-1)
	right := in.At.X + in.Size.Width
	x := in.At.X + look.Half
	free := in.Size.Width - look.Half
	for _, o := range line[1:] {
		free -= o.MinSize().Width + look.Inside
	}
	r.foot.SetText(r.whole(last, free))
	for i, o := range line {
		size := o.MinSize()
		if o == r.foot {
			size.Width = r.foot.Natural().Width + 1
		}
		at := fyne.NewPos(x, in.At.Y+(in.Size.Height-size.Height)/2)
		if r.Model.own {
			right -= size.Width
			at.X = right - look.Half
			right -= look.Inside
		}
		widget.Put(o, widget.Rect{At: at, Size: size})
		x += size.Width + look.Inside
		if i+1 < len(line) && isFootLink(line[i+1]) {
			x -= look.Half // its word begins with a dot and a space
		}
	}
}

// layoutFeet puts the lines of the foot but the last, which it returns.
func (v *messageRenderer) layoutFeet(lines []string, in widget.Rect) string {
	r, n := v.row, len(lines)-1
	for len(r.feet) < n {
		r.feet = append(r.feet, widget.NewCaption("", r.foot.Token, look.SizeHint))
	}
	for i, f := range r.feet {
		widget.SetVisible(f, widget.When(i < n))
		if i < n {
			f.SetText(lines[i])
			size := f.Natural().AddWidthHeight(1, 0)
			size.Width = min(size.Width, in.Size.Width)
			widget.Put(f, widget.Rect{At: in.At.AddXY(look.Half, footHeight*float32(i)+(in.Size.Height-size.Height)/2), Size: size})
		}
	}
	return lines[n]
}

// whole is as many parts of a line as have room, from its beginning on: while the
// actions stand beside it, the time may be all.
func (r *MessageRow) whole(line string, room float32) string {
	for line != "" && r.foot.Measure(line).Width+1 > room {
		line = line[:max(strings.LastIndex(line, page.Separator), 0)]
	}
	return line
}

func isFootLink(o fyne.CanvasObject) bool {
	_, is := o.(*footLink)
	return is
}
