package statement

import (
	"slices"
	"strings"

	"yumori/internal/lang/cache"
)

// Statements reads what somebody says in a message, sentence by sentence, as
// Sentences finds them. before is what the same speaker said earlier in the
// talk, the newest last, of which the last maxBefore count: a pronoun means
// somebody only if exactly one of those spoken of fits. It takes any text; its
// cost is bounded as that of Sentences is, and grows with before. It is pure,
// and remembers the messages that it was asked for last: each new message of a
// talk has those before it read again.
func Statements(text string, before ...string) []Statement {
	before = before[max(0, len(before)-maxBefore):]
	key := text + "\x00" + strings.Join(before, "\x00")
	list := slices.Clone(latest.Of(key, func() []Statement { return statementsOf(text, before) }))
	for i := range list {
		list[i].Tells = slices.Clone(list[i].Tells)
	}
	return list
}

// What was read last: messages, and of whom what is held tells. It changes no answer.
var (
	latest         cache.Cache[[]Statement]
	latestSubjects cache.Cache[Subject]
)
