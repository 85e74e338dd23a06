package companion

import (
	"context"
	"path"
	"slices"

	"yumori/internal/models"

	"yumori/internal/store"
	"yumori/persona"
)

// A Snapshot is what the screen shows of a persona beside the conversation.
// It is an immutable value.
type Snapshot struct {
	Slug     string
	Name     string
	Face     string         // the character whose drawn portrait it has; "" the one of its name
	Language string         // of the persona: "en" or "ja"
	User     string         // the name of the one who talks with it; "" unknown
	Speaker  models.Speaker // who would answer now
	Inbox    []Ask          // what waits for the user's yes
	Troubles []Trouble
}

// Snapshot returns the persona's state. It reads a few small files.
func (c *Companion) Snapshot() Snapshot {
	pr := c.persona.Profile()
	s := Snapshot{Slug: c.slug, Name: pr.Name, Face: pr.Face, Language: pr.Language, User: c.userName(), Speaker: c.home.Speaker()}
	inbox, err := c.Inbox.Asks()
	if err != nil {
		c.logger.Warn("read what waits", "error", err)
	}
	s.Inbox = inbox
	c.mu.Lock()
	unread, emptied := c.unread, c.emptied
	c.mu.Unlock()
	for _, p := range append(c.persona.Problems(), unread...) {
		s.Troubles = append(s.Troubles, Trouble{File: p.File, What: p.What, Aside: p.Aside, Backup: p.Backup})
	}
	for _, f := range c.mind.Problems() {
		s.Troubles = append(s.Troubles, Trouble{File: f.File, Line: f.Line, What: f.What, Aside: f.Aside})
	}
	for _, e := range emptied {
		s.Troubles = append(s.Troubles, Trouble{File: e.Name, What: e.String(), Aside: e.Aside, Backup: true})
	}
	s.Troubles = append(s.Troubles, c.home.Backups.uncopied()...)
	s.Troubles = append(s.Troubles, c.home.doorTroubles()...)
	if torn := c.log.Torn(); torn != nil {
		s.Troubles = append(s.Troubles, Trouble{File: "log.jsonl", What: "the last record was incomplete", Aside: torn.SetAside})
	}
	return s
}

// noteUnread remembers which files a prompt had to do without, and tells the
// screen when that changed.
func (c *Companion) noteUnread(problems []persona.Problem) {
	c.mu.Lock()
	changed := !slices.Equal(c.unread, problems)
	c.unread = problems
	c.mu.Unlock()
	if changed {
		c.publishSnapshot()
	}
}

// noteEmptied looks for files that lost what was in them, and tells the screen.
// A text that is empty may be as its user wants it: only doctor names that.
func (c *Companion) noteEmptied(ctx context.Context) {
	found, err := c.dir.EmptiedFiles(ctx)
	if err != nil && ctx.Err() == nil {
		c.logger.Warn("look for emptied files", "error", err)
	}
	found = slices.DeleteFunc(found, func(e store.EmptiedFile) bool { return e.Aside == "" && path.Ext(e.Name) != ".json" })
	if len(found) == 0 {
		return
	}
	c.mu.Lock()
	c.emptied = found
	c.mu.Unlock()
	c.publishSnapshot()
}

func (c *Companion) publishSnapshot() { c.publish(TopicSnapshot, c.Snapshot()) }
