package builtin

import (
	"slices"
	"time"

	"yumori/internal/answer"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/statement"
	"yumori/internal/lang/when"
)

// commanded does what the user wants done with what they told.
func (s *scene) commanded(r *reply) bool {
	if about, ok := statement.Forgets(plain.OwnWords(s.said)); ok {
		return s.says(r, forgottenKey(s, about), calm)
	}
	own := plain.OwnWords(s.said)
	switch k := s.talkKind(); {
	case statement.Hushes(own) && !statement.TakesBack(own): // what is taken back is gone
		return s.says(r, "hush", calm)
	case s.withholds():
		return s.says(r, "withheld", calm)
	case lex.Has("remind-me", s.said):
		return s.says(r, "remind", calm)
	case k == "forget" || k == "remind":
		return s.says(r, k, calm)
	case k == "quiet" || k == "nvm" && !s.sadLately() || k == "joke":
		return s.says(r, k, calm)
	case isToKeep(s):
		return s.sayKept(r)
	}
	return false
}

// isToKeep reports whether the message has something that is to be kept, which is not asked
// for.
func isToKeep(s *scene) bool {
	return s.newName == "" && !s.is(likely.Asks, actAgainst) && slices.ContainsFunc(s.statements(), func(st statement.Statement) bool {
		return st.Keep && st.Mode != statement.Withheld
	})
}

// withholds reports whether the message is not to be kept, and so is not.
func (s *hearing) withholds() bool {
	return slices.ContainsFunc(s.statements(), func(st statement.Statement) bool { return st.Mode == statement.Withheld })
}

// forgottenKey tells how to answer who asks that something be forgotten, which the
// program then does with what was said of it in this talk: what it leaves, the reply
// must not say is gone.
func forgottenKey(s *scene, about string) string {
	tells := func(text string) bool {
		_, forgets := statement.Forgets(text)
		return !forgets && !onlyAsking(text) && (about == "" || statement.Concerns(text, about))
	}
	old := func(at time.Time) bool { return !at.IsZero() && s.Now.Sub(at) >= forgetHours }
	now := slices.ContainsFunc(s.Past, func(t answer.Turn) bool { return t.User && !old(t.When) && tells(t.Text) })
	before := about != "" && slices.ContainsFunc(s.All(), func(m answer.Memory) bool {
		return m.Mine && old(m.When) && when.Between(m.When, s.Now) > 0 && tells(m.Text) // a fact has only its day
	})
	switch {
	case now && before:
		return "forgotten.some"
	case now:
		return "forgotten"
	}
	return "forgotten.none"
}

// onlyAsking reports whether a line tells nothing: all of it asks.
func onlyAsking(text string) bool {
	return !slices.ContainsFunc(statement.Statements(text), func(st statement.Statement) bool {
		return st.Mode != statement.Question && st.Mode != statement.Request
	})
}

// forgetHours is for how long what was said can be taken back by words: as long as
// a talk lasts.
const forgetHours = 12 * time.Hour

// sayKept says what became of what was to be written down.
func (s *scene) sayKept(r *reply) bool {
	_, canWrite := s.tools[toolWrite]
	switch failed, held := s.outcome(); {
	case failed:
		return s.says(r, "kept.not", emotion{"anxious", 0.3})
	case held:
		return s.says(r, "kept.held", calm)
	case len(s.toKeep()) == 0:
		return s.says(r, "kept.what", calm)
	case !canWrite:
		return s.says(r, "kept.heard", calm)
	}
	return s.says(r, "kept", calm)
}
