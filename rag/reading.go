package rag

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
	"yumori/internal/memory"
	"yumori/rag/latent"
	"yumori/rag/terms"
)

// An entry is what the index stores of a document, as JSON, with its first
// chunk.
type entry struct {
	File string     `json:"file"`
	Doc  Document   `json:"doc"`
	Sum  memory.Sum `json:"sum,omitempty"` // of Doc.Source, which is written without it
}

// document returns the document that is stored.
func (e entry) document() Document {
	e.Doc.Source.Sum = e.Sum
	return e.Doc
}

// A reading is a document cut and its terms counted, ready to be added. It
// is made without any lock held.
type reading struct {
	doc    Document
	file   string
	hash   uint64 // of its record
	spans  []span
	keys   []uint64   // of each chunk's text, 0 for an empty one
	terms  [][]string // of each chunk, for the keyword index
	bags   []latent.Bag
	length int // index terms of the whole text
	said   bool
	asks   uint8
}

// seal returns a document's record and its hash.
func seal(file string, d Document) ([]byte, uint64, error) {
	record, err := json.Marshal(entry{file, d, d.Source.Sum})
	if err != nil {
		return nil, 0, fmt.Errorf("encode document %q: %w", d.ID, err)
	}
	return record, hashOf(record), nil
}

func hashOf(record []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(record)
	return h.Sum64()
}

// textKey is the hash a chunk's vector is kept by.
func textKey(text string) uint64 { return hashOf([]byte(text)) }

// readRecord cuts the document of a record and counts its terms. A document without
// any text worth indexing has one empty chunk, so that it is known.
func readRecord(record []byte) (reading, error) {
	var e entry
	if err := json.Unmarshal(record, &e); err != nil {
		return reading{}, fmt.Errorf("decode document: %w", err)
	}
	a := reading{doc: e.document(), file: e.File, hash: hashOf(record), spans: chunks(e.Doc)}
	if len(a.spans) == 0 {
		a.spans = []span{{}}
	}
	for _, s := range a.spans {
		text := e.Doc.Text[s.start:s.end]
		list := terms.Of(text)
		key := uint64(0)
		if text != "" {
			key = textKey(text)
		}
		a.keys = append(a.keys, key)
		a.terms = append(a.terms, list)
		a.bags = append(a.bags, bagOf(list))
	}
	a.length = len(a.terms[0])
	if len(a.spans) > 1 {
		a.length = len(terms.Of(e.Doc.Text))
	}
	a.said, a.asks = when.Said(terms.Fold(e.Doc.Text)), asks(e.Doc)
	return a, nil
}

// asks is how much of what somebody said are questions, of 255. What nobody
// said asks nobody.
func asks(d Document) uint8 {
	if d.Speaker == "" || !strings.ContainsAny(d.Text, "?？か") {
		return 0
	}
	all, asking := 0, 0
	for _, s := range lang.Sentences(d.Text) {
		all += len(s.Raw)
		if s.Asks {
			asking += len(s.Raw)
		}
	}
	return uint8(math.MaxUint8 * asking / max(all, 1))
}
