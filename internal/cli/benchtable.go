package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/internal/evaluate"

	"yumori/retrieval/bench"
)

// tableRows are the figures of the table, in their order. What another program
// measured comes after its own of the same kind.
var tableRows = [...]string{
	"recall_p50", "recall_p95", "recall_p99", "bleve_p50", "bleve_p95",
	"sqlite_words_p50", "sqlite_words_p95", "sqlite_words_p99",
	"sqlite_both_p50", "sqlite_both_p95", "sqlite_both_p99",
	"scan_p50", "sqlite_vectors_p50",
	"open_to_answer", "changed_file",
	"indexing", "sqlite_words_indexing", "sqlite_vectors_indexing", "learning",
	"resident_above_empty", "sqlite_resident",
	"disk", "sqlite_words_disk", "disk_vectors", "sqlite_vectors_disk",
}

// How often what is short is measured.
const (
	tableStarts = 7
	tableTurns  = 100
)

// benchTable prints one table of how fast the program is: its start, its first
// frame, what of a turn is not the model, and recalling from so many chunks, which
// processes of their own measure one after the other.
func (s *session) benchTable(ctx context.Context, sizes []int, beside string) error {
	for _, n := range sizes {
		if err := enoughChunks(n); err != nil {
			return err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	m := measuring{session: s, self: self}
	if m.home, err = os.MkdirTemp("", "yumori-bench-"); err != nil {
		return fmt.Errorf("measure: %w", err)
	}
	defer os.RemoveAll(m.home) //nolint:errcheck // a temporary folder
	for _, step := range []func(context.Context) error{m.starts, m.frames, m.turns} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("measure: %w", err)
		}
	}
	by := map[string][]float64{} // figure → its value for each size; NaN: none
	units := map[string]string{}
	for i, n := range sizes {
		args := []string{"bench", "recall", "--json", "--chunks", strconv.Itoa(n)}
		if beside != "" {
			args = append(args, "--beside", beside)
		}
		err := m.figures(ctx, args, func(f bench.Figure) {
			for len(by[f.Name]) < i {
				by[f.Name] = append(by[f.Name], math.NaN())
			}
			by[f.Name], units[f.Name] = append(by[f.Name], f.Value), f.Unit
		})
		if err != nil {
			return fmt.Errorf("measure recalling from %d chunks: %w", n, err)
		}
	}
	return s.tabulate(sizes, by, units)
}

// A measuring starts this program again and again, on a home of its own.
type measuring struct {
	*session
	self, home string
}

// figures runs this program and hands over the figures that it prints.
func (m measuring) figures(ctx context.Context, args []string, take func(bench.Figure)) error {
	cmd := exec.CommandContext(ctx, m.self, args...) //nolint:gosec // this program
	cmd.Stderr = m.Err
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var f bench.Figure
		if err = json.Unmarshal(lines.Bytes(), &f); err != nil {
			break
		}
		take(f)
	}
	return errors.Join(err, lines.Err(), cmd.Wait())
}

// A timeLine is what bench --json prints of what is no matter of chunks.
type timeLine struct {
	Name string  `json:"name"`
	P50  float64 `json:"p50"`
	P95  float64 `json:"p95"`
	Unit string  `json:"unit"`
}

// times prints the half and nearly all of some times.
func (m measuring) times(name string, took []time.Duration) error {
	slices.Sort(took)
	ms := func(percent int) float64 { return float64(took[(len(took)-1)*percent/100].Microseconds()) / 1000 }
	l := timeLine{Name: name, P50: ms(50), P95: ms(95), Unit: "ms"}
	return m.print(l, func() {
		m.say(fmt.Sprintf("%-44s %10.1f %10.1f ms", m.words.text("bench_"+name), l.P50, l.P95))
	})
}

// starts measures the whole of a command that reads a persona.
func (m measuring) starts(ctx context.Context) error {
	if !m.json {
		m.say(fmt.Sprintf("%-44s %10s %10s", "", "p50", "p95"))
	}
	var took []time.Duration
	for i := range 1 + tableStarts {
		begin := time.Now()
		if err := exec.CommandContext(ctx, m.self, "--home", m.home, "state", "--json").Run(); err != nil { //nolint:gosec // this program
			return fmt.Errorf("start: %w", err)
		}
		if i > 0 { // the first one makes the home
			took = append(took, time.Since(begin))
		}
	}
	return m.times("start", took)
}

// frames measures how long it takes until the conversation is on the screen.
func (m measuring) frames(ctx context.Context) error {
	if m.Window == nil {
		if !m.json {
			m.say(m.words.text("bench_no_display"))
		}
		return nil
	}
	var took []time.Duration
	for range tableStarts {
		d, err := m.frame(ctx)
		if err != nil {
			return fmt.Errorf("first frame: %w", err)
		}
		took = append(took, d)
	}
	return m.times("first_frame", took)
}

// frame opens the window, and closes it when it says that the conversation is shown.
func (m measuring) frame(ctx context.Context) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, m.self, "--home", m.home) //nolint:gosec // this program
	cmd.Env = append(os.Environ(), "YUMORI_LOG=debug")
	log, err := cmd.StderrPipe()
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	took := time.Duration(0)
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if took == 0 && strings.Contains(lines.Text(), "conversation shown") {
			took = time.Since(begin)
			_ = cmd.Process.Signal(os.Interrupt)
		}
	}
	err = cmd.Wait()
	if took == 0 {
		return 0, errors.Join(errors.New("the window did not come"), err)
	}
	return took, nil
}

// turns measures what of a turn is not the model.
func (m measuring) turns(ctx context.Context) error {
	took, err := evaluate.Turns(ctx, filepath.Join(m.home, "turns"), m.Options.Samples, tableTurns)
	if err != nil {
		return err
	}
	return m.times("turn", took)
}

// A sizeLine is what bench --json prints of a figure of recalling.
type sizeLine struct {
	Name   string    `json:"name"`
	Chunks []int     `json:"chunks"`
	Values []float64 `json:"values"`
	Unit   string    `json:"unit"`
	Growth float64   `json:"growth,omitempty"` // slope of the logarithms: 1 is in proportion to the chunks
}

// tabulate prints what was measured for each size, and how it grows with the chunks.
func (s *session) tabulate(sizes []int, by map[string][]float64, units map[string]string) error {
	if !s.json {
		head := fmt.Sprintf("\n%-44s", s.words.text("bench_chunks_in"))
		for _, n := range sizes {
			head += fmt.Sprintf(" %10d", n)
		}
		s.say(head + "   " + s.words.text("bench_growth"))
	}
	for _, name := range tableRows {
		values := by[name]
		if len(values) != len(sizes) {
			continue // the program beside was not asked, or measures something else
		}
		l := sizeLine{Name: name, Chunks: sizes, Values: values, Unit: units[name], Growth: slope(sizes, values)}
		err := s.print(l, func() {
			line := fmt.Sprintf("%-44s", fmt.Sprintf("%s (%s)", s.words.text("bench_"+name), l.Unit))
			for _, v := range l.Values {
				line += fmt.Sprintf(" %10.1f", v)
			}
			if l.Unit == "ms" || l.Unit == "s" || l.Unit == "MB" {
				line += fmt.Sprintf("   n^%.2f", l.Growth)
			}
			s.say(line)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// slope is how a figure grows with the chunks, by the least squares of the
// logarithms of both; 0 for a single size, and where a value is not above zero.
func slope(sizes []int, values []float64) float64 {
	var n, sx, sy, sxx, sxy float64
	for i, v := range values {
		if !(v > 0) {
			return 0
		}
		x, y := math.Log(float64(sizes[i])), math.Log(v)
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	if d := n*sxx - sx*sx; d > 0 {
		return (n*sxy - sx*sy) / d
	}
	return 0
}
