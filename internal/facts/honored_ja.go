package facts

import (
	"strings"
	"unicode/utf8"
)

var (
	honoredRe = re(`([\p{Han}\p{Katakana}ー]{1,10})(さん|ちゃん|くん|君|様)`)

	// whenRe is what may stand before a name without a particle.
	whenRe = re(`^(?:今日|昨日|一昨日|明日|明後日|今朝|今夜|今晩|今度|今週|今月|今年|先週|先月|先日|去年|昨年|来週|来月|来年|毎日|毎朝|毎晩|毎週|毎月|毎年|最近|普段|時々|結局|絶対|全部|多分|本当|一緒|週末|当時|今|後|昔)`)

	// explainsRe is what follows 「行くん」 and the like, where ん is の; what
	// follows a name may look the same.
	explainsRe = re(`^(?:だ|です|じゃ|でし|っす|やで|やけど|ね|(?:か|よ|な)(?:$|[ねなぁあ、。？！?!…])|で(?:$|[、。はもあ])|[、。？！?!…]|$)`)

	// namedRe is what a name is told after.
	namedRe = re(kinJa + `(?:は|が|の|、)$|名前(?:は|が)$`)
)

// verbsInKu are the characters that verbs in 〜く are written with: of 「Xくん」
// with one of them before it only what stands around tells whether X is a name.
const verbsInKu = `行逝往書聞聴訊効利歩働動置着続泣鳴啼描引弾曳轢挽開空明履掃吐焼妬磨拭吹噴咲割裂叩抱解説溶梳突付就点憑気驚届向巻撒蒔播炊焚抜退招輝傾除覗省敷築浮乾渇湧沸響頂導貫嘆囁欺轟背惹懐靡跪躓俯頷呟疼蠢砕挫剥捌漉透好欲赴瞬閃煌`

// honored returns the names of a sentence that a title follows.
func honored(s string) []string {
	var names []string
	for _, m := range honoredRe.FindAllStringSubmatchIndex(s, -1) {
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
		return !strings.ContainsRune(verbsInKu, last) || !explainsRe.MatchString(after) || namedRe.MatchString(before)
	case "ちゃん": // ちゃんと
		return !strings.HasPrefix(after, "と") || whenRe.FindString(name) != name
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
	rest := strings.TrimPrefix(name, whenRe.FindString(name))
	if utf8.RuneCountInString(rest) > 1 {
		return rest
	}
	return name
}
