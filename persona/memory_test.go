package persona

import (
	"errors"
	"os"
	"strings"
	"testing"

	"yumori/internal/store"
)

func TestEditApply(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		edit       Edit
		want       string
		err        error
	}{
		{"replace", "a b c", Edit{Old: "b", New: "x"}, "a x c", nil},
		{"take out", "a b c", Edit{Old: "b "}, "a c", nil},
		{"append", "a\n", Edit{Append: "b"}, "a\nb\n", nil},
		{"append without line break", "a", Edit{Append: "b\n\n"}, "a\nb\n", nil},
		{"append to nothing", "", Edit{Append: "b"}, "b\n", nil},
		{"Japanese", "名前はアレックス。", Edit{Old: "アレックス", New: "亜歴"}, "名前は亜歴。", nil},
		{"cleaned", "a", Edit{Append: "x\x00\xff\r\ny"}, "a\nx\u2400\uFFFD\ny\n", nil},
		{"not there", "a b c", Edit{Old: "B", New: "x"}, "", ErrNoMatch},
		{"not in nothing", "", Edit{Old: "a", New: "x"}, "", ErrNoMatch},
		{"twice", "a b a", Edit{Old: "a", New: "x"}, "", ErrManyMatches},
		{"overlapping", "aaa", Edit{Old: "aa", New: "x"}, "", ErrManyMatches},
		{"empty", "a", Edit{}, "", ErrBadEdit},
		{"new without old", "a", Edit{New: "everything"}, "", ErrBadEdit},
		{"both", "a", Edit{Old: "a", New: "b", Append: "c"}, "", ErrBadEdit},
		{"append and new", "a", Edit{New: "b", Append: "c"}, "", ErrBadEdit},
		{"blank append", "a", Edit{Append: " \n"}, "", ErrBadEdit},
		{"too long", "a", Edit{Append: strings.Repeat("長", MaxFile)}, "", ErrTooLong},
		{"as long as may be", "", Edit{Append: strings.Repeat("長", MaxFile-1)}, strings.Repeat("長", MaxFile-1) + "\n", nil},
		{"shorter though too long", strings.Repeat("x", MaxFile+9) + "y", Edit{Old: "y"}, strings.Repeat("x", MaxFile+9), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.edit.Apply(tt.text)
			if !errors.Is(err, tt.err) || got != tt.want {
				t.Errorf("%.60q, %v; want %.60q, %v", got, err, tt.want, tt.err)
			}
		})
	}
}

func TestEdit(t *testing.T) {
	t.Parallel()
	b := newBench(t, Sample{"core_memory.txt": "\uFEFFThe user is Alex.\r\nLikes tea.\r\n"})
	core, err := b.Core()
	if err != nil || core.S != "The user is Alex.\nLikes tea.\n" {
		t.Fatalf("core memory %q, %v", core.S, err)
	}
	if err := b.Edit(Core, Edit{Old: "Alex.\nLikes", New: "Alex.\nLoves"}, user()); err != nil {
		t.Fatal(err)
	}
	if got, want := b.FileText(t, "core_memory.txt"), "\uFEFFThe user is Alex.\r\nLoves tea.\r\n"; got != want {
		t.Errorf("file %q, want %q", got, want)
	}
	if pad, err := b.Notepad(); err != nil || pad.S != "" || pad.Version != "" {
		t.Errorf("notepad that is not there: %v, %v", pad, err)
	}
	if err := b.Edit(Notepad, Edit{Append: "Ask about tundra."}, user()); err != nil {
		t.Fatal(err)
	}
	if got := b.FileText(t, "notepad.txt"); got != "Ask about tundra.\n" {
		t.Errorf("notepad %q", got)
	}
	pad, _ := b.Notepad()
	b.PutFile(t, "notepad.txt", "By hand.\n")
	if err := b.replace(Notepad, pad.Version, "By program.\n", user()); !errors.Is(err, store.ErrConflict) {
		t.Errorf("Replace over a user's edit: %v", err)
	}
	if err := b.replace(Notepad, "", "By program.\n", user()); !errors.Is(err, store.ErrConflict) {
		t.Errorf("Replace of a file said to be missing: %v", err)
	}
	if got := b.FileText(t, "notepad.txt"); got != "By hand.\n" {
		t.Errorf("notepad after the conflict %q", got)
	}
}

// TestEditUnreadable: what cannot be read is never taken for empty and
// written over.
func TestEditUnreadable(t *testing.T) {
	t.Parallel()
	b := newDamaged(t, nil)
	for _, data := range []string{"caf\xe9", "a\x00b"} {
		b.PutFile(t, "core_memory.txt", data)
		if err := b.Edit(Core, Edit{Append: "x"}, user()); !errors.Is(err, store.ErrUnreadable) {
			t.Errorf("edit of %q: %v", data, err)
		}
		if err := b.replace(Core, "", "x", user()); err == nil {
			t.Errorf("Replace of %q is accepted", data)
		}
		if got := b.FileText(t, "core_memory.txt"); got != data {
			t.Errorf("%q became %q", data, got)
		}
	}
}

// TestCutAnywhere cuts each of the persona's files at every byte: it opens,
// makes a prompt, takes an entry, and Check names only what was cut.
func TestCutAnywhere(t *testing.T) {
	t.Parallel()
	b := newDamaged(t, merged(everything(), Sample{"core_memory.txt": "名前はアレックス。\n"}))
	if _, err := b.Hold(Held{File: "notepad.txt", After: "夢"}); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"SOUL.md", "core_memory.txt", "MEMORY.md", "memory/2026-11-21.md", heldFile} {
		if testing.Short() && file == heldFile {
			continue // the longest
		}
		whole := b.FileText(t, file)
		for n := range len(whole) + 1 {
			b.PutFile(t, file, whole[:n])
			p, err := Open(b.Dir)
			if err != nil {
				t.Fatalf("%s cut at %d: %v", file, n, err)
			}
			if _, err := p.Layers(Full, Budget{Now: at()}); err != nil {
				t.Fatalf("%s cut at %d: %v", file, n, err)
			}
			for _, pr := range p.Check(t.Context()) {
				if pr.Name != file {
					t.Fatalf("%s cut at %d: %v", file, n, pr)
				}
			}
			if file == "memory/2026-11-21.md" {
				if _, err := p.WriteDaily(at(), "fact", "夢", user()); err != nil {
					t.Fatalf("%s cut at %d: %v", file, n, err)
				}
				text := b.FileText(t, file)
				if valid := len(p.Problems()) == 0; valid && !strings.HasPrefix(text, whole[:n]) {
					t.Fatalf("%s cut at %d: %q was changed to %q", file, n, whole[:n], text)
				}
			}
			if file == heldFile {
				list, err := p.HeldChanges()
				damaged := n < len(whole)-1
				if err != nil || damaged != (len(list) == 0) || damaged != (len(p.Problems()) == 1) {
					t.Fatalf("%s cut at %d: %v, %v, problems %v", file, n, list, err, p.Problems())
				}
				if damaged && p.Problems()[0].Aside == "" {
					t.Fatalf("%s cut at %d: not set aside", file, n)
				}
				if _, err := p.Hold(Held{File: "notepad.txt", After: "x"}); err != nil {
					t.Fatalf("%s cut at %d: %v", file, n, err)
				}
			}
		}
		b.PutFile(t, file, whole)
	}
}

func TestQuarantineKeeps(t *testing.T) {
	t.Parallel()
	b := newDamaged(t, nil)
	b.PutFile(t, "memory/2026-11-21.md", "caf\xe9")
	source, err := b.WriteDaily(at(), "fact", "x", user())
	if err != nil || source.String() != "memory/2026-11-21.md#L3" {
		t.Fatalf("source %q, %v", source, err)
	}
	if len(b.Problems()) != 1 {
		t.Fatalf("problems %v", b.Problems())
	}
	data, err := os.ReadFile(b.FilePath(b.Problems()[0].Aside))
	if err != nil || string(data) != "caf\xe9" {
		t.Errorf("set aside: %q, %v", data, err)
	}
}
