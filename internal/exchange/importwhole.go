package exchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"yumori/internal/backup"
	"yumori/internal/store"
	"yumori/persona"
)

// wholeFile says which exported personas were brought in, in the home: the SHA-256
// of the file, and the slug that it got. It is written before the persona is there,
// so that a crash in between does not let it come in twice; of a persona that there is
// not it says nothing.
//
//	{"9f86…": "luna-2"}
const wholeFile = "imported.json"

// whole reads an exported persona and says what would come in.
func (b *bringing) whole(apply func(*bringing) error) error {
	known, err := b.x.wholes()
	if err != nil && !errors.Is(err, store.ErrUnreadable) {
		return err
	}
	slugs, err := b.x.opt.Home.Personas()
	if err != nil {
		return err
	}
	if slug, ok := known[b.source.Hash]; ok && slices.Contains(slugs, slug) {
		b.report.Slug, b.report.Again = slug, true
		return nil
	}
	err = b.inFolder(func(f *store.Folder, name string) error {
		a, err := backup.Inspect(b.ctx, b.x.opt.Home, backup.Source{Folder: f, Name: name, Key: b.x.opt.Origins.exportKey()})
		b.report.Imported.Name, b.report.Imported.Files, b.report.Ours = a.Slug, append([]string{}, a.Names...), a.Ours
		return err
	})
	if err != nil {
		return err
	}
	return apply(b)
}

// inFolder gives the folder of the source to use.
func (b *bringing) inFolder(use func(f *store.Folder, name string) error) error {
	path, err := filepath.EvalSymlinks(b.Path)
	if err != nil {
		return err
	}
	f, err := store.OpenFolder(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(use(f, filepath.Base(path)), f.Close())
}

// adopt brings an exported persona in.
func (b *bringing) adopt() error {
	err := b.inFolder(func(f *store.Folder, name string) error {
		key := b.x.opt.Origins.exportKey()
		a, err := backup.Inspect(b.ctx, b.x.opt.Home, backup.Source{Folder: f, Name: name, Key: key})
		if err != nil {
			return err
		}
		if err := b.x.opt.Origins.note(a, b.source.Hash, name); err != nil { // before anybody can talk with it
			return err
		}
		if err := b.x.rememberWhole(b.source.Hash, a.Slug); err != nil {
			return err
		}
		would := a
		if a, err = backup.Adopt(b.ctx, b.x.opt.Home, backup.Source{Folder: f, Name: name, Key: key}); err != nil {
			would.Ours = true // nobody has the name
			return errors.Join(err, b.x.opt.Origins.note(would, "", ""))
		}
		b.report.Slug, b.report.Ours = a.Slug, a.Ours
		return err
	})
	if err != nil {
		return err
	}
	d, err := b.x.opt.Home.Persona(b.report.Slug)
	if err != nil {
		return err
	}
	if p, err := persona.Open(d); err == nil {
		b.report.Imported.Name = p.Profile().Name
	}
	b.x.opt.Host.PersonasChanged()
	return nil
}

// wholes reads which exported personas were brought in. A file that cannot be used is
// an error, and says nothing: it only spares a second persona.
func (x *Exchange) wholes() (map[string]string, error) {
	known := map[string]string{}
	data, err := x.opt.Home.Dir().Read(wholeFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return known, nil
	case err != nil:
		return nil, err
	}
	if err := json.Unmarshal(data, &known); err != nil || known == nil {
		return nil, fmt.Errorf("%s is no JSON object of texts: %w", wholeFile, store.ErrUnreadable)
	}
	return known, nil
}

// rememberWhole notes that a persona is about to come in. A file that cannot be used
// is set aside first.
func (x *Exchange) rememberWhole(hash, slug string) error {
	known, err := x.wholes()
	if errors.Is(err, store.ErrUnreadable) {
		known = map[string]string{}
		_, err = x.opt.Home.Dir().Quarantine(wholeFile, err.Error())
	}
	if err != nil {
		return err
	}
	maps.DeleteFunc(known, func(_, s string) bool { return s == slug }) // of one that never came, or is gone
	known[hash] = slug
	data, err := json.MarshalIndent(known, "", "  ")
	if err != nil {
		return err
	}
	return x.opt.Home.Dir().Write(wholeFile, data, store.Cause{Kind: store.CauseImport})
}
