package page

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/internal/attachment"
	"yumori/internal/llm"
	"yumori/internal/store"
)

func TestExplain(t *testing.T) {
	for _, w := range []Words{english(t), japanese(t)} {
		for _, r := range reasons() {
			e := w.Explain(fmt.Errorf("say: %w", r.err))
			if e.What != w.T(r.what) || e.Next == "" {
				t.Errorf("%s: %v is explained as %q", w.Lang, r.err, e.Sentence())
			}
			if !strings.Contains(e.Details, r.err.Error()) {
				t.Errorf("%s: the details of %v are %q", w.Lang, r.err, e.Details)
			}
		}
	}
}

func TestExplainOthers(t *testing.T) {
	w := english(t)
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{"nothing wrong", nil, ""},
		{"unknown", errOdd, "That did not work. Nothing that was saved is lost. Try again; the details may help."},
		{"wait", &llm.Error{Kind: llm.ErrRateLimited, RetryAfter: 2500 * time.Millisecond},
			"The provider asks for fewer requests. Try again in 3 seconds."},
		{"two sentinels", fmt.Errorf("%w: %w", store.ErrFull, errOdd),
			"The disk is full, so this wasn’t saved. Free some space and try again."},
		{"attachment", fmt.Errorf("x: %w", &attachment.Problem{Name: "a.exe", Reason: attachment.BadKind}),
			"“a.exe” is neither a picture nor a text file. You can attach PNG, JPEG, GIF, WebP and plain text."},
	} {
		if got := w.Explain(tt.err).Sentence(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := japanese(t).Explain(llm.ErrBadAnswer).Sentence(); strings.Contains(got, " ") {
		t.Errorf("between Japanese sentences is a space: %q", got)
	}
}

func TestSize(t *testing.T) {
	w := english(t)
	for n, want := range map[int64]string{12: "12 B", 2048: "2 kB", 3 << 20: "3.0 MB"} {
		if got := w.Size(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}
