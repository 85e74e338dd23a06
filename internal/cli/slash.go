package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/internal/prompt"
	"yumori/internal/texts"
	"yumori/persona"
	"yumori/retrieval"
)

// errQuit ends the chat.
var errQuit = errors.New("quit")

// slash runs a command of the chat.
func (s *session) slash(ctx context.Context, c *companion.Companion, text string) error {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case "/help":
		s.say(s.words.text("slash_help"))
		return nil
	case "/quit", "/exit":
		return errQuit
	case "/soul":
		return s.showFiles(c, "SOUL.md")
	case "/memory":
		return s.showMemory(c)
	case "/prompt":
		return s.showPrompt(ctx, c)
	case "/bootstrap":
		return s.showBootstrap(c)
	case "/search":
		return s.search(ctx, c, rest)
	case "/why":
		return s.why(c)
	case "/new", "/sessions", "/open":
		return s.slashTalk(ctx, c, name, rest)
	case "/dream":
		return s.dream(ctx, c, dreaming.Request{})
	case "/held":
		return s.showHeld(c)
	case "/accept":
		return s.decide(ctx, c, verdictOn{rest, persona.Accept})
	case "/refuse":
		return s.decide(ctx, c, verdictOn{rest, persona.Refuse})
	}
	s.complain(s.words.text("slash_unknown", name))
	return nil
}

// slashTalk ends, lists and reopens talks.
func (s *session) slashTalk(ctx context.Context, c *companion.Companion, name, rest string) error {
	switch name {
	case "/new":
		return s.endTalk(ctx, c)
	case "/open":
		return s.reopen(ctx, c, rest)
	}
	return s.sessions(ctx, c, rest)
}

func (s *session) showFiles(c *companion.Companion, names ...string) error {
	for _, name := range names {
		t, err := c.Text(name)
		if err != nil {
			return err
		}
		s.block(name, t.S)
	}
	return nil
}

// block prints a text under its name.
func (s *session) block(name, text string) {
	s.say("── " + name)
	if strings.TrimSpace(text) == "" {
		text = s.words.text("file_empty")
	}
	s.say(strings.TrimRight(text, "\n"))
}

func (s *session) showMemory(c *companion.Companion) error {
	if err := s.showFiles(c, "core_memory.txt", "notepad.txt", "MEMORY.md"); err != nil {
		return err
	}
	days, err := c.Conversation.Daily(3)
	if err != nil {
		return err
	}
	for _, d := range days {
		s.block(d.File, d.Text)
	}
	return nil
}

func (s *session) showPrompt(ctx context.Context, c *companion.Companion) error {
	plan, err := c.Conversation.PlanNow(ctx)
	if err != nil && !errors.Is(err, prompt.ErrWindowSmall) {
		return err
	}
	for _, sec := range plan.Sections {
		if sec.Part == prompt.PartMessages {
			for _, m := range plan.Talk {
				s.block(s.words.text("plan_message", m.Role, m.Tokens), m.Text)
			}
		} else if sec.Text != "" {
			s.block(s.words.text("plan_section", sec.Name, sec.Tokens), sec.Text)
		}
	}
	s.say(s.words.text("plan_sum", plan.Tokens, plan.Answer, plan.Model))
	s.say(s.words.text("window_"+string(plan.Window.From), plan.Window.Tokens))
	for _, sec := range plan.Sections {
		for _, cut := range sec.Cuts {
			s.say(s.words.text("plan_cut", cut.What, (100*cut.Left+cut.Of/2)/max(1, cut.Of), s.words.text("cut_"+cut.Why)))
		}
	}
	if err != nil {
		s.complain(s.words.explain(err))
	}
	return nil
}

func (s *session) showBootstrap(c *companion.Companion) error {
	for _, name := range texts.Editable() {
		t, err := c.Text(name)
		if err != nil {
			s.complain(s.words.explain(err))
			continue
		}
		s.say(s.words.text("state_file", name, utf8.RuneCountInString(t.S)))
	}
	return nil
}

func (s *session) search(ctx context.Context, c *companion.Companion, query string) error {
	hits, err := c.Conversation.Search(ctx, query, 10)
	if err != nil {
		return err
	}
	found, err := c.Memories.Recall(ctx, retrieval.Question{Text: query})
	if err != nil {
		return err
	}
	if len(hits)+len(found.Memories) == 0 {
		s.say(s.words.text("nothing_found"))
	}
	for _, hit := range hits {
		s.say(fmt.Sprintf("%s  %s", hit.Time.Format("2006-01-02 15:04"), shorten(hit.Text, 200)))
	}
	if len(found.Memories) > 0 {
		s.say(s.words.text("search_recalled"))
	}
	for _, m := range found.Memories {
		s.memory(m)
	}
	return nil
}

// shorten puts a text on one line of at most n characters.
func shorten(text string, n int) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n-1]) + "…"
}

func (s *session) why(c *companion.Companion) error {
	t, ok, err := c.Conversation.LastTrace()
	if err != nil {
		return err
	}
	if !ok {
		s.say(s.words.text("no_reply_yet"))
		return nil
	}
	data, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return fmt.Errorf("show trace: %w", err)
	}
	s.say(string(data))
	return nil
}

func (s *session) showHeld(c *companion.Companion) error {
	inbox, err := c.Inbox.Asks()
	if err != nil {
		return err
	}
	if len(inbox) == 0 {
		s.say(s.words.text("no_held"))
	}
	for _, a := range inbox {
		s.say(fmt.Sprintf("%s  %s", a.ID, a.File))
		for l := range strings.Lines(a.Before) {
			s.say("  - " + strings.TrimRight(l, "\n"))
		}
		for l := range strings.Lines(a.After) {
			s.say("  + " + strings.TrimRight(l, "\n"))
		}
	}
	return nil
}

// decide answers one thing that waits, or all of it.
func (s *session) decide(ctx context.Context, c *companion.Companion, a verdictOn) error {
	if a.id == "" {
		s.complain(s.words.text("need_id"))
		return nil
	}
	ids := []string{a.id}
	if a.id == "all" {
		inbox, err := c.Inbox.Asks()
		if err != nil {
			return err
		}
		ids = nil
		for _, a := range inbox {
			ids = append(ids, a.ID)
		}
	}
	for _, id := range ids {
		done, err := c.Inbox.AnswerAsk(ctx, id, a.decision)
		if err != nil {
			return err
		}
		s.say(s.words.text("decided_"+string(done.State), done.File))
	}
	return nil
}

// A verdictOn is what is decided on: one id, or "all".
type verdictOn struct {
	id       string
	decision persona.Decision
}
