package page

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/goals"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/ui/widget"
)

// A ThoughtModel is an open question or a goal.
type ThoughtModel struct {
	Id    string
	Title string
	Text  string
	Foot  string
	From  transcript.ID // a message it is derived from, "" none
	Done  widget.When
}

// QuestionState is what became of a question, "" while it waits to be asked.
func (w Words) QuestionState(s motivation.QuestionState) string {
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

// Goal is a goal in words.
func (w Words) Goal(g goals.Goal) ThoughtModel {
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
			foot = append(foot, w.T("mind.since", "day", w.Date(g.CreatedAt.Format(time.DateOnly))))
		}
	}
	foot = slices.DeleteFunc(foot, func(s string) bool { return s == "" })
	m := ThoughtModel{
		Id: string(g.ID), Title: g.Goal, Foot: strings.Join(foot, Separator),
		Done: widget.When(g.Status != goals.StatusActive), From: MessageIn(g.Sources),
	}
	m.Text = goalNotes(g.Notes, w)
	return m
}

// notesShown is how many of a goal's notes are shown.
const notesShown = 3

// goalNotes are the newest steps towards a goal, a line each.
func goalNotes(list []goals.Note, w Words) string {
	var lines []string
	for _, n := range list[max(len(list)-notesShown, 0):] {
		line := "– " + n.Text
		if !n.Time.IsZero() {
			line = "– " + w.Date(n.Time.Local().Format(time.DateOnly)) + ": " + n.Text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
