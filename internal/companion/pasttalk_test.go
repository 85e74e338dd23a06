package companion

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"yumori/internal/config"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/retrieval"
	"yumori/retrieval/source"
)

// A teller writes a conversation to disk, a message a line.
type teller struct {
	b      strings.Builder
	at     time.Time
	parent string
	n      int
}

// say adds a message an hour after the one before.
func (w *teller) say(role, text string) string {
	w.at = w.at.Add(time.Hour)
	w.n++
	id := fmt.Sprintf("01K%023d", w.n)
	line, _ := json.Marshal(map[string]any{"kind": "message", "id": id, "parent": w.parent, "role": role, "time": w.at.Format(time.RFC3339), "text": text})
	// The order of the fields is the program's own.
	fmt.Fprintf(&w.b, `{"kind":"message","id":%q,"parent":%q,"role":%q,"time":%q,"text":%s}`+"\n",
		id, w.parent, role, w.at.Format(time.RFC3339), jsonText(line))
	w.parent = id
	return id
}

func jsonText(line []byte) string {
	var m struct {
		Text json.RawMessage `json:"text"`
	}
	_ = json.Unmarshal(line, &m)
	return string(m.Text)
}

// told puts a conversation into a persona's folder.
func (w *teller) told(t testing.TB, dir, slug string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "personas", slug, source.LogFile), []byte(w.b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestPhrasesComeToMind asks for what stands in quotation marks, in both
// languages: the two newest and the two oldest messages that hold it come
// back, with one from between, and the trace says for which phrase.
func TestPhrasesComeToMind(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ slug, phrase, said, other, ask, continues string }{
		{"luna", "blue heron", "This is entry %d of the notes: we saw the BLUE heron again by the old pier.", "The ferry was late and the harbour was full of fog, day %d.", `Do you remember the "blue heron"?`, " (continues)"},
		{"", "青サギ", "これは記録の%d番目です。古い桟橋のそばでまた青ｻｷﾞを見かけました。とても静かな朝でした。", "フェリーは遅れて、港は霧に包まれていました。%d日目の朝もとても静かでした。", "「青サギ」のことを覚えている？", "（続く）"},
	} {
		t.Run(c.phrase, func(t *testing.T) {
			dir := t.TempDir()
			slug := theSlug(t, dir, c.slug)
			w := teller{at: september.AddDate(0, -3, 0)}
			var held []string
			for day := range 60 {
				w.say("persona", fmt.Sprintf(c.other, day))
				if day%6 == 0 {
					text := fmt.Sprintf(c.said, day)
					if day == 0 {
						text += strings.Repeat(" "+strings.Repeat("あ", 40), 15) // cut
					}
					held = append(held, w.say("user", text))
				}
				w.say("user", c.phrase) // too short to tell anything
			}
			w.told(t, dir, slug)
			e := &ears{}
			h := remembering(t, dir, september, e)
			defer h.Close()
			co := theOne(t, h, c.slug)
			for i := range 5 { // fills the history
				talk(t, co, strings.Repeat(fmt.Sprintf(c.other, i)+" ", 60))
			}
			turn := talk(t, co, c.ask)
			found := byPhraseIn(turn.Recalled)
			want := []string{held[9], held[8], "", held[1], held[0]}
			if len(found) != 5 || found[0] != want[0] || found[1] != want[1] || found[3] != want[3] || found[4] != want[4] || !slices.Contains(held[2:8], found[2]) {
				t.Fatalf("found %v of %v\n%+v", found, held, turn.Recalled)
			}
			if p := turn.Recalled.Phrases; len(p) != 1 || p[0] != (retrieval.Phrase{Text: c.phrase, By: "rules", Found: 5}) {
				t.Errorf("phrases %+v", p)
			}
			if _, recalled := e.told(); strings.Count(recalled, c.continues+"\n") != 1 {
				t.Errorf("the prompt:\n%s", recalled)
			}
			trace, err := TraceOf(turn.Reply)
			if err != nil || len(trace.Recalled.Phrases) != 1 || !slices.Equal(byPhraseIn(trace.Recalled), found) {
				t.Errorf("the trace: %+v %v", trace.Recalled, err)
			}
			again, err := co.Regenerate(t.Context(), turn.Reply.ID)
			if err != nil || !slices.Equal(byPhraseIn(again.Recalled), found) {
				t.Errorf("asked again %v, before %v: %v", byPhraseIn(again.Recalled), found, err)
			}
		})
	}
}

// byPhraseIn returns the ids of what was found word by word, newest first.
func byPhraseIn(r *retrieval.Recollection) []string {
	var list []string
	for _, m := range r.Memories {
		if slices.Contains(m.By, "phrase") {
			list = append(list, m.ID)
		}
	}
	slices.Sort(list)
	slices.Reverse(list)
	return list
}

// TestPhrasesOfTheModel uses the keywords of a planning model as phrases, and
// says whose they are.
func TestPhrasesOfTheModel(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	slug := theSlug(t, dir, "luna")
	w := teller{at: september.AddDate(0, -3, 0)}
	id := w.say("user", "My grandmother's recipe needs a pinch of asafoetida, of all things.")
	for day := range 30 {
		w.say("persona", fmt.Sprintf("The ferry was late and the harbour was full of fog, day %d.", day))
	}
	w.told(t, dir, slug)
	planner := &planning{answer: `{"search":"spice","keywords":["pinch of asafoetida"],"intent":"factual"}`}
	h := rememberingWith(t, dir, september, planner, &ears{})
	defer h.Close()
	c := luna(t, h)
	for range 4 { // fills the history
		talk(t, c, strings.Repeat("The harbour is quiet today. ", 200))
	}
	turn := talk(t, c, `Which spice was it, with "harbour" in it?`)
	got := turn.Recalled
	if got.By != "test/planner" || len(got.Phrases) != 2 || got.Phrases[0].By != "rules" || got.Phrases[1] != (retrieval.Phrase{Text: "pinch of asafoetida", By: "test/planner", Found: 1}) {
		t.Errorf("%+v", got)
	}
	if !slices.Contains(byPhraseIn(got), id) {
		t.Errorf("recalled %+v", got.Memories)
	}
}

// planning is a light model that gives one plan, or is not done when its time
// is up.
type planning struct {
	answer string
	hangs  bool

	mu    sync.Mutex
	times []time.Duration // that it was given
}

func (*planning) Info() llm.Info {
	return llm.Info{Provider: "test", Name: "planner", Window: llm.Window{Tokens: 8_000}}
}

func (p *planning) Generate(ctx context.Context, _ llm.Request, _ func(string)) (llm.Response, error) {
	p.mu.Lock()
	if until, ok := ctx.Deadline(); ok {
		p.times = append(p.times, time.Until(until))
	}
	p.mu.Unlock()
	if p.hangs {
		return llm.Response{}, context.DeadlineExceeded
	}
	return llm.Response{Message: llm.Message{Role: llm.RoleModel, Text: p.answer}, Finish: llm.FinishStop}, nil
}

// rememberingWith is remembering with a planning model beside a chat model.
func rememberingWith(t *testing.T, dir string, at time.Time, planner, chat llm.Model) *Home {
	t.Helper()
	now := func() time.Time { return at }
	h, err := openHome(t.Context(), Options{
		Home: dir, Now: now, Builtin: builtin.New(builtin.Options{Now: now}), Samples: samples(),
		Pick: func(_ context.Context, choice config.ModelChoice, _ string) (llm.Model, error) {
			if choice.Name == "planner" {
				return planner, nil
			}
			return chat, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() }) // a second Close does nothing
	s := h.Settings()
	s.Models.Chat, s.Models.Light = config.ModelChoice{Provider: "openai", Name: "scripted"}, config.ModelChoice{Provider: "openai", Name: "planner"}
	if err := h.Change(s); err != nil {
		t.Fatal(err)
	}
	return h
}
