package pending

import (
	"time"

	"yumori/internal/lang"
	"yumori/internal/pattern"
)

// An Outcome says what a sentence tells of something that was open.
type Outcome int

// The outcomes.
const (
	NoOutcome Outcome = iota
	Partly            // it is under way
	Done              // it came out, one way or the other
	Void              // it is off: what was taken for granted is not so
)

var (
	voidEn  = fold(`\b(?:cancell?ed|postponed|called off|rescheduled|put off|pushed back|not (?:going|happening|moving|doing it)(?: any ?more| after all)|didn't (?:go|happen|take place|end up)|changed my mind|fell through|no longer|gave up|decided (?:not to|against)|won't be|backed out|skipped|isn't happening|turned (?:it|them|the \w+) down|don't want to any ?more|there (?:is|was) no|never (?:happened|had))\b`)
	doneEn  = fold(`\b(?:went|was|were|got|gotten|passed|failed|found|finished|decided|chose|picked|came|turned out|made up|made it|fixed|repaired|accepted|rejected|hired|offered|won|lost|moved|visited|met|saw|called|talked|spoke|bought|signed|told|said|did|done|arrived|recovered|healed|cleared|answered|replied|wrote back|heard|submitted|handed|booked|started|quit|stayed|took|gave|sold|ran|played|had|ended|over|home|better|gone|back|fine|settled|apologi[sz]ed|slept|works|working|completed|published|launched|opened|enjoyed|loved|survived|nailed|aced|blew|wrote|learned|released|discharged)\b|\b(?:is|are|feels?|feeling) (?:\w+ )?(?:better|fine|okay|ok|fixed|healthy|well|good|great)\b`)
	laterEn = fold(`\b(?:will|'ll|going to|gonna|might|may|maybe|perhaps|would|could|should|hope|wish|if|plan to|want to|wondering|need to|have to|haven't|hasn't|can't wait)\b`)

	voidJa  = pattern.New(`中止|延期|なくなった|なくなって|キャンセル|やめた|やめました|やめることに|やめて|ないことにし|行けなくなった|行かなかった|行けなかった|しなかった|取り消|取りやめ|流れ(?:た|ちゃ)|気が変わ|諦め|あきらめ|見送|断った|断りました|ことわ(?:った|りました)|もうない|必要なくなった`)
	doneJa  = pattern.New(`治っ|治り|見つかっ|見つかり|受かっ|受かり|落ちた|落ちちゃ|決め(?:た|ました)|決まっ|決まり|よくなっ|良くなっ|終わっ|終わり|届い|届き|来た|来まし|来て|直っ|直り|直した|できた|できまし|合格|不合格|内定|仲直りし|仲直りでき|退院|異常な|無事|だった|でした|かった(?:よ|です|ね|な|$)|した(?:よ|ね|んだ|の|$)|しまし|行ってき|行った|会えた|会っ(?:た|て)|もらえ|もらっ|聞い(?:た|て)|買っ(?:た|て)|始ま(?:った|り)|引っ越し(?:た|まし)|眠れ(?:た|る|て)|寝られ|言われた|わかった|分かった|なった|なりまし|[^なて]た(?:よ|んだ|の|ね|んです|けど|から|ので)?(?:$|、)|退院|ました`)
	laterJa = pattern.New(`たい(?:な|です|と思|$)|つもり|予定|かもしれ|だろう|でしょう|もし|たら(?:いい|、)|なきゃ|ないと|といいな|ほしい|欲しい|てない|ていない|てなく|ません(?:$|で)`)
)

// OutcomeOf tells what a sentence that somebody says of themselves tells of
// something that was open before.
func OutcomeOf(s lang.Sentence, said time.Time) Outcome {
	if s.Asks || s.Quotes {
		return NoOutcome
	}
	void, done, partly, later := voidEn, doneEn, lang.PartlyEn, laterEn
	if s.Japanese {
		void, done, partly, later = voidJa, doneJa, lang.PartlyJa, laterJa
	}
	switch {
	case neverOpenEn.MatchString(s.Text) || s.Japanese && neverOpenJa.MatchString(s.Text):
		return NoOutcome
	case void.MatchString(s.Text) && !later.MatchString(s.Text):
		return Void
	case later.MatchString(s.Text) || !done.MatchString(s.Text):
		return NoOutcome
	}
	if _, ahead := lang.Upcoming(s.Text, said); ahead && !nowJa.MatchString(s.Text) {
		return NoOutcome
	}
	if partly.MatchString(s.Text) {
		return Partly
	}
	return Done
}

// nowJa is a time of today, at which something may be over.
var nowJa = pattern.New(`(?i)今日|きょう|今朝|本日|\btoday\b|\bthis (?:morning|afternoon|evening)\b|\btonight\b`)

var (
	lastingEn = fold(`\b(?:got (?:the|a|my|an?) (?:job|offer|place|dog|cat|promotion|visa|licen[cs]e|flat|apartment|house|\w+ job)|got (?:in|accepted|hired|married|engaged|divorced|promoted|fired)|passed|failed|moved|bought|sold|adopted|quit|resigned|hired|offered me|accepted (?:me|the|my|it)|rejected|decided|chose|picked|signed|was born|gave birth|passed away|died|recovered|healed|diagnosed|found (?:a|an|my|the|it)|fixed|repaired|won|finished|graduated|home (?:again|now|from)|back home|out of (?:the )?hospital|broke up|made up|cancell?ed|retired|benign|negative|positive|all clear|discharged|named)\b`)
	lastingJa = pattern.New(`受かっ|受かり|合格|落ち(?:た|ちゃ|まし)|内定|決め|決まっ|決まり|採用|引っ越し(?:た|まし)|買っ|売れ|飼い|飼う|辞め|退職|転職し|結婚|離婚|婚約|入籍|生まれ|亡くな|治っ|退院|異常な|陰性|陽性|良性|診断|見つかっ|直っ|仲直り|優勝|完成|卒業|免許|もらえ|やめ`)
	whyEn     = fold(`\b(?:because|realized|realised|learned that|understood|makes me|made me|I feel|I felt|it taught|turns out I|matters to me|means a lot|reminds me|the reason)\b`)
	whyJa     = pattern.New(`気づい|気付い|わかった|分かった|からだと|からなん|なぜなら|理由|大切|大事|意味|思い出させ|思うように|感じ(?:た|て|る)|学ん`)
)

// Lasting reports whether an outcome will still be so: that somebody got a
// job, not that it was fun.
func Lasting(s lang.Sentence) bool {
	if s.Japanese {
		return lastingJa.MatchString(s.Text)
	}
	return lastingEn.MatchString(s.Text)
}

// Reasons reports whether a sentence tells why, or what somebody came to see.
func Reasons(s lang.Sentence) bool {
	if s.Japanese {
		return whyJa.MatchString(s.Text)
	}
	return whyEn.MatchString(s.Text)
}

var (
	newsEn    = fold(`\b(?:passed (?:my|the|our)|failed (?:my|the|our)|got (?:the (?:job|place|offer|flat|part|scholarship|promotion|visa)|promoted|fired|laid off|engaged|married|accepted|rejected|dumped|divorced|in(?:to (?:the|my)\b|$|!))|died|passed away|(?:been|was|got|am) (?:diagnosed|hospitali[sz]ed|offered)|diagnosed with|it's (?:\w+ )?(?:diabetes|cancer|benign|malignant|broken|pneumonia|a (?:boy|girl))|pregnant|having a baby|gave birth|was born|broke up|breaking up|split up|moving (?:out|in with)|signed the|handed in my|retired|graduated|finally (?:killed|beat|finished|won|did)|won (?:the|a|first)|offered me|another rejection|accepted (?:the|my)|(?:he|she|they) said yes|quit (?:my|the)|resigned)\b`)
	newsNotEn = fold(`\b(?:ago|years|used to|last (?:year|spring|summer|autumn|winter|month)|when I (?:was|were)|if|might|would|hope|want|wish|almost|in (?:19|20)\d\d|was (?:a kid|little|young)|phone|laptop|battery|haven't|hasn't|wasn't|didn't|never|told|said|that I|thinks|asked)\b`)
	newsJa    = pattern.New(`受かっ(?:た|て)|受かりま|合格し|に落ち(?:た|て|ちゃ|まし)|また落ち|内定|亡くな(?:った|って|りま|る)|病(?:だ|です|だって|と言われ|と診断|らし)|[症癌炎]だ(?:そう|って|と言われ)|がんだ(?:そう|って|と)|陽性|陰性|妊娠|婚約|入籍|プロポーズ|生まれ(?:た|まし)|退職(?:し|する|届)|クビ|別れ(?:た|まし|ること)|振られ|優勝|ついに.{1,12}(?:倒し|終わ|でき|完成|クリア)|出ていくこと|引っ越すことに(?:し|な)|退院|入院(?:し|する|に)|採用`)
	newsNotJa = pattern.New(`(?:た|だ)(?:こと|話|の)(?:を|が|は|で|に)|年前|昔|去年|昨年|もし|たら(?:いい|、)|たい|かも|あの頃|頃に|ときは|しない|てない`)
	statesJa  = pattern.New(`(?:[るうくすつぬぶむぐ]|[^とこ]い|た|だ|です|ます|ません|よ|ね|わ|けど|[ただる]の|んだ|な[いあぁ]|さ|ぞ|w|笑|かな|し|ん|てん|てて|[てで])$`)
)

// News reports whether a sentence says that something changed and will stay so:
// an exam passed, a death, an illness.
func News(s lang.Sentence) bool {
	if s.Japanese {
		return newsJa.MatchString(s.Text) && !newsNotJa.MatchString(s.Text)
	}
	return newsEn.MatchString(s.Text) && !newsNotEn.MatchString(s.Text) || lang.SinceEn.MatchString(s.Text)
}

// States reports whether a sentence is one, and no mere name as an answer has
// it: "ルームメイトのカレー".
func States(s lang.Sentence) bool { return !s.Japanese || statesJa.MatchString(s.Text) }
