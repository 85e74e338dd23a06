//go:build !windows && !darwin

package tray

import (
	"bufio"
	"bytes"
	"image"
	"image/png"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/godbus/dbus/v5"
	"github.com/godbus/dbus/v5/prop"
)

// The names of the bus that are spoken to.
const (
	watcherName = "org.kde.StatusNotifierWatcher"
	watcherPath = "/StatusNotifierWatcher"
	itemName    = "org.kde.StatusNotifierItem"
	menuName    = "com.canonical.dbusmenu"
	hosted      = "IsStatusNotifierHostRegistered"
)

// longest is how long something on the bus may take; a test that fails waits so
// long.
const longest = 20 * time.Second

// startBus starts a session's bus of its own, which the package finds as it would
// find that of a desktop.
func startBus(t *testing.T) *dbus.Conn {
	t.Helper()
	program, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("dbus-daemon is not installed")
	}
	daemon := exec.CommandContext(t.Context(), program, "--session", "--nofork", "--print-address", "--address=unix:dir="+t.TempDir())
	out, err := daemon.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = daemon.Process.Kill()
		_ = daemon.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bus.Close() })
	return bus
}

// A watcher takes the place of a desktop's tray.
type watcher struct{ registered chan string } // who wants to be shown

// RegisterStatusNotifierItem is called over the bus.
func (w watcher) RegisterStatusNotifierItem(_ string, from dbus.Sender) *dbus.Error {
	w.registered <- string(from)
	return nil
}

// watch takes the name of a tray on a bus, which shows nothing yet.
func watch(t *testing.T, bus *dbus.Conn) (watcher, *prop.Properties) {
	t.Helper()
	w := watcher{registered: make(chan string, 9)}
	if err := bus.Export(w, watcherPath, watcherName); err != nil {
		t.Fatal(err)
	}
	props, err := prop.Export(bus, watcherPath, prop.Map{watcherName: {hosted: {Value: false, Writable: true}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(watcherName, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	return w, props
}

// A program is one that the tray shows, as the tray sees it.
type program struct {
	bus  *dbus.Conn
	name string
}

func (p program) item() dbus.BusObject { return p.bus.Object(p.name, "/StatusNotifierItem") }

func (p program) menu(t *testing.T) dbus.BusObject {
	t.Helper()
	var at dbus.ObjectPath
	if err := p.item().StoreProperty(itemName+".Menu", &at); err != nil {
		t.Fatal(err)
	}
	return p.bus.Object(p.name, at)
}

// An entry is a line of a menu, as the bus tells it.
type entry struct {
	ID  int32
	Has map[string]dbus.Variant
}

func (e entry) label() string {
	s, _ := e.Has["label"].Value().(string)
	return s
}

// shows waits until the program's menu has lines, and returns them. It asks for
// what each says, not for the layout: there the library reads its version without
// the lock it is written under.
func (p program) shows(t *testing.T, changed <-chan *dbus.Signal, want ...string) []entry {
	t.Helper()
	var ids []int32
	for id := range int32(50) {
		ids = append(ids, id+1)
	}
	for {
		var list []entry
		if err := p.menu(t).Call(menuName+".GetGroupProperties", 0, ids, []string{}).Store(&list); err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, e := range list {
			labels = append(labels, e.label())
		}
		if slices.Equal(labels, want) {
			return list
		}
		receive(t, "a menu of "+strings.Join(want, ", "), changed)
	}
}

// choose clicks on a line of the menu.
func (p program) choose(t *testing.T, e entry) {
	t.Helper()
	if err := p.menu(t).Call(menuName+".Event", 0, e.ID, "clicked", dbus.MakeVariant(""), uint32(0)).Err; err != nil {
		t.Fatal(err)
	}
}

// click clicks on the icon.
func (p program) click(t *testing.T) {
	t.Helper()
	var menu bool
	if err := p.item().StoreProperty(itemName+".ItemIsMenu", &menu); err != nil || menu {
		t.Errorf("a click would only open the menu: %v", err)
	}
	if err := p.item().Call(itemName+".Activate", 0, int32(0), int32(0)).Err; err != nil {
		t.Fatal(err)
	}
}

// receive waits for something.
func receive[T any](t *testing.T, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(longest):
		t.Fatalf("waited in vain for %s", what)
	}
	panic("not reached")
}

// begun says that the test ran: the library begins once in a process.
var begun bool

// TestTheTrayOfTheBus has the program shown by a tray of our own, on a bus of its
// own: that there is one is noticed, icon, name and menu arrive, what is chosen is
// done, a click on the icon does the first of the menu, another menu takes the place of the first, and a tray that begins anew has
// the program again.
func TestTheTrayOfTheBus(t *testing.T) {
	if begun {
		t.Skip("the library begins once in a process")
	}
	begun = true
	bus := startBus(t)
	if Shown(t.Context()) {
		t.Error("there is a tray where nobody shows one")
	}
	w, props := watch(t, bus)
	if Shown(t.Context()) {
		t.Error("there is a tray that shows nothing")
	}
	props.SetMust(watcherName, hosted, true)
	if !Shown(t.Context()) {
		t.Error("the tray is not noticed")
	}

	if err := bus.AddMatchSignal(dbus.WithMatchInterface(menuName), dbus.WithMatchMember("LayoutUpdated")); err != nil {
		t.Fatal(err)
	}
	changed := make(chan *dbus.Signal, 99)
	bus.Signal(changed)
	chosen := make(chan string, 9)
	tray := New(nil, func(f func()) {
		chosen <- "entered"
		f()
	})
	item := func(label string) *fyne.MenuItem { return fyne.NewMenuItem(label, func() { chosen <- label }) }
	tray.SetSystemTrayIcon(fyne.NewStaticResource("icon.png", picture(t)))
	tray.SetSystemTrayMenu(fyne.NewMenu("Yumori", item("Show"), item("Quit")))
	p := program{bus, receive(t, "the program", w.registered)}
	var icons []struct {
		Width, Height int32
		Points        []byte
	}
	if err := p.item().StoreProperty(itemName+".IconPixmap", &icons); err != nil || len(icons) != 1 || icons[0].Width != 4 || len(icons[0].Points) != 4*4*4 {
		t.Errorf("the icon: %+v, %v", icons, err)
	}
	var title string
	if err := p.item().StoreProperty(itemName+".Title", &title); err != nil || title != "Yumori" {
		t.Errorf("the name: %q, %v", title, err)
	}
	for _, l := range p.shows(t, changed, "Show", "Quit") {
		p.choose(t, l)
		if a, b := receive(t, "the choice", chosen), receive(t, "what is done", chosen); a != "entered" || b != l.label() {
			t.Errorf("%s does %s, %s", l.label(), a, b)
		}
	}

	tray.SetSystemTrayMenu(fyne.NewMenu("夢守", item("開く"), item("終了")))
	p.shows(t, changed, "開く", "終了")
	p.click(t)
	if a, b := receive(t, "the click", chosen), receive(t, "what it does", chosen); a != "entered" || b != "開く" {
		t.Errorf("a click does %s, %s", a, b)
	}

	for _, again := range []func() error{
		func() error { _, err := bus.ReleaseName(watcherName); return err },
		func() error { _, err := bus.RequestName(watcherName, dbus.NameFlagDoNotQueue); return err },
	} {
		if err := again(); err != nil {
			t.Fatal(err)
		}
	}
	if name := receive(t, "the program in the new tray", w.registered); name != p.name {
		t.Errorf("%s came again, not %s", name, p.name)
	}
}

// picture is a small PNG.
func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewNRGBA(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
