package prompt

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"slices"
	"sync"

	"yumori/internal/llm"
	"yumori/internal/store"
)

// scalesFile keeps how the tokenizers of a home's models differ from the
// estimate, by the model's label, as learned from what servers counted. It is
// derived: without it the estimate begins anew.
//
//	{"openai/qwen3":{"narrow":0.97,"wide":0.71}}
const scalesFile = ".index/token-scales.json"

// NewScales returns what a home's folder has of them.
func NewScales(dir *store.Dir, logger *slog.Logger) *Scales { return &Scales{dir: dir, logger: logger} }

// A Scales is the content of scalesFile. It is safe for concurrent use.
type Scales struct {
	dir    *store.Dir
	logger *slog.Logger

	mu      sync.Mutex // guards what follows
	list    map[string]llm.TokenScale
	changed bool
}

// Of returns the scale of a model, by its label, and whether it was learned.
func (s *Scales) Of(label string) (scale llm.TokenScale, learned bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	if scale, ok := s.list[label]; ok {
		return scale, true
	}
	return llm.ScaleOf(label), false
}

// load reads the file once. s.mu is held.
func (s *Scales) load() {
	if s.list != nil {
		return
	}
	s.list = map[string]llm.TokenScale{}
	data, err := s.dir.Read(scalesFile)
	if err == nil {
		err = json.Unmarshal(data, &s.list)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.logger.Warn("read token scales", "error", err)
		s.list = map[string]llm.TokenScale{}
	}
}

// Learn corrects the scale of a model by what it counted of one request. What
// is an estimate itself, or counts pictures, teaches nothing.
func (s *Scales) Learn(label string, sent llm.Request, u llm.Usage) {
	if u.Estimated || u.Calls != 1 || u.Prompt == 0 ||
		slices.ContainsFunc(sent.Messages, func(m llm.Message) bool { return len(m.Attachments) > 0 }) {
		return
	}
	before, _ := s.Of(label)
	after := before.Learned(sent, u.Prompt)
	if after == before {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list[label], s.changed = after, true
}

// Save writes what was learned.
func (s *Scales) Save() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.changed {
		return
	}
	data, err := json.Marshal(s.list)
	if err == nil {
		err = s.dir.Write(scalesFile, data, store.Cause{Kind: store.CauseTurn, Note: "token scales"})
	}
	if err != nil {
		s.logger.Warn("write token scales", "error", err)
		return
	}
	s.changed = false
}
