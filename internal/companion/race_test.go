//go:build race

package companion

// slowness is how many times longer than usual things take with the race detector.
const slowness = 5
