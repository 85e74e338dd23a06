package facts

import "strings"

// UserName returns what the user said last that they are called; "" if they
// never did. It follows what is taken back and what is edited by hand, as it
// is read from the facts each time.
func (b *Bank) UserName() (string, error) {
	name, err := answered(b, "read bank", func() (name Fact, err error) {
		for _, e := range b.names {
			e, err := b.files.whole(e)
			if err != nil {
				return name, err
			}
			f := e.fact
			if e.visible() && e.ended().IsZero() && len(f.Entities) > 0 && !lexicon.Has("denies-name", f.Text) && !f.Time.Before(name.Time) {
				name = f
			}
		}
		return name, nil
	})
	if err != nil || len(name.Entities) == 0 {
		return "", err
	}
	return strings.TrimSuffix(name.Entities[0], "さん"), nil
}

// names reports whether an entry may say what the user is called.
func (e *entry) names() bool {
	return e.fact.Type == World && e.fact.Category == Plain && e.fact.Importance == mattersName
}
