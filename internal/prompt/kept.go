package prompt

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
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

// Plans are the plans of the newest replies, with their words.
type Plans struct {
	dir    *store.Dir
	logger *slog.Logger
}

// NewPlans returns the plans that are kept in a persona's folder.
func NewPlans(dir *store.Dir, logger *slog.Logger) *Plans { return &Plans{dir, logger} }

func planFile(id transcript.ID) string { return plansDir + "/" + string(id) + plansEnding }

// Read returns the plan of a reply; ok is false if it is not kept.
func (k *Plans) Read(id transcript.ID) (p Plan, ok bool) {
	data, err := k.dir.Read(planFile(id))
	if err == nil {
		if err = json.Unmarshal(data, &p); err == nil {
			return p, true
		}
	}
	if !errors.Is(err, fs.ErrNotExist) {
		k.logger.Warn("read plan", "error", err)
	}
	return Plan{}, false
}

// Keep keeps the plan of a reply, and discards the oldest.
func (k *Plans) Keep(id transcript.ID, p Plan) {
	data, err := json.Marshal(p)
	if err == nil {
		err = k.dir.Write(planFile(id), data, store.Cause{Kind: store.CauseTurn, Ref: string(id), Note: "plan"})
	}
	if err != nil {
		k.logger.Warn("keep plan", "error", err)
		return
	}
	list, err := k.dir.List(plansDir)
	if err != nil || len(list) <= plansKept {
		return
	}
	slices.SortFunc(list, func(a, b store.Entry) int { return strings.Compare(b.Name, a.Name) })
	for _, e := range list[plansKept:] {
		if err := k.dir.Discard(plansDir + "/" + e.Name); err != nil {
			k.logger.Warn("discard plan", "error", err)
		}
	}
}

// Forget takes away all plans with words: one of them may hold what was taken
// back.
func (k *Plans) Forget() {
	if err := k.dir.Discard(plansDir); err != nil {
		k.logger.Error("discard plans", "error", err)
	}
}

// A FileLeft is a file, one of the user's that does not go whole into the prompt.
type FileLeft struct {
	File    string `json:"file"`
	Percent int    `json:"percent"` // of it that is left out, in [1, 100]
	Why     string `json:"why"`     // CutFile or CutWindow
	Window  int    `json:"window"`  // tokens that the model serves
}

// LeftTold remembers what the user was told of files that are cut. It is safe
// for concurrent use.
type LeftTold struct {
	mu    sync.Mutex
	files map[FileLeft]bool
}

// News returns the files of the user's that a plan cuts and that they were not
// told of: once for each file, by tens of per cent and for each window.
func (t *LeftTold) News(p Plan) []FileLeft {
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
