package cli

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/motivation"
)

// sparkWidth is how many columns a curve takes at most.
const sparkWidth = 60

func simulateCommand(s *session) *cobra.Command {
	days, talk, seed := 30, 0, uint64(1)
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: s.words.text("about_simulate"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if days < 1 || days > 3660 || talk < 0 || talk > 200 {
				return &usageError{errors.New("simulate: want 1 to 3660 --days and 0 to 200 --talk")}
			}
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				return printCourse(cmd.Context(), s, c, dreaming.Simulation{Days: days, Life: dreaming.Life{Seed: seed, Talk: talk}})
			})
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&days, "days", days, s.words.text("flag_days"))
	flags.IntVar(&talk, "talk", talk, s.words.text("flag_talk"))
	flags.Uint64Var(&seed, "seed", seed, s.words.text("flag_seed"))
	return cmd
}

// courseLine is what simulate --json prints: the field names are those of
// dreaming's types.
type courseLine struct {
	From   string                    `json:"from"` // RFC 3339
	To     string                    `json:"to"`
	Talked int                       `json:"exchanges"`
	Days   []courseDay               `json:"days"`
	Acts   []dreaming.SimulatedAct   `json:"acts"`
	Dreams []dreaming.SimulatedDream `json:"dreams"`
	Calls  int                       `json:"calls"`
	Tokens int                       `json:"tokens"`
}

// courseDay is the highest level of each drive on a day.
type courseDay struct {
	Date   string             `json:"date"`
	Drives map[string]float64 `json:"drives"`
}

func printCourse(ctx context.Context, s *session, c *companion.Companion, sim dreaming.Simulation) error {
	course, err := c.Nights.Simulate(ctx, sim)
	if err != nil {
		return dreamError(ctx, s, err)
	}
	line := courseLine{
		From: course.From.Format(time.RFC3339), To: course.To.Format(time.RFC3339), Talked: course.Talked,
		Days: daily(course.Hours), Acts: append([]dreaming.SimulatedAct{}, course.Acts...),
		Dreams: append([]dreaming.SimulatedDream{}, course.Dreams...), Calls: course.Calls, Tokens: course.Tokens,
	}
	return s.print(line, func() { printCourseText(s, course, line) })
}

// daily returns the days of a curve.
func daily(hours []motivation.Drives) []courseDay {
	days := []courseDay{}
	for _, h := range hours {
		date := h.Time.Format(time.DateOnly)
		if n := len(days); n == 0 || days[n-1].Date != date {
			days = append(days, courseDay{date, map[string]float64{}})
		}
		day := days[len(days)-1].Drives
		for _, d := range motivation.AllDrives() {
			day[string(d)] = max(day[string(d)], h.Of(d).Value)
		}
	}
	return days
}

func printCourseText(s *session, course dreaming.Course, line courseLine) {
	s.say(s.words.text("simulate_span", line.From, line.To, course.Talked))
	for _, d := range []motivation.Drive{motivation.Boredom, motivation.Curiosity, motivation.Goal, motivation.Relatedness} {
		values := make([]float64, len(course.Hours))
		most := 0.0
		for i, h := range course.Hours {
			values[i] = h.Of(d).Value
			most = max(most, values[i])
		}
		s.say(s.words.text("simulate_curve", pad(s.words.text("drive_"+string(d)), 26), spark(values), most))
	}
	s.say("")
	s.say(s.words.text("simulate_acts", len(course.Acts)))
	for _, a := range course.Acts {
		said := a.Line
		if said == "" {
			said = s.words.text("simulate_silent")
		}
		s.say(s.words.text("simulate_act", a.Time.Format("2006-01-02 15:04"), s.words.text("drive_"+string(a.Drive)), a.Level, said))
	}
	s.say("")
	s.say(s.words.text("simulate_dreams", len(course.Dreams)))
	for _, d := range course.Dreams {
		s.say(s.words.text("simulate_dream", d.Time.Format("2006-01-02 15:04"), d.Date, d.Level, d.Changes, s.words.cost(d.Calls, d.Tokens)))
	}
	s.say("")
	s.say(s.words.text("simulate_cost", s.words.cost(course.Calls, course.Tokens)))
}

// spark draws values in [0, 1] as a line of blocks, each the highest of its
// stretch.
func spark(values []float64) string {
	blocks := []rune("▁▂▃▄▅▆▇█")
	width := min(sparkWidth, len(values))
	var b strings.Builder
	for i := range width {
		most := 0.0
		for _, v := range values[i*len(values)/width : (i+1)*len(values)/width] {
			most = max(most, v)
		}
		n := int(most * float64(len(blocks)))
		b.WriteRune(blocks[max(0, min(n, len(blocks)-1))])
	}
	return b.String()
}

// pad fills a text up to so many columns; wide characters take two.
func pad(text string, columns int) string {
	for _, r := range text {
		if columns--; r >= 0x1100 {
			columns--
		}
	}
	return text + strings.Repeat(" ", max(0, columns))
}
