package wire

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func readLines(r io.Reader) ([]string, error) {
	l := NewLines(r)
	var out []string
	for {
		line, err := l.Next()
		if err != nil {
			return out, err
		}
		out = append(out, string(line))
	}
}

func TestLines(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want []string
		err  error
	}{
		{"", nil, io.EOF},
		{"{\"a\":1}\n\n{\"b\":\"森\"}\r\n", []string{`{"a":1}`, `{"b":"森"}`}, io.EOF},
		{"{}\n{\"a\":1}", []string{"{}", `{"a":1}`}, io.EOF},
		{"{}\n{\"a\":", []string{"{}"}, io.ErrUnexpectedEOF},
		{"garbage\n", []string{"garbage"}, io.EOF}, // the caller's to judge
		{strings.Repeat("x", maxEvent+1), nil, ErrEventTooLong},
		{"\"" + strings.Repeat("x", maxEvent-3) + "\"\n{}\n", []string{"\"" + strings.Repeat("x", maxEvent-3) + "\"", "{}"}, io.EOF},
	} {
		for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.HalfReader(strings.NewReader(tt.in))} {
			got, err := readLines(r)
			if fmt.Sprint(got) != fmt.Sprint(tt.want) || !errors.Is(err, tt.err) {
				t.Errorf("%.40q: %.80q %v", tt.in, got, err)
			}
		}
	}
}

func FuzzLines(f *testing.F) {
	f.Add("{\"a\":1}\n{\"b\":2}")
	f.Add("\r\n\n{\"a\":")
	f.Fuzz(func(t *testing.T, in string) {
		whole, err := readLines(strings.NewReader(in))
		cut, err2 := readLines(iotest.OneByteReader(strings.NewReader(in)))
		if fmt.Sprint(whole) != fmt.Sprint(cut) || !errors.Is(err2, err) {
			t.Errorf("%q: %q %v, byte by byte %q %v", in, whole, err, cut, err2)
		}
	})
}
