// Package evaluate measures how much of a day the built-in rules' dream keeps,
// on conversations of which others have written down what matters.
package evaluate

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"yumori/bank"
	"yumori/dreaming"
	"yumori/episodic"
	"yumori/origin"
	"yumori/persona"
	"yumori/store"
	"yumori/transcript"
)

// A turn is one line of docs.jsonl.
type turn struct {
	ID      string `json:"id"`
	Session string `json:"session"`
	Ord     int    `json:"ord"`
	Speaker string `json:"speaker"`
	Date    string `json:"date"` // "2006-01-02" or "2006-01-02T15:04:05"
	Text    string `json:"text"`
}

// A Night is one line of what Run writes.
type Night struct {
	Session string   `json:"session"`
	Summary string   `json:"summary"` // the episode
	Sources []string `json:"sources"` // the turns it rests on
	Facts   []Fact   `json:"facts"`   // what was kept of each of the two: facts, and their words in the episode
	MS      float64  `json:"ms"`      // milliseconds of the dream
}

// A Fact is something learned of somebody.
type Fact struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// Run dreams, by rules, of each session of the folder dir as the first night
// of a persona: the one who speaks first is its user, the other the persona.
// It writes a line for each to out, in the order of the file. It works in a
// temporary directory.
func Run(ctx context.Context, dir string, out io.Writer) (err error) {
	sessions, order, err := read(filepath.Join(dir, "docs.jsonl"))
	if err != nil {
		return fmt.Errorf("evaluate dreams: %w", err)
	}
	temp, err := os.MkdirTemp("", "yumori-eval-")
	if err != nil {
		return fmt.Errorf("evaluate dreams: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	home, err := store.Open(temp, store.Options{})
	if err != nil {
		return fmt.Errorf("evaluate dreams: %w", err)
	}
	defer func() { err = errors.Join(err, home.Close()) }()
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for _, name := range order {
		n, err := night(ctx, home, name, sessions[name])
		if err == nil {
			err = enc.Encode(n)
		}
		if err != nil {
			return fmt.Errorf("evaluate dream of %s: %w", name, err)
		}
	}
	return nil
}

// read returns the turns by their sessions, and the sessions in their order.
func read(file string) (sessions map[string][]turn, order []string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	sessions = map[string][]turn{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var t turn
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", file, err)
		}
		if sessions[t.Session] == nil {
			order = append(order, t.Session)
		}
		sessions[t.Session] = append(sessions[t.Session], t)
	}
	return sessions, order, lines.Err()
}

// night lives through one session and dreams of it.
func night(ctx context.Context, home *store.Home, name string, turns []turn) (Night, error) {
	n := Night{Session: name, Sources: []string{}, Facts: []Fact{}}
	slices.SortStableFunc(turns, func(a, b turn) int { return a.Ord - b.Ord })
	at, err := begin(turns[0].Date)
	if err != nil {
		return n, err
	}
	user := turns[0].Speaker
	self := user
	for _, t := range turns {
		if t.Speaker != user {
			self = t.Speaker
		}
	}
	slug, err := persona.Create(home, persona.Profile{Name: self, UserName: user, Language: "en"}, persona.Sample{"SOUL.md": "# " + self + "\n"})
	if err != nil {
		return n, err
	}
	d, err := home.Persona(slug)
	if err != nil {
		return n, err
	}
	log, err := transcript.Open(d, transcript.Options{})
	if err != nil {
		return n, err
	}
	for i, t := range turns {
		role := transcript.RolePersona
		if t.Speaker == user {
			role = transcript.RoleUser
		}
		m := transcript.Message{ID: transcript.ID(t.ID), Parent: log.Head(), Role: role, Text: t.Text, Time: at.Add(time.Duration(i) * 20 * time.Second)}
		if _, err := log.Append(m); err != nil {
			return n, err
		}
	}
	now := at.Add(24 * time.Hour)
	names := map[transcript.ID]string{}
	for _, t := range turns {
		names[transcript.ID(t.ID)] = t.Speaker
	}
	p := dreaming.New(dreaming.Deps{
		Dir: d, Log: log, Now: func() time.Time { return now }, Language: "en", Persona: self, User: user,
		Speaker: func(m transcript.Message) string { return names[m.ID] },
	})
	began := time.Now()
	if _, err := p.Dream(ctx, dreaming.Request{By: dreaming.ByRules}); err != nil {
		return n, err
	}
	n.MS = float64(time.Since(began).Microseconds()) / 1000
	return n, n.recall(d, user, self)
}

// begin reads when a session was.
func begin(date string) (time.Time, error) {
	for _, layout := range []string{"2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, date); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no date", date)
}

// recall reads what the dream left.
func (n *Night) recall(d *store.Dir, user, self string) error {
	j, err := episodic.Open(d, episodic.Options{})
	if err != nil {
		return err
	}
	for _, e := range j.Episodes() {
		if e.Type == episodic.Ordinary {
			n.Summary += e.Summary
			n.Sources = append(n.Sources, e.Sources...)
		}
	}
	b, err := bank.Open(d, bank.Options{})
	if err != nil {
		return err
	}
	facts, err := b.Facts(bank.Query{})
	for _, f := range facts {
		subject := self
		if f.Kind == origin.Told {
			subject = user
		}
		n.Facts = append(n.Facts, Fact{subject, f.Text})
	}
	n.Facts = append(n.Facts, quoted(n.Summary, user, self)...)
	for i, f := range n.Facts { // as the persona reads it: with whom it is about
		if n.Facts[i].Text = strings.TrimSpace(f.Text); !strings.HasPrefix(f.Text, f.Subject) {
			n.Facts[i].Text = f.Subject + ": " + n.Facts[i].Text
		}
	}
	return err
}

// quoted returns what an episode quotes of the two, a sentence each, which is
// what the persona will remember of them: Caroline: “I painted a lake.”
func quoted(summary string, names ...string) []Fact {
	var list []Fact
	for _, name := range names {
		for rest := summary; ; {
			_, after, ok := strings.Cut(rest, name+": “")
			if !ok {
				break
			}
			text, left, _ := strings.Cut(after, "”")
			for strings.HasPrefix(left, " “") { // who goes on speaking is named once
				var more string
				more, left, _ = strings.Cut(left[len(" “"):], "”")
				text += " " + more
			}
			before := len(list)
			for _, sentence := range strings.SplitAfter(text, " ") {
				if n := len(list); n > before && !ended(list[n-1].Text) {
					list[n-1].Text += sentence
					continue
				}
				list = append(list, Fact{name, sentence})
			}
			rest = left
		}
	}
	return list
}

// ended reports whether a text ends with a sentence.
func ended(text string) bool {
	for _, end := range []string{". ", "! ", "? ", "… "} {
		if strings.HasSuffix(text, end) {
			return true
		}
	}
	return false
}
