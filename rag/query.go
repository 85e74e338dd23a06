package rag

import (
	"time"

	"yumori/llm"
	"yumori/origin"
	"yumori/rag/timespan"
)

// A Query is one question to an index. Only Text or one of the filters has to
// be given.
type Query struct {
	Text     string          // what is looked for, in any language; no syntax is known
	Speakers []string        // who is named as having said or done it
	Spans    []timespan.Span // times the question names; near them counts more
	AsksWhen bool            // the answer is a time

	Vector []float32 // of Text, of length 1; nil without an embedder
	Space  llm.Space // the space of Vector

	Filter  Filter
	Limit   int     // how many hits; 0 means 50
	Weights Weights // the zero value means DefaultWeights
}

// A Filter says what may be found at all. Empty fields allow everything.
type Filter struct {
	Types    []Type
	Kinds    []origin.Kind
	Entities []string  // at least one of them
	Since    time.Time // not before
	Until    time.Time // before this
	Without  func(id string) bool
}

// Weights says how the features of a text make its score:
//
//	(Text + Previous·p + Next·n + Session·s + Sense·l + SessionSense·m + Vector·v + Date·d + When·w)
//	  · (1 + Speaker·[the speaker is named]) · (1 + User·[the user said it]) · (1 + Length·(min(ln(1+terms), 2.7) − 2))
//
// Text, Previous, Next and Session are BM25 scores, so they grow with the
// question; the rest lies in [0, 1].
type Weights struct {
	Previous, Next        float64
	Session               float64
	Sense, SessionSense   float64
	Vector                float64 // times what the index found the embedder in use to be worth; see Calibration
	Date, When            float64
	Speaker, User, Length float64
}

// DefaultWeights returns the weights tuned on conversations of two people,
// of a user with an assistant, and on Japanese paragraphs, together. Vector's
// is that of Sense: an embedder that tells texts apart as well as may be counts
// like the semantic space.
func DefaultWeights() Weights {
	return Weights{
		Previous: 0.4, Next: 0.2, Session: 1.5, Sense: 12, SessionSense: 6, Vector: 12,
		Date: 12, When: 5, Speaker: 0.4, User: 1.0, Length: 0.15,
	}
}

// Features are the terms of a text's score, before their weights.
type Features struct {
	Text         float64 `json:"text"`     // BM25 of its best chunk
	Previous     float64 `json:"previous"` // of the text before it, less the longer it is itself
	Next         float64 `json:"next"`     // of the text after it, likewise
	Session      float64 `json:"session"`  // BM25 of all of its session
	Sense        float64 `json:"sense"`    // cosine in the semantic space, with its neighbours
	SessionSense float64 `json:"session_sense"`
	Vector       float64 `json:"vector"`  // nearness in the embedder's space, as calibrated
	Date         float64 `json:"date"`    // e^(−days/4) to the time the question names
	When         float64 `json:"when"`    // 1: the question asks for a time and the text says one
	Speaker      float64 `json:"speaker"` // 1: a speaker the question names said it
	User         float64 `json:"user"`    // 1: the user said it
	Length       float64 `json:"length"`  // min(ln(1+terms), 2.7) − 2

	// Cover is no part of the score. It is how much of the question the best
	// chunk holds, by the rarity of its words, those that stand nowhere
	// counted too: what is low says that nothing is known about it.
	Cover float64 `json:"cover"`
}

// Score puts features together.
func (w Weights) Score(f Features) float64 {
	sum := f.Text + w.Previous*f.Previous + w.Next*f.Next + w.Session*f.Session +
		w.Sense*f.Sense + w.SessionSense*f.SessionSense + w.Vector*f.Vector + w.Date*f.Date + w.When*f.When
	return sum * (1 + w.Speaker*f.Speaker) * (1 + w.User*f.User) * (1 + w.Length*f.Length)
}

// Found is what an index answers.
type Found struct {
	Hits       []Hit    // best first
	Considered int      // candidates scored
	Notes      []string // what did not work or was left out, for the trace
}

// A Hit is one document found.
type Hit struct {
	Document
	Chunk    int      // the best of its chunks
	Span     [2]int   // that chunk's bytes in Text
	Line     int      // the line of Text it begins in, from 0
	Score    float64  // by the query's weights; only comparable within one answer
	Features Features // the terms of Score
	By       Origin   // which sources brought it up
	Prev     string   // id of the document before it in its session, "" if none
	Next     string   // of the one after it
}

// Origin is a set of candidate sources.
type Origin uint8

// The candidate sources.
const (
	ByWords     Origin = 1 << iota // the keyword index
	BySense                        // the semantic space
	ByVector                       // the embedder
	ByTime                         // a time the question names
	ByNeighbour                    // next to, or in one session with, another candidate
)

// Names returns the sources in a set, for a trace.
func (o Origin) Names() []string {
	var out []string
	for i, name := range [...]string{"words", "sense", "vector", "time", "neighbour"} {
		if o&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}
