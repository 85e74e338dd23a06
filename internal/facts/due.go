package facts

import (
	"slices"
	"time"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// dueSince is for how long what a fact names is still looked at.
const dueSince = 2 * 366 * 24 * time.Hour

// Due returns the facts that hold and name one of some days, in the order of the files; a
// zone tells on which day each was told. A month is all of its days. Cost: it reads every
// fact of the last two years.
func (b *Bank) Due(days when.Days, zone *time.Location) ([]Fact, error) {
	list, err := b.Facts(Query{Holding: true, Since: days.From.Add(-dueSince)})
	return slices.DeleteFunc(list, func(f Fact) bool { return !f.names(days, zone) }), err
}

// names reports whether a fact names one of some days.
func (f Fact) names(days when.Days, zone *time.Location) bool {
	said := f.Time.In(zone)
	settled := when.SettleJapanese
	if !lang.Japanese(f.Text) {
		settled = func(text string, day time.Time) string { return when.SettleEnglish(text, day, lang.ToldAsPast) }
	}
	return slices.ContainsFunc(when.Meant(settled(f.Text, said), said, days, lang.ToldAsPast), days.Meets)
}
