package facts

import (
	"strings"

	"yumori/internal/pattern"
)

const kinJa = `(?:姉|妹|兄|弟|お姉ちゃん|お兄ちゃん|母|父|母親|父親|お母さん|お父さん|両親|妻|夫|嫁|旦那|主人|奥さん|彼女|彼氏|恋人|婚約者|娘|息子|子ども|子供|こども|双子|上司|部長|課長|同僚|先輩|後輩|友達|友人|親友|幼なじみ|叔母|叔父|おば|おじ|いとこ|従兄弟|姪|甥|祖母|祖父|おばあちゃん|おじいちゃん|隣人|先生|同居人|ルームメイト|赤ちゃん|家族|猫|ネコ|犬|イヌ|うさぎ|ハムスター|インコ|愛犬|愛猫|ペット)`

var namesInJa = []*pattern.Expr{
	re(`名前(?:は|が)「?([^、。「」\s]{1,12}?)」?(?:です|だよ|だ|といい|っていい|なの|なんだ|$)`),
	re(`[「『]([^「」『』]{1,14})[」』]`),
	re(kinJa + `の([\p{Katakana}ー]{2,10}|[\p{Han}]{2,4})(?:は|が|と|も)`),
	re(`(?:^|[、はがの])([\p{Katakana}ー\p{Han}]{1,10})(?:という|っていう)(?:名前の)?` + kinJa),
	re(`は([\p{Katakana}ー]{2,10}|[\p{Han}]{2,4})(?:という名前|っていう名前|って名前|といいます|っていいます|っていうんだ)`),
	re(`(?:^|は)([\p{Katakana}ー\p{Han}]{1,10})(?:と申します|って呼んで|と呼んで)`),
	re(`([A-Z][A-Za-z0-9.+#-]{1,20})`),
}

// namesJapanese returns the names of a sentence that are marked as such.
func namesJapanese(s string) []string {
	found := honored(s)
	for _, re := range namesInJa {
		for _, m := range re.FindAllStringSubmatch(s, -1) {
			found = append(found, m[1])
		}
	}
	var names []string
	for _, n := range found {
		n = strings.Trim(n, "「」 ー")
		if n != "" && ja0.FindString(n) != n { // "お母さん" and the like are no names
			names = append(names, n)
		}
	}
	return uniqueNames(names)
}

// ja0 are words that stand where names do.
var ja0 = re(`^(?:お?母|お?父|お?姉|お?兄|お?嫁|奥|旦那|皆|客|お客|医者|先生|店員|子|赤|お|猫|犬|神|娘|息子|何|誰|名前|誕生日|仕事|会社|学校|趣味|病気|手術)$`)
