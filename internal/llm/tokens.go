package llm

import (
	"math"
	"strings"
)

// weights are the tokens that each kind of character costs, fitted by least
// squares of relative errors to o200k and cl100k over talk, Markdown, code and
// tool schemas in English and Japanese, and set between the two: of what either
// counts, English is met within 5 % and Japanese within 20 %.
const (
	wordWeight   = 0.87 // a run of ASCII letters
	letterWeight = 0.045
	digitWeight  = 0.80
	signWeight   = 0.70 // the first of a run of signs
	moreWeight   = 0.22 // each further one
	lineWeight   = 0.20
	kanaWeight   = 0.82
	kanjiWeight  = 1.12
	otherWeight  = 0.95 // accents, Cyrillic, Hangul, emoji
)

// A TokenScale is how a model's tokenizer differs from EstimateTokens: factors
// on the tokens of ASCII and of all other characters, in [0.4, 2.5]. The zero
// TokenScale changes nothing.
type TokenScale struct {
	Narrow float64 `json:"narrow"`
	Wide   float64 `json:"wide"`
}

// Bounds and speed of what a TokenScale learns.
const (
	leastScale, mostScale = 0.4, 2.5
	learningRate          = 0.7 // of the error that one count corrects
)

// ScaleOf returns where to begin with a model, by its name: "o200k" tokenizers
// have room for more Japanese than "cl100k" has. It is learned from there.
func ScaleOf(name string) TokenScale {
	name = strings.ToLower(name)
	name = name[strings.LastIndexByte(name, '/')+1:]
	for _, family := range []string{"gpt-4o", "gpt-4.1", "gpt-5", "o1", "o3", "o4", "gemini", "gemma", "gpt-oss"} {
		if strings.HasPrefix(name, family) {
			return TokenScale{Narrow: 1, Wide: 0.87}
		}
	}
	if strings.HasPrefix(name, "gpt-4") || strings.HasPrefix(name, "gpt-3.5") {
		return TokenScale{Narrow: 1, Wide: 1.22}
	}
	return TokenScale{Narrow: 1, Wide: 1}
}

// EstimateTokens estimates the tokens of text without a tokenizer, rounded up.
// Cost: some 5 ns a character.
func EstimateTokens(text string) int { return TokenScale{}.Tokens(text) }

// Tokens is EstimateTokens for the scale's model.
func (s TokenScale) Tokens(text string) int {
	narrow, wide := weigh(text)
	return int(math.Ceil(s.sum(narrow, wide)))
}

func (s TokenScale) sum(narrow, wide float64) float64 {
	if s == (TokenScale{}) {
		return narrow + wide
	}
	return s.Narrow*narrow + s.Wide*wide
}

// weigh returns the estimated tokens of the ASCII and of the other characters.
func weigh(text string) (narrow, wide float64) {
	var before kind
	for _, r := range text {
		k := kindOf(r)
		switch w := k.weight(before); {
		case r < 0x80:
			narrow += w
		default:
			wide += w
		}
		before = k
	}
	return narrow, wide
}

// A kind is what a character is to a tokenizer.
type kind int

const (
	space kind = iota
	letter
	digit
	line
	sign
	kana
	kanji
	other
)

func kindOf(r rune) kind {
	switch {
	case r|0x20 >= 'a' && r|0x20 <= 'z':
		return letter
	case r == '\n':
		return line
	case r <= ' ':
		return space
	case r >= '0' && r <= '9':
		return digit
	case r < 0x80:
		return sign
	case r >= 0x3000 && r < 0x3100: // with the signs of Japanese
		return kana
	case r >= 0x3100 && r < 0xA000, r >= 0x20000:
		return kanji
	}
	return other
}

// weight is what a character of a kind costs behind one of another.
func (k kind) weight(before kind) float64 {
	switch {
	case k == letter && before == letter:
		return letterWeight
	case k == sign && before == sign:
		return moreWeight
	}
	return [...]float64{0, wordWeight + letterWeight, digitWeight, lineWeight, signWeight, kanaWeight, kanjiWeight, otherWeight}[k]
}

// Request estimates the prompt tokens of a request: sections, messages, tools
// and schema.
func (s TokenScale) Request(req Request) int {
	narrow, wide, fixed := weighRequest(req)
	return int(math.Ceil(s.sum(narrow, wide) + fixed))
}

// weighRequest returns what the text of a request weighs, and the tokens beside
// it that no tokenizer changes.
func weighRequest(req Request) (narrow, wide, fixed float64) {
	add := func(text string) {
		n, w := weigh(text)
		narrow, wide = narrow+n, wide+w
	}
	for _, sec := range req.System {
		add(sec.String())
	}
	for _, m := range req.Messages {
		fixed += messageOverhead
		add(m.Text)
		for _, a := range m.Attachments {
			if IsImage(a) {
				fixed += pictureTokens
			} else {
				add(string(a.Data))
			}
		}
		for _, c := range m.Calls {
			add(c.Name)
			add(string(c.Args))
		}
		for _, r := range m.Results {
			add(r.Text)
		}
	}
	for _, t := range req.Tools {
		fixed += toolOverhead
		add(t.Name)
		add(t.Description)
		add(string(t.Schema))
	}
	add(string(req.JSON))
	return narrow, wide, fixed
}

// Learned returns the scale corrected by what a server counted for the prompt
// of a request: the error is shared out by how much ASCII and other text there
// was (normalised least mean squares). A count that is off by more than half is
// of a prompt that was cut or served from a cache, and teaches nothing.
func (s TokenScale) Learned(req Request, counted int) TokenScale {
	if s == (TokenScale{}) {
		s = TokenScale{Narrow: 1, Wide: 1}
	}
	narrow, wide, fixed := weighRequest(req)
	thought := s.sum(narrow, wide) + fixed
	norm := narrow*narrow + wide*wide
	if norm == 0 || float64(counted) < 0.5*thought || float64(counted) > 2*thought {
		return s
	}
	step := learningRate * (float64(counted) - thought) / norm
	bound := func(f float64) float64 { return min(mostScale, max(leastScale, f)) }
	return TokenScale{Narrow: bound(s.Narrow + step*narrow), Wide: bound(s.Wide + step*wide)}
}
