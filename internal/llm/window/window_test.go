package window

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"yumori/internal/llm"
)

func TestOfFamily(t *testing.T) {
	for name, want := range map[string]int{
		"gpt-4o":                              128_000,
		"gpt-4o-mini-2024-07-18":              128_000,
		"openai/gpt-4o":                       128_000,
		"GPT-4o ":                             128_000,
		"gpt-4":                               8_192,
		"gpt-4-0613":                          8_192,
		"gpt-4-turbo-2024-04-09":              128_000,
		"gpt-4-1106-preview":                  128_000,
		"gpt-4-32k-0613":                      32_768,
		"gpt-4.1-nano":                        1_047_576,
		"gpt-3.5-turbo-0125":                  16_385,
		"gpt-5":                               400_000,
		"gpt-5.2-mini":                        400_000,
		"gpt-5-chat-latest":                   128_000,
		"gpt-5.3-codex-spark":                 128_000,
		"gpt-6-luna":                          1_050_000,
		"o1-mini":                             128_000,
		"o1":                                  200_000,
		"o3-pro":                              200_000,
		"o4-mini-2025-04-16":                  200_000,
		"claude-opus-4-6":                     200_000,
		"anthropic/claude-sonnet-4.5:beta":    200_000,
		"claude-instant-1.2":                  100_000,
		"gemini-2.5-flash":                    1_048_576,
		"google/gemini-3.1-pro-preview":       1_048_576,
		"gemini-2.5-flash-image":              32_768,
		"grok-4-fast":                         256_000,
		"grok-3-mini":                         131_072,
		"mistral-large-latest":                128_000,
		"mistral-small-2506":                  128_000,
		"deepseek-chat":                       128_000,
		"":                                    0,
		"llama3":                              0,
		"meta-llama/llama-3.3-70b":            0, // as many windows as hosts
		"qwen3":                               0,
		"my-gpt-4o-clone":                     0,
		"gpt-4-something-nobody-has-heard-of": 0,
	} {
		if got := OfFamily(name); got != want {
			t.Errorf("%q: %d, want %d", name, got, want)
		}
	}
}

// TestTable: every line is a pattern and a number that can be, and is reached.
func TestTable(t *testing.T) {
	lines := 0
	for line := range strings.Lines(families) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines++
		}
	}
	if lines != len(table()) || lines < 30 {
		t.Errorf("%d of %d lines are read", len(table()), lines)
	}
	for _, f := range table() {
		if f.tokens < Least || f.tokens > Most || f.pattern != strings.ToLower(f.pattern) {
			t.Errorf("line %+v", f)
		}
		if got := OfFamily(strings.ReplaceAll(f.pattern, "*", "")); got == 0 {
			t.Errorf("%q fits nothing", f.pattern)
		}
		if got := OfFamily(strings.ReplaceAll(f.pattern, "*", "-x")); got != f.tokens && strings.HasSuffix(f.pattern, "*") {
			t.Errorf("%q is hidden by a line before it", f.pattern)
		}
	}
}

// A server that is asked.
type asked struct {
	answer Answer
	err    error
	times  int
}

func (a *asked) ask(context.Context) (Answer, error) {
	a.times++
	return a.answer, a.err
}

func tooLong(limit int) error {
	return &llm.Error{Provider: "p", Op: "generate", Kind: llm.ErrTooLong, Limit: limit}
}

// request returns a request that is estimated as about n tokens.
func request(n int) llm.Request {
	const some = 1_000
	words := n * some / llm.EstimateTokens(strings.Repeat("talk ", some))
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Text: strings.Repeat("talk ", words)}}}
}

func TestOrder(t *testing.T) {
	for _, tt := range []struct {
		name string
		opt  Options
		says *asked
		want llm.Window
	}{
		{"nothing", Options{}, nil, llm.Window{}},
		{"unknown name", Options{Family: "nobody"}, nil, llm.Window{}},
		{"table", Options{Family: "gpt-4o"}, nil, llm.Window{Tokens: 128_000, From: llm.WindowTable}},
		{"server before table", Options{Family: "gpt-4o"}, &asked{answer: Answer{Tokens: 64_000}}, llm.Window{Tokens: 64_000, From: llm.WindowServed}},
		{"server that says nothing", Options{Family: "gpt-4o"}, &asked{}, llm.Window{Tokens: 128_000, From: llm.WindowTable}},
		{"server that fails", Options{Family: "gpt-4o"}, &asked{err: errors.New("no")}, llm.Window{Tokens: 128_000, From: llm.WindowTable}},
		{"setting before server", Options{Set: 9_000, Family: "gpt-4o"}, &asked{answer: Answer{Tokens: 64_000}}, llm.Window{Tokens: 9_000, From: llm.WindowSet}},
	} {
		if tt.says != nil {
			tt.opt.Ask = tt.says.ask
		}
		if got := New(tt.opt).Measure(t.Context()); got != tt.want {
			t.Errorf("%s: %+v", tt.name, got)
		}
		if tt.opt.Set > 0 && tt.says.times > 0 {
			t.Errorf("%s: asked for nothing", tt.name)
		}
	}
	g := New(Options{Set: 9_000})
	g.Refused(request(8_000), tooLong(4_096))
	if got, want := g.Measure(t.Context()), (llm.Window{Tokens: 4_096, From: llm.WindowLearned}); got != want {
		t.Errorf("learned: %+v", got)
	}
}

func TestAnswersHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &asked{answer: Answer{Tokens: 8_192, Keep: time.Minute}}
		g := New(Options{Ask: s.ask})
		for range 5 {
			g.Measure(t.Context())
		}
		if s.times != 1 {
			t.Errorf("asked %d times in a minute", s.times)
		}
		time.Sleep(time.Minute + time.Second)
		s.answer.Tokens = 4_096
		if got := g.Measure(t.Context()).Tokens; got != 4_096 || s.times != 2 {
			t.Errorf("%d after %d questions", got, s.times)
		}
		time.Sleep(time.Minute + time.Second)
		s.err = errors.New("connection refused")
		for range 3 {
			if got := g.Measure(t.Context()).Tokens; got != 4_096 {
				t.Errorf("forgot: %d", got)
			}
		}
		if s.times != 5 || g.Problem() == nil {
			t.Errorf("asked %d times: after an error it is asked again", s.times)
		}
		s.err = nil
		if g.Measure(t.Context()); g.Problem() != nil {
			t.Errorf("problem %v", g.Problem())
		}
	})
}

// A server that never answers costs two seconds once a minute, however many
// ask at the same time.
func TestAServerThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		times := 0
		g := New(Options{Family: "gpt-4o", Ask: func(ctx context.Context) (Answer, error) {
			times++
			<-ctx.Done()
			return Answer{}, ctx.Err()
		}})
		start := time.Now()
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if got := g.Measure(t.Context()); got.From != llm.WindowTable {
					t.Errorf("%+v", got)
				}
			})
		}
		wg.Wait()
		g.Measure(t.Context())
		if took := time.Since(start); took > patience {
			t.Errorf("took %v", took)
		}
		if times != 1 || g.Problem() == nil {
			t.Errorf("asked %d times, %v", times, g.Problem())
		}
		time.Sleep(pause + time.Second)
		if g.Measure(t.Context()); times != 2 {
			t.Errorf("asked %d times after a minute", times)
		}
	})
}

// A caller that leaves is not the server's fault.
func TestACallerThatLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &asked{answer: Answer{Tokens: 8_192, Keep: Lasting}}
		g := New(Options{Ask: s.ask})
		gone, leave := context.WithCancel(t.Context())
		leave()
		g.Measure(gone)
		if got := g.Measure(t.Context()).Tokens; got != 8_192 || g.Problem() != nil {
			t.Errorf("%d, %v", got, g.Problem())
		}
	})
}

func TestLies(t *testing.T) {
	for _, n := range []int{-1, 1, 511, Most + 1, 1 << 40} {
		g := New(Options{Family: "gpt-4o", Ask: (&asked{answer: Answer{Tokens: n, Keep: time.Minute}}).ask})
		if got := g.Measure(t.Context()); got.From != llm.WindowTable || g.Problem() == nil {
			t.Errorf("%d is believed: %+v, %v", n, got, g.Problem())
		}
	}
	for _, n := range []int{512, 1_024, Most} {
		g := New(Options{Ask: (&asked{answer: Answer{Tokens: n, Keep: time.Minute}}).ask})
		if got := g.Measure(t.Context()); got.Tokens != n || g.Problem() != nil {
			t.Errorf("%d: %+v, %v", n, got, g.Problem())
		}
	}
}

func TestLessons(t *testing.T) {
	picture := request(20_000)
	picture.Messages[0].Attachments = []llm.Attachment{{Name: "a.png", MIME: "image/png", Data: []byte("x")}}
	for _, tt := range []struct {
		name string
		set  int
		req  llm.Request
		err  error
		want int // 0: nothing learned
	}{
		{"a limit", 100_000, request(50_000), tooLong(8_192), 8_192},
		{"a limit below what is assumed", 0, request(20_000), tooLong(4_096), 4_096},
		{"a limit that was known: the count was too low", 8_192, request(7_000), tooLong(8_192), 6_144},
		{"a limit that was known, and a request that does not care", 8_192, request(20_000), tooLong(8_192), 0},
		{"no limit", 100_000, request(90_000), tooLong(0), 45_000},
		{"no limit, the request larger than the window", 10_000, request(90_000), tooLong(0), 5_000},
		{"no limit, unknown window", 0, request(60_000), tooLong(0), llm.AssumedWindow / 2},
		{"a limit that cannot be", 100_000, request(4_000), tooLong(3), 2_000},
		{"a short request", 100_000, request(100), tooLong(0), 0},
		{"a picture", 100_000, picture, tooLong(0), 0},
		{"a picture and a limit", 100_000, picture, tooLong(8_192), 8_192},
		{"another failure", 100_000, request(50_000), &llm.Error{Kind: llm.ErrRateLimited, Limit: 8_192}, 0},
		{"no failure", 100_000, request(50_000), nil, 0},
		{"the context's", 100_000, request(50_000), context.Canceled, 0},
	} {
		g := New(Options{Set: tt.set})
		g.Refused(tt.req, tt.err)
		got := g.Known()
		if got.From == llm.WindowLearned != (tt.want > 0) || tt.want > 0 && (got.Tokens < tt.want*99/100 || got.Tokens > tt.want*101/100) {
			t.Errorf("%s: %+v, want %d", tt.name, got, tt.want)
		}
	}
	g := New(Options{Set: 900})
	for range 20 {
		g.Refused(request(400), tooLong(900))
	}
	if got := g.Known().Tokens; got != Least {
		t.Errorf("the smallest is %d", got)
	}
}

// A server of one's own that is started with a larger window is believed again;
// one that goes on saying what is not so is not.
func TestALessonHoldsAgainstWhatWasSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &asked{answer: Answer{Tokens: 1_000_000, Keep: time.Minute}}
		g := New(Options{Ask: s.ask})
		g.Measure(t.Context())
		g.Refused(request(20_000), tooLong(8_192))
		for range 3 {
			time.Sleep(2 * time.Minute)
			if got, want := g.Measure(t.Context()), (llm.Window{Tokens: 8_192, From: llm.WindowLearned}); got != want {
				t.Errorf("the lie is believed again: %+v", got)
			}
		}
		s.answer.Tokens = 16_384
		time.Sleep(2 * time.Minute)
		if got, want := g.Measure(t.Context()), (llm.Window{Tokens: 16_384, From: llm.WindowServed}); got != want {
			t.Errorf("after a new start: %+v", got)
		}
	})
}

// What is learned before the server was heard is not forgotten for its first
// word.
func TestALessonBeforeTheFirstQuestion(t *testing.T) {
	g := New(Options{Ask: (&asked{answer: Answer{Tokens: 1_000_000, Keep: time.Minute}}).ask})
	g.Refused(request(20_000), tooLong(8_192))
	if got := g.Measure(t.Context()).Tokens; got != 8_192 {
		t.Errorf("%d", got)
	}
}

func TestConcurrency(t *testing.T) {
	g := New(Options{Family: "gpt-4o", Ask: func(context.Context) (Answer, error) { return Answer{Tokens: 8_192}, nil }})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				g.Measure(t.Context())
				g.Refused(request(4_000), tooLong(4_096))
				_, _ = g.Known(), g.Problem()
			}
		})
	}
	wg.Wait()
	if got := g.Known(); got.Tokens < Least || got.Tokens > 4_096 {
		t.Errorf("%+v", got)
	}
}
