package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// fcitxProfile makes anthy the second input method, switched on by
// fcitx5-remote.
const fcitxProfile = `[Groups/0]
Name=Default
Default Layout=us
DefaultIM=anthy
[Groups/0/Items/0]
Name=keyboard-us
Layout=
[Groups/0/Items/1]
Name=anthy
Layout=
[GroupOrder]
0=Default
`

// inputMethod starts fcitx5 with anthy on the display.
func (d *desktop) inputMethod() {
	d.t.Helper()
	config := filepath.Join(d.t.TempDir(), "config")
	if err := os.MkdirAll(filepath.Join(config, "fcitx5"), 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "fcitx5", "profile"), []byte(fcitxProfile), 0o600); err != nil {
		d.t.Fatal(err)
	}
	d.env = append(d.env, "XMODIFIERS=@im=fcitx", "XDG_CONFIG_HOME="+config)
	d.start(exec.Command("fcitx5", "--disable", "wayland"))
	d.until("fcitx5", func() bool {
		cmd := exec.Command("fcitx5-remote")
		cmd.Env = d.env
		return cmd.Run() == nil
	})
	d.until("fcitx5's X input method", func() bool {
		cmd := exec.Command("xprop", "-root", "XIM_SERVERS")
		cmd.Env = d.env
		out, err := cmd.Output()
		return err == nil && strings.Contains(string(out), "fcitx")
	})
}
