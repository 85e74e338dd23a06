package builtin

import (
	"strconv"
	"strings"
	"time"
)

var (
	weekdayJa = rx(`(毎週|先週|今週|来週|再来週|次|今度)?の?([月火水木金土日])曜日?(に)?`)
	monthJa   = rx(`(先々月|先月|今月|来月|再来月)(に)?`)
	yearJa    = rx(`(おととし|一昨年|去年|昨年|今年|来年|再来年)(に)?`)
	agoJa     = rx(`([0-9０-９]{1,2}|[一二三四五六七八九十])(日|週間|か月|ヶ月|カ月|年)前(に)?`)
	countsJa  = map[string]string{"一": "1", "１": "1", "二": "2", "２": "2", "三": "3", "３": "3", "四": "4", "４": "4", "五": "5", "５": "5", "六": "6", "６": "6", "七": "7", "７": "7", "八": "8", "８": "8", "九": "9", "９": "9", "十": "10", "１０": "10"}
	monthsJa  = map[string]int{"先々月": -2, "先月": -1, "今月": 0, "来月": 1, "再来月": 2}
	yearsJa   = map[string]int{"おととし": -2, "一昨年": -2, "去年": -1, "昨年": -1, "今年": 0, "来年": 1, "再来年": 2}
	weeksJa   = map[string]int{"先週": -1, "今週": 0, "来週": 1, "再来週": 2}
)

// weekdaysJa are the days by time.Weekday.
var weekdaysJa = [7]string{"日", "月", "火", "水", "木", "金", "土"}

const longDateJa = "2006年1月2日"

// datedJapanese replaces weekdays, months and years that are named from the
// day now by the date.
func datedJapanese(text string, now time.Time) string {
	if !containsAny(text, "曜", "週", "月", "年", "前", "おととし", "次", "今度") {
		return text
	}
	text = replaceMatches(text, weekdayJa, func(m []string, before, after string) string {
		if m[1] == "毎週" || m[1] == "" && startsWithAny(after, "は", "の", "と", "ごと", "も", "が好", "なので", "なんで", "だから") {
			return m[0] // a habit
		}
		day := strings.Index("日月火水木金土", m[2]) / len("日")
		return weekdayDateJa(m[1], day, now, after).Format(longDateJa) + m[3]
	})
	text = replaceMatches(text, monthJa, func(m []string, _, after string) string {
		return now.AddDate(0, monthsJa[m[1]], 1-now.Day()).Format("2006年1月") + particleJa(m[2], after)
	})
	text = replaceMatches(text, yearJa, func(m []string, _, after string) string {
		return strconv.Itoa(now.Year()+yearsJa[m[1]]) + "年" + particleJa(m[2], after)
	})
	return replaceMatches(text, agoJa, func(m []string, _, after string) string {
		n := -countOfJa(m[1])
		to := particleJa(m[3], after)
		switch m[2] {
		case "日":
			return now.AddDate(0, 0, n).Format(longDateJa) + to
		case "週間":
			return now.AddDate(0, 0, 7*n).Format(longDateJa) + "ごろ" + to
		case "年":
			return strconv.Itoa(now.Year()+n) + "年" + to
		}
		return now.AddDate(0, n, 1-now.Day()).Format("2006年1月") + to
	})
}

// particleJa returns the に that a date takes where "先月" needs none.
func particleJa(had, after string) string {
	if had != "" || after == "" || startsWithAny(after, "に", "は", "の", "、", "が", "も", "から", "まで", "だ", "で", "と", "へ", "より", "じゃ", "いっぱい", "末", "上旬", "中旬", "下旬", "初め", "ごろ", "頃") {
		return had
	}
	return "に"
}

func countOfJa(word string) int {
	if n, ok := countsJa[word]; ok {
		word = n
	}
	n, _ := strconv.Atoi(word)
	return n
}

// happenedJa is a report that ends in how things stand since: "…に転んで、心配".
// What will be (あって, 控えて) moves one as well and is none.
var happenedJa = rx(`^[^、。]{0,24}(?:って|[^い]いて|[んい]で|[えけせてねべめれげきしりみびぎじち]て|して)(?:しまって|から|以来|、|は)*[^。]*(?:心配|不安|つら|辛い|悲し|痛|困|落ち着か|眠れ|寂し|さみし|しんど|疲れて|入院|休んで|忘れられ|うれしい|嬉しい|[てで]い?(?:る|ます))[^、。た]{0,8}$`)

// isReportJa reports whether what follows a weekday tells what has happened.
func isReportJa(after string) bool {
	return endsWithAny(closingJa.ReplaceAllString(after, ""), "た", "んだ", "いだ", "だった", "ました", "でした") || happenedJa.MatchString(after) && !containsAny(after, "あって", "控えて")
}

// weekdayDateJa returns the day that a weekday means when it is said on now:
// of the week that is named, else the next, or the last in a report.
func weekdayDateJa(week string, day int, now time.Time, after string) time.Time {
	if n, ok := weeksJa[week]; ok {
		monday := now.AddDate(0, 0, -(int(now.Weekday())+6)%7)
		return monday.AddDate(0, 0, 7*n+(day+6)%7)
	}
	ahead := (day - int(now.Weekday()) + 7) % 7
	if week == "" && !containsAny(after, "予約", "約束", "決め", "ことにし") && isReportJa(strings.TrimRight(after, "。.！!、 ")) {
		return now.AddDate(0, 0, (ahead+6)%7-6)
	}
	if ahead == 0 {
		ahead = 7
	}
	return now.AddDate(0, 0, ahead)
}

// closingJa is what may stand behind the verb of a report.
var closingJa = ja(`(?:(?:んです|んだ|のです|です)?(?:けど|けれど|が|から|ので|のに)?(?:よね|よ|ね|な|わ|の|さ)?)$`)
