package lang

import "testing"

func TestMarkPutRight(t *testing.T) {
	for _, row := range []struct{ text, marked, own string }{
		{"Ana: “The talk is on Friday”", "Ana: “The talk is on Friday” (as put right)", "The talk is on Friday"},
		{"アナ「話は金曜」", "アナ「話は金曜」（訂正後）", "話は金曜"},
		{"Ana's talk is on Friday", "Ana's talk is on Friday", "Ana's talk is on Friday"},
	} {
		got := MarkPutRight(row.text)
		if got != row.marked || MarkPutRight(got) != got {
			t.Errorf("MarkPutRight(%q) = %q, and again %q", row.text, got, MarkPutRight(got))
		}
		if rest, marked := CutPutRight(got); rest != row.text || marked != (row.marked != row.text) {
			t.Errorf("CutPutRight(%q) = %q, %v", got, rest, marked)
		}
		if own := OwnWords(got, []string{"Ana", "アナ"}); own != row.own {
			t.Errorf("OwnWords(%q) = %q, want %q", got, own, row.own)
		}
	}
}
