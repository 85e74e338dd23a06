package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
)

// offered returns the terms of a memory with those that it has for q alone,
// and how sure the match is.
func offered(q question, m *memory, kin map[string]string) ([]term, float64) {
	have := m.termsAt()
	if q.kind == askYesNo && hasTerm(have, "@hate") {
		have = append(slices.Clip(have), term{"@love", 1})
	}
	sure := 1.0
	for name, concept := range kin {
		if strings.Contains(m.text, name) && !hasTerm(have, concept) && !lex.Has("other-one", m.text) {
			have = append(slices.Clip(have), term{concept, 1})
			if hasTerm(q.terms, concept) {
				sure = 0.85 // known by name only
			}
		}
	}
	for _, t := range q.terms {
		if name, ok := strings.CutPrefix(t.key, hiraganaName); ok && (strings.Contains(m.text, name) || m.was != nil && strings.Contains(m.was.text, name)) {
			have = append(slices.Clip(have), t)
		}
	}
	have = append(slices.Clip(have), forbidden(q, m)...)
	have = append(have, kindsOf(q, m)...)
	return append(have, implied(q, m)...), sure
}

// implied returns the terms of q that a memory does not name but means.
func implied(q question, m *memory) []term {
	var out []term
	if hasTerm(q.terms, "@plan") && isPlan(m) {
		out = append(out, term{"@plan", 1})
	}
	if hasTerm(q.terms, "@live") && lex.Has("stays", m.text) {
		out = append(out, term{"@live", 1})
	}
	if hasTerm(q.terms, "@work") && (m.topic == lang.TopicWork || lex.Has("profession", m.text)) {
		out = append(out, term{"@work", 1})
	}
	return out
}

// kinds are words for what a more special one is asked by: "What instrument do
// I play?"
var kinds = []struct{ asked, told *expr }{
	{re(`\bhow old am i|(?:私|僕|俺)[はの]?(?:何歳|年齢|歳)`), re(`^(?:i'm|i am|user is|.* is) (?:\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?)(?: years old)?\.?$|歳(?:だ|です)。?$|[一二三四五六七八九十\d]{1,4}になる`)},
	{re(`\bcolou?r\b|何色|色は`), re(`\b(?:red|blue|green|yellow|black|white|pink|purple|orange|grey|gray|brown|beige|silver|gold|turquoise|navy)\b|[赤青緑黄黒白紫茶金銀]|ピンク|オレンジ|グレー|ベージュ|水色`)},
	{re(`\binstrument|楽器`), re(`\b(?:cello|violin|viola|guitar|piano|flute|drums?|bass|trumpet|saxophone|sax|clarinet|harp|ukulele|banjo|oboe|trombone|organ|accordion|harmonica|koto|shamisen)\b|チェロ|バイオリン|ヴァイオリン|ギター|ピアノ|フルート|ドラム|ベース|トランペット|サックス|クラリネット|ウクレレ|琴|三味線|オルガン`)},
	{re(`\bsports?\b|スポーツ`), re(`\b(?:football|soccer|tennis|basketball|volleyball|baseball|rugby|cricket|golf|hockey|badminton|judo|karate|swim\w*|running|climb\w*|cycling|yoga|table tennis|ski\w*|snowboard\w*|surf\w*|boxing)\b|サッカー|テニス|バスケ|バレーボール|野球|ラグビー|ゴルフ|卓球|柔道|空手|水泳|スキー|ヨガ|ランニング`)},
	{re(`\blanguages?\b|何語|言語|外国語`), re(`\b(?:japanese|english|french|german|spanish|italian|chinese|mandarin|korean|portuguese|russian|arabic|dutch|swedish|finnish|polish|turkish|hindi|norwegian|danish|czech|hebrew|thai|vietnamese|indonesian|ukrainian|hungarian|romanian|esperanto|greek|latin|python|rust|javascript|typescript|java|kotlin|swift|haskell|ruby|go|c\+\+)\b|[英独仏露]語|中国語|韓国語|スペイン語|フランス語|ドイツ語|イタリア語|日本語|ロシア語`)},
	{re(`\bfrom\b|\bnationality\b|出身|どこの人|何人`), re(`\b(?:is|am|are|was|'m|'s) (?:half[- ])?(?:\p{L}+(?:ese|ish|ian|ican)|german|french|dutch|greek|swiss|thai)\b|\b(?:is|am|'m|comes?|came|are) (?:originally )?from\b|\bborn in [A-Z]|\bgrew up in\b|出身|生まれ|[\p{Katakana}ー]+人|(?:中国|韓国|台湾|日本)人`)},
}

// isPlan reports whether a memory tells what somebody means to do.
func isPlan(m *memory) bool {
	if m.lang == japanese {
		return lex.Has("plans-ja", m.text) || len(dayMarks(m.text)) > 0
	}
	return lex.Has("plans", m.text)
}

// kindsOf returns the terms of q that a memory answers by holding something
// of that kind.
func kindsOf(q question, m *memory) []term {
	var out []term
	for _, k := range kinds {
		word := k.asked.FindString(q.text)
		if word == "" || !k.told.MatchString(m.text) {
			continue
		}
		out = append(out, term{origin, 1})
		for _, t := range termsOf(word) {
			out = append(out, term{t.key, 1})
		}
	}
	return out
}
