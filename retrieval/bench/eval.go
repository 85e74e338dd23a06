// Package bench measures recall: how well, on a folder of documents and
// questions with known answers (see package evalset), and how fast.
//
// To measure how well, it indexes each group of documents as a persona's memory of its own,
// learns the semantic space of it, and asks every question as a turn would,
// without a model. What it writes, an evaluator scores.
package bench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yumori/internal/evalset"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/rag"
	"yumori/retrieval"
)

// An Answer is one line of what Run writes.
type Answer struct {
	ID     string   `json:"qid"`
	Ranked []string `json:"ranked"` // documents, best first, at most 50
	MS     float64  `json:"ms"`     // milliseconds of the whole recall
}

// The bounds of an answer: so many documents in all, of which the first are
// ordered as a turn would show them.
const (
	ranked = 50
	shown  = 10
)

// Run answers every question of the folder dir and writes the answers to out,
// a line each, in the questions' order. It works in a temporary directory.
func Run(ctx context.Context, dir string, out io.Writer) error {
	set, err := evalset.Read(dir)
	if err != nil {
		return fmt.Errorf("evaluate: %w", err)
	}
	enc := json.NewEncoder(out)
	return each(ctx, set, func(q evalset.Question, g *group) error {
		a := Answer{ID: q.ID, Ranked: []string{}}
		if g != nil {
			begin := time.Now()
			list, err := g.ask(ctx, q)
			if err != nil {
				return err
			}
			a.MS = float64(time.Since(begin).Microseconds()) / 1000
			a.Ranked = append(a.Ranked, list[:min(len(list), ranked)]...)
		}
		return write(enc, a)
	})
}

func write(enc *json.Encoder, line any) error {
	if err := enc.Encode(line); err != nil {
		return fmt.Errorf("write answers: %w", err)
	}
	return nil
}

// each indexes the documents of a set, group by group, and hands over every
// question with its group, nil when it has no documents.
func each(ctx context.Context, set evalset.Set, do func(evalset.Question, *group) error) error {
	tmp, err := os.MkdirTemp("", "yumori-eval-")
	if err != nil {
		return fmt.Errorf("evaluate: %w", err)
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // a temporary directory
	home, err := store.Open(tmp, store.Options{})
	if err != nil {
		return fmt.Errorf("evaluate: %w", err)
	}
	b := bench{home: home, root: tmp}
	err = b.run(ctx, set.Documents, func(groups map[string]*group) error {
		for _, q := range set.Questions {
			if err := do(q, groups[q.Group]); err != nil {
				return fmt.Errorf("question %q: %w", q.ID, err)
			}
		}
		return nil
	})
	return errors.Join(err, home.Close())
}

// bench is where groups are indexed.
type bench struct {
	home *store.Home
	root string
}

// run opens the groups of docs while do works with them.
func (b bench) run(ctx context.Context, docs []evalset.Document, do func(map[string]*group) error) error {
	groups := map[string]*group{}
	for _, d := range docs {
		g := groups[d.Group]
		if g == nil {
			g = &group{ord: map[string]int{}}
			groups[d.Group] = g
		}
		g.docs = append(g.docs, d)
	}
	for name, g := range groups {
		if err := g.open(ctx, b, name); err != nil {
			return fmt.Errorf("index group %q: %w", name, err)
		}
		defer g.index.Close() //nolint:errcheck // a temporary index
	}
	return do(groups)
}

// A group is the documents of one memory and their index.
type group struct {
	docs  []evalset.Document
	ord   map[string]int
	last  time.Time // the newest document's
	index *rag.Index
	root  string // the folder it is in, on the system
}

// open indexes the group's documents.
func (g *group) open(ctx context.Context, b bench, name string) error {
	slices.SortStableFunc(g.docs, func(a, b evalset.Document) int { return cmp.Compare(a.Ord, b.Ord) })
	for _, d := range g.docs {
		g.ord[d.ID] = d.Ord
		if t := moment(d.Date); t.After(g.last) {
			g.last = t
		}
	}
	slug := store.Slug(name)
	dir, err := b.home.CreatePersona(slug)
	if err != nil {
		return err
	}
	// The index reads what files changed; the documents stand for this one.
	if err := dir.Write("memory/eval.txt", []byte(name), store.Cause{Kind: store.CauseImport}); err != nil {
		return err
	}
	g.root = filepath.Join(b.root, "personas", slug)
	at := rag.Place{Dir: dir, Root: g.root, Name: "eval"}
	if g.index, err = rag.Open(ctx, at, rag.Options{}); err != nil {
		return err
	}
	report, err := g.index.Sync(ctx, g)
	for _, failed := range report.Failed {
		err = errors.Join(err, failed)
	}
	if err != nil {
		return err
	}
	return g.index.Learn(ctx)
}

// longest is how many bytes of a document are indexed, which is what the index
// takes in one piece.
const longest = 4 << 20

func clip(text string) string {
	if len(text) > longest {
		return strings.ToValidUTF8(text[:longest], "")
	}
	return text
}

// Documents gives the group's documents. It is rag.Source.
func (g *group) Documents(_ context.Context, name string, _ int64) (rag.Batch, error) {
	var b rag.Batch
	if name != "memory/eval.txt" {
		return b, nil
	}
	sides := evalset.SidesOf(g.docs)
	for _, d := range g.docs {
		b.Documents = append(b.Documents, rag.Document{
			ID: d.ID, Type: rag.TypeMessage, Source: memory.Place{File: name}, Session: d.Session, Speaker: evalset.Name(d.Speaker),
			ByUser: sides.IsUser(d.Speaker), Time: moment(d.Date), Text: clip(d.Text),
		})
	}
	return b, nil
}

// query is what a question asks of the memory, at the moment it is asked.
func (g *group) query(q evalset.Question) retrieval.Query {
	rq := retrieval.Query{Ask: retrieval.Ask{Text: q.Query, Now: g.last, User: string(evalset.User), Persona: string(evalset.Assistant)}}
	if t := moment(q.Date); !t.IsZero() {
		rq.Ask.Now = t
	}
	if q.BeforeOrd != nil {
		rq.Filter.Without = func(id string) bool { return g.ord[id] >= *q.BeforeOrd }
	}
	return rq
}

// recall recalls for one question.
func (g *group) recall(ctx context.Context, q retrieval.Query) (retrieval.Result, error) {
	node := retrieval.Node{Indexes: []retrieval.Searcher{g.index}}
	return node.Recall(ctx, q)
}

// ask recalls for one question and returns documents, best first: what a turn
// would show, then the other candidates by relevance.
func (g *group) ask(ctx context.Context, q evalset.Question) ([]string, error) {
	rq := g.query(q)
	rq.Items, rq.Tokens = shown, 1<<30
	r, err := g.recall(ctx, rq)
	if err != nil {
		return nil, err
	}
	var items, rest []retrieval.Candidate
	for _, c := range r.Candidates {
		if c.Fate == retrieval.Kept || c.Fate == retrieval.Merged { // what is merged stands where it would alone
			items = append(items, c)
		} else {
			rest = append(rest, c)
		}
	}
	slices.SortStableFunc(items, func(a, b retrieval.Candidate) int { return cmp.Compare(a.Score, b.Score) })
	var list []string
	for _, c := range append(items, rest...) {
		list = append(list, c.ID)
	}
	return list, nil
}

// moment reads a date; the zero time if it is none.
func moment(s string) time.Time {
	for _, layout := range [...]string{"2006-01-02T15:04:05", time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}
