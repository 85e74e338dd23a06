package companion

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/rag"
	"yumori/transcript"
)

// What of past conversations comes back for a phrase (FEATURES N23).
const (
	newestSaid = 2   // of the messages that hold it
	oldestSaid = 2   // and so many from the other end
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
	skip    func(id string) bool // what is not to come back: recent context, for one
}

// A past is what was said that holds one phrase.
type past struct {
	newest []transcript.Mention // newest first
	oldest []transcript.Mention // newest first
	middle []weighed            // from between, lightest first
	seed   string
}

// weighed is a message from the middle with the lot it drew.
type weighed struct {
	transcript.Mention
	lot uint64
}

// middleKept is how many messages from the middle are kept until the oldest
// are known, which might say the same.
const middleKept = oldestSaid + 1

// offer takes the next older message that holds the phrase.
func (p *past) offer(m transcript.Mention) {
	same := func(o transcript.Mention) bool { return sameBeginning(o.Text, m.Text) }
	switch {
	case slices.ContainsFunc(p.newest, same):
		return
	case len(p.newest) < newestSaid:
		p.newest = append(p.newest, m)
		return
	}
	p.oldest = append(slices.DeleteFunc(p.oldest, same), m)
	if len(p.oldest) <= oldestSaid {
		return
	}
	out := p.oldest[0]
	p.oldest = slices.Delete(p.oldest, 0, 1)
	if p.seed == "" {
		return
	}
	w := weighed{out, lot(p.seed, string(out.ID))}
	at, _ := slices.BinarySearchFunc(p.middle, w, func(a, b weighed) int {
		if a.lot < b.lot {
			return -1
		}
		return 1
	})
	if at < middleKept && !slices.ContainsFunc(p.middle, func(o weighed) bool { return sameBeginning(o.Text, out.Text) }) {
		p.middle = slices.Insert(p.middle, at, w)
		p.middle = p.middle[:min(len(p.middle), middleKept)]
	}
}

// lot draws a number for an id, always the same for the same question.
func lot(seed, id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed))
	_, _ = h.Write([]byte{0})
	_, _ = h.Write([]byte(id))
	x := h.Sum64() // the last letters have hardly moved its upper half
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// all returns what comes back, newest first.
func (p *past) all() []transcript.Mention {
	list := slices.Clone(p.newest)
	for _, m := range p.middle {
		if !slices.ContainsFunc(p.oldest, func(o transcript.Mention) bool { return sameBeginning(o.Text, m.Text) }) {
			list = append(list, m.Mention)
			break
		}
	}
	return append(list, p.oldest...)
}

// sameBeginning reports whether two texts say the same.
func sameBeginning(a, b string) bool { return clipTo(a, sameSaid) == clipTo(b, sameSaid) }

// heldBy returns, for each phrase, what was said that holds it, newest
// first. One pass over the whole conversation is made for all of them.
func (r *recaller) heldBy(ctx context.Context, q pastQuestion) ([][]transcript.Mention, error) {
	found := make([]past, min(len(q.phrases), transcript.MaxPhrases))
	for i := range found {
		if q.middle != "" {
			found[i].seed = q.middle + "\x00" + q.phrases[i]
		}
	}
	shown, err := r.onBranch(ctx)
	if err != nil {
		return nil, err
	}
	left := r.left()
	for m, err := range r.c.log.Mentions(ctx, q.phrases) {
		if err != nil {
			return nil, err
		}
		id := string(m.ID)
		if utf8.RuneCountInString(m.Text) < shortSaid || q.skip != nil && q.skip(id) || left[id] || !shown(id) {
			continue
		}
		for i := range found {
			if m.Phrases&(1<<i) != 0 {
				found[i].offer(m)
			}
		}
	}
	out := make([][]transcript.Mention, len(found))
	for i := range found {
		out[i] = found[i].all()
	}
	return out, nil
}

// onBranch returns what tells whether a message is on a branch that is shown:
// the indexes have those alone. Without them the log is read for it.
func (r *recaller) onBranch(ctx context.Context) (func(id string) bool, error) {
	logs, static := r.named(indexLog), r.named(indexStatic)
	if logs != nil && static != nil {
		return func(id string) bool { return logs.index.Has(id) || static.index.Has(id) }, nil
	}
	ids, err := r.readBranch(ctx)
	return func(id string) bool { return ids[id] }, err
}

// readBranch reads which messages are on the branches shown.
func (r *recaller) readBranch(ctx context.Context) (map[string]bool, error) {
	names := []string{logFile}
	list, err := r.c.dir.List(logArchive)
	if err != nil {
		return nil, fmt.Errorf("read which branch is shown: %w", err)
	}
	for _, e := range list {
		if name := logArchive + "/" + e.Name; r.archives.reads(name) {
			names = append(names, name)
		}
	}
	ids := map[string]bool{}
	for _, name := range names {
		f, err := r.c.dir.Open(name)
		if err != nil {
			continue // there is none, or nobody can read it: nothing of it is shown
		}
		records, _, err := readLog(ctx, f, reached{})
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("read which branch is shown: %w", err)
		}
		for _, rec := range shownOf(records) {
			ids[rec.ID] = true
		}
	}
	return ids, nil
}

// document returns the document of an id, whichever index has it; ok is false
// if none has.
func (r *recaller) document(id string) (d rag.Document, ok bool, err error) {
	for _, x := range r.all() {
		if d, ok, err = x.index.Find(id); ok || err != nil {
			return d, ok, err
		}
	}
	return d, false, nil
}

// memorySaid makes a memory of a message that holds a phrase. What the index
// does not know of it the message tells.
func (r *recaller) memorySaid(m transcript.Mention, phrase string) Memory {
	d, ok, err := r.document(string(m.ID))
	if err != nil || !ok {
		d = rag.Document{ID: string(m.ID), Type: rag.TypeMessage, Kind: rag.Told, Source: m.File, Time: m.Time}
		user, persona := r.c.speakerNames()
		if d.Speaker = user; m.Role == transcript.RolePersona {
			d.Kind, d.Speaker = rag.Lived, persona
		}
	}
	text, cut := around(m.Text, phrase)
	out := Memory{
		ID: d.ID, Kind: string(d.Kind), Type: string(d.Type), Time: stampOrNone(d.Time), Entities: d.Entities,
		Content: text, Cut: cut, Source: d.Source, Speaker: d.Speaker, By: []string{byPhrase},
	}
	if out.Entities == nil {
		out.Entities = []string{}
	}
	return out
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
		return clipTo(text, cutSaid), true
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
	return "…" + clipTo(text[start:], cutSaid), true
}

// older reports whether a memory lies within bounds; one without a time lies
// within none.
func (m Memory) within(since, until time.Time) bool {
	if since.IsZero() && until.IsZero() {
		return true
	}
	at, err := time.Parse(time.RFC3339, m.Time)
	return err == nil && !at.Before(since) && (until.IsZero() || at.Before(until))
}
