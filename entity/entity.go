// Package entity is what a persona knows of people, animals, places and
// things: a Store of pages, one Markdown file each.
//
// The files are the truth. A person may write, rename and delete them with any
// editor while the program runs; they are looked at before every answer and
// every change. A page that cannot be used is left as it is, is named by
// Problems, and does not keep the others from being used.
//
// A name is data: it stands inside the page, and never becomes a path. Names
// that differ only in case, in width or in how accents are composed are the
// same name.
//
// A paragraph that was written for a message ends in a comment with its
// sources. Withdraw takes out what is derived from messages that were taken back,
// Reinstate brings it again; in between it is in the file, as a comment, and
// no reader sees it. Lines written by hand have no sources and stay.
package entity

import (
	"errors"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// The errors a caller branches on.
var (
	// ErrNoPage says that no page has the name or alias asked for.
	ErrNoPage = errors.New("no such entity")
	// ErrBadName says that a name has nothing to see in it, or more than
	// MaxName characters.
	ErrBadName = errors.New("name not accepted")
	// ErrNameTaken says that another page has the name or the alias.
	ErrNameTaken = errors.New("another entity has that name")
	// ErrEmpty says that there was nothing to write.
	ErrEmpty = errors.New("nothing to write")
	// ErrTooLong says that a note or its page would be longer than it may be.
	// Nothing was written; to consolidate the page makes room.
	ErrTooLong = errors.New("text too long")
	// ErrBadSource says that a source could not be written into a page: it is
	// empty, too long, or has spaces or punctuation that ids do not have.
	ErrBadSource = errors.New("source not accepted")
	// ErrDamaged says that a page holds text that could be read two ways, such
	// as a comment that is not closed, so that it cannot be rewritten safely.
	ErrDamaged = errors.New("page is damaged")
)

// A Name is the display name of an entity: any text of one line.
type Name string

// A Page is what is known of one entity. It is a copy.
type Page struct {
	Name       Name
	Aliases    []Name
	File       string        // in the persona's folder
	Version    store.Version // of the file
	Created    time.Time     // zero if the page does not tell
	Changed    time.Time     // of the file
	Text       string        // what a reader sees: without title, header, sources and what is withdrawn
	Paragraphs []Paragraph   // of Text, in order
}

// A Paragraph is a part of a page.
type Paragraph struct {
	Line      int         // it begins on, from 1
	Text      string      // without its sources
	Kind      memory.Kind // Told unless the page says otherwise
	Sources   []string
	Withdrawn []string // sources that were taken back: the text may hold more than the others tell
}

// A Note is what is to be written into a page.
type Note struct {
	Text    string // Markdown
	Mode    Mode   // "" is Append
	Sources []string
	Kind    memory.Kind // "" is Told
}

// A Mode says how a note is written.
type Mode string

// The modes of writing.
const (
	// Append adds the paragraphs of the note that the page does not have; to
	// those it has, the sources.
	Append Mode = "append"
	// Consolidate replaces the text of the page, which the history keeps. The
	// new text is derived from the note's sources and from all of the old.
	Consolidate Mode = "consolidate"
)

// A Hit is a page found by Search.
type Hit struct {
	Name    Name
	Excerpt string   // the line that says most, at most MaxExcerpt characters
	Matched []string // the words of the query that were found, as asked for
	Score   float64  // ranks the hits of one search; higher is better
}

// Links are the pages that a page speaks of, and those that speak of it.
type Links struct {
	To   []Name
	From []Name
}

// StoreEntity is the value of memory.Derived.Store.
const StoreEntity = "entity"

// A Problem is a page, or a part of one, that could not be used as it is.
type Problem = store.Flaw

// Options are what a Store may be opened with; the zero value is right.
type Options struct {
	Now func() time.Time // nil is time.Now
}
