package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// conceptsJa joins Japanese words with the concepts of the English ones. The
// first of a line that is found counts; longer words stand before shorter.
var conceptsJa = conceptList(`@live 住 引っ越 暮ら
	@work 取り組 やって 仕事 働 勤め 職業 職場 勤務 就職 転職
	@name 名前
	@birthday 誕生日 生まれ
	@love 大好き 好き お気に入り 好物 すき
	@hate 嫌い 苦手 きらい
	@eat 食べ 食事
	@drink 飲
	@spouse 妻 家内 主人 夫 旦那 奥さん 嫁 結婚
	@partner 彼女 彼氏 恋人
	@mother 母 ママ
	@father 父 パパ
	@son 息子 長男 次男 三男
	@daughter 娘 長女 次女
	@child 子ども 子供 上の子 下の子 二児 三児
	@sibling 兄弟 姉妹 きょうだい
	@sister 妹 姉
	@brother 弟 兄
	@family 家族 両親
	@cat 猫 ネコ ねこ
	@dog 犬 イヌ いぬ
	@pet ペット 飼
	@age 何歳 歳 年齢
	@allergy アレルギー
	@study 勉強 専攻 大学
	@holiday 旅行 休暇 休み
	@film 映画
	@book 本を 小説
	@make 作 開発
	@go 行 
	@exam 試験 テスト 受験
	@job 面接
	@friend 友達 友だち 親友
	@colour 色
	@doctor 医者 歯医者
	@project プロジェクト
	@music 音楽 曲
	@begin 始め 始ま
	@plan 予定 計画
	@town 町 街
	@hobby 趣味
	@gift プレゼント あげた あげま 贈`)

type conceptJa struct{ word, concept string }

func conceptList(text string) []conceptJa {
	var out []conceptJa
	for line := range strings.Lines(text) {
		ws := strings.Fields(line)
		for i, w := range ws {
			if i > 0 {
				out = append(out, conceptJa{w, ws[0]})
			}
		}
	}
	return out
}

// stopsJa are runs that ask or point and carry nothing to look for.
var stopsJa = set(`何 誰 今 私 僕 俺 自分 事 時 所 物 方 的 人 前 言 話 思 知 覚 教 聞 私達 名 日 君 お 度 様 中 達 呼 件 事を ユーザー 本当 最近 今日 昨日 明日 いま 全部 全て`)

// addJapanese adds the terms of the Japanese runs in text: concepts, runs of
// katakana, and kanji by themselves and in pairs. Hiragana alone tells little.
func addJapanese(text string, add func(string, float64)) {
	for _, c := range conceptsJa {
		if strings.Contains(text, c.word) {
			add(c.concept, conceptWeight(c.concept))
			text = strings.ReplaceAll(text, c.word, " ")
		}
	}
	start, class := -1, 0
	flush := func(end int) {
		if start >= 0 {
			if class == 2 && end < len(text) && !startsWithAny(text[end:], "は", "が", "を", "の", "に", "で", "と", "も", "、", "。", " ", "？") && utf8.RuneCountInString(text[start:end]) == 1 {
				add(text[start:end], 0.4) // the root of a verb
			} else {
				addRun(text[start:end], class, add)
			}
		}
		start = -1
	}
	for i, r := range text {
		k := scriptOf(r)
		if k != class {
			flush(i)
			class = k
			if k != 0 {
				start = i
			}
		}
	}
	flush(len(text))
}

// scriptOf tells runs apart: 1 katakana, 2 kanji, 0 all else.
func scriptOf(r rune) int {
	switch {
	case unicode.Is(unicode.Katakana, r) || r == 'ー':
		return 1
	case unicode.Is(unicode.Han, r) || r == '々':
		return 2
	}
	return 0
}

func addRun(run string, class int, add func(string, float64)) {
	if stopsJa[run] {
		return
	}
	rs := []rune(run)
	switch {
	case class == 1 && len(rs) > 1:
		add(run, 1.5)
	case class == 2 && len(rs) == 1:
		add(run, 1)
	case class == 2 && len(rs) == 2:
		add(run, 1.2)
	case class == 2:
		for i := range len(rs) - 1 {
			add(string(rs[i:i+2]), 0.8)
		}
	}
}
