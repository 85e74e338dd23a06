package rag

import (
	"bytes"
	"context"
	"flag"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/rag/latent"
	"yumori/rag/segment"
	"yumori/rag/vector"
)

// scattered is an embedder that gives each text a direction of its own. It
// counts what it was asked.
type scattered struct{ asked int }

func (*scattered) Space() llm.Space { return llm.Space{Model: "scattered", Dim: 40} }

func (s *scattered) Embed(_ context.Context, texts []string, _ llm.Task) ([][]float32, error) {
	s.asked += len(texts)
	out := make([][]float32, len(texts))
	for i, t := range texts {
		h := fnv.New64a()
		_, _ = h.Write([]byte(t))
		rnd := rand.New(rand.NewPCG(h.Sum64(), 1))
		for range 40 {
			out[i] = append(out[i], float32(rnd.NormFloat64()))
		}
		latent.Normalize(out[i])
	}
	return out, nil
}

var embeddedTemplate template

// embedded is an index whose vectors are in a file, and its embedder.
func embedded(t *testing.T) (*fixture, *scattered) {
	t.Helper()
	e := &scattered{}
	f := embeddedTemplate.copy(t, func(f *fixture) {
		f.write("a.md", many(0, vectorsDue+50))
		f.sync()
		if f.embed(&scattered{}); f.x.corpus.vectors.Stored == 0 {
			t.Fatal("nothing was embedded")
		}
	})
	if f.embed(e); f.x.corpus.vectors.Stored != vectorsDue+50 || len(f.x.corpus.vectors.Late) != 0 {
		t.Fatalf("%d vectors are in the file, %d bytes in memory", f.x.corpus.vectors.Stored, len(f.x.corpus.vectors.Late))
	}
	return f, e
}

// by returns how a question is answered with its vector.
func (f *fixture) by(e llm.Embedder, text string) string {
	f.t.Helper()
	out := ""
	for _, h := range f.byVector(e, text).Hits {
		out += h.ID + " " + string(rune('0'+int(h.Features.Vector*9))) + " "
	}
	return out
}

func TestVectorsInTheirFileAreLikeThoseInMemory(t *testing.T) {
	f, e := embedded(t)
	question := "d17 the boat number17 sailed past lighthouse3 灯台の17番目の船"
	want := f.by(e, question)
	f.x.corpus.vectors.Close()
	f.x.corpus.vectors = nil
	if err := os.Remove(filepath.Join(f.x.folder.root, vector.FileName(e.Space()))); err != nil {
		t.Fatal(err)
	}
	e.asked = 0
	f.embed(e)
	if got := f.by(e, question); got != want || e.asked > 1 {
		t.Errorf("from the journal %s, %d texts asked for\nwant %s", parting(got, want), e.asked, want[:40])
	}
	f.open()
	// Without the journal, what stands in the file is enough.
	if err := os.Remove(filepath.Join(f.x.folder.root, "..", vector.JournalName(e.Space()))); err != nil {
		t.Fatal(err)
	}
	e.asked = 0
	if f.embed(e); e.asked != 0 || f.x.corpus.vectors.Stored == 0 {
		t.Errorf("%d texts were embedded again, %d vectors are in the file", e.asked, f.x.corpus.vectors.Stored)
	}
	if got := f.by(e, question); got != want {
		t.Errorf("opened again: %s", parting(got, want))
	}
}

func TestVectorsInTheirFileFollowEdits(t *testing.T) {
	f, e := embedded(t)
	f.write("a.md", many(0, 900)+many(1000, vectorsDue+60))
	f.write("b.md", "n1 the boat number950 sailed past lighthouse5 灯台の950番目の船\n") // a text that is gone
	f.sync()
	e.asked = 0
	if out := f.embed(e); out.Left != 0 || e.asked != 10 {
		t.Errorf("%d texts were embedded, want ten: %+v", e.asked, out)
	}
	f.check()
	question := "the boat number950 sailed past lighthouse5 灯台の950番目の船"
	if got := f.by(e, question); !strings.HasPrefix(got, "n1 9 ") {
		t.Errorf("found %.40s", got)
	}
	f.open()
	e.asked = 0
	if f.embed(e); e.asked != 0 {
		t.Errorf("opened again, %d texts were embedded", e.asked)
	}
	if got := f.by(e, question); !strings.HasPrefix(got, "n1 9 ") {
		t.Errorf("opened again, found %.40s", got)
	}
}

// places is in how many places TestDamagedFileOfVectorsIsDoneWithout damages the
// file. The figure of a release is 20: go test ./rag -run DamagedFileOfVectors -places 20.
var places = flag.Int("places", 3, "in how many places a file of vectors is damaged")

// TestDamagedFileOfVectorsIsDoneWithout cuts the file and turns a bit of it, in
// several places, the beginning among them.
func TestDamagedFileOfVectorsIsDoneWithout(t *testing.T) {
	f, e := embedded(t)
	question := "the boat number1500 sailed past lighthouse2"
	want := f.by(e, question)
	file := filepath.Join(f.x.folder.root, vector.FileName(e.Space()))
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	tries := 0
	for n := range *places {
		i := n * len(whole) / *places
		for what, bad := range map[string][]byte{"cut": whole[:i], "flipped": flipped(whole, i)} {
			if err := f.x.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, bad, 0o600); err != nil {
				t.Fatal(err)
			}
			f.open()
			e.asked = 0
			if f.embed(e); e.asked != 0 {
				t.Errorf("%s at %d: %d texts were embedded again", what, i, e.asked)
			}
			if got := f.by(e, question); got != want {
				t.Fatalf("%s at %d answers otherwise: %s", what, i, parting(got, want))
			}
			tries++
		}
	}
	t.Logf("trust: %d tries: every answer as before, nothing embedded again", tries)
}

// TestFileOfVectorsCutUnderASearchIsFoundOut cuts the file an open index reads.
func TestFileOfVectorsCutUnderASearchIsFoundOut(t *testing.T) {
	f, e := embedded(t)
	if err := os.Truncate(filepath.Join(f.x.folder.root, vector.FileName(e.Space())), 5000); err != nil {
		t.Fatal(err)
	}
	if found := f.byVector(e, "number17"); len(found.Notes) == 0 {
		t.Error("nothing is said of it")
	}
	if r := f.sync(); !r.Rebuilt {
		t.Errorf("%+v", r)
	}
	e.asked = 0
	if out := f.embed(e); e.asked != 0 || out.Left != 0 {
		t.Errorf("%d texts were embedded again: %+v", e.asked, out)
	}
	if got := f.byVector(e, "d17 the boat number17 sailed past lighthouse3 灯台の17番目の船"); len(got.Hits) == 0 || got.Hits[0].ID != "d17" {
		t.Errorf("then finds %+v", got.Notes)
	}
}

func FuzzVectorsInTheirFile(f *testing.F) {
	x := &Index{corpus: corpus{cols: newColumns(), generation: 1}}
	v := vector.NewSet((&scattered{}).Space())
	for i := range 5 {
		text := string(rune('a'+i)) + " boat"
		record, _, err := seal("a.md", Document{ID: text, Type: TypeDaily, Source: memory.ParsePlace("a.md"), Text: text})
		if err != nil {
			f.Fatal(err)
		}
		a, err := readRecord(record)
		if err != nil {
			f.Fatal(err)
		}
		x.corpus.cols.add(a)
		list, err := (&scattered{}).Embed(context.Background(), []string{text}, llm.TaskDocument)
		if err != nil {
			f.Fatal(err)
		}
		v.Put(int32(i), textKey(text), list[0])
	}
	var buf bytes.Buffer
	p := segment.NewWriter(&buf)
	x.corpus.packVectors(p, v, 0)
	if err := p.End(); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	q := vector.NewProbe(v.Reader(0).Floats(2))
	f.Fuzz(func(t *testing.T, data []byte) {
		u := segment.NewReader(bytes.NewReader(data), int64(len(data)))
		if string(u.Bytes(len(vectorsMagic))) != vectorsMagic {
			return
		}
		v := x.corpus.vectorsIn(u, (&scattered{}).Space())
		if u.Err != nil {
			return
		}
		v.File = segment.NewMappedFile(bytes.NewReader(data), io.NopCloser(nil), int64(len(data)))
		v.Nearest(q, func(chunk int32, _ float32) {
			if key := x.corpus.cols.reader(0).chunk(chunk).key; key == 0 {
				t.Errorf("chunk %d has no text", chunk)
			}
		})
		v.Reader(0).Find(7)
		v.Reuse(9, 7)
	})
}
