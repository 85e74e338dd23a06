//go:build !linux || !cgo

package heap

// trim does nothing: here the C library gives back by itself, or there is none.
func trim() {}
