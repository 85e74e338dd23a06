// Package taint follows texts that neither the user nor the persona wrote: which
// messages and memories are derived from one (a Tracker), which of them the user
// declared to be their own (a Trust), which stand in one turn (a Turn), and
// whether a reply took something over from them.
package taint

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Bounds of what a reply may share with a text of others and still have taken
// nothing of it. Eight words running are a quotation; a word of Japanese has
// two characters, so that sixteen of them are one as well.
const (
	sharedWords      = 8
	sharedCharacters = 16
	// quietReply is how many characters a reply has at most that took nothing:
	// of a longer one nobody can tell.
	quietReply = 1_000
	// longestWord is how many letters a word has at most; what is longer is
	// no language.
	longestWord = 20
)

// TookOver reports whether a reply may have taken something from texts of
// others: words as they stand there, a name, a number or a link that neither
// the user nor the persona has, anything that is no plain speech, or a word on
// what is to be kept in the persona's memory. It errs to that side; own are the
// texts of the two.
//
// What a reply may pass on is bounded by this, not ruled out: who can put an
// order into ordinary words with no name in them that does not speak of a
// memory or a tool gets it past. Such words call no tool.
func TookOver(reply string, own, others []string) bool {
	if utf8.RuneCountInString(reply) > quietReply || coded(reply) || ordersBySense(reply) {
		return true
	}
	theirs, ours := wordingOf(others), wordingOf(own)
	said := wordingOf([]string{reply})
	for run := range said.runs {
		if theirs.runs[run] {
			return true
		}
	}
	for name := range said.names {
		if theirs.words[name] && !ours.words[name] {
			return true
		}
	}
	for word := range said.first { // may be capitalised for its place alone
		if theirs.names[word] && !ours.words[word] {
			return true
		}
	}
	return false
}

// A wording is what is compared of texts: folded words, which of them are
// names and which begin a sentence, and runs of words or characters.
type wording struct {
	words, names, first map[string]bool
	runs                map[string]bool
}

// A token is a run of one sort of characters: kanji with what one calls a person
// by, katakana, hiragana, or a word or an address of any other script.
var token = func() *regexp.Regexp {
	const other = `(?:[^\P{L}\p{Han}\p{Hiragana}\p{Katakana}ー々〆]|\p{N}|\p{M})`
	return regexp.MustCompile(`[\p{Han}々〆]+(?:さん|様|さま|くん|ちゃん|氏)?|[\p{Katakana}ー]+|\p{Hiragana}+|` +
		other + `(?:(?:` + other + `|['’.@/:_-])*` + other + `)?`)
}()

func wordingOf(texts []string) wording {
	w := wording{words: map[string]bool{}, names: map[string]bool{}, first: map[string]bool{}, runs: map[string]bool{}}
	for _, text := range texts {
		text = norm.NFKC.String(text)
		var spaced, unspaced []string
		begins, end := true, 0
		for _, at := range token.FindAllStringIndex(text, -1) {
			t := text[at[0]:at[1]]
			between := text[end:at[0]]
			begins = begins && strings.TrimSpace(between) == "" || strings.ContainsAny(between, ".!?:;…。！？\n*•\"“「(") || end == 0
			w.take(t)
			switch name, sure := nameIn(t); {
			case sure, name != "" && !begins && !wide(t):
				w.names[name] = true
			case name != "" && !wide(t):
				w.first[name] = true
			}
			begins, end = false, at[1]
			if wide(t) {
				unspaced = append(unspaced, strings.Split(t, "")...)
			} else {
				spaced = append(spaced, strings.ToLower(t))
			}
		}
		w.takeRuns(spaced, sharedWords)
		w.takeRuns(unspaced, sharedCharacters)
	}
	return w
}

func (w wording) takeRuns(list []string, n int) {
	for i := 0; i+n <= len(list); i++ {
		w.runs[strings.Join(list[i:i+n], " ")] = true
	}
}

// bareName is a word as it is compared, without what says that it is a person,
// or whose something is.
func bareName(t string) string {
	if wide(t) {
		for _, h := range [...]string{"さん", "様", "さま", "くん", "ちゃん", "氏"} {
			t = strings.TrimSuffix(t, h)
		}
		return t
	}
	return strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(t), "'s"), "’s")
}

// take adds the words of a token.
func (w wording) take(t string) {
	folded := bareName(t)
	w.words[folded] = true
	if wide(t) {
		return
	}
	for _, part := range strings.FieldsFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		w.words[part] = true
	}
}

// nameIn returns what is a name in a token; "" nothing. It is for sure a number,
// an address, a word written like a name, kanji or katakana; what has a large
// letter alone may have it for its place.
func nameIn(t string) (name string, sure bool) {
	bare := bareName(t)
	n, upper := utf8.RuneCountInString(bare), strings.IndexFunc(t, unicode.IsUpper)
	switch {
	case wide(t):
		// A word of three characters, or one of two that somebody is called.
		r, _ := utf8.DecodeRuneInString(t)
		return bare, !unicode.Is(unicode.Hiragana, r) && (n >= 3 || n == 2 && bare != t)
	case n < 2, strings.HasPrefix(bare, "i'"), strings.HasPrefix(bare, "i’"):
		return "", false
	case strings.ContainsFunc(t, unicode.IsDigit), strings.ContainsAny(t, "@/_"), strings.HasPrefix(bare, "www."):
		return bare, true
	case upper >= 0:
		return bare, upper > 0
	}
	return "", false
}

// wide reports whether a token is of a script without spaces.
func wide(t string) bool {
	r, _ := utf8.DecodeRuneInString(t)
	return unicode.In(r, unicode.Han, unicode.Katakana, unicode.Hiragana) || r == 'ー' || r == '々' || r == '〆'
}

// notPlain are characters that speech does without and programs do not, and
// those that nobody sees.
const notPlain = "{}<>\\|=`\u200b\u200c\u200d\u2060\ufeff\u00ad"

var latinRun = regexp.MustCompile(`[A-Za-z0-9+/]+`)

// coded reports whether a text holds something that is no speech: characters of
// programs, words longer than words are, letters and digits or small and large
// ones mixed.
func coded(text string) bool {
	if strings.ContainsAny(text, notPlain) || strings.ContainsFunc(text, func(r rune) bool {
		return unicode.Is(unicode.Co, r) || r >= 0xe0000 && r <= 0xe01ef
	}) {
		return true
	}
	odd := 0
	for _, run := range latinRun.FindAllString(text, -1) {
		if len(run) > longestWord {
			return true
		}
		if oddWord(run) {
			odd++
		}
	}
	return odd > 1
}

// oddWord reports whether a word is written as no word is.
func oddWord(w string) bool {
	letters, digits, turns := 0, 0, 0
	for i, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			if unicode.IsUpper(r) && i > 0 && unicode.IsLower(rune(w[i-1])) {
				turns++
			}
		}
	}
	return turns > 0 || letters > 1 && digits > 1
}

// What an order speaks of, and what it has done to it. The drawer it is put in
// is always one of the persona's memories or tools.
var (
	storeWord = regexp.MustCompile(`(?i)\b(?:note ?pads?|note ?books?|diar(?:y|ies)|journals?|memor(?:y|ies)|tools?|functions?|instructions?|orders?|commands?|goals?|secrets?)\b|メモ帳|手帳|ノート|日記|記憶|コアメモリ|ツール|関数|目標|指示|命令|秘密`)
	actWord   = regexp.MustCompile(`(?i)\b(?:writ(?:e|es|ing|ten)|not(?:e|ing) down|add(?:s|ing)?|put(?:s|ting)?|sav(?:e|es|ing)|stor(?:e|es|ing)|record(?:s|ing)?|edit(?:s|ing)?|call(?:s|ing)?|append(?:s|ing)?|jot(?:s|ting)?|enter(?:s|ing)?|updat(?:e|es|ing)|delet(?:e|es|ing)|replac(?:e|es|ing)|read(?:s|ing)?|quot(?:e|es|ing)|us(?:e|es|ing)|follow(?:s|ing)?|obey(?:s|ing)?|repeat(?:s|ing)?)\b|書|記入|記し|メモし|追加|保存|記録し|登録|加え|消し|削除|変更|書き換|呼び出|読み|読ん|使|従|繰り返`)
	sentences = regexp.MustCompile(`[^.!?。！？\n]+`)
)

// ordersBySense reports whether a text speaks of doing something to a memory
// or with a tool, read forward, backward, or turned by thirteen letters.
func ordersBySense(text string) bool {
	text = norm.NFKC.String(text)
	back := []rune(text)
	slices.Reverse(back)
	for _, way := range []string{text, string(back), strings.Map(rot13, text)} {
		for _, s := range sentences.FindAllString(way, -1) {
			if storeWord.MatchString(s) && actWord.MatchString(s) {
				return true
			}
		}
	}
	return false
}

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}
