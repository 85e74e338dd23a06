package chat

import (
	"strings"
	"testing"

	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/ui/uitest"
)

func TestAForgottenMessageComesBackWhereItStood(t *testing.T) {
	s := newStage(t, 6)
	w, p := s.words, s.ChatPage()
	for _, tt := range []struct {
		id   transcript.ID
		said string
	}{
		{uitest.MessageID(2), w.T("forgotten.own")},
		{uitest.MessageID(3), w.T("forgotten.persona", "name", "Luna")},
	} {
		p.forget(tt.id)
		s.bench.Settle()
		uitest.TapButton(t, s.sheets.Open(), w.T("why.forget"))
		s.bench.Settle()
		row := p.Transcript.Model.Rows[p.Transcript.index[forgottenKey(tt.id)]]
		if row.Kind != rowForgotten || row.forgotten.text != tt.said {
			t.Fatalf("in place of %s stands %+v", tt.id, row)
		}
		if l, _ := p.Transcript.line(tt.id); !l.Retracted {
			t.Fatal("the log did not forget it")
		}
		p.Transcript.Column.To(forgottenKey(tt.id))
		uitest.TapButton(t, p.Transcript.Column.Shown(forgottenKey(tt.id)), w.T("forgotten.restore"))
		s.bench.Settle()
		if row := p.Transcript.Model.Rows[p.Transcript.index[RowKey(tt.id)]]; row.Kind != rowMessage || row.message.text == "" {
			t.Errorf("brought back, there stands %+v", row)
		}
	}
	s.companion.WhyFail = store.ErrReadOnly
	p.restoreMessage(uitest.MessageID(2))
	s.bench.Settle()
	if s.sheets.Open() == nil || !strings.Contains(uitest.Said(s.sheets.Open()), w.T("error.read_only")) {
		t.Error("that it cannot be brought back is not said")
	}
}

func TestWhileAReplyComesNothingIsBroughtBack(t *testing.T) {
	s := newStage(t, 6)
	p := s.ChatPage()
	p.forget(uitest.MessageID(2))
	s.bench.Settle()
	uitest.TapButton(t, s.sheets.Open(), s.words.T("why.forget"))
	s.bench.Settle()
	p.turn.Turn = companion.Turn{Phase: companion.PhaseSpeaking}
	p.draw()
	if m := p.Transcript.Model.Rows[p.Transcript.index[forgottenKey(uitest.MessageID(2))]].forgotten; m.word != "" {
		t.Errorf("it offers %q", m.word)
	}
}

func TestWhatFallsIsSaidInWords(t *testing.T) {
	w := uitest.Japanese(t)
	for _, tt := range []struct {
		item memory.Derived
		want string
	}{
		{memory.Derived{Store: motivation.StoreEmotion, Title: "sadness 0.8"}, "とても悲しい"},
		{memory.Derived{Store: episodic.StoreArousal, Title: "2026-11-10 14:20 0.77"}, "2026年11月10日 14:20 0.77"},
		{memory.Derived{Store: facts.StoreFact, Title: "sadness 0.8"}, "sadness 0.8"},
		{memory.Derived{Store: facts.StoreFact, Title: "Tea"}, "Tea"},
		{memory.Derived{Store: "episode", Title: w.Date("2026-11-21") + "、03:47から話した。"}, w.Date("2026-11-21") + "、03:47から話した。"},
		{memory.Derived{Store: "episode", Title: "2026-11-21 " + w.Date("2026-11-21") + ": we talked"}, w.Date("2026-11-21") + ": we talked"},
		{memory.Derived{Store: "fact", Title: "@Ken: Ken rows"}, "Ken rows"},
	} {
		if got := fallen(w, tt.item); got != tt.want {
			t.Errorf("%+v is %q, want %q", tt.item, got, tt.want)
		}
	}
}

func TestWhatFallsWithAMessageFitsItsSheet(t *testing.T) {
	s := newStage(t, 6)
	deps := s.deps()
	if fallsList(deps, nil) != nil {
		t.Error("nothing has a list")
	}
	few := fallsList(deps, []memory.Derived{{Store: "emotion", Title: "joy"}}).MinSize()
	var list []memory.Derived
	for range 40 {
		list = append(list, memory.Derived{Store: "fact", Title: strings.Repeat("a long sentence ", 12)})
	}
	if many := fallsList(deps, list).MinSize(); few.Height >= fallsHeight/2 || many.Height != fallsHeight {
		t.Errorf("heights %v and %v", few, many)
	}
}
