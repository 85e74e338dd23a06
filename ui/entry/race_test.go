//go:build race

package entry

// raceEnabled says that the tests run with the race detector, so that what they
// build is built with it too: all else would be compiled a second time.
const raceEnabled = true
