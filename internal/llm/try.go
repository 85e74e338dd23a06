package llm

import (
	"context"
	"strings"
	"time"
)

// A Trial is the outcome of trying out a model.
type Trial struct {
	Took  time.Duration
	Text  string // what it said, at most 200 characters
	Usage Usage
}

// Try asks a model for one word, for a "test" button. The error is that of the
// model; a model that answers anything has passed.
func Try(ctx context.Context, m Model) (Trial, error) {
	start := time.Now()
	resp, err := m.Generate(ctx, Request{
		Messages: []Message{{Role: RoleUser, Text: "This is a connection test. Answer with the single word: ready"}},
		Purpose:  PurposeTest,
	}, nil)
	text := []rune(strings.TrimSpace(resp.Message.Text))
	return Trial{Took: time.Since(start), Text: string(text[:min(len(text), 200)]), Usage: resp.Usage}, err
}
