// Package ui is the window: the rail of personas and pages, and the pages.
//
// A page is three parts: a pure function from its state to a model of words
// and rows (chatView, memoriesView, settingsView …), builders that make
// widgets, and a show that sets them. What a page asks of the companion is an
// interface of a few methods beside it; what it asks of the window are the
// functions of windowCalls. Everything runs on the screen's goroutine but for
// the crossings of run.go.
//
// The files, from the window inward: ui.go, run.go, shell.go, navigate.go,
// rail.go, title.go, sheets.go, stop.go, rest.go, keys.go, personas.go, remote.go; the chat in
// chat*.go, history.go, column.go, rows.go, message.go, picture.go, held*.go,
// welcome.go, left.go, composer.go, search.go; beside it why*.go, prompt.go,
// planview.go, outside.go; the download of a model in pull*.go; memories*.go;
// settings*.go; the small parts in parts.go, avatar.go, chip.go, pill.go, field.go; the words in
// words.go, dates.go, explain.go.
package ui

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"yumori/internal/companion"
	"yumori/ui/heap"
	"yumori/ui/look"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

// Options are what a window is made of. House is required.
type Options struct {
	House *companion.House
	// Persona is the slug of the persona to open; "" is House.First.
	Persona string
	// Logger gets what a developer wants to know; nil discards.
	Logger *slog.Logger
}

// appID names the program to the system: where window sizes are kept.
const appID = "app.yumori"

// appName is what the system calls the program, in the tray for one. It is the
// same in every language.
const appName = "Yumori"

// Run opens the window and blocks until it is closed, or ctx is done. A reply
// under way is then kept as far as it came. It is called on the main
// goroutine, once in a process. From now on the House looks after the personas;
// it stays open.
func Run(ctx context.Context, opt Options) error {
	if opt.House == nil {
		return errors.New("open window: no house")
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	heap.Frugal()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b := newBorder(ctx)
	app.SetMetadata(fyne.AppMetadata{ID: appID, Name: appName})
	a := app.NewWithID(appID)
	denyRemote()
	a.SetIcon(look.AppIcon())
	now := func() time.Time { return opt.House.Now().Local() } // --now holds in the window too
	s, err := newShell(shellOptions{
		App: a, Border: b, Desk: deskOf(opt.House), Persona: opt.Persona, Now: now, Logger: opt.Logger,
	})
	if err != nil {
		return fmt.Errorf("open window: %w", err)
	}
	b.follow(opt.House.Subscribe(ctx), s.receive, quit(a, opt.Logger))
	opt.House.Watch() // not before: what it has to say at once is to be heard
	opt.House.WatchFiles()
	s.win.Show()
	s.start()
	stop := takeStop(a.Lifecycle())
	a.Run()
	stop()
	close(b.left)
	cancel()
	b.wait()
	return nil
}

// A desk is everything the window asks of the house.
type desk struct {
	settingsDesk
	personas personaKeeper
	cards    cardReader
	open     func(context.Context, string) (mate, error)
}

// A settingsDesk is everything the settings ask of the house.
type settingsDesk struct {
	settings settingsKeeper
	models   modelKeeper
	store    modelStore
	window   windowAsker
	spending spendingReader
	start    starter
}

// A settingsKeeper keeps the settings.
type settingsKeeper interface {
	Settings() companion.Settings
	Change(companion.Settings) error
	Language() string
	Path() string
	Troubles() []companion.Trouble
}

// A personaKeeper keeps the personas.
type personaKeeper interface {
	Personas() ([]companion.PersonaInfo, error)
	First() (string, error)
	Create(name, language string) (string, error)
	Rename(ctx context.Context, slug, name string) error
	SetAside(slug string) (string, error)
}

// A cardReader makes personas of character cards.
type cardReader interface {
	PreviewCard(ctx context.Context, file string) (companion.CardReport, error)
	ImportCard(ctx context.Context, file, slug string) (companion.CardReport, error)
}

// A modelKeeper knows the models.
type modelKeeper interface {
	KeyPlace(provider string) (string, error)
	SetKey(provider, key string) (string, error)
	Discover(context.Context) []companion.Server
	modelTester
}

// A modelTester says whether a choice can be used, and whether it works.
type modelTester interface {
	CheckModel(context.Context, companion.ModelChoice) error
	CheckEmbedder(context.Context, companion.EmbedderChoice) error
	TestModel(context.Context, companion.ModelChoice) (companion.ModelTest, error)
	TestEmbedder(context.Context, companion.EmbedderChoice) (companion.EmbedderTest, error)
}

// A mate is one persona, as all pages together need it.
type mate interface {
	chatMate
	librarian
	mindMate
	memoryMate
	tendedMate
}

// A tendedMate is a persona as the pages of its dreams and of the settings
// need it.
type tendedMate interface {
	dreamMate
	indexTeller
	nightSpender
}

func deskOf(h *companion.House) desk {
	of := settingsDesk{settings: h, models: h, store: h, window: h, spending: h, start: h}
	return desk{settingsDesk: of, personas: h, cards: h, open: func(ctx context.Context, slug string) (mate, error) {
		c, err := h.Companion(ctx, slug)
		if err != nil {
			return nil, err
		}
		return c, nil
	}}
}
