package backups

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/config"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2/test"
)

// A stage is the sheets in a window.
type stage struct {
	*uitest.Window
	flow  *Flow
	tried int
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{Window: uitest.NewWindow(t, 0, uitest.DarkSettings())}
	s.flow = New(s.Deps(), s.Home, Hooks{
		File: func(func(string)) {}, Folder: func(func(string)) {},
		Choices: func() config.BackupChoices { return config.BackupChoices{} },
		Tried:   func() { s.tried++ },
		Name:    strings.ToUpper,
	})
	return s
}

// fields are the fields of the sheet, in their order.
func (s *stage) fields() []*widget.Field {
	var list []*widget.Field
	for _, o := range test.LaidOutObjects(s.Sheets.Open()) {
		if f, ok := o.(*widget.Field); ok {
			list = append(list, f)
		}
	}
	return list
}

func (s *stage) tap(t *testing.T, key string) {
	t.Helper()
	uitest.TapButton(t, s.Sheets.Open(), s.Words.T(key))
	s.Bench.Settle()
}

func (s *stage) says(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	for _, o := range test.LaidOutObjects(s.Sheets.Open()) {
		if p, ok := o.(interface{ Source() string }); ok && o.Visible() {
			got = append(got, p.Source())
		}
	}
	for _, w := range want {
		if !strings.Contains(strings.Join(got, "\n"), w) {
			t.Errorf("%q is not said in %q", w, got)
		}
	}
}

func TestBackUpWithAPassphrase(t *testing.T) {
	s := newStage(t)
	s.flow.BackUp()
	f := s.fields()
	if f[0].Text != s.Home.BackupFolder() {
		t.Errorf("it would go to %q", f[0].Text)
	}
	f[1].SetText("correct horse")
	f[2].SetText("correct house")
	s.tap(t, "backup.do")
	s.says(t, "The two passphrases differ.")
	f[2].SetText("correct horse")
	for _, o := range test.LaidOutObjects(s.Sheets.Open()) {
		if c, ok := o.(*widget.Check); ok {
			c.SetChecked(true)
		}
	}
	s.tap(t, "backup.do")
	s.says(t, "12 files, 33 kB, read back and checked.", "Encrypted with your passphrase.")
	if len(s.Home.Copied) != 1 || s.Home.Copied[0].Passphrase != "correct horse" || s.Home.Daily.Passphrase != "correct horse" {
		t.Errorf("copied %d times, daily %+v", len(s.Home.Copied), s.Home.Daily)
	}
}

func TestRestoreAsksAgainForThePassphrase(t *testing.T) {
	s := newStage(t)
	s.Home.Passphrase = "correct horse"
	s.flow.Restore()
	s.Bench.Settle()
	s.tap(t, "restore.do")
	s.says(t, "Choose a backup first.")
	s.fields()[0].SetText("/copies/yumori-20261120-210000.zip.age")
	s.fields()[1].SetText("wrong")
	s.tap(t, "restore.do")
	s.says(t, "This passphrase doesn’t open the backup.")
	if len(s.Home.Restored) != 0 || s.tried != 1 {
		t.Errorf("restored %v, tried %d times", s.Home.Restored, s.tried)
	}
	s.fields()[1].SetText("correct horse")
	s.tap(t, "restore.do")
	s.says(t, "LUNA is back as of", "set-aside")
	if len(s.Home.Restored) != 1 || s.tried != 2 {
		t.Errorf("restored %v, tried %d times", s.Home.Restored, s.tried)
	}
}

func TestExportNeverReplacesAFile(t *testing.T) {
	s := newStage(t)
	dir := t.TempDir()
	for range 2 {
		s.flow.Export("luna", "Luna")
		s.Bench.Settle()
		s.fields()[0].SetText(dir)
		s.tap(t, "export.do")
		s.says(t, "Saved as", "Not included", "alternative replies and branches")
		writeFile(t, filepath.Join(dir, "luna-2026-11-21.zip"))
	}
	want := []string{filepath.Join(dir, "luna-2026-11-21.zip"), filepath.Join(dir, "luna-2026-11-21-2.zip")}
	if len(s.Home.Exported) != 2 || s.Home.Exported[0] != want[0] || s.Home.Exported[1] != want[1] {
		t.Errorf("written %q", s.Home.Exported)
	}
}

func writeFile(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestTheNewestCopyIsOffered(t *testing.T) {
	dir := t.TempDir()
	if file, err := newestIn(dir); file != "" || err != nil {
		t.Errorf("in an empty folder: %q, %v", file, err)
	}
	for _, name := range []string{"yumori-20261120-210000.zip", "yumori-20261121-210000.zip.age", "yumori-notes.txt", "zzz.zip"} {
		writeFile(t, filepath.Join(dir, name))
	}
	if file, err := newestIn(dir); filepath.Base(file) != "yumori-20261121-210000.zip.age" || err != nil {
		t.Errorf("%q, %v", file, err)
	}
}
