package companion

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

// A scales is the content of scalesFile. It is safe for concurrent use.
type scales struct {
	dir    *store.Dir
	logger *slog.Logger

	mu      sync.Mutex // guards what follows
	list    map[string]llm.TokenScale
	changed bool
}

// of returns the scale of a model, by its label, and whether it was learned.
func (s *scales) of(label string) (scale llm.TokenScale, learned bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	if scale, ok := s.list[label]; ok {
		return scale, true
	}
	return llm.ScaleOf(label), false
}

// load reads the file once. s.mu is held.
func (s *scales) load() {
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

// learn corrects the scale of a model by what it counted of one request. What
// is an estimate itself, or counts pictures, teaches nothing.
func (s *scales) learn(r reply, p prompt) {
	u := r.outcome.Usage
	if r.speaker.Rules || u.Estimated || u.Calls != 1 || u.Prompt == 0 ||
		slices.ContainsFunc(p.request.Messages, func(m llm.Message) bool { return len(m.Attachments) > 0 }) {
		return
	}
	label := r.speaker.Label()
	before, _ := s.of(label)
	after := before.Learned(r.sent, u.Prompt)
	if after == before {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list[label], s.changed = after, true
}

// save writes what was learned.
func (s *scales) save() {
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
