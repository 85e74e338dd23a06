package wire

import (
	"strings"
	"testing"
)

func thinkPass(pieces []string) string {
	var f ThoughtFilter
	var out strings.Builder
	for _, p := range pieces {
		out.WriteString(f.Pass(p))
	}
	return out.String() + f.Flush()
}

func TestThinkFilter(t *testing.T) {
	for in, want := range map[string]string{
		"":                                   "",
		"Hello":                              "Hello",
		"  Hello":                            "  Hello",
		" \n":                                " \n",
		"<think>plan</think>\n\nHello":       "Hello",
		"\n<think>\nplan\n</think>Hello":     "Hello",
		"<think></think>Hello":               "Hello",
		"<think>a</thin</think>Hello":        "Hello",
		"<think>never ends":                  "",
		"<thi":                               "<thi",
		"<thing>":                            "<thing>",
		"Say <think>x</think> aloud":         "Say <think>x</think> aloud",
		"<think>a</think>b <think>c</think>": "b <think>c</think>",
		"<think>夢</think>森":                  "森",
	} {
		if got := thinkPass([]string{in}); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if got := thinkPass(strings.Split(in, "")); got != want {
			t.Errorf("%q by runes: %q, want %q", in, got, want)
		}
	}
}

func FuzzThinkFilter(f *testing.F) {
	f.Add("<think>plan</think> Hello", uint(3))
	f.Add(" \n<thi", uint(1))
	f.Fuzz(func(t *testing.T, text string, size uint) {
		want := thinkPass([]string{text})
		var pieces []string
		for n := int(size%16) + 1; len(text) > 0; {
			k := min(n, len(text))
			pieces = append(pieces, text[:k])
			text = text[k:]
		}
		if got := thinkPass(pieces); got != want {
			t.Errorf("%q: %q, whole %q", pieces, got, want)
		}
	})
}
