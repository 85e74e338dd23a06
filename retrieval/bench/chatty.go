package bench

import (
	"cmp"
	_ "embed"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/evalset"
	"yumori/internal/lang"
)

//go:embed chatty.txt
var chattyText string

// chattyPhrases are the lines of chatty.txt by their first word.
func chattyPhrases() map[string][]string {
	list := map[string][]string{}
	for line := range strings.Lines(chattyText) {
		if kind, text, ok := strings.Cut(strings.TrimSpace(line), " "); ok && kind != "#" {
			list[kind] = append(list[kind], text)
		}
	}
	return list
}

// How long a reply of a talkative model is, in characters, and how much of it
// comes from the session that it stands in, of ten parts; of how many characters a
// sentence is more that it takes up.
const (
	chattyLeast = 1_200
	chattyMost  = 4_500
	chattyNear  = 7

	saysSomething = 20
)

// talks reports whether a set is a conversation in which no model answers, in
// the language that replies are made up in.
func talks(docs []evalset.Document) bool {
	named := false
	for _, d := range docs {
		if evalset.RoleOf(d.Speaker) == evalset.Assistant {
			return false
		}
		named = named || d.Speaker != ""
	}
	return named && analyzerFor(docs) == "en"
}

// chatty returns a set with a long reply of a model after every document, which
// takes up its words and others of the same talk. Questions and what answers
// them stay. It is the same for the same set.
func chatty(s evalset.Set) evalset.Set {
	c := chatterer{rnd: rand.New(rand.NewPCG(3, 9)), phrases: chattyPhrases(), said: map[string][]string{}, sessions: map[string][]string{}}
	for _, d := range s.Documents {
		if c.said[d.Session] == nil {
			c.sessions[d.Group] = append(c.sessions[d.Group], d.Session)
		}
		for _, s := range lang.Parts(d.Text) {
			if s = strings.TrimSpace(s); utf8.RuneCountInString(s) > saysSomething {
				c.said[d.Session] = append(c.said[d.Session], s)
			}
		}
	}
	var out evalset.Set
	for _, d := range s.Documents {
		d.Ord *= 2
		reply := evalset.Document{
			ID: d.ID + "/reply", Group: d.Group, Session: d.Session, Ord: d.Ord + 1, Speaker: string(evalset.Assistant), Date: d.Date, Text: c.reply(d),
		}
		out.Documents = append(out.Documents, d, reply)
	}
	for _, q := range s.Questions {
		if q.BeforeOrd != nil {
			before := 2 * *q.BeforeOrd
			q.BeforeOrd = &before
		}
		out.Questions = append(out.Questions, q)
	}
	return out
}

// A chatterer makes replies up.
type chatterer struct {
	rnd      *rand.Rand
	phrases  map[string][]string
	said     map[string][]string // session → its sentences
	sessions map[string][]string // group → its sessions
}

func (c chatterer) one(list []string) string { return list[c.rnd.IntN(len(list))] }

func (c chatterer) reply(d evalset.Document) string {
	near := append([]string{d.Text}, c.said[d.Session]...)
	own, others := long(d.Text, 4), long(d.Text, 5)
	for range 6 {
		others = append(others, long(c.one(near), 5)...)
	}
	if others = append(others, "that"); len(own) == 0 {
		own = others
	}
	size := chattyLeast + c.rnd.IntN(chattyMost-chattyLeast)
	parts := []string{c.one(c.phrases["open"]) + " So, " + d.Text, c.one(c.phrases["turn"])}
	for n := 0; n < size; n += utf8.RuneCountInString(parts[len(parts)-1]) {
		if c.rnd.IntN(2) == 0 {
			parts = append(parts, strings.NewReplacer("{k}", c.one(own), "{j}", c.one(others)).Replace(c.one(c.phrases["say"])))
			continue
		}
		from := near
		if c.rnd.IntN(10) >= chattyNear {
			from = append([]string{d.Text}, c.said[c.one(c.sessions[d.Group])]...)
		}
		said := cmp.Or(strings.TrimRight(c.one(from), ".!?"), "that")
		first, size := utf8.DecodeRuneInString(said)
		parts = append(parts, strings.Replace(c.one(c.phrases["said"]), "{s}", string(unicode.ToLower(first))+said[size:]+".", 1))
	}
	return strings.Join(parts, "\n")
}

// long returns the words of a text that have so many letters or more.
func long(text string, least int) []string {
	var list []string
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) >= least {
			list = append(list, w)
		}
	}
	return list
}
