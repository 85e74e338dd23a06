package ui

import (
	"context"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/transcript"
)

func (s *slowHouse) ListModels(a context.Context, b config.ModelChoice) ([]companion.ModelInfo, error) {
	s.asked("ListModels")
	return s.house.ListModels(a, b)
}

func (s *slowHouse) PullModel(a context.Context, b config.ModelChoice, c func(companion.PullProgress)) error {
	s.asked("PullModel")
	return s.house.PullModel(a, b, c)
}

func (s *slowHouse) SuggestModels() []companion.ModelSuggestion {
	s.asked("SuggestModels")
	return s.house.SuggestModels()
}

func (s *slowHouse) WindowOf(a context.Context, b config.ModelChoice) (llm.Window, error) {
	s.asked("WindowOf")
	return s.house.WindowOf(a, b)
}

func (s *slowMate) Planned(a context.Context, b transcript.ID) (companion.Plan, error) {
	s.asked("Planned")
	return s.mate.Planned(a, b)
}

func (s *slowMate) PlanNow(a context.Context) (companion.Plan, error) {
	s.asked("PlanNow")
	return s.mate.PlanNow(a)
}

func (s *slowMate) Marks(a transcript.Message) []transcript.Foreign {
	s.asked("Marks")
	return s.mate.Marks(a)
}

func (s *slowMate) ClearMark(a transcript.ID) error { s.asked("ClearMark"); return s.mate.ClearMark(a) }

func (s *slowMate) RestoreMark(a transcript.ID) error {
	s.asked("RestoreMark")
	return s.mate.RestoreMark(a)
}

func (s *slowMate) TrustDocument(a, b string) error {
	s.asked("TrustDocument")
	return s.mate.TrustDocument(a, b)
}

func (s *slowMate) DistrustDocument(a string) error {
	s.asked("DistrustDocument")
	return s.mate.DistrustDocument(a)
}

func (s *slowMate) TrustedDocuments() []companion.OwnText {
	s.asked("TrustedDocuments")
	return s.mate.TrustedDocuments()
}

func (s *slowMate) KnowledgeHash(a string) (string, bool, error) {
	s.asked("KnowledgeHash")
	return s.mate.KnowledgeHash(a)
}

func (s *slowMate) NightSpent() llm.Usage { s.asked("NightSpent"); return s.mate.NightSpent() }
