package store

import (
	"maps"

	"github.com/go-git/go-git/v5/plumbing"
)

// origins knows which files were brought in, as of a commit.
type origins struct {
	upTo     plumbing.Hash
	imported map[string]bool
}

// Imported returns the names of the files that were ever written with
// CauseImport: what they hold is somebody else's, whoever changed it since. The
// first time it reads the whole history, then what is new of it.
func (d *Dir) Imported() (map[string]bool, error) {
	h := d.hist
	h.git.Lock()
	defer h.git.Unlock()
	known := map[string]bool{}
	h.mu.Lock()
	for _, p := range h.waiting {
		if p.cause().Kind == CauseImport {
			known[p.Name] = true
		}
	}
	h.mu.Unlock()
	err := h.try(func(r *repo) error {
		head := plumbing.ZeroHash
		fresh := map[string]bool{}
		for rec, err := range r.records() {
			if err != nil {
				return err
			}
			if head.IsZero() {
				head = rec.hash
			}
			if rec.hash == h.origins.upTo {
				break
			}
			for name, p := range rec.files {
				if p.Cause.Kind == CauseImport {
					fresh[name] = true
				}
			}
		}
		maps.Copy(fresh, h.origins.imported)
		h.origins = origins{upTo: head, imported: fresh}
		return nil
	})
	maps.Copy(known, h.origins.imported)
	return known, wrap("read history of", d.path, h.asUnreadable(err))
}
