package rag

import (
	"context"
	"errors"
	"hash/fnv"
	"math"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/rag/vector"
)

// subjects is an embedder whose vectors are near when texts share a subject,
// whatever their words. It counts what it was asked.
type subjects struct {
	model string
	asked int
	fail  func(call int) ([][]float32, error) // nil answers as it should
	calls int
}

func (s *subjects) Space() llm.Space { return llm.Space{Model: s.model, Dim: 4} }

func (s *subjects) Embed(_ context.Context, texts []string, _ llm.Task) ([][]float32, error) {
	s.calls++
	if s.fail != nil {
		if list, err := s.fail(s.calls); list != nil || err != nil {
			return list, err
		}
	}
	s.asked += len(texts)
	var out [][]float32
	for _, t := range texts {
		v := []float32{0.01, 0, 0, 0}
		switch {
		case strings.Contains(t, "canine"), strings.Contains(t, "dog"):
			v[1] = 1
		case strings.Contains(t, "boat"):
			v[2] = 1
		default:
			h := fnv.New32a()
			_, _ = h.Write([]byte(t))
			v[3], v[0] = 1, float32(h.Sum32()%100)/300
		}
		norm := float32(math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2] + v[3]*v[3])))
		for i := range v {
			v[i] /= norm
		}
		out = append(out, v)
	}
	return out, nil
}

func (f *fixture) embed(e llm.Embedder) Embedded {
	f.t.Helper()
	out, err := f.x.Embed(context.Background(), e, 0)
	if err != nil {
		f.t.Fatal(err)
	}
	return out
}

func (f *fixture) byVector(e llm.Embedder, text string) Found {
	f.t.Helper()
	v, err := e.Embed(context.Background(), []string{text}, llm.TaskQuery)
	if err != nil {
		f.t.Fatal(err)
	}
	found, err := f.x.Search(context.Background(), Query{Text: text, Vector: v[0], Space: e.Space()})
	if err != nil {
		f.t.Fatal(err)
	}
	return found
}

func TestEmbed(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 a canine in the yard\n")
	f.write("b.md", "b1 sailing in a boat\nb2 tea\nb3 tea\n")
	f.sync()
	e := &subjects{model: "one"}
	if out := f.embed(e); out.New != 4 || out.Left != 0 || e.asked != 3 {
		t.Errorf("%+v, asked for %d texts", out, e.asked)
	}
	found := f.byVector(e, "dog")
	if len(found.Hits) == 0 || found.Hits[0].ID != "a1" || found.Hits[0].By&ByVector == 0 || found.Hits[0].Features.Vector < 0.99 {
		t.Errorf("dog finds %+v", found.Hits)
	}
	e.asked = 0
	f.write("b.md", "b0 new\nb1 sailing in a boat\nb2 tea\nb3 tea\n")
	f.sync()
	if f.embed(e); e.asked != 1 {
		t.Errorf("after an edit %d texts were embedded, want the new one", e.asked)
	}
	f.open()
	e.asked = 0
	if out := f.embed(e); e.asked != 0 || out.Left != 0 {
		t.Errorf("after opening again %d texts were embedded: %+v", e.asked, out)
	}
	if got := f.byVector(e, "dog").Hits[0].ID; got != "a1" {
		t.Errorf("after opening again dog finds %s", got)
	}
	if s := f.x.Status(); s.Vectors != 5 {
		t.Errorf("%d vectors", s.Vectors)
	}
}

func TestSpacesNeverMix(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 a canine in the yard\na2 a boat\n")
	f.sync()
	one, two := &subjects{model: "one"}, &subjects{model: "two"}
	f.embed(one)
	if found := f.byVector(two, "dog"); len(found.Notes) == 0 || len(found.Hits) > 0 && found.Hits[0].Features.Vector != 0 {
		t.Errorf("a question of another space: %+v", found)
	}
	two.fail = func(int) ([][]float32, error) { return nil, errors.New("down") }
	if _, err := f.x.Embed(context.Background(), two, 0); err == nil {
		t.Error("an embedder that never answers is no error")
	}
	if got := f.byVector(one, "dog"); len(got.Notes) != 0 || got.Hits[0].ID != "a1" {
		t.Errorf("the old vectors are gone before the new ones are there: %+v", got)
	}
	two.fail = nil
	f.embed(two)
	if got := f.byVector(two, "dog"); len(got.Notes) != 0 || got.Hits[0].ID != "a1" {
		t.Errorf("the new vectors: %+v", got)
	}
}

func TestEmbedderThatFails(t *testing.T) {
	nan := float32(math.NaN())
	for name, answer := range map[string]func(int) ([][]float32, error){
		"an error":          func(int) ([][]float32, error) { return nil, errors.New("refused") },
		"half of the batch": func(int) ([][]float32, error) { return [][]float32{{1, 0, 0, 0}}, nil },
		"NaN":               func(int) ([][]float32, error) { return [][]float32{{nan, 0, 0, 0}, {1, 0, 0, 0}}, nil },
		"another dimension": func(int) ([][]float32, error) { return [][]float32{{1, 0}, {1, 0}}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.write("a.md", "a1 a canine\na2 a boat\n")
			f.sync()
			e := &subjects{model: "one", fail: answer}
			if out, err := f.x.Embed(context.Background(), e, 0); err == nil || out.Skipped != 2 || out.Left != 2 {
				t.Errorf("%+v, %v", out, err)
			}
			f.finds("canine", "a1")
			e.fail = nil
			if out := f.embed(e); out.New != 2 {
				t.Errorf("the second time: %+v", out)
			}
		})
	}
}

func TestDamagedVectorsAreMadeAgain(t *testing.T) {
	f := newFixture(t)
	f.write("a.md", "a1 a canine\n")
	f.sync()
	e := &subjects{model: "one"}
	j, err := f.x.folder.vectorJournal(e.Space())
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"{}", "garbage", `{"keys":[1],"data":"AAAA"}`, `{"keys":[1],"data":"AADAfwAAAAAAAAAAAAAAAA=="}`} {
		if _, err := j.Append([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if out := f.embed(e); out.New != 1 || out.Left != 0 {
		t.Errorf("%+v", out)
	}
}

func FuzzDecodeVectors(f *testing.F) {
	line, err := vector.EncodeLine([]uint64{1, 2}, [][]float32{{1, 0}, {0, 1}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line, 2)
	f.Add([]byte(`{"keys":[1],"data":"////"}`), 1)
	f.Fuzz(func(t *testing.T, line []byte, dim int) {
		keys, list, err := vector.DecodeLine(line, dim%64)
		if err == nil && len(keys) != len(list) {
			t.Errorf("%d keys, %d vectors", len(keys), len(list))
		}
	})
}

// Embed is Fill and, when nothing failed, Swap.
func (x *Index) Embed(ctx context.Context, e llm.Embedder, pause time.Duration) (Embedded, error) {
	out, err := x.Fill(ctx, e, pause)
	if err == nil {
		x.Swap(e.Space())
	}
	return out, err
}
