package store

import "context"

// Problem is one finding of Check.
type Problem struct {
	Name    string // the file or folder; "" is the Dir itself
	What    string // what is wrong, for the log
	Fixable bool
}

// Check looks at everything the store promises about the Dir.
func (d *Dir) Check(ctx context.Context) []Problem { return nil }
