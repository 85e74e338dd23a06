// Package pattern has regular expressions for reading language by rules: many
// of them, few of which match any given sentence. An expression is compiled
// when it is first used, since most runs of the program read nothing by rules,
// and a text is searched only if it has the words that every match needs, which
// takes a hundredth of the time.
package pattern

import (
	"regexp"
	"regexp/syntax"
	"sync"

	"yumori/internal/pattern/prefilter"
)

// An Expr is a regular expression in the syntax of package regexp, whose
// methods its own do the same as. It is safe for concurrent use. What a match
// needs is found out before it is compiled, which takes several times as long:
// most are never compiled.
type Expr struct {
	filter   func() prefilter.Filter
	compiled func() *regexp.Regexp
}

// New returns the expression of a source that is known to be right: one that
// is not panics when it is first used.
func New(source string) *Expr {
	return &Expr{
		sync.OnceValue(func() prefilter.Filter {
			tree, err := syntax.Parse(source, syntax.Perl)
			if err != nil {
				panic(err)
			}
			return prefilter.New(needsOf(tree.Simplify()))
		}),
		sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) }),
	}
}

// Parse returns the expression of a source, or what is wrong with it.
func Parse(source string) (*Expr, error) {
	if _, err := syntax.Parse(source, syntax.Perl); err != nil {
		return nil, err
	}
	return New(source), nil
}

// A Text is a text as expressions look at it before they search it. It is made once
// where many expressions look at one text, and not changed.
type Text = prefilter.Text

// Look returns a text that expressions look at. Cost: a pass over it.
func Look(s string) *Text {
	t := &Text{}
	t.Look(s)
	return t
}

// May reports whether the expression can match a text.
func (e *Expr) May(t *Text) bool { return e.filter().Admits(t) }

// Matches is MatchString of a text that many expressions look at.
func (e *Expr) Matches(t *Text) bool { return e.May(t) && e.compiled().MatchString(t.String()) }

// search returns the regular expression if it can match s, else nil.
func (e *Expr) search(s string) *regexp.Regexp {
	if !e.filter().AdmitsOnce(s) {
		return nil
	}
	return e.compiled()
}

// SubexpNames is the method of regexp.Regexp.
func (e *Expr) SubexpNames() []string { return e.compiled().SubexpNames() }

// SubexpIndex is the method of regexp.Regexp.
func (e *Expr) SubexpIndex(name string) int { return e.compiled().SubexpIndex(name) }

// MatchString is the method of regexp.Regexp.
func (e *Expr) MatchString(s string) bool {
	re := e.search(s)
	return re != nil && re.MatchString(s)
}

// FindString is the method of regexp.Regexp.
func (e *Expr) FindString(s string) string {
	if re := e.search(s); re != nil {
		return re.FindString(s)
	}
	return ""
}

// FindStringIndex is the method of regexp.Regexp.
func (e *Expr) FindStringIndex(s string) []int {
	if re := e.search(s); re != nil {
		return re.FindStringIndex(s)
	}
	return nil
}

// FindStringSubmatch is the method of regexp.Regexp.
func (e *Expr) FindStringSubmatch(s string) []string {
	if re := e.search(s); re != nil {
		return re.FindStringSubmatch(s)
	}
	return nil
}

// FindStringSubmatchIndex is the method of regexp.Regexp.
func (e *Expr) FindStringSubmatchIndex(s string) []int {
	if re := e.search(s); re != nil {
		return re.FindStringSubmatchIndex(s)
	}
	return nil
}

// FindAllString is the method of regexp.Regexp.
func (e *Expr) FindAllString(s string, n int) []string {
	if re := e.search(s); re != nil {
		return re.FindAllString(s, n)
	}
	return nil
}

// FindAllStringIndex is the method of regexp.Regexp.
func (e *Expr) FindAllStringIndex(s string, n int) [][]int {
	if re := e.search(s); re != nil {
		return re.FindAllStringIndex(s, n)
	}
	return nil
}

// FindAllStringSubmatch is the method of regexp.Regexp.
func (e *Expr) FindAllStringSubmatch(s string, n int) [][]string {
	if re := e.search(s); re != nil {
		return re.FindAllStringSubmatch(s, n)
	}
	return nil
}

// FindAllStringSubmatchIndex is the method of regexp.Regexp.
func (e *Expr) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if re := e.search(s); re != nil {
		return re.FindAllStringSubmatchIndex(s, n)
	}
	return nil
}

// ReplaceAllString is the method of regexp.Regexp.
func (e *Expr) ReplaceAllString(s, repl string) string {
	if re := e.search(s); re != nil {
		return re.ReplaceAllString(s, repl)
	}
	return s
}

// ReplaceAllStringFunc is the method of regexp.Regexp.
func (e *Expr) ReplaceAllStringFunc(s string, repl func(string) string) string {
	if re := e.search(s); re != nil {
		return re.ReplaceAllStringFunc(s, repl)
	}
	return s
}

// Split is the method of regexp.Regexp.
func (e *Expr) Split(s string, n int) []string { return e.compiled().Split(s, n) }
