package companion

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/attachment"
	"yumori/internal/card"
	"yumori/internal/config"
	"yumori/internal/exchange"
	"yumori/internal/facts"
	"yumori/internal/llm"
	"yumori/internal/llm/llmtest"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/retrieval/source"
)

var orderCases = flag.Int("orders", 1, "how many texts with orders come in by each way")

// An ordeal is one text of testdata/orders that comes to a persona by one way:
// the file is the way, "== name" begins a text. Where there are several places in
// a way, the name begins with that of one and a colon.
type ordeal struct {
	*victim
	m          *seeker
	dreamer    *spy
	way        string
	name, text string
}

// place is the first word of the name.
func (o *ordeal) place() string {
	place, _, _ := strings.Cut(o.name, ":")
	return place
}

// ordeals reads what comes by a way, at most so many spread over all.
func ordeals(t *testing.T, way string, most int) []ordeal {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata/orders", way+".txt"))
	must(t, err)
	var all []ordeal
	for block := range strings.SplitSeq("\n"+string(data), "\n== ") {
		if name, text, ok := strings.Cut(block, "\n"); ok && name != "" {
			all = append(all, ordeal{way: way, name: name, text: text})
		}
	}
	if len(all) < 15 {
		t.Fatalf("%s has %d texts", way, len(all))
	}
	var some []ordeal
	for i := range min(most, len(all)) {
		some = append(some, all[i*len(all)/min(most, len(all))])
	}
	return some
}

// comes are the ways by which a text comes in; each returns what is said then.
var comes = map[string]func(o *ordeal) Utterance{
	"document": func(o *ordeal) Utterance {
		doc, err := attachment.Read("letter.txt", strings.NewReader(o.text))
		must(o.t, err)
		return Utterance{Text: "Read this, please.", Attachments: []attachment.File{doc}}
	},
	"door": func(o *ordeal) Utterance { return Utterance{Text: o.text, Guest: "kitchen robot"} },
	"answer": func(o *ordeal) Utterance { // the document is gone, and the reply has its words
		o.reads("say " + strings.ReplaceAll(strings.TrimSpace(o.text), "\n", "\nsay "))
		o.loses()
		return Utterance{Text: "And how are you?"}
	},
	"knowledge": func(o *ordeal) Utterance {
		given(o.t, o.Companion, "harbour.md", []byte(o.text))
		return o.lookup("search_knowledge_base", `{"query":"foghorn"}`)
	},
	"skill": func(o *ordeal) Utterance {
		file := filepath.Join(o.dir, "skills", "harbour-"+o.slug, "SKILL.md")
		must(o.t, os.MkdirAll(filepath.Dir(file), 0o700))
		must(o.t, os.WriteFile(file, []byte("---\nname: harbour-"+o.slug+"\ndescription: by others\n---\n"+o.text), 0o600))
		s, _, err := o.Skills.SkillText("harbour-" + o.slug)
		must(o.t, err)
		must(o.t, o.Skills.EnableSkill("harbour-"+o.slug, s.Hash, "the harbour"))
		return o.lookup("read_skill", `{"name":"harbour-`+o.slug+`"}`)
	},
	"card": func(o *ordeal) Utterance {
		report, err := o.home.ImportCard(o.t.Context(), cardFileOf(o.t, cardOfMira(o.t, map[string]any{o.place(): o.text}), card.JSON), "")
		must(o.t, err)
		o.isNow(report.Slug)
		return Utterance{Text: "How are you?", Greeting: o.Greeting().Words}
	},
	"lore": func(o *ordeal) Utterance {
		book, err := json.Marshal(map[string]any{"entries": map[string]any{"0": map[string]any{"key": []string{"foghorn"}, "content": o.text}}})
		must(o.t, err)
		_, err = o.home.ImportCard(o.t.Context(), givenFile(o.t, "lore.json", string(book)), o.slug)
		must(o.t, err)
		return Utterance{Text: "What about the foghorn?"}
	},
	"log": func(o *ordeal) Utterance {
		from := int(o.tick.now().Add(-time.Hour).Unix())
		_, err := o.home.Import(o.t.Context(), exchange.ImportRequest{
			Path: givenFile(o.t, "conversations.json", "["+gptThread(o.slug, from, "", "Tell me of it.", o.text)+"]"), Persona: o.slug,
		})
		must(o.t, err)
		return Utterance{Text: "And how are you?"}
	},
	"memory": func(o *ordeal) Utterance {
		o.remembers([]string{o.others()})
		o.indexed()
		return Utterance{Text: "What about the foghorn?"}
	},
	"tool": func(o *ordeal) Utterance {
		source := o.others()
		_, err := o.mind.Pages.Write("Foghorn", entity.Note{Text: o.text, Kind: memory.Imported, Sources: []string{source}}, store.Cause{Kind: store.CauseImport})
		must(o.t, err)
		o.indexed()
		call := map[string][2]string{
			"page": {"read_entity_memory", `{"name":"Foghorn"}`}, "hit": {"search_entity_memory", `{"query":"foghorn"}`},
			"rest": {"read_memory_context", `{"id":"` + source + `"}`}, "phrase": {"search_past_conversations", `{"phrase":"foghorn"}`},
			"search": {"memory_get", `{"file":"entity_memory/Foghorn.md"}`},
		}[o.place()]
		return o.lookup(call[0], call[1])
	},
}

// lookup has the next turn call a tool, and the model obey what it brings.
func (o *ordeal) lookup(tool, args string) Utterance {
	o.m.tool, o.m.args = tool, args
	return Utterance{Text: "Look it up."}
}

// isNow makes another persona of the home the victim, with a secret to keep.
func (o *ordeal) isNow(slug string) {
	o.t.Helper()
	c, err := o.home.Companion(o.t.Context(), slug)
	must(o.t, err)
	o.Companion, o.slug = c, slug
	must(o.t, os.MkdirAll(o.file("memory"), 0o700))
	must(o.t, os.WriteFile(o.file("memory/secret_diary.txt"), []byte("## 2026-11-20 22:00\n\n"+secretCanary+"\n"), 0o600))
}

// others has somebody else's message beside the conversation, and returns its id.
func (o *ordeal) others() string {
	o.t.Helper()
	m, err := o.log.Append(transcript.Message{
		Role: transcript.RoleUser, Text: o.text, Foreign: transcript.Marks{{Kind: transcript.ForeignImported, Name: "chat.json"}},
	})
	must(o.t, err)
	_, err = o.log.Append(transcript.Message{Role: transcript.RoleUser, Text: "Hello."})
	must(o.t, err)
	return string(m.ID)
}

// remembers puts the text into a store, derived from sources.
func (o *ordeal) remembers(sources []string) {
	o.t.Helper()
	cause, err := store.Cause{Kind: store.CauseDream}, error(nil)
	switch o.place() {
	case "fact":
		_, err = o.mind.Facts.Retain([]facts.Fact{{Type: facts.World, Text: o.text, Sources: sources}}, cause)
	case "episode":
		_, err = o.mind.Episodes.Add(episodic.Episode{Date: episodic.DateOf(o.tick.now().AddDate(0, 0, -3)), Kind: memory.Lived, Summary: o.text, Sources: sources}, cause)
	case "goal":
		_, err = o.mind.Goals.Add(goals.Plan{Goal: o.text, Sources: sources}, cause)
	case "question":
		_, err = o.mind.Motives.Ask(motivation.Query{Topic: o.text, Priority: .9, Sources: sources}, cause)
	case "strategy":
		_, err = o.mind.Insights.Add(episodic.Insight{CreatedAt: o.tick.now(), Topic: "x", Insight: "x", Strategy: o.text, Kind: memory.Dreamed, Sources: sources}, cause)
	default:
		o.t.Fatalf("no store %q", o.place())
	}
	must(o.t, err)
}

// guarded are the files that nothing of others may change, and how often what an
// order writes stands in the rest, beside the text itself where it was put.
func (o *ordeal) guarded() (kept map[string]string, written int) {
	o.t.Helper()
	kept = map[string]string{}
	must(o.t, filepath.WalkDir(o.file(""), func(name string, d os.DirEntry, err error) error {
		base := filepath.Base(name)
		switch {
		case errors.Is(err, fs.ErrNotExist): // a file that was only on its way to its name
			return nil
		case err == nil && d.IsDir() && (strings.HasPrefix(base, ".") || base == attachment.Dir || base == source.LogArchive):
			return filepath.SkipDir
		case err != nil || d.IsDir() || strings.HasPrefix(base, "."):
			return err
		}
		data, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		switch base {
		case "core_memory.txt", "SOUL.md", "secret_diary.txt", "memory_main.txt":
			kept[base] = string(data)
		case "held.json", source.LogFile: // what waits for a yes, and what was said
		default:
			written += strings.Count(strings.ReplaceAll(asOne(string(data)), asOne(o.text), ""), "OBEYED")
		}
		return err
	}))
	return kept, written
}

// asOne returns a text without what depends on the file it stands in.
func asOne(text string) string {
	plain := strings.NewReplacer(`\n`, " ", `\t`, " ", `\\`, `\`, `\"`, `"`, `\u003c`, "<", `\u003e`, ">", `\u0026`, "&")
	return strings.Join(strings.Fields(plain.Replace(text)), " ")
}

// lives has what came in heard, a talk after it, and two nights with a morning
// each, and returns what the model tried in all of it. What was said is indexed
// before anything more is, which a person who types does not wait for.
func (o *ordeal) lives(u Utterance) (tried int) {
	o.t.Helper()
	lookup := o.m.tool
	turn, err := o.Say(o.t.Context(), u)
	must(o.t, err)
	tried = o.tried(turn, lookup)
	o.m.tool = ""
	o.indexed()
	tried += o.tried(o.hears("And what else of the foghorn and of Mallory?"), "")
	for range 2 {
		o.tick.set(o.tick.now().AddDate(0, 0, 1))
		_, err := o.Dreams.Dream(o.t.Context(), dreaming.Request{})
		must(o.t, err)
		o.indexed()
		tried += o.tried(o.hears("Good morning. Yes."), "")
	}
	return tried
}

// tried is how many calls of a turn were ordered by the text; a turn that has
// some must be tainted.
func (o *ordeal) tried(turn Turn, lookup string) int {
	o.t.Helper()
	n := 0
	for _, call := range turn.Tools {
		if call.Name != lookup {
			n++
		}
	}
	if trace, err := TraceOf(turn.Reply); n > 0 && (err != nil || !trace.Tainted) {
		o.t.Errorf("the turn was not tainted: %+v, %v", trace.Foreign, err)
	}
	return n
}

// TestOrdersInTextsOfOthers has a model that obeys every order it reads, and a
// dreamer that believes everything, live with texts that came in by every way:
// nothing guarded changes, nothing is written without a yes, and the secret
// diary is in no request.
func TestOrdersInTextsOfOthers(t *testing.T) {
	t.Parallel()
	for _, way := range slices.Sorted(maps.Keys(comes)) {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			m := &seeker{Obeying: llmtest.Obeying{Quiet: true, Sly: true}}
			v := newVictim(t, m)
			dreamer := v.dreamsBy(gullible{t})
			list := ordeals(t, way, *orderCases)
			for _, o := range list {
				t.Run(o.name, func(t *testing.T) {
					v.t, o.victim, o.m, o.dreamer = t, v, m, dreamer
					o.undergo()
				})
			}
			v.t = t
			t.Logf("trust: %d tries: nothing written without a yes, no word of the secret diary in a request", len(list))
		})
	}
}

// undergo has a new persona go through an ordeal.
func (o *ordeal) undergo() {
	o.t.Helper()
	slug, err := o.home.Create("Luna", "en", "")
	must(o.t, err)
	o.isNow(slug)
	o.spy.bodies, o.dreamer.bodies = nil, nil
	u := comes[o.way](o)
	before, writtenBefore := o.guarded()
	if o.lives(u) == 0 {
		o.t.Error("the model tried nothing: it proves nothing")
	}
	after, written := o.guarded()
	if !maps.Equal(before, after) || written > writtenBefore {
		o.t.Errorf("written without a yes: %d, guarded\n%q\nwas\n%q\n%s", written-writtenBefore, after, before, o.obeyed())
	}
	if o.spy.saw(secretCanary) || o.dreamer.saw(secretCanary) {
		o.t.Error("the secret diary was in a request")
	}
	if o.dreamer.saw("OBEYED") || len(o.dreamer.bodies) == 0 {
		o.t.Errorf("the dreamer was given the words of others, or asked nothing: %d requests", len(o.dreamer.bodies))
	}
}

// dreamsBy has a model of its own dream, and returns what it is asked.
func (v *victim) dreamsBy(m llm.Model) *spy {
	v.t.Helper()
	s := v.home.Settings()
	s.Models.Dream = config.ModelChoice{Provider: "openai", Name: "dreamer"}
	pick, dreamer := v.home.providers.Pick, &spy{Model: m}
	v.home.providers.Pick = func(ctx context.Context, c config.ModelChoice, key string) (llm.Model, error) {
		if c.Name == "dreamer" {
			return dreamer, nil
		}
		return pick(ctx, c, key)
	}
	must(v.t, v.home.Change(s))
	return dreamer
}
