// Package pace tells what the race detector does to the program's pace. What
// ends by the clock multiplies its time by Slowness: else a test with the
// detector would say of a busy machine, not of the program, whether something
// was ready in time.
package pace
