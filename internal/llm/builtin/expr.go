package builtin

import "yumori/internal/pattern"

type expr = pattern.Expr

// rx returns the expression of s, which has to be right.
func rx(s string) *expr { return pattern.New(s) }
