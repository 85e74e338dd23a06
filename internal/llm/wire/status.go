package wire

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"yumori/internal/llm"
)

// maxErrorBody bounds what is read of an error's body.
const maxErrorBody = 64 << 10

// maxRetryAfter bounds what a server may ask for; more is taken for a day.
const maxRetryAfter = 24 * time.Hour

var (
	tooLongWords = regexp.MustCompile(`(?i)context.{0,10}(length|window|size)|(input|prompt|request).{0,20}too long|too many tokens|token (count|limit).{0,40}exceed|exceed.{0,40}(context|tokens|model token|n_ctx)|maximum (prompt|model) length|request too large`)
	refusedWords = regexp.MustCompile(`(?i)content.?(filter|policy)|safety|blocked`)
	noModelWords = regexp.MustCompile(`(?i)model.{0,80}(not found|not exist|unknown|not loaded)|(unknown|no such|invalid) model|model_not_found`)
	keyWords     = regexp.MustCompile(`(?i)api.?key (not valid|invalid|expired|not found|missing)|invalid.{0,10}api.?key|incorrect api key|API_KEY_INVALID`)
	quotaWords   = regexp.MustCompile(`(?i)insufficient_quota|exceeded your current quota|billing|credit`)
	timedOut     = regexp.MustCompile(`(?i)timeout awaiting response headers|nothing came`)
)

// statusError reads the body of a response that is not 2xx and says what it
// means.
func (t *Transport) statusError(status int, h http.Header, body io.Reader) *llm.Error {
	b, err := io.ReadAll(io.LimitReader(body, maxErrorBody))
	if err != nil && len(b) == 0 {
		b = nil // the status says enough
	}
	e := t.ErrorBody(status, b)
	if e.RetryAfter == 0 {
		e.RetryAfter = retryAfter(h.Get("Retry-After"), time.Now())
	}
	if status/100 == 3 {
		e.Detail = "the server redirects elsewhere; set the address it really has"
	}
	return e
}

// ErrorBody says what an error body means that came with the HTTP status; 0
// or 2xx if it came as an answer. The error's Op is empty.
func (t *Transport) ErrorBody(status int, body []byte) *llm.Error {
	f := parseErrorBody(body)
	if status < 300 && f.code >= 300 && f.code < 600 {
		status = f.code
	}
	e := &llm.Error{
		Provider:   t.opt.Provider,
		Kind:       kindOf(status, f),
		Status:     status,
		RetryAfter: min(f.retry, maxRetryAfter),
		Detail:     Scrub(f.text(), t.opt.Key),
	}
	if errors.Is(e, llm.ErrTooLong) {
		e.Limit = f.limit()
	}
	return e
}

// kindOf maps a failure to a sentinel: by its words where a status has several
// meanings, else by its status.
func kindOf(status int, f failure) error {
	words := f.message + " " + f.label
	switch {
	case keyWords.MatchString(words):
		return llm.ErrKey
	case f.tooLong(status):
		return llm.ErrTooLong
	case status == 429 || f.label == "RESOURCE_EXHAUSTED":
		return llm.ErrRateLimited
	case status >= 500:
		return llm.ErrUnavailable
	case status >= 401 && status <= 403: // 402: the account has no money
		return llm.ErrKey
	case status == 404 || noModelWords.MatchString(words):
		return llm.ErrNoModel
	case refusedWords.MatchString(words):
		return llm.ErrRefused
	case status >= 400 && status != http.StatusRequestTimeout:
		return llm.ErrBadRequest
	}
	return llm.ErrUnavailable // a redirect, or an error object in an answer that said 200
}

// tooLong reports whether the request was too long. What came with a status
// that asks for patience has to name a limit to count as that: waiting would not
// help then.
func (f failure) tooLong(status int) bool {
	if !tooLongWords.MatchString(f.message + " " + f.label) {
		return status == http.StatusRequestEntityTooLarge
	}
	return status < 500 && status != 429 && f.label != "RESOURCE_EXHAUSTED" || f.limit() > 0
}

// A failure is what an error body says.
type failure struct {
	message string
	label   string // a word for machines: "insufficient_quota", "INVALID_ARGUMENT"
	code    int    // the HTTP status it names; 0 none
	context int    // llama.cpp: the tokens that it serves; 0 none
	retry   time.Duration
}

func (f failure) text() string {
	switch {
	case f.message == "":
		return f.label
	case f.label == "" || strings.Contains(f.message, f.label):
		return f.message
	}
	return f.label + ": " + f.message
}

// parseErrorBody understands the shapes in use: {"error":{…}}, [{"error":{…}}],
// {"error":"…"}, {"message":…}, {"detail":…}, a web page, plain text.
func parseErrorBody(body []byte) failure {
	text := strings.TrimSpace(string(body))
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		return parseErrorBody(list[0])
	}
	var o map[string]json.RawMessage
	if json.Unmarshal(body, &o) != nil {
		return failure{message: plainText(text)}
	}
	for _, name := range []string{"error", "message", "detail"} {
		raw, ok := o[name]
		if !ok || string(raw) == "null" {
			continue
		}
		var s string
		if json.Unmarshal(raw, &s) == nil {
			return failure{message: s}
		}
		if name == "error" {
			return parseErrorObject(raw)
		}
		return failure{message: string(raw)}
	}
	return failure{message: text}
}

// parseErrorObject reads the inner object of OpenAI's and Google's errors.
func parseErrorObject(raw []byte) failure {
	var e struct {
		Message json.RawMessage `json:"message"`
		Type    any             `json:"type"`
		Status  any             `json:"status"`
		Code    any             `json:"code"`
		Context any             `json:"n_ctx"`
		Details []struct {
			RetryDelay string `json:"retryDelay"`
		} `json:"details"`
	}
	if json.Unmarshal(raw, &e) != nil && e.Message == nil {
		return failure{message: string(raw)}
	}
	f := failure{}
	if json.Unmarshal(e.Message, &f.message) != nil {
		f.message = string(e.Message)
	}
	for _, v := range []any{e.Code, e.Status, e.Type} {
		f.name(v)
	}
	if n, ok := e.Context.(float64); ok && n > 0 && n < 1e9 {
		f.context = int(n)
	}
	for _, d := range e.Details {
		if v, err := time.ParseDuration(d.RetryDelay); err == nil && v > 0 {
			f.retry = v
		}
	}
	return f
}

// name takes in a code, a status or a type: a number is an HTTP status, the
// first word the label.
func (f *failure) name(v any) {
	switch v := v.(type) {
	case string:
		if n, err := strconv.Atoi(v); err == nil && f.code == 0 {
			f.code = n
		} else if f.label == "" {
			f.label = v
		}
	case float64:
		if f.code == 0 && v >= 0 && v < 1000 {
			f.code = int(v)
		}
	}
}

var (
	htmlStart = regexp.MustCompile(`(?is)^\s*<(!doctype|html|head|body|h1|center)\b`)
	htmlTitle = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)
)

// plainText shortens a web page to its title.
func plainText(text string) string {
	if !htmlStart.MatchString(text) {
		return text
	}
	if m := htmlTitle.FindStringSubmatch(text); m != nil {
		return "a web page instead of an answer: " + strings.TrimSpace(m[1])
	}
	return "a web page instead of an answer"
}

// retryAfter reads the header of that name, seconds or a date; what makes no
// sense is 0, what is too long is a day.
func retryAfter(v string, now time.Time) time.Duration {
	v = strings.TrimSpace(v)
	if v == "" {
		return 0
	}
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		switch {
		case !(s > 0): // NaN too
			return 0
		case s > maxRetryAfter.Seconds():
			return maxRetryAfter
		}
		return time.Duration(s * float64(time.Second))
	}
	at, err := http.ParseTime(v)
	if err != nil {
		return 0
	}
	return max(0, min(at.Sub(now), maxRetryAfter))
}
