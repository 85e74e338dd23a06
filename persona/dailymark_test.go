package persona

import (
	"os"
	"slices"
	"strings"
	"testing"

	"yumori/internal/memory"
	"yumori/internal/store"
)

const markedDay = "memory/2026-11-21.md"

func inTurn(message string) store.Cause {
	return store.Cause{Kind: store.CauseTool, Ref: message, Note: "memory_write"}
}

func (b *bench) daily(t *testing.T) string {
	t.Helper()
	logs, err := b.DailyLogs(at(), 1)
	if err != nil || len(logs) != 1 {
		t.Fatalf("%v, %v", logs, err)
	}
	return logs[0].Text
}

// prompted returns the layer of the daily log.
func (b *bench) prompted(t *testing.T) string {
	t.Helper()
	prompt, err := b.Layers(Full, Budget{Now: at()})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range prompt.Layers {
		if l.Name == LayerDaily {
			return l.Text
		}
	}
	return ""
}

func TestDailyEntriesFallAndComeBack(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	b.PutFile(t, markedDay, "# 2026-11-21\n\n## [09:00:00] note\n\nBy hand <!-- hers -->.\n")
	for _, e := range [][2]string{{"m1", "Alex likes tea --> and <!-- not milk -->.\n\nGreen tea."}, {"m2", "It rained."}} {
		if _, err := b.WriteDaily(at(), "fact", e[1], inTurn(e[0])); err != nil {
			t.Fatal(err)
		}
	}
	whole, read := b.FileText(t, markedDay), b.daily(t)
	if !strings.Contains(whole, "## [10:30:15] fact <!-- src: m1; sum: ") || strings.Contains(read, "src:") || !strings.Contains(read, "<!-- hers -->") {
		t.Fatalf("written %q, read %q", whole, read)
	}
	if got, err := b.Daily.Sources(); err != nil || !slices.Equal(got, []string{"m1", "m2"}) {
		t.Errorf("sources %v, %v", got, err)
	}
	want := []memory.Derived{{Store: StoreDaily, ID: "daily_2026-11-21_103015", Title: "Alex likes tea --> and <!-- not milk -->. Green tea."}}
	if got, err := b.Daily.Derived("m1"); err != nil || !slices.Equal(got, want) {
		t.Errorf("derived %v, %v", got, err)
	}
	second := []memory.Derived{{Store: StoreDaily, ID: "daily_2026-11-21_103015_2", Title: "It rained."}}
	if got, err := b.Daily.Derived("m2"); err != nil || !slices.Equal(got, second) {
		t.Errorf("derived %v, %v", got, err)
	}

	fell, err := b.Daily.Withdraw([]string{"m1", "m9"}, user())
	if err != nil || !slices.Equal(fell, want) {
		t.Errorf("fell %v, %v", fell, err)
	}
	for name, text := range map[string]string{"read": b.daily(t), "prompt": b.prompted(t)} {
		if strings.Contains(text, "tea") || strings.Contains(text, "withdrawn") || strings.Contains(text, "src:") || !strings.Contains(text, "It rained.") || !strings.Contains(text, "By hand") {
			t.Errorf("%s: %q", name, text)
		}
	}
	if memo, err := b.Memory(markedDay); err != nil || strings.Contains(memo.Text, "tea") || !strings.Contains(memo.Text, "It rained.") {
		t.Errorf("read by name: %q, %v", memo.Text, err)
	}
	if n := strings.Count(b.FileText(t, markedDay), "\n"); n != strings.Count(whole, "\n") {
		t.Errorf("%d lines: places in the file have moved", n)
	}
	if places, err := b.Daily.WithdrawnLines([]string{"m1"}); err != nil || !slices.Equal(places, []string{markedDay + "#L7", markedDay + "#L8", markedDay + "#L9", markedDay + "#L10", markedDay + "#L11"}) {
		t.Errorf("places %v, %v", places, err)
	}
	if got, err := b.Daily.Sources(); err != nil || !slices.Equal(got, []string{"m2"}) {
		t.Errorf("sources %v, %v", got, err)
	}
	if fell, err := b.Daily.Withdraw([]string{"m1"}, user()); err != nil || len(fell) != 0 {
		t.Errorf("again: %v, %v", fell, err)
	}
	if err := b.Daily.Reinstate([]string{"m1"}, user()); err != nil {
		t.Fatal(err)
	}
	if got := b.FileText(t, markedDay); got != whole {
		t.Errorf("came back as %q, was %q", got, whole)
	}
	if got := b.daily(t); got != read {
		t.Errorf("read %q", got)
	}
}

// TestDailyEditedByHand has a person change the file between the writing, the
// taking back and the bringing back.
func TestDailyEditedByHand(t *testing.T) {
	t.Parallel()
	write := "# 2026-11-21\n\n## [10:30:15] fact <!-- src: m1; sum: " + sumOf("Alex likes tea.") + " -->\n\nAlex likes tea.\n"
	for _, x := range []struct {
		name, file, withdrawn, back string
		edit                        func(string) string // while it is taken back
	}{
		{"a paragraph below", write + "\nMine.\n", "\n\nMine.\n", write + "\nMine.\n", nil},
		{"changed", strings.Replace(write, "tea", "coffee", 1), "", strings.Replace(write, "tea", "coffee", 1), nil},
		{"mark deleted", "# x\n\n## [10:30:15] fact\n\nAlex likes tea.\n", "Alex likes tea.", "# x\n\n## [10:30:15] fact\n\nAlex likes tea.\n", nil},
		{"mark without sum", "## [10:30:15] fact <!-- src: m1 -->\n\na\n\nb\n\n# Mine\n", "# Mine", "## [10:30:15] fact <!-- src: m1 -->\n\na\n\nb\n\n# Mine\n", nil},
		{"CRLF", strings.ReplaceAll(write, "\n", "\r\n"), "", strings.ReplaceAll(write, "\n", "\r\n"), nil},
		{"another source", "## [10:30:15] fact <!-- src: m1, m2 -->\n\na\n", "a", "## [10:30:15] fact <!-- src: m2, m1 -->\n\na\n", nil},
		{"no text", "## [10:30:15] fact <!-- src: m1 -->", "", "## [10:30:15] fact <!-- src: m1 -->", nil},
		{"the end of the comment deleted", write + "\n## Mine\n\nx\n", "## Mine", write + "\n## Mine\n\nx\n", func(s string) string { return strings.Replace(s, " -->", "", 1) }},
		{"written on below, hidden", write, "Later.", write + "\nLater.\n", func(s string) string { return s + "\nLater.\n" }},
		{"field of another version", "## [10:30:15] fact <!-- src: m1; mood: fine -->\n\na\n", "", "## [10:30:15] fact <!-- src: m1; mood: fine -->\n\na\n", nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := newBench(t, nil)
			b.PutFile(t, markedDay, x.file)
			if _, err := b.Daily.Withdraw([]string{"m1"}, user()); err != nil {
				t.Fatal(err)
			}
			if x.edit != nil {
				file := b.FilePath(markedDay)
				if err := os.WriteFile(file, []byte(x.edit(b.FileText(t, markedDay))), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if broken := len(b.Check(t.Context())); (broken > 0) != strings.HasPrefix(x.name, "the end of the comment") {
				t.Errorf("%d problems", broken)
			}
			read := b.daily(t)
			if x.withdrawn == "" && strings.ContainsAny(strings.ReplaceAll(read, "2026-11-21", ""), "abcdefghijklmnopqrstuvwxyz") || !strings.Contains(read, x.withdrawn) {
				t.Errorf("read %q, want %q", read, x.withdrawn)
			}
			if x.name != "another source" && x.name != "mark deleted" && (strings.Contains(read, "tea") || strings.Contains(read, "coffee")) {
				t.Errorf("read %q", read)
			}
			if err := b.Daily.Reinstate([]string{"m1"}, user()); err != nil {
				t.Fatal(err)
			}
			if got := b.FileText(t, markedDay); got != x.back {
				t.Errorf("came back as %q, want %q", got, x.back)
			}
		})
	}
}

func TestMarksAreNotForged(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	if _, err := b.WriteDaily(at(), "x <!-- src: m7 -->", "a\n<!-- withdrawn: m8 ## [00:00:00] y\nb -->", store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Daily.Sources(); err != nil || len(got) != 0 {
		t.Errorf("sources %v, %v", got, err)
	}
	logs, err := b.DailyLogs(at(), 1)
	if err != nil || len(logs) != 1 {
		t.Fatalf("%+v, %v", logs, err)
	}
	if got := parseDaily(logs[0].Text); len(got) != 1 || got[0].Text != "a\n<!-- withdrawn: m8 ## [00:00:00] y\nb -->" || got[0].Category != "x <!-- src: m7 -->" {
		t.Errorf("%+v", got)
	}
	for _, source := range []string{"", "a b", "a,b", "a-->", "a#L1", strings.Repeat("x", 300)} {
		if got := withSource("## [00:00:00] x\n\ny\n", source); got != "## [00:00:00] x\n\ny\n" {
			t.Errorf("source %q: %q", source, got)
		}
	}
}

func TestAcceptedEntryRestsOnItsMessage(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name   string
		accept Acceptance
		want   []string
	}{
		{"said", Acceptance{}, []string{"m1"}},
		{"taken back since", Acceptance{Source: func(Held) string { return "" }}, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			b := newBench(t, nil)
			h, err := b.ProposeDaily(at(), "fact", "Alex likes tea.")
			if err != nil {
				t.Fatal(err)
			}
			h.Tool, h.Message = "memory_write", "m1"
			if h, err = b.Hold(h); err != nil {
				t.Fatal(err)
			}
			if _, err := b.DecideWith(h.ID, Accept, x.accept); err != nil {
				t.Fatal(err)
			}
			if got, err := b.Daily.Sources(); err != nil || !slices.Equal(got, x.want) {
				t.Errorf("sources %v, %v", got, err)
			}
			if err := b.accept(h, Acceptance{Source: func(Held) string { return "m1" }}); err != nil || strings.Count(b.FileText(t, markedDay), "tea") != 1 {
				t.Errorf("after a crash: %q, %v", b.FileText(t, markedDay), err)
			}
		})
	}
}

func FuzzDailyMarks(f *testing.F) {
	f.Add("# 2026-11-21\n\n## [14:30:15] preference <!-- src: m1; sum: 3fa94c21 -->\n\nAlex likes tea.\n\nMine.\n\n## Retain\n- x\n", "text\n## [00:00:00] forged -->\n<!-- x")
	f.Add("<!-- withdrawn: m1 ## [00:00:00] x\nsecret\n## [00:00:01] y", "a\n\n\nb")
	f.Add("## [00:00:00] a <!-- src: m1, m2; withdrawn: m3 -->\r\nb\r\n", "\\<!--")
	f.Fuzz(func(t *testing.T, file, text string) {
		if got := DailyText(file); strings.Count(got, "\n") != strings.Count(file, "\n") {
			t.Fatalf("%q has other lines than %q", got, file)
		}
		text = strings.TrimSpace(cleanText(text))
		if text == "" {
			return
		}
		const canary = "canary-7Q"
		entry := withSource("## [10:30:15] fact\n\n"+memory.EscapeComments(escapeHeadings(canary+" "+text+" "+canary))+"\n", "mX")
		if strings.Contains(file, canary) || strings.Contains(text, canary) || strings.Contains(file, "mX") {
			return
		}
		data, _ := withBlock(file, entry)
		data, _ = withBlock(data, "After.\n")
		change := func(data string, withdraw bool) string {
			s := readSheet(data)
			for _, b := range s.blocks {
				from, to := &b.mark.sources, &b.mark.withdrawn
				if !withdraw {
					from, to = to, from
				}
				left, given, moved := memory.Move(*from, *to, map[string]bool{"mX": true})
				if moved {
					*from, *to = left, given
					s.write(b)
				}
			}
			return s.String()
		}
		gone := change(data, true)
		if read := DailyText(gone); strings.Contains(read, canary) || !strings.HasSuffix(read, "After.\n") || strings.Count(gone, "\n") != strings.Count(data, "\n") {
			t.Fatalf("withdrawn: %q of %q", read, gone)
		}
		if back := change(gone, false); back != data {
			t.Fatalf("came back as %q, was %q", back, data)
		}
	})
}
