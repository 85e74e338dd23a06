package retrieval

import (
	"encoding/json"
	"testing"
	"time"
)

// TestMoments: what a trace holds of a time is what it always was, and what is
// none is read as unknown.
func TestMoments(t *testing.T) {
	zone := time.FixedZone("", 9*60*60)
	for want, at := range map[string]time.Time{
		`""`:                          {},
		`"2026-10-03T23:30:00+09:00"`: time.Date(2026, 10, 3, 23, 30, 0, 999, zone),
		`"2026-10-03T23:30:00Z"`:      time.Date(2026, 10, 3, 23, 30, 0, 0, time.UTC),
	} {
		data, err := json.Marshal(momentOf(at))
		var back Moment
		if err != nil || string(data) != want || json.Unmarshal(data, &back) != nil || !back.Equal(at.Truncate(time.Second)) {
			t.Errorf("%v is %s, %v, and read as %v", at, data, err, back)
		}
	}
	for _, s := range []string{`"yesterday"`, `""`} {
		if m := (Moment{time.Unix(1, 0)}); json.Unmarshal([]byte(s), &m) != nil || !m.IsZero() {
			t.Errorf("%s is read as %v", s, m)
		}
	}
}
