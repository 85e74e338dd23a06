package bank

import (
	"regexp"
	"sync"
)

// A pattern is a regular expression that is compiled when it is first used: all
// of them together would take some milliseconds of every start.
type pattern func() *regexp.Regexp

func re(expr string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

func (p pattern) MatchString(s string) bool { return p().MatchString(s) }

func (p pattern) FindString(s string) string { return p().FindString(s) }

func (p pattern) FindStringSubmatch(s string) []string { return p().FindStringSubmatch(s) }

func (p pattern) FindAllStringIndex(s string, n int) [][]int { return p().FindAllStringIndex(s, n) }

func (p pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p().FindAllStringSubmatch(s, n)
}

func (p pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p().FindAllStringSubmatchIndex(s, n)
}

func (p pattern) ReplaceAllString(s, by string) string { return p().ReplaceAllString(s, by) }

func (p pattern) ReplaceAllStringFunc(s string, by func(string) string) string {
	return p().ReplaceAllStringFunc(s, by)
}
