package imports

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestARoomOfNexusArk(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"room_config.json": `{"room_name":"Olivie","agent_display_name":"オリヴェ","user_display_name":"アレックス"}`,
		"SystemPrompt.txt": "You are a librarian.", "core_memory.txt": "I keep words.", "notepad.md": "- tea",
		"log.txt":                "## AGENT:Olivie\n【Thoughts】\nhm\n【/Thoughts】\nようこそ。\n\n## USER:user\nこんにちは。\n\n2026-02-02 (Mon) 14:02:31\n\n## SYSTEM:tool\nok\n",
		"logs/2026-01.txt":       "## USER:user\n雨？\n\n2026-01-02 (Fri) 10:00:00\n\n## AGENT:Olivie\nはい。\n\n2026-01-02 (Fri) 10:00:05 | gemini\n\n## AGENT:Guest\nやあ。\n",
		"memory/memory_main.txt": "## 永続記憶\nx", "private/secret_diary.txt": "s", "goals.json": `{"short_term":[]}`,
		"memory/episodic/2026-01.json": `[{"date":"2026-01-02","summary":"雨の話","arousal":0.5},{"date":3}]`,
		"memory/entities/ミラ.md":        "# Entity Memory: ミラ\n\n友だち。", "memory/insights.json": `[{"created_at":"2026-01-03 04:00:00","insight":"i"}]`,
		"knowledge/manual.md": "m", "cache/scenery.json": "{}", "themes/a.css": "x", ".env": "KEY=1", "api_key.txt": "k",
	})
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link.txt")); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b, err := s.Being()
	if err != nil || s.Kind != Nexus || b.Name != "オリヴェ" || b.UserName != "アレックス" {
		t.Fatalf("%s %+v %v", s.Kind, b, err)
	}
	for name, want := range map[string]string{
		"SOUL.md": "# オリヴェ\n\nYou are a librarian.", "core_memory.txt": "I keep words.", "notepad.txt": "- tea", "memory/secret_diary.txt": "s",
		"entity_memory/ミラ.md": "友だち", "memory/insights.json": `"kind": "imported"`, "episodic_memory/episodic_memory.json": `"id": "episode_2026-01-02_n001"`,
	} {
		if !strings.Contains(string(b.Files[name]), want) {
			t.Errorf("%s: %q", name, b.Files[name])
		}
	}
	if b.Big["knowledge/manual.md"] == "" {
		t.Errorf("knowledge: %v", b.Big)
	}
	var n notebook
	left, err := s.Read(t.Context(), Options{Other: b.Called}, &n)
	want := []string{"#", "user 2026-01-02 10:00:00: 雨？", "persona 2026-01-02 10:00:05: はい。", "#", "persona: ようこそ。", "user 2026-02-02 14:02:31: こんにちは。"}
	if err != nil || !slices.Equal(n.lines, want) {
		t.Errorf("%v\n%s", err, strings.Join(n.lines, "\n"))
	}
	for _, l := range []Left{{"Guest", WhySpeaker, 1, ""}, {"SYSTEM", WhyTool, 1, ""}, {".env", WhySecret, 1, ""}, {"api_key.txt", WhySecret, 1, ""}, {"link.txt", WhyLink, 1, ""}, {"episode", WhyDamaged, 1, ""}} {
		if !slices.Contains(left.List(), l) {
			t.Errorf("%v is not told: %v", l, left.List())
		}
	}
}

// tinyPNG is a picture of one pixel.
const tinyPNG = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"

// TestRoomsOfAllYears: a file has its place here, wherever a version of Nexus Ark
// keeps it.
func TestRoomsOfAllYears(t *testing.T) {
	const said = "## USER:user\nおはよう。\n"
	for name, tt := range map[string]struct {
		files map[string]string
		want  map[string]string // what stands in a file
		big   []string
	}{
		"2025": {
			map[string]string{
				"notepad.md": "- tea", "log.txt": said, "log_archives/2025-05.txt": said, "log_archives/processed/2025-04.txt": said, "research_notes.md": "moss",
				"episodic_memory/episodic_memory.json": `[{"date":"2025-05-01","summary":"x"}]`, "entity_memory/Mika.md": "friend",
				"memory/memory_archived_2025-03.txt": "old", "memory/secret_diary.txt": "s", "memory/insights.json": `[{"insight":"i"}]`, "spaces/world_settings.txt": "w",
			},
			map[string]string{
				"notepad.txt": "- tea", "memory/research_notes.md": "moss", "episodic_memory/episodic_memory.json": "imported", "entity_memory/Mika.md": "friend",
				"memory/memory_archived_2025-03.txt": "old", "memory/secret_diary.txt": "s", "memory/insights.json": "imported",
			},
			[]string{"knowledge/world_settings.txt"},
		},
		"2026": {
			map[string]string{
				"notes/notepad.md": "- tea", "logs/2026-04.txt": said, "logs/2026-05.txt": said, "logs/2026-03.txt": said, "notes/archives/archive_1_creative_notes.md": "poem",
				"notes/working_memories/main.md": "now", "memory/episodic/2026-05.json": `[{"date":"2026-05-01","summary":"x"}]`, "memory/entities/Mika.md": "friend",
				"memory/memory_diary.txt": "diary", "memory/memory_identity.txt": "I am", "private/secret_diary.txt": "s", "private/insights.json": `[{"insight":"i"}]`,
				"private/goals.json": `{"short_term":[{"goal":"g"}],"long_term":3}`, "generated_images/a.png": tinyPNG, "avatar/joy.png": tinyPNG,
			},
			map[string]string{
				"notepad.txt": "- tea", "memory/archive_1_creative_notes.md": "poem", "memory/main.md": "now", "episodic_memory/episodic_memory.json": "imported",
				"entity_memory/Mika.md": "friend", "memory/memory_main.txt": "diary", "memory/memory_archived_identity.txt": "I am", "memory/secret_diary.txt": "s",
				"memory/insights.json": "imported", "goals.json": "imported",
			},
			[]string{"attachments/generated-a.png", "expressions/joy.png"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			tt.files["SystemPrompt.txt"] = "You are a librarian."
			s, err := Open(t.Context(), folderOf(t, tt.files), Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			b, err := s.Being()
			if err != nil {
				t.Fatal(err)
			}
			for file, want := range tt.want {
				if !strings.Contains(string(b.Files[file]), want) {
					t.Errorf("%s: %q", file, b.Files[file])
				}
			}
			for _, file := range tt.big {
				if b.Big[file] == "" {
					t.Errorf("%s stays out: %v", file, b.Big)
				}
			}
			var n notebook
			left, err := s.Read(t.Context(), Options{Other: b.Called}, &n)
			if err != nil || len(n.lines) != 6 || len(left.List()) != 0 {
				t.Errorf("said %q, left %v, %v", n.lines, left.List(), err)
			}
		})
	}
}

// TestTheMindOfARoom: drives, emotions and questions come in as what was imported;
// what stands there besides, of a later version perhaps, stays as it is.
func TestTheMindOfARoom(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"SystemPrompt.txt": "You are a librarian.",
		"memory/internal_state.json": `{"drives":{"boredom":{"level":0.4,"last_interaction":"2026-01-02T22:00:00","threshold":0.6},"devotion":{"level":1},
			"curiosity":{"level":0.8,"open_questions":[{"topic":"snow","context":"how cold?","priority":0.8,"source_date":"2026-01-02"},
			{"topic":"tea","priority":0.3,"resolved_at":"2026-01-03 04:00:00","converted_to_memory":true},7]},
			"relatedness":{"persona_emotion":"protective","persona_intensity":0.9,"last_emotion_change":"2026-01-15T10:30:00"}},"later":[1]}`,
		"memory/emotion_log.json": `[{"timestamp":"2026-01-15T10:30:00","type":"persona","category":"protective","intensity":0.9},{"timestamp":"2026-01-06T19:25:49","type":"user","emotion":"joy"},3]`,
		"memory/insights.json":    `{"broken":`,
		"goals.json":              `null`,
	})
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b, err := s.Being()
	if err != nil {
		t.Fatal(err)
	}
	var state struct {
		Drives struct {
			Boredom   struct{ Threshold float64 }
			Devotion  struct{ Level int }
			Curiosity struct {
				Questions []json.RawMessage `json:"open_questions"`
			}
			Relatedness struct {
				Emotion string `json:"persona_emotion"`
			}
		}
		Later []int
	}
	if err := json.Unmarshal(b.Files["memory/internal_state.json"], &state); err != nil || len(state.Drives.Curiosity.Questions) != 3 {
		t.Fatalf("%s: %v", b.Files["memory/internal_state.json"], err)
	}
	d := state.Drives
	if d.Boredom.Threshold != 0.6 || d.Devotion.Level != 1 || d.Relatedness.Emotion != "protective" || len(state.Later) != 1 {
		t.Errorf("%+v", state)
	}
	for i, want := range []string{`"kind":"imported"`, `"state":"resolved"`, "7"} {
		if got := strings.ReplaceAll(string(d.Curiosity.Questions[i]), ": ", ":"); !strings.Contains(got, want) {
			t.Errorf("question %d: %s, want %s", i, got, want)
		}
	}
	if log := string(b.Files["memory/emotion_log.json"]); strings.Count(log, "imported") != 2 || !strings.Contains(log, `"emotion": "joy"`) {
		t.Errorf("emotions: %s", log)
	}
	for _, l := range []Left{{"memory/insights.json", WhyDamaged, 1, ""}, {"goals.json", WhyDamaged, 1, ""}} {
		if !slices.Contains(s.Left.List(), l) {
			t.Errorf("%v is not told: %v", l, s.Left.List())
		}
	}
}

// A filing is a Sink that takes the files that go with messages.
type filing struct{ files, texts []string }

func (f *filing) Thread(Thread) error { return nil }

func (f *filing) Message(m Message) error {
	f.files, f.texts = append(f.files, m.Files...), append(f.texts, m.Text)
	return nil
}

// TestFilesOfARoom: a file that a log names comes along with its message, by
// whatever path it was known on the machine of then.
func TestFilesOfARoom(t *testing.T) {
	dir := folderOf(t, map[string]string{
		"SystemPrompt.txt": "You are a librarian.", "attachments/rain.png": tinyPNG, "attachments/list.txt": "tea", "generated_images/rain.png": tinyPNG,
		"attachments/a.mp4": "x", "attachments/api_key.txt": "k", "attachments/never said.txt": "y",
		"log.txt": "## USER:user\n見て。 [ファイル添付: /home/alex/nexus/characters/Room/attachments/rain.png]\n[ファイル添付: C:\\nexus\\attachments\\list.txt]\n" +
			"## AGENT:Room\n[Generated Image: characters/Room/generated_images/rain.png]\n" +
			"## USER:user\n[ファイル添付: /etc/passwd] [ファイル添付: ../../attachments/../../secret.png] [VIEW_IMAGE: /tmp/gradio/3/rain.png]\n",
	})
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b, err := s.Being()
	if err != nil {
		t.Fatal(err)
	}
	var f filing
	left, err := s.Read(t.Context(), Options{Other: b.Called}, &f)
	want := []string{"attachments/rain.png", "attachments/list.txt", "attachments/generated-rain.png", "attachments/rain.png"}
	if err != nil || !slices.Equal(f.files, want) {
		t.Errorf("%q, %v", f.files, err)
	}
	if texts := []string{"見て。 [rain.png]\n[list.txt]", "[rain.png]", "[passwd] [secret.png] [rain.png]"}; !slices.Equal(f.texts, texts) {
		t.Errorf("%q", f.texts)
	}
	if len(b.Big) != 4 || b.Big["attachments/never said.txt"] == "" {
		t.Errorf("%v", b.Big)
	}
	for _, l := range []Left{{"attachment", WhyMedia, 2, ""}, {"attachment .mp4", WhyMedia, 1, ""}, {"attachments/api_key.txt", WhySecret, 1, ""}} {
		if !slices.Contains(left.List(), l) {
			t.Errorf("%v is not told: %v", l, left.List())
		}
	}
}

// TestSamples reads what other programs made, where it is at hand.
func TestSamples(t *testing.T) {
	root := os.Getenv("YUMORI_SAMPLES")
	if root == "" {
		t.Skip("YUMORI_SAMPLES names no folder")
	}
	s, err := Open(t.Context(), filepath.Join(root, "nexus-ark", "Olivie"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b, err := s.Being()
	if err != nil || b.Name != "オリヴェ" || b.Portrait == "" || len(b.Files) < 3 || b.Big["knowledge/world_settings.txt"] == "" {
		t.Errorf("%+v %v", b, err)
	}
	var n notebook
	if _, err := s.Read(t.Context(), Options{Other: b.Called}, &n); err != nil || len(n.lines) != 2 {
		t.Errorf("%v %v", n.lines, err)
	}
}
