package page

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
)

// sources parses the files of the window's packages that are not tests.
func sources(t *testing.T) map[string]*ast.File {
	t.Helper()
	here, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, name := range append(here, below...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = f
	}
	return files
}

// literal is the value of a string literal.
func literal(n ast.Node) (string, bool) {
	l, ok := n.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(l.Value)
	return s, err == nil
}

func TestEveryKeyIsTranslatedAndUsed(t *testing.T) {
	en, ja := english(t), japanese(t)
	used := map[string]bool{}
	for _, f := range sources(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := literal(n); ok {
				used[s] = true
			}
			return true
		})
	}
	for key, text := range en.text {
		if _, ok := ja.text[key]; !ok {
			t.Errorf("%s has no Japanese", key)
		}
		if text == "" || ja.text[key] == "" {
			t.Errorf("%s is empty", key)
		}
		base := strings.TrimSuffix(strings.TrimSuffix(key, ".one"), ".other")
		if !used[key] && !used[base] {
			t.Errorf("%s is not used", key)
		}
		if base != key && (en.text[base+".one"] == "" || en.text[base+".other"] == "") {
			t.Errorf("%s lacks a plural form", base)
		}
	}
	for key := range ja.text {
		if _, ok := en.text[key]; !ok {
			t.Errorf("%s has no English", key)
		}
	}
}

// TestEveryKeyExists looks at what T, N and Word are given.
func TestEveryKeyExists(t *testing.T) {
	en := english(t)
	for name, f := range sources(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains([]string{"T", "N", "Word"}, sel.Sel.Name) {
				return true
			}
			key, ok := literal(call.Args[0])
			if !ok {
				return true
			}
			if sel.Sel.Name == "N" {
				key += ".other"
			}
			if _, ok := en.text[key]; !ok {
				t.Errorf("%s: no words for %q", name, key)
			}
			return true
		})
	}
}

func TestTranslationsKeepTheirPlaces(t *testing.T) {
	en, ja := english(t), japanese(t)
	places := regexp.MustCompile(`\{[a-z]+\}`)
	for key, text := range en.text {
		a, b := places.FindAllString(text, -1), places.FindAllString(ja.text[key], -1)
		slices.Sort(a)
		slices.Sort(b)
		a, b = slices.Compact(a), slices.Compact(b)
		// "in a second" names no number, and needs none.
		if strings.HasSuffix(key, ".one") || slices.Equal(a, b) {
			continue
		}
		t.Errorf("%s: %v in English, %v in Japanese", key, a, b)
	}
}

// TestPlainWords keeps out of the window and the terminal what only its makers
// know: ids, comments, lines of files, and names that nobody else has for a thing.
func TestPlainWords(t *testing.T) {
	never := regexp.MustCompile(`(?i)\bthe user\b|\bul?uid\b|\bulid\b|<!--|-->|#L\{|\bslugs?\b|built-in rules|as on disk|内蔵ルール|魂の|スラッグ`)
	files := []string{"../../assets/translations/en.json", "../../assets/translations/ja.json", "../../internal/cli/words/en.json", "../../internal/cli/words/ja.json"}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]string
		if err := json.Unmarshal(data, &all); err != nil || len(all) < 100 {
			t.Fatalf("%s: %d strings, %v", name, len(all), err)
		}
		for key, text := range all {
			if bad := never.FindString(text); bad != "" {
				t.Errorf("%s: %s says %q: %s", name, key, bad, text)
			}
		}
	}
}

// TestNoWordsInCode fails on a literal with a word in it that is handed to
// something that shows text.
func TestNoWordsInCode(t *testing.T) {
	showing := []string{
		"NewCaption", "Paragraph", "SetParagraph", "NewLabel", "NewButton", "NewCheck", "NewMenuItem", "NewMenu", "SetText",
		"SetPlaceHolder", "NewText", "NewPill", "NewIconPill", "NewIconButton", "SetTitle", "Labelled", "section",
	}
	for name, f := range sources(t) {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !slices.Contains(showing, calledName(call)) {
				return true
			}
			for _, arg := range call.Args {
				if s, ok := literal(arg); ok && strings.ContainsFunc(s, unicode.IsLetter) {
					t.Errorf("%s: %s(%q): words belong into assets/translations", name, calledName(call), s)
				}
			}
			return true
		})
	}
}

func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

func TestWords(t *testing.T) {
	w := Words{text: map[string]string{"a": "{n} of {what}", "b.one": "one", "b.other": "{n} many", "c": "plain"}}
	for _, tt := range []struct{ name, got, want string }{
		{"places", w.T("a", "n", "3", "what", "{n}"), "3 of {n}"},
		{"none", w.T("c"), "plain"},
		{"unknown", w.T("nothing"), "nothing"},
		{"one", w.N("b", 1), "one"},
		{"many", w.N("b", 5), "5 many"},
		{"zero", w.N("b", 0), "0 many"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
	if other := wordsIn(t, "de"); other.Lang != "en" {
		t.Errorf("a language we do not speak gives %q, want English", other.Lang)
	}
}

func TestDates(t *testing.T) {
	en, ja := english(t), japanese(t)
	at := time.Date(2026, 11, 21, 21, 4, 0, 0, time.UTC)
	before := time.Date(2025, 1, 5, 9, 30, 0, 0, time.UTC)
	for _, tt := range []struct{ name, got, want string }{
		{"this year", en.Day(at, noon), "Saturday 21 November"},
		{"another year", en.Day(before, noon), "Sunday 5 January 2025"},
		{"Japanese", ja.Day(at, noon), "11月21日 土曜日"},
		{"another year in Japanese", ja.Day(before, noon), "2025年1月5日 日曜日"},
		{"in short", ShortDay(en, at, noon), "21 Nov"},
		{"in short, another year", ShortDay(en, before, noon), "5 Jan 2025"},
		{"in short in Japanese", ShortDay(ja, at, noon), "11月21日"},
		{"time", Clock(at), "21:04"},
		{"moment", en.Moment(before), "5 Jan 2025, 09:30"},
		{"moment in Japanese", ja.Moment(before), "2025年1月5日 09:30"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}
