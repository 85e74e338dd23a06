package retrieval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/internal/llm"
	"yumori/internal/transcript"
	"yumori/rag"
	"yumori/rag/terms"
)

// A recallQuery is one recall, as a turn, a tool or a person asks for it.
type recallQuery struct {
	Query
	scope   Scope
	phrases int    // tokens for what is found word by word, beside those of Query that are left
	most    int    // memories in all; 0: as many as the tokens allow
	middle  string // see pastQuestion
	apart   bool   // memories that stand beside each other are not put together
}

// recollect recalls: by the indexes, and word by word what the plan says. What
// does not work is done without, and noted; the error is the context's.
func (r *Service) recollect(ctx context.Context, q recallQuery) (Recollection, error) {
	rc := &recalling{s: r, q: q}
	err := rc.bringBack(ctx)
	for i := range rc.out.Memories {
		rc.name(&rc.out.Memories[i])
	}
	rc.silence(ctx)
	r.finish(&rc.out)
	rc.out.bound(q.Others)
	return rc.out, err
}

// A recalling is one recall under way.
type recalling struct {
	s      *Service
	q      recallQuery
	result Result // of the indexes
	out    Recollection
	felt   Arousal // for what is found word by word
	room   int     // tokens left for it
}

// bound takes out memories that are derived from text of others beyond so many, the last
// first; 0 leaves all.
func (r *Recollection) bound(others int) {
	if others == 0 {
		return
	}
	r.Memories = slices.DeleteFunc(r.Memories, func(m Memory) bool {
		if !m.Foreign {
			return false
		}
		if others--; others >= 0 {
			return false
		}
		r.Left = append(r.Left, LeftOut{m.ID, m.Source, m.Relevance, string(NoRoom)})
		return true
	})
}

// finish notes which memories are derived from texts of others, and takes off the words
// of opinions how surely they are held.
func (r *Service) finish(out *Recollection) {
	r.host.MarkOthers(out.Memories)
	out.readOpinions()
}

// name notes which of the names that are known now stand in a memory; when it
// was indexed there may have been others.
func (rc *recalling) name(m *Memory) {
	kept := m.Entities
	m.Entities = append([]string{}, rc.s.Folder.EntitiesIn(m.Content)...)
	for _, e := range kept { // a fact names its own
		if strings.Contains(m.Content, "@"+e) && !slices.Contains(m.Entities, e) {
			m.Entities = append(m.Entities, e)
		}
	}
}

// node returns what recalls, over the indexes that are open.
func (rc *recalling) node(ctx context.Context) *Node {
	return &Node{
		Limits:  rc.s.opt.Limits,
		Indexes: rc.s.indexes.searched(rc.q.scope), Planner: rc.s.opt.Planner(ctx), Embedder: rc.s.vectors.Questions(), Arousal: rc.arousals(),
		Confidence: func(d rag.Document) (float64, bool) {
			sure, _, ok := heldAs(d.Type, d.Text)
			return sure, ok
		},
		Others: func(d rag.Document) bool {
			one := []Memory{memoryIn(d)}
			rc.s.host.MarkOthers(one)
			return one[0].Foreign
		},
	}
}

// arousals returns what tells one recall how moving memories were, as it is
// known now: that of an episode, and of a message that of its exchange.
func (rc *recalling) arousals() Arousal {
	felt := rc.s.opt.Exchanges.Felt()
	return func(d rag.Document) (float64, bool) {
		switch d.Type {
		case rag.TypeEpisode:
			return rc.s.Folder.Episodes.ArousalOf(d.ID)
		case rag.TypeMessage, rag.TypeArchive:
			return felt(d.ID, d.Time)
		}
		return 0, false
	}
}

// find puts the question to the open indexes. What is taken back is left out.
func (rc *recalling) find(ctx context.Context) (Result, error) {
	q := rc.q.Query
	if err := rc.s.Retracted.Refresh(ctx); err != nil {
		return Result{}, err
	}
	if left := rc.s.Hidden.all(); len(left) > 0 || rc.s.Retracted.Any() {
		q.Filter.Without = func(id string) bool { return left[id] || rc.s.Retracted.Has(id) }
	}
	names := rc.s.host.Names()
	q.Ask.User, q.Ask.Persona = names.User, names.Persona
	q.Ask.Now, q.Ask.Entities = rc.s.host.Now(), rc.s.known()
	result, err := rc.node(ctx).Recall(ctx, q)
	if err != nil {
		return result, fmt.Errorf("recall: %w", err)
	}
	return result, nil
}

// bringBack fills out.
func (rc *recalling) bringBack(ctx context.Context) (err error) {
	rc.result, err = rc.find(ctx)
	rc.out = RecollectionOf(rc.result)
	rc.out.Notes = slices.Concat(rc.s.fresh.told(), rc.s.mending(rc.q.scope), rc.out.Notes)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil && len(rc.s.indexes.searched(rc.q.scope)) > 0:
		if rc.q.apart {
			rc.takeApart()
		}
		rc.addPhrases(ctx)
		rc.addDue()
		return ctx.Err()
	case err != nil:
		rc.note(err.Error())
	}
	if rc.q.scope == Memories && rc.result.Plan.Skip == "" {
		rc.addByWords(ctx)
	}
	return ctx.Err()
}

// note tells of what did not work.
func (rc *recalling) note(what string) { rc.out.Notes = append(rc.out.Notes, what) }

// takeApart makes memories of what was put together with the one beside it.
func (rc *recalling) takeApart() {
	var list []Memory
	for _, m := range rc.out.Memories {
		before, after := m.Before, m.After
		m.Before, m.After = nil, nil
		list = append(list, rc.pieces(before, m)...)
		list = append(list, m)
		list = append(list, rc.pieces(after, m)...)
	}
	if list != nil {
		rc.out.Memories = list
	}
}

// pieces makes memories of what was put together with m.
func (rc *recalling) pieces(pieces []Piece, m Memory) []Memory {
	var list []Memory
	for _, p := range pieces {
		one := m
		if d, ok, err := rc.s.indexes.document(p.ID); err == nil && ok {
			one = memoryIn(d)
		}
		one.ID, one.Content, one.Speaker = p.ID, p.Content, p.Speaker
		for _, c := range rc.result.Candidates {
			if c.ID == p.ID {
				one.Source, one.Score, one.Terms = c.Source, c.Score, c.Terms
				one.Relevance, one.Features, one.By = round2(c.Relevance), featuresOf(c.Features), c.By
			}
		}
		list = append(list, one)
	}
	return list
}

// addPhrases adds what was said that holds one of the plan's keywords.
func (rc *recalling) addPhrases(ctx context.Context) {
	q, plan := rc.q, rc.result.Plan
	keywords := plan.Keywords
	if q.scope != Memories || len(keywords) == 0 || plan.Skip != "" {
		return
	}
	begin := time.Now()
	said, err := rc.s.past.heldBy(ctx, pastQuestion{phrases: keywords, middle: q.middle, skip: rc.s.Hidden.except(q.InPrompt)})
	if err != nil {
		rc.note("past conversations were not searched word by word: " + err.Error())
		return
	}
	rules, _ := Rules{}.Plan(ctx, q.Ask) // never fails
	rc.room, rc.felt = orTokens(q.Tokens)+q.phrases-rc.out.Tokens, rc.arousals()
	for i, list := range said {
		p := Phrase{Text: keywords[i], By: plan.By}
		if slices.Contains(rules.Keywords, keywords[i]) {
			p.By = rules.By
		}
		for _, m := range list {
			if rc.addSaid(m, p.Text) {
				p.Found++
			}
		}
		rc.out.Phrases = append(rc.out.Phrases, p)
	}
	rc.out.Millis += millis(time.Since(begin))
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func orTokens(n int) int {
	if n <= 0 {
		return recallTokens
	}
	return n
}

// addSaid adds a message that holds a phrase, and reports whether it is among
// the memories then: it may have been recalled already, be out of the bounds
// that were set, or find no room.
func (rc *recalling) addSaid(m transcript.Mention, phrase string) bool {
	out := &rc.out
	for i := range out.Memories {
		had := &out.Memories[i]
		beside := func(p Piece) bool { return p.ID == string(m.ID) }
		switch {
		case had.ID == string(m.ID):
			if !slices.Contains(had.By, byPhrase) {
				had.By = append(slices.Clip(had.By), byPhrase)
			}
			return true
		case slices.ContainsFunc(had.Before, beside), slices.ContainsFunc(had.After, beside):
			return true
		}
	}
	found := rc.s.past.memoryOf(m, phrase)
	size := llm.EstimateTokens(found.Content)
	if !found.allowed(rc.q.Filter) || size > rc.room || rc.q.most > 0 && len(out.Memories) >= rc.q.most {
		return false
	}
	found.Terms, found.Score = out.Intent.Outside(found.document(m.Time), rc.s.host.Now(), rc.felt)
	for _, c := range rc.result.Candidates {
		if c.ID == found.ID {
			found.Relevance, found.Features = round2(c.Relevance), featuresOf(c.Features)
			found.By = append(c.By, byPhrase)
		}
	}
	rc.room -= size
	out.Tokens += size
	out.Memories = append(out.Memories, found)
	return true
}

// document is what tells how moving a memory is, and how old.
func (m Memory) document(at time.Time) rag.Document {
	return rag.Document{ID: m.ID, Type: m.Type, Time: at}
}

// allowed reports whether a filter lets a memory through.
func (m Memory) allowed(f rag.Filter) bool {
	return (len(f.Types) == 0 || slices.Contains(f.Types, m.Type)) &&
		(len(f.Kinds) == 0 || slices.Contains(f.Kinds, m.Kind)) &&
		(len(f.Entities) == 0 || slices.ContainsFunc(f.Entities, func(e string) bool { return slices.Contains(m.Entities, e) })) &&
		m.within(f.Since, f.Until)
}

// errNoWords says that a question has no word to look for.
var errNoWords = errors.New("the question has no word to look for")

// wordsKept is how many messages that hold some of the words are weighed
// against each other.
const wordsKept = 64

// addByWords is recalling without an index: it looks for the words of the
// question in past conversations.
func (rc *recalling) addByWords(ctx context.Context) {
	q := rc.q
	rc.note("no index answers: past conversations were searched for the words of the question")
	words := wordsOf(q.Ask.Text)
	found, err := rc.s.past.holding(ctx, words, rc.s.Hidden.except(q.InPrompt))
	if err != nil {
		rc.note(err.Error())
		return
	}
	most := q.Items
	if most <= 0 {
		most = recallItems
	}
	out, room, felt := &rc.out, orTokens(q.Tokens)+q.phrases, rc.arousals()
	for _, m := range found {
		if len(out.Memories) == most {
			return
		}
		memory := rc.s.past.memoryOf(m.Mention, words[bits.TrailingZeros8(m.Phrases)])
		size := llm.EstimateTokens(memory.Content)
		if size > room || !memory.allowed(q.Filter) {
			continue
		}
		room -= size
		out.Tokens += size
		memory.By, memory.Relevance = []string{byWords}, round2(m.weight)
		memory.Terms, memory.Score = out.Intent.Outside(memory.document(m.Time), rc.s.host.Now(), felt)
		out.Memories = append(out.Memories, memory)
	}
}

// byWords is the origin of what holds words of the question.
const byWords = "words"

// holdsWords is a message with the weight of the words that it holds.
type holdsWords struct {
	transcript.Mention
	weight float64
}

// holding returns the messages that hold words, the rarest and most of them
// first, without those that are skipped.
func (pt *pastTalk) holding(ctx context.Context, words []string, skip func(id string) bool) ([]holdsWords, error) {
	if len(words) == 0 {
		return nil, errNoWords
	}
	shown, err := pt.onBranch(ctx)
	if err != nil {
		return nil, err
	}
	counts := make([]int, len(words))
	var kept []holdsWords
	for m, err := range pt.log.Mentions(ctx, words) {
		if err != nil {
			return nil, err
		}
		id := string(m.ID)
		if skip(id) || !shown(id) {
			continue
		}
		for i := range words {
			counts[i] += int(m.Phrases >> i & 1)
		}
		kept = keepHolding(kept, m)
	}
	weigh(kept, counts)
	return kept, nil
}

// keepHolding adds a message to those that hold the most words, behind those
// that hold as many.
func keepHolding(kept []holdsWords, m transcript.Mention) []holdsWords {
	at, _ := slices.BinarySearchFunc(kept, bits.OnesCount8(m.Phrases), func(k holdsWords, n int) int {
		if bits.OnesCount8(k.Phrases) >= n {
			return -1
		}
		return 1
	})
	if at == wordsKept {
		return kept
	}
	kept = slices.Insert(kept, at, holdsWords{Mention: m})
	return kept[:min(len(kept), wordsKept)]
}

// weigh orders messages by the words they hold; counts says how many messages
// hold each.
func weigh(kept []holdsWords, counts []int) {
	for i := range kept {
		for j, n := range counts {
			if kept[i].Phrases>>j&1 == 1 {
				kept[i].weight += 1 / math.Log(2+float64(n))
			}
		}
	}
	slices.SortStableFunc(kept, func(a, b holdsWords) int { return cmp.Compare(b.weight, a.weight) })
}

// wordsOf returns the words of a text that tell something, the longest first:
// of a script that writes spaces the words, of Japanese the runs of kanji and
// of katakana.
func wordsOf(text string) []string {
	var list []string
	for _, run := range terms.Words(text) {
		pieces := []string{run}
		if strings.ContainsFunc(run, isKana) || strings.ContainsFunc(run, isHan) {
			pieces = strings.FieldsFunc(run, func(c rune) bool { return unicode.Is(unicode.Hiragana, c) })
			if len(pieces) == 0 {
				pieces = []string{run}
			}
		}
		for _, w := range pieces {
			if len(terms.Of(w)) > 0 && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
	return list[:min(len(list), transcript.MaxPhrases)]
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// isKana reports whether r is written in Japanese alone.
func isKana(r rune) bool { return r >= 'ぁ' && r <= 'ヿ' }
