// Package fonts holds the bytes of the faces that Yumori is set in.
//
// They are M PLUS 1 and M PLUS 1 Code of the M+ FONTS Project, taken unchanged
// from Debian's fonts-mplus 2022; OFL.txt is their licence. They are bundled
// because the toolkit's own faces know no Japanese, and what the system offers
// differs from machine to machine.
package fonts

import _ "embed" // the faces

var (
	//go:embed Mplus1-Regular.otf
	regular []byte
	//go:embed Mplus1-Bold.otf
	bold []byte
	//go:embed Mplus1Code-Regular.otf
	code []byte
)

// Regular is M PLUS 1 Regular, an OpenType (CFF) font. The caller must not
// change the bytes.
func Regular() []byte { return regular }

// Bold is M PLUS 1 Bold, an OpenType (CFF) font. The caller must not change
// the bytes.
func Bold() []byte { return bold }

// Code is M PLUS 1 Code Regular, an OpenType (CFF) font whose Latin letters
// all have half the width of a kanji. The caller must not change the bytes.
func Code() []byte { return code }
