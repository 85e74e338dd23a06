//go:build linux

package entry

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestInputMethod types into a window through a real input method: fcitx5 with
// anthy on X11, under Xvfb. Every wait is for something the program prints or
// a tool answers, with a deadline.
func TestInputMethod(t *testing.T) {
	if testing.Short() {
		t.Skip("needs a minute and a build of the window")
	}
	for _, tool := range []string{"Xvfb", "openbox", "xdotool", "fcitx5", "fcitx5-remote", "dbus-daemon"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("INPUT METHODS ARE NOT TESTED: %s is missing; apt-get install xvfb openbox xdotool dbus-x11 fcitx5 fcitx5-anthy", tool)
		}
	}
	d := newDisplay(t)
	d.startProgram()
	for _, st := range typings() {
		t.Run(st.name, func(t *testing.T) {
			wrong := d.typed(t, st)
			for range attempts {
				if wrong == "" || !slices.Contains(d.events, "late") {
					break
				}
				// The machine held the program up for longer than the guard
				// can wait: that says nothing about the guard.
				t.Logf("again, the machine is busy: %s", wrong)
				d.clear(t)
				wrong = d.typed(t, st)
			}
			if wrong != "" {
				t.Error(wrong)
			}
			d.forget()
		})
	}
}

// attempts is how often a typing is done again on a busy machine.
const attempts = 8

// typed types, and says what came out wrong.
func (d *display) typed(t *testing.T, st typing) string {
	t.Helper()
	d.inputMethod(t, st.im)
	for i, k := range st.keys {
		if st.text != "" && i == len(st.keys)-1 && (d.text != st.text || len(d.sent) > 0) {
			return fmt.Sprintf("text %q, sent %q before the last Return; want %q and nothing sent", d.text, d.sent, st.text)
		}
		d.xdotool(t, strings.Fields(k)...)
		d.settle()
	}
	got := d.sent
	if len(got) == 1 && len(st.want) == 1 && st.want[0] == held && len(got[0]) > 3 && strings.Trim(got[0], "x") == "" {
		got = st.want // how often it repeated is the server's choice
	}
	switch {
	case !slices.Equal(got, st.want):
		return fmt.Sprintf("sent %q, want %q", got, st.want)
	case slices.Contains(d.events, "escape"):
		return "an Escape of the input method reached the page"
	}
	return ""
}

// clear gives up what is being composed and empties the entry.
func (d *display) clear(t *testing.T) {
	t.Helper()
	d.xdotool(t, "key", "--delay", "100", "Escape", "Escape", "Escape")
	d.inputMethod(t, "-c")
	d.settle()
	d.xdotool(t, "key", "--delay", "100", "ctrl+a", "BackSpace")
	d.settle()
	d.forget()
}

// A typing is keys, as xdotool's commands, and what comes of them.
type typing struct {
	name string
	im   string   // "-c" off, "-o" on
	keys []string // one call of xdotool each
	want []string // what is sent, in order
	text string   // what stands in the entry before the last call, if not ""
}

func typings() []typing {
	return []typing{
		{"latin at full speed, input method there but off", "-c",
			[]string{"type --delay 0 thequickbrownfoxjumps,overthelazydog.0123456789", "key --delay 0 Return"},
			[]string{"thequickbrownfoxjumps,overthelazydog.0123456789"}, ""},
		{"a letter and return at once", "-c", []string{"key --delay 0 a Return"}, []string{"a"}, ""},
		// GLFW takes the same key twice in a millisecond for one.
		{"two letters, two returns at once", "-c", []string{"key --delay 3 a Return b Return"}, []string{"a", "b"}, ""},
		{"a letter held down", "-c", []string{"keydown x sleep 0.8 keyup x", "key --delay 3 Return"}, []string{held}, ""},
		{"backspace at once", "-c", []string{"key --delay 0 a b BackSpace c Return"}, []string{"ac"}, ""},
		{"arrows at once", "-c", []string{"key --delay 0 a b Left c End d Return"}, []string{"acbd"}, ""},
		{"shift return breaks the line", "-c", []string{"key --delay 0 a shift+Return b", "key Return"}, []string{"a\nb"}, ""},
		{"control return sends", "-c", []string{"key --delay 20 a ctrl+Return"}, []string{"a"}, ""},
		{"the number pad's enter sends", "-c", []string{"key --delay 0 1 KP_Enter"}, []string{"1"}, ""},
		{"control shortcuts", "-c", []string{"type --delay 0 abc", "key --delay 30 ctrl+a BackSpace d Return"}, []string{"d"}, ""},
		{"return commits, then sends once", "-o",
			[]string{"type --delay 80 nihongo", "key space sleep 0.4 key Return", "key Return"}, []string{"日本語"}, "日本語"},
		{"a conversion at full speed", "-o",
			[]string{"type --delay 0 nihongo", "key --delay 0 space Return", "key Return"}, []string{"日本語"}, "日本語"},
		{"no conversion, committed by return", "-o",
			[]string{"type --delay 80 neko", "key Return", "key Return"}, []string{"ねこ"}, "ねこ"},
		{"backspace while composing leaves the text alone", "-o",
			[]string{"type --delay 80 neko", "key Return", "type --delay 80 inu", "key --delay 80 BackSpace BackSpace", "key Return"}, []string{"ねこ"}, ""},
		{"arrows while composing leave the cursor alone", "-o",
			[]string{"type --delay 80 neko", "key Return", "type --delay 80 inu", "key --delay 80 Left Home Right", "key Return", "key Return"}, []string{"ねこいぬ"}, "ねこいぬ"},
		{"escape while composing leaves the text alone", "-o",
			[]string{"type --delay 80 neko", "key Return", "type --delay 80 inu", "key Escape", "key Return"}, []string{"ねこ"}, ""},
		{"the next word commits the one before", "-o",
			[]string{"type --delay 80 neko", "key space sleep 0.4", "type --delay 80 ga", "key Return", "key Return"}, []string{"猫が"}, "猫が"},
		{"latin again", "-c", []string{"key --delay 0 z Return"}, []string{"z"}, ""},
	}
}

// held stands for what a held x types.
const held = "x…"

// A display is a screen with a window manager, an input method and the program.
type display struct {
	t      *testing.T
	env    []string
	lines  chan string
	events []string // what the program printed, since forget
	sent   []string
	text   string
	beats  int // of the program's loop
}

func newDisplay(t *testing.T) *display {
	dir, err := os.MkdirTemp("", "input-method") //nolint:usetesting // what the bus has started may write there until it ends, and nobody says when
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	home := filepath.Join(dir, "home")
	run := filepath.Join(dir, "run")
	conf := filepath.Join(home, ".config", "fcitx5")
	for _, p := range []string{conf, run} {
		if err := os.MkdirAll(p, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	profile := "[Groups/0]\nName=Default\nDefault Layout=us\nDefaultIM=anthy\n" +
		"[Groups/0/Items/0]\nName=keyboard-us\nLayout=\n[Groups/0/Items/1]\nName=anthy\nLayout=\n[GroupOrder]\n0=Default\n"
	if err := os.WriteFile(filepath.Join(conf, "profile"), []byte(profile), 0o600); err != nil {
		t.Fatal(err)
	}
	d := &display{t: t, lines: make(chan string, 1024)}
	d.env = append(os.Environ(), "HOME="+home, "XDG_RUNTIME_DIR="+run, "XDG_CONFIG_HOME="+filepath.Join(home, ".config"),
		"XMODIFIERS=@im=fcitx", "LANG=C.UTF-8", "LC_ALL=C.UTF-8", "FYNE_PLATFORM=x11", "FYNE_SCALE=1", "WAYLAND_DISPLAY=")
	display := d.start("Xvfb", "-displayfd", "1", "-screen", "0", "1024x640x24", "-nolisten", "tcp")
	d.env = append(d.env, "DISPLAY=:"+d.firstLine(display))
	bus := d.start("dbus-daemon", "--session", "--nofork", "--print-address=1")
	d.env = append(d.env, "DBUS_SESSION_BUS_ADDRESS="+d.firstLine(bus))
	d.start("openbox")
	d.start("fcitx5", "--disable=wayland,waylandim")
	d.poll("fcitx5 to answer", func() bool { return d.command("fcitx5-remote").Run() == nil })
	return d
}

// start starts a program that ends with the test, and returns what it prints.
func (d *display) start(name string, args ...string) io.Reader {
	d.t.Helper()
	cmd := d.command(name, args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return out
}

func (d *display) command(name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(context.Background(), name, args...)
	cmd.Env = d.env
	return cmd
}

func (d *display) firstLine(r io.Reader) string {
	d.t.Helper()
	s, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		d.t.Fatal(err)
	}
	return strings.TrimSpace(s)
}

// poll waits for something to become true.
func (d *display) poll(what string, ok func() bool) {
	d.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for !ok() {
		if time.Now().After(deadline) {
			d.t.Fatalf("waited in vain for %s", what)
		}
		<-time.After(50 * time.Millisecond)
	}
}

func (d *display) startProgram() {
	d.t.Helper()
	bin := filepath.Join(d.t.TempDir(), "typist")
	args := []string{"build", "-o", bin}
	if raceEnabled {
		args = append(args, "-race")
	}
	build := exec.CommandContext(context.Background(), "go", append(args, "./testdata/typist")...)
	if out, err := build.CombinedOutput(); err != nil {
		d.t.Fatalf("build typist: %v\n%s", err, out)
	}
	out := d.start(bin)
	go func() {
		for sc := bufio.NewScanner(out); sc.Scan(); {
			d.lines <- sc.Text()
		}
		close(d.lines)
	}()
	d.poll("the window", func() bool {
		d.drain()
		return slices.Contains(d.events, "ready")
	})
	d.xdotool(d.t, "mousemove", "512", "320", "click", "1")
	d.settle()
	d.forget()
}

// drain takes in what the program has printed.
func (d *display) drain() {
	for {
		select {
		case l, ok := <-d.lines:
			d.take(l, ok)
		default:
			return
		}
	}
}

func (d *display) take(line string, ok bool) {
	if !ok {
		d.t.Fatal("the program ended")
	}
	what, quoted, _ := strings.Cut(line, " ")
	s, _ := strconv.Unquote(quoted)
	switch what {
	case "beat":
		d.beats++
		return
	case "text":
		d.text = s
	case "sent":
		d.sent = append(d.sent, s)
	}
	d.events = append(d.events, what)
}

func (d *display) forget() { d.events, d.sent, d.text = nil, nil, "" }

// quiet is for how many beats of the program nothing happens when it has done
// with its keys: longer than the guard ever holds one back.
const quiet = int((patience + silence + 100*time.Millisecond) / (50 * time.Millisecond))

// settle waits until the program has done with the keys. It counts the beats of
// the program's own loop: one that is held up is waited for.
func (d *display) settle() {
	d.drain()
	for n, from := len(d.events), d.beats; d.beats < from+quiet; {
		l, ok := <-d.lines
		if d.take(l, ok); len(d.events) > n {
			n, from = len(d.events), d.beats
		}
	}
}

func (d *display) inputMethod(t *testing.T, flag string) {
	t.Helper()
	want := map[string]string{"-c": "1", "-o": "2"}[flag]
	d.poll("the input method to be "+flag, func() bool {
		_ = d.command("fcitx5-remote", flag).Run()
		out, err := d.command("fcitx5-remote").Output()
		return err == nil && strings.TrimSpace(string(out)) == want
	})
}

func (d *display) xdotool(t *testing.T, args ...string) {
	t.Helper()
	if out, err := d.command("xdotool", args...).CombinedOutput(); err != nil {
		t.Fatalf("xdotool %v: %v\n%s", args, err, out)
	}
}
