package builtin

// A diet is what somebody who says so does not eat or drink.
type diet struct {
	told *expr
	bars map[string]bool // terms
}

const (
	meats   = `meat beef steak pork chicken ham bacon lamb sausage burger hamburger turkey duck veal salami mutton venison 肉 牛肉 豚肉 鶏肉 ステーキ ハム ベーコン ハンバーグ ソーセージ 焼肉 ラム`
	fishes  = ` fish salmon tuna sushi shrimp prawn crab oyster sashimi 魚 寿司 刺身 鮭 エビ カニ`
	dairy   = ` milk cheese butter cream yogurt yoghurt 牛乳 チーズ バター ヨーグルト`
	spirits = `alcohol wine beer whisky whiskey sake vodka gin rum cocktail champagne 酒 お酒 ビール ワイン 日本酒 焼酎 ウイスキー`
)

var diets = []diet{
	{re(`\bvegan\b|ヴィーガン|ビーガン`), barred(meats + fishes + dairy + ` egg honey 卵 玉子`)},
	{re(`\bvegetarian\b|ベジタリアン|菜食主義`), barred(meats + fishes)},
	{re(`\bpescatarian\b|\b(?:do not|don't|doesn't|never|can't|cannot) eats? (?:any )?meat\b|肉(?:は|を|が)?(?:食べ(?:ない|ません|られない|られません))`), barred(meats)},
	{re(`\b(?:do not|don't|doesn't|never|can't|cannot) eats? (?:any )?fish\b|\bnever eats fish\b|魚(?:は|を|が)?(?:食べ(?:ない|ません|られない))`), barred(fishes)},
	{re(`\blactose\b|乳糖`), barred(dairy)},
	{re(`\bgluten\b|\bc(?:o)?eliac\b|グルテン`), barred(`bread pasta wheat pizza noodle noodles cake パン パスタ ピザ うどん ラーメン`)},
	{re(`\b(?:do not|don't|doesn't|never|can't|cannot|stopped|quit|gave up) drink(?:ing)? (?:any )?alcohol\b|\b(?:do not|don't|doesn't|never) drinks?(?: at all| any ?more)?(?:[.!,;]|$)|\bteetotal|お?酒(?:は|を|が)?(?:飲(?:まない|みません|めない|めません)|やめ)`), barred(spirits)},
	{re(`\b(?:muslim|halal)\b|イスラム教`), barred(`pork ham bacon 豚肉 ハム ベーコン ` + spirits)},
	{re(`\b(?:jewish|kosher)\b`), barred(`pork ham bacon shrimp prawn crab`)},
}

func barred(text string) map[string]bool {
	m := map[string]bool{}
	for w := range set(text) {
		for _, t := range termsOf(w) {
			m[t.key] = true
		}
	}
	return m
}

// forbidden returns the terms of a question about food or drink that what m
// tells rules out.
func forbidden(q question, m *memory) []term {
	if q.kind != askYesNo || !hasTerm(q.terms, "@eat") && !hasTerm(q.terms, "@drink") && !lex.Has("may-have", q.text) {
		return nil
	}
	var out []term
	if !hasBarred(q) && !hasTerm(m.termsAt(), "@allergy") {
		return nil
	}
	if hasTerm(m.termsAt(), "@allergy") {
		for _, t := range q.terms {
			if hasTerm(m.termsAt(), t.key) {
				out = append(out, t)
			}
		}
	}
	for _, d := range diets {
		if !d.told.MatchString(m.text) {
			continue
		}
		for _, t := range q.terms {
			if d.bars[t.key] {
				out = append(out, t)
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return append(out, term{"@eat", 1}, term{"@drink", 1}, term{"@have", 0.5})
}

// softened makes less of the word for food in such a question.
func softened(q question) question {
	if !lex.Has("liked-food", q.text) {
		return q
	}
	var kept []term
	for _, t := range q.terms {
		switch t.key {
		case "@eat", "@drink":
			t.weight = 0.8
		case "物", "料理":
			continue
		}
		kept = append(kept, t)
	}
	q.terms = kept
	return q
}

// hasBarred reports whether a question names something that a diet rules out.
func hasBarred(q question) bool {
	for _, t := range q.terms {
		for _, d := range diets {
			if d.bars[t.key] {
				return true
			}
		}
	}
	return false
}
