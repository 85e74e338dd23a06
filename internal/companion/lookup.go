package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"yumori/internal/memory"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/rag"
	"yumori/retrieval"
	"yumori/retrieval/source"
)

// A Lookup is what a tool brought to mind in a turn.
type Lookup struct {
	Query string       `json:"query"`
	Found Recollection `json:"found"`
}

// traced is what a trace keeps of it: everything but the words.
func (l Lookup) traced() Lookup { return Lookup{l.Query, *l.Found.traced()} }

// lookups are those of one turn. They are safe for concurrent use, as tools
// run side by side.
type lookups struct {
	mu   sync.Mutex
	list []Lookup
}

func (l *lookups) add(query string, found Recollection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, Lookup{query, found})
}

// memory returns a memory that was looked up, by its id or that of one beside
// it.
func (l *lookups) memory(id string) (Memory, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, one := range l.list {
		for _, m := range one.Found.Memories {
			if m.ID == id || slices.ContainsFunc(slices.Concat(m.Before, m.After), func(p retrieval.Piece) bool { return p.ID == id }) {
				return m, true
			}
		}
	}
	return Memory{}, false
}

// traced returns the lookups so far, without words.
func (l *lookups) traced() []Lookup {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var list []Lookup
	for _, one := range l.list {
		list = append(list, one.traced())
	}
	return list
}

// A rememberer is a persona's memory as the tools of one turn search it. What
// the prompt holds is not found once more.
type rememberer struct {
	c    *Companion
	held func(id string) bool
	note *lookups
}

// lookupTokens is what one call of a tool may bring.
const lookupTokens = 4_000

// Search is tools.Searcher.
func (s rememberer) Search(ctx context.Context, query string, n int) ([]tools.Found, error) {
	note := s.c.recall.ready(ctx)
	bounded, cancel := context.WithTimeout(ctx, recallTime+planningTime)
	defer cancel()
	found, err := s.c.recall.recollect(bounded, recallQuery{
		Query: retrieval.Query{Ask: retrieval.Ask{Text: query}, InPrompt: s.held, Items: n, Tokens: lookupTokens},
		scope: Memories, most: n,
	})
	return s.keep(query, found, note), err
}

// Said is tools.Searcher.
func (s rememberer) Said(ctx context.Context, phrase string) ([]tools.Found, error) {
	begin := time.Now()
	found := Recollection{Memories: []Memory{}}
	said, err := s.c.recall.heldBy(ctx, pastQuestion{phrases: []string{phrase}, skip: s.held})
	if err != nil {
		return nil, err
	}
	for _, m := range said[0] {
		found.Memories = append(found.Memories, s.c.recall.memorySaid(m, phrase))
	}
	found.Phrases = []Phrase{{Text: phrase, By: byTool, Found: len(said[0])}}
	found.Millis = millis(time.Since(begin))
	return s.keep(phrase, found, ""), nil
}

// byTool says that the chat model asked for a phrase.
const byTool = "tool"

// Find is tools.Searcher.
func (s rememberer) Find(ctx context.Context, id string) (tools.Found, error) {
	r := s.c.recall
	if err := r.retracted.Refresh(ctx); err != nil {
		return tools.Found{}, err
	}
	if r.retracted.Has(id) || r.left()[id] {
		return tools.Found{}, fmt.Errorf("find %q: %w", id, tools.ErrNoMemory)
	}
	d, ok, err := r.document(id)
	if err == nil && !ok {
		d, err = s.message(id)
	}
	if err != nil {
		return tools.Found{}, err
	}
	m := memoryIn(d)
	return s.keep(id, Recollection{Memories: []Memory{m}}, "")[0], nil
}

// message returns a message of the branch shown that no index has yet.
func (s rememberer) message(id string) (rag.Document, error) {
	m, err := s.c.log.Find(transcript.ID(id))
	if err == nil && (m.Retracted || m.Role == transcript.RoleNote) {
		err = transcript.ErrNoMessage
	}
	if err == nil {
		var off []transcript.ID
		if off, _, err = s.c.log.Branch(m.ID, s.c.log.Head()); err == nil && len(off) > 0 {
			err = transcript.ErrNoMessage
		}
	}
	if errors.Is(err, transcript.ErrNoMessage) {
		return rag.Document{}, fmt.Errorf("find %q: %w", id, tools.ErrNoMemory)
	}
	d := rag.Document{ID: id, Type: rag.TypeMessage, Kind: memory.Told, Source: logFile, Time: m.Time, Text: m.Text}
	user, persona := s.c.speakerNames()
	if d.Speaker = user; m.Role == transcript.RolePersona {
		d.Kind, d.Speaker = memory.Lived, persona
	}
	if source.BroughtIn(m.Foreign) {
		d.Kind = memory.Imported
	}
	return d, err
}

// memoryIn makes a memory of a whole document.
func memoryIn(d rag.Document) Memory {
	m := Memory{
		ID: d.ID, Kind: string(d.Kind), Type: string(d.Type), Time: stampOrNone(d.Time), Entities: d.Entities,
		Content: d.Text, Source: d.Source, Speaker: d.Speaker,
	}
	if m.Entities == nil {
		m.Entities = []string{}
	}
	return m
}

// keep notes what was found, and returns it as the tools have it.
func (s rememberer) keep(query string, found Recollection, note string) []tools.Found {
	if note != "" {
		found.Notes = append([]string{note}, found.Notes...)
	}
	s.c.markMemories(&found)
	found.readOpinions()
	s.note.add(query, found)
	var list []tools.Found
	for _, m := range found.Memories {
		beside := func(pieces []retrieval.Piece) {
			for _, p := range pieces {
				f, said := foundOf(m), m.piece(p)
				f.ID, f.Text, f.Sure, f.Speaker, f.Source, f.File, f.First, f.Part = p.ID, said.Content, said.sure(), p.Speaker, "", "", 0, false
				list = append(list, f)
			}
		}
		beside(m.Before)
		list = append(list, foundOf(m))
		beside(m.After)
	}
	return list
}

// foundOf is a memory as the tools have it.
func foundOf(m Memory) tools.Found {
	f := tools.Found{
		ID: m.ID, Kind: m.Kind, Text: m.Content, Speaker: m.Speaker, Entities: m.Entities,
		Score: m.Relevance, Source: m.Source, Sure: m.sure(), Part: m.Cut, Foreign: m.Foreign,
	}
	if m.Type == string(rag.TypeKnowledge) {
		f.Kind = string(rag.TypeKnowledge)
	}
	f.Time, _ = time.Parse(time.RFC3339, m.Time) // zero if unknown
	file, line, _ := strings.Cut(m.Source, "#L")
	if n, err := strconv.Atoi(line); err == nil && !strings.HasSuffix(file, logEnding) && !strings.HasSuffix(file, ".json") {
		f.File, f.First = file, n
		f.Last = n + strings.Count(m.Content, "\n")
	}
	return f
}
