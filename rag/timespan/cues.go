package timespan

import "strings"

var asked = rx(`(?i)\bwhen\b(?:\s+(?:did|do|does|was|were|is|are|has|have|had|will|would|can|could|should)\b)|^\W*when\b|\b(?:what|which)\s+(?:year|month|date|day|time|week|season)\b|\bhow\s+(?:long|recently|often|many\s+(?:days|weeks|months|years))\b|いつ|何年|何月|何日|何曜|何時|どのくらい前|どれくらい前`)

// Asked reports whether a question asks for a time: "When did …", "what
// year", "how long ago", いつ.
func Asked(question string) bool {
	return asked().MatchString(question[:min(len(question), maxText)])
}

// Said reports whether a text, folded as terms.Fold does, says when something
// was: a day's name, "yesterday", "two weeks ago", 先週, 5月. It takes some 5 ns
// a byte.
func Said(folded string) bool {
	for rest := folded; rest != ""; {
		start := strings.IndexFunc(rest, isPlainLetter)
		if start < 0 {
			break
		}
		rest = rest[start:]
		end := strings.IndexFunc(rest, func(r rune) bool { return !isPlainLetter(r) })
		if end < 0 {
			end = len(rest)
		}
		if isTimeWord(rest[:end]) {
			return true
		}
		rest = rest[end:]
	}
	return saidInJapanese(folded)
}

func isPlainLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }

func saidInJapanese(folded string) bool {
	for _, w := range [...]string{
		"昨日", "きのう", "おととい", "今日", "今朝", "明日", "先日", "最近", "先週", "今週", "来週", "先月", "今月", "来月",
		"去年", "昨年", "今年", "来年", "曜日", "週間", "か月", "ヶ月", "年前", "日前",
	} {
		if strings.Contains(folded, w) {
			return true
		}
	}
	number := false
	for _, r := range folded {
		if number && (r == '年' || r == '月' || r == '日') {
			return true
		}
		_, number = digit(r)
	}
	return false
}

func isTimeWord(w string) bool {
	switch w {
	case "yesterday", "today", "tonight", "tomorrow", "ago", "last", "next", "week", "weeks", "weekend", "weekends",
		"month", "months", "year", "years", "day", "days", "morning", "recently",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
		"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december":
		return true
	}
	return len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20")) && w[2] >= '0' && w[2] <= '9' && w[3] >= '0' && w[3] <= '9'
}
