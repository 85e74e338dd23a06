package companion

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"yumori/dreaming"
	"yumori/internal/attachment"
	"yumori/internal/card"
	"yumori/internal/config"
	"yumori/internal/exchange"
	"yumori/internal/llm"
	"yumori/internal/llm/builtin"
	"yumori/internal/store"
)

// wholeHome makes a home in which every kind of file stands that docs/files.md names,
// as the program writes them: somebody talked, dreamt, brought things in and looked a
// year later. It returns the home and the clock at its end.
func wholeHome(t *testing.T) (home string, tick *clock) {
	t.Helper()
	home, tick = t.TempDir(), &clock{at: time.Date(2025, 12, 20, 12, 0, 0, 0, time.UTC)}
	h, err := openHome(t.Context(), wholeOptions(home, tick, nil))
	must(t, err)
	must(t, h.Close())
	for name, text := range byHand {
		file := filepath.Join(home, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		must(t, os.WriteFile(file, []byte(text), 0o600))
	}
	h, err = openHome(t.Context(), wholeOptions(home, tick, nil))
	must(t, err)
	c := luna(t, h)
	for _, text := range []string{"My sister Anna lives in Lyon.", "I bought a red bicycle.", "I'd like to learn the cello.", "I wonder how the interview went. I'm so happy!"} {
		tell(t, c, text)
		tick.set(tick.now().Add(time.Minute))
	}
	doc, err := attachment.Read("letter.txt", strings.NewReader("A letter about the lamp."))
	must(t, err)
	_, err = c.Say(t.Context(), Utterance{Text: "Read this, please.", Attachments: []attachment.File{doc}})
	must(t, err)
	must(t, c.TrustDocument(string(store.VersionOf([]byte("a letter"))), "letter.txt"))
	c.Memories.Library.Reader.Pdftotext = "none"
	_, err = c.Memories.Library.Add(t.Context(), "tides.txt", bytes.NewReader([]byte("The tide turns twice a day.")))
	must(t, err)
	_, err = c.Dreams.Dream(t.Context(), dreaming.Request{})
	must(t, err)
	tick.set(tick.now().Add(3 * time.Hour))
	first(t, c)
	for _, x := range [][2]string{{"skills/tea/SKILL.md", "---\nname: tea\ndescription: How to pour\n---\nSlowly.\n"}, {"expressions/joy.png", "\x89PNG\r\n\x1a\n picture"}} {
		must(t, c.dir.Write(x[0], []byte(x[1]), store.Cause{Kind: store.CauseUser}))
	}
	list, err := c.Skills.ListSkills(t.Context())
	must(t, err)
	for _, s := range list {
		must(t, c.Skills.EnableSkill(s.Title, s.Hash, "pouring tea"))
	}
	_, err = h.DoorTokens()
	must(t, err)
	_, err = h.ImportCard(t.Context(), cardFileOf(t, cardOfMira(t, nil), card.JSON), "")
	must(t, err)
	other := newTarget(t)
	broughtBy(t, h, exchange.ImportRequest{Path: sealedExport(t, other.Home)})
	_, err = h.Export(t.Context(), "luna", filepath.Join(t.TempDir(), "luna.zip"))
	must(t, err)
	_, err = c.dir.Quarantine("entity_memory/Nobody.md", "a test")
	if err != nil {
		must(t, c.dir.Write("entity_memory/Nobody.md", []byte("no page"), store.Cause{Kind: store.CauseUser}))
		_, err = c.dir.Quarantine("entity_memory/Nobody.md", "a test")
	}
	must(t, err)
	must(t, h.Close())
	for range 3 {
		tick.set(tick.now().AddDate(0, 0, 40))
		h, err = openHome(t.Context(), wholeOptions(home, tick, nil))
		must(t, err)
		c = luna(t, h)
		tell(t, c, "Anna came to see me, and we were happy.")
		_, err = c.Dreams.Dream(t.Context(), dreaming.Request{})
		must(t, err)
		must(t, h.Close())
	}
	return home, tick
}

// byHand are files that a persona writes when something happens that the days of
// wholeHome do not have, as it writes them.
var byHand = map[string]string{
	"personas/luna/IDENTITY.md": "I keep the lamp.\n", "personas/luna/USER.md": "Alex rows.\n", "personas/luna/TOOLS.md": "Few tools.\n", "personas/luna/AGENTS.md": "Speak plainly.\n",
	"personas/luna/HEARTBEAT.md": "Look at the sea.\n", "personas/luna/BOOTSTRAP.md": "Begin.\n", "personas/luna/MEMORY.md": "Alex's sister is Anna.\n", "personas/luna/notepad.txt": "Ask about the cello.\n",
	"personas/luna/memory/2025-12-19.md":                                  "# 2025-12-19\n\n## [20:15:00] note\n\nThe lamp was oiled.\n",
	"personas/luna/memory/2025-12-19-evening.md":                          "---\nsession: x\n---\n\nAlex: Good night.\n",
	"personas/luna/memory/memory_main.txt":                                "# Diary\n\nA quiet winter.\n",
	"personas/luna/memory/memory_archived_1.txt":                          "# Diary\n\nAn earlier winter.\n",
	"personas/luna/memory/secret_diary.txt":                               "I fear the fog.\n",
	"personas/luna/memory/insights_archived_2024.json":                    "[\n{\"id\":\"insight_2024-11-19_001\",\"created_at\":\"2024-11-19T04:00:00Z\",\"trigger_topic\":\"boats\",\"insight\":\"Boats calm.\",\"strategy\":\"Speak of boats.\",\"kind\":\"dreamed\",\"sources\":[\"01M7\"]}\n]\n",
	"personas/luna/episodic_memory/episodic_memory_archived_2024-11.json": "[\n{\"id\":\"episode_2024-11-18_001\",\"date\":\"2024-11-18\",\"kind\":\"lived\",\"summary\":\"We counted herons.\",\"arousal\":0.3,\"sources\":[\"01M7\"]}\n]\n",
	"personas/luna/bank/experience.md":                                    "# Experience\n\n- I read to Alex. <!-- id: e_1; src: 01M7; time: 2025-12-18T12:00:00Z -->\n",
	"personas/luna/bank/opinions.md":                                      "# Opinions\n\n- O(c=0.7) Boats are grand. <!-- id: o_1; src: 01M7; time: 2025-12-18T12:00:00Z -->\n",
	"personas/luna/bank/world_archived_2024.md":                           "# World\n\n- Tama is a cat. <!-- id: w_1; src: 01M7; time: 2024-12-18T12:00:00Z -->\n",
	"personas/luna/goals_archived_2024.json":                              "{\"completed\":[{\"id\":\"sh_1\",\"goal\":\"Learn to row\",\"created_at\":\"2024-11-01T00:00:00Z\",\"status\":\"completed\",\"priority\":2,\"kind\":\"lived\",\"sources\":[\"01M7\"],\"completed_at\":\"2024-12-01T00:00:00Z\",\"reason\":\"reached\"}]}\n",
	"personas/luna/actions.jsonl":                                         "{\"id\":\"act_1\",\"time\":\"2025-12-19T14:00:00Z\",\"drive\":\"curiosity\",\"level\":0.81,\"narrative\":\"n\",\"outcome\":\"silent\",\"by\":\"built-in rules\",\"usage\":{}}\n",
	"spending/2025-12.jsonl":                                              "{\"time\":\"2025-12-19T03:00:12Z\",\"persona\":\"luna\",\"purpose\":\"plan\",\"model\":\"openai/qwen3\",\"calls\":1,\"prompt_tokens\":5200,\"answer_tokens\":640}\n",
	"skills/fire/SKILL.md":                                                "---\nname: fire\ndescription: How to light it\n---\nGently.\n",
	"keys.json":                                                           "{\n  \"schema\": 1,\n  \"keys\": {\n    \"OPENAI_API_KEY\": \"one\"\n  }\n}\n",
}

// wholeOptions open the home with the built-in rules, or with a model.
func wholeOptions(home string, tick *clock, m llm.Model) Options {
	if m == nil {
		m = builtin.New(builtin.Options{Now: tick.now})
	}
	return Options{
		Home: home, Now: tick.now, Builtin: m, Samples: samples(),
		Pick: func(context.Context, config.ModelChoice, string) (llm.Model, error) { return m, nil },
	}
}

// readAll returns the files of a home by their names, without what is derived and the
// history.
func readAll(t *testing.T, home string) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	must(t, filepath.WalkDir(home, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == ".index" || e.Name() == ".history"):
			return fs.SkipDir
		case e.IsDir() || e.Name() == ".lock" || e.Name() == ".owner.json" || strings.HasPrefix(e.Name(), ".yumori-tmp-"):
			return nil
		}
		rel, err := filepath.Rel(home, name)
		must(t, err)
		data, err := os.ReadFile(name)
		found[filepath.ToSlash(rel)] = data
		return err
	}))
	return found
}
