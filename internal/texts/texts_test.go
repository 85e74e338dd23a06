package texts

import (
	"errors"
	"slices"
	"testing"
	"time"

	"yumori/internal/store"
	"yumori/internal/store/storetest"
	"yumori/persona"
)

func TestWhichFilesAreWhat(t *testing.T) {
	for _, tt := range []struct {
		name       string
		text, past bool
	}{
		{"SOUL.md", true, true},
		{"memory/2026-11-20.md", true, true},
		{"memory/2026-11-20-talk.md", true, true},
		{"memory/memory_main.txt", true, true},
		{"memory/memory_archived_2025.txt", true, true},
		{"bank/world.md", true, true},
		{"entity_memory/Mika.md", true, true},
		{"skills/tea/SKILL.md", true, true},
		{EpisodesFile, false, true},
		{"episodic_memory/episodic_memory_archived_2026-05.json", false, true},
		{"memory/insights_archived_2025.json", false, true},
		{InnerFile, false, true},
		{"memory/internal_state_archived_2025.json", false, false}, // there is no such archive
		{"memory/secret_diary.txt", false, false},
		{"Memory/Secret_Diary.TXT", false, false}, // the same file on some disks
		{"persona.json", false, false},
		{"log.jsonl", false, false},
		{"bank/a/b.md", false, false},
		{"memory/2026-11-20.md/../secret_diary.txt", false, false},
		{"../other/SOUL.md", false, false},
		{"", false, false},
	} {
		if got := IsText(tt.name); got != tt.text {
			t.Errorf("%q is a text: %v, want %v", tt.name, got, tt.text)
		}
		if got := HasPast(tt.name); got != tt.past {
			t.Errorf("%q has a past: %v, want %v", tt.name, got, tt.past)
		}
	}
}

func TestPartOf(t *testing.T) {
	for _, tt := range []struct{ in, whole, span string }{
		{"goals_archived_2025.json", GoalsFile, "2025"},
		{"memory/insights_archived_2026-05.json", InsightsFile, "2026-05"},
		{GoalsFile, GoalsFile, ""},
		{"goals_archived_25.json", "goals_archived_25.json", ""},
	} {
		if whole, span := PartOf(tt.in); whole != tt.whole || span != tt.span {
			t.Errorf("%q belongs to %q, %q, want %q, %q", tt.in, whole, span, tt.whole, tt.span)
		}
	}
}

// newTexts returns the texts of a persona with a secret diary.
func newTexts(t *testing.T) (*Files, *storetest.Folder) {
	t.Helper()
	f := storetest.NewHome(t, time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC))
	slug, err := persona.Create(f.Home, persona.Profile{Name: "Mio", Language: "en"}, persona.Sample{"SOUL.md": "# Mio\n", "memory/secret_diary.txt": "hidden\n"})
	if err != nil {
		t.Fatal(err)
	}
	folder := f.Folder(t, slug)
	p, err := persona.Open(folder.Dir)
	if err != nil {
		t.Fatal(err)
	}
	return New(folder.Dir, p), folder
}

func TestTheSecretDiaryIsNoText(t *testing.T) {
	files, _ := newTexts(t)
	const diary = "memory/secret_diary.txt"
	if text, err := files.Text(diary); !errors.Is(err, ErrNotEditable) || text.S != "" {
		t.Errorf("read as a text: %q, %v", text.S, err)
	}
	if text, err := files.PastText(diary, "any"); !errors.Is(err, persona.ErrSecret) || text != "" {
		t.Errorf("read of the past: %q, %v", text, err)
	}
	for _, g := range []Group{Diary, Days, Bank} {
		list, err := files.Texts(g)
		if err != nil || slices.ContainsFunc(list, func(f File) bool { return IsSecret(f.Name) }) {
			t.Errorf("listed in %s: %v, %v", g, list, err)
		}
	}
	if text, err := files.Secret(); err != nil || text.S != "hidden\n" {
		t.Errorf("asked for by itself: %q, %v", text.S, err)
	}
}

func TestTextsAreListedNewestFirst(t *testing.T) {
	files, f := newTexts(t)
	for _, name := range []string{
		"memory/2026-11-19.md", "memory/2026-11-20.md", "memory/2026-11-20-talk.md", "memory/memory_main.txt",
		"memory/memory_archived_2025.txt", "bank/world.md", "bank/picture.png", "bank/deep/a.md",
		GoalsFile, "goals_archived_2024.json", "goals_archived_2025.json",
	} {
		f.PutFile(t, name, "x\n")
	}
	for g, want := range map[Group][]string{
		Days:  {"memory/2026-11-20.md", "memory/2026-11-20-talk.md", "memory/2026-11-19.md"},
		Diary: {"memory/memory_main.txt", "memory/memory_archived_2025.txt"},
		Bank:  {"bank/world.md"},
		"":    nil,
	} {
		list, err := files.Texts(g)
		var got []string
		for _, file := range list {
			got = append(got, file.Name)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q lists %v, %v, want %v", g, got, err, want)
		}
	}
	parts, err := files.PastParts(GoalsFile)
	if want := []string{GoalsFile, "goals_archived_2025.json", "goals_archived_2024.json"}; err != nil || !slices.Equal(parts, want) {
		t.Errorf("the parts are %v, %v, want %v", parts, err, want)
	}
}

func TestAsOf(t *testing.T) {
	files, f := newTexts(t)
	const name = "bank/world.md"
	cause := store.Cause{Kind: store.CauseUser}
	begin := f.Time
	write := func(text string) {
		f.Time = f.Time.Add(time.Hour)
		if err := f.Dir.Write(name, []byte(text), cause); err != nil {
			t.Fatal(err)
		}
	}
	write("old\n")
	write("new\n")
	f.Time = f.Time.Add(time.Hour)
	if err := f.Dir.Remove(name, cause); err != nil {
		t.Fatal(err)
	}
	for hours, want := range []string{"", "old\n", "new\n", ""} {
		data, there, err := files.AsOf(name, begin.Add(time.Duration(hours)*time.Hour+time.Minute))
		if err != nil || string(data) != want || there != (want != "") {
			t.Errorf("after %d hours: %q, %v, %v, want %q", hours, data, there, err, want)
		}
	}
}
