package record

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"yumori/episodic"
	"yumori/internal/store"
	"yumori/persona"
)

// Folder holds the records, one file each: "2026-11-21-1.json".
const Folder = "dreams"

// idForm is how a dream's id looks: the day dreamed for and a number.
var idForm = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})-([1-9]\d{0,3})$`)

func recordFile(id string) string { return Folder + "/" + id + ".json" }

// A Diary is the records of a persona's dreams. It is safe for concurrent use.
type Diary struct {
	dir *store.Dir
	mu  sync.Mutex // held while a record is changed

	// alone says that nobody else writes records, as in a backfill: the ids
	// are listed once, as known, and the records written last need not be read.
	alone  bool
	known  []string
	recent []Record // oldest first
}

// recentDreams is how many records a diary that is alone has at hand.
const recentDreams = 4

// Open opens the records in a persona's folder. It reads nothing yet.
func Open(d *store.Dir) (*Diary, error) { return NewDiary(d), nil }

// NewDiary returns the records in a persona's folder. It reads nothing yet.
func NewDiary(d *store.Dir) *Diary { return &Diary{dir: d} }

// AssumeAlone has a diary take for granted that nobody else writes records, as
// in a backfill: the ids are listed once, and the records written last are at
// hand. It is called before anything is read.
func (d *Diary) AssumeAlone() { d.alone = true }

// IDs returns the ids of all dreams, the oldest first.
func (d *Diary) IDs() ([]string, error) {
	if d.alone && d.known != nil {
		return d.known, nil
	}
	entries, err := d.dir.List(Folder)
	if err != nil {
		return nil, fmt.Errorf("list dreams: %w", err)
	}
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name, ".json"); ok && !e.IsDir && idForm.MatchString(id) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, byID)
	if d.alone {
		d.known = append([]string{}, ids...)
	}
	return ids, nil
}

// NextID returns the id of a new dream for a day.
func (d *Diary) NextID(day episodic.Date) (string, error) {
	ids, err := d.IDs()
	if err != nil {
		return "", err
	}
	n := 0
	for _, id := range ids {
		if !strings.HasPrefix(id, string(day)) {
			continue
		}
		if of, number := CutID(id); of == day {
			n = max(n, number)
		}
	}
	return fmt.Sprintf("%s-%d", day, n+1), nil
}

// byID orders ids by their days, then their numbers.
func byID(a, b string) int {
	dayA, numberA := CutID(a)
	dayB, numberB := CutID(b)
	return cmp.Or(cmp.Compare(dayA, dayB), cmp.Compare(numberA, numberB))
}

// CutID returns the day and the number of a dream's id; "" and 0 of another text.
func CutID(id string) (episodic.Date, int) {
	m := idForm.FindStringSubmatch(id)
	if m == nil {
		return "", 0
	}
	n, _ := strconv.Atoi(m[2]) // digits by its form
	return episodic.Date(m[1]), n
}

// Read returns a dream; ErrNoDream if there is none, store.ErrUnreadable if
// its record cannot be used.
func (d *Diary) Read(id string) (Record, error) {
	r, _, err := d.record(id)
	return r, err
}

// record is Read; open says that what became of the dream is not in its record
// alone.
func (d *Diary) record(id string) (r Record, open bool, err error) {
	if !idForm.MatchString(id) {
		return Record{}, false, fmt.Errorf("read dream %q: %w", id, ErrNoDream)
	}
	data, err := d.dir.Read(recordFile(id))
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, false, fmt.Errorf("read dream %q: %w", id, ErrNoDream)
	}
	if err != nil {
		return Record{}, false, fmt.Errorf("read dream %q: %w", id, err)
	}
	r, err = decodeRecord(data)
	if err == nil && r.ID != id {
		err = fmt.Errorf("its id is %q", r.ID)
	}
	if err != nil {
		return Record{}, false, fmt.Errorf("read dream %q: %w", id,
			&store.BadFileError{Name: recordFile(id), Reason: store.Damaged, Err: err})
	}
	open = slices.ContainsFunc(r.Changes, func(c Change) bool { return c.State == StatusHeld })
	d.decided(&r)
	return r, open, nil
}

// decided notes in a record what became of held changes, which may have been
// decided on by themselves, as in the conversation.
func (d *Diary) decided(r *Record) {
	if r.State == StatusRunning || !slices.ContainsFunc(r.Changes, func(c Change) bool { return c.State == StatusHeld }) {
		return
	}
	data, err := d.dir.Read(heldFile)
	if err != nil {
		return // its own reader tells of it
	}
	v, err := scanJSON(data)
	if err != nil {
		return
	}
	became := map[string]persona.HeldState{}
	for _, l := range leaves(data, v, "") {
		became[l.key] = persona.HeldState(l.at.text(data, "state"))
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.State != StatusHeld {
			continue
		}
		state, listed := became[c.Held]
		switch {
		case state == persona.StateAccepted, !listed && d.took(*c):
			c.State = StatusApplied
		case state == persona.StateRefused, !listed:
			c.State = StatusRefused
		}
	}
}

// took reports whether a held change that is no longer listed is in its file:
// only the newest that were decided on stay in the list.
func (d *Diary) took(c Change) bool {
	if c.File == heldFile || c.After == nil {
		return false
	}
	data, err := d.dir.Read(c.File)
	return err == nil && slices.Contains(strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n"), *c.After)
}

// Save writes a record while nobody else changes one.
func (d *Diary) Save(r Record) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.save(r)
}

// save writes a record.
func (d *Diary) save(r Record) error {
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	enc.SetEscapeHTML(false) // people read it
	enc.SetIndent("", " ")
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("write dream %s: %w", r.ID, err)
	}
	c := store.Cause{Kind: store.CauseDream, Ref: r.ID}
	if err := d.dir.Write(recordFile(r.ID), data.Bytes(), c); err != nil {
		return fmt.Errorf("write dream %s: %w", r.ID, err)
	}
	if d.alone {
		d.note(r)
	}
	return nil
}

// note has a record that was written at hand.
func (d *Diary) note(r Record) {
	if i, found := slices.BinarySearchFunc(d.known, r.ID, byID); !found {
		d.known = slices.Insert(slices.Clone(d.known), i, r.ID)
	}
	d.recent = slices.DeleteFunc(d.recent, func(o Record) bool { return o.ID == r.ID })
	d.recent = append(d.recent, r)
	d.recent = d.recent[max(0, len(d.recent)-recentDreams):]
}

// atHand returns a record that need not be read.
func (d *Diary) atHand(id string) (Record, bool) {
	i := slices.IndexFunc(d.recent, func(r Record) bool { return r.ID == id })
	if i < 0 {
		return Record{}, false
	}
	return d.recent[i], true
}

// Newest calls f with the records from the newest back until it returns
// false. Records that cannot be read are stepped over.
func (d *Diary) Newest(f func(Record) bool) error {
	ids, err := d.IDs()
	if err != nil {
		return err
	}
	for _, id := range slices.Backward(ids) {
		r, ok := d.atHand(id)
		if ok {
			if !f(r) {
				return nil
			}
			continue
		}
		r, err := d.Read(id)
		if errors.Is(err, store.ErrUnreadable) || errors.Is(err, ErrNoDream) {
			continue
		}
		if err != nil {
			return err
		}
		if !f(r) {
			return nil
		}
	}
	return nil
}

// decodeRecord reads a record and checks that it is one.
func decodeRecord(data []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return r, err
	}
	return r, r.check()
}

// check returns what keeps a record from being used.
func (r Record) check() error {
	if r.Schema > Schema {
		return fmt.Errorf("written by a newer version (schema %d)", r.Schema)
	}
	if day, _ := CutID(r.ID); day == "" || !day.Valid() {
		return fmt.Errorf("%q is no id of a dream", r.ID)
	}
	seen := map[string]bool{}
	for i, c := range r.Changes {
		if c.ID == "" || seen[c.ID] {
			return fmt.Errorf("change %d has no id of its own", i)
		}
		seen[c.ID] = true
	}
	for i, f := range r.Files {
		if f.Name == "" || path.Clean(f.Name) != f.Name {
			return fmt.Errorf("file %d has no name", i)
		}
		if err := checkEdits(f.Edits); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return nil
}

// Dreamer returns who dreamed: the built-in rules where they did every part
// because the model could not.
func (r Record) Dreamer() string {
	done := false
	for _, s := range r.Stages {
		if s.By != "" && s.By != episodic.Rules {
			return r.By
		}
		done = done || s.By != ""
	}
	if done && r.State != StatusRunning {
		return episodic.Rules
	}
	return r.By
}

// Summary returns a record as it stands in a list.
func (r Record) Summary() Summary {
	s := Summary{
		ID: r.ID, Date: r.Date, At: r.At, Level: r.Level, By: r.Dreamer(), State: r.State,
		Changes: len(r.Changes), Usage: r.Usage, Millis: r.Millis,
	}
	for _, c := range r.Changes {
		if c.waits() {
			s.Waiting++
		}
	}
	return s
}

// waits reports whether a change is to be decided on.
func (c Change) waits() bool { return c.State == StatusProposed || c.State == StatusHeld }

// Check reports what is not as it should be in the dreams: records that cannot
// be read, one that is not at its end, quotes without a message.
func (d *Diary) Check(ctx context.Context) []store.Problem {
	ids, err := d.IDs()
	if err != nil {
		return []store.Problem{{Name: Folder, What: err.Error()}}
	}
	var list []store.Problem
	for i, id := range ids {
		if ctx.Err() != nil {
			break
		}
		r, err := d.Read(id)
		switch {
		case err != nil:
			list = append(list, store.Problem{Name: recordFile(id), What: err.Error()})
		case r.State == StatusRunning && i < len(ids)-1:
			list = append(list, store.Problem{Name: recordFile(id), What: "was broken off, and another dream came after it"})
		}
	}
	return list
}

// A Candidacy is a candidate for entity memory that waits.
type Candidacy struct {
	Dream, Item string
	At          time.Time // of the dream
	Name, Note  string
	File        string   // it would be written to
	Sources     []string // what it is derived from: ids of messages, or path#Lnn
	Told        string   // the message in whose answer the persona was told of it, "" none
}

// waitingDreams is how many dreams back candidates are looked for.
const waitingDreams = 30

// Candidates returns the candidates that wait, the oldest first: those of every
// dream, not of the last alone. It reads the newest records.
func (d *Diary) Candidates() ([]Candidacy, error) {
	var list []Candidacy
	left := waitingDreams
	err := d.Newest(func(r Record) bool {
		for _, c := range slices.Backward(r.Changes) {
			if r.State != StatusRunning && c.Kind == KindCandidate && c.State == StatusProposed && c.After != nil {
				k := Candidacy{Dream: r.ID, Item: c.ID, At: r.At, Name: c.Key, Note: *c.After, File: c.File, Told: c.Told}
				for _, e := range c.Evidence {
					k.Sources = append(k.Sources, e.Message)
				}
				list = append(list, k)
			}
		}
		left--
		return left > 0
	})
	slices.Reverse(list)
	return list, err
}

// Told notes in whose answer the persona was told of candidates.
func (d *Diary) Told(id string, items []string, message string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	r, err := d.Read(id)
	if err != nil || r.State == StatusRunning {
		return err
	}
	for i := range r.Changes {
		if c := &r.Changes[i]; slices.Contains(items, c.ID) && c.Told == "" {
			c.Told = message
		}
	}
	return d.save(r)
}
