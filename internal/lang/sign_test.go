package lang

import "testing"

// Two signs that belong together are danger; either by itself, and the same words where
// something else is told, are not.
func TestDangerSignsInJapanese(t *testing.T) {
	for said, want := range map[string]bool{
		"犬の世話、姉に頼んだ。来月はもうぼくいないし":               true,
		"お世話になった人に一通ずつ手紙を書き終えた。なんかすごく静かな気持ち":   true,
		"薬、先生にもらった分ずっと飲まないで引き出しに取ってある":         true,
		"十階の踊り場から下を見てると、体が軽くなる感じがする":           true,
		"車のアクセル、あのカーブでそのまま踏んだらって毎朝考える":         true,
		"保険の受取人を母にしといた。これでおれがいなくても大丈夫":         true,
		"湯船に沈んでると、このまま上がらなくていいかなって":            true,
		"スマホのロック、弟に教えといた。あとで困るやろし":             true,
		"植木、全部となりに引き取ってもらいました。もう水をやる人がいなくなるので": true,
		"会社の屋上の端に立ってた。思ったよりこわくなかった":            true,
		"犬の世話、姉に頼んだ。来月から留学でもうぼくいないし":           false,
		"屋上のビアガーデン、今夜が最後だって":                   false,
		"薬がなくなったので病院に行ってきた":                    false,
		"スマホを買い替えたので、古いのは弟に渡した":                false,
		"断捨離して服をぜんぶ売った。すっきり":                   false,
		"不思議と気持ちが軽い。髪を切ったからかな":                 false,
		"ベランダでずっと月を見てた。きれい":                    false,
		"植木、となりに引き取ってもらった":                     false,
		"体が軽くなる体操、教えてもらった":                     false,
		"あとのことは部長に任せて帰ってきた":                    false,
	} {
		if got := DangerSigns(said); got != want {
			t.Errorf("%s: %v", said, got)
		}
	}
}
