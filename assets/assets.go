// Package assets holds what is built into the program as files: the sample
// personas and the translations of the program's own words. Fonts and icons
// are in its sub-packages, so that a program without a window does not carry
// them.
package assets

import "embed"

// Files holds
//
//	personas/<language>/…        a sample persona, file by file
//	templates/<ID>/<language>/…  a character to make a persona of: what is its own
//	portraits/<name>/…           a drawn face: layers and how they go together
//	translations/<language>.json the program's words: an object of key → text
//
//go:embed personas templates portraits translations/*.json
var Files embed.FS
