package rag

import (
	"math"
	"time"

	"yumori/rag/vector"
)

// The constants of BM25. They were tuned with the weights: saturation sets in
// early, and length counts by little more than half, because chunks are of one size.
const (
	bm25K = 0.9
	bm25B = 0.6
)

// leaning is the length, in terms, up to which a text leans on its neighbours
// to be understood; a longer one stands more and more for itself.
const leaning = 25

// dateScale is after how many days nearness to a named time has fallen to 1/e.
const dateScale = 4

func bm25(count, length, mean float64) float64 {
	return count * (bm25K + 1) / (count + bm25K*(1-bm25B+bm25B*length/max(mean, 1)))
}

// chunkScore is the BM25 score of a chunk, and the weight of the question's
// words that it holds. The words are added to those of its unit.
func (r *reader) chunkScore(q *question, n int32, holds *holding) (score, held float64) {
	length, counts := r.counted(q, n)
	mean := r.c.live.mean()
	for i, count := range counts {
		if count > 0 {
			score += q.count[i] * q.idf[i] * bm25(float64(count), float64(length), mean)
			held += q.idf[i]
			holds.add(i)
		}
	}
	return score, held
}

// repeated is how much of a chunk's score is in given words.
func (r *reader) repeated(q *question, n int32, words *holding) float64 {
	length, counts := r.counted(q, n)
	sum, mean := 0.0, r.c.live.mean()
	for i, count := range counts {
		if count > 0 && words.has(i) {
			sum += q.count[i] * q.idf[i] * bm25(float64(count), float64(length), mean)
		}
	}
	return sum
}

// unitScore is the score of a unit's best chunk, and which one that is.
func (r *reader) unitScore(q *question, n int32) scored {
	u := r.unit(n)
	best := scored{chunk: u.chunk}
	for k := u.chunk; k < u.chunk+u.chunks; k++ {
		if s, held := r.chunkScore(q, k, &best.holds); s > best.text {
			best.text, best.chunk, best.held = s, k, held
		}
	}
	return best
}

// sessionScore is the BM25 score of a session as one text.
func (r *reader) sessionScore(q *question, n int32) float64 {
	sum, length, mean := 0.0, float64(r.c.sessions[n].length), r.c.liveSess.mean()
	for i, count := range r.countedIn(q, n) {
		if count > 0 {
			sum += q.count[i] * q.idfSess[i] * bm25(float64(count), length, mean)
		}
	}
	return sum
}

// A holding is which of a question's terms a text holds, a bit for each.
type holding [maxQuestionTerms / 64]uint64

func (h *holding) add(i int)      { h[i/64] |= 1 << (i % 64) }
func (h *holding) has(i int) bool { return h[i/64]&(1<<(i%64)) != 0 }

// join adds what another text holds.
func (h *holding) join(o *holding) {
	for i, bits := range o {
		h[i] |= bits
	}
}

// A scorer scores units for one question and remembers what neighbours share.
type scorer struct {
	read     *reader
	sense    *senseReader   // nil without a semantic space, or a question it knows nothing of
	spelt    *spelling      // nil with one
	vectors  *vector.Reader // nil without a question's vector of their space
	q        *question
	units    map[int32]scored
	sessions map[int32]sessionScores
}

type scored struct {
	text  float64
	held  float64 // weight of the question's words in the chunk
	chunk int32
	holds holding // what all of its chunks hold
}

type sessionScores struct{ words, sense float64 }

// manyScored is about how many units a search of a large index scores.
const manyScored = 2_000

func newScorer(c *columns, m *meaning, q *question) *scorer {
	s := &scorer{q: q, read: c.look(), units: make(map[int32]scored, manyScored), sessions: map[int32]sessionScores{}}
	if m != nil && q.sense != nil {
		s.sense = m.look()
	}
	return s
}

func (s *scorer) text(n int32) scored {
	if n < 0 {
		return scored{}
	}
	if v, ok := s.units[n]; ok {
		return v
	}
	v := s.read.unitScore(s.q, n)
	s.units[n] = v
	return v
}

func (s *scorer) session(n int32) sessionScores {
	if v, ok := s.sessions[n]; ok {
		return v
	}
	v := sessionScores{words: s.read.sessionScore(s.q, n)}
	if s.sense != nil {
		v.sense = s.sense.sessionCosine(s.q.sense, n)
	}
	s.sessions[n] = v
	return v
}

// features returns the features of a unit, but for Vector, and its best chunk.
func (s *scorer) features(n int32) (Features, int32) {
	u, own := s.read.unit(n), s.text(n)
	near := min(1, leaning/math.Max(1, float64(s.read.firstLength(&u))))
	sess := s.session(u.session)
	f := Features{
		Text: own.text, Previous: s.text(u.prev).text * near, Next: s.text(u.next).text * near,
		Session: sess.words, SessionSense: sess.sense,
		Length: min(math.Log1p(float64(u.length)), 2.7) - 2,
		Date:   s.q.nearness(u.when),
		Asks:   float64(u.asks) / math.MaxUint8,
		Cover:  own.held / max(s.q.weight, 1e-9),
	}
	if u.prev >= 0 {
		if p := s.read.unit(u.prev); p.speaker != u.speaker {
			f.Answers = f.Previous * float64(p.asks) / math.MaxUint8
		}
	}
	if s.sense != nil {
		f.Sense = s.sense.cosine(s.q.sense, n)
	}
	if s.spelt != nil && s.q.spelt != nil {
		f.Sense = spellingShare * s.spelt.nearness(s.q.spelt, n)
	}
	if s.q.asksWhen && u.saysWhen {
		f.When = 1
	}
	if s.q.named && s.q.speakers[u.speaker] {
		f.Speaker = 1
	}
	if u.byUser {
		f.User = 1
		f.Cover = s.q.cover(&own.holds)
		return f, own.chunk
	}
	if said, is := s.answered(&u); !is {
		f.Cover = s.q.cover(&own.holds)
	} else {
		f.Repeats, f.Long = s.read.repeated(s.q, own.chunk, &said), math.Log(float64(max(u.chunks, 1)))
	}
	return f, own.chunk
}

// cover is the share of the question's words that a text holds, by their weight.
func (q *question) cover(holds *holding) float64 {
	sum := 0.0
	for i, idf := range q.idf {
		if holds.has(i) {
			sum += idf
		}
	}
	return sum / max(q.weight, 1e-9)
}

// answered reports whether a unit, which is not the user's, is a reply to the
// user, and which of the question's words the user said. A reply may come in two
// messages.
func (s *scorer) answered(u *unit) (said holding, is bool) {
	for n, left := u.prev, 2; n >= 0 && left > 0; left-- {
		before := s.read.unit(n)
		if before.byUser {
			own := s.text(n)
			said.join(&own.holds)
			is = true
		}
		n = before.prev
	}
	return said, is
}

// firstLength is the length of a unit's first chunk.
func (r *reader) firstLength(u *unit) int32 {
	if u.chunks == 0 {
		return 0
	}
	return r.chunk(u.chunk).length
}

// nearness is e^(−days/4) to the nearest time the question names.
func (q *question) nearness(when int64) float64 {
	best := 0.0
	if when == noTime {
		return best
	}
	for _, s := range q.spans {
		days := s.Days(time.Unix(when, 0).In(s.To.Location()))
		best = max(best, math.Exp(-days/dateScale))
	}
	return best
}
