package companion

import (
	"strings"
	"testing"
	"time"

	"yumori/internal/llm/builtin"
)

var jst = time.FixedZone("", 9*3600)

// twoWeeks is a conversation of two days and many others.
func twoWeeks(t *testing.T, dir, slug string, said [2]string, other string) {
	t.Helper()
	w := teller{at: time.Date(2026, 11, 4, 9, 0, 0, 0, jst)}
	w.say("user", said[0])
	w.say("persona", other)
	w.at = time.Date(2026, 11, 6, 9, 0, 0, 0, jst)
	w.say("user", said[1])
	for range 120 {
		w.say("persona", strings.Repeat(other, 8))
		w.say("user", other)
		w.at = w.at.Add(-time.Hour)
	}
	w.told(t, dir, slug)
}

var dayTests = []struct {
	slug, first, second, other string
	ask, gone, wrong           string // of the first day, of a day without a word, of the first by another day of the week
	silent, corrects           string
}{
	{
		"luna", "I planted garlic in the long bed, forty cloves of it.", "The roof of the shed leaks above the bicycles.", "The ferry was late and the harbour full of fog. ",
		"What did we talk about on Wednesday 4 November?", "What did we talk about on Thursday 5 November?", "What did we talk about on Monday 4 November?",
		"did not talk on Thursday 5 November 2026", "was a Wednesday, not a Monday",
	},
	{
		"", "長い畝ににんにくを四十片植えたよ。", "物置の屋根から自転車の上に雨漏りする。", "フェリーは遅れて、港は霧に包まれていた。",
		"11月4日の水曜は何を話した？", "11月5日の木曜は何を話した？", "11月4日の月曜は何を話した？",
		"2026年11月5日（木）は、お話ししていません", "月曜ではなくて、水曜",
	},
}

// TestPastDayByRules asks the built-in rules what was talked about on a day.
func TestPastDayByRules(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 19, 0, 0, 0, jst)
	for _, c := range dayTests {
		dir := t.TempDir()
		slug := theSlug(t, dir, c.slug)
		twoWeeks(t, dir, slug, [2]string{c.first, c.second}, c.other)
		clock := func() time.Time { return now }
		h := remembering(t, dir, now, builtin.New(builtin.Options{Now: clock}))
		defer h.Close()
		co := theOne(t, h, c.slug)
		if a := talk(t, co, c.ask).Reply.Text; !strings.Contains(a, c.first) || strings.Contains(a, c.second) {
			t.Errorf("%s: %s", c.ask, a)
		}
		if a := talk(t, co, c.gone).Reply.Text; !strings.Contains(a, c.silent) || strings.Contains(a, c.first) {
			t.Errorf("%s: %s", c.gone, a)
		}
		if a := talk(t, co, c.wrong).Reply.Text; !strings.Contains(a, c.first) || !strings.Contains(a, c.corrects) {
			t.Errorf("%s: %s", c.wrong, a)
		}
	}
}

// TestPastDayComesToMind has what was said on the day stand in the prompt of a
// model, and that there was nothing.
func TestPastDayComesToMind(t *testing.T) {
	t.Parallel()
	for _, c := range dayTests {
		dir := t.TempDir()
		slug := theSlug(t, dir, c.slug)
		twoWeeks(t, dir, slug, [2]string{c.first, c.second}, c.other)
		e := &ears{}
		h := remembering(t, dir, time.Date(2026, 11, 20, 19, 0, 0, 0, jst), e)
		defer h.Close()
		co := theOne(t, h, c.slug)
		turn := talk(t, co, c.ask)
		if len(turn.Recalled.Memories) == 0 || turn.Recalled.Memories[0].Content != c.first {
			t.Errorf("%s: %+v", c.ask, turn.Recalled.Memories)
		}
		day := map[string]string{"luna": "5 November 2026", "": "2026年11月5日（木）"}[c.slug]
		talk(t, co, c.gone)
		if _, recalled := e.told(); !strings.Contains(recalled, day) {
			t.Errorf("%s: the prompt says %q", c.gone, recalled)
		}
	}
}
