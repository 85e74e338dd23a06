package lang

import "yumori/internal/pattern"

type expr = pattern.Expr

// rx returns the expression of s, which has to be right.
func rx(s string) *expr { return pattern.New(s) }

// en returns an expression of English, in which capitals do not count.
func en(s string) *expr { return rx(`(?i)` + s) }

// ja returns an expression of Japanese.
func ja(s string) *expr { return rx(s) }
