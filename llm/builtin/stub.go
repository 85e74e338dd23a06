package builtin

import "yumori/llm"

type scene struct{}
type act struct{}

func (m *Mind) scene(*llm.Request) *scene       { return &scene{} }
func (s *scene) understand() []act              { return nil }
func (s *scene) remember([]act) []llm.Call      { return nil }
func (s *scene) answer([]act) string {
	return "I am here. <persona_emotion category=\"neutral\" intensity=\"0.2\"/>"
}
