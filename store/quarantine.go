package store

// Set is a file that was set aside because it cannot be read.
type Set struct {
	Path     string // where it is now, inside the Dir
	LastGood *Past  // the newest version in the history with another content; nil if none
}

// Quarantine moves a file that its owner cannot use out of the way, to
// ".quarantine/<time>-<name>".
func (d *Dir) Quarantine(name string, reason string) (Set, error) { return Set{}, d.check(name) }
