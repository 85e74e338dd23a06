package cli

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/door"
	"yumori/internal/store"
)

// opened is what serve --json prints once programs are let in.
type opened struct {
	URL   string `json:"url"`        // of the OpenAI-compatible endpoint
	MCP   string `json:"mcp"`        // of the MCP server
	Token string `json:"token_file"` // that holds the token; it is never printed
}

func serveCommand(s *session) *cobra.Command {
	var address string
	var remote bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: s.words.text("about_serve"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.lasts = true
			err := s.withHome(cmd.Context(), func(h *companion.Home) error {
				h.Watch()
				h.WatchFiles()
				return letIn(cmd.Context(), s, h, doorway{address: address, remote: remote, told: func(h *companion.Home, address string) error { return printOpened(s, h, address) }})
			})
			return homeTaken(s, err)
		},
	}
	cmd.Flags().StringVar(&address, "addr", door.DefaultAddress, s.words.text("flag_addr"))
	cmd.Flags().BoolVar(&remote, "remote", false, s.words.text("flag_remote"))
	return cmd
}

// homeTaken says of a home that another Yumori has what that means for programs.
func homeTaken(s *session, err error) error {
	if !errors.Is(err, store.ErrInUse) {
		return err
	}
	s.complain(s.words.text("door_taken", err))
	return errFailed
}

// A doorway is where and how programs are let in.
type doorway struct {
	address string
	remote  bool
	told    func(h *companion.Home, address string) error // once they are
}

// letIn lets programs in until ctx ends.
func letIn(ctx context.Context, s *session, h *companion.Home, d doorway) error {
	v := newDoor(s, h, d)
	l, err := v.Listen(ctx, d.address)
	if errors.Is(err, door.ErrNotLocal) {
		return &usageError{errors.New(s.words.text("door_not_local", d.address))}
	}
	if inUse(err) {
		return &doorError{address: d.address, err: err}
	}
	if err == nil {
		_, err = h.DoorTokens()
	}
	if err != nil {
		return err
	}
	if err := d.told(h, l.Addr().String()); err != nil {
		_ = l.Close() // nobody was let in
		return err
	}
	return v.Serve(ctx, l)
}

// A doorError is an address that another program has.
type doorError struct {
	address string
	err     error
}

func (e *doorError) Error() string { return e.err.Error() }
func (e *doorError) Unwrap() error { return e.err }

// inUse reports whether another program listens at an address: as Unix says it,
// and as Windows does.
func inUse(err error) bool {
	const wsaInUse = syscall.Errno(10048)
	return errors.Is(err, syscall.EADDRINUSE) || runtime.GOOS == "windows" && errors.Is(err, wsaInUse)
}

func newDoor(s *session, h *companion.Home, d doorway) *door.Server {
	return door.New(h, door.Options{Text: s.words.text, Explain: s.words.explain, Logger: s.Options.Logger, Remote: d.remote})
}

func printOpened(s *session, h *companion.Home, address string) error {
	o := opened{URL: "http://" + address + "/v1", MCP: "http://" + address + "/mcp", Token: filepath.Join(h.Path(), companion.DoorFile)}
	return s.print(o, func() { s.say(s.words.text("door_open", o.URL, o.MCP, o.Token)) })
}

// letInAlongside keeps the door open beside the window, as the settings say, until
// the returned function is called. Where it cannot be opened the log says why.
func letInAlongside(ctx context.Context, s *session, h *companion.Home) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	changes := h.Subscribe(ctx)
	go func() {
		defer close(done)
		now, shut := config.DoorChoices{}, func() {}
		follow := func(want config.DoorChoices) {
			if want == now {
				return
			}
			shut()
			h.DoorFailed(now.Address, "")
			now, shut = want, func() {}
			if want.Open {
				shut = letInAt(ctx, s, h, want.Address)
			}
		}
		follow(h.Settings().Door)
		for e := range changes {
			if settings, ok := e.State.(config.Settings); ok {
				follow(settings.Door)
			}
		}
		shut()
	}()
	return func() { cancel(); <-done }
}

// letInAt keeps the door open at an address until the returned function is called.
func letInAt(ctx context.Context, s *session, h *companion.Home, address string) (shut func()) {
	if address == "" {
		address = door.DefaultAddress
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.DoorFailed(address, "")
		err := letIn(ctx, s, h, doorway{address: address, told: func(*companion.Home, string) error { return nil }})
		if err != nil && ctx.Err() == nil {
			s.complain(s.words.explain(err))
			h.DoorFailed(address, s.words.explain(err))
		}
	}()
	return func() { cancel(); <-done }
}

func mcpCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "mcp",
		Short: s.words.text("about_mcp"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.lasts = true
			return homeTaken(s, s.withHome(cmd.Context(), func(h *companion.Home) error {
				return newDoor(s, h, doorway{}).MCP(cmd.Context(), s.persona, s.In, s.Out)
			}))
		},
	}
}
