package storetest

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"yumori/internal/store"
)

func TestFolder(t *testing.T) {
	start := time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC)
	f := New(t, start)
	if f.FileText(t, "memory/a.md") != "" {
		t.Error("a file that is not there has text")
	}
	f.PutFile(t, "memory/a.md", "by hand")
	if text, err := f.Dir.ReadText("memory/a.md"); err != nil || text.S != "by hand" {
		t.Errorf("the store reads %q, %v", text.S, err)
	}
	f.Time = start.Add(time.Hour)
	if err := f.Dir.Write("memory/a.md", []byte("by the store"), store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	past, err := f.Dir.History("memory/a.md")
	if err != nil || len(past) == 0 || !past[0].Time.Equal(f.Time) {
		t.Errorf("the history is %v, %v, not of %v", past, err, f.Time)
	}
	f.Restart(t, func() {
		if _, err := os.Stat(f.FilePath("memory/a.md")); err != nil {
			t.Error(err)
		}
		if err := f.Dir.Write("memory/a.md", nil, store.Cause{Kind: store.CauseUser}); err == nil {
			t.Error("the home is not closed")
		}
	})
	if got := f.FileText(t, "memory/a.md"); got != "by the store" {
		t.Errorf("after the restart: %q", got)
	}
	if text, err := f.Dir.ReadText("memory/a.md"); err != nil || text.S != "by the store" {
		t.Errorf("the store reads %q, %v after the restart", text.S, err)
	}
}

// A recorder takes the errors of a test that is over when run is called.
type recorder struct {
	testing.TB
	after  []func()
	errors []string
}

func (r *recorder) Cleanup(f func())               { r.after = append(r.after, f) }
func (r *recorder) Errorf(format string, _ ...any) { r.errors = append(r.errors, format) }

type damaged []store.Problem

func (d damaged) Check(context.Context) []store.Problem { return d }

func TestCheckAfter(t *testing.T) {
	r := &recorder{TB: t}
	CheckAfter(r, damaged{{Name: "a"}, {Name: "b"}})
	CheckAfter(r, damaged{})
	if len(r.errors) != 0 {
		t.Error("looked before the test was over")
	}
	for _, f := range slices.Backward(r.after) {
		f()
	}
	if len(r.errors) != 2 {
		t.Errorf("%d errors of two problems", len(r.errors))
	}
}
