package retrieval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"yumori/internal/llm"
	"yumori/rag"
	"yumori/rag/vector"
)

// A Searcher finds texts; rag.Index is one.
type Searcher interface {
	Search(ctx context.Context, q rag.Query) (rag.Found, error)
	Speakers() []string
}

// Arousal says how moving a memory was, in [0, 1]; ok is false if nobody
// knows. It is asked at query time, so what it says is never stale.
type Arousal func(d rag.Document) (a float64, ok bool)

// Confidence says how surely an opinion is held, in [0, 1]; ok is false for what
// is none.
type Confidence func(d rag.Document) (c float64, ok bool)

// A Node recalls. Its fields are set once, before the first Recall; it is
// safe for concurrent use if what they hold is.
type Node struct {
	Indexes  []Searcher   // all are searched
	Planner  Planner      // nil: Rules
	Embedder llm.Embedder // nil: no vectors
	Weights  rag.Weights  // zero: rag.DefaultWeights; Vector belongs to Embedder
	Arousal  Arousal      // nil: unknown

	Confidence Confidence                // nil: nothing is an opinion
	Others     func(d rag.Document) bool // whether it is derived from text of others; nil: nothing does
	Limits     Limits
}

// A Query is one recall.
type Query struct {
	Ask      Ask
	Intent   Intent               // "" leaves it to the plan
	Filter   rag.Filter           // Until and the rest are hard bounds, unlike the times a text names
	InPrompt func(id string) bool // what the prompt's history holds already; nil: nothing
	Items    int                  // at most so many; 0 means 7
	Derived  int                  // and so many beside them that dreams made of what was said; 0: those are among Items
	Others   int                  // at most so many that are derived from text of others; 0: any number
	Tokens   int                  // and so many tokens in all; 0 means 1000
}

// The bounds of one recall.
const (
	planTime   = 8 * time.Second
	embedShare = 2 // of the time left, an embedder gets one part

	defaultItems  = 7
	defaultTokens = 1000
	fetched       = 100 // hits asked of each index
)

// Recall remembers what the query asks for. Whatever fails on the way — a
// model, an embedder, an index — is noted in the Result and done without. The
// error is the context's, or that of the last index when none answered.
func (n *Node) Recall(ctx context.Context, q Query) (Result, error) {
	begin := time.Now()
	r := Result{}
	n.plan(ctx, &q, &r)
	r.Planning = time.Since(begin)
	if r.Plan.Skip == "" {
		hits, err := n.search(ctx, q, &r)
		if err != nil {
			return r, fmt.Errorf("recall: %w", err)
		}
		n.choose(q, hits, &r)
	}
	r.Took = time.Since(begin)
	return r, ctx.Err()
}

// plan fills r.Plan: by the planner within its time, else by rules.
func (n *Node) plan(ctx context.Context, q *Query, r *Result) {
	for _, x := range n.Indexes {
		for _, s := range x.Speakers() {
			if !slices.Contains(q.Ask.Speakers, s) {
				q.Ask.Speakers = append(slices.Clip(q.Ask.Speakers), s)
			}
		}
	}
	rules, _ := Rules{}.Plan(ctx, q.Ask) // never fails
	r.Plan = rules
	if n.Planner != nil && rules.Skip == "" {
		bounded, cancel := context.WithTimeout(ctx, planTime)
		p, err := n.Planner.Plan(bounded, q.Ask)
		cancel()
		switch {
		case err != nil:
			r.Notes = append(r.Notes, "the rules planned, because the model did not: "+err.Error())
		default:
			r.Plan = p
		}
	}
	if q.Intent != "" {
		r.Plan.Intent = q.Intent
	}
}

// search asks every index and returns the hits of all, best first.
func (n *Node) search(ctx context.Context, q Query, r *Result) ([]rag.Hit, error) {
	rq := rag.Query{
		Text: strings.Join(append([]string{r.Plan.Search}, r.Plan.Keywords...), "\n"), Speakers: r.Plan.Speakers,
		Spans: r.Plan.Spans, AsksWhen: r.Plan.AsksWhen, Filter: q.Filter, Limit: fetched, Weights: n.Weights,
	}
	n.embed(ctx, &rq, r)
	var hits []rag.Hit
	var failed error
	answered := 0
	for _, a := range n.answers(ctx, rq) {
		if a.err != nil {
			failed = a.err
			r.Notes = append(r.Notes, a.err.Error())
			continue
		}
		answered++
		hits = append(hits, a.found.Hits...)
		r.Considered += a.found.Considered
		r.Notes = append(r.Notes, a.found.Notes...)
	}
	if answered == 0 && failed != nil {
		return nil, failed
	}
	slices.SortFunc(hits, func(a, b rag.Hit) int { // the same order from any index of the same documents
		return cmp.Or(cmp.Compare(b.Score, a.Score), b.Time.Compare(a.Time), cmp.Compare(b.ID, a.ID))
	})
	return hits, ctx.Err()
}

// An answer is what one index says.
type answer struct {
	found rag.Found
	err   error
}

// answers asks all indexes at once and returns what they say, in their order.
func (n *Node) answers(ctx context.Context, rq rag.Query) []answer {
	list := make([]answer, len(n.Indexes))
	var all sync.WaitGroup
	for i, x := range n.Indexes {
		all.Go(func() { list[i].found, list[i].err = x.Search(ctx, rq) })
	}
	all.Wait()
	return list
}

var errBadVector = errors.New("the embedder's answer is no vector")

// embed adds the question's vector, if there is an embedder and it answers in
// its time. The rest of the recall does not depend on it.
func (n *Node) embed(ctx context.Context, rq *rag.Query, r *Result) {
	if n.Embedder == nil {
		return
	}
	wait := n.Limits.usual().Embed
	if end, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(end)/embedShare)
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	v, err := questionVector(ctx, n.Embedder, rq.Text)
	if err != nil {
		r.Notes = append(r.Notes, "searched without vectors: "+err.Error())
		return
	}
	rq.Vector, rq.Space = v, n.Embedder.Space()
}

// questionVector asks the embedder, and leaves one that does not mind its
// context to itself.
func questionVector(ctx context.Context, e llm.Embedder, text string) ([]float32, error) {
	type answer struct {
		list [][]float32
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		list, err := e.Embed(ctx, []string{text}, llm.TaskQuery)
		done <- answer{list, err}
	}()
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("the embedder did not answer in time: %w", ctx.Err())
	case a := <-done:
		switch {
		case a.err != nil:
			return nil, a.err
		case len(a.list) != 1 || !vector.IsUnit(a.list[0], e.Space().Dim):
			return nil, errBadVector
		}
		return a.list[0], nil
	}
}

// choose turns hits into items.
func (n *Node) choose(q Query, hits []rag.Hit, r *Result) {
	all, relevant := n.contenders(q, hits)
	n.rerank(relevant, r.Plan, q.Ask.Now)
	taken := diversify(relevant, q.places())
	r.fit(taken, orDefault(q.Tokens, defaultTokens))
	for _, c := range all {
		r.Candidates = append(r.Candidates, Candidate{
			ID: c.hit.ID, Source: c.hit.Source, Relevance: c.hit.Score, Features: c.hit.Features, By: c.hit.By.Names(),
			Terms: c.terms, Score: c.score, Fate: c.fate, Like: c.like,
		})
	}
}

func orDefault(n, def int) int {
	if n <= 0 {
		return def
	}
	return n
}

// contenders returns all hits as contenders, and those of them that pass the
// relevance cut: near enough to the best, and a fifth more than is asked for.
// Measured on LoCoMo-dev, reranking costs 0.9 points of recall@10 so; with
// half as many more it costs 1.9.
func (n *Node) contenders(q Query, hits []rag.Hit) (all, relevant []*contender) {
	asked, admits, room := wordSet(q.Ask.Text), n.admits(q), q.places().spare()
	for _, h := range hits {
		c := &contender{hit: h, fate: Irrelevant}
		all = append(all, c)
		switch {
		case q.InPrompt != nil && q.InPrompt(h.ID):
			c.fate = InPrompt
		case h.Features.Asks == 1 && maps.Equal(asked, wordSet(h.Text)):
			c.fate = Repeated // the same question, asked before, says nothing
		case nod.MatchString(h.Text): // it fits by what stands beside it alone
		case len(relevant) > 0 && h.Score < relevanceCut*relevant[0].hit.Score, !room.left(c):
		case !admits(h.Document):
			c.fate = NoRoom
		default:
			room.take(c)
			relevant = append(relevant, c)
		}
	}
	return all, relevant
}

// admits returns what says whether there is a place for a text: for those that
// are derived from text of others there are only some, and no more than half of the
// places of what dreams made.
func (n *Node) admits(q Query) func(rag.Document) bool {
	others, derived := q.Others, (q.Derived+1)/2
	return func(d rag.Document) bool {
		if q.Others == 0 || n.Others == nil || !n.Others(d) {
			return true
		}
		if q.Derived > 0 && isDerived(d) {
			if derived == 0 {
				return false
			}
			derived--
		}
		others--
		return others >= 0
	}
}
