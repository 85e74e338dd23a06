package latent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// topics returns documents about one of n topics each: a topic has ten terms
// of its own, and a document holds five of them and two that all share.
func topics(n, docs int) []Bag {
	rnd := rand.New(rand.NewPCG(1, 2))
	out := make([]Bag, docs)
	for i := range out {
		set := map[Term]bool{}
		for len(set) < 5 {
			set[Term(i%n*100+rnd.IntN(10))] = true
		}
		for range 2 {
			set[Term(1_000_000+rnd.IntN(50))] = true
		}
		for t := range set {
			out[i].Terms = append(out[i].Terms, t)
			out[i].Counts = append(out[i].Counts, 1)
		}
		slices.Sort(out[i].Terms)
	}
	return out
}

func vector(s *Space, b Bag) []float32 {
	v := placed(s, b)
	Normalize(v)
	return v
}

func placed(s *Space, b Bag) []float32 {
	v := make([]float32, s.Dim())
	s.Project(v, b, func(r int) []byte { return s.Rows()[r*s.RowSize():][:s.RowSize()] })
	return v
}

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestTopicsMeetWithoutACommonTerm(t *testing.T) {
	docs := topics(20, 400)
	s, err := Learn(context.Background(), slices.Values(docs), Options{Dim: 20})
	if err != nil {
		t.Fatal(err)
	}
	for topic := range Term(20) {
		a := vector(s, Bag{Terms: []Term{topic * 100}, Counts: []uint16{1}})
		b := vector(s, Bag{Terms: []Term{topic*100 + 1}, Counts: []uint16{1}})
		c := vector(s, Bag{Terms: []Term{(topic + 1) % 20 * 100}, Counts: []uint16{1}})
		if near, far := cosine(a, b), cosine(a, c); near < 0.8 || far > 0.4 {
			t.Errorf("topic %d: cosine %.2f within, %.2f to another", topic, near, far)
		}
	}
}

func TestLearnIsDeterministic(t *testing.T) {
	docs := topics(20, 300)
	var first []byte
	for range 3 {
		s, err := Learn(context.Background(), slices.Values(docs), Options{Dim: 16})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = s.rows
		} else if !bytes.Equal(first, s.rows) {
			t.Fatal("the same documents gave another space")
		}
	}
}

func TestLearnTooLittle(t *testing.T) {
	for _, docs := range [][]Bag{nil, topics(2, 10), {{}, {}, {}}} {
		if _, err := Learn(context.Background(), slices.Values(docs), Options{Dim: 50}); !errors.Is(err, ErrTooLittle) {
			t.Errorf("%d documents: %v", len(docs), err)
		}
	}
}

func TestLearnIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	docs := topics(20, 2000)
	n := 0
	var seq iter.Seq[Bag] = func(yield func(Bag) bool) {
		for _, b := range docs {
			if n++; n == 3000 { // in the second pass
				cancel()
			}
			if !yield(b) {
				return
			}
		}
	}
	if _, err := Learn(ctx, seq, Options{Dim: 16}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestProjectUnknown(t *testing.T) {
	s, err := Learn(context.Background(), slices.Values(topics(20, 300)), Options{Dim: 16})
	if err != nil {
		t.Fatal(err)
	}
	v := vector(s, Bag{Terms: []Term{4_000_000_000}, Counts: []uint16{3}})
	for _, x := range v {
		if x != 0 || math.IsNaN(float64(x)) {
			t.Fatalf("an unknown term has the vector %v", v)
		}
	}
}

func BenchmarkLearn(b *testing.B) {
	docs := topics(200, 5000)
	for b.Loop() {
		if _, err := Learn(context.Background(), slices.Values(docs), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestFile(t *testing.T) {
	s, err := Learn(context.Background(), slices.Values(topics(20, 300)), Options{Dim: 16})
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	n, err := s.WriteTo(&buf)
	if err != nil || n != int64(buf.Len()) {
		t.Fatalf("wrote %d bytes of %d: %v", n, buf.Len(), err)
	}
	file := buf.Bytes()
	again, err := Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(s.rows, again.rows) || !slices.Equal(s.terms, again.terms) || !slices.Equal(s.idf, again.idf) || again.dim != s.dim || again.mark != s.mark {
		t.Error("what was read is not what was written")
	}
	scanned, at, err := Scan(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if scanned.Rows() != nil || scanned.Mark() != s.Mark() || !bytes.Equal(file[at:][:len(s.rows)], s.rows) {
		t.Error("what was scanned is not what was written")
	}
	for i := 0; i < len(file); i += 97 {
		bad := bytes.Clone(file)
		bad[i] ^= 1
		if _, err := Read(bytes.NewReader(bad)); !errors.Is(err, errDamaged) {
			t.Fatalf("a flipped bit at %d: %v", i, err)
		}
		if _, err := Read(bytes.NewReader(file[:i])); !errors.Is(err, errDamaged) {
			t.Fatalf("cut at %d: %v", i, err)
		}
		if _, _, err := Scan(bytes.NewReader(bad)); !errors.Is(err, errDamaged) {
			t.Fatalf("a flipped bit at %d, scanned: %v", i, err)
		}
	}
}

// TestOldFile reads a file whose rows are of int8: they place texts as they did.
func TestOldFile(t *testing.T) {
	var buf bytes.Buffer
	buf.WriteString(magicOld)
	for _, part := range []any{uint32(2), uint32(2), []uint32{5, 9}, []float32{1, 2}, []float32{0.5, 0.25}, []int8{100, -127, 3, 0}} {
		if err := binary.Write(&buf, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	sum := sha256.Sum256(buf.Bytes())
	buf.Write(sum[:])
	if _, _, err := Scan(bytes.NewReader(buf.Bytes())); !errors.Is(err, ErrOld) {
		t.Errorf("scanned: %v", err)
	}
	s, err := Read(bytes.NewReader(buf.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	for term, want := range map[Term][]float32{5: {50, -63.5}, 9: {0.75, 0}} {
		if got := placed(s, Bag{Terms: []Term{term}, Counts: []uint16{1}}); !slices.Equal(got, want) {
			t.Errorf("term %d is at %v, want %v", term, got, want)
		}
	}
	var again bytes.Buffer
	if _, err := s.WriteTo(&again); err != nil {
		t.Fatal(err)
	}
	if scanned, _, err := Scan(&again); err != nil || scanned.Mark() != s.Mark() {
		t.Errorf("written anew it is another: %v", err)
	}
}
