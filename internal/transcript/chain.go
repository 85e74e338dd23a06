package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"time"

	"yumori/internal/store"
)

// A chain is the log as one sequence of lines: the archives, oldest month
// first, and the running log. It is a snapshot: lines appended later are not
// in it. The log's files are held while it is in use.
type chain struct {
	parts []part // oldest first; the last is the running log
}

// A part is one file of a chain.
type part struct {
	name    string // in the persona's folder
	month   string // YYYY-MM of an archive; "" of the running log
	dir     *store.Dir
	journal *store.Journal // of the running log
	size    int64          // of the running log when the chain was made
}

// A position is a place between lines. The zero position is the end of all.
type position struct {
	part string // name of the part; "" the last
	end  int64  // bytes of the part before the place
}

// A spot is a line with where it is. Its data is good until the next spot is
// asked for.
type spot struct {
	position       // right behind the line
	start    int64 // offset of its first byte
	data     []byte
}

// chain lists the files there are.
func (l *Log) chain() (chain, error) {
	months, err := months(l.dir)
	if err != nil {
		return chain{}, err
	}
	var c chain
	for _, month := range months {
		c.parts = append(c.parts, part{name: archiveName(month), month: month, dir: l.dir})
	}
	c.parts = append(c.parts, part{name: logFile, dir: l.dir, journal: l.journal, size: l.journal.Size()})
	return c, nil
}

// months lists the months there are archives of, oldest first.
func months(d *store.Dir) ([]string, error) {
	entries, err := d.List(archiveDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list archives: %w", err)
	}
	var months []string
	for _, e := range entries {
		month, ok := strings.CutSuffix(e.Name, archiveSuffix)
		if _, err := time.Parse(monthFormat, month); ok && err == nil && !e.IsDir {
			months = append(months, month)
		}
	}
	slices.Sort(months)
	return months, nil
}

func archiveName(month string) string { return archiveDir + "/" + month + archiveSuffix }

// around returns the archives of a month and of its neighbours, newest first:
// where a message of that month is, whatever its zone. A month too young for
// an archive has none.
func (c chain) around(month string) []part {
	t, err := time.Parse(monthFormat, month)
	if err != nil {
		return nil
	}
	low, high := t.AddDate(0, -1, 0).Format(monthFormat), t.AddDate(0, 1, 0).Format(monthFormat)
	var near []part
	for _, p := range slices.Backward(c.parts) {
		if p.month != "" && p.month >= low && p.month <= high {
			near = append(near, p)
		}
	}
	return near
}

// backward yields the lines before a position, newest first. An archive that
// cannot be read is passed over: Check reports it.
func (c chain) backward(from position) iter.Seq2[spot, error] {
	return func(yield func(spot, error) bool) {
		last := c.index(from)
		for i := last; i >= 0; i-- {
			p := c.parts[i]
			end := p.whole()
			if i == last && from.part != "" {
				end = from.end
			}
			for at, err := range p.backward(end) {
				if errors.Is(err, store.ErrUnreadable) && p.month != "" {
					break
				}
				if !yield(at, err) || err != nil {
					return
				}
			}
		}
	}
}

// forward yields the lines from a position on, oldest first, that of a spot's
// own position being the line after it.
func (c chain) forward(from position) iter.Seq2[spot, error] {
	return func(yield func(spot, error) bool) {
		first := c.index(from)
		for i := first; i < len(c.parts); i++ {
			p, start := c.parts[i], int64(0)
			if i == first {
				start = from.end
			}
			for at, err := range p.forward(start) {
				if errors.Is(err, store.ErrUnreadable) && p.month != "" {
					break
				}
				if !yield(at, err) || err != nil {
					return
				}
			}
		}
	}
}

// index returns which part a position is in. When that archive is gone it is
// the one before it.
func (c chain) index(at position) int {
	if at.part == "" || at.part == logFile {
		return len(c.parts) - 1
	}
	i := len(c.parts) - 2
	for i > 0 && c.parts[i].name > at.part {
		i--
	}
	return max(i, 0)
}

// whole returns the end of the part; the end of an archive is found when it
// is opened.
func (p part) whole() int64 {
	if p.journal != nil {
		return p.size
	}
	return -1
}

func (p part) backward(end int64) iter.Seq2[spot, error] {
	return func(yield func(spot, error) bool) {
		if p.journal != nil {
			p.spots(p.journal.Backward(min(end, p.size)))(yield)
			return
		}
		f, err := p.dir.Open(p.name)
		if err != nil {
			yield(spot{}, p.explain(err))
			return
		}
		defer f.Close()
		p.spots(backwardLines(f, end))(yield)
	}
}

func (p part) forward(start int64) iter.Seq2[spot, error] {
	return func(yield func(spot, error) bool) {
		if p.journal != nil {
			for at, err := range p.spots(p.journal.Forward(start)) {
				if at.start >= p.size && err == nil {
					return
				}
				if !yield(at, err) {
					return
				}
			}
			return
		}
		f, err := p.dir.Open(p.name)
		if err != nil {
			yield(spot{}, p.explain(err))
			return
		}
		defer f.Close()
		p.spots(forwardLines(f, start))(yield)
	}
}

// explain says that an archive that is gone or is no file cannot be read.
func (p part) explain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("open %s: %w: %w", p.name, store.ErrUnreadable, err)
	}
	return fmt.Errorf("open %s: %w", p.name, err)
}

// spots turns a part's lines into spots; a line longer than any record is one
// without data.
func (p part) spots(lines iter.Seq2[store.Line, error]) iter.Seq2[spot, error] {
	return func(yield func(spot, error) bool) {
		for line, err := range lines {
			at := spot{
				position: position{p.name, line.Offset + int64(len(line.Data)) + 1},
				start:    line.Offset, data: line.Data,
			}
			if errors.Is(err, store.ErrUnreadable) {
				at.data, err = nil, nil
			}
			if err != nil {
				err = fmt.Errorf("read %s: %w", p.name, err)
			}
			if !yield(at, err) || err != nil {
				return
			}
		}
	}
}

// tip returns the newest of id and its descendants.
func (c chain) tip(id ID) (ID, error) {
	first, err := c.search(id)
	if err != nil {
		return "", err
	}
	family := map[ID]struct{}{id: {}}
	tip := id
	for at, err := range c.forward(first.position) {
		if err != nil {
			return "", err
		}
		h, err := decodeHeader(at.data)
		if err != nil || h.Kind != kindMessage {
			continue
		}
		if _, ok := family[h.Parent]; !ok {
			continue
		}
		if _, again := family[h.ID]; again {
			continue
		}
		if _, err := decode(at.data); err != nil {
			continue // its line is broken behind the ids
		}
		family[h.ID] = struct{}{}
		tip = h.ID
	}
	return tip, nil
}

// search finds the line of a message: first in the archives of the month its
// id was made in, if that is past, then everywhere.
func (c chain) search(id ID) (spot, error) {
	if id != "" {
		for _, p := range c.around(id.month()) {
			if at, ok, err := searchLines(p.backward(p.whole()), id); ok || err != nil && !errors.Is(err, store.ErrUnreadable) {
				return at, err
			}
		}
		if at, ok, err := searchLines(c.backward(position{}), id); ok || err != nil {
			return at, err
		}
	}
	return spot{}, fmt.Errorf("message %q: %w", id, ErrNoMessage)
}

func searchLines(lines iter.Seq2[spot, error], id ID) (spot, bool, error) {
	for at, err := range lines {
		if err != nil {
			return spot{}, false, err
		}
		if h, err := decodeHeader(at.data); err != nil || h.Kind != kindMessage || h.ID != id {
			continue
		}
		if _, err := decode(at.data); err == nil {
			at.data = bytes.Clone(at.data)
			return at, true, nil
		}
	}
	return spot{}, false, nil
}
