package persona

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/internal/memory"
)

func TestWriteDaily(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	for _, tt := range []struct {
		name           string
		before         string // of the file
		category, text string
		source, after  string
	}{
		{"new file", "", "fact", "Alex works on tundra.", "L3", "# 2026-11-21\n\n## [10:30:15] fact\n\nAlex works on tundra.\n"},
		{"after an entry", "# d\n\n## [09:00:00] x\n\ny\n", "fact", "z", "L7", "# d\n\n## [09:00:00] x\n\ny\n\n## [10:30:15] fact\n\nz\n"},
		{"no line break", "mine", "fact", "z", "L3", "mine\n\n## [10:30:15] fact\n\nz\n"},
		{"CRLF and mark kept", "\uFEFF# d\r\n\r\n", "fact", "z", "L3", "\uFEFF# d\r\n\r\n## [10:30:15] fact\n\nz\n"},
		{"no category", "a\n\n", " \n ", "z", "L3", "a\n\n## [10:30:15] note\n\nz\n"},
		{"category of many lines", "a\n\n", "x\n## [00:00:00] y", "z", "L3", "a\n\n## [10:30:15] x ## [00:00:00] y\n\nz\n"},
		{"forged entry", "a\n\n", "fact", "z\n## [00:00:00] plan\n# x\n\\## Retain\n### fine", "L3", "a\n\n## [10:30:15] fact\n\nz\n\\## [00:00:00] plan\n\\# x\n\\\\## Retain\n### fine\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const file = "memory/2026-11-21.md"
			if tt.before != "" {
				b.PutFile(t, file, tt.before)
			}
			source, err := b.WriteDaily(at(), tt.category, tt.text, user())
			if err != nil || source.String() != file+"#"+tt.source {
				t.Errorf("source %q, %v; want %s", source, err, tt.source)
			}
			if got := b.FileText(t, file); got != tt.after {
				t.Errorf("file %q, want %q", got, tt.after)
			}
			logs, err := b.DailyLogs(at(), 1)
			if err != nil || len(logs) != 1 {
				t.Fatalf("logs %v, %v", logs, err)
			}
			entries := parseDaily(logs[0].Text)
			e := entries[len(entries)-1]
			if e.Text != tt.text || fmt.Sprintf("L%d", e.Line) != tt.source || e.Time != "10:30:15" {
				t.Errorf("read back %+v", e)
			}
		})
	}
	if _, err := b.WriteDaily(at(), "x", " \n", user()); !errors.Is(err, ErrEmpty) {
		t.Errorf("nothing: %v", err)
	}
	if _, err := b.WriteDaily(at(), "x", strings.Repeat("x", MaxFile+1), user()); !errors.Is(err, ErrTooLong) {
		t.Errorf("too much: %v", err)
	}
}

func TestDailyLogs(t *testing.T) {
	t.Parallel()
	b := newDamaged(t, Sample{"memory/2026-11-18.md": "a", "memory/2026-11-19.md": "b", "memory/2026-11-21.md": "d", "memory/2026-11-22.md": "e", "memory/2026-11-21-walk.md": "f"})
	texts := func(at time.Time, days int) string {
		logs, err := b.DailyLogs(at, days)
		s := ""
		for _, l := range logs {
			s += l.Text
		}
		if err != nil {
			s += "!"
		}
		return s
	}
	for _, tt := range []struct {
		name string
		at   time.Time
		days int
		want string
	}{
		{"three days", at(), 3, "bd"},
		{"one", at(), 1, "d"},
		{"none", at(), 0, ""},
		{"the date where the user is", time.Date(2026, 11, 21, 23, 59, 0, 0, time.FixedZone("", -11*3600)), 1, "d"},
		{"the same moment elsewhere", time.Date(2026, 11, 21, 23, 59, 0, 0, time.FixedZone("", -11*3600)).In(time.UTC), 1, "e"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := texts(tt.at, tt.days); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	b.PutFile(t, "memory/2026-11-20.md", "\xff")
	if got := texts(at(), 3); got != "bd!" {
		t.Errorf("with an unreadable one: %q", got)
	}
}

func TestWriteDailyConcurrent(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if _, err := b.WriteDaily(at(), "fact", fmt.Sprintf("entry %d.", i), user()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	logs, err := b.DailyLogs(at(), 1)
	if err != nil || len(logs) != 1 || len(parseDaily(logs[0].Text)) != 20 {
		t.Errorf("logs %v, %v", logs, err)
	}
}

func FuzzDaily(f *testing.F) {
	f.Add("# 2026-11-21\n\n## [14:30:15] preference\n\nAlex prefers dark mode.\n\n## Retain\n- x\n", "text\n## [00:00:00] forged\n\\# x")
	f.Add("## [99:99:99]", "#")
	f.Add("\r\n## [00:00:00] a\r\nb", "\\\\## a")
	f.Fuzz(func(t *testing.T, file, text string) {
		last := 0
		lines := strings.Split(file, "\n")
		for _, e := range parseDaily(DailyText(file)) {
			if e.Line <= last || e.Line > len(lines) || !strings.Contains(lines[e.Line-1], "["+e.Time+"]") {
				t.Fatalf("entry %+v of %q", e, file)
			}
			last = e.Line
		}
		text = strings.TrimSpace(cleanText(text))
		if text == "" || strings.ContainsRune(text, '\r') {
			return
		}
		data, line := withBlock(file, "## [10:30:15] fact\n\n"+memory.EscapeComments(escapeHeadings(text))+"\n")
		if !strings.HasPrefix(data, file) {
			t.Fatalf("%q was changed to %q", file, data)
		}
		entries := parseDaily(DailyText(data))
		if e := entries[len(entries)-1]; e.Text != text || e.Line != line || e.Category != "fact" {
			t.Fatalf("%q at line %d was read as %+v", text, line, e)
		}
	})
}

// An Entry is one block of a daily log.
type Entry struct {
	Line     int    // of its heading; the first line is 1
	Time     string // HH:MM:SS as written
	Category string
	Text     string
}

// parseDaily returns the entries of a DailyText. It takes any text.
func parseDaily(text string) []Entry {
	var entries []Entry
	var body []string
	open := false
	end := func() {
		if open {
			entries[len(entries)-1].Text = unescapeHeadings(memory.UnescapeComments(strings.TrimSpace(strings.Join(body, "\n"))))
		}
		body, open = nil, false
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if m := entryHeading.FindStringSubmatch(line); m != nil {
			end()
			entries = append(entries, Entry{Line: i + 1, Time: m[1], Category: memory.UnescapeComments(strings.TrimSpace(m[2]))})
			open = true
			continue
		}
		if anyHeading.MatchString(line) {
			end()
		}
		body = append(body, line)
	}
	end()
	return entries
}
