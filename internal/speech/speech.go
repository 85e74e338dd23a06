// Package speech reads texts aloud with the voice that the system has:
// espeak-ng or speech-dispatcher, say, or SAPI. It speaks sentence by sentence,
// also while a text is still being written, and is silent at once when told.
package speech

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
)

// ErrNoVoice says that the system has nothing that speaks.
var ErrNoVoice = errors.New("no voice on this system")

// A Language is one that is spoken.
type Language = plain.Language

// Japanese is the language for which a voice may have to get ready.
const Japanese = plain.Japanese

// LanguageOf is the language of a text.
func LanguageOf(text string) Language { return plain.LanguageOf(text, plain.English) }

// An Engine speaks one sentence and returns when it has been heard, or when ctx
// ends: then it is silent at once. It is not safe for concurrent use.
type Engine interface {
	Speak(ctx context.Context, sentence string, in plain.Language) error
}

// An aheader is an Engine that takes a while before a sentence sounds: it is told
// the next one while it speaks. ctx is that of the Speak to come. Ahead may be
// called while Speak runs.
type aheader interface {
	Ahead(ctx context.Context, sentence string)
}

// A Voice reads texts aloud, one at a time. It is safe for concurrent use. A
// Voice is made by New.
type Voice struct {
	one  sync.Mutex // keeps texts from being read at once
	mu   sync.Mutex // guards what follows
	find func() (Engine, error)
	set  bool
	of   Engine
}

// New makes the voice of the system, whose sound p plays where the system hands it
// over. It is looked for with the first text.
func New(p Player) *Voice {
	return &Voice{find: func() (Engine, error) { return system(runtime.GOOS, exec.LookPath, p) }}
}

// Become has the texts from now on read by the engine of another voice, whose
// Become is not called meanwhile. One that is being read goes on as it began.
func (v *Voice) Become(other *Voice) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.set, v.find = false, other.find
}

// With makes a voice of an engine.
func With(e Engine) *Voice { return &Voice{find: func() (Engine, error) { return e, nil }} }

// Available reports whether there is something that speaks. It asks the disk.
func (v *Voice) Available() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	_, err := v.find()
	return err == nil
}

// engine is what speaks now; it is looked for once.
func (v *Voice) engine() (Engine, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.set {
		return v.of, nil
	}
	e, err := v.find()
	if err != nil {
		return nil, fmt.Errorf("read aloud: %w", err)
	}
	v.of, v.set = e, true
	return e, nil
}

// A readier is an Engine that has to get ready for a language. Ready may be called
// while Speak runs.
type readier interface {
	Ready(in plain.Language) error
}

// Ready gets ready to read a language, so that the first sentence need not wait.
// It may take a second.
func (v *Voice) Ready(in Language) error {
	e, err := v.engine()
	if err != nil {
		return err
	}
	if r, ok := e.(readier); ok {
		return r.Ready(in)
	}
	return nil
}

// A Growing is a text that may still be being written. The zero Growing is
// empty. It is safe for concurrent use.
type Growing struct {
	mu    sync.Mutex
	text  string
	ended bool
	woken chan struct{} // is closed by the next change
}

// Set tells the text so far.
func (g *Growing) Set(text string) { g.change(func() { g.text = text }) }

// End tells the whole text.
func (g *Growing) End(text string) { g.change(func() { g.text, g.ended = text, true }) }

func (g *Growing) change(do func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	do()
	if g.woken != nil {
		close(g.woken)
		g.woken = nil
	}
}

// now is the text so far, whether it is all, and what is closed when it grows.
func (g *Growing) now() (text string, ended bool, woken <-chan struct{}) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.woken == nil {
		g.woken = make(chan struct{})
	}
	return g.text, g.ended, g.woken
}

// Read reads a text aloud.
func (v *Voice) Read(ctx context.Context, text string) error {
	var g Growing
	g.End(text)
	return v.Follow(ctx, &g)
}

// Follow reads a text aloud while it is written, each sentence once it is
// complete, and returns when all has been read. When ctx ends it is silent at
// once and returns why.
func (v *Voice) Follow(ctx context.Context, g *Growing) error {
	v.one.Lock()
	defer v.one.Unlock()
	e, err := v.engine()
	if err != nil {
		return err
	}
	for said := 0; ; {
		list, ended, woken := g.sentences()
		for ; said < len(list); said++ {
			if err := speak(ctx, e, g, said); err != nil {
				return fmt.Errorf("read aloud: %w", err)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if ended {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-woken:
		}
	}
}

// speak has a sentence spoken. An engine that wants it is told the next one
// meanwhile, as soon as that is complete.
func speak(ctx context.Context, e Engine, g *Growing, said int) error {
	list, _, _ := g.sentences()
	if said >= len(list) {
		return nil // the text has become shorter
	}
	now := list[said]
	in := LanguageOf(now)
	a, ok := e.(aheader)
	if !ok {
		return e.Speak(ctx, now, in) //nolint:wrapcheck // Follow does
	}
	a.Ahead(ctx, now)
	end := make(chan error, 1)
	go func() { end <- e.Speak(ctx, now, in) }()
	for {
		list, ended, woken := g.sentences()
		if said+1 < len(list) {
			a.Ahead(ctx, list[said+1])
			return <-end
		}
		if ended {
			return <-end
		}
		select {
		case err := <-end:
			return err
		case <-woken:
		}
	}
}

// sentences are those that are complete, whether they are all, and what is closed
// when the text grows.
func (g *Growing) sentences() (list []string, ended bool, woken <-chan struct{}) {
	text, ended, woken := g.now()
	list = sentences(text)
	if !ended && len(list) > 0 {
		list = list[:len(list)-1] // the last may go on
	}
	return list, ended, woken
}

// sentences are those of a text that can be read aloud.
func sentences(text string) []string {
	var list []string
	for _, s := range lang.Split(spoken(text)) {
		for _, part := range parts(strings.TrimSpace(s.Raw)) {
			if strings.ContainsFunc(part, isSpoken) {
				list = append(list, part)
			}
		}
	}
	return list
}

// longest is how many characters are spoken at once: half a minute. A voice takes
// the longer to begin, the more it gets.
const longest = 300

// parts are the pieces in which a sentence is spoken: a long one is cut behind a
// comma or a space.
func parts(s string) []string {
	var list []string
	for {
		cut, at, n := 0, 0, 0
		for i, r := range s {
			if n++; n > longest {
				at = i
				break
			}
			if unicode.IsSpace(r) || r == '、' {
				cut = i + utf8.RuneLen(r)
			}
		}
		if at == 0 {
			return append(list, s)
		}
		if cut == 0 {
			cut = at
		}
		list, s = append(list, strings.TrimSpace(s[:cut])), strings.TrimSpace(s[cut:])
	}
}
