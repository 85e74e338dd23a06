package persona

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// A Sample is the files a new persona begins with, by their names in its
// folder.
type Sample map[string]string

// ReadSample reads the sample persona of a language: personas/<language>/<file>.
func ReadSample(samples fs.FS, language string) (Sample, error) {
	root := path.Join("personas", language)
	files := Sample{}
	err := fs.WalkDir(samples, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(samples, name)
		if err != nil {
			return err
		}
		files[strings.TrimPrefix(name, root+"/")] = string(data)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read sample persona %q: %w", language, err)
	}
	return files, nil
}

// Name is the name in the first heading of the sample's SOUL.md.
func (s Sample) Name() string {
	for line := range strings.Lines(s[string(Soul)]) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok {
			return strings.TrimSpace(name)
		}
	}
	return "Yumori"
}

// Rename gives the character another name, wherever the texts say the name.
func (s Sample) Rename(name string) {
	old := s.Name()
	for f, text := range s {
		s[f] = strings.ReplaceAll(text, old, name)
	}
}
