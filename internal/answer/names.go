package answer

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
)

// NamesSpeaker reports whether a text names somebody who is neither the user
// nor the persona and speaks in what was recalled: then it is about them,
// whatever else its words may mean.
func (ts *tellings) NamesSpeaker(text string) bool {
	for _, u := range ts.utterances() {
		if u.speaker != "" && ts.isUser(u.speaker) == "" && !ts.IsPersona(u.speaker) && holdsWord(text, u.speaker) {
			return true
		}
	}
	return false
}

// IsPersona reports whether word is the persona's name.
func (k *Talk) IsPersona(word string) bool {
	return strings.EqualFold(strings.TrimSpace(word), k.Persona)
}

// SubjectName is how the user is called in what is written down.
func (k *Talk) SubjectName() string {
	if k.User != "" {
		return k.User
	}
	return unnamed
}

// unnamed stands for the user in what is written down before the name is known.
const unnamed = "The user"

// Section returns what a section tells, such as the text of a file.
func (k *Talk) Section(section string) string {
	var list []string
	for _, m := range k.Holds[section] {
		list = append(list, m.Text)
	}
	return strings.Join(list, "\n")
}

// dayAt is the day of a memory, the zero time if nobody knows.
func (k *Talk) dayAt(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, k.Now.Location())
}

// replaceWord replaces whole words only.
func replaceWord(text, word, with string) string {
	if word == "" {
		return text
	}
	var b strings.Builder
	for {
		i := strings.Index(text, word)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		end := i + len(word)
		whole := (i == 0 || !isLatinByte(text[i-1])) && (end == len(text) || !isLatinByte(text[end]))
		b.WriteString(text[:i])
		if whole {
			b.WriteString(with)
		} else {
			b.WriteString(word)
		}
		text = text[end:]
	}
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func isLatinByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '\x01'
}

// nameBoth gives what speaks of somebody by one of two names, a nickname, the terms of
// the other as well.
func (ts *tellings) nameBoth() {
	for i := range ts.memories {
		g := lex.First("nickname-ja", ts.memories[i].Text)
		for j := range ts.memories {
			if m := &ts.memories[j]; g != nil && strings.Contains(m.Text, g[1]) != strings.Contains(m.Text, g[2]) {
				m.terms = append(m.termsAt(), lang.Senses(g[1]+"、"+g[2])...)
				m.terms = append(m.terms, lang.Sense{Key: question.HiraganaName + g[2], Weight: 1.5})
			}
		}
	}
}

// AsNamed returns an English text with the names that the user has told written as they
// told them: "where does ronke live" asks about Ronke. A word that they also wrote small
// stays as it is. Cost: one look at each of the user's lines.
func AsNamed(rd *Reader, text string) string {
	rd.All()
	for _, w := range plain.Words(text) {
		name, _ := utf8.DecodeRuneInString(w)
		if !unicode.IsLower(name) || len(w) < 3 || lang.Is(lang.StopWord, w) || lang.IsVerb(w) {
			continue
		}
		named := plain.UpperFirst(w)
		if slices.ContainsFunc(rd.messages, func(m message) bool {
			return strings.Contains(m.Text, named) && slices.Contains(lang.ProperNames(m.Text), named)
		}) &&
			!slices.ContainsFunc(rd.messages, func(m message) bool { return holdsWord(m.Text, w) && strings.Contains(m.Text, w) }) {
			text = replaceWord(text, w, named)
		}
	}
	return text
}

// AsSelf returns a Japanese text in which the user does not speak of themselves by their own name, as
// children do: えまの楽器.
func (k *Talk) AsSelf(text string) string {
	rest, named := strings.CutPrefix(text, k.User)
	if k.User == "" || !named || !slices.ContainsFunc([]string{"の", "は", "って", "が", "も"}, func(p string) bool { return strings.HasPrefix(rest, p) }) {
		return text
	}
	return "私" + rest
}

// NameIn returns the user's name where a line of core memory tells it, else "".
func NameIn(text string) string {
	for _, key := range []string{"name-fact", "name-fact-ja"} {
		if m := marks.First(key, text); m != nil {
			return m[1]
		}
	}
	return ""
}

// Phrase returns the key and the words of a phrase that a line of SOUL.md gives a
// persona: "- greeting: Hello."
func Phrase(line string) (key, words string, ok bool) {
	m := marks.First("phrase-line", line)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}
