package llm

import "context"

// AssumedWindow is the window, in tokens, that is taken for a model of which
// nobody says how much it takes. Where it is used it is called an assumption.
const AssumedWindow = 32_768

// A Window is how many tokens a model takes in one request, prompt and answer
// together, and how that is known.
type Window struct {
	Tokens int          `json:"tokens"` // 0 unknown
	From   WindowSource `json:"from"`   // "" unknown
}

// A WindowSource says how a window is known.
type WindowSource string

// The sources of a window, the most certain first.
const (
	WindowLearned WindowSource = "learned" // a request was refused for its length
	WindowSet     WindowSource = "setting" // the user says so
	WindowServed  WindowSource = "server"  // the server says what it serves
	WindowTable   WindowSource = "table"   // the model's family is known to have it
	WindowAssumed WindowSource = "assumed" // nobody says: AssumedWindow
)

// A Measurer is a Model that can find out its window.
type Measurer interface {
	// Measure returns the window that the model has now. It may ask the
	// server, but not on every call, and returns within two seconds; what cannot
	// be found out has no Tokens. It is safe for concurrent use.
	Measure(ctx context.Context) Window
}

// WindowOf returns the window of m, looking through the wrappers around it: as
// measured, else as Info says, else AssumedWindow. Tokens is never 0.
func WindowOf(ctx context.Context, m Model) Window {
	for inner := m; inner != nil; {
		if s, ok := inner.(Measurer); ok {
			if w := s.Measure(ctx); w.Tokens > 0 {
				return w
			}
			break
		}
		u, ok := inner.(interface{ Unwrap() Model })
		if !ok {
			break
		}
		inner = u.Unwrap()
	}
	if w := m.Info().Window; w.Tokens > 0 {
		return w
	}
	return Window{Tokens: AssumedWindow, From: WindowAssumed}
}
