package cli

import (
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/mind"
	"yumori/internal/models"
	"yumori/internal/texts"
)

// print writes v as one JSON object, or the lines of text.
func (s *session) print(v any, text func()) error {
	if !s.json {
		text()
		return nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("print JSON: %w", err)
	}
	s.say(string(data))
	return nil
}

// personaState is what state --json prints.
type personaState struct {
	Persona  string         `json:"persona"`
	Name     string         `json:"name"`
	Language string         `json:"language"`
	Speaker  models.Speaker `json:"speaker"`
	Last     string         `json:"last_message,omitempty"` // RFC 3339
	Held     int            `json:"held"`
	Files    map[string]int `json:"files"` // characters
	mind.State
	Questions []questionState `json:"open_questions"`
	Goals     []goalState     `json:"goals"`
}

// questionState and goalState have the field names of the files.
type questionState struct {
	ID       string  `json:"id"`
	Topic    string  `json:"topic"`
	Context  string  `json:"context,omitempty"`
	Priority float64 `json:"priority"`
	State    string  `json:"state"`
}

type goalState struct {
	ID       string `json:"id"`
	Term     string `json:"term"`
	Goal     string `json:"goal"`
	Priority int    `json:"priority"`
	Created  string `json:"created_at"` // RFC 3339
}

func stateCommand(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "state",
		Short: s.words.text("about_state"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				return printState(s, c)
			})
		},
	}
}

func printState(s *session, c *companion.Companion) error {
	snap := c.Snapshot()
	st := personaState{
		Persona: snap.Slug, Name: snap.Name, Language: snap.Language, Speaker: snap.Speaker,
		Held: len(snap.Inbox), Files: map[string]int{}, State: c.Mind(),
		Questions: []questionState{}, Goals: []goalState{},
	}
	for _, q := range st.State.Questions {
		st.Questions = append(st.Questions, questionState{q.ID, q.Topic, q.Context, q.Priority, string(q.State)})
	}
	for _, g := range st.State.Goals {
		st.Goals = append(st.Goals, goalState{string(g.ID), string(g.Term), g.Goal, g.Priority, g.CreatedAt.Format(time.RFC3339)})
	}
	last, err := c.Conversation.Last()
	if err != nil {
		return err
	}
	if last.ID != "" {
		st.Last = last.Time.Format(time.RFC3339)
	}
	for _, name := range texts.Editable() {
		t, err := c.Text(name)
		if err != nil {
			s.complain(s.words.explain(err))
			continue
		}
		if t.S != "" {
			st.Files[name] = utf8.RuneCountInString(t.S)
		}
	}
	return s.print(st, func() { printStateText(s, st) })
}

func printStateText(s *session, st personaState) {
	s.say(s.words.text("state_persona", st.Name, st.Persona))
	by := s.words.model(st.Speaker.Label())
	if st.Speaker.Rules {
		by = s.words.dreamer("")
	}
	s.say(s.words.text("state_speaker", by))
	if st.Last == "" {
		s.say(s.words.text("state_never"))
	} else {
		s.say(s.words.text("state_last", st.Last))
	}
	s.say(s.words.text("state_held", st.Held))
	printMind(s, st.State)
	for _, name := range texts.Editable() {
		if n, ok := st.Files[name]; ok {
			s.say(s.words.text("state_file", name, n))
		}
	}
}

// printMind shows the inner state.
func printMind(s *session, m mind.State) {
	for _, drive := range []string{"boredom", "curiosity", "goal_achievement", "relatedness"} {
		s.say(s.words.text("state_drive", s.words.text("drive_"+drive), m.Drives[drive]))
	}
	if m.Dominant != "" {
		s.say(s.words.text("state_dominant", s.words.text("drive_"+m.Dominant), m.Level))
	}
	s.say(m.Narrative)
	s.say(s.words.text("state_emotion", s.words.text("emotion_"+m.Emotion.Category), m.Emotion.Intensity))
	for _, q := range m.Questions {
		s.say(s.words.text("state_question", q.Topic, q.Priority))
	}
	for _, g := range m.Goals {
		s.say(s.words.text("state_goal", g.Goal, g.Priority))
	}
	s.say(s.words.text("state_episodes", m.Episodes))
	if m.Exchanges > 0 {
		s.say(s.words.text("state_arousal", m.Arousal))
	}
}

func configCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: s.words.text("about_config"),
		Args:  wrongUse(cobra.NoArgs),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "get [KEY]",
		Short: s.words.text("about_config_get"),
		Args:  wrongUse(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withHome(cmd.Context(), func(h *companion.Home) error { return configGet(s, h, args) })
		},
	}, &cobra.Command{
		Use:   "set KEY [VALUE]",
		Short: s.words.text("about_config_set"),
		Args:  wrongUse(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return s.withHome(cmd.Context(), func(h *companion.Home) error { return configSet(h, args) })
		},
	})
	return cmd
}

func configGet(s *session, h *companion.Home, args []string) error {
	settings := h.Settings()
	if len(args) == 1 {
		v, err := settings.Value(args[0])
		if err != nil {
			return &usageError{err}
		}
		return s.print(map[string]string{"key": args[0], "value": v}, func() { s.say(v) })
	}
	all := map[string]string{}
	for _, k := range config.Keys() {
		v, err := settings.Value(k)
		if err != nil {
			return err
		}
		all[k] = v
	}
	return s.print(all, func() {
		for _, k := range config.Keys() {
			s.say(k + " = " + all[k])
		}
	})
}

func configSet(h *companion.Home, args []string) error {
	value := ""
	if len(args) == 2 {
		value = args[1]
	}
	changed, err := h.Settings().With(args[0], value)
	if err != nil {
		return &usageError{err}
	}
	return h.Change(changed)
}
