package lang

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// An expr is a regular expression that is compiled when it is first used: most
// runs of the program read nothing by rules. It is safe for concurrent use.
type expr struct {
	re    func() *regexp.Regexp
	words []string // of which a text has one, in lower case, that may match; nil: not known
}

// rx returns the expression of s, which has to be right.
func rx(s string) *expr {
	return &expr{re: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })}
}

// of says that the expression matches no text without one of some words, which
// is found sooner than that it does not.
func (e *expr) of(words ...string) *expr {
	e.words = words
	return e
}

// may reports whether the expression can match a text, given in lower case.
func (e *expr) may(lower string) bool {
	return e.words == nil || slices.ContainsFunc(e.words, func(w string) bool { return strings.Contains(lower, w) })
}

func (e *expr) MatchString(s string) bool              { return e.re().MatchString(s) }
func (e *expr) FindString(s string) string             { return e.re().FindString(s) }
func (e *expr) FindStringSubmatch(s string) []string   { return e.re().FindStringSubmatch(s) }
func (e *expr) FindAllString(s string, n int) []string { return e.re().FindAllString(s, n) }
func (e *expr) ReplaceAllString(s, repl string) string { return e.re().ReplaceAllString(s, repl) }

func (e *expr) FindStringIndex(s string) []int         { return e.re().FindStringIndex(s) }
func (e *expr) FindStringSubmatchIndex(s string) []int { return e.re().FindStringSubmatchIndex(s) }

func (e *expr) FindAllStringIndex(s string, n int) [][]int { return e.re().FindAllStringIndex(s, n) }

func (e *expr) FindAllStringSubmatch(s string, n int) [][]string {
	return e.re().FindAllStringSubmatch(s, n)
}

func (e *expr) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return e.re().FindAllStringSubmatchIndex(s, n)
}

func (e *expr) ReplaceAllStringFunc(s string, repl func(string) string) string {
	return e.re().ReplaceAllStringFunc(s, repl)
}
