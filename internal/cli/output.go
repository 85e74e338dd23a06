package cli

import (
	"io"
	"strings"
	"sync"
	"unicode"
)

// An output is where answers go. It remembers that one could not be written:
// a full disk behind a redirection must not look like success.
type output struct {
	io.Writer

	mu     sync.Mutex // guards what follows
	failed error      // the first failure
}

// Write is io.Writer.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.failed == nil {
			o.failed = err
		}
	}
	return n, err
}

func (o *output) err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed
}

// harmless takes out of a text what would steer the terminal: models and the
// writers of documents are not to move its cursor or fill its clipboard.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text)
}
