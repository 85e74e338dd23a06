package document

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"time"
)

// A Kind is what sort of file a document is.
type Kind string

// The kinds that can be read.
const (
	Plain    Kind = "text"
	Markdown Kind = "markdown"
	PDF      Kind = "pdf"
)

// KindOf tells the kind from a file's name; ok is false for a kind that cannot
// be read.
func KindOf(name string) (k Kind, ok bool) {
	switch strings.ToLower(path.Ext(name)) {
	case ".txt", ".text":
		return Plain, true
	case ".md", ".markdown":
		return Markdown, true
	case ".pdf":
		return PDF, true
	}
	return "", false
}

// The bounds of what is read.
const (
	MaxFile  = 64 << 20 // bytes of a file
	MaxText  = 5 << 20  // bytes of UTF-8 taken of one document
	maxPages = 5_000

	// maxSilence is how long the reading process may be without a page done,
	// maxTime how long it may take in all.
	maxSilence = 20 * time.Second
	maxTime    = 3 * time.Minute
)

// A Text is what a document says.
type Text struct {
	Pages    []Page // of a PDF, those with text; else one
	Count    int    // pages the document has; 0 when it has none
	Unread   int    // pages whose text is not language, left out
	Cut      bool   // it goes on beyond what is read
	Encoding string // of a text: "UTF-8", "UTF-16", "Shift_JIS", "EUC-JP", "ISO-2022-JP", "Windows-1252"
	By       string // of a PDF: "pdf" or "pdftotext"
}

// A Page is the text of a page. Lines end in "\n".
type Page struct {
	Number int // from 1; 0 when the document has no pages
	Text   string
}

// Reason says why a document cannot be read.
type Reason string

// The reasons.
const (
	BadKind   Reason = "kind"      // neither text nor Markdown nor PDF, by its name
	TooBig    Reason = "too_big"   // above MaxFile
	Empty     Reason = "empty"     // there is nothing in it
	NotText   Reason = "not_text"  // named as a text, and is none
	NotPDF    Reason = "not_pdf"   // named as a PDF, and is none
	Encrypted Reason = "encrypted" // wants a password
	NoText    Reason = "no_text"   // a PDF of pictures
	Garbled   Reason = "garbled"   // a PDF whose letters nobody can tell
	Damaged   Reason = "damaged"   // a PDF that cannot be read
	TooSlow   Reason = "too_slow"  // it took too long
)

// ErrDocument says that a document cannot be read as it is. The error is a
// *Problem.
var ErrDocument = errors.New("document cannot be read")

// A Problem tells why a document cannot be read. It is an ErrDocument.
type Problem struct {
	Reason Reason
	Err    error // what was found; may be nil
}

// Error names the reason.
func (p *Problem) Error() string {
	if p.Err != nil {
		return fmt.Sprintf("%v: %s: %v", ErrDocument, p.Reason, p.Err)
	}
	return fmt.Sprintf("%v: %s", ErrDocument, p.Reason)
}

// Unwrap returns ErrDocument and what was found.
func (p *Problem) Unwrap() []error {
	if p.Err != nil {
		return []error{ErrDocument, p.Err}
	}
	return []error{ErrDocument}
}

// A Progress says how far a reading has come.
type Progress struct{ Page, Of int } // pages done, and pages in all; 0 unknown

// A Reader reads documents. The zero Reader is right. It is safe for
// concurrent use.
type Reader struct {
	// Program is the binary whose main calls Main; "" is the one that runs.
	Program string
	// Pdftotext is the program of that name; "" looks for it, "none" does
	// without.
	Pdftotext string
	// Silence is how long there may be no progress; 0 means 20 s.
	Silence time.Duration
	// Memory is how many bytes the reading process may use; 0 means 512 MB,
	// which is the most.
	Memory uint64
}

// Read takes the text out of a regular file from its beginning. It returns a
// *Problem for a document that cannot be read, the context's error, or one of
// the system. progress is told of each page and may be nil.
//
// Cost: a text is read in milliseconds, a PDF at some 100 pages a second in a
// process of its own.
func (r Reader) Read(ctx context.Context, kind Kind, f *os.File, progress func(Progress)) (Text, error) {
	info, err := f.Stat()
	if err != nil {
		return Text{}, fmt.Errorf("read document: %w", err)
	}
	switch {
	case info.Size() == 0:
		return Text{}, &Problem{Reason: Empty}
	case info.Size() > MaxFile:
		return Text{}, &Problem{Reason: TooBig}
	}
	switch kind {
	case PDF:
		return r.readPDF(ctx, f, progress)
	case Plain, Markdown:
		return readPlain(ctx, io.NewSectionReader(f, 0, info.Size()))
	}
	return Text{}, &Problem{Reason: BadKind}
}

// Curable reports whether pdftotext might read what could not be read for this
// reason.
func (r Reason) Curable() bool {
	return r == Garbled || r == Damaged || r == NoText || r == Encrypted || r == TooSlow
}
