// Package attachment is what the user adds to a message: which files can be
// added, and where they are kept.
package attachment

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/png"
	"io"
	"net/http"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// Bounds of attachments.
const (
	Most       = 8 // of a message
	MaxPicture = 20 << 20
	MaxPixels  = 40_000_000 // a 60-byte picture may claim a gigapixel
	MaxText    = 400_000
)

// Dir holds what the user attached: attachments/<message time>-<name>.
const Dir = "attachments"

// ErrRefused says that a file cannot be attached; the text around it says
// why in plain words.
var ErrRefused = errors.New("cannot be attached")

// A Problem tells why a file cannot be attached.
type Problem struct {
	Name   string
	Reason Reason
}

// A Reason names why a file cannot be attached.
type Reason string

// The reasons not to attach a file.
const (
	TooBig  Reason = "too_big"
	BadKind Reason = "kind"     // neither a picture nor text
	Damaged Reason = "damaged"  // a picture that cannot be read
	TooMany Reason = "too_many" // more than eight at once
)

// Error says what is wrong with which file.
func (e *Problem) Error() string {
	return fmt.Sprintf("attach %q: %s: %v", e.Name, e.Reason, ErrRefused)
}

// Unwrap returns ErrRefused.
func (e *Problem) Unwrap() error { return ErrRefused }

// A File is a file the user adds to a message.
type File struct {
	Name string
	MIME string
	Data []byte
}

// Read reads a file to attach: a picture (PNG, JPEG, GIF, WebP) or
// text. It returns a *Problem for anything else.
func Read(name string, r io.Reader) (File, error) {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	data, err := io.ReadAll(io.LimitReader(r, MaxPicture+1))
	if err != nil {
		return File{}, fmt.Errorf("attach %q: %w", name, err)
	}
	if len(data) > MaxPicture {
		return File{}, &Problem{name, TooBig}
	}
	switch mime := http.DetectContentType(data); mime {
	case "image/png", "image/jpeg", "image/gif":
		c, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			return File{}, &Problem{name, Damaged}
		}
		if c.Width*c.Height > MaxPixels {
			return File{}, &Problem{name, TooBig}
		}
		return File{Name: name, MIME: mime, Data: data}, nil
	case "image/webp":
		return File{Name: name, MIME: mime, Data: data}, nil
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return File{}, &Problem{name, BadKind}
	}
	if len(data) > MaxText {
		return File{}, &Problem{name, TooBig}
	}
	return File{Name: name, MIME: "text/plain", Data: data}, nil
}

// maxPlainName is how many characters of a file's name a model is told.
const maxPlainName = 60

// PlainName is a file's name as it may stand among the user's words: whoever made
// the file chose it, so that it has the characters of a name alone.
func PlainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(" .-()（）・ー", r) {
			return r
		}
		return '-'
	}, llm.OneLine(name))
	if r := []rune(name); len(r) > maxPlainName {
		name = string(r[:maxPlainName])
	}
	return name
}

// Keep puts files that were added at a time on disk.
func Keep(d *store.Dir, at time.Time, list []File) ([]transcript.Attachment, error) {
	if len(list) > Most {
		return nil, &Problem{list[Most].Name, TooMany}
	}
	var kept []transcript.Attachment
	for i, a := range list {
		name := fmt.Sprintf("%s/%s-%d-%s", Dir, at.Format("20060102-150405"), i, store.Slug(a.Name)+Extension(a.MIME))
		if _, err := d.Import(name, bytes.NewReader(a.Data), MaxPicture); err != nil {
			return nil, fmt.Errorf("keep attachment %q: %w", a.Name, err)
		}
		kept = append(kept, transcript.Attachment{Name: a.Name, MIME: a.MIME, Path: name, Size: int64(len(a.Data))})
	}
	return kept, nil
}

// Extension is the ending of the name of a file of a type, ".txt" of one that is
// no picture.
func Extension(mime string) string {
	switch mime {
	case "image/png":
		return ".png"
	case "image/jpeg":
		return ".jpg"
	case "image/gif":
		return ".gif"
	case "image/webp":
		return ".webp"
	}
	return ".txt"
}

// Load returns the bytes of an attachment of a message.
func Load(d *store.Dir, a transcript.Attachment) ([]byte, error) {
	f, err := d.Open(a.Path)
	if err != nil {
		return nil, fmt.Errorf("read attachment %q: %w", a.Name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxPicture))
	if err != nil {
		return nil, fmt.Errorf("read attachment %q: %w", a.Name, err)
	}
	return data, nil
}

// IsPicture reports whether a MIME type is that of a picture.
func IsPicture(mime string) bool { return strings.HasPrefix(mime, "image/") }
