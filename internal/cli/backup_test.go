package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBackupAndRestore copies a home with a passphrase, loses a persona, and
// gets it back; a wrong passphrase and a folder inside the home change nothing.
func TestBackupAndRestore(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	right, wrong := filepath.Join(t.TempDir(), "right"), filepath.Join(t.TempDir(), "wrong")
	for file, text := range map[string]string{right: "夢守 sesame\n", wrong: "another\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := &program{home: home}
	run := func(args ...string) (int, string, string) {
		code := p.run(t, "", args...)
		return code, p.out.String(), p.err.String()
	}
	if code, _, errs := run("chat", "--once", "My cat is called Miso."); code != 0 {
		t.Fatal(errs)
	}
	_, out, _ := run("backup", "--passphrase-file", right, "--json")
	var made copied
	if err := json.Unmarshal([]byte(out), &made); err != nil || !strings.HasPrefix(made.File, home+"-backups") {
		t.Fatalf("%q, %v", out, err)
	}
	if code, out, _ := run("backup", "--passphrase-file", right); code != 0 || !strings.Contains(out, made.File) {
		t.Errorf("%d %q", code, out)
	}
	if code, _, errs := run("backup", "--to", filepath.Join(home, "x")); code != 1 || !strings.Contains(errs, "inside") {
		t.Errorf("%d %q", code, errs)
	}
	luna := filepath.Join(home, "personas", "luna")
	log, err := os.ReadFile(filepath.Join(luna, "log.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(luna); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := run("restore", made.File, "--passphrase-file", wrong); code != 1 || !strings.Contains(errs, "passphrase") {
		t.Errorf("%d %q", code, errs)
	}
	if code, out, errs := run("restore", made.File, "--passphrase-file", right, "--persona", "luna"); code != 0 || !strings.Contains(out, "luna") {
		t.Errorf("%d %q %q", code, out, errs)
	}
	if back, err := os.ReadFile(filepath.Join(luna, "log.jsonl")); err != nil || string(back) != string(log) {
		t.Errorf("%q, %v", back, err)
	}
	if code, _, _ := run("restore", filepath.Join(home, "settings.json")); code != 1 {
		t.Errorf("code %d", code)
	}
}
