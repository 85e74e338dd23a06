package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"yumori/internal/memory"
)

// An item is a part of a file that was changed, and that can be taken back by
// itself: an object with an id in a JSON file, a bullet or a paragraph of any
// other.
type item struct {
	file          string
	kind          string
	key           string
	title         string
	before, after *string // nil: not there
	was, place    string  // of before and after: the path of the list, or the line before
}

// The kinds of items.
const (
	KindGoal      = "goal"
	KindQuestion  = "question"
	KindInsight   = "insight"
	KindEpisode   = "episode"
	KindFact      = "fact"
	KindOpinion   = "opinion"
	KindEntity    = "entity"
	KindCandidate = "candidate"
	KindHeld      = "held"
	kindState     = "state"
	kindText      = "text"
)

// ChangeKinds returns the values of Change.Kind.
func ChangeKinds() []string {
	return []string{
		KindGoal, KindQuestion, KindInsight, KindEpisode, KindFact, KindOpinion,
		KindEntity, KindCandidate, KindHeld, kindState, kindText,
	}
}

// heldFile is where persona keeps changes that wait for the user.
const heldFile = "memory/held.json"

// derived are parts of files that are no items: those written for people to
// look at and never read back, and those that go with what is held, which is
// an item of the file that it is for.
var derived = regexp.MustCompile(`^(?:memory/(?:held|proposed)\.json |memory/internal_state\.json (?:motivation_log\.|drives\.\w+\.(?:level|active_goal_id)$)|goals\.json meta\.)`)

// change returns the item as a change that a stage made.
func (i item) change(s Stage) Change {
	c := Change{
		Stage: s, Kind: i.kind, File: i.file, Key: i.key, Title: i.title,
		Before: i.before, After: i.after, Was: i.was, Place: i.place, State: StatusApplied,
	}
	if i.kind == KindHeld && i.after != nil && i.before == nil {
		c.State, c.Held = StatusHeld, i.key
	}
	return c
}

// itemsOf returns what differs between two versions of a file; nil is none.
func itemsOf(name string, before, after []byte) []item {
	var list []item
	if path.Ext(name) == ".json" {
		var ok bool
		if list, ok = jsonItems(name, before, after); ok {
			return list
		}
	}
	return textItems(name, before, after)
}

// unmoved leaves out what only went from one file to another, as to the archive
// of its year: nobody has to decide on it.
func unmoved(list []item) []item {
	from, moved := map[string][]int{}, map[int]bool{}
	for i, it := range list {
		if it.after == nil {
			says := it.key + "\n" + said(*it.before)
			from[says] = append(from[says], i)
		}
	}
	for i, it := range list {
		if it.before != nil {
			continue
		}
		says := it.key + "\n" + said(*it.after)
		at := slices.IndexFunc(from[says], func(j int) bool { return list[j].file != it.file })
		if at >= 0 {
			moved[from[says][at]], moved[i] = true, true
			from[says] = slices.Delete(from[says], at, at+1)
		}
	}
	var kept []item
	for i, it := range list {
		if !moved[i] {
			kept = append(kept, it)
		}
	}
	return kept
}

// said is a version of an item without the space that another file may give it.
func said(version string) string {
	var compact bytes.Buffer
	if json.Compact(&compact, []byte(version)) == nil {
		return compact.String()
	}
	return strings.TrimSpace(version)
}

// kindOf returns what kind the items of a file are of.
func kindOf(name, place string) string {
	switch {
	case name == "goals.json", strings.HasPrefix(name, "goals_archived_"):
		return KindGoal
	case strings.HasPrefix(name, "memory/insights"):
		return KindInsight
	case name == heldFile:
		return KindHeld
	case strings.HasPrefix(name, "episodic_memory/"):
		return KindEpisode
	case name == "memory/internal_state.json" && strings.HasSuffix(place, "questions"):
		return KindQuestion
	case strings.HasPrefix(name, "bank/opinions"):
		return KindOpinion
	case strings.HasPrefix(name, "bank/"):
		return KindFact
	case strings.HasPrefix(name, "entity_memory/"):
		return KindEntity
	case path.Ext(name) == ".json":
		return kindState
	}
	return kindText
}

// jsonItems returns the items of a JSON file; ok is false if one of the
// versions is none. Of a long list that only its end is another of, only that
// is looked at.
func jsonItems(name string, before, after []byte) (list []item, ok bool) {
	if b, a, cut := tails(before, after); cut {
		byPlace := func(it item) bool { _, err := strconv.Atoi(it.key); return err == nil }
		if list, ok = wholeItems(name, b, a); ok && !slices.ContainsFunc(list, byPlace) {
			return list, true
		}
	}
	return wholeItems(name, before, after)
}

// elementEnd is where an element of a list ends as this program writes lists:
// a line break stands in no JSON text, and nothing deeper is indented so.
const elementEnd = "\n  },\n"

// tails returns two versions of a list without the elements that both begin
// with; cut is false if there are none. Where the versions are no lists as
// this program writes them, what it returns may be no JSON.
func tails(before, after []byte) (b, a []byte, cut bool) {
	n := 0
	for n < len(before) && n < len(after) && before[n] == after[n] {
		n++
	}
	i := bytes.LastIndex(before[:n], []byte(elementEnd))
	if i < 0 || before[0] != '[' {
		return nil, nil, false
	}
	i += len(elementEnd)
	return slices.Concat([]byte("["), before[i:]), slices.Concat([]byte("["), after[i:]), true
}

// wholeItems is jsonItems by every element.
func wholeItems(file string, before, after []byte) (list []item, ok bool) {
	old, ok := leavesOf(before)
	if !ok {
		return nil, false
	}
	now, ok := leavesOf(after)
	if !ok {
		return nil, false
	}
	left := map[leafName][]int{} // of old, by what they go by
	for i, o := range old {
		left[o.name()] = append(left[o.name()], i)
	}
	for _, n := range now {
		if n.passed(file) || len(old) == 0 && !n.in { // of a new file, the form and not the content
			continue
		}
		was := -1
		if same := left[n.name()]; len(same) > 0 {
			k := max(0, slices.IndexFunc(same, func(i int) bool { return old[i].path == n.path })) // in its own list if it is in several
			was = same[k]
			left[n.name()] = slices.Delete(same, k, k+1)
			if o := old[was]; o.path == n.path && sameJSON(o.at.raw(before), n.at.raw(after)) {
				continue
			}
		}
		it := jsonItem(file, after, n)
		it.after, it.place = text(n.at.raw(after)), n.path
		if was >= 0 {
			it.before, it.was = text(old[was].at.raw(before)), old[was].path
		}
		list = append(list, it)
	}
	for i, o := range old {
		if !slices.Contains(left[o.name()], i) || o.passed(file) {
			continue
		}
		it := jsonItem(file, before, o)
		it.before, it.was = text(o.at.raw(before)), o.path
		list = append(list, it)
	}
	return list, true
}

// passed reports whether a leaf of a file is no item: a list before its first
// element, the version of the file's form, or a figure that follows from
// others.
func (l leaf) passed(file string) bool {
	return !l.in && (l.at.empty() || l.key == "schema") || derived.MatchString(file+" "+l.key)
}

// A leafName is what the versions of a leaf go by.
type leafName struct {
	key string
	in  bool
}

func (l leaf) name() leafName { return leafName{l.key, l.in} }

// Is reports whether a change is of what a store says it wrote.
func (c Change) Is(written memory.Change) bool {
	is := cmp.Or(c.After, c.Before)
	switch {
	case written.Key != "" && c.Key == "" && is != nil:
		return idOf(*is) == written.Key
	case written.Key != "":
		return c.Key == written.Key
	}
	if c.Key != "" || c.File != written.At.File || c.After == nil || written.At.Sum == 0 {
		return false
	}
	return slices.ContainsFunc(memory.PlacesIn(c.File, *c.After), func(p memory.Place) bool { return p.Sum == written.At.Sum })
}

func text(s string) *string { return &s }

// leavesOf returns the parts of a file; nothing of one that is not there.
func leavesOf(data []byte) ([]leaf, bool) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, true
	}
	v, err := scanJSON(data)
	if err != nil {
		return nil, false
	}
	list := leaves(data, v, "")
	if len(list) == 1 && list[0].path == "" && !list[0].in { // an empty list or object as a whole
		return nil, true
	}
	return list, true
}

// jsonItem names a leaf.
func jsonItem(name string, data []byte, l leaf) item {
	it := item{file: name, key: l.key, title: l.key, kind: kindState}
	if l.in {
		it.kind = kindOf(name, l.path)
		for _, m := range []string{"goal", "topic", "insight", "summary", "file", "text"} {
			if t := l.at.text(data, m); t != "" {
				it.title = t
				break
			}
		}
	}
	it.title = OneLine(it.title)
	return it
}

// textItems returns the items of a text.
func textItems(name string, before, after []byte) []item {
	old, now := units(before), units(after)
	head, tail := sameEnds(old, now)
	was, is := placesOf(old), placesOf(now)
	a, b := old[head:len(old)-tail], now[head:len(now)-tail]
	pairs := paired(a, b)
	var list []item
	gone := map[int]bool{}
	for j, u := range b {
		i, ok := pairs[j]
		gone[i] = gone[i] || ok
		if (!ok || heading(a[i])) && mute(u) || ok && sameUnit(a[i], u) {
			continue
		}
		it := item{file: name, kind: kindOf(name, "")}
		if ok {
			it.before, it.was = text(string(a[i])), was[head+i]
		}
		it.title, it.after, it.place = titleOf(u), text(string(u)), is[head+j]
		list = append(list, it)
	}
	for i, u := range a {
		if !gone[i] && !mute(u) {
			list = append(list, item{file: name, kind: kindOf(name, ""), title: titleOf(u), before: text(string(u)), was: was[head+i]})
		}
	}
	return list
}

// sameEnds returns how many units two texts begin and end with alike.
func sameEnds(old, now [][]byte) (head, tail int) {
	for head < len(old) && head < len(now) && sameUnit(old[head], now[head]) {
		head++
	}
	for tail < len(old)-head && tail < len(now)-head && sameUnit(old[len(old)-1-tail], now[len(now)-1-tail]) {
		tail++
	}
	return head, tail
}

// heading reports whether a unit is a heading: it comes and goes with what is
// below it, and is nothing by itself.
func heading(u []byte) bool { return bytes.HasPrefix(u, []byte("#")) }

// mute reports whether a unit says nothing by itself: headings alone, with the
// day a page was begun, or comments alone.
func mute(u []byte) bool {
	for line := range strings.Lines(comment.ReplaceAllString(string(u), "")) {
		line = strings.TrimSpace(line)
		begun := heading(u) && strings.HasPrefix(line, "Created: ")
		if line != "" && !strings.HasPrefix(line, "#") && !begun {
			return false
		}
	}
	return true
}

// sameUnit compares units but for the line breaks at their ends, which depend
// on what follows.
func sameUnit(a, b []byte) bool {
	return bytes.Equal(bytes.TrimRight(a, "\r\n"), bytes.TrimRight(b, "\r\n"))
}

// placesOf returns for each unit the first line of the one before.
func placesOf(list [][]byte) []string {
	out := make([]string, len(list))
	for i := 1; i < len(list); i++ {
		out[i] = firstLine(list[i-1])
	}
	return out
}

func firstLine(u []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(u)), "\n")
	return strings.TrimRight(line, "\r")
}

// paired finds for each unit of b the one of a that it was: the same, or one
// that begins the same or says much of the same. Each is taken once.
func paired(a, b [][]byte) map[int]int {
	out := map[int]int{}
	used := map[int]bool{}
	for _, like := range []func(x, y []byte) bool{sameUnit, resembles} {
		for j, u := range b {
			if _, ok := out[j]; ok {
				continue
			}
			for i, o := range a {
				if !used[i] && like(o, u) {
					out[j], used[i] = i, true
					break
				}
			}
		}
		if len(a) > 500 && len(b) > 500 { // nobody reads so many item by item
			break
		}
	}
	return out
}

// resembles reports whether a unit may be another version of one: under the
// same id, or where one of them has none, with more than half of its words.
func resembles(a, b []byte) bool {
	if x, y := idOf(string(a)), idOf(string(b)); x != "" && y != "" {
		return x == y
	}
	return similarity(string(a), string(b)) > 0.5
}

// units cuts a text into bullets, headings and paragraphs. Together they are
// the text, byte for byte.
func units(data []byte) [][]byte {
	var list [][]byte
	start, blank := 0, false
	at := 0
	for _, line := range bytes.SplitAfter(data, []byte("\n")) {
		trimmed := bytes.TrimSpace(line)
		begins := blank && len(trimmed) > 0 || bytes.HasPrefix(line, []byte("- ")) || bytes.HasPrefix(line, []byte("#"))
		if begins && at > start {
			list = append(list, data[start:at])
			start = at
		}
		blank = len(trimmed) == 0
		at += len(line)
	}
	if start < len(data) {
		list = append(list, data[start:])
	}
	return list
}

var comment = regexp.MustCompile(`(?s)<!--.*?(?:-->|$)`)

// titleOf returns what a unit says, in one line.
func titleOf(u []byte) string {
	return OneLine(strings.TrimLeft(comment.ReplaceAllString(string(u), ""), "-#*> \t\r\n"))
}

// MaxTitle is how many characters a title has at most.
const MaxTitle = 160

// OneLine makes a text one line of at most maxTitle characters.
func OneLine(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "�")), " ")
	if utf8.RuneCountInString(s) > MaxTitle {
		s = string([]rune(s)[:MaxTitle-1]) + "…"
	}
	return s
}

// WithoutComments returns a text with a line break in the place of each of its
// comments.
func WithoutComments(s string) string { return comment.ReplaceAllString(s, "\n") }
