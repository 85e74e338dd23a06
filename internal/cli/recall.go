package cli

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"yumori/internal/companion"
	"yumori/retrieval"

	"github.com/spf13/cobra"
)

// recallFlags are what recall takes beside its question.
type recallFlags struct {
	items                int
	since, until, intent string
	entities, kinds      []string
}

func recallCommand(s *session) *cobra.Command {
	var f recallFlags
	cmd := &cobra.Command{
		Use:   "recall QUERY",
		Short: s.words.text("about_recall"),
		Args:  wrongUse(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				q, err := f.question(strings.Join(args, " "), c.Now())
				if err != nil {
					return err
				}
				return printRecalled(cmd.Context(), s, c, q)
			})
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.items, "k", 7, s.words.text("flag_k"))
	flags.StringVar(&f.since, "since", "", s.words.text("flag_since"))
	flags.StringVar(&f.until, "until", "", s.words.text("flag_until"))
	flags.StringSliceVar(&f.entities, "entity", nil, s.words.text("flag_entity"))
	flags.StringSliceVar(&f.kinds, "kind", nil, s.words.text("flag_kind"))
	flags.StringVar(&f.intent, "intent", "", s.words.text("flag_intent"))
	return cmd
}

// question reads the flags.
func (f recallFlags) question(text string, now time.Time) (retrieval.Question, error) {
	q := retrieval.Question{Text: text, Items: f.items, Entities: f.entities, Kinds: f.kinds}
	if f.items < 1 || f.items > 50 {
		return q, &usageError{fmt.Errorf("--k %d: want a number from 1 to 50", f.items)}
	}
	if f.intent != "" {
		intent, ok := retrieval.IntentNamed(f.intent)
		if !ok {
			return q, &usageError{fmt.Errorf("--intent %q: want emotional, factual, technical, temporal or relational", f.intent)}
		}
		q.Intent = intent
	}
	if err := companion.CheckKinds(f.kinds); err != nil {
		return q, &usageError{err}
	}
	if len(f.kinds) == 1 && f.kinds[0] == "knowledge" {
		q.Scope = retrieval.Knowledge
	}
	var err error
	if q.Since, err = bound("--since", f.since, now); err != nil {
		return q, err
	}
	if q.Until, err = bound("--until", f.until, now); err != nil {
		return q, err
	}
	if day, derr := time.Parse(time.DateOnly, f.until); derr == nil && !day.IsZero() {
		q.Until = q.Until.AddDate(0, 0, 1) // that day too
	}
	return q, nil
}

var ago = regexp.MustCompile(`^(\d{1,5})([hdwmy])$`)

// bound reads a time: RFC 3339, a day, or how long ago, such as 30d.
func bound(flag, text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if m := ago.FindStringSubmatch(text); m != nil {
		n, err := strconv.Atoi(m[1])
		if err == nil {
			switch m[2] {
			case "h":
				return now.Add(-time.Duration(n) * time.Hour), nil
			case "d":
				return now.AddDate(0, 0, -n), nil
			case "w":
				return now.AddDate(0, 0, -7*n), nil
			case "m":
				return now.AddDate(0, -n, 0), nil
			}
			return now.AddDate(-n, 0, 0), nil
		}
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	if t, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil {
		return t, nil
	}
	return time.Time{}, &usageError{fmt.Errorf("%s %q: want 30d, 12h, 6w, 3m, 1y, a day like 2026-11-21, or a time like 2026-11-21T10:00:00+09:00", flag, text)}
}

// A recallLine is one memory as recall --json prints it.
type recallLine struct {
	ID       string          `json:"id"`
	Kind     string          `json:"kind"`
	Type     string          `json:"type"`
	Time     string          `json:"time"` // RFC 3339; "" if unknown
	Entities []string        `json:"entities"`
	Content  string          `json:"content"`
	Source   string          `json:"source"`
	Score    float64         `json:"score"`
	Terms    retrieval.Terms `json:"terms"`

	Confidence *float64 `json:"confidence,omitempty"` // of an opinion
}

// printRecalled prints what is recalled: with --json a line for each memory.
func printRecalled(ctx context.Context, s *session, c *companion.Companion, q retrieval.Question) error {
	found, err := c.Memories.Recall(ctx, q)
	if err != nil {
		return err
	}
	for _, note := range found.Notes {
		s.complain(note)
	}
	if len(found.Memories) == 0 && !s.json {
		s.say(s.words.text("nothing_found"))
	}
	for _, m := range found.Memories {
		line := recallLine{
			ID: m.ID, Kind: string(m.Kind), Type: string(m.Type), Time: m.Time.String(), Entities: m.Entities, Content: m.Content, Source: m.Source.String(),
			Score: m.Score, Terms: m.Terms, Confidence: m.Confidence,
		}
		if err := s.print(line, func() { printMemory(s, m) }); err != nil {
			return err
		}
	}
	return nil
}

// printMemory prints a memory in two lines.
func printMemory(s *session, m retrieval.Memory) {
	day := s.words.text("recall_undated")
	if !m.Time.IsZero() {
		day = m.Time.Format(time.DateOnly)
	}
	who := ""
	if m.Speaker != "" {
		who = m.Speaker + ": "
	}
	s.say(strings.TrimSpace(fmt.Sprintf("%s %s", day, m.Mark)) + "  " + who + shorten(m.Content, 300))
	s.say(s.words.text("recall_score", m.Source, m.Kind, m.Score, strings.Join(s.words.terms(m), s.words.text("recall_and"))))
}

// terms are what the place of a memory in the order is made of, as far as it is
// known.
func (w words) terms(m retrieval.Memory) []string {
	list := []string{w.text("recall_distance", m.Terms.Distance)}
	if m.Terms.Felt {
		list = append(list, w.text("recall_arousal", m.Terms.Arousal))
	}
	if !m.Time.IsZero() {
		list = append(list, w.text("recall_freshness", m.Terms.Decay))
	}
	if m.Confidence != nil {
		list = append(list, w.text("recall_sure", *m.Confidence))
	}
	return list
}

func indexCommand(s *session) *cobra.Command {
	var rebuild, status bool
	cmd := &cobra.Command{
		Use:   "index",
		Short: s.words.text("about_index"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.lasts = true
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				work := c.Memories.Update
				switch {
				case rebuild:
					work = c.Memories.Rebuild
				case status:
					work = c.Memories.Status
				}
				return printIndex(cmd.Context(), s, work)
			})
		},
	}
	cmd.Flags().BoolVar(&rebuild, "rebuild", false, s.words.text("flag_rebuild"))
	cmd.Flags().BoolVar(&status, "status", false, s.words.text("flag_status"))
	exclusive(cmd, "rebuild", "status")
	return cmd
}

// printIndex prints the indexes after some work on them.
func printIndex(ctx context.Context, s *session, work func(context.Context) ([]retrieval.IndexState, error)) error {
	list, err := work(ctx)
	for _, x := range list {
		if perr := s.print(x, func() {
			s.say(s.words.text("index_state", x.Name, x.Documents, x.Chunks, x.Terms, x.Vectors, x.Added, x.Removed))
			printIndexDetails(s, x)
			for file, why := range x.Failed {
				s.say(s.words.text("index_failed", file, why))
			}
		}); perr != nil {
			return perr
		}
	}
	return err
}

// printIndexDetails prints how the semantic space and the vectors of an index
// stand.
func printIndexDetails(s *session, x retrieval.IndexState) {
	if x.Learned {
		s.say(s.words.text("index_learned"))
	} else if x.Chunks > 0 {
		s.say(s.words.text("index_unlearned"))
	}
	e := x.Embedder
	if e == nil {
		return
	}
	if e.InUse != "" {
		s.say(s.words.text("index_embedder", e.InUse, e.Dim, e.Trust, e.Floor, e.Ceiling))
	} else {
		s.say(s.words.text("index_no_vectors", e.Filling, cmp.Or(e.Model, "—")))
	}
	if e.Tested > 0 {
		by := s.words.text("index_scan")
		if e.Answers != "exact scan" {
			by = s.words.text("index_by_graph")
		}
		s.say(s.words.text("index_graph", e.Graph, e.Tested, by))
	}
	if e.Problem != "" {
		s.say(s.words.text("index_problem", e.Problem))
	}
}
