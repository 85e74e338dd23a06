//go:build !race

package retrieval

// slowness is how many times longer than usual things take.
const slowness = 1
