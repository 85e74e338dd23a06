package entry

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"yumori/ui/look"
)

// A bench is an entry in a window, with hands on the keyboard and the clock.
type bench struct {
	*Entry
	t     *testing.T
	sent  []string
	held  fyne.KeyModifier
	clock time.Time
	timer func()
	due   time.Time
}

// A watch says whether an Entry looks out for an input method, whatever the system.
type watch bool

const (
	unguarded watch = false
	guarded   watch = true
)

func newBench(t *testing.T, g watch) *bench {
	app := test.NewTempApp(t)
	app.Settings().SetTheme(look.New(look.Options{}))
	b := &bench{Entry: New(func(f func()) { f() }), t: t, clock: time.Unix(0, 0)}
	b.guarded = bool(g)
	b.OnSend = func(s string) { b.sent = append(b.sent, s) }
	b.mods = func() fyne.KeyModifier { return b.held }
	b.now = func() time.Time { return b.clock }
	b.after = func(d time.Duration, f func()) func() bool {
		b.timer, b.due = f, b.clock.Add(d)
		return func() bool { b.timer = nil; return true }
	}
	w := test.NewTempWindow(t, b.Entry)
	w.Resize(fyne.NewSize(300, 400))
	w.Canvas().Focus(b.Entry)
	return b
}

// wait lets time pass, and the timer run.
func (b *bench) wait(d time.Duration) {
	until := b.clock.Add(d)
	for b.timer != nil && !b.due.After(until) {
		f := b.timer
		b.timer, b.clock = nil, b.due
		f()
	}
	b.clock = until
}

// keys presses keys; "Shift+", "Ctrl+" go before.
func (b *bench) keys(names ...string) {
	for _, n := range names {
		rest, shift := strings.CutPrefix(n, "Shift+")
		rest, ctrl := strings.CutPrefix(rest, "Ctrl+")
		b.held = 0
		if shift {
			b.held = fyne.KeyModifierShift
		}
		if ctrl {
			b.held = fyne.KeyModifierShortcutDefault
			b.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyName(rest), Modifier: b.held})
		} else {
			b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyName(rest)})
		}
		b.held = 0
	}
}

func (b *bench) write(s string) {
	for _, r := range s {
		b.TypedRune(r)
	}
}

func TestSend(t *testing.T) {
	rows := []struct {
		name string
		with Send
		do   func(b *bench)
		sent []string
		text string
	}{
		{"enter", Enter, func(b *bench) { b.write("hi"); b.keys("Return") }, []string{"hi"}, "hi"},
		{"number pad", Enter, func(b *bench) { b.write("hi"); b.keys("KP_Enter") }, []string{"hi"}, "hi"},
		{"white space around goes", Enter, func(b *bench) { b.write("  hi \t"); b.keys("Return") }, []string{"hi"}, "  hi \t"},
		{"only spaces", Enter, func(b *bench) { b.write(" \u3000 "); b.keys("Return") }, nil, " \u3000 "},
		{"shift enter breaks", Enter, func(b *bench) { b.write("a"); b.keys("Shift+Return"); b.write("b") }, nil, "a\nb"},
		{"control enter sends too", Enter, func(b *bench) { b.write("a"); b.keys("Ctrl+Return") }, []string{"a"}, "a"},
		{"enter breaks when control enter sends", CtrlEnter, func(b *bench) { b.write("a"); b.keys("Return"); b.write("b") }, nil, "a\nb"},
		{"control enter sends", CtrlEnter, func(b *bench) { b.write("a"); b.keys("Ctrl+KP_Enter") }, []string{"a"}, "a"},
		{"control characters go", Enter, func(b *bench) { b.SetText("a\x00\x1bb"); b.keys("Return") }, []string{"ab"}, "a\x00\x1bb"},
	}
	for _, guard := range []watch{unguarded, guarded} {
		for _, row := range rows {
			t.Run(row.name, func(t *testing.T) {
				b := newBench(t, guard)
				b.SendWith = row.with
				row.do(b)
				b.wait(time.Second)
				if !slices.Equal(b.sent, row.sent) || b.Text != row.text {
					t.Errorf("sent %q, text %q; want %q, %q", b.sent, b.Text, row.sent, row.text)
				}
			})
		}
	}
}

func TestComposing(t *testing.T) {
	b := newBench(t, guarded)
	escaped := 0
	b.OnEscape = func() { escaped++ }
	b.write("猫")
	b.keys("K", "A")
	b.wait(400 * time.Millisecond)
	if !b.AcceptsTab() {
		t.Error("Tab would leave the entry in the middle of a composition")
	}
	b.keys("BackSpace", "Left", "Tab", "Escape")
	b.keys("A")
	b.wait(400 * time.Millisecond)
	b.keys("Return")
	b.write("あ")
	b.wait(time.Second)
	if b.Text != "猫あ" || len(b.sent) > 0 || escaped > 0 {
		t.Fatalf("text %q, sent %q, %d escapes; want 猫あ, nothing, none", b.Text, b.sent, escaped)
	}
	b.keys("Return", "Escape")
	if !slices.Equal(b.sent, []string{"猫あ"}) || escaped != 1 {
		t.Errorf("sent %q, %d escapes; want 猫あ once, one", b.sent, escaped)
	}
	if b.AcceptsTab() {
		t.Error("Tab stays in the entry at rest")
	}
}

// The focus takes the composition with it.
func TestFocusLost(t *testing.T) {
	b := newBench(t, guarded)
	b.write("x")
	b.keys("K", "A")
	b.FocusLost()
	if b.timer != nil {
		t.Error("a timer runs without a composition")
	}
	b.keys("Return")
	if !slices.Equal(b.sent, []string{"x"}) {
		t.Errorf("sent %q, want x", b.sent)
	}
}

// A composition that was emptied with Backspace may still seem to be there; a
// click ends it.
func TestClickEndsDoubt(t *testing.T) {
	b := newBench(t, guarded)
	b.write("xy")
	b.keys("K", "A")
	b.wait(400 * time.Millisecond)
	b.keys("BackSpace")
	b.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, PointEvent: fyne.PointEvent{Position: fyne.NewPos(290, 10)}})
	b.keys("BackSpace")
	if b.Text != "x" {
		t.Errorf("text %q, want x", b.Text)
	}
}

func TestRecallAndEscape(t *testing.T) {
	b := newBench(t, unguarded)
	recalled, escaped := 0, 0
	b.OnRecall = func() { recalled++ }
	b.OnEscape = func() { escaped++ }
	b.keys("Up", "Escape")
	b.write("a")
	b.keys("Up")
	if recalled != 1 || escaped != 1 {
		t.Errorf("recalled %d, escaped %d; want 1, 1", recalled, escaped)
	}
}

func TestPaste(t *testing.T) {
	long := strings.Repeat("語", MaxPaste+5)
	rows := []struct{ name, clip, want string }{
		{"plain", "abc", "abc"},
		{"line ends", "a\r\nb\rc\u2028d", "a\nb\nc\nd"},
		{"control characters", "a\x00b\x1b[31mc\x07\x7f\u0085", "ab[31mc"},
		{"tabs stay", "a\tb", "a\tb"},
		{"invalid bytes", "a\xff\xfeb", "a\ufffdb"},
		{"byte order mark", "\ufeffa", "a"},
		{"too long", long, long[:3*MaxPaste]},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			b := newBench(t, guarded)
			b.TypedShortcut(&fyne.ShortcutPaste{Clipboard: content(row.clip)})
			if b.Text != row.want {
				t.Errorf("text is %.40q (%d bytes), want %.40q (%d)", b.Text, len(b.Text), row.want, len(row.want))
			}
		})
	}
}

func TestLongPaste(t *testing.T) {
	b := newBench(t, unguarded)
	var offered string
	b.OnLongPaste = func(s string) { offered = s }
	b.TypedShortcut(&fyne.ShortcutPaste{Clipboard: content(strings.Repeat("a", LongPaste))})
	if offered != "" || len(b.Text) != LongPaste {
		t.Errorf("a paste of LongPaste characters was offered")
	}
	b.SetText("")
	b.TypedShortcut(&fyne.ShortcutPaste{Clipboard: content("\x00" + strings.Repeat("a", LongPaste+1))})
	if len(offered) != LongPaste+1 || b.Text != "" {
		t.Errorf("offered %d, text %d; want %d, 0", len(offered), len(b.Text), LongPaste+1)
	}
}

func TestGrow(t *testing.T) {
	b := newBench(t, unguarded)
	one := b.MinSize().Height
	heights := []float32{one}
	for range 10 {
		b.keys("Shift+Return")
		heights = append(heights, b.MinSize().Height)
	}
	for i := 1; i < MaxRows; i++ {
		if heights[i] <= heights[i-1] {
			t.Errorf("%d lines are %v high, %d are %v", i, heights[i-1], i+1, heights[i])
		}
	}
	if heights[MaxRows] != heights[MaxRows-1] {
		t.Errorf("it grows beyond %d lines", MaxRows)
	}
	b.SetText(strings.Repeat("wrapped words ", 6)) // 84 letters in 300 px
	if h := b.MinSize().Height; h <= one || h >= heights[MaxRows-1] {
		t.Errorf("wrapped text is %v high, one line is %v", h, one)
	}
	b.SetText("")
	if h := b.MinSize().Height; h != one {
		t.Errorf("emptied it is %v high, want %v", h, one)
	}
}

func BenchmarkTypeInLongText(b *testing.B) {
	app := test.NewApp()
	defer app.Quit()
	e := New(func(f func()) { f() })
	w := test.NewWindow(e)
	w.Resize(fyne.NewSize(600, 200))
	e.SetText(strings.Repeat("今日は雨だった。", LongPaste/8))
	for b.Loop() {
		e.TypedRune('a')
	}
}
