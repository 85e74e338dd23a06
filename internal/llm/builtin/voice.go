package builtin

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/plain"
)

// A voice is how a persona speaks: its phrases by key, as SOUL.md has them.
type voice struct {
	phrases map[string][]string
	casual  bool   // Japanese: speaks plainly rather than with です and ます
	self    string // Japanese: the word for "I"
}

// phraseKeys maps what a user may write before the colon of a phrase to the
// key the rules use. A phrase is a list item "- key: words" anywhere in
// SOUL.md; several with one key are variants. {user} stands for the name of
// the one who is talked with and is left out, with its comma, when unknown.
var phraseKeys = map[string]string{
	"greeting": "greeting", "hello": "greeting", "あいさつ": "greeting", "挨拶": "greeting",
	"morning": "morning", "朝": "morning", "evening": "evening", "夕方": "evening", "夕": "evening",
	"night": "night", "夜": "night", "noted": "noted", "覚えた": "noted", "おぼえた": "noted",
	"known": "known", "知ってる": "known", "知っている": "known", "found": "found", "あった": "found",
	"unsure": "unsure", "unknown": "unsure", "わからない": "unsure", "分からない": "unsure",
	"comfort": "comfort", "なぐさめ": "comfort", "慰め": "comfort",
	"glad": "glad", "うれしい": "glad", "嬉しい": "glad",
	"thanks": "thanks", "お礼": "thanks", "farewell": "farewell", "bye": "farewell",
	"おわかれ": "farewell", "お別れ": "farewell", "別れ": "farewell",
	"curious": "curious", "気になる": "curious", "sorry": "sorry", "ゆるす": "sorry", "許す": "sorry",
	"proud": "proud", "てれる": "proud", "照れる": "proud",
}

// maxPhrase bounds a phrase in bytes; a longer line is prose, not a phrase.
const maxPhrase = 400

// parseVoice reads the phrases of a soul. It takes any text: sections may be
// missing, renamed or in another order.
func parseVoice(soul string) voice {
	v := voice{phrases: map[string][]string{}, self: "わたし"}
	for line := range strings.Lines(soul) {
		if len(line) > maxPhrase {
			continue
		}
		named, said, ok := answer.Phrase(strings.TrimSpace(line))
		if !ok {
			continue
		}
		key, ok := phraseKeys[strings.ToLower(strings.TrimSpace(named))]
		if text := strings.Trim(strings.TrimSpace(said), `"“”「」`); ok && text != "" && !strings.ContainsAny(text, "<>") {
			v.phrases[key] = append(v.phrases[key], text)
		}
	}
	if m := marks.First("self-word", soul); m != nil {
		v.self = m[1]
	}
	said := strings.Join(slices.Concat(slices.Collect(maps.Values(v.phrases))...), "\n")
	v.casual = lang.Casual(cmp.Or(said, soul)) // the phrases tell, or without any the whole soul
	return v
}

// soulless are the replies where a soul has no phrase for a moment.
var soulless = map[string]string{
	"greeting": "hello", "morning": "hello", "evening": "hello", "night": "hello", "thanks": "thanks", "sorry": "sorry", "proud": "praise", "farewell": "bye",
}

// fill puts the names into a phrase.
func (s *speaking) fill(phrase string) string {
	if strings.Contains(phrase, "{user}") {
		if s.User == "" {
			phrase = plain.UpperFirst(strings.TrimSpace(marks.Expr("user-mark").ReplaceAllString(phrase, "")))
		} else {
			phrase = strings.ReplaceAll(phrase, "{user}", s.User)
			for _, title := range []string{"さん", "ちゃん", "くん"} {
				phrase = strings.ReplaceAll(phrase, title+"さん", title)
			}
		}
	}
	if !strings.Contains(phrase, "{") {
		return phrase
	}
	phrase = strings.ReplaceAll(phrase, "{name}", s.Persona)
	return strings.ReplaceAll(phrase, "{self}", s.voice.self)
}

// phrase returns what the persona says for key: one of the soul's own
// phrases if they are in the language of the answer, else a plain default.
func (s *speaking) phrase(key string) string {
	own := s.voice.phrases[key]
	var fit []string
	for _, p := range own {
		if plain.LanguageOf(p, s.Lang) == s.Lang {
			fit = append(fit, p)
		}
	}
	if len(fit) == 0 {
		return s.reply(soulless[key])
	}
	return s.fill(s.least(fit))
}

// longestPart returns the longest stretch of a phrase that holds no {mark}.
func longestPart(phrase string) string {
	best := ""
	for part := range strings.SplitSeq(phrase, "{") {
		if _, after, ok := strings.Cut(part, "}"); ok {
			part = after
		}
		if len(part) > len(best) {
			best = part
		}
	}
	return strings.TrimSpace(best)
}
