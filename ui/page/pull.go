package page

import (
	"errors"
	"strconv"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/ui/widget"
)

// A PullState is the model that is being downloaded, or that was until the
// download stopped.
type PullState struct {
	Role    RoleName           // that it will be used for
	Choice  config.ModelChoice // what will be chosen then; no Name: nothing is downloaded
	At      models.PullProgress
	Running bool
	Err     error // why it broke off; nil and not running: the user stopped it
}

// A PullModel is a download in words; the zero PullModel is none.
type PullModel struct {
	title   string // "Downloading llama3.2:3b"
	line    string // how far it is, or what is wrong
	next    string // what to do about it
	details string
	bad     bool
	share   float64 // in [0, 1]
	stop    bool    // it can be stopped
	goOn    bool    // it can go on
	ended   bool    // it is not under way, and can be taken out of sight
}

// PullView puts a download into words. It is pure.
func PullView(s PullState, w Words) PullModel {
	if s.Choice.Name == "" {
		return PullModel{}
	}
	name := widget.Shorten(s.Choice.Name, LongestName)
	m := PullModel{title: w.T("pull.title", "model", name), share: s.share(), stop: s.Running, goOn: !s.Running, ended: !s.Running}
	switch {
	case s.Running && s.At.Total <= 0:
		m.line = w.T("pull.begins")
	case s.Running && s.At.Done >= s.At.Total:
		m.line = w.T("pull.checks")
	case s.Running:
		m.line = w.T("pull.line", "done", megabytes(s.At.Done), "of", megabytes(s.At.Total), "percent", s.percent())
	case s.Err == nil:
		m.title, m.line = w.T("pull.stopped", "model", name, "percent", s.percent()), w.T("pull.kept")
	default:
		m.title, m.bad = w.T("pull.broke", "model", name), true
		s.explain(&m, w)
	}
	return m
}

// explain says why a download broke off.
func (s PullState) explain(m *PullModel, w Words) {
	e := w.Explain(s.Err)
	m.line, m.next, m.details = e.What, e.Next, e.Details
	switch {
	case errors.Is(s.Err, llm.ErrNoModel):
		m.line, m.next, m.goOn = w.T("pull.unknown"), w.T("pull.unknown.next"), false
	case errors.Is(s.Err, llm.ErrCut) || errors.Is(s.Err, llm.ErrUnavailable) && s.At.Done > 0:
		m.line, m.next = w.T("pull.cut", "percent", s.percent()), w.T("pull.kept")
	case s.At.Done > 0:
		m.line, m.next = w.T("pull.broke.at", "percent", s.percent(), "why", e.What), w.T("pull.kept")
	}
}

// share is how much of the model has arrived, in [0, 1].
func (s PullState) share() float64 {
	if s.At.Total <= 0 {
		return 0
	}
	return min(1, float64(s.At.Done)/float64(s.At.Total))
}

// percent is share in whole per cent: 100 only when all has arrived.
func (s PullState) percent() string { return strconv.Itoa(int(100 * s.share())) }

// megabytes is a size in whole megabytes, of a million bytes each, as download
// pages count them.
func megabytes(n int64) string { return Thousands(int(n / 1_000_000)) }

// Gigabytes is a size in gigabytes with one digit behind the point.
func Gigabytes(n int64) string { return strconv.FormatFloat(float64(n)/1e9, 'f', 1, 64) }
