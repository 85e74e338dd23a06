package pattern

import (
	"cmp"
	"regexp/syntax"
	"slices"
	"strings"

	"yumori/internal/pattern/prefilter"
)

// needs are lists of strings: what an expression matches has one of each list
// in it, once folded. None are needed where nothing is known.
//
// They are found as in Google's RE2 (prefilter.cc) and Code Search (Russ Cox,
// "Regular Expression Matching with a Trigram Index", 2012): an expression of
// finitely many strings needs one of them, a sequence what its parts need, an
// alternative one of what each of its branches needs.
type needs [][]string

const (
	maxStrings = 64 // in a list; more are slower to look for than the expression is
	maxLists   = 3  // of an expression: the longest strings and the fewest of them
)

// needsOf returns the needs of a simplified expression, the best first.
func needsOf(re *syntax.Regexp) needs {
	exact, n := read(re)
	n = n.with(exact)
	slices.SortStableFunc(n, better)
	return n[:min(len(n), maxLists)]
}

// with returns needs and a list more, if it says anything: one character does
// only where it is a mark such as a quotation mark, which few texts have.
func (n needs) with(list []string) needs {
	if list == nil || len(list) > maxStrings || slices.ContainsFunc(list, common) {
		return n
	}
	return append(n, list)
}

// common reports whether most texts have a string in them.
func common(s string) bool {
	return len(s) == 0 || len(s) == 1 && !strings.Contains("\"'`*#<>()[]{}/\\|_=+@&%$~^:;!?", s)
}

// better orders lists by how much of the texts they rule out.
func better(a, b []string) int {
	return cmp.Or(cmp.Compare(min(shortest(b), 6), min(shortest(a), 6)), cmp.Compare(len(a), len(b)))
}

// shortest returns the length of the shortest string of a list, in bytes.
func shortest(list []string) int {
	if len(list) == 0 {
		return 0
	}
	return len(slices.MinFunc(list, func(a, b string) int { return cmp.Compare(len(a), len(b)) }))
}

// read returns all strings that an expression matches, nil if they are many,
// and what else a match needs.
func read(re *syntax.Regexp) (exact []string, n needs) {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}, nil
	case syntax.OpLiteral:
		return []string{prefilter.Fold(string(re.Rune))}, nil
	case syntax.OpCharClass:
		return readClass(re.Rune), nil
	case syntax.OpCapture:
		return read(re.Sub[0])
	case syntax.OpQuest:
		if exact, _ = read(re.Sub[0]); exact != nil {
			exact = distinct(append([]string{""}, exact...))
		}
		return exact, nil
	case syntax.OpPlus:
		exact, n = read(re.Sub[0])
		return nil, n.with(exact)
	case syntax.OpConcat:
		return readSequence(re.Sub)
	case syntax.OpAlternate:
		return readBranches(re.Sub)
	}
	return nil, nil
}

// readClass returns the characters of a class, if they are few.
func readClass(pairs []rune) []string {
	var exact []string
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1]-pairs[i] >= maxStrings {
			return nil
		}
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			exact = append(exact, prefilter.Fold(string(r)))
		}
	}
	if exact = distinct(exact); len(exact) > maxStrings/4 {
		return nil
	}
	return exact
}

// readSequence returns what parts that follow one another need: strings that
// stand side by side are put together while they stay few.
func readSequence(parts []*syntax.Regexp) (exact []string, n needs) {
	exact = []string{""}
	whole := true
	for _, p := range parts {
		e, more := read(p)
		n = append(n, more...)
		if e != nil && len(e)*len(exact) <= maxStrings {
			exact = product(exact, e)
			continue
		}
		whole = false
		n = n.with(exact)
		if exact = e; e == nil {
			exact = []string{""}
		}
	}
	if whole {
		return exact, n
	}
	return nil, n.with(exact)
}

func product(heads, tails []string) []string {
	out := make([]string, 0, len(heads)*len(tails))
	for _, h := range heads {
		for _, t := range tails {
			out = append(out, h+t)
		}
	}
	return distinct(out)
}

// readBranches returns what alternatives need, each its best.
func readBranches(branches []*syntax.Regexp) (exact []string, n needs) {
	finite := true
	var one []string
	for _, b := range branches {
		e, more := read(b)
		finite = finite && e != nil
		exact = append(exact, e...)
		if more = more.with(e); len(more) > 0 {
			one = append(one, slices.MinFunc(more, better)...)
		} else {
			one = append(one, "")
		}
	}
	if exact = distinct(exact); finite && len(exact) <= maxStrings {
		return exact, nil
	}
	return nil, needs{}.with(distinct(one))
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
