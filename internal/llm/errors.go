package llm

import (
	"errors"
	"fmt"
	"time"
)

// The errors a caller branches on. Adapters wrap exactly one of them in an
// *Error; a context's own error is passed through instead.
var (
	// ErrRateLimited says that the provider wants fewer calls; Error.RetryAfter
	// may say when to come back.
	ErrRateLimited = errors.New("rate limited")
	// ErrTooLong says that the request does not fit the model.
	ErrTooLong = errors.New("request too long for the model")
	// ErrPromptCut says that the server left out a part of the prompt without a word,
	// see Response.Whole. No adapter returns it.
	ErrPromptCut = errors.New("a part of the prompt was left out by the server")
	// ErrRefused says that the provider or the model declined to answer
	// (safety, policy), so trying again does not help.
	ErrRefused = errors.New("answer refused")
	// ErrUnavailable says that the server could not be reached, broke, or
	// took too long; later it may work.
	ErrUnavailable = errors.New("model unavailable")
	// ErrKey says that the key is missing, wrong or not allowed.
	ErrKey = errors.New("key not accepted")
	// ErrNoModel says that the provider does not know the model's name.
	ErrNoModel = errors.New("no such model")
	// ErrCut says that the answer broke off before its end; the Response
	// holds what came.
	ErrCut = errors.New("answer cut off")
	// ErrBadAnswer says that the answer cannot be used: empty, garbage, or
	// outside the protocol.
	ErrBadAnswer = errors.New("unusable answer")
	// ErrBadRequest says that the provider did not accept the request's form.
	// It is a bug of ours or a limit of the provider; Error.Detail tells.
	ErrBadRequest = errors.New("request not accepted")
	// ErrAddress says that nothing was asked: the address is none, or one that
	// must not be used. It is an ErrBadRequest that the user can put right.
	ErrAddress = fmt.Errorf("%w: unusable address", ErrBadRequest)
)

// An Error is a failed call. Its text never holds a key or a whole body.
type Error struct {
	Provider   string        // "ollama", "openai", "gemini"
	Op         string        // "generate", "embed", "list models"
	Kind       error         // a sentinel of this package
	Status     int           // HTTP status; 0 without one
	RetryAfter time.Duration // 0 unknown
	Limit      int           // with ErrTooLong: the tokens that the provider says the model takes; 0 unknown
	Detail     string        // the provider's own words, shortened to 300 characters, keys removed
}

// Error gives provider, operation, kind and detail in one line.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %s: %v", e.Provider, e.Op, e.Kind)
	if e.Status != 0 {
		s += fmt.Sprintf(" (status %d)", e.Status)
	}
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the sentinel.
func (e *Error) Unwrap() error { return e.Kind }

// Unreachable reports whether err says that a model cannot be reached: to ask it
// again at once does not help.
func Unreachable(err error) bool {
	return errors.Is(err, ErrUnavailable) || errors.Is(err, ErrKey) || errors.Is(err, ErrNoModel)
}
