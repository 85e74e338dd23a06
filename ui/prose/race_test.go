//go:build race

package prose

// slowdown is how much slower the race detector may make things.
const slowdown = 10
