package lang

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPatterns checks every pattern: its length, that it has
// examples it matches, and that none it must not match is of its section.
func TestPatterns(t *testing.T) {
	for name, l := range map[string]*patternSet{"english": english(), "japanese": japanese()} {
		for section, list := range l.sections {
			for _, p := range list {
				if n := utf8.RuneCountInString(p.source); n > 200 {
					t.Errorf("%s [%s]: a pattern of %d characters: %.60s", name, section, n, p.source)
				}
			}
		}
		for _, e := range l.examples {
			matched := false
			for _, p := range e.group {
				matched = matched || p.re.MatchString(e.text)
			}
			switch {
			case e.matches && !matched:
				t.Errorf("%s [%s]: %q is not matched", name, e.section, e.text)
			case !e.matches && l.has(e.section, e.text) && !l.has(e.section+"-not", e.text):
				t.Errorf("%s [%s]: %q is matched", name, e.section, e.text)
			}
		}
		for section, list := range l.sections {
			for _, p := range list {
				has := false
				for _, e := range l.examples {
					for _, q := range e.group {
						has = has || q == p && e.matches
					}
				}
				if !has {
					t.Errorf("%s [%s]: no example for %.60s", name, section, p.source)
				}
				if strings.Contains(p.source, "{") && strings.Contains(l.expand(p.source), "{k") {
					t.Errorf("%s [%s]: words that are not there in %.60s", name, section, p.source)
				}
			}
		}
	}
}
