// Package exchange is what goes in and out of a home: the talks and personas that
// other programs keep, character cards and lore, and personas as cards, books,
// talks and whole.
package exchange

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"text/template"
	"time"

	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
)

// A Host is the home with its living personas.
type Host interface {
	// Living returns a persona that may be talking meanwhile.
	Living(ctx context.Context, slug string) (Living, error)
	// First returns the slug of the persona that is meant when none is named.
	First() (string, error)
	// PersonasChanged tells that there are other personas than before.
	PersonasChanged()
}

// A Living is what of a persona that is open comes in and goes out.
type Living struct {
	Slug    string
	Dir     *store.Dir
	Persona *persona.Persona
	Log     *transcript.Log
	Changed func() // tells that the log ends with another message
}

// Options are what an Exchange works with. All of it is required.
type Options struct {
	Home    *store.Home
	Now     func() time.Time
	Samples fs.FS // personas/<language>/<file>
	Origins *Origins
	Host    Host
}

// An Exchange brings into a home and writes out of it. It is safe for concurrent
// use.
type Exchange struct{ opt Options }

// New returns the exchange of a home.
func New(o Options) *Exchange { return &Exchange{o} }

// profileOf reads the profile of a persona that need not be open; ok is false
// where it cannot be read.
func (x *Exchange) profileOf(slug string) (pr persona.Profile, ok bool) {
	d, err := x.opt.Home.Persona(slug)
	if err != nil {
		return pr, false
	}
	p, err := persona.Open(d)
	if err != nil {
		return pr, false
	}
	return p.Profile(), true
}

// nameOf is what a persona is called.
func (x *Exchange) nameOf(slug string) string {
	if pr, ok := x.profileOf(slug); ok {
		return pr.Name
	}
	return slug
}

//go:embed prompts
var promptFiles embed.FS

// cardTemplates are what the texts of a card become, by language.
var cardTemplates = sync.OnceValues(func() (*template.Template, error) {
	return template.New("").Option("missingkey=error").ParseFS(promptFiles, "prompts/*.tmpl")
})

// rendered fills in a text of a card.
func rendered(name, language string, data any) (string, error) {
	if language != "ja" {
		language = "en"
	}
	all, err := cardTemplates()
	if err != nil {
		return "", fmt.Errorf("read texts of cards: %w", err)
	}
	var b strings.Builder
	if err := all.ExecuteTemplate(&b, name+"."+language, data); err != nil {
		return "", fmt.Errorf("make text of card: %w", err)
	}
	return b.String(), nil
}
