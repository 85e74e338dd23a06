package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/internal/spending"
	"yumori/persona"
)

// dreamFlags are the flags of dream and reflect as they are typed.
type dreamFlags struct {
	level                  int
	dryRun, catchUp, rules bool
	since                  string
	calls, tokens          int
}

func (f dreamFlags) by() dreaming.Choice {
	if f.rules {
		return dreaming.ByRules
	}
	return dreaming.ByModel
}

func (f dreamFlags) mode() dreaming.Mode {
	if f.dryRun {
		return dreaming.DryRun
	}
	return dreaming.Real
}

func (f dreamFlags) check() error {
	switch {
	case f.level < 0 || f.level > 3:
		return &usageError{errors.New("--level: want 1, 2 or 3")}
	case f.catchUp && f.dryRun:
		return &usageError{errors.New("--catch-up --dry-run: the plan of a catch-up is told before it begins; one without the other")}
	case f.catchUp && f.level > 0:
		return &usageError{errors.New("--catch-up --level: each night that is made up has its own level")}
	case !f.catchUp && (f.calls != 0 || f.tokens != 0):
		return &usageError{errors.New("--calls and --tokens bound a --catch-up; budget.night_calls and budget.night_tokens bound a night")}
	case f.calls < 0 || f.tokens < 0:
		return &usageError{errors.New("--calls, --tokens: want a number")}
	}
	return nil
}

func dreamCommand(s *session) *cobra.Command {
	var f dreamFlags
	cmd := &cobra.Command{
		Use:   "dream",
		Short: s.words.text("about_dream"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			s.lasts = !f.dryRun
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				if f.catchUp {
					return catchUp(cmd.Context(), s, c, f)
				}
				return dreamNow(cmd.Context(), s, c, dreaming.Request{Level: f.level, By: f.by(), Mode: f.mode()})
			})
		},
	}
	nightFlags(s, cmd, &f)
	flags := cmd.Flags()
	flags.BoolVar(&f.catchUp, "catch-up", false, s.words.text("flag_catch_up"))
	flags.IntVar(&f.calls, "calls", 0, s.words.text("flag_calls"))
	flags.IntVar(&f.tokens, "tokens", 0, s.words.text("flag_tokens"))
	cmd.AddCommand(dreamListCommand(s), dreamShowCommand(s), dreamUndoCommand(s),
		dreamDecideCommand(s, persona.Accept), dreamDecideCommand(s, persona.Refuse))
	return cmd
}

func reflectCommand(s *session) *cobra.Command {
	var f dreamFlags
	cmd := &cobra.Command{
		Use:   "reflect --since 7d",
		Short: s.words.text("about_reflect"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if f.since == "" {
				return &usageError{errors.New("reflect: --since is missing")}
			}
			s.lasts = !f.dryRun
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				from, err := bound("--since", f.since, c.Now())
				if err != nil {
					return err
				}
				return dreamNow(cmd.Context(), s, c, dreaming.Request{From: from, Again: true, Level: f.level, By: f.by(), Mode: f.mode()})
			})
		},
	}
	nightFlags(s, cmd, &f)
	cmd.Flags().StringVar(&f.since, "since", "", s.words.text("flag_since"))
	return cmd
}

// nightFlags adds what every command takes that dreams.
func nightFlags(s *session, cmd *cobra.Command, f *dreamFlags) {
	flags := cmd.Flags()
	flags.IntVar(&f.level, "level", 0, s.words.text("flag_level"))
	flags.BoolVar(&f.dryRun, "dry-run", false, s.words.text("flag_dry_run"))
	flags.BoolVar(&f.rules, "rules", false, s.words.text("flag_rules"))
}

// dreamNow tells what a dream would read and cost, dreams it, and tells what it
// did and cost.
func dreamNow(ctx context.Context, s *session, c *companion.Companion, r dreaming.Request) error {
	plan, err := c.Nights.DreamPlan(ctx, r)
	if err != nil {
		return dreamError(ctx, s, err)
	}
	s.event("plan", plan, func() {
		s.complain(s.words.text("dream_plan", plan.Messages, len(plan.Days), plan.Level, s.words.dreamer(plan.By), s.words.cost(plan.Calls, plan.Tokens)))
		if plan.Resumes != "" {
			s.complain(s.words.text("dream_resumes", plan.Resumes))
		}
	})
	r.Progress = func(p dreaming.Progress) { showStage(s, p) }
	rec, err := c.Dreams.Dream(ctx, r)
	s.endProgress()
	if err != nil {
		return dreamError(ctx, s, err)
	}
	s.event("dream", rec, func() {
		if r.Mode == dreaming.DryRun {
			s.say(s.words.text("dream_dry_run"))
			printDream(s, unwritten(rec))
			return
		}
		printDream(s, rec)
	})
	if rec.State == record.StatusFailed {
		return errFailed
	}
	return nil
}

// planned is the state of what a dry run would have written.
const planned record.Status = "planned"

// unwritten returns a dry run's record with nothing in it called applied.
func unwritten(r record.Record) record.Record {
	r.Changes = slices.Clone(r.Changes)
	for i := range r.Changes {
		if r.Changes[i].State == record.StatusApplied {
			r.Changes[i].State = planned
		}
	}
	if r.State == record.StatusApplied {
		r.State = planned
	}
	return r
}

// cost says what is estimated.
func (w words) cost(calls, tokens int) string {
	if calls == 0 {
		return w.text("cost_nothing")
	}
	return w.text("cost_most", calls, tokens)
}

// dreamer names who dreams.
func (w words) dreamer(by string) string {
	if by == "" || by == episodic.Rules {
		return w.text("dream_by_rules")
	}
	return w.model(by)
}

// purpose says what a model was asked for; one that is not known stays as it is.
func (w words) purpose(name string) string {
	if said := w["purpose_"+name]; said != "" {
		return said
	}
	return name
}

// model names a model that something keeps by its label: who serves it, and
// whether on this computer.
func (w words) model(label string) string {
	l := models.ReadLabel(label)
	name := l.Name
	if l.Maker != "" {
		name = w.text("model_of", name, l.Maker)
	}
	if l.Here {
		return w.text("model_here", name)
	}
	return name
}

// event writes an event a line with --json, and else runs text.
func (s *session) event(name string, v any, text func()) {
	if !s.json {
		text()
		return
	}
	data, err := json.Marshal(v)
	if err != nil || len(data) < 2 || data[0] != '{' {
		return // unreachable: records, plans and progress are objects
	}
	head := fmt.Sprintf(`{"event":%q`, name)
	if len(data) > 2 {
		head += ","
	}
	s.say(head + string(data[1:]))
}

// showStage shows how far a dream is: in place on a terminal, an event a line
// with --json.
func showStage(s *session, p dreaming.Progress) {
	s.event("progress", p, func() {
		if !s.Terminal {
			return
		}
		name := string(p.Stage)
		if name != "" {
			name = s.words.text("stage_" + name)
		}
		s.progress(s.words.text("dream_progress", p.Done, p.Of, name))
	})
}

// progress writes a line in the place of the one before.
func (s *session) progress(line string) { fmt.Fprintf(s.Err, "\r\x1b[K%s", line) }

func (s *session) endProgress() {
	if s.Terminal && !s.json {
		fmt.Fprint(s.Err, "\r\x1b[K")
	}
}

// dreamError tells why a dream was not dreamt. That nothing is new is no
// failure.
func dreamError(ctx context.Context, s *session, err error) error {
	tell := func(reason string) {
		s.event("end", map[string]string{"reason": reason}, func() { s.complain(s.words.text("dream_" + reason)) })
	}
	switch {
	case errors.Is(err, dreaming.ErrNothing):
		tell("nothing_new")
		return nil
	case ctx.Err() != nil:
		tell("stopped")
		return errFailed
	}
	for _, known := range []struct {
		err    error
		reason string
	}{
		{record.ErrDreaming, "under_way"},
		{record.ErrNoDream, "no_dream"},
		{record.ErrNoItem, "no_item"},
		{record.ErrNotOpen, "decided"},
		{dreaming.ErrBudget, "budget"},
	} {
		if errors.Is(err, known.err) {
			tell(known.reason)
			return errFailed
		}
	}
	return err
}

// catchUp lives through the days that no dream has read, oldest first.
func catchUp(ctx context.Context, s *session, c *companion.Companion, f dreamFlags) error {
	b := dreaming.Backfill{By: f.by(), Cap: dreaming.Cap{Calls: f.calls, Tokens: f.tokens}}
	plan, err := c.Nights.BackfillPlan(ctx, b)
	if err != nil {
		return dreamError(ctx, s, err)
	}
	s.event("plan", plan, func() {
		if plan.Days == 0 {
			return // Backfill says so
		}
		s.complain(s.words.text("catch_up_plan", plan.Days, plan.First, plan.Last, plan.Messages, s.words.dreamer(plan.By), s.words.cost(plan.Calls, plan.Tokens), plan.Done))
	})
	b.Progress = func(l dreaming.Lived) {
		s.event("progress", l, func() {
			if s.Terminal {
				s.progress(s.words.text("catch_up_progress", l.Done, l.Of, l.Date, l.Left.Round(time.Second)))
			}
		})
	}
	lived, err := c.Nights.Backfill(ctx, b)
	s.endProgress()
	if lived.Done > 0 {
		s.event("caught_up", lived, func() {
			s.say(s.words.text("catch_up_done", lived.Done, lived.Of, lived.Usage.Calls, lived.Usage.Input+lived.Usage.Output))
		})
	}
	if err != nil {
		return dreamError(ctx, s, err)
	}
	return nil
}

// spendingCommand shows what the models have cost.
func spendingCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "spending [DAY|MONTH]",
		Short: s.words.text("about_spending"),
		Args:  wrongUse(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withHome(cmd.Context(), func(h *companion.Home) error {
				period := h.Now().Format("2006-01")
				if len(args) == 1 {
					period = args[0]
				}
				list, err := h.Spending(period)
				if err != nil {
					return &usageError{err}
				}
				if len(list) == 0 && !s.json {
					s.say(s.words.text("spending_none", period))
				}
				for _, sp := range list {
					if err := s.print(sp, func() { printSpent(s, sp) }); err != nil {
						return err
					}
				}
				if sum := spending.Total(list); len(list) > 1 && !s.json {
					s.say(s.words.text("spending_total", sum.Calls, sum.Prompt, sum.Answer) + s.words.money(sum))
				}
				return nil
			})
		},
	}
}

func printSpent(s *session, sp spending.Sum) {
	sure := ""
	if sp.Estimated {
		sure = " " + s.words.text("spending_estimated")
	}
	s.say(strings.TrimRight(s.words.text("spending_line", sp.Date, s.words.purpose(sp.Purpose), s.words.model(sp.Model), sp.Calls, sp.Prompt, sp.Answer)+s.words.money(sp.Usage)+sure, " "))
}

// money says what a usage has cost; nothing where no price is known.
func (w words) money(u llm.Usage) string {
	if u.Money == 0 {
		return ""
	}
	return w.text("spending_money", strconv.FormatFloat(u.Money, 'g', 4, 64))
}

// firstWords returns what the persona says by itself, as it comes.
func firstWords(ctx context.Context, c *companion.Companion) <-chan companion.Spoken {
	words := make(chan companion.Spoken)
	events := c.Subscribe(ctx)
	go func() {
		for e := range events {
			w, ok := e.State.(companion.Spoken)
			if !ok || e.Topic != companion.TopicSpoke {
				continue
			}
			select {
			case words <- w:
			case <-ctx.Done():
				return
			}
		}
	}()
	return words
}

// firstWord shows what the persona said by itself.
func (ch chat) firstWord(w companion.Spoken) {
	if ch.json {
		p := &jsonPrinter{out: ch.Out, words: ch.words}
		p.write(eventLine{Event: "spoke", ID: string(w.Message.ID), Text: w.Message.Text, Model: w.Message.Model, Reason: string(w.Action.Drive)})
		return
	}
	if ch.Terminal {
		ch.say("")
	}
	ch.say(ch.words.text("spoke_first", ch.c.Snapshot().Name, w.Message.Text))
}
