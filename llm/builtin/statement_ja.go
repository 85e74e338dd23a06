package builtin

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

const nameJa = `「?([^、。「」\s]{1,20}?)」?(?:さん)?`

// familyJa and givenJa are names in kanji that are taken for one without
// "my name is": the most frequent family names, and what given names end with.
const (
	familyJa = `(?:佐藤|鈴木|高橋|田中|伊藤|渡辺|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|清水|山崎|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|斉藤|福田|太田|西村|藤井|金子|岡本|藤原|三浦|中野|中川|原田|松田|竹内|小野|田村)[\p{Han}]{0,3}`
	givenJa  = `[\p{Han}]{1,2}[太郎介輔也哉美恵奈香花翔樹彦雄之斗菜乃穂佳江織]`
)

var namesJa = []*expr{
	ja(`(?:^|[、。]|は|の)名前は、?` + nameJa + `(?:です|だよ|だ|といいます|っていいます|って言います|と言います|と申します|といい|っていう(?:んだ|の|よ)|で|なの|なんだ)?(?:よ|ね)?$`),
	ja(`(?:^|[、。は])` + nameJa + `(?:と申します|といいます|っていいます|って言います|と言います|って名前です|という名前です|というものです|という者です|っていうんだ|っていうの|っていうよ|って名前だよ)(?:よ|ね)?$`),
	ja(`(?:^|[、。は])` + nameJa + `(?:って|と|で)(?:呼んで|よんで)(?:ください|くれ|ほしい|ね|よ|$)`),
	ja(`^(?:私|僕|俺|わたし|ぼく|あたし|おれ)は、?「?([\p{Katakana}ーA-Za-z][\p{Katakana}ー・A-Za-z]{0,19})」?(?:です|だよ|だ)(?:よ|ね)?$`),
	ja(`^(?:私|僕|俺|わたし|ぼく|あたし|おれ)は、?(` + familyJa + `|` + givenJa + `)(?:です|だよ|だ)(?:よ|ね)?$`),
	ja(`^([\p{Katakana}ーA-Z][\p{Katakana}ー・A-Za-z]{1,19})(?:です|だよ)(?:よ)?$`),
}

var notNamesJa = set(`エンジニア プログラマー デザイナー フリーター サラリーマン アメリカ人 イギリス人 ニート フリーランス ライター カメラマン マジ ホント ダメ ムリ オッケー アルバイト パート コーヒー ラーメン カレー ミュージシャン イラストレーター`)

var kinPossessive = ja(kinJa + `の名前|(?:猫|犬|ペット|子|会社|プロジェクト|店|娘|息子)の名前`)

// ofAnother reports whether a name in text is that of somebody or something
// else: 船の名前は海燕, 船は海燕っていうんだ.
func ofAnother(text, name string) bool {
	before, _, _ := strings.Cut(text, name)
	return strings.HasSuffix(before, "は") && !selfTopic.MatchString(before) && !ownName.MatchString(before)
}

// ownName is what stands before the user's own name.
var ownName = rx(`^(?:` + selfJa + `の)?お?名前は$`)

// selfBefore is the user before their own name: 俺ケンタ.
var selfBefore = rx(`^` + selfJa + `([\p{Katakana}ー]{2})`)

// nameInJapanese returns the name with which the user introduces themselves.
func nameInJapanese(text string) string {
	text = leadJa.ReplaceAllString(strings.TrimRight(text, "wｗ♪…~〜～!！。、 "), "")
	if kinPossessive.MatchString(text) || ownTopic.MatchString(text) && !strings.HasPrefix(text, "名前") {
		return ""
	}
	text = strings.TrimRight(text, "、")
	for _, re := range namesJa {
		m := re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if ofAnother(text, m[1]) {
			return ""
		}
		name := selfBefore.ReplaceAllString(selfTopic.ReplaceAllString(strings.Trim(m[1], "「」 "), ""), "$1")
		if i := strings.LastIndex(name, "は"); i > 0 && i+3 < len(name) && strings.Contains(name, "名前") {
			name = name[i+3:]
		}
		if name == "" || notNamesJa[name] || askWordJa.MatchString(name) || strings.ContainsAny(name, "<>{}をがはに") {
			return ""
		}
		return name
	}
	return ""
}

func (s *scene) nameAct(text, name string) act {
	s.newName = name
	return act{kind: kindName, text: text, name: name, facts: []fact{{"ユーザーの名前は" + name + "さん。", "fact"}}}
}

// lifeJa are words of statements that will still matter.
var lifeJa = ja(`の名前は|住ん|暮らし|働い|勤め|通って|好き|嫌い|苦手|飼|始め|始まった|やめ|辞め|引っ越|買っ|作っ|書い|読ん|観た|観て|見た|見て|行っ|行く|行き|会っ|会う|会い|食べ|飲ん|勉強|習|結婚|離婚|生まれ|卒業|入学|合格|受か|転職|就職|予定|つもり|ことにし|決め|決ま|したい|なりたい|住みたい|たいと思|パート|営業|はまって|ハマって|アレルギー|歳|才です|才だ|[一二三四五六七八九十\d]+にな(?:る|り|っ)|二児|三児|(?:兄弟|姉妹|きょうだい|子ども|子供|孫|彼氏|彼女|恋人|妻|夫|家内|主人|両親|息子|娘)(?:は|が|も)?[^、。]{0,6}(?:いな|いませ|いる|いま|おり)|プレゼント|あげた|あげまし|くれた|くれまし|飲め|食べられ|走れ|歩け|行けな|会えな|締め?切り|締切|〆切|推し|部活|サークル|実家|出身|初出勤|夜勤|免許|(?:看護師|医師|医者|教師|会社員|エンジニア|プログラマー|デザイナー|大学生|高校生|中学生|専門学生|大学院生|公務員|店員|保育士|研究者|主婦|主夫|美容師|薬剤師|弁護士|編集者|翻訳者|運転手|農家|ライター|作家|介護士|フリーター|漫画家|自営業|年金暮らし)(?:で|です|だ|なん|を|と|$)|プロジェクト|開発|取り組|やって|してい|してる|してます|面接|試験|旅行|出張|入院|手術|誕生日|記念日|趣味|得意|持って|もらっ|なくし|失く|忘れ物|終わ|手伝|走っ|泳|弾|描|育て|作り|直し|壊れ|届い|来る|来た|来て|帰|できた|できる|亡くな|別れ|発表|締め切り|約束|派です|派だ|派な|なきゃ|なくちゃ|ないと|曜|忘れ|届け|勤務|ベジタリアン|ヴィーガン|ビーガン|菜食主義|取った|取れた|取りました|けんか|喧嘩|仲直り|予約|バイト|独身|既婚|左利き|右利き|[小中高][1-6１-６](?:年生?)?(?:です|だ|で|の|なの|$)|^(?:うち|家)に(?:は|も)?[^、。はが]{1,12}がい|甘党|辛党|下戸|妊娠|(?:アメリカ|イギリス|中国|韓国|フランス|ドイツ|イタリア|スペイン|日本|台湾|カナダ|インド)人(?:だ|です|なん)|クリスチャン|仏教徒|イスラム教徒`)

var notesJa = ja(`^(?:今日|明日|昨日|最近|外)?(?:は|も)?(?:暑い|寒い|雨|晴れ|曇り|雪|いい天気|涼しい|暖かい|蒸し暑い)`)

// statementJapanese understands a Japanese clause that asks nothing.
func (s *scene) statementJapanese(c string) act {
	c = s.withOlder(s.withOwner(strings.ReplaceAll(strings.Trim(c, " 、"), "てて、", "ていて、")))
	name := nameInJapanese(c)
	if name == "" {
		name = cmp.Or(s.nameGivenJapanese(c), s.introducedJapanese(c))
	}
	if name != "" && !s.isPersona(name) {
		return s.nameAct(c, name)
	}
	a := act{kind: kindRemark, text: c, mirror: s.mirrorJapanese(c), topic: topicJapanese(c), category: categoryJapanese(c)}
	a.mood = moodJapanese(c)
	if isRequestJa(c) {
		return a
	}
	toMe := s.toPersona(c)
	switch {
	case a.mood != moodNone && !toMe:
		a.kind = kindFeeling
		if isNews(c) {
			a.facts = s.factJapanese(c, "feeling")
		}
	case s.isReply(c) && isShortReply(c):
		a.kind = kindReply
	case toMe || passing(c):
	case tellsJapanese(c):
		a.kind = kindFact
		a.facts = s.factJapanese(c, a.category)
	case s.ofKnown(c):
		a.kind, a.category = kindFact, "entity"
		a.facts = s.factJapanese(c, a.category)
	}
	return a
}

// isNews reports whether a feeling is told with what it is about.
func isNews(c string) bool {
	return utf8.RuneCountInString(c) > 9 && (newsJapanese(c) != moodNone || tellsJapanese(c) || containsAny(c, "ので", "から", "て、", "で、"))
}

// tellsJapanese reports whether a clause is of the user, or of what will still
// matter.
func tellsJapanese(c string) bool {
	return ownJapanese(c) || lifeJa.MatchString(c) || lifeJa.MatchString(plain(c))
}

// ofKnown reports whether a clause is about somebody the user named before.
func (s *scene) ofKnown(c string) bool {
	m := otherTopic.FindStringSubmatch(c)
	if m == nil || utf8.RuneCountInString(c) < 6 {
		return false
	}
	_, known := kinOf(s.recollect())[strings.TrimSuffix(m[1], "さん")]
	return known
}

// toPersona reports whether a clause speaks of the persona.
func (s *scene) toPersona(c string) bool {
	return containsAny(c, "あなた", "君", "きみ") || s.persona != "" && strings.Contains(c, s.persona)
}

// factJapanese writes a clause of the user down in the third person.
func (s *scene) factJapanese(c, category string) []fact {
	text := s.thirdJapanese(c)
	if len(text) > 500 {
		return nil
	}
	return []fact{{text, category}}
}

// ownJapanese reports whether a clause is about the user or theirs.
func ownJapanese(c string) bool {
	return selfTopic.MatchString(c) || selfPossessive.MatchString(c) || ownTopic.MatchString(leadJa.ReplaceAllString(c, ""))
}

// isRequestJa reports whether a clause asks for something to be done.
func isRequestJa(c string) bool {
	return !endsWithAny(c, "くて", "あって", "なって", "られて", "ちゃって", "しまって", "すぎて") && endsWithAny(c, "て", "てね", "てよ", "てください", "てくれ", "てほしい", "なさい", "んで", "おいで")
}

// isShortReply reports whether a clause is a short reason, or a few words that
// tell nothing by themselves.
func isShortReply(c string) bool {
	n := utf8.RuneCountInString(c)
	if endsWithAny(c, "から", "ので", "からね", "からかな") {
		return n <= 16
	}
	return n <= 12 && !containsAny(c, "は", "が") && !tellsJapanese(c)
}

// passing reports whether a clause is about the moment and would mean nothing
// tomorrow.
func passing(c string) bool {
	return notesJa.MatchString(c) || utf8.RuneCountInString(c) < 4 || endsWithAny(c, "と思う", "かも", "かな", "かなあ", "かしら", "かなぁ")
}

// withOwner puts before "名前は…" whose name it is, where somebody or some
// animal was just spoken of.
func (s *scene) withOwner(c string) string {
	both := twoNames.MatchString(c)
	if !strings.HasPrefix(c, "名前は") && !both {
		return c
	}
	before, _, _ := strings.Cut(s.reading, c)
	owner := ownerIn(before)
	if last := s.lastTexts(); owner == "" && !s.askedName() && len(last) > 0 {
		owner = ownerIn(last[0])
	}
	switch {
	case owner == "":
		return c
	case both:
		return owner + "の名前は" + c
	}
	return owner + "の" + c
}

// twoNames is what is said after "兄が二人います".
var twoNames = ja(`^[\p{Han}\p{Katakana}ー]{1,6}(?:と|、)[\p{Han}\p{Katakana}ー]{1,6}(?:です|だよ|だ|といいます|っていいます|っていう)(?:よ|ね)?$`)

func categoryJapanese(c string) string {
	switch {
	case containsAny(c, "好き", "嫌い", "苦手", "お気に入り", "アレルギー", "食べられない", "飲めない", "好物"):
		return "preference"
	case containsAny(c, "ことにし", "決めた", "決めました"):
		return "decision"
	case containsAny(c, "予定", "つもり", "したい", "たいと思", "明日", "来週", "来月", "来年", "今度", "なきゃ", "なくちゃ", "面接", "試験", "行く", "行きます"):
		return "plan"
	}
	p := plain(c)
	if endsWithAny(p, "た", "んだ") && !strings.HasSuffix(p, "ていた") {
		return "event"
	}
	return "fact"
}

var moodsJa = []struct {
	mood mood
	re   *expr
}{
	{moodSad, ja(`悲し|かなし|つらい|辛い|つらく|落ち込|泣い|泣き|失恋|ふられ|振られ|凹|へこ|ショック|(?:学校|会社|仕事|職場)(?:に|へ|には)?行きたくな|口を(?:き|利)いてくれ|絶望|みじめ|後悔|(?:れば|たら)よかった|(?:自分|生きるの|全部|何もかも)が(?:嫌|いや)|自己嫌悪|嫌われ|揉め|もめて|もめた|四十九日|葬儀|葬式|通夜|法事|命日|一周忌|納骨|他界|永眠|(?:嬉し|うれし|楽し|幸せじゃ)く?な|よくなかった|最悪`)},
	{moodLonely, ja(`寂し|さびし|さみし|淋し|孤独|ひとりぼっち|一人ぼっち|すれ違い|すれちがい|会えていな|会えてな|会えない`)},
	{moodIll, ja(`熱が(?:ある|出)|風邪|(?:頭|お腹|おなか|胃|喉|のど|腰|歯|膝|肩|胸|足|背中|首|目|耳)が(?:痛|いた)|具合が悪|体調(?:が|を)|気持ち悪|眠れな|吐き気`)},
	{moodTired, ja(`疲れ|つかれ|くたくた|へとへと|ぐったり|眠い|ねむい|しんど|だるい`)},
	{moodAnxious, ja(`不安|べきか、?(?:ずっと|まだ)?(?:迷|悩)|悩んで(?:い)?(?:る|ます)|心配|緊張|怖い|こわい|怖く|焦って|焦る|ストレス|プレッシャー|どきどき|ドキドキ`)},
	{moodAngry, ja(`怒って|怒った|腹が立|ムカつ|むかつ|イライラ|いらいら|許せな|頭にき|頭に来|むかむか|うざい|ウザい|うざった|うっとうし|最低だ|理不尽`)},
	{moodBored, ja(`退屈|ひまだ|暇だ|暇です|暇な|暇$|ひま$|ひまで`)},
	{moodHappy, ja(`嬉し|うれし|楽になっ|楽になり|すっきりし|感動し|楽しかった|楽しみ|楽しい|たのし|幸せ|最高|よかった|良かった|やった(?:ー|！|$)|合格|受かっ|ワクワク|わくわく|ほっとし`)},
}

var notMoodJa = ja(`(?:不安|心配|緊張|怖|こわ|疲れ|ストレス)(?:は|じゃ|では|して|て)?(?:い)?な(?:い|く)|(?:悲しく|つらく|寂しく|さびしく|眠く)(?:は)?ない`)

// touchedJa is crying for joy.
var touchedJa = ja(`(?:ありがとう|感謝|感動|嬉しく|うれしく|褒め|ほめ).*泣`)

// moodJapanese tells how the user says they feel.
func moodJapanese(c string) mood {
	if notMoodJa.MatchString(c) {
		return moodNone
	}
	if m := newsJapanese(c); m != moodNone {
		return m
	}
	if touchedJa.MatchString(c) {
		return moodHappy
	}
	for _, m := range moodsJa {
		if m.re.MatchString(c) {
			return m.mood
		}
	}
	return moodNone
}

var topicJaRe = rx(`([\p{Han}\p{Katakana}ーA-Za-z0-9]+(?:の[\p{Han}\p{Katakana}ーA-Za-z0-9]+)?)(?:が|を|に|へ|で|と|は|も|って)`)

// topicJapanese returns the noun a statement is about.
func topicJapanese(c string) string {
	c = timeTopic.ReplaceAllString(selfTopic.ReplaceAllString(leadJa.ReplaceAllString(c, ""), ""), "")
	c = selfPossessive.ReplaceAllString(c, "")
	for _, m := range topicJaRe.FindAllStringSubmatch(c, 4) {
		if verbIn := strings.Contains(c, m[1]+"とし") || strings.Contains(c, m[1]+"とす") || strings.Contains(c, m[1]+"とさ"); !verbIn && !stopsJa[m[1]] && utf8.RuneCountInString(m[1]) > 1 && utf8.RuneCountInString(m[1]) < 16 {
			return m[1]
		}
	}
	return ""
}

// statedJapanese returns the statements in a sentence the user said before.
func (s *scene) statedJapanese(text string) []string {
	text = leadJa.ReplaceAllString(text, "")
	if askEndJa.MatchString(text) || tellJa.MatchString(text) || utf8.RuneCountInString(text) < 4 {
		return nil
	}
	if cannotJa.MatchString(text) || praiseJa.MatchString(text) && utf8.RuneCountInString(text) < 20 || rulesJa[1].re.MatchString(text) || rulesJa[3].re.MatchString(text) {
		return nil
	}
	if m := keepLeadJa.FindStringSubmatch(text); m != nil {
		text = m[1]
	} else if m := keepJa.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	out := clausesJa(text)
	for i := range out {
		out[i] = s.withOwner(out[i])
	}
	return out
}
