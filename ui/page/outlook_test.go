package page

import (
	"strings"
	"testing"

	"yumori/dreaming"
)

func TestNothingToReadIsSaidOnce(t *testing.T) {
	w := japanese(t)
	nothing := dreaming.Outlook{Reason: dreaming.ReasonNothing}
	if got := ComingView(nothing, dreaming.Plan{}, noon, w); got != OutlookView(nothing, noon, w) {
		t.Errorf("of nothing: %q", got)
	}
	dreamt := dreaming.Outlook{Reason: dreaming.ReasonDreamed, Next: noon}
	if got := ComingView(dreamt, dreaming.Plan{}, noon, w); !strings.Contains(got, w.T("dream.nothing")) {
		t.Errorf("after the dream: %q", got)
	}
	if got := ComingView(dreamt, dreaming.Plan{Messages: 3}, noon, w); !strings.Contains(got, planView(dreaming.Plan{Messages: 3}, w)) {
		t.Errorf("with something to read: %q", got)
	}
}
