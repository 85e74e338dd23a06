package store

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
)

func TestMentions(t *testing.T) {
	t.Parallel()
	d := newPersona(t)
	const edge = mentionPiece
	for _, tt := range []struct {
		name, text string
		words      []string
		want       bool
	}{
		{"one", "we saw a heron", []string{"otter", "heron"}, true},
		{"none", "we saw a heron", []string{"otter"}, false},
		{"across", strings.Repeat("x", edge-2) + "heron" + strings.Repeat("x", edge), []string{"heron"}, true},
		{"at-the-end", strings.Repeat("x", 3*edge-1) + "heron", []string{"heron"}, true},
		{"cut", strings.Repeat("x", edge-2) + "her", []string{"heron"}, false},
		{"long-word", strings.Repeat("x", 100) + strings.Repeat("y", 3*edge), []string{strings.Repeat("y", 2*edge)}, true},
		{"empty", "", []string{"heron"}, false},
		{"no-word", "we saw a heron", nil, false},
	} {
		write(t, d, tt.name, tt.text)
		if got, err := d.Mentions(tt.name, tt.words...); got != tt.want || err != nil {
			t.Errorf("%s: %v, %v", tt.name, got, err)
		}
	}
	if _, err := d.Mentions("nowhere", "heron"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without the file: %v", err)
	}
}
