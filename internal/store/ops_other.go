//go:build !linux

package store

import "os"

// syncData waits until the bytes of f, and its size, are on disk.
func syncData(f *os.File) error { return f.Sync() }
