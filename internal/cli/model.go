package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/models"
)

// A modelState is a model as model list --json and model show --json print it.
type modelState struct {
	Name       string `json:"name"`
	Size       int64  `json:"size,omitempty"` // bytes
	Parameters string `json:"parameters,omitempty"`
	Takes      int    `json:"takes,omitempty"` // tokens, at most
	Embeds     bool   `json:"embeds,omitempty"`
	// Window is what it serves here, and how that is known; of show only.
	Window int              `json:"window,omitempty"`
	From   llm.WindowSource `json:"window_from,omitempty"`
}

func stateOf(m models.Info) modelState {
	return modelState{Name: m.Name, Size: m.Size, Parameters: m.Parameters, Takes: m.Window, Embeds: m.Embeds}
}

// pullState is one line of model pull --json.
type pullState struct {
	Status string `json:"status"`
	Done   int64  `json:"done"`
	Total  int64  `json:"total"`
}

// modelCommand lists, downloads and chooses models.
func modelCommand(s *session) *cobra.Command {
	provider := ""
	cmd := &cobra.Command{
		Use:   "model",
		Short: s.words.text("about_model"),
		Args:  wrongUse(cobra.NoArgs),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.PersistentFlags().StringVar(&provider, "provider", "", s.words.text("flag_provider"))
	add := func(sub *cobra.Command, do func(context.Context, *session, modelRun) error) {
		sub.Args = wrongUse(sub.Args)
		sub.RunE = func(cmd *cobra.Command, args []string) error {
			s.lasts = true
			return s.withHome(cmd.Context(), func(h *companion.Home) error {
				choice, err := choiceOf(h, provider)
				if err != nil {
					return err
				}
				if len(args) == 1 {
					choice.Name = args[0]
				}
				return do(cmd.Context(), s, modelRun{h, choice})
			})
		}
		cmd.AddCommand(sub)
	}
	one := cobra.ExactArgs(1)
	add(&cobra.Command{Use: "list", Short: s.words.text("about_model_list"), Args: cobra.NoArgs}, listModels)
	add(&cobra.Command{Use: "show NAME", Short: s.words.text("about_model_show"), Args: one}, showModel)
	add(&cobra.Command{Use: "pull NAME", Short: s.words.text("about_model_pull"), Args: one}, pullModel)
	add(&cobra.Command{Use: "use NAME", Short: s.words.text("about_model_use"), Args: one}, useModel)
	return cmd
}

// A modelRun is what a model command is about: a provider, and a model of it.
type modelRun struct {
	*companion.Home
	choice config.ModelChoice
}

// choiceOf returns the chat model's choice if it is of a provider, or, with
// another provider or none, that provider as it is by itself. Where nothing is
// chosen it is an Ollama on this machine.
func choiceOf(h *companion.Home, provider string) (config.ModelChoice, error) {
	chat := h.Settings().Models.Chat
	if chat.Configured() && (provider == "" || provider == chat.Provider) {
		return chat, nil
	}
	checked, err := (config.Settings{}).With("models.chat.provider", cmp.Or(provider, "ollama"))
	if err != nil {
		return config.ModelChoice{}, &usageError{err}
	}
	return checked.Models.Chat, nil
}

func listModels(ctx context.Context, s *session, e modelRun) error {
	list, err := e.ListModels(ctx, e.choice)
	if err != nil {
		return err
	}
	for _, m := range list {
		if err := s.print(stateOf(m), func() { s.say(s.words.modelLine(m)) }); err != nil {
			return err
		}
	}
	if len(list) == 0 && !s.json {
		s.say(s.words.text("model_none"))
		suggestModels(s, e)
	}
	return nil
}

// suggestModels names models that suit this machine.
func suggestModels(s *session, e modelRun) {
	if e.choice.Provider != "ollama" {
		return
	}
	for _, m := range e.SuggestModels() {
		s.say(s.words.text("model_suited", m.Name, gigabytes(m.Download)))
	}
}

func (w words) modelLine(m models.Info) string {
	line := fmt.Sprintf("%-32s", m.Name)
	if m.Size > 0 {
		line += fmt.Sprintf(" %9s", gigabytes(m.Size))
	}
	if m.Parameters != "" {
		line += fmt.Sprintf(" %7s", m.Parameters)
	}
	if m.Window > 0 {
		line += "  " + w.text("model_takes", m.Window)
	}
	if m.Embeds {
		line += "  " + w.text("model_embeds")
	}
	return line
}

// gigabytes writes a size as downloads do, by thousands.
func gigabytes(n int64) string {
	if n < 1e9 {
		return fmt.Sprintf("%d MB", (n+999_999)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// find returns the model of a run from the provider's list.
func (e modelRun) find(ctx context.Context) (models.Info, error) {
	list, err := e.ListModels(ctx, e.choice)
	if err != nil {
		return models.Info{}, err
	}
	i := slices.IndexFunc(list, func(m models.Info) bool {
		return m.Name == e.choice.Name || m.Name == e.choice.Name+":latest"
	})
	if i < 0 {
		return models.Info{}, &llm.Error{Provider: e.choice.Provider, Op: "find model", Kind: llm.ErrNoModel, Detail: e.choice.Name}
	}
	return list[i], nil
}

func showModel(ctx context.Context, s *session, e modelRun) error {
	m, err := e.find(ctx)
	if err != nil {
		return err
	}
	w, err := e.WindowOf(ctx, e.choice)
	if err != nil {
		return err
	}
	st := stateOf(m)
	st.Window, st.From = w.Tokens, w.From
	return s.print(st, func() {
		s.say(s.words.modelLine(m))
		s.say(s.words.text("window_"+string(w.From), w.Tokens))
	})
}

func pullModel(ctx context.Context, s *session, e modelRun) error {
	use := e.choice.Name
	if c := e.choice; c.Provider != "ollama" && (c.Provider != "openai" || !strings.HasPrefix(c.BaseURL, "http://")) {
		e.choice = config.ModelChoice{Provider: "ollama", Name: c.Name} // who speaks now has nothing to download
		use = "--provider ollama " + use
	}
	told := progressPrinter{session: s}
	err := e.PullModel(ctx, e.choice, told.show)
	told.end()
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, llm.ErrCut):
		s.complain(s.words.text("pull_broke"))
		return errFailed
	case errors.Is(err, llm.ErrNoModel):
		s.complain(s.words.text("pull_unknown", e.choice.Name))
		return errFailed
	case err != nil:
		return err
	}
	if !s.json {
		s.say(s.words.text("pull_done", e.choice.Name, use))
	}
	return told.failed
}

// A progressPrinter tells how a download goes: in a terminal on one line, else
// with a line for each step of it, or for all that is told with --json.
type progressPrinter struct {
	*session
	last   string
	failed error
}

func (p *progressPrinter) show(g models.PullProgress) {
	if p.json {
		if err := p.print(pullState(g), nil); err != nil {
			p.failed = err
		}
		return
	}
	line := g.Status
	if g.Total > 0 {
		percent := g.Done * 100 / g.Total
		if !p.Terminal {
			percent -= percent % 10
		}
		line = p.words.text("pull_line", percent, gigabytes(g.Total))
	}
	if line = harmless(line); line == p.last {
		return
	}
	p.last = line
	if p.Terminal {
		line = "\r\x1b[K" + line
	} else {
		line += "\n"
	}
	fmt.Fprint(p.Err, line)
}

// end ends the line in a terminal.
func (p *progressPrinter) end() {
	if p.Terminal && p.last != "" {
		fmt.Fprintln(p.Err)
	}
}

// useModel makes a model the one of the chat. A provider that cannot be asked
// now is believed to have it.
func useModel(ctx context.Context, s *session, e modelRun) error {
	m, err := e.find(ctx)
	switch {
	case errors.Is(err, llm.ErrNoModel):
		return err
	case err != nil:
		s.complain(s.words.explain(err))
	case m.Embeds:
		return &usageError{fmt.Errorf("%w: %s makes vectors and does not talk; it is for embedder.name", config.ErrBadValue, m.Name)}
	}
	settings := e.Settings()
	settings.Models.Chat = e.choice
	if err := e.Change(settings); err != nil {
		return err
	}
	if !s.json {
		s.say(s.words.text("model_used", e.choice.Name))
	}
	return nil
}
