package pending

import "yumori/internal/pattern"

// An answering is what a question of a sort needs to hear.
type answering struct{ asked, says *pattern.Expr }

var answerings = []answering{
	{fold(`any better|healing|is your .* gone|具合|よくなった|良くなった|痛み|治っ`),
		fold(`better|worse|\bhome\b|recover|heal|discharg|\bfine\b|okay|well again|\bgone\b|died|passed away|stable|awake|out of|eating|walking|all clear|退院|よくな|良くな|治|元気|回復|悪化|亡くな|落ち着|下がっ|食べた|食べて|食べられ|歩|目を覚ま|無事|異常|痛くな|楽にな|持ち直`)},
	{fold(`made up|仲直り`),
		fold(`made up|make up|apologi|talked|spoke|forgave|forgive|hugged|fine again|okay again|good again|sorted|仲直り|謝|許し|話した|話せた|話し合|ごめん|口をき`)},
	{fold(`did you find|have you found|見つかった`),
		fold(`found|bought|\bgot\b|turned up|replaced|new one|signed|gave up|見つか|出てき|あった|買っ|諦|あきらめ|借り|契約|決め|採用|内定`)},
	{fold(`sleeping any|眠れてる`), fold(`slept|sleep|rested|awake|眠れ|眠|寝`)},
	{fold(`fixed or replaced|working again|は直った`), fold(`fix|repair|replac|new one|bought|works|working|直|修理|買|新し|捨て|弁償`)},
	{fold(`decided (?:whether|if|what|which|where|how|when|who)|which will it be|still thinking about|決まった|決めた`),
		fold(`decid|chose|going with|picked|took|accept|turned|declin|refus|sold|moved|bought|\bgot\b|stay|quit|signed|booked|said (?:yes|no)|売|辞|別れ|引っ越|決め|決ま|選|ことにし|断|ことわ|受け|やめ|申し込|予約|買|迎え|うちに来|残る|(?:^|[^てで])(?:来|き)た(?:よ|！|!|。|$)`)},
	{fold(`what is it about|what was .* like|what made you|どんなところが|どうして`), fold(`because|since|remind|the way|how (?:it|he|she|they)|から|ので|ところ|おかげ`)},
	{fold(`'s name\?|名前は何`), fold(`\bname|called|名前|っていう|という`)},
	{fold(`still (?:worried|nervous|anxious|scared|stressed|afraid|terrified|concerned)|まだ(?:心配|不安|怖い|憂鬱|気がかり|気が重い)|緊張、少しは`),
		fold(`better|calm|fine|okay|\bover\b|went|relie|no longer|worse|good|great|passed|safe|落ち着|ほっと|ホッと|安心|大丈夫|終わ|うまく|平気|よかった|無事|合格|受か|慣れ`)},
	{fold(`heard (?:back|anything)|come of|返事は来た|連絡は来た|返事はあった|返信は来た`),
		fold(`heard|answer|repl|wrote|called|email|letter|accept|reject|offer|got in|got the|invit|said|told|result|passed|failed|返事|返信|連絡|届|来た|合格|不合格|落ち|受か|採用|内定|電話|メール`)},
}

// AnswerTo returns what a sentence has to say to answer a question of a known
// sort: that somebody is better, that a thing was found; nil for a question of
// another, to which anything that came out is an answer.
func AnswerTo(question string) func(answer string) bool {
	for _, a := range answerings {
		if a.asked.MatchString(question) {
			return a.says.MatchString
		}
	}
	return nil
}
