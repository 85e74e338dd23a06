package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"yumori/internal/companion"
)

// full is a disk without room.
type full struct{}

var errNoRoom = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errNoRoom }

// TestAnAnswerThatCannotBeWrittenFails redirects answers to a full disk.
func TestAnAnswerThatCannotBeWrittenFails(t *testing.T) {
	for _, args := range [][]string{{"state"}, {"config", "get"}, {"--json", "state"}, {"chat", "--once", "Hello."}, {"--json", "chat", "--once", "Hello."}} {
		p := &program{home: t.TempDir(), to: full{}}
		if code := p.run(t, "", args...); code != exitFailed || !strings.Contains(p.err.String(), errNoRoom.Error()) {
			t.Errorf("%q: exit code %d, said %q", args, code, &p.err)
		}
	}
}

// TestNothingSteersTheTerminal prints texts that would move the cursor, set the
// title and fill the clipboard.
func TestNothingSteersTheTerminal(t *testing.T) {
	const bad = "a\x1b[2J\x1b]52;c;ZXZpbA==\x07b\r\n\tc\u009b5mé犬\x7f"
	const want = "a[2J]52;c;ZXZpbA==b\n\tc5mé犬"
	var out, complaints bytes.Buffer
	s := &session{Program: Program{Out: &out, Err: &complaints}}
	s.say(bad)
	s.complain(bad)
	if out.String() != want+"\n" || complaints.String() != want+"\n" {
		t.Errorf("%q and %q", out.String(), complaints.String())
	}
	out.Reset()
	p := &streamPrinter{session: s, name: "Lu\x1b[na"}
	p.show(companion.Turn{Text: "a\x1b[2J"})
	p.show(companion.Turn{Text: bad})
	if got := out.String(); got != "Lu[na> "+want {
		t.Errorf("streamed %q", got)
	}
	out.Reset()
	s.json = true
	s.say("{\"x\":\"\u009b\"}")
	if out.String() != "{\"x\":\"\u009b\"}\n" {
		t.Errorf("JSON was changed: %q", out.String())
	}
}

// TestHistoryOfNothing asks for the history of a file that never was.
func TestHistoryOfNothing(t *testing.T) {
	p := &program{home: t.TempDir()}
	if code := p.run(t, "", "history", "nosuch.md"); code != exitFailed || !strings.Contains(p.err.String(), "nosuch.md") {
		t.Errorf("%d %q", code, &p.err)
	}
}

// TestIndexDoesOneThing asks for two.
func TestIndexDoesOneThing(t *testing.T) {
	p := &program{home: t.TempDir()}
	if code := p.run(t, "", "index", "--rebuild", "--status"); code != exitWrongUse {
		t.Errorf("exit code %d", code)
	}
}

// TestNothingToCatchUp has nothing to live through: no plan without days is told.
func TestNothingToCatchUp(t *testing.T) {
	p := &program{home: t.TempDir()}
	if code := p.run(t, "", "dream", "--catch-up"); code != exitDone || strings.Count(p.err.String(), "\n") != 1 {
		t.Errorf("%d %q", code, &p.err)
	}
}

// TestVersion asks which version this is, as somebody who reports a fault does.
func TestVersion(t *testing.T) {
	p := &program{home: t.TempDir()}
	if code := p.run(t, "", "--version"); code != exitDone || !strings.HasPrefix(p.out.String(), "yumori ") || strings.TrimSpace(p.out.String()) == "yumori" {
		t.Errorf("%d %q %q", code, &p.out, &p.err)
	}
}
