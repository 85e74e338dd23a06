//go:build !race

package prose

// slowdown is how much slower a busy machine may make things.
const slowdown = 5
