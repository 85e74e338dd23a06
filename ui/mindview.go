package ui

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/goals"
	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/ui/widget"
)

// A mindState is what the page of the inner life was told.
type mindState struct {
	now       time.Time
	mind      companion.Mind
	questions []motivation.Question
	goals     []goals.Goal
	stats     goals.Statistics
	answered  widget.When // closed questions are shown too
	closed    widget.When // closed goals are
}

// A mindModel is the page in words and numbers.
type mindModel struct {
	innerModel
	questions []thoughtModel
	goals     []thoughtModel
	tally     string // how the goals stand
	moreAsked string // leads to the closed questions, "" there are none
	more      string // to the closed goals
}

// An innerModel is what stirs the persona now.
type innerModel struct {
	lead    string // what stirs most
	feeling string
	emotion string // category, for the colour
	drives  []driveModel
}

// A driveModel is one drive.
type driveModel struct {
	drive  motivation.Drive
	name   string
	level  string // the number in words
	behind string
	value  float64     // in [0, 1]
	ahead  []float64   // the coming hours, in [0, 1]
	top    widget.When // it is the dominant one
}

// A thoughtModel is an open question or a goal.
type thoughtModel struct {
	id    string
	title string
	text  string
	foot  string
	from  transcript.ID // a message it rests on, "" none
	done  widget.When
}

// The levels at which a drive is felt, and at which it moves the persona to
// act.
const (
	feltFrom = 0.4
	actsFrom = 0.6
)

// mindView puts the inner life into words. It is pure.
func mindView(s mindState, w words) mindModel {
	m := mindModel{innerModel: innerView(s.mind, s.now, w), tally: w.tally(s.stats)}
	answered, shut := 0, 0
	for _, q := range s.questions {
		if !q.State.Open() {
			answered++
			if !s.answered {
				continue
			}
		}
		m.questions = append(m.questions, w.thought(q))
	}
	for _, g := range s.goals {
		if g.Status != goals.StatusActive {
			shut++
			if !s.closed {
				continue
			}
		}
		m.goals = append(m.goals, w.goal(g))
	}
	m.moreAsked, m.more = w.moreClosed(s.answered, answered), w.moreClosed(s.closed, shut)
	return m
}

// innerView puts drives and feeling into words. It is pure.
func innerView(mind companion.Mind, now time.Time, w words) innerModel {
	m := innerModel{
		emotion: mind.Emotion.Category,
		feeling: w.feeling(mind.Emotion.Category),
		drives:  drivesView(mind, now, w),
	}
	if n := percent(mind.Emotion.Intensity); n != "0" {
		m.feeling = w.T("mind.feeling", "feeling", m.feeling, "n", n)
	}
	m.lead = w.T("mind.quiet")
	for _, d := range m.drives {
		if d.top {
			m.lead = w.T("mind.lead", "drive", d.name, "behind", d.behind)
		}
	}
	return m
}

// moreClosed is the word on the button that shows what is closed, or hides it.
func (w words) moreClosed(shown widget.When, n int) string {
	switch {
	case n == 0:
		return ""
	case bool(shown):
		return w.T("mind.less")
	}
	return w.N("mind.more", n)
}

// shownLevel is the least that is not written 0.00: below it no drive leads.
const shownLevel = 0.005

// drivesView is the four drives at a time.
func drivesView(mind companion.Mind, now time.Time, w words) []driveModel {
	at := mind.Motives.At(now)
	top := at.Dominant()
	ahead := mind.Motives.Forecast(now, now.Add(24*time.Hour), time.Hour)
	var list []driveModel
	for _, d := range motivation.AllDrives() {
		m := driveModel{
			drive: d, name: w.drive(d), value: at.Of(d).Value, level: decimals(at.Of(d).Value),
			behind: w.behind(d, mind, now), top: widget.When(d == top && at.Of(d).Value >= shownLevel),
		}
		for _, a := range ahead {
			m.ahead = append(m.ahead, a.Of(d).Value)
		}
		list = append(list, m)
	}
	return list
}

// drive is what a drive is called.
func (w words) drive(d motivation.Drive) string {
	switch d {
	case motivation.Boredom:
		return w.T("drive.boredom")
	case motivation.Curiosity:
		return w.T("drive.curiosity")
	case motivation.Goal:
		return w.T("drive.goal")
	case motivation.Relatedness:
		return w.T("drive.relatedness")
	}
	return string(d)
}

// behind is what stands behind a drive, "" nothing does.
func (w words) behind(d motivation.Drive, mind companion.Mind, now time.Time) string {
	m := mind.Motives
	switch {
	case d == motivation.Boredom && !m.Spoke.IsZero():
		return w.T("behind.boredom", "time", w.lapse(now.Sub(m.Spoke)))
	case d == motivation.Curiosity && len(m.Questions) > 0:
		return w.T("behind.curiosity", "topic", m.Questions[0].Topic)
	case d == motivation.Goal && m.Goal.Text != "":
		return w.T("behind.goal", "goal", m.Goal.Text)
	case d == motivation.Relatedness && m.Emotion.Intensity > 0:
		return w.T("behind.relatedness", "feeling", w.emotion(string(m.Emotion.Category)),
			"n", percent(m.Emotion.Intensity), "time", w.lapse(now.Sub(m.Felt)))
	}
	return w.T("behind.nothing")
}

// lapse is a length of time in its largest unit.
func (w words) lapse(d time.Duration) string {
	switch minutes := int(d.Minutes()); {
	case minutes < 1:
		return w.T("lapse.moment")
	case minutes < 60:
		return w.N("lapse.minutes", minutes)
	case minutes < 48*60:
		return w.N("lapse.hours", minutes/60)
	default:
		return w.N("lapse.days", minutes/60/24)
	}
}

func percent(v float64) string { return strconv.Itoa(int(math.Round(100 * v))) }

func decimals(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }

// thought is an open question, or one that was closed, in words.
func (w words) thought(q motivation.Question) thoughtModel {
	var foot []string
	add := func(s string) {
		if s != "" {
			foot = append(foot, s)
		}
	}
	add(w.questionState(q.State))
	if q.State.Open() {
		add(w.T("mind.weight", "n", decimals(q.Priority)))
	}
	if q.SourceDate != "" {
		add(w.T("mind.since", "day", w.date(q.SourceDate)))
	}
	if q.Answer != "" {
		add(w.T("mind.answer", "text", q.Answer))
	}
	m := thoughtModel{id: q.ID, title: q.Topic, text: q.Context, foot: strings.Join(foot, separator), done: widget.When(!q.State.Open())}
	if m.title == "" {
		m.title, m.text = m.text, ""
	}
	m.from = messageIn(q.Sources)
	return m
}

// messageIn is the first source that is a message.
func messageIn(sources []string) transcript.ID {
	if i := slices.IndexFunc(sources, func(s string) bool { return !strings.ContainsAny(s, "#./") }); i >= 0 {
		return transcript.ID(sources[i])
	}
	return ""
}

// questionState is what became of a question, "" while it waits to be asked.
func (w words) questionState(s motivation.QuestionState) string {
	switch s {
	case motivation.StateAsked:
		return w.T("question.asked")
	case motivation.StateResolved:
		return w.T("question.resolved")
	case motivation.StatePartial:
		return w.T("question.partial")
	case motivation.StateContradicted:
		return w.T("question.contradicted")
	}
	return ""
}

// goal is a goal in words.
func (w words) goal(g goals.Goal) thoughtModel {
	term := w.T("goal.short")
	if g.Term == goals.Long {
		term = w.T("goal.long")
	}
	foot := []string{term, w.T("goal.priority", "n", strconv.Itoa(g.Priority))}
	switch g.Status {
	case goals.StatusCompleted:
		foot = []string{w.T("goal.completed"), g.Reason}
	case goals.StatusAbandoned:
		foot = []string{w.T("goal.abandoned"), g.Reason}
	default:
		if !g.CreatedAt.IsZero() {
			foot = append(foot, w.T("mind.since", "day", w.date(g.CreatedAt.Format(time.DateOnly))))
		}
	}
	foot = slices.DeleteFunc(foot, func(s string) bool { return s == "" })
	m := thoughtModel{
		id: string(g.ID), title: g.Goal, foot: strings.Join(foot, separator),
		done: widget.When(g.Status != goals.StatusActive), from: messageIn(g.Sources),
	}
	m.text = w.goalNotes(g.Notes)
	return m
}

// notesShown is how many of a goal's notes are shown.
const notesShown = 3

// goalNotes are the newest steps towards a goal, a line each.
func (w words) goalNotes(list []goals.Note) string {
	var lines []string
	for _, n := range list[max(len(list)-notesShown, 0):] {
		line := "– " + n.Text
		if !n.Time.IsZero() {
			line = "– " + w.date(n.Time.Local().Format(time.DateOnly)) + ": " + n.Text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// tally is how the goals stand.
func (w words) tally(s goals.Statistics) string {
	if s.Short+s.Long+s.Completed+s.Abandoned == 0 {
		return ""
	}
	return w.T("goal.tally", "short", strconv.Itoa(s.Short), "long", strconv.Itoa(s.Long),
		"completed", strconv.Itoa(s.Completed), "abandoned", strconv.Itoa(s.Abandoned))
}

// date is a day of the calendar, "2026-01-02", in words; one that is not is
// said as it is.
func (w words) date(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	if w.lang == "ja" {
		return t.Format("2006年1月2日")
	}
	return t.Format("2 Jan 2006")
}
