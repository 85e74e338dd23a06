// Package evaluate measures how much of a day the built-in rules' dream keeps,
// on conversations of which others have written down what matters.
package evaluate

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"yumori/dreaming"
	"yumori/episodic"
	"yumori/internal/evalset"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
)

// A Night is one line of what Run writes.
type Night struct {
	Session string   `json:"session"`
	Summary string   `json:"summary"` // the episode
	Sources []string `json:"sources"` // the turns it is derived from
	Facts   []Fact   `json:"facts"`   // what the bank holds of each of the two
	Quoted  []Fact   `json:"quoted"`  // the sentences of each that the episode quotes
	MS      float64  `json:"ms"`      // milliseconds of the dream
}

// A Fact is something learned of somebody.
type Fact struct {
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// Run dreams, by rules, of each session of the folder dir as the first night
// of a persona: the one who has the user's role, or else speaks first, is its
// user, the other the persona. It writes a line for each to out, in the order
// of the file, and returns how much of what others wrote down of the sessions
// was kept. It works in a temporary directory.
func Run(ctx context.Context, dir string, out io.Writer) (f Figures, err error) {
	fail := func(err error) (Figures, error) { return f, fmt.Errorf("evaluate dreams: %w", err) }
	docs, err := evalset.Documents(dir)
	if err != nil {
		return fail(err)
	}
	wanted, err := evalset.Sessions(dir)
	if err != nil {
		return fail(err)
	}
	temp, err := os.MkdirTemp("", "yumori-eval-")
	if err != nil {
		return fail(err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	home, err := store.Open(temp, store.Options{})
	if err != nil {
		return fail(err)
	}
	defer func() { err = errors.Join(err, home.Close()) }()
	nights := map[string]Night{}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	sessions, order := bySession(docs)
	for _, name := range order {
		n, err := night(ctx, home, name, sessions[name])
		if err == nil {
			err = enc.Encode(n)
		}
		if err != nil {
			return fail(fmt.Errorf("session %s: %w", name, err))
		}
		nights[name] = n
	}
	return score(wanted, nights), nil
}

// bySession returns the turns by their sessions, and the sessions in their
// order.
func bySession(docs []evalset.Document) (sessions map[string][]evalset.Document, order []string) {
	sessions = map[string][]evalset.Document{}
	for _, d := range docs {
		if sessions[d.Session] == nil {
			order = append(order, d.Session)
		}
		sessions[d.Session] = append(sessions[d.Session], d)
	}
	return sessions, order
}

// Pair tells which speaker of a session is the user, and who the persona is.
func Pair(turns []evalset.Document) (user, self string) {
	sides := evalset.SidesOf(turns)
	at := slices.IndexFunc(turns, func(t evalset.Document) bool { return sides.IsUser(t.Speaker) })
	if user = evalset.Name(turns[max(at, 0)].Speaker); user == "" || evalset.RoleOf(user) == evalset.Assistant {
		user = string(evalset.User)
	}
	for _, t := range turns {
		if name := evalset.Name(t.Speaker); name != user {
			self = cmp.Or(self, name)
		}
	}
	return user, cmp.Or(self, string(evalset.Assistant))
}

// night lives through one session and dreams of it.
func night(ctx context.Context, home *store.Home, name string, turns []evalset.Document) (Night, error) {
	n := Night{Session: name, Sources: []string{}, Facts: []Fact{}, Quoted: []Fact{}}
	slices.SortStableFunc(turns, func(a, b evalset.Document) int { return a.Ord - b.Ord })
	at, err := Begin(turns[0].Date)
	if err != nil {
		return n, err
	}
	user, self := Pair(turns)
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
		if evalset.Name(t.Speaker) == user {
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
		names[transcript.ID(t.ID)] = evalset.Name(t.Speaker)
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

// Remembered returns what the dreams of a persona left, as a Night without a session:
// of a whole life, if many were dreamt.
func Remembered(d *store.Dir, user, self string) (Night, error) {
	n := Night{}
	return n, n.recall(d, user, self)
}

// Begin reads when a session was.
func Begin(date string) (time.Time, error) {
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
	b, err := facts.Open(d, facts.Options{})
	if err != nil {
		return err
	}
	held, err := b.Facts(facts.Query{})
	for _, f := range held {
		subject := self
		if f.Kind == memory.Told {
			subject = user
		}
		n.Facts = append(n.Facts, Fact{subject, f.Text})
	}
	n.Facts = named(n.Facts)
	n.Quoted = named(append(n.Quoted, quoted(n.Summary, user, self)...))
	return err
}

// named puts facts as the persona reads them: with whom they are about.
func named(list []Fact) []Fact {
	for i, f := range list {
		if list[i].Text = strings.TrimSpace(f.Text); !strings.HasPrefix(f.Text, f.Subject) {
			list[i].Text = f.Subject + ": " + list[i].Text
		}
	}
	return list
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
