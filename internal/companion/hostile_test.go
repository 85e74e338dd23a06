package companion

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/card"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/internal/llm/builtin"
)

var mutations = flag.Int("mutations", 25, "how many spoilt files of each format are brought in")

// A target is a home that files are brought into.
type target struct {
	*Home
	root string // that holds the home and nothing else
}

func newTarget(t *testing.T) target {
	t.Helper()
	root := t.TempDir()
	h, err := openHome(t.Context(), Options{Home: filepath.Join(root, "home"), Builtin: builtin.New(builtin.Options{}), Samples: samples()})
	must(t, err)
	t.Cleanup(func() { _ = h.Close() })
	return target{h, root}
}

// there is every file beside what is derived, with its content as a sum, and all that
// stands beside the home, once no persona is still being put in order.
func (h target) there(t *testing.T) []string {
	t.Helper()
	h.mu.Lock()
	open := slices.Collect(maps.Values(h.open))
	h.mu.Unlock()
	for _, c := range open {
		c.work.Wait()
	}
	var list []string
	must(t, filepath.WalkDir(h.root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := filepath.Base(name); d.IsDir() && strings.HasPrefix(base, ".") || base == "set-aside" || base == "imported.json" || base == "export-key" || base == ".owner.json" { // the last says who has the home open
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		line, err := summed(name, d)
		list = append(list, line)
		return err
	}))
	return list
}

// summed is a file as a line that differs when its bytes do, and its kind.
func summed(name string, d fs.DirEntry) (string, error) {
	fi, err := d.Info()
	if err != nil || !fi.Mode().IsRegular() {
		return fmt.Sprintf("%s %v 0", name, d.Type()), err
	}
	data, err := os.ReadFile(name)
	return fmt.Sprintf("%s %x %d", name, sha256.Sum256(data), len(data)), err
}

// bring brings a file in, whatever it is, and returns the persona it made.
func (h target) bring(t *testing.T, file string) (string, error) {
	t.Helper()
	kind, err := h.Recognise(t.Context(), file, "")
	if bad := new(imports.Error); kind == imports.Card || errors.As(err, &bad) && bad.Reason == imports.Unknown {
		r, err := h.ImportCard(t.Context(), file, "")
		return r.Slug, err
	}
	if err != nil {
		return "", err
	}
	r, err := h.Import(t.Context(), exchange.ImportRequest{Path: file, Kind: kind, User: "Alex"})
	return r.Slug, err
}

// hasSentence reports whether an error has a sentence of its own.
func hasSentence(err error) bool {
	if bad := new(imports.Error); errors.As(err, &bad) {
		return true
	}
	if bad := new(exchange.CardError); errors.As(err, &bad) {
		return true
	}
	_, archive := exchange.ArchiveReason(err)
	return archive || ReasonOf(err) != ReasonUnknown
}

// refuses fails unless a file is refused with a sentence and leaves nothing.
func (h target) refuses(t *testing.T, name, file string, before []string) {
	t.Helper()
	slug, err := h.bring(t, file)
	switch after := h.there(t); {
	case err == nil:
		t.Errorf("%s came in as %q", name, slug)
	case !hasSentence(err):
		t.Errorf("%s has no sentence: %v", name, err)
	case !slices.Equal(before, after):
		t.Errorf("%s left something:\n%s", name, strings.Join(after, "\n"))
	}
}

// spoil changes a file at some places, as a disk, a network or a stranger would.
func spoil(rng *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + rng.IntN(4) {
		if len(data) == 0 {
			return data
		}
		at := rng.IntN(len(data))
		to := min(len(data), at+1+rng.IntN(64))
		switch rng.IntN(6) {
		case 0:
			data[at] ^= 1 << rng.IntN(8)
		case 1:
			data = data[:at]
		case 2:
			data = slices.Delete(data, at, to)
		case 3:
			data = slices.Insert(data, at, data[at:to]...)
		case 4:
			clear(data[at:to])
		case 5:
			data = slices.Insert(data, at, []byte{0xff, 0xfe, '{', '[', '"', '\\'}[:1+rng.IntN(6)]...)
		}
	}
	return data
}

// originals are files of every format that comes in.
func originals(t *testing.T, h target) map[string][]byte {
	t.Helper()
	all := map[string][]byte{
		"conversations.json": []byte("[" + gptThread("a", lastMay, "Black.", "Which tea?", "Green.") + "]"),
		"claude.json": []byte(`[{"uuid":"x","name":"Rain","created_at":"2025-03-01T10:00:00Z","chat_messages":[{"uuid":"m1","sender":"human","text":"Rain?","created_at":"2025-03-01T10:00:01Z"},` +
			`{"uuid":"m2","sender":"assistant","text":"Yes.","created_at":"2025-03-01T10:00:02Z"}]}]`),
		"Mira.jsonl": []byte(`{"user_name":"Alex","character_name":"Mira","create_date":"2024-5-1@10h20m30s"}` + "\n" + `{"name":"Alex","is_user":true,"send_date":1685740300000,"mes":"Hi."}` + "\n"),
		"log.txt":    []byte("2026-01-05 10:00 Alex: Hi.\n2026-01-05 10:01 Mira: Hello.\n"),
	}
	for _, k := range []card.Kind{card.PNG, card.CharX, card.JSON} {
		data, err := os.ReadFile(cardFileOf(t, cardOfMira(t, nil), k))
		must(t, err)
		all["mira."+string(k)] = data
	}
	whole := filepath.Join(t.TempDir(), "luna.zip")
	_, err := h.Export(t.Context(), "luna", whole)
	must(t, err)
	all["luna.zip"], err = os.ReadFile(whole)
	must(t, err)
	return all
}

// TestSpoiltFilesComeInWholeOrNotAtAll brings in files that were changed by
// chance: each makes a persona that is sound, or leaves nothing and is told of.
func TestSpoiltFilesComeInWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	h := newTarget(t)
	at := t.TempDir()
	tries, whole := 0, 0
	for name, data := range originals(t, h) {
		for i := range *mutations {
			tries++
			bad := spoil(rand.New(rand.NewPCG(uint64(i), uint64(len(name)))), data)
			file := filepath.Join(at, name)
			must(t, os.WriteFile(file, bad, 0o600))
			before := h.there(t)
			slug, err := h.bring(t, file)
			if err != nil {
				if after := h.there(t); !hasSentence(err) || !slices.Equal(before, after) {
					t.Errorf("%s %d: %v; told %v, left\n%s", name, i, err, hasSentence(err), strings.Join(after, "\n"))
				}
				continue
			}
			whole++
			c, err := h.Companion(t.Context(), slug)
			must(t, err)
			if problems := append(c.log.Check(t.Context()), c.persona.Check(t.Context())...); len(problems) > 0 {
				t.Errorf("%s %d: %+v", name, i, problems)
			}
			if !slices.Contains([]string{"luna", "toko", "灯子"}, slug) { // lore goes into one that is there
				_, err = h.SetAside(slug)
				must(t, err)
			}
		}
	}
	t.Logf("trust: %d tries: %d came in whole, %d were refused and left nothing", tries, whole, tries-whole)
}

// TestTooMuchIsRefused has files that are larger than anybody's.
func TestTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	h := newTarget(t)
	entries := 100_001
	if *mutations >= 1_000 {
		entries = 1_000_000
	}
	var many bytes.Buffer
	z := zip.NewWriter(&many)
	for i := range entries {
		_, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("%d.jsonl", i)})
		must(t, err)
	}
	must(t, z.Close())
	entry := `{"keys":["lamp"],"content":"` + strings.Repeat("The lamp burns. ", 64) + `","enabled":true,"insertion_order":1,"extensions":{}},`
	lore := `{"spec":"chara_card_v3","spec_version":"3.0","data":{"name":"Mira","character_book":{"entries":[` + strings.Repeat(entry, 50<<20/len(entry))
	at := t.TempDir()
	for name, data := range map[string][]byte{
		"many.zip":  many.Bytes(),
		"lore.json": []byte(strings.TrimSuffix(lore, ",") + `]}}}`),
		"deep.json": []byte(`{"spec":"chara_card_v3","data":` + strings.Repeat(`{"a":`, 100_000)),
		"line.txt":  []byte("Alex: " + strings.Repeat("x", 40<<20)),
	} {
		file := filepath.Join(at, name)
		must(t, os.WriteFile(file, data, 0o600))
		h.refuses(t, name, file, h.there(t))
	}
}

// TestALogOfTwoClocks has a year of talk in which the two of them have clocks
// nine hours apart, and one of them was set back in autumn: every word comes in,
// in the order in which it was said.
func TestALogOfTwoClocks(t *testing.T) {
	t.Parallel()
	h := cardHome(t)
	start := time.Date(2025, 1, 1, 20, 0, 0, 0, time.UTC)
	var b strings.Builder
	b.WriteString(`{"user_name":"Alex","character_name":"Mira","create_date":"2025-1-1@20h00m00s"}` + "\n")
	for day := range 365 {
		at := start.AddDate(0, 0, day)
		theirs := at.Add(-9 * time.Hour)
		if day > 300 {
			theirs = theirs.Add(-time.Hour)
		}
		fmt.Fprintf(&b, `{"name":"Alex","is_user":true,"send_date":%d,"mes":"u%03d"}`+"\n", at.UnixMilli(), day)
		fmt.Fprintf(&b, `{"name":"Mira","is_user":false,"send_date":%d,"mes":"p%03d"}`+"\n", theirs.UnixMilli(), day)
	}
	report := broughtBy(t, h, exchange.ImportRequest{Path: givenFile(t, "Mira.jsonl", b.String())})
	if report.Imported.Messages != 730 || report.Imported.Branches != 0 || len(report.Left) != 0 {
		t.Errorf("%+v", report)
	}
	c, err := h.Companion(t.Context(), report.Slug)
	must(t, err)
	got := shownTexts(t, c)
	for i, said := range got {
		day := 365 - (len(got)-i+1)/2
		want := fmt.Sprintf("user: u%03d", day)
		if (len(got)-i)%2 == 1 {
			want = fmt.Sprintf("persona: p%03d", day)
		}
		if said != want {
			t.Fatalf("%d: %q, want %q", i, said, want)
		}
	}
	if problems := c.log.Check(t.Context()); len(got) == 0 || len(problems) > 0 {
		t.Errorf("%d shown, %+v", len(got), problems)
	}
}
