package builtin

import (
	"slices"
	"strings"

	"yumori/internal/lang"
	"yumori/internal/lang/when"
)

// settle finds what was put right later. What puts it right answers for it.
func (s *scene) settle() {
	all := s.memories
	for i := range all {
		later := &all[i]
		gives := later.mine && lang.Telling{Text: later.text}.GivesUp()
		if !gives && !mayReplace(later) {
			continue
		}
		for j := i - 1; j >= max(0, i-maxSettled); j-- {
			earlier := &all[j]
			if earlier.ended || earlier.noted || earlier.lang != later.lang {
				continue
			}
			if (!gives || !givesUp(earlier, later)) && !s.replaces(earlier, later) {
				continue
			}
			earlier.endBy(later)
		}
		if later.was == nil && !s.rightsQuoted(i) {
			s.mayPutRight(i)
		}
	}
	s.endNoted()
}

// endBy ends what was told by what puts it right, which from then on says all
// that the two say together: "My interview is on Thursday".
func (m *memory) endBy(later *memory) {
	m.ended, m.then = true, later
	if later.was == nil {
		later.was = m
		if now, ok := (lang.Telling{Text: later.text}).Rights(m.text); ok && later.corrects {
			later.text, later.open = now, false
			later.terms = append(lang.Senses(now), slices.DeleteFunc(later.terms, func(t lang.Sense) bool { return !strings.HasPrefix(t.Key, "@on") })...)
		}
	}
	later.terms = append(later.terms, m.termsAt()...)
}

// mayReplace reports whether a telling may put others in the past.
func mayReplace(m *memory) bool {
	return m.corrects || m.value != "" || lex.Has("denial", m.text)
}

// givesUp reports whether a telling that gives something up speaks of an
// earlier one; of work it then answers what is asked of that.
func givesUp(earlier, later *memory) bool {
	if !(lang.Telling{Text: later.text}).Ends(lang.Telling{Text: earlier.text, Topic: earlier.topic}) {
		return false
	}
	later.open = false
	if earlier.topic == lang.TopicWork {
		later.terms = append(later.terms, lang.Sense{Key: "@work", Weight: 0.7})
	}
	return true
}

// endNoted ends what was noted of something that was put right, or may have
// been: the telling itself says it better.
func (s *scene) endNoted() {
	for i := range s.memories {
		told := &s.memories[i]
		if told.then == nil {
			continue
		}
		for j := range s.memories {
			note := &s.memories[j]
			if note.noted && note.lang == told.lang && !told.then.when.Before(note.when) && lang.Overlap(lang.Senses(ofMine(note.text, s.subjectName())), lang.Senses(told.text)) > 0.8 {
				note.ended = true
			}
		}
	}
}

// ofMine is what was noted of somebody as they would say it.
func ofMine(note, name string) string {
	return strings.NewReplacer(name+"'s ", "my ", name+"さんの", "", name+"の", "", name+"さんは", "", name+"は", "").Replace(note)
}

// maxSettled is how many tellings back something is put right.
const maxSettled = 300

// replaces reports whether a later telling puts an earlier one in the past.
func (s *scene) replaces(earlier, later *memory) bool {
	names := []string{s.subjectName(), s.user}
	if later.value != "" && later.about == earlier.about && later.topic == earlier.topic && later.subject == earlier.subject && !strings.EqualFold(later.value, earlier.value) && (later.corrects || later.topic != lang.TopicTaste) {
		return true
	}
	if barely(earlier, later) {
		return true
	}
	if _, ok := (lang.Telling{Text: later.text}).Rights(earlier.text); ok && later.corrects {
		return true
	}
	if lang.Overlap(later.termsAt(), earlier.termsAt()) == 0 {
		return false
	}
	return later.corrects && (sameMatter(earlier, later) || bothName(earlier, later)) || lang.Compare(earlier.text, later.text, names...).Stance == lang.Contradicts
}

// barely reports whether a telling puts an earlier one right with a bare value.
func barely(earlier, later *memory) bool {
	if later.corrects && bare(later) && bare(earlier) && later.order == earlier.order+1 {
		later.open = false // "Green. No, sage."
		return true
	}
	return later.instead != "" && strings.EqualFold(strings.Trim(earlier.text, ".。"), strings.Trim(later.instead, ".。"))
}

// bothName reports whether two tellings name one sort of being: a later name is
// the right one.
func bothName(earlier, later *memory) bool {
	return lex.Has("naming", earlier.text) && lex.Has("naming", later.text) && slices.ContainsFunc(lang.Senses(later.text), func(t lang.Sense) bool {
		return t.Key[0] == '@' && !lang.IsWeak(t.Key) && lang.HasSense(lang.Senses(earlier.text), t.Key)
	})
}

// matter returns the senses of what a telling is about, without its day and what
// only says that something is put right.
func matter(m *memory) []lang.Sense {
	return slices.DeleteFunc(lang.Senses(m.text), func(t lang.Sense) bool {
		return lang.Is(lang.Putting, t.Key) || strings.ContainsAny(t.Key, "0123456789") || t.Key == "@name" || strings.HasPrefix(t.Key, "@on") || strings.HasSuffix(t.Key, "day") || strings.HasSuffix(t.Key, "曜")
	})
}

// sameMatter reports whether a telling and what corrects speak of one thing:
// half of what each names is in the other.
func sameMatter(earlier, later *memory) bool {
	a, b := matter(earlier), matter(later)
	firm := slices.ContainsFunc(b, func(t lang.Sense) bool { return !lang.IsWeak(t.Key) && lang.HasSense(a, t.Key) })
	return firm && lang.Overlap(a, b) >= 0.5 && lang.Overlap(b, a) >= 0.5
}

// putsRight reports whether a sentence by itself says that something is not
// so any more as it was said before.
func putsRight(text string) bool {
	return lex.Has("changed-to", text) || lex.Has("chosen-en", text) || lex.Has("quit-ja", text) || lex.Has("wrong-lead", text)
}

// rightsQuoted finds what the correction at i puts right among what the persona
// had just quoted: "I said Friday?" - "No, it's Thursday". It reports false if
// that is nothing.
func (s *scene) rightsQuoted(i int) bool {
	later := &s.memories[i]
	if !later.corrects || later.noted || later.after == "" {
		return false
	}
	for j := i - 1; j >= -len(s.givenBack); j-- {
		earlier := memoryAt(s.givenBack, s.memories, j)
		told := strings.Trim(earlier.text, ".。")
		if earlier.ended || earlier.noted || earlier.lang != later.lang || told == "" || hasMoment(later.text) != hasMoment(told) || !strings.Contains(later.after, told) {
			continue
		}
		earlier.endBy(later)
		later.open = false
		return true
	}
	return false
}

// memoryAt returns the memory at j, which counts on below 0 in those given back.
func memoryAt(givenBack, memories []memory, j int) *memory {
	if j < 0 {
		return &givenBack[-j-1]
	}
	return &memories[j]
}

// maxApart is how many tellings lie between one and what may put it right.
const maxApart = 3

// mayPutRight finds what the correction at i may put right where nothing it
// says tells: what was said just before. It is not known that it does, so both
// are told, in their order.
func (s *scene) mayPutRight(i int) {
	later := &s.memories[i]
	chosen := lex.Has("changed-to", later.text) || lex.Has("chosen-en", later.text) || later.open && lex.Has("rechosen", later.text) && !strings.HasPrefix(strings.ToLower(later.text), "the ")
	if !later.corrects || later.noted || !chosen || lex.Has("moved-house", later.text) {
		return
	}
	for j := i - 1; j >= max(0, i-maxApart); j-- {
		earlier := &s.memories[j]
		if !earlier.mine || earlier.ended || earlier.lang != later.lang || when.Between(earlier.when, later.when) != 0 || !momentFits(earlier, later) {
			continue
		}
		earlier.then, later.was = later, earlier
		later.terms = append(later.terms, earlier.termsAt()...)
		return
	}
}

// momentFits reports whether a correction that gives a time may be of an earlier
// telling: that gives one too, and is of the same, where the correction says of what it is.
func momentFits(earlier, later *memory) bool {
	if !hasMoment(later.text) {
		return true
	}
	firm := matter(later)
	return hasMoment(earlier.text) && (later.open || len(firm) == 0 || lang.Overlap(firm, earlier.termsAt()) > 0)
}

// hasMoment reports whether a text names a time.
func hasMoment(text string) bool { return lang.HoldsTime(text) }

// sayBoth tells both of two tellings of one thing, the later first, where it
// is not known that it puts the other right, or does not say by itself of what
// it speaks.
func (s *scene) sayBoth(m memory, r *reply) bool {
	first, then := &m, m.then
	if m.was != nil && (!m.was.ended || m.open) {
		first, then = m.was, &m
	}
	if then == nil {
		return false
	}
	x, y := memory{text: first.text}, memory{text: then.text}
	r.say(s, strings.NewReplacer("{d}", s.onDay(then.when), "{x}", s.quoted(x), "{y}", s.quoted(y)).Replace(s.reply("found.both")))
	r.traces = append(r.traces, first.id, then.id)
	r.emotion = calm
	return true
}
