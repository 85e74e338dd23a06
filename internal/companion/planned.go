package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"yumori/internal/store"
	"yumori/internal/transcript"
)

// plansDir keeps the newest plansKept plans with their words, one JSON object a
// file, named by the reply: what the prompt inspector shows. They are derived
// from what was there then and go when anything is taken back, so that no copy
// of it stays; a trace has the plan's numbers in any case.
const (
	plansDir    = ".index/plans"
	plansEnding = ".json"
	plansKept   = 200
)

// Planned returns the plan of a reply. Its words are there for the newest
// replies; of older ones, and when something was taken back since, only the
// numbers of the trace are. A message without a trace has the zero Plan.
func (c *Companion) Planned(ctx context.Context, id transcript.ID) (Plan, error) {
	if err := ctx.Err(); err != nil {
		return Plan{}, err
	}
	m, err := c.log.Find(id)
	if err != nil {
		return Plan{}, fmt.Errorf("look at a prompt: %w", err)
	}
	data, err := c.dir.Read(planFile(id))
	if err == nil {
		var p Plan
		if err = json.Unmarshal(data, &p); err == nil {
			return p, nil
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		c.logger.Warn("read plan", "error", err)
	}
	t, err := TraceOf(m)
	if err != nil || t.Plan == nil {
		return Plan{}, err
	}
	return *t.Plan, nil
}

// PlanNow returns the plan of a turn that would begin now, before anything is
// said or recalled. The error wraps ErrWindowSmall when the chat model's
// window is too small for it; the plan says what it would need.
func (c *Companion) PlanNow(ctx context.Context) (Plan, error) {
	m, err := c.chatModel(ctx)
	if err != nil {
		m = c.house.opt.Builtin
	}
	head := transcript.Message{}
	if id := c.log.Head(); id != "" {
		if head, err = c.log.Find(id); err != nil {
			return Plan{}, fmt.Errorf("plan a prompt: %w", err)
		}
	}
	p, err := c.compose(ctx, composing{model: m, user: head, moved: c.mind.MotivesNow(), still: true})
	return p.plan, err
}

func planFile(id transcript.ID) string { return plansDir + "/" + string(id) + plansEnding }

// keepPlan keeps the plan of a reply behind the turn.
func (c *Companion) keepPlan(id transcript.ID, p Plan) {
	c.work.Go(func() {
		data, err := json.Marshal(p)
		if err == nil {
			err = c.dir.Write(planFile(id), data, store.Cause{Kind: store.CauseTurn, Ref: string(id), Note: "plan"})
		}
		if err != nil {
			c.logger.Warn("keep plan", "error", err)
			return
		}
		list, err := c.dir.List(plansDir)
		if err != nil || len(list) <= plansKept {
			return
		}
		slices.SortFunc(list, func(a, b store.Entry) int { return strings.Compare(b.Name, a.Name) })
		for _, e := range list[plansKept:] {
			if err := c.dir.Discard(plansDir + "/" + e.Name); err != nil {
				c.logger.Warn("discard plan", "error", err)
			}
		}
	})
}

// forgetPlans takes away all plans with words: one of them may hold what was
// taken back.
func (c *Companion) forgetPlans() {
	if err := c.dir.Discard(plansDir); err != nil {
		c.logger.Error("discard plans", "error", err)
	}
}

// A FileLeft is a file, one of the user's that does not go whole into the prompt.
type FileLeft struct {
	File    string `json:"file"`
	Percent int    `json:"percent"` // of it that is left out, in [1, 100]
	Why     string `json:"why"`     // CutFile or CutWindow
	Window  int    `json:"window"`  // tokens that the model serves
}

// leftTold remembers what the user was told of files that are cut. It is safe
// for concurrent use.
type leftTold struct {
	mu    sync.Mutex
	files map[FileLeft]bool
}

// news returns the files of the user's that a plan cuts and that they were not
// told of: once for each file, by tens of per cent and for each window.
func (t *leftTold) news(p Plan) []FileLeft {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.files == nil {
		t.files = map[FileLeft]bool{}
	}
	var list []FileLeft
	for _, l := range p.FilesLeft() {
		state := l
		state.Percent = (l.Percent + 9) / 10
		if !t.files[state] {
			t.files[state] = true
			list = append(list, l)
		}
	}
	return list
}

// FilesLeft returns the user's files that are not whole in the prompt. What is
// shown of daily logs is little by design and not among them, unless the window
// has no room for that either.
func (p Plan) FilesLeft() []FileLeft {
	var list []FileLeft
	for _, s := range p.Sections {
		for _, cut := range s.Cuts {
			file := strings.HasSuffix(cut.What, ".md") || strings.HasSuffix(cut.What, ".txt")
			if !file || s.Part != PartSystem || cut.Left <= 0 || cut.Of <= 0 || cut.Why == CutFile && strings.HasPrefix(cut.What, "memory/") {
				continue
			}
			percent := min(100, max(1, (100*cut.Left+cut.Of/2)/cut.Of))
			list = append(list, FileLeft{File: cut.What, Percent: percent, Why: cut.Why, Window: p.Window.Tokens})
		}
	}
	return list
}
