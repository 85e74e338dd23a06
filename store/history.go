package store

import (
	"context"
	"time"
)

const historyDir = ".history"

// Past is one version of a file in the history.
type Past struct {
	Time    time.Time
	Cause   Cause
	Version Version // "" means that the file was removed
	Size    int64   // bytes
}

type history struct{}

type pendingNote struct{}

func openHistory(*Dir) *history { return &history{} }

func (h *history) before(string, []byte, Cause) (*pendingNote, error) { return nil, nil }
func (h *history) beforeRemove(string, Cause) (*pendingNote, error)   { return nil, nil }
func (h *history) undo(*pendingNote)                                  {}
func (h *history) done(*pendingNote)                                  {}
func (h *history) close() error                                       { return nil }

// History returns the versions of a file, newest first.
func (d *Dir) History(name string) ([]Past, error) { return nil, d.check(name) }

// Past returns the bytes of a version of a file.
func (d *Dir) Past(name string, v Version) ([]byte, error) { return nil, d.check(name) }

// Restore writes an earlier version of a file again.
func (d *Dir) Restore(name string, v Version) error { return d.check(name) }

// Sync waits until the history has everything written so far.
func (d *Dir) Sync(ctx context.Context) error { return ctx.Err() }
