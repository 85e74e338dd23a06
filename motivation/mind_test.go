package motivation

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"yumori/internal/memory"
)

func TestHeard(t *testing.T) {
	b := newBench(t)
	if got := b.Drives(b.Time, GoalPressure{}).Boredom; got != (Level{}) {
		t.Errorf("never spoken to: %v", got)
	}
	start := noon()
	for _, c := range []struct {
		name string
		at   time.Time
		now  time.Time
		want float64
	}{
		{"a day of silence", start, start.Add(24 * time.Hour), 0.482831},
		{"clock a year back", start, start.AddDate(-1, 0, 0), 0},
		{"spoke while the clock was back", start.AddDate(-1, 0, 0), start.AddDate(-1, 0, 0).Add(time.Hour), 0.103972},
		{"clock right again", start.Add(time.Hour), start.Add(2 * time.Hour), 0.103972},
		{"no time is now", time.Time{}, start.Add(time.Hour), 0.103972},
	} {
		if err := b.Heard(c.at, "m"); err != nil {
			t.Fatal(err)
		}
		if got := b.Drives(c.now, GoalPressure{}).Boredom.Value; !near(got, c.want) {
			t.Errorf("%s: %.6f, want %.6f", c.name, got, c.want)
		}
	}
	if err := b.Acted(Goal, start); err != nil {
		t.Fatal(err)
	}
	if got := b.Drives(start.Add(time.Hour), GoalPressure{}).Boredom.Value; !near(got, 0.103972) {
		t.Errorf("the persona's own act ended the silence: %.6f", got)
	}
}

// TestDaylight is a day of 23 and one of 25 hours in Berlin.
func TestDaylight(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		name   string
		spoke  time.Time
		silent float64 // hours until the same time of the next day
		want   float64
	}{
		{"forward", time.Date(2026, 3, 28, 12, 0, 0, 0, berlin), 23, 0.476708},
		{"back", time.Date(2026, 10, 24, 12, 0, 0, 0, berlin), 25, 0.488714},
		{"in the hour that comes twice", time.Date(2026, 10, 25, 2, 30, 0, 0, berlin), 25, 0.488714},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			now := c.spoke.AddDate(0, 0, 1)
			if c.name == "in the hour that comes twice" {
				now = c.spoke.Add(25 * time.Hour)
			}
			if err := b.Heard(c.spoke, "m"); err != nil {
				t.Fatal(err)
			}
			b.feel(t, Emotion{Protective, 1}, c.spoke, "r")
			again := b.open(t) // through the file
			d := again.Drives(now, GoalPressure{})
			if got := now.Sub(c.spoke).Hours(); got != c.silent {
				t.Fatalf("%v hours", got)
			}
			if !near(d.Boredom.Value, c.want) {
				t.Errorf("boredom %.6f, want %.6f", d.Boredom.Value, c.want)
			}
			if day, err := again.Emotions(Day.Since(now), now); err != nil || len(day) != 1 && c.name != "in the hour that comes twice" {
				t.Errorf("emotions of the day: %v, %v", day, err)
			}
		})
	}
}

func TestFelt(t *testing.T) {
	b := newBench(t)
	at := noon()
	for i, c := range []struct {
		e       Emotion
		from    Category
		bonding bool
	}{
		{Emotion{Anxious, 0.6}, Neutral, false},
		{Emotion{Protective, 0.9}, Anxious, false},
		{Emotion{Contentment, 0.5}, Protective, true},
		{Emotion{Joy, 0.8}, Contentment, false},
		{Emotion{Anxious, 0.2}, Joy, false},
		{Emotion{Joy, 0.8}, Anxious, true},
		{Emotion{Neutral, 0}, Joy, false},
	} {
		at = at.Add(time.Minute)
		shift, err := b.Felt(c.e, at, fmt.Sprint("m", i))
		if err != nil {
			t.Fatal(err)
		}
		if shift.From.Category != c.from || shift.To != c.e || shift.Bonding() != c.bonding {
			t.Errorf("%v: %v, bonding %v", c.e, shift, shift.Bonding())
		}
	}
	for _, e := range []Emotion{{"bliss", 0.5}, {"", 0}, {Joy, -0.1}, {Joy, 1.1}, {Joy, nan()}} {
		if _, err := b.Felt(e, at, "m"); !errors.Is(err, ErrBadEmotion) {
			t.Errorf("%v: %v", e, err)
		}
	}
	before := b.FileText(t, emotionFile)
	b.feel(t, Emotion{Neutral, 0}, at, "m6") // the same again
	if b.FileText(t, emotionFile) != before {
		t.Error("one report is in the log twice")
	}
	points, err := b.Emotions(time.Time{}, time.Time{})
	if err != nil || len(points) != 7 || points[1].Emotion != (Emotion{Protective, 0.9}) || points[1].Sources[0] != "m1" {
		t.Errorf("%v, %v", points, err)
	}
}

func nan() float64 { z := 0.0; return z / z }

// TestMonths keeps a file a month, whatever the clock does.
func TestMonths(t *testing.T) {
	b := newBench(t)
	times := []time.Time{
		noon().AddDate(0, -2, 0), noon().AddDate(0, -2, 1), noon().AddDate(0, -1, 0), noon(),
		noon().AddDate(-1, 0, 0), noon().AddDate(-1, 0, 1), noon().AddDate(0, 0, 1), // a clock set back a year, and right again
		noon().AddDate(0, 1, 0),
	}
	for i, at := range times {
		b.feel(t, Emotion{Joy, float64(i) / 10}, at, fmt.Sprint("m", i))
	}
	names, err := b.log.names()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{emotionFile, emotionArchive + "2026-11.json", emotionArchive + "2026-10.json", emotionArchive + "2026-09.json", emotionArchive + "2025-11.json"}
	if fmt.Sprint(names) != fmt.Sprint(want) {
		t.Errorf("files %v, want %v", names, want)
	}
	for _, m := range []*Mind{b.Mind, b.open(t)} {
		points, err := m.Emotions(time.Time{}, time.Time{})
		if err != nil || len(points) != len(times) {
			t.Fatalf("%d points, %v", len(points), err)
		}
		for i := range points[1:] {
			if points[i].Time.After(points[i+1].Time) {
				t.Errorf("not in order: %v", points)
			}
		}
		week, err := m.Emotions(Week.Since(noon().AddDate(0, 0, 2)), noon().AddDate(0, 0, 2))
		if err != nil || len(week) != 2 {
			t.Errorf("week: %v, %v", week, err)
		}
		month, err := m.Emotions(Month.Since(noon()), noon())
		if err != nil || len(month) != 2 {
			t.Errorf("month: %v, %v", month, err)
		}
	}
	if got := b.Snapshot(GoalPressure{}).Emotion; got != (Emotion{Joy, 0.7}) {
		t.Errorf("present emotion %v", got)
	}
}

// TestKilledBetween is a crash after the log was written and before the state
// was, and one while a month was moved.
func TestKilledBetween(t *testing.T) {
	b := newBench(t)
	b.feel(t, Emotion{Joy, 0.8}, noon(), "m1")
	state := b.FileText(t, stateFile)
	b.feel(t, Emotion{Anxious, 0.5}, noon().Add(time.Minute), "m2")
	b.PutFile(t, stateFile, state)
	b.Mind = b.open(t)
	if got := b.Snapshot(GoalPressure{}).Emotion; got != (Emotion{Anxious, 0.5}) {
		t.Errorf("after the crash: %v", got)
	}
	full := b.FileText(t, emotionFile)
	b.feel(t, Emotion{Joy, 0.1}, noon().AddDate(0, 1, 0), "m3")
	b.PutFile(t, emotionFile, full) // the archive is there, and the log as it was
	b.Mind = b.open(t)
	if points, err := b.Emotions(time.Time{}, time.Time{}); err != nil || len(points) != 2 {
		t.Errorf("%v, %v", points, err)
	}
	b.feel(t, Emotion{Joy, 0.1}, noon().AddDate(0, 1, 0), "m3")
	if points, err := b.Emotions(time.Time{}, time.Time{}); err != nil || len(points) != 3 {
		t.Errorf("%v, %v", points, err)
	}
	if archive := b.FileText(t, emotionArchive+"2026-11.json"); strings.Count(archive, "timestamp") != 2 {
		t.Errorf("the archive has\n%s", archive)
	}
}

func TestAsk(t *testing.T) {
	b := newBench(t)
	q := b.ask(t, Query{Topic: "Snow, at New Year", Context: "what she felt", Priority: 0.8, Sources: []string{"m1"}})
	if q.State != StateOpen || q.Kind != memory.Inferred || q.SourceDate != "2026-11-21" || !strings.HasPrefix(q.ID, "qu_") {
		t.Errorf("%+v", q)
	}
	same := b.ask(t, Query{Topic: "  ＳＮＯＷ at new year! ", Context: "less", Priority: 0.5, At: noon().AddDate(0, 0, 1), Sources: []string{"m2", "m1"}})
	if same.ID != q.ID || same.Priority != 0.8 || same.Context != "what she felt" || fmt.Sprint(same.Sources) != "[m1 m2]" || same.SourceDate != "2026-11-22" {
		t.Errorf("merged: %+v", same)
	}
	higher := b.ask(t, Query{Topic: "snow at new year", Context: "more", Priority: 0.9})
	if higher.Priority != 0.9 || higher.Context != "more" {
		t.Errorf("merged with a higher one: %+v", higher)
	}
	b.ask(t, Query{Topic: "初詣での雪の冷たさ"})
	if again := b.ask(t, Query{Topic: "「初詣での雪の冷たさ」？", Priority: 0.6}); again.Priority != 0.6 || len(b.Questions()) != 2 {
		t.Errorf("Japanese: %+v of %d", again, len(b.Questions()))
	}
	for name, bad := range map[string]Query{
		"no topic":      {Topic: " \n "},
		"priority of 7": {Topic: "x", Priority: 7},
		"below 0":       {Topic: "x", Priority: -0.1},
		"NaN":           {Topic: "x", Priority: nan()},
		"unknown kind":  {Topic: "x", Kind: "guessed"},
	} {
		if _, err := b.Ask(bad, cause()); !errors.Is(err, ErrBadQuestion) {
			t.Errorf("%s: %v", name, err)
		}
	}
	long := b.ask(t, Query{Topic: strings.Repeat("長", 500), Context: strings.Repeat("い", 5000)})
	if len([]rune(long.Topic)) != MaxTopic || len([]rune(long.Context)) != MaxContext {
		t.Errorf("too long: %d, %d characters", len([]rune(long.Topic)), len([]rune(long.Context)))
	}
}

// TestLimit has ten open questions, and the lowest leaves.
func TestLimit(t *testing.T) {
	b := newBench(t)
	for i := range 10 {
		b.ask(t, Query{Topic: fmt.Sprint("topic ", i), Priority: 0.5 + float64(i)/100, At: noon().Add(time.Duration(i) * time.Minute)})
	}
	low := b.ask(t, Query{Topic: "lowest", Priority: 0.1})
	if low.State != StateDropped || low.Resolved.IsZero() {
		t.Errorf("the new one: %+v", low)
	}
	b.ask(t, Query{Topic: "high", Priority: 0.9})
	open, dropped := 0, []string{}
	for _, q := range b.Questions() {
		if q.State.Open() {
			open++
		} else {
			dropped = append(dropped, q.Topic)
		}
	}
	if open != 10 || len(dropped) != 2 {
		t.Errorf("%d open, dropped %q", open, dropped)
	}
	if q, ok := b.Strongest(); !ok || q.Topic != "high" {
		t.Errorf("strongest: %+v", q)
	}
	back := b.ask(t, Query{Topic: "lowest", Priority: 0.95})
	if back.ID != low.ID || back.State != StateOpen || !back.Resolved.IsZero() {
		t.Errorf("raised again: %+v", back)
	}
	if n := len(b.Snapshot(GoalPressure{}).Questions); n != 10 {
		t.Errorf("%d open", n)
	}
}

func TestQuestionStates(t *testing.T) {
	b := newBench(t)
	q := b.ask(t, Query{Topic: "the cat's food", Priority: 1})
	do := func(got Question, err error) Question {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := b.Drives(b.Time, GoalPressure{}).Curiosity.Value; !near(got, 0.393469) {
		t.Errorf("fresh: %v", got)
	}
	if q = do(b.Asked(q.ID, b.Time, cause())); q.State != StateAsked {
		t.Errorf("%+v", q)
	}
	if got := b.Drives(b.Time, GoalPressure{}).Curiosity.Value; !near(got, 0.221199) {
		t.Errorf("asked: %v", got)
	}
	if q = do(b.Resolve(q.ID, Answer{State: StatePartial, Text: "chicken?", Evidence: []string{"maybe chicken"}}, cause())); !q.State.Open() || !q.Resolved.IsZero() {
		t.Errorf("in part: %+v", q)
	}
	if _, err := b.Convert(q.ID, Fact, cause()); !errors.Is(err, ErrBadQuestion) {
		t.Errorf("an open one converted: %v", err)
	}
	q = do(b.Resolve(q.ID, Answer{Text: "chicken", Evidence: []string{"it is chicken"}, Sources: []string{"m4"}}, cause()))
	if q.State != StateResolved || q.Resolved.IsZero() || len(q.Evidence) != 2 || q.Answer != "chicken" {
		t.Errorf("resolved: %+v", q)
	}
	if got := b.Drives(b.Time, GoalPressure{}).Curiosity.Value; got != 0 {
		t.Errorf("resolved: %v", got)
	}
	if list := b.Unconverted(); len(list) != 1 {
		t.Errorf("to convert: %v", list)
	}
	if q = do(b.Convert(q.ID, Fact, cause())); q.Converted != Fact || len(b.Unconverted()) != 0 {
		t.Errorf("converted: %+v", q)
	}
	if again := b.ask(t, Query{Topic: "the cat's food"}); again.ID == q.ID {
		t.Error("a resolved question came up again and is not a new one")
	}
	q = do(b.Edit(q.ID, Revision{State: StateOpen, Priority: 0.3}, cause()))
	if q.State != StateOpen || !q.Resolved.IsZero() || q.Priority != 0.3 {
		t.Errorf("opened again: %+v", q)
	}
	q = do(b.Resolve(q.ID, Answer{State: StateContradicted}, cause()))
	if q.State.Open() {
		t.Errorf("contradicted: %+v", q)
	}
	if err := b.Remove(q.ID, cause()); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"remove": b.Remove(q.ID, cause()),
		"ask":    second(b.Asked(q.ID, b.Time, cause())),
		"edit":   second(b.Edit("", Revision{}, cause())),
	} {
		if !errors.Is(err, ErrNoQuestion) {
			t.Errorf("%s of none: %v", name, err)
		}
	}
	if _, err := b.Resolve(q.ID, Answer{State: StateDropped}, cause()); !errors.Is(err, ErrBadQuestion) {
		t.Errorf("resolved as dropped: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestAge(t *testing.T) {
	b := newBench(t)
	q := b.ask(t, Query{Topic: "old", Priority: 0.8})
	b.ask(t, Query{Topic: "far ahead", Priority: 0.8, At: noon().AddDate(1, 0, 0)})
	for i, c := range []struct {
		days float64
		want float64
	}{
		{1, 0.8}, {14, 0.8}, {14.01, 0.4}, {15, 0.2}, {16, 0.1}, {17, 0.1}, {-365, 0.1},
	} {
		now := noon().Add(time.Duration(c.days * 24 * float64(time.Hour)))
		if _, err := b.Age(now, cause()); err != nil {
			t.Fatal(err)
		}
		got := b.Questions()
		if got[len(got)-1].ID != q.ID || !near(got[len(got)-1].Priority, c.want) || got[0].Priority != 0.8 {
			t.Errorf("night %d: %+v, want %v", i, got, c.want)
		}
	}
	for i := range maxClosed + 5 {
		q := b.ask(t, Query{Topic: fmt.Sprint("closed ", i)})
		if _, err := b.Resolve(q.ID, Answer{At: noon().Add(time.Duration(i) * time.Hour)}, cause()); err != nil {
			t.Fatal(err)
		}
		if i > 0 { // the first waits for its conversion
			if _, err := b.Convert(q.ID, Skip, cause()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := b.Age(noon(), cause()); err != nil {
		t.Fatal(err)
	}
	list := b.Questions()
	if len(list) != 2+1+maxClosed || list[len(list)-1].Topic != "closed 0" || list[len(list)-2].Topic != "closed 5" {
		t.Errorf("%d questions, the last %q", len(list), list[len(list)-1].Topic)
	}
}

func TestReadersGetCopies(t *testing.T) {
	b := newBench(t)
	b.ask(t, Query{Topic: "x", Sources: []string{"m1"}})
	if err := b.Acted(Goal, noon()); err != nil {
		t.Fatal(err)
	}
	b.feel(t, Emotion{Joy, 0.5}, noon(), "m1")
	s := b.Snapshot(GoalPressure{})
	s.Questions[0].Sources[0], s.Questions[0].Topic = "spoilt", "spoilt"
	s.Acted[Goal] = time.Time{}
	points, err := b.Emotions(time.Time{}, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	points[0].Sources[0] = "spoilt"
	b.Questions()[0].Sources[0] = "spoilt"
	for _, id := range []string{"spoilt"} {
		if items, err := b.Derived(id); err != nil || len(items) != 0 {
			t.Errorf("%v, %v", items, err)
		}
	}
	if items, err := b.Derived("m1"); err != nil || len(items) != 2 {
		t.Errorf("%v, %v", items, err)
	}
	if b.Snapshot(GoalPressure{}).Acted[Goal].IsZero() {
		t.Error("a map is shared")
	}
}

// TestConcurrent is for the race detector.
func TestConcurrent(t *testing.T) {
	b := newBench(t)
	done := make(chan error)
	for w := range 4 {
		go func() {
			var err error
			for i := range 5 {
				id := fmt.Sprint("m", w, "-", i)
				_, e1 := b.Felt(Emotion{Joy, 0.5}, noon().Add(time.Duration(w*10+i)*time.Minute), id)
				_, e2 := b.Ask(Query{Topic: id}, cause())
				e3 := b.Heard(noon().Add(time.Duration(i)*time.Minute), id)
				_ = b.Drives(noon(), GoalPressure{}).Dominant()
				_, e4 := b.Emotions(time.Time{}, time.Time{})
				err = errors.Join(err, e1, e2, e3, e4)
			}
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if points, _ := b.Emotions(time.Time{}, time.Time{}); len(points) != 20 {
		t.Errorf("%d points", len(points))
	}
	if n := len(b.Questions()); n != 20 {
		t.Errorf("%d questions", n)
	}
	b.feel(t, Emotion{Joy, 0.5}, noon().Add(time.Hour*9), "last")
}
