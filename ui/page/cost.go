package page

import (
	"strconv"

	"yumori/internal/llm"
)

// Decimal is a number as one writes it, "" for 0.
func Decimal(n float64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// Money is a sum with two digits behind the point, more where it is less than
// one of the second.
func Money(n float64) string {
	if n > 0 && n < 0.01 {
		return strconv.FormatFloat(n, 'f', 4, 64)
	}
	return strconv.FormatFloat(n, 'f', 2, 64)
}

// Window says how much a model takes and how that is known.
func (w Words) Window(of llm.Window) string {
	n := Thousands(of.Tokens)
	switch of.From {
	case llm.WindowLearned:
		return w.T("window.learned", "n", n)
	case llm.WindowSet:
		return w.T("window.set", "n", n)
	case llm.WindowServed:
		return w.T("window.served", "n", n)
	case llm.WindowTable:
		return w.T("window.table", "n", n)
	default:
		return w.T("window.assumed", "n", n)
	}
}

// Cost is a usage in words.
func (w Words) Cost(u llm.Usage) string {
	if u.Calls == 0 {
		return w.T("spending.none")
	}
	key := "spending.cost"
	if u.Estimated {
		key = "spending.about"
	}
	said := w.N(key, u.Calls, "prompt", Thousands(u.Prompt), "answer", Thousands(u.Answer))
	if u.Money > 0 {
		said += Separator + w.T("spending.money", "sum", Money(u.Money))
	}
	return said
}
