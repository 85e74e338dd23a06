package builtin

// What people say to keep a talk going, which tells nothing and asks nothing
// that was told. Each maps to the line that answers it.

// A talkRule maps what is said to the key of a line.
type talkRule struct {
	key string
	re  *expr
}

var talkEnglish = []talkRule{
	{"sure", re(`^(?:really|seriously|honestly|is that so|are you (?:really )?(?:sure|certain)|you sure|for real|no way)$`)},
	{"why", re(`^(?:why|why not|how so|how come|why is that|why do you (?:say|ask|think) (?:that|so)|and)$`)},
	{"mean", re(`^(?:what do you mean(?: by that)?|what does that mean|i (?:don't|do not) (?:understand|get it|follow|get you)|(?:that|this) makes no sense|huh|pardon|what|come again|excuse me)$`)},
	{"never", re(`^(?:never ?mind|nvm|forget (?:it|about it)|it's nothing|nothing|whatever|doesn't matter|not important|drop it)$`)},
	{"meet", re(`^(?:it's )?(?:so )?(?:nice|good|lovely|pleased|glad|great) to (?:meet|see|talk to|hear from) you(?: too| again)?$`)},
	{"quiet", re(`^(?:i |we )(?:(?:don't|do not|can't) (?:really )?(?:want to |wanna |feel like )?|(?:would|'d) rather not )(?:talk|talking|speak|discuss)(?: about (?:it|that|this))?(?: now| today| right now)?$|^(?:can|could|shall|may) we (?:talk about something else|change the (?:subject|topic))|^let's (?:not|talk about something else|change the subject)\b`)},
	{"fond", re(`^(?:do|did|will|would|could) you (?:really |still |ever |even )?(?:love|like|miss|hate|need|trust|care about|think of|think about) (?:me|us|talking (?:to|with) me)\b|^are you (?:in love|mad at me|angry (?:at|with) me|my friend)\b|^are we friends`)},
	{"nod", re(`^(?:ok|okay|hm+|mhm|mm+|uh-? ?huh|i see|i understand|right|alright|all right|cool|nice|got it|makes sense|fair enough|interesting|wow|oh|ah|true|agreed|i (?:don't|do not) know|dunno|no idea|(?:i'm )?not sure)$`)},
	{"back", re(`^(?:i'm |i am )?(?:back|home)(?: again| now)?$`)},
	{"backup", re(`^how\b.*\bback(?:ing)? ?(?:you |it |this |everything |them )?ups?\b|^(?:can|could|should|where do) (?:i|you)\b.*\bback(?:ing)? ?(?:you |it |this |everything |them )?ups?\b|^how (?:do|can) i (?:move|copy|save|export) (?:you|everything|your memor\w+)\b`)},
	{"you", re(`^(?:(?:and|how about|what about) )?(?:you(?:rself)?|u)(?: then)?$`)},
	{"joked", re(`^(?:i'm |i was |i am )?(?:just |only )?(?:kidding|joking)(?: you)?$|^(?:it's|it was|that was)? ?(?:just )?a joke$|^jk$`)},
	{"listen", re(`^(?:can|could|may) i (?:just )?(?:talk|vent|rant|tell you something|complain)\b|^i (?:just )?(?:need|want) (?:to (?:talk|vent)|somebody to listen|someone to listen)$`)},
	{"askMe", re(`^(?:please )?ask me (?:something|anything|a question)$|^(?:do you have|any) questions?(?: for me)?$`)},
	{"fond", re(`^who am i to you$|^what am i to you$`)},
}

var talkJapanese = []talkRule{
	{"sure", ja(`^(?:本当|ほんと|ほんとう|マジ|まじ|うそ|嘘)(?:に|で|ですか|なの|かな|か|？)?$`)},
	{"why", ja(`^(?:なんで|なぜ|どうして|何で)(?:ですか|なの|そうなの|(?:そんな(?:こと)?)?(?:を)?聞く(?:の|んですか)|そう思うの|かな)?$`)},
	{"mean", ja(`^(?:(?:それ|今の|いまの)(?:って|は)?、?)?(?:どういう(?:意味|こと)|何(?:の|を言って(?:る|いる))(?:こと|話|の)|意味(?:が)?わから(?:ない|ん)|よくわから(?:ない|なかった)|え|は|ん)(?:ですか|なの|です|よ)?$`)},
	{"never", ja(`^(?:なんでも(?:ない|ありません)|もういいや|(?:よく)?(?:わかん|分かん|わから|分から|知ら)(?:ない|ん)|気にしないで(?:ください)?|いいや|やっぱりいい|もういい|忘れて(?:いい)?よ?)(?:です|よ)?$`)},
	{"meet", ja(`^(?:(?:どうぞ)?よろしく(?:お願いします|ね)?|お会いできて(?:うれしい|嬉しい)(?:です)?)$`)},
	{"quiet", ja(`^(?:その話|そのこと|今|いま|それ)?(?:は|に?ついて)?、?(?:もう)?(?:話したく|言いたく|触れたく)(?:は)?(?:ない|ありません)(?:です|な|んだ|んです)?$`)},
	{"fond", ja(`^(?:私|僕|俺|わたし|ぼく|おれ|あたし)(?:のこと|と話すの)(?:は|が|を|って)?、?(?:本当に|ほんとに)?(?:好き|嫌い|すき|きらい|愛して|楽し|どう思)|^(?:友達|友だち)(?:だよね|ですよね|かな|になって)`)},
	{"nod", ja(`^(?:へえ|へー|ふーん|ふうん|そっか|そうか|そうなんだ|そうなんですね?|なるほど(?:ね|です)?|うんうん|たしかに|いいね|いいですね|おお|わあ|すごい|了解)$`)},
	{"backup", ja(`バックアップ.*(?:取|と[るれ]|方法|どう|でき|したい|には)|(?:あなた|君|きみ|記憶|データ)(?:を|の)(?:移|引っ越|コピー|書き出)`)},
	{"you", ja(`^(?:あなた|君|きみ|お前|おまえ|あんた|そちら|そっち)(?:は|の方は|のほうは)(?:どう|どうですか|どうなの|どうよ|元気|どない)?$`)},
	{"joked", ja(`^(?:(?:今の|いまの|それ|さっきの)は?)?(?:冗談|じょうだん|嘘|うそ|ネタ)(?:だよ|です|だって|だけど|よ|でした|だった|だ)?(?:よ|ね)?$|^なんちゃって$|^うそうそ$`)},
	{"funny", ja(`^(?:笑った|笑えた|面白かった|おもしろかった|ウケた|うけた)(?:でしょ|か|かな)?$`)},
	{"listen", ja(`^(?:でも|やっぱり|ちょっと)?、?(?:話を?)?(?:聞いて(?:ほしい|くれ(?:る|ますか)?|もらえ(?:る|ますか))|話(?:していい|したい|してもいい)|愚痴っていい)(?:こと(?:が|)ある)?(?:です|んだ|んです|な|の|ですか|？)*$`)},
	{"askMe", ja(`(?:何|なに|なん)か(?:質問|聞いて|訊いて|話題)(?:して|ある|ちょうだい|ください|くれ)?`)},
	{"gibberish", ja(`^(?:[あうおえいんー]{4,}|[\d\s]+)$`)},
}

// talkKey returns the key of the line that answers text, "" if none does.
func talkKey(text string, rules []talkRule) string {
	for _, r := range rules {
		if r.re.MatchString(text) {
			return r.key
		}
	}
	return ""
}
