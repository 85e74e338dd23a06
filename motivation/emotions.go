package motivation

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/store/jsontree"
)

const (
	// emotionFile holds the emotions of this month, a JSON array in the order
	// they were reported, one element to a line. Elements of another "type"
	// than "persona" are of other programs and are kept.
	//
	//	[
	//	{"id":"em_…","timestamp":"…","type":"persona","category":"protective","intensity":0.9,"kind":"lived","sources":["01KA…"]},
	//	{…,"sources":[],"withdrawn":["01KB…"]}
	//	]
	emotionFile = "memory/emotion_log.json"

	// emotionArchive is the beginning of the names of earlier months' files,
	// which are alike: "memory/emotion_log_archived_2026-01.json". The month is
	// that of each time in its own zone.
	emotionArchive = "memory/emotion_log_archived_"
)

// A Point is one emotion that the persona reported.
type Point struct {
	ID   string // one that a user wrote without is known by its time
	Time time.Time
	Emotion
	Kind    memory.Kind
	Sources []string
}

func (p Point) month() string { return p.Time.Format("2006-01") }

func (p Point) title() string { return fmt.Sprintf("%s %.2g", p.Category, p.Intensity) }

func newID(prefix string) string { return prefix + strings.ToLower(rand.Text()[:12]) }

// A felt is a point as a file has it. It is gone if it is derived from nothing that
// still counts.
type felt struct {
	Point
	back []string // sources that were taken back
	gone bool
}

// A month is one file of the log.
type month struct {
	*store.Sheet
	now      func() time.Time
	known    bool   // it was read
	text     []byte // of the current month only, for add
	points   []felt // in the order of the file
	asked    int    // when the month was asked for last, see emotionLog.asking
	flaws    []Problem
	problems []Problem // all, with flaws
}

// look reads the file again if it has changed.
func (m *month) look() error {
	text, changed, err := m.Look()
	if changed {
		m.use(text)
	}
	return err
}

func (m *month) use(text []byte) {
	l := m.parse(text)
	m.known, m.points, m.flaws, m.problems = true, l.points, l.flaws, l.problems
	if m.text = nil; m.Name() == emotionFile {
		m.text = text
	}
}

// A leaf is the content of a month's file.
type leaf struct {
	nodes    []*jsontree.Node // all elements
	points   []felt           // those that are points
	of       []*jsontree.Node // of each point
	flaws    []Problem
	problems []Problem
}

func (m *month) parse(text []byte) leaf {
	root, flaws := jsontree.Parse(m.Name(), text)
	l := leaf{flaws: flaws}
	if root != nil && !root.IsArray() {
		l.flaws = append(l.flaws, Problem{File: m.Name(), Line: root.Line(), What: "is no JSON array"})
	}
	d := decoder{jsontree.Decoder{File: m.Name(), Zone: m.now().Location()}}
	l.nodes = slices.Clone(root.Elements())
	for _, n := range l.nodes {
		if p, ok := d.point(n); ok {
			l.points, l.of = append(l.points, p), append(l.of, n)
		}
	}
	l.problems = slices.Concat(l.flaws, d.Flaws)
	return l
}

// point reads a point; ok is false for what is none, which is named unless it
// is of another type.
func (d *decoder) point(n *jsontree.Node) (f felt, ok bool) {
	if !n.IsObject() {
		d.Flaw(n.Line(), "is no emotion: an element that is no object")
		return f, false
	}
	if t, _ := n.Member("type").Text(); t != "" && t != "persona" {
		return f, false
	}
	at, isTime := n.Member("timestamp").Time(d.Zone)
	category, _ := n.Member("category").Text()
	intensity, isNumber := n.Member("intensity").Number()
	f.Emotion = Emotion{Category(category), intensity}
	switch {
	case !isTime:
		d.Flaw(n.Line(), "has an emotion whose time does not exist: it is not used")
		return f, false
	case f.Category.weight() == 0:
		d.Flaw(n.Line(), "has an emotion of no known category: it is not used")
		return f, false
	case !isNumber || !f.valid():
		d.Flaw(n.Line(), "has an emotion whose intensity is no number from 0 to 1: it is not used")
		return f, false
	}
	f.ID, _ = n.Member("id").Text()
	if f.ID == "" {
		f.ID = at.Format(time.RFC3339Nano)
	}
	f.Time, f.Kind, f.Sources, f.back = at, d.Kind(n), d.Texts(n, "sources"), d.Texts(n, "withdrawn")
	f.gone = memory.Hidden(f.Sources, f.back)
	return f, true
}

func (p Point) node() *jsontree.Node {
	n := jsontree.Object()
	n.Set("id", jsontree.Of(p.ID))
	n.Set("timestamp", jsontree.Of(p.Time))
	n.Set("type", jsontree.Of("persona"))
	n.Set("category", jsontree.Of(p.Category))
	n.Set("intensity", jsontree.Of(p.Intensity))
	n.Set("kind", jsontree.Of(p.Kind))
	n.Set("sources", jsontree.Texts(p.Sources))
	return n
}

// The ends of a file as encodeLeaf writes it.
const (
	leafStart = "[\n"
	leafEnd   = "\n]\n"
)

func encodeLeaf(nodes []*jsontree.Node) []byte {
	if len(nodes) == 0 {
		return []byte("[]\n")
	}
	b := []byte(leafStart)
	for i, n := range nodes {
		if i > 0 {
			b = append(b, ",\n"...)
		}
		b = n.AppendTo(b)
	}
	return append(b, leafEnd...)
}

// edit lets f change the elements of the file and writes them.
func (m *month) edit(c store.Cause, f func(l *leaf) error) error {
	return store.Retry(func() error {
		text, changed, err := m.Read()
		if changed {
			m.use(text)
		}
		if err != nil {
			return err
		}
		l := m.parse(text)
		if err := f(&l); err != nil {
			return err
		}
		data := encodeLeaf(l.nodes)
		if err := m.Write(data, l.flaws, c); err != nil {
			return err
		}
		m.use(data)
		return nil
	})
}

// emotionLog is all files of the log. It is not safe for concurrent use.
type emotionLog struct {
	dir    *store.Dir
	now    func() time.Time
	months map[string]*month // by name, those that were read
	asking int
	lost   error // why the folder could not be listed last time
}

// monthsAtHand is how many earlier months stay in memory.
const monthsAtHand = 3

// cool lets go of the months that were not asked for in long, but of those
// with something to tell.
func (l *emotionLog) cool() {
	var old []*month
	for name, m := range l.months {
		if name != emotionFile && len(m.problems)+len(m.Flaws()) == 0 {
			old = append(old, m)
		}
	}
	slices.SortFunc(old, func(a, b *month) int { return b.asked - a.asked })
	for _, m := range old[min(monthsAtHand, len(old)):] {
		delete(l.months, m.Name())
	}
}

func newLog(d *store.Dir, now func() time.Time) *emotionLog {
	return &emotionLog{dir: d, now: now, months: map[string]*month{}}
}

func (l *emotionLog) month(name string) *month {
	m := l.months[name]
	if m == nil {
		m = &month{Sheet: l.dir.Sheet(name), now: l.now}
		l.months[name] = m
	}
	l.asking++
	m.asked = l.asking
	return m
}

// names returns the files of the log, the newest first.
func (l *emotionLog) names() ([]string, error) {
	dir, prefix := path.Split(emotionArchive)
	entries, err := l.dir.List(strings.TrimSuffix(dir, "/"))
	if l.lost = err; err != nil {
		return nil, fmt.Errorf("list emotions: %w", err)
	}
	names := []string{emotionFile}
	for _, e := range slices.Backward(entries) {
		if _, err := time.Parse(prefix+"2006-01.json", e.Name); err == nil && !e.IsDir {
			names = append(names, dir+e.Name)
		}
	}
	return names, nil
}

// newest returns the last point that counts; nil if there is none.
func (l *emotionLog) newest() (*Point, error) {
	last := func(name string) (*Point, error) {
		m := l.month(name)
		err := m.look()
		for _, f := range slices.Backward(m.points) {
			if !f.gone {
				return &f.Point, err
			}
		}
		return nil, err
	}
	if p, err := last(emotionFile); p != nil || err != nil {
		return p, err
	}
	names, err := l.names()
	for _, name := range names {
		if p, err := last(name); p != nil || err != nil {
			return p, err
		}
	}
	return nil, err
}

// add appends a point to this month's file and returns it, or the one of the
// same message and time that is there. Points of other months are moved to
// their archives first.
func (l *emotionLog) add(p Point, c store.Cause) (Point, error) {
	m := l.month(emotionFile)
	if err := m.look(); err != nil {
		return p, err
	}
	for _, f := range slices.Backward(m.points) {
		if !f.gone && f.Time.Equal(p.Time) && f.Emotion == p.Emotion && slices.Equal(f.Sources, p.Sources) {
			return f.Point, nil
		}
	}
	if err := l.rotate(p.month()); err != nil {
		return p, err
	}
	if m.appendable() {
		err := m.append(p, c)
		if !errors.Is(err, store.ErrConflict) {
			return p, err
		}
	}
	return p, m.edit(c, func(l *leaf) error {
		l.nodes = append(l.nodes, p.node())
		return nil
	})
}

// appendable reports whether the file is as encodeLeaf writes it, with
// something in it.
func (m *month) appendable() bool {
	return len(m.flaws) == 0 && bytes.HasPrefix(m.text, []byte(leafStart)) &&
		bytes.HasSuffix(m.text, []byte("}"+leafEnd))
}

// append writes the file with one more point, without reading it again.
func (m *month) append(p Point, c store.Cause) error {
	head := m.text[:len(m.text)-len(leafEnd)]
	data := make([]byte, 0, len(m.text)+256)
	data = append(append(data, head...), ",\n"...)
	data = append(p.node().AppendTo(data), leafEnd...)
	if err := m.Write(data, nil, c); err != nil {
		return err
	}
	m.text, m.points = data, append(m.points, felt{Point: p})
	return nil
}

// rotate moves what is not of a month from the current file to the archives.
// The archives are written first: after a crash in between something is in two
// files, and is there once when it is moved again.
func (l *emotionLog) rotate(keep string) error {
	m := l.month(emotionFile)
	if !slices.ContainsFunc(m.points, func(f felt) bool { return f.month() != keep }) {
		return nil
	}
	c := store.Cause{Kind: store.CauseTurn, Note: "emotions of another month"}
	return m.edit(c, func(cur *leaf) error {
		byMonth := map[string][]*jsontree.Node{}
		moved := map[*jsontree.Node]bool{}
		for i, f := range cur.points {
			if f.month() != keep {
				byMonth[f.month()] = append(byMonth[f.month()], cur.of[i])
				moved[cur.of[i]] = true
			}
		}
		for name, nodes := range byMonth {
			if err := l.archive(emotionArchive+name+".json", nodes, c); err != nil {
				return err
			}
		}
		cur.nodes = slices.DeleteFunc(cur.nodes, func(n *jsontree.Node) bool { return moved[n] })
		return nil
	})
}

// archive adds to an archive what it does not have.
func (l *emotionLog) archive(name string, nodes []*jsontree.Node, c store.Cause) error {
	return l.month(name).edit(c, func(a *leaf) error {
		has := map[string]bool{}
		for _, n := range a.nodes {
			has[string(n.AppendTo(nil))] = true
		}
		was := len(a.nodes)
		for _, n := range nodes {
			if raw := string(n.AppendTo(nil)); !has[raw] {
				has[raw] = true
				a.nodes = append(a.nodes, n)
			}
		}
		if len(a.nodes) == was {
			return store.ErrUnchanged
		}
		return nil
	})
}

func (l *emotionLog) problems() []Problem {
	var list []Problem
	names := make([]string, 0, len(l.months))
	for name := range l.months {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		m := l.months[name]
		list = append(append(list, m.Flaws()...), m.problems...)
	}
	if l.lost != nil {
		list = append(list, Problem{File: emotionFile, What: l.lost.Error()})
	}
	return list
}

// A Period is a stretch of time that ends now.
type Period string

// The periods.
const (
	Day   Period = "day"
	Week  Period = "week"
	Month Period = "month"
	All   Period = "all"
)

// Since returns when a period that ends at a time begins, at the same time of
// day; zero for All.
func (p Period) Since(now time.Time) time.Time {
	switch p {
	case Day:
		return now.AddDate(0, 0, -1)
	case Week:
		return now.AddDate(0, 0, -7)
	case Month:
		return now.AddDate(0, -1, 0)
	}
	return time.Time{}
}

// Emotions returns the points from one time to another, both included, in the
// order of time; a zero time is no bound. Cost: it reads the months it needs,
// but for the newest ones, which are read again only if they have changed.
func (m *Mind) Emotions(from, to time.Time) ([]Point, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.log.cool()
	names, err := m.log.names()
	if err != nil {
		return nil, err
	}
	var list []Point
	for _, name := range names {
		if !mayHold(name, from, to) {
			continue
		}
		mon := m.log.month(name)
		if err := mon.look(); err != nil {
			return nil, fmt.Errorf("read emotions: %w", err)
		}
		for _, f := range mon.points {
			if !f.gone && (from.IsZero() || !f.Time.Before(from)) && (to.IsZero() || !f.Time.After(to)) {
				list = append(list, f.Point)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Point) int { return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.ID, b.ID)) })
	list = slices.CompactFunc(list, func(a, b Point) bool { return a.ID == b.ID && a.Emotion == b.Emotion }) // in two files after a crash
	for i := range list {
		list[i].Sources = slices.Clone(list[i].Sources)
	}
	return list, nil
}

// mayHold reports whether an archive may hold points of a span. A zone moves
// the ends of a month by less than a day.
func mayHold(name string, from, to time.Time) bool {
	start, err := time.Parse(emotionArchive+"2006-01.json", name)
	if err != nil {
		return true // the current file, where anything may be
	}
	return (to.IsZero() || !to.Before(start.AddDate(0, 0, -1))) && (from.IsZero() || !from.After(start.AddDate(0, 1, 1)))
}
