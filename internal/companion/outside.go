package companion

import (
	"context"
	"slices"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/taint"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/persona"
)

// addMarks is taint.Turn.Add for what came from the message id; "" is none.
func (c *Companion) addMarks(p *prompt, marks transcript.Marks, text string) {
	p.outside.Add(marks, text, func(f transcript.Foreign) bool { return c.taint.Counts(f, f.From) })
}

// addSaid notes the words of a message that a prompt holds.
func (c *Companion) addSaid(p *prompt, m transcript.Message) {
	marks := m.WordMarks()
	if len(marks) == 0 {
		p.outside.Ours(m.Text)
		return
	}
	c.addMarks(p, taint.PassedOn(marks, m), m.Text)
}

// addDocument notes a document of a message that a prompt holds, which is
// known by its bytes as they are now.
func (c *Companion) addDocument(p *prompt, m transcript.Message, f transcript.Foreign, text string) {
	c.addMarks(p, taint.PassedOn(transcript.Marks{f}, m), text)
}

// addFound notes the memories that a prompt holds.
func (c *Companion) addFound(p *prompt, r Recollection) {
	for _, m := range r.Memories {
		if len(m.Marks) > 0 {
			c.addMarks(p, m.Marks, strings.Join(m.Words(), "\n"))
		}
	}
}

// addLayer notes a layer of the persona's files.
func (c *Companion) addLayer(p *prompt, l persona.Layer) {
	if !l.Foreign {
		p.outside.Ours(l.Text)
		return
	}
	c.addMarks(p, transcript.Marks{c.taint.CardMark(l.Name)}, l.Text)
}

// came notes what a tool brought into a turn whose reply has an id.
func (c *Companion) came(p *prompt, reply transcript.ID, t tools.Outside) {
	f := transcript.Foreign{Kind: transcript.ForeignImported, Name: t.Name, From: reply}
	switch t.Kind {
	case tools.OutsideKnowledge:
		f.Kind = transcript.ForeignKnowledge
		f.Hash, _, _ = c.KnowledgeHash(t.Name) // "": it counts whatever is declared
	case tools.OutsideSkill:
		f.Kind, f.Hash = transcript.ForeignSkill, t.Hash
	case tools.OutsideMemory:
		c.taint.Learn(context.Background())
		if m, ok := p.looked.memory(t.Name); ok {
			c.addMarks(p, m.Marks, "")
			return
		}
	}
	c.addMarks(p, transcript.Marks{f}, "")
}

// rests returns what a reply rests on, all that was before it unless it took
// nothing of that over, and what goes along with it to the provider. Nobody can
// tell which thoughts are in that: a reply whose mark lapses goes without. Cost:
// with a document of 400 KB some 0.1 s.
func (r reply) rests() (marks transcript.Marks, opaque []byte) {
	marks, opaque = r.prompt.outside.Marks(), lastOpaque(r.outcome.Messages)
	if len(marks) > 0 && r.tookNothing() {
		return nil, nil
	}
	return marks, opaque
}

// tookNothing reports whether a reply is a quiet one, which did nothing and has
// nothing of what others wrote. In doubt it is not.
func (r reply) tookNothing() bool {
	called := slices.ContainsFunc(r.outcome.Messages, func(m llm.Message) bool { return len(m.Calls) > 0 })
	return !called && len(r.outcome.Calls) == 0 && r.prompt.outside.TookNothing(r.text)
}
