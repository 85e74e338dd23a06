package chat

import (
	"fmt"
	"slices"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/prompt"
	"yumori/internal/updates"
	"yumori/ui/page"
)

// Notices are what is told below the conversation until it is dismissed: damaged
// files, files that do not reach the model whole, and a newer version. What was
// dismissed stays away.
type Notices struct {
	Damage []companion.Trouble
	Newer  updates.Release
	left   []prompt.FileLeft

	told     map[companion.Trouble]bool
	toldLeft map[prompt.FileLeft]bool
}

func newNotices() Notices {
	return Notices{told: map[companion.Trouble]bool{}, toldLeft: map[prompt.FileLeft]bool{}}
}

// noteDamage tells of files that cannot be used, each once.
func (n *Notices) noteDamage(found []companion.Trouble) {
	for _, t := range found {
		if !n.told[t] {
			n.told[t] = true
			n.Damage = append(n.Damage, t)
		}
	}
}

// dismiss takes away the card of a damaged file.
func (n *Notices) dismiss(i int) {
	if i < 0 || i >= len(n.Damage) {
		return
	}
	gone := n.Damage[i].File
	n.Damage = slices.DeleteFunc(slices.Clone(n.Damage), func(d companion.Trouble) bool { return d.File == gone })
}

// noteLeft takes the files that a turn had to leave out. Of a file only the
// newest is shown.
func (n *Notices) noteLeft(list []prompt.FileLeft) {
	for _, l := range list {
		if n.toldLeft[l] {
			continue // the turn is told of as often as it goes on
		}
		n.toldLeft[l] = true
		n.left = append(slices.DeleteFunc(slices.Clone(n.left), func(old prompt.FileLeft) bool { return old.File == l.File }), l)
	}
}

// damage adds one card for each damaged file, however many of its lines are
// bad and however often that was told.
func (v *chatViewer) damage() {
	at := map[string]int{} // file → its row
	for i, d := range v.s.Damage {
		file, line := d.File, d.What
		if d.Line > 0 && d.What != "" {
			line = fmt.Sprintf("L%d: %s", d.Line, d.What)
		}
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

// left adds one card for the files that were left out in part.
func (v *chatViewer) left() {
	if len(v.s.left) == 0 {
		return
	}
	v.add(RowModel{key: "left", Kind: rowTrouble, trouble: page.TroubleModel{
		What: strings.Join(filesLeft(v.w, v.s.left), "\n"), Next: v.w.T("left.next"), Left: true,
	}})
}

// newer adds the line that a newer version is there.
func (v *chatViewer) newer() {
	if r := v.s.Newer; r.Version != "" {
		v.add(RowModel{key: "newer", Kind: rowTrouble, trouble: page.TroubleModel{What: v.w.T("update.there", "version", r.Version), Link: r.Link}})
	}
}
