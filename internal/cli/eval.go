package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	dreams "yumori/dreaming/evaluate"
	"yumori/internal/evaluate"

	"github.com/spf13/cobra"

	"yumori/retrieval/bench"
)

// evaluation is what the flags of eval say.
type evaluation struct {
	out                                string
	answer, dream, life, table, chatty bool
}

func evalCommand(s *session) *cobra.Command {
	var e evaluation
	cmd := &cobra.Command{
		Use:    "eval DIR [--answer|--dream] --out FILE | eval DIR --table [--chatty] | eval DIR --life",
		Short:  s.words.text("about_eval"),
		Args:   wrongUse(cobra.ExactArgs(1)),
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case e.life:
				return evalLife(cmd.Context(), s, args[0])
			case e.table:
				return evalTable(cmd.Context(), s, args[0], e)
			case e.chatty:
				return &usageError{errors.New("eval: --chatty goes with --table")}
			case e.out == "":
				return &usageError{errors.New("eval: --out FILE is missing")}
			}
			return evalOne(cmd.Context(), s, args[0], e)
		},
	}
	cmd.Flags().BoolVar(&e.answer, "answer", false, s.words.text("flag_answer"))
	cmd.Flags().BoolVar(&e.dream, "dream", false, s.words.text("flag_eval_dream"))
	cmd.Flags().BoolVar(&e.table, "table", false, s.words.text("flag_table"))
	cmd.Flags().BoolVar(&e.chatty, "chatty", false, s.words.text("flag_chatty"))
	cmd.Flags().BoolVar(&e.life, "life", false, s.words.text("flag_eval_life"))
	exclusive(cmd, "answer", "dream")
	for _, other := range []string{"answer", "dream", "table", "out"} {
		exclusive(cmd, "life", other)
	}
	exclusive(cmd, "table", "answer")
	exclusive(cmd, "table", "dream")
	exclusive(cmd, "table", "out")
	cmd.Flags().StringVar(&e.out, "out", "", s.words.text("flag_out"))
	return cmd
}

// evalOne evaluates one set and writes the answers to a file.
func evalOne(ctx context.Context, s *session, dir string, e evaluation) (err error) {
	f, err := os.Create(e.out)
	if err != nil {
		return fmt.Errorf("evaluate: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	switch {
	case e.answer:
		return evaluate.Answers(ctx, s.Options.Builtin, dir, f)
	case e.dream:
		kept, err := dreams.Run(ctx, dir, f)
		if err == nil && kept.Sessions > 0 {
			err = s.print(kept, func() { s.say(s.words.text("eval_dream", kept.Sessions, kept.Facts, kept.Quoted, kept.Both)) })
		}
		return err
	}
	return bench.Run(ctx, dir, f)
}

// evalColumns are the figures of a table, by the names that evaluators give
// them.
var evalColumns = [...]struct {
	name string
	of   func(bench.Figures) float64
}{
	{"rec@10", func(f bench.Figures) float64 { return f.Recall }},
	{"s-rec@10", func(f bench.Figures) float64 { return f.Sessions }},
	{"bud@1000", func(f bench.Figures) float64 { return f.Budget }},
	{"MRR", func(f bench.Figures) float64 { return f.MRR }},
	{"s-any@1", func(f bench.Figures) float64 { return f.First }},
}

// evalTable prints how recall answers the questions of all sets in a folder,
// beside other search engines.
func evalTable(ctx context.Context, s *session, dir string, e evaluation) error {
	kinds := bench.AsTheyAre
	if e.chatty {
		kinds = bench.WithChatty
	}
	if !s.json {
		s.say(s.words.text("eval_table"))
		head := []string{s.words.text("eval_set"), s.words.text("eval_fold"), s.words.text("eval_questions")}
		for _, c := range evalColumns {
			head = append(head, c.name)
		}
		s.say(evalLine(append(head, s.words.text("eval_ms"), s.words.text("eval_multiple"))))
	}
	return bench.Table(ctx, dir, kinds, func(r bench.Row) error {
		return s.print(r, func() { s.say(s.words.evalRow(r)) })
	})
}

func (w words) evalRow(r bench.Row) string {
	fold := strconv.Itoa(r.Fold)
	if r.Fold == 0 {
		fold = w.text("eval_both")
	}
	cells := []string{r.Set, fold, strconv.Itoa(r.Questions)}
	for _, c := range evalColumns {
		var each []string
		for _, system := range r.Systems {
			if v := c.of(system.Figures); v >= 0 {
				each = append(each, fmt.Sprintf("%.1f", v))
			}
		}
		cells = append(cells, strings.Join(each, "/"))
	}
	var ms []string
	for _, system := range r.Systems {
		ms = append(ms, fmt.Sprintf("%.1f–%.1f", system.P50, system.P95))
	}
	times := r.Systems[0].P50 / max(r.Systems[1].P50, 1e-3)
	return evalLine(append(cells, strings.Join(ms, "/"), fmt.Sprintf("%.1f", times)))
}

// evalWidths are how many characters the columns of a table have.
var evalWidths = [...]int{-24, 5, 10, 16, 16, 16, 16, 16, 28, 9}

// evalLine puts cells under each other: the first to the left, the others to
// the right.
func evalLine(cells []string) string {
	var b strings.Builder
	for i, c := range cells {
		width := evalWidths[i]
		gap := strings.Repeat(" ", max(0, max(width, -width)-utf8.RuneCountInString(c)))
		if width < 0 {
			c, gap = gap, c
		}
		b.WriteString(gap + c + " ")
	}
	return strings.TrimRight(b.String(), " ")
}
