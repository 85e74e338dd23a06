package ui

import (
	"strings"
	"testing"

	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2/test"
)

func TestFromWhyAForgottenMemoryIsBroughtBack(t *testing.T) {
	s, p := openWhy(t)
	w := s.words
	s.companion.Reason.Memories[0].Content = "" // as Why tells it once it was taken back
	p.Open(uitest.MessageID(5))
	s.bench.Settle()
	var back *widget.IconButton
	for _, o := range test.LaidOutObjects(p.Content) {
		if b, ok := o.(*widget.IconButton); ok && b.Word == w.T("forgotten.restore") {
			back = b
		}
	}
	if back == nil {
		t.Fatal("nothing brings it back")
	}
	test.Tap(back)
	s.bench.Settle()
	if got := s.companion.Done[len(s.companion.Done)-1]; got != "restore "+string(uitest.MessageID(3)) {
		t.Errorf("it did %s", got)
	}
	if !strings.Contains(uitest.Said(p.Content), w.T("why.restored")) {
		t.Error("it does not say so")
	}
}
