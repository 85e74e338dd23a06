package answer

import "testing"

func TestMarks(t *testing.T) {
	for _, err := range marks.Check() {
		t.Error(err)
	}
}
