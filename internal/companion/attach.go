package companion

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
	"unicode"
	"unicode/utf8"

	"yumori/internal/store"
	"yumori/internal/transcript"
)

// Bounds of attachments.
const (
	maxAttachments  = 8
	maxPictureBytes = 20 << 20
	maxPixels       = 40_000_000 // a 60-byte picture may claim a gigapixel
	maxTextBytes    = 400_000
)

// attachmentsDir holds what the user attached: attachments/<message time>-<name>.
const attachmentsDir = "attachments"

// ErrAttachment says that a file cannot be attached; the text around it says
// why in plain words.
var ErrAttachment = errors.New("cannot be attached")

// An AttachmentProblem tells why a file cannot be attached.
type AttachmentProblem struct {
	Name   string
	Reason AttachmentReason
}

// An AttachmentReason names why a file cannot be attached.
type AttachmentReason string

// The reasons not to attach a file.
const (
	AttachmentTooBig  AttachmentReason = "too_big"
	AttachmentKind    AttachmentReason = "kind"     // neither a picture nor text
	AttachmentDamaged AttachmentReason = "damaged"  // a picture that cannot be read
	AttachmentTooMany AttachmentReason = "too_many" // more than eight at once
)

// Error says what is wrong with which file.
func (e *AttachmentProblem) Error() string {
	return fmt.Sprintf("attach %q: %s: %v", e.Name, e.Reason, ErrAttachment)
}

// Unwrap returns ErrAttachment.
func (e *AttachmentProblem) Unwrap() error { return ErrAttachment }

// An Attachment is a file the user adds to a message.
type Attachment struct {
	Name string
	MIME string
	Data []byte
}

// NewAttachment reads a file to attach: a picture (PNG, JPEG, GIF, WebP) or
// text. It returns an *AttachmentProblem for anything else.
func NewAttachment(name string, r io.Reader) (Attachment, error) {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	data, err := io.ReadAll(io.LimitReader(r, maxPictureBytes+1))
	if err != nil {
		return Attachment{}, fmt.Errorf("attach %q: %w", name, err)
	}
	if len(data) > maxPictureBytes {
		return Attachment{}, &AttachmentProblem{name, AttachmentTooBig}
	}
	switch mime := http.DetectContentType(data); mime {
	case "image/png", "image/jpeg", "image/gif":
		c, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			return Attachment{}, &AttachmentProblem{name, AttachmentDamaged}
		}
		if c.Width*c.Height > maxPixels {
			return Attachment{}, &AttachmentProblem{name, AttachmentTooBig}
		}
		return Attachment{Name: name, MIME: mime, Data: data}, nil
	case "image/webp":
		return Attachment{Name: name, MIME: mime, Data: data}, nil
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return Attachment{}, &AttachmentProblem{name, AttachmentKind}
	}
	if len(data) > maxTextBytes {
		return Attachment{}, &AttachmentProblem{name, AttachmentTooBig}
	}
	return Attachment{Name: name, MIME: "text/plain", Data: data}, nil
}

// maxPlainName is how many characters of a file's name a model is told.
const maxPlainName = 60

// plainName is a file's name as it may stand among the user's words: whoever made
// the file chose it, so that it has the characters of a name alone.
func plainName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(" .-()（）・ー", r) {
			return r
		}
		return '-'
	}, oneLine(name))
	if r := []rune(name); len(r) > maxPlainName {
		name = string(r[:maxPlainName])
	}
	return name
}

// keep puts attachments on disk.
func (c *Companion) keep(list []Attachment) ([]transcript.Attachment, error) {
	if len(list) > maxAttachments {
		return nil, &AttachmentProblem{list[maxAttachments].Name, AttachmentTooMany}
	}
	var kept []transcript.Attachment
	for i, a := range list {
		name := fmt.Sprintf("%s/%s-%d-%s", attachmentsDir, c.now().Format("20060102-150405"), i, store.Slug(a.Name)+extension(a.MIME))
		if _, err := c.dir.Import(name, bytes.NewReader(a.Data), maxPictureBytes); err != nil {
			return nil, fmt.Errorf("keep attachment %q: %w", a.Name, err)
		}
		kept = append(kept, transcript.Attachment{Name: a.Name, MIME: a.MIME, Path: name, Size: int64(len(a.Data))})
	}
	return kept, nil
}

func extension(mime string) string {
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

// attachment reads a kept attachment.
func (c *Companion) attachment(a transcript.Attachment) ([]byte, error) {
	f, err := c.dir.Open(a.Path)
	if err != nil {
		return nil, fmt.Errorf("read attachment %q: %w", a.Name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPictureBytes))
	if err != nil {
		return nil, fmt.Errorf("read attachment %q: %w", a.Name, err)
	}
	return data, nil
}

// Attachment returns the bytes of an attachment of a message, for showing.
func (c *Companion) Attachment(a transcript.Attachment) ([]byte, error) { return c.attachment(a) }
