package evaluate

import (
	"context"
	"io"
	"strings"

	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/retrieval"
	"yumori/retrieval/bench"
	"yumori/retrieval/source"
)

// Answers has a mind answer the questions of a folder, each from what
// a turn would recall for it and in the form in which a turn shows it, and
// writes the replies to out; see package bench. It needs no home.
func Answers(ctx context.Context, mind llm.Model, dir string, out io.Writer) error {
	return bench.Replies(ctx, dir, out, func(ctx context.Context, a bench.Asked) (string, error) {
		return answerOnce(ctx, mind, a)
	})
}

// answerOnce asks a mind one question beside what was recalled for it, and
// returns what would be seen of the answer.
func answerOnce(ctx context.Context, mind llm.Model, a bench.Asked) (string, error) {
	req := llm.Request{
		Setting:  llm.Setting{Now: a.Now, Persona: "Yumori", User: a.User},
		Messages: []llm.Message{{Role: llm.RoleUser, Text: a.Text}},
	}
	if strings.ContainsFunc(a.Text, func(r rune) bool { return r >= 'ぁ' && r <= 'ヿ' }) {
		req.Setting.Language = "ja"
	}
	found := retrieval.RecollectionOf(a.Recalled)
	for i := range found.Memories {
		found.Memories[i].Source = memory.Place{File: source.LogFile} // in a turn, what was said comes from there
	}
	return replyFrom(ctx, mind, req, found)
}
