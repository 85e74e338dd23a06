package ui

import (
	"errors"
	"strconv"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/ui/widget"
)

// A pullState is the model that is being downloaded, or that was until the
// download stopped.
type pullState struct {
	role    roleName              // that it will be used for
	choice  companion.ModelChoice // what will be chosen then; no Name: nothing is downloaded
	at      companion.PullProgress
	running bool
	err     error // why it broke off; nil and not running: the user stopped it
}

// A pullModel is a download in words; the zero pullModel is none.
type pullModel struct {
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

// pullView puts a download into words. It is pure.
func pullView(s pullState, w words) pullModel {
	if s.choice.Name == "" {
		return pullModel{}
	}
	name := widget.Shorten(s.choice.Name, longestName)
	m := pullModel{title: w.T("pull.title", "model", name), share: s.share(), stop: s.running, goOn: !s.running, ended: !s.running}
	switch {
	case s.running && s.at.Total <= 0:
		m.line = w.T("pull.begins")
	case s.running && s.at.Done >= s.at.Total:
		m.line = w.T("pull.checks")
	case s.running:
		m.line = w.T("pull.line", "done", megabytes(s.at.Done), "of", megabytes(s.at.Total), "percent", s.percent())
	case s.err == nil:
		m.title, m.line = w.T("pull.stopped", "model", name, "percent", s.percent()), w.T("pull.kept")
	default:
		m.title, m.bad = w.T("pull.broke", "model", name), true
		w.explainPull(s, &m)
	}
	return m
}

// explainPull says why a download broke off.
func (w words) explainPull(s pullState, m *pullModel) {
	e := w.explain(s.err)
	m.line, m.next, m.details = e.what, e.next, e.details
	switch {
	case errors.Is(s.err, llm.ErrNoModel):
		m.line, m.next, m.goOn = w.T("pull.unknown"), w.T("pull.unknown.next"), false
	case errors.Is(s.err, llm.ErrCut) || errors.Is(s.err, llm.ErrUnavailable) && s.at.Done > 0:
		m.line, m.next = w.T("pull.cut", "percent", s.percent()), w.T("pull.kept")
	case s.at.Done > 0:
		m.line, m.next = w.T("pull.broke.at", "percent", s.percent(), "why", e.what), w.T("pull.kept")
	}
}

// share is how much of the model has arrived, in [0, 1].
func (s pullState) share() float64 {
	if s.at.Total <= 0 {
		return 0
	}
	return min(1, float64(s.at.Done)/float64(s.at.Total))
}

// percent is share in whole per cent: 100 only when all has arrived.
func (s pullState) percent() string { return strconv.Itoa(int(100 * s.share())) }

// megabytes is a size in whole megabytes, of a million bytes each, as download
// pages count them.
func megabytes(n int64) string { return thousands(int(n / 1_000_000)) }

// gigabytes is a size in gigabytes with one digit behind the point.
func gigabytes(n int64) string { return strconv.FormatFloat(float64(n)/1e9, 'f', 1, 64) }
