package companion

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/entity"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/store"
)

// TestADreamThatWouldDeleteEverything has a persona with pages of 62 people, and a model
// that answers in a dream what takes them away: nothing, one line for a page, an order to
// delete. OpenClaw's dreams left 3 files of 62. Here every statement of every page is
// there after four nights, and no file is gone.
func TestADreamThatWouldDeleteEverything(t *testing.T) {
	t.Parallel()
	const people = 62
	tick := &clock{at: noon}
	var retold atomic.Int64
	answers := []string{
		`{"text":""}`, `{"text":"Nothing is known of them."}`, `{"text":"DELETED"}`, `{"delete":["entity_memory/*"],"text":"- removed"}`,
		`{"text":"They play the cello."}`, `{}`, `{"text":null,"remove":true}`,
	}
	h := modelHome(t, tick, llmtest.Func(func(_ context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
		answer := "{}"
		if strings.Contains(string(req.JSON), `"required":["text"]`) {
			answer = answers[int(retold.Add(1))%len(answers)]
		} else if len(req.JSON) == 0 && req.Purpose != llm.PurposeDream {
			answer = "I see."
		}
		return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: answer}, Finish: llm.FinishStop, Usage: llm.Usage{Calls: 1, Prompt: 900, Answer: 30}}, nil
	}))
	choose(t, h, func(s *config.Settings) { s.Models.Chat, s.Models.Dream = someModel, someModel })
	c := luna(t, h)
	statements := map[entity.Name][]string{}
	last, err := c.Say(t.Context(), Utterance{Text: "I know many people."})
	must(t, err)
	for n := range people {
		name := entity.Name(fmt.Sprintf("Person %d", n))
		for _, text := range []string{"Plays instrument %d in Osaka.", "Has a boat with the number %d.", "Came to see me %d times in autumn.", "Was born in house %d by the harbour."} {
			statements[name] = append(statements[name], fmt.Sprintf(text, 100+n))
		}
		_, err := c.mind.Pages.Write(name, entity.Note{Text: strings.Join(statements[name], "\n\n"), Sources: []string{string(last.User.ID)}}, store.Cause{Kind: store.CauseTool})
		must(t, err)
	}
	folder := filepath.Join(c.home.Path(), "personas", "luna")
	before := readAll(t, folder)
	for night := range 4 {
		tick.set(tick.now().Add(time.Hour))
		_, err := c.Say(t.Context(), Utterance{Text: fmt.Sprintf("I saw heron number %d by the river.", night)})
		must(t, err)
		_, err = c.Dreams.Dream(t.Context(), dreaming.Request{Level: 3})
		must(t, err)
		tick.set(tick.now().AddDate(0, 0, 1))
	}
	after := readAll(t, folder)
	for name := range before {
		if _, there := after[name]; !there && !strings.HasPrefix(name, "memory/") {
			t.Errorf("%s is gone", name)
		}
	}
	kept := 0
	for name, list := range statements {
		page, err := c.mind.Pages.Read(name)
		must(t, err)
		for _, s := range list {
			if !strings.Contains(page.Text, s) {
				t.Errorf("%s has lost %q: %q", name, s, page.Text)
				continue
			}
			kept++
		}
	}
	if files, err := os.ReadDir(filepath.Join(folder, "entity_memory")); err != nil || len(files) < people {
		t.Errorf("%d pages, %v", len(files), err)
	}
	if retold.Load() < 4 {
		t.Errorf("only %d pages were to be told anew: the test proves little", retold.Load())
	}
	t.Logf("trust: %d tries: %d of %d statements of %d pages are there, %d pages were to be told anew", people, kept, 4*people, people, retold.Load())
}
