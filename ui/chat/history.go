package chat

import (
	"context"
	"slices"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/transcript"
)

// Bounds of what is loaded of a conversation.
const (
	pageSize  = 60  // messages read in one go
	maxLoaded = 300 // messages held at most; the far end is let go of
	scanSize  = 500 // messages a page when looking for what follows a message
)

// A pager reads a conversation backward.
type pager interface {
	Page(transcript.Cursor, int) (transcript.Page, error)
	At(transcript.ID) (transcript.Cursor, error)
	Marks(transcript.Message) []transcript.Foreign
}

// A markedLog is a log with what its messages took from others.
type markedLog struct {
	Log
	Truster
}

// A line is a message of the conversation with what is to be told about it.
type line struct {
	transcript.Entry
	spoken spoken
	marks  []transcript.Foreign // texts of others it is derived from
}

// spoken is what a reply's trace says that the screen shows.
type spoken struct {
	notice   companion.Notice
	emotion  string   // category, "" none reported
	tools    []string // names of the tools that worked
	recalled int      // memories that came to mind
	learned  int      // tokens of the model's window, where a refusal taught it; 0 it did not
}

func linesOf(p pager, entries []transcript.Entry) []line {
	lines := make([]line, len(entries))
	for i, e := range entries {
		lines[i] = line{Entry: e, spoken: spokenOf(e.Message), marks: p.Marks(e.Message)}
	}
	return lines
}

// spokenOf reads a message's trace; one that cannot be read tells nothing.
func spokenOf(m transcript.Message) spoken {
	t, err := companion.TraceOf(m)
	if err != nil {
		return spoken{}
	}
	var s spoken
	if t.Notice != nil {
		s.notice = *t.Notice
	}
	if t.Recalled != nil {
		s.recalled = len(t.Recalled.Memories)
	}
	if t.Plan != nil && t.Plan.Window.From == llm.WindowLearned {
		s.learned = t.Plan.Window.Tokens
	}
	for _, tag := range t.Tags {
		if tag.Name == "persona_emotion" {
			s.emotion = tag.Attributes["category"]
		}
	}
	for _, tool := range t.Tools {
		if tool.Error == "" && !slices.Contains(s.tools, tool.Name) {
			s.tools = append(s.tools, tool.Name)
		}
	}
	return s
}

// A stretch is the part of a conversation that is loaded. It is a value: what
// reads on returns a longer one and leaves the old one as it was.
type stretch struct {
	lines    []line // oldest first
	hasOlder bool
	hasNewer bool
	older    transcript.Cursor // of the page before lines, if known
	known    bool              // older is
}

// readNewest loads the end of the conversation.
func readNewest(p pager) (stretch, error) {
	page, err := p.Page(transcript.Cursor{}, pageSize)
	if err != nil {
		return stretch{}, err
	}
	return stretch{lines: linesOf(p, page.Messages), hasOlder: page.More, older: page.Next, known: true}, nil
}

// readOlder loads the page before s.
func (s stretch) readOlder(p pager) (stretch, error) {
	if !s.hasOlder || len(s.lines) == 0 {
		return s, nil
	}
	cursor, n := s.older, pageSize
	if !s.known {
		c, err := p.At(s.lines[0].ID)
		if err != nil {
			return s, err
		}
		cursor, n = c, pageSize+1 // the page ends with what is there already
	}
	page, err := p.Page(cursor, n)
	if err != nil {
		return s, err
	}
	before := page.Messages
	if !s.known && len(before) > 0 {
		before = before[:len(before)-1]
	}
	s.lines = slices.Concat(linesOf(p, before), s.lines)
	s.older, s.known, s.hasOlder = page.Next, true, page.More
	if len(s.lines) > maxLoaded {
		s.lines, s.hasNewer = s.lines[:maxLoaded:maxLoaded], true
	}
	return s, nil
}

// readNewer loads what follows s. The conversation can only be read backward,
// so it looks from the end for the last message of s: 100,000 messages take
// about a second, in the background.
func (s stretch) readNewer(ctx context.Context, p pager) (stretch, error) {
	if !s.hasNewer || len(s.lines) == 0 {
		return s, nil
	}
	last := s.lines[len(s.lines)-1].ID
	var cursor transcript.Cursor
	var after []transcript.Entry
	for {
		if err := ctx.Err(); err != nil {
			return s, err
		}
		page, err := p.Page(cursor, scanSize)
		if err != nil {
			return s, err
		}
		after = slices.Concat(page.Messages, after[:min(len(after), pageSize)])
		if i := indexOf(page.Messages, last); i >= 0 {
			after = after[i+1:]
			break
		}
		if !page.More {
			return readNewest(p) // another branch is shown by now
		}
		cursor = page.Next
	}
	s.hasNewer = len(after) > pageSize
	after = after[:min(len(after), pageSize)]
	s.lines = slices.Concat(s.lines, linesOf(p, after))
	if n := len(s.lines) - maxLoaded; n > 0 {
		s.lines, s.hasOlder, s.known = s.lines[n:], true, false
	}
	return s, nil
}

// readAround loads the part of the conversation around a message.
func readAround(ctx context.Context, p pager, id transcript.ID) (stretch, error) {
	cursor, err := p.At(id)
	if err != nil {
		return stretch{}, err
	}
	page, err := p.Page(cursor, pageSize)
	if err != nil {
		return stretch{}, err
	}
	s := stretch{lines: linesOf(p, page.Messages), hasOlder: page.More, older: page.Next, known: true, hasNewer: true}
	return s.readNewer(ctx, p)
}

// readChanged loads the newest page again after the conversation went on, or
// another branch was chosen, and joins it to what of s still holds.
func (s stretch) readChanged(p pager) (stretch, error) {
	fresh, err := readNewest(p)
	if err != nil || len(fresh.lines) == 0 {
		return fresh, err
	}
	for range maxLoaded/pageSize - 1 {
		first := fresh.lines[0].ID
		if i := slices.IndexFunc(s.lines, func(l line) bool { return l.ID == first }); i >= 0 {
			fresh.lines = slices.Concat(s.lines[:i], fresh.lines)
			if i > 0 {
				fresh.older, fresh.known, fresh.hasOlder = s.older, s.known, s.hasOlder
			}
			break
		}
		if !fresh.hasOlder || len(s.lines) == 0 {
			break
		}
		if fresh, err = fresh.readOlder(p); err != nil {
			return s, err
		}
	}
	if n := len(fresh.lines) - maxLoaded; n > 0 {
		fresh.lines, fresh.hasOlder, fresh.known = fresh.lines[n:], true, false
	}
	return fresh, nil
}

// holds reports whether the message id is in s.
func (s stretch) holds(id transcript.ID) bool {
	return slices.ContainsFunc(s.lines, func(l line) bool { return l.ID == id })
}

func indexOf(entries []transcript.Entry, id transcript.ID) int {
	return slices.IndexFunc(entries, func(e transcript.Entry) bool { return e.ID == id })
}
