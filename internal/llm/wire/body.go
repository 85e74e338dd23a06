package wire

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"yumori/internal/llm"
)

// A body is the body of an answer with its limits: it ends when nothing came
// for a while, or too much came. Its errors are io.EOF, the context's error,
// io.ErrUnexpectedEOF for a connection that broke, or an *llm.Error.
type body struct {
	io.ReadCloser
	t       *Transport
	ctx     context.Context // the caller's
	cancel  context.CancelCauseFunc
	timer   *time.Timer
	stalled atomic.Bool
	left    int64 // bytes that may still come
}

func newBody(rc io.ReadCloser, t *Transport, ctx context.Context, cancel context.CancelCauseFunc) *body { //nolint:revive // an internal constructor; ctx belongs to the response
	b := &body{ReadCloser: rc, t: t, ctx: ctx, cancel: cancel, left: t.opt.MaxBytes}
	b.timer = time.AfterFunc(t.opt.IdleWait, func() {
		b.stalled.Store(true)
		cancel(nil)
	})
	return b
}

// Read reads the next piece and starts the idle timer anew.
func (b *body) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, b.t.Errorf("", llm.ErrBadAnswer, "the answer is longer than %d bytes", b.t.opt.MaxBytes)
	}
	p = p[:min(int64(len(p)), b.left)]
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if n > 0 {
		b.timer.Reset(b.t.opt.IdleWait)
	}
	switch {
	case err == nil || errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return n, err
	case b.ctx.Err() != nil:
		return n, b.ctx.Err()
	case b.stalled.Load():
		return n, b.t.Errorf("", llm.ErrUnavailable, "%s for %v", "nothing came", b.t.opt.IdleWait)
	default: // a reset connection and a short chunk mean the same here
		return n, io.ErrUnexpectedEOF
	}
}

// Close gives the connection back or, in the middle of an answer, drops it.
func (b *body) Close() error {
	b.timer.Stop()
	b.cancel(nil)
	return b.ReadCloser.Close()
}
