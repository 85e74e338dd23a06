package openai

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"yumori/internal/llm"
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
	formatWords   = regexp.MustCompile(`(?i)response_format|json_schema|json_object|structured output|grammar|json mode`)
	usageWords    = regexp.MustCompile(`(?i)stream_options|include_usage`)
	limitWords    = regexp.MustCompile(`(?i)max_(completion_)?tokens|MaxTokens|MaxCompletionTokens`)
	toolWords     = regexp.MustCompile(`(?i)(not support|unsupported|no support|not enabled|requires).{0,40}(tool|function)|(tool|function).{0,60}(not support|unsupported|not enabled|not available|requires)|no endpoints found that support tool`)
	effortWords   = regexp.MustCompile(`(?i)tool.{0,60}reasoning effort`)
	noEffortWords = regexp.MustCompile(`(?i)reasoning.effort`)
	systemWords   = regexp.MustCompile(`(?i)system (role|message|instruction|prompt)s?.{0,30}not support|developer instruction is not enabled|not support.{0,30}system|only user.{0,30}roles`)
)

// A lesson is what words in a refusal teach, if it is not known already and
// bears on the request.
type lesson struct {
	words *regexp.Regexp
	bears func(q quirks, req llm.Request) bool
	take  func(q *quirks)
}

// lessons returns the lessons, in the order they are looked at. Each can be
// taken a few times at most, so a call is repeated a few times at most.
func lessons() []lesson {
	always := func(quirks, llm.Request) bool { return true }
	withTools := func(_ quirks, r llm.Request) bool { return len(r.Tools) > 0 }
	return []lesson{
		{usageWords, always, func(q *quirks) { q.noUsage = true }},
		{limitWords,
			func(q quirks, r llm.Request) bool { return r.MaxTokens > 0 && !q.newLimit },
			func(q *quirks) { q.newLimit, q.oldLimit = q.oldLimit, !q.oldLimit }},
		{formatWords,
			func(q quirks, r llm.Request) bool { return r.JSON != nil && q.jsonMode < jsonAsked },
			func(q *quirks) { q.jsonMode++ }},
		{effortWords,
			func(q quirks, r llm.Request) bool { return len(r.Tools) > 0 && !q.noEffort },
			func(q *quirks) { q.noEffort = true }},
		{noEffortWords,
			func(q quirks, _ llm.Request) bool { return q.noEffort },
			func(q *quirks) { q.noTools = true }},
		{toolWords, withTools, func(q *quirks) { q.noTools = true }},
		{systemWords, always, func(q *quirks) { q.systemless = true }},
	}
}

// learn returns what the refusal err of req teaches, and whether that is news.
func (q quirks) learn(err error, req llm.Request) (quirks, bool) {
	var e *llm.Error
	if !errors.As(err, &e) || !errors.Is(e, llm.ErrBadRequest) && !slices.Contains([]int{404, 500, 501}, e.Status) {
		return q, false
	}
	for _, l := range lessons() {
		if !l.words.MatchString(e.Detail) || !l.bears(q, req) {
			continue
		}
		next := q
		l.take(&next)
		if next != q {
			return next, true
		}
	}
	return q, false
}
