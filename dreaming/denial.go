package dreaming

import (
	"slices"
	"strings"

	"yumori/dreaming/record"
	"yumori/internal/facts"
)

// denialsKept is how many dreams back what was undone or refused still counts.
const denialsKept = 60

// A denial is something that a person did not want: it was undone, refused or
// taken back. The same evidence does not bring it up again.
type denial struct {
	kind     string // "" any
	file     string
	key      string
	said     string // title and text
	messages []string
}

// denials returns what was undone or refused in the dreams before.
func (p *Pipeline) denials(except string) ([]denial, error) {
	var list []denial
	left := denialsKept
	err := p.diary.Newest(func(r record.Record) bool {
		if r.ID == except {
			return true
		}
		for _, c := range r.Changes {
			if c.State != record.StatusUndone && c.State != record.StatusRefused {
				continue
			}
			d := denial{kind: c.Kind, file: c.File, key: c.Key, said: c.Title}
			if c.After != nil {
				d.said += "\n" + *c.After
			}
			for _, e := range c.Evidence {
				d.messages = append(d.messages, e.Message)
			}
			list = append(list, d)
		}
		left--
		return left > 0
	})
	return list, err
}

// taken are the facts that were taken back from the memory, as denials: the
// messages they were learned from are still there to be read.
func (n *night) taken() ([]denial, error) {
	hidden, err := n.mem.bank.Withdrawn()
	if err != nil {
		return nil, err
	}
	var list []denial
	for _, f := range hidden {
		list = append(list, denial{said: f.Text, messages: f.Sources})
	}
	return list, nil
}

// wasDenied reports whether a proposal was undone or refused before: of the
// same kind, derived from the same messages, and saying much the same. It is
// counted.
func (n *night) wasDenied(kind, said string, evidence []record.Evidence) bool {
	for _, d := range n.denied {
		if d.kind != kind && d.kind != "" || !slices.ContainsFunc(evidence, func(e record.Evidence) bool { return slices.Contains(d.messages, e.Message) }) {
			continue
		}
		if record.Contained(said, d.said) > 0.5 {
			n.rec.Known++
			return true
		}
	}
	return false
}

// plain is what a line says to the user.
func (pr *proposer) plain(line string) string {
	return strings.TrimRight(facts.Addressed(strings.TrimLeft(line, "- "), pr.night.p.deps.User), ".。 ")
}
