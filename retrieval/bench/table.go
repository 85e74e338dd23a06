package bench

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"time"

	"yumori/internal/evalset"
)

// The systems of a Row.
const (
	Yumori   = iota // recall as a turn does it
	Bleve           // bleve alone, with its analyzer for the language: BM25 of whole documents
	Believer        // BM25 with k1 = 2 and b = 1, that counts what the user said three times
	systems
)

// A Row is one line of a table: how the systems answer the questions of one
// fold of a set, in the same run.
type Row struct {
	Set       string          `json:"set"`
	Fold      int             `json:"fold"` // 1 or 2; 0 is both together
	Questions int             `json:"questions"`
	Systems   [systems]System `json:"systems"` // by Yumori, Bleve, Believer
}

// A System is how one system answers.
type System struct {
	Figures
	P50 float64 `json:"p50_ms"`
	P95 float64 `json:"p95_ms"`
}

// Table answers the questions of every set in a folder, and gives the rows of
// each when they are there; by WithChatty, a set in which no model talks is
// measured once more with a long reply after every document.
func Table(ctx context.Context, dir string, which Kinds, row func(Row) error) error {
	folders, err := evalset.Find(dir)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		set, err := evalset.Read(folder)
		if err != nil {
			return err
		}
		name := filepath.Base(folder)
		kinds := map[string]evalset.Set{name: set}
		order := []string{name}
		if which == WithChatty && talks(set.Documents) {
			order = append(order, name+" +chatty")
			kinds[name+" +chatty"] = chatty(set)
		}
		for _, name := range order {
			rows, err := tabulate(ctx, kinds[name])
			if err != nil {
				return fmt.Errorf("set %q: %w", name, err)
			}
			for _, r := range rows {
				r.Set = name
				if err := row(r); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Kinds says which kinds of sets are measured.
type Kinds int

// The kinds.
const (
	AsTheyAre  Kinds = iota // what the folder has
	WithChatty              // and talks with a talkative model, made of those without one
)

// A tried is a question with what each system made of it.
type tried struct {
	fold    int
	figures [systems]Figures
	ms      [systems]float64
}

// tabulate has all systems answer the questions of a set.
func tabulate(ctx context.Context, set evalset.Set) ([]Row, error) {
	k := key{docs: map[string]evalset.Document{}}
	for _, d := range set.Documents {
		k.docs[d.ID] = d
	}
	folds := foldsOf(set)
	plains := map[*group]*plain{}
	var list []tried
	err := each(ctx, set, func(q evalset.Question, g *group) error {
		t := tried{fold: folds(q)}
		var rankers [systems]ranker
		if g != nil {
			if plains[g] == nil {
				p, err := newPlain(g.root, g.docs)
				if err != nil {
					return err
				}
				plains[g] = p
			}
			rankers = [systems]ranker{g.ask, plains[g].byBleve, plains[g].byBelief}
		}
		for i, rank := range rankers {
			var answers []string
			if rank != nil {
				begin := time.Now()
				var err error
				if answers, err = rank(ctx, q); err != nil {
					return err
				}
				t.ms[i] = float64(time.Since(begin).Microseconds()) / 1000
			}
			t.figures[i] = k.measure(q, answers[:min(len(answers), ranked)])
		}
		list = append(list, t)
		return nil
	})
	for _, p := range plains {
		err = errors.Join(err, p.bleve.Close())
	}
	return rowsOf(list), err
}

// rowsOf sums questions up: each fold, and both.
func rowsOf(list []tried) []Row {
	var rows []Row
	for _, fold := range [...]int{1, 2, 0} {
		r := Row{Fold: fold}
		for i := range systems {
			var figures []Figures
			var ms []float64
			for _, t := range list {
				if fold == 0 || t.fold == fold {
					figures, ms = append(figures, t.figures[i]), append(ms, t.ms[i])
				}
			}
			slices.Sort(ms)
			r.Questions = len(ms)
			r.Systems[i] = System{Figures: mean(figures), P50: percentile(ms, 50), P95: percentile(ms, 95)}
		}
		rows = append(rows, r)
	}
	return rows
}

// percentile returns the value that so many percent are not above, 0 of none.
func percentile(sorted []float64, percent int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}

// foldsOf returns what tells which fold a question is in: by turns of the
// groups, so that a conversation is in one; in a set of one group by what
// answers it.
func foldsOf(set evalset.Set) func(evalset.Question) int {
	var groups []string
	for _, q := range set.Questions {
		if !slices.Contains(groups, q.Group) {
			groups = append(groups, q.Group)
		}
	}
	slices.Sort(groups)
	return func(q evalset.Question) int {
		if len(groups) > 1 {
			return 1 + slices.Index(groups, q.Group)%2
		}
		h := fnv.New32a()
		_, _ = h.Write([]byte(append(slices.Concat(q.Right, q.Sessions), q.ID)[0]))
		return 1 + int(h.Sum32()%2)
	}
}
