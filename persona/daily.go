package persona

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
)

// memoryDir holds the daily logs, YYYY-MM-DD.md: Markdown, a block for each
// thing written down, in the order of writing.
//
//	# 2026-11-21
//
//	## [14:30:15] preference
//
//	Alex prefers dark mode.
//
// A block begins with a line `## [HH:MM:SS] category` and goes to the next
// heading of the first or second level. A line of an entry that looks like
// such a heading is kept with a backslash before it, and so is what would open
// a comment. What a block is derived from stands in a comment, see dailymark.go.
// People may add what they like between blocks, such as a section `## Retain`.
const memoryDir = "memory"

// Bounds of an entry of the daily log.
const (
	maxEntry    = MaxFile // characters
	maxCategory = 40      // characters
)

// A Daily is the daily log of one date.
type Daily struct {
	Date string // YYYY-MM-DD
	File string // in the persona's folder
	Text string // the file as it is read, see DailyText
}

func dailyFile(date string) string { return memoryDir + "/" + date + ".md" }

func isDaily(name string) bool {
	date, ok := strings.CutSuffix(path.Base(name), ".md")
	_, err := time.Parse(time.DateOnly, date)
	return ok && err == nil && name == dailyFile(date)
}

// WriteDaily adds an entry to the daily log of at's date in at's zone and
// returns where it stands. It is derived from what c
// refers to. What is in the file stays as it is, byte for byte. A file that is not text is set aside first.
// It returns ErrEmpty, ErrTooLong or ErrNewer.
func (p *Persona) WriteDaily(at time.Time, category, text string, c store.Cause) (memory.Place, error) {
	h, err := p.ProposeDaily(at, category, text)
	if err != nil {
		return memory.Place{}, err
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	line, err := p.appendTo(h.File, withSource(h.Append, c.Ref), c)
	if err != nil {
		return memory.Place{}, fmt.Errorf("write daily log: %w", err)
	}
	return memory.Place{File: h.File, Line: line}, nil
}

// ProposeDaily returns the change that WriteDaily would make, for Hold.
// Accepted, it is added to what the log is by then.
func (p *Persona) ProposeDaily(at time.Time, category, text string) (Held, error) {
	if err := p.writable(); err != nil {
		return Held{}, fmt.Errorf("write daily log: %w", err)
	}
	text = strings.TrimSpace(cleanText(text))
	if text == "" {
		return Held{}, fmt.Errorf("write daily log: %w", ErrEmpty)
	}
	if n := characters(text); n > maxEntry {
		return Held{}, fmt.Errorf("write daily log: %w: %d characters, at most %d", ErrTooLong, n, maxEntry)
	}
	category, _ = cutHead(oneLine(category), maxCategory)
	if category == "" {
		category = "note"
	}
	block := fmt.Sprintf("## [%s] %s\n\n%s\n", at.Format(time.TimeOnly), memory.EscapeComments(category), memory.EscapeComments(escapeHeadings(text)))
	return Held{File: dailyFile(at.Format(time.DateOnly)), Append: block, After: block}, nil
}

// appendTo adds a block to a Markdown file and returns the line it begins on.
// p.writing is held.
func (p *Persona) appendTo(name, block string, c store.Cause) (line int, err error) {
	err = store.Retry(func() error {
		var raw []byte
		t, err := p.dir.ReadText(name)
		if errors.Is(err, store.ErrUnreadable) {
			if err := p.quarantine(name, Unreadable, err); err != nil {
				return err
			}
			t, err = p.dir.ReadText(name)
		}
		switch {
		case err == nil:
			raw, err = p.dir.Read(name)
		case errors.Is(err, fs.ErrNotExist):
			raw, err = titled(name), nil
		}
		if err != nil {
			return err
		}
		data, at := withBlock(string(raw), block)
		line = at
		return p.dir.Replace(name, t.Version, []byte(data), c)
	})
	return line, err
}

// titled returns what a file that appendTo makes begins with: a Markdown file
// has its name for a title.
func titled(name string) []byte {
	title, ok := strings.CutSuffix(path.Base(name), ".md")
	if !ok {
		return nil
	}
	return []byte("# " + title + "\n")
}

// withBlock returns text with a block after a blank line, and the line the
// block begins on.
func withBlock(text, block string) (string, int) {
	switch {
	case text == "":
	case strings.HasPrefix(block, "- ") && strings.HasPrefix(text[strings.LastIndexByte(strings.TrimRight(text, "\r\n"), '\n')+1:], "- "):
		if !strings.HasSuffix(text, "\n") { // the list goes on
			text += "\n"
		}
	case !strings.HasSuffix(text, "\n"):
		text += "\n\n"
	case !strings.HasSuffix(text, "\n\n") && !strings.HasSuffix(text, "\n\r\n"):
		text += "\n"
	}
	return text + block, strings.Count(text, "\n") + 1
}

// DailyLogs returns the daily logs of the last days dates up to at's, in at's
// zone, oldest first. Dates without a log are left out. Those that cannot be
// read are too, and the error, which may come with others' logs, names them.
func (p *Persona) DailyLogs(at time.Time, days int) ([]Daily, error) {
	var logs []Daily
	var errs []error
	for _, date := range lastDates(at, days) {
		t, err := p.dir.ReadText(dailyFile(date))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			errs = append(errs, fmt.Errorf("read %s: %w", dailyFile(date), err))
		default:
			text := DailyText(t.S)
			logs = append(logs, Daily{Date: date, File: dailyFile(date), Text: text})
		}
	}
	return logs, errors.Join(errs...)
}

// lastDates returns the last n dates up to at's, in at's zone, oldest first.
func lastDates(at time.Time, n int) []string {
	var dates []string
	year, month, day := at.Date()
	for back := n - 1; back >= 0; back-- {
		dates = append(dates, time.Date(year, month, day-back, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
	}
	return dates
}

var (
	entryHeading = regexp.MustCompile(`^## \[(\d{2}:\d{2}:\d{2})\] ?(.*)$`)
	anyHeading   = regexp.MustCompile(`^#{1,2}(\s|$)`)
	escaped      = regexp.MustCompile(`(?m)^\\+#{1,2}(\s|$)`)
	toEscape     = regexp.MustCompile(`(?m)^\\*#{1,2}(\s|$)`)
)

// escapeHeadings keeps an entry's own lines from ending it.
func escapeHeadings(text string) string {
	return toEscape.ReplaceAllStringFunc(text, func(s string) string { return `\` + s })
}

func unescapeHeadings(text string) string {
	return escaped.ReplaceAllStringFunc(text, func(s string) string { return s[1:] })
}
