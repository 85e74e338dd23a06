package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestTalkInTheWindow(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "家 with spaces")
	d := newDesktop(t)
	w := d.open(home)
	w.typed("My name is Alex and I work on a Rust project called tundra")
	w.keys("Return")
	d.until("the first reply on disk", func() bool { return len(w.talk("luna")) >= 2 })
	w.typed("one line")
	w.keys("shift+Return")
	w.typed("another line")
	w.keys("Return")
	d.until("the second reply on disk", func() bool { return len(w.talk("luna")) >= 4 })
	d.drawn("talked")
	w.close()
	list := w.talk("luna")
	if list[0].Text != "My name is Alex and I work on a Rust project called tundra" || list[2].Text != "one line\nanother line" {
		t.Errorf("on disk: %+v", list)
	}
	if list[1].Model != "built-in rules" {
		t.Errorf("the reply is by %q", list[1].Model)
	}

	w = d.open(home) // after a restart it still knows
	w.typed("What project am I working on?")
	w.keys("Return")
	d.until("the answer on disk", func() bool { return len(w.talk("luna")) >= 6 })
	d.drawn("remembered")
	w.close()
	if last := w.talk("luna")[5]; !strings.Contains(last.Text, "tundra") {
		t.Errorf("asked for the project it says %q", last.Text)
	}
}

func TestTalkInTheWindowThroughAnInputMethod(t *testing.T) {
	t.Parallel()
	d := newDesktop(t, "fcitx5", "fcitx5-remote", "xprop")
	d.inputMethod()
	home := t.TempDir()
	w := d.open(home)
	d.do("fcitx5-remote", "-o")
	w.typed("nihongo")
	d.drawn("composing")
	w.keys("space", "Return") // convert, commit
	d.drawn("committed")
	if list := w.talk("luna"); len(list) != 0 {
		t.Fatalf("the Return that committed the conversion sent %+v", list)
	}
	w.keys("n", "e", "k", "o", "BackSpace", "BackSpace", "Escape", "Escape") // a conversion given up
	d.drawn("given-up")
	w.keys("Return")
	d.until("the reply on disk", func() bool { return len(w.talk("luna")) >= 2 })
	d.drawn("sent")
	d.do("fcitx5-remote", "-c")
	w.close()
	if list := w.talk("luna"); len(list) != 2 || list[0].Text != "日本語" {
		t.Errorf("on disk: %+v", list)
	}
}
