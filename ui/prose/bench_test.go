package prose

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"yumori/ui/look"
)

// reply is a Japanese reply of about n characters, with some Markdown.
func reply(n int) string {
	const part = "今日は雨でしたね。「明日こそ」と言っていたのを、**思い出しました**。tundra の v1.2 はどうですか？\n\n" +
		"- 一つ目の項目は少し長くて、行の終わりで折り返すはずです。\n- 二つ目。`go test` も。\n\n"
	var s strings.Builder
	for runes := 0; runes < n; runes += 105 {
		s.WriteString(part)
	}
	return head(s.String(), n)
}

// shown is a text in a window, measured with the real fonts.
func shown(tb testing.TB) *Text {
	app := test.NewTempApp(tb)
	app.Settings().SetTheme(look.New(look.Options{}))
	t := New()
	w := test.NewTempWindow(tb, t)
	w.Resize(fyne.NewSize(580, 600))
	return t
}

func BenchmarkReply2000(b *testing.B) {
	t := shown(b)
	s := reply(2000)
	t.SetMarkdown(s)
	for b.Loop() {
		t.docs = [2]*document{}
		t.SetMarkdown(s)
	}
}

// A token is appended to a reply of 20,000 characters.
func BenchmarkAppend20000(b *testing.B) {
	t := shown(b)
	s := reply(20_000)
	t.SetMarkdown(s)
	for b.Loop() {
		s += "雨"
		t.SetMarkdown(s)
	}
}

// The same, when the reply is a single paragraph.
func BenchmarkAppendParagraph20000(b *testing.B) {
	t := shown(b)
	s := strings.ReplaceAll(reply(20_000), "\n", "")
	t.SetMarkdown(s)
	for b.Loop() {
		s += "雨"
		t.SetMarkdown(s)
	}
}

func BenchmarkMegabyteWord(b *testing.B) {
	t := shown(b)
	s := strings.Repeat("a", 1<<20)
	for b.Loop() {
		t.docs = [2]*document{}
		t.SetMarkdown(s)
	}
}

func BenchmarkSelectDrag20000(b *testing.B) {
	t := shown(b)
	t.SetMarkdown(reply(20_000))
	i := 0
	for b.Loop() {
		i++
		t.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(float32(i%500), float32(i%3000))}})
	}
}

// The promises of the package's documentation, with room for a busy machine.
func TestFastEnough(t *testing.T) {
	tx := shown(t)
	s := reply(20_000)
	tx.SetMarkdown(s)
	const tries = 5
	best := time.Hour
	for range tries {
		from := time.Now()
		s += "雨"
		tx.SetMarkdown(s)
		best = min(best, time.Since(from))
	}
	if best > 30*time.Millisecond*slowdown {
		t.Errorf("appending to 20,000 characters took %v", best)
	}
	from := time.Now()
	tx.SetMarkdown(strings.Repeat("a", 1<<20))
	if took := time.Since(from); took > time.Second*slowdown {
		t.Errorf("a word of a megabyte took %v", took)
	}
}
