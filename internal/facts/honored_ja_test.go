package facts

import (
	"slices"
	"testing"
)

func TestHonored(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   string
		want []string
	}{
		{"太郎くんと遊んだ", []string{"太郎"}},
		{"親友は太郎くんです", []string{"太郎"}},
		{"これは健くんだよ", []string{"健"}},
		{"健くんに会う", []string{"健"}},
		{"翔くんが来た", []string{"翔"}},
		{"美咲ちゃんとパリに行くんだ", []string{"美咲"}},
		{"美咲ちゃんは猫が好き", []string{"美咲"}},
		{"智行くんが結婚した", []string{"智行"}},
		{"息子は歩くんです", []string{"歩"}},
		{"輝くんの誕生日", []string{"輝"}},
		{"響くんから聞いた", []string{"響"}},
		{"歩くんより背が高い", []string{"歩"}},
		{"息子の輝くんだよ", []string{"輝"}},
		{"今日太郎くんと会った", []string{"太郎"}},
		{"明日香ちゃんが好き", []string{"明日香"}},
		{"今日子ちゃんの店", []string{"今日子"}},
		{"田中さんと佐藤君と鈴木様", []string{"田中", "佐藤", "鈴木"}},
		{"マイクくんだ", []string{"マイク"}},

		{"明日パリに行くんだ", nil},
		{"明日行くんです", nil},
		{"学校行くんだよね", nil},
		{"来週から働くんだけど", nil},
		{"駅まで歩くんです", nil},
		{"毎日日記を書くんだ", nil},
		{"もっと聞くんじゃなかった", nil},
		{"もう行くん？", nil},
		{"行くんで、待って", nil},
		{"花が咲くんだ", nil},
		{"そうするんだ", nil},
		{"用事があるんです", nil},
		{"毎日ちゃんと食べる", nil},
		{"今度ちゃんと話す", nil},
		{"様々な花、仕様、庭の様子", nil},
		{"多様で異様な主君", nil},
	} {
		if got := honored(tt.in); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestCaptureDoesNotNameVerbs(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"来月パリに旅行に行くんだ。", "来週から新しい会社で働くんです。"} {
		for _, c := range Capture(Utterance{Text: in}) {
			if len(c.Entities) > 0 {
				t.Errorf("%s: names %q", in, c.Entities)
			}
		}
	}
}
