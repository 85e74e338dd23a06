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
	version   store.Version
}

type proposal struct {
	Dream string        `json:"dream"`
	Date  episodic.Date `json:"date"`
	File  persona.File  `json:"file"`
	Text  string        `json:"text"`
}

// readProposals reads what was proposed before.
func readProposals(d *store.Dir) (proposals, error) {
	list := proposals{Schema: 1}
	data, err := d.Read(proposedFile)
	if errors.Is(err, fs.ErrNotExist) {
		return list, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err == nil && list.Schema > 1 {
		err = errors.New("written by a newer version")
	}
	if err != nil {
		return list, fmt.Errorf("read %s: %w", proposedFile, err)
	}
	list.version = store.VersionOf(data)
	return list, nil
}

func (p proposals) save(d *store.Dir, c store.Cause) error {
	p.Proposals = p.Proposals[max(0, len(p.Proposals)-maxProposed):]
	data, err := json.MarshalIndent(p, "", " ")
	if err == nil {
		err = d.Replace(proposedFile, p.version, append(data, '\n'), c)
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

// has reports whether a line, or one that says nearly the same by its words, was
// proposed before: a theme is, whatever was added to it.
func (p proposals) has(l rules.Lasting, wordsOf func(string) []string) bool {
	theme, words := rules.ThemeOf(l.Text), wordsOf(l.Text)
	return slices.ContainsFunc(p.Proposals, func(o proposal) bool {
		return theme != "" && theme == rules.ThemeOf(o.Text) || 5*len(lang.Shared(words, wordsOf(o.Text))) >= 4*len(words)
	})
}
