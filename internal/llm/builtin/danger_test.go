package builtin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"yumori/internal/lang"
)

// beside is what somebody tells of an ordinary day, before and behind a line.
var beside = map[string][2]string{
	"en": {"The boiler man came at ten and we had shepherd's pie, the neighbours have a new spaniel and it is lovely.", "Band practice was great, pizza after, and the roses are out."},
	"ja": {"今日はスーパーで大根が安くて、煮物にしました。孫から電話もあって、とても楽しかったです。", "発表会は来月で、ワンピースも買わなきゃ。焼肉もおいしかったです。"},
}

// Words of danger count whatever is told beside them, though by what was learned a long text may
// weigh nothing: "Dinner was shepherd's pie. I want to die."
func TestDangerAmidAnOrdinaryDay(t *testing.T) {
	for language, day := range beside {
		heard := 0
		for _, name := range []string{"unseen_" + language + ".txt", "kinds_unseen_" + language + ".txt"} {
			for _, line := range linesOfDanger(t, name) {
				if g := lang.GraveOf(line); g != lang.Danger && g != lang.Hint {
					continue
				}
				heard++
				for _, text := range []string{line, day[0] + " " + line + " " + day[1], day[0] + "\n" + line} {
					if g := lang.GraveOf(text); (g == lang.Danger || g == lang.Hint) && kindOf(text) != g {
						t.Errorf("%v in %q", kindOf(text), text)
					}
				}
			}
		}
		if heard < 20 {
			t.Errorf("%s: only %d lines", language, heard)
		}
	}
}

// linesOfDanger returns the lines of danger, and those that hint at it, of a file of examples of what
// is learned.
func linesOfDanger(t *testing.T, name string) (list []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "lang", "likely", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	danger := false
	for line := range strings.Lines(string(data)) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "["):
			danger = line == "[danger]" || line == "[sideways]" || line == "[hint]"
		case danger && line != "" && !strings.HasPrefix(line, "#"):
			list = append(list, line)
		}
	}
	return list
}

// What only looks like a denial, in whatever words, denies no danger.
func TestNoDenialByHalves(t *testing.T) {
	for _, said := range []string{
		"私は死なないといけない", "もう死ななきゃ", "死にたいとは思っていないと言えば嘘になる", "死にたいと思ってないわけじゃない",
		"母がいなくなるのが怖くて死にたい", "死ぬ気はない\nでも、薬を全部飲んだ", "nobody died but i want to die",
	} {
		w := lang.Written(said)
		if g := kindOf(w); g != lang.Danger || deniesDanger(w) {
			t.Errorf("%q is %q, denied: %v", said, g, deniesDanger(w))
		}
	}
}

// Fear of an operation and blame of oneself hide no danger that is told beside them, and neither does
// a question mark.
func TestFearHidesNoDanger(t *testing.T) {
	for _, text := range []string{
		"I'm worried I won't wake up from the op, and honestly that'd be a relief", "I'm scared I won't wake up from the operation. I've written the letters to the girls.",
		"麻酔からこのまま目が覚めなかったらと思うと、怖いというより、ほっとします", "わたしのせいだから、もういいんです。私のせいです", "わたしのせいです。もう起きたくない。わたしのせいだ",
	} {
		if fearsOnly(text) || isEveryday(text) {
			t.Errorf("no danger in %q", text)
		}
	}
	for _, say := range []string{"べつに病んでないよ? ただ二十五より先の自分はいらないかなって。誕生日は来月", "来年の手帳? いらないよ、来年は私もういないつもりだから", "部屋を空っぽにしました。引っ越し先ですか? ないんです、もうどこにも住まないので。"} {
		converse(t, "ja", []line{{say: say, want: "いなくなってしまいたい|安全なところ|119"}})
	}
}
