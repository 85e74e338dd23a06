package uitest

import (
	"yumori/internal/companion"
	"yumori/internal/llm"
)

// APlan is a prompt in a small window.
func APlan() companion.Plan {
	return companion.Plan{
		Model: "ollama/gemma3:1b", Window: llm.Window{Tokens: 4096, From: llm.WindowServed}, Answer: 512, Tokens: 3400,
		Sections: []companion.PlanSection{
			{Name: "soul", Owner: "persona", Part: companion.PartSystem, Tokens: 400, Size: 1600, Text: "I keep the desk.", Files: []string{"SOUL.md"}},
			{Name: "evergreen", Owner: "persona", Part: companion.PartSystem, Rank: 7, Floor: 150, Tokens: 1000, Size: 4000, Text: "Alex climbs walls.",
				Files: []string{"MEMORY.md"}, Cuts: []companion.PlanCut{{What: "MEMORY.md", Left: 2000, Of: 5000, Why: companion.CutWindow}}},
			{Name: "strategy", Owner: "episodic", Part: companion.PartSystem, Rank: 11},
			{Name: companion.SectionTalk, Owner: "transcript", Part: companion.PartMessages, Rank: 4, Tokens: 2000, Count: 2,
				Cuts: []companion.PlanCut{{What: companion.SectionTalk, Left: 300, Of: 2300, Why: companion.CutWindow}}},
		},
		Talk: []companion.PlanMessage{{Role: llm.RoleUser, Text: "Hello?", Tokens: 3}, {Role: llm.RoleModel, Text: "Hello, Alex.", Tokens: 4}},
	}
}
