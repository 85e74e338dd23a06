package mind

import (
	"strconv"
	"strings"
	"time"

	"yumori/goals"
	"yumori/internal/mind"
	"yumori/motivation"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A mindState is what the page of the inner life was told.
type mindState struct {
	now       time.Time
	mind      mind.State
	questions []motivation.Question
	goals     []goals.Goal
	stats     goals.Statistics
	answered  widget.When // closed questions are shown too
	closed    widget.When // closed goals are
}

// A mindModel is the page in words and numbers.
type mindModel struct {
	page.InnerModel
	questions []page.ThoughtModel
	goals     []page.ThoughtModel
	tally     string // how the goals stand
	moreAsked string // leads to the closed questions, "" there are none
	more      string // to the closed goals
}

// The levels at which a drive is felt, and at which it moves the persona to
// act.
const (
	feltFrom = 0.4
	actsFrom = 0.6
)

// mindView puts the inner life into words. It is pure.
func mindView(s mindState, w page.Words) mindModel {
	m := mindModel{InnerModel: page.InnerView(s.mind, s.now, w), tally: tally(w, s.stats)}
	answered, shut := 0, 0
	for _, q := range s.questions {
		if !q.State.Open() {
			answered++
			if !s.answered {
				continue
			}
		}
		m.questions = append(m.questions, thought(w, q))
	}
	for _, g := range s.goals {
		if g.Status != goals.StatusActive {
			shut++
			if !s.closed {
				continue
			}
		}
		m.goals = append(m.goals, w.Goal(g))
	}
	m.moreAsked, m.more = moreClosed(w, s.answered, answered), moreClosed(w, s.closed, shut)
	return m
}

// moreClosed is the word on the button that shows what is closed, or hides it.
func moreClosed(w page.Words, shown widget.When, n int) string {
	switch {
	case n == 0:
		return ""
	case bool(shown):
		return w.T("mind.less")
	}
	return w.N("mind.more", n)
}

// thought is an open question, or one that was closed, in words.
func thought(w page.Words, q motivation.Question) page.ThoughtModel {
	var foot []string
	add := func(s string) {
		if s != "" {
			foot = append(foot, s)
		}
	}
	add(w.QuestionState(q.State))
	if q.State.Open() {
		add(weightOf(w, q.Priority))
	}
	if q.SourceDate != "" {
		add(w.T("mind.since", "day", w.Date(q.SourceDate)))
	}
	if q.Answer != "" {
		add(w.T("mind.answer", "text", q.Answer))
	}
	m := page.ThoughtModel{Id: q.ID, Title: q.Topic, Text: q.Context, Foot: strings.Join(foot, page.Separator), Done: widget.When(!q.State.Open())}
	if m.Title == "" {
		m.Title, m.Text = m.Text, ""
	}
	m.From = page.MessageIn(q.Sources)
	return m
}

// tally is how the goals stand.
func tally(w page.Words, s goals.Statistics) string {
	if s.Short+s.Long+s.Completed+s.Abandoned == 0 {
		return ""
	}
	return w.T("goal.tally", "short", strconv.Itoa(s.Short), "long", strconv.Itoa(s.Long),
		"completed", strconv.Itoa(s.Completed), "abandoned", strconv.Itoa(s.Abandoned))
}

// weightOf is how much a question matters, in words.
func weightOf(w page.Words, priority float64) string {
	switch {
	case priority >= 0.7:
		return w.T("mind.weight.much")
	case priority >= 0.4:
		return w.T("mind.weight.some")
	}
	return w.T("mind.weight.little")
}
