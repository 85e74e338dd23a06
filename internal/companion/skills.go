package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"yumori/internal/prompt"

	"yumori/internal/skill"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/internal/tools"
)

// The roots of skills, the earlier first: a persona's own and those of all.
const (
	rootPersona = "persona"
	rootHome    = "home"
)

// A Skill is a text that teaches the persona to do something.
type Skill struct {
	texts.File        // where it stands, see Home
	Title      string // the name that it is asked for by
	About      string // the description in its front matter, "" it has none
	State      skill.State
	Hash       store.Version // of its bytes
	Home       bool          // it stands in the home's folder, for all personas, not in the persona's
	Own        bool          // the user wrote it in the program, or called it their own
	Word       string        // the user's own word for it; "" none
	Flaw       string        // what is wrong with it, in plain English; "" nothing
}

// ErrSkillName says that a skill of somebody else has a name that may not stand in
// every prompt: it is none of skill.Plain.
var ErrSkillName = errors.New("name of a skill may not stand in a prompt")

// openSkills returns the skills of a persona.
func openSkills(h *Home, slug string, dir *store.Dir) *skill.Set {
	return skill.OpenSet(h.pins, slug, skill.Root{Name: rootPersona, Dir: dir}, skill.Root{Name: rootHome, Dir: h.home.Dir()})
}

func (c *Companion) skillOf(s skill.Skill) Skill {
	return Skill{
		File: texts.File{Name: s.File, Size: s.Size, Changed: s.Changed}, Title: s.Name, About: s.About, State: s.State,
		Hash: s.Hash, Home: s.Root == rootHome, Own: c.taint.Owns(string(s.Hash)), Word: s.Word, Flaw: s.Flaw,
	}
}

// Skills lists the skills there are, the persona's before those of all. Cost: it
// reads those that may have changed.
func (c *Companion) Skills(context.Context) ([]Skill, error) {
	found, err := c.skills.List()
	if err != nil {
		return nil, err
	}
	var list []Skill
	for _, s := range found {
		list = append(list, c.skillOf(s))
	}
	return list, nil
}

// SkillText returns the skill of a name and its whole text. It returns
// skill.ErrNoSkill and skill.ErrBroken.
func (c *Companion) SkillText(name string) (Skill, string, error) {
	s, text, err := c.skills.Text(name)
	if err != nil {
		return Skill{}, "", fmt.Errorf("read skill: %w", err)
	}
	return c.skillOf(s), text, nil
}

// EnableSkill has the persona know of a skill, as the text of a hash: that which
// the user saw. word is the user's own word for it, "" none: of a skill that
// somebody else wrote it stands in the prompt in the place of its description.
// It returns skill.ErrNoSkill, skill.ErrBroken, skill.ErrChanged and
// ErrSkillName.
func (c *Companion) EnableSkill(name string, hash store.Version, word string) error {
	s, _, err := c.SkillText(name)
	if err != nil {
		return err
	}
	if !s.Own && !skill.Plain(s.Title) {
		return fmt.Errorf("enable skill %q: %w", s.Title, ErrSkillName)
	}
	if err := c.skills.Enable(name, hash, word); err != nil {
		return err
	}
	c.publishSnapshot()
	return nil
}

// DisableSkill takes a skill from the persona. It returns skill.ErrNoSkill.
func (c *Companion) DisableSkill(name string) error {
	if err := c.skills.Disable(name); err != nil {
		return err
	}
	c.publishSnapshot()
	return nil
}

// skillState returns the state of the skill in a file of the persona, "" if there
// is none.
func (c *Companion) skillState(file string) skill.State {
	list, err := c.skills.List()
	i := slices.IndexFunc(list, func(s skill.Skill) bool { return s.Root == rootPersona && s.File == file })
	if err != nil || i < 0 {
		return ""
	}
	return list[i].State
}

// wroteSkill is told of a skill that the user wrote in the program; before is
// the version that was there, "" none, and was its state. A new one is the
// user's own and enabled; others stay what they were.
func (c *Companion) wroteSkill(file string, before store.Version, text string, was skill.State) error {
	hash := string(store.VersionOf([]byte(text)))
	if own := before == "" || c.taint.Owns(string(before)); own {
		if err := c.TrustDocument(hash, file); err != nil {
			return err
		}
	}
	if before != "" && was != skill.On {
		return nil
	}
	list, err := c.skills.List()
	if err != nil {
		return err
	}
	for _, s := range list {
		if s.Root == rootPersona && s.File == file && s.State != skill.Broken && s.State != skill.Hidden {
			return c.skills.Enable(s.Name, s.Hash, s.Word)
		}
	}
	return nil
}

// skillsOn returns the skills that are enabled. What cannot be read is not.
func (c *Companion) skillsOn() []Skill {
	list, err := c.Skills(context.Background())
	if err != nil {
		c.logger.Warn("list skills", "error", err)
	}
	var on []Skill
	for _, s := range list {
		if s.State == skill.On && (s.Own || skill.Plain(s.Title)) {
			on = append(on, s)
		}
	}
	return on
}

// A teacher hands the tools what is enabled.
type teacher struct{ c *Companion }

// Skill returns a skill that is enabled.
func (t teacher) Skill(name string) (tools.Lesson, error) {
	s, text, err := t.c.SkillText(name)
	switch {
	case errors.Is(err, skill.ErrNoSkill), errors.Is(err, skill.ErrBroken), err == nil && s.State != skill.On:
		return tools.Lesson{}, tools.ErrNoSkill
	case err != nil:
		return tools.Lesson{}, err
	}
	return tools.Lesson{Name: s.Title, Text: text, Hash: string(s.Hash), Own: s.Own}, nil
}

// skillLines are the skills that are enabled, for the prompt. Of a skill that
// others wrote it has the name alone, and the user's own word for it: a
// description of theirs would stand in every prompt.
func (c *Companion) skillLines() []prompt.Skill {
	var list []prompt.Skill
	for _, s := range c.skillsOn() {
		l := prompt.Skill{Name: s.Title, About: s.Word}
		if s.Own && l.About == "" {
			l.About = s.About
		}
		list = append(list, l)
	}
	return list
}
