// Command yumori is a desktop companion: see README.md, and doc.go for a tour
// of the program.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"golang.org/x/term"

	"yumori/assets"
	"yumori/internal/cli"
	"yumori/internal/companion"
	"yumori/internal/document"
	"yumori/internal/llm/builtin"
	"yumori/internal/updates"
	"yumori/ui"
)

func main() {
	if document.Called() { // we are the process that reads a stranger's PDF
		os.Exit(document.Main())
	}
	launchNoBus()
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level()}))
	served := &providers{}
	p := cli.Program{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Terminal: term.IsTerminal(int(os.Stdin.Fd())),
		Options: companion.Options{
			Logger:       logger,
			Builtin:      builtin.New(builtin.Options{}),
			Pick:         served.pick,
			PickEmbedder: served.pickEmbedder,
			ListModels:   served.list,
			PullModel:    served.pull,
			Discover:     served.discover,
			Samples:      assets.Files,
			Updates:      updates.Built(),
		},
	}
	if hasDisplay() {
		p.Window = func(ctx context.Context, h *companion.Home, slug string) error {
			return ui.Run(ctx, ui.Options{Home: h, Persona: slug, Logger: logger})
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
