package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"yumori/internal/llm"
)

// A kit is a set of tools with their schemas read.
type kit struct {
	tools   map[string]Tool
	schemas map[string]*schema
	specs   []llm.ToolSpec
}

// newKit reads the schemas. An error is a bug in a tool, not in the model.
func newKit(tools []Tool) (kit, error) {
	k := kit{tools: map[string]Tool{}, schemas: map[string]*schema{}}
	for _, t := range tools {
		name := t.Spec.Name
		if _, ok := k.tools[name]; ok || name == "" || t.Call == nil {
			return kit{}, fmt.Errorf("tool %q: no name, named twice, or nothing to call", name)
		}
		s, err := parseSchema(t.Spec.Schema)
		if err != nil {
			return kit{}, fmt.Errorf("tool %q: %w", name, err)
		}
		k.tools[name] = t
		k.schemas[name] = s
		k.specs = append(k.specs, t.Spec)
	}
	return k, nil
}

// call makes the planned calls that have no answer yet, a few at a time, and
// fills in their answers. It returns when each has one, also when the context
// ends.
func (k kit) call(ctx context.Context, plans []planned, opt Options) {
	var mu sync.Mutex
	tell := func(p *planned) {
		if opt.OnCall != nil {
			mu.Lock()
			defer mu.Unlock()
			opt.OnCall(CallEvent{Record: p.CallRecord, Done: p.answered})
		}
	}
	slots := make(chan struct{}, maxParallel)
	var wg sync.WaitGroup
	lane := func(of ...*planned) {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			for _, p := range of {
				k.one(ctx, p, opt, tell)
			}
		})
	}
	var serial []*planned
	for i := range plans {
		p := &plans[i]
		k.vet(p)
		switch {
		case p.answered:
			tell(p)
		case k.tools[p.Name].Serial:
			serial = append(serial, p)
		default:
			lane(p)
		}
	}
	lane(serial...)
	wg.Wait()
}

// vet answers a call that cannot be made: of a tool that does not exist, or
// with arguments it does not take.
func (k kit) vet(p *planned) {
	if p.answered {
		return
	}
	t, ok := k.tools[p.Name]
	if !ok {
		p.refuse(k.unknown(p.Name))
		return
	}
	args, err := k.schemas[p.Name].read(p.Args)
	if err != nil {
		p.refuse(badArgs(err, t.Spec))
	}
	p.args = args
}

// one makes one call and writes down what came of it.
func (k kit) one(ctx context.Context, p *planned, opt Options, tell func(*planned)) {
	defer func() { tell(p) }()
	if ctx.Err() != nil {
		p.refuse("not called: the turn was interrupted")
		return
	}
	tell(p)
	t := k.tools[p.Name]
	start := time.Now()
	a, err := invoke(ctx, t, p.args)
	p.Took = time.Since(start)
	p.answered, p.made = true, true
	p.Announce, p.Held = a.Announce, a.Held
	p.Result = bound(a.Text, opt.MaxResult)
	if err == nil {
		return
	}
	p.Err = bound(err.Error(), opt.MaxResult)
	p.Result = p.Err
	if arg := (*ArgError)(nil); errors.As(err, &arg) {
		p.Result = bound("bad arguments: "+err.Error(), opt.MaxResult)
	}
	if broke := (*panicError)(nil); errors.As(err, &broke) && opt.Logger != nil {
		opt.Logger.Error("tool panicked", "tool", p.Name, "value", broke.value, "stack", string(broke.stack))
	}
}

// unknown tells the model which tools there are.
func (k kit) unknown(name string) string {
	if len(k.tools) == 0 {
		return "not called: there are no tools here"
	}
	names := slices.Sorted(maps.Keys(k.tools))
	return fmt.Sprintf("not called: there is no tool %q; the tools are %s",
		shorten(name, maxNameShown), strings.Join(names, ", "))
}

// badArgs tells the model what is wrong with the arguments and what is right.
func badArgs(err error, spec llm.ToolSpec) string {
	s := "not called: bad arguments: " + strings.ReplaceAll(err.Error(), "\n", "; ")
	if len(spec.Schema) <= maxSchemaShown {
		s += "\nThe arguments must follow this schema: " + string(spec.Schema)
	}
	return s
}

// The ways a call fails that are not the tool's own.
var (
	errTimeout     = fmt.Errorf("no answer within %v; the call may still take effect", callTimeout)
	errInterrupted = errors.New("the turn was interrupted; the call may still take effect")
)

// A panicError is a tool that broke down. The model is told no more than that;
// the log gets value and stack.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return "the tool broke down; its owner is told" }

// invoke calls the tool within its time. A panic becomes an error; a tool that
// does not heed its context is left behind.
func invoke(ctx context.Context, t Tool, args json.RawMessage) (Answer, error) {
	limited, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	type result struct {
		answer Answer
		err    error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if v := recover(); v != nil {
				r = result{err: &panicError{value: v, stack: debug.Stack()}}
			}
			done <- r
		}()
		r.answer, r.err = t.Call(limited, args)
	}()
	select {
	case r := <-done:
		return r.answer, inWords(ctx, limited, r.err)
	case <-limited.Done():
	}
	grace := time.NewTimer(abandonGrace)
	defer grace.Stop()
	select {
	case r := <-done:
		return r.answer, inWords(ctx, limited, r.err)
	case <-grace.C:
		return Answer{}, inWords(ctx, limited, limited.Err())
	}
}

// inWords puts a context's error into words for the model: whether it was the
// turn that ended or only the call's own time.
func inWords(ctx, limited context.Context, err error) error {
	switch {
	case !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
		return err
	case ctx.Err() != nil:
		return errInterrupted
	case limited.Err() != nil:
		return errTimeout
	}
	return err // a context of the tool's own
}

// bound cuts an answer to what a model is told of it, and makes it valid UTF-8.
func bound(text string, most int) string {
	if most <= 0 {
		most = maxResult
	}
	most = min(most, maxResult)
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= most {
		return text
	}
	head := shorten(text, most)
	if len(head) == len(text) {
		return text
	}
	return fmt.Sprintf("%s\n[cut: this is the start of %d characters]", head, utf8.RuneCountInString(text))
}

// shorten returns the first n characters of text.
func shorten(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
