package model

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/lang"
	"yumori/internal/llm"
	"yumori/motivation"
)

// Resolve finds which open questions the day answered: by the model, in one
// call, or by rules as Reflect does. Without open questions nobody is asked.
func Resolve(ctx context.Context, m llm.Model, in rules.Material) (rules.Resolution, error) {
	in.Questions = openOnes(in.Questions)
	if len(in.Questions) == 0 || len(in.Lines) == 0 {
		return rules.Resolution{Account: rules.Account{By: episodic.Rules}}, ctx.Err()
	}
	d := day{in.Read()}
	plain := func(a rules.Account) rules.Resolution {
		return rules.Resolution{Account: a.ByRules(), Resolved: d.Resolve()}
	}
	if !Ready(m) {
		return plain(rules.Account{}), ctx.Err()
	}
	var noted rules.Account
	t := task{name: "resolve", schema: resolveSchema, keys: []string{"resolved"}}
	questions := part(in.Pick("Open questions:", "未解決の問い:"), d.listed(in.Questions))
	t.fit(ctx, m, func(w llm.Window) string {
		noted = rules.Account{}
		return d.record(w, &noted, questions)
	})
	o, a, err := t.ask(ctx, m, in)
	a.Problems = append(noted.Problems, a.Problems...)
	if err != nil {
		return rules.Resolution{Account: a}, fmt.Errorf("answer questions of %s: %w", in.Date, err)
	}
	if o == nil {
		return plain(a), nil
	}
	r := rules.Resolution{Account: a}
	s := &sheet{d, &r.Account}
	seen := map[string]bool{}
	for _, e := range o.list("resolved") {
		if v, ok := s.resolution(e); ok && !seen[v.ID] && len(r.Resolved) < rules.MaxResolved {
			seen[v.ID] = true
			r.Resolved = append(r.Resolved, v)
		}
	}
	return r, nil
}

// openOnes returns the questions that are open.
func openOnes(list []motivation.Question) []motivation.Question {
	return slices.DeleteFunc(slices.Clone(list), func(q motivation.Question) bool { return !q.State.Open() })
}

const resolveSchema = `{"type":"object","properties":{"resolved":{"type":"array","items":{"type":"object","properties":{
"id":{"type":"string"},"state":{"type":"string","enum":["resolved","partial","contradicted"]},"answer":{"type":"string"},"evidence":` + proofSchema + `,
"convert":{"type":"string","enum":["FACT","INSIGHT","SKIP"]},"entity":{"type":"string"},"text":{"type":"string"}
},"required":["id","state","answer","evidence","convert"]}}},"required":["resolved"]}`

// resolution reads what became of one question.
func (s *sheet) resolution(o members) (rules.Resolved, bool) {
	r := rules.Resolved{State: stateNamed(o.str("state") + o.str("act")), Convert: motivation.Skip}
	i := s.questionAt(o.str("id"))
	if i < 0 {
		s.account.Problem("there is no open question with the id", o.str("id"))
		return r, false
	}
	r.ID = s.Questions[i].ID
	if r.State == "" {
		s.account.Problem("nothing known of what became of a question", o.str("state"))
		return r, false
	}
	if r.Evidence = s.proof(o, usersOwn); len(r.Evidence) == 0 {
		s.account.Problem("an answer rests on nothing that the user said", o.str("answer"))
		return r, false
	}
	if r.Answer = s.prose(o, "answer", rules.MaxContext); r.Answer == "" {
		r.Answer = r.Evidence[0].Quote
	}
	if r.State == motivation.StateResolved {
		s.conversion(&r, o, s.Questions[i])
	}
	return r, true
}

// conversion reads what is made of an answer. A fact goes on the page of
// somebody or something that was spoken of.
func (s *sheet) conversion(r *rules.Resolved, o members, q motivation.Question) {
	switch c := motivation.Conversion(strings.ToUpper(o.str("convert"))); c {
	case motivation.Fact:
		entity, text := oneName(o.str("entity")), s.prose(o, "text", rules.MaxContext)
		if entity == "" || text == "" || len([]rune(entity)) > rules.MaxName || !s.spokenOf(entity, q.Topic) {
			s.account.Problem("a fact is of nobody that was spoken of, or has no text", entity+": "+o.str("text"))
			return
		}
		r.Convert, r.Entity, r.Text = c, entity, text
	case motivation.Insight:
		if text := s.prose(o, "text", rules.MaxInsight); text != "" {
			r.Convert, r.Text = c, text
		}
	case motivation.Skip, "":
	default:
		s.account.Problem("an answer cannot be made into", string(c))
	}
}

// spokenOf reports whether a name is known, or was said by one of the two.
func (s *sheet) spokenOf(name, more string) bool {
	f := lang.Fold(name)
	if f == "" {
		return false
	}
	if f == lang.Fold(s.User) || lang.Mentions(more, name) {
		return true
	}
	for _, e := range s.Entities {
		if slices.ContainsFunc(append(rules.NamesOf(e), string(e.Name)), func(n string) bool { return lang.Fold(n) == f }) {
			return true
		}
	}
	return slices.ContainsFunc(s.Remarks, func(r rules.Remark) bool { return lang.Mentions(r.Raw, name) })
}

func (s *sheet) questionAt(id string) int {
	for i, q := range s.Questions {
		if q.ID == id {
			return i
		}
	}
	return numbered(id, "q", len(s.Questions))
}

func stateNamed(s string) motivation.QuestionState {
	switch strings.ToLower(s) {
	case "resolved", "answered", "解決", "解決済み":
		return motivation.StateResolved
	case "partial", "partially resolved", "partly", "一部", "部分的":
		return motivation.StatePartial
	case "contradicted", "contradiction", "void", "矛盾", "否定", "中止":
		return motivation.StateContradicted
	}
	return ""
}
