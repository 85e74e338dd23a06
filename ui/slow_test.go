package ui

import (
	"context"
	"io"
	"slices"
	"time"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/entity"
	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/mind"
	"yumori/internal/sessions"
	"yumori/internal/spending"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/internal/transcript"
	"yumori/internal/updates"
	"yumori/motivation"
	"yumori/persona"
	"yumori/ui/importing"
	"yumori/ui/settings"
	"yumori/ui/uitest"
)

// A watch knows on which side of the border one is, and keeps what was asked
// of the companion or the house from the screen's side.
type watch struct {
	away   bool
	did    string // what the user does
	caught []string
}

// held are the questions that are answered from what is in memory, without
// waiting for anything: a word to stop, or a value that is told by event.
func held(method string) bool {
	return slices.Contains([]string{
		"Interrupt", "Turn", "StopDreaming", "Dreaming", "StopKnowledge",
		"Settings", "Language", "Path", "Troubles", "BackupFolder",
	}, method)
}

// asked notes a question.
func (w *watch) asked(method string) {
	if at := w.did + ": " + method; !w.away && !held(method) && !slices.Contains(w.caught, at) {
		w.caught = append(w.caught, at)
	}
}

// A slowMate stands before a companion whose every answer takes long: it may
// not be asked from the screen's goroutine.
type slowMate struct {
	*watch
	mate mate
}

// A slowHouse is a house like it.
type slowHouse struct {
	*watch
	house *uitest.FakeHouse
}

// slow puts the watch between the window and what it asks. Everything is made
// anew behind it.
func (s *stage) slow() *watch {
	w := &watch{}
	start, enter := s.bench.Start, s.bench.Enter
	s.bench.Start = func(f func()) {
		start(func() {
			w.away = true
			defer func() { w.away = false }()
			f()
		})
	}
	s.bench.Enter = func(f func()) {
		w.away = false
		defer func() { w.away = true }()
		enter(f)
	}
	house := &slowHouse{w, s.house}
	slowly := &slowMate{w, s.mate}
	s.desk = desk{personas: house, templates: house, copies: house, imports: importing.Desk{Bringer: house, Cards: house, Past: func(context.Context, string) (dreaming.BackfillPlan, error) {
		w.asked("past")
		return dreaming.BackfillPlan{}, nil
	}},
		Desk: settings.Desk{Settings: house, Models: house, Store: house, Window: house, Spending: house, Start: house, Updates: house},
		open: func(context.Context, string) (mate, error) { w.asked("open"); return slowly, nil }}
	s.mates = map[string]mate{"luna": slowly}
	s.rebuild()
	return w
}

var _ mate = (*slowMate)(nil)

func (s *slowMate) EndSession(a context.Context) (sessions.Session, error) {
	s.asked("EndSession")
	return s.mate.EndSession(a)
}

func (s *slowMate) AbandonGoal(a goals.ID, b string) error {
	s.asked("AbandonGoal")
	return s.mate.AbandonGoal(a, b)
}

func (s *slowMate) AddGoal(a goals.Plan) (goals.Goal, error) {
	s.asked("AddGoal")
	return s.mate.AddGoal(a)
}

func (s *slowMate) AddKnowledge(a context.Context, b string, c io.Reader) (companion.KnowledgeFile, error) {
	s.asked("AddKnowledge")
	return s.mate.AddKnowledge(a, b, c)
}

func (s *slowMate) AddKnowledgeFile(a context.Context, b string) (companion.KnowledgeFile, error) {
	s.asked("AddKnowledgeFile")
	return s.mate.AddKnowledgeFile(a, b)
}

func (s *slowMate) AliasEntity(a entity.Name, b entity.Name) error {
	s.asked("AliasEntity")
	return s.mate.AliasEntity(a, b)
}

func (s *slowMate) AnswerQuestion(a string, b string) error {
	s.asked("AnswerQuestion")
	return s.mate.AnswerQuestion(a, b)
}

func (s *slowMate) At(a transcript.ID) (transcript.Cursor, error) { s.asked("At"); return s.mate.At(a) }

func (s *slowMate) AskQuestion(a context.Context, b string) (companion.Action, error) {
	s.asked("AskQuestion")
	return s.mate.AskQuestion(a, b)
}

func (s *slowMate) Attachment(a transcript.Attachment) ([]byte, error) {
	s.asked("Attachment")
	return s.mate.Attachment(a)
}

func (s *slowMate) Backfill(a context.Context, b dreaming.Backfill) (dreaming.Lived, error) {
	s.asked("Backfill")
	return s.mate.Backfill(a, b)
}

func (s *slowMate) BackfillPlan(a context.Context, b dreaming.Backfill) (dreaming.BackfillPlan, error) {
	s.asked("BackfillPlan")
	return s.mate.BackfillPlan(a, b)
}

func (s *slowMate) Choose(a transcript.ID) error { s.asked("Choose"); return s.mate.Choose(a) }

func (s *slowMate) CompleteGoal(a goals.ID, b string) error {
	s.asked("CompleteGoal")
	return s.mate.CompleteGoal(a, b)
}

func (s *slowMate) AnswerAsk(a context.Context, b string, c persona.Decision) (companion.Ask, error) {
	s.asked("AnswerAsk")
	return s.mate.AnswerAsk(a, b, c)
}

func (s *slowMate) Learned(a []transcript.ID) ([]companion.Learned, error) {
	s.asked("Learned")
	return s.mate.Learned(a)
}

func (s *slowMate) Unlearn(a transcript.ID) error { s.asked("Unlearn"); return s.mate.Unlearn(a) }

func (s *slowMate) Relearn(a transcript.ID) error { s.asked("Relearn"); return s.mate.Relearn(a) }

func (s *slowMate) DecideDream(a context.Context, b string, c string, d record.Verdict) (record.Record, error) {
	s.asked("DecideDream")
	return s.mate.DecideDream(a, b, c, d)
}

func (s *slowMate) Derived(a transcript.ID) ([]memory.Item, error) {
	s.asked("Derived")
	return s.mate.Derived(a)
}

func (s *slowMate) Dream(a context.Context, b dreaming.Request) (record.Record, error) {
	s.asked("Dream")
	return s.mate.Dream(a, b)
}

func (s *slowMate) DreamPlan(a context.Context, b dreaming.Request) (dreaming.Plan, error) {
	s.asked("DreamPlan")
	return s.mate.DreamPlan(a, b)
}

func (s *slowMate) DreamRecord(a string) (record.Record, error) {
	s.asked("DreamRecord")
	return s.mate.DreamRecord(a)
}

func (s *slowMate) Dreaming() companion.Dreaming { s.asked("Dreaming"); return s.mate.Dreaming() }

func (s *slowMate) Dreams() ([]record.Summary, error) { s.asked("Dreams"); return s.mate.Dreams() }

func (s *slowMate) DropEntity(a entity.Name) error {
	s.asked("DropEntity")
	return s.mate.DropEntity(a)
}

func (s *slowMate) DropEpisode(a string) error { s.asked("DropEpisode"); return s.mate.DropEpisode(a) }

func (s *slowMate) DropFact(a string) error { s.asked("DropFact"); return s.mate.DropFact(a) }

func (s *slowMate) DropQuestion(a string) error {
	s.asked("DropQuestion")
	return s.mate.DropQuestion(a)
}

func (s *slowMate) Edit(a context.Context, b transcript.ID, c string) (companion.Turn, error) {
	s.asked("Edit")
	return s.mate.Edit(a, b, c)
}

func (s *slowMate) Entities() ([]entity.Name, error) { s.asked("Entities"); return s.mate.Entities() }

func (s *slowMate) Entity(a entity.Name) (mind.EntityView, error) {
	s.asked("Entity")
	return s.mate.Entity(a)
}

func (s *slowMate) Episode(a string) (episodic.Episode, error) {
	s.asked("Episode")
	return s.mate.Episode(a)
}

func (s *slowMate) EpisodeHeads() []episodic.Head {
	s.asked("EpisodeHeads")
	return s.mate.EpisodeHeads()
}

// slowDrives are drives that may not be asked from the screen's goroutine.
type slowDrives struct {
	*watch
	drives companion.DriveSetter
}

func (s *slowMate) Drives() companion.DriveSetter { return slowDrives{s.watch, s.mate.Drives()} }

func (s slowDrives) Imagine(d motivation.Drive, level float64) (companion.Imagined, error) {
	s.asked("Imagine")
	return s.drives.Imagine(d, level)
}

func (s slowDrives) SetDrive(d motivation.Drive, level float64) error {
	s.asked("SetDrive")
	return s.drives.SetDrive(d, level)
}

func (s slowDrives) FreeDrive(d motivation.Drive) error {
	s.asked("FreeDrive")
	return s.drives.FreeDrive(d)
}

func (s *slowMate) Exchange(a transcript.ID) (mind.Words, error) {
	s.asked("Exchange")
	return s.mate.Exchange(a)
}

func (s *slowMate) Morning(a string) (companion.Morning, error) {
	s.asked("Morning")
	return s.mate.Morning(a)
}

func (s *slowMate) Woke() (companion.Morning, error) { s.asked("Woke"); return s.mate.Woke() }

func (s *slowMate) Greeting() persona.Greeting { s.asked("Greeting"); return s.mate.Greeting() }

func (s *slowMate) Expression(a string) ([]byte, error) {
	s.asked("Expression")
	return s.mate.Expression(a)
}

func (s *slowMate) Fact(a string) (facts.Fact, error) { s.asked("Fact"); return s.mate.Fact(a) }

func (s *slowMate) Facts(a facts.Query) ([]facts.Fact, error) {
	s.asked("Facts")
	return s.mate.Facts(a)
}

func (s *slowMate) Felt(a time.Time, b time.Time) ([]motivation.Point, error) {
	s.asked("Felt")
	return s.mate.Felt(a, b)
}

func (s *slowMate) FeltDays(a episodic.Date, b episodic.Date) []mind.FeltDay {
	s.asked("FeltDays")
	return s.mate.FeltDays(a, b)
}

func (s *slowMate) Goals() ([]goals.Goal, goals.Statistics) { s.asked("Goals"); return s.mate.Goals() }

func (s *slowMate) Inbox() ([]companion.Ask, error) { s.asked("Inbox"); return s.mate.Inbox() }

func (s *slowMate) History(a string) ([]store.Past, error) {
	s.asked("History")
	return s.mate.History(a)
}

func (s *slowMate) IndexStatus(a context.Context) ([]companion.IndexState, error) {
	s.asked("IndexStatus")
	return s.mate.IndexStatus(a)
}

func (s *slowMate) Insight(a string) (episodic.Insight, error) {
	s.asked("Insight")
	return s.mate.Insight(a)
}

func (s *slowMate) InsightHeads() []episodic.InsightHead {
	s.asked("InsightHeads")
	return s.mate.InsightHeads()
}

func (s *slowMate) Interrupt() { s.asked("Interrupt"); s.mate.Interrupt() }

func (s *slowMate) Knowledge() (companion.KnowledgeBase, error) {
	s.asked("Knowledge")
	return s.mate.Knowledge()
}

func (s *slowMate) MergeEntities(a entity.Name, b entity.Name) error {
	s.asked("MergeEntities")
	return s.mate.MergeEntities(a, b)
}

func (s *slowMate) Mind() mind.State { s.asked("Mind"); return s.mate.Mind() }

func (s *slowMate) Night(a context.Context) (dreaming.Outlook, error) {
	s.asked("Night")
	return s.mate.Night(a)
}

func (s *slowMate) NoteGoal(a goals.ID, b string) error {
	s.asked("NoteGoal")
	return s.mate.NoteGoal(a, b)
}

func (s *slowMate) OpinionCourse(a string) ([]facts.Step, error) {
	s.asked("OpinionCourse")
	return s.mate.OpinionCourse(a)
}

func (s *slowMate) Page(a transcript.Cursor, b int) (transcript.Page, error) {
	s.asked("Page")
	return s.mate.Page(a, b)
}

func (s *slowMate) PastParts(a string) ([]string, error) {
	s.asked("PastParts")
	return s.mate.PastParts(a)
}

func (s *slowMate) PastText(a string, b store.Version) (string, error) {
	s.asked("PastText")
	return s.mate.PastText(a, b)
}

func (s *slowMate) Pin(a string) error { s.asked("Pin"); return s.mate.Pin(a) }

func (s *slowMate) Questions() []motivation.Question { s.asked("Questions"); return s.mate.Questions() }

func (s *slowMate) Recall(a context.Context, b companion.Question) (companion.Recollection, error) {
	s.asked("Recall")
	return s.mate.Recall(a, b)
}

func (s *slowMate) Regenerate(a context.Context, b transcript.ID) (companion.Turn, error) {
	s.asked("Regenerate")
	return s.mate.Regenerate(a, b)
}

func (s *slowMate) Remembered(a context.Context, b transcript.ID) ([]companion.Memory, error) {
	s.asked("Remembered")
	return s.mate.Remembered(a, b)
}

func (s *slowMate) RemoveKnowledge(a string) error {
	s.asked("RemoveKnowledge")
	return s.mate.RemoveKnowledge(a)
}

func (s *slowMate) ReopenGoal(a goals.ID) error { s.asked("ReopenGoal"); return s.mate.ReopenGoal(a) }

func (s *slowMate) RereadKnowledge(a string) { s.asked("RereadKnowledge"); s.mate.RereadKnowledge(a) }

func (s *slowMate) Restore(a transcript.ID) error { s.asked("Restore"); return s.mate.Restore(a) }

func (s *slowMate) RestoreText(a context.Context, b string, c store.Version) error {
	s.asked("RestoreText")
	return s.mate.RestoreText(a, b, c)
}

func (s *slowMate) Retract(a transcript.ID) ([]memory.Item, error) {
	s.asked("Retract")
	return s.mate.Retract(a)
}

func (s *slowMate) ReviseEpisode(a episodic.Episode) error {
	s.asked("ReviseEpisode")
	return s.mate.ReviseEpisode(a)
}

func (s *slowMate) ReviseFact(a facts.Fact) error { s.asked("ReviseFact"); return s.mate.ReviseFact(a) }

func (s *slowMate) ReviseGoal(a goals.ID, b goals.Revision) error {
	s.asked("ReviseGoal")
	return s.mate.ReviseGoal(a, b)
}

func (s *slowMate) ReviseQuestion(a string, b motivation.Revision) error {
	s.asked("ReviseQuestion")
	return s.mate.ReviseQuestion(a, b)
}

func (s *slowMate) Say(a context.Context, b companion.Utterance) (companion.Turn, error) {
	s.asked("Say")
	return s.mate.Say(a, b)
}

func (s *slowMate) Search(a context.Context, b string, c int) ([]transcript.Hit, error) {
	s.asked("Search")
	return s.mate.Search(a, b, c)
}

func (s *slowMate) SearchKnowledge(a context.Context, b string, c int) ([]companion.Passage, error) {
	s.asked("SearchKnowledge")
	return s.mate.SearchKnowledge(a, b, c)
}

func (s *slowMate) Secret() (store.Text, error) { s.asked("Secret"); return s.mate.Secret() }

func (s *slowMate) Skills(a context.Context) ([]companion.Skill, error) {
	s.asked("Skills")
	return s.mate.Skills(a)
}

func (s *slowMate) Snapshot() companion.Snapshot { s.asked("Snapshot"); return s.mate.Snapshot() }

func (s *slowMate) StopDreaming() { s.asked("StopDreaming"); s.mate.StopDreaming() }

func (s *slowMate) StopKnowledge(a string) { s.asked("StopKnowledge"); s.mate.StopKnowledge(a) }

func (s *slowMate) Text(a string) (store.Text, error) { s.asked("Text"); return s.mate.Text(a) }

func (s *slowMate) Texts(a texts.Group) ([]texts.File, error) {
	s.asked("Texts")
	return s.mate.Texts(a)
}

func (s *slowMate) Turn() companion.Turn { s.asked("Turn"); return s.mate.Turn() }

func (s *slowMate) UndoDream(a context.Context, b string, c string) (record.Undone, error) {
	s.asked("UndoDream")
	return s.mate.UndoDream(a, b, c)
}

func (s *slowMate) Why(a context.Context, b transcript.ID) (companion.Why, error) {
	s.asked("Why")
	return s.mate.Why(a, b)
}

func (s *slowMate) Write(a string, b store.Version, c string) error {
	s.asked("Write")
	return s.mate.Write(a, b, c)
}

func (s *slowHouse) Change(a config.Settings) error { s.asked("Change"); return s.house.Change(a) }

func (s *slowHouse) Create(a, b, c string) (string, error) {
	s.asked("Create")
	return s.house.Create(a, b, c)
}

func (s *slowHouse) CreateFrom(a, b, c string) (string, error) {
	s.asked("CreateFrom")
	return s.house.CreateFrom(a, b, c)
}

func (s *slowHouse) Templates(a string) ([]persona.Template, error) {
	s.asked("Templates")
	return s.house.Templates(a)
}

func (s *slowHouse) Discover(a context.Context) []companion.Server {
	s.asked("Discover")
	return s.house.Discover(a)
}

func (s *slowHouse) First() (string, error) { s.asked("First"); return s.house.First() }

func (s *slowHouse) KeyPlace(a string) (string, error) {
	s.asked("KeyPlace")
	return s.house.KeyPlace(a)
}

func (s *slowHouse) Language() string { s.asked("Language"); return s.house.Language() }

func (s *slowHouse) Path() string { s.asked("Path"); return s.house.Path() }

func (s *slowHouse) Personas() ([]companion.PersonaInfo, error) {
	s.asked("Personas")
	return s.house.Personas()
}

func (s *slowHouse) Rename(a context.Context, b string, c string) error {
	s.asked("Rename")
	return s.house.Rename(a, b, c)
}

func (s *slowHouse) SetAside(a string) (string, error) {
	s.asked("SetAside")
	return s.house.SetAside(a)
}

func (s *slowHouse) SetKey(a string, b string) (string, error) {
	s.asked("SetKey")
	return s.house.SetKey(a, b)
}

func (s *slowHouse) CheckModel(a context.Context, b config.ModelChoice) error {
	s.asked("CheckModel")
	return s.house.CheckModel(a, b)
}

func (s *slowHouse) CheckEmbedder(a context.Context, b config.EmbedderChoice) error {
	s.asked("CheckEmbedder")
	return s.house.CheckEmbedder(a, b)
}

func (s *slowHouse) Settings() config.Settings { s.asked("Settings"); return s.house.Settings() }

func (s *slowHouse) Spending(a string) ([]spending.Sum, error) {
	s.asked("Spending")
	return s.house.Spending(a)
}

func (s *slowHouse) StartByHand() error { s.asked("StartByHand"); return s.house.StartByHand() }

func (s *slowHouse) StartWithComputer() error {
	s.asked("StartWithComputer")
	return s.house.StartWithComputer()
}

func (s *slowHouse) StartsWithComputer() bool {
	s.asked("StartsWithComputer")
	return s.house.StartsWithComputer()
}

func (s *slowHouse) TestEmbedder(a context.Context, b config.EmbedderChoice) (companion.EmbedderTest, error) {
	s.asked("TestEmbedder")
	return s.house.TestEmbedder(a, b)
}

func (s *slowHouse) TestModel(a context.Context, b config.ModelChoice) (companion.ModelTest, error) {
	s.asked("TestModel")
	return s.house.TestModel(a, b)
}

func (s *slowHouse) Troubles() []companion.Trouble { s.asked("Troubles"); return s.house.Troubles() }

func (s *slowHouse) UpdateHost() string { return s.house.UpdateHost() } // a constant

func (s *slowHouse) AskForUpdate(a context.Context) (updates.Release, error) {
	s.asked("AskForUpdate")
	return s.house.AskForUpdate(a)
}
