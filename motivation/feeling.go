package motivation

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Label returns a drive's name in a language, "" for no drive.
func (d Drive) Label(lang string) string {
	en, ja := "", ""
	switch d {
	case Boredom:
		en, ja = "boredom", "退屈"
	case Curiosity:
		en, ja = "curiosity", "好奇心"
	case Goal:
		en, ja = "the wish to reach a goal", "目標達成欲"
	case Relatedness:
		en, ja = "the wish to be close", "関係性維持欲求"
	}
	return pick(lang, en, ja)
}

// Label returns an emotion's name in a language, "" for no category.
func (c Category) Label(lang string) string {
	en, ja := "", ""
	switch c {
	case Joy:
		en, ja = "joy", "喜び"
	case Contentment:
		en, ja = "contentment", "満足・安心"
	case Protective:
		en, ja = "protectiveness", "守りたい気持ち"
	case Anxious:
		en, ja = "anxiety", "不安"
	case Sadness:
		en, ja = "sadness", "悲しみ"
	case Anger:
		en, ja = "anger", "怒り"
	case Neutral:
		en, ja = "calm", "平常"
	}
	return pick(lang, en, ja)
}

func pick(lang, en, ja string) string {
	if lang == "ja" {
		return ja
	}
	return en
}

// Narrative returns a sentence about what stands behind the dominant drive, to
// the persona; that nothing stirs if none does.
func (s Snapshot) Narrative(now time.Time, lang string) string {
	return s.Behind(s.At(now).Dominant(), now, lang)
}

// Behind returns a sentence about what stands behind a drive: the minutes of
// silence, the question, the goal, the emotion.
func (s Snapshot) Behind(d Drive, now time.Time, lang string) string {
	switch d {
	case Boredom:
		minutes := int(hoursSince(s.Spoke, now) * 60)
		return pick(lang,
			fmt.Sprintf("Nobody has spoken to you for %s.", minutesEnglish(minutes)),
			fmt.Sprintf("最後の対話から%s経過している。", minutesJapanese(minutes)))
	case Curiosity:
		if q, ok := s.Strongest(); ok {
			return pick(lang, "You would like to know more about: "+stopped(q.Topic), fmt.Sprintf("「%s」のことが気になっている。", trimStop(q.Topic)))
		}
	case Goal:
		if s.Goal.Priority > 0 {
			return pick(lang, "You want to get ahead with your goal: "+stopped(s.Goal.Text), fmt.Sprintf("目標「%s」を進めたい。", trimStop(s.Goal.Text)))
		}
	case Relatedness:
		if s.Emotion.Intensity > 0 {
			return pick(lang,
				fmt.Sprintf("You still feel %s (%.1f) from your last talk.", s.Emotion.Category.Label(lang), s.Emotion.Intensity),
				fmt.Sprintf("前の対話での気持ちが残っている: %s（強さ %.1f）。", s.Emotion.Category.Label(lang), s.Emotion.Intensity))
		}
	}
	return pick(lang, "Nothing in particular stirs you.", "特に心を動かすものはない。")
}

// trimStop takes full stops off the end of a text; what asks, calls or trails
// off keeps its mark.
func trimStop(s string) string {
	s = strings.TrimRight(s, " \t　")
	bare := strings.TrimRight(s, ".。．｡ 　")
	if strings.HasSuffix(s, "...") {
		return bare + "…"
	}
	return bare
}

// stopped ends a text as a sentence ends, once.
func stopped(s string) string {
	s = trimStop(s)
	if strings.HasSuffix(s, "…") || strings.ContainsAny(lastCharacter(s), "?!？！♪") {
		return s
	}
	return s + "."
}

// lastCharacter returns the last character of a text, quotation marks and
// brackets left out.
func lastCharacter(s string) string {
	s = strings.TrimRight(s, "\"'”’)）」』")
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

func minutesEnglish(m int) string {
	n, unit := m, "minute"
	switch {
	case m >= 2*24*60:
		n, unit = m/(24*60), "day"
	case m >= 2*60:
		n, unit = m/60, "hour"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

func minutesJapanese(m int) string {
	switch {
	case m >= 2*24*60:
		return fmt.Sprintf("%d日", m/(24*60))
	case m >= 2*60:
		return fmt.Sprintf("%d時間", m/60)
	}
	return fmt.Sprintf("%d分", m)
}

// Feeling returns how the persona feels, for the prompt: a line for each drive
// that has reached the threshold Feel, the strongest first, with its level. ""
// if none has.
func (s Snapshot) Feeling(now time.Time, lang string) string {
	d := s.At(now)
	var b strings.Builder
	for _, dr := range d.Above(s.Thresholds.filled().Feel) {
		s.line(&b, d, dr, lang)
	}
	return b.String()
}

func (s Snapshot) line(b *strings.Builder, d Drives, dr Drive, lang string) {
	label := dr.Label(lang)
	if lang != "ja" {
		label = strings.ToUpper(label[:1]) + label[1:]
	}
	fmt.Fprintf(b, pick(lang, "- %s (%.2f): %s\n", "- %s（%.2f）: %s\n"), label, d.Of(dr).Value, s.Behind(dr, d.Time, lang))
}

// OnMind returns the strongest open question, for the prompt; "" if none is
// open.
func (s Snapshot) OnMind(lang string) string {
	q, ok := s.Strongest()
	switch {
	case !ok:
		return ""
	case q.Context == "":
		return q.Topic
	}
	return pick(lang, q.Topic+" — "+q.Context, q.Topic+"（"+q.Context+"）")
}

// Log returns the whole inner state, for the prompt of an action of the
// persona's own: every drive with what stands behind it, the dominant one, and
// the open questions.
func (s Snapshot) Log(now time.Time, lang string) string {
	d := s.At(now)
	var b strings.Builder
	for _, dr := range d.Above(0) {
		s.line(&b, d, dr, lang)
	}
	if dom := d.Dominant(); dom != "" {
		fmt.Fprintf(&b, pick(lang, "\nStrongest: %s (%.2f).\n", "\n最も強い動機: %s（%.2f）。\n"), dom.Label(lang), d.Of(dom).Value)
	}
	if len(s.Questions) > 0 {
		b.WriteString(pick(lang, "\nOpen questions:\n", "\n未解決の問い:\n"))
	}
	for _, q := range s.Questions {
		fmt.Fprintf(&b, "- %s (%.2f)", q.Topic, q.Priority)
		if q.Context != "" {
			b.WriteString(": " + q.Context)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
