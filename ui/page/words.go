package page

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"yumori/assets"
)

// Words are the program's own words in one language: assets/translations/<language>.json,
// an object of key → text. A text may hold {name} for what T is given under
// that name. A text that depends on a number has two keys, key.one and
// key.other; Japanese says the same in both.
//
// The zero words says every key as it is. It is a value: another language is
// another words, and the pages are built anew with it.
type Words struct {
	Lang string
	text map[string]string
}

// languages are the languages there are words in; the first one stands in for
// any other.
func languages() []string { return []string{"en", "ja"} }

// LoadWords reads the words of a language, English for one there is none of.
func LoadWords(lang string) (Words, error) {
	have := languages()[0]
	for _, l := range languages() {
		if l == lang {
			have = l
		}
	}
	data, err := assets.Files.ReadFile(path.Join("translations", have+".json"))
	if err != nil {
		return Words{}, fmt.Errorf("read words of %q: %w", have, err)
	}
	w := Words{Lang: have}
	if err := json.Unmarshal(data, &w.text); err != nil {
		return Words{}, fmt.Errorf("parse words of %q: %w", have, err)
	}
	return w, nil
}

// In is the words in another language, for who is spoken to in that.
func (w Words) In(lang string) Words {
	if lang == w.Lang || !slices.Contains(languages(), lang) {
		return w
	}
	if other, err := LoadWords(lang); err == nil {
		return other
	}
	return w
}

// T is the text of a key. The rest are pairs of a name and what stands for it.
func (w Words) T(key string, pairs ...string) string {
	text, ok := w.text[key]
	if !ok {
		return key
	}
	if len(pairs) == 0 {
		return text
	}
	oldnew := make([]string, 0, len(pairs))
	for i := 0; i+1 < len(pairs); i += 2 {
		oldnew = append(oldnew, "{"+pairs[i]+"}", pairs[i+1])
	}
	return strings.NewReplacer(oldnew...).Replace(text)
}

// N is the text of a key for a number, which the text holds as {n}.
func (w Words) N(key string, n int, pairs ...string) string {
	form := key + ".other"
	if n == 1 {
		form = key + ".one"
	}
	return w.T(form, append([]string{"n", Thousands(n)}, pairs...)...)
}
