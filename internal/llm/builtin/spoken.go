package builtin

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// What is typed as it is spoken is read as it would be written: half-width
// kana, emoji, the endings of Kansai and of slang, and English without its
// apostrophes. The rules behind know the written forms only.

// written returns text so.
func written(text string) string {
	if halfKana.MatchString(text) || strings.ContainsFunc(text, isJapanese) {
		return writtenJapanese(text)
	}
	text = smallDays.ReplaceAllStringFunc(text, func(w string) string {
		before, day := "", w
		if i := strings.LastIndexByte(w, ' '); i >= 0 {
			before, day = w[:i+1], w[i+1:]
		}
		return before + upperFirst(day)
	})
	return apostrophes.ReplaceAllStringFunc(text, func(w string) string { return w[:1] + withApostrophe[strings.ToLower(w)][1:] })
}

// smallDays are months and days of the week that were written small. Those
// that are other words too are meant behind some words only.
var smallDays = rx(`\b(?:january|february|april|june|july|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b|\b(?:in|since|until|last|next|early|late|mid) (?:march|may|august)\b`)

var (
	// withApostrophe has words that are often written without, where nothing
	// else could be meant.
	withApostrophe = pairs("i'm im\ni've ive\ndon't dont\ndoesn't doesnt\ndidn't didnt\nhaven't havent\nhasn't hasnt\nisn't isnt\naren't arent\n" +
		"wasn't wasnt\nweren't werent\ncouldn't couldnt\nwouldn't wouldnt\nshouldn't shouldnt\ncan't cant\nwhat's whats wats\nwhere's wheres\nwho's whos\n" +
		"when's whens\nhow's hows\nthat's thats\nyou're youre\nthey're theyre\nshe's shes\nhe's hes")
	apostrophes = rx(`\b(?:[Ii](?:m|ve)|(?:[Dd](?:o|oes|id)|[Hh]a(?:ve|s)|[Ii]s|[Aa]re|[Ww](?:as|ere|ould)|[CcSs](?:ould|hould))nt|[Cc]ant|[Ww](?:h(?:at|ere|o|en)|at)s|[Hh]ows|[Tt]hats|[Yy]oure|[Tt]heyre|[Ss]hes|[Hh]es)\b`)
)

func writtenJapanese(text string) string {
	text = halfKana.ReplaceAllStringFunc(text, norm.NFKC.String)
	text = withoutEmoji(text)
	if onlyKatakana.MatchString(text) {
		text = telegramWords.Replace(strings.Map(hiraganaOf, text))
	}
	for _, c := range slangJa {
		text = c.re.ReplaceAllString(text, c.to)
	}
	if kansai.MatchString(text) {
		for _, c := range kansaiJa {
			text = c.re.ReplaceAllString(text, c.to)
		}
	}
	return text
}

var (
	halfKana = rx(`[\x{FF61}-\x{FF9F}]+`)
	// onlyKatakana is a message in the kana of telegrams.
	onlyKatakana  = rx(`^[ァ-ヶー\d\s。、！？]{4,}(?:デス|マス|マシタ|ネ|ヨ|カ|チハ|バンハ|ヨウ|トウ)[。！？\s]*$`)
	telegramWords = strings.NewReplacer("なまえ", "名前", "わたし", "私", "ねこ", "猫", "いぬ", "犬", "かって", "飼って", "すき", "好き", "しごと", "仕事", "すんで", "住んで", "ひき", "匹")
)

func hiraganaOf(r rune) rune {
	if 'ァ' <= r && r <= 'ヴ' {
		return r - 'ァ' + 'ぁ'
	}
	return r
}

// withoutEmoji takes emoji off. One between two sentences ends the first.
func withoutEmoji(text string) string {
	var b strings.Builder
	gap, before := false, ' '
	for _, r := range text {
		if isEmoji(r) {
			gap = true
			continue
		}
		if gap && (unicode.Is(unicode.Hiragana, before) || before == 'ー') && (isWordRune(r) || r == ' ') {
			b.WriteRune('。')
		}
		gap, before = false, r
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// isEmoji reports whether r is a picture or what joins and colours pictures.
func isEmoji(r rune) bool {
	return r >= 0x1F000 || r >= 0x2600 && r <= 0x27BF || r == '\u200d' || r == '\ufe0f' || r == '\u20e3'
}

// A respelling replaces how something is said by how it is written.
type respelling struct {
	re *expr
	to string
}

var slangJa = []respelling{
	{ja(`(だよ|です|ます|だね|ですね)[〜～~♪]+([\p{Han}\p{Katakana}])`), "${1}。$2"},
	{ja(`([かがさたばまらわ])んの(です|だ|よ)`), "${1}ないの$2"},
	{ja(`だり[ーぃ]+`), "だるい"}, {ja(`(^|[^あ-ん])(?:ねみ|ねむ)[ーぃ]+`), "${1}眠い"}, {ja(`うぜ[ーぇえ]+`), "うざい"}, {ja(`やべ[ーぇえ]+`), "やばい"},
	{ja(`つれ[ーぇ]+($|[。、！!])`), "つらい$1"}, {ja(`すげ[ーぇえ]+`), "すごい"}, {ja(`(テスト|試験|予定|用事|約束|仕事|バイト|会議)あんの`), "${1}あるの"},
	{ja(`(^|[^\d/])(1[0-2]|0?[1-9])/(3[01]|[12]\d|0?[1-9])(に|は|から|まで|が|で|、|。|$)`), "${1}${2}月${3}日$4"},
}

// kansai finds what is said in Kansai only.
var kansai = ja(`やねん|んねん|[るいたうすくつぐむ]ねん|(?:言う|いう|ゆう)ねん|やで(?:$|[。、！!？ー])|やん(?:$|[。、！!？かな])|[かがさたなばまらわえけせてねべめれげ]へん(?:$|[。、！!？かねわでけ])|ほんま|あかん|てもう[たて]|やっけ|やけど|やさかい|ちゃうねん|なんぼ|(?:人|匹|が|は|も|に)お(?:って|る(?:ん|よ|で|わ|？|。|$))|[たるい]ん(?:？|$)|まいど|ほな|ええ(?:ねん|やん)|[らわさかたなま]んといて|[っいえけせてねべめれげしきちりみ]てん(?:$|[。、！!])|てしも[てた]|[\p{Han}\p{Katakana}ーんみ]やから、`)

var kansaiJa = []respelling{
	{ja(`(^|[。！!？、])(今日|昨日|明日|今朝|さっき|こないだ|この前|ほんまは|本当は|実は|それで?|ほんで|そんで|あの|うち|わし|俺|私)な、`), "${1}${2}、"}, {ja(`ほんまは`), "本当は"},
	{ja(`せんといて`), "しないで"}, {ja(`([らわさかたなま])んといて`), "${1}ないで"}, {ja(`ええ(?:ねん|やん|で)`), "いいよ"},
	{ja(`てしもて($|[^んぇ])`), "てしまって$1"}, {ja(`てしもた`), "てしまった"}, {ja(`てしもてん(よ|な)?($|[。、！!])`), "てしまったんだ$2"},
	{ja(`([っいえけせねべめれげしきちりみ])てん(?:よ|な)?($|[。、！!])`), "${1}たんだ$2"},
	{ja(`([てで])んねん(?:よ|な|けど)?`), "${1}いるんだ"}, {ja(`あんねん(?:よ|な|けど)?`), "あるんだ"},
	{ja(`(?:言う|いう|ゆう)ねん`), "といいます"}, {ja(`やねん(?:よ|な|けど)?`), "なんだ"}, {ja(`([るいたうすくつぐむ])ねん(?:よ|な|で)?($|[。、！!])`), "${1}んだ$2"},
	{ja(`せやから|やさかい|やから`), "だから"}, {ja(`やけど`), "だけど"}, {ja(`やっけ`), "だっけ"}, {ja(`や(?:で|わ|ねえ)($|[。、！!？ー])`), "だよ$1"},
	{ja(`や(?:ん|んな|ろ|んか)($|[。、！!？])`), "だよね$1"}, {ja(`(?:せえ|し)へん`), "しない"}, {ja(`でけへん`), "できない"},
	{ja(`([かがさたなばまらわえけせてねべめれげ])へんかった`), "${1}なかった"}, {ja(`([かがさたなばまらわえけせてねべめれげ])へん(?:ねん|わ|で)?`), "${1}ない"},
	{ja(`([てで])もうて(?:な|ね)?`), "${1}しまって"}, {ja(`([てで])もうた`), "${1}しまった"}, {ja(`ほんまに?`), "本当に"}, {ja(`あかん`), "だめだ"}, {ja(`なんぼ`), "いくら"},
	{ja(`(人|匹|が|は|も|に)おって`), "${1}いて"}, {ja(`(人|匹|が|は|も|に)おる(?:で|わ)?`), "${1}いる"}, {ja(`([たるい])ん(？|$)`), "${1}の$2"}, {ja(`([うくすつぐむる])んよ`), "${1}んだよ"},
	{ja(`ちゃう(?:ねん|わ|で)`), "違うよ"},
}
