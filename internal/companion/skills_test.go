package companion

import (
	"strings"
	"testing"

	"yumori/internal/store"
)

func TestSkillsAreKnownByTheirFrontMatter(t *testing.T) {
	t.Parallel()
	c, _ := openSetRight(t)
	if list, err := c.Skills(t.Context()); err != nil || len(list) != 0 {
		t.Fatalf("at first %v, %v", list, err)
	}
	for folder, text := range map[string]string{
		"tea":    "---\nname: Pour tea\ndescription: \"How to pour: slowly\"\nlicense: none\n---\n# Tea\n",
		"bare":   "# Bare\nno front matter",
		"folded": "---\r\ndescription: >\r\n  First line\r\n  and second.\r\nname: 'Folded'\r\n---\r\n",
		"open":   "---\nname: never ends\n",
		"bad":    "---\nname: \xff\xfe\ndescription: " + strings.Repeat("x", 1000) + "\n---\n",
		"empty":  "",
	} {
		must(t, c.dir.Write("skills/"+folder+"/SKILL.md", []byte(text), store.Cause{Kind: store.CauseUser}))
	}
	must(t, c.dir.Write("skills/tea/notes.md", []byte("beside"), store.Cause{Kind: store.CauseUser}))
	list, err := c.Skills(t.Context())
	must(t, err)
	about := map[string]string{}
	for _, s := range list {
		about[s.Name] = s.Title + ": " + s.About
		if s.Title == "bad" {
			continue // no text
		}
		if read, err := c.Text(s.Name); err != nil || c.Write(s.Name, read.Version, read.S+" more") != nil {
			t.Errorf("%s cannot be edited: %v", s.Name, err)
		}
	}
	for name, want := range map[string]string{
		"skills/tea/SKILL.md": "Pour tea: How to pour: slowly", "skills/bare/SKILL.md": "bare: ", "skills/empty/SKILL.md": "empty: ",
		"skills/folded/SKILL.md": "Folded: First line and second.", "skills/open/SKILL.md": "open: ",
		"skills/bad/SKILL.md": "bad: " + strings.Repeat("x", 200),
	} {
		if about[name] != want {
			t.Errorf("%s is %q, want %q", name, about[name], want)
		}
	}
	if len(list) != 6 {
		t.Errorf("there are %d", len(list))
	}
}
