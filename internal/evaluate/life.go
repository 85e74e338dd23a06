// Package evaluate measures the whole of the program on sets of documents and
// questions: what is remembered after a life of conversations and dreams, what a
// mind answers from what a turn would recall, and how long a turn takes. It lives
// in empty homes of its own and asks no server.
package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"yumori/dreaming"
	dreams "yumori/dreaming/evaluate"
	"yumori/dreaming/record"
	"yumori/internal/companion"
	"yumori/internal/evalset"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/tagfilter"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/retrieval"
	"yumori/retrieval/source"
)

// A Life is a set of conversations that is lived through, to measure what its dreams
// are worth.
type Life struct {
	Set     string // a folder as package evalset reads it
	Home    string // an empty folder to work in
	Options companion.Options
	Awake   bool           // nothing is dreamt
	Without []record.Stage // of the dreams
}

// LifeFigures say what is remembered after a life, in percent: means over the
// questions with a known answer, but for Facts, which is one over the sessions.
type LifeFigures struct {
	Questions int     `json:"questions"`
	Recall    float64 `json:"recall"`   // share of the right messages among what a turn recalls, as they were said or quoted
	Held      float64 `json:"held"`     // share of the answer's words in what it recalls
	Answered  float64 `json:"answered"` // share of them in the reply, of 300 characters at most
	Facts     float64 `json:"facts"`    // what others wrote down of a session, in the facts that are kept: the mean of the best F1
	Dreamt    float64 `json:"dreamt"`   // memories among those recalled that a dream made
}

// Live lives through every conversation of a set, a persona each, with a dream
// by rules each night, asks all its questions as a turn would, and has the built-in
// mind answer from what is recalled.
func Live(ctx context.Context, l Life) (f LifeFigures, err error) {
	fail := func(err error) (LifeFigures, error) { return f, fmt.Errorf("evaluate a life: %w", err) }
	set, err := evalset.Read(l.Set)
	if err != nil {
		return fail(err)
	}
	sessions, err := evalset.Sessions(l.Set)
	if err != nil {
		return fail(err)
	}
	groups, order := map[string][]evalset.Document{}, []string{}
	for _, d := range set.Documents {
		if groups[d.Group] == nil {
			order = append(order, d.Group)
		}
		groups[d.Group] = append(groups[d.Group], d)
	}
	sum, written := LifeFigures{}, 0
	for i, name := range order {
		g := lifeOf{life: l, turns: groups[name], home: filepath.Join(l.Home, fmt.Sprint(i))}
		for _, q := range set.Questions {
			if q.Group == name && q.Answer != nil && len(q.Right) > 0 && q.Category != "adversarial" {
				g.questions = append(g.questions, q)
			}
		}
		for _, s := range sessions {
			if strings.HasPrefix(s.ID, name+"/") {
				g.sessions = append(g.sessions, s)
			}
		}
		if err := g.run(ctx, &sum); err != nil {
			return fail(fmt.Errorf("%s: %w", name, err))
		}
		written += len(g.sessions)
	}
	each, day := 100/float64(max(1, sum.Questions)), 100/float64(max(1, written))
	sum.Recall, sum.Held, sum.Answered, sum.Facts, sum.Dreamt = sum.Recall*each, sum.Held*each, sum.Answered*each, sum.Facts*day, sum.Dreamt*each/100
	return sum, nil
}

// A lifeOf is one conversation, lived through.
type lifeOf struct {
	life      Life
	home      string
	turns     []evalset.Document
	questions []evalset.Question
	sessions  []evalset.Session

	user, self string
	now        time.Time // after the last night
}

// run lives through the conversation, asks, and adds to sum.
func (g *lifeOf) run(ctx context.Context, sum *LifeFigures) (err error) {
	slices.SortStableFunc(g.turns, func(a, b evalset.Document) int { return cmp.Compare(a.Ord, b.Ord) })
	g.user, g.self = dreams.Pair(g.turns)
	opt := g.life.Options
	opt.Home, opt.Now = g.home, func() time.Time { return g.now }
	slug, err := g.begin()
	if err != nil {
		return err
	}
	h, err := companion.OpenHome(ctx, opt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	self, err := h.Living(ctx, slug)
	if err != nil {
		return err
	}
	if err := g.talk(self.Log); err != nil {
		return err
	}
	c, err := h.Companion(ctx, slug)
	if err != nil {
		return err
	}
	if !g.life.Awake {
		b := dreaming.Backfill{By: dreaming.ByRules, Without: g.life.Without}
		if _, err := c.Nights.Backfill(ctx, b); err != nil && !errors.Is(err, dreaming.ErrNothing) {
			return err
		}
	}
	if _, err := c.Memories.Update(ctx); err != nil {
		return err
	}
	c.Memories.Settle(ctx)
	kept, err := dreams.Remembered(self.Dir, g.user, g.self)
	if err != nil {
		return err
	}
	for _, s := range g.sessions {
		sum.Facts += dreams.Kept(s.Observations, kept.Facts)
	}
	for _, q := range g.questions {
		if err := g.ask(ctx, c, q, sum); err != nil {
			return fmt.Errorf("question %q: %w", q.ID, err)
		}
	}
	return nil
}

// begin makes the persona and returns its name. Nothing was said yet when its
// home is opened: no month is moved to the archives.
func (g *lifeOf) begin() (slug string, err error) {
	home, err := store.Open(g.home, store.Options{Now: func() time.Time { return g.now }})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, home.Close()) }()
	return persona.Create(home, persona.Profile{Name: g.self, UserName: g.user, Language: "en"}, persona.Sample{"SOUL.md": "# " + g.self + "\n"})
}

// talk puts the conversation into the log, by its dates.
func (g *lifeOf) talk(log *transcript.Log) error {
	session, at := "", time.Time{}
	for _, t := range g.turns {
		if t.Session != session {
			var err error
			if at, err = dreams.Begin(t.Date); err != nil {
				return err
			}
			session = t.Session
		}
		role := transcript.RolePersona
		if evalset.Name(t.Speaker) == g.user {
			role = transcript.RoleUser
		}
		m := transcript.Message{ID: transcript.ID(t.ID), Parent: log.Head(), Role: role, Text: t.Text, Time: at}
		if _, err := log.Append(m); err != nil {
			return err
		}
		at = at.Add(20 * time.Second)
	}
	g.now = at.Add(36 * time.Hour)
	return nil
}

// ask asks one question and adds what came of it.
func (g *lifeOf) ask(ctx context.Context, c *companion.Companion, q evalset.Question, sum *LifeFigures) error {
	found := c.Memories.ForTurn(ctx, retrieval.Turn{Text: q.Query, Tokens: retrieval.MostTokens})
	if err := ctx.Err(); err != nil {
		return err
	}
	var shown strings.Builder
	for i, m := range found.Memories {
		fmt.Fprintln(&shown, m.Time, m.Before, m.Content, m.After)
		if m.Type != "message" && m.Type != "archive" {
			sum.Dreamt++
		} else {
			found.Memories[i].Source = memory.Place{File: source.LogFile} // in a turn, what was said comes from there
		}
	}
	right := 0
	for _, t := range g.turns {
		if slices.Contains(q.Right, t.ID) && slices.ContainsFunc(found.Memories, func(m retrieval.Memory) bool { return brings(m, t) }) {
			right++
		}
	}
	reply, err := replyFrom(ctx, g.life.Options.Builtin, llm.Request{
		Setting:  llm.Setting{Now: g.now, Persona: "Yumori", User: string(evalset.User)}, // the questions name both
		Messages: []llm.Message{{Role: llm.RoleUser, Text: q.Query}},
	}, found)
	if err != nil {
		return err
	}
	const longest = 300 // characters of a reply that count
	runes := []rune(reply)
	answer := fmt.Sprint(q.Answer)
	sum.Questions++
	sum.Recall += float64(right) / float64(len(q.Right))
	sum.Held += answerShare(answer, shown.String())
	sum.Answered += answerShare(answer, string(runes[:min(longest, len(runes))]))
	return nil
}

// brings reports whether a memory is a message, has it beside it, or quotes it.
func brings(m retrieval.Memory, t evalset.Document) bool {
	is := func(p retrieval.Piece) bool { return p.ID == t.ID }
	return m.ID == t.ID || slices.ContainsFunc(m.Before, is) || slices.ContainsFunc(m.After, is) || quotes(m.Content, t.Text)
}

// quotes reports whether a memory holds a sentence of what was said, or all of it
// where that is short.
func quotes(content, said string) bool {
	const telling = 20 // characters of a sentence that is not said by chance
	for _, sentence := range strings.FieldsFunc(said, func(r rune) bool { return strings.ContainsRune(".!?\n", r) }) {
		if sentence = strings.TrimSpace(sentence); len(sentence) >= telling && strings.Contains(content, sentence) {
			return true
		}
	}
	return len(said) < telling && strings.Contains(content, said)
}

// replyFrom has a mind answer a request from what was recalled, and returns what
// would be seen of it.
func replyFrom(ctx context.Context, mind llm.Model, req llm.Request, found retrieval.Recollection) (string, error) {
	if len(found.Memories) > 0 {
		req.System = append(req.System, found.Section("evaluation", tools.Continues("")))
	}
	answer, err := mind.Generate(ctx, req, nil)
	if err != nil {
		return "", err
	}
	var seen tagfilter.Filter
	return strings.TrimSpace(seen.Write(answer.Message.Text) + seen.Close()), nil
}

var answerWord = regexp.MustCompile(`[a-z]+|\d+`)

// answerShare is the share of an answer's words and numbers that stand in a text,
// months by their names or as 2023-05-07.
func answerShare(answer, text string) float64 {
	want, have := answerWords(answer), answerWords(text)
	n := 0
	for _, w := range want {
		if slices.Contains(have, w) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(want)))
}

// unsaid are words that say nothing of an answer.
const unsaid = " a an the of to in on at for and or is was were her his their its with by from as about that this she he they "

func answerWords(text string) []string {
	text = regexp.MustCompile(`(\d{4})-(\d\d)-(\d\d)`).ReplaceAllStringFunc(text, func(s string) string {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			return s
		}
		return d.Format("2 January 2006")
	})
	var list []string
	for _, w := range answerWord.FindAllString(strings.ToLower(text), -1) {
		if len(w) >= 3 {
			for m := time.January; m <= time.December; m++ {
				if strings.HasPrefix(strings.ToLower(m.String()), w) {
					w = strings.ToLower(m.String())
				}
			}
		}
		if w = cmp.Or(strings.TrimLeft(w, "0"), "0"); !strings.Contains(unsaid, " "+w+" ") {
			list = append(list, w)
		}
	}
	return list
}
