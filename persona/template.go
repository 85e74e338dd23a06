package persona

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// A Template is a character one can make a persona of.
type Template struct {
	ID   string // the name of its folder: the same in every language
	Name string // its own, which one may change
	Line string // who it is, in one line
	// Files are what a persona of it begins with.
	Files Sample
}

// templateLine is the item of IDENTITY.md that says who a character is.
var templateLine = regexp.MustCompile(`(?m)^- (?:What|なに): (.+)$`)

// ReadTemplates reads the characters there are in a language, by their IDs:
// templates/<ID>/<language>/<file>. What every persona has to know is taken
// from the sample of that language.
func ReadTemplates(samples fs.FS, language string) ([]Template, error) {
	folders, err := fs.ReadDir(samples, "templates")
	if err != nil {
		return nil, fmt.Errorf("list templates: %w", err)
	}
	var list []Template
	for _, folder := range folders {
		t, err := ReadTemplate(samples, folder.Name(), language)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// ReadTemplate reads one character. It returns an error that is fs.ErrNotExist
// if there is none of that ID in that language.
func ReadTemplate(samples fs.FS, id, language string) (Template, error) {
	own, err := readFolder(samples, path.Join("templates", id, language))
	if err != nil {
		return Template{}, fmt.Errorf("read template %q: %w", id, err)
	}
	t := Template{ID: id, Name: own.Name()}
	if m := templateLine.FindStringSubmatch(own[string(Identity)]); m != nil {
		t.Line = strings.TrimSpace(m[1])
	}
	shared, err := ReadSample(samples, language)
	if err != nil {
		return Template{}, err
	}
	shared.Rename(t.Name)
	t.Files = shared.Become(t.Name, strings.TrimSpace(own[string(Soul)]))
	for name, text := range own {
		if name != string(Soul) {
			t.Files[name] = text
		}
	}
	return t, nil
}
