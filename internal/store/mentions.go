package store

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

// mentionPiece is how much of a file Mentions has in memory, in bytes.
const mentionPiece = 16 << 10

// Mentions reports whether a file of any size holds one of some words, byte for
// byte. It reads the file in pieces and keeps nothing of it. The errors are
// those of Open, and of a disk that does not answer.
func (d *Dir) Mentions(name string, words ...string) (bool, error) {
	f, err := d.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	wanted, longest := make([][]byte, len(words)), 0
	for i, w := range words {
		wanted[i], longest = []byte(w), max(longest, len(w))
	}
	piece := make([]byte, 0, max(mentionPiece, 2*longest))
	for {
		n, err := f.Read(piece[len(piece):cap(piece)])
		piece = piece[:len(piece)+n]
		if slices.ContainsFunc(wanted, func(w []byte) bool { return bytes.Contains(piece, w) }) {
			return true, nil
		}
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, wrap("read", name, err)
		}
		begun := min(len(piece), max(0, longest-1)) // a word may have begun at the end
		piece = append(piece[:0], piece[len(piece)-begun:]...)
	}
}
