package builtin

import (
	"strings"
	"time"
)

// otherDay tells the newest thing again that falls on the weekday wrong, for
// the day right of the same week.
func (s *scene) otherDay(l language, wrong, right int) (string, bool) {
	all := s.recollect()
	for i := len(all) - 1; i >= 0; i-- {
		m := all[i]
		if m.lang != l {
			continue
		}
		text := m.text
		if m.source == fromHistory {
			text = s.keptOn(m, s.now)
		}
		date, t := firstDate(text, l)
		if date == "" || int(t.Weekday()) != wrong {
			continue
		}
		monday := t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
		other := monday.AddDate(0, 0, (right+6)%7)
		text = strings.TrimRight(supersede.ReplaceAllString(text, ""), ".。 ")
		if l == japanese {
			return strings.ReplaceAll(text, date, other.Format(longDateJa)) + "（" + date + "ではない）。", true
		}
		return strings.ReplaceAll(text, date, other.Format(longDate)) + " (not " + date + ").", true
	}
	return "", false
}

// firstDate returns the first full date that is written in text, and the day.
func firstDate(text string, l language) (string, time.Time) {
	layout, found := longDate, ""
	if l == japanese {
		layout, found = longDateJa, strings.TrimSuffix(writtenDateJa.FindString(text), "に")
	} else if g := writtenDate.FindStringSubmatch(text); g != nil {
		found = g[2]
	}
	t, err := time.Parse(layout, found)
	if err != nil {
		return "", time.Time{}
	}
	return found, t
}

// otherDayJapanese is otherDay for "金曜日" and "木曜日".
func (s *scene) otherDayJapanese(wrong, right string) (string, bool) {
	w, r := onlyWeekdayJa.FindStringSubmatch(wrong), onlyWeekdayJa.FindStringSubmatch(right)
	if w == nil || r == nil {
		return "", false
	}
	return s.otherDay(japanese, strings.Index("日月火水木金土", w[1])/len("日"), strings.Index("日月火水木金土", r[1])/len("日"))
}

var onlyWeekdayJa = ja(`^(?:来週|今週|次)?の?([月火水木金土日])曜日?$`)

// lastWord returns the last word of text.
func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }
