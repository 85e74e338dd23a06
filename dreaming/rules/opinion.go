package rules

import (
	"slices"
	"strings"

	"yumori/dreaming/record"
	"yumori/internal/facts"
	"yumori/internal/lang"
)

// opinions finds evidence for and against opinions there are, and adds to the
// facts the judgements of things that nobody held an opinion of.
func (ff factFinder) opinions(all []Learned) ([]Weighed, []Learned) {
	var list []Weighed
	held := make([]lang.Held, len(ff.day.Opinions))
	for i, o := range ff.day.Opinions {
		held[i] = ff.day.Held(o)
	}
	for i, r := range ff.day.Remarks {
		if !r.user || r.Asks || r.joke {
			continue
		}
		said := ff.saidIn(i)
		weighed := false
		for k, o := range ff.day.Opinions {
			s := StanceOf(held[k].Compare(said))
			if s == "" || slices.Contains(o.Sources, ff.day.Lines[r.line].ID) {
				continue
			}
			weighed = true
			w := Weighed{ID: o.ID, Stance: s, Evidence: ff.day.evidence(r)}
			if len(list) < MaxWeighed && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
		if f, ok := ff.opinion(r, said); ok && !weighed {
			all = added(all, f)
		}
	}
	return list, all
}

// Speakers are the names by which what is held may call who says a line.
func (d *Digest) Speakers(line int) []string {
	return []string{d.User, d.Lines[line].Name}
}

// saidIn reads what a remark says, understood as those before it in its line
// have it.
func (ff factFinder) saidIn(i int) lang.Said {
	r := ff.day.Remarks[i]
	before := ""
	for _, o := range ff.day.ByLine[r.line][:min(r.at, len(ff.day.ByLine[r.line]))] {
		if o.at < r.at {
			before += o.Raw + " "
		}
	}
	return lang.SaidAfter(before, r.Raw, ff.day.Speakers(r.line)...)
}

// Held reads an opinion. Where its text leaves out of whom it is, its first
// entity is.
func (d *Digest) Held(o facts.Fact) lang.Held {
	text := o.Text
	if first, _, _ := strings.Cut(text, " "); len(o.Entities) > 0 && lang.ThirdPerson(first) {
		text = o.Entities[0] + " " + text
	}
	return lang.HeldOf(text, d.User)
}

// StanceOf returns a stance as the bank has it; "" of none.
func StanceOf(c lang.Comparison) facts.Stance {
	switch c.Stance {
	case lang.Supports:
		return facts.For
	case lang.Contradicts:
		return facts.Against
	}
	return ""
}

// opinion makes an opinion of a judgement that names its thing and says whose
// view it is.
func (ff factFinder) opinion(r Remark, said lang.Said) (Learned, bool) {
	n := len([]rune(r.Text))
	if n < 8 || n > 160 || r.leans || !lexicon.Has("likes", r.Text) && !lexicon.Has("own-view", r.Text) || lexicon.Has("fleeting", r.Text) {
		return Learned{}, false
	}
	if kind := tellingTable.Kind(r.Text); kind == kindTalk || kind == kindVow || !r.Japanese && dangles(r.Text) {
		return Learned{}, false
	}
	things := slices.DeleteFunc(Without(said.Judged(), ff.day.Names), func(t string) bool { return !lang.Noun(t) })
	if len(things) == 0 {
		return Learned{}, false
	}
	names := ff.concerned(r, nil)
	things = slices.DeleteFunc(things, func(t string) bool { return len(lang.Terms(t)) == 0 }) // words of time
	if len(names) < 3 && len(things) > 0 {
		if thing := ff.day.third(ff.day.nameOf(things[0])); !hasFold(names, thing) {
			names = append(names, thing)
		}
	}
	return Learned{
		Type: facts.Opinion, Text: ff.attributed(r, ff.stated(r)), Entities: names, Confidence: FirstHeld,
		Category: facts.Preference, Importance: MattersOpinion, Evidence: []record.Evidence{ff.day.evidence(r)},
	}, true
}

// added puts an opinion in the place of the fact with the same evidence, or at
// the end.
func added(held []Learned, f Learned) []Learned {
	for i, o := range held {
		if o.Evidence[0] == f.Evidence[0] {
			f.Importance = max(f.Importance, o.Importance)
			if o.Category != facts.Other {
				f.Category = o.Category
			}
			held[i] = f
			return held
		}
	}
	if len(held) >= MaxFacts {
		return held
	}
	return append(held, f)
}
