package model

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"yumori/dreaming/rules"
	"yumori/goals"
	"yumori/internal/lang"
	"yumori/internal/lang/pending"
	"yumori/internal/llm"
)

// Reflect looks back on the day: by the model, in one call, or by rules when m
// is nil or the built-in rules, or when what it says cannot be used, which
// Problems tells. It reads and writes nothing. The error is that of the
// context, or a bug in the prompts.
func Reflect(ctx context.Context, m llm.Model, in rules.Material) (rules.Reflection, error) {
	if !Ready(m) || len(in.Lines) == 0 {
		return in.Reflect(), ctx.Err()
	}
	d := day{in.Read()}
	var noted rules.Account
	t := task{name: "reflect", schema: reflectSchemaOf(in.Level), keys: []string{"insight", "strategy", "dream"}}
	parts := []string{
		part(in.Pick("Older memories that the day brought back:", "今日思い出された古い記憶:"), d.memories()),
		part(in.Pick("Questions that are open already:", "すでに未解決の問い:"), d.listed(openOnes(in.Questions))),
		part(in.Pick("Your goals (term, priority):", "あなたの目標（期間、優先度）:"), d.plans()),
		part("SOUL.md:", strings.TrimSpace(in.Soul)),
	}
	t.fit(ctx, m, func(w llm.Window) string {
		noted = rules.Account{}
		return d.record(w, &noted, parts...)
	})
	o, a, err := t.ask(ctx, m, in)
	a.Problems = append(noted.Problems, a.Problems...)
	if err != nil {
		return rules.Reflection{Account: a}, fmt.Errorf("reflect on %s: %w", in.Date, err)
	}
	r := rules.Reflection{Account: a}
	if o != nil {
		takeReflection(&r, &sheet{d, &r.Account}, o)
	}
	if r.Insight == "" && r.Strategy == "" {
		if o != nil {
			r.Problem(r.By+" gave neither insight nor strategy that can be used", r.Answer)
		}
		rules := in.Reflect()
		rules.Account = r.ByRules()
		return rules, nil
	}
	return r, nil
}

// reflectSchema is what the answer has to look like, for providers that hold a
// model to it.
const reflectSchema = `{"type":"object","properties":{
"topic":{"type":"string"},"insight":{"type":"string"},"strategy":{"type":"string"},"dream":{"type":"string"},
"evidence":` + proofSchema + `,
"questions":{"type":"array","items":{"type":"object","properties":{"topic":{"type":"string"},"context":{"type":"string"},"priority":{"type":"number"},"due":{"type":"string"},"afterwards":{"type":"string"},"evidence":` + proofSchema + `},"required":["topic","context","priority","evidence"]}},
"goals":{"type":"array","items":{"type":"object","properties":{"act":{"type":"string","enum":["new","progress","completed","abandoned"]},"id":{"type":"string"},"goal":{"type":"string"},"term":{"type":"string","enum":["short","long"]},"priority":{"type":"integer"},"note":{"type":"string"},"evidence":` + proofSchema + `},"required":["act","evidence"]}}
},"required":["topic","insight","strategy","dream","evidence","questions","goals"]}`

// reflectSchemaOf adds, from level 2 on, what SOUL.md may be given.
func reflectSchemaOf(level int) string {
	if level < 2 {
		return reflectSchema
	}
	const soul = `"soul":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},"reason":{"type":"string"},"evidence":` + proofSchema + `},"required":["text","reason","evidence"]}}`
	head, required, _ := strings.Cut(reflectSchema, "\n},\"required\":[")
	return head + ",\n" + soul + "\n},\"required\":[\"soul\"," + required
}

const proofSchema = `{"type":"array","items":{"type":"object","properties":{"message":{"type":"integer"},"quote":{"type":"string"}},"required":["message","quote"]}}`

// takeReflection reads what can be used of an answer.
func takeReflection(r *rules.Reflection, s *sheet, o members) {
	r.Topic = s.prose(o, "topic", rules.MaxSubject)
	r.Insight = s.prose(o, "insight", rules.MaxInsight)
	r.Strategy = s.prose(o, "strategy", rules.MaxStrategy)
	r.Dream = s.asWritten(o, "dream", rules.MaxDream)
	r.Evidence = s.proof(o, anybody)
	s.unfounded(r, o)
	list := o.list("questions")
	for i, q := range list {
		if len(r.Questions) == rules.MaxNewQuestions {
			s.account.Problem(fmt.Sprintf("%d questions more than may be", len(list)-i), "")
			break
		}
		if n, ok := s.newQuestion(q); ok {
			r.Questions = append(r.Questions, n)
		}
	}
	fresh := 0
	for _, g := range slices.Concat(o.list("goals"), o.list("goal")) {
		u, ok := s.goal(g)
		if !ok {
			continue
		}
		if u.Act == rules.GoalNew {
			fresh++
		}
		if len(r.Goals) == rules.MaxGoalUpdates || fresh > rules.MaxNewGoals && u.Act == rules.GoalNew {
			s.account.Problem("a change of a goal more than may be", u.Goal+u.Note)
			continue
		}
		r.Goals = append(r.Goals, u)
	}
	for _, e := range o.list("soul") {
		if l, ok := s.soul(e); ok && len(r.Soul) == 0 {
			r.Soul = append(r.Soul, l)
		}
	}
}

// unfounded takes the texts out of a reflection all of whose evidence is made up.
func (s *sheet) unfounded(r *rules.Reflection, o members) {
	if len(r.Evidence) > 0 || len(o.list("evidence")) == 0 || r.Insight+r.Strategy+r.Dream == "" {
		return
	}
	s.account.Problem("what it reflects on was said by nobody", r.Insight)
	r.Topic, r.Insight, r.Strategy, r.Dream = "", "", "", ""
}

// prose returns a text of the answer without what it misquotes, cut to n
// characters; "" if it is none in the persona's language.
func (s *sheet) prose(o members, key string, n int) string {
	return s.borneOut(s.asWritten(o, key, n))
}

// borneOut returns a text without the sentences that misquote.
func (s *sheet) borneOut(text string) string {
	kept, dropped := s.Listener().Checked(text)
	s.account.Misquoted(dropped)
	return kept
}

// asWritten is prose as the model wrote it: what it quotes may be made up.
func (s *sheet) asWritten(o members, key string, n int) string {
	text := o.str(key)
	switch {
	case text == "":
		return ""
	case !meant(text):
		s.account.Problem(key+" is no text of the model's own", text)
		return ""
	case s.Japanese() && !lang.Japanese(text) || !s.Japanese() && mostlyJapanese(text):
		s.account.Problem(key+" is in another language than the persona's", text)
		return ""
	}
	if k := len([]rune(text)); k > n {
		s.account.Problem(fmt.Sprintf("%s has %d characters; cut to %d", key, k, n), text)
		text = lang.CutSentences(text, n)
	}
	return text
}

// meant reports whether a text was meant to be one: no placeholder, no excuse.
func meant(s string) bool {
	letters := 0
	for _, r := range s {
		if r > ' ' && !strings.ContainsRune(`.…<>[]{}"'-_*`, r) {
			letters++
		}
	}
	switch strings.ToLower(strings.Trim(s, ` <>[]{}."`)) {
	case "string", "text", "your insight here", "insight", "strategy", "dream", "topic", "n/a", "none", "null", "なし", "特になし":
		return false
	}
	return letters > 1 && !declined.MatchString(s)
}

// mostlyJapanese reports whether a text is not in Latin letters for the most
// part.
func mostlyJapanese(s string) bool {
	wide, all := 0, 0
	for _, r := range s {
		if r == ' ' {
			continue
		}
		all++
		if r >= 0x2E80 {
			wide++
		}
	}
	return 2*wide > all
}

// newQuestion reads one question; it needs a topic, a priority in range, and
// evidence.
func (s *sheet) newQuestion(o members) (rules.NewQuestion, bool) {
	q := rules.NewQuestion{Topic: s.prose(o, "topic", rules.MaxTopic), Context: s.prose(o, "context", rules.MaxContext), Priority: 0.5}
	if q.Topic == "" {
		return q, false
	}
	if p, ok := o.num("priority"); ok {
		q.Priority = p
	}
	q.Due, q.Afterwards = s.due(o, q.Topic)
	q.Evidence = s.proof(o, anybody)
	switch {
	case q.Priority < 0 || q.Priority > 1 || math.IsNaN(q.Priority):
		s.account.Problem("the priority of a question is not in [0, 1]", q.Topic)
	case len(q.Evidence) == 0:
		s.account.Problem("a question rests on nothing that was said", q.Topic)
	case s.Asked(rules.Raised{Opening: pending.Opening{Question: q.Topic, Terms: rules.Without(lang.Terms(q.Topic), s.Names)}}):
		s.account.Problem("a question is open already", q.Topic)
	default:
		return q, true
	}
	return q, false
}

// due reads the day of what a question is about and how it is asked
// afterwards; of a day that is none, or was over already, neither is kept.
func (s *sheet) due(o members, topic string) (day, afterwards string) {
	if day = o.str("due"); day == "" {
		return "", ""
	}
	if _, err := time.Parse(time.DateOnly, day); err != nil || day < string(s.Date) {
		s.account.Problem("the day of a question is none to come", day)
		return "", ""
	}
	if afterwards = s.prose(o, "afterwards", rules.MaxTopic); afterwards == "" {
		afterwards = pending.Afterwards(topic)
	}
	if afterwards == "" {
		return "", ""
	}
	return day, afterwards
}

// goal reads one change of the goals.
func (s *sheet) goal(o members) (rules.GoalUpdate, bool) {
	u := rules.GoalUpdate{Act: actOf(o.str("act")), Note: s.borneOut(o.str("note"))}
	if len([]rune(u.Note)) > rules.MaxNote {
		u.Note = lang.CutSentences(u.Note, rules.MaxNote)
	}
	u.Evidence = s.proof(o, anybody)
	switch {
	case u.Act == "":
		s.account.Problem("nothing known of what is to happen to a goal", o.str("act")+" "+o.str("goal"))
		return u, false
	case len(u.Evidence) == 0:
		s.account.Problem("a change of a goal rests on nothing that was said", o.str("goal")+u.Note)
		return u, false
	case u.Act == rules.GoalNew:
		return s.newGoal(u, o)
	}
	i := s.goalAt(o.str("id"))
	if i < 0 {
		s.account.Problem("there is no goal with the id", o.str("id"))
		return u, false
	}
	u.ID = s.Goals[i].ID
	if u.Act == rules.GoalProgress && u.Note == "" {
		u.Note = u.Evidence[0].Quote
	}
	return u, true
}

func (s *sheet) newGoal(u rules.GoalUpdate, o members) (rules.GoalUpdate, bool) {
	u.Goal = s.prose(o, "goal", rules.MaxGoal)
	u.Term, u.Priority = termOf(o.str("term")), 3
	if p, ok := o.num("priority"); ok {
		u.Priority = int(p)
	}
	switch {
	case u.Goal == "":
	case u.Term == "":
		s.account.Problem("the term of a goal is neither short nor long", u.Goal)
	case u.Priority < goals.HighestPriority || u.Priority > goals.LowestPriority:
		s.account.Problem("the priority of a goal is not in 1 to 5", u.Goal)
	case s.HasGoal(u.Goal, nil):
		s.account.Problem("there is such a goal", u.Goal)
	default:
		return u, true
	}
	return u, false
}

func (s *sheet) goalAt(id string) int {
	for i, g := range s.Goals {
		if string(g.ID) == id {
			return i
		}
	}
	return numbered(id, "g", len(s.Goals))
}

func actOf(s string) rules.GoalAct {
	switch strings.ToLower(s) {
	case "new", "add", "create", "新規", "追加", "新しい":
		return rules.GoalNew
	case "progress", "updated", "update", "進捗", "進展":
		return rules.GoalProgress
	case "completed", "complete", "achieved", "done", "完了", "達成":
		return rules.GoalCompleted
	case "abandoned", "abandon", "dropped", "断念", "放棄", "中止":
		return rules.GoalAbandoned
	}
	return ""
}

func termOf(s string) goals.Term {
	switch strings.ToLower(s) {
	case "", "short", "short-term", "短期":
		return goals.Short
	case "long", "long-term", "長期":
		return goals.Long
	}
	return ""
}
