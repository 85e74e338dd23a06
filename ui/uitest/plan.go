package uitest

import (
	"yumori/internal/llm"
	"yumori/internal/prompt"
)

// APlan is a prompt in a small window.
func APlan() prompt.Plan {
	return prompt.Plan{
		Model: "ollama/gemma3:1b", Window: llm.Window{Tokens: 4096, From: llm.WindowServed}, Answer: 512, Tokens: 3400,
		Sections: []prompt.Section{
			{Name: "soul", Owner: "persona", Part: prompt.PartSystem, Tokens: 400, Size: 1600, Text: "I keep the desk.", Files: []string{"SOUL.md"}},
			{Name: "evergreen", Owner: "persona", Part: prompt.PartSystem, Rank: 7, Floor: 150, Tokens: 1000, Size: 4000, Text: "Alex climbs walls.",
				Files: []string{"MEMORY.md"}, Cuts: []prompt.Cut{{What: "MEMORY.md", Left: 2000, Of: 5000, Why: prompt.CutWindow}}},
			{Name: "strategy", Owner: "episodic", Part: prompt.PartSystem, Rank: 11},
			{Name: prompt.SectionTalk, Owner: "transcript", Part: prompt.PartMessages, Rank: 4, Tokens: 2000, Count: 2,
				Cuts: []prompt.Cut{{What: prompt.SectionTalk, Left: 300, Of: 2300, Why: prompt.CutWindow}}},
		},
		Talk: []prompt.Message{{Role: llm.RoleUser, Text: "Hello?", Tokens: 3}, {Role: llm.RoleModel, Text: "Hello, Alex.", Tokens: 4}},
	}
}
