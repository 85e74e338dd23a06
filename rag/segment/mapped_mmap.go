//go:build linux || darwin

package segment

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// mapped returns a file's map, nil if it cannot be had: then it is read.
func mapped(file io.ReaderAt, size int64) []byte {
	f, ok := file.(*os.File)
	if !ok || size <= 0 || int64(int(size)) != size {
		return nil
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil
	}
	return data
}

// LetGo gives the pages of a map back. They come again when they are looked at.
func letGo(data []byte) { _ = unix.Madvise(data, unix.MADV_DONTNEED) } // an advice

func unmap(data []byte) { _ = unix.Munmap(data) } // it is one
