package persona

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"

	"yumori/assets"
)

// needed are the moments a character has to have words for, in either language.
var needed = map[string][]string{
	"en": {"greeting", "morning", "evening", "night", "noted", "known", "found", "unsure", "comfort", "glad", "thanks", "farewell", "curious", "sorry", "proud"},
	"ja": {"あいさつ", "朝", "夕方", "夜", "覚えた", "知ってる", "あった", "わからない", "なぐさめ", "うれしい", "お礼", "おわかれ", "気になる", "ゆるす", "てれる"},
}

// There are six characters, whole in both languages, and no two say the same.
func TestTemplatesAreWhole(t *testing.T) {
	said := map[string]string{} // who says a line
	for lang, moments := range needed {
		list, err := ReadTemplates(assets.Files, lang)
		if err != nil || len(list) != 6 {
			t.Fatalf("%s: %d templates, %v", lang, len(list), err)
		}
		for _, c := range list {
			who := c.ID + "/" + lang
			soul := c.Files[string(Soul)]
			if c.Name == "Yumori" || c.Line == "" || utf8.RuneCountInString(c.Line) > 80 {
				t.Errorf("%s is %q, %q", who, c.Name, c.Line)
			}
			for _, moment := range moments {
				if !strings.Contains(soul, "\n- "+moment+": ") {
					t.Errorf("%s has no words for %q", who, moment)
				}
			}
			if n := len(repliesIn(soul)); n != 3 {
				t.Errorf("%s suggests %d replies", who, n)
			}
			for _, user := range []string{"", "Ben"} {
				if g := greetingIn(soul, Profile{Name: c.Name, UserName: user}); g == "" || user != "" && !strings.Contains(soul, "{user}") {
					t.Errorf("%s does not greet %q", who, user)
				}
			}
			for line := range strings.Lines(soul) { // while nobody knows the user's name
				_, words, ok := strings.Cut(strings.TrimSpace(line), ": ")
				if plain := userMark.ReplaceAllString(words, ""); ok && plain != words {
					if first, _ := utf8.DecodeRuneInString(plain); !unicode.IsLetter(first) || strings.Contains(plain, " .") {
						t.Errorf("%s says %q to somebody unknown", who, plain)
					}
				}
			}
			if text := strings.Join(allTexts(c.Files), "\n"); strings.Contains(text, "Luna") || strings.Contains(text, "灯子") {
				t.Errorf("%s has the sample's name in it", who)
			}
			for line := range strings.Lines(soul) {
				if line = strings.TrimSpace(line); len(line) < 30 || strings.HasPrefix(line, "#") {
					continue
				}
				if other := said[line]; other != "" {
					t.Errorf("%s and %s both say %q", other, who, line)
				}
				said[line] = who
			}
			if isJapanese := strings.ContainsFunc(soul, func(r rune) bool { return unicode.In(r, unicode.Hiragana) }); isJapanese != (lang == "ja") {
				t.Errorf("%s is in another language", who)
			}
		}
	}
}

func allTexts(s Sample) []string {
	var list []string
	for _, text := range s {
		list = append(list, text)
	}
	return list
}

// A renamed character goes by its new name everywhere.
func TestTemplateIsRenamed(t *testing.T) {
	c, err := ReadTemplate(assets.Files, "cook", "ja")
	if err != nil {
		t.Fatal(err)
	}
	c.Files.Rename("花")
	if text := strings.Join(allTexts(c.Files), "\n"); strings.Contains(text, "よね") || !strings.HasPrefix(c.Files[string(Soul)], "# 花\n") {
		t.Errorf("it is still called よね:\n%s", text)
	}
}

func TestTemplateThatIsNot(t *testing.T) {
	if _, err := ReadTemplate(assets.Files, "admiral", "en"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a character that is not there: %v", err)
	}
	if _, err := ReadTemplate(assets.Files, "cook", "../../personas/en"); err == nil {
		t.Error("a language that is a path was read")
	}
	if _, err := ReadTemplates(fstest.MapFS{}, "en"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no templates: %v", err)
	}
}

func TestReplies(t *testing.T) {
	soul := "# A\n- reply: one\n- Reply： two \n・返事: 三\n- reply: four\n"
	if got := repliesIn(soul); len(got) != 3 || got[1] != "two" || got[2] != "三" {
		t.Errorf("replies %q", got)
	}
	if got := repliesIn("- reply: " + strings.Repeat("x", 121) + "\n- reply: \xff\n- reply:\n"); got != nil {
		t.Errorf("replies %q", got)
	}
}
