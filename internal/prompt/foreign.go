package prompt

import (
	"context"
	"strings"

	"yumori/internal/taint"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/retrieval"
)

// addMarks is taint.Turn.Add for what came from the message id; "" is none.
func (c *Composer) addMarks(p *Prompt, marks transcript.Marks, text string) {
	p.Outside.Add(marks, text, func(f transcript.Foreign) bool { return c.opt.Taint.Counts(f, f.From) })
}

// addSaid notes the words of a message that a prompt holds.
func (c *Composer) addSaid(p *Prompt, m transcript.Message) {
	marks := m.WordMarks()
	if len(marks) == 0 {
		p.Outside.Ours(m.Text)
		return
	}
	c.addMarks(p, taint.PassedOn(marks, m), m.Text)
}

// addDocument notes a document of a message that a prompt holds, which is
// known by its bytes as they are now.
func (c *Composer) addDocument(p *Prompt, m transcript.Message, f transcript.Foreign, text string) {
	c.addMarks(p, taint.PassedOn(transcript.Marks{f}, m), text)
}

// addFound notes the memories that a prompt holds.
func (c *Composer) addFound(p *Prompt, r retrieval.Recollection) {
	for _, m := range r.Memories {
		if len(m.Marks) > 0 {
			c.addMarks(p, m.Marks, strings.Join(m.Words(), "\n"))
		}
	}
}

// addLayer notes a layer of the persona's files.
func (c *Composer) addLayer(p *Prompt, l persona.Layer) {
	if !l.Foreign {
		p.Outside.Ours(l.Text)
		return
	}
	c.addMarks(p, transcript.Marks{c.opt.Taint.CardMark(l.Name)}, l.Text)
}

// Came notes what a tool brought into a turn whose reply has an id.
func (c *Composer) Came(p *Prompt, reply transcript.ID, t tools.Outside) {
	f := transcript.Foreign{Kind: transcript.ForeignImported, Name: t.Name, From: reply}
	switch t.Kind {
	case tools.OutsideKnowledge:
		f.Kind = transcript.ForeignKnowledge
		f.Hash, _, _ = c.opt.Taint.KnowledgeHash(t.Name) // "": it counts whatever is declared
	case tools.OutsideSkill:
		f.Kind, f.Hash = transcript.ForeignSkill, t.Hash
	case tools.OutsideMemory:
		c.opt.Taint.Learn(context.Background())
		if m, ok := p.Looked.memory(t.Name); ok {
			c.addMarks(p, m.Marks, "")
			return
		}
	}
	c.addMarks(p, transcript.Marks{f}, "")
}
