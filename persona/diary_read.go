package persona

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"yumori/internal/store"
)

// ErrNotMemory says that a name is not that of a memory that can be read by
// name.
var ErrNotMemory = errors.New("not a memory file")

// A Memo is a memory file as a reader sees it.
type Memo struct {
	Text string
	// Foreign says that others wrote a part of it, going by the comments in
	// the file.
	Foreign bool
}

// Memory returns one of the texts that a persona remembers with, by its name
// in the folder: its own texts at the top, and the Markdown and text files of
// memory/, bank/ and entity_memory/. Everything else is ErrNotMemory:
// records of the program, what others wrote, hidden files, and names that are
// not spelt as the folder lists them. The secret diary is ErrSecret. A file
// that does not exist is fs.ErrNotExist.
//
// Comments of Markdown are left out: the programs that keep these files put
// sources there, and what was withdrawn and is not to be seen. Lines keep
// their numbers.
func (p *Persona) Memory(name string) (Memo, error) {
	if err := readable(p.dir, name); err != nil {
		return Memo{}, fmt.Errorf("read %q: %w", name, err)
	}
	t, err := p.dir.ReadText(name)
	if err != nil {
		return Memo{}, fmt.Errorf("read %s: %w", name, err)
	}
	if path.Ext(name) != ".md" {
		return Memo{Text: t.S}, nil
	}
	text, comments := withoutComments(t.S)
	return Memo{Text: text, Foreign: importedMark.MatchString(comments)}, nil
}

// importedMark is how a comment says that others wrote what it goes with.
var importedMark = regexp.MustCompile(`\bkind[ \t]*:[ \t]*imported\b`)

// withoutComments takes the comments out of Markdown, all but their line
// breaks, and returns them. One that is not closed goes to the end.
func withoutComments(text string) (rest, comments string) {
	var kept, out strings.Builder
	for {
		at := strings.Index(text, "<!--")
		if at < 0 {
			break
		}
		end := len(text)
		if i := strings.Index(text[at+4:], "-->"); i >= 0 {
			end = at + 4 + i + 3
		}
		kept.WriteString(text[:at] + strings.Repeat("\n", strings.Count(text[at:end], "\n")))
		out.WriteString(text[at:end] + "\n")
		text = text[end:]
	}
	kept.WriteString(text)
	return kept.String(), out.String()
}

// readable says why a name cannot be read as a memory.
func readable(d *store.Dir, name string) error {
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
	entries, err := d.List(path.Clean(dir))
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(entries, func(e store.Entry) bool { return e.Name == base && !e.IsDir }) {
		return fs.ErrNotExist
	}
	return nil
}
