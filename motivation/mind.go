package motivation

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

// A Mind is the drives, questions and emotions of one persona. It is safe for
// concurrent use. Its answers are copies. A file that cannot be read at the
// moment is answered from what was read last.
type Mind struct {
	opt Options

	mu    sync.Mutex         // held over looking at files, changing and writing them
	state *store.Page[*page] // stateFile, see read
	log   *emotionLog
	goal  GoalPressure // as the caller told it last, for the file's readers
	last  *Point       // the newest of the log; nil if there is none
	heard *hearing     // not in the file yet; nil if there is none
}

// Open opens the mind in a folder. A file that cannot be used, or read at all,
// does not keep it from opening: Problems names it, and it is not written over.
// The error is nil for now. Cost: it reads stateFile and this month's emotions.
func Open(d *store.Dir, opt Options) (*Mind, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	opt.Thresholds = opt.Thresholds.filled()
	m := &Mind{opt: opt, log: newLog(d, opt.Now)}
	m.state = store.PageOf(d, stateFile, m.read)
	m.last, _ = m.log.newest() // the error is kept for Problems, as the next
	_ = m.state.Refresh()
	return m, nil
}

// read makes a page of stateFile. An emotion that was logged but, after a crash,
// not written into the state counts.
func (m *Mind) read(text []byte) *page {
	p := readPage(text, m.opt.Now().Location())
	if l := m.last; l != nil && l.ID != p.point && l.Time.After(p.felt) {
		p.feel(l)
	}
	if m.heard != nil {
		p.hear(m.heard.at)
	}
	return p
}

// A hearing is that the user spoke.
type hearing struct {
	at    time.Time
	cause store.Cause
}

func (p *page) hear(at time.Time) {
	p.spoke = at
	p.drive(Boredom).Set("last_interaction", jsontree.Of(at))
}

// feel makes the emotion of a point the persona's; nil is none.
func (p *page) feel(l *Point) {
	rel := p.drive(Relatedness)
	if l == nil {
		p.emotion, p.felt, p.point = Emotion{Category: Neutral}, time.Time{}, ""
		for _, name := range []string{"persona_emotion", "persona_intensity", "last_emotion_change", "point"} {
			rel.Set(name, nil)
		}
		return
	}
	p.emotion, p.felt, p.point = l.Emotion, l.Time, l.ID
	rel.Set("persona_emotion", jsontree.Of(l.Category))
	rel.Set("persona_intensity", jsontree.Of(l.Intensity))
	rel.Set("last_emotion_change", jsontree.Of(l.Time))
	rel.Set("point", jsontree.Of(l.ID))
}

// change lets f change the page and writes it. Nothing is kept of a change that
// fails: the page is read anew. m.mu is held.
func (m *Mind) change(c store.Cause, f func(p *page) error) error {
	var written *page
	err := m.state.Change(c, func(p *page) (data []byte, lost []Problem, err error) {
		written, p.same = nil, false
		if err := f(p); err != nil {
			return nil, nil, err
		}
		written = p
		data, err = p.encode(m.opt.Now(), m.goal, m.opt.Language)
		return data, p.flaws, err
	})
	if err != nil || written == nil {
		return err
	}
	m.heard = nil
	if written.same && len(written.problems) == 0 {
		m.state.Keep(written)
	}
	return nil
}

// Snapshot returns what the drives depend on, with the goal that presses.
func (m *Mind) Snapshot(goal GoalPressure) Snapshot {
	m.mu.Lock()
	defer m.mu.Unlock()
	_ = m.state.Refresh() // Problems tells; what was read last is answered
	m.goal = goal
	return m.state.Made().snapshot(m.opt.Now(), goal, m.opt.Thresholds)
}

// Heard notes that the user spoke, in a message; a time of zero is now. Only
// this moves boredom: a time before the last one is taken all the same, for
// the clock may have been wrong then.
func (m *Mind) Heard(at time.Time, message string) error {
	if err := m.Hear(at, message); err != nil {
		return err
	}
	return m.Settle()
}

// Hear is Heard for a caller who changes more at once: it counts from now on
// and is written with the next change, or by Settle. After a crash before that
// it is for the caller, who has the message, to say again.
func (m *Mind) Hear(at time.Time, message string) error {
	if at.IsZero() {
		at = m.opt.Now()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.state.Refresh(); err != nil {
		return fmt.Errorf("note that the user spoke: %w", err)
	}
	if p := m.state.Made(); !p.spoke.Equal(at) {
		p.hear(at)
		m.heard = &hearing{at, store.Cause{Kind: store.CauseTurn, Ref: message}}
	}
	return nil
}

// Settle writes what was heard, unless another change has.
func (m *Mind) Settle() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.heard == nil {
		return nil
	}
	err := m.change(m.heard.cause, func(p *page) error {
		p.same = true
		return nil
	})
	if err != nil {
		return fmt.Errorf("note that the user spoke: %w", err)
	}
	return nil
}

// A Shift is a change of emotion.
type Shift struct {
	From, To Emotion
}

// Bonding reports whether a shift is one from worry to ease, of which an
// episode of type bonding is made (N15).
func (s Shift) Bonding() bool {
	worried := s.From.Category == Anxious || s.From.Category == Protective
	at := s.To.Category == Contentment || s.To.Category == Joy
	return worried && at
}

// Felt notes the emotion that the persona reported in a message, in the log
// and as its present one, and returns the change. The same emotion of the same
// message is noted once. An emotion that cannot be is ErrBadEmotion.
func (m *Mind) Felt(e Emotion, at time.Time, message string) (Shift, error) {
	if !e.valid() {
		return Shift{}, fmt.Errorf("note emotion %q %v: %w", e.Category, e.Intensity, ErrBadEmotion)
	}
	if at.IsZero() {
		at = m.opt.Now()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.state.Refresh(); err != nil {
		return Shift{}, fmt.Errorf("note emotion: %w", err)
	}
	c := store.Cause{Kind: store.CauseTurn, Ref: message}
	shift := Shift{From: m.state.Made().emotion, To: e}
	p := Point{ID: newID("em_"), Time: at, Emotion: e, Kind: memory.Lived}
	if message != "" {
		p.Sources = []string{message}
	}
	p, err := m.log.add(p, c)
	if err != nil {
		return Shift{}, fmt.Errorf("note emotion: %w", err)
	}
	m.last = &p
	err = m.change(c, func(pg *page) error {
		pg.feel(&p)
		pg.same = true
		return nil
	})
	if err != nil {
		return shift, fmt.Errorf("note emotion: %w", err)
	}
	return shift, nil
}

// Acted notes that the persona acted on a drive by itself, which satisfies it.
func (m *Mind) Acted(d Drive, at time.Time) error {
	if !d.known() {
		return fmt.Errorf("note action on %q: %w", d, ErrBadDrive)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.change(store.Cause{Kind: store.CauseTurn, Note: "acted: " + string(d)}, func(p *page) error {
		if p.winner == d {
			p.wins++
		} else {
			p.winner, p.wins = d, 1
		}
		p.acted[d], p.same = at, true
		p.drive(d).Set("acted_at", jsontree.Of(at))
		s := p.root.Member("satisfaction")
		s.Set("last_drive", jsontree.Of(p.winner))
		s.Set("in_a_row", jsontree.Of(p.wins))
		return nil
	})
	if err != nil {
		return fmt.Errorf("note action on %q: %w", d, err)
	}
	return nil
}

// Problems returns what of the files could not be used, and what was set aside
// since Open. Of the emotion log it names those of the months that were read.
func (m *Mind) Problems() []Problem {
	m.mu.Lock()
	defer m.mu.Unlock()
	_ = m.state.Refresh() // Problems tells
	return slices.Concat(m.state.Flaws(), m.state.Made().problems, m.log.problems())
}
