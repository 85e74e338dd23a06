package ui

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A leaf is a part of a text that is longer than the field takes at a time,
// and what stands between it and the next one.
type leaf struct{ text, end string }

// leafBytes is the most of a text that the field is given. The toolkit's
// entry takes all of its text anew for each of its lines: 80 kB took more than
// a second to open and half a second a letter, 16 kB take 50 ms and 20.
const leafBytes = 16_000

// leavesOf splits a text into parts the field takes, at the ends of lines where
// it has any, else between words. A text always has one.
func leavesOf(text string) []leaf {
	var list []leaf
	for len(text) > leafBytes {
		at := strings.LastIndexByte(text[:leafBytes], '\n')
		if at < leafBytes/2 {
			at = strings.LastIndexByte(text[:leafBytes], ' ')
		}
		if at >= leafBytes/2 {
			list = append(list, leaf{text[:at], text[at : at+1]})
			text = text[at+1:]
			continue
		}
		for at = leafBytes; at > leafBytes/2 && !utf8.RuneStart(text[at]); at-- {
		}
		list = append(list, leaf{text: text[:at]})
		text = text[at:]
	}
	return append(list, leaf{text: text})
}

// bound is the text of leaves.
func bound(leaves []leaf) string {
	var b strings.Builder
	for _, l := range leaves {
		b.WriteString(l.text)
		b.WriteString(l.end)
	}
	return b.String()
}

// A leafBar says which part of a text is in the field, and turns to others.
type leafBar struct {
	words      words
	says       *widget.Caption
	back, next *widget.IconButton
	content    *fyne.Container
}

func newLeafBar(deps pageDeps, turn func(by int)) *leafBar {
	w := deps.words
	b := &leafBar{words: w, says: widget.NewCaption("", look.Muted, look.SizeHint)}
	b.back = widget.NewIconButton(look.IconLeft, w.T("memories.part.back"), widget.IconSmall).On(func() { turn(-1) }, deps.calls.Hint)
	b.next = widget.NewIconButton(look.IconRight, w.T("memories.part.next"), widget.IconSmall).On(func() { turn(1) }, deps.calls.Hint)
	b.content = container.NewHBox(b.back, b.next, b.says)
	return b
}

// show tells of part i of n; of one alone there is nothing to say.
func (b *leafBar) show(i, n int) {
	b.says.SetText(b.words.T("memories.part", "n", strconv.Itoa(i+1), "of", strconv.Itoa(n)))
	b.back.Off, b.next.Off = i == 0, i == n-1
	if n > 1 {
		b.content.Show()
	} else {
		b.content.Hide()
	}
	b.content.Refresh()
}

// How many cards a page without a virtual list makes at first, and how many
// more when it is asked to.
const (
	rowsFirst = 24
	rowsMore  = 100
)

// moreButton shows more of what was left out.
func (d pageDeps) moreButton(rest int, more func()) fyne.CanvasObject {
	b := widget.NewButton(d.words.N("list.more", rest), more)
	b.Importance = fynewidget.LowImportance
	return container.NewHBox(b)
}
