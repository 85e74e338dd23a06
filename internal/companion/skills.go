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

// Skills are the skills of a persona, its own and those of all.
type Skills struct {
	c   *Companion
	set *skill.Set
}

func newSkills(c *Companion) *Skills {
	return &Skills{c, skill.OpenSet(c.home.pins, c.slug, skill.Root{Name: rootPersona, Dir: c.dir}, skill.Root{Name: rootHome, Dir: c.home.home.Dir()})}
}

func (k *Skills) skillOf(s skill.Skill) Skill {
	return Skill{
		File: texts.File{Name: s.File, Size: s.Size, Changed: s.Changed}, Title: s.Name, About: s.About, State: s.State,
		Hash: s.Hash, Home: s.Root == rootHome, Own: k.c.taint.Owns(string(s.Hash)), Word: s.Word, Flaw: s.Flaw,
	}
}

// ListSkills lists the skills there are, the persona's before those of all. Cost: it
// reads those that may have changed.
func (k *Skills) ListSkills(context.Context) ([]Skill, error) {
	found, err := k.set.List()
	if err != nil {
		return nil, err
	}
	var list []Skill
	for _, s := range found {
		list = append(list, k.skillOf(s))
	}
	return list, nil
}

// SkillText returns the skill of a name and its whole text. It returns
// skill.ErrNoSkill and skill.ErrBroken.
func (k *Skills) SkillText(name string) (Skill, string, error) {
	s, text, err := k.set.Text(name)
	if err != nil {
		return Skill{}, "", fmt.Errorf("read skill: %w", err)
	}
	return k.skillOf(s), text, nil
}

// EnableSkill has the persona know of a skill, as the text of a hash: that which
// the user saw. word is the user's own word for it, "" none: of a skill that
// somebody else wrote it stands in the prompt in the place of its description.
// It returns skill.ErrNoSkill, skill.ErrBroken, skill.ErrChanged and
// ErrSkillName.
func (k *Skills) EnableSkill(name string, hash store.Version, word string) error {
	s, _, err := k.SkillText(name)
	if err != nil {
		return err
	}
	if !s.Own && !skill.Plain(s.Title) {
		return fmt.Errorf("enable skill %q: %w", s.Title, ErrSkillName)
	}
	if err := k.set.Enable(name, hash, word); err != nil {
		return err
	}
	k.c.publishSnapshot()
	return nil
}

// DisableSkill takes a skill from the persona. It returns skill.ErrNoSkill.
func (k *Skills) DisableSkill(name string) error {
	if err := k.set.Disable(name); err != nil {
		return err
	}
	k.c.publishSnapshot()
	return nil
}

// skillState returns the state of the skill in a file of the persona, "" if there
// is none.
func (k *Skills) skillState(file string) skill.State {
	list, err := k.set.List()
	i := slices.IndexFunc(list, func(s skill.Skill) bool { return s.Root == rootPersona && s.File == file })
	if err != nil || i < 0 {
		return ""
	}
	return list[i].State
}

// wroteSkill is told of a skill that the user wrote in the program; before is
// the version that was there, "" none, and was its state. A new one is the
// user's own and enabled; others stay what they were.
func (k *Skills) wroteSkill(file string, before store.Version, text string, was skill.State) error {
	hash := string(store.VersionOf([]byte(text)))
	if own := before == "" || k.c.taint.Owns(string(before)); own {
		if err := k.c.TrustDocument(hash, file); err != nil {
			return err
		}
	}
	if before != "" && was != skill.On {
		return nil
	}
	list, err := k.set.List()
	if err != nil {
		return err
	}
	for _, s := range list {
		if s.Root == rootPersona && s.File == file && s.State != skill.Broken && s.State != skill.Hidden {
			return k.set.Enable(s.Name, s.Hash, s.Word)
		}
	}
	return nil
}

// skillsOn returns the skills that are enabled. What cannot be read is not.
func (k *Skills) skillsOn() []Skill {
	list, err := k.ListSkills(context.Background())
	if err != nil {
		k.c.logger.Warn("list skills", "error", err)
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
	s, text, err := t.c.Skills.SkillText(name)
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
func (k *Skills) skillLines() []prompt.Skill {
	var list []prompt.Skill
	for _, s := range k.skillsOn() {
		l := prompt.Skill{Name: s.Title, About: s.Word}
		if s.Own && l.About == "" {
			l.About = s.About
		}
		list = append(list, l)
	}
	return list
}
