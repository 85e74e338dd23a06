package bench

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"unicode"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/cjk"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"

	"yumori/internal/evalset"
)

// A ranker answers a question with documents, best first.
type ranker func(ctx context.Context, q evalset.Question) ([]string, error)

// A plain is the documents of one group with the search engines that others
// have: bleve alone, and BM25 that believes the user.
type plain struct {
	docs  []evalset.Document
	bleve bleve.Index
	words analysis.Analyzer

	user   []bool           // document → the user said it
	length []float64        // in words
	counts []map[string]int // document → word → how often
	held   map[string][]int // word → documents
	mean   float64          // length
}

// newPlain indexes the documents of a group below a folder.
func newPlain(folder string, docs []evalset.Document) (*plain, error) {
	m := bleve.NewIndexMapping()
	m.ScoringModel, m.DefaultAnalyzer = index.BM25Scoring, analyzerFor(docs)
	m.DefaultMapping = mapping.NewDocumentStaticMapping()
	m.DefaultMapping.AddFieldMappingsAt("text", mapping.NewTextFieldMapping())
	m.DefaultMapping.AddFieldMappingsAt("ord", mapping.NewNumericFieldMapping())
	x, err := bleve.NewUsing(filepath.Join(folder, "bleve"), m, scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, fmt.Errorf("index with bleve: %w", err)
	}
	p := &plain{docs: docs, bleve: x, words: m.AnalyzerNamed(m.DefaultAnalyzer), held: map[string][]int{}}
	batch, sides := x.NewBatch(), evalset.SidesOf(docs)
	for i, d := range docs {
		text := d.Text
		if d.Speaker != "" { // questions name who said it
			text = d.Speaker + ": " + text
		}
		if err := batch.Index(strconv.Itoa(i), map[string]any{"text": text, "ord": d.Ord}); err != nil {
			return nil, fmt.Errorf("index %q with bleve: %w", d.ID, err)
		}
		p.add(i, text)
		p.user = append(p.user, sides.IsUser(d.Speaker))
	}
	p.mean /= float64(max(1, len(docs)))
	if err := x.Batch(batch); err != nil {
		return nil, fmt.Errorf("index with bleve: %w", err)
	}
	return p, nil
}

// analyzerFor returns the analyzer for the language that most documents are in.
func analyzerFor(docs []evalset.Document) string {
	cjkDocs := 0
	for _, d := range docs {
		for _, r := range d.Text {
			if unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) {
				cjkDocs++
				break
			}
		}
	}
	if 2*cjkDocs > len(docs) {
		return cjk.AnalyzerName
	}
	return en.AnalyzerName
}

func (p *plain) add(i int, text string) {
	counts, n := map[string]int{}, 0
	for _, t := range p.words.Analyze([]byte(text)) {
		n++
		if counts[string(t.Term)]++; counts[string(t.Term)] == 1 {
			p.held[string(t.Term)] = append(p.held[string(t.Term)], i)
		}
	}
	p.counts, p.length, p.mean = append(p.counts, counts), append(p.length, float64(n)), p.mean+float64(n)
}

// byBleve answers by bleve alone, as it comes.
func (p *plain) byBleve(ctx context.Context, q evalset.Question) ([]string, error) {
	words := bleve.NewMatchQuery(q.Query)
	words.SetField("text")
	request := bleve.NewSearchRequestOptions(words, ranked, 0, false)
	if q.BeforeOrd != nil {
		end := float64(*q.BeforeOrd)
		before := bleve.NewNumericRangeQuery(nil, &end)
		before.SetField("ord")
		both := bleve.NewBooleanQuery()
		both.AddMust(words)
		both.AddFilter(before)
		request.Query = both
	}
	found, err := p.bleve.SearchInContext(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("ask bleve: %w", err)
	}
	var list []string
	for _, h := range found.Hits {
		if i, err := strconv.Atoi(h.ID); err == nil {
			list = append(list, p.docs[i].ID)
		}
	}
	return list, nil
}

// The constants of BM25 for talks with a verbose model: length counts in full,
// and what the user said three times.
const (
	believingK     = 2
	believingPrior = 2
)

// byBelief answers by BM25 with k1 = 2 and b = 1, and believes the user.
func (p *plain) byBelief(_ context.Context, q evalset.Question) ([]string, error) {
	scores := map[int]float64{}
	for _, t := range p.words.Analyze([]byte(q.Query)) {
		held := p.held[string(t.Term)]
		df := float64(len(held))
		idf := math.Log(1 + (float64(len(p.docs))-df+0.5)/(df+0.5))
		for _, i := range held {
			if q.BeforeOrd != nil && p.docs[i].Ord >= *q.BeforeOrd {
				continue
			}
			count := float64(p.counts[i][string(t.Term)])
			score := idf * count * (believingK + 1) / (count + believingK*p.length[i]/p.mean)
			if p.user[i] {
				score *= 1 + believingPrior
			}
			scores[i] += score
		}
	}
	order := slices.SortedFunc(maps.Keys(scores), func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), a-b) })
	var list []string
	for _, i := range order[:min(len(order), ranked)] {
		list = append(list, p.docs[i].ID)
	}
	return list, nil
}
