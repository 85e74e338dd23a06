package chat

import (
	"yumori/internal/updates"
	"yumori/ui/page"
)

// newer adds the line that a newer version is there.
func (v *chatViewer) newer() {
	if r := v.s.Newer; r.Version != "" {
		v.add(RowModel{key: "newer", Kind: rowTrouble, trouble: page.TroubleModel{What: v.w.T("update.there", "version", r.Version), Link: r.Link}})
	}
}

// TellNewer tells that a newer version is there; the zero Release takes the
// line away.
func (p *Page) TellNewer(r updates.Release) {
	p.State.Newer = r
	p.show()
}
