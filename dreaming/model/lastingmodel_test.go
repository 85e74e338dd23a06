package model

import (
	"encoding/json"
	"strings"
	"testing"

	"yumori/dreaming/rules"
	"yumori/persona"
)

// TestModelProposes reads what a model would keep for always: SOUL.md only with
// a reason and from level 2 on, and nothing without the user's own words.
func TestModelProposes(t *testing.T) {
	d := dayTexts(t, "en")[0].day
	d.Always = []rules.Standing{{File: persona.Core, Text: "Alex is a teacher.\n"}}
	d.Soul = "# Yume\n\nWarm.\n"
	read := func(level int, answer string) (rules.Extraction, rules.Reflection) {
		d.Level = level
		o, err := readObject(answer)
		if err != nil {
			t.Fatal(err)
		}
		var x rules.Extraction
		var r rules.Reflection
		takeExtraction(&x, &sheet{day{d.Read()}, &x.Account}, o)
		takeReflection(&r, &sheet{day{d.Read()}, &r.Account}, o)
		return x, r
	}
	quote := `"evidence":[{"message":3,"quote":"I quit teaching two years ago"}]`
	answer := `{"lasting":[
		{"file":"core","text":"Alex quit teaching in 2024","replaces":"Alex is a teacher.","reason":"a change of profession",` + quote + `},
		{"file":"memory","text":"Alex collects stamps from Peru","reason":"said so",` + quote + `},
		{"file":"memory","text":"Alex quit teaching today","reason":"passing",` + quote + `},
		{"file":"memory","text":"Alex worries about the CV gap since teaching","reason":"invented","evidence":[{"message":3,"quote":"I never taught"}]}],
		"soul":[{"text":"I never speak of money unasked.","reason":"Alex asked for it","evidence":[{"message":8,"quote":"please don't mention salary"}]}]}`
	x, r := read(2, answer)
	if len(x.Lasting) != 1 || x.Lasting[0].Replaces != "Alex is a teacher." || x.Lasting[0].File != persona.Core || x.Lasting[0].Reason == "" {
		t.Errorf("lasting: %+v, %v", x.Lasting, x.Problems)
	}
	if len(r.Soul) != 1 || r.Soul[0].File != persona.Soul {
		t.Errorf("soul: %+v, %v", r.Soul, r.Problems)
	}
	if _, r = read(1, answer); len(r.Soul) != 0 {
		t.Errorf("soul at level 1: %+v", r.Soul)
	}
	if _, r = read(2, strings.Replace(answer, `"reason":"Alex asked for it",`, "", 1)); len(r.Soul) != 0 {
		t.Errorf("soul without a reason: %+v", r.Soul)
	}
	for level := 1; level < 3; level++ {
		if !json.Valid([]byte(reflectSchemaOf(level))) || strings.Contains(reflectSchemaOf(level), `"soul"`) != (level == 2) {
			t.Errorf("schema of level %d: %s", level, reflectSchemaOf(level))
		}
	}
	if !json.Valid([]byte(extractSchema)) {
		t.Error("schema of extract")
	}
}
