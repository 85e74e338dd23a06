package companion

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/instant"
	"yumori/internal/llm/llmtest"
	"yumori/internal/transcript"
)

// A camera keeps what is on disk, as a crash would leave it, at each of the
// moments at which the program asks for the time: it does so for every write.
type camera struct {
	home string

	mu    sync.Mutex // guards what follows
	on    bool
	seen  map[[32]byte]bool
	films []map[string][]byte // each a home, by file
}

func (c *camera) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.on {
		c.shoot()
	}
	return time.Now()
}

// shoot takes the home without histories and indexes, which are written behind
// the turn's back and begin anew without them. c.mu is held.
func (c *camera) shoot() {
	film, sum := map[string][]byte{}, sha256.New()
	_ = filepath.WalkDir(c.home, func(file string, e fs.DirEntry, err error) error {
		switch {
		case err != nil: // it went away meanwhile
			return nil
		case e.IsDir() && (e.Name() == ".history" || e.Name() == ".index"):
			return fs.SkipDir
		case e.IsDir() || strings.HasPrefix(e.Name(), ".yumori") || strings.HasSuffix(e.Name(), ".lock"):
			return nil
		}
		if data, err := os.ReadFile(file); err == nil {
			name, _ := filepath.Rel(c.home, file)
			film[name] = data
			fmt.Fprintf(sum, "%s %d\n%s", name, len(data), data)
		}
		return nil
	})
	if key := [32]byte(sum.Sum(nil)); !c.seen[key] {
		c.seen[key] = true
		c.films = append(c.films, film)
	}
}

// during has every state of the disk kept while f runs, and the last.
func (c *camera) during(f func()) []map[string][]byte {
	set := func(on bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.on = on; on {
			c.seen, c.films = map[[32]byte]bool{}, nil
		} else {
			c.shoot()
		}
	}
	set(true)
	f()
	set(false)
	return c.films
}

// busyModel uses a tool that writes at each of some steps, and then says
// something with tags.
func busyModel() llm.Model {
	n := 0
	return llmtest.Func(func(_ context.Context, req llm.Request, _ func(string)) (llm.Response, error) {
		results := 0
		for i := len(req.Messages) - 1; i >= 0 && req.Messages[i].Role != llm.RoleUser; i-- {
			if req.Messages[i].Role == llm.RoleTool {
				results++
			}
		}
		n++
		args := [][2]string{
			{"memory_write", fmt.Sprintf(`{"content":"Alex likes heron number %d.","category":"preference"}`, n)},
			{"write_entity_memory", fmt.Sprintf(`{"name":"Heron %d","content":"It stands by the river."}`, n)},
			{"add_goal", fmt.Sprintf(`{"goal":"See heron number %d","term":"short","priority":1}`, n)},
		}
		m := llm.Message{Role: llm.RoleModel}
		if results < len(args) {
			m.Calls = []llm.Call{{ID: fmt.Sprint("c", n), Name: args[results][0], Args: []byte(args[results][1])}}
		} else {
			m.Text = fmt.Sprintf(`Heron %d it is. <persona_emotion category="joy" intensity="0.%d"/>`, n, n%9+1)
		}
		return llm.Response{Message: m, Finish: llm.FinishStop}, nil
	})
}

// TestAKillWhileAnsweringAgainLeavesNoOrphan kills a turn that answers again,
// one that says something else instead, and a change of branch, at every write.
func TestAKillWhileAnsweringAgainLeavesNoOrphan(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	cam := &camera{home: home}
	model := busyModel()
	h, err := openHome(t.Context(), Options{
		Home: home, Now: cam.now, Samples: samples(), Builtin: instant.Model{},
		Pick: func(context.Context, config.ModelChoice, string) (llm.Model, error) { return model, nil },
	})
	must(t, err)
	defer h.Close()
	s, err := h.Settings().With("models.chat.provider", "openai")
	must(t, err)
	s.Models.Chat.Name = "scripted"
	must(t, h.Change(s))
	c := luna(t, h)
	c.work.Wait()
	first, err := c.Say(t.Context(), Utterance{Text: "I like herons very much."})
	must(t, err)
	_, err = c.Say(t.Context(), Utterance{Text: "My cat is called Tama."})
	must(t, err)
	for _, x := range []struct {
		name string
		do   func() error
	}{
		{"the first again", func() error { _, err := c.Regenerate(t.Context(), first.Reply.ID); return err }},
		{"the newest again", func() error { _, err := c.Regenerate(t.Context(), c.log.Head()); return err }},
		{"another question", func() error { _, err := c.Edit(t.Context(), first.User.ID, "I like storks very much."); return err }},
		{"back", func() error { return c.Conversation.Choose(first.Reply.ID) }},
	} {
		films := cam.during(func() { must(t, x.do()) })
		t.Logf("%s: %d states of the disk", x.name, len(films))
		if len(films) < 4 {
			t.Errorf("%s: only %d states: the test proves little", x.name, len(films))
		}
		for i, film := range films {
			t.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(x.name, " ", "_"), i), func(t *testing.T) { afterKill(t, film) })
		}
	}
}

// afterKill opens a home as a crash left it; the doctor looks at it at the end.
func afterKill(t *testing.T, film map[string][]byte) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "home")
	for name, data := range film {
		file := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must(t, os.WriteFile(file, data, 0o600))
	}
	c := luna(t, testHome(t, dir, nil))
	c.work.Wait()
	page, err := c.Conversation.Page(transcript.Cursor{}, 50)
	must(t, err)
	if len(page.Messages) == 0 || page.Messages[len(page.Messages)-1].ID != c.log.Head() {
		t.Errorf("the conversation is not there: %+v", page)
	}
}
