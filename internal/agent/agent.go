// Package agent is the loop between a model and its tools: the model speaks
// and asks for calls, the calls are made and answered, until the model is
// done, its budget is used up, or it runs in circles. It knows no persona.
package agent

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"yumori/internal/llm"
)

// The bounds of a run that are not options.
const (
	defaultSteps   = 8                // model calls in a run
	maxCalls       = 16               // calls made in one step; the rest are answered as too many
	maxParallel    = 4                // calls at work at the same time
	callTimeout    = 30 * time.Second // for one call
	abandonGrace   = 100 * time.Millisecond
	maxResult      = 20_000 // characters of an answer that the model is told
	maxSchemaShown = 2_000  // bytes of a schema that is quoted to the model
	maxNameShown   = 80     // characters of a made-up tool name that is quoted to the model
)

// A Tool is something a model may call.
type Tool struct {
	Spec llm.ToolSpec

	// Call does the work. args is a JSON object that follows Spec.Schema.
	// An error is told to the model in its own words; an *ArgError says that
	// the arguments are at fault. Call should return soon after its context
	// ends; a call that does not is abandoned, not awaited.
	Call func(ctx context.Context, args json.RawMessage) (Answer, error)

	// Serial says that calls of this tool and of other serial ones run one
	// after another, in the order the model asked for them: for tools that
	// write. Other calls run at the same time.
	Serial bool
}

// An Answer is what a tool has to say.
type Answer struct {
	Text     string // to the model; cut at 20,000 characters
	Announce string // key of the line that tells the user about the call; "" for none
	Held     string // id of the change that waits for the user's yes; "" for none
}

// An ArgError says what is wrong with one argument, in words for the model.
type ArgError struct {
	Path   string // where in the arguments, e.g. "old" or "items[2].name"; "" for the whole
	Reason string // e.g. "is required"
}

// Error gives path and reason in one line.
func (e *ArgError) Error() string {
	if e.Path == "" {
		return "arguments " + e.Reason
	}
	return e.Path + " " + e.Reason
}

// Options are the choices of a run; the zero value is right.
type Options struct {
	MaxSteps int // model calls; 0 means 8
	// MaxResult bounds a call's answer, in characters, for models with a small
	// window; 0 means 20,000, which is the most.
	MaxResult int

	// MaxText is how many bytes a run may say; 0 is no bound. A model that goes
	// on is stopped there, and what it said until then is the answer.
	MaxText int

	// OnText is told the whole speech of a step so far, each time it grew.
	// Steps count from 0.
	OnText func(step int, text string)
	// OnCall is told when a call starts and when it is answered. It runs
	// from several goroutines, but never at the same time as itself.
	OnCall func(CallEvent)

	Logger *slog.Logger // told of tools that panic; nil: nobody is
}

// A CallEvent tells of one call: twice, at its start and at its end. A call
// that is answered without being made (unknown tool, bad arguments, repeated)
// has only its end.
type CallEvent struct {
	Record CallRecord // at the start without Result, Err and Took
	Done   bool       // the call is answered
}

// A CallRecord is one call with what became of it.
type CallRecord struct {
	Step     int // the model call that asked for it, from 0
	ID       string
	Name     string
	Args     json.RawMessage // as the model wrote them
	Result   string          // what the model was told
	Err      string          // why the call was not made or failed; "" if it was answered
	Announce string          // as in Answer
	Held     string          // as in Answer
	Took     time.Duration
}

// A StopReason says why a run ended.
type StopReason string

// The ways a run ends.
const (
	StopDone   StopReason = "done"   // the model had nothing more to ask for
	StopLength StopReason = "length" // its last speech was cut at the token bound
	StopBudget StopReason = "budget" // it still wanted calls after the last step
	StopLoop   StopReason = "loop"   // it asked for the same call a third time
	StopFailed StopReason = "failed" // Run returned an error

	StopTooLong StopReason = "too_long" // it said more than Options.MaxText
)

// An Outcome is what a run gave, also when it failed: nothing that was said
// or done before the failure is lost.
type Outcome struct {
	// Text is the speech of all steps, joined by Join. It may be empty
	// unless Stopped is StopDone.
	Text string
	// Messages are the new ones, in order: model messages and the answers to
	// their calls. Every call has its answer, so that they can be sent back
	// as they are; only after StopBudget, StopLoop or StopFailed they may
	// end with a tool message.
	Messages []llm.Message
	Calls    []CallRecord   // in the order asked for
	Usage    llm.Usage      // of all steps
	Prompt   llm.PromptFate // the worst of all steps
	Steps    int            // model calls made
	Stopped  StopReason
}
