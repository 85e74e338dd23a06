package companion

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/openai"
)

// servedBy opens a home whose embedder is on a strict server.
func servedBy(t *testing.T, dir string, srv *llmtest.Server) *Home {
	t.Helper()
	at := september
	h, err := openHome(t.Context(), Options{
		Home: dir, Now: func() time.Time { return at }, Samples: samples(),
		Builtin: builtin.New(builtin.Options{Now: func() time.Time { return at }}),
		PickEmbedder: func(ctx context.Context, _ config.EmbedderChoice, _ string) (llm.Embedder, error) {
			return openai.NewEmbedder(ctx, openai.Config{BaseURL: srv.URL, Name: "vectors", Dim: 8, Tries: 1})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestNoTextIsAskedForTwice counts at the server: two personas that were told
// the same, a restart, and indexes that were deleted with all vectors in them
// do not make it see a text again.
func TestNoTextIsAskedForTwice(t *testing.T) {
	t.Parallel()
	srv := llmtest.NewOpenAI(t)
	srv.Models = []string{"vectors"}
	dir := t.TempDir()
	h := servedBy(t, dir, srv)
	setting(t, h, "embedder.provider", "openai")
	other, err := h.Create("Nova", "en", "")
	must(t, err)
	slugs := []string{"luna", other}
	bring := func() {
		t.Helper()
		for _, slug := range slugs {
			for _, s := range states(t, theOne(t, h, slug)) {
				if s.Chunks > 0 && (s.Embedder.InUse != "openai/vectors" || s.Vectors != s.Chunks) {
					t.Fatalf("%s: %+v %+v", slug, s, s.Embedder)
				}
			}
		}
	}
	for _, slug := range slugs {
		c := theOne(t, h, slug)
		for _, s := range told {
			talk(t, c, s)
		}
	}
	bring()
	seen := onceEachText(t, srv)
	for _, s := range told {
		if seen[s] != 1 {
			t.Errorf("%q was asked for %d times", s, seen[s])
		}
	}
	recalled(t, theOne(t, h, "luna"), "Do I own a dog?")
	recalled(t, theOne(t, h, other), "Do I own a dog?")
	must(t, h.Close())
	before := len(onceEachText(t, srv))

	h = servedBy(t, dir, srv)
	bring()
	must(t, h.Close())
	for _, slug := range slugs {
		must(t, os.RemoveAll(filepath.Join(dir, "personas", slug, ".index")))
	}
	h = servedBy(t, dir, srv)
	bring()
	recalled(t, theOne(t, h, other), "Do I own a dog?")
	must(t, h.Close())
	if after := len(onceEachText(t, srv)); after != before {
		t.Errorf("%d texts more were asked for", after-before)
	}

	must(t, os.RemoveAll(filepath.Join(dir, ".index")))
	h = servedBy(t, dir, srv)
	bring()
	must(t, h.Close())
}

// onceEachText returns the texts that a server made vectors of, and fails for one
// it was asked for twice.
func onceEachText(t *testing.T, srv *llmtest.Server) map[string]int {
	t.Helper()
	seen := map[string]int{}
	for _, r := range srv.Requests() {
		if !strings.HasSuffix(r.Path, "/embeddings") {
			continue
		}
		var q struct{ Input []string }
		must(t, json.Unmarshal(r.Body, &q))
		for _, text := range q.Input {
			seen[text]++
			if seen[text] == 2 {
				t.Errorf("%q was asked for again", text)
			}
		}
	}
	return seen
}
