package companion

import (
	"errors"
	"testing"

	"yumori/internal/store"
	"yumori/persona"
)

func TestExpressionsArePicturesByFeeling(t *testing.T) {
	t.Parallel()
	c, _ := openSetRight(t)
	if data, err := c.Expression("joy"); err != nil || data != nil {
		t.Errorf("there is none: %v, %v", data, err)
	}
	must(t, c.dir.Write("expressions/joy.png", []byte("picture"), store.Cause{Kind: store.CauseUser}))
	must(t, c.dir.Write("expressions/neutral.webp", []byte("rest"), store.Cause{Kind: store.CauseUser}))
	must(t, c.dir.Write("expressions/anger.jpg", make([]byte, persona.MaxExpression+1), store.Cause{Kind: store.CauseUser}))
	for category, want := range map[string]string{"joy": "picture", "": "rest", "sadness": "", "../joy": ""} {
		if data, err := c.Expression(category); err != nil || string(data) != want {
			t.Errorf("of %q: %q, %v", category, data, err)
		}
	}
	if _, err := c.Expression("anger"); !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("of one that is too large: %v", err)
	}
}
