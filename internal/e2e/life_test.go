package e2e

import (
	"encoding/json"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// press presses a key a number of times.
func (d *desktop) press(name string, times int) {
	d.t.Helper()
	for range times {
		d.keys(name)
	}
}

// focused presses keys that move the focus and returns the screen that comes of
// it: what is drawn from then on is more than a ring.
func (d *desktop) focused(keys ...string) *screen {
	d.t.Helper()
	d.keys(keys...)
	d.still(anyPart)
	return d.screen()
}

// A change is what a dream changed, as the record on disk tells it.
type change struct {
	ID, File, State string
	Evidence        []struct{ Message, Quote string }
}

// quoted is how many of its buttons lead to a message of the evidence.
func (c change) quoted() int {
	n, others := 0, ""
	for _, e := range c.Evidence {
		inTalk := e.Message != "" && !strings.ContainsAny(e.Message, "#./")
		switch {
		case e.Quote != "" && inTalk:
			n++
		case e.Quote == "" && inTalk:
			others = e.Message
		}
	}
	if others != "" {
		n++
	}
	return n
}

// A night is the record of a dream.
type night struct {
	State   string
	Changes []change
}

// waiting is how many of its changes somebody is to decide on.
func (n night) waiting() int {
	waiting := 0
	for _, c := range n.Changes {
		if c.State == "held" || c.State == "proposed" {
			waiting++
		}
	}
	return waiting
}

// file reads one of the persona's files; "" is one that is not there.
func (w *window) file(name string) string {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.home, "personas", w.slug, filepath.FromSlash(name)))
	if err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
	return string(data)
}

// dreamt is the only dream on disk, its zero value while there is none.
func (w *window) dreamt() night {
	w.t.Helper()
	list, err := filepath.Glob(filepath.Join(w.home, "personas", w.slug, "dreams", "*.json"))
	if err != nil || len(list) == 0 {
		return night{}
	}
	var n night
	data, err := os.ReadFile(list[0])
	if err != nil || json.Unmarshal(data, &n) != nil {
		return night{} // is being written
	}
	return n
}

// quit ends the program by its own key.
func (w *window) quit() {
	w.t.Helper()
	w.keys("ctrl+q")
	if err := w.cmd.Wait(); err != nil {
		w.t.Errorf("the program ended with %v:\n%s", err, w.log)
	}
	w.complaints()
}

// The parts of the screen, of a window of the usual size in its middle.
var (
	besides = image.Rect(900, 140, 1210, 700) // the glance, or why
	anyPart = image.Rect(120, 100, 1220, 740)
)

// A tongue is a language that a life is lived in.
type tongue struct {
	locale, slug string
	before       []string // told on the command line: X has no keys for it
	says         []string
	word, none   string // to be found in what was said, and not
	writes       string // into the core memory
}

// TestALifeInTheWindow does by keyboard what a person does with a persona's
// inner life, in both languages.
func TestALifeInTheWindow(t *testing.T) {
	t.Parallel()
	t.Run("en", func(t *testing.T) {
		t.Parallel()
		live(t, tongue{locale: "en", slug: "luna", word: "tundra", none: "zqzq", writes: "Alex climbs walls.", says: []string{
			"My name is Alex and I love climbing. My goal is to climb the north wall of Tundra peak in June.",
			"I am so happy today, thank you! My sister Mika finished her book about cats.",
		}})
	})
	t.Run("ja", func(t *testing.T) {
		t.Parallel()
		live(t, tongue{locale: "ja", word: "hotaka", none: "zqzq", writes: "Yama ga suki.", before: []string{
			"私の名前は健太です。登山が大好きです。六月にHotakaの北壁を登るのが目標です。",
			"今日はとても嬉しい、ありがとう！妹の美香が猫の本を書き終えました。",
		}, says: []string{"Tanoshii!"}})
	})
}

// japanese is the slug of the persona that speaks Japanese in a new home.
func (d *desktop) japanese(home string) string {
	d.t.Helper()
	list, err := filepath.Glob(filepath.Join(home, "personas", "p-*"))
	if err != nil || len(list) != 1 {
		d.t.Fatalf("Japanese personas: %q %v", list, err)
	}
	return filepath.Base(list[0])
}

func live(t *testing.T, in tongue) {
	t.Helper()
	home := t.TempDir()
	d := newDesktop(t)
	bin, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	d.cli(bin, home, "config", "set", "locale", in.locale)
	d.cli(bin, home, "state")
	if in.slug == "" {
		in.slug = d.japanese(home)
	}
	for _, line := range in.before {
		d.cli(bin, home, "--persona", in.slug, "chat", "--once", line)
	}
	open := func() *window {
		w := d.open(home, "--persona", in.slug)
		w.slug = in.slug
		return w
	}
	w := open()
	told := len(in.before)
	quiet, drives := d.screen(), w.file("memory/internal_state.json")
	for i, line := range in.says {
		w.typed(line)
		w.keys("Return")
		d.until("a reply on disk", func() bool { return len(w.talk(in.slug)) == 2*(told+i+1) })
		if got := w.talk(in.slug)[2*(told+i)].Text; got != line {
			t.Fatalf("on disk is %q", got)
		}
	}
	w.redrawn("drives-moved", quiet, besides)
	if now := w.file("memory/internal_state.json"); now == "" || now == drives {
		t.Errorf("after a talk the inner state on disk is %q", now)
	}

	item := w.dreamAndUndo()
	w.askWhy()
	first := w.rewrite(in.writes)
	w.travelBack(first)
	w.find(in.word, in.none)
	said := w.talk(in.slug)
	w.quit()

	w = open() // everything is there again
	d.drawn("again")
	for _, page := range []string{"ctrl+i", "ctrl+d", "ctrl+m", "ctrl+e"} {
		was := d.screen()
		w.keys(page)
		w.redrawn("again-"+strings.TrimPrefix(page, "ctrl+"), was, anyPart)
	}
	w.quit()
	if list := w.talk(in.slug); len(list) != len(said) || list[0].Text != said[0].Text {
		t.Errorf("after a restart the talk is %+v", list)
	}
	for _, c := range w.dreamt().Changes {
		if c.ID == item && c.State != "undone" {
			t.Errorf("after a restart the item that was taken back is %q", c.State)
		}
	}
	if got := w.file("core_memory.txt"); got != first {
		t.Errorf("after a restart the core memory is %q, want %q", got, first)
	}
}

// dreamAndUndo dreams now and takes back the first item that was applied,
// whose id it returns.
func (w *window) dreamAndUndo() string {
	w.t.Helper()
	was := w.screen()
	w.keys("ctrl+d")
	w.redrawn("dreams-empty", was, anyPart)
	was = w.screen()
	w.keys("Tab", "space") // the button
	w.until("a dream on disk", func() bool { n := w.dreamt(); return n.State == "applied" || n.State == "partly" })
	w.redrawn("dreamt", was, anyPart)
	w.keys("ctrl+d") // the page anew: the focus is at its beginning
	w.still(anyPart)
	tabs := 3 // level, list, and on to the details: with nothing left to dream of the button is off
	if w.dreamt().waiting() > 0 {
		tabs++ // the inbox
	}
	was = w.screen()
	w.press("Tab", tabs)
	w.keys("space")
	w.redrawn("details", was, anyPart)
	at := tabs // the first thing of the details has taken their button's place, and the focus
	if w.dreamt().waiting() > 1 {
		tabs += 2 // yes to all, no to all
	}
	for _, c := range w.dreamt().Changes {
		if c.State != "applied" {
			tabs++
			continue
		}
		before := w.file(c.File)
		was = w.screen()
		w.press("Tab", tabs-at)
		w.keys("space")
		w.redrawn("opened", was, anyPart)
		tabs += c.quoted() // and then what takes it back
		w.press("Tab", tabs)
		w.drawn("before-undo")
		was = w.screen()
		w.keys("space")
		w.until("the item is taken back on disk", func() bool {
			for _, now := range w.dreamt().Changes {
				if now.ID == c.ID {
					return now.State == "undone"
				}
			}
			return false
		})
		w.redrawn("undone", was, anyPart)
		if w.file(c.File) == before {
			w.t.Errorf("the item is taken back, but %s is as it was", c.File)
		}
		return c.ID
	}
	w.t.Fatal("the dream applied nothing")
	return ""
}

// askWhy opens why the last reply was given, which takes the place of the
// glance, and closes it.
func (w *window) askWhy() {
	w.t.Helper()
	was := w.screen()
	w.keys("ctrl+e")
	w.redrawn("back-in-the-chat", was, anyPart)
	was = w.screen()
	w.keys("alt+Up", "Tab", "Tab", "space") // copy, again, why
	w.redrawn("why", was, besides)
	w.still(besides)
	asked := w.screen()
	w.keys("Escape", "Escape") // from the message to the entry, and out of why
	w.redrawn("glance-again", asked, besides)
	w.still(besides)
	if n := changed(was, w.screen(), besides); n > changed(asked, was, besides)/4 {
		w.t.Errorf("%d points are not as before why was asked", n)
	}
}

// rewrite writes a line into the core memory and returns what stood there.
func (w *window) rewrite(line string) string {
	w.t.Helper()
	first := w.file("core_memory.txt")
	was := w.screen()
	w.keys("ctrl+m")
	w.redrawn("memories", was, anyPart)
	was = w.focused("Tab", "Tab", "Tab", "Tab", "Tab", "Tab") // what is known, in five panes, and the files
	w.keys("space")
	w.redrawn("files", was, anyPart)
	w.press("Tab", 2) // from the soul, which has the focus, by identity to core memory
	w.still(anyPart)
	was = w.screen()
	w.keys("Return")
	w.redrawn("core-memory", was, anyPart)
	w.keys("ctrl+Home")
	w.typed(line)
	w.keys("Return", "ctrl+s")
	w.until("the line in the core memory on disk", func() bool { return w.file("core_memory.txt") == line+"\n"+first })
	w.drawn("core-memory-saved")
	return first
}

// travelBack makes the core memory what it was before the newest version.
func (w *window) travelBack(first string) {
	w.t.Helper()
	was := w.focused("Tab", "Tab") // the folder, history
	w.keys("space")
	w.redrawn("past", was, anyPart)
	was = w.focused("shift+Tab", "shift+Tab") // the folder, the slider
	w.keys("Left")                            // a version back
	w.redrawn("past-before", was, anyPart)
	w.keys("Tab", "space") // make it so again
	w.until("the core memory as it was, on disk", func() bool { return w.file("core_memory.txt") == first })
	w.drawn("restored")
}

// found is where the search tells what it found, below its field.
var found = image.Rect(900, 240, 1210, 700)

// find looks for a word that was said, after one that was not, and goes to the
// message.
func (w *window) find(word, none string) {
	w.t.Helper()
	was := w.screen()
	w.keys("ctrl+f")
	w.redrawn("search", was, besides)
	w.typed(none)
	w.still(found)
	was = w.screen()
	w.keys("ctrl+a")
	w.typed(word)
	w.redrawn("found", was, found)
	w.keys("Return")
	w.still(anyPart)
	w.drawn("gone-there")
	w.keys("Escape")
}
