package withdraw

import (
	"strings"
	"testing"
	"unicode/utf8"

	"yumori/internal/transcript"
)

// TestRedact takes out what was taken back, wherever it stands, and leaves what the user
// said elsewhere too, ids, and whatever is no text.
func TestRedact(t *testing.T) {
	p := wordsOf(
		[]transcript.Message{
			{ID: "gone", Role: transcript.RoleUser, Text: "I owe the bank forty thousand, and Marek must not know. We had soup on Tuesday."},
			{ID: "weg", Role: transcript.RoleUser, Text: "弟のショウタが三月に服役しました"},
		},
		[]transcript.Message{{ID: "stays", Role: transcript.RoleUser, Text: "We had soup on Tuesday."}},
	)
	for _, c := range []struct{ file, has, not, keeps string }{
		{"memory/2026-11-20.md", "- I owe the bank forty thousand\n- We had soup on Tuesday.", "forty thousand", "We had soup on Tuesday."},
		{"bank/world.md", "Ask Marek about the shed.", "Marek", "about the shed."},
		{"entity_memory/ショウタ.md", "ショウタは弟が三月に服役しました、と話していた。", "服役", "と話していた。"},
		{"dreams/2026-11-20-1.json", `{"id":"gone","quote":"you owe the bank forty thousand"}`, "forty thousand", `{"id":"gone"`},
		{"memory/a.md", "<!-- withdrawn: told gone\nhe owes money\n-->\nkept", "owes money", "kept"},
		{"memory/b.md", "<!-- withdrawn: told other\nhe owes money\n-->\nkept", "▒", "owes money"},
	} {
		got := string(p.redactFile(c.file, []byte(c.has)))
		if strings.Contains(got, c.not) || !strings.Contains(got, c.keeps) {
			t.Errorf("%s: %q", c.file, got)
		}
	}
	if picture := []byte{0xff, 0xfe, 'M', 'a', 'r', 'e', 'k'}; string(p.redactFile("x.png", picture)) != string(picture) {
		t.Error("a picture was changed")
	}
	if !p.named("entity_memory/Marek.md") || p.named("entity_memory/Soup.md") || p.named("knowledge/Marek.md") {
		t.Error("the wrong pages are named after somebody who is to be gone")
	}
}

// FuzzRedact never breaks a character, nor leaves a piece of what is to be gone.
func FuzzRedact(f *testing.F) {
	f.Add("I owe the bank forty thousand", "you owe the bank forty thousand pounds")
	f.Add("弟が三月に服役しました", "弟が三月に服役しました。")
	f.Fuzz(func(t *testing.T, taken, text string) {
		if !utf8.ValidString(taken) || !utf8.ValidString(text) {
			t.Skip()
		}
		p := wordsOf([]transcript.Message{{ID: "gone", Role: transcript.RoleUser, Text: taken}}, nil)
		left := p.redact(text)
		if !utf8.ValidString(left) {
			t.Fatalf("%q of %q", left, text)
		}
		if !strings.Contains(text, redacted) {
			for _, part := range strings.Split(left, redacted) {
				each(part, func(_ int, piece string) {
					if p.texts[piece] {
						t.Fatalf("%q still has %q", left, piece)
					}
				})
			}
		}
	})
}
