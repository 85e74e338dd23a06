// Package heap gives back to the operating system the memory that the program
// no longer uses: that of Go, and that of the C library, from which the toolkit
// and the graphics driver take theirs. Neither gives back soon by itself what
// lies between things that are still used.
package heap

import "runtime/debug"

// Release gives back what is not used. It takes one processor some 50 ms; the
// screen is not held up.
func Release() {
	debug.FreeOSMemory() // first: what it ends may free memory of C
	trim()
}
