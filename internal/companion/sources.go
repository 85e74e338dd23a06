package companion

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"yumori/episodic"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/persona"
	"yumori/rag"
)

// The indexes of a persona: what does not change any more or seldom, the
// conversation as it runs, and what the user gave to read.
const (
	indexStatic    = "static"
	indexLog       = "log"
	indexKnowledge = "knowledge"
)

// A reader makes documents of one kind of files.
type reader struct {
	reads     func(name string) bool
	documents func(name, text string) []rag.Document
}

// A fileSource makes documents of texts that are read whole. The first reader
// that knows a file reads it. The secret diary is nobody's to read, by any
// name.
type fileSource struct {
	dir     *store.Dir
	readers []reader
	logs    *logSource             // nil: conversations are somebody else's
	foreign func(name string) bool // a file that was brought in from another program
	logger  *slog.Logger
}

// Documents is rag.Source. A file that cannot be used holds nothing; its own
// reader tells the user.
func (s fileSource) Documents(ctx context.Context, name string, mark int64) (rag.Batch, error) {
	if persona.IsSecret(name) {
		return rag.Batch{}, nil
	}
	if s.logs != nil && s.logs.reads(name) {
		return s.logs.Documents(ctx, name, mark)
	}
	at := slices.IndexFunc(s.readers, func(r reader) bool { return r.reads(name) })
	if at < 0 {
		return rag.Batch{}, nil
	}
	t, err := s.dir.ReadText(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return rag.Batch{}, nil
	case errors.Is(err, store.ErrUnreadable):
		s.logger.Warn("file cannot be indexed", "file", name, "error", err)
		return rag.Batch{}, nil
	case err != nil:
		return rag.Batch{}, fmt.Errorf("index %s: %w", name, err)
	}
	docs := s.readers[at].documents(name, t.S)
	unlike(docs)
	if s.foreign != nil && len(docs) > 0 && s.foreign(name) {
		for i := range docs {
			docs[i].Kind = memory.Imported
		}
	}
	return rag.Batch{Documents: docs}, nil
}

// unlike numbers documents whose ids are the same.
func unlike(docs []rag.Document) {
	seen := map[string]int{}
	for i := range docs {
		id := docs[i].ID
		if seen[id]++; seen[id] > 1 {
			docs[i].ID = fmt.Sprintf("%s_%d", id, seen[id])
		}
	}
}

// staticSource reads what the persona wrote and what is over.
func (c *Companion) staticSource(logs *logSource) fileSource {
	return fileSource{dir: c.dir, logger: c.logger, logs: logs, foreign: c.isForeign, readers: []reader{
		{matches(`^memory/\d{4}-\d{2}-\d{2}\.md$`), c.dailyDocuments},
		{matches(`^memory/memory_(?:main|archived_[^/]*)\.txt$`), c.diaryDocuments},
		{matches(`^episodic_memory/episodic_memory(?:_archived_\d{4}-\d{2})?\.json$`), c.episodeDocuments},
		{matches(`^memory/insights(?:_archived_\d{4})?\.json$`), c.dreamDocuments},
		{matches(`^bank/[^/]+\.md$`), c.bankDocuments},
		{matches(`^(?:MEMORY\.md|memory/[^/]+\.md)$`), c.noteDocuments},
	}}
}

func matches(pattern string) func(string) bool { return regexp.MustCompile(pattern).MatchString }

// A section is a part of a text with the heading it stands under.
type section struct {
	line    int // of the heading, from 1
	heading string
	text    string
}

// sections cuts a text before every line that heading matches; its first
// group is the heading. Blank sections are left out.
func sections(text string, heading *regexp.Regexp) []section {
	var list []section
	var body strings.Builder
	open := section{line: 1}
	end := func() {
		if open.text = strings.TrimSpace(body.String()); open.text != "" {
			list = append(list, open)
		}
		body.Reset()
	}
	line := 0
	for l := range strings.Lines(text) {
		line++
		if m := heading.FindStringSubmatch(strings.TrimRight(l, "\r\n")); m != nil {
			end()
			open = section{line: line, heading: strings.TrimSpace(m[1])}
			continue
		}
		body.WriteString(l)
	}
	end()
	return list
}

var (
	topHeading     = regexp.MustCompile(`^#{1,2}(?:[ \t]+(.*))?$`)
	dailyHeading   = regexp.MustCompile(`^\[(\d{2}:\d{2}:\d{2})\] ?`)
	diaryHeading   = regexp.MustCompile(`^##[ \t]+(\d{4}-\d{2}-\d{2}(?:[ \t].*)?)$`)
	escapedHeading = regexp.MustCompile(`(?m)^\\(\\*#{1,2}(?:\s|$))`)
)

func place(name string, line int) string { return fmt.Sprintf("%s#L%d", name, line) }

// dayAt returns a time of a day in the persona's zone, noon when there is no
// time; zero when there is no day.
func (c *Companion) dayAt(day, clock string) time.Time {
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, day+" "+cmp.Or(clock, "12:00"), c.now().Location()); err == nil {
			return t
		}
	}
	return time.Time{}
}

// dailyDocuments are the entries of a daily log, what stands between, and each
// fact of its sections "## Retain" for itself.
func (c *Companion) dailyDocuments(name, text string) []rag.Document {
	day := strings.TrimSuffix(path.Base(name), ".md")
	docs, text := c.retainDocuments(name, day, persona.DailyText(text))
	for _, s := range sections(text, topHeading) {
		clock := ""
		if m := dailyHeading.FindStringSubmatch(s.heading); m != nil {
			clock = m[1]
		}
		id := "daily_" + day
		if clock != "" {
			id += "_" + strings.ReplaceAll(clock, ":", "")
		}
		said := escapedHeading.ReplaceAllString(s.text, "$1")
		docs = append(docs, rag.Document{
			ID: id, Type: rag.TypeDaily, Kind: memory.Told, Source: place(name, s.line), Session: day,
			Time: c.dayAt(day, clock), Entities: c.entitiesIn(said), Text: said,
		})
	}
	return docs
}

// diaryDocuments are the entries of the diary.
func (c *Companion) diaryDocuments(name, text string) []rag.Document {
	var docs []rag.Document
	for _, s := range sections(text, diaryHeading) {
		day, clock, _ := strings.Cut(s.heading, " ")
		id := "diary_" + cmp.Or(day, "undated")
		if clock = strings.TrimSpace(clock); clock != "" {
			id += "_" + strings.ReplaceAll(clock, ":", "")
		}
		docs = append(docs, rag.Document{
			ID: strings.ReplaceAll(id, " ", "_"), Type: rag.TypeDiary, Kind: memory.Lived, Source: place(name, s.line),
			Session: day, Time: c.dayAt(day, clock), Entities: c.entitiesIn(s.text), Text: s.text,
		})
	}
	return docs
}

// noteDocuments are the sections of a note that say something: what stands in
// comments, as the hints of an empty file do, is for who writes there. A talk
// that was ended is none: its messages are found in the log.
func (c *Companion) noteDocuments(name, text string) []rag.Document {
	if _, ended := readSession(name, text); ended {
		return nil
	}
	day := noteDay.FindString(path.Base(name))
	var docs []rag.Document
	for n, s := range sections(text, topHeading) {
		if s.text = strings.TrimSpace(comment.ReplaceAllString(s.text, "")); s.text == "" {
			continue
		}
		if s.heading != "" {
			s.text = s.heading + "\n\n" + s.text
		}
		docs = append(docs, rag.Document{
			ID: fmt.Sprintf("%s_%d", name, n+1), Type: rag.TypeNote, Kind: memory.Told, Format: rag.Markdown,
			Source: place(name, s.line), Session: day, Time: c.dayAt(day, ""), Entities: c.entitiesIn(s.text), Text: s.text,
		})
	}
	return docs
}

var comment = regexp.MustCompile(`(?s)<!--.*?-->`)

var noteDay = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}`)

var idInJSON = regexp.MustCompile(`"id"\s*:\s*"([^"\\]+)"`)

// linesOfIDs returns the line that each id of a JSON text stands on.
func linesOfIDs(text string) map[string]int {
	lines := map[string]int{}
	line, from := 1, 0
	for _, m := range idInJSON.FindAllStringSubmatchIndex(text, -1) {
		line += strings.Count(text[from:m[0]], "\n")
		from = m[0]
		if id := text[m[2]:m[3]]; lines[id] == 0 {
			lines[id] = line
		}
	}
	return lines
}

// episodeDocuments are the episodes of a file that nobody took back. Their
// arousal is not among it: it is asked for with each question.
func (c *Companion) episodeDocuments(name, text string) []rag.Document {
	lines := linesOfIDs(text)
	var docs []rag.Document
	for _, e := range c.mind.episodes.Episodes() {
		if lines[e.ID] == 0 {
			continue // another file's
		}
		if e.Summary = c.unsaid(e); e.Summary == "" {
			continue
		}
		docs = append(docs, rag.Document{
			ID: e.ID, Type: rag.TypeEpisode, Kind: cmp.Or(e.Kind, memory.Lived), Source: place(name, lines[e.ID]),
			Session: string(e.Date), Time: c.dayAt(string(e.Date.Last()), ""), Entities: c.entitiesIn(e.Summary), Text: e.Summary,
		})
	}
	return docs
}

// dreamDocuments are the dreams that nobody took back.
func (c *Companion) dreamDocuments(name, text string) []rag.Document {
	lines := linesOfIDs(text)
	var docs []rag.Document
	for _, i := range c.mind.insights.All() {
		if lines[i.ID] == 0 || !mayTell(i) {
			continue
		}
		said := joinLines(i.Topic, i.Insight, i.Strategy, i.Dream)
		docs = append(docs, rag.Document{
			ID: i.ID, Type: rag.TypeDream, Kind: cmp.Or(i.Kind, memory.Dreamed), Source: place(name, lines[i.ID]),
			Session: string(episodic.DateOf(i.CreatedAt)), Time: i.CreatedAt, Entities: c.entitiesIn(said), Text: said,
		})
	}
	return docs
}

// joinLines joins the texts that are not blank.
func joinLines(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return strings.TrimSpace(s) == "" }), "\n")
}

var (
	bullet     = regexp.MustCompile(`^[-*+•・][ \t　]*(.+)$`)
	bankField  = regexp.MustCompile(`<!--[^>]*-->`)
	bankID     = regexp.MustCompile(`\bid:\s*([^\s;>]+)`)
	bankKind   = regexp.MustCompile(`\bkind:\s*([a-z]+)`)
	bankTime   = regexp.MustCompile(`\btime:\s*([^\s;>]+)`)
	bankEnded  = regexp.MustCompile(`^[ \t]+- ended: .*<!-- time: (\S+?)(?:;.*)? -->$`)
	bankEntity = regexp.MustCompile(`[@＠]([^\s:：,，@＠]+)`)
)

// until says to which day something was so.
func (c *Companion) until(ended string) string {
	at, err := time.Parse(time.RFC3339, ended)
	switch {
	case err != nil:
		return ""
	case c.persona.Profile().Language == "ja":
		return at.Format("（2006年1月2日まで）")
	}
	return at.Format(" (until 2 January 2006)")
}

// bankDocuments are the facts of a file of the bank. What was taken back
// stands in comments and is not among them; what is no longer so says until when it
// was.
func (c *Companion) bankDocuments(name, text string) []rag.Document {
	var docs []rag.Document
	hidden, line := false, 0
	for l := range strings.Lines(text) {
		line++
		l = strings.TrimRight(l, "\r\n")
		if hidden || strings.HasPrefix(l, "<!--") {
			hidden = !strings.Contains(l, "-->")
			continue
		}
		if m := bankEnded.FindStringSubmatch(l); m != nil && len(docs) > 0 {
			docs[len(docs)-1].Text += c.until(m[1])
		}
		m := bullet.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		said := strings.TrimSpace(bankField.ReplaceAllString(m[1], ""))
		if said == "" {
			continue
		}
		fields := strings.Join(bankField.FindAllString(m[1], -1), ";")
		d := rag.Document{
			ID: cmp.Or(group(bankID, fields), name), Type: rag.TypeBank, Kind: cmp.Or(memory.Kind(group(bankKind, fields)), memory.Told),
			Source: place(name, line), Text: said, Entities: c.entitiesIn(said),
		}
		for _, e := range bankEntity.FindAllStringSubmatch(said, -1) {
			if !slices.Contains(d.Entities, e[1]) {
				d.Entities = append(d.Entities, e[1])
			}
		}
		d.Time, _ = time.Parse(time.RFC3339, group(bankTime, fields)) // zero if unknown
		docs = append(docs, d)
	}
	return docs
}

func group(re *regexp.Regexp, s string) string {
	if m := re.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

// maxNames is how many names of entities a text is looked through for.
const maxNames = 300

// entityNames returns the names the persona knows something about.
func (c *Companion) entityNames() []string {
	names, _, err := c.mind.shelf.Names(maxNames)
	if err != nil {
		c.logger.Warn("list entities", "error", err)
	}
	return namesOf(names)
}

// entitiesIn returns which of the known names stand in a text.
func (c *Companion) entitiesIn(text string) []string {
	if c.recall == nil {
		return nil
	}
	var found []string
	folded := strings.ToLower(text)
	for _, name := range c.recall.known() {
		if strings.Contains(folded, strings.ToLower(name)) {
			found = append(found, name)
		}
	}
	return found
}
