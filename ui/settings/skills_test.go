package settings

import (
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/skill"
	"yumori/internal/texts"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2/test"
)

func teaSkill(state skill.State) companion.Skill {
	return companion.Skill{File: texts.File{Name: "skills/tea/SKILL.md"}, Title: "tea", About: "How to pour tea", State: state, Hash: "h1"}
}

func TestASkillIsReadBeforeItIsEnabled(t *testing.T) {
	s := newStage(t, 0)
	s.companion.KeptSkills = []companion.Skill{teaSkill(skill.Off)}
	s.companion.SkillTexts = map[string]string{"tea": "Warm the pot first."}
	s.goPage(pageSettings)
	row := s.prefs.Skills.Rows[0]
	row.On.SetChecked(true)
	s.bench.Settle()
	if row.On.Checked || s.companion.KeptSkills[0].State != skill.Off {
		t.Fatal("it is enabled though nobody has seen its text")
	}
	if !strings.Contains(sheetText(s), "Warm the pot first.") {
		t.Error("its text is not shown")
	}
	for _, o := range test.LaidOutObjects(s.Sheets.Open()) {
		if c, ok := o.(*widget.Check); ok {
			c.SetChecked(true)
		}
	}
	uitest.TapButton(t, s.Sheets.Open(), s.words.T("skills.enable"))
	s.bench.Settle()
	if s.companion.KeptSkills[0].State != skill.On || len(s.companion.Own) != 1 || !s.prefs.Skills.Rows[0].On.Checked {
		t.Errorf("%+v, own %v", s.companion.KeptSkills[0], s.companion.Own)
	}
	s.prefs.Skills.Rows[0].On.SetChecked(false)
	s.bench.Settle()
	if s.companion.KeptSkills[0].State != skill.Off {
		t.Error("it is not disabled")
	}
}

func sheetText(s *stage) string {
	var all []string
	for _, o := range test.LaidOutObjects(s.Sheets.Open()) {
		if p, ok := o.(interface{ Source() string }); ok {
			all = append(all, p.Source())
		}
	}
	return strings.Join(all, "\n")
}

func TestASkillThatChangedIsOffAgainAndSaysSo(t *testing.T) {
	s := newStage(t, 0)
	s.companion.KeptSkills = []companion.Skill{teaSkill(skill.Changed), teaSkill(skill.Broken), teaSkill(skill.Hidden)}
	s.goPage(pageSettings)
	rows := s.prefs.Skills.Rows
	if rows[0].On.Checked || rows[0].On.Disabled() || !strings.Contains(rows[0].State.Source(), "Changed since you turned it on") {
		t.Errorf("%q", rows[0].State.Source())
	}
	if !rows[1].On.Disabled() || !rows[2].On.Disabled() {
		t.Error("what cannot be used can be turned on")
	}
}

func TestASkillThatChangedMeanwhileIsNotEnabled(t *testing.T) {
	s := newStage(t, 0)
	s.companion.KeptSkills = []companion.Skill{teaSkill(skill.Off)}
	s.goPage(pageSettings)
	s.prefs.Skills.open("tea")
	s.bench.Settle()
	s.companion.KeptSkills[0].Hash = "h2"
	uitest.TapButton(t, s.Sheets.Open(), s.words.T("skills.enable"))
	s.bench.Settle()
	if s.companion.KeptSkills[0].State != skill.Off || !s.prefs.Skills.Note.Visible() {
		t.Error("another text is enabled than was seen, or nothing is said")
	}
}
