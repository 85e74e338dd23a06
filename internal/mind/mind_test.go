package mind

import (
	"errors"
	"testing"
	"time"

	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/store/storetest"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/persona"
)

// A bench is the mind of a new persona, its editor, and the states that were told.
type bench struct {
	*Mind
	*Editor
	log  *transcript.Log
	told []State
}

func newBench(t *testing.T) *bench {
	t.Helper()
	home := storetest.NewHome(t, time.Date(2026, 11, 21, 10, 30, 0, 0, time.UTC))
	slug, err := persona.Create(home.Home, persona.Profile{Name: "Mio", Language: "en"}, persona.Sample{"SOUL.md": "# Mio\n"})
	if err != nil {
		t.Fatal(err)
	}
	dir := home.Folder(t, slug).Dir
	p, err := persona.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{}
	if b.Mind, err = Open(dir, home.Now, p); err != nil {
		t.Fatal(err)
	}
	if b.log, err = transcript.Open(dir, transcript.Options{Now: home.Now}); err != nil {
		t.Fatal(err)
	}
	b.Editor = NewEditor(b.Mind, b.log, home.Now, func(s State) { b.told = append(b.told, s) })
	storetest.CheckAfter(t, b.Mind)
	return b
}

func TestWhatIsChangedIsTold(t *testing.T) {
	b := newBench(t)
	g, err := b.AddGoal(goals.Plan{Goal: "write a poem"})
	if err != nil {
		t.Fatal(err)
	}
	if len(b.told) != 1 || len(b.told[0].Goals) != 1 || g.Kind != memory.Told {
		t.Fatalf("told %+v of %+v", b.told, g)
	}
	if err := b.ReviseGoal("none", goals.Revision{}); !errors.Is(err, goals.ErrNoGoal) || len(b.told) != 1 {
		t.Errorf("a goal that is none: %v, and %d states are told", err, len(b.told))
	}
	if err := b.CompleteGoal(g.ID, "in the evening"); err != nil {
		t.Fatal(err)
	}
	if s := b.told[len(b.told)-1]; len(s.Goals) != 0 || s.Episodes != 1 {
		t.Errorf("a goal that is reached: %d goals and %d episodes are told, want none and one", len(s.Goals), s.Episodes)
	}
	if heads := b.EpisodeHeads(); len(heads) != 1 {
		t.Errorf("remembered of it: %+v", heads)
	}
}

func TestADriveIsHeldUntilItIsFreed(t *testing.T) {
	b := newBench(t)
	free := b.Editor.Mind().Drives[string(motivation.Curiosity)]
	if err := b.SetDrive(motivation.Curiosity, 0.9); err != nil {
		t.Fatal(err)
	}
	if s := b.told[0]; s.Drives[string(motivation.Curiosity)] != 0.9 || s.Dominant != string(motivation.Curiosity) {
		t.Errorf("set to 0.9, told as %+v, %s", s.Drives, s.Dominant)
	}
	if err := b.FreeDrive(motivation.Curiosity); err != nil {
		t.Fatal(err)
	}
	if got := b.told[1].Drives[string(motivation.Curiosity)]; got != free {
		t.Errorf("left to itself it is %v, was %v", got, free)
	}
}

// TestWithdrawReachesEveryStore derives something from one message in several
// stores, withdraws it and brings it back.
func TestWithdrawReachesEveryStore(t *testing.T) {
	b := newBench(t)
	const source, other = "message-1", "message-2"
	cause := store.Cause{Kind: store.CauseUser}
	for _, from := range []string{source, other} {
		_, err := b.mind.Goals.Add(goals.Plan{Goal: "write a poem for " + from, Sources: []string{from}}, cause)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.mind.Facts.Retain([]facts.Fact{{Text: "Mika likes " + from + ".", Sources: []string{from}}}, cause); err != nil {
			t.Fatal(err)
		}
		if _, err := b.mind.Episodes.Add(episodic.NewAchievement(episodic.Moment{Language: "en", Time: b.now(), Sources: []string{from}}, from, "a poem", "done"), cause); err != nil {
			t.Fatal(err)
		}
	}
	derived := func(source string) int {
		t.Helper()
		list, err := b.Derived(source)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if n := derived(source); n != 3 {
		t.Fatalf("%d items are derived, want three", n)
	}
	gone, err := b.Withdraw([]string{source}, cause)
	if err != nil || len(gone) != 3 || derived(source) != 0 || derived(other) != 3 {
		t.Errorf("withdrawn: %v, %v; %d are left, and %d of the other", gone, err, derived(source), derived(other))
	}
	if err := b.Reinstate([]string{source}, cause); err != nil || derived(source) != 3 {
		t.Errorf("brought back: %v, %d items", err, derived(source))
	}
}

func TestExchange(t *testing.T) {
	b := newBench(t)
	say := func(m transcript.Message) transcript.ID {
		t.Helper()
		m.Time = b.now()
		said, err := b.log.Append(m)
		if err != nil {
			t.Fatal(err)
		}
		return said.ID
	}
	asked := say(transcript.Message{Role: transcript.RoleUser, Text: "Tea?"})
	reply := say(transcript.Message{Role: transcript.RolePersona, Parent: asked, Text: "Gladly."})
	for id, want := range map[transcript.ID]Words{asked: {User: "Tea?"}, reply: {User: "Tea?", Persona: "Gladly."}} {
		if got, err := b.Exchange(id); err != nil || got != want {
			t.Errorf("%s: %+v, %v, want %+v", id, got, err, want)
		}
	}
	if err := b.log.Retract(asked, store.Cause{Kind: store.CauseUser}); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Exchange(asked); err != nil || got != (Words{}) {
		t.Errorf("taken back, it is still %+v, %v", got, err)
	}
	if _, err := b.Exchange("none"); err == nil {
		t.Error("a message that is none was found")
	}
}
