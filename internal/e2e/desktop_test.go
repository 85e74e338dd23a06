package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// patience is how long something on the screen may take. The program runs
// with the race detector and a software renderer, perhaps beside other tests.
const patience = 3 * time.Minute

// stays is how long a screen has to be as it is to count as drawn.
const stays = 1500 * time.Millisecond

// buildOnce builds the program with the race detector and without the tag
// that leaves out the toolkit's check of its threads.
var buildOnce = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "yumori-e2e")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "yumori")
	args := []string{"build", "-o", bin}
	if raceEnabled {
		args = append(args, "-race")
	}
	cmd := exec.Command("go", append(args, "yumori")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return bin, nil
})

// A desktop is an X display of its own with a window manager, and on request an
// input method.
type desktop struct {
	t      testing.TB
	env    []string
	shot   int
	frames string // where the display keeps what is on it
}

// newDesk starts the display. Everything on it ends with the test.
func newDesktop(t testing.TB, tools ...string) *desktop {
	t.Helper()
	for _, tool := range append([]string{"Xvfb", "openbox", "xdotool", "dbus-daemon"}, tools...) {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed, so the window is NOT tested: run make test", tool)
		}
	}
	d := &desktop{t: t, frames: t.TempDir()}
	display := d.xvfb()
	run, err := os.MkdirTemp("", "yumori-run")
	if err != nil {
		t.Fatal(err)
	}
	// Portals may have mounted something in it that only their end takes away.
	t.Cleanup(func() { _ = os.RemoveAll(run) })
	d.env = append(os.Environ(), "DISPLAY="+display, "FYNE_PLATFORM=x11", "LC_ALL=C.UTF-8", "LANG=C.UTF-8",
		"XDG_RUNTIME_DIR="+run, "HOME="+t.TempDir(), "OPENAI_API_KEY=", "OPENROUTER_API_KEY=", "GEMINI_API_KEY=", "COMPATIBLE_API_KEY=")
	d.bus()
	d.start(exec.Command("openbox"))
	return d
}

// busConfig is a message bus that starts no services: what a desktop's own
// would start outlives the test.
const busConfig = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`

// bus starts a message bus on the desk.
func (d *desktop) bus() {
	d.t.Helper()
	config := filepath.Join(d.t.TempDir(), "bus.conf")
	if err := os.WriteFile(config, []byte(busConfig), 0o600); err != nil {
		d.t.Fatal(err)
	}
	cmd := exec.Command("dbus-daemon", "--config-file="+config, "--nofork", "--print-address")
	out, err := cmd.StdoutPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	d.start(cmd)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		d.t.Fatalf("dbus-daemon: %v", err)
	}
	d.env = append(d.env, "DBUS_SESSION_BUS_ADDRESS="+strings.TrimSpace(line))
}

// xvfb starts an X server on a free display and returns its name.
func (d *desktop) xvfb() string {
	d.t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		d.t.Fatal(err)
	}
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-fbdir", d.frames, "-screen", "0", "1280x800x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{w}
	d.start(cmd)
	w.Close()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		d.t.Fatalf("Xvfb: %v", err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		d.t.Fatalf("Xvfb said %q", line)
	}
	return ":" + strconv.Itoa(n)
}

// start runs a command on the desk until the test ends.
func (d *desktop) start(cmd *exec.Cmd) *exec.Cmd {
	d.t.Helper()
	if d.env != nil {
		cmd.Env = d.env
	}
	if err := cmd.Start(); err != nil {
		d.t.Fatalf("start %s: %v", cmd.Path, err)
	}
	d.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd
}

// do runs a command on the desk and returns what it printed.
func (d *desktop) do(name string, args ...string) string {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = d.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// keys presses keys, typed types text.
func (d *desktop) keys(names ...string) {
	d.t.Helper()
	d.do("xdotool", append([]string{"key", "--delay", "120"}, names...)...)
}

func (d *desktop) typed(text string) {
	d.t.Helper()
	d.do("xdotool", "type", "--delay", "25", text)
}

// until waits for something to become true.
func (d *desktop) until(what string, is func() bool) {
	d.t.Helper()
	deadline := time.Now().Add(patience)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for !is() {
		if time.Now().After(deadline) {
			d.picture("late")
			d.t.Fatalf("waited in vain for: %s", what)
		}
		<-tick.C
	}
}

// A window is the program running on a desk.
type window struct {
	*desktop
	cmd  *exec.Cmd
	home string
	slug string // of the persona that is open
	log  *output
}

// output is a program's error output, readable while it runs.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// open starts the program on a home and waits until its window is there and
// drawn: before that, what is typed goes nowhere.
func (d *desktop) open(home string, args ...string) *window {
	d.t.Helper()
	bin, err := buildOnce()
	if err != nil {
		d.t.Fatal(err)
	}
	d.calm(home)
	w := &window{desktop: d, home: home, log: &output{}}
	w.cmd = exec.Command(bin, append([]string{"--home", home}, args...)...)
	w.cmd.Stderr = w.log
	w.cmd.Stdout = io.Discard
	d.start(w.cmd)
	d.until("the window", func() bool {
		cmd := exec.Command("xdotool", "search", "--onlyvisible", "--name", "Yumori|夢守")
		cmd.Env = d.env
		out, err := cmd.Output()
		return err == nil && len(bytes.TrimSpace(out)) > 0
	})
	d.until("something in the window", func() bool { return d.screen().colours() > 30 })
	d.until("the focus", d.focusedWindow)
	d.still(anyPart)
	return w
}

// calm keeps a new home's window from moving by itself: a test waits until the
// screen stays as it is.
func (d *desktop) calm(home string) {
	d.t.Helper()
	file := filepath.Join(home, "settings.json")
	if _, err := os.Stat(file); err == nil {
		return
	}
	if err := os.MkdirAll(home, 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"schema":1,"ui":{"still":true}}`+"\n"), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// focusedWindow reports whether the display sends its keys to the program: on a
// busy machine the window manager gives it the focus long after it is drawn.
func (d *desktop) focusedWindow() bool {
	cmd := exec.Command("xdotool", "getwindowfocus", "getwindowname")
	cmd.Env = d.env
	out, err := cmd.Output()
	return err == nil && (bytes.Contains(out, []byte("Yumori")) || bytes.Contains(out, []byte("夢守")))
}

// close asks the program to end and holds it to a clean end.
func (w *window) close() {
	w.t.Helper()
	_ = w.cmd.Process.Signal(syscall.SIGTERM)
	if err := w.cmd.Wait(); err != nil {
		w.t.Errorf("the program ended with %v:\n%s", err, w.log)
	}
	w.complaints()
}

// complaints holds the program to a log without any.
func (w *window) complaints() {
	w.t.Helper()
	for _, bad := range []string{"Error in Fyne call thread", "DATA RACE", "panic:"} {
		if strings.Contains(w.log.String(), bad) {
			w.t.Errorf("%q in the program's log:\n%s", bad, w.log)
		}
	}
}

// A said is a message in the log on disk.
type said struct {
	Kind, Role, Text, Model, State string
}

// talk returns the messages on disk, oldest first, without the greeting that the
// first start shows.
func (w *window) talk(slug string) []said {
	w.t.Helper()
	list := w.logged(slug)
	if len(list) > 0 && list[0].Role == "persona" {
		return list[1:]
	}
	return list
}

// logged returns the messages on disk, oldest first.
func (w *window) logged(slug string) []said {
	w.t.Helper()
	f, err := os.Open(filepath.Join(w.home, "personas", slug, "log.jsonl"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		w.t.Fatal(err)
	}
	defer f.Close()
	var list []said
	for dec := json.NewDecoder(f); ; {
		var s said
		if err := dec.Decode(&s); err != nil {
			return list // the end, or a line that is being written
		}
		if s.Kind == "message" {
			list = append(list, s)
		}
	}
}
