package question

import (
	"slices"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// NamesDay reports whether a text that was told at a time, of the zone in which its day is meant,
// names one of some days. A month is all of its days. Pure; some 0.1 ms for a usual line.
func NamesDay(text string, told time.Time, days when.Days) bool {
	settled := when.SettleJapanese
	if !lang.Japanese(text) {
		settled = func(text string, day time.Time) string { return when.SettleEnglish(text, day, lang.ToldAsPast) }
	}
	return slices.ContainsFunc(when.Meant(settled(text, told), told, days, lang.ToldAsPast), days.Meets)
}
