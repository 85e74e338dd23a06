package rag

import (
	"bytes"
	"errors"
	"io"
	"io/fs"

	"yumori/rag/latent"
)

// spaceName holds the semantic space, as latent.Space.WriteTo writes it.
const spaceName = "space.bin"

// maxSpace bounds the file: 40,000 terms of 100 numbers are 4.5 MB.
const maxSpace = 256 << 20

func (x *Index) saveMeaning(space *latent.Space) error {
	var buf bytes.Buffer
	if _, err := space.WriteTo(&buf); err != nil {
		return err
	}
	_, err := x.dir.Import(x.file(spaceName), &buf, maxSpace)
	return err
}

// readSpace returns the space learned last. One that is missing or damaged is
// learned again in the next dream.
func (x *Index) readSpace() *latent.Space {
	f, err := x.dir.Open(x.file(spaceName))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			x.log.Warn("semantic space cannot be read", "index", x.name, "error", err)
		}
		return nil
	}
	defer f.Close()
	space, err := latent.Read(io.LimitReader(f, maxSpace))
	if err != nil {
		x.log.Warn("semantic space is damaged, learned again later", "index", x.name, "error", err)
		return nil
	}
	return space
}
