package episodic

import (
	"fmt"
	"time"

	"yumori/internal/memory"
)

// A Moment is when something special happened, and what tells of it.
type Moment struct {
	Language string    // of the persona: "ja", else English
	Time     time.Time // its zone says what day it is
	Sources  []string  // ids of messages
}

// quoted is how much of each side of an exchange a bonding quotes, in
// characters.
const quoted = 200

// NewAchievement returns the episode of a goal that was reached; note says how
// and may be empty. There is one of each goal.
func NewAchievement(m Moment, goalID, goal, note string) Episode {
	e := m.special(Achievement, achievementArousal)
	e.Goal, e.Origin = goalID, goalID
	e.Summary = fmt.Sprintf("[Achieved] I reached my goal “%s”.", cleanText(goal))
	if m.Language == "ja" {
		e.Summary = fmt.Sprintf("【達成】目標「%s」を達成した。", cleanText(goal))
	}
	return e.with(m, note)
}

// NewDiscovery returns the episode of an open question that was answered.
// There is one of each question; questionID may be the topic.
func NewDiscovery(m Moment, questionID, topic, learned string) Episode {
	e := m.special(Discovery, discoveryArousal)
	e.Question, e.Origin = cleanText(topic), questionID
	e.Summary = fmt.Sprintf("[Discovered] Something new about “%s”: %s", e.Question, cleanText(learned))
	if m.Language == "ja" {
		e.Summary = fmt.Sprintf("【発見】「%s」について、わかったこと：%s", e.Question, cleanText(learned))
	}
	return e
}

// A Quote is an exchange in the words that were said.
type Quote struct{ User, Reply string }

// NewBonding returns the episode of an exchange in which worry gave way to
// joy; see motivation.Shift. The last source has to be the reply: there is one
// of each.
func NewBonding(m Moment, before, after Emotion, q Quote) Episode {
	e := m.special(Bonding, bondingArousal)
	e.EmotionChange = string(before) + "→" + string(after)
	if n := len(m.Sources); n > 0 {
		e.Origin = m.Sources[n-1]
	}
	user, reply := inner(cut(cleanText(q.User), quoted)), inner(cut(cleanText(q.Reply), quoted))
	if m.Language == "ja" {
		e.Summary = fmt.Sprintf("【絆】%sが、%sに変わった。", feelingJa(before), feelingJa(after))
		if user != "" {
			e.Summary += fmt.Sprintf("「%s」と言われ", user)
			e.Summary += map[bool]string{true: "た。", false: "、"}[reply == ""]
		}
		if reply != "" {
			e.Summary += fmt.Sprintf("私は「%s」と答えた。", reply)
		}
		return e
	}
	e.Summary = fmt.Sprintf("[Bond] From %s to %s: we are sure of each other again.", feelingEn(before), feelingEn(after))
	if user != "" {
		e.Summary += fmt.Sprintf(" I heard “%s”", user)
		if reply != "" {
			e.Summary += " and said"
		}
	} else if reply != "" {
		e.Summary += " I said"
	}
	if reply != "" {
		e.Summary += fmt.Sprintf(" “%s”", reply)
	}
	return e
}

func (m Moment) special(t Type, arousal float64) Episode {
	return Episode{
		Date: DateOf(m.Time), Type: t, Kind: memory.Lived, Arousal: arousal, Max: arousal,
		Sources: memory.Unique(m.Sources), CreatedAt: m.Time,
	}
}

// with adds a note to the summary.
func (e Episode) with(m Moment, note string) Episode {
	if note = cleanText(note); note == "" {
		return e
	}
	if m.Language != "ja" {
		e.Summary += " "
	}
	e.Summary += note
	return e
}

func feelingJa(e Emotion) string {
	switch e {
	case Anxious:
		return "不安"
	case Protective:
		return "守りたい気持ち"
	case Joy:
		return "喜び"
	case Contentment:
		return "安心"
	case Sadness:
		return "悲しみ"
	case Anger:
		return "怒り"
	}
	return "平静"
}

func feelingEn(e Emotion) string {
	switch e {
	case Anxious:
		return "worry"
	case Protective:
		return "the wish to protect"
	case Joy:
		return "joy"
	case Contentment:
		return "contentment"
	case Sadness:
		return "sadness"
	case Anger:
		return "anger"
	}
	return "calm"
}
