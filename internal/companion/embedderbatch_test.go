package companion

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/openai"
	"yumori/internal/spending"
	"yumori/internal/store"
)

// TestManyTextsGoInABatch has the texts of a persona embedded by a strict server
// with batches, as the settings allow it and as batches end. In each case all get
// their vectors, and every request is counted.
func TestManyTextsGoInABatch(t *testing.T) {
	const many = 60
	for name, tt := range map[string]struct {
		batch, end string
		sent       int // batches
		singly     int // texts asked for one by one, at least
	}{
		"allowed":     {"true", "completed", 1, 0},
		"not allowed": {"false", "completed", 0, many},
		"failed":      {"true", "failed", 1, many},
		"expired":     {"true", "expired", 1, many / 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := llmtest.NewOpenAIBatches(t)
			srv.Ends, srv.Looks = []string{tt.end}, 2
			at := september
			h, err := openHome(t.Context(), Options{
				Home: t.TempDir(), Now: func() time.Time { return at }, Samples: samples(), Builtin: builtin.New(builtin.Options{}),
				PickEmbedder: func(ctx context.Context, c config.EmbedderChoice, _ string) (llm.Embedder, error) {
					e, err := openai.NewEmbedder(ctx, openai.Config{BaseURL: srv.URL, Name: "vectors", Dim: 8, Tries: 1})
					if err != nil || !c.Batch {
						return e, err
					}
					return openai.NewBatcher(e), nil
				},
			})
			must(t, err)
			defer h.Close()
			c := theOne(t, h, "luna")
			v := c.Memories.Vectors()
			v.Batching(many/2, func(ctx context.Context, _ time.Duration) error { return ctx.Err() })
			var day strings.Builder
			for i := range many {
				fmt.Fprintf(&day, "## [10:00:00] fact\n\nHeron number %d stood by the river.\n\n", i)
			}
			must(t, c.dir.Write("memory/2026-08-02.md", []byte(day.String()), store.Cause{Kind: store.CauseUser}))
			states(t, c)
			setting(t, h, "embedder.provider", "openai", "embedder.batch", tt.batch, "embedder.price_in", "1000000")
			states(t, c)
			v.Sent(t.Context())
			for _, s := range states(t, c) {
				if s.Chunks > 0 && (s.Embedder.InUse != "openai/vectors" || s.Vectors != s.Chunks || s.Embedder.Problem != "") {
					t.Errorf("%+v %+v", s, s.Embedder)
				}
			}
			singly := 0
			for _, n := range onceEachText(t, srv.Server) {
				singly += n
			}
			batches, texts, own := srv.Batches()
			if batches != tt.sent || batches > 0 && texts < many || singly < tt.singly || tt.singly == 0 && singly > 0 {
				t.Errorf("%d batches with %d texts, %d texts one by one", batches, texts, singly)
			}
			used := h.ledger.Budget(spending.Day(at), h.Settings().Budget.Day()).Used()
			if full := float64(used.Prompt); tt.sent == 0 && used.Money != full || tt.sent > 0 && tt.singly == 0 && (used.Money < full*0.5 || used.Money > full*0.55) || used.Money > full {
				t.Errorf("%v charged for %d tokens at 1 each", used.Money, used.Prompt)
			}
			if srv.Held() != 0 {
				t.Errorf("the server keeps %d files", srv.Held())
			}
			if got, want := h.ledger.Budget(spending.Day(at), h.Settings().Budget.Day()).Used().Calls, own+len(srv.Requests()); got != want {
				t.Errorf("%d requests counted, the server saw %d", got, want)
			}
		})
	}
}
