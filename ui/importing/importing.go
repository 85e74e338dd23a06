// Package importing is the sheet that brings in what other programs keep: it
// asks for a file or a folder, shows what would come in and what would not,
// asks into which persona, brings it in and tells how that went.
//
// A Flow is one such course at a time, over the window's sheets. What it shows
// is made by the pure views of view.go; what it does goes through the crossings
// of package page.
package importing

import (
	"context"
	"path/filepath"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/exchange"
	"yumori/internal/imports"
)

// A Importer looks at what other programs keep, and brings it in.
type Importer interface {
	Recognise(ctx context.Context, path string, as imports.Kind) (imports.Kind, error)
	PreviewImport(context.Context, exchange.ImportRequest) (exchange.ImportReport, error)
	Import(context.Context, exchange.ImportRequest) (exchange.ImportReport, error)
	PreviewTavern(context.Context, exchange.ImportRequest) (exchange.TavernReport, error)
	ImportTavern(context.Context, exchange.ImportRequest) (exchange.TavernReport, error)
}

// A CardReader makes personas of character cards, and adds lore to them.
type CardReader interface {
	PreviewCard(ctx context.Context, file string) (exchange.CardReport, error)
	ImportCard(ctx context.Context, file, slug string) (exchange.CardReport, error)
}

// A Home is what an import asks of the home.
type Home struct {
	Importer Importer
	Cards    CardReader
	// Trust declares a file or folder that came in to be the user's own.
	Trust func(ctx context.Context, slug, path string) error
	// Past is what of a persona's talk was never dreamt of.
	Past func(ctx context.Context, slug string) (dreaming.BackfillPlan, error)
}

// Hooks are what an import asks of the window. All are required.
type Hooks struct {
	People func() []companion.PersonaInfo
	Open   func() string                                   // the slug of the persona that is open, "" none
	File   func(picked func(path string))                  // lets the user choose a file
	Folder func(picked func(path string))                  // and a folder
	Keep   func(r Request)                                 // remembers what is under way; the zero Request is nothing
	Go     func(slug string)                               // opens a persona
	Past   func(slug string, plan dreaming.BackfillPlan)   // asks about living through the past
	Other  func(path string) (word string, instead func()) // what else can be done with a file that was dropped; nil: nothing
}

// A Request says what is to be brought in, and how. The zero Request is nothing.
type Request struct {
	Path    string       `json:"path"`
	Kind    imports.Kind `json:"kind,omitempty"`    // "" is as it looks
	Persona string       `json:"persona,omitempty"` // whom a log or lore goes to, "" a new one
	User    string       `json:"user,omitempty"`    // what a log calls the user, "" is a guess
	Mine    bool         `json:"mine,omitempty"`    // the user calls it their own
}

// name is what the file or folder is called.
func (r Request) name() string { return filepath.Base(r.Path) }

// A found is what a file or folder holds, or what of it came in: one of the three.
type found struct {
	kind   imports.Kind
	card   *exchange.CardReport
	tavern *exchange.TavernReport
	talk   *exchange.ImportReport
}

// isLore reports whether it is lore without a character.
func (f found) isLore() bool { return f.card != nil && f.card.Imported.Kind == kindLore }

// mayBeOwn reports whether the user is asked if it is their own. A persona exported
// here knows that by itself, and of a data folder each talk would have to be asked for.
func (f found) mayBeOwn() bool { return f.kind != imports.Persona && f.tavern == nil && !f.isLore() }

// kindLore is what a CardReport calls lore alone.
const kindLore = "lore"

// takesPersona reports whether it goes into a persona that is there.
func (f found) takesPersona() bool { return f.isLore() || f.talk != nil && !f.kind.MakesPersona() }

// An importMethod is how what is there is brought in, or looked at.
type importMethod struct {
	card   func(ctx context.Context, file, slug string) (exchange.CardReport, error)
	tavern func(context.Context, exchange.ImportRequest) (exchange.TavernReport, error)
	talk   func(context.Context, exchange.ImportRequest) (exchange.ImportReport, error)
}

// look says what bring would do, and does nothing. tell gets how many messages
// were read.
func (d Home) look(ctx context.Context, r Request, tell func(messages int)) (found, error) {
	card := func(ctx context.Context, file, _ string) (exchange.CardReport, error) {
		return d.Cards.PreviewCard(ctx, file)
	}
	return d.take(ctx, importMethod{card, d.Importer.PreviewTavern, d.Importer.PreviewImport}, r, tell)
}

// bring brings in what a request names. When ctx ends, nothing has changed but
// for personas of a data folder, which come in one by one.
func (d Home) bring(ctx context.Context, r Request, tell func(messages int)) (found, error) {
	f, err := d.take(ctx, importMethod{d.Cards.ImportCard, d.Importer.ImportTavern, d.Importer.Import}, r, tell)
	if err == nil && r.Mine && f.mayBeOwn() {
		err = d.Trust(context.WithoutCancel(ctx), f.slug(), r.Path)
	}
	return f, err
}
