package lang

// A Mood is how the one who speaks says they feel.
type Mood string

// The moods.
const (
	Calm    Mood = ""
	Happy   Mood = "happy"
	Relief  Mood = "relieved"
	Proud   Mood = "proud"
	Sad     Mood = "sad"
	Lonely  Mood = "lonely"
	Anxious Mood = "anxious"
	Angry   Mood = "angry"
	Tired   Mood = "tired"
	Ill     Mood = "ill"
)

// Bad reports whether a mood is one that one would rather not have.
func (m Mood) Bad() bool {
	switch m {
	case Sad, Lonely, Anxious, Angry, Tired, Ill:
		return true
	}
	return false
}

// Good reports whether a mood is one that one likes to have.
func (m Mood) Good() bool { return m == Happy || m == Relief || m == Proud }

type moodRule struct {
	mood Mood
	re   *expr
}

var (
	notMoodEn = rx(`(?i)\bwhen(?:ever)? I(?:'m| am| feel| felt)\b|\b(?:glad|happy|proud|thankful|grateful|excited) (?:you|to hear|that you|for you|of you|your|to have you)\b|\b(?:not|never|no longer|n't|isn't|wasn't|aren't|don't|didn't|without)\b(?: \w+){0,3}? (?:sad|lonely|worried|anxious|nervous|scared|afraid|angry|upset|mad|tired|exhausted|stressed|sick|ill|happy|glad|excited|proud|great|good|fun|alone)\b`)
	notMoodJa = rx(`(?:不安|心配|緊張|怖|こわ|疲れ|ストレス|悲し|寂し|つら|辛|嬉し|うれし|楽し)(?:は|じゃ|では|して|て|く)?(?:は)?(?:い)?な(?:い|く|かった)`)
)

var moodsEn = []moodRule{
	{Sad, rx(`(?i)\b(?:I(?:'m| am| was|'ve been| feel| felt)(?: \w+){0,2}? (?:sad|down|heartbroken|devastated|depressed|miserable|hopeless|disappointed|gutted|upset|hurt|in tears|numb)|(?:made|makes) me (?:so |really |very )?(?:sad|cry)|I(?:'ve)? (?:\w+ )?(?:cried|been crying|can't stop crying)|(?:passed away|died)\b|broke up|breaking up|dumped me|I miss (?:him|her|them|my)|it hurts|broke my heart)`)},
	{Lonely, rx(`(?i)\b(?:I(?:'m| am| feel| felt)(?: \w+){0,2}? (?:lonely|alone|isolated|left out)|nobody (?:calls|cares|understands))\b`)},
	{Anxious, rx(`(?i)\b(?:I(?:'m| am| was|'ve been| feel| felt| get)(?: \w+){0,2}? (?:worried|anxious|nervous|scared|afraid|terrified|panicking|stressed|overwhelmed|on edge|swamped|freaking out|under pressure)|(?:worries|scares|terrifies|stresses) me|can't (?:stop worrying|sleep)|I dread|keeps? me up at night)\b`)},
	{Angry, rx(`(?i)\b(?:I(?:'m| am| was| feel| felt)(?: \w+){0,2}? (?:angry|furious|mad|annoyed|pissed|frustrated|fed up|irritated)|(?:drives|makes|made) me (?:so |really )?(?:mad|crazy|angry|furious)|how dare)\b`)},
	{Ill, rx(`(?i)\b(?:I(?:'m| am|'ve been| feel| felt)(?: \w+){0,2}? (?:sick|ill|unwell|nauseous|dizzy)|I have (?:a |the )?(?:\w+ )?(?:fever|cold|flu|headache|migraine|covid|stomach ache))\b`)},
	{Tired, rx(`(?i)\b(?:I(?:'m| am| was|'ve been| feel| felt)(?: \w+){0,2}? (?:tired|exhausted|worn out|drained|burn(?:ed|t) out|sleepy|wiped out|knackered))\b`)},
	{Relief, rx(`(?i)\b(?:relieved|I feel (?:so much |much |a lot |way )?(?:better|calmer|lighter)|what a relief|such a relief|a weight off|finally over|thank god|thank goodness)\b`)},
	{Proud, rx(`(?i)\b(?:I(?:'m| am| was| feel| felt)(?: \w+){0,2}? proud|I (?:did it|made it|passed|won(?:[^'’]|$)|nailed it|got the job|got in)|we (?:won|did it|made it))\b`)},
	{Happy, rx(`(?i)\b(?:I(?:'m| am| was|'ve been| feel| felt)(?: \w+){0,2}? (?:happy|glad|excited|thrilled|delighted|overjoyed|over the moon|grateful|thankful|pumped|stoked)|made my day|so much fun|had a (?:great|wonderful|lovely|blast|fantastic|good) ?(?:time|day)?|best (?:day|news|thing)|can't wait|I loved (?:it|every)|(?:was|were) (?:so |really |absolutely )?(?:amazing|wonderful|awesome|fantastic|incredible|beautiful|magical|great|lovely|perfect|a blast))`)},
}

var moodsJa = []moodRule{
	{Sad, rx(`悲し|かなし|つらい|辛い|つらく|つらかった|落ち込|泣い|泣き|泣け|失恋|ふられ|振られ|亡くな|凹|へこ|ショック|絶望|みじめ|最悪|死んで?しま|別れた|涙が`)},
	{Lonely, rx(`寂し|さびし|さみし|淋し|孤独|ひとりぼっち|一人ぼっち`)},
	{Ill, rx(`熱が(?:ある|出)|風邪|頭が痛|お腹が痛|おなかが痛|具合が悪|体調(?:が|を)|気持ち悪|吐き気|だるくて`)},
	{Anxious, rx(`不安|心配|緊張|怖い|こわい|怖く|怖か|焦って|焦る|ストレス|プレッシャー|どきどき|ドキドキ|眠れな|気が重|気がかり|憂鬱|憂うつ`)},
	{Angry, rx(`怒って|怒った|腹が立|ムカつ|むかつ|イライラ|いらいら|許せな|頭にき|頭に来|むかむか|うんざり`)},
	{Tired, rx(`疲れ|つかれ|くたくた|へとへと|眠い|ねむい|しんど|だるい`)},
	{Relief, rx(`ほっとし|ホッとし|安心し|よかったあ|肩の荷が`)},
	{Proud, rx(`合格|受かっ|受かり|優勝|勝った|やり遂げ|できたよ|達成|誇らし|内定`)},
	{Happy, rx(`嬉し|うれし|楽しかった|楽しみ|楽しい|たのし|幸せ|最高|よかった|良かった|やった(?:ー|!|$)|ワクワク|わくわく|感動し|面白かった|おもしろかった`)},
}

// MoodOf tells how somebody says, in a sentence of their own, that they feel.
func MoodOf(s Sentence) Mood {
	rules, not := moodsEn, notMoodEn
	if s.Japanese {
		rules, not = moodsJa, notMoodJa
	}
	if not.MatchString(s.Text) {
		return Calm
	}
	for _, r := range rules {
		if r.re.MatchString(s.Text) {
			return r.mood
		}
	}
	return Calm
}
