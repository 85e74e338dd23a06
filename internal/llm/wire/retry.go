package wire

import (
	"errors"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"

	"yumori/internal/llm"
)

// retry tries until it works, a failure is final, or the tries are used up.
// Only what arrived before the answer's first byte is tried again: no answer
// is ever shown twice.
func (t *Transport) retry(req *http.Request) (*http.Response, error) {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval = t.opt.Backoff
	wait.MaxInterval = t.opt.MaxBackoff
	ctx := req.Context()
	var last error
	first := true
	op := func() (*http.Response, error) {
		again := req
		if !first {
			var err error
			if again, err = rewind(req); err != nil {
				return nil, backoff.Permanent(last)
			}
		}
		first = false
		resp, err := t.try(again)
		if err == nil {
			return resp, nil
		}
		last = err
		return nil, t.verdict(err)
	}
	resp, err := backoff.Retry(ctx, op,
		backoff.WithBackOff(wait),
		backoff.WithMaxTries(uint(t.opt.Tries)), //nolint:gosec // a small positive number
		backoff.WithMaxElapsedTime(0))
	if err == nil {
		return resp, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, last
}

// verdict says whether err is worth another try, in backoff's terms.
func (t *Transport) verdict(err error) error {
	var e *llm.Error
	if !errors.As(err, &e) || !retryable(e) || e.RetryAfter > t.opt.MaxBackoff {
		return backoff.Permanent(err)
	}
	if e.RetryAfter > 0 {
		return &backoff.RetryAfterError{Duration: max(e.RetryAfter, time.Millisecond)}
	}
	return err
}

// retryable reports whether a failure may pass by itself. A used-up quota is
// also a 429, but waiting a few seconds does not pay the bill.
func retryable(e *llm.Error) bool {
	switch {
	case errors.Is(e, llm.ErrRateLimited):
		return e.Detail == "" || !quotaWords.MatchString(e.Detail)
	case errors.Is(e, llm.ErrUnavailable):
		return e.Status >= 400 || e.Status == 0 && !timedOut.MatchString(e.Detail)
	}
	return false
}

// rewind returns req with a fresh body.
func rewind(req *http.Request) (*http.Request, error) {
	if req.Body == nil || req.Body == http.NoBody {
		return req, nil
	}
	if req.GetBody == nil {
		return nil, errors.New("the request's body cannot be sent again")
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, err
	}
	again := req.Clone(req.Context())
	again.Body = body
	return again, nil
}
