package likely

import "testing"

func TestRespelt(t *testing.T) {
	for text, want := range map[string]string{
		"sat with my legs over the egde.":           "sat with my legs over the edge.",
		"see you tomorow, definatly":                "see you tomorrow, definatly",
		"Maeve and tomek wasnt at lauras":           "Maeve and tomek wasnt at lauras",
		"the carer says me mams fella is knackered": "the carer says me mams fella is knackered",
		"": "",
	} {
		if got := respelt(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A slip in a word hides nothing that is heard without it.
func TestASlipHidesNoDanger(t *testing.T) {
	for _, text := range []string{"sat with my legs over the egde", "been standing on the edeg of the railway brigde since six"} {
		if _, chance := NeedsHelp(text); chance < HelpFrom {
			t.Errorf("%q needs help by a chance of %.2f", text, chance)
		}
	}
}
