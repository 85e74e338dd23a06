//go:build !race

package pace

// Slowness is how many times longer than usual things may take.
const Slowness = 1
