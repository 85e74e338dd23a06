package imports

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// How a line of a log says who speaks, after the time it may begin with:
//
//	Name: text          **Name:** text          ## Name          10:15<tab>Name<tab>text
var (
	namedLine   = regexp.MustCompile("^(?:\\*\\*|__)?([^\\s:：*#>\\[\\]()|`\"][^:：*#>\\[\\]|`\"]{0,39}?)(?:\\*\\*|__)?\\s?[:：](?:\\*\\*|__)?(?:\\s+(.*)|)$")
	namedJa     = regexp.MustCompile("^([^\\s:：*#>\\[\\]()|`\"「」、。]{1,20})(?:：\\s*|「)(.*)$")
	headingLine = regexp.MustCompile("^#{1,6}\\s+(?:\\*\\*)?([^*#`|]{1,40}?)(?:\\*\\*)?\\s?[:：]?(?:\\*\\*)?$")
	tabbedLine  = regexp.MustCompile(`^(\d{1,2}:\d{2}(?::\d{2})?)\t([^\t]{1,40})\t(.*)$`)
	timedLine   = regexp.MustCompile("^\\[?(\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4},?[ T]+\\d{1,2}:\\d{2}(?::\\d{2})?(?:[ \u202f]?[AaPp][Mm])?(?:Z|[+-]\\d{2}:\\d{2})?)\\]?(?:\\s+-)?\\s*(.*)$")
	dayLine     = regexp.MustCompile(`^(?:#+\s*|-+\s*|\[)?(\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2})日?(?:\s?[(（][^)）]{1,9}[)）])?(?:\s*-+|\])?$`)
)

// A said is what one line of a log says.
type said struct {
	name string // who begins to speak; "" nobody: it goes on
	text string
	at   time.Time
}

// A logReader reads a log line by line.
type logReader struct {
	day    string // the last line that was a day
	fenced bool   // in a block of code
}

// line reads a line.
func (l *logReader) line(s string) said {
	if strings.HasPrefix(strings.TrimSpace(s), "```") {
		l.fenced = !l.fenced
		return said{text: s}
	}
	if l.fenced || len(s) == 0 {
		return said{text: s}
	}
	if m := dayLine.FindStringSubmatch(s); m != nil {
		if day := strings.NewReplacer("年", "-", "月", "-", "/", "-", ".", "-").Replace(m[1]); !date(day).IsZero() {
			l.day = day
			return said{}
		}
	}
	if m := tabbedLine.FindStringSubmatch(s); m != nil {
		return said{name: m[2], text: m[3], at: l.clock(m[1])}
	}
	at, rest := timed(s)
	return spoken(rest, at)
}

// timed takes the time off that a line begins with.
func timed(s string) (at time.Time, rest string) {
	if c := s[0]; c != '[' && (c < '0' || c > '9') {
		return at, s
	}
	m := timedLine.FindStringSubmatch(s)
	if m == nil {
		return at, s
	}
	if at = logTime(m[1]); at.IsZero() {
		return at, s
	}
	return at, m[2]
}

// spoken finds who speaks in a line.
func spoken(s string, at time.Time) said {
	head := s[:clipAt(s, 200)] // names are short
	for _, re := range []*regexp.Regexp{headingLine, namedLine, namedJa} {
		m := re.FindStringSubmatchIndex(head)
		if m == nil {
			continue
		}
		name, text := strings.TrimSpace(head[m[2]:m[3]]), ""
		if len(m) > 4 && m[4] >= 0 {
			text = s[m[4]:]
		}
		if re == namedJa {
			text = strings.TrimSuffix(text, "」")
		}
		return said{name: name, text: text, at: at}
	}
	return said{text: s, at: at}
}

// clipAt returns n, or less where that would cut a character in two.
func clipAt(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

func date(day string) time.Time {
	t, _ := time.ParseInLocation("2006-1-2", day, time.Local) // zero is none
	return t
}

// clock is a time of the day that was met last.
func (l *logReader) clock(hm string) time.Time {
	if l.day == "" {
		return time.Time{}
	}
	for _, layout := range []string{"2006-1-2 15:04:05", "2006-1-2 15:04"} {
		if t, err := time.ParseInLocation(layout, l.day+" "+hm, time.Local); err == nil {
			return t
		}
	}
	return time.Time{}
}

// logTime reads a time as logs write it.
func logTime(s string) time.Time {
	s = strings.Join(strings.Fields(strings.NewReplacer(",", " ", "\u202f", " ", "T", " ").Replace(s)), " ")
	s = strings.ToUpper(s)
	for _, layout := range []string{
		"2006-1-2 15:04:05", "2006-1-2 15:04", "2006/1/2 15:04:05", "2006/1/2 15:04", "2006-1-2 15:04:05Z07:00", "2006.1.2 15:04:05", "2006.1.2 15:04",
		"1/2/06 3:04 PM", "1/2/06 3:04:05 PM", "1/2/2006 3:04 PM", "1/2/2006 3:04:05 PM", "1/2/06 15:04", "1/2/06 15:04:05",
		"2.1.06 15:04", "2.1.06 15:04:05", "2.1.2006 15:04", "2.1.2006 15:04:05", "2/1/2006 15:04", "2/1/2006 15:04:05", "2/1/06 15:04",
	} {
		if t, err := time.ParseInLocation(layout, s, time.Local); err == nil && t.Year() > 1970 {
			return t
		}
	}
	return time.Time{}
}

// readText reads a log in plain text twice: to find out who speaks, and what is
// said. A table of comma separated values with columns for who and what is read
// as one.
func readText(ctx context.Context, d doc, out *reading) error {
	var names tally
	log := logReader{}
	table := false
	err := eachLine(ctx, d, func(n int, line []byte) error {
		if !utf8.Valid(line) || bytes.IndexByte(line, 0) >= 0 {
			return refuse(Encoding, "line %d is not UTF-8", n+1)
		}
		if n == 0 && isTable(line) {
			table = true
			return io.EOF
		}
		if s := log.line(string(line)); s.name != "" {
			names.add(s.name)
		}
		return nil
	})
	if table {
		return readTable(ctx, d, out)
	}
	if err != nil {
		return err
	}
	roles, err := names.roles(out.opt)
	if err != nil {
		return err
	}
	t := &telling{reading: out, roles: roles}
	log = logReader{}
	if err := out.sink.Thread(Thread{Linear: true, With: names.with(roles), Names: names.speakers(roles)}); err != nil {
		return err
	}
	if err := eachLine(ctx, d, func(_ int, line []byte) error { return t.take(log.line(string(line)), string(line)) }); err != nil {
		return err
	}
	return t.end()
}

// eachLine calls do for each line of a doc; io.EOF ends it.
func eachLine(ctx context.Context, d doc, do func(n int, line []byte) error) error {
	r, err := d.open()
	if err != nil {
		return err
	}
	defer r.Close()
	n := 0
	for line, err := range lines(&stopped{ctx, r}) {
		if err == nil {
			err = do(n, line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		n++
	}
	return nil
}

// A telling puts lines together to messages.
type telling struct {
	*reading
	roles map[string]Role // by folded name
	now   Message
	name  string // of who speaks, if that is neither of the two
	text  strings.Builder
	open  bool // somebody speaks
}

// take adds a line.
func (t *telling) take(s said, line string) error {
	role, known := t.roles[foldName(s.name)]
	if s.name == "" || !known {
		switch {
		case !t.open && strings.TrimSpace(line) != "" && s != (said{}):
			t.left.Add("preface", WhyUntitled)
		case t.open && t.text.Len() <= MaxText && (s.name != "" || s.text != ""):
			t.text.WriteString("\n" + line)
		case t.open:
			t.text.WriteString("\n")
		}
		return nil
	}
	if err := t.end(); err != nil {
		return err
	}
	t.open, t.now, t.name = true, Message{Role: role, Time: s.at}, s.name
	t.text.WriteString(s.text)
	return nil
}

// end hands on what was said last.
func (t *telling) end() error {
	text := t.clean(t.text.String())
	open := t.open
	t.text.Reset()
	t.open = false
	switch {
	case !open || text == "":
		return nil
	case t.now.Role == "":
		t.left.Add(t.name, WhySpeaker)
		return nil
	}
	t.now.Text = text
	return t.sink.Message(t.now)
}

// The columns of a table, by what their heads are called.
var columns = map[string][]string{
	"who":  {"from", "sender", "speaker", "name", "role", "author"},
	"what": {"text", "message", "content", "body"},
	"when": {"timestamp", "date", "time", "created_at", "datetime"},
}

func columnOf(head []string, what string) int {
	for _, name := range columns[what] {
		if i := slices.IndexFunc(head, func(h string) bool { return foldName(strings.Trim(h, "\ufeff\" ")) == name }); i >= 0 {
			return i
		}
	}
	return -1
}

func isTable(line []byte) bool {
	head := strings.Split(string(line), ",")
	return columnOf(head, "who") >= 0 && columnOf(head, "what") >= 0
}

// readTable reads a table of who said what and when, as backups of Replika are:
// in either order of time.
func readTable(ctx context.Context, d doc, out *reading) error {
	r, err := d.open()
	if err != nil {
		return err
	}
	defer r.Close()
	in := csv.NewReader(io.LimitReader(&stopped{ctx, r}, maxWhole+1))
	in.FieldsPerRecord, in.LazyQuotes = -1, true
	var names tally
	list, err := rows(in, &names, out.left)
	if err != nil {
		return err
	}
	roles, err := names.roles(out.opt)
	if err != nil {
		return err
	}
	if n := len(list); n > 1 && list[0].at.After(list[n-1].at) {
		slices.Reverse(list)
	}
	t := &telling{reading: out, roles: roles}
	if err := out.sink.Thread(Thread{Linear: true, With: names.with(roles), Names: names.speakers(roles)}); err != nil {
		return err
	}
	for _, s := range list {
		if err := errors.Join(t.take(s, s.text), t.end()); err != nil {
			return err
		}
	}
	return nil
}

// rows reads the rows of a table, and counts who speaks.
func rows(in *csv.Reader, names *tally, left *Leftovers) ([]said, error) {
	head, err := in.Read()
	if err != nil {
		return nil, refuse(Damaged, "%v", err)
	}
	who, what, when := columnOf(head, "who"), columnOf(head, "what"), columnOf(head, "when")
	var list []said
	for {
		row, err := in.Read()
		var bad *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return list, nil
		case errors.As(err, &bad), err == nil && len(row) <= max(who, what):
			left.Add("line", WhyDamaged)
			continue
		case err != nil:
			return nil, err
		case in.InputOffset() > maxWhole:
			return nil, refuse(TooLarge, "a table has more than %d bytes", maxWhole)
		}
		s := said{name: row[who], text: row[what]}
		if when >= 0 && when < len(row) {
			s.at = stamp(row[when])
		}
		names.add(s.name)
		list = append(list, s)
	}
}
