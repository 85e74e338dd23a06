package record

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"yumori/internal/memory"
	"yumori/internal/store"
)

const goalsBefore = `{
  "meta": {"last_reflection_level": 1},
  "short_term": [
    {"id": "sh_a", "goal": "learn to listen", "priority": 2},
    {"id": "sh_b", "goal": "write a letter", "priority": 1}
  ],
  "completed": []
}
`

const goalsAfter = `{
  "meta": {"last_reflection_level": 2},
  "short_term": [
    {"id": "sh_a", "goal": "learn to listen", "priority": 1},
    {"id": "sh_c", "goal": "ask about the greenhouse", "priority": 3}
  ],
  "completed": [
    {"id": "sh_b", "goal": "write a letter", "priority": 1, "status": "completed"}
  ]
}
`

// TestItemsOfJSON finds what changed, was made, and moved.
func TestItemsOfJSON(t *testing.T) {
	got := map[string]string{}
	for _, i := range itemsOf("goals.json", []byte(goalsBefore), []byte(goalsAfter)) {
		got[i.key] = fmt.Sprintf("%s %s %v→%v %s→%s", i.kind, i.title, i.before != nil, i.after != nil, i.was, i.place)
	}
	want := map[string]string{
		"sh_a": "goal learn to listen true→true short_term→short_term",
		"sh_c": "goal ask about the greenhouse false→true →short_term",
		"sh_b": "goal write a letter true→true short_term→completed",
	}
	for key, w := range want {
		if got[key] != w {
			t.Errorf("%s: %q, want %q", key, got[key], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("items: %v", got)
	}
}

// TestItemsByID has a fact that gave way to one much like it be no older version
// of that one: it went to the archive, and nobody has to decide on it.
func TestItemsByID(t *testing.T) {
	const old, other, fresh = "- Ken plays chess on Mondays <!-- id: w_1; src: a -->\n", "- Mika sings <!-- id: w_2; src: b -->\n", "- Ken plays chess on Sundays <!-- id: w_3; src: c -->\n"
	var r Record
	got := r.Draft(StageRetain, []store.Draft{
		{Name: "bank/world.md", Before: []byte("# World\n\n" + old + other), After: []byte("# World\n\n" + other + fresh)},
		{Name: "bank/world_archived_2024.md", After: []byte("# World 2024\n\n" + old)},
	})
	if len(got) != 1 || got[0].Before != nil || got[0].After == nil || *got[0].After != fresh {
		t.Errorf("changes: %+v", got)
	}
}

// TestIs knows what a store says it wrote, and nothing that only has it in it.
func TestIs(t *testing.T) {
	fact := Change{File: "bank/world.md", Before: text("- Mika sings <!-- id: w_2 -->\n"), After: text("- Mika sang <!-- id: w_3; src: c -->\n  - ended: d <!-- id: w_4 -->\n")}
	page := Change{File: "entity_memory/Ken.md", After: text("# Ken\nPlays chess. <!-- src: a -->\n")}
	line := func(file, text string) memory.Change { return memory.Change{At: memory.PlacesIn(file, text)[0]} }
	for _, tc := range []struct {
		name    string
		of      Change
		written memory.Change
		want    bool
	}{
		{"its id", fact, memory.Change{Key: "w_3"}, true},
		{"the beginning of its id", fact, memory.Change{Key: "w_"}, false},
		{"the key of an object", Change{Key: "sh_a", After: text("{}")}, memory.Change{Key: "sh_a"}, true},
		{"an id in an object", Change{Key: "sh_a", After: text("w_3")}, memory.Change{Key: "w_3"}, false},
		{"what is gone", Change{Before: fact.Before}, memory.Change{Key: "w_2"}, true},
		{"what it was before", fact, memory.Change{Key: "w_2"}, false},
		{"a line, with other sources", page, line(page.File, "Plays chess. <!-- src: a, b -->"), true},
		{"a part of a line", page, line(page.File, "Plays"), false},
		{"a line of another page", page, line("entity_memory/Mika.md", "Plays chess."), false},
		{"nothing", Change{}, memory.Change{}, false},
	} {
		if is := tc.of.Is(tc.written); is != tc.want {
			t.Errorf("%s: %v", tc.name, is)
		}
	}
}

// TestTakeBack takes single items out of files in which others changed.
func TestTakeBack(t *testing.T) {
	const page = "# Mika\n\nMika is Ken's sister. <!-- src: a -->\n\nMika likes tomatoes. <!-- src: b -->\n"
	for _, tc := range []struct {
		name, file, before, after, now string
		item                           int
		want                           string // "" is a conflict
	}{
		{"a paragraph, another was added", "entity_memory/Mika.md", "# Mika\n\nMika is Ken's sister. <!-- src: a -->\n", page,
			page + "\nMika plays the oboe.\n", 0, "# Mika\n\nMika is Ken's sister. <!-- src: a -->\n\nMika plays the oboe.\n"},
		{"a paragraph that was edited", "entity_memory/Mika.md", "# Mika\n\nMika is Ken's sister. <!-- src: a -->\n", page,
			strings.ReplaceAll(page, "likes tomatoes. <!-- src: b -->", "hates tomatoes, really. <!-- src: b -->"), 0, ""},
		{"a bullet changed", "bank/opinions.md", "- O(c=0.5) tea is good\n- O(c=0.5) rain is bad\n", "- O(c=0.55) tea is good\n- O(c=0.5) rain is bad\n",
			"- O(c=0.55) tea is good\n- O(c=0.9) rain is bad\n", 0, "- O(c=0.5) tea is good\n- O(c=0.9) rain is bad\n"},
		{"a bullet changed twice", "bank/opinions.md", "- O(c=0.5) tea is good\n", "- O(c=0.55) tea is good\n", "- O(c=0.6) tea is good\n", 0, ""},
		{"a bullet taken out", "bank/world.md", "- one\n- two\n- three\n", "- one\n- three\n", "- one\n- three\n- four\n", 0, "- one\n- two\n- three\n- four\n"},
		{"back already", "bank/world.md", "- one\n", "- one\n- two\n", "- one\n- three\n", 0, "- one\n- three\n"},
		{"a new file", "entity_memory/Mika.md", "", page, page + "\nMore.\n", 0, "# Mika\n\nMore.\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			list := itemsOf(tc.file, bytesOrNil(tc.before), []byte(tc.after))
			if len(list) <= tc.item {
				t.Fatalf("items: %+v", list)
			}
			now := []byte(tc.now)
			for _, i := range list {
				c := i.change(StageEntities)
				out, err := c.takeBack(now)
				switch {
				case tc.want == "" && err == nil:
					t.Fatalf("no conflict: %q", out)
				case tc.want == "":
					return
				case err != nil:
					t.Fatal(err)
				}
				now = out
			}
			if tc.want != "gone" && strings.TrimSpace(string(now)) != strings.TrimSpace(tc.want) {
				t.Errorf("%q, want %q", now, tc.want)
			}
		})
	}
}

func bytesOrNil(s string) []byte {
	if s == "" {
		return nil
	}
	return []byte(s)
}

// TestTakeBackJSON takes each item of a change back while another goal was
// added by hand.
func TestTakeBackJSON(t *testing.T) {
	now := []byte(strings.Replace(goalsAfter, `"short_term": [`, `"short_term": [{"id": "sh_z", "goal": "by hand"},`, 1))
	for _, i := range itemsOf("goals.json", []byte(goalsBefore), []byte(goalsAfter)) {
		c := i.change(StageGoals)
		out, err := c.takeBack(now)
		if err != nil {
			t.Fatalf("%s: %v", i.key, err)
		}
		again, err := c.takeBack(out)
		if err != nil || !bytes.Equal(again, out) {
			t.Errorf("%s taken back twice: %v\n%s", i.key, err, again)
		}
		now = out
	}
	left := itemsOf("goals.json", []byte(goalsBefore), now)
	if len(left) != 1 || left[0].key != "sh_z" || left[0].before != nil {
		t.Errorf("what is left of the change: %+v\n%s", left, now)
	}
	edited := []byte(strings.Replace(goalsAfter, "ask about the greenhouse", "something else", 1))
	for _, i := range itemsOf("goals.json", []byte(goalsBefore), []byte(goalsAfter)) {
		c := i.change(StageGoals)
		_, err := c.takeBack(edited)
		if (err != nil) != (i.key == "sh_c") {
			t.Errorf("%s, with another edited: %v", i.key, err)
		}
	}
	drop := Change{File: "goals.json", Key: "meta.new", After: text("1"), Place: "meta.new"}
	if out, err := drop.takeBack([]byte(`{"meta": {"old": 0, "new": 1}}`)); err != nil || string(out) != `{"meta": {"old": 0}}` {
		t.Errorf("a member taken out: %s, %v", out, err)
	}
}

// TestTakeBackAll takes back, item by item and in random order, everything
// that distinguishes random versions: what is left is the first one's items.
func TestTakeBackAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	lists := func() []byte {
		var b strings.Builder
		b.WriteString("{\n \"a\": [")
		ids := rng.Perm(12)
		half := rng.IntN(8)
		for i, id := range ids[:half] {
			fmt.Fprintf(&b, "%s\n  {\"id\": \"x%d\", \"text\": \"v%d\"}", comma(i), id, rng.IntN(2))
		}
		b.WriteString("\n ],\n \"b\": [")
		for i, id := range ids[half : half+rng.IntN(4)] {
			fmt.Fprintf(&b, "%s\n  {\"id\": \"x%d\", \"text\": \"v%d\"}", comma(i), id, rng.IntN(2))
		}
		b.WriteString("\n ]\n}\n")
		return []byte(b.String())
	}
	for range 300 {
		before, after := lists(), lists()
		now := bytes.Replace(after, []byte(`"a": [`), []byte(`"own": true, "a": [`), 1)
		list := itemsOf("goals.json", before, after)
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, i := range list {
			out, err := i.change(StageGoals).takeBack(now)
			if err != nil {
				t.Fatalf("%s: %v\nbefore %s\nafter %s\nnow %s", i.key, err, before, after, now)
			}
			now = out
		}
		if left := itemsOf("goals.json", before, now); len(left) != 1 || left[0].key != "own" {
			t.Fatalf("left: %+v\nbefore %s\nafter %s\nnow %s", left, before, after, now)
		}
	}
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}

// TestUnits cuts texts without losing a byte.
func TestUnits(t *testing.T) {
	for _, s := range []string{"", "a", "\n\n", "# T\n\na\nb\n\n- c\n  d\n- e\n\n\nf", "a\r\n\r\nb\r\n"} {
		if got := string(glued(units([]byte(s)))); got != s {
			t.Errorf("%q is %q again", s, got)
		}
	}
	if n := len(units([]byte("# T\n\na\nb\n\n- c\n  d\n- e\n\n\nf"))); n != 5 {
		t.Errorf("%d units, want 5", n)
	}
}

// FuzzTakeBack has items of any two texts taken back from any third.
func FuzzTakeBack(f *testing.F) {
	f.Add(goalsBefore, goalsAfter, goalsAfter)
	f.Add("- one\n", "- one\n- two\n", "- two\n")
	f.Add(`{"a":[{"id":"x"}]}`, `{"a":[]}`, `{"a":{}}`)
	f.Add(`[{"id":"x"},{"id":"x"}]`, `[{"id":"x","b":1}]`, `[]`)
	f.Fuzz(func(t *testing.T, before, after, now string) {
		for _, name := range []string{"goals.json", "bank/world.md"} {
			for _, i := range itemsOf(name, []byte(before), []byte(after)) {
				c := i.change(StageGoals)
				out, err := c.takeBack([]byte(now))
				_ = c.present([]byte(now))
				if err == nil && name == "goals.json" && len(now) > 0 {
					if _, serr := scanJSON([]byte(now)); serr == nil {
						if _, serr := scanJSON(out); serr != nil {
							t.Fatalf("taken back, JSON is none any more: %q → %q (%+v)", now, out, c)
						}
					}
				}
			}
		}
	})
}
