package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// givenJa are given names that are no words, so that nothing has to mark them.
var givenJa = WordSet(`健太 健吾 健一 健二 健司 翔太 翔平 大輔 大樹 大地 拓也 拓真 拓海 達也 和也 直樹 直人 裕太 裕介 祐介 雄太 雄介 俊介 亮太 亮介 涼太 陽太 陽介 悠斗 悠真
蒼太 颯太 隼人 海斗 優斗 友樹 智也 智子 哲也 修平 浩二 浩一 誠司 純一 隆史 隆之 孝之 洋平 洋介 洋子 美咲 美緒 美香 美穂 美優 美月 美和 美樹 美奈 美佐子
美智子 由美 由美子 由紀 由佳 裕子 優子 優奈 優花 彩花 彩香 彩乃 綾香 綾子 綾乃 沙織 沙耶 紗季 紗良 紗希 早紀 早苗 千尋 千夏 千春 千晴 千佳 千明 結衣 結菜
結愛 陽菜 陽子 葵衣 莉子 莉奈 理沙 理恵 里奈 里美 梨花 梨沙 佳奈 佳子 加奈 香奈 香織 奈々 奈緒 奈津子 七海 萌香 愛美 愛子 麻衣 麻美 麻里 真由 真由美 真理
真理子 真央 真奈 恵子 恵美 恵理 絵里 絵美 絵理 杏奈 杏子 桃子 桜子 花子 和子 幸子 節子 京子 典子 久美 久美子 知美 朋美 友美 友香 明美 明子 幸恵 純子 淳子
順子 直子 直美 尚子 信子 弘樹 弘明 博之 博美 太郎 次郎 一郎 三郎 春香 春樹 夏美 夏樹 秋穂 晴香 遥香 楓花 琴音 瑞希 瑞穂 詩織 志保 静香 雅人 雅也 正樹
正人 昌也 勇気 勇樹 康平 航平 耕平 恭平 慎太郎 慎也 伸也 信也 貴大 貴之 貴子 崇史 敏行 敏子 義男 義人 芳子 文子 文香
亮 凛 遥 諒 稜 遼 駿 隼 凌 聡 淳 潤 敦 篤 崇 澪 梓 薫 智 翔 悠 颯 蒼 惇 徹 圭介 圭吾 啓介 啓太 慶太 大介 大智 晃司 康介 浩介 孝介 航太 悠太 悠人 陽斗 陸斗`)

// givenBehindKin are given names that are words, too: a name is what stands
// behind what somebody is to the speaker, 妹の葵.
var givenBehindKin = WordSet(`蓮 葵 楓 桜 陸 匠 翼 湊 樹 律 朔 暖 凪 新 旭 翠 蘭 仁 昴 岳 慧 誠 剛 健 猛 進 武 豊 清 恵 唯 渚 萌 杏 栞 奏 碧 紬 結 琴 舞 綾 純 忍 静 瞳 泉 茜
緑 司 隆 茂 実 稔 勝 昇 勇 明 学 満 宏 博 浩 孝 修 治 功 弘 寛 護 守 渉 渡 航 巧 歩 瞬 俊 涼 暁 響 海 光 陽 奨 望 要 幹 哲 鈴 雫 睦 環 直 翠 晶 輝 晃 純 光 梢 雛 蛍 朱 詩
さくら ひなた ひかり みなみ あかり かおり ほのか のぞみ めぐみ まなみ なつみ あゆみ まい ゆい めい りん はるか みゆき さゆり ゆかり しおり みどり かえで つむぎ こはる
あおい ひまり あやか あやの さやか まどか すみれ ことね はな いろは ちひろ ともみ えみ まゆ みお みき みほ りこ りお さき なな のあ ゆう ゆうき そら けんた たける`)

// noGivenJa is what does what people do, and is called so and not by a name.
var noGivenJa = WordSet(`テレビ ニュース ラジオ ドラマ コーチ ボス チーム スタッフ リーダー クライアント クラス グループ メンバー バンド アイドル パートナー ドクター ナース マスター オーナー ガイド
ヘルパー ボランティア アシスタント モデル ペット ネコ イヌ ウサギ ハムスター インコ カレシ カノジョ パパ ママ オヤジ アニキ ライバル フレンド ファン ユーザー ロボット アプリ サイト ネット スマホ
キャラ ヒーロー サンタ タクシー ナビ メーカー スター タレント エンジニア ケアマネ デイサービス シェフ コック プロ サポーター スパイ ニート イケメン オタク ベビー キッズ シッター
息子 女子 男子 双子 弟子 母子 親子 迷子 王子 赤子 妻子 新郎 野郎 様子 調子 太子 皇子 天子 園子`)

var (
	kinBehind   = rx(`(?:妹|姉|弟|兄|娘|息子|孫|猫|犬|友達|友だち|友人|親友|同僚|先輩|後輩|上司|部下|彼氏|彼女|いとこ|姪|甥|夫|妻|旦那|幼なじみ|同級生|隣人|[長次三][女男])の$`)
	kinHiragana = rx(`(?:妹|姉|弟|兄|娘|息子|孫|猫|犬|友達|友だち|友人|親友|同僚|先輩|後輩|彼氏|彼女|いとこ|姪|甥|妻)の(\p{Hiragana}{2,4}?)(?:[がはともにをのへ、]|から|って|$)`)
	kinNamed    = rx(`(?:妹|姉|弟|兄|娘|息子|孫|猫|犬|彼氏|彼女|姪|甥|夫|妻|友達|同僚)の?(?:名前)?は([\p{Han}\p{Katakana}ー\p{Hiragana}]{1,6}?)(?:といい|っていう|って名前|と名付け|と呼)`)
	givenEndJa  = rx(`^\p{Han}{1,2}(?:介|輔|太|斗|翔|也|哉|郎|吾|樹|奈|菜|美|香|子|織|穂|乃|莉)$`)
	roleEndJa   = rx(`^.{4,}ー$|(?:スト|メイト|メート|マン|ドル|ヤー)$`)

	// What only people do, behind one of them.
	withOneJa = rx(`^(?:に(?:ばったり|久しぶりに)?(?:会[いうえおっ]|言われ|怒られ|叱られ|告白|謝)|と(?:昨日|また|久しぶりに)?(?:会[いうえおっ]|話し[たて]|しゃべ|喋|遊[びんぶ]|喧嘩|けんか|ケンカ|仲直り|付き合|別れ|結婚|デート|待ち合わせ|散歩|旅行|出かけ|釣りに|飲みに|映画を|一緒に(?:行|住|暮ら|帰|遊|働)))`)
	oneDoesJa = rx(`^(?:が[^、。がは]{0,10}?(?:を(?:買っ|食べ|作っ|描い|読ん|飼っ|習)|って言|と言っ|泣い|笑っ|怒っ|(?:手伝っ|来|励まし|慰め|祝っ|誘っ)てくれ|遊びに)|[がはも][^、。がはを]{0,8}?(?:転職|離婚|結婚|入学|卒業|就職|退職|入院|退院|熱を出|風邪を|失恋))`)
	oneIsJa   = rx(`^は(?:私の|僕の|俺の|うちの)?(?:妹|姉|弟|兄|娘|息子|孫|友達|友人|親友|同僚|いとこ|後輩|先輩|彼氏|彼女|医者|看護師|教師|先生|大学生|高校生|中学生|小学生|[\d０-９一二三四五六七八九十]+歳)(?:[でだなのに]|$)`)
)

// namesJa adds the names in a Japanese text.
func namesJa(text string, add func(string)) {
	text = Lexicon().Replace("properly", text)
	for _, re := range namesMarked {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			if n := withoutTime(strings.TrimSpace(strings.Join(m[1:], ""))); n != "" && !kinWords.MatchString(n) && !emptyRuns[n] && !saidInMarks.MatchString(n) {
				add(n)
			}
		}
	}
	for _, m := range kinNamed.FindAllStringSubmatch(text, -1) {
		if !kinWords.MatchString(m[1]) && !pronounJa.MatchString(m[1]) {
			add(m[1])
		}
	}
	for _, m := range kinHiragana.FindAllStringSubmatch(text, -1) {
		if givenBehindKin[m[1]] {
			add(m[1])
		}
	}
	for _, r := range runsOf(text) {
		if r.class == kanji {
			r.text = withoutTime(r.text)
		}
		if r.isGiven(strings.TrimSuffix(text, r.next)) {
			add(r.text)
		}
	}
}

// isGiven reports whether a run at the end of a text is a given name: by
// itself, by whom it stands behind, or by what is said of it.
func (r run) isGiven(upTo string) bool {
	switch n := utf8.RuneCountInString(r.text); {
	case r.class == kanji && givenJa[r.text], r.class == kanji && givenBehindKin[r.text] && kinBehind.MatchString(strings.TrimSuffix(upTo, r.text)):
		return nounEnd(r.next)
	case r.class == kanji && !givenEndJa.MatchString(r.text), r.class == latin, n < 2, n > 7:
		return false
	case noGivenJa[r.text], emptyRuns[r.text], kinWords.MatchString(r.text), r.class == katakana && roleEndJa.MatchString(r.text):
		return false
	}
	return withOneJa.MatchString(r.next) || oneDoesJa.MatchString(r.next) || oneIsJa.MatchString(r.next)
}

// NamesJa reports whether a Japanese text has a name in it as a word of its own,
// not as a part of a longer one: 亮 is not in 亮介.
func NamesJa(text, name string) bool {
	text, name = Clean(text), Clean(name)
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	for at := 0; name != ""; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		begin, end := at+i, at+i+len(name)
		before, _ := utf8.DecodeLastRuneInString(text[:begin])
		after, _ := utf8.DecodeRuneInString(text[end:])
		inWord := classOf(before) != none && classOf(before) == classOf(first) || classOf(after) != none && classOf(after) == classOf(last) ||
			unicode.Is(unicode.Hiragana, first) && unicode.Is(unicode.Hiragana, before)
		if !inWord && (classOf(last) != none && utf8.RuneCountInString(name) > 1 || nounEnd(text[end:])) {
			return true
		}
		at = end
	}
	return false
}
