package persona

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"yumori/store"
)

// ErrNotMemory says that a name is not that of a memory that can be read by
// name.
var ErrNotMemory = errors.New("not a memory file")

// Memory returns one of the texts that a persona remembers with, by its name
// in the folder: its own texts at the top, and the Markdown and text files of
// memory/, bank/ and entity_memory/. Everything else is ErrNotMemory:
// records of the program, what others wrote, hidden files, and names that are
// not spelt as the folder lists them. The secret diary is ErrSecret. A file
// that does not exist is fs.ErrNotExist.
func (p *Persona) Memory(name string) (store.Text, error) {
	if err := p.memory(name); err != nil {
		return store.Text{}, fmt.Errorf("read %q: %w", name, err)
	}
	t, err := p.dir.ReadText(name)
	if err != nil {
		return store.Text{}, fmt.Errorf("read %s: %w", name, err)
	}
	return t, nil
}

// memory says why a name cannot be read as a memory.
func (p *Persona) memory(name string) error {
	if IsSecret(name) {
		return ErrSecret
	}
	if name != path.Clean(name) {
		return ErrNotMemory
	}
	dir, base := path.Split(name)
	switch ext := path.Ext(base); {
	case dir == "":
		if !slices.Contains(append(BootstrapFiles(), Core, Notepad), File(base)) {
			return ErrNotMemory
		}
	case dir != memoryDir+"/" && dir != "bank/" && dir != "entity_memory/", ext != ".md" && ext != ".txt":
		return ErrNotMemory
	}
	// The system may know a file by other names as well (short names, other
	// case); only its own counts.
	entries, err := p.dir.List(path.Clean(dir))
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(entries, func(e store.Entry) bool { return e.Name == base && !e.IsDir }) {
		return fs.ErrNotExist
	}
	return nil
}
