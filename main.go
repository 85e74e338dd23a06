// Command yumori is a desktop companion: see README.md, and doc.go for a tour
// of the program.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"golang.org/x/term"

	"yumori/assets"
	"yumori/cli"
	"yumori/companion"
	"yumori/document"
	"yumori/llm"
	"yumori/llm/builtin"
	"yumori/llm/gemini"
	"yumori/llm/openai"
	"yumori/ui"
)

func main() {
	if document.Called() { // we are the process that reads a stranger's PDF
		os.Exit(document.Main())
	}
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level()}))
	p := cli.Program{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal: term.IsTerminal(int(os.Stdin.Fd())),
		Options: companion.Options{
			Logger:       logger,
			Builtin:      builtin.New(builtin.Options{}),
			Pick:         pick,
			PickEmbedder: pickEmbedder,
			Discover:     discover,
			Samples:      assets.Files,
		},
	}
	if hasDisplay() {
		p.Window = func(ctx context.Context, h *companion.House, slug string) error {
			return ui.Run(ctx, ui.Options{House: h, Persona: slug, Logger: logger})
		}
	}
	return cli.Run(ctx, p, args)
}

// level lets YUMORI_LOG=debug show what happens inside; without it only
// what a person should know is said.
func level() slog.Level {
	if os.Getenv("YUMORI_LOG") == "debug" {
		return slog.LevelDebug
	}
	return slog.LevelError
}

// hasDisplay reports whether a window can be opened. With an X display the
// toolkit is told to use it: its Wayland driver has no input methods yet.
func hasDisplay() bool {
	if runtime.GOOS != "linux" && runtime.GOOS != "freebsd" {
		return true
	}
	if os.Getenv("DISPLAY") != "" {
		if os.Getenv("FYNE_PLATFORM") == "" {
			_ = os.Setenv("FYNE_PLATFORM", "x11") // only a malformed name can fail
		}
		return true
	}
	return os.Getenv("WAYLAND_DISPLAY") != ""
}

// pick makes the model of a choice: the one place that knows the providers.
func pick(ctx context.Context, c companion.ModelChoice, key string) (llm.Model, error) {
	switch c.Provider {
	case "openai":
		return openai.New(openai.Config{BaseURL: c.BaseURL, Name: c.Name, Key: key, Window: c.Window, Images: c.Images, LAN: c.LAN})
	case "gemini":
		return gemini.New(ctx, gemini.Config{Endpoint: c.BaseURL, Name: c.Name, Key: key, Window: c.Window, LAN: c.LAN})
	}
	return nil, fmt.Errorf("%w: no provider %q", companion.ErrBadValue, c.Provider)
}

// pickEmbedder makes the embedder of a choice. The indexes try again by
// themselves, so a call is made once.
func pickEmbedder(ctx context.Context, c companion.EmbedderChoice, key string) (llm.Embedder, error) {
	switch c.Provider {
	case "openai":
		return openai.NewEmbedder(ctx, openai.Config{BaseURL: c.BaseURL, Name: c.Name, Key: key, LAN: c.LAN, Tries: 1})
	case "gemini":
		return gemini.NewEmbedder(ctx, gemini.Config{Endpoint: c.BaseURL, Name: c.Name, Key: key, LAN: c.LAN, Tries: 1})
	}
	return nil, fmt.Errorf("%w: no embedder %q", companion.ErrBadValue, c.Provider)
}

// discover finds model servers on this machine.
func discover(ctx context.Context) []companion.Server {
	var found []companion.Server
	for _, s := range openai.Discover(ctx) {
		found = append(found, companion.Server{Kind: string(s.Kind), BaseURL: s.BaseURL, Models: s.Models})
	}
	return found
}
