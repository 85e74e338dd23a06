// Package source turns the files of a persona's folder into documents of an
// index: what the persona wrote, what it remembers, and the conversation with
// what of it was taken back.
package source

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
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/rag"
)

// Names are what is said of whom in the documents of a persona.
type Names struct {
	User, Persona string // what the two are called
	Language      string // of the persona, "en" or "ja"
}

// A Folder is what documents are made of: the files of a persona, and the
// stores that read some of them. Its fields are set once.
type Folder struct {
	Dir      *store.Dir
	Log      *transcript.Log
	Episodes *episodic.Journal
	Insights *episodic.Insights
	Logger   *slog.Logger
	Zone     func() *time.Location // in which a day lies
	Names    func() Names
	Entities func() []string              // names that are looked for in texts
	IsTalk   func(name, text string) bool // a file of a talk that ended
}

// A reader makes documents of one kind of files.
type reader struct {
	reads     func(name string) bool
	documents func(name, text string) []rag.Document
}

// A Files makes documents of texts that are read whole. The first reader that
// knows a file reads it. The secret diary is nobody's to read, by any name.
type Files struct {
	folder  *Folder
	readers []reader
	logs    *Log
}

// Documents is rag.Source. A file that cannot be used holds nothing; its own
// reader tells the user.
func (s Files) Documents(ctx context.Context, name string, mark int64) (rag.Batch, error) {
	if persona.IsSecret(name) {
		return rag.Batch{}, nil
	}
	if s.logs.reads(name) {
		return s.logs.Documents(ctx, name, mark)
	}
	at := slices.IndexFunc(s.readers, func(r reader) bool { return r.reads(name) })
	if at < 0 {
		return rag.Batch{}, nil
	}
	t, err := s.folder.Dir.ReadText(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return rag.Batch{}, nil
	case errors.Is(err, store.ErrUnreadable):
		s.folder.Logger.Warn("file cannot be indexed", "file", name, "error", err)
		return rag.Batch{}, nil
	case err != nil:
		return rag.Batch{}, fmt.Errorf("index %s: %w", name, err)
	}
	docs := s.readers[at].documents(name, t.S)
	Unlike(docs)
	if len(docs) > 0 && s.folder.IsForeign(name) {
		for i := range docs {
			docs[i].Kind = memory.Imported
		}
	}
	return rag.Batch{Documents: docs}, nil
}

// Unlike numbers documents whose ids are the same.
func Unlike(docs []rag.Document) {
	seen := map[string]int{}
	for i := range docs {
		id := docs[i].ID
		if seen[id]++; seen[id] > 1 {
			docs[i].ID = fmt.Sprintf("%s_%d", id, seen[id])
		}
	}
}

// Static reads what the persona wrote and what is over; conversations that are
// over are in archives.
func (f *Folder) Static(archives *Log) Files {
	return Files{folder: f, logs: archives, readers: []reader{
		{matches(`^memory/\d{4}-\d{2}-\d{2}\.md$`), f.dailyDocuments},
		{matches(`^memory/memory_(?:main|archived_[^/]*)\.txt$`), f.diaryDocuments},
		{matches(`^episodic_memory/episodic_memory(?:_archived_\d{4}-\d{2})?\.json$`), f.episodeDocuments},
		{matches(`^memory/insights(?:_archived_\d{4})?\.json$`), f.dreamDocuments},
		{matches(`^bank/[^/]+\.md$`), f.bankDocuments},
		{matches(`^(?:MEMORY\.md|memory/[^/]+\.md)$`), f.noteDocuments},
	}}
}

// Reads reports whether documents are made of a file.
func (s Files) Reads(name string) bool {
	return s.logs.reads(name) || slices.ContainsFunc(s.readers, func(r reader) bool { return r.reads(name) })
}

// IsForeign reports whether a file was brought in from another program: what
// it holds is somebody else's, whoever changed it since.
func (f *Folder) IsForeign(file string) bool {
	imported, err := f.Dir.Imported()
	if err != nil {
		f.Logger.Warn("look whose a file is", "file", file, "error", err)
		return true
	}
	return imported[file]
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

// dayAt returns a time of a day in the persona's zone, noon when there is no
// time; zero when there is no day.
func (f *Folder) dayAt(day, clock string) time.Time {
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, day+" "+cmp.Or(clock, "12:00"), f.Zone()); err == nil {
			return t
		}
	}
	return time.Time{}
}

// dailyDocuments are the entries of a daily log, what stands between, and each
// fact of its sections "## Retain" for itself.
func (f *Folder) dailyDocuments(name, text string) []rag.Document {
	day := strings.TrimSuffix(path.Base(name), ".md")
	at := memory.PlacesIn(name, text)
	docs, text := f.retainDocuments(name, day, persona.DailyText(text))
	for i, d := range docs {
		docs[i].Source = at[d.Source.Line-1]
	}
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
			ID: id, Type: rag.TypeDaily, Kind: memory.Told, Source: at[s.line-1], Session: day,
			Time: f.dayAt(day, clock), Entities: f.EntitiesIn(said), Text: said,
		})
	}
	return docs
}

// diaryDocuments are the entries of the diary.
func (f *Folder) diaryDocuments(name, text string) []rag.Document {
	at := memory.PlacesIn(name, text)
	var docs []rag.Document
	for _, s := range sections(text, diaryHeading) {
		day, clock, _ := strings.Cut(s.heading, " ")
		id := "diary_" + cmp.Or(day, "undated")
		if clock = strings.TrimSpace(clock); clock != "" {
			id += "_" + strings.ReplaceAll(clock, ":", "")
		}
		docs = append(docs, rag.Document{
			ID: strings.ReplaceAll(id, " ", "_"), Type: rag.TypeDiary, Kind: memory.Lived, Source: at[s.line-1],
			Session: day, Time: f.dayAt(day, clock), Entities: f.EntitiesIn(s.text), Text: s.text,
		})
	}
	return docs
}

// noteDocuments are the sections of a note that say something: what stands in
// comments, as the hints of an empty file do, is for who writes there. A talk
// that was ended is none: its messages are found in the log.
func (f *Folder) noteDocuments(name, text string) []rag.Document {
	if f.IsTalk(name, text) {
		return nil
	}
	day := Day.FindString(path.Base(name))
	at := memory.PlacesIn(name, text)
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
			Source: at[s.line-1], Session: day, Time: f.dayAt(day, ""), Entities: f.EntitiesIn(s.text), Text: s.text,
		})
	}
	return docs
}

var comment = regexp.MustCompile(`(?s)<!--.*?-->`)

// Day is a day, at the beginning of a name.
var Day = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}`)

var idInJSON = regexp.MustCompile(`"id"\s*:\s*"([^"\\]+)"`)

// placesOfIDs returns the place of the line that each id of a JSON text stands on.
func placesOfIDs(name, text string) map[string]memory.Place {
	at := memory.PlacesIn(name, text)
	places := map[string]memory.Place{}
	line, from := 1, 0
	for _, m := range idInJSON.FindAllStringSubmatchIndex(text, -1) {
		line += strings.Count(text[from:m[0]], "\n")
		from = m[0]
		if id := text[m[2]:m[3]]; places[id].Line == 0 {
			places[id] = at[line-1]
		}
	}
	return places
}

// episodeDocuments are the episodes of a file that nobody took back. Their
// arousal is not among it: it is asked for with each question.
func (f *Folder) episodeDocuments(name, text string) []rag.Document {
	at := placesOfIDs(name, text)
	var docs []rag.Document
	for _, e := range f.Episodes.Episodes() {
		if at[e.ID].Line == 0 {
			continue // another file's
		}
		if e.Summary = f.Unsaid(e); e.Summary == "" {
			continue
		}
		docs = append(docs, rag.Document{
			ID: e.ID, Type: rag.TypeEpisode, Kind: cmp.Or(e.Kind, memory.Lived), Source: at[e.ID],
			Session: string(e.Date), Time: f.dayAt(string(e.Date.Last()), ""), Entities: f.EntitiesIn(e.Summary), Text: e.Summary,
		})
	}
	return docs
}

// dreamDocuments are the dreams that nobody took back.
func (f *Folder) dreamDocuments(name, text string) []rag.Document {
	at := placesOfIDs(name, text)
	var docs []rag.Document
	for _, i := range f.Insights.All() {
		if at[i.ID].Line == 0 || i.Stale() {
			continue
		}
		said := joinLines(i.Topic, i.Insight, i.Strategy, i.Dream)
		docs = append(docs, rag.Document{
			ID: i.ID, Type: rag.TypeDream, Kind: cmp.Or(i.Kind, memory.Dreamed), Source: at[i.ID],
			Session: string(episodic.DateOf(i.CreatedAt)), Time: i.CreatedAt, Entities: f.EntitiesIn(said), Text: said,
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
func (f *Folder) until(ended string) string {
	at, err := time.Parse(time.RFC3339, ended)
	switch {
	case err != nil:
		return ""
	case f.Names().Language == "ja":
		return at.Format("（2006年1月2日まで）")
	}
	return at.Format(" (until 2 January 2006)")
}

// bankDocuments are the facts of a file of the bank. What was taken back
// stands in comments and is not among them; what is no longer so says until when it
// was.
func (f *Folder) bankDocuments(name, text string) []rag.Document {
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
			docs[len(docs)-1].Text += f.until(m[1])
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
			Source: memory.Place{File: name, Line: line, Sum: memory.SumOf(l)}, Text: said, Entities: f.EntitiesIn(said),
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

// EntitiesIn returns which of the known names stand in a text.
func (f *Folder) EntitiesIn(text string) []string {
	var found []string
	folded := strings.ToLower(text)
	for _, name := range f.Entities() {
		if strings.Contains(folded, strings.ToLower(name)) {
			found = append(found, name)
		}
	}
	return found
}
