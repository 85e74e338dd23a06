package companion

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"yumori/episodic"
	"yumori/internal/llm/instant"
	"yumori/internal/tagfilter"
	"yumori/internal/transcript"
	"yumori/motivation"
)

// The ten years that are loaded: what issue 4 names, and one episode, one
// insight, three facts and a fifth of a goal for each day.
const (
	lifeDays      = 3650
	lifeExchanges = 50_000
	lifeEntities  = 2_000
	lifeFacts     = 10_000
	lifeGoals     = 730
)

var lifeEnd = time.Date(2026, 11, 21, 20, 0, 0, 0, time.FixedZone("", 9*3600))

// A life writes the files of a persona, past the store.
type life struct {
	tb    testing.TB
	dir   string
	files map[string]*strings.Builder
}

// row adds an element to a JSON array, or to the part of a file that it is.
func (l *life) row(name, format string, args ...any) {
	b := l.files[name]
	if b == nil {
		b = &strings.Builder{}
		l.files[name] = b
	} else {
		b.WriteString(",\n")
	}
	fmt.Fprintf(b, format, args...)
}

func (l *life) text(name string) string {
	if b := l.files[name]; b != nil {
		delete(l.files, name)
		return b.String()
	}
	return ""
}

// put writes a file as it was an hour ago.
func (l *life) put(name, text string) {
	l.tb.Helper()
	file := filepath.Join(l.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		l.tb.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		l.tb.Fatal(err)
	}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(file, past, past); err != nil {
		l.tb.Fatal(err)
	}
}

func messageID(n int) string { return fmt.Sprintf("01K%023d", n) }

// live writes days of a life, the same each day.
func (l *life) live(days int) {
	n := 0
	for d := range days {
		l.day(d, lifeEnd.AddDate(0, 0, d+1-days))
		for ; n*days < (d+1)*days*lifeExchanges/lifeDays; n++ {
			l.exchange(n, lifeEnd.AddDate(0, 0, d+1-days).Add(time.Duration(n%13-20)*30*time.Minute))
		}
	}
	for i := range lifeEntities * days / lifeDays {
		l.put(fmt.Sprintf("entity_memory/Person %d.md", i), fmt.Sprintf("# Entity Memory: Person %d\nCreated: 2020-01-01 12:00:00 +09:00\n\n%s", i,
			strings.Repeat(fmt.Sprintf("Person %d likes thing %d, and said so. 好物は%d。 <!-- src: %s -->\n\n", i, i, i, messageID(2*i)), 8)))
	}
	for i := range lifeFacts * days / lifeDays {
		at := lifeEnd.AddDate(0, 0, 1+i*lifeDays/lifeFacts-days)
		name := yearly("bank/world", ".md", at)
		if l.files[name] == nil {
			l.row(name, "# World\n")
		}
		fmt.Fprintf(l.files[name], "\n- @Person %d: likes thing number %d very much. <!-- id: w_%010d; src: %s; time: %s; category: preference; importance: 0.6 -->", i%lifeEntities, i, i, messageID(2*i), at.Format(time.RFC3339))
	}
	l.write()
}

// day is what a night leaves of a day.
func (l *life) day(d int, at time.Time) {
	date := at.Format(time.DateOnly)
	l.row(monthly("episodic_memory/episodic_memory", at), `  {"id":"episode_%s_001","date":%q,"kind":"lived","summary":%q,"compressed":false,"arousal":0.5,"arousal_max":0.7,"sources":[%q,%q],"created_at":%q}`,
		date, date, strings.Repeat("We talked about the garden and what to plant in spring. ", 18), messageID(26*d), messageID(26*d+1), at.Format(time.RFC3339))
	l.row(yearly("memory/insights", ".json", at), `  {"id":"insight_%s_001","created_at":%q,"trigger_topic":"the garden","insight":%q,"strategy":"Ask about the spring.","log_entry":%q,"kind":"dreamed","sources":[%q]}`,
		date, at.Format(time.RFC3339), strings.Repeat("What grows is tended. ", 10), strings.Repeat("I walked in a garden. ", 20), messageID(26*d))
	l.put("memory/"+date+".md", "# "+date+"\n\n## [12:00:00] note\n\nThe garden.\n")
	if d%5 == 0 {
		l.row("goals", `{"id":"sh_%d","goal":"goal number %d, of some words","created_at":%q,"status":"completed","progress_notes":[{"time":%[3]q,"note":"a step","sources":[%[4]q]}],"priority":%[5]d,"kind":"lived","sources":[%[4]q],"completed_at":%[3]q,"reason":"reached"}`,
			d, d, at.Format(time.RFC3339), messageID(26*d), 1+d%5)
	}
	if d >= 20 {
		return // nights leave the last 20 closed questions in the file
	}
	l.row("questions", `{"id":"qu_%d","topic":"topic %d","context":%q,"priority":0.5,"source_date":%q,"raised_at":%q,"kind":"inferred","sources":[%q],"state":"resolved","answer":"It is so.","evidence":["he said so"],"answer_sources":[%[6]q],"resolved_at":%[5]q,"converted":"FACT"}`,
		d, d, strings.Repeat("word ", 20), date, at.Format(time.RFC3339), messageID(26*d))
}

// exchange is a message, its reply, and what it did.
func (l *life) exchange(n int, at time.Time) {
	user, reply, stamp := messageID(2*n), messageID(2*n+1), at.Format(time.RFC3339)
	l.row(monthly("memory/session_arousal", at), `{"time":%q,"user":%q,"reply":%q,"kind":"lived","before":{"emotion":"","intensity":0,"curiosity":0,"relatedness":0},"after":{"emotion":"joy","intensity":0.8,"curiosity":0,"relatedness":0.16},"arousal":0.768}`, stamp, user, reply)
	l.row(monthly("memory/emotion_log", at), `{"id":"em_%012d","timestamp":%q,"type":"persona","category":"joy","intensity":0.8,"kind":"lived","sources":[%q]}`, n, stamp, reply)
	parent := ""
	if n > 0 {
		parent = messageID(2*n - 1)
	}
	log := "log_archives/" + at.UTC().Format("2006-01") + ".jsonl"
	if at.UTC().Format("2006-01") == lifeEnd.UTC().Format("2006-01") {
		log = "log.jsonl"
	}
	if l.files[log] == nil {
		l.files[log] = &strings.Builder{}
	}
	fmt.Fprintf(l.files[log], `{"kind":"message","id":%q,"parent":%q,"role":"user","time":%q,"text":"Message number %d about the harbour."}`+"\n", user, parent, stamp, n)
	fmt.Fprintf(l.files[log], `{"kind":"message","id":%q,"parent":%q,"role":"persona","time":%q,"text":"Reply number %d about the ferry."}`+"\n", reply, user, stamp, n)
}

// monthly is the file of a month.
func monthly(name string, at time.Time) string {
	if at.Format("2006-01") == lifeEnd.Format("2006-01") {
		return name + ".json"
	}
	return name + "_archived_" + at.Format("2006-01") + ".json"
}

// yearly is the file of a year.
func yearly(name, ext string, at time.Time) string {
	if at.Year() == lifeEnd.Year() {
		return name + ext
	}
	return name + "_archived_" + at.Format("2006") + ext
}

func (l *life) write() {
	l.put("goals.json", `{"completed":[`+l.text("goals")+`]}`)
	questions := l.text("questions")
	l.put("memory/internal_state.json", `{"drives":{"boredom":{},"curiosity":{"open_questions":[]},"goal_achievement":{},"relatedness":{}},"closed_questions":[`+questions+`]}`)
	for name, b := range l.files {
		switch filepath.Ext(name) {
		case ".json":
			l.put(name, "[\n"+b.String()+"\n]\n")
		default:
			l.put(name, b.String()+"\n")
		}
	}
}

// lived makes a home in which Luna has lived for days.
func lived(tb testing.TB, days int) (home string) {
	tb.Helper()
	home = tb.TempDir()
	h, err := openLife(tb, home)
	if err != nil {
		tb.Fatal(err)
	}
	h.Close()
	l := &life{tb: tb, dir: filepath.Join(home, "personas", "luna"), files: map[string]*strings.Builder{}}
	l.live(days)
	h, err = openLife(tb, home) // takes what was written into the history
	if err != nil {
		tb.Fatal(err)
	}
	h.Close()
	return home
}

func openLife(tb testing.TB, home string) (*Home, error) {
	tb.Helper()
	h, err := openHome(tb.Context(), Options{
		Home: home, Builtin: instant.Model{}, Samples: samples(), Now: func() time.Time { return lifeEnd.Add(time.Minute) },
	})
	if err != nil {
		return nil, err
	}
	s, err := h.Settings().With("recall.auto", "false")
	if err != nil {
		return nil, err
	}
	return h, h.Change(s)
}

// TestALongLifeIsSound has doctor look at a year of the life that the benchmark
// is about, so that the benchmark is about a healthy one.
func TestALongLifeIsSound(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("writes some thousand files")
	}
	h, err := openLife(t, lived(t, 120))
	must(t, err)
	defer h.Close()
	found, err := h.Doctor(context.Background())
	must(t, err)
	for _, d := range found {
		for i, p := range d.Problems {
			if i == 10 {
				t.Errorf("and %d more", len(d.Problems)-i)
				break
			}
			t.Errorf("doctor: %s: %s: %s", d.Place, p.Name, p.What)
		}
	}
	c := luna(t, h)
	if got := len(c.mind.Episodes.Episodes()); got != 120 {
		t.Errorf("%d episodes", got)
	}
	if got, err := c.mind.Motives.Emotions(time.Time{}, lifeEnd); err != nil || len(got) != 1644 {
		t.Errorf("%d emotions, %v", len(got), err)
	}
}

// BenchmarkTenYears is a persona of ten years beside one of a month: to open
// its stores and show the first screen (bar: 1 s, 150 MB), and to book an
// exchange (bar: 10 ms). "ratio" is ten years over a month.
func BenchmarkTenYears(b *testing.B) {
	homes := map[int]string{}
	took := map[string]time.Duration{}
	for _, days := range []int{30, lifeDays} {
		homes[days] = lived(b, days)
	}
	for _, x := range []struct {
		name string
		run  func(b *testing.B, home string)
	}{
		{"load", benchLoad}, {"everything", benchEverything}, {"turn", benchBooking}, {"prompt", benchInner}, {"retract", benchRetract},
	} {
		for _, days := range []int{30, lifeDays} {
			b.Run(fmt.Sprintf("%s/days=%d", x.name, days), func(b *testing.B) {
				x.run(b, homes[days])
				key := fmt.Sprint(x.name, days)
				took[key] = b.Elapsed() / time.Duration(b.N)
				if short := took[x.name+"30"]; days == lifeDays && short > 0 {
					b.ReportMetric(float64(took[key])/float64(short), "ratio")
				}
			})
		}
	}
}

func mib(b *testing.B, f func()) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, "MB")
}

// benchLoad opens the home and does what the first screen asks for.
func benchLoad(b *testing.B, home string) {
	var h *Home
	open := func() {
		var err error
		if h, err = openLife(b, home); err != nil {
			b.Fatal(err)
		}
		c, err := h.Companion(b.Context(), "luna")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := c.Conversation.Page(transcript.Cursor{}, 60); err != nil {
			b.Fatal(err)
		}
		if m := c.Mind(); m.Episodes == 0 {
			b.Fatal("no episodes")
		}
		if _, err := c.Conversation.PlanNow(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		open()
		b.StopTimer()
		h.Close()
		b.StartTimer()
	}
	b.StopTimer()
	mib(b, open)
	h.Close()
}

// benchEverything reads all that the stores have, as taking a message back
// does the first time.
func benchEverything(b *testing.B, home string) {
	for b.Loop() {
		b.StopTimer()
		h, err := openLife(b, home)
		if err != nil {
			b.Fatal(err)
		}
		c, err := h.Companion(b.Context(), "luna")
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		mib(b, func() {
			if list, err := c.mind.Derived(messageID(0)); err != nil || len(list) == 0 {
				b.Fatal(list, err)
			}
			if list, err := c.mind.Motives.Emotions(time.Time{}, lifeEnd); err != nil || len(list) == 0 {
				b.Fatal(err)
			}
		})
		runtime.KeepAlive(c)
		b.StopTimer()
		h.Close()
		b.StartTimer()
	}
}

// benchBooking is what a turn books behind its reply: that the user spoke, what
// was told in passing, the emotion, a resonance, the arousal.
func benchBooking(b *testing.B, home string) {
	h, err := openLife(b, home)
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	c, err := h.Companion(b.Context(), "luna")
	if err != nil {
		b.Fatal(err)
	}
	episodes := c.mind.Episodes.Window(lifeEnd, episodic.LookBack)
	at, n, cpu := lifeEnd.Add(time.Minute), lifeExchanges, time.Duration(0)
	for b.Loop() {
		b.StopTimer() // the history is at rest, as it is a minute after the last turn
		if err := c.dir.Sync(b.Context()); err != nil {
			b.Fatal(err)
		}
		runtime.GC() // nor is what that left the turn's to clear away
		n, at = n+1, at.Add(time.Second)
		user := transcript.Message{ID: transcript.ID(messageID(2 * n)), Role: transcript.RoleUser, Time: at, Text: fmt.Sprintf("I like heron number %d very much. My cat is called Tama.", n)}
		r := reply{
			before: c.mind.MotivesNow(),
			kept:   transcript.Message{ID: transcript.ID(messageID(2*n + 1)), Parent: user.ID, Role: transcript.RolePersona, Time: at, Text: "Good to hear."},
			tags: []tagfilter.Tag{
				{Name: tagfilter.Emotion, Of: string(motivation.Joy), Value: float64(n%5) / 10},
				{Name: tagfilter.Memory, Of: episodes[0].ID, Value: float64(n % 2)},
			},
		}
		b.StartTimer()
		start := processTime()
		c.Conversation.noteSpoken(user)
		c.Learning.capture(user)
		c.Learning.recordExchange(user, r)
		c.Conversation.writeSpoken()
		cpu += processTime() - start
	}
	b.ReportMetric(cpu.Seconds()*1000/float64(b.N), "cpu-ms/op")
	if x, ok := c.mind.Exchanges.Of(messageID(2*n + 1)); !ok || x.Arousal == 0 && n%5 != 0 {
		b.Fatal("nothing was booked")
	}
}

// benchInner makes the mind's layers of the prompt.
func benchInner(b *testing.B, home string) {
	h, err := openLife(b, home)
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	c, err := h.Companion(b.Context(), "luna")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if layers, err := c.prompts.Inner(c.mind.MotivesNow(), nil); err != nil || len(layers) == 0 {
			b.Fatal(layers, err)
		}
	}
}

// benchRetract takes a message of the last day back, the first time that this
// is asked of a persona that was just opened (bar: 200 ms).
func benchRetract(b *testing.B, home string) {
	for b.Loop() {
		b.StopTimer()
		h, err := openLife(b, home)
		if err != nil {
			b.Fatal(err)
		}
		c, err := h.Companion(b.Context(), "luna")
		if err != nil {
			b.Fatal(err)
		}
		c.work.Wait()
		id := c.log.Head()
		b.StartTimer()
		if fell, err := c.Conversation.Retract(id); err != nil || len(fell) == 0 {
			b.Fatal(fell, err)
		}
		b.StopTimer()
		if err := c.Conversation.Restore(id); err != nil {
			b.Fatal(err)
		}
		h.Close()
		b.StartTimer()
	}
}
