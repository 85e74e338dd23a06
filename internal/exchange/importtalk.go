package exchange

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"yumori/internal/attachment"
	"yumori/internal/imports"
	"yumori/internal/llm"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// Messages of another program are put into one line, as all talk is here: what
// was said in its conversations by the times at which it was said, a stretch
// without a longer silence at a time. What is not on a branch shown stays beside
// the message that is. Where a program does not say when, the message before
// tells, else the one after it, else when the conversation began; a log without any
// time has its file's, each message a second after the one before.

// silence is how long nobody says anything between two stretches of talk.
const silence = 4 * time.Hour

// A talkIn is the talk of a source, its texts in a file: in memory are some 100
// bytes a message.
type talkIn struct {
	scratch  *store.Scratch
	mark     transcript.Foreign
	modTime  time.Time
	progress func(int)

	list     []line         // in the order of reading
	begins   []int          // where in list each thread begins
	began    []time.Time    // of each thread, zero is unknown
	at       map[string]int // in list, by the keys of the thread that is read
	thread   imports.Thread
	seed     [sha256.Size]byte
	opened   bool // the thread has a message
	main     int  // the last message of the thread on its branch; -1 is none
	with     string
	names    []string // of those who speak in a text, the user's first
	kana     bool
	branches int
	guessed  int
	titles   int
	order    []stretch
	beside   map[int][]int // messages off the branch, by the one on it that they hang on
	before   map[int][]int // likewise, of threads, by the message that comes first

	files map[int][]string                 // that go with messages, by where they go
	kept  map[string]transcript.Attachment // those that are there by now
}

// A line is a message without its text.
type line struct {
	key    [16]byte // what it is known by
	keep   transcript.ID
	parent int   // in the list; -1 begins the thread
	time   int64 // milliseconds since 1970; noTime is unknown
	offset int64 // of its text in the scratch
	size   int32
	model  int16 // bytes of what stands before the text
	role   transcript.Role
	off    bool
}

const noTime = -1 << 62

// A stretch is messages on a branch without a longer silence.
type stretch struct {
	from, to int // in the list
	time     int64
}

func (x *Exchange) newTalkIn(s *imports.Source) (*talkIn, error) {
	scratch, err := x.opt.Home.Scratch()
	if err != nil {
		return nil, err
	}
	return &talkIn{
		scratch: scratch, modTime: s.ModTime, beside: map[int][]int{}, before: map[int][]int{},
		files: map[int][]string{}, kept: map[string]transcript.Attachment{},
		mark: transcript.Foreign{Kind: transcript.ForeignImported, Name: s.Name, Hash: s.Hash},
	}, nil
}

func (t *talkIn) close() error { return t.scratch.Close() }

// messages and threads are how many there are; titles are none.
func (t *talkIn) messages() int { return len(t.list) - t.titles }
func (t *talkIn) threads() int  { return len(t.begins) }

// Thread is imports.Sink.
func (t *talkIn) Thread(th imports.Thread) error {
	t.thread, t.opened, t.main = th, false, -1
	t.with = cmp.Or(t.with, th.With)
	if t.names == nil {
		t.names = th.Names
	}
	t.at = map[string]int{}
	t.seed = sha256.Sum256([]byte("thread\n" + th.ID))
	return nil
}

// Message is imports.Sink.
func (t *talkIn) Message(m imports.Message) error {
	if !t.opened {
		t.opened = true
		t.begins, t.began = append(t.begins, len(t.list)), append(t.began, t.thread.Began)
		if title := strings.TrimSpace(llm.OneLine(t.thread.Title)); title != "" {
			t.titles++
			if err := t.add(imports.Message{Role: imports.Note, Text: title}, -1); err != nil {
				return err
			}
		}
	}
	parent := t.main
	if !t.thread.Linear {
		if at, ok := t.at[m.Parent]; ok {
			parent = at
		} else if parent = -1; m.Parent == "" && t.titled() {
			parent = t.begins[len(t.begins)-1]
		}
	}
	if err := t.add(m, parent); err != nil {
		return err
	}
	if t.progress != nil && len(t.list)%1000 == 0 {
		t.progress(len(t.list))
	}
	return nil
}

// titled reports whether the thread that is read begins with its title.
func (t *talkIn) titled() bool {
	return t.thread.Title != "" && t.list[t.begins[len(t.begins)-1]].role == transcript.RoleNote
}

// add takes a message.
func (t *talkIn) add(m imports.Message, parent int) error {
	l := line{parent: parent, time: noTime, off: m.Off, role: transcript.Role(m.Role)}
	if ms := m.Time.UnixMilli(); !m.Time.IsZero() && ms > 0 && m.Time.Year() < 10_000 {
		l.time = ms
	}
	l.key = t.known(m, l)
	if t.thread.Ours {
		l.keep = transcript.ID(m.Key)
	}
	if len(m.Model) > 200 {
		m.Model = ""
	}
	var err error
	if l.offset, err = t.scratch.Append([]byte(m.Model)); err == nil {
		_, err = t.scratch.Append([]byte(m.Text))
	}
	if err != nil {
		return err
	}
	l.model, l.size = int16(len(m.Model)), int32(len(m.Model)+len(m.Text)) //nolint:gosec // bounded above and by imports.MaxText
	if len(t.list) < 500 && !t.kana {
		t.kana = strings.ContainsFunc(m.Text, kana)
	}
	at := len(t.list)
	t.list = append(t.list, l)
	if len(m.Files) > 0 {
		t.files[at] = m.Files
	}
	if m.Key != "" {
		t.at[m.Key] = at
	}
	if m.Off {
		t.branches++
	} else {
		t.main = at
	}
	return nil
}

// known makes what a message is known by: what its program knows it by, or what
// was said up to it.
func (t *talkIn) known(m imports.Message, l line) [16]byte {
	h := sha256.New()
	h.Write(t.seed[:])
	if t.thread.Keyed && m.Key != "" {
		fmt.Fprintf(h, "key\n%s", m.Key)
	} else {
		if l.parent >= 0 {
			h.Write(t.list[l.parent].key[:])
		}
		fmt.Fprintf(h, "\n%s\n%d\n", m.Role, l.time)
		h.Write([]byte(m.Text))
	}
	return [16]byte(h.Sum(nil))
}

// finish gives every message a time, and finds the order of all.
func (t *talkIn) finish(now time.Time) {
	for i, from := range t.begins {
		to := len(t.list)
		if i+1 < len(t.begins) {
			to = t.begins[i+1]
		}
		t.date(from, to, t.began[i])
		for j := from; j < to; j++ {
			t.list[j].time = min(t.list[j].time, now.UnixMilli())
		}
		t.cut(from, to)
	}
	slices.SortStableFunc(t.order, func(a, b stretch) int { return cmp.Compare(a.time, b.time) })
}

// date gives the messages of a thread that have no time one.
func (t *talkIn) date(from, to int, began time.Time) {
	last, first := int64(noTime), int64(noTime)
	for i := from; i < to; i++ {
		if l := t.list[i]; l.time != noTime {
			first = l.time
			break
		}
	}
	file := t.modTime.UnixMilli() - int64(to-from-1)*1000
	for i := from; i < to; i++ {
		l := &t.list[i]
		if l.time != noTime {
			if !l.off {
				last = l.time
			}
			continue
		}
		if l.role != transcript.RoleNote {
			t.guessed++
		}
		switch {
		case l.off && l.parent >= 0:
			l.time = t.list[l.parent].time
		case last != noTime:
			l.time = last
		case first != noTime:
			l.time = first
		case !began.IsZero() && began.UnixMilli() > 0:
			l.time = began.UnixMilli()
		default:
			l.time = file + int64(i-from)*1000
		}
	}
}

// cut cuts a thread into stretches, and hangs what is beside its branch on it.
func (t *talkIn) cut(from, to int) {
	open := stretch{from: -1}
	anchor := make([]int, to-from)
	last := -1
	for i := from; i < to; i++ {
		l := t.list[i]
		if l.off {
			at := l.parent
			if at >= from && t.list[at].off {
				at = anchor[at-from]
			}
			anchor[i-from] = at
			if at < 0 {
				t.before[from] = append(t.before[from], i)
			} else {
				t.beside[at] = append(t.beside[at], i)
			}
			continue
		}
		anchor[i-from] = i
		if open.from < 0 || l.time-t.list[last].time > silence.Milliseconds() {
			if open.from >= 0 {
				t.order = append(t.order, open)
			}
			open = stretch{from: i, time: l.time}
			if n := len(t.order); last >= 0 && n > 0 { // a clock that was set back does not part what follows
				open.time = max(open.time, t.order[n-1].time)
			}
		}
		open.to, last = i+1, i
	}
	if open.from >= 0 {
		t.order = append(t.order, open)
	}
}

// span returns the times of the first and the last message.
func (t *talkIn) span() (first, last time.Time) {
	for _, l := range t.list {
		at := time.UnixMilli(l.time)
		if first.IsZero() || at.Before(first) {
			first = at
		}
		if at.After(last) {
			last = at
		}
	}
	return first, last
}

// into puts the talk into a log, after what is there or before it. ctx counts
// until the first message is written.
func (t *talkIn) into(ctx context.Context, log *transcript.Log, r *ImportReport) error {
	if len(t.list) == 0 {
		return nil
	}
	if err := t.scratch.Flush(); err != nil {
		return err
	}
	w, err := t.against(ctx, log)
	if err != nil {
		return err
	}
	if r.Imported.Known = w.known(); w.have == len(t.list) {
		return nil
	}
	after, err := w.place(log)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if after {
		if err = log.AppendAll(w.all()); err == nil {
			_ = log.Archive(context.WithoutCancel(ctx)) // all is there; the next start tries again
		}
	} else {
		r.Imported.Beside = log.Head() != ""
		err = log.Prepend(context.WithoutCancel(ctx), w.all())
	}
	r.Left = append(r.Left, w.left.List()...)
	return err
}

// against compares the talk with a log.
func (t *talkIn) against(ctx context.Context, log *transcript.Log) (*writing, error) {
	brought, err := log.Brought(ctx)
	if err != nil {
		return nil, err
	}
	w := &writing{talkIn: t, brought: brought, ids: make([]transcript.ID, len(t.list))}
	w.identify()
	return w, nil
}

// known is how many messages the log has.
func (w *writing) known() int { return w.have - w.haveTitles }

// A writing puts a talk into a log.
type writing struct {
	*talkIn
	brought    transcript.Brought
	ids        []transcript.ID
	fresh      []bool
	have       int // that the log has
	haveTitles int
	prev       transcript.ID // the last message of the line
	left       imports.Leftovers
}

// identify gives every message its id, and finds those that the log has.
func (w *writing) identify() {
	w.fresh = make([]bool, len(w.list))
	for i, l := range w.list {
		id := l.keep
		if id == "" {
			id = transcript.ImportID(time.UnixMilli(l.time), l.key[:])
		}
		if there, ok := w.brought.Find(id); ok {
			w.ids[i] = there
			if w.have++; l.role == transcript.RoleNote {
				w.haveTitles++
			}
			continue
		}
		w.ids[i], w.fresh[i] = id, true
	}
	w.haveTitles = min(w.haveTitles, w.titles)
}

// place finds out whether the talk goes on from the branch shown, begins anew
// after it, or stands before it.
func (w *writing) place(log *transcript.Log) (after bool, err error) {
	page, err := log.Page(transcript.Cursor{}, greetingsMost)
	if err != nil || len(page.Messages) == 0 {
		return false, err
	}
	head := page.Messages[len(page.Messages)-1].Message
	first := int64(1) << 62
	for i, l := range w.list {
		if w.fresh[i] {
			first = min(first, l.time)
		}
	}
	spoken := page.More || slices.ContainsFunc(page.Messages, func(e transcript.Entry) bool { return e.Role == transcript.RoleUser })
	switch {
	case !spoken: // a greeting that nobody has answered
		return true, nil
	case first >= head.Time.UnixMilli():
		w.prev = head.ID
		return true, nil
	}
	return false, nil
}

// greetingsMost is how many messages without one of the user's are taken for
// greetings.
const greetingsMost = 4

// all yields the new messages, parents before children.
func (w *writing) all() iter.Seq2[transcript.Message, error] {
	return func(yield func(transcript.Message, error) bool) {
		for _, s := range w.order {
			for i := s.from; i < s.to; i++ {
				if w.list[i].off {
					continue
				}
				if !w.tell(i, yield) {
					return
				}
			}
		}
	}
}

// tell yields a message on a branch, and what hangs on it.
func (w *writing) tell(i int, yield func(transcript.Message, error) bool) bool {
	for _, off := range w.before[i] { // other beginnings
		if !w.aside(off, w.prev, yield) {
			return false
		}
	}
	if w.fresh[i] {
		m, err := w.message(i, w.prev)
		if !yield(m, err) || err != nil {
			return false
		}
		w.prev = m.ID
	}
	for _, off := range w.beside[i] {
		if !w.aside(off, "", yield) {
			return false
		}
	}
	return true
}

// aside yields a message that is not on the branch shown. One that is new beside
// what is there already would come into the place of that, so it is left out.
func (w *writing) aside(i int, root transcript.ID, yield func(transcript.Message, error) bool) bool {
	if !w.fresh[i] {
		return true
	}
	parent := root
	if p := w.list[i].parent; p >= 0 {
		if parent = w.ids[p]; !w.fresh[p] {
			w.fresh[i] = false
			w.left.Add("branch", imports.WhyNoPlace)
			return true
		}
	}
	m, err := w.message(i, parent)
	return yield(m, err) && err == nil
}

// message reads a message back.
func (w *writing) message(i int, parent transcript.ID) (transcript.Message, error) {
	l := w.list[i]
	text := make([]byte, l.size)
	if _, err := w.scratch.ReadAt(text, l.offset); err != nil && len(text) > 0 && !errors.Is(err, io.EOF) {
		return transcript.Message{}, err
	}
	var files []transcript.Attachment
	for _, to := range w.files[i] {
		if a, ok := w.kept[to]; ok && len(files) < attachment.Most {
			files = append(files, a)
		}
	}
	return transcript.Message{
		ID: w.ids[i], Parent: parent, Role: l.role, Time: time.UnixMilli(l.time), Attachments: files,
		Model: string(text[:l.model]), Text: string(text[l.model:]), Foreign: transcript.Marks{w.mark},
	}, nil
}
