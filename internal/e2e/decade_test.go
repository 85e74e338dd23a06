package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What ten years leave, by the numbers of a mind with a past.
const (
	decadeDays     = 3650
	decadeTurns    = 50_000
	decadeEntities = 2_000
	decadeFacts    = 10_000
	decadeNights   = 600 // whose records are kept
)

// A decade writes a persona's files past the program.
type decade struct {
	tb    testing.TB
	dir   string
	end   time.Time
	files map[string]*strings.Builder
}

// liveTenYears makes homes of their own for a persona that has just been made
// and for one of ten years. bin is the program, which makes the persona.
func (d *desktop) liveTenYears(bin string) (fresh, old string) {
	d.t.Helper()
	fresh, old = d.t.TempDir(), d.t.TempDir()
	d.cli(bin, fresh, "state")
	d.cli(bin, old, "state")
	now := time.Now().UTC()
	l := &decade{tb: d.t, dir: filepath.Join(old, "personas", "luna"), files: map[string]*strings.Builder{},
		end: time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)}
	l.write()
	d.cli(bin, old, "config", "set", "autonomy.enabled", "false") // no dream in between
	d.cli(bin, old, "index", "--rebuild")
	return fresh, old
}

// cli runs a command of the program.
func (d *desktop) cli(bin, home string, args ...string) {
	d.t.Helper()
	cmd := exec.Command(bin, append([]string{"--home", home}, args...)...)
	cmd.Env = d.env
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Fatalf("%v\n%s", err, out)
	}
}

func (l *decade) put(name, text string) {
	l.tb.Helper()
	file := filepath.Join(l.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		l.tb.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		l.tb.Fatal(err)
	}
}

// add adds a line to a file, or an element to one that is a list.
func (l *decade) add(name, format string, args ...any) {
	b := l.files[name]
	if b == nil {
		b = &strings.Builder{}
		l.files[name] = b
	} else if strings.HasSuffix(name, ".json") {
		b.WriteString(",\n")
	} else {
		b.WriteString("\n")
	}
	fmt.Fprintf(b, format, args...)
}

// ofMonth is the file of a month of something that is archived by months.
func (l *decade) ofMonth(name string, at time.Time) string {
	if at.Format("2006-01") == l.end.Format("2006-01") {
		return name + ".json"
	}
	return name + "_archived_" + at.Format("2006-01") + ".json"
}

// ofYear is the file of a year of something that is archived by years.
func (l *decade) ofYear(name string, at time.Time) string {
	if at.Year() == l.end.Year() {
		return name + ".json"
	}
	return name + "_archived_" + at.Format("2006") + ".json"
}

func messageID(n int) string { return fmt.Sprintf("01K%023d", n) }

func (l *decade) write() {
	n := 0
	for d := range decadeDays {
		at := l.end.AddDate(0, 0, d-decadeDays)
		l.day(d, at)
		for ; n*decadeDays < (d+1)*decadeTurns; n++ {
			l.turn(n, at.Add(10*time.Hour+time.Duration(n%14)*20*time.Minute))
		}
	}
	for i := range decadeEntities {
		l.put(fmt.Sprintf("entity_memory/Person %d.md", i), fmt.Sprintf("# Entity Memory: Person %d\nCreated: 2020-01-01 12:00:00 +09:00\n\n%s", i,
			strings.Repeat(fmt.Sprintf("Person %d likes thing %d, and [[Person %d]] too. 好物は%d。 <!-- src: %s -->\n\n", i, i, i/2, i, messageID(2*i)), 8)))
	}
	for i := range decadeFacts {
		at := l.end.AddDate(0, 0, i*decadeDays/decadeFacts-decadeDays)
		name := "bank/world_archived_" + at.Format("2006") + ".md"
		if at.Year() == l.end.Year() {
			name = "bank/world.md"
		}
		if l.files[name] == nil {
			l.add(name, "# World\n")
		}
		l.add(name, "- @Person %d: likes thing number %d very much. <!-- id: w_%010d; src: %s; time: %s; category: preference; importance: 0.6 -->",
			i%decadeEntities, i, i, messageID(2*i), at.Format(time.RFC3339))
	}
	for name, b := range l.files {
		if strings.HasSuffix(name, ".json") {
			l.put(name, "[\n"+b.String()+"\n]\n")
		} else {
			l.put(name, b.String()+"\n")
		}
	}
}

// day is what a night leaves of a day.
func (l *decade) day(d int, at time.Time) {
	date, stamp := at.Format(time.DateOnly), at.Format(time.RFC3339)
	ids := []string{messageID(26 * d), messageID(26*d + 1)}
	l.add(l.ofMonth("episodic_memory/episodic_memory", at), `  {"id":"episode_%s_001","date":%q,"kind":"lived","summary":%q,"compressed":false,"arousal":0.5,"arousal_max":0.7,"sources":[%q,%q],"created_at":%q}`,
		date, date, strings.Repeat(fmt.Sprintf("On day %d we talked about the garden and what to plant in spring. ", d), 18), ids[0], ids[1], stamp)
	l.add(l.ofYear("memory/insights", at), `  {"id":"insight_%s_001","created_at":%q,"trigger_topic":"the garden","insight":%q,"strategy":"Ask about the spring.","log_entry":%q,"kind":"dreamed","sources":[%q]}`,
		date, stamp, strings.Repeat("What grows is tended. ", 10), strings.Repeat("I walked in a garden. ", 20), ids[0])
	l.put("memory/"+date+".md", "# "+date+"\n\n## [12:00:00] note\n\nThe garden.\n")
	if d < decadeDays-decadeNights {
		return
	}
	before, after := "It was so.", "It is so, and a little more."
	changes := []map[string]any{}
	for i := range 30 {
		changes = append(changes, map[string]any{"id": fmt.Sprint("c", i), "stage": "retain", "kind": "fact", "file": "bank/world.md", "title": fmt.Sprintf("Fact %d of day %d", i, d),
			"before": before, "after": after, "state": "applied", "evidence": []any{map[string]any{"message": ids[0], "quote": "Message number"}}})
	}
	night, err := json.Marshal(map[string]any{"schema": 1, "id": date + "-1", "date": date, "level": 1, "by": "rules", "at": stamp, "started": stamp, "state": "applied",
		"inputs": map[string]any{"messages": ids, "days": []string{date}, "hash": "x"}, "stages": []any{}, "changes": changes, "files": []any{}})
	if err != nil {
		l.tb.Fatal(err)
	}
	l.put("dreams/"+date+"-1.json", string(night))
}

// turn is a message, its reply, and what they did.
func (l *decade) turn(n int, at time.Time) {
	user, reply, stamp, parent := messageID(2*n), messageID(2*n+1), at.Format(time.RFC3339), ""
	if n > 0 {
		parent = messageID(2*n - 1)
	}
	l.add(l.ofMonth("memory/session_arousal", at), `{"time":%q,"user":%q,"reply":%q,"kind":"lived","before":{"emotion":"","intensity":0,"curiosity":0,"relatedness":0},"after":{"emotion":"joy","intensity":0.8,"curiosity":0,"relatedness":0.16},"arousal":0.768}`, stamp, user, reply)
	l.add(l.ofMonth("memory/emotion_log", at), `{"id":"em_%012d","timestamp":%q,"type":"persona","category":%q,"intensity":0.8,"kind":"lived","sources":[%q]}`,
		n, stamp, []string{"joy", "sadness", "anxious", "contentment"}[n%4], reply)
	log := "log_archives/" + at.Format("2006-01") + ".jsonl"
	if at.Format("2006-01") == l.end.Format("2006-01") {
		log = "log.jsonl"
	}
	l.add(log, `{"kind":"message","id":%q,"parent":%q,"role":"user","time":%q,"text":%q}`, user, parent, stamp, fmt.Sprintf("Message number %d about the harbour. %s", n, words(n)))
	l.add(log, `{"kind":"message","id":%q,"parent":%q,"role":"persona","time":%q,"text":%q}`, reply, user, stamp, fmt.Sprintf("Reply number %d about the ferry and 港のあかり. %s", n, words(n+7)))
}

// words is some text that is another for each number.
func words(n int) string {
	list := strings.Fields("boat lantern tide rope gull rain bread window stair letter garden winter spring kettle novel cat violin bridge wool salt")
	var out []string
	for range 5 + n%40 {
		n = (n*1103515245 + 12345) & 0x7fffffff
		out = append(out, list[n>>8%len(list)])
	}
	return strings.Join(out, " ") + "."
}
