//go:build race

package ui

// raceEnabled says whether the race detector is on, which makes drawing ten
// times slower.
const raceEnabled = true
