package companion

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/dreaming"
	"yumori/internal/llm/builtin"
	"yumori/internal/store"
)

// TestANewerPersonaIsOnlyRead has nothing written for a persona that a newer program
// has written: it opens, its talk can be read, and a message and a night are refused.
func TestANewerPersonaIsOnlyRead(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	start := func() *Home {
		h, err := openHome(t.Context(), Options{Home: filepath.Join(root, "home"), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
		must(t, err)
		return h
	}
	h := start()
	talk(t, luna(t, h), "My sister Mika plays the cello.")
	must(t, h.Close())
	profile := filepath.Join(root, "home", "personas", "luna", "persona.json")
	data, err := os.ReadFile(profile)
	must(t, err)
	must(t, os.WriteFile(profile, []byte(strings.Replace(string(data), `"schema": 1`, `"schema": 99`, 1)), 0o600))

	h = start()
	defer func() { must(t, h.Close()) }()
	c := luna(t, h)
	before := append(target{h, root}.there(t), historyOf(t, filepath.Dir(profile))...)
	if _, err := c.Say(t.Context(), Utterance{Text: "She has a concert on Friday."}); !errors.Is(err, store.ErrReadOnly) || ReasonOf(err) != ReasonReadOnly {
		t.Errorf("a message: %v, want it refused", err)
	}
	if _, err := c.Dreams.Dream(t.Context(), dreaming.Request{}); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("a night: %v, want it refused", err)
	}
	if after := append(target{h, root}.there(t), historyOf(t, filepath.Dir(profile))...); !slices.Equal(before, after) {
		t.Errorf("there is\n%s\nwas\n%s", strings.Join(after, "\n"), strings.Join(before, "\n"))
	}
	if got := shownTexts(t, c); !slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "My sister Mika plays the cello.") }) {
		t.Errorf("the talk reads %q", got)
	}
	t.Log("trust: 2 tries: a message and a night refused, no byte of a file changed")
}

// historyOf is every file of the history of a persona's folder, by its sum.
func historyOf(t *testing.T, folder string) []string {
	t.Helper()
	var list []string
	must(t, filepath.WalkDir(filepath.Join(folder, ".history"), func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		line, err := summed(name, d)
		list = append(list, line)
		return err
	}))
	if len(list) < 4 {
		t.Errorf("the history is %q", list)
	}
	return list
}
