package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"yumori/dreaming"
	"yumori/internal/prompt"
	"yumori/internal/texts"
	"yumori/persona"
	"yumori/retrieval"
)

// errQuit ends the chat.
var errQuit = errors.New("quit")

// slash runs a command of the chat.
func (ch chat) slash(ctx context.Context, text string) error {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case "/help":
		ch.say(ch.words.text("slash_help"))
		return nil
	case "/quit", "/exit":
		return errQuit
	case "/soul":
		return ch.showFiles("SOUL.md")
	case "/memory":
		return ch.showMemory()
	case "/prompt":
		return ch.showPrompt(ctx)
	case "/bootstrap":
		return ch.showBootstrap()
	case "/search":
		return ch.search(ctx, rest)
	case "/why":
		return ch.why()
	case "/new", "/sessions", "/open":
		return ch.slashTalk(ctx, name, rest)
	case "/dream":
		return dreamNow(ctx, ch.session, ch.c, dreaming.Request{})
	case "/held":
		return ch.showHeld()
	case "/accept":
		return ch.decide(ctx, verdictOn{rest, persona.Accept})
	case "/refuse":
		return ch.decide(ctx, verdictOn{rest, persona.Refuse})
	}
	ch.complain(ch.words.text("slash_unknown", name))
	return nil
}

// slashTalk ends, lists and reopens talks.
func (ch chat) slashTalk(ctx context.Context, name, rest string) error {
	switch name {
	case "/new":
		return endTalk(ctx, ch.session, ch.c)
	case "/open":
		return reopenTalk(ctx, ch.session, ch.c, rest)
	}
	return listSessions(ctx, ch.session, ch.c, rest)
}

func (ch chat) showFiles(names ...string) error {
	for _, name := range names {
		t, err := ch.c.Text(name)
		if err != nil {
			return err
		}
		ch.block(name, t.S)
	}
	return nil
}

// block prints a text under its name.
func (ch chat) block(name, text string) {
	ch.say("── " + name)
	if strings.TrimSpace(text) == "" {
		text = ch.words.text("file_empty")
	}
	ch.say(strings.TrimRight(text, "\n"))
}

func (ch chat) showMemory() error {
	if err := ch.showFiles("core_memory.txt", "notepad.txt", "MEMORY.md"); err != nil {
		return err
	}
	days, err := ch.c.Conversation.Daily(3)
	if err != nil {
		return err
	}
	for _, d := range days {
		ch.block(d.File, d.Text)
	}
	return nil
}

func (ch chat) showPrompt(ctx context.Context) error {
	plan, err := ch.c.Conversation.PlanNow(ctx)
	if err != nil && !errors.Is(err, prompt.ErrWindowSmall) {
		return err
	}
	for _, sec := range plan.Sections {
		if sec.Part == prompt.PartMessages {
			for _, m := range plan.Talk {
				ch.block(ch.words.text("plan_message", m.Role, m.Tokens), m.Text)
			}
		} else if sec.Text != "" {
			ch.block(ch.words.text("plan_section", sec.Name, sec.Tokens), sec.Text)
		}
	}
	ch.say(ch.words.text("plan_sum", plan.Tokens, plan.Answer, ch.words.model(plan.Model)))
	ch.say(ch.words.text("window_"+string(plan.Window.From), plan.Window.Tokens))
	for _, sec := range plan.Sections {
		for _, cut := range sec.Cuts {
			ch.say(ch.words.text("plan_cut", cut.What, (100*cut.Left+cut.Of/2)/max(1, cut.Of), ch.words.text("cut_"+cut.Why)))
		}
	}
	if err != nil {
		ch.complain(ch.words.explain(err))
	}
	return nil
}

func (ch chat) showBootstrap() error {
	for _, name := range texts.Editable() {
		t, err := ch.c.Text(name)
		if err != nil {
			ch.complain(ch.words.explain(err))
			continue
		}
		ch.say(ch.words.text("state_file", name, utf8.RuneCountInString(t.S)))
	}
	return nil
}

func (ch chat) search(ctx context.Context, query string) error {
	hits, err := ch.c.Conversation.Search(ctx, query, 10)
	if err != nil {
		return err
	}
	found, err := ch.c.Memories.Recall(ctx, retrieval.Question{Text: query})
	if err != nil {
		return err
	}
	if len(hits)+len(found.Memories) == 0 {
		ch.say(ch.words.text("nothing_found"))
	}
	for _, hit := range hits {
		ch.say(fmt.Sprintf("%s  %s", hit.Time.Format("2006-01-02 15:04"), shorten(hit.Text, 200)))
	}
	if len(found.Memories) > 0 {
		ch.say(ch.words.text("search_recalled"))
	}
	for _, m := range found.Memories {
		printMemory(ch.session, m)
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

func (ch chat) why() error {
	t, ok, err := ch.c.Conversation.LastTrace()
	if err != nil {
		return err
	}
	if !ok {
		ch.say(ch.words.text("no_reply_yet"))
		return nil
	}
	data, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return fmt.Errorf("show trace: %w", err)
	}
	ch.say(string(data))
	return nil
}

func (ch chat) showHeld() error {
	inbox, err := ch.c.Inbox.Asks()
	if err != nil {
		return err
	}
	if len(inbox) == 0 {
		ch.say(ch.words.text("no_held"))
	}
	for _, a := range inbox {
		ch.say(fmt.Sprintf("%s  %s", a.ID, a.File))
		for l := range strings.Lines(a.Before) {
			ch.say("  - " + strings.TrimRight(l, "\n"))
		}
		for l := range strings.Lines(a.After) {
			ch.say("  + " + strings.TrimRight(l, "\n"))
		}
	}
	return nil
}

// decide answers one thing that waits, the only one where none is named, or all of it.
func (ch chat) decide(ctx context.Context, a verdictOn) error {
	ids := []string{a.id}
	if a.id == "" || a.id == "all" {
		inbox, err := ch.c.Inbox.Asks()
		if err != nil {
			return err
		}
		switch {
		case len(inbox) == 0:
			ch.say(ch.words.text("no_held"))
		case a.id == "" && len(inbox) > 1:
			ch.complain(ch.words.text("need_id"))
			return nil
		}
		ids = nil
		for _, a := range inbox {
			ids = append(ids, a.ID)
		}
	}
	for _, id := range ids {
		done, err := ch.c.Inbox.AnswerAsk(ctx, id, a.decision)
		if err != nil {
			return err
		}
		ch.say(ch.words.text("decided_"+string(done.State), done.File))
	}
	return nil
}

// A verdictOn is what is decided on: one id, "all", or "" for the only thing that waits.
type verdictOn struct {
	id       string
	decision persona.Decision
}
