// Package ui is the window: its start, the rail of personas and pages, the title
// line, the shortcuts, the tray. Each page is a package of its own below it.
//
// What all pages share is package page, what they are made of package widget.
// What a page asks of the companion is an interface of a few methods beside it;
// what it asks of the window are the functions of page.Calls. Everything runs
// on the screen's goroutine but for the crossings of page/run.go.
package ui

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/speech"
	"yumori/internal/taint"
	"yumori/internal/texts"
	"yumori/ui/backups"
	"yumori/ui/chat"
	"yumori/ui/dreams"
	"yumori/ui/face"
	"yumori/ui/heap"
	"yumori/ui/importing"
	"yumori/ui/inbox"
	"yumori/ui/knowledge"
	"yumori/ui/look"
	"yumori/ui/memories"
	"yumori/ui/mind"
	"yumori/ui/page"
	"yumori/ui/settings"
	"yumori/ui/sound"
	"yumori/ui/tray"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

// Options are what a window is made of. Home is required.
type Options struct {
	Home *companion.Home
	// Persona is the slug of the persona to open; "" is Home.Initiative.
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
// goroutine, once in a process. From now on the Home looks after the personas;
// it stays open.
func Run(ctx context.Context, opt Options) error {
	if opt.Home == nil {
		return errors.New("open window: no house")
	}
	if opt.Logger == nil {
		opt.Logger = slog.New(slog.DiscardHandler)
	}
	heap.Frugal()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	b := page.NewDispatcher(ctx)
	app.SetMetadata(fyne.AppMetadata{ID: appID, Name: appName})
	a := app.NewWithID(appID)
	idle, loop := calmDown(a)
	b.SleepWhenIdle(idle)
	denyRemote()
	a.SetIcon(look.AppIcon())
	now := func() time.Time { return opt.Home.Now().Local() } // --now holds in the window too
	player := &sound.Player{}
	s, err := newShell(shellOptions{
		App: a, Dispatcher: b, Home: homeOf(opt.Home), Persona: opt.Persona, Now: now, Logger: opt.Logger, Tray: tray.New(a, func(f func()) { b.Enter(f) }), Trayed: tray.Shown, Voice: speech.New(player), VoiceOf: voices(player, opt.Home.VoiceKey), Loud: player.Loudness, Sounds: player, Spent: processTime(),
	})
	if err != nil {
		return fmt.Errorf("open window: %w", err)
	}
	s.win.SetOnClosed(func() {
		idle.End()
		loop.end()
	})
	idle.Touched = s.there.touch
	leave := quit(a, opt.Logger)
	b.Follow(opt.Home.Subscribe(ctx), s.receive, func() {
		idle.End()
		loop.end() // before: the toolkit would do at once, within it, what is brought while it quits
		leave()
	})
	opt.Home.Watch() // not before: what it has to say at once is to be heard
	opt.Home.WatchFiles()
	opt.Home.Answer(ctx)
	s.win.Show()
	s.start()
	stop := takeStop(a.Lifecycle())
	a.Run()
	loop.leave()
	stop()
	close(b.Left)
	cancel()
	b.Wait()
	return nil
}

// A home is everything the window asks of the home.
type home struct {
	settings.Home
	personas  personaKeeper
	templates templateKeeper
	imports   importing.Home
	copies    backups.Keeper
	pictures  func(slug string) face.Own // of one that is not open; nil nobody knows
	open      func(context.Context, string) (*openPersona, error)
}

// A personaKeeper keeps the personas.
type personaKeeper interface {
	Personas() ([]companion.PersonaInfo, error)
	First() (string, error)
	Create(name, language, soul string) (string, error)
	Rename(ctx context.Context, slug, name string) error
	SetAside(slug string) (string, error)
}

// copies are the copies of a home, and the files that personas are exported to.
type copies struct {
	*companion.Home
	*companion.Backups
}

// An openPersona is a persona that is open, as each page needs it.
type openPersona struct {
	face      portraitKeeper
	chat      chat.Companion
	inbox     inbox.Companion
	mind      mind.Companion
	dreams    dreams.Companion
	mornings  dreams.MorningReader
	memories  memories.Companion
	knowledge knowledge.Source
	settings  *settings.Companion
}

func homeOf(h *companion.Home) home {
	of := settings.Home{Settings: h, Models: h, Tests: h, Store: h, Window: h, Spending: h, Start: h, Updates: h}
	return home{Home: of, personas: h, templates: h, imports: importHome(h), copies: copies{h, h.Backups}, pictures: func(slug string) face.Own { return h.Pictures(slug) }, open: func(ctx context.Context, slug string) (*openPersona, error) {
		c, err := h.Companion(ctx, slug)
		if err != nil {
			return nil, err
		}
		return personaOf(c), nil
	}}
}

// personaOf gives each page what it needs of a companion.
func personaOf(c *companion.Companion) *openPersona {
	return &openPersona{
		face: c, chat: talkTo(c), inbox: c.Inbox, mind: minded(c), mornings: c.Dreams, memories: rememberedBy(c),
		dreams:    dreams.Companion{Dreamer: c.Dreams, Diary: c.Dreams, Nights: c.Nights, Face: c},
		knowledge: knowledge.Source{Library: c.Memories.Library, Adder: c.Memories.Library, Trust: c},
		settings:  &settings.Companion{Indexes: c.Memories.Status, Nights: c.Nights, Skills: c.Skills, Trust: c.TrustDocument},
	}
}

// A past is how a persona's files were, and brings them back.
type past struct {
	*texts.Files
	*companion.Conversation
}

// talkTo gives the chat page what it needs of a companion.
func talkTo(c *companion.Companion) chat.Companion {
	return chat.Companion{
		Talk: c, Self: c, Log: c.Conversation, Replies: c.Conversation, Takeback: c.Conversation,
		Trust: c, Learning: c.Learning, Asks: c.Inbox, Sessions: c,
		Recall: c.Memories.Recall, Dreaming: c.Dreams.Dreaming, Night: c.Nights.Night,
	}
}

// rememberedBy gives the page of memories what it needs of a companion.
func rememberedBy(c *companion.Companion) memories.Companion {
	return memories.Companion{
		Texts: c, Past: past{c.Files, c.Conversation}, Episodes: c, Insights: c, Entities: c, Facts: c, Skills: c.Skills.ListSkills, Snapshot: c.Snapshot,
	}
}

// minded gives the page of the inner life what it needs of a companion.
func minded(c *companion.Companion) mind.Companion {
	return mind.Companion{
		Mind: c, Questions: c, Goals: c, Ends: c, Past: past{c.Files, c.Conversation}, Face: c,
		Snapshot: c.Snapshot, Drives: c.Drives, Dreaming: c.Dreams.Dreaming, Ask: c.Initiative.AskQuestion, Exchange: c.Exchange,
	}
}

// importHome is what bringing things in asks of the home.
func importHome(h *companion.Home) importing.Home {
	return importing.Home{
		Importer: h, Cards: h,
		Trust: func(ctx context.Context, slug, path string) error {
			c, err := h.Companion(ctx, slug)
			if err != nil {
				return err
			}
			hashes, err := taint.HashFile(path)
			for _, hash := range hashes {
				err = errors.Join(err, c.TrustDocument(hash, filepath.Base(path)))
			}
			return err
		},
		Past: func(ctx context.Context, slug string) (dreaming.BackfillPlan, error) {
			c, err := h.Companion(ctx, slug)
			if err != nil {
				return dreaming.BackfillPlan{}, err
			}
			return c.Nights.BackfillPlan(ctx, dreaming.Backfill{})
		},
	}
}
