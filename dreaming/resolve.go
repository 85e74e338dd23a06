package dreaming

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"yumori/episodic"
	"yumori/internal/lang"
	"yumori/internal/llm"
	"yumori/motivation"
)

// Resolve finds which open questions the day answered: by the model, in one
// call, or by rules as Reflect does. Without open questions nobody is asked.
func Resolve(ctx context.Context, m llm.Model, in Material) (Resolution, error) {
	in.Questions = openOnes(in.Questions)
	if len(in.Questions) == 0 || len(in.Lines) == 0 {
		return Resolution{Account: Account{By: episodic.Rules}}, ctx.Err()
	}
	d := day{in.read()}
	rules := func(a Account) Resolution {
		return Resolution{Account: a.byRules(), Resolved: d.resolveByRules()}
	}
	if !byModel(m) {
		return rules(Account{}), ctx.Err()
	}
	var noted Account
	t := task{name: "resolve", schema: resolveSchema, keys: []string{"resolved"}}
	questions := part(in.pick("Open questions:", "未解決の問い:"), d.listed(in.Questions))
	t.fit(ctx, m, func(w llm.Window) string {
		noted = Account{}
		return d.record(w, &noted, questions)
	})
	o, a, err := t.ask(ctx, m, in)
	a.Problems = append(noted.Problems, a.Problems...)
	if err != nil {
		return Resolution{Account: a}, fmt.Errorf("answer questions of %s: %w", in.Date, err)
	}
	if o == nil {
		return rules(a), nil
	}
	r := Resolution{Account: a}
	s := &sheet{d, &r.Account}
	seen := map[string]bool{}
	for _, e := range o.list("resolved") {
		if v, ok := s.resolution(e); ok && !seen[v.ID] && len(r.Resolved) < maxResolved {
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
func (s *sheet) resolution(o members) (Resolved, bool) {
	r := Resolved{State: stateNamed(o.str("state") + o.str("act")), Convert: motivation.Skip}
	i := s.questionAt(o.str("id"))
	if i < 0 {
		s.account.problem("there is no open question with the id", o.str("id"))
		return r, false
	}
	r.ID = s.Questions[i].ID
	if r.State == "" {
		s.account.problem("nothing known of what became of a question", o.str("state"))
		return r, false
	}
	if r.Evidence = s.proof(o, usersOwn); len(r.Evidence) == 0 {
		s.account.problem("an answer rests on nothing that the user said", o.str("answer"))
		return r, false
	}
	if r.Answer = s.prose(o, "answer", maxContext); r.Answer == "" {
		r.Answer = r.Evidence[0].Quote
	}
	if r.State == motivation.StateResolved {
		s.conversion(&r, o, s.Questions[i])
	}
	return r, true
}

// conversion reads what is made of an answer. A fact goes on the page of
// somebody or something that was spoken of.
func (s *sheet) conversion(r *Resolved, o members, q motivation.Question) {
	switch c := motivation.Conversion(strings.ToUpper(o.str("convert"))); c {
	case motivation.Fact:
		entity, text := oneName(o.str("entity")), s.prose(o, "text", maxContext)
		if entity == "" || text == "" || len([]rune(entity)) > maxName || !s.spokenOf(entity, q.Topic) {
			s.account.problem("a fact is of nobody that was spoken of, or has no text", entity+": "+o.str("text"))
			return
		}
		r.Convert, r.Entity, r.Text = c, entity, text
	case motivation.Insight:
		if text := s.prose(o, "text", maxInsight); text != "" {
			r.Convert, r.Text = c, text
		}
	case motivation.Skip, "":
	default:
		s.account.problem("an answer cannot be made into", string(c))
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
		if slices.ContainsFunc(append(namesOf(e), string(e.Name)), func(n string) bool { return lang.Fold(n) == f }) {
			return true
		}
	}
	return slices.ContainsFunc(s.remarks, func(r remark) bool { return lang.Mentions(r.Raw, name) })
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
