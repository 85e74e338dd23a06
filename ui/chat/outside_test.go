package chat

import (
	"strings"
	"testing"

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

// onOutside is a conversation whose reply is derived from a document.
func onOutside(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, 6)
	s.companion.FakeTrust = uitest.FakeTrust{Marked: map[transcript.ID][]transcript.Foreign{uitest.MessageID(5): {uitest.Paper}}, Cleared: map[transcript.ID]bool{}}
	s.ChatPage().reload()
	s.bench.Settle()
	return s
}

func (p *Page) footOf(id transcript.ID) string {
	return p.Transcript.Model.Rows[p.Transcript.index[RowKey(id)]].message.foot
}

func TestTheMarkShowsOnTheMessageAndIsCleared(t *testing.T) {
	s := onOutside(t)
	p := s.ChatPage()
	if !strings.HasSuffix(p.footOf(uitest.MessageID(5)), s.words.T("foot.outside")) || strings.Contains(p.footOf(uitest.MessageID(3)), s.words.T("foot.outside")) {
		t.Errorf("feet: %q, %q", p.footOf(uitest.MessageID(5)), p.footOf(uitest.MessageID(3)))
	}
	p.Side.OpenWhy(uitest.MessageID(5))
	s.bench.Settle()
	if said := uitest.Said(p.Side.Why.Content); !strings.Contains(said, s.words.T("why.tainted")) || !strings.Contains(said, "offer.txt") {
		t.Errorf("why says:\n%s", said)
	}
	uitest.TapButton(t, p.Side.Why.Content, s.words.T("outside.mine"))
	s.bench.Settle()
	if len(s.companion.Own) != 1 || s.companion.Own[0].Hash != "h1" {
		t.Errorf("declared: %+v", s.companion.Own)
	}
	if said := uitest.Said(p.Side.Why.Content); strings.Contains(said, s.words.T("why.tainted")) || !strings.Contains(said, "“offer.txt” counts as yours now.") {
		t.Errorf("afterwards why says:\n%s", said)
	}
	s.companion.Own = nil
	p.Side.Why.Open(uitest.MessageID(5))
	s.bench.Settle()
	uitest.TapButton(t, p.Side.Why.Content, s.words.T("outside.clear"))
	s.bench.Settle()
	if !s.companion.Cleared[uitest.MessageID(5)] {
		t.Error("the mark was not cleared")
	}
	p.Side.Why.show(WhyModel{outside: outsideView(transcript.Message{ID: uitest.MessageID(5), Trusted: true}, nil, s.words)})
	uitest.TapButton(t, p.Side.Why.Content, s.words.T("outside.restore"))
	s.bench.Settle()
	if s.companion.Cleared[uitest.MessageID(5)] {
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
	p := s.ChatPage()
	row := newMessageRow(MessageModel{Id: "x", own: true, files: []fileModel{{name: "offer.txt", size: "2 kB", state: documentState{hash: "h1"}}}}, p.Transcript.messages)
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
	if len(s.companion.Own) != 1 || s.companion.Own[0].Name != "offer.txt" {
		t.Errorf("declared %+v", s.companion.Own)
	}
	row.set(MessageModel{Id: "x", own: true, files: []fileModel{{name: "offer.txt", size: "2 kB", state: documentState{hash: "h1", own: true}}}})
	press(s.words.T("own.not"))
	if len(s.companion.Own) != 0 {
		t.Errorf("taken back: %+v", s.companion.Own)
	}
}
