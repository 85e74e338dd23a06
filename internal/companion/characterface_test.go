package companion

import (
	"testing"

	"yumori/assets"
)

// A persona that is made of a character under another name says whose portrait
// it has; one that is made of a text has none of anybody.
func TestACharacterUnderAnotherNameKeepsWhoItIs(t *testing.T) {
	t.Parallel()
	h := modelHome(t, &clock{at: dayStart()}, nil)
	h.opt.Samples = assets.Files
	slug, err := h.CreateFrom("cook", "ja", "Basil")
	must(t, err)
	if got := h.info(slug); got.Name != "Basil" || got.Face != "よね" {
		t.Errorf("%+v", got)
	}
	slug, err = h.Create("Rosemary", "en", "A baker.")
	must(t, err)
	if got := h.info(slug); got.Face != "" {
		t.Errorf("%+v", got)
	}
}
