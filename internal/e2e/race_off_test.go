//go:build !race

package e2e

// raceEnabled says that the tests run with the race detector.
const raceEnabled = false
