package imports

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
	"strings"
	"unicode/utf8"
)

// A reading is one run through a source.
type reading struct {
	sink Sink
	left *Leftovers
	opt  Options
	// files says where those go that a log names; nil there are none.
	files map[string]string
}

// clean returns a text as a message may have it.
func (out *reading) clean(text string) string {
	text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
	if len(text) <= MaxText {
		return text
	}
	out.left.Add("message", WhyLong)
	text = text[:MaxText]
	for !utf8.ValidString(text[max(0, len(text)-utf8.UTFMax):]) {
		text = text[:len(text)-1]
	}
	return text
}

// lines yields the lines of a text without their ends. A line is good until the
// next one.
func lines(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		in := bufio.NewReaderSize(r, 256<<10)
		var long []byte
		first := true
		for {
			piece, err := in.ReadSlice('\n')
			if errors.Is(err, bufio.ErrBufferFull) || len(long) > 0 {
				if len(long)+len(piece) > maxLine {
					yield(nil, refuse(TooLarge, "a line has more than %d bytes", maxLine))
					return
				}
				long = append(long, piece...)
				piece = long
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if err != nil && !errors.Is(err, io.EOF) {
				yield(nil, err)
				return
			}
			end := err != nil
			if end && len(piece) == 0 {
				return
			}
			if first {
				piece, first = bytes.TrimPrefix(piece, []byte("\ufeff")), false
			}
			if !yield(bytes.TrimRight(piece, "\r\n"), nil) || end {
				return
			}
			long = long[:0]
		}
	}
}
