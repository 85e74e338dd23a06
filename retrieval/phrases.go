package retrieval

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/rag"
	"yumori/retrieval/source"
)

// What of past conversations comes back for a phrase.
const (
	newestSaid = 2   // of the messages that hold it
	oldestSaid = 2   // and so many from the other end
	middleSaid = 1   // and from between
	sameSaid   = 200 // characters: messages that begin with the same ones say the same
	shortSaid  = 30  // characters: what is shorter says nothing
	cutSaid    = 500 // characters that are shown of one
	leadSaid   = 100 // of these, before the phrase when it stands farther in
)

// A Phrase is what was looked for word by word in past conversations.
type Phrase struct {
	Text  string `json:"text"`
	By    string `json:"by"`    // who asked for it: "rules", or a model
	Found int    `json:"found"` // messages that are shown for it
}

// pastQuestion is what is asked of past conversations.
type pastQuestion struct {
	phrases []string
	middle  string               // chooses one message between the newest and the oldest, always the same for the same question; "": none
	skip    func(id string) bool // what is not to come back: recent context, for one; never nil
}

// A saidOrder yields messages that hold a phrase, those alone that may come
// back.
type saidOrder = iter.Seq2[transcript.Mention, error]

// fromBothEnds returns the newest of the messages that hold a phrase, the
// oldest, and the first of drawn that is none of them, newest first. No two of
// them say the same.
func fromBothEnds(newest, oldest, drawn saidOrder) ([]transcript.Mention, error) {
	first, err := distinct(newest, newestSaid, nil)
	if err != nil {
		return nil, err
	}
	last, err := distinct(oldest, oldestSaid, first)
	if err != nil {
		return nil, err
	}
	slices.Reverse(last)
	middle, err := distinct(drawn, middleSaid, slices.Concat(first, last))
	return slices.Concat(first, middle, last), err
}

// distinct returns the first n that say what none of had says, and each
// something else.
func distinct(list saidOrder, n int, had []transcript.Mention) ([]transcript.Mention, error) {
	var out []transcript.Mention
	for m, err := range list {
		if err != nil {
			return nil, err
		}
		same := func(o transcript.Mention) bool { return sameBeginning(o.Text, m.Text) }
		if slices.ContainsFunc(had, same) || slices.ContainsFunc(out, same) {
			continue
		}
		if out = append(out, m); len(out) == n {
			break
		}
	}
	return out, nil
}

// seedOf makes the number by which lots are drawn for a question.
func seedOf(parts ...string) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		_, _ = h.Write([]byte(p))
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}

// sameBeginning reports whether two texts say the same.
func sameBeginning(a, b string) bool { return lang.Clip(a, sameSaid) == lang.Clip(b, sameSaid) }

// A pastTalk is the conversations that were had, as far as their branches are
// shown.
type pastTalk struct {
	log      *transcript.Log
	dir      *store.Dir
	archives *source.Log
	indexes  *indexSet
	names    func() source.Names // what user and persona are called
}

// heldBy returns, for each phrase, what was said that holds it, newest
// first.
func (pt *pastTalk) heldBy(ctx context.Context, q pastQuestion) ([][]transcript.Mention, error) {
	shown, err := pt.onBranch(ctx)
	if err != nil {
		return nil, err
	}
	back := func(m transcript.Mention) bool {
		id := string(m.ID)
		return !q.skip(id) && shown(id)
	}
	out := make([][]transcript.Mention, min(len(q.phrases), transcript.MaxPhrases))
	wanted := make([]transcript.Wanted, len(out))
	for i := range wanted {
		wanted[i] = transcript.Wanted{Phrase: q.phrases[i], Least: shortSaid}
	}
	err = pt.log.HoldingEach(ctx, wanted, func(i int, h *transcript.Holding) error {
		drawn := saidOrder(func(func(transcript.Mention, error) bool) {})
		if q.middle != "" {
			drawn = h.Drawn(seedOf(q.middle, q.phrases[i]))
		}
		var err error
		out[i], err = fromBothEnds(kept(h.Newest(), back), kept(h.Oldest(), back), kept(drawn, back))
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// kept leaves out what is not to come back.
func kept(list saidOrder, keep func(transcript.Mention) bool) saidOrder {
	return func(yield func(transcript.Mention, error) bool) {
		for m, err := range list {
			if (err != nil || keep(m)) && !yield(m, err) {
				return
			}
		}
	}
}

// onBranch returns what tells whether a message is on a branch that is shown:
// the indexes have those alone. Without them the log is read for it.
func (pt *pastTalk) onBranch(ctx context.Context) (func(id string) bool, error) {
	logs, static := pt.indexes.named(indexLog), pt.indexes.named(indexStatic)
	if logs != nil && static != nil {
		return func(id string) bool { return logs.index.Has(id) || static.index.Has(id) }, nil
	}
	ids, err := pt.readBranch(ctx)
	return func(id string) bool { return ids[id] }, err
}

// readBranch reads which messages are on the branches shown.
func (pt *pastTalk) readBranch(ctx context.Context) (map[string]bool, error) {
	names := []string{source.LogFile}
	list, err := pt.dir.List(source.LogArchive)
	if err != nil {
		return nil, fmt.Errorf("read which branch is shown: %w", err)
	}
	for _, e := range list {
		if name := source.LogArchive + "/" + e.Name; pt.archives.Reads(name) {
			names = append(names, name)
		}
	}
	ids := map[string]bool{}
	for _, name := range names {
		f, err := pt.dir.Open(name)
		if err != nil {
			continue // there is none, or nobody can read it: nothing of it is shown
		}
		records, err := source.Records(ctx, f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("read which branch is shown: %w", err)
		}
		for _, rec := range source.Shown(records) {
			ids[rec.ID] = true
		}
	}
	return ids, nil
}

// memoryOf makes a memory of a message that holds a phrase. What the index
// does not know of it the message tells.
func (pt *pastTalk) memoryOf(m transcript.Mention, phrase string) Memory {
	d, ok, err := pt.indexes.document(string(m.ID))
	if err != nil || !ok {
		d = pt.saidBy(m.Role, rag.Document{ID: string(m.ID), Source: memory.Place{File: m.File}, Time: m.Time})
	}
	text, cut := around(m.Text, phrase)
	out := memoryIn(d)
	out.Content, out.Cut, out.By = text, cut, []string{byPhrase}
	return out
}

// message returns a message of the branch shown that no index has yet. It returns
// ErrNoMemory.
func (pt *pastTalk) message(id string) (rag.Document, error) {
	m, err := pt.log.Find(transcript.ID(id))
	if err == nil && (m.Retracted || m.Role == transcript.RoleNote) {
		err = transcript.ErrNoMessage
	}
	if err == nil {
		var off []transcript.ID
		if off, _, err = pt.log.Branch(m.ID, pt.log.Head()); err == nil && len(off) > 0 {
			err = transcript.ErrNoMessage
		}
	}
	if errors.Is(err, transcript.ErrNoMessage) {
		return rag.Document{}, fmt.Errorf("find %q: %w", id, ErrNoMemory)
	}
	d := pt.saidBy(m.Role, rag.Document{ID: id, Source: memory.Place{File: source.LogFile}, Time: m.Time, Text: m.Text})
	if source.BroughtIn(m.Foreign) {
		d.Kind = memory.Imported
	}
	return d, err
}

// saidBy adds to the document of a message what follows from whose it is.
func (pt *pastTalk) saidBy(role transcript.Role, d rag.Document) rag.Document {
	names := pt.names()
	d.Type, d.Kind, d.Speaker = rag.TypeMessage, memory.Told, names.User
	if role == transcript.RolePersona {
		d.Kind, d.Speaker = memory.Lived, names.Persona
	}
	return d
}

// byPhrase is the origin of what was found word by word.
const byPhrase = "phrase"

// around returns the first characters of a text, or, when the phrase stands
// farther in, those about it, and whether that is not all of it.
func around(text, phrase string) (string, bool) {
	if utf8.RuneCountInString(text) <= cutSaid {
		return text, false
	}
	places := transcript.Places(text, phrase)
	if len(places) == 0 || utf8.RuneCountInString(text[:places[0][1]]) <= cutSaid {
		return lang.Clip(text, cutSaid), true
	}
	start := places[0][0]
	for range leadSaid {
		_, n := utf8.DecodeLastRuneInString(text[:start])
		start -= n
	}
	if at := strings.IndexAny(text[start:places[0][0]], " \n、。！？"); at >= 0 { // not within a word
		_, n := utf8.DecodeRuneInString(text[start+at:])
		start += at + n
	}
	return "…" + lang.Clip(text[start:], cutSaid), true
}

// within reports whether a memory lies within bounds; one without a time lies
// within none.
func (m Memory) within(since, until time.Time) bool {
	if since.IsZero() && until.IsZero() {
		return true
	}
	return !m.Time.IsZero() && !m.Time.Before(since) && (until.IsZero() || m.Time.Before(until))
}
