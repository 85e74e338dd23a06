package rules

import (
	"testing"

	"yumori/episodic"
	"yumori/internal/facts"
)

// TestNamesInSmallLetters has somebody of whom one tells, or whom a fact names,
// get a page whose name is typed without a capital; a word like another is none.
func TestNamesInSmallLetters(t *testing.T) {
	t.Parallel()
	in := Material{Language: "en", User: "Rosa", Persona: "Luna", Date: "2026-11-16",
		Facts: []facts.Fact{{Type: facts.World, Category: facts.Entity, Text: "Rosa's aunt Zofia bakes bread", Entities: []string{"Zofia"}}}}
	for i, said := range []string{"my sister hanna lives in york", "i baked rye bread for zofia on sunday", "the kettle broke again"} {
		in.Lines = append(in.Lines, Line{Line: episodic.Line{ID: string(rune('a' + i)), Speaker: episodic.User, Text: said}})
	}
	var names []string
	for _, c := range in.Extract().Candidates {
		names = append(names, c.Name)
	}
	if len(names) != 2 || names[0] == names[1] || names[0] != "Hanna" && names[0] != "Zofia" || names[1] != "Hanna" && names[1] != "Zofia" {
		t.Errorf("pages for %q, want Hanna and Zofia", names)
	}
}

// TestPronounOfOneOnly has a "she" that may mean somebody who was not told of
// before it stay nobody's.
func TestPronounOfOneOnly(t *testing.T) {
	t.Parallel()
	in := Material{Language: "en", User: "Rosa", Persona: "Luna", Date: "2026-11-16", Lines: []Line{
		{Line: episodic.Line{ID: "a", Speaker: episodic.User, Text: "my sister hanna lives in york"}},
		{Line: episodic.Line{ID: "b", Speaker: episodic.User, Text: "i can't stop thinking about aunt zofia. she taught me to bake"}},
		{Line: episodic.Line{ID: "c", Speaker: episodic.User, Text: "tomek brought cake. his daughter lena turned six"}},
	}}
	for _, f := range in.Extract().Facts {
		if f.Text == "Rosa: “Hanna taught me to bake”" || f.Text == "Rosa: “Lena's daughter lena turned six”" {
			t.Errorf("kept %q", f.Text)
		}
	}
}

// TestCoreMemoryOfAMove has core memory offered a move as it holds from then
// on, and neither what came out nor where somebody does not work.
func TestCoreMemoryOfAMove(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Rosa moved to Harrogate last weekend":            "Rosa lives in Harrogate",
		"Rosa doesn't work at the infirmary any more":     "",
		"Rosa: “The interview went great, I got the job”": "",
		"Rosa works as a nurse at the infirmary in Leeds": "Rosa works as a nurse at the infirmary in Leeds",
	} {
		l, ok := LastingFact(facts.Fact{Type: facts.World, Category: facts.Plain, Text: text, Importance: mattersSelf}, 1, "Rosa")
		if ok != (want != "") || ok && l.Text != want {
			t.Errorf("%q: offered %q %v, want %q", text, l.Text, ok, want)
		}
	}
}
