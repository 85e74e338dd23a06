package archtest

import (
	"fmt"
	"go/ast"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The limits of what no single file shows.
const (
	maxMethods = 40 // of a type
	maxFiles   = 30 // of a folder, variants for other systems not counted

	// step is how far below its ceiling a size may be before the ceiling falls.
	step = 10
)

// largeTypes are the types with more methods than that, each with how many it
// may have. A figure here only ever falls,
// a step at a time.
var largeTypes = map[string]int{}

// wideInterfaces are those with more methods than an interface may have, counted
// with those of the interfaces in them. A figure here only ever falls.
var wideInterfaces = map[string]int{}

// fullFolders are those with more source files than that, tests not counted. A
// figure here only ever falls.
var fullFolders = map[string]int{}

// TestSizes counts what stands in many files: the methods of each type, those of
// each interface with what it embeds, and the files of each folder.
func TestSizes(t *testing.T) {
	files := moduleFiles(t)
	holdSizes(t, "methods", methods(files), largeTypes, maxMethods)
	holdSizes(t, "methods, flattened", interfaces(files), wideInterfaces, maxInterfaceParts)
	holdSizes(t, "files", folderSizes(files), fullFolders, maxFiles)
}

// platforms ends the name of a file that stands for some systems alone.
var platforms = regexp.MustCompile(`_(aix|android|darwin|freebsd|ios|js|linux|netbsd|openbsd|plan9|solaris|unix|wasip1|windows|other|none)$`)

// folderSizes counts the files of each folder, what there is of one for several
// systems once.
func folderSizes(files []file) map[string]int {
	n, seen := map[string]int{}, map[string]bool{}
	for _, f := range files {
		name := platforms.ReplaceAllString(strings.TrimSuffix(f.path, ".go"), "")
		if !seen[name] {
			n[f.pkg]++
		}
		seen[name] = true
	}
	return n
}

// holdSizes says what is larger than it may be, and what no longer is.
func holdSizes(t *testing.T, of string, got, may map[string]int, most int) {
	t.Helper()
	for _, v := range sizeErrors(got, may, most) {
		t.Errorf("%s %s", v, of)
	}
}

// sizeErrors compares sizes with a limit and its exceptions.
func sizeErrors(got, may map[string]int, most int) []string {
	var found []string
	for name, n := range got {
		ceiling, listed := may[name]
		switch {
		case !listed && n > most:
			found = append(found, fmt.Sprintf("%q: %d, at most %d", name, n, most))
		case n > max(ceiling, most):
			found = append(found, fmt.Sprintf("%q: %d, it has had %d", name, n, ceiling))
		case listed && n <= ceiling-step && n > most:
			found = append(found, fmt.Sprintf("%q: %d, so its ceiling of %d falls", name, n, ceiling))
		case listed && n <= most:
			found = append(found, fmt.Sprintf("%q: %d, so it is no exception any more", name, n))
		}
	}
	for name := range may {
		if _, is := got[name]; !is {
			found = append(found, fmt.Sprintf("%q: is not there, so it is no exception", name))
		}
	}
	return found
}

// methods counts the methods of each type, by package and name.
func methods(files []file) map[string]int {
	n := map[string]int{}
	for _, f := range files {
		for _, d := range f.tree.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				n[f.pkg+"."+receiver(fn)]++
			}
		}
	}
	return n
}

// interfaces counts the methods of each named interface together with those of
// the interfaces in it. One from outside the module counts as one method.
func interfaces(files []file) map[string]int {
	type declared struct {
		f file
		t *ast.InterfaceType
	}
	all := map[string]declared{}
	for _, f := range files {
		ast.Inspect(f.tree, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSpec); ok {
				if t, ok := s.Type.(*ast.InterfaceType); ok {
					all[f.pkg+"."+s.Name.Name] = declared{f, t}
				}
			}
			return true
		})
	}
	var collect func(name string, into map[string]bool)
	collect = func(name string, into map[string]bool) {
		d, ok := all[name]
		if !ok {
			into[name] = true
			return
		}
		for _, m := range d.t.Methods.List {
			for _, id := range m.Names {
				into[id.Name] = true
			}
			if len(m.Names) == 0 {
				collect(embedded(d.f, m.Type), into)
			}
		}
	}
	n := map[string]int{}
	for name := range all {
		into := map[string]bool{}
		collect(name, into)
		n[name] = len(into)
	}
	return n
}

// embedded is the name of what stands in an interface, as interfaces has it.
func embedded(f file, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return f.pkg + "." + e.Name
	case *ast.IndexExpr:
		return embedded(f, e.X)
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			return strings.TrimPrefix(f.imports()[x.Name], module+"/") + "." + e.Sel.Name
		}
	}
	return "a union at " + strconv.Itoa(f.line(e.Pos()))
}

// TestSizesAreCounted shows what counts as what.
func TestSizesAreCounted(t *testing.T) {
	var files []file
	for path, src := range map[string]string{
		"a/a.go": "package a\nimport \"yumori/b\"\ntype T int\nfunc (T) m() {}\nfunc (t *T) n() {}\ntype I interface { b.J; one(); two() }\n",
		"a/c.go": "package a\nfunc (T) o() {}\n",
		"b/b.go": "package b\nimport \"io\"\ntype J interface { two(); three(); io.Reader }\n",
	} {
		f, err := parse(path, src)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	if got := folderSizes([]file{{pkg: "a", path: "a/b.go"}, {pkg: "a", path: "a/b_linux.go"}, {pkg: "a", path: "a/c_other.go"}, {pkg: "a", path: "a/c_unix.go"}})["a"]; got != 2 {
		t.Errorf("%d files, want b and c", got)
	}
	if got := methods(files)["a.T"]; got != 3 {
		t.Errorf("a.T has %d methods, want 3", got)
	}
	if got := interfaces(files)["a.I"]; got != 4 {
		t.Errorf("a.I has %d methods, want one, two, three and io.Reader", got)
	}
	got, may := map[string]int{"small": 3, "grown": 9, "shrunk": 7, "now small": 4, "a little less": 9}, map[string]int{"grown": 8, "shrunk": 17, "now small": 8, "gone": 8, "a little less": 10}
	if n := len(sizeErrors(got, may, 5)); n != 4 {
		t.Errorf("%d sizes are wrong, want 4: %q", n, sizeErrors(got, may, 5))
	}
	if list := sizeErrors(map[string]int{"as it was": 8}, map[string]int{"as it was": 8}, 5); len(list) != 0 {
		t.Errorf("%q", list)
	}
}
