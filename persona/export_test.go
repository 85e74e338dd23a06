package persona

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// TestNoExportHasTheSecretDiary goes through the folder as an exporter must:
// everything that List shows, but what IsSecret names. What is left has not a
// word of the secret diary, however it came to be there.
func TestNoExportHasTheSecretDiary(t *testing.T) {
	t.Parallel()
	const canary = "CANARY-7719"
	b := newBench(t, Sample{
		"memory/secret_diary.txt": "## 2026-11-20 22:00\n\n" + canary + "\n",
		"memory/memory_main.txt":  "## 2026-11-20 21:00\n\nAlex laughed.\n",
		"memory/2026-11-20.md":    "# 2026-11-20\n",
	})
	// As the tools leave it, and as a person or a synchronising program may.
	pl, err := b.PlanSecret(at(), Edit{Append: canary + " again"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.MakePlanned(pl, byTool()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"memory/Secret_Diary.TXT", "memory/secret_diary.txt.bak", "memory/secret_diary (copy).txt", "memory/secret_diary-broken-2026.txt", "memory/secret_diary_archived_2026-01-01.txt"} {
		b.PutFile(t, name, canary)
	}
	if _, err := b.Propose(secretFile, Edit{Append: canary}); err == nil {
		t.Error("a change of the secret diary is held, and shown")
	}
	var exported, kept []string
	var walk func(dir string)
	walk = func(dir string) {
		entries, err := b.Dir.List(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name)
			switch {
			case e.IsDir:
				walk(name)
			case IsSecret(name):
				kept = append(kept, name)
			default:
				exported = append(exported, name)
				if strings.Contains(b.FileText(t, name), canary) {
					t.Errorf("%s would be exported", name)
				}
			}
		}
	}
	walk("")
	if !slices.Contains(kept, string(secretFile)) || !slices.Contains(exported, "memory/memory_main.txt") || !slices.Contains(exported, "SOUL.md") {
		t.Errorf("kept %v, exported %v", kept, exported)
	}
}
