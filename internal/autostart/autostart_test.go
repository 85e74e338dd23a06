package autostart

import (
	"os"
	"path/filepath"
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
