package card

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Bounds of matching: a pattern of a card is somebody else's program. Those of Go
// take time in proportion to pattern and text, so that both are bounded.
const (
	maxPattern  = 1_000  // bytes
	maxSteps    = 2_000  // of a pattern's program, about
	maxPatterns = 500    // of a book
	maxScanned  = 20_000 // bytes of the newest messages that are looked through
	maxRounds   = 3      // of entries that bring up entries
)

// A Scan is what is looked through for the keys of a book.
type Scan struct {
	Messages []string // of the talk, the newest last
	// Tokens counts the tokens of a text; nil: a quarter of its characters.
	Tokens func(string) int
	Room   int // tokens there are beside the book's own budget; 0: no bound
}

// Active returns the entries that come up, in the order they are told in. What
// the budget has no room for is left out, that of the lowest priority first.
// Keys that ctx leaves no time for do not match.
func (b *Book) Active(ctx context.Context, s Scan) []Entry {
	on := make([]bool, len(b.Entries))
	messages := s.Messages
	for range maxRounds {
		var fresh []string
		seen := &views{messages: messages}
		for i, e := range b.Entries {
			if !on[i] && e.isOn(ctx, b, seen) {
				on[i] = true
				fresh = append(fresh, e.Content)
			}
		}
		if !b.Recursive || len(fresh) == 0 {
			break
		}
		// What came up is as new as the newest message.
		messages = slices.Clone(messages)
		if len(messages) == 0 {
			messages = []string{""}
		}
		messages[len(messages)-1] += "\n" + strings.Join(fresh, "\n")
	}
	var list []Entry
	for i, e := range b.Entries {
		if on[i] {
			list = append(list, e)
		}
	}
	return s.fit(list, b.Budget)
}

// fit leaves out what there is no room for and puts the rest in order.
func (s Scan) fit(list []Entry, budget int) []Entry {
	room := s.Room
	if budget > 0 && (room == 0 || budget < room) {
		room = budget
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Compare(b.Priority, a.Priority) })
	if room > 0 {
		count := s.Tokens
		if count == nil {
			count = func(t string) int { return utf8.RuneCountInString(t)/4 + 1 }
		}
		kept := list[:0]
		for _, e := range list {
			if n := count(e.Content); n <= room {
				room -= n
				kept = append(kept, e)
			}
		}
		list = kept
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return cmp.Compare(a.Order, b.Order) })
	return list
}

// views are the newest messages as keys see them, by how many they are.
type views struct {
	messages []string
	made     map[int]view
}

type view struct{ text, plain, lower string }

func (v *views) of(depth int) view {
	got, ok := v.made[depth]
	if !ok {
		text := strings.Join(v.messages[max(0, len(v.messages)-depth):], "\n")
		text = strings.ToValidUTF8(text[max(0, len(text)-maxScanned):], "")
		got = view{text: text, plain: norm.NFKC.String(text)}
		got.lower = strings.ToLower(got.plain)
		if v.made == nil {
			v.made = map[int]view{}
		}
		v.made[depth] = got
	}
	return got
}

func (e Entry) isOn(ctx context.Context, b *Book, seen *views) bool {
	switch {
	case !e.Enabled, e.Never, e.Off != "", strings.TrimSpace(e.Content) == "":
		return false
	case e.Always:
		return true
	}
	depth := cmp.Or(max(0, e.Depth), max(0, b.Depth), DefaultDepth)
	v := seen.of(min(depth, len(seen.messages)))
	sees := func(keys []string) bool {
		return slices.ContainsFunc(keys, func(k string) bool { return ctx.Err() == nil && e.sees(v, k) })
	}
	switch {
	case len(e.Need) > 0 && !sees(e.Need), sees(e.Without):
		return false
	case e.Constant && !e.Regex:
		return true
	case e.Selective && len(e.Secondary) > 0 && !e.Regex && !sees(e.Secondary):
		return false
	}
	return sees(e.Keys)
}

// sees reports whether a text holds a key.
func (e Entry) sees(v view, key string) bool {
	if p, ok := e.pattern(key); ok {
		re, err := regexp.Compile(p)
		return err == nil && re.MatchString(v.text)
	}
	text, key := v.plain, norm.NFKC.String(strings.TrimSpace(key))
	if !e.Cased {
		text, key = v.lower, strings.ToLower(key)
	}
	if key == "" {
		return false
	}
	if !e.Whole {
		return strings.Contains(text, key)
	}
	for at := 0; ; {
		i := strings.Index(text[at:], key)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		after, n := utf8.DecodeRuneInString(text[at+i+len(key):])
		if !inWord(before) && (n == 0 || !inWord(after)) {
			return true
		}
		at += i + len(key)
	}
}

func inWord(r rune) bool { return unicode.IsLetter(r) && r < 0x3000 || unicode.IsDigit(r) }

// literal is a pattern as JavaScript writes it.
var literal = regexp.MustCompile(`^/(.+)/([a-z]*)$`)

// pattern returns a key as a pattern of Go's, and whether it is a pattern at all.
func (e Entry) pattern(key string) (string, bool) {
	flags := ""
	switch m := literal.FindStringSubmatch(key); {
	case m != nil:
		key = m[1]
		for _, f := range m[2] {
			if strings.ContainsRune("ims", f) { // the others say nothing about whether it matches
				flags += string(f)
			}
		}
	case !e.Regex:
		return "", false
	case !e.Cased:
		flags = "i"
	}
	if flags != "" {
		key = "(?" + flags + ")" + key
	}
	return key, true
}

// checkPatterns turns off the entries whose patterns cannot be used, and says
// why.
func (b *Book) checkPatterns() {
	n := 0
	for i := range b.Entries {
		e := &b.Entries[i]
		for _, key := range slices.Concat(e.Keys, e.Secondary, e.Need, e.Without) {
			p, ok := e.pattern(key)
			if !ok {
				continue
			}
			n++
			why := badPattern(p)
			if n > maxPatterns {
				why = fmt.Sprintf("there are more than %d patterns", maxPatterns)
			}
			if why != "" && e.Off == "" {
				e.Off = fmt.Sprintf("pattern %.80q: %s", key, why)
				b.Flaws = append(b.Flaws, "lore, "+e.Off)
			}
		}
	}
	b.Flaws = b.Flaws[:min(len(b.Flaws), maxFlaws)]
}

// badPattern says why a pattern cannot be used; "" it can.
func badPattern(p string) string {
	if len(p) > maxPattern {
		return fmt.Sprintf("it has more than %d bytes", maxPattern)
	}
	re, err := syntax.Parse(p, syntax.Perl)
	if err != nil {
		return err.Error()
	}
	if steps(re) > maxSteps {
		return "it repeats too much"
	}
	return ""
}

// steps estimates the size of a pattern's program.
func steps(re *syntax.Regexp) int {
	n := max(1, len(re.Rune))
	for _, sub := range re.Sub {
		n += steps(sub)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(1, re.Min, re.Max)
	}
	return min(n, 10*maxSteps)
}
