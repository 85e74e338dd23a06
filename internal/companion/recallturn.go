package companion

import (
	"context"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/llm"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/retrieval"
	"yumori/retrieval/background"
	"yumori/retrieval/source"
)

// layerRecalled is the last section of the prompt.
const layerRecalled = "recalled"

// recallMost is how many tokens recalled memories may have, and the recallShare
// of a window if that is less. One phraseShare of them is kept for what is found
// word by word, should there be any.
const (
	recallMost  = recallTokens + phraseTokens
	recallShare = 8
	phraseShare = 3.5
)

// recallLater brings the indexes up to date behind a turn.
func (c *Companion) recallLater() {
	var follows *background.Pass
	if c.house.Settings().Recall.Enabled() {
		follows = c.recall.request(background.Changes)
	}
	c.recall.ended(follows)
}

// addRecalled puts what is recalled for the user's message last into the
// system prompt. A recall that is not ready or fails is done without, and the
// trace says so; the error is the context's.
func (d *drafting) addRecalled(ctx context.Context) error {
	it := d.item(layerRecalled)
	room := it.Tokens
	it.Tokens = 0
	if room == 0 || it.Name == "" {
		return nil
	}
	language := d.c.persona.Profile().Language
	heading := ""
	if d.p.day = d.c.dayAsked(ctx, d.user); d.p.day != nil {
		var err error
		if heading, err = d.p.day.tell("heading", language); err != nil {
			return err
		}
		room = max(room-d.scale.Tokens(heading), 0)
	}
	found := d.c.recallNow(ctx, &d.p, recalling{user: d.user, before: d.talk.before(), room: room, sections: d.items})
	if d.p.day != nil {
		d.c.recall.addDay(&found, d.p.day, room, d.p.holding())
	}
	d.p.recalled = &found
	if len(found.Memories) == 0 && heading == "" {
		return ctx.Err()
	}
	text, err := recalledHead(language)
	if err != nil {
		return err
	}
	it.values = found.section(string(d.user.ID), tools.Continues(language))
	it.values.Text = strings.TrimSpace(heading + "\n\n" + text)
	text = it.values.String()
	it.Text, it.Tokens, it.Size = text, d.scale.Tokens(text), utf8.RuneCountInString(text)
	it.Files, it.Count = found.files(), len(found.Memories)
	d.c.addFound(&d.p, found)
	return ctx.Err()
}

// recalling is what to recall for.
type recalling struct {
	user     transcript.Message
	before   string // what the user said before that
	room     int    // tokens
	sections []*item
}

// recalledHead is what stands before the recalled memories, in a language.
func recalledHead(language string) (string, error) {
	texts, err := innerTexts(language)
	if err != nil {
		return "", err
	}
	return rendered(texts, layerRecalled, nil)
}

// recallNow recalls within the time a turn has for it.
func (c *Companion) recallNow(ctx context.Context, p *prompt, r recalling) Recollection {
	var notes []string
	if note := c.recall.ready(ctx); note != "" {
		notes = append(notes, note)
	}
	limit := recallTime
	if c.house.Settings().Models.Light.Configured() {
		limit += planningTime
	}
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for _, it := range r.sections {
		p.holdFiles(it.PlanSection)
	}
	phrases := int(float64(r.room) / phraseShare)
	out, err := c.recall.recollect(bounded, recallQuery{
		Query: retrieval.Query{
			Ask:      retrieval.Ask{Text: r.user.Text, Before: r.before},
			InPrompt: p.holding(),
			Tokens:   r.room - phrases,
		},
		scope: Memories, phrases: phrases, middle: r.user.Text,
	})
	if err != nil {
		notes = append(notes, "nothing more was recalled: "+err.Error())
	}
	out.Notes = append(notes, out.Notes...)
	return out
}

// holding returns what tells whether a prompt holds a memory already: a
// message of its history, an episode of its layer, or an entry of a file that
// is in it whole.
func (p *prompt) holding() func(id string) bool {
	return func(id string) bool {
		return p.said[id] || slices.ContainsFunc(p.whole, func(start string) bool { return strings.HasPrefix(id, start) })
	}
}

// holdFiles notes the files that stand whole in a section.
func (p *prompt) holdFiles(s PlanSection) {
	for _, file := range s.Files {
		if !slices.ContainsFunc(s.Cuts, func(c PlanCut) bool { return c.What == file }) {
			p.whole = append(p.whole, idsOf(file))
		}
	}
}

// idsOf returns what the ids of a file's documents begin with.
func idsOf(file string) string {
	if day := source.Day.FindString(path.Base(file)); day != "" && path.Base(file) == day+".md" {
		return "daily_" + day
	}
	return file + "_"
}

// before returns what the user said before their last message.
func (t conversation) before() string {
	last := false
	for _, s := range t.said {
		if s.out.Role != llm.RoleUser {
			continue
		}
		if last {
			return s.said
		}
		last = true
	}
	return ""
}

// files returns where the memories stand.
func (r Recollection) files() []string {
	var list []string
	for _, m := range r.Memories {
		if file, _, _ := strings.Cut(m.Source, "#"); !slices.Contains(list, file) {
			list = append(list, file)
		}
	}
	return list
}
