package persona

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/internal/store"
)

func byTool() store.Cause { return store.Cause{Kind: store.CauseTool, Ref: "m1", Note: "test"} }

func (b *bench) main(t testing.TB) string {
	t.Helper()
	text, err := b.MainMemory()
	if err != nil {
		t.Fatal(err)
	}
	return text.S
}

// write plans an edit of the main memory and makes it.
func (b *bench) write(t testing.TB, at time.Time, e Edit) {
	t.Helper()
	pl, err := b.PlanMain(at, e)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.MakePlanned(pl, byTool()); err != nil {
		t.Fatal(err)
	}
}

func TestDiaries(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		file string
		read func(*bench) (store.Text, error)
		plan func(*bench, time.Time, Edit) (Plan, error)
	}{
		{"main", "memory/memory_main.txt", func(b *bench) (store.Text, error) { return b.MainMemory() },
			func(b *bench, at time.Time, e Edit) (Plan, error) { return b.PlanMain(at, e) }},
		{"secret", "memory/secret_diary.txt", func(b *bench) (store.Text, error) { return b.SecretDiary() },
			func(b *bench, at time.Time, e Edit) (Plan, error) { return b.PlanSecret(at, e) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, nil)
			if text, err := c.read(b); err != nil || text.S != "" || text.Version != "" {
				t.Fatalf("a diary that is not there: %+v, %v", text, err)
			}
			make := func(e Edit) {
				t.Helper()
				pl, err := c.plan(b, at(), e)
				if err != nil {
					t.Fatal(err)
				}
				before := b.FileText(t, c.file)
				if pl.Before != before || string(pl.File) != c.file {
					t.Errorf("plan %+v for %q", pl, before)
				}
				if err := b.MakePlanned(pl, byTool()); err != nil {
					t.Fatal(err)
				}
				if got := b.FileText(t, c.file); got != pl.After {
					t.Errorf("made %q, planned %q", got, pl.After)
				}
			}
			make(Edit{Append: "Rain again.\n## 2020-01-01 is no heading\n\n"})
			make(Edit{Append: "And tea."})
			make(Edit{Old: "Rain", New: "Snow"})
			want := "## 2026-11-21 10:30\n\nSnow again.\n\\## 2020-01-01 is no heading\n\n## 2026-11-21 10:30\n\nAnd tea.\n"
			if got := b.FileText(t, c.file); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestPlansAreRefused(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("夢", MaxFile+1)
	for _, c := range []struct {
		name string
		edit Edit
		want error
	}{
		{"nothing", Edit{}, ErrBadEdit},
		{"blank", Edit{Append: " \n"}, ErrBadEdit},
		{"both", Edit{Old: "a", Append: "b"}, ErrBadEdit},
		{"not there", Edit{Old: "z"}, ErrNoMatch},
		{"there twice", Edit{Old: "a"}, ErrManyMatches},
		{"long entry", Edit{Append: long}, ErrTooLong},
		{"long replacement", Edit{Old: "b", New: long}, ErrTooLong},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, Sample{"memory/memory_main.txt": "a a b canary\n", "memory/secret_diary.txt": "a a b canary\n"})
			for _, plan := range []func(time.Time, Edit) (Plan, error){b.PlanMain, b.PlanSecret} {
				pl, err := plan(at(), c.edit)
				if !errors.Is(err, c.want) || pl != (Plan{}) || strings.Contains(err.Error(), "canary") {
					t.Errorf("%+v, %v", pl, err)
				}
			}
		})
	}
}

func TestPlanIsForOneVersion(t *testing.T) {
	t.Parallel()
	b := newBench(t, Sample{"memory/memory_main.txt": "one\n"})
	replace, err := b.PlanMain(at(), Edit{Old: "one", New: "two"})
	if err != nil {
		t.Fatal(err)
	}
	entry, err := b.PlanMain(at(), Edit{Append: "later"})
	if err != nil {
		t.Fatal(err)
	}
	b.PutFile(t, "memory/memory_main.txt", "one, by hand\n")
	if err := b.MakePlanned(replace, byTool()); !errors.Is(err, store.ErrConflict) {
		t.Errorf("replaced what was not planned for: %v", err)
	}
	if err := b.MakePlanned(entry, byTool()); err != nil {
		t.Error(err)
	}
	if got := b.main(t); got != "one, by hand\n\n## 2026-11-21 10:30\n\nlater\n" {
		t.Errorf("%q", got)
	}
	if err := b.MakePlanned(Plan{File: Core, After: "x"}, byTool()); !errors.Is(err, ErrBadEdit) {
		t.Errorf("the core memory is no diary: %v", err)
	}
}

func TestMainMemoryMovesToArchives(t *testing.T) {
	t.Parallel()
	b := newBench(t, Sample{"memory/memory_main.txt": "# Mio's diary\n\nWhat I want to keep.\n\n"})
	day := at()
	const entries = 120
	for i := range entries {
		b.write(t, day, Edit{Append: fmt.Sprintf("entry <%d> %s", i, strings.Repeat("雨が降る。", 80))})
		day = day.AddDate(0, 0, 1)
		if n := characters(b.main(t)); n > MaxFile {
			t.Fatalf("entry %d: the main memory has %d characters", i, n)
		}
	}
	archives, err := b.MainArchives()
	if err != nil || len(archives) < 2 {
		t.Fatalf("%+v, %v", archives, err)
	}
	var all strings.Builder
	for _, a := range archives {
		text, err := b.Memory(a.File)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(text.Text, "## 2") {
			t.Errorf("%s begins with %.40q", a.File, text.Text)
		}
		all.WriteString(text.Text + "\n")
	}
	main := b.main(t)
	if !strings.HasPrefix(main, "# Mio's diary\n\nWhat I want to keep.\n\n## 20") {
		t.Errorf("main memory begins with %.80q", main)
	}
	all.WriteString(main)
	last := -1
	for i := range entries {
		mark := fmt.Sprintf("entry <%d>", i)
		at := strings.Index(all.String(), mark)
		if strings.Count(all.String(), mark) != 1 || at < last {
			t.Errorf("%s is there %d times, at %d after %d", mark, strings.Count(all.String(), mark), at, last)
		}
		last = at
	}
}

// TestMoveThatWasCutShort is a crash after the archive was written.
func TestMoveThatWasCutShort(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	for i := 0; characters(b.main(t)) < MaxFile-2_000; i++ {
		b.write(t, at(), Edit{Append: fmt.Sprintf("entry <%d> %s", i, strings.Repeat("x", 1_000))})
	}
	before := b.main(t)
	big := Edit{Append: "big " + strings.Repeat("y", 3_000)}
	b.write(t, at(), big)
	archives, err := b.MainArchives()
	if err != nil || len(archives) != 1 {
		t.Fatalf("%+v, %v", archives, err)
	}
	archived := b.FileText(t, archives[0].File)
	b.PutFile(t, "memory/memory_main.txt", before) // the move did not get further
	b.write(t, at().AddDate(0, 0, 1), Edit{Append: "bigger " + strings.Repeat("z", 9_000)})
	if got := b.FileText(t, archives[0].File); got != archived {
		t.Errorf("the archive was changed")
	}
	archives, err = b.MainArchives()
	if err != nil || len(archives) != 2 {
		t.Fatalf("%+v, %v", archives, err)
	}
	all := archived + b.FileText(t, archives[1].File) + b.main(t)
	for i := 0; strings.Contains(before, fmt.Sprintf("entry <%d>", i)); i++ {
		if n := strings.Count(all, fmt.Sprintf("entry <%d>", i)); n != 1 {
			t.Errorf("entry %d is there %d times", i, n)
		}
	}
}

func TestSplitOldKeepsEverything(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"one line":       strings.Repeat("夢", 30_000),
		"lines":          strings.Repeat("a line of text\n", 2_000),
		"paragraphs":     strings.Repeat("a paragraph\n\n", 2_000),
		"a long preface": strings.Repeat("p", 15_000) + "\n## 2026-01-01 10:00\n\nx\n",
		"one long entry": "## 2026-01-01 10:00\n\n" + strings.Repeat("line\n", 6_000),
		"short":          "## 2026-01-01 10:00\n\nx\n",
		"empty":          "",
	} {
		for _, keep := range []int{0, 1_000, keepMain} {
			old, kept := splitOld(text, keep)
			if old+kept != text {
				t.Errorf("%s: %d and %d bytes of %d", name, len(old), len(kept), len(text))
			}
			if characters(kept) > keep+keepPreface {
				t.Errorf("%s: %d characters are kept of %d", name, characters(kept), keep)
			}
		}
	}
}

func TestHeldDiaryEntry(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	pl, err := b.PlanMain(at(), Edit{Append: "x"})
	if err != nil {
		t.Fatal(err)
	}
	h, err := b.Hold(pl.Held())
	if err != nil {
		t.Fatal(err)
	}
	b.PutFile(t, "memory/memory_main.txt", strings.Repeat("by hand\n\n", 2_220))
	if _, err := b.Decide(h.ID, Accept); err != nil {
		t.Fatal(err)
	}
	if got := b.main(t); !strings.HasSuffix(got, "by hand\n\n## 2026-11-21 10:30\n\nx\n") || characters(got) > MaxFile {
		t.Errorf("%d characters, the end %q", characters(got), got[max(0, len(got)-60):])
	}
}

func TestUnreadableDiaryIsSetAside(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	b.PutFile(t, "memory/memory_main.txt", "\xff\xfe\x00")
	if found := b.Check(t.Context()); len(found) != 1 || found[0].Name != "memory/memory_main.txt" {
		t.Errorf("check: %+v", found)
	}
	if _, err := b.PlanMain(at(), Edit{Old: "x"}); !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("replacing: %v", err)
	}
	b.write(t, at(), Edit{Append: "x"})
	if got := b.main(t); got != "## 2026-11-21 10:30\n\nx\n" || len(b.Problems()) != 1 {
		t.Errorf("%q, %+v", got, b.Problems())
	}
}

// TestSecretDiaryIsSecret goes through every other way to a text: none yields
// the diary.
func TestSecretDiaryIsSecret(t *testing.T) {
	t.Parallel()
	const canary = "CANARY-4711"
	b := newBench(t, Sample{"memory/secret_diary.txt": "## 2026-11-21 09:00\n\n" + canary + "\n", "core_memory.txt": "x\n"})
	if text, err := b.SecretDiary(); err != nil || !strings.Contains(text.S, canary) {
		t.Fatalf("its own method: %+v, %v", text, err)
	}
	var seen []string
	look := func(what string, v any) {
		if s := fmt.Sprintf("%+v", v); strings.Contains(s, canary) {
			seen = append(seen, what+": "+s)
		}
	}
	for _, mode := range []Mode{Full, Minimal} {
		prompt, err := b.Layers(mode, Budget{Now: at()})
		if err != nil {
			t.Fatal(err)
		}
		look("prompt", prompt)
	}
	logs, err := b.DailyLogs(at(), 3)
	look("daily logs", logs)
	look("daily logs' error", err)
	archives, err := b.MainArchives()
	look("archives", archives)
	look("archives' error", err)
	for _, name := range []string{
		"memory/secret_diary.txt", "memory/SECRET_DIARY.TXT", "memory/Secret_Diary.txt", "memory/./secret_diary.txt",
		"memory//secret_diary.txt", "./memory/secret_diary.txt", "memory/../memory/secret_diary.txt",
		`memory\secret_diary.txt`, "memory/\u017fecret_diary.txt", "memory/secret_diary.txt/", "memory/SECRET~1.TXT",
	} {
		text, err := b.Memory(name)
		if err == nil {
			t.Errorf("Memory(%q) = %+v", name, text)
		}
		look("memory", text)
		h, err := b.Propose(File(name), Edit{Append: "x"})
		if err == nil && IsSecret(name) {
			t.Errorf("Propose(%q) = %+v", name, h)
		}
		look("proposal", h)
		if h, err := b.Hold(Held{File: name, After: "y"}); err == nil && IsSecret(name) {
			t.Errorf("Hold(%q) = %+v", name, h)
		}
	}
	pl, err := b.PlanSecret(at(), Edit{Append: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Hold(pl.Held()); !errors.Is(err, ErrSecret) {
		t.Errorf("a change of it was held: %v", err)
	}
	look("problems", b.Problems())
	look("check", b.Check(t.Context()))
	err = filepath.WalkDir(b.Path, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || IsSecret(d.Name()) || strings.Contains(path, ".history") {
			return err
		}
		data, err := os.ReadFile(path)
		look(path, string(data))
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for _, s := range seen {
		t.Error(s)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	b := newBench(t, Sample{
		"memory/2026-11-21.md": "a", "bank/world.md": "b", "entity_memory/alex.md": "c", "core_memory.txt": "d",
		"memory/memory_main.txt": "e", "knowledge/x.md": "f", "skills/s/SKILL.md": "f", "memory/held.json": `{"schema":1,"changes":[]}`,
	})
	for name, want := range map[string]string{
		"memory/2026-11-21.md": "a", "bank/world.md": "b", "entity_memory/alex.md": "c", "core_memory.txt": "d", "memory/memory_main.txt": "e",
	} {
		if text, err := b.Memory(name); err != nil || text.Text != want {
			t.Errorf("%s: %+v, %v", name, text, err)
		}
	}
	for name, want := range map[string]error{
		"": ErrNotMemory, ".": ErrNotMemory, "memory": ErrNotMemory, "memory/": ErrNotMemory, "persona.json": ErrNotMemory,
		"memory/held.json": ErrNotMemory, "knowledge/x.md": ErrNotMemory, "skills/s/SKILL.md": ErrNotMemory,
		"attachments/a.txt": ErrNotMemory, ".history/pending/1": ErrNotMemory, "log.jsonl": ErrNotMemory,
		"../p/core_memory.txt": ErrNotMemory, "/etc/passwd": ErrNotMemory, "memory/../persona.json": ErrNotMemory,
		"memory/x/y.md": ErrNotMemory, "memory/.hidden.md": fs.ErrNotExist, "memory/MEMORY_MAIN.txt": fs.ErrNotExist,
		"memory/2020-01-01.md": fs.ErrNotExist, "notepad.txt": fs.ErrNotExist,
	} {
		if text, err := b.Memory(name); !errors.Is(err, want) {
			t.Errorf("%q: %+v, %v, want %v", name, text, err, want)
		}
	}
}

func TestMemoryWithoutComments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, raw, want string
		foreign         bool
	}{
		{"source", "a <!-- src: m1 -->\nb\n", "a \nb\n", false},
		{"withdrawn", "a\n<!-- withdrawn: m1\nsecret\n-->\nb\n", "a\n\n\n\nb\n", false},
		{"imported", "a <!-- src: m1; kind: imported -->\n", "a \n", true},
		{"says so itself", "kind: imported\n", "kind: imported\n", false},
		{"not closed", "a\n<!-- b\nc", "a\n\n", false},
		{"escaped", "a <\\!-- b -->\n", "a <\\!-- b -->\n", false},
		{"two on a line", "a<!--x-->b<!--y-->c", "abc", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t, Sample{"bank/world.md": c.raw, "memory/memory_main.txt": c.raw})
			if m, err := b.Memory("bank/world.md"); err != nil || m != (Memo{c.want, c.foreign}) {
				t.Errorf("%+v, %v, want %q", m, err, c.want)
			}
			if m, err := b.Memory("memory/memory_main.txt"); err != nil || m.Text != c.raw {
				t.Errorf("a text file: %+v, %v", m, err)
			}
		})
	}
}

func FuzzWithoutComments(f *testing.F) {
	for _, s := range []string{"a <!-- src: m1 -->\nb\n", "a\n<!-- b\nc", "<!<!--x-->--y", "<!-->", "-->"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rest, comments := withoutComments(text)
		if strings.Count(rest, "\n") != strings.Count(text, "\n") {
			t.Errorf("%q has other lines than %q", rest, text)
		}
		if (comments == "") != !strings.Contains(text, "<!--") {
			t.Errorf("comments of %q: %q", text, comments)
		}
	})
}

func FuzzSplitOld(f *testing.F) {
	f.Add("# x\n\n## 2026-01-01 10:00\n\na\n\n## 2026-01-02 10:00\n\nb\n", 10)
	f.Add("👩‍👩‍👧‍👦夢\r\n\n\n", 3)
	f.Fuzz(func(t *testing.T, text string, keep int) {
		if keep < 0 || keep > MaxFile {
			return
		}
		text = cleanText(text)
		old, kept := splitOld(text, keep)
		for preface := range len(kept) + 1 {
			if kept[:preface]+old+kept[preface:] == text {
				return
			}
		}
		t.Errorf("%q is split into %q and %q", text, old, kept)
	})
}
