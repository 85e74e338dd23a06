package builtin

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/answer"
	"yumori/internal/lang"
	"yumori/internal/lang/likely"
	"yumori/internal/lang/plain"
	"yumori/internal/lang/question"
)

// staysInDanger answers a line of some kind that follows words of danger so many
// lines ago.
func (s *scene) staysInDanger(kind string, ago int, r *reply) bool {
	switch {
	case eases(s.said):
		return s.says(r, "danger.eased", caring)
	case ago > dangerLines:
		return false
	case kind == "thanks" || kind == "bye" || kind == "night":
		return s.says(r, "danger.bye", caring)
	}
	return (kind == "" || kind == "opinion") && s.says(r, "danger.again", caring)
}

// eases reports whether a line says that words of danger were not meant, or that there is
// none.
func eases(text string) bool {
	own := plain.OwnWords(text)
	return wordings()[plain.LanguageOf(text, plain.English)].acts.Has("eased", own) || deniesDanger(own)
}

// turns reports whether a line leaves what weighed: good news, a greeting, a
// question about something else.
func (s *hearing) turns(text string) bool {
	if eases(text) {
		return true
	}
	w := wordings()[plain.LanguageOf(text, s.Lang)]
	kind := w.talk.Kind(text)
	switch kind {
	case "company", "feels", "blame.knows", "nice", "opinion":
		return false // it stays with what weighed
	}
	return strings.HasPrefix(wholeKind(text, plain.LanguageOf(text, s.Lang)), "news.") || kind == "greet" || asksPersona(kind)
}

// mayBeTheirs reports whether good news behind something grave may be a memory of
// the one it befell: "he only passed his test in July".
func mayBeTheirs(s *scene, g lang.Grave) bool {
	if strings.ContainsAny(s.said, "!！") || g == lang.Illness && s.kind() == "news.health" {
		return false
	}
	return g == lang.Death || g == lang.Illness || g == lang.Unborn || g == lang.Pet || g == lang.Violence || g == lang.Theirs
}

// staysWith answers what follows something grave.
func (s *scene) staysWith(r *reply) bool {
	g, ago := s.under()
	news := strings.HasPrefix(s.kind(), "news.")
	k := cmp.Or(s.talkKind(), thanked(s))
	if pressesStill(s, plain.OwnWords(s.said)) && staysPressing(s, k, r) {
		return true
	}
	switch {
	case g == lang.NotGrave, news && (ago > nearLines || !mayBeTheirs(s, g)):
		return false
	case k == "" && isGoodBehind(s, g):
		return s.says(r, "news.sad", calm)
	}
	k = cmp.Or(k, s.actKind(actCounts))
	if staysPressing(s, k, r) {
		return true
	}
	if key, ok := stayKey(s, k); ok {
		return key != "" && s.says(r, key, caring)
	}
	if !news && s.turns(plain.OwnWords(s.said)) {
		return false
	}
	return staysNear(s, g, ago, r)
}

// staysNear answers what says no more behind something grave so many lines ago, as far as it does.
func staysNear(s *scene, g lang.Grave, ago int, r *reply) bool {
	switch {
	case !s.grieves() && (ago > nearLines || isLight(s)):
		return false
	case !s.grieves(), !isSad(s), s.wantsNoCondolence():
		return s.says(r, nearness(s), caring)
	case g == lang.Violence:
		return s.says(r, "violence.stay", caring)
	}
	return s.says(r, "stay", caring)
}

// inNoFault is the reply to who wonders whether what weighs is their own fault: any that only hears
// it would seem to say so.
func inNoFault(g lang.Grave) string {
	if g == lang.Violence {
		return "violence.stay"
	}
	return "hard"
}

// staysPressing answers a line of some kind that follows words of danger, or what needs a
// doctor: that one be called is asked once more. Behind all else that weighs it answers who
// wonders whether that is their own fault.
func staysPressing(s *scene, kind string, r *reply) bool {
	g, ago := s.under()
	switch {
	case g == lang.Danger:
		return s.staysInDanger(kind, ago, r)
	case ago > nearLines:
		return false
	case g == lang.Urgent:
		urges := !eases(s.said) || !s.saidOf("urgent.stay") && !cameToNothing(plain.OwnWords(s.said))
		return (kind == "" || kind == "opinion") && urges && s.says(r, "urgent.stay", caring)
	case theirsNow(s):
		return kind == "" && !eases(s.said) && !cameToNothing(plain.OwnWords(s.said)) && s.says(r, "theirs.stay", caring)
	}
	return tone.Has("own-fault", plain.OwnWords(s.said)) && s.says(r, inNoFault(g), caring)
}

// theirsNow reports whether another may be in danger now by what was said just before the message:
// surely by what was learned, which hears of what was long ago as such.
func theirsNow(s *scene) bool {
	g, ago := s.under()
	return g == lang.Theirs && ago <= nearLines && slices.ContainsFunc(linesBefore(&s.hearing, plain.OwnWords(s.said)), func(line string) bool {
		of, chance := likely.NeedsHelp(line)
		return of == lang.Theirs && chance >= likelier
	})
}

// isSad reports whether the message itself is sad, rather than only of somebody who
// may be mourned.
func isSad(s *scene) bool {
	feels := strings.HasPrefix(s.kind(), "feeling.") && (s.kind() != moodKinds[likely.Heavy] || likely.Weighs(plain.OwnWords(s.said)) >= light)
	return feels || tone.Has("sad", s.said) || s.graveOf(plain.OwnWords(s.said)) != lang.NotGrave
}

// nearLines is for how many lines behind something grave all that is said is met
// as near to it. What goes on with it is, for longer.
const nearLines = 2

// isLight reports whether the message is told with a laugh or with joy, or thanks
// and praises.
func isLight(s *scene) bool {
	k := s.talkKind()
	return k == "praise" || k == "laugh" || strings.HasPrefix(s.kind(), "light.") || tone.Has("merry", s.said) || tone.Has("brighter", s.said)
}

// grieves reports whether the message goes on with what weighs: it speaks of
// somebody as he or she, of loss, of how the user feels. Whatever else is said
// in those hours is met warmly, without condolence.
func (s *hearing) grieves() bool {
	return strings.HasPrefix(s.kind(), "feeling.") || wordings()[s.Lang].acts.Has("grieves", plain.OwnWords(s.said))
}

// How long after a grave line the persona asks nothing and does not cheer, and
// how long somebody mourns at least.
const (
	sadHours   = 72 * time.Hour
	mournHours = 100 * 24 * time.Hour
)

// sadLately reports whether something grave was said of late.
func (s *hearing) sadLately() bool { return s.sadFor(sadHours) }

// sadFor reports whether the user said something grave in the last hours, in
// this talk or in one that is remembered: one of some sorts, or any.
func (s *hearing) sadFor(hours time.Duration, sorts ...lang.Grave) bool {
	sad := func(text string, at time.Time) bool {
		if !at.IsZero() && s.Now.Sub(at) >= hours {
			return false
		}
		g := lang.GraveOf(text)
		return g != lang.NotGrave && g != lang.Longing && g != lang.Hint && (len(sorts) == 0 || slices.Contains(sorts, g))
	}
	return slices.ContainsFunc(s.Past, func(t answer.Turn) bool { return t.User && sad(plain.OwnWords(t.Text), t.When) }) ||
		slices.ContainsFunc(s.All(), func(m answer.Memory) bool { return (m.Mine || m.Quoted) && !m.When.IsZero() && sad(m.Text, m.When) })
}

// asksBeside reports whether one of several sentences asks when, where, who or what, in words that
// hardly speak of danger: "the flat will be so quiet. who is it that's coming to fix the machine". A
// question mark alone asks for nothing: 「来年の手帳? いらないよ」.
func asksBeside(s *hearing, text string) bool {
	list := lang.Split(text)
	return len(list) > 1 && slices.ContainsFunc(list, func(sen lang.Sentence) bool {
		inWords := question.AsksUnmarked(sen) && !sen.Japanese || sen.Japanese && (lex.Has("asks-which-ja", sen.Text) || wordings()[plain.Japanese].talk.Has("due", marked(sen)))
		_, asks := s.askedIn(sen, len(list), text)
		return inWords && asks && likely.Danger(sen.Text)+likely.Threatens(sen.Text) < hardlyDanger
	})
}

// hardlyDanger is the sum of both chances of danger below which what is said hardly speaks of it.
const hardlyDanger = 0.8

// fearsOnly reports whether a text tells of the fear of an operation, or blames itself for what befell
// somebody, and of hardly anything else: "I'm worried I won't wake up from the op, and honestly that'd
// be a relief" does.
func fearsOnly(text string) bool {
	rest := tone.Cut("fears-only", text)
	return rest != strings.TrimSpace(text) && utf8.RuneCountInString(rest) <= restOfFear && !tone.Has("fears-only-not", text) && likely.Danger(rest)+likely.Threatens(rest) < hardlyDanger
}

// restOfFear is how many characters a text has at most beside the fear that is all it tells.
const restOfFear = 20
