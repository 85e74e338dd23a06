package embedbatch_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"yumori/internal/llm"
	"yumori/internal/llm/embedbatch"
	"yumori/internal/llm/embedcache"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/meter"
	"yumori/internal/llm/openai"
	"yumori/internal/store/storetest"
)

var november = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

const key = "sk-test"

// A fixture is a home with a cache, a strict server, a clock that only waiting
// moves, and a budget that counts.
type fixture struct {
	*storetest.Folder
	t      *testing.T
	srv    *llmtest.BatchServer
	cache  *embedcache.Cache
	budget *meter.Budget
	e      llm.Embedder
	waited []time.Duration
	before func() error // of each wait
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{Folder: storetest.New(t, november), t: t, srv: llmtest.NewOpenAIBatches(t), budget: meter.NewBudget(meter.Cap{Calls: 1 << 20}, llm.Usage{})}
	f.srv.Key = key
	f.srv.Clock = f.Now
	f.open()
	return f
}

func (f *fixture) open() {
	f.t.Helper()
	f.cache = embedcache.New(embedcache.Options{Dir: f.Home.Dir()})
	e, err := openai.NewEmbedder(f.t.Context(), openai.Config{BaseURL: f.srv.URL, Name: "vectors", Key: key, Dim: 8, Tries: 1, Backoff: time.Millisecond})
	if err != nil {
		f.t.Fatal(err)
	}
	f.e = meter.MeteredEmbedder(openai.NewBatcher(e), f.budget)
}

func (f *fixture) runner() *embedbatch.Runner {
	return embedbatch.New(embedbatch.Options{
		Dir: f.Dir, Cache: f.cache, Now: f.Now, Least: 10,
		Wait: func(ctx context.Context, d time.Duration) error {
			if f.before != nil {
				if err := f.before(); err != nil {
					return err
				}
			}
			f.waited = append(f.waited, d)
			f.Time = f.Time.Add(d)
			return ctx.Err()
		},
	})
}

func (f *fixture) job(n int) embedbatch.Job {
	j := embedbatch.Job{Embedder: llm.BatcherOf(f.cache.Embedder(f.e)), Space: f.e.Space(), Task: llm.TaskDocument}
	for i := range n {
		j.Texts = append(j.Texts, fmt.Sprintf("text %d", i), fmt.Sprintf("text %d", i))
	}
	return j
}

// all asks for every text of a job as ever and returns how many were asked for
// by themselves.
func (f *fixture) all(j embedbatch.Job) int {
	f.t.Helper()
	before := len(f.srv.Requests())
	list, err := f.cache.Embedder(f.e).Embed(f.t.Context(), j.Texts, j.Task)
	if err != nil || len(list) != len(j.Texts) {
		f.t.Fatalf("%d vectors: %v", len(list), err)
	}
	direct, err := f.e.Embed(f.t.Context(), j.Texts[:1], j.Task)
	if err != nil || fmt.Sprint(direct[0]) != fmt.Sprint(list[0]) {
		f.t.Errorf("a batch makes another vector: %v and %v, %v", list[0], direct, err)
	}
	asked := 0
	for _, r := range f.srv.Requests()[before:] {
		asked += strings.Count(string(r.Body), `"text `)
	}
	return asked - 1
}

func (f *fixture) took(batches, texts int) {
	f.t.Helper()
	if b, n, _ := f.srv.Batches(); b != batches || n != texts {
		f.t.Errorf("%d batches with %d texts, want %d with %d", b, n, batches, texts)
	}
}

// counted holds the meter to what the server saw.
func (f *fixture) counted() {
	f.t.Helper()
	_, _, own := f.srv.Batches()
	if got, want := f.budget.Used().Calls, own+len(f.srv.Requests()); got != want {
		f.t.Errorf("%d requests counted, the server saw %d", got, want)
	}
	if f.budget.Begun() != f.budget.Used() {
		f.t.Errorf("something is still reserved: %+v", f.budget.Begun())
	}
}

func TestABatch(t *testing.T) {
	f := newFixture(t)
	f.srv.Looks = 5
	j := f.job(40)
	if !f.runner().Worth(j) {
		t.Error("not worth it")
	}
	if err := f.runner().Run(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	f.took(1, 40)
	if n := f.all(j); n != 0 {
		t.Errorf("%d texts were asked for again", n)
	}
	if len(f.waited) != 6 || f.waited[0] != time.Minute || f.waited[5] <= f.waited[0] {
		t.Errorf("waited %v", f.waited)
	}
	if f.srv.Held() != 0 {
		t.Errorf("the server keeps %d files", f.srv.Held())
	}
	if f.runner().Worth(j) || f.runner().Worth(f.job(9)) {
		t.Error("worth it though nothing, or little, is missing")
	}
	if f.budget.Used().Prompt < 40 {
		t.Errorf("%d tokens counted", f.budget.Used().Prompt)
	}
	f.counted()
}

func TestABatchInPart(t *testing.T) {
	f := newFixture(t)
	f.srv.Fails = func(line int) bool { return line < 7 }
	j := f.job(40)
	if err := f.runner().Run(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	f.took(1, 40)
	if n := f.all(j); n != 7 {
		t.Errorf("%d texts were asked for by themselves", n)
	}
	f.counted()
}

// Lines of results that are none cost their texts, and nobody else's vectors.
func TestResultsThatAreNone(t *testing.T) {
	f := newFixture(t)
	n := 0
	foreign := embedcache.KeyOf(f.e.Space(), llm.TaskDocument, "never asked").String()
	f.srv.Spoil = func(line string) string {
		switch n++; n {
		case 1:
			return "{"
		case 2:
			return ""
		case 3:
			return strings.Replace(line, `"status_code":200`, `"status_code":500`, 1)
		case 4:
			return strings.Replace(line, `"embedding":"`, `"embedding":"!`, 1)
		case 5:
			return strings.Replace(line, `"data":[`, `"data":[{"embedding":[1]},`, 1)
		case 6:
			i := strings.Index(line, `"custom_id":"`) + len(`"custom_id":"`)
			return line[:i] + foreign + line[i+len(foreign):]
		case 7:
			return line + "\n" + line
		}
		return line
	}
	j := f.job(40)
	if err := f.runner().Run(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	if n := f.all(j); n != 6 {
		t.Errorf("%d texts were asked for by themselves", n)
	}
	if k, err := embedcache.ParseKey(foreign); err != nil || f.cache.Has(k) {
		t.Errorf("a vector was kept that nobody asked for; %v", err)
	}
}

// What came of a batch that did not end well is used; two of them in a row, and
// no more are sent until that is forgotten.
func TestBatchesThatFail(t *testing.T) {
	for end, came := range map[string]int{"expired": 20, "cancelled": 20, "failed": 0} {
		t.Run(end, func(t *testing.T) {
			f := newFixture(t)
			f.srv.Ends = []string{end}
			j := f.job(40)
			for i := range 2 {
				if err := f.runner().Run(t.Context(), j); err == nil || errors.Is(err, embedbatch.ErrOff) || !strings.Contains(err.Error(), end) {
					t.Errorf("batch %d: %v", i, err)
				}
			}
			if err := f.runner().Run(t.Context(), j); !errors.Is(err, embedbatch.ErrOff) || f.runner().Worth(j) {
				t.Errorf("after two: %v", err)
			}
			if b, _, _ := f.srv.Batches(); b != 2 {
				t.Errorf("%d batches were sent", b)
			}
			rest := 40 - came
			if came > 0 {
				rest = 10 // of the 20 that were left half came with the second
			}
			if n := f.all(j); n != rest {
				t.Errorf("%d texts were asked for by themselves, want %d", n, rest)
			}
			if f.srv.Held() != 0 {
				t.Errorf("the server keeps %d files", f.srv.Held())
			}
			f.counted()
			if err := f.runner().Forget(t.Context(), j.Embedder); err != nil {
				t.Fatal(err)
			}
			f.srv.Ends = nil
			more := f.job(80)
			if err := f.runner().Run(t.Context(), more); err != nil {
				t.Errorf("after it was forgotten: %v", err)
			}
		})
	}
}

// A success between two failures counts anew.
func TestTwoInARow(t *testing.T) {
	f := newFixture(t)
	f.srv.Ends = []string{"failed", "completed", "failed", "completed"}
	for i, fails := range []bool{true, false, true, false} {
		if err := f.runner().Run(t.Context(), f.job(20*(i+1))); (err != nil) != fails {
			t.Errorf("batch %d: %v", i, err)
		}
	}
}

func TestBatchesThatAreRefused(t *testing.T) {
	f := newFixture(t)
	f.srv.Refuse = 500
	j := f.job(20)
	for range 2 {
		if err := f.runner().Run(t.Context(), j); !errors.Is(err, llm.ErrUnavailable) {
			t.Errorf("%v", err)
		}
	}
	if err := f.runner().Run(t.Context(), j); !errors.Is(err, embedbatch.ErrOff) {
		t.Errorf("%v", err)
	}
	f.counted()
	if n := f.all(j); n != 20 {
		t.Errorf("%d texts were asked for by themselves", n)
	}
}

// A batch that never ends is given up after a day and a bit.
func TestABatchWithoutEnd(t *testing.T) {
	f := newFixture(t)
	f.srv.Looks = 1 << 30
	if err := f.runner().Run(t.Context(), f.job(20)); err == nil {
		t.Error("it ended")
	}
	if past := f.Time.Sub(november); past < 24*time.Hour || past > 26*time.Hour {
		t.Errorf("given up after %v", past)
	}
	if _, _, n := f.srv.Batches(); n > 200 {
		t.Errorf("%d requests for one batch", n)
	}
	if f.srv.Held() != 0 {
		t.Errorf("the server keeps %d files", f.srv.Held())
	}
	f.counted()
}

// The program ends while a batch is under way: it is fetched by the next one,
// and not sent again.
func TestABatchOutlastsTheProgram(t *testing.T) {
	f := newFixture(t)
	f.srv.Looks = 3
	ctx, cancel := context.WithCancel(t.Context())
	f.before = func() error {
		if len(f.waited) == 2 {
			cancel()
			return ctx.Err()
		}
		return nil
	}
	j := f.job(40)
	if err := f.runner().Run(ctx, j); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	f.before = nil
	f.Restart(t, nil)
	f.open()
	j = f.job(45)
	if !f.runner().Worth(embedbatch.Job{Space: j.Space}) {
		t.Error("the batch that is under way is forgotten")
	}
	if err := f.runner().Run(t.Context(), j); err != nil {
		t.Fatal(err)
	}
	f.took(1, 40)
	if n := f.all(j); n != 5 {
		t.Errorf("%d texts were asked for by themselves", n)
	}
	f.counted()
}

// A crash while a batch is sent: one that the provider took is found by its name and
// not paid again, one that it did not take leaves nothing there.
func TestAKillWhileABatchIsSent(t *testing.T) {
	for _, tt := range []struct {
		name  string
		kill  func(*fixture, func())
		other int // batches of others on the account
	}{
		{"after it was taken", func(f *fixture, kill func()) { f.srv.Taken = func() bool { kill(); return true } }, 0},
		{"after it was taken, among many", func(f *fixture, kill func()) { f.srv.Taken = func() bool { kill(); return true } }, 7},
		{"after the upload", func(f *fixture, kill func()) { f.srv.Uploaded = kill }, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t)
			f.srv.Page = 2
			ctx, kill := context.WithCancel(t.Context())
			tt.kill(f, kill)
			if err := f.runner().Run(ctx, f.job(40)); !errors.Is(err, context.Canceled) {
				t.Fatalf("%v", err)
			}
			f.srv.Taken, f.srv.Uploaded = nil, nil
			f.Restart(t, nil)
			f.open()
			for i := range tt.other {
				f.others(i)
			}
			if j := f.job(40); !f.runner().Worth(embedbatch.Job{Space: j.Space}) {
				t.Error("nobody looks for the batch")
			} else if err := f.runner().Run(t.Context(), j); err != nil {
				t.Fatal(err)
			}
			f.took(1+tt.other, 40+tt.other)
			if n := f.all(f.job(40)); n != 0 {
				t.Errorf("%d texts were asked for again", n)
			}
			if f.srv.Held() != tt.other {
				t.Errorf("the server keeps %d files", f.srv.Held())
			}
			f.counted()
		})
	}
}

// others has another program of the same account send a batch.
func (f *fixture) others(i int) {
	f.t.Helper()
	key := embedcache.KeyOf(f.e.Space(), llm.TaskDocument, fmt.Sprint("of others ", i)).String()
	if _, err := llm.BatcherOf(f.e).Submit(f.t.Context(), fmt.Sprint("other-", i), []llm.Labelled{{Label: key, Text: "of others"}}); err != nil {
		f.t.Fatal(err)
	}
}

// The answer to a batch is lost, and the server is away for a while: it is sent
// once.
func TestALostAnswer(t *testing.T) {
	f := newFixture(t)
	f.srv.Taken = func() bool { return false }
	away := 3
	f.before = func() error {
		f.srv.Answer(503)
		if away--; away <= 0 {
			f.srv.Answer(0)
		}
		return nil
	}
	if err := f.runner().Run(t.Context(), f.job(40)); err != nil {
		t.Fatal(err)
	}
	f.took(1, 40)
	if n := f.all(f.job(40)); n != 0 {
		t.Errorf("%d texts were asked for again", n)
	}
	if f.srv.Held() != 0 {
		t.Errorf("the server keeps %d files", f.srv.Held())
	}
	f.counted()
}

// A batch of which nobody knows whether it was taken is ended when batches are no
// longer wanted.
func TestForgettingABatchThatMayBe(t *testing.T) {
	f := newFixture(t)
	f.srv.Looks = 1 << 30
	ctx, kill := context.WithCancel(t.Context())
	f.srv.Taken = func() bool { kill(); return true }
	j := f.job(40)
	if err := f.runner().Run(ctx, j); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	if err := f.runner().Forget(t.Context(), j.Embedder); err != nil || f.srv.Held() != 0 {
		t.Errorf("the server keeps %d files; %v", f.srv.Held(), err)
	}
	if f.runner().Worth(embedbatch.Job{Space: j.Space}) {
		t.Error("it is remembered")
	}
}

// A budget that is spent lets nothing be sent, and is no failure of batches.
func TestABudgetHolds(t *testing.T) {
	f := newFixture(t)
	f.budget.Limit(meter.Cap{Tokens: 10})
	for range 3 {
		if err := f.runner().Run(t.Context(), f.job(40)); !errors.Is(err, meter.ErrBudget) {
			t.Errorf("%v", err)
		}
	}
	if _, _, n := f.srv.Batches(); n != 0 || f.budget.Used().Calls != 0 {
		t.Errorf("%d requests, %+v counted", n, f.budget.Used())
	}
	f.budget.Limit(meter.Cap{})
	if err := f.runner().Run(t.Context(), f.job(40)); err != nil {
		t.Error(err)
	}
}

// What is known of batches may be damaged or of another model.
func TestWhatIsKnownOfBatches(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "no JSON": "{", "another model": `{"model":"other","dim":8,"failed":2,"batch":{"id":"batch_9"}}`,
		"another dimension": `{"model":"openai/vectors","dim":9,"failed":2}`, "a list": "[]",
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			if err := os.MkdirAll(f.FilePath(".index"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(f.FilePath(embedbatch.Name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := f.runner().Run(t.Context(), f.job(20)); err != nil {
				t.Error(err)
			}
			f.took(1, 20)
		})
	}
	f := newFixture(t)
	f.PutFile(t, embedbatch.Name, `{"model":"openai/vectors","dim":8,"batch":{"id":"batch_9"},"keys":["x"],"sent":"2026-11-23T12:00:00Z"}`)
	if err := f.runner().Run(t.Context(), f.job(20)); err == nil {
		t.Error("a batch that the server does not know came")
	}
	if err := f.runner().Run(t.Context(), f.job(20)); err != nil {
		t.Error(err)
	}
}
