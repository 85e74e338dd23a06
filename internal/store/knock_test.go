package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/fsnotify/fsnotify"
)

func TestAKnockIsAnswered(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	h, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	left := filepath.Join(dir, knockFile)
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	swept := removal(t, left)
	ctx, cancel := context.WithCancel(context.Background())
	knocks, done := make(chan struct{}, 8), make(chan error, 1)
	go func() { done <- h.Answer(ctx, func() { knocks <- struct{}{} }) }()
	<-swept // what was left is swept away once it listens
	for range 2 {
		if err := Knock(ctx, dir); err != nil {
			t.Fatal(err)
		}
		<-knocks
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if len(knocks) != 0 {
		t.Errorf("%d knocks too many", len(knocks))
	}
}

// removal returns a channel that is closed when a file is removed.
func removal(t *testing.T, name string) <-chan struct{} {
	t.Helper()
	w, err := fsnotify.NewWatcher()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() }) // nothing was written
	if err := w.Add(filepath.Dir(name)); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		for e := range w.Events {
			if e.Has(fsnotify.Remove) && e.Name == name {
				close(gone)
				return
			}
		}
	}()
	return gone
}

func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	wantErr(t, Knock(ctx, dir), ErrNoAnswer)
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("%v is left behind", files)
	}
	wantErr(t, Knock(ctx, filepath.Join(dir, "none")), os.ErrNotExist)
}
