package pending

import "yumori/internal/pattern"

// fold returns an expression of English, in which capitals do not count.
func fold(s string) *pattern.Expr { return pattern.New(`(?i)` + s) }
