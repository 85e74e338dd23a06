package episodic

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"text/template"
	"unicode/utf8"

	"yumori/internal/lang"
	"yumori/internal/llm"
)

// prompts has the system prompts of the summaries, <task>.<language>.tmpl.
//
//go:embed prompts/*.tmpl
var prompts embed.FS

// frame is what a prompt may say.
type frame struct {
	Persona, User, Entities string
	Date                    Date
	Min, Max                int
}

// prompt returns a system prompt.
func prompt(task, language string, f frame) (string, error) {
	if language != "ja" {
		language = "en"
	}
	name := task + "." + language + ".tmpl"
	t, err := template.New(name).Option("missingkey=error").ParseFS(prompts, "prompts/"+name)
	if err != nil {
		return "", fmt.Errorf("read prompt: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, f); err != nil {
		return "", fmt.Errorf("make prompt: %w", err)
	}
	return b.String(), nil
}

// maxInput is the most characters of a day or a week that a model is given;
// half of its window if that is smaller.
const maxInput = 60_000

// room returns how many characters of record go into a request.
func room(ctx context.Context, m llm.Model) int {
	return min(maxInput, llm.WindowOf(ctx, m).Tokens/2) // a token may be a character
}

// A task is a summary that a model is asked for.
type task struct {
	system   string
	record   string
	language string
	shortest int // characters; below it is asked for more, once, if there is more
	longest  int
	write    func(n int) string // writes the record in about n characters
}

// tell asks m for req, which is new; once more with half of the record, or with
// what the refusal has taught, if it was too long, whether the server says so or
// leaves a part of it out.
func (t task) tell(ctx context.Context, m llm.Model, req *llm.Request) (llm.Response, error) {
	resp, err := whole(m.Generate(ctx, *req, nil))
	if !errors.Is(err, llm.ErrTooLong) && !errors.Is(err, llm.ErrPromptCut) || len(req.Messages) > 1 {
		return resp, err
	}
	n := utf8.RuneCountInString(t.record)
	less := t.write(min(room(ctx, m), n/2))
	if less == "" || utf8.RuneCountInString(less) >= n {
		return resp, err
	}
	req.Messages[0].Text = less
	spent := resp.Usage
	resp, err = whole(m.Generate(ctx, *req, nil))
	resp.Usage = spent.Add(resp.Usage)
	return resp, err
}

// whole makes an error of an answer to a part of the prompt.
func whole(resp llm.Response, err error) (llm.Response, error) {
	if err == nil {
		err = resp.Whole()
	}
	return resp, err
}

// ask has a model do a task. The text is within its bounds; ok is false when
// the model gave none that can be used, and the problem says why. The error is
// that of the context.
func ask(ctx context.Context, m llm.Model, t task) (s Summary, ok bool, err error) {
	req := llm.Request{
		System:   []llm.Section{{Name: "summary", Text: t.system}},
		Messages: []llm.Message{{Role: llm.RoleUser, Text: t.record}},
		Purpose:  llm.PurposeDream,
	}
	s.By = strings.Trim(m.Info().Provider+"/"+m.Info().Name, "/")
	for try := range 2 {
		resp, err := t.tell(ctx, m, &req)
		s.Usage = s.Usage.Add(resp.Usage)
		if ctx.Err() != nil {
			return s, false, ctx.Err()
		}
		text := t.told(resp)
		if err != nil || text == "" {
			if s.Text != "" { // the first answer has to do
				break
			}
			if err == nil {
				err = llm.ErrBadAnswer
			}
			s.Problems = append(s.Problems, fmt.Sprintf("%s could not tell it: %v", s.By, err))
			return s, false, nil
		}
		was := s.Text
		s.Text = text
		n := utf8.RuneCountInString(text)
		if n < t.shortest && utf8.RuneCountInString(was) > n {
			s.Text = was // asking made it worse
		}
		if n >= t.shortest && n <= t.longest || try == 1 {
			break
		}
		req.Messages = append(req.Messages,
			llm.Message{Role: llm.RoleModel, Text: resp.Message.Text, Opaque: resp.Message.Opaque},
			llm.Message{Role: llm.RoleUser, Text: again(t, n)})
	}
	n := utf8.RuneCountInString(s.Text)
	if n > t.longest {
		s.Problems = append(s.Problems, fmt.Sprintf("%s told it in %d characters; cut to %d", s.By, n, t.longest))
		s.Text = lang.CutSentences(s.Text, t.longest)
	} else if n < t.shortest {
		s.Problems = append(s.Problems, fmt.Sprintf("%s told it in only %d characters", s.By, n))
	}
	return s, true, nil
}

// told returns what an answer tells of the record; "" if nothing.
func (t task) told(resp llm.Response) string {
	text := cleanAnswer(resp.Message.Text)
	if resp.Finish == llm.FinishLength { // it broke off in a sentence
		text = lang.CutSentences(text, utf8.RuneCountInString(text)-1)
	}
	if !tells(text, t.record) {
		return ""
	}
	return text
}

// again asks for another length.
func again(t task, n int) string {
	if t.language == "ja" {
		return fmt.Sprintf("%d文字でした。%d〜%d文字で、もう一度全体を書いてください。", n, t.shortest, t.longest)
	}
	return fmt.Sprintf("That was %d characters. Write all of it again in %d to %d characters.", n, t.shortest, t.longest)
}

// cleanAnswer takes off what models put around a text.
func cleanAnswer(text string) string {
	text = regexp.MustCompile(`(?s)<think>.*?(?:</think>|$)`).ReplaceAllString(cleanText(text), "")
	text = regexp.MustCompile(`<(?:persona_emotion|memory_trace)\b[^>]*>?`).ReplaceAllString(text, "")
	text = strings.ReplaceAll(text, "```", "")
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && strings.Trim(line, "-*_") != "" {
			lines = append(lines, line)
		}
	}
	text = strings.Join(lines, "\n")
	if !strings.ContainsFunc(text, lang.IsWord) {
		return ""
	}
	return text
}

// Daily tells what a day was, in the persona's voice and in at most 1,500
// characters: by the model, or by rules when m is nil or the built-in rules,
// or when what it says cannot be used, which Problems tells. A day of few words
// makes a short summary, one without any an empty one. It reads and writes
// nothing. The error is that of the context, or a bug in the prompts.
func Daily(ctx context.Context, m llm.Model, d Day) (Summary, error) {
	d = d.tidy()
	if m == nil || m.Info().Rules || len(d.Lines) == 0 {
		return d.byRules(), ctx.Err()
	}
	system, err := prompt("daily", d.Language, frame{
		Persona: d.Persona, User: d.User, Date: d.Date, Entities: strings.Join(d.Entities, ", "), Min: dailyMin, Max: dailyMax,
	})
	if err != nil {
		return Summary{}, fmt.Errorf("tell %s: %w", d.Date, err)
	}
	var sources []string
	left := 0
	t := task{system: system, language: d.Language, longest: dailyMax}
	t.write = func(n int) (record string) {
		record, sources, left = d.record(n)
		return record
	}
	t.record = t.write(room(ctx, m))
	if utf8.RuneCountInString(t.record) >= 2*dailyMin { // never padded
		t.shortest = dailyMin
	}
	s, ok, err := ask(ctx, m, t)
	if err != nil {
		return s, fmt.Errorf("tell %s: %w", d.Date, err)
	}
	if !ok || !s.hold(Talk{d.Persona, d.User, d.Lines}) {
		return d.byRules().instead(s), nil
	}
	s.Sources = sources
	if left > 0 {
		s.Problems = append(s.Problems, fmt.Sprintf("%d lines were left out: the day was too long for %s", left, s.By))
	}
	return s, nil
}

// hold drops from what a model told the sentences that misquote; false says
// that too little is left of it to stand for the whole.
func (s *Summary) hold(t Talk) bool {
	const enough = 0.5 // of its characters
	was := utf8.RuneCountInString(s.Text)
	s.Text, s.Misquotes = Checked(s.Text, t)
	if n := utf8.RuneCountInString(s.Text); float64(n) < enough*float64(was) {
		s.Problems = append(s.Problems, fmt.Sprintf("%s misquoted so much that only %d of %d characters were left", s.By, n, was))
		return false
	}
	return true
}

// instead returns what rules told in the place of what a model did not.
func (s Summary) instead(of Summary) Summary {
	s.Usage, s.Misquotes = of.Usage, of.Misquotes
	s.Problems = append(of.Problems, s.Problems...)
	return s
}
