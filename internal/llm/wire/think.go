package wire

import "strings"

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// A ThoughtFilter drops the thoughts that many local models put before their
// speech, as <think>…</think>, when their server does not tell them apart. A
// tag anywhere else is speech. How the text is cut makes no difference. The zero
// ThoughtFilter is at the start of an answer.
type ThoughtFilter struct {
	state thinkState
	held  string // not yet decided on
}

type thinkState int

const (
	thinkStart  thinkState = iota // nothing but spaces so far, or part of the tag
	thinking                      // within the tags
	thinkDone                     // behind them, before the first word
	thinkSpeech                   // everything is speech
)

// Pass returns the speech that is certain after text.
func (f *ThoughtFilter) Pass(text string) string {
	if f.state == thinkSpeech {
		return text
	}
	f.held += text
	if f.state == thinkStart {
		begun := strings.TrimLeft(f.held, " \t\r\n")
		switch {
		case strings.HasPrefix(thinkOpen, begun) && begun != thinkOpen:
			return ""
		case !strings.HasPrefix(begun, thinkOpen):
			return f.Flush()
		}
		f.state, f.held = thinking, begun[len(thinkOpen):]
	}
	if f.state == thinking {
		_, rest, ok := strings.Cut(f.held, thinkClose)
		if !ok {
			f.held = f.held[max(0, len(f.held)-len(thinkClose)+1):]
			return ""
		}
		f.state, f.held = thinkDone, rest
	}
	if f.held = strings.TrimLeft(f.held, " \t\r\n"); f.held == "" {
		return ""
	}
	return f.Flush()
}

// Flush returns what was held back, at the end or once it is known to be
// speech. Thoughts without an end stay thoughts.
func (f *ThoughtFilter) Flush() string {
	if f.state == thinking {
		return ""
	}
	out := f.held
	f.state, f.held = thinkSpeech, ""
	return out
}
