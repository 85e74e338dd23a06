// Package background does what nobody waits for: work in passes, one at a time,
// and tasks that are done once more when they were asked for meanwhile.
package background
