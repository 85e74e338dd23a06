package tagfilter

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// The tags a persona may put into a reply, e.g.
//
//	<persona_emotion category="joy" intensity="0.6"/>
//	<memory_trace id="episode_2026-11-21_001" resonance="0.7"/>
//
// They are reports to this program and never reach the screen or the log.
const (
	// Emotion reports what the persona feels.
	Emotion = "persona_emotion"
	// Memory reports how much a recalled memory mattered.
	Memory = "memory_trace"
)

// emotions are the categories of Emotion.
var emotions = []string{"joy", "contentment", "protective", "anxious", "sadness", "anger", "neutral"}

// A Tag is what a persona reported with a reply.
type Tag struct {
	Name  string  // Emotion or Memory
	Of    string  // one of emotions, or the id of a memory as the model wrote it
	Value float64 // intensity or resonance, in [0, 1]
}

// The bounds of the filter. No tag is longer than maxTag bytes: that much is
// held back at most, and a longer one is broken.
const (
	maxTag  = 512
	maxTags = 64  // reported for one text; more are taken out but forgotten
	maxID   = 200 // bytes of a memory's id
)

// A Filter takes our tags out of a text while the text arrives, and keeps
// what they report. Where the text is cut into chunks makes no difference.
//
// What is taken out, in any letter case:
//   - our tags, with attributes in any order, quotes of any kind or none; also
//     the closing ones, so that the pair form goes too (what stands between
//     the pair stays: it may be the whole reply);
//   - of a tag that breaks off, the name and the attributes that are whole;
//     at the end of the text also a begun attribute;
//   - <think>…</think> at the beginning of the text, also unclosed, and a
//     </think> anywhere;
//   - the white space that a tag leaves behind at either end, and the lesser
//     of the two runs of white space around it in the middle.
//
// In code, fenced or inline, everything stays. A backtick that no other one
// answers in its paragraph does not begin code.
//
// The zero value is ready to use.
type Filter struct {
	buf   string // arrived but not decided, shorter than maxTag between calls
	ended bool   // nothing comes after buf
	think string // the name of the thinking tag we are in; "" outside
	code  markup
	text  tidyText
	tags  []Tag
}

// Write takes the next piece of the text and returns the next piece of what
// may be seen: whole characters, as far as the text has whole characters.
func (f *Filter) Write(chunk string) string {
	f.buf += chunk
	f.scan()
	return f.text.take()
}

// Close says that the text has ended and returns the rest of what may be seen.
func (f *Filter) Close() string {
	f.ended = true
	f.scan()
	f.text.close()
	return f.text.takeAll()
}

// Tags returns what was reported so far, in order. Tags with a value missing,
// unknown or not a number are taken out of the text but not reported.
func (f *Filter) Tags() []Tag { return slices.Clone(f.tags) }

// scan decides as much of buf as can be decided; all of it at the end.
func (f *Filter) scan() {
	for f.buf != "" {
		n := 0
		switch c := f.buf[0]; {
		case f.think != "":
			n = f.thought()
		case c == '<':
			n = f.angle()
		case c == '`' || c == '~':
			n = f.run()
		case c == '\n':
			n = 1
			f.code.newline()
			f.text.write("\n")
		default:
			if n = strings.IndexAny(f.buf, "<`~\n"); n < 0 {
				n = len(f.buf)
			}
			f.plain(f.buf[:n])
		}
		if n == 0 {
			return
		}
		f.buf = f.buf[n:]
	}
}

// ahead is the window on what comes. Only it may be decided on: it is the same
// however much more has arrived.
func (f *Filter) ahead() window {
	if len(f.buf) >= maxTag {
		return window{s: f.buf[:maxTag], full: true}
	}
	return window{s: f.buf, last: f.ended}
}

// plain passes on a piece of a line.
func (f *Filter) plain(s string) {
	f.code.content(s)
	f.text.write(s)
}

// run passes on a run of backticks or tildes, once its length is known.
func (f *Filter) run() int {
	n := runLength(f.buf)
	if n == len(f.buf) && n < maxTag && !f.ended {
		return 0
	}
	n = min(n, maxTag)
	f.code.run(f.buf[0], n)
	f.text.write(f.buf[:n])
	return n
}

// angle decides what a '<' begins.
func (f *Filter) angle() int {
	if f.code.fence {
		f.plain("<")
		return 1
	}
	m := matchTag(f.ahead())
	if m.name == tagThink && !m.closing && f.text.started {
		m.found = no // only at the beginning
	}
	if m.found == yes {
		switch f.code.holds(f.ahead()) {
		case yes:
			m.found = no
		case unsure:
			m.found = unsure
		}
	}
	switch m.found {
	case unsure:
		return 0
	case no:
		f.plain("<")
		return 1
	}
	f.text.gap()
	if m.name == tagThink && !m.closing && !strings.Contains(m.body, "/") {
		f.think = m.name
	}
	if t, ok := m.report(); ok && len(f.tags) < maxTags {
		f.tags = append(f.tags, t)
	}
	return m.length
}

// thought drops thinking up to its end.
func (f *Filter) thought() int {
	i := strings.IndexByte(f.buf, '<')
	switch {
	case i < 0:
		return len(f.buf)
	case i > 0:
		return i
	}
	m := matchTag(f.ahead())
	switch {
	case m.found == unsure:
		return 0
	case m.found == yes && m.name == f.think && m.closing:
		f.think = ""
		f.text.gap()
		return m.length
	}
	return 1
}

// A window is the beginning of a text, as far as anybody looks.
type window struct {
	s    string // at most maxTag bytes
	last bool   // the text ends with s
	full bool   // there is no looking further, whether or not the text goes on
}

// An answer is yes, no, or not known before more of the text is there.
type answer int

const (
	no answer = iota
	yes
	unsure
)

// tagThink is what local models put around their thoughts.
const tagThink = "think"

var tagNames = []string{Emotion, Memory, tagThink}

// A tagMatch is a tag at the beginning of a text.
type tagMatch struct {
	found   answer
	name    string
	closing bool
	body    string // between the name and the end
	length  int    // bytes to take out
}

// matchTag looks for one of our tags at the beginning of w, which starts with
// '<'.
func matchTag(w window) tagMatch {
	s := w.s
	m := tagMatch{closing: strings.HasPrefix(s, "</")}
	from := 1
	if m.closing {
		from = 2
	}
	word := s[from:]
	for i := range len(word) {
		if c := word[i] | 0x20; (c < 'a' || c > 'z') && word[i] != '_' {
			word = word[:i]
			break
		}
	}
	m.name = strings.ToLower(word)
	m.body = s[from+len(word):]
	switch {
	case m.body == "" && !w.last:
		if slices.ContainsFunc(tagNames, func(n string) bool { return strings.HasPrefix(n, m.name) }) {
			m.found = unsure
		}
	case m.body == "":
		// The text ends in a name: it was ours if nobody else could have meant it.
		if slices.ContainsFunc(tagNames[:2], func(n string) bool {
			return strings.HasPrefix(n, m.name) && strings.Contains(m.name, "_")
		}) {
			m.found, m.length = yes, len(s)
		}
	case slices.Contains(tagNames, m.name) && strings.IndexByte(" \t\r\n/><", m.body[0]) >= 0:
		m.finish(w)
	}
	return m
}

// finish looks for the end of a tag whose name is known and whose body is the
// rest of w.
func (m *tagMatch) finish(w window) {
	start := len(w.s) - len(m.body)
	i := strings.IndexAny(m.body, "<>`")
	if i >= 0 && m.body[i] == '>' {
		m.found, m.body, m.length = yes, m.body[:i], start+i+1
		if m.name == tagThink && strings.Trim(m.body, " \t\r\n/") != "" {
			m.found = no // "<think about it>"
		}
		return
	}
	if i < 0 && !w.full && !w.last {
		m.found = unsure
		return
	}
	if m.name == tagThink { // not ours to mend
		return
	}
	// Broken: what surely belongs to the tag goes, the words after it stay.
	m.found = yes
	if i >= 0 {
		m.body = m.body[:i]
	}
	whole := len(attributes.FindString(m.body))
	if i < 0 && w.last && begunAttribute(m.body[whole:]) {
		whole = len(m.body)
	}
	m.body = m.body[:whole]
	m.length = start + whole
}

// The attributes of a tag. Quotes are straight, curly, full-width or
// Japanese, not always in pairs, sometimes behind a backslash.
const (
	oddQuotes = `“”„‟＂‘’＇「」『』`
	attribute = `([A-Za-z]+)\s*[=＝]\s*(?:\\?"([^"]*)"|\\?'([^']*)'|[` + oddQuotes + `]([^"'` + oddQuotes + `]*)[` + oddQuotes + `]|([^\s"'` + oddQuotes + `]+))`
)

var (
	oneAttribute = regexp.MustCompile(attribute)
	attributes   = regexp.MustCompile(`^(?:\s+` + attribute + `)*(?:\s*/)?`)
	begun        = regexp.MustCompile(`^\s*(?:/|([A-Za-z]*)|([A-Za-z]+)\s*[=＝]\s*(?:["'` + oddQuotes + `][^\n]{0,64})?)?\s*$`)
	known        = []string{"category", "intensity", "id", "resonance"}
)

// begunAttribute says whether s, at the end of a text, is the beginning of an
// attribute rather than words.
func begunAttribute(s string) bool {
	m := begun.FindStringSubmatch(s)
	if m == nil {
		return false
	}
	word := strings.ToLower(m[1] + m[2])
	return slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, word) })
}

// report reads what the tag says. ok is false if it says nothing usable.
func (m tagMatch) report() (t Tag, ok bool) {
	if m.closing || m.name == tagThink {
		return Tag{}, false
	}
	values := map[string]string{}
	body := strings.TrimSuffix(strings.TrimSpace(m.body), "/")
	for _, a := range oneAttribute.FindAllStringSubmatch(body, -1) {
		key := strings.ToLower(a[1])
		if _, ok := values[key]; !ok { // the first counts
			values[key] = strings.Trim(a[2]+a[3]+a[4]+a[5], " \t\r\n\\")
		}
	}
	t = Tag{Name: m.name}
	if m.name == Emotion {
		t.Of = strings.ToLower(norm.NFKC.String(values["category"]))
		t.Value, ok = unit(values["intensity"])
		return t, ok && slices.Contains(emotions, t.Of)
	}
	t.Of = values["id"]
	t.Value, ok = unit(values["resonance"])
	return t, ok && t.Of != "" && len(t.Of) <= maxID && !strings.ContainsFunc(t.Of, isControl)
}

func isControl(r rune) bool { return r < ' ' || r == 0x7F || r == '\uFFFD' }

// unit reads a number and moves it into [0, 1].
func unit(s string) (float64, bool) {
	v, err := strconv.ParseFloat(norm.NFKC.String(s), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	return min(max(v, 0), 1), true
}
