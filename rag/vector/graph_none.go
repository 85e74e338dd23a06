//go:build windows

package vector

import "context"

// newGraph returns nil: coder/hnsw does not compile for Windows. The exact
// scan answers there, whatever the size.
func newGraph(context.Context, *Set) func(q []float32, k int) []int32 { return nil }
