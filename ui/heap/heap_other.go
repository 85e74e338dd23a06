//go:build !linux || !cgo

package heap

// Here the C library keeps little, or there is none.

func frugal() {}
func trim()   {}
