// Package autostart has the system start the program when the user logs in, by
// the file that each system looks for.
package autostart

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/adrg/xdg"

	"yumori/internal/store"
)

// An Entry is the file by which the system starts the program when the
// user logs in. It lies outside the home, where the system looks for it:
//
//   - Linux: autostart/yumori.desktop in the configuration folder, a desktop
//     entry of freedesktop.org
//   - macOS: Library/LaunchAgents/app.yumori.plist, a launch agent
//   - Windows: yumori.cmd in the Startup folder of the start menu
type Entry struct {
	path string
	text func(command []string) string
}

// User is that of the user who runs the program. It returns an error
// where it is not known how programs are started.
func User() (Entry, error) {
	return autostartOn(runtime.GOOS, xdg.Home, xdg.ConfigHome)
}

func autostartOn(system, home, config string) (Entry, error) {
	switch system {
	case "windows":
		dir := filepath.Join(home, "AppData", "Roaming", "Microsoft", "Windows", "Start Menu", "Programs", "Startup")
		return Entry{filepath.Join(dir, "yumori.cmd"), startupScript}, nil
	case "darwin":
		return Entry{filepath.Join(home, "Library", "LaunchAgents", "app.yumori.plist"), launchAgent}, nil
	case "linux", "freebsd", "openbsd", "netbsd":
		return Entry{filepath.Join(config, "autostart", "yumori.desktop"), desktopEntry}, nil
	}
	return Entry{}, fmt.Errorf("start with the computer: not known how on %s", system)
}

// Enabled reports whether the file is there.
func (a Entry) Enabled() bool {
	_, err := os.Stat(a.path)
	return err == nil
}

// Enable has the system run a command, the program and its arguments, at each
// login. It replaces what was there.
func (a Entry) Enable(command ...string) error {
	if len(command) == 0 {
		return errors.New("start with the computer: no command")
	}
	if err := write(a.path, a.text(command)); err != nil {
		return fmt.Errorf("start with the computer: %w", err)
	}
	return nil
}

// write puts a text in the place of a file in one step, with its folder: the system
// never finds half of a command.
func write(path, text string) error {
	f, err := store.OpenFolder(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was opened for writing one file, which is closed
	return f.Make(filepath.Base(path), func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}, func(r io.ReaderAt, size int64) error {
		got, err := io.ReadAll(io.NewSectionReader(r, 0, size))
		if err == nil && string(got) != text {
			err = errors.New("the file is not what was written")
		}
		return err
	})
}

// Disable takes the file away; one that is not there is none.
func (a Entry) Disable() error {
	if _, err := os.Lstat(a.path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	f, err := store.OpenFolder(filepath.Dir(a.path))
	if err != nil {
		return fmt.Errorf("start with the computer no more: %w", err)
	}
	defer f.Close() //nolint:errcheck // nothing was written to it
	if err := f.Remove(filepath.Base(a.path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("start with the computer no more: %w", err)
	}
	return nil
}

// desktopEntry quotes arguments as the Desktop Entry Specification wants them.
func desktopEntry(command []string) string {
	quoted := make([]string, len(command))
	for i, c := range command {
		c = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", "$", `\$`).Replace(c)
		quoted[i] = `"` + strings.ReplaceAll(strings.ReplaceAll(c, `\`, `\\`), "%", "%%") + `"`
	}
	return "[Desktop Entry]\nType=Application\nName=Yumori\nIcon=app.yumori\nTerminal=false\nExec=" + strings.Join(quoted, " ") + "\n"
}

func launchAgent(command []string) string {
	var args strings.Builder
	escape := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	for _, c := range command {
		args.WriteString("\t\t<string>" + escape.Replace(c) + "</string>\n")
	}
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>app.yumori</string>
	<key>ProgramArguments</key>
	<array>
` + args.String() + `	</array>
	<key>RunAtLoad</key>
	<true/>
</dict>
</plist>
`
}

func startupScript(command []string) string {
	quoted := make([]string, len(command))
	for i, c := range command {
		quoted[i] = `"` + strings.NewReplacer("%", "%%", `"`, "").Replace(c) + `"` // no name holds a quotation mark there
	}
	page := "" // the console's own code page cannot read UTF-8
	if strings.ContainsFunc(strings.Join(command, ""), func(r rune) bool { return r > 0x7e }) {
		page = "@chcp 65001 >nul\r\n"
	}
	return page + "@start \"\" " + strings.Join(quoted, " ") + "\r\n"
}
