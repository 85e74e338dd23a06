package companion

import (
	"context"
	"path"
	"slices"

	"yumori/dreaming/record"
	"yumori/internal/store"
	"yumori/persona"
)

// A Snapshot is what the screen shows of a persona beside the conversation.
// It is an immutable value.
type Snapshot struct {
	Slug     string
	Name     string
	Language string  // of the persona: "en" or "ja"
	Speaker  Speaker // who would answer now
	Held     []persona.Held
	Dreamt   record.Waiting // what dreams left to be decided on; its Held are among Held
	Troubles []Trouble
}

// Snapshot returns the persona's state. It reads a few small files.
func (c *Companion) Snapshot() Snapshot {
	pr := c.persona.Profile()
	s := Snapshot{Slug: c.slug, Name: pr.Name, Language: pr.Language, Speaker: c.house.speaker()}
	held, err := c.Held()
	if err != nil {
		c.logger.Warn("read held changes", "error", err)
	}
	s.Held, s.Dreamt = held, c.dreamt(held)
	c.mu.Lock()
	unread, emptied := c.unread, c.emptied
	c.mu.Unlock()
	for _, p := range append(c.persona.Problems(), unread...) {
		s.Troubles = append(s.Troubles, Trouble{File: p.File, What: p.What, Aside: p.Aside, Backup: p.Backup})
	}
	s.Troubles = append(s.Troubles, c.mind.troubles()...)
	for _, e := range emptied {
		s.Troubles = append(s.Troubles, Trouble{File: e.Name, What: e.String(), Aside: e.Aside, Backup: true})
	}
	s.Troubles = append(s.Troubles, c.house.uncopied()...)
	s.Troubles = append(s.Troubles, c.house.doorTroubles()...)
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

// speaker says who answers by the settings, without making a model.
func (h *House) speaker() Speaker {
	choice := h.Settings().Models.Chat
	if choice.Configured() && h.opt.Pick != nil {
		return Speaker{Provider: choice.Provider, Name: choice.Name, Images: choice.Images || choice.Provider == "gemini"}
	}
	return speakerOf(h.opt.Builtin)
}

// dreamt returns what waits of dreams, held is what the user is asked about.
// The records are read again when dreams, or what is held, are others.
func (c *Companion) dreamt(held []persona.Held) record.Waiting {
	ids := make([]string, len(held))
	for i, h := range held {
		ids[i] = h.ID
	}
	c.dreams.mu.Lock()
	defer c.dreams.mu.Unlock()
	if w := c.dreams.waiting; w != nil && slices.Equal(w.held, ids) {
		return w.found
	}
	d, err := record.Open(c.dir)
	var found record.Waiting
	if err == nil {
		found, err = d.Waiting(ids)
	}
	if err != nil {
		c.logger.Warn("look for what dreams propose", "error", err)
		return found
	}
	c.dreams.waiting = &waitingDreams{ids, found}
	return found
}

// waitingDreams is what waits of dreams while certain changes are held.
type waitingDreams struct {
	held  []string
	found record.Waiting
}
