package dreaming

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/lang"
	"yumori/internal/store"
	"yumori/persona"
)

// proposedFile has what dreams have proposed for the texts that always are
// before the persona, so that nothing is proposed twice, whatever the answer
// was: a JSON object with a list, oldest first. It goes back with an undo.
//
//	{"schema":1,"proposals":[{"dream":"2026-11-21-1","date":"2026-11-21","file":"MEMORY.md","text":"Ken's sister Mika lives in Oslo"}]}
const proposedFile = "memory/proposed.json"

// maxProposed is how many proposals are kept in mind: at four a week those of
// ten years.
const maxProposed = 2_000

type proposals struct {
	Schema    int        `json:"schema"`
	Proposals []proposal `json:"proposals"`
}

type proposal struct {
	Dream string        `json:"dream"`
	Date  episodic.Date `json:"date"`
	File  persona.File  `json:"file"`
	Text  string        `json:"text"`
}

// proposed reads what was proposed before.
func (n *night) proposed() (proposals, store.Version, error) {
	list := proposals{Schema: 1}
	data, err := n.mem.shadow.Dir().Read(proposedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return list, "", nil
	}
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err == nil && list.Schema > 1 {
		err = errors.New("written by a newer version")
	}
	if err != nil {
		return list, "", fmt.Errorf("read %s: %w", proposedFile, err)
	}
	return list, store.VersionOf(data), nil
}

func (n *night) saveProposed(p proposals, old store.Version, c store.Cause) error {
	p.Proposals = p.Proposals[max(0, len(p.Proposals)-maxProposed):]
	data, err := json.MarshalIndent(p, "", " ")
	if err == nil {
		err = n.mem.shadow.Dir().Replace(proposedFile, old, append(data, '\n'), c)
	}
	if err != nil {
		return fmt.Errorf("note what was proposed: %w", err)
	}
	return nil
}

// since returns how many proposals were made from a day on.
func (p proposals) since(d episodic.Date) int {
	k := 0
	for _, o := range p.Proposals {
		if o.Date >= d {
			k++
		}
	}
	return k
}

// proposedBefore reports whether a line, or one that says nearly the same, was
// proposed before: a theme is, whatever was added to it.
func (n *night) proposedBefore(p proposals, l rules.Lasting) bool {
	theme, words := rules.ThemeOf(l.Text), n.mem.wordsOf(l.Text)
	return slices.ContainsFunc(p.Proposals, func(o proposal) bool {
		return theme != "" && theme == rules.ThemeOf(o.Text) || 5*len(lang.Shared(words, n.mem.wordsOf(o.Text))) >= 4*len(words)
	})
}
