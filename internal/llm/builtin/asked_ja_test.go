package builtin

import "testing"

// Which date a day has is told from the clock; what a question asks for by its kind is
// answered by what holds it; whom the line before speaks of need not be named.
func TestAskedInJapanese(t *testing.T) {
	for _, lines := range [][]line{
		{{say: "あした何曜日だっけ", want: "曜日です"}, {say: "24日って何曜日？", want: "24日、.曜日"}, {say: "火曜の試験って何日？", not: "曜日です"}},
		{{say: "ついに買った、チャリ。みどりの中古、8千円！！"}, {say: "自転車の色は？", want: "みどり"}, {say: "チャリいくらで買ったっけ", want: "8千円"}},
		{{say: "蓮のサッカー迎えにいってきた。もう7歳だよ"}, {say: "蓮って今なんさい？", want: "7歳"}, {say: "なんの習い事してるか覚えてる？", want: "サッカー"}},
		{{say: "釜山のジウンのとこ行ってきたじゃん、義理の姉の"}, {say: "義理の姉ってどこに住んでるんだっけ", want: "釜山"}, {say: "名前は？", want: "ジウン"}},
		{{say: "いとこのシュレヤが静岡に引っ越した"}, {say: "シュレヤって私の妹？", want: "いとこ"}},
		{{say: "給湯器こわれた、今年三回目。修理の人、あさって来るって"}, {say: "給湯器の修理いつだっけ", not: "年です"}},
		{{say: "アフメドの結婚式の招待状きた。5月14日、神戸で"}, {say: "あ、よく見たら24日だった"}, {say: "アフメドの式いつだっけ？", want: "24日", not: "14日"}},
		{{say: "父の誕生日、12月3日なんだよね。今年で70"}, {say: "私の誕生日は？", not: "12月"}},
		{{say: "水曜と金曜に入ってる"}, {say: "何曜日に入ってるんだっけ？", want: "水曜と金曜", not: "年"}},
		{{say: "今から言うのただの愚痴なんで、覚えなくていいです"}, {say: "店長マジでハゲろ"}, {say: "店長どうしたっけ？", not: "ハゲ"}},
	} {
		converse(t, "ja", lines)
	}
}

// Of two things to be done in one sentence, the one that was done is done; whether one
// still has to is answered by the report.
func TestDoneInJapanese(t *testing.T) {
	converse(t, "ja", []line{
		{say: "今週中にハリナに荷物送るのと、パスポートの更新しないと"}, {say: "/later"},
		{say: "ハリナの荷物、昼休みに出してきた"}, {say: "あと何やらなきゃいけないんだっけ", want: "パスポート", not: "荷物"},
	})
	converse(t, "ja", []line{
		{say: "市役所に電話しなきゃ"}, {say: "/later"}, {say: "電話おわった、50分待たされた"}, {say: "市役所まだ電話しなきゃだめ？", want: "電話おわった"},
	})
}
