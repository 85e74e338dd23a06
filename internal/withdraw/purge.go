package withdraw

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/store"
	"yumori/internal/transcript"
)

// A Purged says what a purge did.
type Purged struct {
	Messages int `json:"messages"` // that were taken back, and say nothing any more
	Files    int `json:"files"`    // in which something of them stood
}

// Purge takes what was taken back out of all files of a folder, whose log has
// the messages, see companion.Home.Purge. Nobody else may write there. It goes
// on when it is called again after a crash.
func Purge(ctx context.Context, dir *store.Dir, taken, standing []transcript.Message) (p Purged, err error) {
	w := wordsOf(taken, standing)
	attached := map[string]bool{}
	for _, m := range taken {
		if m.Text != "" {
			p.Messages++
		}
		for _, a := range m.Attachments {
			attached[a.Path] = true
		}
	}
	for _, m := range standing {
		for _, a := range m.Attachments {
			delete(attached, a.Path)
		}
	}
	// The log comes last: it is what the others are known by, should this be killed.
	// First comes what withdrawn memories say, which no other file may say either.
	all := func(name string) bool { return !transcript.IsLog(name) }
	if _, err := dir.Rewrite(ctx, all, func(name string, data []byte) []byte {
		w.learnWithdrawn(name, data)
		return data
	}); err != nil {
		return p, err
	}
	if p.Files, err = dir.Rewrite(ctx, all, func(name string, data []byte) []byte {
		if attached[name] || w.named(name) {
			return nil
		}
		return w.redactFile(name, data)
	}); err != nil {
		return p, err
	}
	if err := dir.ForgetHistory(); err != nil {
		return p, err
	}
	logs, err := dir.Rewrite(ctx, transcript.IsLog, func(name string, data []byte) []byte {
		return w.redactFile(name, transcript.Blank(data, w.gone))
	})
	p.Files += logs
	return p, err
}

// entityFolder has a page for each person and thing, named after it.
const entityFolder = "entity_memory"

// redacted stands where something was taken out.
const redacted = "▒▒▒"

// pieceSize is how many bytes of a text are known again elsewhere: three short words
// of English, five characters of Japanese. What is shorter is anybody's.
const pieceSize = 15

// pieces are what is to be gone: pieces of texts, each of pieceSize bytes or a few
// more, and the names in them.
type pieces struct {
	texts map[string]bool
	names map[string]bool
	keep  map[string]bool // pieces of what the user said elsewhere
	said  string          // all of that
	gone  map[transcript.ID]bool
}

// wordsOf knows what was taken back, but for what the user also said elsewhere.
func wordsOf(taken, standing []transcript.Message) *pieces {
	p := &pieces{texts: map[string]bool{}, names: map[string]bool{}, keep: map[string]bool{}, gone: map[transcript.ID]bool{}}
	for _, m := range standing {
		if m.Role == transcript.RoleUser {
			each(" "+m.Text+" ", func(_ int, piece string) { p.keep[piece] = true }) // behind another sentence, too
			p.said += m.Text + "\n"
		}
	}
	for _, m := range taken {
		p.gone[m.ID] = true
		p.learn(m.Text)
		for _, n := range namesIn(m.Text) {
			p.name(n)
		}
	}
	return p
}

// name takes in a name, or a few words that stand for what was said, unless the user
// said them elsewhere.
func (p *pieces) name(n string) {
	if n = strings.TrimSpace(n); utf8.RuneCountInString(n) > 1 && !strings.Contains(p.said, n) {
		p.names[n] = true
	}
}

// learn takes in a text.
func (p *pieces) learn(text string) {
	each(text, func(_ int, piece string) {
		if !p.keep[piece] {
			p.texts[piece] = true
		}
	})
}

// each calls f with every piece of a text and where it begins.
func each(text string, f func(at int, piece string)) {
	for at := range text {
		end := at + pieceSize
		if end > len(text) {
			return
		}
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end++
		}
		f(at, text[at:end])
	}
}

// The forms of memories that were withdrawn, beside objects of JSON: a line of Markdown
// that is derived from nothing else, and one that is in a comment with its sources before it.
var (
	withdrawnLine = regexp.MustCompile(`(?m)^[-*]? ?(.*?)[ \t]*<!--[^>]*withdrawn[ \t]*:([^>]*)-->`)
	withdrawnText = regexp.MustCompile(`(?s)<!--\s*withdrawn[ \t]*:([^\n]*)\n(.*?)-->\n?`)
	unspoken      = regexp.MustCompile(`^[0-9A-Za-z_:.+/#-]*$`) // an id, a time or a place
	someName      = regexp.MustCompile(`[A-Z][\p{L}\p{N}]{2,}|[ァ-ヺー]{3,}`)
)

// learnWithdrawn takes in what the withdrawn memories of a file say: a model may have
// said it in words of its own.
func (p *pieces) learnWithdrawn(name string, data []byte) {
	text := string(data)
	alone := !strings.Contains(text, "src:")
	for _, m := range withdrawnText.FindAllStringSubmatch(text, -1) {
		if !p.ofGone(m[1]) {
			alone = false
			continue
		}
		for line := range strings.Lines(m[2]) {
			p.learn(strings.TrimSpace(strings.TrimPrefix(line, "- ")))
		}
	}
	if path.Dir(name) == entityFolder && alone && withdrawnText.MatchString(text) {
		p.name(strings.TrimSuffix(path.Base(name), path.Ext(name))) // there is nothing else of it
	}
	for _, m := range withdrawnLine.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(m[0], "src:") && p.ofGone(m[2]) {
			p.learn(m[1])
		}
	}
	var v any
	if json.Unmarshal(data, &v) == nil {
		p.learnObjects(v)
	}
}

func (p *pieces) learnObjects(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			p.learnObjects(e)
		}
	case map[string]any:
		withdrawn, _ := v["withdrawn"].([]any)
		sources, _ := v["sources"].([]any)
		fell := len(sources) == 0 && p.ofGone(fmt.Sprint(withdrawn...))
		for key, e := range v {
			s, isText := e.(string)
			switch {
			case !isText || !fell:
			case strings.Contains(key, "topic") || strings.Contains(key, "title"):
				p.name(s)
				p.learn(s)
			case !unspoken.MatchString(s):
				p.learn(s)
			}
			p.learnObjects(e)
		}
	}
}

// namesIn returns the names in a text: what begins with a capital letter within a
// sentence, and words in katakana.
func namesIn(text string) (list []string) {
	for _, at := range someName.FindAllStringIndex(text, -1) {
		before := strings.TrimRightFunc(text[:at[0]], unicode.IsSpace)
		if r, _ := utf8.DecodeLastRuneInString(before); before != "" && !strings.ContainsRune(".!?…\"“:-", r) || text[at[0]] > unicode.MaxASCII {
			list = append(list, text[at[0]:at[1]])
		}
	}
	return list
}

// named reports whether a file is named after somebody who is to be gone.
func (p *pieces) named(name string) bool {
	base := strings.TrimSuffix(path.Base(name), path.Ext(name))
	return path.Dir(name) == entityFolder && p.names[base]
}

// ofGone reports whether one of the messages that are to be gone is among some
// sources. What is withdrawn because its branch is not shown is not to be gone.
func (p *pieces) ofGone(sources string) bool {
	for id := range p.gone {
		if strings.Contains(sources, string(id)) {
			return true
		}
	}
	return false
}

// jsonString is a string of JSON, as it stands.
var jsonString = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// redactFile returns what a file holds without the pieces and names, never nil: a file
// with nothing in it stays. Of JSON it looks at the strings alone, as they are meant.
func (p *pieces) redactFile(name string, data []byte) []byte {
	if !utf8.Valid(data) {
		return data // a picture: it has bytes
	}
	if ext := path.Ext(name); ext != ".json" && ext != ".jsonl" {
		kept := withdrawnText.ReplaceAllStringFunc(string(data), func(block string) string {
			if p.ofGone(withdrawnText.FindStringSubmatch(block)[1]) {
				return ""
			}
			return block
		})
		return []byte(p.redact(kept))
	}
	left := jsonString.ReplaceAllFunc(data, func(quoted []byte) []byte {
		var s string
		if json.Unmarshal(quoted, &s) != nil {
			return quoted
		}
		rest := p.redact(s)
		if rest == s {
			return quoted
		}
		again, err := json.Marshal(rest)
		if err != nil { // unreachable: it is a string
			return quoted
		}
		return again
	})
	return append([]byte{}, left...)
}

// redact returns a text without the pieces and names.
func (p *pieces) redact(text string) string {
	hidden := make([]bool, len(text))
	each(text, func(at int, piece string) {
		if p.texts[piece] {
			for i := range len(piece) {
				hidden[at+i] = true
			}
		}
	})
	for n := range p.names {
		for from := 0; ; {
			at := strings.Index(text[from:], n)
			if at < 0 {
				break
			}
			for i := range len(n) {
				hidden[from+at+i] = true
			}
			from += at + len(n)
		}
	}
	var out strings.Builder
	was := false
	for i := range len(text) {
		if !hidden[i] {
			out.WriteByte(text[i])
		} else if !was {
			out.WriteString(redacted)
		}
		was = hidden[i]
	}
	return out.String()
}
