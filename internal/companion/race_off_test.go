//go:build !race

package companion

// raceEnabled says that the tests run with the race detector, which takes several
// times the memory.
const raceEnabled = false
