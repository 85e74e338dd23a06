package companion

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"yumori/persona"
)

// sampleFiles reads the sample persona of a language.
func sampleFiles(samples fs.FS, language string) (persona.Sample, error) {
	root := path.Join("personas", language)
	files := persona.Sample{}
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

// soulName returns the name in the first heading of a SOUL.md.
func soulName(soul string) string {
	for line := range strings.Lines(soul) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "# "); ok {
			return strings.TrimSpace(name)
		}
	}
	return "Yumori"
}

// renameSample gives the character of a sample another name, wherever its
// texts say the name.
func renameSample(files persona.Sample, name string) {
	old := soulName(files["SOUL.md"])
	for f, text := range files {
		files[f] = strings.ReplaceAll(text, old, name)
	}
}
