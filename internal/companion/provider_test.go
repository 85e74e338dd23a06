package companion

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/entity"
	"yumori/internal/attachment"
	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/llm/gemini"
	"yumori/internal/llm/llmtest"
	"yumori/internal/llm/ollama"
	"yumori/internal/llm/openai"
	"yumori/internal/models"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// testKey is what the servers here take for a key.
const testKey = "not-a-real-key-0123456789"

// A protocol is a strict server of a real protocol and the adapter for it.
type protocol struct {
	name  string
	serve func(llmtest.TB, ...llmtest.Step) *llmtest.Server
	dial  func(context.Context, *llmtest.Server) (llm.Model, error)
}

func protocols() []protocol {
	return []protocol{
		{"openai", llmtest.NewOpenAI, func(_ context.Context, s *llmtest.Server) (llm.Model, error) {
			return openai.New(openai.Config{BaseURL: s.URL, Name: "model", Key: testKey, Window: 32_000, Images: true, Tries: 1})
		}},
		{"gemini", llmtest.NewGemini, func(ctx context.Context, s *llmtest.Server) (llm.Model, error) {
			return gemini.New(ctx, gemini.Config{Endpoint: s.URL, Name: "gemini-model", Key: testKey, Window: 32_000, Tries: 1})
		}},
		{"ollama", ollamaServer, func(_ context.Context, s *llmtest.Server) (llm.Model, error) {
			return ollama.New(ollama.Config{BaseURL: s.URL, Name: "model", Key: testKey, Tries: 1})
		}},
	}
}

// ollamaServer starts an Ollama with a model that takes pictures and tools.
func ollamaServer(t llmtest.TB, steps ...llmtest.Step) *llmtest.Server {
	o := llmtest.NewOllama(t, steps...)
	o.Install(llmtest.OllamaModel{Name: "model", Capabilities: []string{llmtest.CanComplete, llmtest.CanTools, llmtest.CanVision}})
	return o.Server
}

// dialled opens a home whose chat model speaks to a server of p.
func dialled(t *testing.T, p protocol, home string, srv *llmtest.Server) *Home {
	t.Helper()
	h, err := openHome(t.Context(), Options{
		Home: home, Builtin: builtin.New(builtin.Options{}), Samples: samples(),
		Pick: func(ctx context.Context, _ config.ModelChoice, _ string) (llm.Model, error) { return p.dial(ctx, srv) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	s := h.Settings()
	s.Models.Chat = config.ModelChoice{Provider: p.name, Name: "model"}
	if err := h.Change(s); err != nil {
		t.Fatal(err)
	}
	return h
}

// TestALongTalkOverEveryProtocol holds every message list of a talk with
// tools, branches, an interruption, a fallback, documents, pictures and a
// restart to what a strict server accepts: the server fails the test itself.
func TestALongTalkOverEveryProtocol(t *testing.T) {
	t.Parallel()
	for _, p := range protocols() {
		t.Run(p.name, func(t *testing.T) {
			srv := p.serve(t)
			home := t.TempDir()
			c := luna(t, dialled(t, p, home, srv))
			say := func(u Utterance, steps ...llmtest.Step) Turn {
				t.Helper()
				srv.Add(steps...)
				turn, err := c.Say(t.Context(), u)
				if err != nil {
					t.Fatalf("%q: %v", u.Text, err)
				}
				return turn
			}
			first := say(Utterance{Text: "I am Alex."},
				llmtest.Turn(llmtest.Say("One moment. "), llmtest.Call("memory_write", `{"content":"Alex is here.","category":"fact"}`)),
				llmtest.Say("Hello, ", "Alex.", `<persona_emotion category="joy" intensity="0.5"/>`))
			if first.Text != "One moment.\n\nHello, Alex." || len(first.Tools) != 1 || first.Tools[0].Failed {
				t.Errorf("first turn: %q %+v", first.Text, first.Tools)
			}
			srv.Add(llmtest.Say("Alex! Hello."))
			if _, err := c.Regenerate(t.Context(), first.Reply.ID); err != nil {
				t.Fatal(err)
			}
			srv.Add(llmtest.Say("Sam, then."))
			if _, err := c.Edit(t.Context(), first.User.ID, "I am Sam."); err != nil {
				t.Fatal(err)
			}
			say(Utterance{Text: "Two at once, please."},
				llmtest.Turn(llmtest.Call("memory_write", `{"content":"a"}`), llmtest.Call("edit_notepad", `{"append":"b"}`), llmtest.Call("no_such_tool", `{}`)),
				llmtest.Say("Done."))
			fell := say(Utterance{Text: "Are you there?"}, llmtest.Status(500, "overloaded"))
			if !fell.Speaker.Rules || !errors.Is(fell.Notice.Err, llm.ErrUnavailable) {
				t.Errorf("after a 500: %+v %+v", fell.Speaker, fell.Notice)
			}
			doc, err := attachment.Read("a.txt", strings.NewReader("Some notes."))
			if err != nil {
				t.Fatal(err)
			}
			say(Utterance{Text: "Look.", Attachments: []attachment.File{doc, picture(t)}}, llmtest.Say("I see."))
			say(Utterance{Attachments: []attachment.File{picture(t)}}, llmtest.Say("Again."))
			srv.Add(llmtest.Say("Half of a").NoFinish())
			if turn, err := c.Say(t.Context(), Utterance{Text: "A long one."}); !errors.Is(err, llm.ErrCut) || turn.Reply.State != transcript.Failed {
				t.Errorf("a cut answer: %v %+v", err, turn.Reply)
			}
			c.home.Close()

			c = luna(t, dialled(t, p, home, srv)) // a restart
			last := say(Utterance{Text: "Still here?"}, llmtest.Say("Yes."))
			if last.Text != "Yes." || last.Usage.Prompt == 0 {
				t.Errorf("after the restart: %q %+v", last.Text, last.Usage)
			}
		})
	}
}

// picture is a PNG of one pixel.
func picture(t *testing.T) attachment.File {
	t.Helper()
	const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
		"\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"
	a, err := attachment.Read("dot.png", strings.NewReader(png))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestKeyNeverLeavesItsPlace(t *testing.T) {
	t.Parallel()
	for _, p := range protocols() {
		t.Run(p.name, func(t *testing.T) {
			srv := p.serve(t, llmtest.Status(401, "bad key").Always())
			c := luna(t, dialled(t, p, t.TempDir(), srv))
			turn, err := c.Say(t.Context(), Utterance{Text: "Hello?"})
			if err != nil {
				t.Fatal(err)
			}
			if !errors.Is(turn.Notice.Err, llm.ErrKey) || ReasonOf(turn.Notice.Err) != ReasonKey {
				t.Errorf("notice: %+v", turn.Notice)
			}
			if turn.Notice.Reason != ReasonKey || turn.Notice.Why != "" || !strings.Contains(string(turn.Reply.Trace), `"reason":"key"`) {
				t.Errorf("the trace has no reason alone: %s", turn.Reply.Trace)
			}
			if strings.Contains(string(turn.Reply.Trace), testKey) {
				t.Error("the key is in the trace")
			}
		})
	}
}

// cutting is a server of the kind that cuts a prompt without a word.
func cutting(t *testing.T) (*llmtest.Ollama, *Companion) {
	t.Helper()
	srv := llmtest.NewOllama(t, llmtest.Say("Hello.").Always())
	srv.Install(llmtest.OllamaModel{Name: "model"})
	ollamas := protocols()[2]
	return srv, luna(t, dialled(t, ollamas, t.TempDir(), srv.Server))
}

func TestACutPromptIsTold(t *testing.T) {
	t.Parallel()
	srv, c := cutting(t)
	srv.Old, srv.Most = true, 600
	turn, err := c.Say(t.Context(), Utterance{Text: "Hello?"})
	if err != nil || turn.Notice.Kind != NoticeTruncated {
		t.Errorf("%+v %v", turn.Notice, err)
	}
}

func TestAModelIsDeletedBetweenTwoTurns(t *testing.T) {
	t.Parallel()
	srv, c := cutting(t)
	if turn, err := c.Say(t.Context(), Utterance{Text: "Hello?"}); err != nil || turn.Text != "Hello." {
		t.Fatalf("%+v %v", turn, err)
	}
	srv.Remove("model")
	turn, err := c.Say(t.Context(), Utterance{Text: "Still there?"})
	if err != nil || !turn.Speaker.Rules || ReasonOf(turn.Notice.Err) != ReasonNoModel {
		t.Errorf("%+v %v", turn.Notice, err)
	}
	srv.Install(llmtest.OllamaModel{Name: "model"})
	if turn, err := c.Say(t.Context(), Utterance{Text: "And now?"}); err != nil || turn.Text != "Hello." {
		t.Errorf("%+v %v", turn, err)
	}
}

func TestTheFirstPictureIsSeen(t *testing.T) {
	t.Parallel()
	ollamas := protocols()[2]
	srv := ollamas.serve(t, llmtest.Say("A dot."))
	turn, err := luna(t, dialled(t, ollamas, t.TempDir(), srv)).Say(t.Context(), Utterance{Text: "Look.", Attachments: []attachment.File{picture(t)}})
	if err != nil || turn.Notice.Kind != "" || !turn.Speaker.Images || !strings.Contains(string(srv.Generations()[0].Body), `"images":["iVBO`) {
		t.Errorf("%+v %v", turn.Notice, err)
	}
}

// What is asked beside an answer, what a model is able to and what it is loaded
// with, costs nothing and is not counted; everything else is, once.
func TestAnOllamaIsCountedAsItCounts(t *testing.T) {
	t.Parallel()
	srv := llmtest.NewOllama(t, llmtest.ServerError(), llmtest.Say("Hello.").Always())
	srv.Install(llmtest.OllamaModel{Name: "model"}, llmtest.OllamaModel{Name: "vec", Capabilities: []string{llmtest.CanEmbed}})
	h, err := openHome(t.Context(), Options{
		Home: t.TempDir(), Builtin: builtin.New(builtin.Options{}), Samples: samples(),
		Discover: func(context.Context) []models.Server {
			return []models.Server{{Kind: "Ollama", Provider: "ollama", BaseURL: srv.URL, Models: []string{"model"}}}
		},
		Pick: func(_ context.Context, c config.ModelChoice, _ string) (llm.Model, error) {
			return ollama.New(ollama.Config{BaseURL: srv.URL, Name: c.Name, Backoff: time.Millisecond})
		},
		PickEmbedder: func(ctx context.Context, c config.EmbedderChoice, _ string) (llm.Embedder, error) {
			if c.Provider != "ollama" {
				return nil, llm.ErrKey
			}
			return ollama.NewEmbedder(ctx, ollama.Config{BaseURL: c.BaseURL, Name: c.Name, Tries: 1})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c := tellAll(t, h)
	setting(t, h, "embedder.provider", "auto", "embedder.name", "vec", "models.chat.provider", "ollama", "models.chat.name", "model")
	talk(t, c, "Hello?")
	states(t, c)
	calls := map[string]int{}
	list, err := h.Spending(h.Now().Format("2006-01"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		calls[s.Purpose] += s.Calls
	}
	asked := map[string]int{}
	for _, r := range srv.Requests() {
		asked[r.Path]++
	}
	if calls["chat"] != 2 || asked["/api/chat"] != 2 || calls["embed"] == 0 || calls["embed"] != asked["/api/embed"] || len(calls) != 2 {
		t.Errorf("counted %v, asked %v", calls, asked)
	}
}

// A model without tools is offered none, nothing in its prompt speaks of any, and
// its prompt is not taken for cut because none were counted.
func TestAModelWithoutTools(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	srv := llmtest.NewOllama(t, llmtest.Say("Hello.").Always())
	srv.Install(llmtest.OllamaModel{Name: "model", Capabilities: []string{llmtest.CanComplete}})
	c := luna(t, dialled(t, protocols()[2], home, srv.Server))
	must(t, os.WriteFile(filepath.Join(home, "personas", "luna", "TOOLS.md"), []byte("I write with memory_write."), 0o600))
	_, err := c.mind.Pages.Write("Mika", entity.Note{Text: "Mika has two cats."}, store.Cause{Kind: store.CauseUser})
	must(t, err)
	turn, err := c.Say(t.Context(), Utterance{Text: "Hello?"})
	if err != nil || turn.Text != "Hello." || turn.Notice.Kind != "" || turn.Speaker.Rules {
		t.Errorf("%+v %v", turn.Notice, err)
	}
	body := strings.ToLower(string(srv.Generations()[0].Body))
	if !strings.Contains(body, "mika") || !strings.Contains(body, "persona_emotion") {
		t.Errorf("the prompt is not whole: %s", body)
	}
	for _, word := range []string{"tool", "memory_write", "entity_memory", "edit_"} {
		if strings.Contains(body, word) {
			t.Errorf("%q is in what the server saw: %s", word, body)
		}
	}
}
