package speech

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/ikawaha/kagome-dict/ipa"
	"github.com/ikawaha/kagome/v2/tokenizer"

	"yumori/internal/lang/plain"
)

// A kana is an engine that gets Japanese in kana: eSpeak reads each kanji as
// "Chinese letter". The dictionary is read by Ready or with the first Japanese
// sentence, and takes about 90 MB from then on.
type kana struct {
	of     Engine
	mu     sync.Mutex // guards reader
	reader *tokenizer.Tokenizer
}

// Ready reads the dictionary if Japanese is to be spoken.
func (k *kana) Ready(in plain.Language) error {
	if in != plain.Japanese {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.reader != nil {
		return nil
	}
	t, err := tokenizer.New(ipa.Dict(), tokenizer.OmitBosEos())
	if err != nil {
		return fmt.Errorf("open the dictionary of readings: %w", err)
	}
	k.reader = t
	return nil
}

// Speak passes a sentence on. See Engine.
func (k *kana) Speak(ctx context.Context, sentence string, in plain.Language) error {
	if in == plain.Japanese {
		if err := k.Ready(in); err != nil {
			return err
		}
		sentence = k.reading(sentence)
	}
	return k.of.Speak(ctx, sentence, in)
}

// reading is a text in kana. A word that the dictionary does not know is read
// character by character; of a kanji that has no reading nothing is left.
func (k *kana) reading(text string) string {
	var b strings.Builder
	words := k.reader.Tokenize(strings.Map(narrow, text))
	for i := 0; i < len(words); i++ {
		if said := counted(words[i:]); said != "" && (i == 0 || !isNumber(words[i-1])) {
			b.WriteString(said)
			i++ // of two words
			continue
		}
		if said, ok := words[i].Pronunciation(); ok && said != "*" {
			b.WriteString(said)
			continue
		}
		for _, r := range words[i].Surface {
			b.WriteString(k.character(r))
		}
	}
	return b.String()
}

// isNumber reports whether a word is a number, or the part of one.
func isNumber(w tokenizer.Token) bool {
	kind := w.POS()
	return len(kind) > 1 && kind[1] == "数"
}

// character is how a character is read by itself; "" is a kanji with no reading.
func (k *kana) character(r rune) string {
	if !unicode.Is(unicode.Han, r) {
		return string(r)
	}
	if list := k.reader.Tokenize(string(r)); len(list) == 1 {
		if said, ok := list[0].Pronunciation(); ok && said != "*" {
			return said
		}
	}
	return ""
}

// narrow makes a wide digit one that eSpeak reads.
func narrow(r rune) rune {
	if r >= '０' && r <= '９' {
		return r - '０' + '0'
	}
	return r
}

// The numbers that are read with what they count in a way of their own.
var (
	persons = map[string]string{"一": "ヒトリ", "1": "ヒトリ", "二": "フタリ", "2": "フタリ"}
	days    = map[string]string{
		"2": "フツカ", "3": "ミッカ", "4": "ヨッカ", "5": "イツカ", "6": "ムイカ", "7": "ナノカ",
		"8": "ヨーカ", "9": "ココノカ", "10": "トーカ", "14": "ジューヨッカ", "20": "ハツカ", "24": "ニジューヨッカ",
	}
)

// counted is how a number and what it counts are read, the first two words of a
// list, where the dictionary has each alone; "" as it has them.
func counted(words []tokenizer.Token) string {
	if len(words) < 2 {
		return ""
	}
	number := words[0].Surface
	switch words[1].Surface {
	case "人":
		return persons[number]
	case "日":
		return days[number]
	case "月":
		if strings.Trim(number, "0123456789") == "" {
			return number + "ガツ"
		}
	}
	return ""
}
