package door

import (
	"context"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A patient transport answers what was asked before the end of its input: a
// script that pipes requests in gets all its answers. Without it the end of the
// input ends what is under way.
type patient struct{ mcp.Transport }

// Connect is mcp.Transport.
func (p patient) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := p.Transport.Connect(ctx)
	return &waiting{Connection: c, closed: make(chan struct{})}, err
}

// waiting is a connection that holds the end of its input back.
type waiting struct {
	mcp.Connection
	closing sync.Once
	closed  chan struct{}

	mu    sync.Mutex // guards what follows
	asked int        // requests without an answer
	idle  chan struct{}
}

// Read is mcp.Connection.
func (w *waiting) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := w.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		w.mu.Lock()
		w.asked++
		w.mu.Unlock()
	}
	if err != nil {
		select {
		case <-w.answered():
		case <-w.closed:
		case <-ctx.Done():
		}
	}
	return m, err
}

// answered is closed once no request is without an answer.
func (w *waiting) answered() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle = make(chan struct{})
	if w.asked <= 0 {
		close(w.idle)
	}
	return w.idle
}

// Write is mcp.Connection.
func (w *waiting) Write(ctx context.Context, m jsonrpc.Message) error {
	err := w.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.asked--; w.asked == 0 && w.idle != nil {
			close(w.idle)
		}
	}
	return err
}

// Close is mcp.Connection.
func (w *waiting) Close() error {
	w.closing.Do(func() { close(w.closed) })
	return w.Connection.Close()
}
