package ui

import (
	"context"

	"yumori/internal/backup"
	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/internal/llm"
	"yumori/internal/sessions"
	"yumori/internal/store"
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

func (s *slowHouse) Recognise(a context.Context, b string, c imports.Kind) (imports.Kind, error) {
	s.asked("Recognise")
	return s.house.Recognise(a, b, c)
}

func (s *slowHouse) PreviewImport(a context.Context, b exchange.ImportRequest) (exchange.ImportReport, error) {
	s.asked("PreviewImport")
	return s.house.PreviewImport(a, b)
}

func (s *slowHouse) Import(a context.Context, b exchange.ImportRequest) (exchange.ImportReport, error) {
	s.asked("Import")
	return s.house.Import(a, b)
}

func (s *slowHouse) PreviewTavern(a context.Context, b exchange.ImportRequest) (exchange.TavernReport, error) {
	s.asked("PreviewTavern")
	return s.house.PreviewTavern(a, b)
}

func (s *slowHouse) ImportTavern(a context.Context, b exchange.ImportRequest) (exchange.TavernReport, error) {
	s.asked("ImportTavern")
	return s.house.ImportTavern(a, b)
}

func (s *slowHouse) PreviewCard(a context.Context, b string) (exchange.CardReport, error) {
	s.asked("PreviewCard")
	return s.house.PreviewCard(a, b)
}

func (s *slowHouse) ImportCard(a context.Context, b, c string) (exchange.CardReport, error) {
	s.asked("ImportCard")
	return s.house.ImportCard(a, b, c)
}

func (s *slowHouse) Backup(a context.Context, b companion.BackupRequest) (backup.Copy, string, error) {
	s.asked("Backup")
	return s.house.Backup(a, b)
}

func (s *slowHouse) Restore(a context.Context, b string, c backup.Request) (backup.Restored, error) {
	s.asked("Restore")
	return s.house.Restore(a, b, c)
}

func (s *slowHouse) Export(a context.Context, b, c string) (exchange.ExportReport, error) {
	s.asked("Export")
	return s.house.Export(a, b, c)
}

func (s *slowHouse) KeepDaily(a companion.BackupRequest) error {
	s.asked("KeepDaily")
	return s.house.KeepDaily(a)
}

func (s *slowHouse) BackupFolder() string {
	s.asked("BackupFolder")
	return s.house.BackupFolder()
}

func (s *slowMate) Sessions() ([]sessions.Session, error) {
	s.asked("Sessions")
	return s.mate.Sessions()
}

func (s *slowMate) SearchSessions(a context.Context, b string) ([]sessions.Session, error) {
	s.asked("SearchSessions")
	return s.mate.SearchSessions(a, b)
}

func (s *slowMate) Reopen(a context.Context, b string) (sessions.Session, error) {
	s.asked("Reopen")
	return s.mate.Reopen(a, b)
}

func (s *slowMate) SkillText(a string) (companion.Skill, string, error) {
	s.asked("SkillText")
	return s.mate.SkillText(a)
}

func (s *slowMate) EnableSkill(a string, b store.Version, c string) error {
	s.asked("EnableSkill")
	return s.mate.EnableSkill(a, b, c)
}

func (s *slowMate) DisableSkill(a string) error {
	s.asked("DisableSkill")
	return s.mate.DisableSkill(a)
}
