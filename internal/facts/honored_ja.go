package facts

import (
	"strings"
	"unicode/utf8"
)

// verbsInKu are the characters that verbs in 〜く are written with: of 「Xくん」
// with one of them before it only what stands around tells whether X is a name.
const verbsInKu = `行逝往書聞聴訊効利歩働動置着続泣鳴啼描引弾曳轢挽開空明履掃吐焼妬磨拭吹噴咲割裂叩抱解説溶梳突付就点憑気驚届向巻撒蒔播炊焚抜退招輝傾除覗省敷築浮乾渇湧沸響頂導貫嘆囁欺轟背惹懐靡跪躓俯頷呟疼蠢砕挫剥捌漉透好欲赴瞬閃煌`

// honored returns the names of a sentence that a title follows.
func honored(s string) []string {
	var names []string
	for _, m := range lexicon.Expr("honored").FindAllStringSubmatchIndex(s, -1) {
		name, title := s[m[2]:m[3]], s[m[4]:m[5]]
		if isHonored(s[:m[2]], name, title, s[m[5]:]) {
			names = append(names, withoutWhen(name))
		}
	}
	return names
}

// isHonored reports whether a name with a title, between two parts of a
// sentence, is one.
func isHonored(before, name, title, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(name)
	switch title {
	case "くん": // 行く + ん(の), of 「行くんだ」
		return !strings.ContainsRune(verbsInKu, last) || !lexicon.Has("explains", after) || lexicon.Has("named-after", before)
	case "ちゃん": // ちゃんと
		return !strings.HasPrefix(after, "と") || lexicon.Text("when", name) != name
	case "様": // 様々, 様子, 仕様
		return !strings.ContainsRune("々子式相", firstRune(after)) && !strings.ContainsRune("仕模同多異有", last)
	case "君": // 主君, 諸君
		return !strings.ContainsRune("主諸暴細名", last)
	}
	return true
}

// withoutWhen takes off what only says when, if a name of more than one
// character is left: 明日香 is one.
func withoutWhen(name string) string {
	rest := strings.TrimPrefix(name, lexicon.Text("when", name))
	if utf8.RuneCountInString(rest) > 1 {
		return rest
	}
	return name
}
