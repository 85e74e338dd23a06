package document

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	xunicode "golang.org/x/text/encoding/unicode"
)

const (
	tea    = "茶の湯は、湯を沸かし、茶を点て、客にふるまう作法です。ﾊﾝｶｸも少し。\n千利休がわび茶を大成しました。"
	french = "Le phare éclaire la baie jusqu’à l’aube ; les pêcheurs, eux, rentrent déjà.\nÇa ira.\n"
)

func in(e encoding.Encoding, s string) []byte {
	b, err := e.NewEncoder().Bytes([]byte(s))
	if err != nil {
		panic(err)
	}
	return b
}

func TestPlain(t *testing.T) {
	t.Parallel()
	short := "東京タワーの高さは333メートルです"
	for _, c := range []struct {
		name, want, encoding string
		raw                  []byte
	}{
		{"UTF-8", tea, "UTF-8", []byte(tea)},
		{"with a mark", tea, "UTF-8", []byte("\xef\xbb\xbf" + tea)},
		{"Windows lines", "a b\nc d\ne", "UTF-8", []byte("a b\r\nc d\re")},
		{"UTF-16 with a mark", tea, "UTF-16", in(xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM), tea)},
		{"UTF-16 big, with a mark", tea, "UTF-16", in(xunicode.UTF16(xunicode.BigEndian, xunicode.UseBOM), tea)},
		{"UTF-16 without", lanterns, "UTF-16", in(xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM), lanterns)},
		{"UTF-16 without, Japanese", tea, "UTF-16", in(xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM), tea)},
		{"Shift_JIS", tea, "Shift_JIS", in(japanese.ShiftJIS, tea)},
		{"EUC-JP", tea, "EUC-JP", in(japanese.EUCJP, tea)},
		{"Shift_JIS, a line", short, "Shift_JIS", in(japanese.ShiftJIS, short)},
		{"EUC-JP, a line", short, "EUC-JP", in(japanese.EUCJP, short)},
		{"Shift_JIS, much English", lanterns + "\n" + tundra, "Shift_JIS", in(japanese.ShiftJIS, lanterns+"\n"+tundra)},
		{"JIS", tundra, "ISO-2022-JP", in(japanese.ISO2022JP, tundra)},
		{"Windows", french, "Windows-1252", in(charmap.Windows1252, french)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Reader{}.Read(t.Context(), Plain, written(t, c.raw), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Encoding != c.encoding || len(got.Pages) != 1 || got.Pages[0] != (Page{0, c.want}) || got.Count != 0 || got.Cut {
				t.Errorf("%s: %+v", got.Encoding, got.Pages)
			}
		})
	}
}

func TestBadPlain(t *testing.T) {
	t.Parallel()
	noise := make([]byte, 5000)
	for i := range noise {
		noise[i] = byte(i*i*31 + i*7 + i>>3)
	}
	for _, c := range []struct {
		name string
		raw  []byte
		want Reason
	}{
		{"nothing", nil, Empty},
		{"spaces", []byte(" \n\n　 \t"), Empty},
		{"a picture", append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), noise...), NotText},
		{"noise", noise, NotText},
		{"control characters", bytes.Repeat([]byte("\x01\x02\x03abc"), 100), NotText},
	} {
		_, err := Reader{}.Read(t.Context(), Markdown, written(t, c.raw), nil)
		var p *Problem
		if !errors.As(err, &p) || p.Reason != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// TestLongText is cut at whole lines, in any encoding; one that is larger
// still is not read at all.
func TestLongText(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(tundra+"\n", 60_000)
	for _, raw := range [][]byte{[]byte(long), in(japanese.ShiftJIS, long)} {
		got, err := Reader{}.Read(t.Context(), Plain, written(t, raw), nil)
		if err != nil || !got.Cut {
			t.Fatalf("%v, cut %v", err, got.Cut)
		}
		text := got.Pages[0].Text
		if len(text) > MaxText || len(text) < MaxText-1000 || !strings.HasSuffix(text, tundra+"\n") || !strings.HasPrefix(text, tundra) {
			t.Errorf("%d bytes, ending in %q", len(text), text[len(text)-200:])
		}
	}
	big := written(t, nil)
	if err := os.Truncate(big.Name(), MaxFile+1); err != nil {
		t.Fatal(err)
	}
	var p *Problem
	if _, err := (Reader{}).Read(t.Context(), Plain, big, nil); !errors.As(err, &p) || p.Reason != TooBig {
		t.Errorf("%v", err)
	}
}

func TestKindOf(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Kind{"a.TXT": Plain, "b.md": Markdown, "c.Markdown": Markdown, "d.pdf": PDF, "e.docx": "", "f": "", "pdf": ""} {
		if got, ok := KindOf(name); got != want || ok != (want != "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]verdict{
		lanterns: legible, tundra: legible, tea: legible, french: legible,
		"Маяк освещает залив до самого рассвета, и рыбаки возвращаются домой.": legible,
		"등대지기는 해 질 녘에 등불을 켜고 지나가는 배를 센다.":                                      legible,
		"灯塔看守人在黄昏时点亮灯火，数着经过港口的船只，直到深夜才回家休息，第二天又开始新的一天的工作。":                     legible,
		"燈塔看守人在黃昏時點亮燈火，數著經過港口的船隻，直到深夜才回家休息，第二天又開始新的一天的工作。":                     legible,
		"第一章 ........ 3\n第二章 ........ 17\n第三章 ........ 42":                     legible,
		"1.5 2.25 3.125\n12 13 14\n2026-11-21": legible,
		"12":                                   blank,
		"":                                     blank,
		"\ufffd\ufffd\ufffd\ufffd":             garbled,
		"7KH NHHSHU OLJKWV WKH ODQWHUQV DW GXVN DQG FRXQWV WKH VKLSV": garbled,
		"ɠʂɪʆ˩˦ Ϫϫ ҉ԉ ՏՋ ʘʙ ˑ˗ ϴϵ ҈ԏ":                                 garbled,
		"龘靐齉齾爩麤龗灪吁纞虋麷麶麵麴黁黂黇黈黉黊黋黌黐黒黓黕黖黗黙黚黛黝":                           garbled,
		"‚±‚ê‚Í“ú–{Œê‚Ì•¶Žš‰»‚¯‚Å‚·B‚±‚ê‚Í“ú–{Œê‚Ì•¶Žš‰»‚¯‚Å‚·B":      garbled,
	} {
		if got := judge(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestUnwrap(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"The keeper lights the lan-\nterns at dusk and counts\nthe ships.":                "The keeper lights the lanterns at dusk and counts the ships.",
		"永久凍土の上に広がるツン\nドラには、苔が育ちます。\n終わり":                                                 "永久凍土の上に広がるツンドラには、苔が育ちます。終わり",
		"Contents\nThe first chapter is about lamps\n1. Oil is the first of all\n2. Wick": "Contents\nThe first chapter is about lamps\n1. Oil is the first of all\n2. Wick",
		"A B\n\n\n\nC": "A B\n\nC",
		"夢 を 見 る 人":    "夢を見る人",
		"":             "",
		"word 夢 word":  "word 夢 word",
	} {
		if got := unwrap(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{tea, french, lanterns} {
		f.Add([]byte(s))
	}
	f.Add(in(japanese.ShiftJIS, tea))
	f.Add(in(japanese.EUCJP, tea))
	f.Add(in(xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM), tea))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, end := range []ending{wholeEnd, cutEnd} {
			s, name, ok := decode(raw, end)
			if ok && (name == "" || !utf8.ValidString(s)) || !ok && s != "" {
				t.Errorf("%q, %q, %v", s, name, ok)
			}
		}
	})
}

func FuzzUnwrap(f *testing.F) {
	f.Add("The lan-\nterns at\n\ndusk")
	f.Add(tundra + "\n" + reindeer)
	strip := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || r == '-' || r == '\u00ad' {
				return -1
			}
			return r
		}, s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "")
		if got := unwrap(s); strip(got) != strip(s) {
			t.Errorf("%q became %q", s, got)
		}
	})
}
