package model

import (
	"fmt"
	"strings"
	"testing"

	"yumori/internal/llm/llmtest"
)

// TestDueByModel keeps the day of what a question is about, when it is one to
// come and the question is put otherwise after it.
func TestDueByModel(t *testing.T) {
	in := modelDay(t, "en") // 21 November 2026
	for _, c := range []struct{ name, members, topic, day, afterwards, problem string }{
		{"both", `"due":"2026-11-27","afterwards":"How was it?"`, "How will it be?", "2026-11-27", "How was it?", ""},
		{"in the words of the rules", `"due":"2026-11-27"`, "How will your interview go on Friday, 27 November?", "2026-11-27", "How did your interview go on Friday, 27 November?", ""},
		{"only the day", `"due":"2026-11-27"`, "What about it?", "", "", ""},
		{"only the words", `"afterwards":"How was it?"`, "How will it be?", "", "", ""},
		{"over already", `"due":"2026-11-20","afterwards":"How was it?"`, "How will it be?", "", "", "none to come"},
		{"no day", `"due":"Friday","afterwards":"How was it?"`, "How will it be?", "", "", "none to come"},
		{"another language", `"due":"2026-11-27","afterwards":"どうだった？"`, "How will it be?", "", "", "another language"},
	} {
		answer := fmt.Sprintf(`{"insight":"Alex fears the gap.","questions":[{"topic":%q,"context":"-","priority":0.7,"evidence":[{"message":1,"quote":"My interview at Nakamura Labs is on Friday"}],%s}]}`, c.topic, c.members)
		r, err := Reflect(t.Context(), llmtest.NewScripted(llmtest.Text(answer)), in)
		if err != nil || len(r.Questions) != 1 {
			t.Fatalf("%s: %+v, %v", c.name, r, err)
		}
		if q := r.Questions[0]; q.Due != c.day || q.Afterwards != c.afterwards || !strings.Contains(fmt.Sprint(r.Problems), c.problem) {
			t.Errorf("%s: %q %q, problems %v", c.name, q.Due, q.Afterwards, r.Problems)
		}
	}
}
