package companion

import (
	"context"
	"io"
	"strings"

	"yumori/dreaming/evaluate"
	"yumori/internal/llm"
	"yumori/retrieval"
	"yumori/retrieval/bench"
	"yumori/retrieval/source"
)

// EvaluateAnswers has a mind answer the questions of a folder, each from what
// a turn would recall for it and in the form in which a turn shows it, and
// writes the replies to out; see package bench. It needs no home.
func EvaluateAnswers(ctx context.Context, mind llm.Model, dir string, out io.Writer) error {
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
		found.Memories[i].Source = source.LogFile // in a turn, what was said comes from there
	}
	return replyFrom(ctx, mind, req, found)
}

// A DreamEvaluation says how much of what others wrote down of a day a dream
// keeps; see evaluate.Figures.
type DreamEvaluation = evaluate.Figures

// EvaluateDreams dreams of each session of a folder, by rules, and writes what
// is left of it to out; see package evaluate. It needs no home.
func EvaluateDreams(ctx context.Context, dir string, out io.Writer) (DreamEvaluation, error) {
	return evaluate.Run(ctx, dir, out)
}
