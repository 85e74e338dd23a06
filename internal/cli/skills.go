package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/skill"
)

// skillState is what skills --json prints of a skill.
type skillState struct {
	Name  string      `json:"name"`
	About string      `json:"about,omitempty"` // as its author describes it
	Word  string      `json:"word,omitempty"`  // the user's own
	State skill.State `json:"state"`
	Own   bool        `json:"own"`
	Place string      `json:"place"` // "persona" or "home"
	File  string      `json:"file"`
	Hash  string      `json:"hash"`
	Flaw  string      `json:"flaw,omitempty"`
	Text  string      `json:"text,omitempty"` // of skills show
}

func skillStateOf(o companion.Skill) skillState {
	s := skillState{
		Name: o.Title, About: o.About, Word: o.Word, State: o.State, Own: o.Own, Place: "persona", File: o.Name, Hash: string(o.Hash), Flaw: o.Flaw,
	}
	if o.Home {
		s.Place = "home"
	}
	return s
}

func skillsCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "skills",
		Short: s.words.text("about_skills"),
		Args:  wrongUse(cobra.NoArgs),
	}
	list := &cobra.Command{
		Use:   "list",
		Short: s.words.text("about_skills_list"),
		Args:  wrongUse(cobra.NoArgs),
	}
	list.RunE = func(cmd *cobra.Command, _ []string) error {
		return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
			return listSkills(cmd.Context(), s, c)
		})
	}
	cmd.RunE = list.RunE
	cmd.AddCommand(list, skillCommand(s, "show NAME", s.words.text("about_skills_show"), showSkill), enableCommand(s),
		skillCommand(s, "disable NAME", s.words.text("about_skills_disable"), disableSkill))
	return cmd
}

// skillCommand is a command that does something with one skill.
func skillCommand(s *session, use, about string, work func(*session, *companion.Companion, string) error) *cobra.Command {
	return &cobra.Command{
		Use:   use,
		Short: about,
		Args:  wrongUse(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				return skillError(s, args[0], work(s, c, args[0]))
			})
		},
	}
}

func enableCommand(s *session) *cobra.Command {
	var word string
	var own bool
	cmd := skillCommand(s, "enable NAME", s.words.text("about_skills_enable"), func(s *session, c *companion.Companion, name string) error {
		if own {
			if err := ownSkill(c, name); err != nil {
				return err
			}
		}
		return enableSkill(s, c, name, word)
	})
	cmd.Flags().StringVar(&word, "word", "", s.words.text("flag_skill_word"))
	cmd.Flags().BoolVar(&own, "own", false, s.words.text("flag_skill_own"))
	return cmd
}

// listSkills lists the skills there are.
func listSkills(ctx context.Context, s *session, c *companion.Companion) error {
	found, err := c.Skills.ListSkills(ctx)
	if err != nil {
		return err
	}
	list := []skillState{}
	for _, o := range found {
		list = append(list, skillStateOf(o))
	}
	return s.print(list, func() {
		if len(list) == 0 {
			s.say(s.words.text("no_skills"))
		}
		for _, o := range list {
			printSkill(s, o)
		}
	})
}

func printSkill(s *session, o skillState) {
	s.say(s.words.text("skill_line", o.Name, s.words.text("skill_"+string(o.State)), s.words.whose(o), o.Place+":"+o.File))
	for _, more := range []string{o.Word, o.About} {
		if more != "" {
			s.say("    " + more)
		}
	}
	if o.Flaw != "" {
		s.say("    " + s.words.text("skill_flaw", o.Flaw))
	}
}

// whose says who wrote a skill.
func (w words) whose(o skillState) string {
	if o.Own {
		return w.text("skill_own")
	}
	return w.text("skill_foreign")
}

func showSkill(s *session, c *companion.Companion, name string) error {
	o, text, err := c.Skills.SkillText(name)
	if err != nil {
		return err
	}
	shown := skillStateOf(o)
	shown.Text = text
	return s.print(shown, func() {
		printSkill(s, shown)
		s.say("")
		s.say(text)
	})
}

// ownSkill declares a skill to be the user's own.
func ownSkill(c *companion.Companion, name string) error {
	o, _, err := c.Skills.SkillText(name)
	if err != nil {
		return err
	}
	return c.TrustDocument(string(o.Hash), o.Name)
}

func enableSkill(s *session, c *companion.Companion, name, word string) error {
	o, _, err := c.Skills.SkillText(name)
	if err == nil {
		err = c.Skills.EnableSkill(o.Title, o.Hash, word)
	}
	if err == nil {
		o, _, err = c.Skills.SkillText(name)
	}
	if err != nil {
		return err
	}
	return s.print(skillStateOf(o), func() {
		s.say(s.words.text("skill_enabled", o.Title))
		if !o.Own {
			s.say(s.words.text("skill_enabled_foreign", o.Title))
		}
	})
}

func disableSkill(s *session, c *companion.Companion, name string) error {
	if err := c.Skills.DisableSkill(name); err != nil {
		return err
	}
	return s.print(map[string]string{"name": name, "state": string(skill.Off)}, func() { s.say(s.words.text("skill_disabled", name)) })
}

// skillError tells why nothing was done with a skill.
func skillError(s *session, name string, err error) error {
	for _, e := range []struct {
		err error
		key string
	}{
		{skill.ErrNoSkill, "skill_none"}, {skill.ErrBroken, "skill_unusable"}, {skill.ErrChanged, "skill_moved"}, {companion.ErrSkillName, "skill_name"},
	} {
		if errors.Is(err, e.err) {
			s.complain(s.words.text(e.key, name))
			return errFailed
		}
	}
	return err
}
