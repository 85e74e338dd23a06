package source

import (
	"yumori/episodic"
	"yumori/internal/lang/repeat"
	"yumori/internal/transcript"
)

// What is derived from several messages stands when one of them is taken back. What of
// it repeats that one is out of everybody's sight until it is given back: the
// files keep it.

// Unsaid returns an episode's text without what repeats messages it is derived from
// no more.
func (f *Folder) Unsaid(e episodic.Episode) string {
	if !e.Stale() {
		return e.Summary
	}
	return repeat.RepetitionOf(f.TextsOf(e.Withdrawn)...).Without(e.Summary)
}

// TextsOf returns what messages said, taken back or not. What is no message
// says nothing.
func (f *Folder) TextsOf(ids []string) []string {
	var texts []string
	for _, id := range ids {
		if text, err := f.Log.Said(transcript.ID(id)); err == nil && text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}
