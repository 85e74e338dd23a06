package knowledge

import (
	"strings"
	"testing"

	"yumori/retrieval/library"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestKnowledgeView(t *testing.T) {
	s := KnowledgeState{name: "Luna", read: true, base: library.Base{Files: uitest.SomePapers()}}
	m := KnowledgeView(s, uitest.English(t))
	if m.summary != "5 files"+page.Separator+"481 passages" || m.Empty || len(m.files) != 5 {
		t.Errorf("%+v", m)
	}
	for i, want := range []struct {
		about, state string
		bad          bool
		part         float32
	}{
		{"PDF ·  120 pages ·  480 passages ·  3.0 MB", "2 pages can’t be read and aren’t searched.", false, -1},
		{"Text (Shift_JIS) ·  1 passage ·  2 kB", "", false, -1},
		{"PDF ·  9.0 MB", "reading page 30 of 120", false, 0.25},
		{"Markdown ·  12 B", "waiting", false, -1},
		{"PDF ·  12 B", "“a.pdf” doesn’t say which characters it shows, so its text can’t be read.", true, -1},
	} {
		got := m.files[i]
		if !strings.HasPrefix(got.about, want.about) || got.state != want.state || got.bad != want.bad || got.Part != want.part {
			t.Errorf("%+v, want %+v", got, want)
		}
		if got.stop != (got.Part >= 0) || got.again != got.bad {
			t.Errorf("%+v", got)
		}
	}
	if m := KnowledgeView(KnowledgeState{read: true}, uitest.Japanese(t)); !m.Empty || m.summary != "" {
		t.Errorf("%+v", m)
	}
	if m := KnowledgeView(KnowledgeState{}, uitest.Japanese(t)); m.Empty {
		t.Error("empty before it was read")
	}
}

func TestPassagesView(t *testing.T) {
	found := []library.Passage{
		{File: "a.pdf", Page: 3, Text: "oil"}, {File: "b.txt", Line: 7, Last: 7, Text: "oil"}, {File: "c.md", Line: 7, Last: 9, Text: "oil", Ranges: [][2]int{{0, 3}}},
	}
	s := KnowledgeState{read: true, query: "oil", foundBy: "oil", found: found}
	m := passagesView(s, uitest.English(t))
	if !m.open || len(m.list) != 3 || m.list[0].head != "a.pdf, page 3" || m.list[1].head != "b.txt, line 7" || m.list[2].head != "c.md, lines 7–9" || len(m.list[2].ranges) != 1 {
		t.Errorf("%+v", m)
	}
	s.foundBy = "oi"
	if m = passagesView(s, uitest.English(t)); m.summary != "searching …" || len(m.list) != 3 {
		t.Errorf("%+v", m)
	}
	s = KnowledgeState{query: "x", foundBy: "x", failed: uitest.ErrOdd}
	if m = passagesView(s, uitest.English(t)); !m.bad {
		t.Errorf("%+v", m)
	}
	if m = passagesView(KnowledgeState{query: " "}, uitest.English(t)); m.open {
		t.Errorf("%+v", m)
	}
}

// Knowledge opens the page in a window.
func (s *stage) Knowledge(t *testing.T) *Page {
	t.Helper()
	s.goPage(pageKnowledge)
	s.bench.Settle()
	p, ok := s.open.(*Page)
	if !ok {
		t.Fatalf("%T is open", s.open)
	}
	return p
}

func TestKnowledgePageSearch(t *testing.T) {
	s := newStage(t, 0)
	s.companion.Library.Papers = uitest.SomePapers()
	s.companion.Library.Passages = []library.Passage{{File: "manual.pdf", Page: 3, Text: "The oil froze.", Ranges: [][2]int{{4, 7}}}}
	p := s.Knowledge(t)
	test.Type(p.entry, "oil")
	s.bench.Settle()
	if len(p.List.Objects) != 1 || p.summary.Source() != "1 passage, as the persona would find it" {
		t.Errorf("%d rows, %q", len(p.List.Objects), p.summary.Source())
	}
	for query, want := range map[string]string{"nothing": "Nothing was found about “nothing”.", "fail": "That did not work. Nothing that was saved is lost. Try again; the details may help."} {
		p.entry.SetText(query)
		s.bench.Settle()
		if p.summary.Source() != want {
			t.Errorf("%q", p.summary.Source())
		}
	}
	p.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	s.bench.Settle()
	if len(p.List.Objects) != 5 || p.entry.Text != "" {
		t.Errorf("%d rows", len(p.List.Objects))
	}
}
