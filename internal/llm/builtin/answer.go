package builtin

import (
	"fmt"
	"strings"
	"time"

	"yumori/internal/lang/plain"
)

// A reply grows part by part.
type reply struct {
	parts   []string
	emotion emotion
	traces  []string
}

func (r *reply) say(s *scene, text string) {
	text = strings.TrimSpace(text)
	if text == "" || len(r.parts) >= 6 {
		return
	}
	r.parts = append(r.parts, text)
	s.lately = append(s.lately, text)
}

// join puts the parts together and the tags after them.
func (s *scene) join(r *reply) string {
	sep := " "
	if s.Lang == plain.Japanese {
		sep = ""
	}
	text := strings.Join(r.parts, sep)
	text = strings.NewReplacer("<", "‹", ">", "›", "\x00", "", "\x01", "").Replace(text)
	text = strings.ToValidUTF8(text, "")
	return text + "\n" + r.emotion.tag() + traceTags(r.traces)
}

// greeting greets as the user did, or by the time of day when the soul has
// words for it and the talk has not begun.
func (s *speaking) greeting(said string) string {
	switch low := strings.ToLower(said); {
	case plain.StartsWithAny(low, "good morning", "morning", "おはよ"):
		return s.phrase("morning")
	case plain.StartsWithAny(low, "good evening", "evening", "こんばん"):
		return s.phrase("evening")
	case plain.StartsWithAny(low, "good ", "こんにち"):
		return s.phrase("greeting")
	case plain.StartsWithAny(low, "はじめまして", "初めまして"):
		return s.reply("meet")
	case plain.StartsWithAny(low, "ただいま"):
		return s.reply("back")
	}
	part := dayPart(s.Now)
	if part != "" && len(s.voice.phrases[part]) > 0 && (s.turn == 0 || s.seed%2 == 0) {
		if p := s.phrase(part); p != "" {
			return p
		}
	}
	if part != "" && len(s.voice.phrases["greeting"]) == 0 {
		return s.phrase(part)
	}
	return s.phrase("greeting")
}

// outcome says what the tools of this turn answered.
func (u *toolUse) outcome() (failed, held bool) {
	for _, res := range u.results {
		low := strings.ToLower(res.Text)
		switch {
		case plain.HoldsAny(low, "held", "waits for", "waiting for", "awaits", "the user's yes", "approval"):
			held = true
		case plain.HoldsAny(low, "error", "failed", "could not", "couldn't", "cannot", "can't", "not written", "refused", "invalid", "unknown tool", "must "):
			failed = failed || res.Name == toolWrite
		}
	}
	return failed, held
}

// dayPart returns the key of the time of day: "morning", "", "evening" or "night".
func dayPart(t time.Time) string {
	switch h := t.Hour(); {
	case h >= 5 && h < 11:
		return "morning"
	case h >= 17 && h < 22:
		return "evening"
	case h >= 22 || h < 5:
		return "night"
	}
	return ""
}

// clock writes the time of day.
func clock(t time.Time, l plain.Language) string {
	if l == plain.Japanese {
		return fmt.Sprintf("%d時%d分", t.Hour(), t.Minute())
	}
	return t.Format("15:04")
}
