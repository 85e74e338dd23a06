package archtest

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// The limits of CONTRIBUTING.md.
const (
	maxFileLines      = 500
	maxFuncLines      = 60 // between the braces; lines that are only a comment do not count
	maxBuilderLines   = 80 // of a function of ui that lays out widgets
	maxParameters     = 4
	maxInterfaceParts = 5
	maxCyclomatic     = 15
)

// osWrites are the functions of package os that change the disk, or open the
// way to it. All disk writes pass store.
var osWrites = regexp.MustCompile(`^(WriteFile|Create.*|OpenFile|OpenRoot|Mkdir.*|Remove.*|Rename|Truncate|Ch(mod|own|times)|Lchown|Link|Symlink|CopyFS|NewFile)$`)

// httpDefaults use the client without time-outs that everybody shares.
var httpDefaults = regexp.MustCompile(`^(DefaultClient|Get|Head|Post|PostForm)$`)

// checkLimits says where a file breaks the limits.
func checkLimits(f file) []violation {
	var found []violation
	if n := f.line(f.tree.FileEnd); n > maxFileLines {
		found = append(found, violation{f.path, n, "file", f.path, fmt.Sprintf("file has %d lines, at most %d", n, maxFileLines)})
	}
	for _, d := range f.tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			found = append(found, checkFunc(f, d)...)
		case *ast.GenDecl:
			found = append(found, checkDecl(f, d)...)
		}
	}
	return append(found, checkUses(f)...)
}

func checkFunc(f file, d *ast.FuncDecl) []violation {
	var found []violation
	name := d.Name.Name
	report := func(rule, format string, args ...any) {
		found = append(found, f.at(d, rule, name, format, args...))
	}
	most := maxFuncLines
	if (f.pkg == "ui" || strings.HasPrefix(f.pkg, "ui/")) && builder.MatchString(name) {
		most = maxBuilderLines
	}
	if n := codeLines(f, d); n > most {
		report("length", "%s has %d lines, at most %d", name, n, most)
	}
	if n := cyclomatic(d); n > maxCyclomatic {
		report("cyclomatic", "%s has %d paths, at most %d", name, n, maxCyclomatic)
	}
	if n := d.Type.Params.NumFields(); n > maxParameters {
		report("parameters", "%s has %d parameters, at most %d", name, n, maxParameters)
	}
	for _, p := range d.Type.Params.List {
		if id, ok := p.Type.(*ast.Ident); ok && id.Name == "bool" {
			report("bool", "%s has a bool parameter: make two functions or a named option", name)
		}
	}
	if name == "init" && d.Recv == nil {
		report("init", "init: let the caller do it")
	}
	if getter.MatchString(name) {
		report("get", "%s: a noun or a question needs no Get", name)
	}
	if ast.IsExported(name) && !undocumented(receiver(d)) && d.Doc.Text() == "" {
		report("doc", "%s has no comment", name)
	}
	return found
}

var (
	builder = regexp.MustCompile(`^([nN]ew|[bB]uild|[lL]ayout|[sS]how)`)
	getter  = regexp.MustCompile(`^Get([A-Z_]|$)`)
)

// undocumented says that methods of a type need no comment: nobody outside
// sees it. A function has no receiver.
func undocumented(receiver string) bool { return receiver != "" && !ast.IsExported(receiver) }

// receiver is the type a method belongs to; "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch u := t.(type) {
		case *ast.StarExpr:
			t = u.X
		case *ast.IndexExpr:
			t = u.X
		case *ast.IndexListExpr:
			t = u.X
		case *ast.Ident:
			return u.Name
		default:
			return ""
		}
	}
}

// codeLines counts the lines between the braces of a function that are not
// only a comment.
func codeLines(f file, d *ast.FuncDecl) int {
	if d.Body == nil {
		return 0
	}
	from, to := f.line(d.Body.Lbrace), f.line(d.Body.Rbrace)
	n := max(0, to-from-1)
	code := map[int]bool{}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if n != nil {
			code[f.line(n.Pos())], code[f.line(n.End())] = true, true
		}
		return true
	})
	for _, g := range f.tree.Comments {
		for l := f.line(g.Pos()); l <= f.line(g.End()) && from < l && l < to; l++ {
			if !code[l] {
				n--
			}
		}
	}
	return n
}

// cyclomatic counts the ways through a function, as gocyclo does.
func cyclomatic(d *ast.FuncDecl) int {
	n := 1
	ast.Inspect(d, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			n += min(1, len(node.List))
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// checkDecl looks at types, constants and variables.
func checkDecl(f file, d *ast.GenDecl) []violation {
	var found []violation
	missing := func(n ast.Node, name string, docs ...*ast.CommentGroup) {
		has := func(g *ast.CommentGroup) bool { return g.Text() != "" }
		if ast.IsExported(name) && !slices.ContainsFunc(docs, has) {
			found = append(found, f.at(n, "doc", name, "%s has no comment", name))
		}
	}
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			missing(s, s.Name.Name, d.Doc, s.Doc, s.Comment)
			if t, ok := s.Type.(*ast.InterfaceType); ok && t.Methods.NumFields() > maxInterfaceParts {
				found = append(found, f.at(s, "interface", s.Name.Name, "interface %s has %d methods, at most %d",
					s.Name.Name, t.Methods.NumFields(), maxInterfaceParts))
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				missing(s, name.Name, d.Doc, s.Doc, s.Comment)
			}
		}
	}
	return found
}

// checkUses looks for what must not be called.
func checkUses(f file) []violation {
	var found []violation
	imports := f.imports()
	ast.Inspect(f.tree, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		name := x.Name + "." + sel.Sel.Name
		switch imp := imports[x.Name]; {
		case imp == "os" && f.pkg != "internal/store" && osWrites.MatchString(sel.Sel.Name):
			found = append(found, f.at(n, "write", name, "%s: every write to the disk goes through store", name))
		case imp == "net/http" && httpDefaults.MatchString(sel.Sel.Name):
			found = append(found, f.at(n, "http", name, "%s has no time-out and follows redirects", name))
		case imp == "fyne.io/fyne/v2" && sel.Sel.Name == "DoAndWait":
			found = append(found, f.at(n, "do", name, "%s: it waits for the screen", name))
		}
		return true
	})
	return found
}

// checkCrossings says where fyne.Do stands besides the first file of ui that
// has it, ui/page/run.go if that does: the screen is entered in one file.
func checkCrossings(files []file) []violation {
	byFile := map[string][]violation{}
	for _, f := range files {
		imports := f.imports()
		ast.Inspect(f.tree, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok || sel.Sel.Name != "Do" {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && imports[x.Name] == "fyne.io/fyne/v2" {
				byFile[f.path] = append(byFile[f.path], f.at(n, "do", "fyne.Do", "fyne.Do: the screen is entered in one file of ui"))
			}
			return true
		})
	}
	paths := slices.Sorted(maps.Keys(byFile))
	home := "ui/page/run.go"
	if byFile[home] == nil {
		home = ""
		if i := slices.IndexFunc(paths, func(p string) bool { return strings.HasPrefix(p, "ui/") }); i >= 0 {
			home = paths[i]
		}
	}
	var found []violation
	for _, p := range paths {
		if p != home {
			found = append(found, byFile[p]...)
		}
	}
	return found
}

// packageDocs says which packages have no comment of their own.
func packageDocs(files []file) []violation {
	first := map[string]file{}
	documented := map[string]bool{}
	for _, f := range files {
		if _, ok := first[f.pkg]; !ok {
			first[f.pkg] = f
		}
		documented[f.pkg] = documented[f.pkg] || f.tree.Doc.Text() != ""
	}
	var found []violation
	for pkg, f := range first {
		if !documented[pkg] {
			found = append(found, violation{f.path, f.line(f.tree.Package), "doc", pkg, "package " + pkg + " has no comment"})
		}
	}
	return found
}
