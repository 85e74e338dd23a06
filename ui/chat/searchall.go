package chat

import (
	"context"
	"slices"
	"strings"
	"time"

	"yumori/entity"
	"yumori/internal/transcript"
	"yumori/retrieval"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A SearchIn says where is searched.
type SearchIn string

// Where is searched.
const (
	inTalk     SearchIn = "talk" // the words themselves, in the conversation
	InAll      SearchIn = "all"  // everything that fits
	inEpisodes SearchIn = "episode"
	inDreams   SearchIn = "dream"
	inFacts    SearchIn = "bank"
	inNotes    SearchIn = "notes"
	inNames    SearchIn = "names"
)

// searchPlaces are where can be searched, in the order they are offered.
func searchPlaces(w page.Words) []widget.Choice {
	return []widget.Choice{
		{Value: string(inTalk), Word: w.T("search.in.talk")}, {Value: string(InAll), Word: w.T("search.in.all")},
		{Value: string(inEpisodes), Word: w.T("search.in.episodes")}, {Value: string(inDreams), Word: w.T("search.in.dreams")},
		{Value: string(inFacts), Word: w.T("search.in.facts")}, {Value: string(inNotes), Word: w.T("search.in.notes")},
		{Value: string(inNames), Word: w.T("search.in.names")},
	}
}

// kindsOf are the types of memory that a place holds; none is all.
func kindsOf(in SearchIn) []string {
	switch in {
	case inEpisodes, inDreams, inFacts:
		return []string{string(in)}
	case inNotes:
		return []string{"daily", "diary", "note"}
	}
	return nil
}

// maxRecalled is how many memories a search shows.
const maxRecalled = 30

// found is what a search in memories came to.
type found struct {
	names []entity.Name
	what  retrieval.Recollection
}

// lookUp searches in memories. Names are found by what they hold.
func lookUp(ctx context.Context, c Companion, query string, in SearchIn) (found, error) {
	var f found
	if in == inNames || in == InAll {
		all, err := c.Self.Entities()
		if err != nil {
			return f, err
		}
		want := transcript.Fold(strings.TrimSpace(query))
		f.names = slices.DeleteFunc(all, func(n entity.Name) bool { return !strings.Contains(transcript.Fold(string(n)), want) })
	}
	if in == inNames {
		return f, nil
	}
	var err error
	f.what, err = c.Recall(ctx, retrieval.Question{
		Text: query, Items: maxRecalled, Tokens: 20_000, Kinds: kindsOf(in), Scope: retrieval.Memories,
	})
	f.what.Memories = wordsFirst(query, f.what.Memories)
	return f, err
}

// wordsFirst puts what holds every word that was looked for before what only
// fits; within both the order stays.
func wordsFirst(query string, list []retrieval.Memory) []retrieval.Memory {
	want := strings.Fields(transcript.Fold(query))
	lacks := func(m retrieval.Memory) int {
		said := transcript.Fold(m.Content)
		for _, word := range want {
			if !strings.Contains(said, word) {
				return 1
			}
		}
		return 0
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b retrieval.Memory) int { return lacks(a) - lacks(b) })
	return list
}

// foundView puts what was found into words. It is pure.
func foundView(query, persona string, f found, w page.Words) searchModel {
	var m searchModel
	for _, n := range f.names {
		m.hits = append(m.hits, hitModel{
			who: w.T("pane.entities"), excerpt: string(n), place: page.MemoryPlace{Pane: page.PaneEntities, Id: string(n)},
		})
	}
	for _, r := range f.what.Memories {
		h := hitModel{who: memoryType(w, r, persona), excerpt: excerpt(remembered(r), nil), place: placeOf(r)}
		if h.place == (page.MemoryPlace{}) {
			h.id = transcript.ID(r.ID)
		}
		if !r.Time.IsZero() {
			h.when = w.Date(r.Time.Local().Format(time.DateOnly))
		}
		m.hits = append(m.hits, h)
	}
	m.summary = w.N("search.fits", len(m.hits))
	if len(m.hits) == 0 {
		m.summary = w.T("search.nothing", "query", query)
	}
	return m
}

// memoryType is what sort of memory it is; of a message who said it.
func memoryType(w page.Words, m retrieval.Memory, persona string) string {
	switch m.Type {
	case "message", "archive":
		if m.Speaker == persona || m.Speaker == "" {
			return persona
		}
		return w.T("you")
	case "episode":
		return w.T("pane.episodes")
	case "dream":
		return w.T("pane.insights")
	case "bank":
		return w.T("pane.facts")
	case "daily":
		return w.T("pane.days")
	case "diary":
		return w.T("pane.diary")
	case "knowledge":
		return w.T("page.knowledge")
	}
	return w.T("memories.title.short")
}

// placeOf is where a memory stands; the zero place is the conversation.
func placeOf(m retrieval.Memory) page.MemoryPlace {
	file := m.Source.File
	switch m.Type {
	case "message", "archive":
		return page.MemoryPlace{}
	case "episode":
		return page.MemoryPlace{Pane: page.PaneEpisodes, Id: m.ID}
	case "dream":
		return page.MemoryPlace{Pane: page.PaneInsights, Id: m.ID}
	case "bank":
		return page.MemoryPlace{Pane: page.PaneFacts, Id: m.ID}
	case "daily":
		return page.MemoryPlace{Pane: page.PaneDays, Id: file}
	case "diary":
		return page.MemoryPlace{Pane: page.PaneDiary, Id: file}
	}
	if strings.HasPrefix(file, "memory/") {
		return page.MemoryPlace{Pane: page.PaneDays, Id: file}
	}
	return page.MemoryPlace{Pane: "", Id: file}
}
