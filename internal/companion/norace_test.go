//go:build !race

package companion

// slowness is how many times longer than usual things take.
const slowness = 1
