package openai

import (
	"errors"
	"regexp"
	"strings"

	"yumori/llm"
)

// quirks are what a server was found not to understand.
type quirks struct {
	jsonMode   jsonMode
	noUsage    bool // refuses stream_options
	oldLimit   bool // wants max_tokens rather than max_completion_tokens
	newLimit   bool // the reverse: refuses max_tokens
	noTools    bool // the model takes no tools
	noEffort   bool // takes tools only when it need not reason
	systemless bool // refuses a system message: the prompt goes into the first user message
}

// A jsonMode is how a JSON answer is asked for, from the strictest down.
type jsonMode int

const (
	jsonSchema jsonMode = iota // response_format json_schema
	jsonObject                 // response_format json_object
	jsonAsked                  // only in words
)

// firstGuess says what a server probably understands. OpenAI's own models want
// max_completion_tokens, which most other servers ignore.
func firstGuess(cfg Config) quirks {
	return quirks{oldLimit: !strings.Contains(cfg.BaseURL, "://api.openai.com")}
}

var (
	formatWords = regexp.MustCompile(`(?i)response_format|json_schema|json_object|structured output|grammar|json mode`)
	usageWords  = regexp.MustCompile(`(?i)stream_options|include_usage`)
	limitWords  = regexp.MustCompile(`(?i)max_(completion_)?tokens|MaxTokens|MaxCompletionTokens`)
	toolWords   = regexp.MustCompile(`(?i)(not support|unsupported|no support|not enabled|requires).{0,40}(tool|function)|(tool|function).{0,60}(not support|unsupported|not enabled|not available|requires)|no endpoints found that support tool`)
	effortWords = regexp.MustCompile(`(?i)tool.{0,60}reasoning effort`)
	systemWords = regexp.MustCompile(`(?i)system (role|message|instruction|prompt)s?.{0,30}not support|developer instruction is not enabled|not support.{0,30}system|only user.{0,30}roles`)
)

// learn returns what the refusal err of req teaches, and whether that is news.
// Each quirk can be learned once, so a call is repeated a few times at most.
func (q quirks) learn(err error, req llm.Request) (quirks, bool) {
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.ErrBadRequest && e.Status != 404 && e.Status != 500 && e.Status != 501 {
		return q, false
	}
	old := q
	switch {
	case usageWords.MatchString(e.Detail):
		q.noUsage = true
	case req.MaxTokens > 0 && limitWords.MatchString(e.Detail) && !(q.newLimit && q.oldLimit):
		if q.oldLimit {
			q.oldLimit, q.newLimit = false, true
		} else if !q.newLimit {
			q.oldLimit = true
		}
	case req.JSON != nil && formatWords.MatchString(e.Detail) && q.jsonMode < jsonAsked:
		q.jsonMode++
	case len(req.Tools) > 0 && effortWords.MatchString(e.Detail) && !q.noEffort:
		q.noEffort = true
	case q.noEffort && strings.Contains(e.Detail, "reasoning effort"):
		q.noTools, q.noEffort = true, false
	case len(req.Tools) > 0 && toolWords.MatchString(e.Detail):
		q.noTools = true
	case systemWords.MatchString(e.Detail):
		q.systemless = true
	}
	return q, q != old
}
