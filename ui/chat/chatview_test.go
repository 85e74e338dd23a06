package chat

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/internal/companion"
	"yumori/internal/llm"
	"yumori/internal/models"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/ui/page"
	"yumori/ui/uitest"
)

func said(id, parent string, role transcript.Role, text string) line {
	return line{Entry: transcript.Entry{Message: transcript.Message{
		ID: transcript.ID(id), Parent: transcript.ID(parent), Role: role, Text: text, Time: uitest.Noon,
	}}}
}

// exchange is a question and an answer.
func exchange() []line {
	answer := said("b", "a", transcript.RolePersona, "Good evening.")
	answer.Model, answer.spoken = "built-in rules", spoken{}
	return []line{said("a", "", transcript.RoleUser, "Hello."), answer}
}

// outline is a model in one line a row.
func outline(m ChatModel) string {
	var b strings.Builder
	for _, r := range m.Rows {
		switch r.Kind {
		case rowDay:
			fmt.Fprintf(&b, "day %s\n", r.text)
		case rowNote:
			fmt.Fprintf(&b, "note %s\n", r.text)
		case rowMessage:
			who := "persona"
			if r.message.own {
				who = "own"
			}
			fmt.Fprintf(&b, "%s %q %s", who, r.message.text, r.message.foot)
			if r.message.waiting != "" {
				fmt.Fprintf(&b, " [%s]", r.message.waiting)
			}
			b.WriteString("\n")
		case RowAsk:
			fmt.Fprintf(&b, "held %s waiting=%v\n", r.Ask.ID, r.Ask.Done == "")
		case rowTrouble:
			fmt.Fprintf(&b, "trouble %s retry=%q\n", r.trouble.What, r.trouble.Retry)
		case rowEmpty:
			fmt.Fprintf(&b, "empty %s\n", r.empty.title)
		case rowWelcome:
			fmt.Fprintf(&b, "welcome %d\n", len(r.welcome.Servers))
		}
	}
	return b.String()
}

func TestChatView(t *testing.T) {
	rules := models.Speaker{Name: "built-in rules", Rules: true}
	who := companion.Snapshot{Slug: "luna", Name: "Luna", Speaker: rules}
	user := transcript.Message{ID: "a", Role: transcript.RoleUser, Text: "Hello.", Time: uitest.Noon}
	reply := transcript.Message{ID: "b", Parent: "a", Role: transcript.RolePersona, Text: "Good evening.", Time: uitest.Noon, Model: "openai/m"}
	yesterday := said("z", "", transcript.RoleUser, "Earlier.")
	yesterday.Time = uitest.Noon.AddDate(0, 0, -1)
	cut := said("b", "a", transcript.RolePersona, "Good ev")
	cut.State, cut.Model = transcript.Interrupted, "openai/m"
	here := said("b", "a", transcript.RolePersona, "Good evening.")
	here.Model = "ollama/g"
	fellBack := exchange()
	fellBack[1].spoken.notice = companion.Notice{Kind: companion.NoticeFellBack, From: "gpt-x"}
	wrote := exchange()
	wrote[1].spoken.tools = []string{"memory_write"}
	card := page.Asks{Waiting: []companion.Ask{{ID: "h", Message: "a", File: "core_memory.txt", Before: "x", After: "y", State: persona.StateHeld}}}
	const hello = "day Saturday 21 November\nown \"Hello.\" 12:00\n"
	const evening = "persona \"Good evening.\" 12:00 ·  Basic mode (no AI model)\n"
	for _, tt := range []struct {
		name  string
		state ChatState
		want  string
	}{
		{"not read yet", ChatState{}, ""},
		{"nothing said", ChatState{started: true}, "empty Luna is here.\n"},
		{"unreadable", ChatState{started: true, notYet: uitest.ErrOdd}, "trouble That did not work. retry=\"\"\n"},
		{"first run", ChatState{started: true, Welcome: &WelcomeModel{Servers: make([]page.ServerModel, 2)}}, "empty Luna is here.\nwelcome 2\n"},
		{"an exchange", ChatState{log: stretch{lines: exchange()}}, hello + evening},
		{"two days", ChatState{log: stretch{lines: append([]line{yesterday}, exchange()...)}},
			"day Friday 20 November\nown \"Earlier.\" 12:00\n" + hello + evening},
		{"interrupted", ChatState{log: stretch{lines: []line{exchange()[0], cut}}},
			hello + "persona \"Good ev\" 12:00 ·  m ·  OpenAI ·  stopped\n"},
		{"fell back", ChatState{log: stretch{lines: fellBack}},
			hello + "persona \"Good evening.\" 12:00 ·  gpt-x didn’t respond; basic mode replied\n"},
		{"from this computer", ChatState{log: stretch{lines: []line{exchange()[0], here}}},
			hello + "persona \"Good evening.\" 12:00 ·  g ·  Ollama, on this computer\n"},
		{"wrote it down", ChatState{log: stretch{lines: wrote}},
			hello + "persona \"Good evening.\" 12:00 ·  Basic mode (no AI model) ·  saved to today's notes\n"},
		{"just said", ChatState{turn: companion.Turn{Phase: companion.PhaseSaved, User: user, Speaker: rules}},
			hello + "persona \"\" Basic mode (no AI model) [thinking …]\n"},
		{"long awaited", ChatState{heard: uitest.Noon.Add(-65 * time.Second), turn: companion.Turn{Phase: companion.PhaseSaved, User: user, Speaker: rules}},
			hello + "persona \"\" Basic mode (no AI model) [thinking … ·  1 min 5 s]\n"},
		{"silent in the middle", ChatState{heard: uitest.Noon.Add(-9 * time.Second), turn: companion.Turn{Phase: companion.PhaseSpeaking, User: user, Text: "Good", Speaker: rules}},
			hello + "persona \"Good\" Basic mode (no AI model) ·  nothing new for 9 s\n"},
		{"speaking", ChatState{log: stretch{lines: exchange()[:1]},
			turn: companion.Turn{Phase: companion.PhaseSpeaking, User: user, Text: "Good", Speaker: models.Speaker{Provider: "openai", Name: "m"}}},
			hello + "persona \"Good\" m ·  OpenAI\n"},
		{"acting", ChatState{log: stretch{lines: exchange()[:1]},
			turn: companion.Turn{Phase: companion.PhaseActing, User: user, Speaker: rules, Tools: []companion.ToolUse{{Name: "edit_notepad"}}}},
			hello + "persona \"\" Basic mode (no AI model) [made a note]\n"},
		{"again: the old answer is not shown", ChatState{log: stretch{lines: exchange()},
			turn: companion.Turn{Phase: companion.PhaseSpeaking, User: user, Text: "Well", Speaker: rules}},
			hello + "persona \"Well\" Basic mode (no AI model)\n"},
		{"done, log not read yet", ChatState{log: stretch{lines: exchange()[:1]},
			turn: companion.Turn{Phase: companion.PhaseDone, User: user, Reply: reply}},
			hello + "persona \"Good evening.\" 12:00 ·  m ·  OpenAI\n"},
		{"done and read", ChatState{log: stretch{lines: exchange()},
			turn: companion.Turn{Phase: companion.PhaseDone, User: user, Reply: reply}}, hello + evening},
		{"failed", ChatState{log: stretch{lines: exchange()[:1]},
			turn: companion.Turn{Phase: companion.PhaseFailed, User: user, Err: fmt.Errorf("x: %w", llm.ErrKey)}},
			hello + "trouble The provider rejected the API key. retry=\"a\"\n"},
		{"stopped before a word", ChatState{log: stretch{lines: exchange()[:1]},
			turn: companion.Turn{Phase: companion.PhaseInterrupted, User: user}},
			hello + "note Stopped before the reply began.\n"},
		{"an old failure is past", ChatState{log: stretch{lines: append(exchange(), said("c", "b", transcript.RoleUser, "More."))},
			turn: companion.Turn{Phase: companion.PhaseFailed, User: user, Err: uitest.ErrOdd}}, hello + evening + "own \"More.\" 12:00\n"},
		{"held after the answer", ChatState{log: stretch{lines: exchange()}, asks: card},
			hello + evening + "held h waiting=true\n"},
		{"held before there is an answer", ChatState{log: stretch{lines: exchange()[:1]}, asks: card},
			hello + "held h waiting=true\n"},
		{"reading further up, the turn is not shown", ChatState{log: stretch{lines: exchange(), hasNewer: true},
			turn: companion.Turn{Phase: companion.PhaseSpeaking, User: transcript.Message{ID: "q"}, Text: "Later"}}, hello + evening},
		{"damage", ChatState{log: stretch{lines: exchange()}, Notices: Notices{Damage: []companion.Trouble{{File: "log.jsonl", Aside: ".quarantine/x"}}}},
			hello + evening + "trouble There was a problem with log.jsonl. The unusable part is kept as .quarantine/x; nothing was deleted. retry=\"\"\n"},
		{"a file is told of once", ChatState{log: stretch{lines: exchange()}, Notices: Notices{Damage: []companion.Trouble{
			{File: "goals.json", Line: 2, What: "odd"}, {File: "goals.json", Line: 2, What: "odd", Backup: true}, {File: "goals.json", Line: 3, What: "cut"}}}},
			hello + evening + "trouble There was a problem with goals.json. The file was left as it is, and everything readable in it is used. retry=\"\"\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.state.who, tt.state.now = who, uitest.Noon
			if got := outline(chatView(tt.state, uitest.English(t))); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestChatViewKeysAreUnique(t *testing.T) {
	s := ChatState{now: uitest.Noon, log: stretch{lines: exchange()}, asks: page.Asks{Waiting: []companion.Ask{{ID: "h", Message: "a"}}},
		turn: companion.Turn{Phase: companion.PhaseSpeaking, User: transcript.Message{ID: "c", Time: uitest.Noon}}}
	seen := map[string]bool{}
	for _, r := range chatView(s, uitest.English(t)).Rows {
		if seen[r.key] {
			t.Errorf("two rows are called %s", r.key)
		}
		seen[r.key] = true
	}
}

func TestActionsAndBranches(t *testing.T) {
	lines := exchange()
	lines[1].Siblings, lines[1].Index = []transcript.ID{"x", "b", "y"}, 1
	s := ChatState{now: uitest.Noon, log: stretch{lines: lines}}
	m := chatView(s, uitest.English(t)).Rows
	own, reply := m[1].message, m[2].message
	if !own.actions.edit || own.actions.regenerate || own.actions.answer {
		t.Errorf("the user's message offers %+v", own.actions)
	}
	if reply.actions.edit || !reply.actions.regenerate {
		t.Errorf("the reply offers %+v", reply.actions)
	}
	if want := (branchModel{"2/3", "x", "y"}); reply.branch != want {
		t.Errorf("branch %+v, want %+v", reply.branch, want)
	}
	s.log.lines = lines[:1]
	if last := chatView(s, uitest.English(t)).Rows[1].message; !last.actions.answer {
		t.Error("a message without a reply offers no answer")
	}
	s.turn = companion.Turn{Phase: companion.PhaseThinking}
	if busy := chatView(s, uitest.English(t)).Rows[1].message; busy.actions != (actions{}) {
		t.Errorf("while a reply is under way the message offers %+v", busy.actions)
	}
}

func TestSpokenOf(t *testing.T) {
	trace, err := json.Marshal(map[string]any{
		"speaker": models.Speaker{Name: "built-in rules", Rules: true},
		"tools":   []map[string]any{{"name": "memory_write"}, {"name": "edit_notepad", "error": "no"}, {"name": "memory_write"}},
		"tags":    []map[string]any{{"name": "persona_emotion", "attributes": map[string]string{"category": "joy"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := spokenOf(transcript.Message{Trace: trace})
	if got.emotion != "joy" || !slices.Equal(got.tools, []string{"memory_write"}) {
		t.Errorf("got %+v", got)
	}
	if broken := spokenOf(transcript.Message{Trace: json.RawMessage(`{"tools":3}`)}); broken.tools != nil {
		t.Errorf("a broken trace tells %+v", broken)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("before ", 50) + "needle" + strings.Repeat(" after", 50)
	at := strings.Index(long, "needle")
	for _, tt := range []struct {
		name, text string
		ranges     [][2]int
		want       string
	}{
		{"short", "a needle\n\nhere", [][2]int{{2, 8}}, "a needle here"},
		{"markup", "## Tea\n*was* **drunk** with `water`, 2 * 3 cups", nil, "Tea was drunk with water, 2 * 3 cups"},
		{"no range", "a needle", nil, "a needle"},
		{"out of range", "abc", [][2]int{{9, 12}}, "abc"},
	} {
		if got := excerpt(tt.text, tt.ranges); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	got := excerpt(long, [][2]int{{at, at + 6}})
	if !strings.Contains(got, "needle") || len(got) > excerptRunes+10 || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "after…") {
		t.Errorf("long: got %q", got)
	}
}

func TestDamageOfAFileStandsTogether(t *testing.T) {
	s := ChatState{now: uitest.Noon, Notices: Notices{Damage: []companion.Trouble{{File: "goals.json", Line: 2, What: "odd"},
		{File: "goals.json", Line: 2, What: "odd", Backup: true}, {File: "goals.json", Line: 3, What: "cut"}, {File: "log.jsonl", What: "cut"}}}}
	var cards []page.TroubleModel
	for _, r := range chatView(s, uitest.English(t)).Rows {
		cards = append(cards, r.trouble)
	}
	want := []page.TroubleModel{
		{What: "There was a problem with goals.json. The file was left as it is, and everything readable in it is used.", Next: "An earlier good version is in the history.", Details: "L2: odd\nL3: cut", Dismiss: 1},
		{What: "There was a problem with log.jsonl. The file was left as it is, and everything readable in it is used.", Details: "cut", Dismiss: 4},
	}
	if !slices.Equal(cards, want) {
		t.Errorf("got %+v", cards)
	}
}

func TestWhatWasFoundStandsOut(t *testing.T) {
	for _, tt := range []struct{ text, found, want string }{
		{"My cat Mochi is ill", "Mochi", "My cat **Mochi** is ill"},
		{"1. 2*3 _x_ <b>", "3", "1\\. 2\\***3** \\_x\\_ \\<b\\>"},
		{"猫のモチが元気", "モチ", "猫の**モチ**が元気"},
		{"nothing here", "gone", "nothing here"}, {"a", "", "a"},
	} {
		if got := highlighted(tt.text, tt.found); got != tt.want {
			t.Errorf("%q in %q: %q, want %q", tt.found, tt.text, got, tt.want)
		}
	}
	h := transcript.Hit{Ranges: [][2]int{{0, 4}}}
	h.Text = "a  b"
	if got := foundIn(h); got != "a b" {
		t.Errorf("found %q", got)
	}
	h.Ranges = [][2]int{{2, 40}}
	if got := foundIn(h); got != "" {
		t.Errorf("out of the text is found %q", got)
	}
}
