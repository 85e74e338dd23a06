package companion

import (
	"slices"
	"strings"
	"testing"

	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/transcript"
)

// TestAGoalReachedQuotesWhatWasSaid completes a goal as a tool of the persona
// does: its episode keeps what the user said, and nothing that nobody did.
func TestAGoalReachedQuotesWhatWasSaid(t *testing.T) {
	t.Parallel()
	c, _ := openSetRight(t)
	user := c.userName()
	m, err := c.log.Append(transcript.Message{Parent: c.log.Head(), Role: transcript.RoleUser, Text: "I passed the exam at last!"})
	must(t, err)
	c.toolbox.achieved(goals.Goal{ID: "g1", Goal: "See the exam through", Reason: "I was told “I passed the exam at last”. " + user + " said “I owe it all to you”. It was raining."}, string(m.ID))
	list := c.mind.Episodes.Episodes()
	i := slices.IndexFunc(list, func(e episodic.Episode) bool { return e.Type == episodic.Achievement })
	if i < 0 || strings.Contains(list[i].Summary, "owe it") || !strings.Contains(strings.Join(strings.Fields(list[i].Summary), " "), "“I passed the exam at last”. It was raining.") {
		t.Errorf("%+v", list)
	}
}
