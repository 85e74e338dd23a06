package dreaming

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"yumori/dreaming/record"
	"yumori/dreaming/rules"
	"yumori/episodic"
	"yumori/internal/facts"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

// read returns the texts that a dream took in.
func (w *world) read(r record.Record) []string {
	w.t.Helper()
	var list []string
	for _, id := range r.Inputs.Messages {
		m, err := w.log.Find(transcript.ID(id))
		if err != nil {
			w.t.Fatal(err)
		}
		if m.Role == transcript.RoleUser {
			list = append(list, m.Text)
		}
	}
	return list
}

func wantRead(t *testing.T, w *world, r record.Record, want ...string) {
	t.Helper()
	if got := w.read(r); !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
}

// TestOnlyWhatIsNew dreams night after night.
func TestOnlyWhatIsNew(t *testing.T) {
	w := newWorld(t, "en")
	p := New(w.deps)
	w.at(17, 12)
	w.says("I planted beans on Tuesday.", "Good.")
	w.at(18, 20)
	w.says("The beans came up on Wednesday.", "So fast.")
	w.at(19, 3)
	r := w.dreams(p, Request{})
	wantRead(t, w, r, "I planted beans on Tuesday.", "The beans came up on Wednesday.")
	if !slices.Equal(r.Inputs.Days, []episodic.Date{"2026-11-17", "2026-11-18"}) {
		t.Errorf("days: %v", r.Inputs.Days)
	}
	if got := w.episodes(); !slices.Equal(got, []string{"2026-11-17", "2026-11-18"}) {
		t.Errorf("episodes of %v", got)
	}
	w.at(19, 20)
	w.says("A snail ate the beans.", "Oh no.")
	w.at(20, 3)
	r = w.dreams(New(w.deps), Request{}) // another start of the program
	wantRead(t, w, r, "A snail ate the beans.")
	if r.ID != "2026-11-20-1" {
		t.Errorf("the id is %s", r.ID)
	}
}

func (w *world) episodes() []string {
	w.t.Helper()
	j, err := episodic.Open(w.dir, episodic.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	var list []string
	for _, e := range j.Episodes() {
		if e.Type == episodic.Ordinary {
			list = append(list, string(e.Date))
		}
	}
	return list
}

// TestADayHasASecondEvent dreams in the middle of a day: in the next night the
// day's episode tells all of it, and there is one.
func TestADayHasASecondEvent(t *testing.T) {
	w := newWorld(t, "en")
	p := New(w.deps)
	w.at(20, 1)
	w.says("I could not sleep because the storm tore the roof off the shed.", "How frightening.")
	w.at(20, 4)
	r := w.dreams(p, Request{Date: "2026-11-19"})
	if r.ID != "2026-11-19-1" {
		t.Errorf("the id is %s", r.ID)
	}
	w.at(20, 19)
	w.says("My brother Jonas came and we nailed new boards on the shed.", "Well done, both of you.")
	w.at(21, 3)
	r = w.dreams(p, Request{Date: "2026-11-20"})
	wantRead(t, w, r, "My brother Jonas came and we nailed new boards on the shed.")
	j, err := episodic.Open(w.dir, episodic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := j.Episodes()
	if len(list) != 1 || !strings.Contains(list[0].Summary, "storm") || !strings.Contains(list[0].Summary, "Jonas") {
		t.Fatalf("episodes: %+v", list)
	}
	if len(list[0].Sources) < 2 {
		t.Errorf("it rests on %v", list[0].Sources)
	}
	c := changeOf(t, r, record.KindEpisode, "")
	if c.Before == nil || c.After == nil {
		t.Errorf("the episode told anew: %+v", c)
	}

	// Somebody's own words stay, and what is new is added.
	e := list[0]
	e.Summary = "My own words about the storm."
	if _, err := j.Put(e, store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	w.at(20, 21)
	w.says("The neighbours brought soup for all of us.", "Kind people.")
	w.at(21, 4)
	w.dreams(p, Request{Date: "2026-11-20"})
	list = j.Episodes()
	if len(list) != 1 || !strings.HasPrefix(list[0].Summary, "My own words about the storm.") || !strings.Contains(list[0].Summary, "soup") {
		t.Errorf("episodes: %+v", list)
	}
}

// TestBranchesAndRetractions leaves out what was left and what was taken back.
func TestBranchesAndRetractions(t *testing.T) {
	w := newWorld(t, "en")
	w.says("Root.", "Yes.")
	root := w.log.Head()
	w.says("I will marry Anna in May.", "Congratulations!")
	u, err := w.log.Append(transcript.Message{Parent: root, Role: transcript.RoleUser, Text: "I will marry Bea in June.", Time: w.now})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.log.Append(transcript.Message{Parent: u.ID, Role: transcript.RolePersona, Text: "Oh!", Time: w.now}); err != nil {
		t.Fatal(err)
	}
	secret, _ := w.says("My bank code is 1234.", "I did not hear that.")
	if err := w.log.Retract(secret, store.Cause{}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.log.Append(transcript.Message{Parent: w.log.Head(), Role: transcript.RoleNote, Text: "searched", Time: w.now}); err != nil {
		t.Fatal(err)
	}
	w.at(21, 3)
	r := w.dreams(New(w.deps), Request{})
	wantRead(t, w, r, "Root.", "I will marry Bea in June.")
	for name, text := range w.files("log", "dreams/") {
		if strings.Contains(text, "Anna") || strings.Contains(text, "1234") {
			t.Errorf("%s has what was left or taken back", name)
		}
	}
}

// TestSpans dreams of a stretch of time: what was not dreamt of before, and on
// demand all of it.
func TestSpans(t *testing.T) {
	w := newWorld(t, "en")
	p := New(w.deps)
	for day := 10; day <= 14; day++ {
		w.at(day, 12)
		w.says("Event of day "+string(rune('A'+day-10))+".", "Noted.")
	}
	w.at(15, 3)
	from := w.now.AddDate(0, 0, -3) // the 12th at three
	r := w.dreams(p, Request{From: from, To: w.now.AddDate(0, 0, -1)})
	wantRead(t, w, r, "Event of day C.", "Event of day D.")
	r = w.dreams(p, Request{From: from})
	wantRead(t, w, r, "Event of day E.")
	if _, err := p.Dream(t.Context(), Request{From: from}); !errors.Is(err, ErrNothing) {
		t.Errorf("nothing is new: %v", err)
	}
	r = w.dreams(p, Request{From: from, Again: true})
	wantRead(t, w, r, "Event of day C.", "Event of day D.", "Event of day E.")
	if got := w.episodes(); len(got) != 3 {
		t.Errorf("episodes of %v", got)
	}
	w.at(15, 12)
	w.says("Event of day F.", "Noted.")
	r = w.dreams(p, Request{})
	wantRead(t, w, r, "Event of day F.") // the 10th and 11th are a backfill's
	var page []transcript.Message
	for _, m := range []string{"Said by heart."} {
		page = append(page, transcript.Message{ID: "heart", Role: transcript.RoleUser, Text: m, Time: w.now})
	}
	if r, err := p.Dream(t.Context(), Request{Said: page}); err != nil || !slices.Equal(r.Inputs.Messages, []string{"heart"}) {
		t.Errorf("what was said by heart: %v, %v", r.Inputs.Messages, err)
	}
}

// TestAFailedStageKeepsItsInput lets one stage fail: its cursor stays, and the
// next dream gives it what it missed, and only that to it.
func TestAFailedStageKeepsItsInput(t *testing.T) {
	w := newWorld(t, "en")
	u, _ := w.says("My sister Mika lives in Kyoto.", "I see.")
	full := []byte("# World\n\n\xff\xfe\n") // no text: it is not written over
	if err := w.dir.Write("bank/world.md", full, store.Cause{}); err != nil {
		t.Fatal(err)
	}
	w.at(21, 3)
	ev := []record.Evidence{{Message: string(u), Quote: "Mika"}}
	learned := rules.Extraction{Facts: []rules.Learned{{Type: facts.World, Text: "Mika lives in Kyoto.", Confidence: 1, Evidence: ev}}}
	ref := rules.Reflection{Topic: "Mika", Insight: "Family matters.", Evidence: ev}
	r := w.thinks(New(w.deps), Request{}, ref, rules.Resolution{}, learned)
	if s := r.Stage(record.StageRetain); r.State != record.StatusPartly || s.State != record.StatusFailed || len(s.Problems) == 0 || s.Cursor != nil {
		t.Fatalf("%s: %+v", r.State, s)
	}
	for _, c := range r.Changes {
		if c.Stage == record.StageRetain {
			t.Errorf("of a stage that failed: %+v", c)
		}
	}
	if err := w.dir.Write("bank/world.md", []byte("# World\n"), store.Cause{}); err != nil {
		t.Fatal(err)
	}
	w.at(22, 3)
	r = w.thinks(New(w.deps), Request{}, ref, rules.Resolution{}, learned)
	wantRead(t, w, r, "My sister Mika lives in Kyoto.")
	changeOf(t, r, record.KindFact, "Mika lives in Kyoto.")
	for _, c := range r.Changes {
		if c.Stage == record.StageReflect || c.Stage == record.StageEpisodes {
			t.Errorf("done twice: %s %s", c.Stage, c.Title)
		}
	}
	if _, err := New(w.deps).Dream(t.Context(), Request{}); !errors.Is(err, ErrNothing) {
		t.Errorf("nothing is new: %v", err)
	}
}

// TestEchoes learns nothing from a reply that repeats what was recalled.
func TestEchoes(t *testing.T) {
	const memory = "Ken said: My sister Mika plays the oboe in the town orchestra of Sakai."
	w := newWorld(t, "en")
	_, reply := w.says("Good morning.", "Your sister Mika plays the oboe in the town orchestra of Sakai. I would like to hear her one day.")
	_, other := w.says("Nice day.", "Yes, very.")
	w.deps.Brought = func(_ context.Context, m transcript.Message) ([]string, bool) {
		if m.ID == reply {
			return []string{memory}, false
		}
		return nil, m.ID == other
	}
	w.at(21, 3)
	p := New(w.deps)
	n, err := p.begin(t.Context(), p.filled(Request{}))
	if err != nil {
		t.Fatal(err)
	}
	in := n.read.material(t.Context(), n.said.fresh)
	if got := in.Lines[1]; got.Text != "I would like to hear her one day." || len(got.Brought) != 1 {
		t.Errorf("the reply is %+v", got)
	}
	if !in.Lines[3].Foreign || in.Lines[1].Foreign {
		t.Error("the wrong reply had text of others before it")
	}
	if n.rec.Echoes != 1 {
		t.Errorf("%d echoes", n.rec.Echoes)
	}
	n.read.material(t.Context(), n.said.fresh)
	if n.rec.Echoes != 1 {
		t.Errorf("%d echoes after a second look", n.rec.Echoes)
	}
	w.dreams(p, Request{})
	for name, text := range w.files("log", "dreams/") {
		if strings.Contains(text, "oboe") {
			t.Errorf("%s has the echo:\n%s", name, text)
		}
	}
}

func TestWithoutEchoes(t *testing.T) {
	for _, tc := range []struct {
		name, reply string
		recalled    []string
		want        string
		echoes      int
	}{
		{"nothing recalled", "You like tea with honey.", nil, "You like tea with honey.", 0},
		{"short is no echo", "I know.", []string{"I know that you like tea."}, "I know.", 0},
		{"repeated", "You told me that your cat Momo hates thunder. Poor thing!", []string{"Your cat Momo hates thunder, you told me."}, "Poor thing!", 1},
		{"japanese", "前に、妹のミカが京都で働いていると言っていたね。また会えるといいね。", []string{"妹のミカが京都で働いている、と前に言っていた。"}, "また会えるといいね。", 1},
		{"quoted", "Good. You told me a while ago: your cat Momo hates thunder.", []string{"Ken has a house. Your cat Momo hates thunder."}, "Good.", 1},
		{"quoted, japanese", "前に話してくれましたね、ドレスデンの遊園地の事故以来、飛行船が怖い。お大事に。", []string{"ドレスデンの遊園地の事故以来、飛行船が怖い。"}, "お大事に。", 1},
		{"about it, but new", "Momo will be glad that the storm has passed by now.", []string{"Your cat Momo hates thunder, you told me."}, "Momo will be glad that the storm has passed by now.", 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got, n := withoutEchoes(tc.reply, tc.recalled); got != tc.want || n != tc.echoes {
				t.Errorf("%q with %d echoes, want %q with %d", got, n, tc.want, tc.echoes)
			}
		})
	}
}

// TestOneAtATime refuses a dream while another is under way.
func TestOneAtATime(t *testing.T) {
	w := newWorld(t, "en")
	w.aDay()
	w.at(21, 3)
	var p *Pipeline
	tried := false
	w.deps.Alone = func(f func() error) error {
		if !tried {
			tried = true
			if _, err := p.Dream(t.Context(), Request{}); !errors.Is(err, record.ErrDreaming) {
				t.Errorf("a dream in a dream: %v", err)
			}
		}
		return f()
	}
	p = New(w.deps)
	r := w.dreams(p, Request{})
	if !tried {
		t.Error("nothing was tried")
	}
	d, err := record.Open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	r.State = record.StatusRunning
	if err := d.Save(r); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Undo(t.Context(), r.ID, ""); !errors.Is(err, record.ErrDreaming) {
		t.Errorf("a dream undone while it runs: %v", err)
	}
}

// TestRecordsThatCannotBeRead keep nobody from dreaming, and are named.
func TestRecordsThatCannotBeRead(t *testing.T) {
	w := newWorld(t, "en")
	w.aDay()
	for name, text := range map[string]string{
		"2026-11-19-1.json": "{", "2026-11-18-1.json": `{"schema": 99, "id": "2026-11-18-1"}`,
		"2026-11-17-1.json": `{"schema":1,"id":"2026-11-16-1"}`, "notes.txt": "mine",
	} {
		if err := w.dir.Write("dreams/"+name, []byte(text), store.Cause{}); err != nil {
			t.Fatal(err)
		}
	}
	w.at(21, 3)
	r := w.dreams(New(w.deps), Request{})
	d, err := record.Open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.List()
	if err != nil || len(list) != 4 || list[0].ID != r.ID || list[1].State != record.StatusFailed {
		t.Errorf("list: %+v, %v", list, err)
	}
	if _, err := d.Read("2026-11-19-1"); !errors.Is(err, store.ErrUnreadable) {
		t.Errorf("a damaged record: %v", err)
	}
	for _, id := range []string{"", "..", "2026-11-21-0", "2026-11-21-1/../x", "2030-01-01-1"} {
		if _, err := d.Read(id); !errors.Is(err, record.ErrNoDream) {
			t.Errorf("read %q: %v", id, err)
		}
	}
	if problems := d.Check(t.Context()); len(problems) != 3 {
		t.Errorf("problems: %+v", problems)
	}
}
