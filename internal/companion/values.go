package companion

import "yumori/internal/taint"

// An OwnText is a text that the user declared to be their own.
type OwnText = taint.OwnText

// HashFile is taint.HashFile.
func HashFile(file string) ([]string, error) { return taint.HashFile(file) }
