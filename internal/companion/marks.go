package companion

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"yumori/internal/exchange"
	"yumori/internal/memory"
	"yumori/internal/mind"
	"yumori/internal/transcript"
	"yumori/rag"
)

// This file is about the marks of messages that rest on texts of others: which
// there are, which count, and what rests on a message that has some. A mark
// is in the log as it was made and stays there; whether it counts is asked
// anew each time, so that a yes of the user's, and its end, act at once.

// Marks returns the texts of others that a message rests on and that the user
// has neither cleared nor declared to be their own; none for most messages.
// Of a message of the user's, documents are those attached to it, and its own
// words are the user's. Cost: nothing for a message without marks.
func (c *Companion) Marks(m transcript.Message) []transcript.Foreign {
	marks := m.Rests()
	if len(marks) == 0 || m.Trusted {
		return nil
	}
	c.learnMarks(context.Background())
	return slices.DeleteFunc(slices.Clone(marks), func(f transcript.Foreign) bool { return !c.counts(f, m.ID) })
}

// ClearMark says that the user takes a message for what the two of them
// wrote: neither it nor what other messages took over from it holds up changes
// from now on. It returns transcript.ErrNoMessage.
func (c *Companion) ClearMark(id transcript.ID) error {
	return c.judged(c.log.Trust(id, mind.ByHand("mark cleared")))
}

// RestoreMark takes ClearMark back.
func (c *Companion) RestoreMark(id transcript.ID) error {
	return c.judged(c.log.Distrust(id, mind.ByHand("mark restored")))
}

// judged tells that marks count otherwise from now on.
func (c *Companion) judged(err error) error {
	if err != nil {
		return fmt.Errorf("judge marks: %w", err)
	}
	c.publish(TopicLog, c.log.Head())
	return nil
}

// learnMarks reads what is new of marks in the log. What cannot be read counts.
func (c *Companion) learnMarks(ctx context.Context) {
	if err := c.recall.Retracted.Refresh(ctx); err != nil {
		c.logger.Warn("look for marks", "error", err)
	}
}

// counts reports whether a mark of a message has neither been cleared nor
// declared to be the user's own; learnMarks comes before it.
func (c *Companion) counts(f transcript.Foreign, id transcript.ID) bool {
	return !c.recall.Retracted.Trusts(string(cmp.Or(f.From, id))) && !c.own.has(f.Hash)
}

// attached returns the marks of documents: what the user attaches is the work
// of others until they say otherwise. Pictures are none.
func (c *Companion) attached(list []transcript.Attachment) transcript.Marks {
	var marks transcript.Marks
	for _, a := range list {
		if isPicture(a.MIME) {
			continue
		}
		f := transcript.Foreign{Kind: transcript.ForeignDocument, Name: a.Name}
		if v, err := c.dir.Version(a.Path); err == nil {
			f.Hash = string(v)
		}
		marks = append(marks, f)
	}
	return marks
}

// passedOn returns marks of a message as those have them who take from it: they
// count as long as they count on the message itself.
func passedOn(marks transcript.Marks, m transcript.Message) transcript.Marks {
	marks = slices.Clone(marks)
	for i := range marks {
		if marks[i].From = cmp.Or(marks[i].From, m.ID); m.Trusted {
			marks[i].From = m.ID
		}
	}
	return marks
}

// marksUnder returns the marks of the messages among the sources of a memory.
// learnMarks comes before it.
func (c *Companion) marksUnder(sources []string) transcript.Marks {
	var marks transcript.Marks
	for _, s := range sources {
		m := transcript.Message{ID: transcript.ID(s), Trusted: c.recall.Retracted.Trusts(s)}
		marks = append(marks, passedOn(c.recall.Retracted.MarksOf(s), m)...)
	}
	return marks
}

// restsOnOthers reports whether a memory with these sources rests on texts of
// others.
func (c *Companion) restsOnOthers(sources []string) bool {
	c.learnMarks(context.Background())
	return c.restsNow(sources)
}

// restsNow is restsOnOthers by what was learned of marks before.
func (c *Companion) restsNow(sources []string) bool {
	if _, all := c.elsewhere(); all {
		return true
	}
	return slices.ContainsFunc(c.marksUnder(sources), func(f transcript.Foreign) bool { return c.counts(f, f.From) })
}

// elsewhere returns the mark of a persona that came in whole from elsewhere, as long
// as the user has not called the file their own; ok is false for others. Where
// nobody can tell, it is one.
func (c *Companion) elsewhere() (f transcript.Foreign, ok bool) {
	from, there, err := c.house.origins.Of(c.slug)
	if err != nil {
		return transcript.Foreign{Kind: transcript.ForeignImported, Name: exchange.OriginsFile}, true
	}
	if !there || c.own.has(from.Hash) {
		return f, false
	}
	return transcript.Foreign{Kind: transcript.ForeignImported, Name: from.Name, Hash: from.Hash}, true
}

// marksOfMemory returns the texts of others that a memory rests on, its
// neighbours included. learnMarks comes before it.
func (c *Companion) marksOfMemory(m Memory) transcript.Marks {
	sources := []string{m.ID}
	switch rag.Type(m.Type) {
	case rag.TypeMessage, rag.TypeArchive:
		for _, p := range slices.Concat(m.Before, m.After) {
			sources = append(sources, p.ID)
		}
	case rag.TypeEpisode:
		if e, err := c.mind.Episodes.Find(m.ID); err == nil {
			sources = e.Sources
		}
	case rag.TypeDream:
		if i, err := c.mind.Insights.Find(m.ID); err == nil {
			sources = i.Sources
		}
	case rag.TypeBank:
		if f, err := c.mind.Facts.Find(m.ID); err == nil {
			sources = f.Sources
		}
	}
	marks := c.marksUnder(sources)
	said := m.Type == string(rag.TypeMessage) || m.Type == string(rag.TypeArchive) // its own marks tell
	if m.Kind == string(memory.Imported) && !said || m.Kind == "" || m.Type == string(rag.TypeKnowledge) {
		kind := transcript.ForeignImported
		if m.Kind == "" {
			kind = transcript.ForeignMemory
		}
		marks = append(marks, transcript.Foreign{Kind: kind, Name: m.Source})
	}
	return marks
}

// markMemories notes which memories rest on texts of others that count.
func (c *Companion) markMemories(list []Memory) {
	if len(list) == 0 {
		return
	}
	c.learnMarks(context.Background())
	for i := range list {
		m := &list[i]
		m.Marks = c.marksOfMemory(*m)
		m.Foreign = slices.ContainsFunc(m.Marks, func(f transcript.Foreign) bool { return c.counts(f, "") })
	}
}

// innerMarks returns the marks of what the mind puts into every prompt:
// episodes since some days before the oldest message, what the last dreams
// said, goals, and the question on its mind, as far as there was room for
// them. learnMarks comes before it.
func (d *drafting) innerMarks() transcript.Marks {
	c := d.c
	var sources []string
	for _, id := range d.episodes {
		if e, err := c.mind.Episodes.Find(id); err == nil {
			sources = append(sources, e.Sources...)
		}
	}
	if i, ok := c.mind.Insights.Strategy(); ok && d.item(layerStrategy).Text != "" {
		sources = append(sources, i.Sources...)
	}
	for _, g := range c.mind.Goals.Prompt() {
		if d.item(layerGoals).Text == "" {
			break
		}
		sources = append(sources, g.Sources...)
		if n := len(g.Notes); n > 0 {
			sources = append(sources, g.Notes[n-1].Sources...)
		}
	}
	if q, ok := d.moved.Strongest(); ok && d.item(layerFeeling).Text != "" {
		sources = append(sources, q.Sources...)
	}
	slices.Sort(sources)
	return c.marksUnder(memory.Unique(sources))
}
