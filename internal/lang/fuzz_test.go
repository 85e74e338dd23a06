package lang_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/pending"
)

var said = time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC)

// FuzzRead has all the rules read any text.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"My interview is on Friday. I lost my keys!", "来週の金曜日に面接があるんだ。財布をなくした。", "```\n", "<a>\n", "「", "“", strings.Repeat("（", 300)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5_000 {
			t.Skip()
		}
		if strings.Join(lang.Parts(text), "") != text {
			t.Errorf("%q: parts are %q", text, lang.Parts(text))
		}
		if cut := lang.CutSentences(text, 40); utf8.RuneCountInString(cut) > 40 {
			t.Errorf("%q is cut to %q", text, cut)
		}
		for _, s := range lang.Sentences(text) {
			if utf8.ValidString(text) && !strings.Contains(text, s.Raw) {
				t.Errorf("%q is not in %q", s.Raw, text)
			}
			for _, o := range pending.Open(s, said) {
				if o.Question == "" || len(o.Terms) == 0 || strings.Contains(o.Question, lang.Gap) || o.Priority <= 0 || o.Priority > 1 {
					t.Errorf("%q: %+v", s.Raw, o)
				}
			}
			pending.OutcomeOf(s, said)
			lang.MoodOf(s)
			lang.Stated(s)
			lang.Told(s)
			lang.Images(s.Raw)
			for _, n := range lang.ProperNames(s.Raw) {
				lang.NameOf(s.Raw, n)
			}
		}
	})
}
