package builtin

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/llm"
)

// A passage is a part of a document, as the tool returns it.
type passage struct {
	File  string `json:"file"`
	Page  int    `json:"page"`
	Lines []int  `json:"lines"`
	Text  string `json:"text"`
}

// sayDocument quotes from what was looked up the sentence that answers best,
// with where it stands.
func (s *scene) sayDocument(q question.Asking, r *reply) bool {
	from, best, top := passage{}, "", 0.0
	for _, res := range s.results {
		if res.Name != toolSearch {
			continue
		}
		for line := range strings.Lines(res.Text) {
			var p passage
			if json.Unmarshal([]byte(strings.TrimSpace(line)), &p) != nil || p.Text == "" {
				continue
			}
			for _, sen := range lang.Split(p.Text) {
				if score := lang.Overlap(q.Senses, lang.Senses(sen.Text)); score > top {
					from, best, top = p, sen.Text, score
				}
			}
		}
	}
	if best == "" {
		return false
	}
	r.say(s, strings.NewReplacer("{s}", from.place(s.Lang), "{x}", s.Quote(answer.Memory{Text: plain.Shortened(best, answerLimit)})).Replace(s.reply("document")))
	r.emotion = calm
	return true
}

// foundInNone reports whether what was asked of a document was looked up.
func (u *toolUse) foundInNone(q question.Asking) bool {
	return lex.Has("document-named", q.Text) && slices.ContainsFunc(u.results, func(res llm.Result) bool { return res.Name == toolSearch })
}

// place says where a passage stands.
func (p passage) place(l plain.Language) string {
	switch {
	case p.Page > 0 && l == plain.Japanese:
		return fmt.Sprintf("%s（%dページ）", p.File, p.Page)
	case p.Page > 0:
		return fmt.Sprintf("%s, page %d", p.File, p.Page)
	case len(p.Lines) > 0 && l == plain.Japanese:
		return fmt.Sprintf("%s（%d行目）", p.File, p.Lines[0])
	case len(p.Lines) > 0:
		return fmt.Sprintf("%s, line %d", p.File, p.Lines[0])
	}
	return p.File
}
