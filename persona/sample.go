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
	files, err := readFolder(samples, path.Join("personas", language))
	if err != nil {
		return nil, fmt.Errorf("read sample persona %q: %w", language, err)
	}
	return files, nil
}

// readFolder reads the files of a folder and those below it.
func readFolder(samples fs.FS, root string) (Sample, error) {
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
	return files, err
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

// Become returns the sample as somebody else, of whom soul tells: what is the
// sample character's own is left out.
func (s Sample) Become(name, soul string) Sample {
	if !strings.HasPrefix(soul, "# ") {
		soul = "# " + name + "\n\n" + soul
	}
	other := Sample{string(Soul): soul + "\n"}
	for _, f := range []string{"AGENTS.md", "TOOLS.md", "USER.md", "BOOTSTRAP.md"} { // what every persona has to know
		if text, ok := s[f]; ok {
			other[f] = text
		}
	}
	return other
}
