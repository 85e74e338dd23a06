package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/document"
	"yumori/retrieval/library"
	"yumori/ui/knowledge"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/test"
)

// TestKnowledgeProblems has a sentence for every reason, in both languages.
func TestKnowledgeProblems(t *testing.T) {
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		seen := map[string]bool{}
		for _, r := range []document.Reason{
			document.BadKind, document.TooBig, document.Empty, document.NotText, document.NotPDF, document.Encrypted, document.NoText,
			document.Garbled, document.Damaged, document.TooSlow, library.Twice, library.Changed, library.Stopped, "odd",
		} {
			e := w.Explain(fmt.Errorf("add: %w", uitest.Problem(r)))
			if e.What == "" || e.Next == "" || seen[e.What] || !strings.Contains(e.What, "a.pdf") || strings.Contains(e.What+e.Next, "knowledge.bad") || strings.Contains(e.What, "{") {
				t.Errorf("%s: %s: %+v", w.Lang, r, e)
			}
			seen[e.What] = true
			cured := uitest.Problem(r)
			if cured.Cure = true; r != "odd" && !strings.HasSuffix(w.Explain(cured).Next, w.T("knowledge.bad.cure")) {
				t.Errorf("%s: %s: what would help is not said", w.Lang, r)
			}
		}
	}
}

func TestKnowledgePage(t *testing.T) {
	s := newStage(t, 0)
	p := s.Knowledge(t)
	if len(p.List.Objects) != 1 || !knowledge.KnowledgeView(p.State, p.Words).Empty {
		t.Errorf("%d rows", len(p.List.Objects))
	}
	s.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI("/home/alex/manual.pdf"), storage.NewFileURI("/home/alex/notes.md")})
	if len(p.State.Copying) != 2 {
		t.Errorf("copying %q", p.State.Copying)
	}
	s.companion.Library.Refuse = &library.Problem{Name: "manual.pdf", Reason: library.Twice, Other: "b.pdf"}
	s.bench.Settle()
	if len(p.State.Copying) != 0 || len(s.companion.Library.Papers) != 1 || len(p.State.Refused) != 1 || len(p.List.Objects) != 2 {
		t.Errorf("%+v, %d rows", p.State, len(p.List.Objects))
	}
	p.Dismiss(0)
	if len(p.List.Objects) != 1 {
		t.Errorf("%d rows", len(p.List.Objects))
	}
	s.companion.Library.Papers = uitest.SomePapers()
	s.companion.Tell(companion.TopicKnowledge, library.Base{Files: uitest.SomePapers()})
	row := p.List.Objects[2].(*knowledge.PaperRow)
	if len(p.List.Objects) != 5 || row.Stop.Hidden || !row.Again.Hidden || row.Bar.Hidden {
		t.Errorf("%d rows", len(p.List.Objects))
	}
	test.Tap(row.Stop)
	now := uitest.SomePapers()
	now[2].Done = 60
	s.companion.Tell(companion.TopicKnowledge, library.Base{Files: now})
	if p.List.Objects[2] != fyne.CanvasObject(row) || row.Model.Part != 0.5 {
		t.Errorf("the row was made anew, or stands at %v", row.Model.Part)
	}
	test.Tap(p.List.Objects[4].(*knowledge.PaperRow).Again)
	s.bench.Settle()
	if !slices.Equal(s.companion.Library.Calls, []string{"stop long.pdf", "again old.pdf"}) {
		t.Errorf("%q", s.companion.Library.Calls)
	}
	p.Remove("next.md")
	if s.sheets.Open() == nil || len(s.companion.Library.Papers) != 5 {
		t.Fatal("removed without a question")
	}
	p.Change("remove", func() error { return s.companion.Library.Remove("next.md") })
	s.bench.Settle()
	if len(p.List.Objects) != 4 {
		t.Errorf("%d rows", len(p.List.Objects))
	}
}
