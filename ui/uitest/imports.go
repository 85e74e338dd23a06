package uitest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"yumori/internal/companion"
	"yumori/internal/exchange"
	"yumori/internal/imports"
)

// Recognise stands for the method of companion.Home: mira.png and mira.charx are
// cards, talks.json is an export of ChatGPT, and of what else there is nobody
// knows.
func (h *FakeHome) Recognise(_ context.Context, path string, as imports.Kind) (imports.Kind, error) {
	switch filepath.Base(path) {
	case "mira.png", "mira.charx":
		return imports.Card, nil
	case "talks.json":
		return imports.ChatGPT, nil
	}
	return as, fmt.Errorf("import %q: %w", path, &imports.Error{Reason: imports.Unknown, What: "is nothing that is known"})
}

// PreviewCard stands for the method of companion.Home.
func (h *FakeHome) PreviewCard(_ context.Context, file string) (exchange.CardReport, error) {
	switch filepath.Base(file) {
	case "mira.png", "mira.charx":
		return exchange.CardReport{Imported: exchange.CardParts{Kind: "png", Name: "Mira", Greetings: 1, Lore: 2, LoreOn: 2}}, nil
	}
	return exchange.CardReport{}, &exchange.CardError{File: file, Reason: "not_card", Err: exchange.ErrCard}
}

// ImportCard stands for the method of companion.Home.
func (h *FakeHome) ImportCard(ctx context.Context, file, _ string) (exchange.CardReport, error) {
	report, err := h.PreviewCard(ctx, file)
	if err == nil {
		report.Slug, err = h.Create("Mira", "en", "")
	}
	return report, err
}

// PreviewImport stands for the method of companion.Home.
func (h *FakeHome) PreviewImport(_ context.Context, r exchange.ImportRequest) (exchange.ImportReport, error) {
	return exchange.ImportReport{Slug: r.Persona, Imported: exchange.ImportParts{
		Kind: r.Kind, Name: "ChatGPT", Messages: 4, Threads: 1, First: "2026-01-02", Last: "2026-01-03",
	}}, h.Fail
}

// Import stands for the method of companion.Home.
func (h *FakeHome) Import(ctx context.Context, r exchange.ImportRequest) (exchange.ImportReport, error) {
	report, err := h.PreviewImport(ctx, r)
	if err == nil && !slices.ContainsFunc(h.People, func(p companion.PersonaInfo) bool { return p.Slug == r.Persona }) {
		report.Slug, err = h.Create("ChatGPT", "en", "")
	}
	return report, err
}

// PreviewTavern stands for the method of companion.Home.
func (h *FakeHome) PreviewTavern(context.Context, exchange.ImportRequest) (exchange.TavernReport, error) {
	return exchange.TavernReport{}, h.Fail
}

// ImportTavern stands for the method of companion.Home.
func (h *FakeHome) ImportTavern(context.Context, exchange.ImportRequest) (exchange.TavernReport, error) {
	return exchange.TavernReport{}, h.Fail
}
