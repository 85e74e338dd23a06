package companion

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm/builtin"
)

// What falls on the days asked about is found by its day, told in whatever words and however
// long ago; what is of other days is left out.
func TestWhatIsToComeIsFoundByItsDay(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 12, 1, 19, 0, 0, 0, jst)
	for _, c := range []struct{ slug, told, other, ask, want, not string }{
		{"luna", "My niece Fenna turns 7 on the 2nd of December", "Boiler man comes on the 9th of October", "what's happening tomorrow?", "Fenna turns 7", "oiler"},
		{"luna", "The train to Whitby goes on 19 December", "The choir sang on 19 November", "what have I got coming up?", "Whitby", "choir"},
		{"", "十二月二日に健診がある", "十一月二日に車検がある", "明日の予定は？", "健診", "車検"},
	} {
		dir := t.TempDir()
		slug := theSlug(t, dir, c.slug)
		lines := []string{"# World", ""}
		for i, text := range append([]string{c.told, c.other}, strings.Split(strings.Repeat("The tide was low and the harbour full of fog\n", 40), "\n")...) {
			if text != "" {
				lines = append(lines, fmt.Sprintf("- User: “%s %s” <!-- id: w_%010x; time: 2026-11-01T09:00:00Z; category: other; importance: 0.4 -->", text, strings.Repeat("I", i%7), i+1))
			}
		}
		bank := filepath.Join(dir, "personas", slug, "bank")
		if err := os.MkdirAll(bank, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(bank, "world.md"), []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		h := remembering(t, dir, now, builtin.New(builtin.Options{Now: func() time.Time { return now }}))
		if a := talk(t, theOne(t, h, c.slug), c.ask).Reply.Text; !strings.Contains(a, c.want) || strings.Contains(a, c.not) {
			t.Errorf("%s: %s", c.ask, a)
		}
		h.Close()
	}
}
