package taint

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"yumori/internal/attachment"
	"yumori/internal/card"
	"yumori/internal/exchange"
	"yumori/internal/memory"
	"yumori/internal/mind"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/rag"
	"yumori/retrieval"
	"yumori/retrieval/source"
)

// Options are what a Tracker works with. All of it is required.
type Options struct {
	Slug        string // of the persona
	Dir         *store.Dir
	Log         *transcript.Log
	Mind        *mind.Mind
	Persona     *persona.Persona
	Origins     *exchange.Origins   // which personas came in whole from elsewhere
	Retractions *source.Retractions // has the marks of the log
	Now         func() time.Time
	Logger      *slog.Logger
	Changed     func() // marks count otherwise from now on
}

// A Tracker knows the marks of one persona's messages and memories that are
// derived from texts of others: which there are, and which count. A mark is in
// the log as it was made and stays there; whether it counts is asked anew each
// time, so that a yes of the user's, and its end, act at once. It is safe for
// concurrent use.
type Tracker struct {
	opt Options
	own *ownTexts
}

// New returns the Tracker of a persona.
func New(opt Options) *Tracker { return &Tracker{opt: opt, own: newOwnTexts(opt.Dir)} }

// Trust returns what the user says of texts of others.
func (t *Tracker) Trust() Trust { return Trust{t} }

// Problems returns what of the file of declared texts cannot be used.
func (t *Tracker) Problems() []store.Problem { return t.own.problems() }

// Owns reports whether the user declared the text of a hash to be their own.
func (t *Tracker) Owns(hash string) bool { return t.own.has(hash) }

// A Trust is what the user says of texts of others: whose words a message is
// taken for, and which texts are their own. It is safe for concurrent use.
type Trust struct{ t *Tracker }

// Marks is Tracker.Marks.
func (j Trust) Marks(m transcript.Message) []transcript.Foreign { return j.t.Marks(m) }

// Marks returns the texts of others that a message is derived from and that the user
// has neither cleared nor declared to be their own; none for most messages.
// Of a message of the user's, documents are those attached to it, and its own
// words are the user's. Cost: nothing for a message without marks.
func (t *Tracker) Marks(m transcript.Message) []transcript.Foreign {
	marks := m.Marks()
	if len(marks) == 0 || m.Trusted {
		return nil
	}
	t.Learn(context.Background())
	return slices.DeleteFunc(slices.Clone(marks), func(f transcript.Foreign) bool { return !t.Counts(f, m.ID) })
}

// ClearMark says that the user takes a message for what the two of them
// wrote: neither it nor what other messages took over from it holds up changes
// from now on. It returns transcript.ErrNoMessage.
func (j Trust) ClearMark(id transcript.ID) error {
	return j.t.judged(j.t.opt.Log.Trust(id, mind.ByHand("mark cleared")))
}

// RestoreMark takes ClearMark back.
func (j Trust) RestoreMark(id transcript.ID) error {
	return j.t.judged(j.t.opt.Log.Distrust(id, mind.ByHand("mark restored")))
}

// judged tells that marks count otherwise from now on.
func (t *Tracker) judged(err error) error {
	if err != nil {
		return fmt.Errorf("judge marks: %w", err)
	}
	t.opt.Changed()
	return nil
}

// Learn reads what is new of marks in the log. What cannot be read counts.
func (t *Tracker) Learn(ctx context.Context) {
	if err := t.opt.Retractions.Refresh(ctx); err != nil {
		t.opt.Logger.Warn("look for marks", "error", err)
	}
}

// Counts reports whether a mark of a message has neither been cleared nor
// declared to be the user's own; Learn comes before it.
func (t *Tracker) Counts(f transcript.Foreign, id transcript.ID) bool {
	return !t.opt.Retractions.Trusts(string(cmp.Or(f.From, id))) && !t.own.has(f.Hash)
}

// Attached returns the marks of documents: what the user attaches is the work
// of others until they say otherwise. Pictures are none.
func (t *Tracker) Attached(list []transcript.Attachment) transcript.Marks {
	var marks transcript.Marks
	for _, a := range list {
		if attachment.IsPicture(a.MIME) {
			continue
		}
		f := transcript.Foreign{Kind: transcript.ForeignDocument, Name: a.Name}
		if v, err := t.opt.Dir.Version(a.Path); err == nil {
			f.Hash = string(v)
		}
		marks = append(marks, f)
	}
	return marks
}

// PassedOn returns marks of a message as those have them who take from it: they
// count as long as they count on the message itself.
func PassedOn(marks transcript.Marks, m transcript.Message) transcript.Marks {
	marks = slices.Clone(marks)
	for i := range marks {
		if marks[i].From = cmp.Or(marks[i].From, m.ID); m.Trusted {
			marks[i].From = m.ID
		}
	}
	return marks
}

// Under returns the marks of the messages among the sources of a memory.
// Learn comes before it.
func (t *Tracker) Under(sources []string) transcript.Marks {
	var marks transcript.Marks
	for _, s := range sources {
		m := transcript.Message{ID: transcript.ID(s), Trusted: t.opt.Retractions.Trusts(s)}
		marks = append(marks, PassedOn(t.opt.Retractions.MarksOf(s), m)...)
	}
	return marks
}

// FromOthers reports whether a memory with these sources is derived from texts of
// others.
func (t *Tracker) FromOthers(sources []string) bool {
	t.Learn(context.Background())
	return t.FromOthersNow(sources)
}

// FromOthersNow is FromOthers by what was learned of marks before.
func (t *Tracker) FromOthersNow(sources []string) bool {
	if _, all := t.Elsewhere(); all {
		return true
	}
	return slices.ContainsFunc(t.Under(sources), func(f transcript.Foreign) bool { return t.Counts(f, f.From) })
}

// Elsewhere returns the mark of a persona that came in whole from elsewhere, as long
// as the user has not called the file their own; ok is false for others. Where
// nobody can tell, it is one.
func (t *Tracker) Elsewhere() (f transcript.Foreign, ok bool) {
	from, there, err := t.opt.Origins.Of(t.opt.Slug)
	if err != nil {
		return transcript.Foreign{Kind: transcript.ForeignImported, Name: exchange.OriginsFile}, true
	}
	if !there || t.own.has(from.Hash) {
		return f, false
	}
	return transcript.Foreign{Kind: transcript.ForeignImported, Name: from.Name, Hash: from.Hash}, true
}

// marksOfMemory returns the texts of others that a memory is derived from, its
// neighbours included. Learn comes before it.
func (t *Tracker) marksOfMemory(m retrieval.Memory) transcript.Marks {
	sources := []string{m.ID}
	switch m.Type {
	case rag.TypeMessage, rag.TypeArchive:
		for _, p := range slices.Concat(m.Before, m.After) {
			sources = append(sources, p.ID)
		}
	case rag.TypeEpisode:
		if e, err := t.opt.Mind.Episodes.Find(m.ID); err == nil {
			sources = e.Sources
		}
	case rag.TypeDream:
		if i, err := t.opt.Mind.Insights.Find(m.ID); err == nil {
			sources = i.Sources
		}
	case rag.TypeBank:
		if f, err := t.opt.Mind.Facts.Find(m.ID); err == nil {
			sources = f.Sources
		}
	}
	marks := t.Under(sources)
	said := m.Type == rag.TypeMessage || m.Type == rag.TypeArchive // its own marks tell
	if m.Kind == memory.Imported && !said || m.Kind == "" || m.Type == rag.TypeKnowledge {
		kind := transcript.ForeignImported
		if m.Kind == "" {
			kind = transcript.ForeignMemory
		}
		marks = append(marks, transcript.Foreign{Kind: kind, Name: m.Source.String()})
	}
	return marks
}

// MarkMemories notes which memories are derived from texts of others that count.
func (t *Tracker) MarkMemories(list []retrieval.Memory) {
	if len(list) == 0 {
		return
	}
	t.Learn(context.Background())
	for i := range list {
		m := &list[i]
		m.Marks = t.marksOfMemory(*m)
		m.Foreign = slices.ContainsFunc(m.Marks, func(f transcript.Foreign) bool { return t.Counts(f, "") })
	}
}

// LoreMark is the mark of lore: that of the card while it is the card's alone,
// else of the file as it is.
func (t *Tracker) LoreMark() transcript.Foreign {
	if from := t.opt.Persona.Profile().Imported; from != nil && slices.Contains(from.Files, card.LoreFile) {
		return t.CardMark(card.LoreFile)
	}
	f := transcript.Foreign{Kind: transcript.ForeignCard, Name: card.LoreFile}
	if v, err := t.opt.Dir.Version(card.LoreFile); err == nil {
		f.Hash = string(v)
	}
	return f
}

// CardMark is the mark of a text that came with the persona's card.
func (t *Tracker) CardMark(name string) transcript.Foreign {
	if from := t.opt.Persona.Profile().Imported; from != nil && from.Hash != "" {
		return transcript.Foreign{Kind: transcript.ForeignCard, Name: from.Source, Hash: from.Hash}
	}
	return transcript.Foreign{Kind: transcript.ForeignCard, Name: name}
}
