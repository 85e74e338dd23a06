package ui

import (
	"context"

	"yumori/internal/backup"
	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/internal/prompt"
	"yumori/internal/sessions"
	"yumori/internal/store"
	"yumori/internal/taint"
	"yumori/internal/transcript"
)

func (s *slowHome) ListModels(a context.Context, b config.ModelChoice) ([]models.Info, error) {
	s.asked("ListModels")
	return s.home.ListModels(a, b)
}

func (s *slowHome) PullModel(a context.Context, b config.ModelChoice, c func(models.PullProgress)) error {
	s.asked("PullModel")
	return s.home.PullModel(a, b, c)
}

func (s *slowHome) SuggestModels() []models.Suggestion {
	s.asked("SuggestModels")
	return s.home.SuggestModels()
}

func (s *slowHome) WindowOf(a context.Context, b config.ModelChoice) (llm.Window, error) {
	s.asked("WindowOf")
	return s.home.WindowOf(a, b)
}

func (s *slowCompanion) Planned(a context.Context, b transcript.ID) (prompt.Plan, error) {
	s.asked("Planned")
	return s.companion.Planned(a, b)
}

func (s *slowCompanion) PlanNow(a context.Context) (prompt.Plan, error) {
	s.asked("PlanNow")
	return s.companion.PlanNow(a)
}

func (s *slowCompanion) Marks(a transcript.Message) []transcript.Foreign {
	s.asked("Marks")
	return s.companion.Marks(a)
}

func (s *slowCompanion) ClearMark(a transcript.ID) error {
	s.asked("ClearMark")
	return s.companion.ClearMark(a)
}

func (s *slowCompanion) RestoreMark(a transcript.ID) error {
	s.asked("RestoreMark")
	return s.companion.RestoreMark(a)
}

func (s *slowCompanion) TrustDocument(a, b string) error {
	s.asked("TrustDocument")
	return s.companion.TrustDocument(a, b)
}

func (s *slowCompanion) DistrustDocument(a string) error {
	s.asked("DistrustDocument")
	return s.companion.DistrustDocument(a)
}

func (s *slowCompanion) TrustedDocuments() []taint.OwnText {
	s.asked("TrustedDocuments")
	return s.companion.TrustedDocuments()
}

func (s *slowCompanion) KnowledgeHash(a string) (string, bool, error) {
	s.asked("KnowledgeHash")
	return s.companion.KnowledgeHash(a)
}

func (s *slowCompanion) NightSpent() llm.Usage {
	s.asked("NightSpent")
	return s.companion.NightSpent()
}

func (s *slowHome) Recognise(a context.Context, b string, c imports.Kind) (imports.Kind, error) {
	s.asked("Recognise")
	return s.home.Recognise(a, b, c)
}

func (s *slowHome) PreviewImport(a context.Context, b exchange.ImportRequest) (exchange.ImportReport, error) {
	s.asked("PreviewImport")
	return s.home.PreviewImport(a, b)
}

func (s *slowHome) Import(a context.Context, b exchange.ImportRequest) (exchange.ImportReport, error) {
	s.asked("Import")
	return s.home.Import(a, b)
}

func (s *slowHome) PreviewTavern(a context.Context, b exchange.ImportRequest) (exchange.TavernReport, error) {
	s.asked("PreviewTavern")
	return s.home.PreviewTavern(a, b)
}

func (s *slowHome) ImportTavern(a context.Context, b exchange.ImportRequest) (exchange.TavernReport, error) {
	s.asked("ImportTavern")
	return s.home.ImportTavern(a, b)
}

func (s *slowHome) PreviewCard(a context.Context, b string) (exchange.CardReport, error) {
	s.asked("PreviewCard")
	return s.home.PreviewCard(a, b)
}

func (s *slowHome) ImportCard(a context.Context, b, c string) (exchange.CardReport, error) {
	s.asked("ImportCard")
	return s.home.ImportCard(a, b, c)
}

func (s *slowHome) Backup(a context.Context, b companion.BackupRequest) (backup.Copy, string, error) {
	s.asked("Backup")
	return s.home.Backup(a, b)
}

func (s *slowHome) Restore(a context.Context, b string, c backup.Request) (backup.Restored, error) {
	s.asked("Restore")
	return s.home.Restore(a, b, c)
}

func (s *slowHome) Export(a context.Context, b, c string) (exchange.ExportReport, error) {
	s.asked("Export")
	return s.home.Export(a, b, c)
}

func (s *slowHome) KeepDaily(a companion.BackupRequest) error {
	s.asked("KeepDaily")
	return s.home.KeepDaily(a)
}

func (s *slowHome) BackupFolder() string {
	s.asked("BackupFolder")
	return s.home.BackupFolder()
}

func (s *slowCompanion) Sessions() ([]sessions.Session, error) {
	s.asked("Sessions")
	return s.companion.Sessions()
}

func (s *slowCompanion) SearchSessions(a context.Context, b string) ([]sessions.Session, error) {
	s.asked("SearchSessions")
	return s.companion.SearchSessions(a, b)
}

func (s *slowCompanion) Reopen(a context.Context, b string) (sessions.Session, error) {
	s.asked("Reopen")
	return s.companion.Reopen(a, b)
}

func (s *slowCompanion) SkillText(a string) (companion.Skill, string, error) {
	s.asked("SkillText")
	return s.companion.SkillText(a)
}

func (s *slowCompanion) EnableSkill(a string, b store.Version, c string) error {
	s.asked("EnableSkill")
	return s.companion.EnableSkill(a, b, c)
}

func (s *slowCompanion) DisableSkill(a string) error {
	s.asked("DisableSkill")
	return s.companion.DisableSkill(a)
}
