package ui

import (
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/event"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/uitest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestWhatItSaysFirstIsNotifiedOf(t *testing.T) {
	s := newStage(t, 2)
	spoke := event.Event{Topic: "luna/" + companion.TopicSpoke, State: companion.Spoken{Message: transcript.Message{Text: "How was the interview?"}}}
	test.AssertNotificationSent(t, fyne.NewNotification("Luna", "How was the interview?"), func() { s.receive(spoke) })
	s.dispatcher.Front() // at the conversation
	test.AssertNotificationSent(t, nil, func() { s.receive(spoke) })
	s.goPage(pageMind)
	test.AssertNotificationSent(t, fyne.NewNotification("Luna", "How was the interview?"), func() { s.receive(spoke) })
	s.settings.UI.Silent = true
	test.AssertNotificationSent(t, nil, func() { s.receive(spoke) })
}

func TestOutlookInWords(t *testing.T) {
	at := time.Date(2026, 11, 22, 2, 0, 0, 0, time.Local)
	for _, w := range []page.Words{uitest.English(t), uitest.Japanese(t)} {
		seen := map[string]bool{}
		for _, o := range []dreaming.Outlook{
			{Due: true, Night: dreaming.Night{Date: "2026-11-21"}},
			{Reason: dreaming.ReasonOff}, {Reason: dreaming.ReasonRunning}, {Reason: dreaming.ReasonNothing},
			{Reason: dreaming.ReasonTalking, Next: at, Night: dreaming.Night{Date: "2026-11-21"}},
			{Reason: dreaming.ReasonFailed, Next: at}, {Reason: dreaming.ReasonDreamed, Next: at},
			{Reason: dreaming.ReasonDay, Next: at, Night: dreaming.Night{Date: "2026-11-21"}},
		} {
			said := page.OutlookView(o, uitest.Noon, w)
			if seen[said] || strings.Contains(said, "outlook.") || strings.Contains(said, "{") {
				t.Errorf("%s says %q", o.Reason, said)
			}
			seen[said] = true
		}
	}
}
