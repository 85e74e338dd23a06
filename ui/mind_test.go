package ui

import (
	"slices"

	"yumori/motivation"
)

// curious is the place of curiosity.
var curious = slices.Index(motivation.AllDrives(), motivation.Curiosity)
