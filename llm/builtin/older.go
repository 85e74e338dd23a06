package builtin

import "strings"

// withOlder puts before an age whose it is, where the sentence before brought
// in an animal or a child: きなこがいます。来月で三歳になります.
func (s *scene) withOlder(c string) string {
	m := ageOnlyJa.FindStringSubmatch(c)
	if m == nil {
		return c
	}
	before, _, _ := strings.Cut(s.reading, c)
	said := sentences(before)
	if len(said) == 0 || said[len(said)-1].asks {
		return c
	}
	last := said[len(said)-1].text
	owner := ownerIn(last)
	if owner == "" || grownJa.MatchString(m[1]) && !anyKin.MatchString(owner) {
		return c // an animal does not live that long: it is the speaker's
	}
	if named := broughtInJa.FindStringSubmatch(last); named != nil {
		owner = named[1]
	}
	return owner + "は" + c
}

var (
	// ageOnlyJa is an age that says of nobody that it is theirs.
	ageOnlyJa = ja(`^(?:(?:来月|来年|今年|今月|今度|もう|いま|今|もうすぐ|先月|去年|この[春夏秋冬])(?:で|に)?、?)?(?:満)?([\d０-９一二三四五六七八九十]{1,3})(?:歳|才|か月|ヶ月|カ月)(?:半)?(?:に)?(?:です|だ|なる|なります|なった|なりました|なったばかり)`)
	grownJa   = ja(`[3-9３-９][\d０-９]|[三四五六七八九]十|\d{3}`)
	// broughtInJa is the name of one who is brought in: 柴犬のきなこがいます.
	broughtInJa = ja(`(?:猫|犬|ネコ|イヌ|うさぎ|鳥|インコ|ハムスター|妹|弟|娘|息子|姪|甥|孫)の([\p{Hiragana}\p{Katakana}\p{Han}ー]{1,8}?)(?:が|を|と)(?:い|飼|暮|住|生)`)
)
