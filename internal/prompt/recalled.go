package prompt

import (
	"context"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"yumori/internal/llm"
	"yumori/internal/tools"
	"yumori/retrieval"
	"yumori/retrieval/source"
)

// LayerRecalled is the last section of the prompt.
const LayerRecalled = retrieval.SectionName

// recalledShare is the part of a window that recalled memories may have, if that
// is less than retrieval.MostTokens.
const recalledShare = 8

// addRecalled puts what is recalled for the user's message last into the
// system prompt. A recall that is not ready or fails is done without, and the
// trace says so; the error is the context's.
func (d *draft) addRecalled(ctx context.Context) error {
	it := d.item(LayerRecalled)
	room := it.Tokens
	it.Tokens = 0
	if room == 0 || it.Name == "" {
		return nil
	}
	language := d.c.opt.Persona.Profile().Language
	heading := ""
	if d.p.Day = d.c.dayAsked(ctx, d.User); d.p.Day != nil {
		var err error
		if heading, err = d.p.Day.tell("heading", language); err != nil {
			return err
		}
		room = max(room-d.scale.Tokens(heading), 0)
	}
	for _, section := range d.items {
		d.p.holdFiles(section.Section)
	}
	holds := d.p.Holding()
	found := d.c.opt.Recall.ForTurn(ctx, retrieval.Turn{Text: d.User.Text, Before: d.talk.before(), Tokens: room, Holds: holds})
	if d.p.Day != nil {
		d.c.addDay(&found, d.p.Day, room, holds)
	}
	d.p.Recalled = &found
	if len(found.Memories) == 0 && heading == "" {
		return ctx.Err()
	}
	text, err := RecalledHead(language)
	if err != nil {
		return err
	}
	it.values = found.Section(string(d.User.ID), tools.Continues(language))
	it.values.Text = strings.TrimSpace(heading + "\n\n" + text)
	text = it.values.String()
	it.Text, it.Tokens, it.Size = text, d.scale.Tokens(text), utf8.RuneCountInString(text)
	it.Files, it.Count = found.Files(), len(found.Memories)
	d.c.addFound(&d.p, found)
	return ctx.Err()
}

// RecalledHead is what stands before the recalled memories, in a language.
func RecalledHead(language string) (string, error) {
	texts, err := Texts(language)
	if err != nil {
		return "", err
	}
	return Render(texts, LayerRecalled, nil)
}

// Holding returns what tells whether a prompt holds a memory already: a
// message of its history, an episode of its layer, or an entry of a file that
// is in it whole.
func (p *Prompt) Holding() func(id string) bool {
	return func(id string) bool {
		return p.said[id] || slices.ContainsFunc(p.whole, func(start string) bool { return strings.HasPrefix(id, start) })
	}
}

// holdFiles notes the files that stand whole in a section.
func (p *Prompt) holdFiles(s Section) {
	for _, file := range s.Files {
		if !slices.ContainsFunc(s.Cuts, func(c Cut) bool { return c.What == file }) {
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
