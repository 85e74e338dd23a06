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

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
)

// ErrNoVoice says that the system has nothing that speaks.
var ErrNoVoice = errors.New("no voice on this system")

// An Engine speaks one sentence and returns when it has been heard, or when ctx
// ends: then it is silent at once. It is not safe for concurrent use.
type Engine interface {
	Speak(ctx context.Context, sentence string, in plain.Language) error
}

// An aheader is an Engine that takes a while before a sentence sounds: it is told
// the next one while it speaks. ctx is that of the Speak to come.
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

// New makes the voice of the system. It is looked for with the first text.
func New() *Voice { return &Voice{find: system} }

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
	said := 0
	for {
		text, ended, woken := g.now()
		list := sentences(text)
		if !ended && len(list) > 0 {
			list = list[:len(list)-1] // the last may go on
		}
		for ; said < len(list); said++ {
			if a, ok := e.(aheader); ok {
				a.Ahead(ctx, list[said])
				if said+1 < len(list) {
					a.Ahead(ctx, list[said+1])
				}
			}
			in := plain.LanguageOf(list[said], plain.English)
			if err := e.Speak(ctx, list[said], in); err != nil {
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

// sentences are those of a text that can be read aloud.
func sentences(text string) []string {
	var list []string
	for _, s := range lang.Split(spoken(text)) {
		if raw := strings.TrimSpace(s.Raw); strings.ContainsFunc(raw, isSpoken) {
			list = append(list, raw)
		}
	}
	return list
}

// system is what speaks on this system.
func system() (Engine, error) {
	switch runtime.GOOS {
	case "darwin":
		return command{name: "say", args: func(in plain.Language) []string { return []string{"-v", macVoice(in), "-f", "-"} }}, nil
	case "windows":
		return command{name: "powershell", args: func(plain.Language) []string { return []string{"-NoProfile", "-Command", sapi} }}, nil
	}
	if _, err := exec.LookPath("espeak-ng"); err == nil {
		return &kana{of: command{name: "espeak-ng", args: func(in plain.Language) []string { return []string{"-v", string(in), "--stdin"} }}}, nil
	}
	if _, err := exec.LookPath("spd-say"); err == nil {
		return &kana{of: command{name: "spd-say", args: func(in plain.Language) []string { return []string{"-w", "-l", string(in), "-e"} }, hush: []string{"-S"}}}, nil
	}
	return nil, ErrNoVoice
}

// sapi has Windows speak what comes on standard input.
const sapi = `[Console]::InputEncoding=[Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; (New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())`

func macVoice(in plain.Language) string {
	if in == plain.Japanese {
		return "Kyoko"
	}
	return "Samantha"
}

// A command is a program that speaks what it gets on standard input, where no
// text is taken for an option.
type command struct {
	name string
	args func(plain.Language) []string
	hush []string // makes it silent where killing it does not; nil it does
}

// Speak runs the program. See Engine.
func (c command) Speak(ctx context.Context, sentence string, in plain.Language) error {
	cmd := exec.CommandContext(ctx, c.name, c.args(in)...)
	cmd.Stdin = strings.NewReader(sentence + "\n")
	err := cmd.Run()
	if ctx.Err() != nil {
		if c.hush != nil {
			_ = exec.Command(c.name, c.hush...).Run() //nolint:noctx // ctx has ended, and this is short
		}
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}
