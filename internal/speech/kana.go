package speech

import (
	"context"
	"fmt"
	"strings"

	"github.com/ikawaha/kagome-dict/ipa"
	"github.com/ikawaha/kagome/v2/tokenizer"

	"yumori/internal/lang/plain"
)

// A kana is an engine that gets Japanese in kana: eSpeak reads each kanji as
// "Chinese letter". The dictionary is read with the first Japanese sentence and
// takes about 90 MB from then on.
type kana struct {
	of     Engine
	reader *tokenizer.Tokenizer
}

// Speak passes a sentence on. See Engine.
func (k *kana) Speak(ctx context.Context, sentence string, in plain.Language) error {
	if in == plain.Japanese {
		if k.reader == nil {
			t, err := tokenizer.New(ipa.Dict(), tokenizer.OmitBosEos())
			if err != nil {
				return fmt.Errorf("open the dictionary of readings: %w", err)
			}
			k.reader = t
		}
		sentence = k.reading(sentence)
	}
	return k.of.Speak(ctx, sentence, in)
}

// reading is a text in kana. Of words that the dictionary does not know the
// kanji stay.
func (k *kana) reading(text string) string {
	var b strings.Builder
	for _, t := range k.reader.Tokenize(text) {
		said, ok := t.Pronunciation()
		if !ok || said == "*" {
			said = t.Surface
		}
		b.WriteString(said)
	}
	return b.String()
}
