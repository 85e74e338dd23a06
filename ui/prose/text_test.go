package prose

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"yumori/ui/look"
)

// at is the middle of a character: the n-th byte of a block.
func at(t *Text, block, n int) fyne.Position {
	d := t.current()
	for _, ln := range d.blocks[block].lines {
		if n >= ln.from && n < ln.to {
			return fyne.NewPos(ln.xAt(d.blocks[block].text, n, t.ruler)+1, d.tops[block]+ln.y+ln.h/2)
		}
	}
	return fyne.Position{}
}

func click(t *Text, p fyne.Position, times int) {
	ev := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: p}, Button: desktop.MouseButtonPrimary}
	for range times {
		t.MouseDown(ev)
		t.MouseUp(ev)
	}
}

func drag(t *Text, from, to fyne.Position) {
	t.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: from}, Button: desktop.MouseButtonPrimary})
	t.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: to}})
	t.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: to}, Button: desktop.MouseButtonPrimary})
	t.DragEnd()
}

func TestSelect(t *testing.T) {
	tx := shown(t)
	tx.SetMarkdown("はじめの段落は、少し長い文なので折り返します。もう少しだけ続けますから、ここで折れるはずです。\n\nsecond paragraph here")
	var copied []string
	selects := 0
	tx.OnCopy = func(s string) { copied = append(copied, s) }
	tx.OnSelect = func() { selects++ }

	drag(tx, at(tx, 0, 0), at(tx, 0, 9))
	if got := tx.SelectedText(); got != "はじめ" {
		t.Errorf("dragged over はじめ, selected %q", got)
	}
	drag(tx, at(tx, 1, 7), at(tx, 0, 9)) // backwards, over blocks
	if got := tx.SelectedText(); !strings.HasPrefix(got, "の段落") || !strings.HasSuffix(got, "です。\n\nsecond ") {
		t.Errorf("dragged backwards, selected %q", got)
	}
	click(tx, at(tx, 1, 9), 2)
	if got := tx.SelectedText(); got != "paragraph" {
		t.Errorf("double click selected %q", got)
	}
	tx.TypedShortcut(&fyne.ShortcutCopy{})
	if got := fyne.CurrentApp().Clipboard().Content(); got != "paragraph" || len(copied) != 1 {
		t.Errorf("copied %q, told %q", got, copied)
	}
	click(tx, at(tx, 1, 0), 3)
	if got := tx.SelectedText(); got != "second paragraph here" {
		t.Errorf("triple click selected %q", got)
	}
	tx.TypedShortcut(&fyne.ShortcutSelectAll{})
	if got := tx.SelectedText(); !strings.HasPrefix(got, "はじめ") || !strings.HasSuffix(got, "here") {
		t.Errorf("select all selected %q", got)
	}
	tx.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if got := tx.SelectedText(); got != "" || selects == 0 {
		t.Errorf("after Escape %q is selected", got)
	}
	tx.CopySelection()
	if len(copied) != 1 {
		t.Errorf("nothing was copied as %q", copied)
	}
}

// One may click on a text and go on typing: what it has no use for is the window's.
func TestWhatIsTypedOnATextGoesOn(t *testing.T) {
	tx := shown(t)
	tx.SetPlain("It is good to hear you.")
	var window, page string
	c := fyne.CurrentApp().Driver().CanvasForObject(tx)
	c.SetOnTypedRune(func(r rune) { window += string(r) })
	tx.TypedRune('a')
	tx.OnTyped = func(r rune) { page += string(r) }
	tx.TypedRune('b')
	if window != "a" || page != "b" {
		t.Errorf("the window got %q, the page %q", window, page)
	}
}

// A selection survives that more text streams in, and that less is there.
func TestSelectionWhileStreaming(t *testing.T) {
	tx := shown(t)
	tx.SetMarkdown("one two")
	drag(tx, at(tx, 0, 0), at(tx, 0, 3))
	tx.SetMarkdown("one two three\n\nfour")
	if got := tx.SelectedText(); got != "one" {
		t.Errorf("selected %q after more came", got)
	}
	tx.SelectAll()
	tx.SetMarkdown("o")
	if got := tx.SelectedText(); got != "o" {
		t.Errorf("selected %q of o", got)
	}
	tx.SetMarkdown("")
	if got := tx.SelectedText(); got != "" {
		t.Errorf("selected %q of nothing", got)
	}
}

func TestTap(t *testing.T) {
	tx := shown(t)
	tx.SetMarkdown("see [here](https://a.example/x) ok\n\n```\ncode\tline\n```")
	var links, hovered []string
	tx.OnLink = func(u string) { links = append(links, u) }
	tx.OnLinkHover = func(u string) { hovered = append(hovered, u) }
	click(tx, at(tx, 0, 5), 1)
	click(tx, at(tx, 0, 0), 1)
	drag(tx, at(tx, 0, 4), at(tx, 0, 8)) // selecting a link is not following it
	if fmt.Sprint(links) != "[https://a.example/x]" {
		t.Errorf("followed %v", links)
	}
	tx.MouseIn(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at(tx, 0, 5)}})
	if tx.Cursor() != desktop.PointerCursor {
		t.Error("no pointer over a link")
	}
	tx.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at(tx, 0, 0)}})
	if tx.Cursor() != desktop.TextCursor || fmt.Sprint(hovered) != "[https://a.example/x ]" {
		t.Errorf("hovered %q", hovered)
	}
	d := tx.current()
	for _, s := range d.blocks[1].shapes {
		if s.kind == shapeOfBox {
			click(tx, fyne.NewPos(s.x+s.w/2, d.tops[1]+s.y+s.h/2), 1)
		}
	}
	if got := fyne.CurrentApp().Clipboard().Content(); got != "code\tline" {
		t.Errorf("copied code is %q", got)
	}
}

func TestRest(t *testing.T) {
	tx := shown(t)
	rests := 0
	tx.OnRest = func() { rests++ }
	tx.RestLabel = func(n int) string { return fmt.Sprintf("show %d more", n) }
	tx.SetPlain(strings.Repeat("ab\n", Cap/3) + "\nxyz and more") // Cap+12 characters, the last run is cut
	last := len(tx.current().blocks) - 1
	if got := tx.current().blocks[last].text; !strings.HasPrefix(got, "show 1") {
		t.Fatalf("the last line is %q", got)
	}
	click(tx, at(tx, last, 2), 1)
	if text := tx.current().blocks[len(tx.current().blocks)-1].text; rests != 1 || !strings.HasSuffix(text, "and more") {
		t.Errorf("after asking for more %d times the text ends %.20q", rests, text[max(0, len(text)-20):])
	}
}

func TestHeightAndFit(t *testing.T) {
	tx := shown(t)
	tx.SetMarkdown("short")
	fit := tx.Fit(500)
	if fit.Width >= 100 || fit.Height != lineHeight(15) {
		t.Errorf("a short text needs %v", fit)
	}
	tx.SetMarkdown(strings.Repeat("今日は雨でした。", 40))
	if tall, wide := tx.Height(200), tx.Height(500); tall <= wide {
		t.Errorf("%v high at 200, %v at 500", tall, wide)
	}
	fit = tx.Fit(300)
	if fit.Width > 300 || tx.Height(fit.Width) != fit.Height {
		t.Errorf("fits %v, is %v high there", fit, tx.Height(fit.Width))
	}
	tx.Resize(fyne.NewSize(300, 10))
	if tx.MinSize().Height != tx.Height(300) {
		t.Errorf("least size %v at a width where it is %v high", tx.MinSize(), tx.Height(300))
	}
	small := tx.Height(300)
	fyne.CurrentApp().Settings().SetTheme(look.New(look.Options{Scale: 1.6}))
	if big := tx.Height(300); big <= small {
		t.Errorf("at 160 %% it is %v high, at 100 %% %v", big, small)
	}
}

// Objects whose text did not change are kept: their textures are on the card.
func TestObjectsAreKept(t *testing.T) {
	tx := shown(t)
	tx.SetMarkdown("one\n\ntwo")
	r := test.WidgetRenderer(tx)
	before := texts(r.Objects())
	tx.SetMarkdown("one\n\ntwo and\n\nthree")
	after := texts(r.Objects())
	if len(before) != 2 || len(after) != 3 || before[0] != after[0] || after[0].Text != "one" || after[1].Text != "two and" {
		t.Errorf("objects before %v, after %v", before, after)
	}
}

func TestInkFollowsTheme(t *testing.T) {
	tx := shown(t)
	tx.SetMarkdown("a [b](https://c.example)")
	for _, v := range []look.Variant{look.Dark, look.Light} {
		th := look.New(look.Options{Variant: v})
		fyne.CurrentApp().Settings().SetTheme(th)
		tx.Refresh()
		o := texts(test.WidgetRenderer(tx).Objects())
		want := []color.Color{th.Color(look.Text, 0), th.Color(look.Link, 0)}
		if o[0].Color != want[0] || o[1].Color != want[1] || !o[1].TextStyle.Underline {
			t.Errorf("variant %v: colours %v and %v, want %v", v, o[0].Color, o[1].Color, want)
		}
	}
	tx.SetSize(theme.SizeNameHeadingText)
	if o := texts(test.WidgetRenderer(tx).Objects()); o[0].TextSize != 20 {
		t.Errorf("text size %v, want 20", o[0].TextSize)
	}
}

func texts(objects []fyne.CanvasObject) []*canvas.Text {
	var out []*canvas.Text
	for _, o := range objects {
		if tx, ok := o.(*canvas.Text); ok {
			out = append(out, tx)
		}
	}
	return out
}

// What is measured is what is drawn: the summed advances that lines are broken
// by, and the width of the whole run.
func TestRulerAgreesWithItself(t *testing.T) {
	shown(t)
	r := newFontRuler()
	for _, s := range []string{"今日は雨でしたね、「明日こそ」と言った。", "The quick brown fox jumps over AVAST Wolf.", "ｶﾅとカナ、123％"} {
		for _, f := range []face{{size: 15}, {size: 15, bold: true}, {size: 14, code: true}} {
			m := measure{ruler: r, text: s, stretches: []stretch{{len(s), f}}}
			sum, run := m.of(0, len(s)), r.width(f, s)
			if run > sum+1 || run < sum*0.93 {
				t.Errorf("%q in %+v: advances sum up to %v, the run is %v wide", s, f, sum, run)
			}
		}
	}
}
