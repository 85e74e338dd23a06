// Package sessions is about the talks of a persona: where one ends and the next
// begins, the file that is left of each, what it is called, and going on with it.
package sessions

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/internal/lang"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/internal/transcript"
)

// A session is the talk between two of its edges, which are notes in the log.
// One that was ended has a file memory/YYYY-MM-DD-<slug>.md with its last
// messages, for people to read: the log has all of them, and recall finds them
// there. A block begins with a line that names its message, and goes when that
// is taken back.
//
//	---
//	title: red bicycle
//	first: 01KA…
//	last: 01KA…
//	ended: 2026-11-22T20:31:00+09:00
//	messages: 12
//	---
//	# red bicycle
//
//	<!-- 01KA… -->
//	**Alex** · 2026-11-22 20:14
//
//	I bought a red bicycle.
var sessionFile = regexp.MustCompile(`^memory/(\d{4}-\d{2}-\d{2}-[^/]+)\.md$`)

// Bounds of sessions.
const (
	sessionLines = 15    // messages that are shown in the file
	sessionMost  = 2_000 // messages that an end looks back over
	sessionNamed = 40    // characters of a slug
	sessionsHits = 200   // messages that a search for sessions looks at
	titleMost    = 200   // characters of a title
)

// pageSize is how many messages are read at a time.
const pageSize = 40

// Options are what a Store works with. All of it is required.
type Options struct {
	Dir    *store.Dir
	Log    *transcript.Log
	Files  *texts.Files
	Now    func() time.Time
	Logger *slog.Logger
	// Names returns what user and persona are called.
	Names func() (user, persona string)
	// Light makes the model that names talks, nil where rules do.
	Light func(context.Context) (llm.Model, error)
	// Alone keeps turns away until done is called; the context it returns ends
	// when one wants to begin.
	Alone func(context.Context) (naming context.Context, done func(), err error)
	// Standing returns those of the messages that something may be derived from.
	Standing func([]transcript.ID) ([]transcript.ID, error)
	// Changed is told of the message that the log ends with now.
	Changed func(transcript.ID)
}

// A Store is the sessions of a persona. It is safe for concurrent use.
type Store struct{ opt Options }

// New returns the sessions of a persona.
func New(o Options) *Store { return &Store{o} }

// The errors about sessions.
var (
	// ErrNoTalk says that nothing was said since the last session ended.
	ErrNoTalk = errors.New("nothing was said since the last talk ended")
	// ErrNoSession says that no session that ended has the name.
	ErrNoSession = errors.New("no such talk")
)

// A Session is a talk that was ended.
type Session struct {
	ID    string        `json:"id"` // YYYY-MM-DD-slug
	Title string        `json:"title"`
	File  string        `json:"file"` // in the persona's folder
	First transcript.ID `json:"first"`
	Last  transcript.ID `json:"last"`
	Ended time.Time     `json:"ended"`
	// Messages is how many there were when it ended, at most sessionMost; 0 is unknown.
	Messages int `json:"messages,omitempty"`
}

// holds reports whether a message was said in a session, as far as ids tell.
func (s Session) holds(id transcript.ID) bool { return s.First <= id && id <= s.Last }

// An Edge is what a note that bounds sessions has as its trace.
type Edge struct {
	Session struct {
		Ended    bool          `json:"ended,omitempty"`    // the talk before the note has ended
		Reopened transcript.ID `json:"reopened,omitempty"` // the message after which the talk goes on
	} `json:"session"`
}

// edgeOf reads a message that bounds sessions. The talk before a reopened one
// is older than the note, so that reading back comes to an end.
func edgeOf(m transcript.Message) (Edge, bool) {
	var e Edge
	if m.Role != transcript.RoleNote || len(m.Trace) == 0 || json.Unmarshal(m.Trace, &e) != nil {
		return e, false
	}
	if e.Session.Reopened >= m.ID {
		e.Session.Reopened = ""
	}
	return e, e.Session.Ended || e.Session.Reopened != ""
}

// Within returns those messages of a page that are behind its last edge,
// and the edge.
func Within(list []transcript.Entry) ([]transcript.Entry, Edge, bool) {
	for i, m := range slices.Backward(list) {
		if e, ok := edgeOf(m.Message); ok {
			return list[i+1:], e, true
		}
	}
	return list, Edge{}, false
}

// backward visits the talk before a message and that message, the newest first,
// within its session, until visit says that it is enough.
func (t *Store) backward(from transcript.ID, visit func(transcript.Entry) bool) error {
	cursor, err := t.opt.Log.At(from)
	if err != nil {
		return fmt.Errorf("read talk: %w", err)
	}
	for {
		page, err := t.opt.Log.Page(cursor, pageSize)
		if err != nil {
			return fmt.Errorf("read talk: %w", err)
		}
		inside, e, ended := Within(page.Messages)
		for _, m := range slices.Backward(inside) {
			if m.Role != transcript.RoleNote && !visit(m) {
				return nil
			}
		}
		switch {
		case ended && e.Session.Reopened == "", !ended && !page.More:
			return nil
		case ended:
			if cursor, err = t.opt.Log.At(e.Session.Reopened); err != nil {
				return nil // the talk it went on from is gone
			}
		default:
			cursor = page.Next
		}
	}
}

// EndSession ends the talk: the next message begins a new one, in whose prompt
// nothing of this stands but what is remembered. It returns ErrNoTalk when
// nothing was said, and ErrBusy. The light model names the talk, the rules when
// there is none, it fails, or the user goes on meanwhile.
func (t *Store) EndSession(ctx context.Context) (Session, error) {
	naming, done, err := t.opt.Alone(ctx)
	if err != nil {
		return Session{}, err
	}
	defer done()
	return t.endSession(naming)
}

// endSession is EndSession. No turn is under way.
func (t *Store) endSession(naming context.Context) (Session, error) {
	head := t.opt.Log.Head()
	s, said := Session{Ended: t.opt.Now().Truncate(time.Second)}, []string(nil)
	if head == "" {
		return s, ErrNoTalk
	}
	left := sessionMost
	err := t.backward(head, func(m transcript.Entry) bool {
		if s.Last == "" {
			s.Last = m.ID
		}
		s.First = m.ID
		s.Messages++
		if m.Role == transcript.RoleUser && tellable(m) {
			said = append(said, m.Text)
		}
		left--
		return left > 0
	})
	switch {
	case err != nil:
		return s, fmt.Errorf("end talk: %w", err)
	case s.Last == "":
		return s, ErrNoTalk
	}
	slices.Reverse(said)
	if err := t.fileSession(naming, &s, said); err != nil {
		return s, fmt.Errorf("end talk: %w", err)
	}
	e := Edge{}
	e.Session.Ended = true
	return s, t.putEdge(e)
}

// fileSession names a session and writes its file. One that was reopened, or
// whose end a crash broke off, keeps its name.
func (t *Store) fileSession(naming context.Context, s *Session, said []string) error {
	list, err := t.Sessions()
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(list, func(o Session) bool { return o.First == s.First }); i >= 0 {
		s.ID, s.Title, s.File = list[i].ID, list[i].Title, list[i].File
	} else {
		s.call(t.name(naming, said), list)
	}
	text, err := t.sessionText(*s)
	if err != nil {
		return err
	}
	return t.opt.Dir.Write(s.File, []byte(text), store.Cause{Kind: store.CauseTurn, Ref: string(s.Last), Note: "talk ended"})
}

// call gives a session a name that none of the list has.
func (s *Session) call(slug string, list []Session) {
	date := s.Ended.Format(time.DateOnly) + "-"
	s.Title, s.ID = strings.ReplaceAll(slug, "-", " "), date+slug
	for n := 2; slices.ContainsFunc(list, func(o Session) bool { return o.ID == s.ID }); n++ {
		s.ID = date + slug + "-" + strconv.Itoa(n)
	}
	s.File = path.Join("memory", s.ID+".md")
}

// putEdge writes a note that bounds sessions. It does not say what a talk is
// called: that may have to be forgotten.
func (t *Store) putEdge(e Edge) error {
	trace, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("bound talk: %w", err)
	}
	m, err := t.opt.Log.Append(transcript.Message{Parent: t.opt.Log.Head(), Role: transcript.RoleNote, Text: "* * *", Trace: trace})
	if err != nil {
		return fmt.Errorf("bound talk: %w", err)
	}
	t.opt.Changed(m.ID)
	return nil
}

// tellable reports whether a message may stand in the file of its session: it
// is there, and of the two who talk.
func tellable(m transcript.Entry) bool {
	return !m.Retracted && m.Text != "" && len(m.WordMarks()) == 0
}

// sessionText is the file of a session.
func (t *Store) sessionText(s Session) (string, error) {
	user, persona := t.opt.Names()
	var blocks []string
	replies := map[transcript.ID]bool{} // to messages that stand there not
	var list []transcript.Entry
	err := t.backward(s.Last, func(m transcript.Entry) bool {
		list = append(list, m)
		return len(list) < sessionLines && m.ID != s.First
	})
	if err != nil {
		return "", err
	}
	for _, m := range slices.Backward(list) {
		if !tellable(m) || replies[m.Parent] && m.Role == transcript.RolePersona {
			replies[m.ID] = m.Role == transcript.RoleUser
			continue
		}
		name := user
		if m.Role == transcript.RolePersona {
			name = persona
		}
		blocks = append(blocks, fmt.Sprintf("<!-- %s -->\n**%s** · %s\n\n%s\n", m.ID, name, m.Time.In(t.opt.Now().Location()).Format("2006-01-02 15:04"),
			strings.ReplaceAll(strings.TrimSpace(m.Text), "<!--", `<\!--`)))
	}
	count := ""
	if s.Messages > 0 {
		count = fmt.Sprintf("messages: %d\n", s.Messages)
	}
	return fmt.Sprintf("---\ntitle: %s\nfirst: %s\nlast: %s\nended: %s\n%s---\n# %s\n\n%s",
		s.Title, s.First, s.Last, s.Ended.Format(time.RFC3339), count, s.Title, strings.Join(blocks, "\n")), nil
}

// Sessions lists the talks that ended, the newest first. A file that does not
// say which is left out. Cost: it reads each.
func (t *Store) Sessions() ([]Session, error) {
	files, err := t.opt.Files.In("memory", sessionFile)
	if err != nil {
		return nil, err
	}
	var list []Session
	for _, f := range files {
		data, err := t.opt.Dir.Read(f.Name)
		if err != nil {
			continue
		}
		if s, ok := Read(f.Name, string(data)); ok {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Session) int { return strings.Compare(string(b.Last), string(a.Last)) })
	return list, nil
}

// Read reads the head of a session's file; of another it is false.
func Read(file, text string) (Session, bool) {
	name := sessionFile.FindStringSubmatch(file)
	if name == nil {
		return Session{}, false
	}
	s := Session{ID: name[1], File: file}
	head, _, ok := strings.Cut(strings.TrimPrefix(strings.ReplaceAll(text, "\r\n", "\n"), "---\n"), "\n---\n")
	for l := range strings.Lines(head) {
		key, value, _ := strings.Cut(l, ":")
		switch value = strings.TrimSpace(value); key {
		case "title":
			s.Title = cmp.Or(lang.Clip(llm.OneLine(strings.ToValidUTF8(value, "")), titleMost), s.ID)
		case "first":
			s.First = transcript.ID(value)
		case "last":
			s.Last = transcript.ID(value)
		case "ended":
			s.Ended, _ = time.Parse(time.RFC3339, value) // zero is unknown
		case "messages":
			s.Messages, _ = strconv.Atoi(value) // zero is unknown
		}
	}
	return s, ok && s.First != "" && s.First <= s.Last
}

// SearchSessions returns those of the talks that ended in which words were said
// or which are called so, the newest first.
func (t *Store) SearchSessions(ctx context.Context, words string) ([]Session, error) {
	list, err := t.Sessions()
	if err != nil {
		return nil, err
	}
	hits, err := t.opt.Log.Search(ctx, words, sessionsHits)
	if err != nil {
		return nil, fmt.Errorf("search conversation: %w", err)
	}
	return slices.DeleteFunc(list, func(s Session) bool {
		said := slices.ContainsFunc(hits, func(h transcript.Hit) bool { return s.holds(h.ID) })
		return !said && !strings.Contains(strings.ToLower(s.Title), strings.ToLower(words))
	}), nil
}

// Reopen goes on with a talk that ended, named by its ID, what is behind the date
// in it, or a part that no other has: the next message follows its last one. The talk under way, if any,
// is ended first. It returns ErrNoSession and ErrBusy.
func (t *Store) Reopen(ctx context.Context, name string) (Session, error) {
	naming, done, err := t.opt.Alone(ctx)
	if err != nil {
		return Session{}, err
	}
	defer done()
	list, err := t.Sessions()
	if err != nil {
		return Session{}, err
	}
	i := slices.IndexFunc(list, func(s Session) bool { return s.ID == name || s.ID[len("2006-01-02-"):] == name })
	if like := slices.DeleteFunc(slices.Clone(list), func(s Session) bool { return !strings.Contains(s.ID, name) }); i < 0 && len(like) == 1 && name != "" {
		i = slices.Index(list, like[0])
	}
	if i < 0 {
		return Session{}, fmt.Errorf("reopen %q: %w", name, ErrNoSession)
	}
	s := list[i]
	if _, err := t.opt.Log.Find(s.Last); err != nil {
		return s, fmt.Errorf("reopen %q: %w", name, err)
	}
	if _, err := t.endSession(naming); err != nil && !errors.Is(err, ErrNoTalk) {
		return s, err
	}
	e := Edge{}
	e.Session.Reopened = s.Last
	return s, t.putEdge(e)
}
