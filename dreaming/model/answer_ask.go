package model

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/template"
	"unicode/utf8"

	"yumori/dreaming/rules"
	"yumori/internal/lang"
	"yumori/internal/llm"
)

// prompts has the system prompts of the tasks, <task>.<language>.tmpl.
//
//go:embed prompts/*.tmpl
var prompts embed.FS

// frame is what a prompt may say.
type frame struct {
	Persona, User, You, Subject, Fence string
	Date                               string

	MaxSubject, MaxInsight, MaxStrategy, MaxContext, MaxFact int
	MaxQuestions, MaxGoals, MaxFacts, MaxCandidates          int
	MaxLasting, MaxLine, Level                               int
}

// A task is what a model is asked for, once.
type task struct {
	name   string // of its prompts
	schema string // of the answer
	record string // fenced
	keys   []string
	page   string // whose page it is about
	// write writes the record for a window; nil if it cannot be made shorter.
	write func(llm.Window) string
}

// fit has write make the record for the window of m.
func (t *task) fit(ctx context.Context, m llm.Model, write func(llm.Window) string) {
	t.write = write
	t.record = write(llm.WindowOf(ctx, m))
}

// halve writes the record anew, with half the room, after m refused it for
// its length, and reports whether it is shorter now.
func (t *task) halve(ctx context.Context, m llm.Model) bool {
	n := utf8.RuneCountInString(t.record)
	if t.write == nil || n == 0 {
		return false
	}
	w := llm.WindowOf(ctx, m) // the refusal may have taught it
	w.Tokens = min(w.Tokens, n)
	t.record = t.write(w)
	return utf8.RuneCountInString(t.record) < n
}

// framed fills in what a prompt says.
func framed(in rules.Material, t task, fence string) frame {
	you := oneName(in.User)
	if you == "" {
		you = in.Pick("the user", "相手")
	}
	return frame{
		Persona: oneName(in.Persona), User: oneName(in.User), You: you, Subject: oneName(t.page), Fence: fence, Date: string(in.Date),
		MaxSubject: rules.MaxSubject, MaxInsight: rules.MaxInsight, MaxStrategy: rules.MaxStrategy, MaxContext: rules.MaxContext, MaxFact: rules.MaxFact,
		MaxQuestions: rules.MaxNewQuestions, MaxGoals: rules.MaxGoalUpdates, MaxFacts: rules.MaxFacts, MaxCandidates: rules.MaxCandidates,
		MaxLasting: rules.MaxLasting, MaxLine: rules.MaxLine, Level: in.Level,
	}
}

// oneName makes a name one line of text, not too long.
func oneName(s string) string { return lang.Cut(rules.CleanLine(s), 100) }

// system makes the system prompt of a task.
func system(in rules.Material, t task, fence string) (string, error) {
	language := "en"
	if in.Japanese() {
		language = "ja"
	}
	name := t.name + "." + language + ".tmpl"
	tmpl, err := template.New(name).Option("missingkey=error").ParseFS(prompts, "prompts/"+name)
	if err != nil {
		return "", fmt.Errorf("read prompt: %w", err)
	}
	var b bytes.Buffer
	if err := tmpl.Execute(&b, framed(in, t, fence)); err != nil {
		return "", fmt.Errorf("make prompt: %w", err)
	}
	return b.String(), nil
}

// fenceOf returns a mark that is nowhere in the texts. It depends on all of
// them, so that nobody who wrote one knows it.
func fenceOf(texts ...string) string {
	all := strings.Join(texts, "\x00")
	sum := sha256.Sum256([]byte(all))
	for {
		fence := "~~~" + hex.EncodeToString(sum[:6])
		if !strings.Contains(all, fence) {
			return fence
		}
		sum = sha256.Sum256(sum[:])
	}
}

// request makes the request of a task.
func request(in rules.Material, t task) (llm.Request, error) {
	fence := fenceOf(t.record)
	text, err := system(in, t, fence)
	return llm.Request{
		System:   []llm.Section{{Name: "dream", Text: text}},
		Messages: []llm.Message{{Role: llm.RoleUser, Text: strings.ReplaceAll(t.record, fenceMark, fence)}},
		JSON:     json.RawMessage(t.schema), Purpose: llm.PurposeDream,
	}, err
}

// generate makes the request of a task, and once more with half the room if it was too
// long for the model, whether the server says so or cuts it without a word. The usage
// is that of both.
func (t *task) generate(ctx context.Context, m llm.Model, in rules.Material) (resp llm.Response, u llm.Usage, bug, err error) {
	for again := false; ; again = true {
		req, bug := request(in, *t)
		if bug != nil {
			return resp, u, bug, nil
		}
		resp, err = m.Generate(ctx, req, nil)
		u = u.Add(resp.Usage)
		if err == nil {
			err = resp.Whole()
		}
		if again || !errors.Is(err, llm.ErrTooLong) && !errors.Is(err, llm.ErrPromptCut) || !t.halve(ctx, m) {
			return resp, u, nil, err
		}
	}
}

// ask has a model do a task, in one call, or in two if the first was too long
// for it. The object is nil when the answer cannot be used, and the problem says
// why. The error is that of the context, or a bug in the prompts.
func (t *task) ask(ctx context.Context, m llm.Model, in rules.Material) (members, rules.Account, error) {
	a := rules.Account{By: m.Info().Label()}
	resp, u, bug, err := t.generate(ctx, m, in)
	if a.Usage = u; bug != nil {
		return nil, a, bug
	}
	a.Answer = kept(resp.Message.Text)
	switch {
	case ctx.Err() != nil:
		return nil, a, ctx.Err()
	case err != nil:
		a.Problem(fmt.Sprintf("%s could not answer: %v", a.By, err), resp.Message.Text)
		return nil, a, nil
	case resp.Finish == llm.FinishLength:
		a.Problem(fmt.Sprintf("%s: %v", a.By, errBroken), resp.Message.Text)
		return nil, a, nil
	}
	o, err := readObject(resp.Message.Text, t.keys...)
	if err != nil {
		if strings.TrimSpace(resp.Message.Text) == "" {
			err = errors.New("an empty answer")
		}
		a.Problem(fmt.Sprintf("%s: %v", a.By, err), resp.Message.Text)
		return nil, a, nil
	}
	return o, a, nil
}

// fenceMark stands in a record for the fence, which is made of the record.
const fenceMark = "\x01"

func kept(s string) string {
	s = strings.ToValidUTF8(s, "�")
	if r := []rune(s); len(r) > rules.MaxKept {
		return string(r[:rules.MaxKept])
	}
	return s
}

// Ready reports whether there is a model to ask.
func Ready(m llm.Model) bool { return m != nil && !m.Info().Rules }
