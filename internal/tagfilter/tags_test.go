package tagfilter

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// filtered runs text through a filter in the given pieces.
func filtered(pieces ...string) (string, []Tag) {
	f := &Filter{}
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(f.Write(p))
	}
	b.WriteString(f.Close())
	return b.String(), f.Tags()
}

// bytewise cuts text into single bytes.
func bytewise(text string) []string {
	pieces := make([]string, len(text))
	for i := range len(text) {
		pieces[i] = text[i : i+1]
	}
	return pieces
}

const joy = `<persona_emotion category="joy" intensity="0.6"/>`

var joyful = []Tag{{Emotion, "joy", 0.6}}

var tagCases = []struct {
	name, text, want string
	tags             []Tag
}{
	{"no tag", "Hello, a < b and c > d.\n", "Hello, a < b and c > d.\n", nil},
	{"empty", "", "", nil},
	{"only a tag", joy, "", joyful},
	{"at the end", "Hello!\n\n" + joy, "Hello!", joyful},
	{"at the end with space after", "Hello! " + joy + "\n", "Hello!", joyful},
	{"space at the end without a tag stays", "Hello! \n", "Hello! \n", nil},
	{"at the beginning", joy + "\n\nHello!", "Hello!", joyful},
	{"between paragraphs", "One.\n\n" + joy + "\n\nTwo.", "One.\n\nTwo.", joyful},
	{"between words", "One " + joy + " two", "One two", joyful},
	{"line break wins over space", "One " + joy + "\ntwo", "One\ntwo", joyful},
	{"in Japanese, no spaces", "嬉しい" + joy + "です", "嬉しいです", joyful},
	{"two tags", "Hi. " + joy + " <memory_trace id='e1' resonance='0.7'/>", "Hi.", []Tag{joyful[0], {Memory, "e1", 0.7}}},
	{"other order", `a <persona_emotion intensity="0.6" category="joy" />`, "a", joyful},
	{"single quotes", `a <persona_emotion category='joy' intensity='0.6'/>`, "a", joyful},
	{"no quotes", `a <persona_emotion category=joy intensity=0.6/>`, "a", joyful},
	{"no quotes, slash in the value", `a <memory_trace id=memory/2026-11-21.md#L12 resonance=1/>`, "a", []Tag{{Memory, "memory/2026-11-21.md#L12", 1}}},
	{"curly quotes", `a <persona_emotion category=“joy” intensity=”0.6”/>`, "a", joyful},
	{"full-width quotes, sign and digits", `a <persona_emotion category＝＂joy＂ intensity=＂０．６＂/>`, "a", joyful},
	{"Japanese quotes", `a <persona_emotion category=「joy」 intensity=「0.6」/>`, "a", joyful},
	{"escaped quotes", `a <persona_emotion category=\"joy\" intensity=\"0.6\"/>`, "a", joyful},
	{"upper case", `a <PERSONA_EMOTION Category="JOY" INTENSITY="0.6"/>`, "a", joyful},
	{"line breaks inside", "a <persona_emotion\n  category = \"joy\"\n\tintensity\n=\n\"0.6\"\n/>", "a", joyful},
	{"not self-closing", `a <persona_emotion category="joy" intensity="0.6">`, "a", joyful},
	{"pair", `a <persona_emotion category="joy" intensity="0.6"></persona_emotion>`, "a", joyful},
	{"pair around the reply", `<persona_emotion category="joy" intensity="0.6">Hello.</persona_emotion>`, "Hello.", joyful},
	{"stray closing", "a </persona_emotion > b", "a b", nil},
	{"quote forgotten", `a <persona_emotion category="joy intensity="0.6"/>`, "a", nil},
	{"no values", "a <persona_emotion/>", "a", nil},
	{"unknown category", `a <persona_emotion category="bliss" intensity="0.6"/>`, "a", nil},
	{"no intensity", `a <persona_emotion category="joy"/>`, "a", nil},
	{"NaN", `a <persona_emotion category="joy" intensity="NaN"/>`, "a", nil},
	{"infinite", `a <persona_emotion category="joy" intensity="+Inf"/>`, "a", nil},
	{"words for a number", `a <persona_emotion category="joy" intensity="very"/>`, "a", nil},
	{"clamped above", `a <persona_emotion category="joy" intensity="7"/>`, "a", []Tag{{Emotion, "joy", 1}}},
	{"clamped below", `a <memory_trace id="e" resonance="-1"/>`, "a", []Tag{{Memory, "e", 0}}},
	{"no id", `a <memory_trace id="" resonance="1"/>`, "a", nil},
	{"long id", `a <memory_trace id="` + strings.Repeat("x", 201) + `" resonance="1"/>`, "a", nil},
	{"unknown attribute", `a <persona_emotion mood="x" category="joy" intensity="0.6"/>`, "a", joyful},
	{"attribute twice", `a <persona_emotion category="joy" category="anger" intensity="0.6"/>`, "a", joyful},
	{"unknown tags", "<b>a</b> <persona_emotions/> <memory/>", "<b>a</b> <persona_emotions/> <memory/>", nil},

	{"unclosed at the end", `a <persona_emotion category="joy" intensity="0.6"`, "a", joyful},
	{"unclosed in a value", `a <persona_emotion category="joy" intensity="0.`, "a", nil},
	{"unclosed in a key", `a <persona_emotion category="joy" inten`, "a", nil},
	{"unclosed in the name", "a <persona_emo", "a", nil},
	{"unclosed, could be anybody's", "a <perso", "a <perso", nil},
	{"lone bracket at the end", "a <", "a <", nil},
	{"never closed, words follow", `a <persona_emotion category="joy" intensity="0.6" And so we went home.`, "a And so we went home.", joyful},
	{"never closed, another tag follows", `a <persona_emotion category="joy" ` + joy + " b", "a b", joyful},
	{"never closed, long", `a <persona_emotion category="joy" ` + strings.Repeat("word ", 200) + "end", "a " + strings.Repeat("word ", 200) + "end", nil},

	{"fenced", "a\n```xml\n" + joy + "\n```\nb " + joy, "a\n```xml\n" + joy + "\n```\nb", joyful},
	{"fenced with tildes", "~~~\n```\n" + joy + "\n~~~\n" + joy, "~~~\n```\n" + joy + "\n~~~", joyful},
	{"fenced, never closed", "```\n" + joy, "```\n" + joy, nil},
	{"fenced in a list in a quotation", "> - ```\n>   " + joy + "\n>   ```\n" + joy, "> - ```\n>   " + joy + "\n>   ```", joyful},
	{"longer fence", "````\n```\n" + joy + "\n````\n" + joy, "````\n```\n" + joy + "\n````", joyful},
	{"inline", "the tag `" + joy + "` says it", "the tag `" + joy + "` says it", nil},
	{"inline, two backticks", "``a ` " + joy + "`` b", "``a ` " + joy + "`` b", nil},
	{"inline at line start, three backticks", "```" + joy + "``` b " + joy, "```" + joy + "``` b", joyful},
	{"lone backtick", "five o`clock " + joy, "five o`clock", joyful},
	{"lone backtick in the paragraph before", "o`clock\n\nand `" + joy + "`", "o`clock\n\nand `" + joy + "`", nil},
	{"lone backtick, then a fence", "o`clock " + joy + "\n```\n" + joy + "\n```", "o`clock\n```\n" + joy + "\n```", joyful},
	{"lone backtick answered in the next paragraph", "o`clock " + joy + "\n\nand ` b", "o`clock\n\nand ` b", joyful},

	{"thoughts", "<think>\nhm " + joy + "\n</think>\n\nHello.", "Hello.", nil},
	{"thoughts, upper case", " <THINK>hm</ THINK></Think >Hello.", "Hello.", nil},
	{"thoughts, unclosed", "<think>hm, I wonder", "", nil},
	{"thoughts, empty", "<think/>Hello.", "Hello.", nil},
	{"thoughts, twice", "<think>a</think>\n<think>b</think>c", "c", nil},
	{"thoughts, nested", "<think>a<think>b</think>Hello.", "Hello.", nil},
	{"thoughts after a tag", joy + "<think>a</think>b", "b", joyful},
	{"thoughts, only their end", "Hello. </think> You.", "Hello. You.", nil},
	{"thinking later is speech", "I say <think> and go.", "I say <think> and go.", nil},
	{"thinking in words", "<think about it>", "<think about it>", nil},

	{"a tag hidden by a tag", "<persona_" + `<memory_trace id="x" resonance="1"/>` + `emotion category="joy" intensity="1"/>`, "<persona_ emotion category=\"joy\" intensity=\"1\"/>", []Tag{{Memory, "x", 1}}},
	{"invalid UTF-8", "a\xff\xe3\x81 " + joy, "a\xff\xe3\x81", joyful},
	{"NUL", "a\x00" + joy, "a\x00", joyful},
}

func TestTagFilter(t *testing.T) {
	t.Parallel()
	for _, c := range tagCases {
		t.Run(c.name, func(t *testing.T) {
			for how, pieces := range map[string][]string{"whole": {c.text}, "bytewise": bytewise(c.text)} {
				got, tags := filtered(pieces...)
				if got != c.want || !slices.Equal(tags, c.tags) {
					t.Errorf("%s: %q, %v\nwant %q, %v", how, got, tags, c.want, c.tags)
				}
			}
		})
	}
}

// TestTagFilterStreams shows that speech does not wait for what cannot be a tag.
func TestTagFilterStreams(t *testing.T) {
	t.Parallel()
	f := &Filter{}
	for _, c := range []struct{ piece, want string }{
		{"Hel", "Hel"},
		{"lo wor", "lo wor"},
		{"ld, 1 < 2", "ld, 1 < 2"},
		{" <b", " <b"},
		{"> \xe6\x97", "> "},
		{"\xa5 <per", "日"},
		{"son>", " <person>"},
		{"\n\n<persona_emotion cat", ""},
		{`egory="joy" intensity="1"/>`, ""},
		{"\nmore", "\n\nmore"},
	} {
		if got := f.Write(c.piece); got != c.want {
			t.Fatalf("after %q: %q, want %q", c.piece, got, c.want)
		}
	}
}

func TestTagFilterForgetsAfterMany(t *testing.T) {
	t.Parallel()
	text, tags := filtered(strings.Repeat(joy, maxTags+10))
	if text != "" || len(tags) != maxTags {
		t.Errorf("%q and %d tags, want none of the text and %d", text, len(tags), maxTags)
	}
}

// checkTagFilter holds what must be true of any text, cut at any places.
func checkTagFilter(t interface{ Fatalf(string, ...any) }, text string, cuts []int) {
	whole, wholeTags := filtered(text)
	slices.Sort(cuts)
	f := &Filter{}
	var b strings.Builder
	from := 0
	for _, cut := range append(slices.Clone(cuts), len(text)) {
		piece := f.Write(text[from:cut])
		from = cut
		b.WriteString(piece)
		if held := len(f.buf) + len(f.text.space) + len(f.text.before) + len(f.text.out); held > maxTag+2*maxSpace+utf8.UTFMax {
			t.Fatalf("%d bytes held back", held)
		}
		if utf8.ValidString(text) && !utf8.ValidString(piece) {
			t.Fatalf("piece %q of %q cuts a character", piece, text)
		}
	}
	b.WriteString(f.Close())
	if b.String() != whole || !slices.Equal(f.Tags(), wholeTags) {
		t.Fatalf("%q cut at %v gives %q, %v\nwhole: %q, %v", text, cuts, b.String(), f.Tags(), whole, wholeTags)
	}
	if !strings.Contains(text, "<") && whole != text {
		t.Fatalf("%q without a tag became %q", text, whole)
	}
	// What is left has nothing to take out. A word after it keeps its end from
	// looking like a begun tag.
	whole += "\n\n."
	if again, tags := filtered(whole); again != whole || len(tags) > 0 {
		t.Fatalf("%q gives %q, which still has something to take out: %q, %v", text, whole, again, tags)
	}
}

func FuzzTagFilter(f *testing.F) {
	for _, c := range tagCases {
		f.Add(c.text, uint16(3), uint16(17))
	}
	f.Fuzz(func(t *testing.T, text string, a, b uint16) {
		n := len(text) + 1
		checkTagFilter(t, text, []int{int(a) % n, int(b) % n})
		checkTagFilter(t, text, oneToLast(len(text)))
	})
}

func oneToLast(n int) []int {
	var cuts []int
	for i := 1; i < n; i++ {
		cuts = append(cuts, i)
	}
	return cuts
}

// TestTagFilterAnySplit mixes what the filter cares about.
func TestTagFilterAnySplit(t *testing.T) {
	t.Parallel()
	words := []string{
		joy, "<memory_trace id=“x” resonance=1/>", "<persona_emotion", "</persona_emotion>", "<persona_", "emotion",
		` category="joy"`, ` intensity=0.5`, "/>", ">", "<", "</", "<think>", "</think>", "`", "``", "```", "~~~", "\n", "\n\n",
		" ", "  ", "> ", "- ", "word", "夢", "\"", "=", strings.Repeat("x", 300), strings.Repeat(" ", 200),
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 14).Draw(t, "words"), "")
		cuts := rapid.SliceOfN(rapid.IntRange(0, len(text)), 0, 6).Draw(t, "cuts")
		checkTagFilter(t, text, cuts)
	})
}
