package rag

import (
	"bytes"
	"errors"
	"io/fs"

	"yumori/rag/latent"
	"yumori/rag/segment"
)

// spaceName holds the semantic space, as latent.Space.WriteTo writes it.
const spaceName = "space.bin"

// maxSpace bounds the file: 40,000 terms of 100 numbers are 8.5 MB.
const maxSpace = 256 << 20

// A lens is a semantic space to look through: its terms are in memory, its basis
// on the shelf of its file, or in memory when it was learned a moment ago. The
// zero value is none.
type lens struct {
	*latent.Space
	shelf  *segment.MappedFile // nil: the space has its rows
	rowsAt int64
}

// hold adds a user of the shelf, and release takes one away.
func (l lens) hold() lens {
	l.shelf.Hold()
	return l
}

func (l lens) release() { l.shelf.Release() }

// rows returns the whole basis, to place many texts by.
func (l lens) rows() []byte {
	if l.shelf == nil {
		return l.Rows()
	}
	all := make([]byte, l.Terms()*l.RowSize())
	l.shelf.Read(all, l.rowsAt)
	return all
}

// A projector places texts in a space. It is for one goroutine.
type projector struct {
	space lens
	rows  []byte // the basis; nil: it is read where it stands
	at    segment.Cursor
}

// projector returns one that reads the few rows it is asked for.
func (l lens) projector() *projector {
	p := &projector{space: l, at: segment.Cursor{File: l.shelf}}
	if l.shelf == nil {
		p.rows = l.Rows()
	}
	return p
}

// look returns one for a search, which has to view the shelf meanwhile.
func (l lens) look() *projector {
	p := l.projector()
	p.at = l.shelf.Look()
	return p
}

// vector returns the vector of a text, not normalised.
func (p *projector) vector(bag latent.Bag) []float32 {
	v := make([]float32, p.space.Dim())
	p.space.Project(v, bag, p.row)
	return v
}

func (p *projector) row(r int) []byte {
	size := p.space.RowSize()
	if p.rows != nil {
		return p.rows[r*size:][:size:size]
	}
	return p.at.Read(p.space.rowsAt+int64(r)*int64(size), size)
}

// saveSpace writes a space that has its rows, and returns it on its shelf; as it
// is where that cannot be had.
func (x *Index) saveSpace(space *latent.Space) (lens, error) {
	var buf bytes.Buffer
	if _, err := space.WriteTo(&buf); err != nil {
		return lens{Space: space}, err
	}
	if _, err := x.dir.Import(x.file(spaceName), &buf, maxSpace); err != nil {
		return lens{Space: space}, err
	}
	l, err := x.scanSpace()
	if err != nil || l.Mark() != space.Mark() {
		l.release()
		return lens{Space: space}, err
	}
	return l, nil
}

// scanSpace returns the space learned last on the shelf of its file.
func (x *Index) scanSpace() (lens, error) {
	f, size, at, err := x.openAt(spaceName)
	if err != nil {
		return lens{}, err
	}
	space, rowsAt, err := latent.Scan(f)
	if err != nil {
		return lens{}, errors.Join(err, f.Close())
	}
	return lens{space, segment.NewMappedFile(at, f, size), rowsAt}, nil
}

// readSpace returns the space learned last. One that is missing or damaged is
// learned again in the next dream.
func (x *Index) readSpace() (lens, bool) {
	l, err := x.scanSpace()
	if errors.Is(err, latent.ErrOld) {
		l, err = x.renewSpace()
	}
	if err == nil {
		return l, true
	}
	if !errors.Is(err, fs.ErrNotExist) {
		x.log.Warn("semantic space cannot be used, learned again later", "index", x.name, "error", err)
	}
	return lens{}, false
}

// renewSpace writes a space of the older form anew.
func (x *Index) renewSpace() (lens, error) {
	f, err := x.dir.Open(x.file(spaceName))
	if err != nil {
		return lens{}, err
	}
	space, err := latent.Read(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return lens{}, err
	}
	return x.saveSpace(space)
}
