package document

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	xunicode "golang.org/x/text/encoding/unicode"
)

// maxRaw is how many bytes of a text are looked at: any encoding's MaxText.
const maxRaw = 2 * MaxText

// readPlain reads a text of an unknown encoding.
func readPlain(ctx context.Context, in io.Reader) (Text, error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxRaw+1))
	if err != nil {
		return Text{}, fmt.Errorf("read document: %w", err)
	}
	if ctx.Err() != nil {
		return Text{}, ctx.Err()
	}
	t, end := Text{}, wholeEnd
	if len(raw) > maxRaw {
		raw, t.Cut, end = raw[:maxRaw], true, cutEnd
	}
	s, name, ok := decode(raw, end)
	if !ok {
		return Text{}, &Problem{Reason: NotText}
	}
	s = lines(s)
	if len(s) > MaxText {
		s, t.Cut = wholeLines(s[:MaxText]), true
	}
	if strings.TrimSpace(s) == "" {
		return Text{}, &Problem{Reason: Empty}
	}
	t.Encoding, t.Pages = name, []Page{{Text: s}}
	return t, nil
}

// lines folds the ends of lines, and takes out the characters that are none.
func lines(s string) string {
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	return strings.ReplaceAll(s, "\x00", "")
}

// wholeLines cuts off the last line, which may end in the middle.
func wholeLines(s string) string {
	if at := strings.LastIndexByte(s, '\n'); at > len(s)/2 {
		return s[:at+1]
	}
	return strings.ToValidUTF8(s, "")
}

// decode tells the encoding of a text and returns it in UTF-8.
func decode(raw []byte, end ending) (text, name string, ok bool) {
	switch {
	case bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")):
		return strings.ToValidUTF8(string(raw[3:]), "\ufffd"), "UTF-8", true
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return utf16Text(raw, xunicode.BigEndian)
	case bytes.Contains(raw, []byte("\x1b$B")), bytes.Contains(raw, []byte("\x1b$@")):
		return with(japanese.ISO2022JP, raw), "ISO-2022-JP", true
	case validUTF8(raw, end) && bytes.IndexByte(raw, 0) < 0:
		if !isText(raw) {
			return "", "", false
		}
		return strings.ToValidUTF8(string(raw), ""), "UTF-8", true
	}
	if order, is := looksUTF16(raw); is {
		return utf16Text(raw, order)
	}
	if !isText(raw) {
		return "", "", false
	}
	return legacy(raw)
}

// An ending says how a text ends.
type ending uint8

const (
	wholeEnd ending = iota
	cutEnd          // the last character may be half
)

func validUTF8(raw []byte, end ending) bool {
	if end == cutEnd {
		for n := 0; n < utf8.UTFMax && len(raw) > 0 && !utf8.Valid(raw[max(0, len(raw)-8):]); n++ {
			raw = raw[:len(raw)-1]
		}
	}
	return utf8.Valid(raw)
}

func with(e encoding.Encoding, raw []byte) string {
	out, err := e.NewDecoder().Bytes(raw)
	if err != nil { // unreachable: these decoders replace what they cannot decode
		return ""
	}
	return string(out)
}

func utf16Text(raw []byte, order xunicode.Endianness) (text, name string, ok bool) {
	text = with(xunicode.UTF16(order, xunicode.UseBOM), raw)
	if judge(text) == garbled {
		return "", "", false
	}
	return text, "UTF-16", true
}

// looksUTF16 tells UTF-16 without its mark: its spaces and ends of lines hold
// zeros, which no other encoding has, and one of the two orders makes a
// language.
func looksUTF16(raw []byte) (xunicode.Endianness, bool) {
	sample := raw[:min(len(raw), 4096)&^1]
	if len(sample) < 4 || bytes.IndexByte(sample, 0) < 0 {
		return xunicode.BigEndian, false
	}
	for _, order := range []xunicode.Endianness{xunicode.LittleEndian, xunicode.BigEndian} {
		text := with(xunicode.UTF16(order, xunicode.IgnoreBOM), sample)
		if judge(text) == legible {
			return order, true
		}
	}
	return xunicode.BigEndian, false
}

// isText reports whether bytes hold no more control characters than a text.
func isText(raw []byte) bool {
	sample := raw[:min(len(raw), 64<<10)]
	odd := 0
	for _, b := range sample {
		switch {
		case b == 0:
			return false
		case b < 0x20 && b != '\n' && b != '\r' && b != '\t' && b != '\f' && b != 0x1b && b != 0x1a:
			odd++
		}
	}
	return odd*100 <= len(sample)
}

// legacy tells the encodings apart that have no marks: the one that makes a
// language of the bytes, with the fewest that mean nothing.
func legacy(raw []byte) (text, name string, ok bool) {
	best, bestName, least := "", "", 1.0
	for _, e := range []struct {
		name string
		enc  encoding.Encoding
	}{{"Shift_JIS", japanese.ShiftJIS}, {"EUC-JP", japanese.EUCJP}, {"Windows-1252", charmap.Windows1252}} {
		text := with(e.enc, raw)
		if d := doubt(text); d < least {
			best, bestName, least = text, e.name, d
		}
	}
	if least >= 0.5 {
		return "", "", false
	}
	return best, bestName, true
}

// doubt is how little a text looks like what people write, in [0, 1]: the
// share of characters that are none, that are half-width kana (which wrong
// bytes make), or signs and accented letters that run on.
func doubt(text string) float64 {
	var all, bad float64
	run := 0
	for _, r := range text {
		if r < 0x80 {
			run = 0
			continue
		}
		all++
		switch {
		case r == utf8.RuneError, r >= 0x80 && r < 0xa0, unicode.Is(unicode.Co, r):
			bad += 3
		case r >= 0xff61 && r <= 0xff9f:
			bad += 0.6
		case r < 0x250:
			if run++; run > 1 {
				bad += 0.8
			}
			continue
		case unicode.Is(unicode.Han, r) && !common(r):
			bad += 0.4
		}
		run = 0
	}
	if all == 0 {
		return 0
	}
	return min(1, bad/all)
}
