package ui

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/store"
	"yumori/persona"
	"yumori/ui/memories"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// A painted is something that is drawn, where it is drawn.
type painted struct {
	o  fyne.CanvasObject
	at widget.Rect
}

// paintedIn are the things drawn in o, in the order in which they are drawn.
func paintedIn(o fyne.CanvasObject, at fyne.Position) []painted {
	if o == nil || !o.Visible() {
		return nil
	}
	at = at.Add(o.Position())
	var list []painted
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			list = append(list, paintedIn(c, at)...)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			list = append(list, paintedIn(c, at)...)
		}
	default:
		list = append(list, painted{o, widget.Rect{At: at, Size: o.Size()}})
	}
	return list
}

// fill is the colour of a field, nil for what is none.
func fill(o fyne.CanvasObject) color.Color {
	switch o := o.(type) {
	case *canvas.Rectangle:
		return o.FillColor
	case *canvas.Circle:
		return o.FillColor
	}
	return nil
}

// laidOn lays a colour on an opaque one.
func laidOn(top color.Color, ground color.NRGBA) color.NRGBA {
	if top == nil {
		return ground
	}
	c := opaque(top)
	share := float64(c.A) / 0xff
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*share) }
	return color.NRGBA{mix(ground.R, c.R), mix(ground.G, c.G), mix(ground.B, c.B), 0xff}
}

// luminance and contrast are WCAG's.
func luminance(c color.NRGBA) float64 {
	lin := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
}

func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func opaque(c color.Color) color.NRGBA { return color.NRGBAModel.Convert(c).(color.NRGBA) }

// faint are the texts in o that stand out less than 4.5:1 from what is drawn
// under their middle, each with its contrast.
func faint(o fyne.CanvasObject) map[string]float64 {
	found := map[string]float64{}
	list := paintedIn(o, fyne.Position{})
	for i, p := range list {
		text, ok := p.o.(*canvas.Text)
		if !ok || strings.TrimSpace(text.Text) == "" {
			continue
		}
		ground := opaque(theme.Color(theme.ColorNameBackground))
		middle := p.at.At.AddXY(min(p.at.Size.Width, text.MinSize().Width)/2, p.at.Size.Height/2)
		for _, under := range list[:i] {
			if c := fill(under.o); c != nil && holds(under.at, middle) {
				ground = laidOn(c, ground)
			}
		}
		ink := laidOn(text.Color, ground)
		if got := contrast(ink, ground); got < 4.5 {
			found[fmt.Sprintf("%.40q: %v on %v", text.Text, ink, ground)] = got
		}
	}
	return found
}

func holds(r widget.Rect, p fyne.Position) bool {
	return p.X >= r.At.X && p.Y >= r.At.Y && p.X < r.At.X+r.Size.Width && p.Y < r.At.Y+r.Size.Height
}

// moments are the openings and what else the window shows at times.
func moments() []opened {
	return append(openings(),
		opened{"held change", func(s *stage) {
			s.goPage(pageChat)
			s.companion.Waiting = []companion.Ask{{ID: "h", Message: uitest.MessageID(0), File: "core_memory.txt", Says: []string{"b"}, Before: "a", After: "b", State: persona.StateHeld}}
			s.companion.Tell(companion.TopicSnapshot, s.companion.Snapshot())
		}},
		opened{"a failed reply", func(s *stage) {
			s.goPage(pageChat)
			s.companion.Fail = fmt.Errorf("say: %w", store.ErrFull)
			test.Type(s.ChatPage().Composer.Entry, "Precious words")
			test.Tap(s.ChatPage().Composer.Send)
		}},
		opened{"a file that was changed outside", func(s *stage) {
			s.goPage(pageMemories)
			s.bench.Settle()
			p := s.open.(*memories.Page)
			s.companion.Foreign[p.State.File.File] = "by hand\nin two lines"
			p.Text.SetText("in the window")
			test.Tap(p.Save)
		}},
		opened{"the past of a file", func(s *stage) {
			s.goPage(pageMemories)
			s.bench.Settle()
			s.open.(*memories.Page).TogglePast()
		}},
		opened{"shortcuts", func(s *stage) { s.shortcuts.show() }},
		opened{"a new persona", func(s *stage) { s.cast.create() }},
		opened{"a link", func(s *stage) { s.openLink("https://example.com/a") }},
		opened{"a refused link", func(s *stage) { s.openLink("javascript:alert(1)") }},
	)
}

// TestContrastOfEveryText measures every text of every page against what is
// drawn under it, in both palettes, at rest and with each thing that can be
// focused or pointed at.
func TestContrastOfEveryText(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at every page twice")
	}
	for _, theme := range []string{"dark", "light"} {
		for _, at := range moments() {
			t.Run(theme+"/"+at.name, func(t *testing.T) {
				s := livedStage(t)
				s.settings.UI.Theme = theme
				s.settings.dress()
				s.rebuild()
				s.bench.Settle()
				at.open(s)
				s.bench.Settle()
				seen := 0
				measure := func(when string) {
					for _, root := range append([]fyne.CanvasObject{s.win.Content()}, s.win.Canvas().Overlays().List()...) {
						seen += len(test.LaidOutObjects(root))
						for text, got := range faint(root) {
							t.Errorf("%s: %s is %.2f:1", when, text, got)
						}
					}
				}
				measure("at rest")
				for _, f := range focusables(s) {
					f.FocusGained() // all at once: each draws its own
				}
				measure("with the focus on it")
				if seen < 100 {
					t.Fatalf("only %d things were looked at", seen)
				}
			})
		}
	}
}

// focusables are what the keyboard can reach.
func focusables(s *stage) []fyne.Focusable {
	var list []fyne.Focusable
	root := s.win.Content()
	if top := s.win.Canvas().Overlays().Top(); top != nil {
		root = top
	}
	for _, o := range test.LaidOutObjects(root) {
		if f, ok := o.(fyne.Focusable); ok && o.Visible() {
			if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
				continue
			}
			list = append(list, f)
		}
	}
	return list
}
