package chat

import (
	"slices"
	"strings"

	"yumori/internal/prompt"
	"yumori/ui/page"
)

// This file is the word about files that do not reach the model whole.

// left adds one card for the files that were left out in part.
func (v *chatViewer) left() {
	if len(v.s.left) == 0 {
		return
	}
	v.add(RowModel{key: "left", Kind: rowTrouble, trouble: page.TroubleModel{
		What: strings.Join(filesLeft(v.w, v.s.left), "\n"), Next: v.w.T("left.next"), Left: true,
	}})
}

// noteLeft takes the files that a turn had to leave out. Of a file only the
// newest is shown.
func (p *Page) noteLeft(list []prompt.FileLeft) {
	for _, l := range list {
		if p.toldLeft[l] {
			continue // the turn is told of as often as it goes on
		}
		p.toldLeft[l] = true
		p.State.left = append(slices.DeleteFunc(slices.Clone(p.State.left), func(old prompt.FileLeft) bool { return old.File == l.File }), l)
	}
}

// dismissLeft takes the card away.
func (p *Page) dismissLeft() {
	p.State.left = nil
	p.show()
}
