package imports

import (
	"context"
	"encoding/json"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"yumori/internal/store"
)

// A room of Nexus Ark is a folder with these files, of which newer rooms have
// some in another place:
//
//	room_config.json  SystemPrompt.txt  core_memory.txt  profile.png
//	notepad.md  research_notes.md  creative_notes.md      newer: in notes/, with notes/{archives,working_memories}/*.md
//	log.txt  log_archives/*.txt  log_archives/processed/*.txt      newer: logs/YYYY-MM.txt
//	memory/memory_main.txt  memory/memory_archived_*.txt  newer: memory/memory_{identity,diary}.txt
//	episodic_memory/episodic_memory.json, memory/episodic_memory.json   newer: memory/episodic/YYYY-MM.json
//	entity_memory/<name>.md             newer: memory/entities/<name>.md
//	goals.json  memory/insights.json  memory/secret_diary.txt   or in private/
//	memory/internal_state.json  memory/emotion_log.json
//	attachments/  generated_images/  avatar/<expression>.png  knowledge/  spaces/world_settings.txt
//
// A log is a message after the other, each under a line of who speaks; the last
// line of a message may say when that was and with which model. A file that goes
// with a message is named in its text, by its path on the machine of then:
//
//	## USER:user
//	Hello. [ファイル添付: /home/alex/nexus/characters/Olivie/attachments/rain.png]
//
//	2026-02-02 (Mon) 14:02:31 | gemini-2.5-flash
const (
	nexusConfig = "room_config.json"
	nexusPrompt = "SystemPrompt.txt"
)

var (
	nexusHead  = regexp.MustCompile(`^## (USER|AGENT|SYSTEM):(.+)$`)
	nexusOld   = regexp.MustCompile(`^## ([^:：]{1,60})[:：]\s*$`)
	nexusStamp = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2}) \([^)]{1,9}\) (\d{2}:\d{2}:\d{2})(?: \| (.{1,80}))?$`)
	// Thoughts of a model before it spoke, in the forms there were.
	nexusThoughts = regexp.MustCompile(`(?is)【Thoughts】.*?【/Thoughts】|\[THOUGHT\].*?\[/THOUGHT\]`)
	nexusThought  = regexp.MustCompile(`(?im)^\s*THOUGHT:.*$`)
)

// readNexusLog reads a log of Nexus Ark. Options name the two who speak in it; of
// those who speak beside them in a talk of several, nothing is taken.
func readNexusLog(ctx context.Context, r io.Reader, out *reading) error {
	n := nexusReader{reading: out}
	for line, err := range lines(r) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if err := n.line(strings.ToValidUTF8(string(line), "\uFFFD")); err != nil {
			return err
		}
	}
	return n.end()
}

// A nexusReader puts lines together to messages.
type nexusReader struct {
	*reading
	begun bool
	role  Role
	drop  string // who speaks, if that is neither of the two
	open  bool
	text  strings.Builder
}

func (n *nexusReader) line(line string) error {
	if role, drop, ok := n.speaker(line); ok {
		err := n.end()
		n.open, n.role, n.drop = true, role, drop
		return err
	}
	switch {
	case n.open && n.text.Len() <= MaxText:
		n.text.WriteString(line + "\n")
	case !n.open && strings.TrimSpace(line) != "":
		n.left.Add("preface", WhyUntitled)
	}
	return nil
}

// speaker reads a line of who speaks; drop is the name of one who is neither of
// the two.
func (n *nexusReader) speaker(line string) (role Role, drop string, ok bool) {
	if m := nexusHead.FindStringSubmatch(line); m != nil {
		switch name := strings.TrimSpace(m[2]); {
		case m[1] == "USER":
			return User, "", true
		case m[1] == "SYSTEM":
			return "", "SYSTEM", true
		case !n.isAgent(name):
			return "", name, true
		}
		return Other, "", true
	}
	m := nexusOld.FindStringSubmatch(line)
	if m == nil {
		return "", "", false
	}
	name := strings.TrimSpace(m[1])
	if wordRoles()[foldName(name)] == User || n.opt.User != "" && foldName(name) == foldName(n.opt.User) {
		return User, "", true
	}
	return Other, "", n.isAgent(name)
}

// isAgent reports whether a name is the persona's.
func (n *nexusReader) isAgent(name string) bool {
	names := strings.Split(n.opt.Other, "\n")
	return n.opt.Other == "" || slices.ContainsFunc(names, func(o string) bool { return foldName(o) == foldName(name) })
}

// end hands on what was said last.
func (n *nexusReader) end() error {
	text := strings.TrimSpace(n.text.String())
	n.text.Reset()
	if !n.open || text == "" {
		return nil
	}
	m := Message{Role: n.role}
	cut := strings.LastIndexByte(text, '\n') + 1
	if s := nexusStamp.FindStringSubmatch(strings.TrimSpace(text[cut:])); s != nil {
		m.Time, _ = time.ParseInLocation(time.DateTime, s[1]+" "+s[2], time.Local) // zero is unknown
		m.Model, text = s[3], text[:cut]
	}
	bare := nexusThought.ReplaceAllString(nexusThoughts.ReplaceAllString(text, ""), "")
	if bare != text {
		n.left.Add("thoughts", WhyThought)
	}
	bare, m.Files = n.attached(bare)
	m.Text = n.clean(bare)
	switch {
	case n.drop == "SYSTEM":
		n.left.Add("SYSTEM", WhyTool)
		return nil
	case n.drop != "":
		n.left.Add(n.drop, WhySpeaker)
		return nil
	case m.Text == "":
		return nil
	}
	if !n.begun {
		n.begun = true
		if err := n.sink.Thread(Thread{ID: "nexus", Linear: true}); err != nil {
			return err
		}
	}
	return n.sink.Message(m)
}

// nexus reads the room as a persona.
func (s *Source) nexus() (*Being, error) {
	b := &Being{Files: map[string][]byte{}, Big: map[string]string{}}
	var config struct {
		Room  string `json:"room_name"`
		Agent string `json:"agent_display_name"`
		User  string `json:"user_display_name"`
	}
	if data, err := s.read(nexusConfig); err == nil {
		_ = json.Unmarshal(data, &config) // names alone: the folder's has to do
	}
	b.Name = oneOf(config.Agent, config.Room, s.Name)
	b.UserName = config.User
	b.Called = strings.Join([]string{config.Agent, config.Room, s.Name}, "\n")
	var episodes []json.RawMessage
	for _, p := range s.parts {
		if err := s.nexusFile(b, p, &episodes); err != nil {
			return nil, err
		}
	}
	if len(episodes) > 0 {
		data, err := json.MarshalIndent(episodes, "", "  ")
		if err != nil {
			return nil, refuse(Damaged, "episodes: %v", err)
		}
		b.Files["episodic_memory/episodic_memory.json"] = data
	}
	slices.SortFunc(s.docs, byLogName)
	return b, nil
}

// A nexusPlace says where files of a room go. The pattern is one of their names;
// to is a file, or a folder if it ends in "/".
type nexusPlace struct {
	pattern *regexp.Regexp
	to      string
}

// nexusTexts are the texts of a room.
var nexusTexts = []nexusPlace{
	{regexp.MustCompile(`^core_memory\.txt$`), "core_memory.txt"},
	{regexp.MustCompile(`^(?:notes/)?notepad\.(?:md|txt)$`), "notepad.txt"},
	{regexp.MustCompile(`^(?:memory|private)/secret_diary\.txt$`), "memory/secret_diary.txt"},
	{regexp.MustCompile(`^memory/memory_diary\.txt$`), "memory/memory_main.txt"},
	{regexp.MustCompile(`^memory/memory_identity\.txt$`), "memory/memory_archived_identity.txt"},
	{regexp.MustCompile(`^memory/memory_(?:main|archived_[^/]*)\.txt$`), "memory/"},
	{regexp.MustCompile(`^(?:entity_memory|memory/entities)/[^/]+\.md$`), "entity_memory/"},
}

var (
	nexusLogs     = regexp.MustCompile(`^(?:log\.txt|(?:logs|log_archives|log_archives/processed)/[^/]+\.txt)$`)
	nexusNotes    = regexp.MustCompile(`^(?:memory/[^/]+\.(?:md|txt)|notes/(?:archives/|working_memories/)?[^/]+\.md|(?:research|creative)_notes\.md)$`)
	nexusEpisodes = regexp.MustCompile(`^(?:(?:memory|episodic_memory)/episodic_memory\.json|memory/episodic/[^/]+\.json)$`)
	nexusFiles    = regexp.MustCompile(`^(attachments|generated_images)/[^/]+$`)
	nexusFace     = regexp.MustCompile(`^avatar/(joy|contentment|protective|anxious|sadness|anger|neutral)\.png$`)
	nexusRead     = regexp.MustCompile(`^(?:knowledge/[^/]+\.(?:md|txt)|spaces/world_settings\.txt)$`)
	nexusOwn      = regexp.MustCompile(`^(?:room_config\.json|current_location\.txt|cache/.*)$`) // of the program itself
)

// nexusTextTo says where a text of a room goes; "" it is none.
func nexusTextTo(name string) string {
	for _, place := range nexusTexts {
		if !place.pattern.MatchString(name) {
			continue
		}
		if strings.HasSuffix(place.to, "/") {
			return place.to + path.Base(name)
		}
		return place.to
	}
	return ""
}

// nexusFile takes a file of a room.
func (s *Source) nexusFile(b *Being, p store.Part, episodes *[]json.RawMessage) error {
	base := path.Base(p.Name)
	if to := nexusTextTo(p.Name); to != "" {
		return s.take(b, p, to, nil)
	}
	for _, j := range nexusJSON {
		if j.pattern.MatchString(p.Name) {
			return s.takeJSON(b, p, j.to, j.mark)
		}
	}
	switch name := p.Name; {
	case nexusOwn.MatchString(name):
	case nexusLogs.MatchString(name):
		s.docs = append(s.docs, doc{name, func() (io.ReadCloser, error) { return s.given.Open(name) }})
	case name == nexusPrompt:
		return s.take(b, p, "SOUL.md", func(t string) string { return "# " + b.Name + "\n\n" + t })
	case name == "profile.png":
		b.Portrait = name
	case nexusFace.MatchString(name):
		b.Big["expressions/"+nexusFace.FindStringSubmatch(name)[1]+".png"] = name
	case nexusNotes.MatchString(name):
		return s.take(b, p, "memory/"+strings.TrimSuffix(base, path.Ext(base))+".md", nil)
	case nexusEpisodes.MatchString(name):
		return s.episodes(p, episodes)
	case nexusFiles.MatchString(name) && s.takeAttached(b, p):
	case nexusRead.MatchString(name):
		b.Big["knowledge/"+base] = name
	default:
		s.leave(p)
	}
	return nil
}

// byLogName orders logs by time: archives by their dates, months by theirs, and
// the running log last.
func byLogName(a, b doc) int {
	key := func(d doc) string {
		if d.name == "log.txt" {
			return "2"
		}
		if strings.HasPrefix(d.name, "logs/") {
			return "1" + d.name
		}
		return "0" + path.Base(d.name) // of log_archives/ and what is below it
	}
	return strings.Compare(key(a), key(b))
}

// oneOf returns the first that is not blank.
func oneOf(list ...string) string {
	for _, s := range list {
		if s = strings.TrimSpace(s); s != "" {
			return s
		}
	}
	return ""
}
