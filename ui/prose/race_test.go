//go:build race

package prose

// slowdown is how much slower the race detector and a busy machine may make
// things.
const slowdown = 50
