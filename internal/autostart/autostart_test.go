package autostart

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestAutostart(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		system, file, holds string
	}{
		{"linux", "config/autostart/yumori.desktop", `Exec="/opt/my apps/yumori" "--home" "/tmp/50%% \\"x\\" \\$y"`},
		{"darwin", "home/Library/LaunchAgents/app.yumori.plist", "<string>/opt/my apps/yumori</string>"},
		{"windows", "home/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/yumori.cmd", `@start "" "/opt/my apps/yumori" "--home"`},
	} {
		t.Run(tt.system, func(t *testing.T) {
			root := t.TempDir()
			a, err := autostartOn(tt.system, filepath.Join(root, "home"), filepath.Join(root, "config"))
			if err != nil {
				t.Fatal(err)
			}
			if a.Enabled() {
				t.Error("it is on before it was turned on")
			}
			if err := a.Disable(); err != nil {
				t.Errorf("turn off what is off: %v", err)
			}
			for range 2 {
				if err := a.Enable("/opt/my apps/yumori", "--home", `/tmp/50% "x" $y`); err != nil {
					t.Fatal(err)
				}
			}
			got, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(tt.file)))
			if err != nil {
				t.Fatal(err)
			}
			if !a.Enabled() || !strings.Contains(string(got), tt.holds) {
				t.Errorf("turned on, the file holds\n%s", got)
			}
			if err := a.Disable(); err != nil || a.Enabled() {
				t.Errorf("turned off: %v", err)
			}
		})
	}
	const home = `C:\Users\山田　太郎\50%`
	if got, want := startupScript([]string{`C:\y.exe`, "--home", home}), "@chcp 65001 >nul\r\n@start \"\" \"C:\\y.exe\" \"--home\" \"C:\\Users\\山田　太郎\\50%%\"\r\n"; got != want {
		t.Errorf("a name in Japanese: %q, want %q", got, want)
	}
	if _, err := autostartOn("plan9", "", ""); err == nil {
		t.Error("on a system that is not known it is made up")
	}
	if err := (Entry{}).Enable(); err == nil {
		t.Error("no command is a command")
	}
}

// TestOneStep has a command take the place of another as a whole: whoever has the old
// file open reads all of it, and the rights are the user's alone.
func TestOneStep(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	a, err := autostartOn("linux", root, filepath.Join(root, "config"))
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Enable("/opt/first"); err != nil {
		t.Fatal(err)
	}
	old, err := os.Open(a.path)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	if err := a.Enable("/opt/second"); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(old); err != nil || string(got) != desktopEntry([]string{"/opt/first"}) {
		t.Errorf("the first file has %q, %v", got, err)
	}
	if got, err := os.ReadFile(a.path); err != nil || string(got) != desktopEntry([]string{"/opt/second"}) {
		t.Errorf("the second has %q, %v", got, err)
	}
	info, err := os.Stat(a.path)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if list, err := os.ReadDir(filepath.Dir(a.path)); err != nil || len(list) != 1 {
		t.Errorf("beside it is %v, %v", list, err)
	}
}
