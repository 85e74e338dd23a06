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
		{{say: "手術は来月の一日と決まりました"}, {say: "手術はいつだっけ", want: "一日|1日", not: "2025|10月1日|11月1日"}},
		{{say: "あと、そばアレルギーだからお店選び大変なの😢", not: "よかったです|うれし"}, {say: "だんごは♀でおはぎは♂"}, {say: "だんごってどっちだっけ", not: "だんごはで"}},
		{{say: "仕事決まった！！"}, {say: "今日、病院で検査の結果を聞いてまいりました。", not: "よかった|うれし|ほっと"}},
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

// A value of the same sort, or a new choice, takes the place of what was told, and what
// the two of them have is not lost; questions in dialect, turned round or for a number
// of anything are heard.
func TestPutRightAndAskedInJapanese(t *testing.T) {
	for _, lines := range [][]line{
		{{say: "日曜の遠足、集合は駅の東口に9時"}, {say: "いや、西口だった。東口は工事中だ"}, {say: "集合ってどっちの出口だったかな", want: "西口"}},
		{{say: "母は中央病院に入院してる"}, {say: "あ、市民病院だった"}, {say: "/later"}, {say: "母の病院ってどこだっけ", want: "市民病院"}},
		{{say: "子どもの教室は三号室"}, {say: "ごめん、五号室でした"}, {say: "/later"}, {say: "教室は何号室だっけ", want: "五号室"}},
		{{say: "面接は新宿駅の近く"}, {say: "いや、池袋駅やった"}, {say: "/later"}, {say: "面接の場所ってどこ", want: "池袋駅"}},
		{{say: "旅行先は金沢に決めた"}, {say: "/later"}, {say: "やっぱ松本にする"}, {say: "旅行どこ行くんだっけ", want: "松本"}},
		{{say: "引っ越し先、二子玉川に決めようと思います"}, {say: "/later"}, {say: "やっぱり上町にしました。商店街が気に入って"}, {say: "私、どこに引っ越すんでしたっけ？", want: "上町", not: "二子玉川"}},
		{{say: "娘はえびアレルギーなの"}, {say: "/later"}, {say: "娘が食べちゃだめなもの何", want: "えび"}},
		{{say: "靴は黒にした"}, {say: "/later"}, {say: "旅行先、やっぱり松本にする"}, {say: "靴、何色にしたんだっけ", want: "黒", not: "松本"}},
		{{say: "娘の習い事、バレエにした"}, {say: "/later"}, {say: "結局、水泳にしました"}, {say: "娘の習い事ってなんだっけ", want: "水泳"}},
		{{say: "来年の夏、転勤で熊本に行くことになった"}, {say: "あ、熊本は弟のほう！私は長崎です"}, {say: "/later"}, {say: "私の転勤先ってどこだっけ？", want: "長崎"}},
		{{say: "俺、剣道三段。道場は町田"}, {say: "/later"}, {say: "俺って何段だったっけ", want: "三段"}, {say: "道場どこやったかいな", want: "町田"}},
		{{say: "夜行バスなう。4列シートで4800円だった"}, {say: "いくらだったっけバス代", want: "4800"}},
		{{say: "わし、切符を集めとるんよ。三百枚ほどある"}, {say: "わしが集めとるもん、なんやったかいな", want: "切符"}},
		{{say: "兄貴、健二いうねん"}, {say: "/later"}, {say: "兄貴の名前なんやったかな", want: "健二"}},
		{{say: "娘のピアノの先生は原田さん"}, {say: "/later"}, {say: "娘のピアノの先生、誰やったかいな", want: "原田"}},
		{{say: "薬は朝と晩に一錠ずつ飲んでる"}, {say: "/later"}, {say: "薬、何錠飲むんだっけ", want: "一錠"}, {say: "薬いつ飲むんやった？", want: "朝と晩"}},
		{{say: "友達の恵に二万円貸した"}, {say: "/later"}, {say: "恵に貸したんいくらやったっけ", want: "二万"}},
	} {
		converse(t, "ja", lines)
	}
}

// Who weeps after good news weeps for joy.
func TestWeepsForJoyInJapanese(t *testing.T) {
	converse(t, "ja", []line{{say: "俺、ついにスタメンとれてん！！"}, {say: "名前呼ばれたとき、泣いてもうた", not: "つら"}})
	converse(t, "ja", []line{{say: "とうとう一軍に入れた！"}, {say: "母が電話口で泣いてた", not: "つら"}})
}

// What is arranged for a day is to come, and what a day is for asks what is due on it.
func TestArrangedIsToCome(t *testing.T) {
	for _, said := range []string{"面談は明日の3時に決まったよ", "歯医者、明日の3時で予約取れた", "面談は明日の3時と決まりました。"} {
		converse(t, "ja", []line{{say: said}, {say: "明日何の日か覚えとるか？", want: "3時"}, {say: "明日何があるか、おわかりになりますか。", want: "3時"}})
	}
	converse(t, "en", []line{{say: "booked the dentist for tomorrow at 3"}, {say: "what's on tomorrow?", want: "at 3"}})
	converse(t, "en", []line{{say: "got my dentist on thursday"}, {say: "/later"}, {say: "when's the dentist?", want: "Thursday|tomorrow|today", not: "last"}})
}

// A test of what may be grave is no good news before it came out well, whatever was told
// before it.
func TestAwaitedIsNotGlad(t *testing.T) {
	converse(t, "en", []line{{say: "i got the job at the zoo!!"}, {say: "i got a lump checked today. they did a biopsy", not: "(?i)glad|good|congrat"}})
	converse(t, "en", []line{{say: "the biopsy came back benign!!", want: "(?i)glad|good|relief|wonderful"}})
	converse(t, "en", []line{{say: "Big Davie fell aff the slab the day. he's deid", want: "(?i)sorry"}})
}
