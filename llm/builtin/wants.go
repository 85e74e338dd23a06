package builtin

import (
	"strings"
)

// What the persona wants stands in its prompt, written by the memory: the
// goals a line each, and the question it would most like answered.
var (
	goalLine     = rx(`(?m)^- (?:soon: |some day: |近いうちに：|いつか：)(.+?)(?: \(priority \d\)|（優先度 \d）)?\s*$`)
	wonderedLine = rx(`(?m)^(?:On my mind: |気になっていること：)(.+?)\s*$`)
)

// firstOf returns the first group of what re finds in text, without the stop
// at its end.
func firstOf(re *expr, text string) string {
	m := re.FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return strings.TrimRight(m[1], ".。 ")
}

// sayWants tells what the persona wants: its first goal, and what it wonders.
func (s *scene) sayWants(r *reply) {
	goal := firstOf(goalLine, s.sections["goals"])
	wondered := firstOf(wonderedLine, s.sections["feeling"])
	if goal == "" && wondered == "" {
		r.say(s, s.line("wantsNothing"))
		return
	}
	if goal != "" {
		r.say(s, strings.ReplaceAll(s.line("wants"), "{x}", goal))
	}
	if wondered != "" {
		r.say(s, strings.ReplaceAll(s.line("wonders"), "{x}", wondered))
	}
}

// sayDream tells what the last dream resolved, or what dreaming is here.
func (s *scene) sayDream(r *reply) {
	kept := ""
	for line := range strings.Lines(s.sections["strategy"]) {
		if line = strings.Trim(line, " -\n"); line != "" && !strings.HasPrefix(line, "#") {
			kept = strings.TrimRight(line, ".。 ")
			break
		}
	}
	if kept == "" {
		r.say(s, s.line("dreams"))
		return
	}
	r.say(s, strings.ReplaceAll(s.line("dreamt"), "{x}", kept))
}

// recommends asks for what the persona would choose of the world's things.
var recommends = re(`おすすめ|お勧め|お薦め|オススメ|\b(?:recommend|suggest)\b`)

// sayOpinion leaves a judgement to the user, beside what is known of it.
func (s *scene) sayOpinion(a act, r *reply) {
	r.emotion = r.emotion.or(emotion{"neutral", 0.3})
	if recommends.MatchString(a.text) {
		r.say(s, s.line("recommend"))
		r.asked = true
	} else {
		r.say(s, s.line("opinion"))
	}
	q := s.newQuestionIn(a.text)
	if len(q.terms) < 2 {
		return // "what do you think?": of what, only a model would know
	}
	f := s.lookup(q, s.current())
	known := f.near
	if len(f.best) > 0 {
		known = &f.best[0]
	}
	if known == nil || known.lang != s.lang {
		return
	}
	x := strings.TrimRight(s.spoken(*known), ".。")
	r.say(s, strings.NewReplacer("{X}", upperFirst(x), "{x}", x).Replace(s.line("opinionKnown")))
	r.traces = append(r.traces, known.id)
}
