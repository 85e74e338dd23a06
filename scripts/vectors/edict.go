package main

import (
	"bufio"
	"math"
	"os"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An entry of EDICT: 食べる [たべる] /(v1,vt) (1) to eat/(2) to live on/(P)/.
var (
	entry  = regexp.MustCompile(`^(\S+)(?: \[([^\]]*)\])? /(.*)/$`)
	noted  = regexp.MustCompile(`\([^)]*\)|\{[^}]*\}`)
	sensed = regexp.MustCompile(`\(\d+\)`)
)

// translated returns of the common words of EDICT the mean of what their English meanings
// mean, and which forms of them have it.
func translated(path string, english map[string]meaning) (list []meaning, row map[string]int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	row = map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		m := entry.FindStringSubmatch(lines.Text())
		if m == nil || !strings.HasSuffix(m[3], "(P)") || strings.HasPrefix(m[3], "(prt") || strings.Contains(m[3], "(arch)") {
			continue
		}
		meant, ok := mean(m[3], english)
		if !ok {
			continue
		}
		names := []string{m[1]}
		if strings.Contains(m[3], "(uk)") || utf8.RuneCountInString(m[2]) >= 4 {
			names = append(names, m[2])
		}
		used := false
		for _, name := range names {
			for _, form := range forms(name, m[3]) {
				if _, has := row[form]; !has && standsOut(form) {
					row[form], used = len(list), true
				}
			}
		}
		if used {
			list = append(list, meant)
		}
	}
	return list, row, nil
}

// standsOut reports whether a word is found in running text: two kana may be anything.
func standsOut(word string) bool {
	kana, n := strings.Trim(word, hiragana) == "", utf8.RuneCountInString(word)
	first, _ := utf8.DecodeRuneInString(word)
	return n <= 12 && (!kana || n >= 3) && (n > 1 || unicode.Is(unicode.Han, first))
}

const hiragana = "ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろわをん"

// said are English words that say little in a dictionary.
const said = " to of the a an one something someone be being esp or and in on for with by at from as not "

// mean returns the mean of what an entry means, its first meaning first; it reports false
// where none of it is known.
func mean(text string, english map[string]meaning) (meaning, bool) {
	sum, weight, total, sense := make([]float64, dims), 0.0, 0.0, 0
	for gloss := range strings.SplitSeq(text, "/") {
		if sensed.MatchString(gloss) {
			sense++
		}
		v, n, most := make([]float64, dims), 0.0, 0.0
		for _, word := range strings.FieldsFunc(strings.ToLower(noted.ReplaceAllString(gloss, " ")), func(r rune) bool { return r < 'a' || r > 'z' }) {
			m, ok := english[word]
			if !ok || strings.Contains(said, " "+word+" ") {
				continue
			}
			for i, x := range m.vector {
				v[i] += x * m.weight
			}
			n++
			most = max(most, m.weight)
		}
		if n == 0 {
			continue
		}
		share := 1 / math.Sqrt(n) / float64(1+2*max(0, sense-1))
		for i, x := range unit(v) {
			sum[i] += x * share
		}
		weight += most * share
		total += share
	}
	return meaning{unit(sum), weight / max(total, 1e-9)}, total > 0
}

// endings are those of a word before what follows it, by its kind in EDICT; the first is
// that of the dictionary.
var endings = map[string][]string{
	"v5k": {"く", "か", "き", "け", "こ", "い"}, "v5g": {"ぐ", "が", "ぎ", "げ", "ご", "い"}, "v5s": {"す", "さ", "し", "せ", "そ"}, "v5t": {"つ", "た", "ち", "て", "と", "っ"},
	"v5n": {"ぬ", "な", "に", "ね", "の", "ん"}, "v5b": {"ぶ", "ば", "び", "べ", "ぼ", "ん"}, "v5m": {"む", "ま", "み", "め", "も", "ん"}, "v5r": {"る", "ら", "り", "れ", "ろ", "っ"},
	"v5u": {"う", "わ", "い", "え", "お", "っ"}, "v1": {"る", ""}, "adj-i": {"い", "く", "か", "さ", "け"},
}

// forms returns a word as it stands before what follows it.
func forms(word, notes string) []string {
	list := []string{word}
	for kind, ends := range endings {
		if stem, ok := strings.CutSuffix(word, ends[0]); ok && strings.Contains(notes, kind) {
			for _, end := range ends[1:] {
				list = append(list, stem+end)
			}
		}
	}
	return list
}
