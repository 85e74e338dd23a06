package embedcache_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/embedcache"
	"yumori/internal/store/storetest"
)

var november = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// A hashing embedder makes a vector of model, dimension, task and text, and
// counts how often it was asked for each text.
type hashing struct {
	space llm.Space

	mu    sync.Mutex
	asked map[string]int
	fail  error
	hold  chan struct{} // closed to let calls go on; nil: they are not held up
	began chan struct{} // gets one for each call that is held up
}

func embedder(model string, dim int) *hashing {
	return &hashing{space: llm.Space{Model: model, Dim: dim}, asked: map[string]int{}}
}

func (h *hashing) Space() llm.Space { return h.space }

func (h *hashing) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	h.mu.Lock()
	fail, hold := h.fail, h.hold
	for _, t := range texts {
		h.asked[string(task)+":"+t]++
	}
	h.mu.Unlock()
	if hold != nil {
		h.began <- struct{}{}
		<-hold
	}
	if fail != nil {
		return nil, fail
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = vectorFor(h.space, task, t)
	}
	return out, ctx.Err()
}

func (h *hashing) total() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, k := range h.asked {
		n += k
	}
	return n
}

func vectorFor(space llm.Space, task llm.Task, text string) []float32 {
	v, sum := make([]float32, space.Dim), 0.0
	for i := range v {
		f := fnv.New32a()
		_, _ = fmt.Fprint(f, space.Model, space.Dim, task, text, i)
		v[i] = float32(f.Sum32()%1000) + 1
		sum += float64(v[i]) * float64(v[i])
	}
	for i := range v {
		v[i] = float32(float64(v[i]) / math.Sqrt(sum))
	}
	return v
}

func cacheIn(h *storetest.Home, limit int64) *embedcache.Cache {
	return embedcache.New(embedcache.Options{Dir: h.Dir(), Limit: func() int64 { return limit }})
}

// wants asks for vectors and looks whether they are the right ones.
func wants(t *testing.T, c *embedcache.Cache, e *hashing, task llm.Task, texts ...string) {
	t.Helper()
	got, err := c.Embedder(e).Embed(t.Context(), texts, task)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		if !slices.Equal(got[i], vectorFor(e.space, task, text)) {
			t.Fatalf("the vector of %q is another", text)
		}
	}
}

func numbered(n int) (texts []string) {
	for i := range n {
		texts = append(texts, fmt.Sprintf("text %d", i))
	}
	return texts
}

func TestNothingIsAskedForTwice(t *testing.T) {
	home := storetest.New(t, november)
	e, c := embedder("one", 8), cacheIn(home.Home, 0)
	texts := numbered(50)
	wants(t, c, e, llm.TaskDocument, append(texts, "text 3", "text 3")...)
	wants(t, c, e, llm.TaskDocument, texts[10:20]...)
	wants(t, c, e, llm.TaskDocument, append(texts[40:], "new")...)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	home.Restart(t, nil)
	wants(t, cacheIn(home.Home, 0), e, llm.TaskDocument, append(texts, "new")...)
	for text, n := range e.asked {
		if n != 1 {
			t.Errorf("%q was asked for %d times", text, n)
		}
	}
	if len(e.asked) != 51 {
		t.Errorf("%d texts were asked for", len(e.asked))
	}
}

// What differs in model, dimension or task has another vector, in one file,
// before a restart and after it.
func TestModelsNeverMix(t *testing.T) {
	home := storetest.New(t, november)
	list := []*hashing{embedder("one", 8), embedder("two", 8), embedder("one", 16), embedder("one 8", 8), embedder("", 1)}
	for range 2 {
		c := cacheIn(home.Home, 0)
		for _, e := range list {
			for _, task := range []llm.Task{llm.TaskDocument, llm.TaskQuery} {
				wants(t, c, e, task, "document\nhello", "hello", "")
			}
		}
		home.Restart(t, nil)
	}
	for _, e := range list {
		if e.total() != 6 {
			t.Errorf("%v was asked for %d texts", e.space, e.total())
		}
	}
}

type undirected struct{ *hashing }

func (undirected) Undirected() {}

// A model that knows no tasks is asked once for what is a question and a text.
func TestUndirectedModelsKnowNoTask(t *testing.T) {
	home := storetest.New(t, november)
	e, c := embedder("one", 8), cacheIn(home.Home, 0)
	for _, task := range []llm.Task{llm.TaskQuery, llm.TaskDocument, llm.TaskQuery} {
		if _, err := c.Embedder(undirected{e}).Embed(t.Context(), []string{"a"}, task); err != nil {
			t.Fatal(err)
		}
	}
	if e.total() != 1 {
		t.Errorf("asked %d times", e.total())
	}
}

// The file is cut at every byte: no vector is another than it was, what is
// lost is asked for again, and no more than what is lost.
func TestTornTail(t *testing.T) {
	home := storetest.New(t, november)
	e := embedder("one", 4)
	texts := numbered(3)
	for _, text := range texts {
		wants(t, cacheIn(home.Home, 0), e, llm.TaskDocument, text)
	}
	path := filepath.Join(home.Root, filepath.FromSlash(embedcache.Name))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(whole) + 1 {
		home.Restart(t, func() { write(t, path, whole[:cut]) })
		again := embedder("one", 4)
		wants(t, cacheIn(home.Home, 0), again, llm.TaskDocument, texts...)
		lines := 0
		for _, b := range whole[:cut] {
			if b == '\n' {
				lines++
			}
		}
		if again.total() != len(texts)-lines {
			t.Errorf("cut at %d: asked for %d texts, %d lines are whole", cut, again.total(), lines)
		}
		if left, _ := filepath.Glob(path + ".tail-*"); len(left) > 0 {
			t.Errorf("cut at %d: leaves %q", cut, left)
		}
	}
}

// Every byte is damaged in turn: no vector is another than it was.
func TestDamage(t *testing.T) {
	home := storetest.New(t, november)
	wants(t, cacheIn(home.Home, 0), embedder("one", 4), llm.TaskDocument, "a", "b")
	path := filepath.Join(home.Root, filepath.FromSlash(embedcache.Name))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for at := range whole {
		bad := slices.Clone(whole)
		bad[at] ^= 4
		home.Restart(t, func() { write(t, path, bad) })
		e, c := embedder("one", 4), cacheIn(home.Home, 0)
		wants(t, c, e, llm.TaskDocument, "a", "b")
		wants(t, c, e, llm.TaskDocument, "a", "b")
		asked += e.total()
		if e.total() > 2 {
			t.Errorf("byte %d: asked for %d texts", at, e.total())
		}
	}
	if asked < len(whole)/2 {
		t.Errorf("of %d damaged files %d were noticed", len(whole), asked)
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// The file keeps to its limit: what was used longest ago goes, also when that
// use was before a restart.
func TestWhatWasUsedLongestAgoGoes(t *testing.T) {
	home := storetest.New(t, november)
	const limit = 64 << 10
	e, c := embedder("one", 64), cacheIn(home.Home, limit)
	for i := range 40 {
		wants(t, c, e, llm.TaskDocument, fmt.Sprintf("old %d", i))
	}
	wants(t, c, e, llm.TaskDocument, "old 0", "old 1")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	home.Restart(t, nil)
	c = cacheIn(home.Home, limit)
	path := filepath.Join(home.Root, filepath.FromSlash(embedcache.Name))
	for i := range 120 {
		wants(t, c, e, llm.TaskDocument, fmt.Sprintf("new %d", i))
		if fi, err := os.Stat(path); err != nil || fi.Size() > limit {
			t.Fatalf("after %d it takes %d bytes; %v", i, fi.Size(), err)
		}
		if i == 60 {
			wants(t, c, e, llm.TaskDocument, "old 0", "old 1")
			if e.asked["document:old 0"] != 1 || e.asked["document:old 1"] != 1 {
				t.Error("what was used again went")
			}
		}
	}
	wants(t, c, e, llm.TaskDocument, "old 0", "new 119", "new 100")
	if e.asked["document:new 119"] != 1 || e.asked["document:new 100"] != 1 {
		t.Error("what is newest went")
	}
	if c.Has(embedcache.KeyOf(e.space, llm.TaskDocument, "old 7")) {
		t.Error("what was used longest ago is still there")
	}
	home.Restart(t, nil)
	before := e.total()
	wants(t, cacheIn(home.Home, limit), e, llm.TaskDocument, "new 119", "new 118")
	if e.total() != before {
		t.Error("what was kept is lost with a restart")
	}
}

// A file that is deleted, cut or replaced while the program runs costs its
// texts, and nothing else.
func TestTheFileMayBeDeleted(t *testing.T) {
	home := storetest.New(t, november)
	e, c := embedder("one", 8), cacheIn(home.Home, 0)
	path := filepath.Join(home.Root, filepath.FromSlash(embedcache.Name))
	texts := numbered(20)
	wants(t, c, e, llm.TaskDocument, texts...)
	for name, harm := range map[string]func() error{
		"deleted":  func() error { return os.Remove(path) },
		"cut":      func() error { return os.Truncate(path, 300) },
		"emptied":  func() error { return os.Truncate(path, 0) },
		"replaced": func() error { return os.WriteFile(path, []byte("{\"k\":\"hello\n\n{}\n"), 0o600) },
		"no file":  func() error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) },
	} {
		if err := harm(); err != nil {
			t.Fatal(name, err)
		}
		wants(t, c, e, llm.TaskDocument, texts...)
		wants(t, c, e, llm.TaskDocument, "more "+name)
		if name == "no file" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		wants(t, c, e, llm.TaskDocument, texts...)
	}
	before := e.total()
	wants(t, c, e, llm.TaskDocument, texts...)
	if e.total() != before {
		t.Error("nothing is kept any more")
	}
}

// Two who want the same text at the same time ask for it once; when the one
// who asks fails, the other asks.
func TestTwoAtATime(t *testing.T) {
	home := storetest.New(t, november)
	c := cacheIn(home.Home, 0)
	for name, fail := range map[string]error{"well": nil, "badly": errors.New("down")} {
		e := embedder(name, 8)
		e.hold, e.began, e.fail = make(chan struct{}), make(chan struct{}, 2), fail
		first, second := make(chan error, 1), make(chan error, 1)
		ask := func(to chan error, texts ...string) {
			got, err := c.Embedder(e).Embed(context.Background(), texts, llm.TaskDocument)
			for i, v := range got {
				if !slices.Equal(v, vectorFor(e.space, llm.TaskDocument, texts[i])) {
					err = fmt.Errorf("another vector for %q", texts[i])
				}
			}
			to <- err
		}
		go ask(first, "a", "b")
		<-e.began
		e.mu.Lock()
		e.fail = nil // for whoever asks from now on
		e.mu.Unlock()
		go ask(second, "c", "b")
		<-e.began // of "c"
		e.mu.Lock()
		close(e.hold)
		e.hold = nil
		e.mu.Unlock()
		if err := <-first; !errors.Is(err, fail) {
			t.Errorf("%s: the first got %v", name, err)
		}
		if err := <-second; err != nil {
			t.Errorf("%s: the second got %v", name, err)
		}
		want := 1
		if fail != nil {
			want = 2
		}
		if e.asked["document:b"] != want || e.asked["document:c"] != 1 {
			t.Errorf("%s: asked for %v", name, e.asked)
		}
	}
}

// Who waits for another's asking does not wait longer than they want.
func TestWaitingEnds(t *testing.T) {
	home := storetest.New(t, november)
	c, e := cacheIn(home.Home, 0), embedder("one", 8)
	e.hold, e.began = make(chan struct{}), make(chan struct{}, 1)
	over := make(chan struct{})
	go func() {
		defer close(over)
		_, _ = c.Embedder(e).Embed(context.Background(), []string{"a"}, llm.TaskDocument)
	}()
	<-e.began
	ctx, cancel := context.WithCancel(t.Context())
	cancel2 := time.AfterFunc(time.Millisecond, cancel)
	defer cancel2.Stop()
	if _, err := c.Embedder(e).Embed(ctx, []string{"a"}, llm.TaskDocument); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	close(e.hold)
	<-over
}

// An answer that is none is not kept, and told.
func TestBadAnswersAreNotKept(t *testing.T) {
	home := storetest.New(t, november)
	c := cacheIn(home.Home, 0)
	good := embedder("one", 8)
	for name, spoil := range map[string]func([][]float32) [][]float32{
		"too few": func(v [][]float32) [][]float32 { return v[:1] },
		"short":   func(v [][]float32) [][]float32 { v[1] = v[1][:3]; return v },
		"long":    func(v [][]float32) [][]float32 { v[0][0] = 7; return v },
		"NaN":     func(v [][]float32) [][]float32 { v[0][0] = float32(math.NaN()); return v },
		"none":    func([][]float32) [][]float32 { return nil },
	} {
		if _, err := c.Embedder(spoiling{good, spoil}).Embed(t.Context(), []string{"a", "b"}, llm.TaskDocument); !errors.Is(err, llm.ErrBadAnswer) {
			t.Errorf("%s: %v", name, err)
		}
	}
	good.asked = map[string]int{}
	wants(t, c, good, llm.TaskDocument, "a", "b")
	if good.total() != 2 {
		t.Error("something of a bad answer was kept")
	}
}

type spoiling struct {
	*hashing
	spoil func([][]float32) [][]float32
}

func (s spoiling) Embed(ctx context.Context, texts []string, task llm.Task) ([][]float32, error) {
	list, err := s.hashing.Embed(ctx, texts, task)
	return s.spoil(list), err
}

func TestKeysReadBack(t *testing.T) {
	k := embedcache.KeyOf(llm.Space{Model: "m", Dim: 3}, llm.TaskDocument, "x")
	if got, err := embedcache.ParseKey(k.String()); err != nil || got != k || len(k.String()) != 43 {
		t.Errorf("%v %v", got, err)
	}
	for _, s := range []string{"", "x", k.String() + "=", k.String()[:42], k.String()[:42] + "\n"} {
		if _, err := embedcache.ParseKey(s); err == nil {
			t.Errorf("%q is taken for a key", s)
		}
	}
}

// Whatever stands in the file, what comes out is a vector.
func FuzzFile(f *testing.F) {
	space := llm.Space{Model: "one", Dim: 2}
	k := embedcache.KeyOf(space, llm.TaskDocument, "a").String()
	f.Add([]byte(`{"k":"` + k + `","c":0,"v":"AAAA"}` + "\n"))
	f.Add([]byte(`{"used":["` + k + `"]}` + "\n\x00\n"))
	f.Add([]byte(`{"k":"` + k))
	f.Fuzz(func(t *testing.T, data []byte) {
		home := storetest.New(t, november)
		path := filepath.Join(home.Root, filepath.FromSlash(embedcache.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, data)
		got, err := cacheIn(home.Home, 0).Embedder(embedder("one", 2)).Embed(t.Context(), []string{"a", "b"}, llm.TaskDocument)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range got {
			if len(v) != 2 || math.Abs(float64(v[0])*float64(v[0])+float64(v[1])*float64(v[1])-1) > 0.03 {
				t.Fatalf("%v", v)
			}
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	home := storetest.New(b, november)
	c, space := cacheIn(home.Home, 1<<40), llm.Space{Model: "one", Dim: 768}
	const n = 60_000
	v := vectorFor(space, llm.TaskDocument, "x")
	for i := 0; i < n; i += 1000 {
		var items []embedcache.Item
		for j := range 1000 {
			items = append(items, embedcache.Item{Key: embedcache.KeyOf(space, llm.TaskDocument, fmt.Sprint(i+j)), Vector: v})
		}
		if err := c.Put(items); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			cacheIn(home.Home, 1<<40).Has(embedcache.Key{})
		}
	})
	b.Run("find 20", func(b *testing.B) {
		e := c.Embedder(embedder("one", 768))
		for i := 0; b.Loop(); i = (i + 20) % n {
			var texts []string
			for j := range 20 {
				texts = append(texts, fmt.Sprint(i+j))
			}
			if _, err := e.Embed(b.Context(), texts, llm.TaskDocument); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("trim", func(b *testing.B) {
		fi, err := os.Stat(filepath.Join(home.Root, filepath.FromSlash(embedcache.Name)))
		if err != nil {
			b.Fatal(err)
		}
		small := cacheIn(home.Home, fi.Size())
		for i := 0; b.Loop(); i++ {
			if err := small.Put([]embedcache.Item{{Key: embedcache.KeyOf(space, llm.TaskQuery, fmt.Sprint(i)), Vector: v}}); err != nil {
				b.Fatal(err)
			}
			b.StopTimer()
			small = cacheIn(home.Home, 1<<20)
			b.StartTimer()
		}
	})
}
