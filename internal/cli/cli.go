// Package cli is Yumori in a terminal: the chat and the commands.
// It talks to the companion as the window does and never to what is below.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/memory"
	"yumori/internal/store"
)

// A Program is what main hands to the command line.
type Program struct {
	In       io.Reader
	Out, Err io.Writer
	// Terminal says that In is a terminal, so that prompts are written.
	Terminal bool
	// Options are the home's; --home and --now are filled in.
	Options companion.Options
	// Window opens the window and returns when it is closed. It is nil
	// without a display.
	Window func(ctx context.Context, h *companion.Home, slug string) error
}

// Exit codes of the program.
const (
	exitDone     = 0
	exitFailed   = 1
	exitWrongUse = 2
)

// A usageError is wrong use of the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// errFailed says that a command failed and has said why already.
var errFailed = errors.New("failed")

// Run runs the command line args (without the program's name) and returns the
// exit code: 0 done, 1 failed, 2 wrong use. It returns soon after ctx ends.
func Run(ctx context.Context, p Program, args []string) int {
	out := &output{Writer: p.Out}
	p.Out = out
	s := &session{Program: p, words: wordsFor(companion.SystemLanguage())}
	root := s.root()
	root.SetArgs(args)
	root.SetIn(p.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	err := root.ExecuteContext(ctx)
	var wrong *usageError
	switch failed := out.err(); {
	case failed != nil:
		s.complain(s.words.text("unwritten", failed))
		return exitFailed
	case err == nil:
		return exitDone
	case errors.Is(err, errFailed):
		return exitFailed
	case errors.As(err, &wrong):
		s.complain(s.words.text("wrong_use", err.Error()))
		return exitWrongUse
	}
	s.complain(s.words.explain(err))
	return exitFailed
}

// A session is one run of the program.
type session struct {
	Program
	words words

	home    string
	persona string
	json    bool
	now     string
	lasts   bool // the command does something for a while: a pretended clock goes on; else it stands still
	told    []companion.Trouble
}

// complain writes a sentence to the error output.
func (s *session) complain(sentence string) { fmt.Fprintln(s.Err, harmless(sentence)) }

// say writes a line to the output.
func (s *session) say(line string) {
	if !s.json {
		line = harmless(line)
	}
	fmt.Fprintln(s.Out, line)
}

func (s *session) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "yumori",
		Short:         s.words.text("about"),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          wrongUse(cobra.NoArgs),
		RunE:          func(cmd *cobra.Command, _ []string) error { return s.start(cmd.Context()) },
		Version:       version(),
	}
	root.SetVersionTemplate("yumori {{.Version}}\n")
	root.Flags().Bool("version", false, s.words.text("flag_version"))
	flags := root.PersistentFlags()
	flags.StringVar(&s.home, "home", "", s.words.text("flag_home"))
	flags.StringVar(&s.persona, "persona", "", s.words.text("flag_persona"))
	flags.BoolVar(&s.json, "json", false, s.words.text("flag_json"))
	flags.StringVar(&s.now, "now", "", s.words.text("flag_now"))
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{err} })
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpTemplate(root.HelpTemplate() + "\n" + s.words.text("exit_codes") + "\n")
	root.AddCommand(chatCommand(s), stateCommand(s), configCommand(s), doctorCommand(s), updateCommand(s), historyCommand(s), retractCommand(s), purgeCommand(s), trustCommand(s),
		recallCommand(s), indexCommand(s), evalCommand(s), benchCommand(s),
		dreamCommand(s), reflectCommand(s), simulateCommand(s), spendingCommand(s), modelCommand(s), backupCommand(s), restoreCommand(s),
		importCommand(s), exportCommand(s), serveCommand(s), mcpCommand(s), sessionsCommand(s), skillsCommand(s), completionCommand(s), manCommand(s))
	if err := completions(root); err != nil {
		s.complain(err.Error()) // a bug: a test completes
	}
	return root
}

// version names the source that the program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}

// wrongUse marks the errors of an argument check.
func wrongUse(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return &usageError{err}
		}
		return nil
	}
}

// exclusive makes two flags at once wrong use.
func exclusive(cmd *cobra.Command, one, other string) {
	check := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed(one) && cmd.Flags().Changed(other) {
			return &usageError{fmt.Errorf("--%s and --%s: one without the other", one, other)}
		}
		return check(cmd, args)
	}
}

// start is the program without a command: the window, or the chat where there
// is no display.
func (s *session) start(ctx context.Context) error {
	s.lasts = true
	err := s.withHome(ctx, func(h *companion.Home) error {
		slug, err := s.slug(h)
		if err != nil {
			return err
		}
		if s.Window != nil {
			defer letInAlongside(ctx, s, h)()
			return s.Window(ctx, h, slug)
		}
		s.complain(s.words.text("no_display"))
		c, err := h.Companion(ctx, slug)
		if err != nil {
			return err
		}
		if s.Terminal {
			h.Watch()
			h.WatchFiles()
		}
		return chat{s, c}.talk(ctx)
	})
	if held := (*store.InUseError)(nil); s.Window != nil && errors.As(err, &held) && summonWindow(ctx, s) == nil {
		return nil // it is the one window of this home
	}
	return err
}

// summonWait is how long a window has to show itself.
const summonWait = 3 * time.Second

// summonWindow has the window show itself that has the home already.
func summonWindow(ctx context.Context, s *session) error {
	dir := s.home
	if dir == "" {
		var err error
		if dir, err = store.DefaultHome(); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, summonWait)
	defer cancel()
	return store.Knock(ctx, dir)
}

// withHome opens the home for the length of work.
func (s *session) withHome(ctx context.Context, work func(*companion.Home) error) (err error) {
	opt := s.Options
	if s.home != "" {
		opt.Home = s.home
	}
	if s.now != "" {
		clock, err := s.pretend()
		if err != nil {
			return err
		}
		opt.Now = clock
	}
	h, err := companion.OpenHome(ctx, opt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	s.words = wordsFor(h.Language())
	for _, t := range h.Troubles() {
		tellTrouble(s, t)
	}
	return work(h)
}

// withCompanion opens the persona asked for, for the length of work.
func (s *session) withCompanion(ctx context.Context, work func(*companion.Home, *companion.Companion) error) error {
	return s.withHome(ctx, func(h *companion.Home) error {
		slug, err := s.slug(h)
		if err != nil {
			return err
		}
		c, err := h.Companion(ctx, slug)
		if err != nil {
			return err
		}
		s.tellTroubles(c)
		return work(h, c)
	})
}

// tellTroubles tells of files that cannot be used, each once.
func (s *session) tellTroubles(c *companion.Companion) {
	for _, t := range c.Snapshot().Troubles {
		if !slices.Contains(s.told, t) {
			s.told = append(s.told, t)
			tellTrouble(s, t)
		}
	}
}

func tellTrouble(s *session, t companion.Trouble) {
	switch {
	case t.Uncopied:
		s.complain(s.words.text("uncopied", t.File, t.What))
		return
	case t.Shut:
		return // it was said when it happened
	}
	at := memory.Place{File: t.File, Line: t.Line}
	if t.Aside != "" {
		s.complain(s.words.text("set_aside", at, t.What, t.Aside))
	} else {
		s.complain(s.words.text("trouble", at, t.What))
	}
	if t.Backup {
		s.complain(s.words.text("backup", at))
	}
}

// slug returns the persona to talk with.
func (s *session) slug(h *companion.Home) (string, error) {
	if s.persona != "" {
		return s.persona, nil
	}
	return h.First()
}

// pretend returns a clock that shows the time of --now. It goes on from there
// when the command lasts, and stands still for one that only computes, which
// then says the same every time.
func (s *session) pretend() (func() time.Time, error) {
	at, err := time.Parse(time.RFC3339, s.now)
	if err != nil {
		return nil, &usageError{fmt.Errorf("--now %q: want a time like 2026-11-21T10:00:00+09:00", s.now)}
	}
	if !s.lasts {
		return func() time.Time { return at }, nil
	}
	start := time.Now()
	return func() time.Time { return at.Add(time.Since(start)) }, nil
}
