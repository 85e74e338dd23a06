package builtin

import (
	"context"
	"strings"
	"unicode/utf8"
)

// pieceRunes is how much text goes out at once at most.
const pieceRunes = 24

// say hands text to stream in small pieces that end at words or, in Japanese,
// at particles and punctuation as far as a few characters allow, and returns
// what went out. It stops when the context ends.
func say(ctx context.Context, text string, stream func(string)) (string, error) {
	if stream == nil {
		return text, ctx.Err()
	}
	sent := 0
	for sent < len(text) {
		if err := ctx.Err(); err != nil {
			return text[:sent], err
		}
		n := piece(text[sent:])
		stream(text[sent : sent+n])
		sent += n
	}
	return text, ctx.Err()
}

// piece returns the length in bytes of the next piece of a non-empty text.
func piece(text string) int {
	runes, i := 0, 0
	for i < len(text) && runes < pieceRunes {
		r, n := utf8.DecodeRuneInString(text[i:])
		i += n
		runes++
		if runes >= 8 && r == ' ' || runes >= 4 && strings.ContainsRune("、。！？!?…\n", r) {
			break
		}
		if runes >= 5 && r >= 0x3000 && strings.ContainsRune("はがをにでともねよ", r) {
			break
		}
	}
	return i
}
