package dreaming

import (
	"testing"
	"time"

	"yumori/motivation"
)

func TestMoved(t *testing.T) {
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	hour := func(h float64) time.Time { return day.Add(time.Duration(h * float64(time.Hour))) }
	curious := func(spoke time.Time) motivation.Snapshot {
		return motivation.Snapshot{
			Spoke: spoke,
			Questions: []motivation.Question{
				{ID: "qu_1", Topic: "the interview", Priority: .9, Raised: spoke, State: motivation.StateOpen},
				{ID: "qu_2", Topic: "the cat", Priority: .9, Raised: spoke, State: motivation.StateOpen},
				{ID: "qu_3", Topic: "the piano", Priority: .9, Raised: spoke, State: motivation.StateOpen},
			},
		}
	}
	on := Contract{Enabled: true}
	for _, tt := range []struct {
		name     string
		contract Contract
		inner    motivation.Snapshot
		acts     []time.Time
		now      time.Time
		reason   Reason
		drive    motivation.Drive
		next     time.Time
	}{
		{"idle and moved", on, curious(hour(10)), nil, hour(12), ReasonMoved, motivation.Curiosity, time.Time{}},
		{"moved, not idle", on, curious(hour(10)), nil, hour(11.9), ReasonTalking, "", hour(12)},
		{"idle, not moved", on, motivation.Snapshot{Spoke: hour(10)}, nil, hour(20), ReasonNoMotive, "", time.Time{}},
		{"bored after days", on, motivation.Snapshot{Spoke: hour(10).AddDate(0, 0, -4)}, nil, hour(12), ReasonMoved, motivation.Boredom, time.Time{}},
		{"in the quiet hours", on, curious(hour(-4)), nil, hour(5), ReasonQuietNow, "", hour(7)},
		{"in quiet hours across midnight", Contract{Enabled: true, Quiet: Hours{22 * 60, 6 * 60}}, curious(hour(10)), nil, hour(23), ReasonQuietNow, "", hour(30)},
		{"off", Contract{}, curious(hour(10)), nil, hour(12), ReasonOff, "", time.Time{}},
		{"never spoken with", on, motivation.Snapshot{}, nil, hour(12), ReasonStranger, "", time.Time{}},
		{"moved half an hour ago", on, curious(hour(8)), []time.Time{hour(11.5)}, hour(12), ReasonGap, "", hour(12.5)},
		{"moved an hour ago", on, curious(hour(8)), []time.Time{hour(11)}, hour(12), ReasonMoved, motivation.Curiosity, time.Time{}},
		{"a gap below an hour is an hour", Contract{Enabled: true, Gap: time.Minute}, curious(hour(8)), []time.Time{hour(11.5)}, hour(12), ReasonGap, "", hour(12.5)},
		{"twice without an answer", on, curious(hour(-100)), []time.Time{hour(-50), hour(-20)}, hour(12), ReasonUnanswered, "", time.Time{}},
		{"twice, answered", on, curious(hour(9)), []time.Time{hour(-50), hour(-20)}, hour(12), ReasonMoved, motivation.Curiosity, time.Time{}},
		{"three times today", on, curious(hour(17)), []time.Time{hour(8), hour(11), hour(14)}, hour(20), ReasonDaily, "", hour(24)},
		{"a motive not agreed on", Contract{Enabled: true, About: []motivation.Drive{motivation.Goal}}, curious(hour(10)), nil, hour(12), ReasonNotAgreed, "", time.Time{}},
		{"an act far ahead is of a wrong clock", on, curious(hour(10)), []time.Time{hour(9000)}, hour(12), ReasonMoved, motivation.Curiosity, time.Time{}},
		{"a word far ahead is of a wrong clock", on, curious(hour(9000)), nil, hour(12), ReasonMoved, motivation.Curiosity, time.Time{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			i := Moved(Mood{Contract: tt.contract, Inner: tt.inner, Acts: tt.acts}, tt.now)
			if i.Reason != tt.reason || i.Drive != tt.drive || !i.Next.Equal(tt.next) {
				t.Errorf("got %+v", i)
			}
			if (i.Level >= .6) != (tt.drive != "") {
				t.Errorf("level %v", i.Level)
			}
		})
	}
}

// A persona whose user stays away speaks twice at most, however long.
func TestAnIdlePersonaFallsSilent(t *testing.T) {
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	m := Mood{Contract: Contract{Enabled: true}, Inner: motivation.Snapshot{Spoke: now}}
	spoken := 0
	for range 90 * 24 * 4 {
		now = now.Add(15 * time.Minute)
		if i := Moved(m, now); i.Drive != "" {
			spoken++
			m.Acts = append(m.Acts, now)
			m.Inner.Acted = map[motivation.Drive]time.Time{i.Drive: now}
		}
	}
	if spoken != 2 {
		t.Errorf("spoke %d times in three months of silence", spoken)
	}
}
