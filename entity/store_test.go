package entity

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"yumori/internal/memory"
	"yumori/internal/store"
)

func TestWrite(t *testing.T) {
	b := newBench(t)
	w := b.write(t, "Mika", "Alex's sister.\n\nLives in Kyoto.", "01A")
	if !w.New || w.Source().String() != "entity_memory/Mika.md#L4" {
		t.Errorf("written %+v, %s", w, w.Source())
	}
	w = b.write(t, "mika", "lives in  kyoto.\n\nHas a cat.", "01B", "memory/2026-11-21.md#L12")
	if w.New || w.Line != 6 || len(w.Changes) != 2 || w.Changes[0].At.Line != 6 || w.Changes[1].At.Line != 8 || w.Changes[1].At.Sum != memory.SumOf("Has a cat.") {
		t.Errorf("written %+v", w)
	}
	const want = `# Entity Memory: Mika
Created: 2026-11-21 10:30:15 +09:00

Alex's sister. <!-- src: 01A -->

Lives in Kyoto. <!-- src: 01A, 01B, memory/2026-11-21.md#L12 -->

Has a cat. <!-- src: 01B, memory/2026-11-21.md#L12 -->
`
	if got := b.get(t, "Mika.md"); got != want {
		t.Errorf("page is\n%s\nwant\n%s", got, want)
	}
	again := b.write(t, "Mika", "Has a cat.", "01B")
	if again.Line != 0 || again.Change != 0 || again.Changes != nil || b.get(t, "Mika.md") != want {
		t.Errorf("written again %+v", again)
	}
	p, err := b.Read("MIKA")
	if err != nil || p.Text != "Alex's sister.\n\nLives in Kyoto.\n\nHas a cat." || !p.Created.Equal(at()) || len(p.Paragraphs) != 3 || p.Paragraphs[1].Line != 6 || p.Paragraphs[0].Kind != memory.Told {
		t.Errorf("read %+v, %v", p, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	b := newBench(t)
	for _, row := range []struct {
		name string
		page Name
		note Note
		want error
	}{
		{"no name", " ", Note{Text: "x"}, ErrBadName},
		{"nothing", "x", Note{Text: " \n "}, ErrEmpty},
		{"too long", "x", Note{Text: strings.Repeat("あ", MaxNote+1)}, ErrTooLong},
		{"a source with a comma", "x", Note{Text: "x", Sources: []string{"a,b"}}, ErrBadSource},
		{"a source that ends the mark", "x", Note{Text: "x", Sources: []string{"a-->"}}, ErrBadSource},
		{"a source that means another", "x", Note{Text: "x", Sources: []string{"merged"}}, ErrBadSource},
	} {
		if _, err := b.Write(row.page, row.note, tool()); !errors.Is(err, row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	for _, note := range []Note{{Text: "x", Mode: "odd"}, {Text: "x", Kind: "odd"}} {
		if _, err := b.Write("x", note, tool()); err == nil {
			t.Errorf("%+v was taken", note)
		}
	}
	for i := range 6 {
		_, err := b.Write("big", Note{Text: strings.Repeat("x", MaxNote-1) + string(rune('a'+i))}, tool())
		if full := i >= MaxPage/MaxNote-1; full != errors.Is(err, ErrTooLong) {
			t.Errorf("note %d: %v", i, err)
		}
	}
	if got := b.names(t); !slices.Equal(got, []Name{"big"}) {
		t.Errorf("names %q", got)
	}
}

func TestConsolidate(t *testing.T) {
	b := newBench(t)
	b.put(t, "Mika.md", "# Entity Memory: Mika\nAliases: Mi\n\nby hand\n")
	b.write(t, "Mika", "one", "01A")
	b.write(t, "Mika", "two", "01B")
	b.write(t, "Mika", "gone", "01C")
	if _, err := b.Withdraw([]string{"01C"}, tool()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Write("Mi", Note{Text: "all\n\nof it", Mode: Consolidate, Kind: memory.Inferred}, tool()); err != nil {
		t.Fatal(err)
	}
	const want = `# Entity Memory: Mika
Aliases: Mi

all <!-- src: merged; kind: inferred -->

of it <!-- src: merged; kind: inferred -->

<!-- withdrawn: 01C
gone
-->

<!-- merged: hand, 01A, 01B -->
`
	if got := b.get(t, "Mika.md"); got != want {
		t.Errorf("page is\n%s\nwant\n%s", got, want)
	}
	if got := b.Derived("01A"); len(got) != 2 || got[0] != (memory.Derived{Store: StoreEntity, ID: "Mika", Title: "all"}) {
		t.Errorf("derived %+v", got)
	}
	// It is derived from what a user wrote as well, and stays.
	if items, err := b.Withdraw([]string{"01A", "01B", "hand"}, tool()); err != nil || len(items) != 0 {
		t.Errorf("withdraw: %v, %v", items, err)
	}
	if p, err := b.Read("Mika"); err != nil || p.Text != "all\n\nof it" || !slices.Equal(p.Paragraphs[0].Withdrawn, []string{"01A", "01B"}) {
		t.Errorf("read %+v, %v", p, err)
	}
	// What was withdrawn before comes back beside it.
	if err := b.Reinstate([]string{"01C"}, tool()); err != nil {
		t.Fatal(err)
	}
	if got := b.text(t, "Mika"); got != "all\n\nof it\n\ngone" {
		t.Errorf("text %q", got)
	}
	past, err := b.Dir.History(pageDir + "/Mika.md")
	if err != nil || len(past) < 3 {
		t.Errorf("history of %d, %v", len(past), err)
	}
}

func TestConsolidatedFalls(t *testing.T) {
	b := newBench(t)
	b.write(t, "Mika", "one", "01A")
	b.write(t, "Mika", "two", "01B")
	if _, err := b.Write("Mika", Note{Text: "all", Mode: Consolidate}, tool()); err != nil {
		t.Fatal(err)
	}
	for i, s := range []string{"01A", "01B"} {
		items, err := b.Withdraw([]string{s}, tool())
		if err != nil || len(items) != i {
			t.Errorf("withdraw %s: %v, %v", s, items, err)
		}
	}
	if got := b.text(t, "Mika"); got != "" {
		t.Errorf("text %q", got)
	}
	b.reopen(t)
	if got := b.names(t); len(got) != 0 {
		t.Errorf("all was taken back, and there are %q", got)
	}
	if err := b.Reinstate([]string{"01B"}, tool()); err != nil {
		t.Fatal(err)
	}
	if got := b.text(t, "Mika"); got != "all" || len(b.names(t)) != 1 {
		t.Errorf("text %q of %q", got, b.names(t))
	}
}

func TestHandEdits(t *testing.T) {
	b := newDamaged(t)
	b.put(t, "notes on tea.md", "Tea is good.\n")
	b.put(t, "bad.md", "\xff\xfe")
	b.put(t, "open.md", "# Entity Memory: Open\nCreated: yesterday\n\n<!-- withdrawn: a\nx\n")
	b.put(t, "image.png", "x")
	if got, want := b.names(t), []Name{"Open", "bad", "notes on tea"}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
	var found []string
	for _, p := range b.Problems() {
		found = append(found, p.File+" "+string(rune('0'+p.Line)))
	}
	if want := []string{"entity_memory/bad.md 0", "entity_memory/notes on tea.md 1", "entity_memory/open.md 2", "entity_memory/open.md 4"}; !slices.Equal(found, want) {
		for _, p := range b.Problems() {
			t.Errorf("problem %+v", p)
		}
	}
	b.write(t, "Notes on Tea", "So is coffee.", "01A")
	if got := b.get(t, "notes on tea.md"); got != "Tea is good.\n\nSo is coffee. <!-- src: 01A -->\n" {
		t.Errorf("page %q", got)
	}
	if _, err := b.Write("bad", Note{Text: "x"}, tool()); !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("write over what cannot be read: %v", err)
	}
	if _, err := b.Read("bad"); !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("read: %v", err)
	}
	if _, err := b.Write("Open", Note{Text: "x"}, tool()); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "open.md:4") {
		t.Errorf("write into what could be read two ways: %v", err)
	}
	// Edits, renames and removals by hand are seen.
	b.put(t, "notes on tea.md", "# Entity Memory: Tea\n\nnew\n")
	if got := b.text(t, "tea"); got != "new" {
		t.Errorf("text %q", got)
	}
	if err := os.Remove(b.FilePath(pageDir + "/notes on tea.md")); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Read("tea"); !errors.Is(err, ErrNoPage) {
		t.Errorf("read of what was removed: %v", err)
	}
}

// TestOtherStyles writes into a page with a byte order mark and CRLF.
func TestOtherStyles(t *testing.T) {
	b := newBench(t)
	const text = "\uFEFF# Entity Memory: Mika\r\n\r\nby hand\r\nand more"
	b.put(t, "Mika.md", text)
	b.write(t, "Mika", "new\nlines", "01A")
	if err := b.Alias("Mika", "Mi", tool()); err != nil {
		t.Fatal(err)
	}
	got := b.get(t, "Mika.md")
	want := "\uFEFF# Entity Memory: Mika\r\nAliases: Mi\r\n\r\nby hand\r\nand more\r\n\r\nnew\r\nlines <!-- src: 01A -->\r\n"
	if got != want {
		t.Errorf("page %q, want %q", got, want)
	}
}

// All pages are read with one look at the folder, those that cannot be used
// left out.
func TestPages(t *testing.T) {
	b := newDamaged(t)
	b.write(t, "Mika", "Alex's sister.", "01A")
	b.write(t, "Anna", "A librarian.", "01B")
	b.put(t, "Broken.md", "a\x00b")
	pages, err := b.Pages()
	if err != nil {
		t.Fatal(err)
	}
	b.put(t, "Late.md", "# Entity Memory: Late\n\nCame after the look.\n")
	var got []string
	for p := range pages {
		got = append(got, string(p.Name)+": "+p.Paragraphs[0].Text)
	}
	if want := []string{"Anna: A librarian.", "Mika: Alex's sister."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for range pages {
		break
	}
}

func TestSearch(t *testing.T) {
	b := newBench(t)
	b.write(t, "Mika Tanaka", "Alex's sister. Loves ramen and tea.\n\nHas a cat called Tama.")
	b.write(t, "ポチ", "ミカの犬。ラーメンは食べない。")
	b.write(t, "Tea", "A drink.")
	b.write(t, "Secret", "ramen tea", "01A")
	if _, err := b.Withdraw([]string{"01A"}, tool()); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		query string
		want  []Name
	}{
		{"RAMEN　tea", []Name{"Mika Tanaka", "Tea"}},
		{"tea", []Name{"Tea", "Mika Tanaka"}},
		{"ﾗｰﾒﾝ", []Name{"ポチ"}},
		{"犬 ミカ nothing", []Name{"ポチ"}},
		{"mika", []Name{"Mika Tanaka"}},
		{"", nil},
		{"  　", nil},
		{"absent", nil},
	} {
		hits, err := b.Search(row.query, 0)
		var got []Name
		for _, h := range hits {
			got = append(got, h.Name)
		}
		if err != nil || !slices.Equal(got, row.want) {
			t.Errorf("%q: %q, %v, want %q", row.query, got, err, row.want)
		}
	}
	hits, err := b.Search("tama RAMEN", 1)
	if err != nil || len(hits) != 1 || !slices.Equal(hits[0].Matched, []string{"tama", "RAMEN"}) {
		t.Errorf("hits %+v, %v", hits, err)
	}
	b.write(t, "Long", strings.Repeat("だけど", 200)+"needle"+strings.Repeat("です", 200))
	if hits, err := b.Search("needle", 0); err != nil || len([]rune(hits[0].Excerpt)) > MaxExcerpt || !strings.Contains(hits[0].Excerpt, "needle") {
		t.Errorf("hits %+v, %v", hits, err)
	}
}

func TestMerge(t *testing.T) {
	b := newBench(t)
	b.write(t, "Mika", "one\n\nboth", "01A")
	b.write(t, "ミカ", "two\n\nboth", "01B")
	b.write(t, "ミカ", "gone", "01C")
	if _, err := b.Withdraw([]string{"01C"}, tool()); err != nil {
		t.Fatal(err)
	}
	if err := b.Merge("Mika", "mika", tool()); !errors.Is(err, ErrNameTaken) {
		t.Errorf("merge with itself: %v", err)
	}
	if err := b.Merge("Mika", "none", tool()); !errors.Is(err, ErrNoPage) {
		t.Errorf("merge of nothing: %v", err)
	}
	from := b.get(t, "ミカ.md")
	if err := b.Merge("Mika", "ミカ", tool()); err != nil {
		t.Fatal(err)
	}
	const want = `# Entity Memory: Mika
Created: 2026-11-21 10:30:15 +09:00
Aliases: ミカ

one <!-- src: 01A -->

both <!-- src: 01A, 01B -->

two <!-- src: 01B -->

<!-- withdrawn: 01C
gone
-->
`
	if got := b.get(t, "Mika.md"); got != want {
		t.Errorf("page is\n%s\nwant\n%s", got, want)
	}
	// A crash had left the second page: to merge again finishes.
	b.put(t, "ミカ.md", from)
	if err := b.Merge("Mika", "ミカ", tool()); err != nil || b.get(t, "Mika.md") != want || b.get(t, "ミカ.md") != "" {
		t.Errorf("merged again: %v\n%s", err, b.get(t, "Mika.md"))
	}
	if p, err := b.Read("ミカ"); err != nil || p.Name != "Mika" {
		t.Errorf("read by alias: %+v, %v", p, err)
	}
	if past, err := b.Dir.History(pageDir + "/ミカ.md"); err != nil || len(past) == 0 {
		t.Errorf("history %v, %v", past, err)
	}
}

func TestNamesOfPages(t *testing.T) {
	b := newBench(t)
	b.write(t, "Mika", "one")
	b.write(t, "Alex", "Knows Mika.\n\nSays aleximika.")
	b.write(t, "Pochi", "not a Mikado")
	if err := b.Alias("Mika", "Alex", tool()); !errors.Is(err, ErrNameTaken) {
		t.Errorf("alias of another: %v", err)
	}
	for _, a := range []Name{"Mi", "Tanaka, Mika", "mi"} {
		if err := b.Alias("Mika", a, tool()); err != nil {
			t.Errorf("alias %q: %v", a, err)
		}
	}
	p, err := b.Read("tanaka, mika")
	if err != nil || !slices.Equal(p.Aliases, []Name{"Tanaka, Mika", "Mi"}) {
		t.Errorf("aliases %q, %v", p.Aliases, err)
	}
	if l, err := b.Links("Mika"); err != nil || !slices.Equal(l.From, []Name{"Alex"}) || len(l.To) != 0 {
		t.Errorf("links %+v, %v", l, err)
	}
	if got := b.names(t); !slices.Equal(got, []Name{"Alex", "Mika", "Pochi"}) {
		t.Errorf("names %q", got)
	}
	if err := b.Remove("pochi", tool()); err != nil {
		t.Error(err)
	}
	if err := b.Remove("pochi", tool()); !errors.Is(err, ErrNoPage) {
		t.Errorf("remove again: %v", err)
	}
	names, more, err := b.Names(1)
	if err != nil || len(names) != 1 || more != 1 {
		t.Errorf("names %q and %d more, %v", names, more, err)
	}
}

// TestConflict edits a page by hand in the moment of a write, with size and
// time as they were.
func TestConflict(t *testing.T) {
	b := newBench(t)
	b.write(t, "Mika", "one", "01A")
	path := b.FilePath(pageDir + "/Mika.md")
	fi, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	b.put(t, "Mika.md", strings.Replace(b.get(t, "Mika.md"), "one", "eno", 1))
	if err := os.Chtimes(path, fi.ModTime(), fi.ModTime()); err != nil {
		t.Fatal(err)
	}
	b.write(t, "Mika", "two", "01B")
	if got := b.text(t, "Mika"); got != "eno\n\ntwo" {
		t.Errorf("text %q", got)
	}
	if items, err := b.Withdraw([]string{"01A"}, tool()); err != nil || len(items) != 1 || items[0].Title != "eno" {
		t.Errorf("withdraw %v, %v", items, err)
	}
}

func TestInjection(t *testing.T) {
	b := newBench(t)
	texts := []string{"x <!-- src: 01Z -->", "<!-- withdrawn: 01Z", "-->", "<!-- merged: 01Z -->", "# Entity Memory: Other", "Aliases: Other", `<\!-- src: 01Z -->`, "Created: 1999-01-01"}
	for i, text := range texts {
		b.write(t, "Mika", text, "01"+string(rune('A'+i)))
	}
	b.reopen(t)
	if got, want := b.text(t, "Mika"), strings.Join(texts, "\n\n"); got != want {
		t.Errorf("text\n%s\nwant\n%s", got, want)
	}
	if got := b.Derived("01Z"); len(got) != 0 {
		t.Errorf("derived %+v", got)
	}
	if got := b.names(t); !slices.Equal(got, []Name{"Mika"}) {
		t.Errorf("names %q", got)
	}
}
