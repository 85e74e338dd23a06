package ui

import (
	"slices"
	"strings"

	"yumori/internal/companion"
)

// damage adds one card for each damaged file, however many of its lines are
// bad and however often that was told.
func (v *chatViewer) damage() {
	at := map[string]int{} // file → its row
	for i, d := range v.s.damage {
		file, line := damagedFile(d)
		row, again := at[file]
		if !again {
			row = len(v.rows)
			at[file] = row
			v.add(rowModel{key: "damage/" + file, kind: rowTrouble,
				trouble: troubleModel{what: v.w.T("damage.found", "file", file), dismiss: i + 1}})
		}
		t := &v.rows[row].trouble
		if d.Uncopied {
			t.what = v.w.T("damage.uncopied", "folder", file)
		}
		if d.Shut {
			t.what = v.w.T("damage.door", "address", file)
		}
		if d.Aside != "" {
			t.what = v.w.T("damage.aside", "file", file, "aside", d.Aside)
		}
		if d.Backup {
			t.next = v.w.T("damage.backup")
		}
		if lines := strings.Split(t.details, "\n"); !slices.Contains(lines, line) {
			t.details = strings.TrimPrefix(t.details+"\n"+line, "\n")
		}
	}
}

// damagedFile is the file a trouble is in, and what is wrong with which of its
// lines.
func damagedFile(d companion.Trouble) (file, what string) {
	file, line, found := strings.Cut(d.File, "#")
	if found && d.What != "" {
		return file, line + ": " + d.What
	}
	return file, d.What
}
