package chat

import (
	"slices"
	"strings"

	"yumori/ui/page"
)

// damage adds one card for each damaged file, however many of its lines are
// bad and however often that was told.
func (v *chatViewer) damage() {
	at := map[string]int{} // file → its row
	for i, d := range v.s.Damage {
		file, line := page.DamagedFile(d)
		row, again := at[file]
		if !again {
			row = len(v.rows)
			at[file] = row
			v.add(RowModel{key: "damage/" + file, Kind: rowTrouble,
				trouble: page.TroubleModel{What: v.w.T("damage.found", "file", file), Dismiss: i + 1}})
		}
		t := &v.rows[row].trouble
		if d.Uncopied {
			t.What = v.w.T("damage.uncopied", "folder", file)
		}
		if d.Shut {
			t.What = v.w.T("damage.door", "address", file)
		}
		if d.Aside != "" {
			t.What = v.w.T("damage.aside", "file", file, "aside", d.Aside)
		}
		if d.Backup {
			t.Next = v.w.T("damage.backup")
		}
		if lines := strings.Split(t.Details, "\n"); !slices.Contains(lines, line) {
			t.Details = strings.TrimPrefix(t.Details+"\n"+line, "\n")
		}
	}
}
