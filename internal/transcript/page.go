package transcript

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// An Entry is a message of the branch shown, with the alternatives to it.
type Entry struct {
	Message
	// Siblings are the messages with the same parent, this one among them,
	// oldest first. Of messages without a parent, those that are near each
	// other in the log count as siblings.
	Siblings []ID
	Index    int // of this message in Siblings
	// Orphan says that the parent cannot be found, its line having been lost
	// or broken by hand. The entry before is then the message before it in
	// the files.
	Orphan bool
}

// A Page is a stretch of the branch shown.
type Page struct {
	Messages []Entry // oldest first
	Next     Cursor  // for the page before this one
	More     bool    // there is a page before this one
}

// A Cursor is a place in the branch shown, to go on reading backward from. It
// is good for the Log it comes from, however often it is used. The zero Cursor
// is the head at the time it is used.
type Cursor struct {
	want ID // the message the page ends with
	// at is right behind its line, or farther on once the front of the log
	// has been archived; zero is the end.
	at      position
	waiting map[ID][]ID // children of parents not reached yet, newest first; never changed
}

// At returns the cursor of the page that ends with the message id, on whatever
// branch it is, or ErrNoMessage.
func (l *Log) At(id ID) (Cursor, error) {
	l.files.RLock()
	defer l.files.RUnlock()
	if _, err := l.find(id); err != nil {
		return Cursor{}, fmt.Errorf("find message: %w", err)
	}
	return Cursor{want: id}, nil
}

// Page returns up to n messages of the branch that leads to c, those nearest
// to it. It reads the files from c backward, a little beyond the last message
// it returns, in memory that does not depend on their length. The end of the
// log is the only part read for the first page, unless the branch shown was
// left long ago or a message on it is an orphan.
func (l *Log) Page(c Cursor, n int) (Page, error) {
	l.files.RLock()
	defer l.files.RUnlock()
	l.mu.Lock()
	if c.want == "" {
		c.want = l.head
	}
	l.mu.Unlock()
	if c.want == "" || n <= 0 {
		return Page{}, nil
	}
	chain, err := l.chain()
	if err != nil {
		return Page{}, fmt.Errorf("read page: %w", err)
	}
	w := walk{log: l, chain: chain, n: n, want: c.want, waiting: maps.Clone(c.waiting)}
	if w.waiting == nil {
		w.waiting = map[ID][]ID{}
	}
	if err := w.run(c.at); err != nil {
		return Page{}, fmt.Errorf("read page: %w", err)
	}
	slices.Reverse(w.page.Messages)
	return w.page, nil
}

// rootReach is how far beyond a message without a parent, in bytes of the
// log, others are looked for: an edit of a conversation's first message is
// close to it, another conversation need not be.
const rootReach = 256 << 10

// A walk follows a branch backward. It knows the children of a message before
// it comes to the message, because they stand behind it in the log; it knows
// the siblings of a message once it comes to their parent.
type walk struct {
	log     *Log
	chain   chain
	n       int // messages to find
	want    ID  // the message looked for
	any     bool
	waiting map[ID][]ID // children of messages not reached yet, newest first

	cur    *Message    // found last, its siblings not known yet; want is its parent
	before position    // before the line of cur
	then   map[ID][]ID // waiting as it was at before
	reach  int64       // bytes still to be read for the siblings of a root

	page Page // newest first
}

// errDone ends a walk.
var errDone = errors.New("page complete")

// run walks from a place to the end of the page or of the branch.
func (w *walk) run(at position) error {
	for {
		err := w.read(at)
		switch {
		case errors.Is(err, errDone):
			return nil
		case err != nil:
			return err
		case w.cur != nil && w.want == "":
			w.emit()
			return nil
		case w.cur != nil: // its parent is nowhere
			w.emit()
			w.page.Messages[len(w.page.Messages)-1].Orphan = true
			at, w.waiting, w.cur = w.before, w.then, nil
		case w.any:
			return nil
		case at != position{} && len(w.page.Messages) == 0: // an editor changed the file under the cursor
			at, w.waiting = position{}, map[ID][]ID{}
			continue
		}
		w.any = true // go on with the message before, whichever it is
	}
}

// read goes through the lines before a place.
func (w *walk) read(at position) error {
	for s, err := range w.chain.backward(at) {
		if err != nil {
			return err
		}
		if err := w.line(s); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) line(s spot) error {
	if w.cur != nil && w.want == "" {
		if w.reach -= int64(len(s.data)); w.reach < 0 {
			w.emit()
			return errDone
		}
	}
	w.log.retracted.notice(s.data)
	r, err := decode(s.data)
	if err != nil || r.Kind != kindMessage {
		return nil
	}
	if r.ID != w.want && !w.any {
		w.wait(&r.Message)
		delete(w.waiting, r.ID) // its children matter to nobody further back
		return nil
	}
	return w.found(s, &r.Message)
}

// wait remembers m as a child of a message that is yet to come. A line that
// stands in an archive and still in the log is one message.
func (w *walk) wait(m *Message) {
	if list := w.waiting[m.Parent]; !slices.Contains(list, m.ID) {
		w.waiting[m.Parent] = append(slices.Clip(list), m.ID)
	}
}

// found takes the message that was looked for.
func (w *walk) found(s spot, m *Message) error {
	if w.cur != nil {
		w.emit()
	}
	delete(w.waiting, m.ID)
	if len(w.page.Messages) == w.n {
		w.page.More = true
		w.page.Next = Cursor{want: m.ID, at: s.position, waiting: w.waiting}
		return errDone
	}
	w.wait(m)
	w.cur, w.want, w.any = m, m.Parent, false
	w.before, w.then = position{s.part, s.start}, maps.Clone(w.waiting)
	w.reach = rootReach
	return nil
}

// emit puts the current message on the page with the siblings found for it.
func (w *walk) emit() {
	e := Entry{Message: w.log.retracted.hide(*w.cur), Siblings: slices.Clone(w.waiting[w.cur.Parent])}
	slices.Reverse(e.Siblings)
	e.Index = slices.Index(e.Siblings, e.ID)
	w.page.Messages = append(w.page.Messages, e)
	w.cur = nil
}
