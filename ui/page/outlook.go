package page

import (
	"strconv"
	"time"

	"yumori/dreaming"
	"yumori/episodic"
)

// Left is about how long something still takes.
func (w Words) Left(d time.Duration) string {
	if d < time.Minute {
		return w.T("past.left.soon")
	}
	if d < 2*time.Hour {
		return w.N("past.left.minutes", int((d+time.Minute/2)/time.Minute))
	}
	return w.N("past.left.hours", int((d+time.Hour/2)/time.Hour))
}

// planView is what tonight's dream would read and cost.
func planView(p dreaming.Plan, w Words) string {
	if p.Messages == 0 {
		return w.T("dream.nothing")
	}
	if p.Calls == 0 {
		return w.N("dream.plan.free", p.Messages)
	}
	return w.N("dream.plan", p.Messages, "calls", strconv.Itoa(p.Calls), "tokens", Thousands(p.Tokens), "by", w.Teller(p.By))
}

// ComingView is when the next dream comes and what it would read and cost.
// That there is nothing to read is said once.
func ComingView(night dreaming.Outlook, plan dreaming.Plan, now time.Time, w Words) string {
	if night.Reason == dreaming.ReasonNothing && night.Next.IsZero() && plan.Messages == 0 {
		return OutlookView(night, now, w)
	}
	return OutlookView(night, now, w) + "\n" + planView(plan, w)
}

// OutlookView says when the next dream comes, and why, or why none does.
func OutlookView(o dreaming.Outlook, now time.Time, w Words) string {
	day := w.near(string(o.Night.Date), now)
	switch {
	case o.Due:
		return w.T("outlook.due", "day", day)
	case o.Reason == dreaming.ReasonOff:
		return w.T("outlook.off")
	case o.Reason == dreaming.ReasonRunning:
		return w.T("outlook.running")
	case o.Next.IsZero():
		return w.T("outlook.nothing")
	}
	when := w.soon(o.Next.In(now.Location()), now)
	switch o.Reason {
	case dreaming.ReasonMissed, dreaming.ReasonTalking:
		return w.T("outlook.idle", "when", when, "day", day)
	case dreaming.ReasonFailed:
		return w.T("outlook.failed", "when", when)
	case dreaming.ReasonDreamed:
		return w.T("outlook.after", "when", when)
	case dreaming.ReasonNothing:
		return w.T("outlook.quiet", "when", when)
	}
	return w.T("outlook.night", "when", when, "day", day)
}

// Undreamt says which days were never dreamt of.
func (w Words) Undreamt(p dreaming.BackfillPlan) string {
	return w.N("past.days", p.Days, "from", w.Date(string(p.First)), "to", w.Date(string(p.Last)),
		"messages", w.N("past.messages", p.Messages))
}

// PastCost says what living through them costs.
func (w Words) PastCost(p dreaming.BackfillPlan) string {
	if p.By == episodic.Rules {
		return w.T("past.free")
	}
	return w.N("past.cost", p.Calls, "tokens", Thousands(p.Tokens), "by", w.Teller(p.By))
}
