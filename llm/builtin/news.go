package builtin

// News that hurt are met with care, whether or not the words say how it feels.
// What is told of a film or a book, or only supposed, is no news.

// hurts are what news hurt by, and what it makes of somebody.
var hurts = []struct {
	mood mood
	re   *expr
}{
	{moodAngry, re(`\b(?:shout|yell|scream|swear|swore|snap|laugh|curse)(?:p?ed|ing|s)? at (?:me|us)\b|\b(?:bull(?:y|ies|ied|ying)|insult\w*|cheat\w* on|humiliat\w*|mock\w*|ignor\w*|betray\w*|lied to|attack\w*|robb\w*|scam\w*|blam\w*|threaten\w*|stood|made fun of) me\b|\bstole my\b|\b(?:was|were|got|been) (?:stolen|robbed|burgled|bullied|mugged|insulted|scammed)\b|\b(?:somebody|someone|they) (?:broke into|scratched|keyed|smashed) (?:my|our)\b`)},
	{moodSad, re(`\b(?:made redundant|laid off|(?:was|got|been) (?:fired|sacked|evicted|rejected|dumped)|lost (?:my|our|his|her|their) (?:\w+ ){0,2}\w+|failed (?:my|the|an?|his|her)\b|turned me down|rejected me|dumped me|(?:broke|split) up|ran away|is missing|went missing|is dying|miscarriage|diagnosed with|has (?:cancer|dementia|leukaemia|alzheimer's)|had a stroke|had a heart attack|is in a coma)\b|\b(?:my|our|\w+['’]s) (?:\w+ )?(?:cat|kitten|dog|puppy|horse|rabbit|hamster|bird|mother|father|mum|mom|dad|sister|brother|grandmother|grandfather|grandma|grandpa|wife|husband|son|daughter|friend)\b.{0,20}\b(?:died|dead|passed away|is (?:very |really |seriously )?(?:ill|sick))\b|\bput (?:him|her|it|our \w+|my \w+) (?:down|to sleep)\b`)},
	{moodAnxious, re(`\b(?:has|have|having|needs?|going in for|goes in for|waiting for|facing|before) (?:(?:her|his|their|my|an?|the|\w+) ){0,2}(?:surgery|operation|biopsy|chemo\w*|transplant)\b`)},
	{moodIll, re(`\b(?:broke|sprained|twisted|fractured|hurt|injured) (?:my|his|her) (?:\w+ )?(?:arm|leg|wrist|ankle|foot|hand|finger|toe|knee|back|shoulder|nose|rib|hip)\b|\b(?:had|have had|was in|been in) an? (?:\w+ )?(?:accident|crash)\b|\bfood poisoning\b`)},
	{moodSad, re(`^(?:work|school|class|today|yesterday|tonight|life|everything|things|it(?:'s| all)?|this|(?:the|my|our|this|last) (?:whole )?(?:day|week|weekend|month|year|night|morning|evening|meeting|interview|exam|test|shift|presentation|date|trip|holiday|flight|commute|party|wedding|appointment))(?: (?:at|with|in) [^,]{1,30})? (?:was|were|is|are|has been|have been|been|went|turned out)(?: (?:so|really|very|just|absolutely|quite|pretty|totally|all|a|an|all a))* (?:terrible|terribly|awful|horrible|horribly|dreadful|nightmare|disaster|catastrophe|miserable|hell|badly|wrong|rough|ruined|mess)\b|\b(?:had|having|been having|it's been|it was|what) (?:such )?an? (?:really |very |truly )?(?:bad|awful|terrible|horrible|rough|hard|dreadful|miserable|crappy|tough) (?:day|week|month|year|time|night|morning)\b`)},
}

// alone is that there is nobody, which hurts by what is not there.
var (
	alone   = re(`\b(?:don't|do not|didn't) (?:really |actually )?know (?:anyone|anybody|a soul|people)(?: else)?(?: (?:here|there|around|in|yet|at)\b|$)|\bknow(?:ing)? (?:no one|nobody)(?: (?:here|there|in)\b|$)|\b(?:have|got) (?:no friends|nobody|no one)\b|\bhaven't (?:got|made|found) any friends\b|\b(?:no one|nobody) to (?:talk|eat|go)\b`)
	aloneJa = ja(`(?:知り合い|友達|友人|話し相手|話せる人|知っている人|知ってる人)(?:が|は|も)?(?:まだ|誰も|だれも|一人も|ひとりも|全然|ほとんど)*(?:い(?:ない|ません|なく)|でき(?:ない|ません|なく))|ひとりぼっち|独りぼっち`)
)

// driven is what gets on somebody's nerves, and touched crying for joy.
var (
	driven  = re(`\b(?:driv(?:es|ing)|drove) (?:me|us) (?:mad|crazy|nuts|insane|up the wall)\b|\bgets on my nerves\b`)
	touched = re(`\b(?:thank(?:ed|s| you)|praised|touched|moved|kind)\b.*\b(?:nearly|almost) cried\b`)
)

// regret is wishing to have done otherwise.
var regret = re(`^i (?:really |so )?wish i(?: had|'d)\b|\bi should have\b|\bi (?:so |really |deeply )?regret\b|\bi feel (?:so )?guilty\b|\bfuneral\b|\b(?:argued|fell out|had a (?:row|fight)) (?:with|about|over)\b`)

var helps = re(`\b(?:praised|promoted|complimented) (?:me|us)\b|\bgot (?:a|the|my) (?:promotion|raise|job|place|scholarship|grant)\b|\bgave me a (?:raise|promotion)\b|\b(?:went|is going|are going) (?:really |very |so |incredibly )?(?:well|great|brilliantly|perfectly)\b|\bhad (?:so much|such a lot of|a lot of|lots of) fun\b|\b(?:got|am getting|is getting|are getting) (?:engaged|married)\b|\bhad (?:a|her|their) baby\b|\b(?:found|came back|is back|came home) (?:safe|alive)\b|\b(?:is|was) (?:cured|cancer[- ]free)\b|\bhad an? (?:really |very )?(?:great|lovely|wonderful|amazing|fantastic|brilliant) (?:day|week|weekend|time|evening)\b`)

var (
	supposed   = re(`^(?:if|unless|what if|imagine)\b|\b(?:would|could|might|almost|nearly|used to|years ago|hope|hopefully)\b`)
	ofStory    = re(`\b(?:film|movie|book|novel|story|series|episode|show|game|chapter|character|dreamt|dreamed)\b`)
	notNews    = re(`\b(?:not|never|n't|didn't|wasn't|hasn't|isn't|haven't|nobody|no one)\b`)
	supposedJa = ja(`(?:たら|れば|なら|かも|しれ|そうにな|ところだっ|昔)`)
	ofStoryJa  = ja(`映画|小説|ドラマ|漫画|マンガ|アニメ|ゲーム|本の|物語|主人公|夢で|夢を見`)
	notNewsJa  = ja(`(?:れ|なくさ|失敗し|壊れ|倒れ)(?:なかった|ません|ない|ず)|ことはな|ことがな`)
)

// newsEnglish tells how news, good or bad, leave somebody; moodNone for what
// is none.
func newsEnglish(c string) mood {
	switch {
	case regret.MatchString(c) && !ofStory.MatchString(c):
		return moodSad
	case supposed.MatchString(c) || ofStory.MatchString(c):
		return moodNone
	case driven.MatchString(c):
		return moodAngry
	case touched.MatchString(c):
		return moodHappy
	case alone.MatchString(c):
		return moodLonely
	case notNews.MatchString(c):
		return moodNone
	}
	for _, h := range hurts {
		if h.re.MatchString(c) {
			return h.mood
		}
	}
	if helps.MatchString(c) {
		return moodHappy
	}
	return moodNone
}

// hurtsJa are hurts in Japanese.
var hurtsJa = []struct {
	mood mood
	re   *expr
}{
	{moodAngry, ja(`怒鳴ら|どなら|殴ら|いじめら|馬鹿にさ|ばかにさ|バカにさ|盗まれ|裏切ら|騙され|だまされ|嘘をつかれ|無視され|ハブら|仲間はずれ|仲間外れ|悪口を言われ|からかわれ|押しつけられ|嫌がらせ`)},
	{moodAnxious, ja(`(?:手術|検査入院|抗がん剤|生検)(?:が|を|です|だ|する|しな|に|の予定)(?:[^成無]|$)`)},
	{moodIll, ja(`骨折|ねんざ|捻挫|(?:怪我|けが|ケガ)(?:を)?(?:し|した)|食中毒|(?:腕|足|手首|指)を折|事故に(?:あ|遭)`)},
	{moodSad, ja(`亡くな|先立た|他界し|永眠|旅立ち?(?:っ|ち)|死んで?しま|死んじゃ|入院(?:し|する|中|が|で)|脳梗塞|脳卒中|認知症|心筋梗塞|白血病|心不全|怒られ|叱られ|責められ|笑われ|クビに|首になっ|解雇|リストラ|不合格|(?:試験|面接|大学|オーディション|テスト|選考|審査|受験)[^。、]{0,8}落ち|失敗し|(?:彼女|彼氏|彼|恋人|夫|妻|旦那)[^。、]{0,8}別れ|離婚(?:し|する)|(?:財布|鍵|スマホ|携帯|指輪|カード)[^。、]{0,6}(?:なくし|失くし|落とし)|(?:パソコン|スマホ|携帯|車|自転車|カメラ|時計)[^。、]{0,6}壊れ|倒れ(?:た|て|まし)|余命|(?:がん|癌|病気)(?:だ|と|が|に)|いなくなっ|断られ|流産|火事|中止になっ|キャンセルされ|(?:仕事|学校|職場|会社|会議|今日|昨日|一日|一週間|今週|面接|試験|発表)[^。、]{0,8}(?:ひど(?:い|かった|く)|最低|散々|さんざん|最悪|めちゃくちゃだ|うまくいかな|だめだった|ダメだった)|ひどい(?:一日|日|目|週)`)},
}

// helpsJa are good news that the words for joy do not cover.
var helpsJa = ja(`褒められ|ほめられ|昇進|昇給|(?:試験|面接|大学|選考)[^。、]{0,8}(?:通っ|通り)|優勝|入賞|うまくいっ|うまくいき|プロポーズ(?:され|し)|内定|(?:子ども|赤ちゃん|孫|娘|息子)[^。、]{0,4}生まれ|婚約(?:し)|治(?:った|りました)|見つかっ`)

// newsJapanese is newsEnglish in Japanese.
func newsJapanese(c string) mood {
	if supposedJa.MatchString(c) || ofStoryJa.MatchString(c) {
		return moodNone
	}
	if aloneJa.MatchString(c) {
		return moodLonely
	}
	if !notNewsJa.MatchString(c) {
		for _, h := range hurtsJa {
			if h.re.MatchString(c) {
				return h.mood
			}
		}
	}
	if helpsJa.MatchString(c) && !isDenied(c) {
		return moodHappy
	}
	return moodNone
}

// hurtBy reports whether an act tells news that hurt, so that nobody need ask
// what happened.
func hurtBy(a act) bool {
	if a.kind != kindFeeling || a.mood == moodHappy {
		return false
	}
	return newsEnglish(a.text) != moodNone || newsJapanese(a.text) != moodNone
}
