package importing

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"yumori/assets"
	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/exchange"
	"yumori/internal/imports"
	"yumori/internal/llm/builtin"
	"yumori/ui/page"
	"yumori/ui/uitest"
	"yumori/ui/widget"

	"fyne.io/fyne/v2/test"
)

// A stage is a flow over a real home, in a window.
type stage struct {
	*uitest.Window
	flow   *Flow
	home   *companion.Home
	kept   []Request
	went   []string
	past   []string
	picked string // the file that the user chooses
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{Window: uitest.NewWindow(t, 0, uitest.DarkSettings())}
	h, err := companion.OpenHome(t.Context(), companion.Options{Home: t.TempDir(), Builtin: builtin.New(builtin.Options{}), Samples: assets.Files})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	s.home = h
	home := Home{
		Importer: h, Cards: h,
		Trust: func(ctx context.Context, slug, path string) error {
			c, err := h.Companion(ctx, slug)
			if err != nil {
				return err
			}
			return c.TrustDocument("hash", path)
		},
		Past: func(ctx context.Context, slug string) (dreaming.BackfillPlan, error) {
			c, err := h.Companion(ctx, slug)
			if err != nil {
				return dreaming.BackfillPlan{}, err
			}
			return c.Nights.BackfillPlan(ctx, dreaming.Backfill{})
		},
	}
	pick := func(picked func(string)) { picked(s.picked) }
	s.flow = New(s.Deps(), home, Hooks{
		People: s.people, Open: func() string { return "luna" }, File: pick, Folder: pick,
		Keep:  func(r Request) { s.kept = append(s.kept, r) },
		Go:    func(slug string) { s.went = append(s.went, slug) },
		Past:  func(slug string, _ dreaming.BackfillPlan) { s.past = append(s.past, slug) },
		Other: func(string) (string, func()) { return "Attach", func() { s.Sheets.Close() } },
	})
	return s
}

func (s *stage) people() []companion.PersonaInfo {
	list, err := s.home.Personas()
	if err != nil {
		panic(err)
	}
	return list
}

// look shows what would come in of a file.
func (s *stage) look(t *testing.T, path string) {
	t.Helper()
	s.flow.Look(path)
	s.Bench.Settle()
	if s.Sheets.Open() == nil {
		t.Fatal("nothing is shown")
	}
}

// tap presses a button of the sheet.
func (s *stage) tap(t *testing.T, key string, pairs ...string) {
	t.Helper()
	uitest.TapButton(t, s.Sheets.Open(), s.Words.T(key, pairs...))
	s.Bench.Settle()
}

// text is all that the sheet says.
func (s *stage) text() string {
	var all []string
	for _, o := range test.LaidOutObjects(s.Sheets.Open()) {
		switch o := o.(type) {
		case *widget.Caption:
			all = append(all, o.Text)
		case interface{ Source() string }:
			all = append(all, o.Source())
		}
	}
	return strings.Join(all, "\n")
}

// says fails where the sheet does not say something.
func (s *stage) says(t *testing.T, want ...string) {
	t.Helper()
	got := s.text()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%q is not said in\n%s", w, got)
		}
	}
}

func (s *stage) slugs() []string {
	var list []string
	for _, p := range s.people() {
		list = append(list, p.Slug)
	}
	return list
}

// pickerOf is the picker of the sheet that offers a word.
func (s *stage) pickerOf(t *testing.T, word string) *widget.Picker {
	t.Helper()
	for _, o := range test.LaidOutObjects(s.Sheets.Open()) {
		if p, ok := o.(*widget.Picker); ok && slices.Contains(p.Options, word) {
			return p
		}
	}
	t.Fatalf("%q cannot be chosen", word)
	return nil
}

func given(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const gptExport = `[{"title":"Bicycle","create_time":1762000000,"conversation_id":"c1","current_node":"b","mapping":{
"r":{"id":"r","parent":null,"children":["a"]},
"a":{"id":"a","parent":"r","message":{"author":{"role":"user"},"create_time":1762000000,"content":{"content_type":"text","parts":["My bicycle is red."]}}},
"b":{"id":"b","parent":"a","message":{"author":{"role":"assistant"},"create_time":1762000060,"content":{"content_type":"text","parts":["A fine colour."]}}}}}]`

func TestAnExportComesIntoThePersonaThatIsChosen(t *testing.T) {
	s := newStage(t)
	file := given(t, "conversations.json", gptExport)
	s.flow.Choose()
	s.picked = file
	s.tap(t, "import.file")
	s.says(t, "ChatGPT export", "2 messages in 1 conversation")
	if n := len(s.slugs()); n != 2 {
		t.Fatalf("looking made a persona: %v", s.slugs())
	}
	s.pickerOf(t, "Luna").SetSelected("Luna")
	s.Bench.Settle()
	s.tap(t, "import.do")
	s.says(t, "2 messages were imported into Luna.", "dreamed of yet")
	if len(s.kept) != 2 || s.kept[0].Persona != "luna" || s.kept[1] != (Request{}) {
		t.Errorf("remembered as under way: %+v", s.kept)
	}
	s.tap(t, "past.begin")
	s.tap(t, "import.done.go", "name", "Luna")
	if !slices.Equal(s.past, []string{"luna"}) || !slices.Equal(s.went, []string{"luna"}) || s.Sheets.Open() != nil {
		t.Errorf("past of %v, went to %v", s.past, s.went)
	}
	s.look(t, file)
	s.pickerOf(t, "Luna").SetSelected("Luna")
	s.Bench.Settle()
	s.says(t, "Nothing changed: Luna already has all of this.")
}

func TestACardWithLoreMakesAPersona(t *testing.T) {
	s := newStage(t)
	s.look(t, given(t, "mira.json", `{"spec":"chara_card_v2","spec_version":"2.0","data":{"name":"Mira","description":"A baker.","first_mes":"Hello.",
"character_book":{"entries":[{"keys":["oven"],"content":"The oven is blue.","enabled":true,"insertion_order":1,"extensions":{}}],"extensions":{}},"extensions":{}}}`))
	s.says(t, "Character card", "Mira: character", "1 greeting", "1 lore entry, 1 of them on")
	s.tap(t, "import.do")
	s.says(t, "Mira is ready to talk.")
	s.tap(t, "import.done.go", "name", "Mira")
	if len(s.slugs()) != 3 || len(s.went) != 1 {
		t.Errorf("personas %v, went to %v", s.slugs(), s.went)
	}
}

func TestLoreAloneGoesToAPersona(t *testing.T) {
	s := newStage(t)
	file := given(t, "world.json", `{"entries":{"0":{"uid":0,"key":["harbour"],"content":"Ships sleep there.","comment":"","disable":false,"order":1}}}`)
	s.look(t, file)
	s.says(t, "Lorebook")
	s.pickerOf(t, "灯子").SetSelected("灯子")
	s.Bench.Settle()
	s.tap(t, "import.do")
	s.says(t, "1 lore entry is with 灯子 now.")
}

func TestTheUserSaysWhoSpeaks(t *testing.T) {
	s := newStage(t)
	log := strings.Repeat("Ann: Hi.\nBee: Hello.\n", 4)
	file := given(t, "log.txt", log)
	s.look(t, file)
	s.says(t, "Several people speak in this log.")
	s.pickerOf(t, "Bee").SetSelected("Bee")
	s.Bench.Settle()
	s.says(t, "Text log", "8 messages")
	if got := s.pickerOf(t, "Ann").Selected; got != "Bee" {
		t.Errorf("the user is %s", got)
	}
	s.tap(t, "import.do")
	s.tap(t, "import.done.go", "name", "Ann")
	c, err := s.home.Companion(t.Context(), s.went[0])
	if err != nil {
		t.Fatal(err)
	}
	if hits, err := c.Conversation.Search(t.Context(), "Hello", 1); err != nil || len(hits) != 1 || hits[0].Role != "user" {
		t.Errorf("what Bee said: %+v, %v", hits, err)
	}

	guessed := given(t, "other.txt", strings.Repeat("You: Hi.\nBee: Hello.\n", 4))
	s.look(t, guessed)
	s.says(t, "This is a guess.")
	if got := s.pickerOf(t, "You").Selected; got != "You" {
		t.Errorf("guessed %s", got)
	}
}

func TestFilesThatCannotComeInAreRefusedInWords(t *testing.T) {
	s := newStage(t)
	for name, want := range map[string]string{
		"odd.bin":   "isn’t a format Yumori knows",
		"empty.txt": "No one speaks in",
		"cut.json":  "is damaged or incomplete",
	} {
		text := map[string]string{"odd.bin": "\x00\x01\x02", "empty.txt": "nothing here", "cut.json": gptExport[:400]}[name]
		s.look(t, given(t, name, text))
		s.says(t, want, "Nothing was imported.")
		s.tap(t, "import.another")
	}
	s.look(t, filepath.Join(t.TempDir(), "nowhere.txt"))
	s.says(t, s.Words.T("error.missing"))
	if len(s.slugs()) != 2 {
		t.Errorf("personas: %v", s.slugs())
	}
}

func TestStoppingLeavesNothing(t *testing.T) {
	s := newStage(t)
	s.look(t, given(t, "conversations.json", gptExport))
	uitest.TapButton(t, s.Sheets.Open(), s.Words.T("import.do")) // not yet under way
	s.Sheets.Dismiss()
	s.says(t, "Stopping …")
	s.Bench.Settle()
	s.says(t, "Nothing was imported.")
	if len(s.slugs()) != 2 {
		t.Errorf("personas: %v", s.slugs())
	}
	s.tap(t, "import.go_on")
	s.says(t, "2 messages were imported into ChatGPT.")
}

func TestWhatIsTheUsersOwnIsTrusted(t *testing.T) {
	s := newStage(t)
	s.look(t, given(t, "conversations.json", gptExport))
	s.flow.req.Mine = true
	s.tap(t, "import.do")
	if strings.Contains(s.text(), s.Words.T("import.done.foreign")) {
		t.Error("it is said to be somebody else's")
	}
	c, err := s.home.Companion(t.Context(), "chatgpt")
	if err != nil {
		t.Fatal(err)
	}
	if own := c.TrustedDocuments(); len(own) != 1 {
		t.Errorf("trusted: %+v", own)
	}
}

func TestDroppedFiles(t *testing.T) {
	s := newStage(t)
	for _, tt := range []struct {
		name, text string
		other      bool
	}{
		{"conversations.json", gptExport, false},
		{"log.txt", strings.Repeat("You: Hi.\nBee: Hello.\n", 4), false},
		{"notes.md", "# Tea\n\nWarm the pot first.", true},
		{"manual.pdf", "%PDF-1.4\x00\x01", true},
	} {
		s.Sheets.Close()
		other := false
		s.flow.Dropped(given(t, tt.name, tt.text), func() { other = true })
		s.Bench.Settle()
		if other != tt.other || (s.Sheets.Open() == nil) != tt.other {
			t.Errorf("%s: left to the page is %t, want %t", tt.name, other, tt.other)
		}
	}
}

func TestANexusFolderMakesAPersona(t *testing.T) {
	s := newStage(t)
	dir := filepath.Dir(given(t, "SystemPrompt.txt", "You are Nana, who keeps bees."))
	if err := os.WriteFile(filepath.Join(dir, "log.txt"), []byte("## USER:user\nHello\n\n## AGENT:Nana\nGood day\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.look(t, dir)
	s.says(t, "Nexus Ark persona", "SOUL.md")
	s.tap(t, "import.do")
	if len(s.slugs()) != 3 {
		t.Errorf("personas: %v", s.slugs())
	}
}

// TestEveryValueHasWords goes through what the engines may tell.
func TestEveryValueHasWords(t *testing.T) {
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		var said []string
		for _, k := range imports.Kinds() {
			said = append(said, kindWord(k, w))
		}
		for _, y := range []imports.Why{
			imports.WhySystem, imports.WhyTool, imports.WhyThought, imports.WhyMedia, imports.WhyDamaged, imports.WhyLong,
			imports.WhySpeaker, imports.WhySecret, imports.WhyLink, imports.WhyNoPlace, imports.WhyUntitled,
		} {
			said = append(said, whyWord(y, w))
		}
		for _, y := range []exchange.LeftWhy{
			exchange.LeftLong, exchange.LeftFlaw, exchange.LeftGroup, exchange.LeftRemote, exchange.LeftPicture, exchange.LeftKind,
		} {
			said = append(said, cardWhyWord(y, w))
		}
		for _, r := range []imports.Reason{imports.Unknown, imports.Folder, imports.Damaged, imports.TooLarge, imports.TooDeep, imports.TooMany, imports.Encoding, imports.Empty} {
			said = append(said, problem(&imports.Error{Reason: r}, "a.txt", w).What)
		}
		if slices.Contains(said, "") || slices.Contains(said, w.T("error.unknown")) {
			t.Errorf("%s: something has no words: %q", w.Lang, said)
		}
	}
	if e := problem(errors.New("odd"), "a.txt", uitest.English(t)); e.What == "" || e.Details != "odd" {
		t.Errorf("an error that nobody knows: %+v", e)
	}
}
