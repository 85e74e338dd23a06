package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// beside has another program search the same texts, and reports its figures after
// ours. It is called with three arguments: a file of the texts and one of the
// questions, a JSON string a line each, and a folder to work in. What it measured
// it prints as Figures, one in JSON a line, whose names begin with its own.
func (b *timing) beside(ctx context.Context) error {
	if b.Beside == "" {
		return nil
	}
	texts, questions := filepath.Join(b.root, "texts.jsonl"), filepath.Join(b.root, "questions.jsonl")
	g := newBabble()
	if err := writeLines(texts, b.Chunks, g.text); err != nil {
		return err
	}
	if err := writeLines(questions, benchWarm+b.Questions, b.question); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, b.Beside, texts, questions, b.root) //nolint:gosec // the user names it
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("run %s: %w", b.Beside, err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("run %s: %w", b.Beside, err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var f Figure
		if err = json.Unmarshal(lines.Bytes(), &f); err != nil {
			break
		}
		b.show(f)
	}
	if err := errors.Join(err, lines.Err(), cmd.Wait()); err != nil {
		return fmt.Errorf("run %s: %w", b.Beside, err)
	}
	return nil
}

// writeLines writes a file of n texts, a JSON string a line.
func writeLines(name string, n int, text func(int) string) (err error) {
	f, err := os.Create(name) //nolint:gosec // in a folder of our own
	if err != nil {
		return fmt.Errorf("write for another program: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	for i := range n {
		if err := enc.Encode(text(i)); err != nil {
			return fmt.Errorf("write for another program: %w", err)
		}
	}
	return w.Flush()
}
