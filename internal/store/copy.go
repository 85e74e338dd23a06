package store

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// A Part is one file of a home that a copy of the home has to have.
type Part struct {
	Name    string // slash-separated, from the home's folder
	Size    int64  // bytes
	ModTime time.Time
}

// Parts lists what a copy of the home has to have: the settings, and all files
// of each persona, its history and what was set aside among them. Left out are
// keys, what is derived, what is unfinished, and what is no regular file. The
// conversation comes last: what was copied before it speaks of no message that
// the copy lacks. The cost is that of listing the folders.
func (h *Home) Parts(ctx context.Context) ([]Part, error) {
	var list []Part
	slugs, err := h.Personas()
	if err != nil {
		return nil, err
	}
	roots := []string{"."}
	for _, slug := range slugs {
		roots = append(roots, path.Join(personasDir, slug))
	}
	for _, root := range roots {
		err := fs.WalkDir(h.root.FS(), root, func(name string, e fs.DirEntry, err error) error {
			if err = cmp.Or(err, ctx.Err()); err != nil || name == root {
				return err
			}
			switch {
			case e.IsDir() && !copied(root, name):
				return fs.SkipDir
			case !e.Type().IsRegular() || !copied(root, name):
				return nil
			}
			fi, err := e.Info()
			if err == nil {
				list = append(list, Part{Name: name, Size: fi.Size(), ModTime: fi.ModTime()})
			}
			return err
		})
		if err != nil {
			return nil, wrap("list files of", root, err)
		}
	}
	slices.SortStableFunc(list, func(a, b Part) int { return cmp.Compare(turn(a), turn(b)) })
	return list, nil
}

// copied reports whether a copy has what is below a persona's folder, or in the
// home's own.
func copied(root, name string) bool {
	if root == "." {
		return homeScope().keeps(name)
	}
	base := path.Base(name)
	if strings.HasPrefix(base, objectPrefix) && path.Base(path.Dir(name)) == path.Base(packDir) {
		return false // as long as it has that name, it is being written
	}
	return base != indexDir && !strings.HasPrefix(base, tempPrefix)
}

// turn says when a part is copied: journals after what is made from them.
func turn(p Part) int {
	if isJournal(p.Name) {
		return 1
	}
	return 0
}

// OpenPart opens a file that Parts listed.
func (h *Home) OpenPart(name string) (io.ReadCloser, error) {
	f, err := openRegular(h.root, name)
	if err != nil {
		return nil, wrap("read", name, err)
	}
	return f, nil
}
