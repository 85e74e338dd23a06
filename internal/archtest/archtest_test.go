package archtest

import (
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// exceptions are the places that may break a rule, each with its reason. One
// that is no longer needed fails.
var exceptions = map[string]string{
	"ui/loop.go bool DoFromGoroutine":      "a method of fyne.Driver",
	"ui/face/scanner.go bool SetWinding":   "a method of rasterx.Scanner",
	"ui/face/scanner.go get GetPathExtent": "a method of rasterx.Scanner",
	// The evaluation builds indexes of data that is not a home's, and leaves nothing.
	"retrieval/bench/eval.go write os.MkdirTemp":               "a temporary folder outside any home",
	"retrieval/bench/speed.go write os.MkdirTemp":              "a home to measure in, made and removed",
	"retrieval/bench/speed.go write os.RemoveAll":              "the same",
	"retrieval/bench/eval.go write os.RemoveAll":               "a temporary folder outside any home",
	"dreaming/evaluate/evaluate.go write os.MkdirTemp":         "a home for the evaluation, made and removed",
	"dreaming/evaluate/evaluate.go write os.RemoveAll":         "the same",
	"internal/store/storetest/storetest.go write os.MkdirAll":  "a test changes a file as a user does",
	"internal/store/storetest/storetest.go write os.WriteFile": "the same",
	"internal/store/powercut/disk_linux.go write os.WriteFile": "the image of a disk, in a test's temporary folder",
	"internal/store/powercut/disk_linux.go write os.Truncate":  "the same",
	"internal/store/powercut/disk_linux.go write os.MkdirTemp": "a folder on such a disk",
	"internal/store/powercut/disk_other.go write os.MkdirTemp": "a test's temporary folder",
	"retrieval/bench/beside.go write os.Create":                "what another program is to search, in the folder that is removed",
	"internal/cli/evallife.go write os.MkdirTemp":              "a home for the evaluation, made and removed",
	"internal/cli/evallife.go write os.RemoveAll":              "the same",
	"internal/cli/benchtable.go write os.MkdirTemp":            "a home to measure in, made and removed",
	"internal/cli/benchtable.go write os.RemoveAll":            "the same",
	"ui/uitest/golden.go write os.MkdirAll":                    "golden files, renewed by their tests",
	"ui/uitest/golden.go write os.WriteFile":                   "the same",
	"ui/uitest/companion.go write os.MkdirAll":                 "a home of a test, in its temporary folder",
	"ui/uitest/companion.go write os.Create":                   "the same",
	"internal/cli/eval.go write os.Create":                     "the result file that --out names, outside any home",
}

// TestTree holds the whole module to its plan.
func TestTree(t *testing.T) {
	files := moduleFiles(t)
	found := slices.Concat(checkCrossings(files), packageDocs(files))
	for _, f := range files {
		found = slices.Concat(found, checkImports(f), checkLimits(f))
	}
	used := map[string]bool{}
	for _, v := range inOrder(found) {
		key := strings.Join([]string{v.path, v.rule, v.name}, " ")
		if exceptions[key] == "" {
			t.Errorf("%v   [%s]", v, key)
		}
		used[key] = true
	}
	for key := range exceptions {
		if !used[key] {
			t.Errorf("exception %q is not needed", key)
		}
	}
}

// TestRules shows that each rule is broken by what breaks it.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		name, path, src string
		want            string // the rules that are broken
	}{
		{"fine", "internal/agent/a.go", "package agent\nimport \"yumori/internal/llm\"\n// F …\nfunc F(a, b, c int, d llm.Role) {}\n", ""},
		{"arrow that is not drawn", "persona/a.go", "package persona\nimport \"yumori/internal/transcript\"\n", "import"},
		{"arrow upwards", "internal/store/a.go", "package store\nimport \"yumori/internal/companion\"\n", "import"},
		{"provider outside main", "internal/companion/a.go", "package companion\nimport \"yumori/internal/llm/openai\"\n", "import"},
		{"below ui from outside", "internal/cli/a.go", "package cli\nimport \"yumori/ui/look\"\n", "import"},
		{"below ui from ui", "ui/a.go", "package ui\nimport (\n\"yumori/ui/look\"\n\"fyne.io/fyne/v2\"\n)\n", ""},
		{"a page from a page", "ui/chat/a.go", "package chat\nimport \"yumori/ui/mind\"\n", "import"},
		{"a page from what pages share", "ui/page/a.go", "package page\nimport \"yumori/ui/chat\"\n", "import"},
		{"assets below", "ui/look/a.go", "package look\nimport \"yumori/assets/fonts\"\n", ""},
		{"Fyne below", "internal/companion/a.go", "package companion\nimport \"fyne.io/fyne/v2\"\n", "import"},
		{"nobody's package", "internal/util/a.go", "package util\n", "package"},
		{"nobody's package below", "ui/widgets/a.go", "package widgets\n", "package"},
		{"main", "main.go", "package main\nimport \"yumori/internal/llm/gemini\"\n", ""},

		{"long file", "internal/agent/a.go", "package agent\n" + strings.Repeat("\n", 500), "file"},
		{"long function", "internal/agent/a.go", "package agent\nfunc f() {\n" + strings.Repeat("\tf()\n", 61) + "}\n", "length"},
		{"function at the limit", "internal/agent/a.go", "package agent\nfunc f() {\n" + strings.Repeat("\tf()\n", 60) + "\t// a\n\t// comment\n}\n", ""},
		{"builder", "ui/a.go", "package ui\nfunc newPage() {\n" + strings.Repeat("\tf()\n", 80) + "}\n", ""},
		{"long builder", "ui/a.go", "package ui\nfunc newPage() {\n" + strings.Repeat("\tf()\n", 81) + "}\n", "length"},
		{"no builder", "internal/agent/a.go", "package agent\nfunc newPage() {\n" + strings.Repeat("\tf()\n", 80) + "}\n", "length"},
		{"many paths", "internal/agent/a.go", "package agent\nfunc f() {\n\tif a && b || c {\n\t}\n\tfor range d {\n\t}\n\tswitch {\n\tcase e, f:\n\tdefault:\n\t}\n" + strings.Repeat("\tfor {\n\t}\n", 10) + "}\n", "cyclomatic"},
		{"as many as may be", "internal/agent/a.go", "package agent\nfunc f() {\n\tif a && b || c {\n\t}\n\tfor range d {\n\t}\n\tswitch {\n\tcase e, f:\n\tdefault:\n\t}\n" + strings.Repeat("\tfor {\n\t}\n", 9) + "}\n", ""},
		{"five parameters", "internal/agent/a.go", "package agent\nfunc f(a, b int, c, d, e string) {}\n", "parameters"},
		{"bool", "internal/agent/a.go", "package agent\nfunc f(a int, really bool) {}\n", "bool"},
		{"bool in a callback", "internal/agent/a.go", "package agent\nfunc f(on func(bool)) bool { return true }\n", ""},
		{"init", "internal/agent/a.go", "package agent\nfunc init() {}\n", "init"},
		{"method named init", "internal/agent/a.go", "package agent\nfunc (t t) init() {}\n", ""},
		{"getter", "internal/agent/a.go", "package agent\n// GetName …\nfunc (t t) GetName() {}\n", "get"},
		{"no getter", "internal/agent/a.go", "package agent\n// Getaway …\nfunc Getaway() {}\n", ""},
		{"no comments", "internal/agent/a.go", "package agent\nfunc F() {}\ntype T int\nfunc (*T) M() {}\nvar V int\nconst C, D = 1, 2\n", "doc doc doc doc doc doc"},
		{"generic", "internal/agent/a.go", "package agent\n// T …\ntype T[K, V any] struct{}\nfunc (t *T[K, V]) M() {}\nfunc (t u[K]) M() {}\n", "doc"},
		{"comments", "internal/agent/a.go", "package agent\n// All.\nconst (\n\tC = 1\n\tD = 2\n)\nvar (\n\tV int // v\n\t// W …\n\tW int\n)\n", ""},
		{"not exported", "internal/agent/a.go", "package agent\nfunc f() {}\ntype t int\nfunc (t) M() {}\n", ""},
		{"fat interface", "internal/agent/a.go", "package agent\ntype i interface{ a(); b(); c(); d(); e(); f() }\n", "interface"},
		{"writing", "internal/agent/a.go", "package agent\nimport \"os\"\nfunc f() { os.WriteFile(\"\", nil, 0); os.ReadFile(\"\") }\n", "write"},
		{"writing under another name", "internal/agent/a.go", "package agent\nimport disk \"os\"\nvar f = disk.RemoveAll\n", "write"},
		{"writing in store", "internal/store/a.go", "package store\nimport \"os\"\nvar f = os.Rename\n", ""},
		{"default client", "internal/llm/wire/a.go", "package wire\nimport \"net/http\"\nvar c, g, t = http.DefaultClient, http.Get, http.DefaultTransport\n", "http http"},
		{"waiting for the screen", "ui/a.go", "package ui\nimport \"fyne.io/fyne/v2\"\nvar f = fyne.DoAndWait\n", "do"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, err := parse(c.path, c.src)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range slices.Concat(checkImports(f), checkLimits(f)) {
				got = append(got, v.rule)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("broken: %q, want %q", got, c.want)
			}
		})
	}
}

func TestCrossings(t *testing.T) {
	var files []file
	for _, p := range []string{"ui/a.go", "ui/page/run.go", "ui/entry/b.go", "ui/c.go"} {
		src := "package p\nimport \"fyne.io/fyne/v2\"\nvar f, g = fyne.Do, fyne.Do\n"
		if p == "ui/c.go" {
			src = "package p\nimport \"example.org/fyne\"\nvar f = fyne.Do\n"
		}
		f, err := parse(p, src)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	var got []string
	for _, v := range checkCrossings(files) {
		got = append(got, v.path)
	}
	if want := []string{"ui/a.go", "ui/a.go", "ui/entry/b.go", "ui/entry/b.go"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(checkCrossings(files[:1])) != 0 {
		t.Error("one file is one too many")
	}
}

func TestPackageDocs(t *testing.T) {
	var files []file
	for p, src := range map[string]string{"a/a.go": "package a\n", "a/doc.go": "// Package a …\npackage a\n", "b/b.go": "package b\n"} {
		f, err := parse(p, src)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if got := packageDocs(files); len(got) != 1 || got[0].name != "b" {
		t.Errorf("%v", got)
	}
}

// TestWalk holds that every function that the walk in doc.go names exists.
func TestWalk(t *testing.T) {
	files := moduleFiles(t)
	there := map[string]bool{}
	doc := ""
	for _, f := range files {
		if f.path == "doc.go" {
			doc = f.tree.Doc.Text()
		}
		for _, d := range f.tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				name := path.Base(f.pkg) + "." + fn.Name.Name
				if r := receiver(fn); r != "" {
					name = path.Base(f.pkg) + "." + r + "." + fn.Name.Name
				}
				there[name] = true
			}
		}
	}
	_, walk, _ := strings.Cut(doc, "# A walk")
	walk, _, _ = strings.Cut(walk, "\n# ")
	names := regexp.MustCompile(`[a-z]\w*(?:\.\w+)+`).FindAllString(walk, -1)
	if lines := strings.Count(walk, "\n"); len(names) < 30 || lines > 60 {
		t.Errorf("%d functions in %d lines", len(names), lines)
	}
	for _, name := range names {
		if !there[name] {
			t.Errorf("the walk names %s, which there is not", name)
		}
	}
}

// TestTour holds that doc.go names every package of the program.
func TestTour(t *testing.T) {
	files := moduleFiles(t)
	doc := ""
	for _, f := range files {
		if f.path == "doc.go" {
			doc = f.tree.Doc.Text()
		}
	}
	seen := map[string]bool{}
	for _, f := range files {
		name, _ := placed(f.pkg)
		if seen[name] || name == "." || strings.HasPrefix(name, "scripts/") || strings.HasPrefix(name, "assets/") {
			continue
		}
		seen[name] = true
		if !regexp.MustCompile(`\b` + path.Base(name) + `\b`).MatchString(doc) {
			t.Errorf("doc.go does not name package %s", name)
		}
	}
}
