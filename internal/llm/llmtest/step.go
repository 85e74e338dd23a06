package llmtest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"yumori/internal/llm"
)

// A Step is what a fake server does with one request for an answer. Steps are
// made by the functions of this file and changed by the methods, each of which
// returns a changed copy.
type Step struct {
	thoughts []string
	say      []string
	calls    []llm.Call
	finish   string // protocol-neutral: finishStop …
	style    CallStyle
	signOnly bool
	usage    usageKind
	prompt   int // tokens of the prompt, as counted; 0 any number
	fault    fault
	every    time.Duration
	status   int
	header   http.Header
	body     string
	message  string // for the protocol's own error form
	always   bool
}

// The ends of an answer, whatever the protocol calls them.
const (
	finishStop      = "stop"
	finishLength    = "length"
	finishRefused   = "refused"
	finishBlocked   = "blocked" // the prompt, not the answer, was refused
	finishUnknown   = "unknown"
	finishMalformed = "malformed"
	finishNone      = "none"
)

type usageKind int

const (
	usageSent usageKind = iota
	usageLeftOut
)

type fault int

const (
	noFault       fault = iota
	faultStatus         // an answer that is not 2xx, or not an answer
	faultHang           // half-open: the connection is kept and nothing sent
	faultSilence        // nothing after the header
	faultCutLine        // the connection ends within a line
	faultCutAfter       // the connection ends after a whole event
	faultGarbage        // bytes that are no event
	faultLong           // one line of size bytes
	faultDrip           // a piece every so often, for ever
	faultStall          // silence after the first pieces
	faultError          // an error object within the stream
)

// Say answers with the pieces, each streamed as an event of its own.
func Say(pieces ...string) Step { return Step{say: pieces, finish: finishStop} }

// JSON answers with v as JSON text.
func JSON(v any) Step {
	b, err := json.Marshal(v)
	if err != nil {
		return Status(http.StatusInternalServerError, err.Error())
	}
	return Say(string(b))
}

// Call answers with one tool call.
func Call(name, args string) Step {
	return Step{calls: []llm.Call{{Name: name, Args: json.RawMessage(args)}}, finish: finishStop}
}

// Turn joins steps into one answer that thinks, says and calls all of it.
func Turn(steps ...Step) Step {
	out := Step{finish: finishStop}
	for _, s := range steps {
		out.thoughts = append(out.thoughts, s.thoughts...)
		out.say = append(out.say, s.say...)
		out.calls = append(out.calls, s.calls...)
	}
	return out
}

// Think is an answer of thoughts only; join it with others by Turn.
func Think(thoughts ...string) Step { return Step{thoughts: thoughts, finish: finishStop} }

// EmptyAnswer answers nothing and calls it done.
func EmptyAnswer() Step { return Step{finish: finishStop} }

// Length breaks the answer off at the token bound.
func (s Step) Length() Step { s.finish = finishLength; return s }

// Refuse ends the answer by the provider's filter.
func (s Step) Refuse() Step { s.finish = finishRefused; return s }

// Blocked refuses the prompt itself.
func Blocked() Step { return Step{finish: finishBlocked} }

// UnknownFinish ends the answer with a reason nobody has heard of.
func (s Step) UnknownFinish() Step { s.finish = finishUnknown; return s }

// Malformed ends the answer because the model wrote a call that the server
// could not read.
func Malformed() Step { return Step{finish: finishMalformed} }

// NoFinish leaves out the reason and the end mark, as a cut does.
func (s Step) NoFinish() Step { s.finish = finishNone; return s }

// Counted has the server tell that the prompt took so many tokens, whatever it took.
func (s Step) Counted(tokens int) Step { s.prompt = tokens; return s }

// NoUsage leaves out the token counts.
func (s Step) NoUsage() Step { s.usage = usageLeftOut; return s }

// SignatureOnly adds a last part with nothing but a thought signature (Gemini).
func (s Step) SignatureOnly() Step { s.signOnly = true; return s }

// Always makes the step answer every request from here on.
func (s Step) Always() Step { s.always = true; return s }

// A CallStyle is how a server streams tool calls.
type CallStyle int

// The styles that are seen in the wild.
const (
	ByIndex   CallStyle = iota // fragments with an index; id and name in the first
	Whole                      // each call in one piece, with an index
	NoIDs                      // fragments with an index, no ids
	NoIndex                    // each call in one piece, with an id and no index
	ZeroIndex                  // every call has the index 0 and its own id
	EachRune                   // one fragment for each character, calls interleaved
)

// Style sets how the step's calls are streamed by the OpenAI server.
func (s Step) Style(c CallStyle) Step { s.style = c; return s }

// Status answers with an HTTP status and a message in the protocol's error
// form.
func Status(code int, message string) Step {
	return Step{fault: faultStatus, status: code, message: message}
}

// Raw answers with a status, a content type and a body as they are.
func Raw(code int, contentType, body string) Step {
	return Step{fault: faultStatus, status: code, header: http.Header{"Content-Type": {contentType}}, body: body}
}

// WithHeader adds a header to an answer made by Status or Raw.
func (s Step) WithHeader(name, value string) Step {
	s.header = s.header.Clone()
	if s.header == nil {
		s.header = http.Header{}
	}
	s.header.Set(name, value)
	return s
}

// RateLimited answers 429; retryAfter is the header's value, "" leaves it out.
func RateLimited(retryAfter string) Step {
	s := Status(http.StatusTooManyRequests, "Rate limit reached for requests")
	if retryAfter == "" {
		return s
	}
	return s.WithHeader("Retry-After", retryAfter)
}

// ServerError answers 500.
func ServerError() Step {
	return Status(http.StatusInternalServerError, "The server had an error while processing your request")
}

// WebPage answers 502 with a web page, as a proxy does.
func WebPage() Step {
	return Raw(http.StatusBadGateway, "text/html",
		"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1>"+strings.Repeat("<p>nginx</p>", 2000)+"</body></html>")
}

// Redirect answers 307 to another address.
func Redirect(to string) Step {
	return Raw(http.StatusTemporaryRedirect, "text/plain", "").WithHeader("Location", to)
}

// HalfOpen takes the request and never answers, nor closes.
func HalfOpen() Step { return Step{fault: faultHang} }

// Silence sends the header and nothing else.
func Silence() Step { return Step{fault: faultSilence} }

// CutLine says the pieces and ends the connection within the next line.
func CutLine(pieces ...string) Step {
	return Step{say: append(slices.Clone(pieces), "never whole"), finish: finishNone, fault: faultCutLine}
}

// CutAfter says the pieces and ends the connection after a whole event.
func CutAfter(pieces ...string) Step {
	return Step{say: pieces, finish: finishNone, fault: faultCutAfter}
}

// Garbage says the pieces and then sends an event that is not JSON.
func Garbage(pieces ...string) Step {
	return Step{say: pieces, finish: finishNone, fault: faultGarbage}
}

// LongLine says one piece of size bytes in one line, and is done.
func LongLine(size int) Step { return Say(strings.Repeat("a", size)) }

// Drip says a piece every so often, for ever.
func Drip(every time.Duration) Step { return Step{fault: faultDrip, every: every} }

// Stall says the pieces and then nothing, with the connection open.
func Stall(pieces ...string) Step { return Step{say: pieces, finish: finishNone, fault: faultStall} }

// StreamError says the pieces and then sends an error object as an event, with
// the status in it.
func StreamError(status int, message string, pieces ...string) Step {
	return Step{say: pieces, finish: finishNone, fault: faultError, status: status, body: message}
}
