package builtin

import "testing"

// What weighs, or only seems to, in talks.
func TestMoments(t *testing.T) {
	const hurts = `not your fault|Nobody has the right|^(?:Mm|Ah|Right|I see|Well now|Ah, I see)\.$`
	converse(t, "en", []line{
		{say: "i smacked my little boy and he cried", want: "help", not: hurts, mood: "protective"},
		{say: "he won't look at me", not: hurts},
	})
	converse(t, "en", []line{{say: "he says he was never in love with me", mood: "protective", not: hurts}})
	const hurtsJa = `せいではありません|^(?:へえ|なるほど|ふむ|ほう)。$`
	converse(t, "ja", []line{{say: "カッとなって息子に手を上げてしまった", want: "相談", not: hurtsJa, mood: "protective"}})
	converse(t, "ja", []line{{say: "一度も愛したことはないって言われた", mood: "protective", not: hurtsJa}})
	converse(t, "ja", []line{{say: "新曲が神すぎて死んだ", not: "お悔やみ|つらい"}})
	converse(t, "ja", []line{
		{say: "夫は機嫌が悪いと物に当たります", mood: "protective"},
		{say: "次の日には泣きながら謝ってくるんですけどね", mood: "protective", not: "^(?:へえ|なるほど)。$"},
	})
}
