package model

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/lang"
	"yumori/internal/llm"
)

// Extract finds what the day taught: typed facts, evidence for opinions there
// are, and candidates for entity memory; by the model, in one call, or by
// rules as Reflect does.
func Extract(ctx context.Context, m llm.Model, in rules.Material) (rules.Extraction, error) {
	plain := func(a rules.Account) rules.Extraction {
		x := in.Extract()
		x.Account = a.ByRules()
		return x
	}
	if !Ready(m) || len(in.Lines) == 0 {
		return plain(rules.Account{}), ctx.Err()
	}
	d := day{in.Read()}
	var noted rules.Account
	t := task{name: "extract", schema: extractSchema, keys: []string{"facts", "opinions", "candidates"}}
	parts := []string{
		part(in.Pick("Known already:", "既知のこと:"), d.knowledge()),
		part(in.Pick("Always before you:", "いつも目の前にあること:"), d.always()),
		part(in.Pick("Opinions held:", "持っている意見:"), d.views()),
		part(in.Pick("Recalled memories:", "思い出された記憶:"), d.memories()),
	}
	t.fit(ctx, m, func(w llm.Window) string {
		noted = rules.Account{}
		return d.record(w, &noted, parts...)
	})
	o, a, err := t.ask(ctx, m, in)
	a.Problems = append(noted.Problems, a.Problems...)
	if err != nil {
		return rules.Extraction{Account: a}, fmt.Errorf("extract from %s: %w", in.Date, err)
	}
	if o == nil {
		return plain(a), nil
	}
	x := rules.Extraction{Account: a}
	takeExtraction(&x, &sheet{d, &x.Account}, o)
	return x, nil
}

const extractSchema = `{"type":"object","properties":{
"facts":{"type":"array","items":{"type":"object","properties":{"type":{"type":"string","enum":["W","B","O","S"]},"text":{"type":"string"},"entities":{"type":"array","items":{"type":"string"}},"confidence":{"type":"number"},"evidence":` + oneProof + `},"required":["type","text","entities","evidence"]}},
"opinions":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"stance":{"type":"string","enum":["for","against"]},"evidence":` + oneProof + `},"required":["id","stance","evidence"]}},
"candidates":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"note":{"type":"string"},"evidence":` + proofSchema + `,"related":{"type":"array","items":{"type":"string"}}},"required":["name","note","evidence"]}},
"lasting":{"type":"array","items":{"type":"object","properties":{"file":{"type":"string","enum":["core","memory"]},"text":{"type":"string"},"replaces":{"type":"string"},"reason":{"type":"string"},"evidence":` + oneProof + `},"required":["file","text","reason","evidence"]}}
},"required":["facts","opinions","candidates","lasting"]}`

const oneProof = `{"type":"object","properties":{"message":{"type":"integer"},"quote":{"type":"string"}},"required":["message","quote"]}`

// takeExtraction reads what can be used of an answer.
func takeExtraction(x *rules.Extraction, s *sheet, o members) {
	for _, e := range o.list("facts") {
		f, ok := s.fact(e)
		if !ok || slices.ContainsFunc(x.Facts, func(g rules.Learned) bool { return lang.Fold(g.Text) == lang.Fold(f.Text) }) {
			continue
		}
		if len(x.Facts) == rules.MaxFacts {
			s.account.Problem("a fact more than may be", f.Text)
			continue
		}
		x.Facts = append(x.Facts, f)
	}
	for _, e := range o.list("opinions") {
		if w, ok := s.weighed(e); ok && len(x.Opinions) < rules.MaxWeighed && !slices.Contains(x.Opinions, w) {
			x.Opinions = append(x.Opinions, w)
		}
	}
	for _, e := range o.list("candidates") {
		c, ok := s.candidateOf(e)
		if !ok || slices.ContainsFunc(x.Candidates, func(o rules.Candidate) bool { return lang.Fold(o.Name) == lang.Fold(c.Name) }) {
			continue
		}
		if len(x.Candidates) == rules.MaxCandidates {
			s.account.Problem("a candidate more than may be", c.Name)
			continue
		}
		x.Candidates = append(x.Candidates, c)
	}
	takeLasting(x, s, o)
}

// fact reads one fact: of a known type, said by the user, in words of theirs,
// and news.
func (s *sheet) fact(o members) (rules.Learned, bool) {
	f := rules.Learned{Type: typeNamed(o.str("type")), Text: s.asWritten(o, "text", rules.MaxFact), Confidence: 1, Category: facts.Other, Importance: rules.MattersTold}
	if f.Text == "" {
		return f, false
	}
	if f.Type == "" {
		s.account.Problem("nothing known of the type of a fact", o.str("type")+" "+f.Text)
		return f, false
	}
	w := usersOwn
	if f.Type == facts.Experience || f.Type == facts.Summary {
		w = anybody
	}
	proof := s.proof(o, w)
	if len(proof) == 0 {
		s.account.Problem("a fact rests on nothing that was said", f.Text)
		return f, false
	}
	f.Evidence = proof[:1]
	if l := s.Lines[s.lineOf(proof[0].Message)]; l.Speaker == episodic.User && facts.FirstPerson(f.Text) {
		f.Text = facts.Attributed(f.Text, cmp.Or(l.Name, s.User)) // it was to be in the third person
	}
	f.Text = s.borneOut(f.Text)
	if f.Type == facts.Opinion {
		f.Confidence, f.Category, f.Importance = rules.FirstHeld, facts.Preference, rules.MattersOpinion
		if c, ok := o.num("confidence"); ok {
			f.Confidence = c
		}
	}
	f.Entities = s.named(o.strs("entities"))
	switch {
	case f.Text == "": // it misquotes, which is noted
	case !(f.Confidence >= 0 && f.Confidence <= 1): // no number either
		s.account.Problem("the confidence of a fact is not in [0, 1]", f.Text)
	case s.KnownFact(f.Text):
		s.account.Problem("a fact is known already", f.Text)
	case !s.grounded(f.Text, proof[0]):
		s.account.Problem("a fact says what its message does not", f.Text)
	default:
		return f, true
	}
	return f, false
}

// grounded reports whether a text speaks of what its message speaks of: a
// third of its words are there, or in the line before.
func (s *sheet) grounded(text string, e record.Evidence) bool {
	terms := rules.Without(lang.Terms(text), s.Names)
	if len(terms) == 0 {
		return true
	}
	i := s.lineOf(e.Message)
	var said []string
	for k := max(0, i-1); k <= i; k++ {
		for _, r := range s.ByLine[k] {
			said = append(said, lang.Terms(r.Text)...)
		}
	}
	return 3*len(lang.Shared(terms, said)) >= len(terms)
}

// named keeps the names that were spoken of.
func (s *sheet) named(list []string) []string {
	var out []string
	for _, n := range list {
		n = strings.TrimLeft(oneName(n), "@＠ ")
		if n == "" || len([]rune(n)) > rules.MaxName || len(out) == 6 || hasExactly(out, n) {
			continue
		}
		if !s.spokenOf(n, s.Persona) {
			s.account.Problem("a name was not spoken of", n)
			continue
		}
		out = append(out, n)
	}
	return out
}

func hasExactly(list []string, s string) bool {
	return slices.ContainsFunc(list, func(o string) bool { return lang.Fold(o) == lang.Fold(s) })
}

// weighed reads evidence for an opinion there is.
func (s *sheet) weighed(o members) (rules.Weighed, bool) {
	i := -1
	for k, op := range s.Opinions {
		if op.ID == o.str("id") {
			i = k
		}
	}
	if i < 0 {
		i = numbered(o.str("id"), "o", len(s.Opinions))
	}
	stance := stanceNamed(o.str("stance"))
	proof := s.proof(o, usersOwn)
	switch {
	case i < 0:
		s.account.Problem("there is no opinion with the id", o.str("id"))
	case stance == "":
		s.account.Problem("evidence is neither for nor against", o.str("stance"))
	case len(proof) == 0:
		s.account.Problem("evidence for an opinion is nothing that the user said", s.Opinions[i].Text)
	case s.turned(s.Opinions[i], stance, proof[0]):
		s.account.Problem("evidence says the opposite of what it is said to", proof[0].Quote)
	default:
		return rules.Weighed{ID: s.Opinions[i].ID, Stance: stance, Evidence: proof[0]}, true
	}
	return rules.Weighed{}, false
}

// turned reports whether evidence has, by the rules, the opposite stance of the
// one that it is said to have.
func (s *sheet) turned(o facts.Fact, stance facts.Stance, e record.Evidence) bool {
	by := rules.StanceOf(s.Held(o).Compare(lang.SaidOf(e.Quote, s.Speakers(s.lineOf(e.Message))...)))
	return by != "" && by != stance
}

// candidateOf reads one candidate: a name that was said, a note, evidence.
func (s *sheet) candidateOf(o members) (rules.Candidate, bool) {
	c := rules.Candidate{Name: oneName(o.str("name")), Note: s.prose(o, "note", rules.MaxContext)}
	if c.Name == "" {
		c.Name = oneName(o.str("entity"))
	}
	f := lang.Fold(c.Name)
	switch {
	case f == "" || len([]rune(c.Name)) > rules.MaxName || f == lang.Fold(s.User) || f == lang.Fold(s.Persona):
		return c, false
	case !slices.ContainsFunc(s.Remarks, func(r rules.Remark) bool { return lang.Mentions(r.Raw, c.Name) }):
		s.account.Problem("a candidate was not spoken of", c.Name)
		return c, false
	case c.Note == "":
		return c, false
	}
	if c.Evidence = s.proof(o, usersOwn); len(c.Evidence) == 0 {
		s.account.Problem("a candidate rests on nothing that the user said", c.Name)
		return c, false
	}
	for _, e := range s.Entities {
		c.Known = c.Known || slices.ContainsFunc(append(rules.NamesOf(e), string(e.Name)), func(n string) bool { return lang.Fold(n) == f })
	}
	for _, id := range o.strs("related") {
		if i := numbered(id, "r", min(10, len(s.Recalled))); i >= 0 && s.Recalled[i].ID != "" && !slices.Contains(c.Related, s.Recalled[i].ID) {
			c.Related = append(c.Related, s.Recalled[i].ID)
		}
	}
	return c, true
}

func typeNamed(s string) facts.Type {
	switch strings.ToLower(s) {
	case "w", "world", "世界", "事実":
		return facts.World
	case "b", "experience", "biography", "経験":
		return facts.Experience
	case "o", "opinion", "意見":
		return facts.Opinion
	case "s", "summary", "要約", "まとめ":
		return facts.Summary
	}
	return ""
}

func stanceNamed(s string) facts.Stance {
	switch strings.ToLower(s) {
	case "for", "support", "supports", "supporting", "支持", "賛成":
		return facts.For
	case "against", "contradict", "contradicts", "contradicting", "反対", "反証":
		return facts.Against
	}
	return ""
}
