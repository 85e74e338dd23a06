package facts

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// grown is a bank of n facts over four years, with a part of a person's own.
func grown(t *testing.T, eol string, n int) *bench {
	t.Helper()
	b := newBench(t)
	b.fill(t, eol, n)
	return b
}

func (b *bench) fill(t *testing.T, eol string, n int) {
	t.Helper()
	var text strings.Builder
	text.WriteString("# World" + eol + eol)
	for i := range n {
		at := time.Date(2023+i*4/n, 5, 1, 12, 0, 0, 0, time.UTC)
		fmt.Fprintf(&text, "- @P%d: likes thing number %d. <!-- id: w_%06d; src: m%d; time: %s; category: preference -->%s", i%50, i, i, i, at.Format(time.RFC3339), eol)
		if i%500 == 0 {
			fmt.Fprintf(&text, "- by hand %d%s", i, eol)
		}
	}
	text.WriteString(eol + "## Mine" + eol + eol + "- in my own place <!-- id: w_mine; src: m0; time: 2020-01-01T00:00:00Z -->" + eol)
	b.PutFile(t, worldFile, text.String())
	b.reopen(t)
}

func ids(t *testing.T, b *bench) []string {
	t.Helper()
	list, err := b.Facts(Query{})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, f := range list {
		ids = append(ids, f.ID)
		lines, n := strings.Split(b.FileText(t, f.Source.File), "\n"), f.Source.Line
		if n < 1 || n > len(lines) || !strings.Contains(lines[n-1], f.Text) {
			t.Fatalf("fact %s is not at %s", f.ID, f.Source)
		}
	}
	slices.Sort(ids)
	return ids
}

func TestAFileThatGrewGivesItsOldestFactsAway(t *testing.T) {
	t.Parallel()
	for name, eol := range map[string]string{"unix": "\n", "windows": "\r\n"} {
		t.Run(name, func(t *testing.T) {
			b := grown(t, eol, 2_000)
			before := ids(t, b)
			b.retain(t, Fact{Text: "One more.", Sources: []string{"mx"}, Time: time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)})
			main := b.FileText(t, worldFile)
			if len(main) > spillAt {
				t.Errorf("world.md has %d bytes still", len(main))
			}
			for _, mine := range []string{"- by hand 0" + eol, "- by hand 1500" + eol, "## Mine" + eol, "- in my own place <!--", "One more."} {
				if !strings.Contains(main, mine) {
					t.Errorf("world.md lacks %q", mine)
				}
			}
			if old := b.FileText(t, "bank/world_archived_2023.md"); !strings.HasPrefix(old, "# World 2023\n\n- @P0: likes thing number 0. <!-- id: w_000000; src: m0; time: 2023-05-01T12:00:00Z; category: preference -->\n- @P1:") {
				t.Errorf("the archive begins %.200q", old)
			}
			after := ids(t, b)
			if len(after) != len(before)+1 {
				t.Fatalf("%d facts, want %d", len(after), len(before)+1)
			}
			for _, id := range before {
				if _, ok := slices.BinarySearch(after, id); !ok {
					t.Fatalf("fact %s is gone", id)
				}
			}
			b.reopen(t)
			if again := ids(t, b); !slices.Equal(again, after) {
				t.Error("read again the facts are others")
			}
			if p := b.Check(t.Context()); len(p) != 0 {
				t.Errorf("check: %v", p)
			}
		})
	}
}

func TestArchivedFactsAreAsGoodAsOthers(t *testing.T) {
	t.Parallel()
	b := newDamaged(t) // the check would name what is broken on purpose
	b.fill(t, "\n", 2_000)
	b.retain(t, Fact{Text: "One more.", Sources: []string{"mx"}})
	const archive = "bank/world_archived_2023.md"

	// A hand wins.
	b.PutFile(t, archive, strings.Replace(b.FileText(t, archive), "likes thing number 7.", "likes nothing at all.", 1))
	if f, err := b.Find("w_000007"); err != nil || f.Text != "likes nothing at all." || f.Source.File != archive || f.Source.Line == 0 {
		t.Errorf("edited by hand: %+v %v", f, err)
	}
	// It falls, and comes back where it was.
	text := b.FileText(t, archive)
	items, err := b.Withdraw([]string{"m3"}, turn())
	if err != nil || len(items) != 1 || items[0].ID != "w_000003" {
		t.Fatalf("withdrawn: %v %v", items, err)
	}
	if _, err := b.Find("w_000003"); err == nil {
		t.Error("what was withdrawn is found")
	}
	if err := b.Reinstate([]string{"m3"}, turn()); err != nil {
		t.Fatal(err)
	}
	if got := b.FileText(t, archive); got != text {
		t.Error("the archive is not what it was")
	}
	// What it says is not kept twice.
	main := b.FileText(t, worldFile)
	kept := b.retain(t, Fact{Text: "likes thing number 9.", Entities: []string{"P9"}, Sources: []string{"m9"}})[0]
	if kept.ID != "w_000009" || b.FileText(t, worldFile) != main {
		t.Errorf("kept again as %s", kept.ID)
	}
	// Lines nobody can use stay, and are named.
	b.PutFile(t, archive, b.FileText(t, archive)+"- O(c=7) no\n")
	if p := b.Problems(); len(p) != 1 || p[0].File != archive {
		t.Errorf("problems: %v", p)
	}
}

// TestAMoveThatWasCutShort has facts in both files, as a kill between the two
// writes leaves them.
func TestAMoveThatWasCutShort(t *testing.T) {
	t.Parallel()
	b := grown(t, "\n", 2_000)
	before := b.FileText(t, worldFile)
	b.retain(t, Fact{Text: "One more.", Sources: []string{"mx"}})
	want := ids(t, b)
	if err := os.WriteFile(b.FilePath(worldFile), []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	b.reopen(t)
	if got := ids(t, b); len(got) != len(want)-1 {
		t.Fatalf("%d facts, want %d", len(got), len(want)-1)
	}
	b.retain(t, Fact{Text: "One more.", Sources: []string{"mx"}})
	if got := ids(t, b); !slices.Equal(got, want) {
		t.Errorf("%d facts, want %d", len(got), len(want))
	}
	if main := b.FileText(t, worldFile); strings.Contains(main, "w_000000") || len(main) > spillAt {
		t.Errorf("world.md still has what was moved, %d bytes", len(main))
	}
	if p := b.Check(t.Context()); len(p) != 0 {
		t.Errorf("check: %v", p)
	}
}
