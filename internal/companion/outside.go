package companion

import (
	"context"
	"slices"
	"strings"
	"sync"

	"yumori/internal/llm"
	"yumori/internal/taint"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/persona"
)

// An outside is the texts of others that one turn holds, whether the user
// trusts them or not, beside what is the user's and the persona's own. It is
// safe for concurrent use, as tools run side by side.
type outside struct {
	mu    sync.Mutex // guards what follows
	marks transcript.Marks
	texts []string // of others
	own   []string // of the two of them
	live  bool     // one of the marks counts
	blind bool     // there is more than texts has
}

// taints reports whether changes have to be held.
func (o *outside) taints() bool {
	if o == nil {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.live
}

// list returns the marks, each once.
func (o *outside) list() transcript.Marks {
	if o == nil {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.marks)
}

// ours notes words of the user's or the persona's.
func (o *outside) ours(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.own = append(o.own, text)
}

// add notes marks that came into the turn with a text; "" is one that is not
// at hand. counts tells which of them count.
func (o *outside) add(marks transcript.Marks, text string, counts func(transcript.Foreign) bool) {
	if len(marks) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range marks {
		if !slices.Contains(o.marks, f) {
			o.marks = append(o.marks, f)
		}
		o.live = o.live || counts(f)
	}
	if text == "" {
		o.blind = true
		return
	}
	o.texts = append(o.texts, text)
}

// addMarks is outside.add for what came from the message id; "" is none.
func (c *Companion) addMarks(p *prompt, marks transcript.Marks, text string) {
	p.outside.add(marks, text, func(f transcript.Foreign) bool { return c.counts(f, f.From) })
}

// addSaid notes the words of a message that a prompt holds.
func (c *Companion) addSaid(p *prompt, m transcript.Message) {
	marks := m.WordMarks()
	if len(marks) == 0 {
		p.outside.ours(m.Text)
		return
	}
	c.addMarks(p, passedOn(marks, m), m.Text)
}

// addDocument notes a document of a message that a prompt holds, which is
// known by its bytes as they are now.
func (c *Companion) addDocument(p *prompt, m transcript.Message, f transcript.Foreign, text string) {
	c.addMarks(p, passedOn(transcript.Marks{f}, m), text)
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
		p.outside.ours(l.Text)
		return
	}
	c.addMarks(p, transcript.Marks{c.cardMark(l.Name)}, l.Text)
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
		c.learnMarks(context.Background())
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
	marks, opaque = r.prompt.outside.list(), lastOpaque(r.outcome.Messages)
	if len(marks) > 0 && r.tookNothing() {
		return nil, nil
	}
	return marks, opaque
}

// tookNothing reports whether a reply is a quiet one, which did nothing and has
// nothing of what others wrote. In doubt it is not.
func (r reply) tookNothing() bool {
	o := r.prompt.outside
	o.mu.Lock()
	defer o.mu.Unlock()
	called := slices.ContainsFunc(r.outcome.Messages, func(m llm.Message) bool { return len(m.Calls) > 0 })
	return !o.blind && !called && len(r.outcome.Calls) == 0 && !taint.TookOver(r.text, o.own, o.texts)
}
