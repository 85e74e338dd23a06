package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "yumori"

// A file is one parsed file of the module.
type file struct {
	pkg  string // the package's folder in the module; "." for the root
	path string // in the module
	fset *token.FileSet
	tree *ast.File
}

// A violation is a place that breaks a rule.
type violation struct {
	path string // in the module
	line int
	rule string // a word, for the list of exceptions
	name string // what breaks it: a function, an import …
	what string // in a sentence
}

func (v violation) String() string { return fmt.Sprintf("%s:%d: %s", v.path, v.line, v.what) }

// at is a violation at a node of the file.
func (f file) at(n ast.Node, rule, name, format string, args ...any) violation {
	return violation{f.path, f.line(n.Pos()), rule, name, fmt.Sprintf(format, args...)}
}

func (f file) line(p token.Pos) int { return f.fset.Position(p).Line }

// imports returns what the file imports, by the name it has there. The name
// is guessed from the path where the file gives none.
func (f file) imports() map[string]string {
	byName := map[string]string{}
	for _, spec := range f.tree.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue // unreachable: the parser has read it
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
			name = strings.TrimSuffix(path, "/"+name)
			name = name[strings.LastIndexByte(name, '/')+1:]
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		byName[name] = path
	}
	return byName
}

// parse reads one source text.
func parse(path, src string) (file, error) {
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, path, src, parser.ParseComments|parser.SkipObjectResolution)
	return file{pkg: filepath.ToSlash(filepath.Dir(path)), path: path, fset: fset, tree: tree}, err
}

// moduleFiles are all but tests, testdata and generated ones.
func moduleFiles(t *testing.T) []file {
	t.Helper()
	const root = "../.."
	var files []file
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "vendor") {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && path != root {
				return fs.SkipDir // a module of its own
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		f := file{pkg: strings.TrimSuffix(filepath.ToSlash(filepath.Dir(rel)), "/"), path: rel, fset: fset, tree: tree}
		if !ast.IsGenerated(tree) {
			files = append(files, f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no files found")
	}
	return files
}

// inOrder sorts violations by place.
func inOrder(found []violation) []violation {
	slices.SortFunc(found, func(a, b violation) int {
		if c := strings.Compare(a.path, b.path); c != 0 {
			return c
		}
		return a.line - b.line
	})
	return found
}
