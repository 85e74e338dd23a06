package companion

import (
	"bytes"
	"testing"

	"yumori/assets"
	"yumori/internal/store"
	"yumori/persona"
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

// The own pictures of a persona are there without its being open, and one that is
// not there at all has none.
func TestThePicturesOfOneThatIsNotOpen(t *testing.T) {
	t.Parallel()
	h := modelHome(t, &clock{at: dayStart()}, nil)
	h.opt.Samples = assets.Files
	slug, err := h.Create("Rosemary", "en", "A baker.")
	must(t, err)
	if got, err := h.Pictures(slug).Expression("joy"); got != nil || err != nil {
		t.Errorf("before: %d bytes, %v", len(got), err)
	}
	d, err := h.home.Persona(slug)
	must(t, err)
	picture := []byte("\x89PNG\r\n\x1a\n and so on")
	must(t, persona.SetPortrait(d, picture, store.Cause{Kind: store.CauseUser}))
	if got, err := h.Pictures(slug).Expression("neutral"); !bytes.Equal(got, picture) || err != nil {
		t.Errorf("after: %d bytes, %v", len(got), err)
	}
	if got, err := h.Pictures("nobody").Expression("neutral"); got != nil || err == nil {
		t.Errorf("of nobody: %d bytes, %v", len(got), err)
	}
}
