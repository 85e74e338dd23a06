package store

import (
	"io/fs"
	"path"
	"strings"
)

// scope says which names a Dir answers for.
type scope struct {
	skip    []string // first elements that belong to somebody else
	tracked func(name string) bool
}

// homeScope is the home's own files: its settings.
func homeScope() scope {
	return scope{
		skip:    []string{personasDir, asideDir, keysFile},
		tracked: func(name string) bool { return !strings.Contains(name, "/") && path.Ext(name) == ".json" },
	}
}

// personaScope is the whole folder. What is big, derived or only ever added to
// is not kept in the history.
func personaScope() scope {
	return scope{tracked: func(name string) bool {
		return !brought(name) && !isJournal(name) && !dreamt(name)
	}}
}

// brought reports whether name is in a folder for what was made elsewhere.
func brought(name string) bool {
	first, _, nested := strings.Cut(name, "/")
	switch first {
	case "attachments", "card", "expressions", "knowledge":
		return nested
	}
	return false
}

// dreamt reports whether name is the record of a dream: it holds what was
// before and after itself, and grows with each stage of the dream.
func dreamt(name string) bool {
	first, _, nested := strings.Cut(name, "/")
	return first == "dreams" && nested
}

// owns reports whether a valid name belongs to the Dir.
func (s scope) owns(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	for _, other := range s.skip {
		if strings.EqualFold(first, other) {
			return false
		}
	}
	return true
}

// check returns an error for a name the Dir does not serve.
func (s scope) check(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	if !s.owns(name) {
		return badName(name, "belongs to another folder")
	}
	return nil
}

// lists reports whether a caller gets to see the file or folder name.
func (s scope) lists(name string, fi fs.FileInfo) bool {
	return (fi.IsDir() || fi.Mode().IsRegular()) && badElement(fi.Name()) == "" && s.owns(name)
}

// written reports whether this package writes files into a folder.
func (s scope) written(dir string) bool {
	first, _, _ := strings.Cut(dir, "/")
	switch {
	case !strings.HasPrefix(first, "."):
		return s.owns(dir)
	case first == indexDir, first == quarantineDir:
		return true
	}
	return first == historyDir && dir != repoDir+"/objects" // thousands, and go-git's
}

// keeps reports whether the history keeps the file.
func (s scope) keeps(name string) bool {
	return !strings.HasPrefix(name, ".") && s.owns(name) && s.tracked(name)
}

// isJournal reports whether name is a journal, or the tail cut off from one.
func isJournal(name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(base, journalExt) || strings.Contains(base, journalExt+tailInfix)
}
