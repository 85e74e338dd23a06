package builtin

import (
	"slices"
	"strings"
	"unicode/utf8"
)

func ja(expr string) *expr { return rx(expr) }

// leadsJa are what a Japanese message opens with.
var leadsJa = []rule{
	{kindGreeting, ja(`^(?:おはよう|こんにちは|こんにちわ|こんばんは|こんばんわ|やあ|やっほー|ただいま|はじめまして|初めまして|ハロー|お?久しぶり|お?ひさしぶり|もしもし|おっす|おいっす|よっ?|よう|まいど|どうも|おーい|初めてお邪魔します|お疲れ様|お疲れさま|おつかれさま|おつかれ|お疲れ)(?:ございます|です|だね|でした|ー|〜|っ)*(?:$|[、,\s]+|(?:ね|よ|ー)+$)`)},
	{kindThanks, ja(`^(?:どうも)?(?:いつも|本当に|ほんとに|話を?聞いてくれて|教えてくれて|[^、。]{0,14}て(?:くれて|くださって))?(?:ありがとう?|サンキュー|感謝(?:して|です)|助かった|助かりました|助かります)(?:ございます|ございました|ね|よ|う|ー|〜|います)*(?:$|[、,\s]+)`)},
	{kindApology, ja(`^(?:本当に)?(?:ごめん|ごめんなさい|すみません|すいません|すまん|申し訳(?:ない|ありません|ございません)|悪かった)(?:なさい|ね|よ|です)*(?:$|[、,\s]+)`)},
	{kindLaugh, ja(`^(?:笑|[wｗ]{2,}|草|あ?は(?:は)+|ふふふ?|えへへ)(?:$|[、,\s]+)`)},
	{kindYes, ja(`^(?:はい|うん|ええ|そう(?:です|だよ|だね|なの|なんだ|なんです|そう)?|もちろん|オッケー|わかった|わかりました|了解(?:です)?|なるほど|たしかに|確かに)(?:ね|よ)?(?:$|[、,\s]+)`)},
	{kindNo, ja(`^(?:いいえ|いや|いえ|ううん|違う|ちがう|違います|違うよ|別に|まだ(?:です)?)(?:よ|ね)?(?:$|[、,\s]+)`)},
	{kindOther, ja(`^(?:えっと|ええと|あのね|あのさ|あの|ねえねえ|ねえ|ねぇ|ねえ?ね|ところで|そういえば|じゃあ|では|それと|あと|へえ|ふーん|うーん)(?:[、,\s]+)`)},
}

// rulesJa are tried in order on what the leads left over.
var rulesJa = []rule{
	{kindCrisis, ja(`死にたい|消えてしまいたい|消えたい|自殺|生きて(?:い)?たくない|リストカット|自分を傷つけ`)},
	{kindFarewell, ja(`^(?:おやすみ|お休みなさい|さようなら|さよなら|またね|また明日|また来|また今度|(?:ん?じゃあ?|ほな|では)、?(?:ね|な|また)|そろそろ休|バイバイ|ばいばい|行ってきます|いってきます|そろそろ(?:寝|落ち|行|帰)|失礼します|もう寝|(?:.{0,8}、?)?(?:寝ます|寝るね|寝るわ)$|では、?また)`)},
	{kindAskIntro, ja(`自己紹介(?:して|を|お願い)`)},
	{kindAskMemory, ja(`(?:誰|だれ|人|ほか|他|みんな|親|母|父|先生).{0,6}(?:言わないで|話さないで|しゃべらないで|ばらさないで)|(?:内緒|ないしょ|秘密)(?:ね|だよ|です|に(?:して|しといて|しておいて|してね|してください))`)},
	{kindForget, ja(`(?:忘れて(?:ください|くれ|ほしい|ね|$)|消して(?:ください|くれ|ほしい|$)|なかったことに)`)},
}

var personaRulesJa = []rule{
	{kindAskNature, ja(`(?:AI|ＡＩ|人工知能|ロボット|機械|人間|プログラム|ChatGPT|GPT|言語モデル|生きて(?:い)?る|実在|本物|中の人|ボット)(?:なの|ですか|です|だよね|じゃない|？|か|$)|(?:あなた|君|きみ|{me})(?:は|って)(?:何者|なにもの|何なの|なんなの|何ですか)|(?:意識|感情|心|気持ち)(?:は|が|って)?(?:ある|あります)|どんな仕組み|どうやって動|^(?:誰|だれ)が(?:あなたを|君を)?(?:作|つく)|(?:誰|だれ)に(?:作|つく)ら`)},
	{kindAskIntro, ja(`自己紹介|^(?:あなた|君|きみ)(?:のこと|について)(?:を)?(?:教え|話|聞)|^(?:(?:あなた|君|きみ)(?:は|って|も)、?)?(?:普段|ふだん|いつも|ここで|日ごろ|日頃)(?:は|、)?(?:何|なに|どんなこと)を?(?:し|やっ|なさっ)|^(?:あなた|君|きみ)(?:の|は|って)、?(?:どんな|何の|なんの)?お?仕事(?:は|を|って|なの|です|$)`)},
	{kindAskName, ja(`^(?:(?:あなた|君|きみ|あんた|お前)の)?お?名前(?:は|を|って)?(?:なに|何|なん|教えて|聞|$)?(?:ですか|ですっけ|て|いうの|いいます|だっけ|か|$)|(?:あなた|君|きみ)(?:は|って)?(?:誰|だれ)|^(?:誰|だれ)(?:ですか|なの|$)|(?:何|なん)(?:て|と)(?:呼べば|呼んだら|お呼び)`)},
	{kindAskDream, ja(`夢(?:を|は|って|とか)?、?(?:また)?(?:見|み)(?:る|た|ます|ました|て)(?:の|か|い|んですか|のか|$)|どんな夢|^夢の話`)},
	{kindAskDay, ja(`(?:何|なに)(?:を)?して(?:た|る|いた|いる|い?ました|い?ます)(?:の|か|？|$)|(?:よく)?(?:眠れ|寝られ)(?:た|ました)`)},
	{kindAskSelf, ja(`^(?:(?:あなた|君|きみ|お前|あんた)(?:は|も|って|でも))?、?(?:寂し|さびし|さみし|眠|疲れ|退屈|つま|ひま|暇)[^は]{0,4}(?:ない|い|ません|ます|た|なの|る|しない)(?:の|か|ですか|んですか)?$|(?:元気|調子(?:は|どう)|ご機嫌|機嫌(?:は|どう))(?:ですか|ですか|だった|でした|どう|いい|$|なの|か)`)},
	{kindAskAll, ja(`(?:(?:私|僕|俺|わたし|ぼく|おれ|あたし|自分|うち)(?:のこと|について)(?:は|を|で|、)*(?:なに|何|どれくらい|どこまで)?.{0,6}(?:知って|覚えて|教えて|おぼえて|わか)|^(?:何|なに)を?(?:覚えて|知って|おぼえて)(?:る|い)|覚えて(?:い)?ること|(?:私|僕|俺|わたし|ぼく|うち)(?:は|って)(?:誰|だれ|どんな(?:人|やつ)(?:間)?)|^(?:最近|これまでに?|今まで)?、?(?:どんな|何の|なんの)(?:こと|話)を?(?:話した|話しました|してた|した)|(?:私|僕|俺|わたし|ぼく)のこと、?(?:覚えて|わか))`)},
	{kindAskMemory, ja(`(?:忘れ(?:る|ない|ちゃ|たり|ません)|覚えて(?:い)?(?:られ|てくれ|てもらえ)|どこに(?:保存|書いて|残|しまっ|記録)|誰(?:か)?(?:に|が|でも)(?:見|読)|秘密は?守)`)},
	{kindAskAbility, ja(`(?:何|なに)(?:が|を)?でき|できること(?:は|って|を)|使い方`)},
	{kindAskOpinion, ja(`(?:何|なに|どこ|どう|どれ|どっち).*[おこそとのほもよろごぞどぼぽ]うか(?:な|なあ|ね)?$|(?:おすすめ|お勧め|お薦め|オススメ)(?:の|は|って|を|教え|ある|です|して|だ|か|$)|どう思(?:う|い)|どう(?:したら|すれば)(?:いい|よい)|(?:いい|よい|べきだ|べき)と思(?:う|い)|べき(?:か|かな|かなあ|でしょうか|ですか|だろうか|なのかな?)$|(?:ほう|方)が(?:いい|よい)(?:か|かな|かなあ|のかな|ですか|でしょうか|だろうか)$|(?:で|か|どっち.*|どちら.*)(?:すごく|ずっと)?迷っ(?:て(?:い)?(?:る|ます|るんだ|いるんです)|ちゃう)(?:よ|ね|んだ|んです)?$|どうしよう(?:か|かな)?$|(?:アドバイス|助言)(?:は|を|が)?(?:ある|あり|くだ|くれ|ちょうだい|ほし)`)},
	{kindAskWants, ja(`^(?:(?:あなた|君|きみ|{me})(?:は|って|の|が)?)?(?:いま|今)?、?(?:(?:何|なに)(?:が|を)(?:したい|望|願)|(?:目標|望み|願い|夢)(?:は(?:何|なに|ある|あり)|って|は$)|したいことは?(?:何|なに|ある|あり|$)|気になって(?:い)?ることは?(?:何|なに|ある|あり|$))`)},
	{kindAskDate, ja(`(?:今日|きょう|今|いま)(?:は|って)?(?:何日|何曜日|何月|何年|なんにち|なんようび|日付)|^(?:何日|何曜日)(?:ですか|$|だっけ)|今日の日付`)},
	{kindAskTime, ja(`^(?:今|いま)(?:は|って|、)?(?:何時|なんじ)|^(?:何時|なんじ)(?:ですか|$|だっけ|かな|？)`)},
}

var (
	cannotJa   = ja(`(?:詩|ポエム|物語|小説|コード|プログラム|歌|絵|レシピ|文章|作文|俳句|短歌|メール|冗談|なぞなぞ|レポート|企画書|手紙).{0,10}(?:書いて|作って|考えて|描いて|歌って|詠んで|教えて|聞かせて|話して|言って)|(?:訳して|翻訳|要約|計算して|調べて|検索|まとめて|解いて|予約して|送って|描いて|歌って|開いて|再生して|添削)(?:ください|くれ|くれる|ほしい|よ|もらえ|くれない|頂|いただ|して|ね|$)|話.{0,2}して(?:よ|くれ|ください|ほしい|$)|しりとり|なぞなぞ|^(?:何|なに|なん|なんか)?か?、?(?:面白い|おもしろい)(?:こと|話)|^[\d０-９\s()（）]+[+×÷＋*/-][\d０-９\s+×÷＋*/()（）-]*(?:は|って|=|＝)?(?:いくつ|何|なに)?$|(?:天気|ニュース|気温|株価|為替|レート).{0,8}(?:？|ですか|は$|教え|どう|か$|かな|かしら|予報)`)
	keepJa     = ja(`^(.+?)(?:って|という(?:こと|の)を?|と|っていうの|ということ|ことを?|のを?|を|、)?(?:、)?(?:覚えて(?:おいて|い?て(?:ね|ほしい|くれ|ください)|ね|ください|くれ|$)|覚えといて|おぼえて(?:おいて|ね|$)|メモ(?:して|しといて|しておいて)|忘れないで|書きとめて|書き留めて|書いといて|書いておいて|記録して|控えて)`)
	keepLeadJa = ja(`^(?:(?:これ|このこと|次のこと|ひとつ|一つ)?(?:を)?(?:覚えて(?:おいて|て)|覚えといて|メモして|忘れないで|記録して)(?:ほしいんだけど|ほしいのですが|ください|くれる|ね|くれ)?)[、,:：\s]+(.+)$`)
	askEndJa   = ja(`(?:か|かな|かなあ|かしら|っけ|でしょうか|だろうか|ですか|ますか|ましたか)$`)
	askWordJa  = ja(`何|なに|なん(?:だ|で|の|て)|誰|だれ|どこ|いつ|どれ|どっち|どちら|どう|いくつ|いくら|なぜ|どんな|どの`)
	tellJa     = ja(`(?:教えて|言ってみて|答えて|当ててみて)(?:ください|くれ|くれる|ほしい|ね|よ|$)`)
	recallJa   = ja(`(?:覚えて|おぼえて|知って)(?:い)?(?:る|ます|ますか|た|るか|ない)|(?:話|言|教え)(?:し|っ|い)?(?:ま?した|た|て)っけ|忘れちゃった|忘れた`)
	praiseJa   = ja(`かわいい|可愛い|すごい(?:ね|です|よ|$)|優しい(?:ね|です|よ|$)|やさしい(?:ね|です|よ|$)|えらい|賢い|素敵(?:だ|です|な|$)|天才|^いいね|さすが|お?上手|最高(?:だよ|です)|(?:あなた|君|きみ|{me})(?:のこと|さん)?(?:が|を)?(?:大好き|好き)|^(?:大好き|好き)(?:だよ|です|$)|話せて(?:よかった|嬉し|うれし)|会いたかった|話すと(?:落ち着|ほっと|楽し)`)
	blameJa    = ja(`ばか(?:$|[^りん])|バカ(?:$|[^ン])|馬鹿|役に立た|使えない|つまらない(?:やつ|人|よ|$|(?:ね|な|なあ)?、?(?:あなた|君|きみ|{me})(?:は|って)?$)|うるさい|(?:あなた|君|きみ|お前)(?:なんて|なんか|は|が)?(?:嫌い|きらい|だめ|ダメ)|^嫌い$|間違って(?:る|い)|うそつき|嘘つき|黙って|黙れ|わかってない`)
)

// withName makes a rule that may name the persona. It is compiled per call
// only where the name stands in the text.
func (s *scene) matches(r *expr, text string) bool {
	if s.persona != "" && strings.Contains(text, s.persona) {
		text = strings.ReplaceAll(text, s.persona+"さん", "あなた")
		text = strings.ReplaceAll(text, s.persona, "あなた")
	}
	return r.MatchString(text)
}

// understandJapanese takes one Japanese sentence apart.
func (s *scene) understandJapanese(sen sentence) []act {
	acts, rest := s.takeLeadsJa(sen.text)
	if rest == "" {
		return acts
	}
	for _, r := range rulesJa {
		if s.matches(r.re, rest) && (r.kind != kindFarewell || utf8.RuneCountInString(rest) < 25) {
			return append(acts, act{kind: r.kind, text: rest})
		}
	}
	if key := talkKey(strings.TrimRight(rest, "wｗ笑…〜~♪ "), talkJapanese); key != "" {
		return append(acts, act{kind: kindTalk, text: rest, topic: key})
	}
	if a, ok := s.wishJapanese(rest); ok && !sen.asks {
		return append(acts, a)
	}
	if a, ok := s.correctionJapanese(rest); ok {
		return append(acts, a)
	}
	if a, ok := s.questionJapanese(sentence{text: rest, asks: sen.asks}); ok {
		return append(acts, a)
	}
	if k := s.addressed(rest); k != kindOther {
		return append(acts, act{kind: k, text: rest})
	}
	for _, part := range clausesJa(rest) {
		acts = append(acts, s.statementJapanese(part))
	}
	return acts
}

// addressed tells what a sentence does that is said to the persona.
func (s *scene) addressed(text string) kind {
	switch {
	case cannotJa.MatchString(text):
		return kindCannot
	case selfTopic.MatchString(text):
		return kindOther
	case s.matches(blameJa, text) && moodJapanese(text) == moodNone:
		return kindBlame
	case s.matches(praiseJa, text) && utf8.RuneCountInString(text) < 25:
		return kindPraise
	}
	return kindOther
}

func (s *scene) takeLeadsJa(rest string) ([]act, string) {
	var acts []act
	rest = strings.Trim(rest, " 、,")
	for range 6 {
		took := false
		for _, call := range []string{s.persona + "さん", s.persona + "ちゃん", s.persona} {
			if after, ok := strings.CutPrefix(rest, call); ok && s.persona != "" && (after == "" || startsWithAny(after, "、", ",", " ")) {
				rest, took = strings.TrimLeft(after, "、, "), true
			}
			if before, ok := strings.CutSuffix(rest, "、"+call); ok && s.persona != "" {
				rest, took = before, true
			}
		}
		for _, l := range leadsJa {
			m := l.re.FindString(rest)
			if m == "" {
				continue
			}
			if l.kind != kindOther {
				acts = append(acts, act{kind: l.kind, text: rest})
			}
			rest, took = strings.TrimLeft(rest[len(m):], " 、,"), true
			break
		}
		if !took {
			break
		}
	}
	return acts, rest
}

// wishJapanese understands "…を覚えておいて".
func (s *scene) wishJapanese(text string) (act, bool) {
	what := ""
	if m := keepLeadJa.FindStringSubmatch(text); m != nil {
		what = m[1]
	} else if m := keepJa.FindStringSubmatch(text); m != nil {
		what = m[1]
	}
	what = strings.Trim(what, " 、")
	if utf8.RuneCountInString(what) < 3 || askWordJa.MatchString(what) && !strings.Contains(what, "は") {
		return act{}, false
	}
	if name := nameInJapanese(what); name != "" {
		return s.nameAct(text, name), true
	}
	a := act{kind: kindFact, text: what, told: true, mirror: s.mirrorJapanese(what), topic: topicJapanese(what), category: categoryJapanese(what)}
	a.facts = []fact{{s.thirdJapanese(what), a.category}}
	return a, true
}

var correctJa = []*expr{
	ja(`^([^、。]{1,20}、[^、。]{1,20}?|[^、。]{1,30}?)(?:じゃ|では)なくて?、?(?:て、?)?([^、。]{1,30}?)(?:だよ|です|だ|なの|なんだ|なんです|だって|だった|でした)?(?:よ|ね)?$`),
}

// correctionJapanese understands "tundraじゃなくてtaigaだよ".
func (s *scene) correctionJapanese(text string) (act, bool) {
	text = leadJa.ReplaceAllString(text, "")
	if wrongNameJa.MatchString(text) {
		return act{kind: kindWrongName, text: text}, true
	}
	if rest, ok := strings.CutPrefix(text, "名前、"); ok {
		text = "名前は" + rest
	}
	for _, re := range correctJa {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		wrong, right := afterTopic(m[1]), strings.Trim(m[2], " 「」")
		if wrong == "" || right == "" {
			continue
		}
		if wrong == s.user || strings.HasPrefix(m[1], "名前は") || strings.Contains(m[1], "の名前は") && selfPossessive.MatchString(m[1]) {
			return s.nameAct(text, strings.TrimSuffix(right, "さん")), true
		}
		if name := s.nameCorrected(wrong, right); name != "" {
			return s.nameAct(text, name), true
		}
		if f, ok := s.otherDayJapanese(wrong, right); ok {
			return act{kind: kindFact, text: text, told: true, category: "correction", topic: right, mirror: wrong + "ではなく" + right, facts: []fact{{f, "fact"}}}, true
		}
		old := s.newestWith(wrong, "")
		if old == "" {
			continue
		}
		fixed := strings.TrimRight(strings.ReplaceAll(old, wrong, right), "。")
		return act{
			kind: kindFact, text: text, told: true, category: "correction", topic: right, mirror: wrong + "ではなく" + right,
			facts: []fact{{fixed + "（" + wrong + "ではない）。", "fact"}},
		}, true
	}
	return act{}, false
}

func afterTopic(t string) string {
	for _, p := range []string{"は", "が", "って", "、"} {
		if i := strings.LastIndex(t, p); i > 0 {
			t = t[i+len(p):]
		}
	}
	return strings.Trim(t, " 「」、")
}

// questionJapanese understands a question, or reports false.
func (s *scene) questionJapanese(sen sentence) (act, bool) {
	text := sen.text
	if !sen.asks && !asksJapanese(text) {
		return act{}, false
	}
	if !selfPossessive.MatchString(text) || askAllJa.MatchString(text) {
		for _, r := range personaRulesJa {
			if s.matches(r.re, text) && (r.kind == kindAskAll || !selfTopic.MatchString(text)) {
				return act{kind: r.kind, text: text}, true
			}
		}
	}
	if cannotJa.MatchString(text) {
		return act{kind: kindCannot, text: text}, true
	}
	k := kindAsk
	if s.asksOfPersona(text) {
		k = kindAskPersona
	}
	return act{kind: k, text: text, ask: s.newQuestionJapanese(text)}, true
}

// asksJapanese reports whether a sentence without a question mark asks
// something. What ends in かな without a question word only muses.
func asksJapanese(text string) bool {
	word := askWordJa.MatchString(text)
	switch {
	case tellJa.MatchString(text), endsWithAny(text, "は何", "は誰", "はどこ", "はいつ", "は何か", "は誰か", "はどこか", "はいつか", "は何という", "を何という", "って何", "って誰", "の名前は"):
		return true
	case endsWithAny(text, "のこと覚えてる", "のこと知ってる", "と思う", "と思います") && (word || recallJa.MatchString(text)):
		return true
	case endsWithAny(text, "でしょ", "でしょう", "だろ", "だよね", "ですよね") && containsAny(text, "あなたは", "あなたって", "君は", "君って", "お前は"):
		return true
	case endsWithAny(text, "かな", "かなあ", "かしら"):
		return word
	case recallJa.MatchString(text) && word && !containsAny(text, "何でも", "なんでも"):
		return true
	case endsWithAny(text, "とか", "何か", "なんか", "どこか", "誰か", "いつか", "ばか", "はるか", "静か", "確か", "しか"):
		return false
	}
	return askEndJa.MatchString(text)
}

var (
	anySelf  = ja(selfJa)
	selfRole = ja(selfJa + `[はがのを]`)
	anyKin   = ja(kinJa)
)

// asksOfPersona reports whether a question is about the persona, which
// Japanese often does not name.
func (s *scene) asksOfPersona(text string) bool {
	if likingJa.MatchString(text) && !recallJa.MatchString(text) && !strings.Contains(text, "っけ") && !anySelf.MatchString(text) && !anyKin.MatchString(text) {
		return true
	}
	addressed := containsAny(text, "あなた", "君は", "君の", "きみ") || s.persona != "" && strings.Contains(text, s.persona)
	return addressed && !selfRole.MatchString(text)
}

// likingJa is what one asks the other about without saying "you".
var likingJa = ja(`^(?:何|なに|どんな[^、]{1,8}|[^、はが]{1,10})(?:が|は|って)?(?:大?好き|嫌い|苦手|得意)(?:です|なの|なん)?(?:か|ですか|？|の)?$`)

var askAllJa = personaRulesJa[slices.IndexFunc(personaRulesJa, func(r rule) bool { return r.kind == kindAskAll })].re

// questionTail is what only makes a sentence a question.
var questionTail = ja(`(?:(?:か|を|は|って|の|が|、)*(?:覚えて|おぼえて|知って)(?:い)?(?:る|ます|ますか|た)?(?:か|かな|の|よね)?|(?:を|は|って)?教えて.*|(?:と|って)?(?:話|言|教え)(?:し|っ|い)?(?:ま?した|た)?っけ|だっけ|っけ|でしょうか|ですか|ますか|かな|でしたか|だったか)$`)

var selfAsked = ja(`(?:私|僕|俺|わたし|ぼく|あたし)(?:は|が|の|って|を|に)`)

var countJa = ja(`何(?:人|匹|歳|個|回|年|冊|枚|本|台|才|頭|羽)|いくつ|いくら|どれくらい|どのくらい`)

// wantedJapanese tells what kind of answer a question wants.
func wantedJapanese(text string) askKind {
	switch {
	case containsAny(text, "名前", "なんて呼", "何て呼", "なんという", "何という"):
		return askName
	case containsAny(text, "誰", "だれ", "どなた"):
		return askWho
	case containsAny(text, "どこ", "どちら"):
		return askWhere
	case containsAny(text, "いつ", "何時", "何日", "何曜", "何月", "何年"):
		return askWhen
	case countJa.MatchString(text):
		return askNumber
	case containsAny(text, "なぜ", "どうして", "なんで", "何で"):
		return askWhy
	case containsAny(text, "について", "のこと", "どんな話"):
		return askAbout
	case askWordJa.MatchString(text), strings.HasSuffix(text, "は"):
		return askWhat
	case containsAny(text, "覚えて", "知って", "おぼえて"):
		return askAbout
	}
	return askYesNo
}

func (s *scene) newQuestionJapanese(text string) question {
	q := question{text: text, kind: wantedJapanese(text), user: true, span: spanIn(text, s.now)}
	if s.persona != "" {
		text = strings.ReplaceAll(strings.ReplaceAll(text, s.persona+"さん", ""), s.persona, "")
	}
	body := questionTail.ReplaceAllString(text, "")
	body = selfAsked.ReplaceAllString(body, "")
	q.about = strings.TrimRight(strings.Trim(body, " 、は"), "のはがを")
	if m := hiraganaTopic.FindStringSubmatch(body); m != nil && !notNameJa.MatchString(m[1]) {
		q.terms = append(q.terms, term{hiraganaName + m[1], 1.5})
	}
	if ownAge.MatchString(text) {
		q.terms = append(q.terms, term{"@age", 1})
	}
	if strings.Contains(text, "明日") || strings.Contains(text, "明後日") || strings.Contains(text, "あさって") {
		q.terms = append(q.terms, dayMarks(absoluteJapanese(text, s.now))[:1]...)
	}
	for _, t := range termsOf(askNoise.ReplaceAllString(body, " ")) {
		if q.kind == askName && t.key == "@name" {
			continue
		}
		q.terms = append(q.terms, t)
	}
	return softened(q)
}

var ownAge = ja(`^(?:私|僕|俺|わたし|ぼく|おれ)?(?:は|って|の)?(?:何歳|いくつ|年齢|歳は)`)

var askNoise = ja(`何(?:人|匹|歳|個|回|年|冊|枚|本|台|才|頭|羽|時|日|曜日|月)?|先日|申し上げ(?:た|ました)|お?話し(?:した|しました)|いらっしゃい|今日|昨日|明日|おととい|一昨日|先週|今週|先月|今月|どんな|誰|話した|言った|覚えて|知って|教えて|名前`)

var (
	hiraganaTopic = ja(`^(\p{Hiragana}{2,6}?)(?:ちゃん|くん|さん)?(?:は|って|の|が|、)`)
	notNameJa     = ja(`^(?:いま|きょう|あした|きのう|それ|これ|あれ|どれ|どこ|いつ|だれ|なに|なん|どう|どんな|みんな|ここ|そこ|あそこ|ほか|ところ|わたし|ぼく|おれ|あたし|うち|じぶん|あなた|きみ|さっき|まえ|すき|なんで|どうして)`)
)

// clausesJa splits "名前はXで、Yをしています" and sentences joined by て or し
// only where a new topic of the speaker begins.
func clausesJa(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '、' || r == ',' })
	var out []string
	cur := ""
	for _, p := range parts {
		p = strings.TrimSpace(p)
		if cur == "" {
			cur = p
			continue
		}
		if owner := ownerIn(cur); owner != "" && strings.HasPrefix(p, "名前は") {
			out = append(out, joinedEnd(cur))
			cur = owner + "の" + p
			continue
		}
		if (nameInJapanese(cur) != "" || selfTopic.MatchString(p) || likesJa.MatchString(p) && endsWithAny(cur, "けど", "が", "し", "けれど") || ownTopic.MatchString(p) && endsWithAny(cur, "で", "し", "けど", "が", "て")) && utf8.RuneCountInString(p) > 3 {
			out = append(out, joinedEnd(cur))
			cur = p
			continue
		}
		cur += "、" + p
	}
	return append(out, cur)
}

var likesJa = ja(`^[^、はが]{1,12}(?:は|が|も)(?:大?好き|大?嫌い|苦手|きらい|すき|得意)`)

var ownerRe = ja(kinJa + `|猫|犬|うさぎ|鳥|ハムスター|金魚|ペット`)

// elderly is what people of some age call themselves, and nobody's kin.
var elderly = ja(`(?:の|な|が|は)お(?:ば(?:ちゃん|さん)|じ(?:ちゃん|さん)|ばあちゃん|じいちゃん)`)

// ownerIn returns who or what a clause introduced, whose name follows.
func ownerIn(c string) string {
	if c == "" || !containsAny(c, "い", "飼", "で", "だ", "引き取", "もら", "迎え", "来た", "来ました") {
		return ""
	}
	all := ownerRe.FindAllString(elderly.ReplaceAllString(c, ""), -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

var teForms = [][2]string{{"おりまして", "います"}, {"っていて", "っている"}, {"ていて", "ている"}, {"でいて", "でいる"}, {"があって", "がある"}, {"がいて", "がいる"}, {"だけど", "だ"}, {"ですけど", "です"}, {"ですが", "です"}, {"けど", ""}, {"だし", "だ"}, {"ますし", "ます"}, {"ですし", "です"}, {"んで", "んだ"}, {"って", "った"}, {"て", "た"}}

// joinedEnd closes a clause that was joined to the next.
func joinedEnd(c string) string {
	for _, t := range teForms {
		if rest, ok := strings.CutSuffix(c, t[0]); ok {
			return rest + t[1]
		}
	}
	if rest, ok := strings.CutSuffix(c, "で"); ok {
		return rest + "だ"
	}
	return c
}
