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

// A semanticSpace is a latent.Space in use: its terms are in memory, its basis
// in its file, or in memory when it was learned a moment ago. The
// zero value is none.
type semanticSpace struct {
	*latent.Space
	mapped *segment.MappedFile // nil: the space has its rows
	rowsAt int64
}

// hold adds a user of the file, and release takes one away.
func (l semanticSpace) hold() semanticSpace {
	l.mapped.Hold()
	return l
}

func (l semanticSpace) release() { l.mapped.Release() }

// rows returns the whole basis, to place many texts by.
func (l semanticSpace) rows() []byte {
	if l.mapped == nil {
		return l.Rows()
	}
	all := make([]byte, l.Terms()*l.RowSize())
	l.mapped.Read(all, l.rowsAt)
	return all
}

// A projector places texts in a space. It is for one goroutine.
type projector struct {
	space semanticSpace
	rows  []byte // the basis; nil: it is read where it stands
	at    segment.Cursor
}

// projector returns one that reads the few rows it is asked for.
func (l semanticSpace) projector() *projector {
	p := &projector{space: l, at: segment.Cursor{File: l.mapped}}
	if l.mapped == nil {
		p.rows = l.Rows()
	}
	return p
}

// look returns one for a search, which has to view the file meanwhile.
func (l semanticSpace) look() *projector {
	p := l.projector()
	p.at = l.mapped.Look()
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

// saveSpace writes a space that has its rows, and returns it in its file; as it
// is where that cannot be had.
func (fd *folder) saveSpace(space *latent.Space) (semanticSpace, error) {
	var buf bytes.Buffer
	if _, err := space.WriteTo(&buf); err != nil {
		return semanticSpace{Space: space}, err
	}
	if _, err := fd.dir.Import(fd.file(spaceName), &buf, maxSpace); err != nil {
		return semanticSpace{Space: space}, err
	}
	l, err := fd.scanSpace()
	if err != nil || l.Mark() != space.Mark() {
		l.release()
		return semanticSpace{Space: space}, err
	}
	return l, nil
}

// scanSpace returns the space learned last in its file.
func (fd *folder) scanSpace() (semanticSpace, error) {
	f, size, at, err := fd.openAt(spaceName)
	if err != nil {
		return semanticSpace{}, err
	}
	space, rowsAt, err := latent.Scan(f)
	if err != nil {
		return semanticSpace{}, errors.Join(err, f.Close())
	}
	return semanticSpace{space, segment.NewMappedFile(at, f, size), rowsAt}, nil
}

// readSpace returns the space learned last. One that is missing or damaged is
// learned again in the next dream.
func (fd *folder) readSpace() (semanticSpace, bool) {
	l, err := fd.scanSpace()
	if errors.Is(err, latent.ErrOld) {
		l, err = fd.renewSpace()
	}
	if err == nil {
		return l, true
	}
	if !errors.Is(err, fs.ErrNotExist) {
		fd.log.Warn("semantic space cannot be used, learned again later", "index", fd.name, "error", err)
	}
	return semanticSpace{}, false
}

// renewSpace writes a space of the older form anew.
func (fd *folder) renewSpace() (semanticSpace, error) {
	f, err := fd.dir.Open(fd.file(spaceName))
	if err != nil {
		return semanticSpace{}, err
	}
	space, err := latent.Read(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return semanticSpace{}, err
	}
	return fd.saveSpace(space)
}
