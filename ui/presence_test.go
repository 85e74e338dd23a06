package ui

import (
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/event"
	"yumori/internal/transcript"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func (h *fakeHouse) StartsWithComputer() bool { return h.starts }

func (h *fakeHouse) StartWithComputer() error {
	h.starts = h.fail == nil
	return h.fail
}

func (h *fakeHouse) StartByHand() error {
	h.starts = false
	return h.fail
}

func TestWhatItSaysFirstIsNotifiedOf(t *testing.T) {
	s := newStage(t, 2)
	spoke := event.Event{Topic: "luna/" + companion.TopicSpoke, State: companion.Spoken{Message: transcript.Message{Text: "How was the interview?"}}}
	test.AssertNotificationSent(t, fyne.NewNotification("Luna", "How was the interview?"), func() { s.receive(spoke) })
	s.looked = true // at the conversation
	test.AssertNotificationSent(t, nil, func() { s.receive(spoke) })
	s.goPage(pageMind)
	test.AssertNotificationSent(t, fyne.NewNotification("Luna", "How was the interview?"), func() { s.receive(spoke) })
	s.settings.UI.Silent = true
	test.AssertNotificationSent(t, nil, func() { s.receive(spoke) })
}

func TestStartingWithTheComputer(t *testing.T) {
	s := newStage(t, 0)
	s.goPage(pageSettings)
	s.bench.settle()
	var start *widget.Check
	for _, o := range test.LaidOutObjects(s.prefs.content) {
		if c, ok := o.(*widget.Check); ok && c.Text == s.words.T("presence.start") {
			start = c
		}
	}
	test.Tap(start)
	s.bench.settle()
	if !s.house.starts {
		t.Error("turned on, it does not start")
	}
	test.Tap(start)
	s.bench.settle()
	if s.house.starts {
		t.Error("turned off, it starts")
	}
	s.house.fail = errOdd
	test.Tap(start)
	s.bench.settle()
	if !strings.Contains(saidIn(s.prefs.content), s.words.T("error.unknown")) {
		t.Error("an error is not told")
	}
}

func TestOutlookInWords(t *testing.T) {
	at := time.Date(2026, 11, 22, 2, 0, 0, 0, time.Local)
	for _, w := range []words{english(t), japanese(t)} {
		seen := map[string]bool{}
		for _, o := range []dreaming.Outlook{
			{Due: true, Night: dreaming.Night{Date: "2026-11-21"}},
			{Reason: dreaming.ReasonOff}, {Reason: dreaming.ReasonRunning}, {Reason: dreaming.ReasonNothing},
			{Reason: dreaming.ReasonTalking, Next: at, Night: dreaming.Night{Date: "2026-11-21"}},
			{Reason: dreaming.ReasonFailed, Next: at}, {Reason: dreaming.ReasonDreamed, Next: at},
			{Reason: dreaming.ReasonDay, Next: at, Night: dreaming.Night{Date: "2026-11-21"}},
		} {
			said := outlookView(o, noon, w)
			if seen[said] || strings.Contains(said, "outlook.") || strings.Contains(said, "{") {
				t.Errorf("%s says %q", o.Reason, said)
			}
			seen[said] = true
		}
	}
}

func TestTimesToComeAreSaidAsOfNow(t *testing.T) {
	at := func(text string) time.Time {
		m, err := time.Parse(time.DateTime, text)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	w := english(t)
	for _, tt := range []struct{ now, then, want string }{
		{"2026-11-21 18:58:00", "2026-11-22 00:00:00", "tonight at 00:00"},
		{"2026-11-22 00:30:00", "2026-11-22 02:00:00", "tonight at 02:00"},
		{"2026-11-22 00:30:00", "2026-11-23 00:00:00", "tomorrow at 00:00"},
		{"2026-11-21 18:58:00", "2026-11-21 23:00:00", "today at 23:00"},
		{"2026-11-21 18:58:00", "2026-11-22 09:00:00", "tomorrow at 09:00"},
		{"2026-12-31 18:58:00", "2027-01-02 00:00:00", "on 2 Jan 2027, 00:00"},
	} {
		if got := w.soon(at(tt.then), at(tt.now)); got != tt.want {
			t.Errorf("%s, said at %s: %q, want %q", tt.then, tt.now, got, tt.want)
		}
	}
	for day, want := range map[string]string{"2026-11-21": "today", "2026-11-20": "yesterday", "2026-11-19": "19 Nov 2026"} {
		if got := w.near(day, noon); got != want {
			t.Errorf("%s is %q, want %q", day, got, want)
		}
	}
}

func TestFaceFollowsTheFeeling(t *testing.T) {
	s := newStage(t, 2)
	f := s.chatPage().glance.face
	f.set("joy")
	s.bench.settle()
	joy := f.picture.Resource.Name()
	f.set("sadness")
	s.bench.settle()
	if sad := f.picture.Resource.Name(); sad == joy {
		t.Errorf("joy and sadness look the same: %s", sad)
	}
	s.mate.picture = []byte("a picture of its own")
	f.set("anger")
	s.bench.settle()
	if string(f.picture.Resource.Content()) != "a picture of its own" {
		t.Error("its own picture is not shown")
	}
}
