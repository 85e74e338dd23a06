package facts

import "yumori/internal/pattern"

// re returns the expression of a source, which has to be right.
func re(source string) *pattern.Expr { return pattern.New(source) }
