package gemini

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"

	"github.com/google/generative-ai-go/genai"
	"google.golang.org/api/iterator"

	"yumori/internal/llm"
)

// Generate answers req. See llm.Model.
func (m *Model) Generate(ctx context.Context, req llm.Request, stream func(string)) (llm.Response, error) {
	const op = "generate"
	x := &exchange{}
	history := m.contents(req.Messages, x)
	if len(history) == 0 || history[len(history)-1].Role != roleUser {
		return llm.Response{}, m.wire.Errorf(op, llm.ErrBadRequest, "no message to answer")
	}
	inner, cancel := m.begin(ctx, x)
	defer cancel()
	chat := m.model(req).StartChat()
	last := len(history) - 1
	chat.History = history[:last]
	text, err := receive(chat.SendMessageStream(inner, history[last].Parts...), stream)
	resp := m.response(text, x)
	if resp.Usage.Calls == 0 && (err == nil || text != "") {
		resp.Usage = llm.EstimateUsage(req, resp.Message)
	}
	if x.err != nil {
		err = x.err // what the library made of it is less
	}
	if err == nil {
		err = m.verdict(text, x)
	}
	if err != nil {
		err = m.wire.Failure(ctx, op, llm.ErrBadAnswer, err)
		if text == "" {
			m.gauge.Refused(req, err)
		}
		return resp, err
	}
	return resp, nil
}

// model sets up the library's model for one request.
func (m *Model) model(req llm.Request) *genai.GenerativeModel {
	g := m.client.GenerativeModel(m.cfg.Name)
	if system := clean(llm.JoinSections(req.System)); system != "" {
		g.SystemInstruction = &genai.Content{Parts: []genai.Part{genai.Text(system)}}
	}
	if req.MaxTokens > 0 {
		g.SetMaxOutputTokens(int32(min(req.MaxTokens, 1<<30))) //nolint:gosec // bounded
	}
	if len(req.Tools) > 0 {
		g.Tools = []*genai.Tool{{FunctionDeclarations: declarations(req.Tools)}}
	}
	if req.JSON != nil {
		g.ResponseMIMEType = "application/json"
		g.ResponseSchema = schemaOf(req.JSON)
	}
	return g
}

// receive streams the answer's speech. What the library cannot carry is in the
// exchange.
func receive(it *genai.GenerateContentResponseIterator, stream func(string)) (string, error) {
	var text strings.Builder
	for {
		r, err := it.Next()
		if errors.Is(err, iterator.Done) {
			return text.String(), nil
		}
		if err != nil {
			return text.String(), err
		}
		for _, c := range r.Candidates {
			if c.Content == nil {
				continue
			}
			for _, p := range c.Content.Parts {
				t, ok := p.(genai.Text)
				if !ok || t == "" {
					continue
				}
				text.WriteString(string(t))
				if stream != nil {
					stream(string(t))
				}
			}
		}
	}
}

// response makes a response of the speech and what the exchange holds. Calls
// are in it only when the answer came to its end.
func (m *Model) response(text string, x *exchange) llm.Response {
	r := llm.Response{
		Message: llm.Message{Role: llm.RoleModel, Text: text},
		Finish:  llm.FinishStop,
		Usage:   x.usage,
	}
	if x.finish == "MAX_TOKENS" {
		r.Finish = llm.FinishLength
	}
	if x.finish == "" || r.Finish == llm.FinishLength {
		return r
	}
	o := opaque{Format: 1, Model: m.cfg.Name, Text: x.textSignature}
	for _, c := range x.calls {
		id := "call_" + rand.Text()
		r.Message.Calls = append(r.Message.Calls, llm.Call{ID: id, Name: c.name, Args: c.args})
		o.add(id, c)
	}
	r.Message.Opaque = o.format()
	return r
}

// verdict says what is wrong with an answer that was received without error.
func (m *Model) verdict(text string, x *exchange) error {
	const op = "generate"
	if x.blocked != "" {
		return m.wire.Errorf(op, llm.ErrRefused, "the prompt was blocked: %s", x.blocked)
	}
	switch x.finish {
	case "STOP", "MAX_TOKENS":
	case "":
		return m.wire.Errorf(op, llm.ErrCut, "the answer has no end")
	case "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT":
		return m.wire.Errorf(op, llm.ErrRefused, "the answer was blocked: %s", x.finish)
	default:
		return m.wire.Errorf(op, llm.ErrBadAnswer, "the answer ended with %s", x.finish)
	}
	if strings.TrimSpace(text) == "" && len(x.calls) == 0 {
		return m.wire.Errorf(op, llm.ErrBadAnswer, "the answer is empty")
	}
	return nil
}
