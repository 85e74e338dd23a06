package quote

import (
	"slices"
	"strings"
	"testing"
)

// TestQuotations finds the outermost quotations, in both languages.
func TestQuotations(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                              nil,
		"I don't know the dogs' names.": nil,
		"It is 6\" long and 5\" wide.":  nil,
		"Alex: “I quit. I hate it.” “Really.”":                       {"I quit. I hate it.", "Really."},
		"She said \"I'll go,\" and 'I won't stay there.' Then left.": {"I'll go,", "I won't stay there."},
		"アキラ「妹が『辞める』と言った」私『そうか』":                                     {"妹が『辞める』と言った", "そうか"},
		"“My sister said ‘I don’t care’ and left”":                   {"My sister said ‘I don’t care’ and left"},
		"She said “I will":                 {"I will"},
		"「行く":                              {"行く"},
		"‘tis the season":                  nil,
		"「「二重」の」「後」":                       {"「二重」の", "後"},
		"He wrote: \"no end\nand on":       {"no end"},
		"He said 'I will quit' and nodded": {"I will quit"},
	} {
		var got []string
		for _, q := range Quotations(text) {
			if !strings.HasPrefix(text[q.Begin:], q.Words) && !strings.Contains(text[q.Begin:q.End], q.Words) {
				t.Errorf("%q: %+v", text, q)
			}
			got = append(got, q.Words)
		}
		if !slices.Equal(got, want) {
			t.Errorf("Quotations(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestCreditOf reads who is said to have spoken: § stands for the quotation.
func TestCreditOf(t *testing.T) {
	t.Parallel()
	names := []string{"Alex", "Mio", "アキラ", "夢"}
	alex, mio := Credit{VoiceNamed, "Alex"}, Credit{VoiceNamed, "Mio"}
	akira, self, other, third := Credit{VoiceNamed, "アキラ"}, Credit{Voice: VoiceSelf}, Credit{Voice: VoiceOther}, Credit{Voice: VoiceThird}
	for text, want := range map[string]Credit{
		"Alex: §":                alex,
		"I: §":                   self,
		"What stays is Alex's §": {VoiceNamed, "Alex"},
		"残ったのはアキラさんの§という言葉。": {VoiceNamed, "アキラ"},
		"You: §":                         {VoiceNamed, "you"},
		"Alex said, §":                   alex,
		"Alex told me with tears §":      alex,
		"Alex finally admitted: §":       alex,
		"§, said Alex softly.":           alex,
		"§ Alex said.":                   alex,
		"Then I asked Alex §":            self,
		"§, I answered.":                 self,
		"Alex cried and I said §":        self,
		"Alex came in and said §":        alex,
		"I heard § once":                 other,
		"I was told §":                   other,
		"She whispered §":                other,
		"My sister said §":               third,
		"Alex's brother told us §":       third,
		"Alex's little sister shouted §": third,
		"Jonas said §":                   {VoiceNamed, "Jonas"},
		"Mio: §":                         mio,
		"I keep § in mind":               {},
		"I am reading §":                 {},
		"§":                              {},
		"アキラ§":                           akira,
		"アキラは§と言った。":                     akira,
		"アキラさんが泣きながら§と言った。": akira,
		"アキラに§と言われた。":       akira,
		"アキラに§と言った。":        {},
		"私はアキラに§と答えた。":      self,
		"私§":                self,
		"§と私は答えた。":          self,
		"§とアキラが話してくれた。":     akira,
		"§と言われた。":           other,
		"§と話してくれた。":         other,
		"アキラの妹は§と言った。":      third,
		"姉が§と言っていた。":        third,
		"彼女は§と言った。":         other,
		"佐藤§":               {VoiceNamed, "佐藤"},
		"今日§という本を読んだ。":      {},
		"相手§":               {VoiceNamed, "相手"},
		"§という言葉が残った。":       {},
		"海の話になると、§と思った。":    {},
	} {
		before, after, _ := strings.Cut(text, "§")
		if got := CreditOf(before, after, names); got != want {
			t.Errorf("CreditOf(%q) = %+v, want %+v", text, got, want)
		}
	}
}

func FuzzQuotations(f *testing.F) {
	for _, s := range []string{"“a” ‘b", "「『」』", "\"", "'a b c' d", "He said “no” and \"yes\n\"", "\xff“\xfe"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, q := range Quotations(s) {
			if q.Begin < end || q.End <= q.Begin || q.End > len(s) || !strings.Contains(s[q.Begin:q.End], q.Words) {
				t.Fatalf("%+v of %q", q, s)
			}
			end = q.End
			_ = q.Speaks(s)
			_ = CreditOf(s[:q.Begin], s[q.End:], []string{"A", s})
		}
	})
}
