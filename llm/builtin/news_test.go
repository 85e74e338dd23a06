package builtin

import (
	"slices"
	"strings"
	"testing"
)

// A newsRow is something told with how it is to be met: good, bad or plain.
type newsRow struct{ tone, say string }

var newsToldEnglish = []newsRow{
	{"bad", "Work was terrible, my boss shouted at me."},
	{"bad", "My cat died last night."},
	{"bad", "I lost my job on Monday."},
	{"bad", "Somebody stole my bike."},
	{"bad", "I failed the driving test again."},
	{"bad", "Mika's dog ran away."},
	{"bad", "I broke my wrist while skating."},
	{"bad", "My grandmother is very ill."},
	{"bad", "Mika's cat is ill."},
	{"bad", "Today was a nightmare."},
	{"bad", "My girlfriend broke up with me."},
	{"bad", "They bullied me at school."},
	{"bad", "I just moved to Leipzig and I don't know anyone here."},
	{"bad", "There is nobody to talk to."},
	{"good", "I got the job!"},
	{"good", "My sister had a baby."},
	{"good", "We won the match!"},
	{"good", "My boss praised me in front of everybody."},
	{"good", "I'm so happy today."},
	{"good", "The presentation went really well."},
	{"plain", "I work at a bakery in Leeds."},
	{"plain", "My sister lives in Osaka."},
	{"plain", "I have two cats."},
	{"plain", "The kitchen window faces north."},
	{"plain", "In the film the dog died."},
	{"plain", "My boss never shouted at me."},
	{"plain", "I work with computers."},
	{"plain", "I don't know anyone called Maurice."},
}

var newsToldJapanese = []newsRow{
	{"bad", "仕事がひどかった。上司に怒鳴られた。"},
	{"bad", "昨日、飼っていた猫が亡くなりました。"},
	{"bad", "会社をクビになりました。"},
	{"bad", "自転車を盗まれた。"},
	{"bad", "運転免許の試験に落ちました。"},
	{"bad", "スケートで手首を骨折しました。"},
	{"bad", "祖母が病気で入院しました。"},
	{"bad", "今日は最悪の一日だった。"},
	{"bad", "彼女と別れました。"},
	{"bad", "学校でいじめられています。"},
	{"bad", "楽しみにしていた旅行が中止になった。"},
	{"bad", "引っ越したばかりで、知り合いが一人もいない。"},
	{"good", "仕事が決まって、とてもうれしいです。"},
	{"good", "姉に赤ちゃんが生まれました。"},
	{"good", "試合で優勝しました！"},
	{"good", "みんなの前で上司に褒められました。"},
	{"good", "今日は楽しかった。"},
	{"good", "発表がうまくいきました。"},
	{"plain", "パン屋で働いています。"},
	{"plain", "妹は大阪に住んでいます。"},
	{"plain", "猫を二匹飼っています。"},
	{"plain", "台所の窓は北向きです。"},
	{"plain", "映画の中で犬が亡くなるんです。"},
	{"plain", "上司に怒鳴られなかった。"},
	{"plain", "パソコンを使う仕事です。"},
}

// TestNewsAreMetAsTheyAre has bad news answered with care, good news with joy
// and plain ones with neither; and nobody is asked what they have just told.
func TestNewsAreMetAsTheyAre(t *testing.T) {
	moods := map[string][]string{"bad": {"protective", "sadness"}, "good": {"joy"}, "plain": {"contentment", "neutral"}}
	for lang, rows := range map[string][]newsRow{"en": newsToldEnglish, "ja": newsToldJapanese} {
		lines := map[string]map[string][]string{"en": englishLines, "ja": politeLines}[lang]
		sympathy := slices.Concat(lines["mood.sad"], lines["mood.angry"], lines["mood.ill"], lines["mood.anxious"], lines["mood.tired"], lines["mood.lonely"])
		light := slices.Concat(lines["mood.happy"], lines["remark.plain"], lines["ask.@work"], lines["ask.event"], lines["ask.@cat"], lines["ask.sad"], lines["ask.angry"], lines["told.plan"])
		for _, row := range rows {
			for _, before := range []string{"", "Hello.", "こんにちは。"} { // another place in the talk, other words
				k := newTalk(t, lang)
				if before != "" {
					k.say(before)
				}
				reply := k.say(row.say)
				said := speech(reply)
				holds := func(list []string) bool {
					return slices.ContainsFunc(list, func(l string) bool { return strings.Contains(said, longestPart(l)) })
				}
				if !slices.ContainsFunc(moods[row.tone], func(m string) bool { return strings.Contains(reply, `category="`+m+`"`) }) {
					t.Errorf("%s, %q: %s", row.tone, row.say, reply)
				}
				if row.tone == "bad" && (!holds(sympathy) || holds(light)) {
					t.Errorf("no care for %q: %s", row.say, said)
				}
				if row.tone == "plain" && holds(sympathy) {
					t.Errorf("pity for %q: %s", row.say, said)
				}
			}
		}
	}
}

// TestKnownIsNotSaidTwice tells the same things again and again.
func TestKnownIsNotSaidTwice(t *testing.T) {
	for lang, facts := range map[string][]string{
		"en": {"I live in Leeds.", "I have two cats.", "My sister lives in Osaka.", "I work at a bakery.", "I love tea.", "I play the cello."},
		"ja": {"京都に住んでいます。", "猫を二匹飼っています。", "妹は大阪に住んでいます。", "パン屋で働いています。", "お茶が好きです。", "チェロを弾いています。"},
	} {
		k := newTalk(t, lang)
		for _, f := range facts {
			k.say(f)
		}
		known := append(parseVoice(k.soul).phrases["known"], map[string][]string{"en": englishLines["known"], "ja": politeLines["known"]}[lang]...)
		last, times := "", 0
		for _, f := range append(facts, facts...) {
			said := speech(k.say(f))
			for _, p := range known {
				if strings.Contains(said, longestPart(p)) {
					if times++; p == last {
						t.Errorf("%q twice in a row, the second time in %q", p, said)
					}
					last = p
				} else if p == last {
					last = ""
				}
			}
		}
		if times == 0 {
			t.Errorf("%s: never said that it is known", lang)
		}
	}
}

// TestOneThingIsToldOnce asks what is known after a day was told of by its name,
// which is written down with its date.
func TestOneThingIsToldOnce(t *testing.T) {
	k := newTalk(t, "en")
	k.say("I'm Robin.")
	k.say("My first day is on Monday.")
	said := speech(k.say("What do you know about me?"))
	if n := strings.Count(said, "first day"); n != 1 {
		t.Errorf("told %d times: %s", n, said)
	}
}
