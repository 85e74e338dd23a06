package page

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

// A TextPart is a part of a text that is longer than the field takes at a time,
// and what stands between it and the next one.
type TextPart struct{ Text, End string }

// PartBytes is the most of a text that the field is given. The toolkit's
// entry takes all of its text anew for each of its lines: 80 kB took more than
// a second to open and half a second a letter, 16 kB take 50 ms and 20.
const PartBytes = 16_000

// Parts splits a text into parts the field takes, at the ends of lines where
// it has any, else between words. A text always has one.
func Parts(text string) []TextPart {
	var list []TextPart
	for len(text) > PartBytes {
		at := strings.LastIndexByte(text[:PartBytes], '\n')
		if at < PartBytes/2 {
			at = strings.LastIndexByte(text[:PartBytes], ' ')
		}
		if at >= PartBytes/2 {
			list = append(list, TextPart{text[:at], text[at : at+1]})
			text = text[at+1:]
			continue
		}
		for at = PartBytes; at > PartBytes/2 && !utf8.RuneStart(text[at]); at-- {
		}
		list = append(list, TextPart{Text: text[:at]})
		text = text[at:]
	}
	return append(list, TextPart{Text: text})
}

// Joined is the text of parts.
func Joined(parts []TextPart) string {
	var b strings.Builder
	for _, l := range parts {
		b.WriteString(l.Text)
		b.WriteString(l.End)
	}
	return b.String()
}

// A PartBar says which part of a text is in the field, and turns to others.
type PartBar struct {
	words      Words
	says       *widget.Caption
	Back, Next *widget.IconButton
	Content    *fyne.Container
}

// NewPartBar makes a bar; turn is called with -1 and 1.
func NewPartBar(deps Deps, turn func(by int)) *PartBar {
	w := deps.Words
	b := &PartBar{words: w, says: widget.NewCaption("", look.Muted, look.SizeHint)}
	b.Back = widget.NewIconButton(look.IconLeft, w.T("memories.part.back"), widget.IconSmall).On(func() { turn(-1) }, deps.Calls.Hint)
	b.Next = widget.NewIconButton(look.IconRight, w.T("memories.part.next"), widget.IconSmall).On(func() { turn(1) }, deps.Calls.Hint)
	b.Content = container.NewHBox(b.Back, b.Next, b.says)
	return b
}

// Show tells of part i of n; of one alone there is nothing to say.
func (b *PartBar) Show(i, n int) {
	b.says.SetText(b.words.T("memories.part", "n", strconv.Itoa(i+1), "of", strconv.Itoa(n)))
	b.Back.Off, b.Next.Off = i == 0, i == n-1
	if n > 1 {
		b.Content.Show()
	} else {
		b.Content.Hide()
	}
	b.Content.Refresh()
}

// How many cards a page without a virtual list makes at first, and how many
// more when it is asked to.
const (
	RowsFirst = 24
	RowsMore  = 100
)

// MoreButton shows more of what was left out.
func (d Deps) MoreButton(rest int, more func()) fyne.CanvasObject {
	b := widget.NewButton(d.Words.N("list.more", rest), more)
	b.Importance = fynewidget.LowImportance
	return container.NewHBox(b)
}
