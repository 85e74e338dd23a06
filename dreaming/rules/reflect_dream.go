package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"yumori/dreaming/record"
	"yumori/internal/lang"
	"yumori/internal/memory"
)

// A sight is an image of the day and where it is from.
type sight struct {
	lang.Image
	from Remark
}

// A dreamWriter tells one dream.
type dreamWriter struct {
	day    *Digest
	chance *rand.Rand
	used   map[string]bool // what an image of this dream did
}

func newDreamWriter(d *Digest) *dreamWriter {
	return &dreamWriter{day: d, chance: d.chance(), used: map[string]bool{}}
}

// write weaves two or three images of the day and an older memory into a dream
// in the persona's voice. The same day gives the same dream; a day without an
// image none.
func (w *dreamWriter) write() (string, []record.Evidence) {
	if slices.ContainsFunc(w.day.Remarks, func(r Remark) bool { return r.user && weighsOn(r.Text) }) {
		return "", nil // nobody plays with images of a day like that
	}
	seen := w.sights()
	if len(seen) == 0 {
		return "", nil
	}
	seen = w.chosen(seen)
	var images []record.Evidence
	parts := []string{w.choose(w.openings())}
	for i, s := range seen {
		parts = append(parts, w.scene(i, s))
		images = append(images, w.day.evidence(s.from))
	}
	if r, ok := w.day.strongest(); ok && len([]rune(r.Text)) <= 90 {
		parts = append(parts, fmt.Sprintf(w.choose(w.voices()), w.day.said(r, 70)))
		images = append(images, w.day.evidence(r))
	}
	if m, ok := w.older(seen); ok {
		parts = append(parts, fmt.Sprintf(w.choose(w.turns()), w.monthOf(m.Day()), w.day.inQuotes(wholeQuote(m.Text), 80)))
		images = append(images, record.Evidence{Message: m.ID})
	}
	parts = append(parts, w.choose(w.endings()))
	return closed(lang.Cut(strings.Join(parts, w.day.Pick(" ", "")), MaxDream)), images
}

// sights returns the images in what was said, those of moving moments first.
func (w *dreamWriter) sights() []sight {
	var list []sight
	for _, r := range w.day.Remarks {
		if r.Reports() {
			continue
		}
		for _, im := range lang.Images(r.Raw) {
			im.Name = w.day.third(im.Name)
			if w.day.Japanese() == lang.Japanese(im.Name) {
				list = append(list, sight{im, r})
			}
		}
	}
	if len(list) == 0 {
		list = w.things()
	}
	slices.SortStableFunc(list, func(a, b sight) int {
		switch x, y := w.day.Lines[a.from.line].Arousal, w.day.Lines[b.from.line].Arousal; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return list
}

// things returns what the day was about as if it could be seen, for a day on
// which nothing can.
func (w *dreamWriter) things() []sight {
	var list []sight
	for _, r := range w.day.Remarks {
		if w.day.weight(r) <= 0 {
			continue
		}
		for _, t := range r.terms {
			n := w.day.third(w.day.nameOf(t))
			if lang.Noun(t) && !unseen[t] && w.day.Japanese() == lang.Japanese(n) && (w.day.Japanese() || strings.HasPrefix(n, "the ") || strings.HasPrefix(n, "your ")) && len([]rune(n)) > 1 && len([]rune(n)) < 30 {
				kind := lang.Object
				if len(lang.ProperNames(n+"さん")) > 0 && w.day.Japanese() && lang.Mentions(r.Text, n+"さん") {
					kind = lang.Person
				}
				list = append(list, sight{lang.Image{Name: n, Kind: kind}, r})
				break
			}
		}
	}
	return list
}

// unseen is what nobody would want to see, even in a dream.
var unseen = map[string]bool{"breakup": true, "death": true, "divorc": true, "weight": true, "debt": true, "rejection": true, "diabet": true, "cancer": true, "illnes": true, "pain": true, "病気": true, "糖尿病": true, "離婚": true, "借金": true, "体重": true, "家賃": true}

// chosen takes up to three images that differ in kind and line.
func (w *dreamWriter) chosen(list []sight) []sight {
	head := list[:min(len(list), 8)]
	w.chance.Shuffle(len(head), func(i, j int) { head[i], head[j] = head[j], head[i] })
	var out []sight
	for _, strict := range []int{2, 1, 0} { // first different kinds, then different things
		for _, s := range list {
			same := slices.ContainsFunc(out, func(o sight) bool {
				return strict == 2 && o.Kind == s.Kind || strict >= 1 && o.from.line == s.from.line && o.from.at == s.from.at || sameThing(o.Name, s.Name)
			})
			if !same && len(out) < 3 {
				out = append(out, s)
			}
		}
	}
	return out
}

func sameThing(a, b string) bool {
	return len(lang.Shared(lang.Terms(a), lang.Terms(b))) > 0 || lang.Fold(a) == lang.Fold(b)
}

func (w *dreamWriter) choose(list []string) string { return list[w.chance.IntN(len(list))] }

// manyDo makes of what one image does what several do.
var manyDo = strings.NewReplacer(" was ", " were ", " its ", " their ", " it has ", " they have ", " waking it", " waking them", " it grew", " they grew", " it is ", " they are ", "as if it were", "as if they were")

// scene says what an image does in a dream.
func (w *dreamWriter) scene(i int, s sight) string {
	frames := w.frames(s.Kind)
	f := w.choose(frames)
	for range 16 {
		if !w.used[f] {
			break
		}
		f = w.choose(frames)
	}
	w.used[f] = true
	text := fmt.Sprintf(f, s.Name)
	if s.Many() && !w.day.Japanese() {
		if before, after, ok := strings.Cut(text, s.Name); ok && !strings.Contains(after, "it was a different") {
			text = before + s.Name + manyDo.Replace(after)
		}
	}
	if w.day.Japanese() {
		return []string{"", "いつのまにか", "その先で、"}[min(i, 2)] + text + "。"
	}
	lead := []string{"", "Then ", "And "}[min(i, 2)]
	if strings.HasPrefix(text, "I ") && lead != "" || lead == "" {
		return upperFirst(lead + text + ".")
	}
	return lead + text + "."
}

// older returns a memory of a day before: one that goes with an image before
// one that does not. What others wrote, and what was only dreamed, is left out.
func (w *dreamWriter) older(seen []sight) (memory.Item, bool) {
	var best memory.Item
	most := -1
	for _, m := range earlier(w.day.Recalled, string(w.day.Date)) {
		text := lang.Clean(m.Text)
		if m.Kind == "" || m.Kind == "dreamed" || m.Kind == "imported" || len([]rune(text)) < 6 || w.day.Japanese() != lang.Japanese(text) || weighsOn(text) {
			continue
		}
		n := 0
		for _, s := range seen {
			n += len(lang.Shared(lang.Terms(s.Name), lang.Terms(text)))
		}
		if n > most {
			best, most = m, n
		}
	}
	return best, most >= 0
}

// monthOf says when a memory is from.
func (w *dreamWriter) monthOf(date string) string {
	if len(date) < len("2006-01-02") {
		return w.day.Pick("another time", "いつか")
	}
	var y, m, day int
	if n, err := fmt.Sscanf(date, "%d-%d-%d", &y, &m, &day); n < 3 || err != nil || m < 1 || m > 12 {
		return w.day.Pick("another time", "いつか")
	}
	if w.day.Japanese() {
		return fmt.Sprintf("%d月", m)
	}
	return []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}[m-1]
}

func (w *dreamWriter) openings() []string {
	if w.day.Japanese() {
		return []string{"夢を見た。", "夢の中では、朝でも夜でもなかった。", "今日がまだ終わらない夢だった。", "夢だとわかっていて、それでも歩いていた。", "時計の針がやわらかくなる夢を見た。"}
	}
	return []string{"I had a dream.", "In the dream it was neither morning nor evening.", "I dreamed that today had not ended.", "I was dreaming, and I knew it, and I walked on.", "I dreamed that the clocks had gone soft."}
}

func (w *dreamWriter) voices() []string {
	if w.day.Japanese() {
		who := w.day.youJa()
		return []string{
			"壁に%sと書いてあって、二度目に読むと少しやさしい言葉に変わっていた。",
			who + "の声が%sと言い、その文字が一つずつ空へほどけていった。",
			"誰かが%sとささやくと、みんなが静かにうなずいた。",
			"%sという声がどこからか聞こえたけれど、振り返ると鈴が鳴っただけだった。",
		}
	}
	voice := "A voice I know said %s, and the letters drifted off one by one."
	if w.day.User != "" {
		voice = "In " + w.day.User + "'s voice somebody said %s, and the letters drifted off one by one."
	}
	return []string{
		voice,
		"On a wall was written %s; when I read it a second time it said something kinder.",
		"Somebody whispered %s, and all the others nodded.",
		"I heard %s from the next room, but in the next room there was only a bell.",
	}
}

// wholeQuote returns what a fact quotes where it is nothing else, "Ben: “…”": it is put into
// quotation marks here.
func wholeQuote(text string) string {
	text, _ = lang.CutPutRight(text)
	for _, marks := range [][2]string{{": “", "”"}, {"「", "」"}} {
		_, said, quotes := strings.Cut(text, marks[0])
		if said, whole := strings.CutSuffix(said, marks[1]); quotes && whole {
			return said
		}
	}
	return text
}

func (w *dreamWriter) turns() []string {
	if w.day.Japanese() {
		return []string{
			"角を曲がると、そこはまだ%sで、%sと書かれた紙が風に揺れていた。",
			"足もとには%sの思い出が落ちていた。%s。拾うと、まだ温かかった。",
			"その奥には%sがしまってあった。%s。ずっと待っていたような顔をして。",
		}
	}
	return []string{
		"I turned a corner, and it was %s again: %s.",
		"Under it all lay something from %s, still warm: %s.",
		"At the end of the corridor %s had been kept in a drawer, with a label on it: %s.",
	}
}

func (w *dreamWriter) endings() []string {
	if w.day.Japanese() {
		return []string{"答えようとしたところで目が覚めた。", "目が覚めたとき、どこまでが聞いた話で、どこからが夢なのか、すぐにはわからなかった。", "朝になると何も残っていなかった。胸のあたりの温かさだけが残っていた。", "もう少し見ていたかったのに、そこで夢は終わった。"}
	}
	return []string{"I woke before I could answer.", "When I woke I could not tell at once what I had been told and what I had dreamed.", "In the morning nothing of it was left but the warmth.", "I would have liked to stay, but there the dream ended."}
}

// frames returns what an image of a kind may do.
func (w *dreamWriter) frames(k lang.ImageKind) []string {
	frames := framesEn
	if w.day.Japanese() {
		frames = framesJa
	}
	if list := frames(k); list != nil {
		return list
	}
	return frames(lang.Object)
}

func framesEn(k lang.ImageKind) []string {
	switch k {
	case lang.Animal:
		return []string{"%s walked ahead of me and knew the way", "%s sat on the water as if it were a floor", "%s said something without opening its mouth, and I understood", "%s was asleep in the middle of the road, and all the traffic waited"}
	case lang.Water:
		return []string{"%s had come indoors and stood as high as the window sills", "%s ran upwards, quietly, into the ceiling", "I could fold %s like a sheet and carry it under my arm", "%s had been switched off, and one could hear what it is usually hiding"}
	case lang.Sky:
		return []string{"%s hung low enough to touch", "%s was kept in a jar on the shelf, and I was not to open it", "%s took place in one room, and in the next it was quite still", "somebody was mending %s with a needle and blue thread"}
	case lang.Plant:
		return []string{"%s grew through the floorboards, a leaf for every word of the day", "%s had come closer overnight, as far as the doorstep", "%s stood there with its roots in the air", "I was to count %s, and it was a different number each time"}
	case lang.Food:
		return []string{"there was a long table with nothing on it but %s, and it grew no less", "%s smelled of a place where I have never been", "I was handed %s and had to keep it warm until morning", "everyone had brought %s and nobody would be the first"}
	case lang.Place:
		return []string{"I went through %s, and every door led into the same room, a little smaller", "%s was lit from below, and there was nobody in it", "I was late for something in %s, and the stairs kept adding steps", "%s had been moved out to sea and rocked a little"}
	case lang.Person:
		return []string{"%s stood at the far end and waved, or beckoned: from there it looks the same", "%s was counting something and lost count when I came", "%s had my face for a moment and gave it back", "I was looking for %s in a crowd where everyone turned round"}
	case lang.Ordeal:
		return []string{"%s was held under water, and the questions rose as bubbles", "the day of %s came three times over, each time with other weather", "%s had shrunk to a coin; I turned it over, and there was another on the back", "I had forgotten my shoes for %s, and nobody minded"}
	}
	return []string{"%s had grown as large as a house, and I lived in it", "%s lay at the bottom of my pocket and was still warm", "%s would not stop ringing, though it has nothing to ring with", "I had to carry %s up a hill without waking it"}
}

func framesJa(k lang.ImageKind) []string {
	switch k {
	case lang.Animal:
		return []string{"%sが前を歩いていて、道を知っているようだった", "%sが水の上に、床のように座っていた", "%sが口を開かずに何か言い、私にはそれがわかった", "道の真ん中で%sが眠っていて、車はみんな待っていた"}
	case lang.Water:
		return []string{"%sが部屋の中まで来ていて、窓枠の高さで静かに止まっていた", "%sが音もなく天井へ昇っていった", "%sを布のように畳んで、わきに抱えて歩いた", "%sの音だけが消えて、いつもは聞こえない声がした"}
	case lang.Sky:
		return []string{"%sが手の届くところまで降りてきていた", "%sが瓶に入れて棚に置いてあり、開けてはいけないと言われた", "%sがひとつの部屋の中だけで起きていて、隣の部屋は静かだった", "誰かが青い糸で%sを繕っていた"}
	case lang.Plant:
		return []string{"%sが床板の間から伸びて、今日の言葉の数だけ葉をつけていた", "%sが夜のうちに玄関先まで近づいてきていた", "%sが根を空に向けて立っていた", "%sを数えるように言われて、何度数えても数が違った"}
	case lang.Food:
		return []string{"長いテーブルの上に%sだけがあって、いくら食べても減らなかった", "%sから、行ったことのない町の匂いがした", "%sを手渡されて、朝まで冷まさないようにと言われた", "みんなが%sを持ち寄ったのに、誰も最初に手をつけなかった"}
	case lang.Place:
		return []string{"%sを抜けると、どの扉の向こうも同じ部屋で、少しずつ小さくなっていった", "%sは下から照らされていて、誰もいなかった", "%sで何かに遅れそうになって、階段が一段ずつ増えていった", "%sが沖に浮かんで、少し揺れていた"}
	case lang.Person:
		return []string{"遠くで%sが手を振っていた。さよならなのか、おいでなのか、そこからは同じに見えた", "%sが何かを数えていて、私が来ると数を忘れた", "%sが一瞬だけ私の顔になって、すぐに返してくれた", "人ごみの中で%sを探すと、みんなが振り返った"}
	case lang.Ordeal:
		return []string{"%sは水の中で行われていて、質問が泡になって昇っていった", "%sの日が三度続けて来て、そのたびに天気が違った", "%sが硬貨くらいに小さくなって、裏返すともうひとつあった", "%sに靴を忘れて行ったのに、誰も気にしなかった"}
	}
	return []string{"%sが家くらいの大きさになっていて、私はその中で暮らしていた", "%sがポケットの底にあって、まだ温かかった", "%sが鳴りやまなかった。鳴るはずのないものなのに", "%sを起こさないように、坂の上まで運んでいった"}
}
