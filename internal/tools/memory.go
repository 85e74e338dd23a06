package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/agent"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/persona"
	"yumori/retrieval"
)

// Kinds of what a search finds that neither the user nor the persona wrote.
const (
	kindImported  = "imported"
	kindKnowledge = "knowledge"
)

// ErrNoMemory is what a Searcher returns for an id that is no memory's.
var ErrNoMemory = retrieval.ErrNoMemory

// A Searcher searches what the persona remembers. It may be asked from several
// goroutines at once, finds nothing of the secret diary, and ends with its
// context.
type Searcher interface {
	// Search returns up to n memories for a query, best first.
	Search(ctx context.Context, query string, n int) ([]Found, error)
	// Said returns what user or persona said that holds a phrase as it
	// stands: the newest and the oldest, newest first.
	Said(ctx context.Context, phrase string) ([]Found, error)
	// Find returns the memory of an id, whole, or ErrNoMemory.
	Find(ctx context.Context, id string) (Found, error)
}

// A Found is one memory that a search found.
type Found struct {
	memory.Item // of the kind "knowledge" too; At has a message's id where the file is unknown
	Entities    []string
	Score       float64 // higher is better
	Last        int     // the last of its lines; 0 when it stands in no file that memory_get reads
	Part        bool    // Text is a piece of a longer one, which Find has
	Foreign     bool    // it is derived from text of others, whatever its kind
}

// foreign reports whether neither the user nor the persona wrote it. What has
// no kind might be anybody's.
func (f Found) foreign() bool {
	return f.Foreign || f.Kind == kindImported || f.Kind == kindKnowledge || f.Kind == ""
}

// secret reports whether it is of the secret diary, which a Searcher should
// not know at all.
func (f Found) secret() bool { return persona.IsSecret(f.At.File) }

// A recollector is what the tools that recall have in common.
type recollector struct {
	search Searcher
	words  answers
	holder
}

// find searches for at most top memories and lets them into the turn, as admit
// does.
func (t recollector) find(ctx context.Context, query string, top int) (found []Found, note string, err error) {
	if blank(query) {
		return nil, "", &agent.ArgError{Path: "query", Reason: "holds no word"}
	}
	if found, err = t.search.Search(ctx, query, top); err != nil {
		return nil, "", t.failed(ctx, err)
	}
	found, note = t.admit(found[:min(len(found), top)])
	return found, note, nil
}

// admit lets what was found into the turn: nothing of the secret diary, and of
// what others wrote only what may come in. The note says what else the model
// has to know of it.
func (t recollector) admit(found []Found) (let []Found, note string) {
	let = slices.DeleteFunc(slices.Clone(found), Found.secret)
	var outside, own []Outside
	for _, f := range let {
		if o := (Outside{Kind: OutsideMemory, Name: f.ID}); f.foreign() {
			outside = append(outside, o)
		} else {
			own = append(own, o)
		}
	}
	t.session.admitOwn(own)
	if len(outside) == 0 {
		return let, ""
	}
	if err := t.session.admitForeign(outside...); err != nil {
		n := len(let)
		let = slices.DeleteFunc(let, Found.foreign)
		return let, fmt.Sprintf(t.words.keptOut, n-len(let), err)
	}
	return let, t.words.data
}

// failed is said when a search did not work. The error of the turn's end is
// the turn's.
func (t recollector) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	t.logger.Error("tool could not search", "error", err)
	return errors.New(t.words.broken)
}

// lines shows memories as lines of the prompt have them, each text at most so
// many characters, and a note.
func (t recollector) lines(found []Found, most int, note string) string {
	if len(found) == 0 && note == "" {
		return t.words.nothing
	}
	var list []string
	left := 0
	for room := maxPage; len(found) > 0; found = found[1:] {
		line := llm.MemoryLine(found[0].memory(most, t.words.continues))
		if room -= utf8.RuneCountInString(line); room < 0 && len(list) > 0 {
			left = len(found)
			break
		}
		list = append(list, line)
	}
	said := []string{llm.Fence(t.turn.Message, list)}
	if left > 0 {
		said = append(said, fmt.Sprintf(t.words.more, left))
	}
	if note != "" {
		said = append(said, note)
	}
	return strings.Join(said, "\n")
}

// memory is what was found with at most so many characters of its text; of more
// the mark says that it goes on.
func (f Found) memory(most int, continues string) memory.Item {
	text, cut := cutText(f.Text, most)
	m := f.Item
	m.Text = text
	if cut || f.Part {
		m.Rest = continues
	}
	return m
}

// cutText returns the first n characters of a text, and whether there is more.
func cutText(text string, n int) (string, bool) {
	at := 0
	for i := range text {
		if at == n {
			return text[:i], true
		}
		at++
	}
	return text, false
}

// blank reports whether a query holds nothing that could be looked for.
func blank(query string) bool {
	return strings.IndexFunc(query, func(r rune) bool {
		return unicode.IsGraphic(r) && !unicode.IsSpace(r)
	}) < 0
}
