package transcript

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"strings"
	"time"
)

// MaxPhrases is how many phrases Mentions looks for at once.
const MaxPhrases = 8

// A Mention is a message that holds a phrase.
type Mention struct {
	ID   ID
	Role Role // user or persona
	Time time.Time
	Text string
	File string // that it stands in, in the persona's folder
	// Phrases has a bit set for each phrase that it holds: 1<<i for the i-th.
	Phrases uint8
}

// Mentions yields the messages said by the user or the persona that hold one
// of the phrases as it stands, newest first, on all branches and in all
// archives, each once, those that are retracted left out. Nothing in a phrase
// is syntax; width, case, kana and the length of white space do not matter
// (Fold). A phrase without a word stands nowhere, and so does one after the
// first MaxPhrases.
//
// It reads the whole log unless the caller stops, some 80 ms for 100,000
// messages, in memory that does not depend on its length beyond what the ids
// of the messages yielded take. An error is the last thing yielded.
func (l *Log) Mentions(ctx context.Context, phrases []string) iter.Seq2[Mention, error] {
	return func(yield func(Mention, error) bool) {
		words := make([][]byte, min(len(phrases), MaxPhrases))
		any := false
		for i := range words {
			words[i] = []byte(strings.TrimSpace(Fold(phrases[i])))
			any = any || len(words[i]) > 0
		}
		if !any {
			return
		}
		l.files.RLock()
		defer l.files.RUnlock()
		chain, err := l.chain()
		if err != nil {
			yield(Mention{}, fmt.Errorf("search log: %w", err))
			return
		}
		seen := map[ID]bool{}
		var fold folder
		count := 0
		for at, err := range chain.backward(position{}) {
			if count++; err == nil && count%256 == 0 {
				err = ctx.Err()
			}
			if err != nil {
				yield(Mention{}, fmt.Errorf("search log: %w", err))
				return
			}
			l.retracted.notice(at.data)
			m, ok := fold.mention(at.data, words)
			if !ok || seen[m.ID] {
				continue
			}
			seen[m.ID] = true
			m.File = at.part
			if !l.retracted.has(m.ID) && !yield(m, nil) {
				return
			}
		}
	}
}

// mention returns the message in a line if somebody said it and it holds one
// of the folded phrases. A line as encode writes it is not parsed for that.
func (f *folder) mention(line []byte, phrases [][]byte) (Mention, bool) {
	if text, ok := scanText(line); ok {
		held := f.which(string(text), phrases)
		if held == 0 {
			return Mention{}, false
		}
		if m, ok := scanSaid(line); ok {
			m.Phrases = held
			return m, m.Role != RoleNote
		}
	}
	r, err := decode(line)
	if err != nil || r.Kind != kindMessage || r.Role == RoleNote {
		return Mention{}, false
	}
	m := Mention{ID: r.ID, Role: r.Role, Time: r.Time, Text: r.Text, Phrases: f.which(r.Text, phrases)}
	return m, m.Phrases != 0
}

// which returns which of the folded phrases a text holds.
func (f *folder) which(text string, phrases [][]byte) uint8 {
	f.fold(text)
	var held uint8
	for i, p := range phrases {
		if len(p) > 0 && bytes.Contains(f.out, p) {
			held |= 1 << i
		}
	}
	return held
}

// scanSaid reads a message line as encode writes it, if nothing in its text
// had to be escaped.
func scanSaid(line []byte) (Mention, bool) {
	text, ok := scanText(line)
	if !ok {
		return Mention{}, false
	}
	h, rest, _ := scanStart(line)
	role, rest, _ := cutID(rest[len(`,"role":"`):])
	at, _, _ := bytes.Cut(rest[len(`,"time":"`):], []byte{'"'})
	when, err := time.Parse(time.RFC3339, string(at))
	if err != nil {
		return Mention{}, false
	}
	return Mention{ID: h.ID, Role: Role(role), Time: when, Text: string(text)}, true
}

// Places returns where a phrase stands in a text, as half-open pairs of byte
// offsets in order, at most 100: what Mentions goes by.
func Places(text, phrase string) [][2]int {
	folded := strings.TrimSpace(Fold(phrase))
	if folded == "" {
		return nil
	}
	return ranges(text, []string{folded})
}
