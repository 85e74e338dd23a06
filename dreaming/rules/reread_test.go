package rules

import (
	"reflect"
	"testing"

	"yumori/episodic"
)

// TestRereadKeepsLimits has a day read twice in one night: what the user asked to
// be left alone holds the second time too.
func TestRereadKeepsLimits(t *testing.T) {
	in := Material{Date: "2026-03-01", Language: "en", User: "Mia", Persona: "Yui", Kept: &Reread{}, Lines: []Line{
		{Line: episodic.Line{ID: "m1", Speaker: episodic.User, Text: "My interview at the bakery is on Thursday."}},
		{Line: episodic.Line{ID: "m2", Speaker: episodic.User, Text: "Please don't bring up the interview again."}},
	}}
	once := in.Reflect()
	if again := in.Reflect(); once.Strategy == "" || !reflect.DeepEqual(once, again) {
		t.Errorf("read once: %+v\nread again: %+v", once, again)
	}
}
