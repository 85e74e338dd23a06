package uitest

import (
	"yumori/internal/companion"
	"yumori/internal/skill"
	"yumori/internal/store"
)

// SkillText stands for the method of companion.Companion.
func (f *FakeMemories) SkillText(name string) (companion.Skill, string, error) {
	for _, s := range f.KeptSkills {
		if s.Title == name {
			return s, f.SkillTexts[name], nil
		}
	}
	return companion.Skill{}, "", skill.ErrNoSkill
}

// EnableSkill stands for the method of companion.Companion.
func (f *FakeMemories) EnableSkill(name string, hash store.Version, _ string) error {
	return f.put(name, hash, skill.On)
}

// DisableSkill stands for the method of companion.Companion.
func (f *FakeMemories) DisableSkill(name string) error { return f.put(name, "", skill.Off) }

func (f *FakeMemories) put(name string, hash store.Version, state skill.State) error {
	for i, s := range f.KeptSkills {
		if s.Title != name {
			continue
		}
		if hash != "" && hash != s.Hash {
			return skill.ErrChanged
		}
		f.KeptSkills[i].State = state
		return nil
	}
	return skill.ErrNoSkill
}
