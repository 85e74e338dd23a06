package transcript

import "testing"

func TestBegan(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	if at, err := b.Began(); err != nil || !at.IsZero() {
		t.Errorf("an empty log began at %v, %v", at, err)
	}
	all := b.months()
	for range 2 { // in the log, then in an archive
		if at, err := b.Began(); err != nil || !at.Equal(all[0].Time) {
			t.Errorf("began at %v, %v, want %v", at, err, all[0].Time)
		}
		if err := b.Archive(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
