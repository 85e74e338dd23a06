package docs

import (
	"slices"
	"testing"
)

func TestTable(t *testing.T) {
	rows, err := Table("inner-life.md", "Drives (`motivation`)")
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if want := []string{"relatedness", "`weight·intensity·e^(−hours/72)`", "the emotion it reported last"}; !slices.Equal(rows[3], want) {
		t.Errorf("%q, want %q", rows[3], want)
	}
	for _, at := range [][2]string{{"inner-life.md", "No such heading"}, {"nothing.md", "Goals"}, {"inner-life.md", "Goals (`goals`)"}} {
		if rows, err := Table(at[0], at[1]); err == nil {
			t.Errorf("%v: %q", at, rows)
		}
	}
	if got := cells("| a | `b|c` | |"); !slices.Equal(got, []string{"a", "`b|c`", ""}) {
		t.Errorf("cells: %q", got)
	}
}
