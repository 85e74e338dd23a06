package bank

import (
	"fmt"
	"strings"
)

// UserName returns what the user said last that they are called; "" if they
// never did. It follows what is taken back and what is edited by hand, as it
// is read from the facts each time.
func (b *Bank) UserName() (string, error) {
	var name Fact
	err := b.ask(func() error {
		name = Fact{}
		for _, e := range b.names {
			e, err := b.whole(e)
			if err != nil {
				return err
			}
			f := e.fact
			if e.visible() && len(f.Entities) > 0 && !deniesName().MatchString(f.Text) && !f.Time.Before(name.Time) {
				name = f
			}
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("read bank: %w", err)
	}
	if len(name.Entities) == 0 {
		return "", nil
	}
	return strings.TrimSuffix(name.Entities[0], "さん"), nil
}

// names reports whether an entry may say what the user is called.
func (e *entry) names() bool {
	return e.fact.Type == World && e.fact.Category == Plain && e.fact.Importance == mattersName
}

// deniesName is what tells a name that is not theirs.
var deniesName = re(`(?i)\bname(?:'s| is) not\b|(?:では|じゃ)(?:な|あり)`)

// introEn is how one gives one's name and nothing else; originEn is what one
// is rather than what one is called.
var (
	introEn  = re(`^(?:(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there)?[,.!]? )?(?:I'm|I am|I’m|This is) (\p{Lu}\p{Ll}[\p{L}'-]{0,20})(?: here)?[.!]?$`)
	originEn = re(`(?i)(?:ese|ish|ian|ican|day|ing|less|ful)$|^(?:German|French|Dutch|Greek|Swiss|Thai|Muslim|Jewish|Catholic|Buddhist|Hindu|Sikh|Gay|Trans|Ok|Okay|Fine|Good|Great|Sorry|Sure|Not|Back|Home|Here|Done|Sick|Ill|Tired|Sad|Happy|Alone|Lost|Late|Ready|Single|Married|Vegan|Vegetarian)$`)
)

// introduced returns the name of a user who introduces themselves so.
func introduced(s string) string {
	m := introEn().FindStringSubmatch(strings.TrimSpace(s))
	if m == nil || originEn().MatchString(m[1]) {
		return ""
	}
	return m[1]
}
