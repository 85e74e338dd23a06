package builtin

import (
	"regexp"
	"sync"
)

// An expr is a regular expression that is compiled when it is first used: most
// runs of the program have a model, and never think by these. It is safe for
// concurrent use.
type expr struct{ re func() *regexp.Regexp }

// rx returns the expression of s, which has to be right.
func rx(s string) *expr {
	return &expr{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })}
}

func (e *expr) MatchString(s string) bool              { return e.re().MatchString(s) }
func (e *expr) FindString(s string) string             { return e.re().FindString(s) }
func (e *expr) FindStringIndex(s string) []int         { return e.re().FindStringIndex(s) }
func (e *expr) FindStringSubmatch(s string) []string   { return e.re().FindStringSubmatch(s) }
func (e *expr) FindAllString(s string, n int) []string { return e.re().FindAllString(s, n) }
func (e *expr) ReplaceAllString(s, repl string) string { return e.re().ReplaceAllString(s, repl) }

func (e *expr) FindAllStringSubmatch(s string, n int) [][]string {
	return e.re().FindAllStringSubmatch(s, n)
}

func (e *expr) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return e.re().FindAllStringSubmatchIndex(s, n)
}

func (e *expr) ReplaceAllStringFunc(s string, repl func(string) string) string {
	return e.re().ReplaceAllStringFunc(s, repl)
}
