package builtin

import (
	"embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
)

// What a line may be and what is said to it are lists, apart from the rules
// that read them: acts.txt and talk.txt are tables of package lang, replies.txt
// has "[key]" and then a reply a line; "[key~]" is for a persona that speaks
// Japanese plainly.
//
//go:embed en/*.txt ja/*.txt
var files embed.FS

// A wording is all that the rules know of one language.
type wording struct {
	acts, talk *lang.Table
	replies    func() map[string][]string
}

func newWording(dir string) *wording {
	read := func(name string) string {
		data, err := files.ReadFile(dir + "/" + name)
		if err != nil {
			panic(err) // unreachable: it is part of the program
		}
		return string(data)
	}
	return &wording{
		acts: lang.NewTable(read("acts.txt")), talk: lang.NewTable(read("talk.txt")),
		replies: sync.OnceValue(func() map[string][]string { return parseReplies(read("replies.txt")) }),
	}
}

var wordings = sync.OnceValue(func() map[plain.Language]*wording {
	return map[plain.Language]*wording{plain.English: newWording("en"), plain.Japanese: newWording("ja")}
})

func parseReplies(text string) map[string][]string {
	all, key := map[string][]string{}, ""
	for line := range strings.Lines(text) {
		switch line = strings.TrimSpace(line); {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			key = strings.Trim(line, "[]")
		default:
			all[key] = append(all[key], line)
		}
	}
	return all
}

// replies returns what may be said for a key, in the language and register of
// the answer.
func (s *speaking) replies(key string) []string {
	all := wordings()[s.Lang].replies()
	if plain := all[key+"~"]; s.voice.casual && len(plain) > 0 {
		return plain
	}
	return all[key]
}

// reply returns what is said for a key: of what was said least often in the
// talk so far one that the message chooses.
func (s *speaking) reply(key string) string { return s.fill(s.least(s.replies(key))) }

// least returns one of the variants that the persona has said least often.
func (s *speaking) least(variants []string) string {
	var best []string
	few := -1
	for _, v := range variants {
		n := s.timesSaid(v)
		if few < 0 || n < few {
			few, best = n, nil
		}
		if n == few {
			best = append(best, v)
		}
	}
	if len(best) == 0 {
		return ""
	}
	return best[(s.seed+uint32(s.turn))%uint32(len(best))]
}

// timesSaid counts how often the persona said a phrase, or one of its sentences,
// what was said last for more.
func (s *speaking) timesSaid(phrase string) int {
	most := 0
	for _, core := range sentencesOf(longestPart(phrase)) {
		n := 0
		for i, t := range s.Past {
			if t.User || !strings.Contains(t.Text, core) {
				continue
			}
			if n++; i > len(s.Past)-8 {
				n++
			}
		}
		most = max(most, n)
	}
	if most == 0 && s.beganSo(phrase) {
		return 1
	}
	return most
}

// beganSo reports whether one of the persona's last replies begins like a phrase: "Thank you for
// telling me" behind "Thanks for telling me that".
func (s *speaking) beganSo(phrase string) bool {
	own := 0
	for _, t := range slices.Backward(s.Past) {
		if t.User {
			continue
		}
		if own++; own > beganLately {
			return false
		}
		if opening(t.Text) == opening(phrase) {
			return true
		}
	}
	return false
}

// beganLately is in how many replies none begins like another.
const beganLately = 3

// opening is what a reply begins with, so far as one hears it again.
func opening(reply string) string {
	if lang.Japanese(reply) {
		return string([]rune(reply)[:min(openingRunes, utf8.RuneCountInString(reply))])
	}
	words := strings.Fields(strings.ToLower(strings.Replace(reply, "Thanks", "Thank you", 1)))
	return strings.TrimRight(strings.Join(words[:min(2, len(words))], " "), ",.!")
}

// openingRunes is how many runes of a Japanese reply one hears again.
const openingRunes = 4

// sentencesOf returns the sentences of a reply that are long enough to be heard
// again, or the whole if none is.
func sentencesOf(text string) []string {
	var list []string
	for _, at := range lang.Spans(text) {
		if s := strings.TrimSpace(text[at.Begin:at.Marks]); len(s) >= minHeard {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return []string{text}
	}
	return list
}

// minHeard is of how many bytes a sentence is at least that is heard again.
const minHeard = 10

// saidUnsure reports whether a reply of the persona says that it does not know.
func (s *speaking) saidUnsure(reply string) bool {
	return slices.ContainsFunc(slices.Concat(s.replies("unsure"), s.replies("beyond")), func(l string) bool { return strings.Contains(reply, l) })
}

// smallTalkOf tells what small talk a text is, all of it.
func smallTalkOf(text string) string {
	kind := wordings()[plain.LanguageOf(text, plain.English)].talk.Kind(text)
	if kind == "" && tone.Has("protests", text) {
		return "protest"
	}
	return kind
}
