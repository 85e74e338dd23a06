package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"yumori/internal/evaluate"

	"yumori/dreaming/record"
)

// lifeLine is what eval --life --json prints of one way to live.
type lifeLine struct {
	Dreams string `json:"dreams"` // "all", "none", or the stage that is left out
	evaluate.LifeFigures
}

// A wayOfLife is one row of the table, and what is told of it.
type wayOfLife struct {
	name, told string
	life       evaluate.Life
}

// evalLife lives through a set again and again: with all stages of a dream, without
// any dream, and without one stage after the other, and prints what is remembered.
func evalLife(ctx context.Context, s *session, dir string) error {
	home, err := os.MkdirTemp("", "yumori-life-")
	if err != nil {
		return fmt.Errorf("evaluate: %w", err)
	}
	defer os.RemoveAll(home) //nolint:errcheck // a temporary folder
	if !s.json {
		s.say(s.words.text("eval_life"))
	}
	ways := []wayOfLife{
		{"all", s.words.text("eval_life_all"), evaluate.Life{}},
		{"none", s.words.text("eval_life_none"), evaluate.Life{Awake: true}},
	}
	for _, stage := range record.Stages() {
		if stage != record.StageIndex { // what is asked for here waits for the indexes
			ways = append(ways, wayOfLife{string(stage), s.words.text("eval_life_without", stage), evaluate.Life{Without: []record.Stage{stage}}})
		}
	}
	for _, w := range ways {
		w.life.Set, w.life.Home, w.life.Options = dir, filepath.Join(home, w.name), s.Options
		f, err := evaluate.Live(ctx, w.life)
		if err != nil {
			return err
		}
		err = s.print(lifeLine{w.name, f}, func() {
			s.say(fmt.Sprintf("%-24s %10d %10.1f %10.1f %10.1f %10.1f %10.1f", w.told, f.Questions, f.Recall, f.Held, f.Answered, f.Facts, f.Dreamt))
		})
		if err != nil {
			return err
		}
	}
	return nil
}
