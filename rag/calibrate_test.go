package rag

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/rag/latent"
	"yumori/rag/terms"
)

// vectorsBy is an embedder made of a function.
type vectorsBy struct {
	model string
	dim   int
	of    func(text string, v []float32)
}

func (e vectorsBy) Space() llm.Space { return llm.Space{Model: e.model, Dim: e.dim} }

func (e vectorsBy) Embed(_ context.Context, texts []string, _ llm.Task) ([][]float32, error) {
	var out [][]float32
	for _, t := range texts {
		v := make([]float32, e.dim)
		e.of(t, v)
		latent.Normalize(v)
		out = append(out, v)
	}
	return out, nil
}

func noiseOf(text string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

// subjectOf knows what a text of a saga is about.
func subjectOf(t *testing.T, text string) int {
	t.Helper()
	var session, line, word int
	if _, err := fmt.Sscanf(text, "chapter %d line %d word%d", &session, &line, &word); err != nil {
		t.Errorf("%q: %v", text, err)
	}
	return session
}

// saga has sessions on a subject each, whose texts share fewer words with
// each other than with texts of other sessions.
func saga() talk {
	var s talk
	for i := range 400 {
		session := i / 8
		text := fmt.Sprintf("chapter %d line %d word%d of place%d", session, i, i%20, i%13)
		s.docs = append(s.docs, Document{ID: fmt.Sprint(i), Type: TypeMessage, Session: fmt.Sprint(session), Source: memory.ParsePlace("log.jsonl"), Text: text})
	}
	return s
}

func TestCalibrationTellsWhatAnEmbedderIsWorth(t *testing.T) {
	// The embedders know the subject, the words alone, or nothing. Cosines of
	// the last two are high all the same.
	for _, c := range []struct {
		name      string
		of        func(text string, v []float32)
		low, high float64
	}{
		{"meaning", func(text string, v []float32) {
			rnd := noiseOf(text)
			for i := range v {
				v[i] = 1 + 0.4*float32(rnd.NormFloat64())
			}
			v[subjectOf(t, text)] += 8
		}, 0.8, 1},
		{"words", func(text string, v []float32) {
			for _, w := range terms.Of(text) {
				h := fnv.New32a()
				_, _ = h.Write([]byte(w))
				v[h.Sum32()%64]++
			}
		}, 0, orderShare},
		{"noise", func(text string, v []float32) {
			rnd := noiseOf(text)
			for i := range v {
				v[i] = 1 + float32(rnd.NormFloat64())
			}
		}, 0, 0.15},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t)
			f.write("log.jsonl", "x")
			if _, err := f.x.Sync(t.Context(), saga()); err != nil {
				t.Fatal(err)
			}
			e := vectorsBy{c.name, 64, c.of}
			f.embed(e)
			got := f.x.Status().Calibration
			if got.Texts != 400 || got.Trust < c.low || got.Trust > c.high || got.Ceiling <= got.Floor {
				t.Errorf("%+v, want a trust of %v to %v", got, c.low, c.high)
			}
			f.open()
			if f.embed(e); f.x.Status().Calibration != got {
				t.Errorf("after opening again %+v, before %+v", f.x.Status().Calibration, got)
			}
		})
	}
}

func TestTrimVectors(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 a canine\na2 a boat\n")
	f.sync()
	e := &subjects{model: "one"}
	f.embed(e)
	for i := range 60 {
		f.write("b.md", fmt.Sprintf("b1 tea number %d\n", i))
		f.sync()
		f.embed(e)
	}
	j, err := f.x.folder.vectorJournal(e.Space())
	if err != nil {
		t.Fatal(err)
	}
	before := j.Size()
	trim := func(limit int64) {
		t.Helper()
		if err := TrimVectors(t.Context(), f.dir, Trim{Space: e.Space(), Limit: limit, Indexes: []*Index{f.x}}); err != nil {
			t.Fatal(err)
		}
	}
	trim(before)
	if j.Size() != before {
		t.Errorf("%d bytes within the limit became %d", before, j.Size())
	}
	trim(before / 2)
	f.write("b.md", "b1 tea number 58\n") // used a little while ago
	f.sync()
	f.open()
	e.asked = 0
	if f.embed(e); e.asked != 0 {
		t.Errorf("%d texts used lately were embedded again", e.asked)
	}
	f.write("b.md", "b1 tea number 0\n")
	f.sync()
	if f.embed(e); e.asked != 1 {
		t.Errorf("%d texts of long ago were embedded again, want 1", e.asked)
	}
	trim(1)
	f.open()
	e.asked = 0
	if f.embed(e); e.asked != 0 {
		t.Errorf("%d texts in use were embedded again", e.asked)
	}
	if j, err = f.x.folder.vectorJournal(e.Space()); err != nil || j.Size() > before/4 {
		t.Errorf("%d bytes are left of %d: %v", j.Size(), before, err)
	}
}

func (f *fixture) search(text string) Found {
	f.t.Helper()
	found, err := f.x.Search(context.Background(), Query{Text: text})
	if err != nil {
		f.t.Fatal(err)
	}
	return found
}

func TestSpellingFindsWhatIsSpeltAlike(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 Pakkanen visited the lighthouse\na2 bread and butter\na3 a photographer came by\na4 写真家のカメラマンが来た\na5 the ferry was late\n")
	f.sync()
	for _, c := range []struct{ ask, want string }{{"photography", "a3"}, {"Pakkannen", "a1"}, {"lighthouses' lightkeeper", "a1"}, {"カメラ", "a4"}} {
		found := f.search(c.ask)
		if len(found.Hits) == 0 || found.Hits[0].ID != c.want {
			t.Errorf("%q finds %+v, want %s first", c.ask, found.Hits, c.want)
		}
	}
	if found := f.search("xylophone"); len(found.Hits) > 0 && found.Hits[0].Score > 0.5 {
		t.Errorf("what has nothing in common: %+v", found.Hits[0])
	}
	f.open()
	if found := f.search("photography"); len(found.Hits) == 0 || found.Hits[0].ID != "a3" {
		t.Errorf("after opening again photography finds %+v", found.Hits)
	}
}
