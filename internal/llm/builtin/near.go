package builtin

import (
	"slices"
	"strings"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// sayNear says that it is not sure, with what was told that is nearest to a question.
func sayNear(s *scene, q question.Asking, r *reply) bool {
	if sayOvertaken(s, q, r) {
		return true
	}
	m, ok := answer.Introduced(&s.Reader, q)
	if !ok {
		m, ok = surelyLikeliest(s, q)
	}
	if !ok {
		m, ok = likeliest(s, q)
		ok = ok && !lacksNamed(s, q, m) && !isAside(q, m)
	}
	if who := lex.Find("who-named", q.Text)["name"]; !ok || !strings.Contains(strings.ToLower(m.Text), strings.ToLower(who)) || q.Kind == question.AskYesNo && answer.Painful(q) && lang.GraveOf(m.Text) == lang.NotGrave {
		return false // "is my mum dead?" of "mum bought gnomes"
	}
	if besideAsked(s, q, m) {
		return false
	}
	sayAsNear(s, q, m, r)
	return true
}

// besideAsked reports whether a telling is near to a question and can tell nothing of what it is for:
// "her name is Aoife" of my wife's name, 大阪に単身赴任中 of when he comes back.
func besideAsked(s *scene, q question.Asking, m answer.Memory) bool {
	switch q.Kind {
	case question.AskName:
		return whomAsked(q) && !ofWhom(q, m)
	case question.AskWhen:
		line := answer.LinesOf(&s.Reader, m)
		return !s.Fits(q, &m) && !question.HoldsTime(line) && m.Was == nil && !statement.CallsOff(line)
	}
	return false
}

// isAside reports whether a telling is of whom a question is about and of nothing it asks, or weighs
// and is of little that it asks: "what time have I to have her in?" of who is off the drink.
func isAside(q question.Asking, m answer.Memory) bool {
	if !lang.Japanese(m.Text) && onlyWhom(q, m) {
		return true
	}
	return lang.Overlap(q.Senses, lang.Senses(m.Text)) < 0.5 && lang.GraveOf(q.Text) == lang.NotGrave && kindOf(m.Text) != lang.NotGrave
}

// sayOvertaken tells what is near to a question and does not hold any more, with what ended it.
func sayOvertaken(s *scene, q question.Asking, r *reply) bool {
	was, then, ok := answer.Overtaken(&s.Reader, q, s.ranked)
	if !ok || s.ranked[0].Chance < nearFrom || q.Kind == question.AskYesNo {
		return false
	}
	sayInTurn(s, "found.both", []answer.Memory{was, then}, r)
	return true
}

// sayInTurn tells two tellings of one thing: that the second is the newest on it, or no more
// than that it came later.
func sayInTurn(s *scene, key string, both []answer.Memory, r *reply) {
	first, then := both[0], both[1]
	if strings.Contains(then.Text, strings.Trim(first.Text, ".。")) { // a line, and what a fact has of it
		s.sayListed("found", []answer.Memory{then}, r)
		return
	}
	r.say(s, strings.NewReplacer("{d}", s.onDay(then.When), "{x}", s.Quote(first), "{y}", s.Quote(then)).Replace(s.reply(key)))
	r.traces = append(r.traces, first.ID, then.ID)
	r.emotion = calm
}

// whomAsked reports whether a question names by kin, or by what they are, of whom it is.
func whomAsked(q question.Asking) bool {
	return question.IsPerson(q.Senses) || question.IsPet(q.Senses)
}

// ofWhom reports whether a telling, with what its pronouns mean, is of one of those.
func ofWhom(q question.Asking, m answer.Memory) bool {
	return slices.ContainsFunc(append(lang.Senses(m.Text), q.Meant(m.Text, lang.Senses(m.Text))...), func(t lang.Sense) bool {
		one := []lang.Sense{t}
		return (question.IsPerson(one) || question.IsPet(one)) && lang.HasSense(q.Senses, t.Key)
	})
}

// surelyLikeliest returns the likeliest line where it surely is of what is asked, though it
// may share no more with that than whom it is of: "lectures in chemistry" of what she teaches.
func surelyLikeliest(s *scene, q question.Asking) (answer.Memory, bool) {
	if len(s.ranked) == 0 || !s.ranked[0].Fits || s.ranked[0].Chance < surelyFrom || q.Kind == question.AskYesNo {
		return answer.Memory{}, false
	}
	return s.ranked[0].Memory, true
}

// lacksNamed reports whether an English question names somebody or something, and a telling
// none of them: "What instrument did Laurent play?" of "I play the organ".
func lacksNamed(s *scene, q question.Asking, m answer.Memory) bool {
	named := lang.ProperNames(q.Text)
	return m.Lang == plain.English && len(named) > 0 && !slices.ContainsFunc(named, func(n string) bool {
		return strings.Contains(strings.ToLower(answer.LinesOf(&s.Reader, m)), strings.ToLower(n))
	})
}

// sayAsNear tells what is near to a question, as no more than that, with the day that it
// names where it was said on another.
func sayAsNear(s *scene, q question.Asking, m answer.Memory, r *reply) {
	line, ok := answer.RankedOf(s.ranked, m)
	if sure := !ok || line.Chance >= rightFrom || line.Score >= halfFrom; sure && sayRighted(s, q, m, r) {
		return
	}
	near := s.reply("found.near")
	if w := s.Moment(q, m); s.Lang == plain.Japanese && q.Kind == question.AskWhen && w != "" && !strings.Contains(m.Text, w) && when.Between(m.When, s.Now) != 0 {
		near += "（" + w + "）"
	}
	whole := answer.Whole(&s.Reader, m)
	if whole.Text == m.Text {
		whole = m // and what it leans on
	}
	r.say(s, strings.ReplaceAll(near, "{x}", s.Quote(whole)))
	r.traces = append(r.traces, m.ID)
}

// From which chance on a line answers, and from which it may be near.
const (
	foundFrom  = 0.25
	nearFrom   = 0.19
	soFrom     = 0.4 // where it is asked whether something is so
	surelyFrom = 0.6
	alsoFrom   = 0.2  // where the rules rate what answers as well,
	bothFrom   = 0.07 // and what is near,
	halfFrom   = 0.5  // so much at least
	ruleFrom   = 0.9  // by the rules, whatever the chance
	rightFrom  = 0.4  // and what a later line may put right, unless the rules rate it
)

// surelyFound reports whether a telling answers a question, rather than be near to it: what
// was put right does, what the rules rate high, and else what is likely to and has the kind
// of value that is asked for.
func surelyFound(s *scene, q question.Asking, m answer.Memory) bool {
	line, ok := answer.RankedOf(s.ranked, m)
	return !ok || m.Corrects || m.Was != nil || m.Open || m.Topic == statement.TopicTaste || line.Score >= ruleFrom ||
		(line.Chance >= foundFrom || line.Score >= halfFrom && line.Chance >= alsoFrom) && !answer.Lacks(&s.Reader, q, m)
}

// lacksClass reports whether a question asks which of a class of things, どこの病院, and a telling
// names no such thing and shares no more than whom it is about.
func lacksClass(q question.Asking, m answer.Memory) bool {
	class := lang.Senses(lex.Find("class-asked", q.Text)["class"])
	have := append(lang.Senses(m.Text), q.Meant(m.Text, lang.Senses(m.Text))...)
	return len(class) > 0 && m.Was == nil && lang.Overlap(class, have) == 0 && !slices.ContainsFunc(q.Senses, func(t lang.Sense) bool {
		one := []lang.Sense{t}
		return !lang.IsWeak(t.Key) && !question.IsPerson(one) && lang.HasSense(have, t.Key)
	})
}

// likeliest returns the line that is likeliest to answer of those that are of what a question
// asks; it reports false where none is likely enough.
func likeliest(s *scene, q question.Asking) (answer.Memory, bool) {
	i := slices.IndexFunc(s.ranked, func(r answer.Ranked) bool { return r.Fits })
	if off := slices.IndexFunc(s.ranked, func(r answer.Ranked) bool { return r.Fits && statement.CallsOff(r.Text) }); off >= 0 && !s.ranked[0].Fits && s.ranked[0].Chance >= nearFrom {
		return s.ranked[off].Memory, true // when what is off was to be is not said again
	}
	if i < 0 {
		return answer.Memory{}, false
	}
	r, least := s.ranked[i], nearFrom
	switch {
	case q.Kind == question.AskYesNo:
		least = soFrom
	case r.Score >= halfFrom:
		least = bothFrom
	}
	return r.Memory, r.Chance >= least
}

// surest returns of what answers a question what surely does, and where nothing answers what
// follows up on the last reply.
func surest(s *scene, q question.Asking, best []answer.Memory) []answer.Memory {
	switch {
	case len(best) == 0:
		return s.FollowUp(q)
	case wanted(q) == 1 && (!surelyFound(s, q, best[0]) || lacksClass(q, best[0])):
		return nil
	}
	return best
}

// onlyOfWhom reports whether a telling is of somebody whom a question means by a pronoun,
// and of nothing that it asks: "what dance did she do" of her operation.
func onlyOfWhom(q question.Asking, m answer.Memory) bool {
	firm := slices.DeleteFunc(slices.Clone(q.Senses), func(t lang.Sense) bool { return lang.IsWeak(t.Key) })
	return q.Kind == question.AskWhat && len(firm) > 0 && lang.Overlap(firm, append(lang.Senses(m.Text), q.Meant(m.Text, lang.Senses(m.Text))...)) == 0
}

// onlyWhom reports whether a telling shares no more with a question than whom it is about:
// "when does greg find out?" of "married to greg, 27 years in march".
func onlyWhom(q question.Asking, m answer.Memory) bool {
	have := append(lang.Senses(m.Text), q.Meant(m.Text, lang.Senses(m.Text))...)
	what := slices.DeleteFunc(slices.Clone(q.Senses), func(t lang.Sense) bool {
		one := []lang.Sense{t}
		return t.Weight > 1 || lang.IsWeak(t.Key) || question.IsPerson(one) || question.IsPet(one)
	})
	return m.Mine && !m.Open && m.Was == nil && len(what) > 0 && lang.Overlap(what, have) == 0 && lang.Overlap(q.Senses, have) > 0
}

// sayToldOrNarrower answers from what the user told, both of two questions, and of a long Japanese
// question at least the one clause that asks: 「気が滅入ると物忘れもひどくて、手術は結局いつになったのでしたか」.
func sayToldOrNarrower(s *scene, q question.Asking, r *reply) bool {
	if sayEach(s, r) || s.sayTold(q, r) {
		return true
	}
	clauses := strings.Split(q.Text, "、")
	clause := lex.Cut("preamble-ja", q.Text)
	if i := slices.IndexFunc(clauses, func(c string) bool { return lex.Has("asks-which-ja", c) }); i >= 0 {
		clause = clauses[i]
	}
	if clause == q.Text {
		return false
	}
	n, ok := s.askedIn(lang.Sentence{Text: clause, Asks: true, Japanese: true}, 1, clause)
	return ok && s.sayTold(n, r)
}

// ofSentenceBefore returns a question that names nothing, the one at i of some sentences, with what
// the one before it names: "I told you yesterday of my hip operation. When is it?".
func ofSentenceBefore(q question.Asking, list []lang.Sentence, i int) question.Asking {
	if i > 0 {
		q.Senses = append(slices.Clone(q.Senses), lang.Senses(list[i-1].Text)...)
	}
	return q
}
