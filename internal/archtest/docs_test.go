package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"yumori/docs"
)

// testNamed is a test as docs/trust.md names it: package and function.
var testNamed = regexp.MustCompile("`([a-z/]+)\\.(Test\\w+)`")

// TestTrustIsTested holds docs/trust.md to tests that exist.
func TestTrustIsTested(t *testing.T) {
	page, err := docs.Page("trust.md")
	if err != nil {
		t.Fatal(err)
	}
	named := testNamed.FindAllStringSubmatch(page, -1)
	if len(named) < 10 {
		t.Fatalf("%d tests are named", len(named))
	}
	for _, m := range named {
		if !declares(t, filepath.Join("../..", m[1]), m[2]) {
			t.Errorf("docs/trust.md names %s.%s, which there is not", m[1], m[2])
		}
	}
}

// TestRowsOfTrustAreTested holds the rows of make trust to tests that exist.
func TestRowsOfTrustAreTested(t *testing.T) {
	data, err := os.ReadFile("../../scripts/trust.rows")
	if err != nil {
		t.Fatal(err)
	}
	measured := 0
	for line := range strings.Lines(string(data)) {
		cells := strings.Split(line, "|")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if len(cells) != 4 && len(cells) != 5 {
			t.Fatalf("a row of %d cells: %s", len(cells), line)
		}
		dir := strings.TrimSpace(cells[2])
		if dir == "" {
			continue
		}
		measured++
		if strings.TrimSpace(cells[3]) == "script" {
			if info, err := os.Stat(filepath.Join("../..", dir)); err != nil || info.Mode()&0o111 == 0 {
				t.Errorf("scripts/trust.rows names %s, which cannot be run: %v", dir, err)
			}
			continue
		}
		for _, name := range strings.Fields(cells[3]) {
			if name != "coverage" && !declares(t, filepath.Join("../..", dir), name) {
				t.Errorf("scripts/trust.rows names %s of %s, which there is not", name, dir)
			}
		}
	}
	if measured < 15 {
		t.Errorf("%d rows are measured", measured)
	}
}

// declares reports whether a test file in a folder declares a function.
func declares(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == name {
				return true
			}
		}
	}
	return false
}

// keepers are the packages that keep files in a home.
const keepers = "persona episodic goals motivation dreaming dreaming/record internal/facts internal/transcript internal/companion internal/exchange internal/store internal/door internal/skill"

// fileName is the value of a constant that names a file of a home. What is
// derived, kept below .index, is not listed one by one.
var fileName = regexp.MustCompile(`^[\w/.%-]+\.(json|jsonl|txt|md)$`)

// TestFilesAreNamed holds docs/files.md to the constants that name files.
func TestFilesAreNamed(t *testing.T) {
	page, err := docs.Page("files.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, f := range moduleFiles(t) {
		if !strings.Contains(" "+keepers+" ", " "+f.pkg+" ") {
			continue
		}
		for name, value := range constants(f.tree) {
			if !fileName.MatchString(value) || strings.HasPrefix(value, ".index/") || strings.Contains(value, "%") {
				continue
			}
			seen++
			if base := path.Base(value); !strings.Contains(page, base) {
				t.Errorf("%s: %s is the file %q, which docs/files.md does not name", f.path, name, value)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d constants name files", seen)
	}
}

// constants returns the names and values of a file's constants that are texts.
func constants(tree *ast.File) map[string]string {
	list := map[string]string{}
	for _, d := range tree.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			for i, x := range v.Values {
				if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil {
						list[v.Names[i].Name] = text
					}
				}
			}
		}
	}
	return list
}
