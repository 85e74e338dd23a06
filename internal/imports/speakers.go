package imports

import (
	"cmp"
	_ "embed" // the names of those who speak
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed speakers.txt
var speakerWords string

// wordRoles is who a name stands for, by the names of speakers.txt.
var wordRoles = sync.OnceValue(func() map[string]Role {
	roles := map[string]Role{}
	for line := range strings.Lines(speakerWords) {
		who, name, ok := strings.Cut(strings.TrimSpace(line), ": ")
		switch {
		case !ok:
		case who == "user":
			roles[name] = User
		case who == "other":
			roles[name] = Other
		}
	}
	return roles
})

// foldName returns a name as names are compared.
func foldName(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// maxSpeakers is how many different names are counted, and maxNamed how many of
// them an error names.
const (
	maxSpeakers = 10_000
	maxNamed    = 8
)

// A tally counts who says how much.
type tally struct {
	n     map[string]int    // by folded name
	names map[string]string // as first met
	order map[string]int    // of being met
}

func (t *tally) add(name string) {
	if t.n == nil {
		t.n, t.names, t.order = map[string]int{}, map[string]string{}, map[string]int{}
	}
	key := foldName(name)
	if _, ok := t.n[key]; !ok && len(t.n) >= maxSpeakers {
		return
	}
	t.n[key]++
	if t.names[key] == "" {
		t.names[key], t.order[key] = name, len(t.order)
	}
}

// often returns the names that are met so often that they are no accident, the
// most frequent first: a word like "Note" begins a line as well. Somebody speaks
// with whoever is known.
func (t *tally) often() []string {
	words := wordRoles()
	list := slices.SortedFunc(maps.Keys(t.n), func(a, b string) int { return cmp.Or(t.n[b]-t.n[a], t.order[a]-t.order[b]) })
	if len(list) == 0 {
		return nil
	}
	known := slices.DeleteFunc(slices.Clone(list), func(k string) bool { return words[k] == "" })
	if len(known) >= 2 {
		return known
	}
	most := t.n[list[0]]
	often := slices.DeleteFunc(slices.Clone(list), func(k string) bool { return words[k] == "" && (t.n[k] < 2 || t.n[k]*20 < most) })
	if len(often) == 1 && len(known) == 1 && len(list) > 1 {
		rest := slices.DeleteFunc(list, func(k string) bool { return k == often[0] })
		return append(often, rest[0])
	}
	return often
}

// roles says who is who, by folded name. Whoever has no role is neither. The
// error is one of Speakers when nobody can tell which of them is the user.
func (t *tally) roles(opt Options) (map[string]Role, error) {
	list := t.often()
	if len(list) == 0 {
		return nil, refuse(Empty, "nobody speaks in it")
	}
	user, other := foldName(opt.User), foldName(opt.Other)
	if user != "" && t.n[user] == 0 {
		return nil, t.unclear(list, "nobody is called %q", opt.User)
	}
	user = cmp.Or(user, onlyOne(list, User))
	if !slices.Contains(list, other) || other == user {
		other = onlyOne(list, Other)
	}
	rest := slices.DeleteFunc(slices.Clone(list), func(k string) bool { return k == user || k == other })
	if user == "" && other != "" && len(rest) == 1 {
		user = rest[0]
	}
	if user == "" {
		return nil, t.unclear(list, "%d speak", len(list))
	}
	if other == "" && len(rest) > 0 {
		other = rest[0]
	}
	roles := map[string]Role{}
	for _, k := range list {
		roles[k] = "" // told apart, and left out
	}
	if roles[user] = User; other != "" {
		roles[other] = Other
	}
	return roles, nil
}

// onlyOne returns the one of a list whose name tells its role; "" if that is not
// one.
func onlyOne(list []string, role Role) string {
	list = slices.DeleteFunc(slices.Clone(list), func(k string) bool { return wordRoles()[k] != role })
	if len(list) != 1 {
		return ""
	}
	return list[0]
}

func (t *tally) unclear(list []string, format string, args ...any) error {
	err := &Error{Reason: Speakers, What: fmt.Sprintf(format, args...)}
	for _, k := range list[:min(len(list), maxNamed)] {
		err.Names = append(err.Names, t.names[k])
	}
	return err
}

// with is what the other one is called, if that is a name.
func (t *tally) with(roles map[string]Role) string {
	for key, role := range roles {
		if role == Other && wordRoles()[key] == "" {
			return t.names[key]
		}
	}
	return ""
}

// speakers are the names of those who speak, the user's first, as far as an
// error would name them.
func (t *tally) speakers(roles map[string]Role) []string {
	list := t.often()
	slices.SortStableFunc(list, func(a, b string) int { return strings.Compare(string(roles[b]), string(roles[a])) })
	var names []string
	for _, k := range list[:min(len(list), maxNamed)] {
		names = append(names, t.names[k])
	}
	return names
}
