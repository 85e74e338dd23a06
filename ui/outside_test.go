package ui

import (
	"strings"
	"testing"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2/test"
)

func TestOutsideView(t *testing.T) {
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		if m := outsideView(transcript.Message{ID: "a"}, nil, w); m.text != "" {
			t.Errorf("%s: of a message without marks: %+v", w.Lang, m)
		}
		if m := outsideView(transcript.Message{ID: "a", Trusted: true}, nil, w); !m.restore || m.clear || m.text != w.T("outside.cleared") {
			t.Errorf("%s: cleared: %+v", w.Lang, m)
		}
		list := []transcript.Foreign{uitest.Paper, uitest.Paper, {Kind: transcript.ForeignUnknown}, {Kind: "new in a later version"}}
		m := outsideView(transcript.Message{ID: "a"}, list, w)
		if !m.clear || len(m.sources) != 2 || m.sources[0].hash != "h1" || !strings.Contains(m.sources[0].word, "offer.txt") {
			t.Errorf("%s: marked: %+v", w.Lang, m)
		}
		seen := map[string]bool{}
		for _, k := range []transcript.ForeignKind{transcript.ForeignDocument, transcript.ForeignKnowledge, transcript.ForeignImported,
			transcript.ForeignMemory, transcript.ForeignSkill, transcript.ForeignCard, transcript.ForeignUnknown} {
			word := foreign(w, transcript.Foreign{Kind: k})
			if strings.Contains(word, "outside.") || seen[word] {
				t.Errorf("%s: %s is called %q", w.Lang, k, word)
			}
			seen[word] = true
		}
	}
}

// onOutside is a conversation whose reply rests on a document.
func onOutside(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, 6)
	s.mate.FakeTrust = uitest.FakeTrust{Marked: map[transcript.ID][]transcript.Foreign{uitest.MessageID(5): {uitest.Paper}}, Cleared: map[transcript.ID]bool{}}
	s.chatPage().reload()
	s.bench.Settle()
	return s
}

func (p *chatPage) footOf(id transcript.ID) string {
	return p.model.rows[p.index[rowKey(id)]].message.foot
}

func TestTheMarkShowsOnTheMessageAndIsCleared(t *testing.T) {
	s := onOutside(t)
	p := s.chatPage()
	if !strings.HasSuffix(p.footOf(uitest.MessageID(5)), s.words.T("foot.outside")) || strings.Contains(p.footOf(uitest.MessageID(3)), s.words.T("foot.outside")) {
		t.Errorf("feet: %q, %q", p.footOf(uitest.MessageID(5)), p.footOf(uitest.MessageID(3)))
	}
	p.openWhy(uitest.MessageID(5))
	s.bench.Settle()
	if said := uitest.Said(p.why.content); !strings.Contains(said, s.words.T("why.tainted")) || !strings.Contains(said, "offer.txt") {
		t.Errorf("why says:\n%s", said)
	}
	uitest.TapButton(t, p.why.content, s.words.T("outside.mine"))
	s.bench.Settle()
	if len(s.mate.Own) != 1 || s.mate.Own[0].Hash != "h1" {
		t.Errorf("declared: %+v", s.mate.Own)
	}
	if said := uitest.Said(p.why.content); strings.Contains(said, s.words.T("why.tainted")) || !strings.Contains(said, "“offer.txt” counts as yours now.") {
		t.Errorf("afterwards why says:\n%s", said)
	}
	s.mate.Own = nil
	p.why.open(uitest.MessageID(5))
	s.bench.Settle()
	uitest.TapButton(t, p.why.content, s.words.T("outside.clear"))
	s.bench.Settle()
	if !s.mate.Cleared[uitest.MessageID(5)] {
		t.Error("the mark was not cleared")
	}
	p.why.show(whyModel{outside: outsideView(transcript.Message{ID: uitest.MessageID(5), Trusted: true}, nil, s.words)})
	uitest.TapButton(t, p.why.content, s.words.T("outside.restore"))
	s.bench.Settle()
	if s.mate.Cleared[uitest.MessageID(5)] {
		t.Error("the mark was not brought back")
	}
}

func TestADocumentIsDeclaredToBeMine(t *testing.T) {
	user := transcript.Message{ID: uitest.MessageID(4), Foreign: transcript.Marks{uitest.Paper}, Attachments: []transcript.Attachment{{Name: "offer.txt", Size: 2048}}}
	if got := ownOf(user, []transcript.Foreign{uitest.Paper})["offer.txt"]; got != (documentState{hash: "h1"}) {
		t.Errorf("at first: %+v", got)
	}
	if got := ownOf(user, nil)["offer.txt"]; got != (documentState{hash: "h1", own: true}) {
		t.Errorf("declared: %+v", got)
	}
	user.Trusted = true
	if got := ownOf(user, nil); len(got) != 0 {
		t.Errorf("of a message whose mark was cleared: %+v", got)
	}
	s := onOutside(t)
	p := s.chatPage()
	row := newMessageRow(messageModel{id: "x", own: true, files: []fileModel{{name: "offer.txt", size: "2 kB", state: documentState{hash: "h1"}}}}, p.messages)
	press := func(word string) {
		t.Helper()
		for _, o := range test.LaidOutObjects(row.files[0]) {
			if b, ok := o.(*widget.IconButton); ok && b.Word == word {
				test.Tap(b)
				s.bench.Settle()
				return
			}
		}
		t.Fatalf("no %q on the chip", word)
	}
	press(s.words.T("own.mine"))
	if len(s.mate.Own) != 1 || s.mate.Own[0].Name != "offer.txt" {
		t.Errorf("declared %+v", s.mate.Own)
	}
	row.set(messageModel{id: "x", own: true, files: []fileModel{{name: "offer.txt", size: "2 kB", state: documentState{hash: "h1", own: true}}}})
	press(s.words.T("own.not"))
	if len(s.mate.Own) != 0 {
		t.Errorf("taken back: %+v", s.mate.Own)
	}
}

func TestAFileThatWasGivenToReadIsDeclaredToBeMine(t *testing.T) {
	s := newStage(t, 0)
	s.mate.Papers = []companion.KnowledgeFile{{Name: "a.txt", State: companion.KnowledgeIndexed, Added: uitest.Noon}, {Name: "b.txt", State: companion.KnowledgeIndexed, Added: uitest.Noon}}
	s.goPage(pageKnowledge)
	s.bench.Settle()
	p, ok := s.open.(*knowledgePage)
	if !ok || len(p.models) != 2 {
		t.Fatalf("the page is %T", s.open)
	}
	row := p.shown[1].(*paperRow)
	for _, want := range []bool{true, false} {
		test.Tap(row.own)
		s.bench.Settle()
		if p.models[1].own != want || p.models[0].own || strings.Contains(p.models[1].about, s.words.T("own.yours")) != want {
			t.Errorf("want %t: %+v", want, p.models[1])
		}
	}
}
