package prompt

import (
	"testing"
	"time"

	"yumori/internal/transcript"
)

// TestAskedDay has questions of what was said on a day told from all others,
// and the date hold where the day of the week does not fit.
func TestAskedDay(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 19, 0, 0, 0, time.FixedZone("JST", 9*3600)) // a Friday
	for text, want := range map[string]string{
		"What did we talk about on Wednesday 4 November?":                   "2026-11-04",
		"What did we talk about on Wednesday, November 4th?":                "2026-11-04",
		"what did we talk about on Tuesday 4 November":                      "2026-11-04 not Tuesday",
		"What did we talk about last Wednesday?":                            "2026-11-18",
		"What did I tell you on Tuesday?":                                   "2026-11-17",
		"Do you remember what we talked about yesterday?":                   "2026-11-19",
		"What did we discuss on 24 December?":                               "2025-12-24",
		"What did we talk about on 4 November 2024?":                        "2024-11-04",
		"11月4日の水曜は何を話した？":                                                   "2026-11-04",
		"11月4日（水）は何の話をしたっけ？":                                                "2026-11-04",
		"11月4日の火曜は何を話した？":                                                   "2026-11-04 not Tuesday",
		"先週の水曜日に何を話したか覚えてる？":                                                "2026-11-11",
		"12月24日は何について話したっけ":                                                 "2025-12-24",
		"What did we talk about?":                                           "",
		"What did we talk about today?":                                     "",
		"What shall we talk about tomorrow?":                                "",
		"What did you eat on Wednesday 4 November?":                         "",
		"What did we talk about in November?":                               "",
		"I was at the lake on 4 November.":                                  "",
		"What did we talk about on Tuesday? I cannot go on, I want to die.": "",
		"11月4日に湖へ行った。":                                                      "",
		"明日は何を話そうか？":                                                        "",
	} {
		d, ok := askedDay(text, now)
		got := ""
		if ok {
			got = d.Day.Format(time.DateOnly)
		}
		if d.Other {
			got += " not " + d.Wrong.String()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestADayWithoutWhatIsNotKept has what the user asked not to keep, and the reply to it, left out of
// what was said on a day.
func TestADayWithoutWhatIsNotKept(t *testing.T) {
	t.Parallel()
	entry := func(id, parent string, role transcript.Role, text string) transcript.Entry {
		return transcript.Entry{Message: transcript.Message{ID: transcript.ID(id), Parent: transcript.ID(parent), Role: role, Text: text}}
	}
	got := kept([]transcript.Entry{
		entry("1", "", transcript.RoleUser, "the kids are in bed"), entry("2", "1", transcript.RolePersona, "Good."),
		entry("3", "2", transcript.RoleUser, "this is off the record, please don't save it: we're handing in our notice"),
		entry("4", "3", transcript.RolePersona, "Your notice stays between us."),
		entry("5", "4", transcript.RoleUser, "the dog was sick"),
	})
	var ids string
	for _, e := range got {
		ids += string(e.ID)
	}
	if ids != "125" {
		t.Errorf("of the day are %q, want 125", ids)
	}
}
