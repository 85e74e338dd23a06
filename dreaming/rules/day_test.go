package rules

// emptyDay is a day on which nothing was said.
func emptyDay(language string) Material {
	m := Material{Date: "2026-11-21", Language: language, Persona: "Yume", User: "Alex"}
	if language == "ja" {
		m.Persona, m.User = "ゆめ", "健太"
	}
	return m
}
