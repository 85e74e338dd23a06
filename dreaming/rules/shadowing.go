package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/lang/statement"
)

// A mention is a name that came up, and where.
type mention struct {
	name  string
	said  []Remark // by the user
	marks int      // times it was marked as a name
}

// A candidateFinder finds those who may deserve a page.
type candidateFinder struct {
	day  *Digest
	list []*mention
}

// candidates proposes pages: for those with a name of whom the user told
// something, and for pages there are that do not have it. The note says who
// said what, and nothing else.
func (cf *candidateFinder) candidates() []Candidate {
	cf.mentions()
	list := cf.list
	slices.SortStableFunc(list, func(a, b *mention) int { return cmp.Compare(b.marks, a.marks) })
	list = list[:min(len(list), 5*MaxCandidates)]
	for _, m := range list {
		cf.gather(m)
	}
	list = slices.DeleteFunc(list, func(m *mention) bool { return !m.worthPage() })
	slices.SortStableFunc(list, func(a, b *mention) int { return cmp.Compare(len(b.said), len(a.said)) })
	var out []Candidate
	for _, m := range list {
		if c, ok := cf.candidate(m); ok && len(out) < MaxCandidates {
			out = append(out, c)
		}
	}
	return out
}

// mentions lists the names that the user said.
func (cf *candidateFinder) mentions() {
	for _, r := range cf.day.Remarks {
		if !r.user || r.Reports() && !r.Seems() {
			continue
		}
		known := cf.namedSmall(r)
		for _, n := range slices.Concat(lang.ProperNames(r.Raw), cf.namedJa(r), cf.namedFirst(r), known) {
			n = strings.TrimPrefix(n, "の") // 娘のゆいちゃん
			if len([]rune(n)) > MaxName || lang.NoName(n) || cf.day.ofThoseWhoTalk(n) || cf.common(n) && !slices.Contains(known, n) {
				continue
			}
			cf.of(n).marks++
		}
	}
}

// namedJa returns the names in a Japanese remark that nothing in it marks, and
// that are those of pages, or of who came up on an earlier day.
func (cf *candidateFinder) namedJa(r Remark) []string {
	if !r.Japanese {
		return nil
	}
	names := cf.day.Waiting
	for _, e := range cf.day.Entities {
		names = append(slices.Clip(names), string(e.Name))
		names = append(names, NamesOf(e)...)
	}
	marked := lang.ProperNames(r.Raw)
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return !lang.Japanese(n) || slices.Contains(marked, n) || !lang.NamesJa(r.Raw, n)
	})
}

// namedSmall returns whom an English remark names without a capital, as facts
// have them, or as it tells of them: "my sister hanna".
func (cf *candidateFinder) namedSmall(r Remark) []string {
	if r.Japanese {
		return nil
	}
	var names []string
	for _, f := range cf.day.Facts {
		if f.Category == facts.Entity {
			names = append(names, f.Entities...)
		}
	}
	for _, st := range statement.Statements(r.Raw) {
		if st.Subject.Who != statement.Someone || !lexicon.Has("kin-of", st.Subject.Name) {
			continue
		}
		if words := strings.Fields(st.Subject.Name); unicode.IsUpper(firstOf(words[len(words)-1])) {
			names = append(names, words[len(words)-1])
		}
	}
	return slices.DeleteFunc(names, func(n string) bool {
		return !unicode.IsUpper(firstOf(n)) || slices.Contains(lang.ProperNames(r.Raw), n) || !lang.Mentions(r.Text, n)
	})
}

// firstOf is the first character of a text.
func firstOf(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// namedFirst returns the name of a page that an English remark begins with: by
// its capital alone it could be any word.
func (cf *candidateFinder) namedFirst(r Remark) []string {
	if r.Japanese {
		return nil
	}
	for _, e := range cf.day.Entities {
		for _, n := range append(NamesOf(e), string(e.Name)) {
			rest, ok := strings.CutPrefix(r.Text, n)
			if ok && (strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "'")) && !slices.Contains(lang.ProperNames(r.Raw), n) {
				return []string{n}
			}
		}
	}
	return nil
}

// ofThoseWhoTalk reports whether a name is the user's or the persona's, or a
// part of one.
func (d *Digest) ofThoseWhoTalk(name string) bool {
	f := lang.Fold(name)
	return f == lang.Fold(d.User) || f == lang.Fold(d.Persona) ||
		!lang.Japanese(name) && len(Without(lang.Terms(name), d.Names)) == 0
}

// common reports whether a word with a capital is also said without one: it
// only began a sentence.
func (cf *candidateFinder) common(name string) bool {
	low := strings.ToLower(name)
	if low == name || strings.Contains(name, " ") {
		return false
	}
	return slices.ContainsFunc(cf.day.Remarks, func(r Remark) bool {
		return slices.ContainsFunc(strings.Fields(r.Text), func(w string) bool { return strings.Trim(w, `.,;:!?"'()`) == low })
	})
}

// of returns the mention of a name, or of one that it is a part of; a new one
// where there is none.
func (cf *candidateFinder) of(name string) *mention {
	f := lang.Fold(name)
	for _, m := range cf.list {
		g := lang.Fold(m.name)
		if f == g || len([]rune(f)) > 2 && strings.HasPrefix(g, f) {
			return m
		}
		if len([]rune(g)) > 2 && strings.HasPrefix(f, g) {
			m.name = name
			return m
		}
	}
	m := &mention{name: name}
	cf.list = append(cf.list, m)
	return m
}

// gather finds what the user said with a name in it.
func (cf *candidateFinder) gather(m *mention) {
	for _, r := range cf.day.Remarks {
		if r.user && !r.Asks && !r.joke && (!r.Reports() || r.Seems()) && (lang.Mentions(r.Text, m.name) || r.full != r.Text && lang.Mentions(r.full, m.name)) {
			m.said = append(m.said, r)
		}
	}
	if i := slices.IndexFunc(m.said, func(r Remark) bool { return !r.supposes || r.Seems() }); i < 0 && m.marks < 2 && !lexicon.Has("honored", textOf(m.said)) {
		m.said = nil // only supposed
	}
}

func textOf(list []Remark) string {
	var b strings.Builder
	for _, r := range list {
		b.WriteString(r.Text)
	}
	return b.String()
}

// worthPage reports whether enough was told of a name.
func (m *mention) worthPage() bool {
	told := 0
	for _, r := range m.said {
		told += len(Without(r.terms, lang.Terms(m.name)))
	}
	return len(m.said) > 0 && told > 0
}

// saysAgain reports whether a page has what a remark says: not what it denies.
func saysAgain(r Remark, page string) bool {
	if strings.Contains(lang.Fold(page), lang.Fold(r.Text)) {
		return true
	}
	denies := slices.ContainsFunc(statement.Statements(r.Raw), func(st statement.Statement) bool { return st.Denies || st.Corrects })
	return !denies && 5*len(lang.Shared(r.terms, lang.Terms(page))) >= 4*len(r.terms)
}

// candidate makes the proposal. What the page of a known name has already is
// left out.
func (cf *candidateFinder) candidate(m *mention) (Candidate, bool) {
	c := Candidate{Name: m.name}
	page := ""
	for _, e := range cf.day.Entities {
		names := append([]string{string(e.Name)}, NamesOf(e)...)
		if slices.ContainsFunc(names, func(n string) bool { return lang.Fold(n) == lang.Fold(m.name) }) {
			c.Known, c.Name, page = true, string(e.Name), e.Text
		}
	}
	var notes []string
	for _, r := range m.said {
		if len(c.Evidence) == MaxEvidence || page != "" && saysAgain(r, page) {
			continue
		}
		c.Evidence = append(c.Evidence, cf.day.evidence(r))
		notes = append(notes, cf.day.said(r, 140))
	}
	if len(notes) == 0 {
		return c, false
	}
	day := cf.day.timeOf(m.said[0])
	c.Note = cf.day.Pick(
		upperFirst(cf.day.you())+" said on "+day.Format("2 January 2006")+": "+strings.Join(notes, " "),
		cf.day.youJa()+"の話（"+day.Format("2006年1月2日")+"）: "+strings.Join(notes, ""))
	c.Note = lang.Cut(c.Note, MaxContext)
	for _, rec := range cf.day.Recalled {
		if rec.ID != "" && lang.Mentions(rec.Text, m.name) && len(c.Related) < MaxEvidence {
			c.Related = append(c.Related, rec.ID)
		}
	}
	return c, true
}
