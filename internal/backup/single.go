package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"yumori/internal/store"
	"yumori/internal/unpack"
)

// maxSingle is the most files of one persona that is brought in.
const maxSingle = 200_000

// openLedgers holds what waits for the history.
const openLedgers = ".history/pending/"

// A Single is one persona that is written as a whole.
type Single struct {
	Name    string // of the file in the folder
	Persona string // a slug
	Now     time.Time
	Key     []byte // see Options
}

// Export writes one persona with all its files, its history among them, into a
// file of a folder, and reads it back. It is a copy like those that Make makes,
// unencrypted and of one persona. Files that were exported before under the name
// are replaced.
func Export(ctx context.Context, h *store.Home, to *store.Folder, s Single) (c Copy, err error) {
	for range tries {
		if c, err = exportOnce(ctx, h, to, s); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err != nil {
		return c, fmt.Errorf("export: %w", err)
	}
	return c, nil
}

func exportOnce(ctx context.Context, h *store.Home, to *store.Folder, s Single) (Copy, error) {
	parts, err := h.Parts(ctx)
	if err != nil {
		return Copy{}, err
	}
	parts = slices.DeleteFunc(parts, func(p store.Part) bool {
		name, ok := strings.CutPrefix(p.Name, personasPrefix+s.Persona+"/")
		return !ok || p.Size == 0 && strings.HasPrefix(name, openLedgers) // begun by whoever has the home open, and gone with the next
	})
	if len(parts) == 0 {
		return Copy{}, ErrUnknown
	}
	c := Copy{Name: s.Name, Files: len(parts)}
	write := func(w io.Writer) error { return packer{h, parts, Options{Now: s.Now, Key: s.Key}}.pack(ctx, w) }
	check := func(r io.ReaderAt, size int64) error {
		c.Size = size
		return verify(ctx, r, size, "")
	}
	if err := to.Make(s.Name, write, check); err != nil {
		return Copy{}, err
	}
	return c, nil
}

// An Adopted is a persona that was brought in.
type Adopted struct {
	Slug  string // that it has now, or would have
	Files int
	Names []string // of its files, inside its folder, but for those of its history
	Ours  bool     // it was made with the key that was given: what it says of itself is so
}

// A Source is a file to bring in.
type Source struct {
	Folder *store.Folder
	Name   string
	Key    []byte // see Options
}

// Inspect says what Adopt would do with a file of a folder. It reads and checks
// the whole. The errors are those of Adopt.
func Inspect(ctx context.Context, h *store.Home, from Source) (a Adopted, err error) {
	err = from.Folder.Read(from.Name, func(r io.ReaderAt, size int64) error {
		var c *content
		if c, a, err = single(ctx, h, r, size); err == nil {
			a.Ours = c.ours(from.Key)
		}
		return err
	})
	return a, wrapImport(err)
}

// Adopt brings a persona in that Export wrote, file by file as it was: under its
// slug, or with a number where somebody has that. It returns ErrDamaged,
// ErrPassphrase, or an *unpack.Error for an archive that nobody should unpack, and
// then has changed nothing.
func Adopt(ctx context.Context, h *store.Home, from Source) (a Adopted, err error) {
	err = from.Folder.Read(from.Name, func(r io.ReaderAt, size int64) error {
		c, would, err := single(ctx, h, r, size)
		if err != nil {
			return err
		}
		would.Ours = c.ours(from.Key)
		would.Files, _, err = c.restore(ctx, h, map[string]string{would.Slug: c.personas()[0]})
		a = would
		return err
	})
	return a, wrapImport(err)
}

func wrapImport(err error) error {
	if err != nil {
		return fmt.Errorf("import persona: %w", err)
	}
	return nil
}

// single opens a copy of one persona and checks all of it.
func single(ctx context.Context, h *store.Home, r io.ReaderAt, size int64) (*content, Adopted, error) {
	if _, err := unpack.Open(r, size, unpack.Limits{Entries: maxSingle, Content: 1 << 40, Ratio: 1_000}); err != nil {
		return nil, Adopted{}, err
	}
	c, err := opened(r, size, "")
	if err == nil {
		err = c.verify(ctx)
	}
	if err != nil {
		return nil, Adopted{}, err
	}
	slugs := c.personas()
	if len(slugs) != 1 {
		return nil, Adopted{}, damaged(fmt.Errorf("%d personas, want one", len(slugs)))
	}
	slug, err := freeSlug(h, slugs[0])
	a := Adopted{Slug: slug, Files: len(c.list)}
	for _, e := range c.list {
		if name := strings.TrimPrefix(e.Name, personasPrefix+slugs[0]+"/"); !strings.HasPrefix(name, ".") {
			a.Names = append(a.Names, name)
		}
	}
	return c, a, err
}

// freeSlug returns a slug, with a number if somebody has it.
func freeSlug(h *store.Home, slug string) (string, error) {
	if err := store.CheckName(slug); err != nil || strings.Contains(slug, "/") {
		return "", damaged(errors.Join(fmt.Errorf("slug %q", slug), err))
	}
	have, err := h.Personas()
	if err != nil {
		return "", err
	}
	free := slug
	for n := 2; slices.Contains(have, free); n++ {
		free = fmt.Sprintf("%s-%d", slug, n)
	}
	return free, nil
}
