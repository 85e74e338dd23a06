//go:build unix

package ui

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2/test"
)

// hostile are texts by somebody who means ill, by what they try.
func hostile(server, file string) map[string]string {
	return map[string]string{
		"pictures": fmt.Sprintf("![a](%[1]s/a.png) <img src=\"%[1]s/b.png\"> [![c](%[1]s/c.png)](javascript:alert(1)) ![d](file://%[2]s) [e](file://%[2]s) [f]: %[1]s/f", server, file),
		"a word":   strings.Repeat("w", 100_000),
		"a line":   strings.Repeat("one line ", 1<<17),
		"zalgo":    strings.Repeat("e"+strings.Repeat("\u0301\u0489", 40), 400),
		"order":    strings.Repeat("\u202eright \u2067left\u202c ", 2000) + "\u05d0\u05d1 abc \u0661\u0662",
		"controls": strings.Repeat("\x00\x07\x1b[31m\x08\r\v\ufeff", 2000),
		"nesting":  strings.Repeat("> ", 5000) + strings.Repeat("- ", 5000) + strings.Repeat("[", 5000),
	}
}

// toldBy puts a text wherever the pages show one that is not the window's own.
func (s *stage) toldBy(text string) {
	m := s.companion
	for i := range m.Episodes {
		m.Episodes[i].Summary = text
	}
	m.Insights = []episodic.Insight{{ID: "i", Topic: text, Insight: text, Strategy: text, Dream: text, CreatedAt: uitest.Noon}}
	for i := range m.KeptFacts {
		m.KeptFacts[i].Text = text
		m.KeptFacts[i].Evidence = []facts.Evidence{{Stance: facts.For, Text: text}}
	}
	m.Secrets = text
	for _, name := range []string{"SOUL.md", "core_memory.txt", "entity_memory/lake.md", "memory/2026-11-20-tea.md"} {
		m.KeptTexts[name] = text
	}
	for i := range m.Records {
		for k := range m.Records[i].Changes {
			c := &m.Records[i].Changes[k]
			c.Title, c.After = text, &text
			for e := range c.Evidence {
				c.Evidence[e].Quote = text
			}
		}
	}
	for i := range m.Reason.Memories {
		m.Reason.Memories[i].Content = text
	}
	for i := range m.Library.Papers {
		m.Library.Papers[i].Name = text
	}
	m.Answer = text
}

// hostileMost is how many times longer than with a sentence a page may take.
// A megabyte takes some forty times; what freezes takes thousands.
const hostileMost = 150

// tellEverywhere opens every page over a text, and tells how long each took.
func tellEverywhere(t *testing.T, text string) map[string]time.Duration {
	t.Helper()
	s := livedStage(t)
	denyRemote()
	s.toldBy(text)
	took := map[string]time.Duration{}
	for _, at := range append(openings(), opened{"a reply", func(s *stage) {
		s.goPage(pageChat)
		test.Type(s.ChatPage().Composer.Entry, "hello")
		test.Tap(s.ChatPage().Composer.Send)
	}}) {
		began := time.Now()
		at.open(s)
		s.bench.Settle()
		s.win.Canvas().Capture()
		took[at.name] = max(time.Since(began), 20*time.Millisecond)
	}
	return took
}

// TestHostileTextsOnEveryPage shows them in every place: nothing is fetched,
// no file is touched, and no page freezes.
func TestHostileTextsOnEveryPage(t *testing.T) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	pipe := filepath.Join(t.TempDir(), "pipe.png")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	usual := tellEverywhere(t, "We went to the lake.")
	for what, text := range hostile(server.URL, pipe) {
		t.Run(what, func(t *testing.T) {
			if what != "pictures" && (raceEnabled || testing.Short()) {
				t.Skip("draws a megabyte many times")
			}
			for page, took := range tellEverywhere(t, text) {
				if share := float64(took) / float64(usual[page]); share > hostileMost {
					t.Errorf("%s takes %v, %.0f times what a sentence takes", page, took, share)
				}
			}
		})
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("%d pictures were fetched", n)
	}
	// Who reads the pipe would still wait in it.
	if fd, err := syscall.Open(pipe, syscall.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
		_ = syscall.Close(fd)
		t.Error("a file was opened")
	}
}

// TestNoLinkOpensSilently offers to open https alone, and shows of each where
// it leads.
func TestNoLinkOpensSilently(t *testing.T) {
	for _, address := range []string{"javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "http://example.com/", "vbscript:x", "https://a@b.example/", "https://example.com/a"} {
		s := newStage(t, 0)
		s.openLink(address)
		if s.sheets.Open() == nil || !strings.Contains(uitest.Said(s.sheets.Open()), address) {
			t.Errorf("%s is not shown", address)
		}
		offered := strings.Contains(uitest.Said(s.sheets.Open()), "["+s.words.T("link.open")+"]")
		if want := address == "https://example.com/a"; offered != want {
			t.Errorf("%s: opening it is offered: %v", address, offered)
		}
	}
}
