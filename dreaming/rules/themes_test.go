package rules

import (
	"slices"
	"testing"

	"yumori/episodic"
)

// A theme is counted where all of its name is said: not by a word of it that goes with anything.
func TestThemesHaveAllOfTheirName(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		language, not, has string
		said               []string
	}{
		{"en", "the television series instead", "Declan", []string{
			"Three of the five of them had watched the television series instead.", "Father Declan came by.", "I laughed out loud.",
			"Tell me instead when my hip is to be done.", "The soup was good.", "I shall read a book instead.", "Father Declan brought the keys.",
		}},
		{"ja", "親父の名前", "颯太", []string{
			"俺のこと親父の名前で呼ぶんだよね。", "颯太と旅行に行く。", "さみしいから猫を飼いたい。", "名前ももう決めてる。", "バイトがある。", "颯太は蟹アレルギーだ。", "猫の名前はおこげ。",
		}},
	} {
		day := emptyDay(row.language)
		for i, text := range row.said {
			day.Lines = append(day.Lines, Line{Line: episodic.Line{Text: text, Speaker: episodic.User, Name: day.User, ID: string(rune('a' + i))}})
		}
		var names []string
		for _, th := range day.Read().themes() {
			names = append(names, th.name)
		}
		if slices.Contains(names, row.not) || !slices.Contains(names, row.has) {
			t.Errorf("themes %q, want %q and not %q", names, row.has, row.not)
		}
	}
}
