package lang

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// An ImageKind says what sort of thing can be seen.
type ImageKind string

// The kinds.
const (
	Animal  ImageKind = "animal"
	Water   ImageKind = "water"
	Sky     ImageKind = "sky"
	Plant   ImageKind = "plant"
	Food    ImageKind = "food"
	Place   ImageKind = "place"
	Object  ImageKind = "object"
	Person  ImageKind = "person"
	Ordeal  ImageKind = "ordeal" // what one goes through on a day: an exam, a wedding
	Nothing ImageKind = ""
)

// An Image is something in a text that can be seen.
type Image struct {
	Name string // as the text names it: "the old lighthouse"
	Kind ImageKind
}

var imagesEn = imageSet(map[ImageKind]string{
	Animal: `cat cats dog dogs puppy puppies kitten kittens bird birds horse horses rabbit fish turtle turtles fox bear deer owl butterfly butterflies bee bees whale dolphin hamster parrot snake crow pigeon duck ducks goose wolf spider lizard goldfish swan seagull sheep cow pig squirrel`,
	Water:  `sea ocean lake river rain beach waves pool waterfall pond island bath flood harbour harbor bay tide puddle fountain`,
	Sky:    `snow storm sun moon stars star sunset sunrise sky cloud clouds wind fog rainbow fire lightning thunder fireworks campfire meteor`,
	Plant:  `tree trees forest garden flower flowers rose roses leaves tomatoes sunflower sunflowers mountain mountains hill trail grass basil herbs orchard field fields woods meadow cactus canyon desert`,
	Food:   `coffee tea cake bread pizza soup cookies apple apples chocolate ramen pasta cheese pie curry rice noodles sandwich salad wine beer pancakes dumplings lasagna sushi ice-cream strawberries blueberries muffins stew eggs honey`,
	Place:  `kitchen house room school office station train bus airport bridge city street library hospital church cafe café shop museum park stage gym hotel bakery attic balcony lighthouse castle apartment flat basement studio theater theatre restaurant bookshop bookstore classroom village town market farm tent cabin corridor lift elevator clinic greenhouse stadium playground`,
	Object: `book books letter letters piano guitar camera phone keys key wallet umbrella bike bicycle car clock watch mirror painting paintings photo photos photograph necklace ring dress shoes boots bag suitcase ticket tickets map lamp candle candles chess violin drums laptop computer robot blanket bowl cup pot ball trophy medal backpack notebook diary manuscript boat ship plane kite doll toy puzzle telescope microscope sweater scarf hat glasses pen pencil brush door window stairs stone shell postcard envelope record vinyl statue bell ladder helmet racket surfboard tattoo poster quilt flute cello saxophone motorcycle van truck novel poem poems song`,
	Person: `sister brother mother father mom mum dad grandma grandpa grandmother grandfather daughter son wife husband boyfriend girlfriend friend boss neighbour neighbor teacher aunt uncle cousin niece nephew kids children baby roommate colleague landlord landlady doctor nurse parents grandparents flatmate advisor adviser professor manager coach therapist neighbours neighbors`,
	Ordeal: `interview exam test surgery operation wedding concert recital presentation race marathon audition trip flight funeral graduation birthday competition tournament hike appointment deadline move meeting speech`,
})

var imagesJa = []struct {
	kind ImageKind
	re   *expr
}{
	{Ordeal, jaTime(`面接|試験|手術|結婚式|コンサート|ライブ|発表会|プレゼン|大会|試合|マラソン|オーディション|旅行|葬式|卒業式|入学式|運動会|文化祭|引っ越し|締め切り|検査|誕生日|会議`)},
	{Animal, jaTime(`子猫|子犬|猫|ねこ|犬|鳥|馬|うさぎ|ウサギ|金魚|熱帯魚|亀|狐|きつね|熊|鹿|ふくろう|蝶|蜂|鯨|イルカ|ハムスター|インコ|文鳥|蛇|カラス|鳩|鴨|蛍|セミ|蝉|トンボ|かもめ|羊|牛|狸|メダカ`)},
	{Water, jaTime(`海|湖|川|雨|浜辺|波|プール|滝|池|島|お風呂|温泉|港|水たまり|噴水`)},
	{Sky, jaTime(`雪|嵐|太陽|満月|月明かり|星空|星|夕日|夕焼け|朝日|青空|空|雲|霧|虹|焚き火|雷|花火|流れ星|台風`)},
	{Plant, jaTime(`桜|紅葉|ひまわり|朝顔|バラ|薔薇|庭|森|木立|大木|花束|花|葉っぱ|トマト|山道|山|丘|畑|草原|苔|バジル|サボテン|金木犀|紫陽花|梅`)},
	{Food, jaTime(`コーヒー|紅茶|お茶|ケーキ|パン|ピザ|スープ|クッキー|りんご|みかん|いちご|チョコレート|チョコ|ラーメン|パスタ|カレー|おにぎり|うどん|味噌汁|お弁当|弁当|寿司|鍋|アイス|プリン|団子|餃子|オムライス|おでん|煮物|卵焼き|梅干し`)},
	{Place, jaTime(`台所|キッチン|実家|部屋|学校|教室|オフィス|駅|電車|バス停|空港|橋|商店街|図書館|病院|神社|お寺|教会|喫茶店|カフェ|本屋|博物館|美術館|公園|舞台|体育館|旅館|ホテル|屋根裏|ベランダ|灯台|お城|アパート|マンション|廊下|エレベーター|研究室|温室|遊園地|市場|屋上|路地|映画館|水族館|動物園`)},
	{Object, jaTime(`段ボール|絵本|本棚|本|手紙|ピアノ|ギター|カメラ|携帯|スマホ|鍵|財布|傘|自転車|車|時計|鏡|絵|写真|ネックレス|指輪|ワンピース|靴|鞄|かばん|スーツケース|切符|地図|ランプ|ろうそく|将棋|バイオリン|パソコン|ロボット|毛布|茶碗|マグカップ|ボール|トロフィー|メダル|リュック|ノート|日記|原稿|小説|船|飛行機|凧|人形|おもちゃ|パズル|望遠鏡|マフラー|帽子|めがね|万年筆|鉛筆|窓|階段|石|貝殻|はがき|封筒|レコード|鈴|はしご|歌|アルバム|ぬいぐるみ|風鈴|編み物|セーター`)},
	{Person, jaTime(`姉|妹|兄|弟|お母さん|お父さん|母|父|祖母|祖父|おばあちゃん|おじいちゃん|娘|息子|妻|夫|彼氏|彼女|親友|友達|上司|隣の人|先生|先輩|後輩|大家さん|同僚`)},
}

func imageSet(m map[ImageKind]string) map[string]ImageKind {
	set := map[string]ImageKind{}
	for k, list := range m {
		for _, w := range strings.Fields(list) {
			set[w] = k
		}
	}
	return set
}

// Images returns what can be seen in a text, each once, in order.
func Images(text string) []Image {
	var list []Image
	seen := map[string]bool{}
	add := func(name string, k ImageKind) {
		if key := Fold(name); name != "" && !seen[key] && len([]rune(name)) < 40 {
			seen[key] = true
			list = append(list, Image{name, k})
		}
	}
	if Japanese(text) {
		imagesOfJa(Clean(text), add)
		return list
	}
	words := strings.Fields(Clean(text))
	for i, w := range words {
		bare := strings.TrimSuffix(strings.Trim(w, `.,;:!?"'()`), "'s")
		k, ok := imagesEn[strings.ToLower(bare)]
		if !ok || strings.HasSuffix(strings.Trim(w, `.,;:!?"()`), "'s") {
			continue
		}
		if _, goesOn := imagesEn[strings.ToLower(strings.Trim(after(words, i), `.,;:!?"'()`))]; goesOn && bare == w {
			continue // the car of "the car park"
		}
		add(imageEn(words[:i], bare, k), k)
	}
	return list
}

// imageEn names what can be seen, as the words before it have it; "" if it is
// no thing: "to book".
func imageEn(before []string, bare string, k ImageKind) string {
	name := nameEn(before, bare)
	switch {
	case name != bare:
		return name
	case k == Food:
		return strings.ToLower(bare)
	case k == Water, k == Sky, k == Plant:
		return "the " + strings.ToLower(bare)
	}
	return ""
}

// after returns the word behind words[i]; "" if none is.
func after(words []string, i int) string {
	if i+1 < len(words) {
		return words[i+1]
	}
	return ""
}

// Many reports whether the name of an English image is that of many.
func (m Image) Many() bool {
	w := strings.ToLower(m.Name[strings.LastIndexByte(m.Name, ' ')+1:])
	switch w {
	case "bus", "cactus", "chess", "grass", "basil", "lens", "gas", "canvas", "campus", "compass", "dress":
		return false
	case "kids", "leaves", "children", "people", "dumplings", "woods":
		return true
	}
	return strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us")
}

func imagesOfJa(text string, add func(string, ImageKind)) {
	type hit struct {
		at   int
		name string
		kind ImageKind
	}
	var hits []hit
	for _, r := range imagesJa {
		for _, m := range r.re.FindAllStringIndex(text, 6) {
			if inVerb(text[m[0]:m[1]], text[m[1]:]) {
				continue
			}
			if overlaps := slices.ContainsFunc(hits, func(h hit) bool { return m[0] < h.at+len(h.name) && h.at < m[1] }); overlaps || inWord(text, m[0], m[1]) {
				continue
			}
			hits = append(hits, hit{m[0], text[m[0]:m[1]], r.kind})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return a.at - b.at })
	for _, h := range hits {
		name := h.name
		if m := lookJa.FindString(text[:h.at]); m != "" {
			name = m + name
		} else if n := nameJa(text, h.name); n != "" && h.kind != Person {
			name = n
		}
		add(name, h.kind)
	}
}

// inVerb reports whether what looks like a thing is the beginning of a verb, an
// adjective or somebody's name: 空いて, 歌って, 森さん.
func inVerb(name, rest string) bool {
	for _, title := range []string{"さん", "ちゃん", "くん", "先生", "様"} {
		if strings.HasPrefix(rest, title) {
			return !strings.HasSuffix(name, "母") && !strings.HasSuffix(name, "父")
		}
	}
	switch name {
	case "空", "歌", "花", "川", "波", "編み物":
		r, _ := utf8.DecodeRuneInString(rest)
		return strings.ContainsRune("いきっけくうえお", r)
	case "本":
		return strings.HasPrefix(rest, "当") || strings.HasPrefix(rest, "人")
	}
	return false
}

// lookJa is what a thing looks like, before its name.
var lookJa = rx(`(?:古い|新しい|小さな|小さい|大きな|大きい|赤い|青い|白い|黒い|黄色い|緑の|丸い|長い|暗い|明るい|静かな|冷たい|温かい|薄い|細い|重い|軽い|懐かしい)$`)

// inWord reports whether a piece of a text is a part of a longer word.
func inWord(text string, begin, end int) bool {
	class := func(s string) int {
		for _, r := range s {
			return classOf(r)
		}
		return none
	}
	var before rune
	for _, r := range text[:begin] {
		before = r
	}
	first, last := class(text[begin:end]), none
	for _, r := range text[begin:end] {
		last = classOf(r)
	}
	return first != none && classOf(before) == first || last != none && class(text[end:]) == last
}
