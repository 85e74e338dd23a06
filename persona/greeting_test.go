package persona

import (
	"strings"
	"testing"
	"unicode/utf8"

	"yumori/assets"
)

func TestGreeting(t *testing.T) {
	soul := func(lang string) string {
		b, err := assets.Files.ReadFile("personas/" + lang + "/SOUL.md")
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	ben := Profile{Name: "Luna", UserName: "Ben"}
	for _, tt := range []struct {
		name, soul string
		of         Profile
		want       string
	}{
		{"a sample", soul("en"), Profile{Name: "Luna"}, "There you are. The lamp is on."},
		{"to somebody known", soul("en"), ben, "There you are, Ben. The lamp is on."},
		{"a Japanese sample", soul("ja"), Profile{Name: "灯子"}, "いらっしゃい。ちょうど棚の整理がすんだところです。"},
		{"a Japanese sample, to somebody known", soul("ja"), Profile{Name: "灯子", UserName: "ベン"}, "ベンさん、いらっしゃい。ちょうど棚の整理がすんだところです。"},
		{"none", "# Luna\n\nI like soup.\n", ben, ""},
		{"prose about one", "My greeting: is always warm.\n", ben, ""},
		{"the name first", "- Greeting: {user}, hello again.\n", Profile{}, "Hello again."},
		{"its own name", "* **hello**: I am {name}.\n", ben, "I am Luna."},
		{"the first that can be said", "- greeting: {weather}\n- greeting: <b>hi</b>\n- greeting: Hi.\n", ben, "Hi."},
		{"a novel", "- greeting: " + strings.Repeat("word ", 200) + "\n", ben, ""},
		{"nothing left", "- greeting: {user}\n", Profile{}, ""},
	} {
		if got := greetingIn(tt.soul, tt.of); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// FuzzGreeting: whatever a soul is, the greeting is one short line of text.
func FuzzGreeting(f *testing.F) {
	f.Add("- greeting: There you are, {user}.", "Ben")
	f.Add("・あいさつ：「{user}さん、こんばんは」", "")
	f.Fuzz(func(t *testing.T, soul, user string) {
		got := greetingIn(soul, Profile{UserName: user})
		if strings.ContainsAny(got, "\n{}<>") && !strings.ContainsAny(user, "\n{}<>") {
			t.Errorf("%q", got)
		}
		if utf8.ValidString(user) && !utf8.ValidString(got) {
			t.Errorf("%q is no text", got)
		}
	})
}
