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
	"yumori/internal/models"
	"yumori/internal/sessions"
	"yumori/internal/spending"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/internal/transcript"
	"yumori/internal/updates"
	"yumori/motivation"
	"yumori/persona"
	"yumori/retrieval"
	"yumori/retrieval/library"
	"yumori/ui/importing"
	"yumori/ui/knowledge"
	"yumori/ui/settings"
	"yumori/ui/uitest"
)

// A watch knows on which side of the dispatcher one is, and keeps what was asked
// of the companion or the home from the screen's side.
type watch struct {
	away   bool
	did    string // what the user does
	caught []string
}

// held are the questions that are answered from what is in memory, without
// waiting for anything: a word to stop, or a value that is told by event.
func held(method string) bool {
	return slices.Contains([]string{
		"Interrupt", "Turn", "StopDreaming", "Dreaming", "Stop",
		"Settings", "Language", "Path", "Troubles", "BackupFolder",
	}, method)
}

// asked notes a question.
func (w *watch) asked(method string) {
	if at := w.did + ": " + method; !w.away && !held(method) && !slices.Contains(w.caught, at) {
		w.caught = append(w.caught, at)
	}
}

// A slowCompanion stands before a companion whose every answer takes long: it may
// not be asked from the screen's goroutine.
type slowCompanion struct {
	*watch
	companion *uitest.FakeCompanion
}

// A slowLibrary is a library like it.
type slowLibrary struct {
	*watch
	library *uitest.FakeLibrary
}

// A slowHome is a home like it.
type slowHome struct {
	*watch
	home *uitest.FakeHome
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
	slowed := &slowHome{w, s.fake}
	slowly := &slowCompanion{w, s.companion}
	library := &slowLibrary{w, &s.companion.Library}
	asked := fakePersona(slowly, knowledge.Source{Library: library, Adder: library, Trust: slowly})
	s.home = home{personas: slowed, templates: slowed, copies: slowed, imports: importing.Home{Importer: slowed, Cards: slowed, Past: func(context.Context, string) (dreaming.BackfillPlan, error) {
		w.asked("past")
		return dreaming.BackfillPlan{}, nil
	}},
		Home: settings.Home{Settings: slowed, Models: slowed, Tests: slowed, Store: slowed, Window: slowed, Spending: slowed, Start: slowed, Updates: slowed},
		open: func(context.Context, string) (*openPersona, error) { w.asked("open"); return asked, nil }}
	s.companions = map[string]*openPersona{"luna": asked}
	s.rebuild()
	return w
}

func (s *slowCompanion) EndSession(a context.Context) (sessions.Session, error) {
	s.asked("EndSession")
	return s.companion.EndSession(a)
}

func (s *slowCompanion) SetPortrait(a []byte) error {
	s.asked("SetPortrait")
	return s.companion.SetPortrait(a)
}

func (s *slowCompanion) AbandonGoal(a goals.ID, b string) error {
	s.asked("AbandonGoal")
	return s.companion.AbandonGoal(a, b)
}

func (s *slowCompanion) AddGoal(a goals.Plan) (goals.Goal, error) {
	s.asked("AddGoal")
	return s.companion.AddGoal(a)
}

func (l *slowLibrary) Add(a context.Context, b string, c io.Reader) (library.File, error) {
	l.asked("Add")
	return l.library.Add(a, b, c)
}

func (l *slowLibrary) AddFile(a context.Context, b string) (library.File, error) {
	l.asked("AddFile")
	return l.library.AddFile(a, b)
}

func (s *slowCompanion) AliasEntity(a entity.Name, b entity.Name) error {
	s.asked("AliasEntity")
	return s.companion.AliasEntity(a, b)
}

func (s *slowCompanion) AnswerQuestion(a string, b string) error {
	s.asked("AnswerQuestion")
	return s.companion.AnswerQuestion(a, b)
}

func (s *slowCompanion) At(a transcript.ID) (transcript.Cursor, error) {
	s.asked("At")
	return s.companion.At(a)
}

func (s *slowCompanion) AskQuestion(a context.Context, b string) (companion.Action, error) {
	s.asked("AskQuestion")
	return s.companion.AskQuestion(a, b)
}

func (s *slowCompanion) Attachment(a transcript.Attachment) ([]byte, error) {
	s.asked("Attachment")
	return s.companion.Attachment(a)
}

func (s *slowCompanion) Backfill(a context.Context, b dreaming.Backfill) (dreaming.Lived, error) {
	s.asked("Backfill")
	return s.companion.Backfill(a, b)
}

func (s *slowCompanion) BackfillPlan(a context.Context, b dreaming.Backfill) (dreaming.BackfillPlan, error) {
	s.asked("BackfillPlan")
	return s.companion.BackfillPlan(a, b)
}

func (s *slowCompanion) Choose(a transcript.ID) error {
	s.asked("Choose")
	return s.companion.Choose(a)
}

func (s *slowCompanion) CompleteGoal(a goals.ID, b string) error {
	s.asked("CompleteGoal")
	return s.companion.CompleteGoal(a, b)
}

func (s *slowCompanion) AnswerAsk(a context.Context, b string, c persona.Decision) (companion.Ask, error) {
	s.asked("AnswerAsk")
	return s.companion.AnswerAsk(a, b, c)
}

func (s *slowCompanion) Learned(a []transcript.ID) ([]companion.Learned, error) {
	s.asked("Learned")
	return s.companion.Learned(a)
}

func (s *slowCompanion) Unlearn(a transcript.ID) error {
	s.asked("Unlearn")
	return s.companion.Unlearn(a)
}

func (s *slowCompanion) Relearn(a transcript.ID) error {
	s.asked("Relearn")
	return s.companion.Relearn(a)
}

func (s *slowCompanion) DecideDream(a context.Context, b string, c string, d record.Verdict) (record.Record, error) {
	s.asked("DecideDream")
	return s.companion.DecideDream(a, b, c, d)
}

func (s *slowCompanion) Derived(a transcript.ID) ([]memory.Derived, error) {
	s.asked("Derived")
	return s.companion.Derived(a)
}

func (s *slowCompanion) Dream(a context.Context, b dreaming.Request) (record.Record, error) {
	s.asked("Dream")
	return s.companion.Dream(a, b)
}

func (s *slowCompanion) DreamPlan(a context.Context, b dreaming.Request) (dreaming.Plan, error) {
	s.asked("DreamPlan")
	return s.companion.DreamPlan(a, b)
}

func (s *slowCompanion) DreamRecord(a string) (record.Record, error) {
	s.asked("DreamRecord")
	return s.companion.DreamRecord(a)
}

func (s *slowCompanion) Dreaming() companion.Dreaming {
	s.asked("Dreaming")
	return s.companion.Dreaming()
}

func (s *slowCompanion) Summaries() ([]record.Summary, error) {
	s.asked("Summaries")
	return s.companion.Summaries()
}

func (s *slowCompanion) DropEntity(a entity.Name) error {
	s.asked("DropEntity")
	return s.companion.DropEntity(a)
}

func (s *slowCompanion) DropEpisode(a string) error {
	s.asked("DropEpisode")
	return s.companion.DropEpisode(a)
}

func (s *slowCompanion) DropFact(a string) error { s.asked("DropFact"); return s.companion.DropFact(a) }

func (s *slowCompanion) DropQuestion(a string) error {
	s.asked("DropQuestion")
	return s.companion.DropQuestion(a)
}

func (s *slowCompanion) Edit(a context.Context, b transcript.ID, c string) (companion.Turn, error) {
	s.asked("Edit")
	return s.companion.Edit(a, b, c)
}

func (s *slowCompanion) Entities() ([]entity.Name, error) {
	s.asked("Entities")
	return s.companion.Entities()
}

func (s *slowCompanion) Entity(a entity.Name) (mind.EntityView, error) {
	s.asked("Entity")
	return s.companion.Entity(a)
}

func (s *slowCompanion) Episode(a string) (episodic.Episode, error) {
	s.asked("Episode")
	return s.companion.Episode(a)
}

func (s *slowCompanion) EpisodeHeads() []episodic.Head {
	s.asked("EpisodeHeads")
	return s.companion.EpisodeHeads()
}

// slowDrives are drives that may not be asked from the screen's goroutine.
type slowDrives struct {
	*watch
	drives companion.DriveSetter
}

func (s *slowCompanion) Drives() companion.DriveSetter {
	return slowDrives{s.watch, s.companion.Drives()}
}

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

func (s *slowCompanion) Exchange(a transcript.ID) (mind.Words, error) {
	s.asked("Exchange")
	return s.companion.Exchange(a)
}

func (s *slowCompanion) Morning(a string) (companion.Morning, error) {
	s.asked("Morning")
	return s.companion.Morning(a)
}

func (s *slowCompanion) Woke(ctx context.Context) (companion.Morning, error) {
	s.asked("Woke")
	return s.companion.Woke(ctx)
}

func (s *slowCompanion) Shown(id string) error { s.asked("Shown"); return s.companion.Shown(id) }

func (s *slowCompanion) Greeting() persona.Greeting {
	s.asked("Greeting")
	return s.companion.Greeting()
}

func (s *slowCompanion) Expression(a string) ([]byte, error) {
	s.asked("Expression")
	return s.companion.Expression(a)
}

func (s *slowCompanion) Fact(a string) (facts.Fact, error) {
	s.asked("Fact")
	return s.companion.Fact(a)
}

func (s *slowCompanion) Facts(a facts.Query) ([]facts.Fact, error) {
	s.asked("Facts")
	return s.companion.Facts(a)
}

func (s *slowCompanion) Felt(a time.Time, b time.Time) ([]motivation.Point, error) {
	s.asked("Felt")
	return s.companion.Felt(a, b)
}

func (s *slowCompanion) FeltDays(a episodic.Date, b episodic.Date) []mind.FeltDay {
	s.asked("FeltDays")
	return s.companion.FeltDays(a, b)
}

func (s *slowCompanion) Goals() ([]goals.Goal, goals.Statistics) {
	s.asked("Goals")
	return s.companion.Goals()
}

func (s *slowCompanion) Asks() ([]companion.Ask, error) {
	s.asked("Asks")
	return s.companion.Asks()
}

func (s *slowCompanion) History(a string) ([]store.Past, error) {
	s.asked("History")
	return s.companion.History(a)
}

func (s *slowCompanion) Status(a context.Context) ([]retrieval.IndexState, error) {
	s.asked("Status")
	return s.companion.Status(a)
}

func (s *slowCompanion) Insight(a string) (episodic.Insight, error) {
	s.asked("Insight")
	return s.companion.Insight(a)
}

func (s *slowCompanion) InsightHeads() []episodic.InsightHead {
	s.asked("InsightHeads")
	return s.companion.InsightHeads()
}

func (s *slowCompanion) Interrupt() { s.asked("Interrupt"); s.companion.Interrupt() }

func (l *slowLibrary) Files() (library.Base, error) {
	l.asked("Files")
	return l.library.Files()
}

func (s *slowCompanion) MergeEntities(a entity.Name, b entity.Name) error {
	s.asked("MergeEntities")
	return s.companion.MergeEntities(a, b)
}

func (s *slowCompanion) Mind() mind.State { s.asked("Mind"); return s.companion.Mind() }

func (s *slowCompanion) Night(a context.Context) (dreaming.Outlook, error) {
	s.asked("Night")
	return s.companion.Night(a)
}

func (s *slowCompanion) NoteGoal(a goals.ID, b string) error {
	s.asked("NoteGoal")
	return s.companion.NoteGoal(a, b)
}

func (s *slowCompanion) OpinionCourse(a string) ([]facts.Step, error) {
	s.asked("OpinionCourse")
	return s.companion.OpinionCourse(a)
}

func (s *slowCompanion) Page(a transcript.Cursor, b int) (transcript.Page, error) {
	s.asked("Page")
	return s.companion.Page(a, b)
}

func (s *slowCompanion) PastParts(a string) ([]string, error) {
	s.asked("PastParts")
	return s.companion.PastParts(a)
}

func (s *slowCompanion) PastText(a string, b store.Version) (string, error) {
	s.asked("PastText")
	return s.companion.PastText(a, b)
}

func (s *slowCompanion) Pin(a string) error { s.asked("Pin"); return s.companion.Pin(a) }

func (s *slowCompanion) Questions() []motivation.Question {
	s.asked("Questions")
	return s.companion.Questions()
}

func (s *slowCompanion) Recall(a context.Context, b retrieval.Question) (retrieval.Recollection, error) {
	s.asked("Recall")
	return s.companion.Recall(a, b)
}

func (s *slowCompanion) Regenerate(a context.Context, b transcript.ID) (companion.Turn, error) {
	s.asked("Regenerate")
	return s.companion.Regenerate(a, b)
}

func (s *slowCompanion) Remembered(a context.Context, b transcript.ID) ([]retrieval.Memory, error) {
	s.asked("Remembered")
	return s.companion.Remembered(a, b)
}

func (l *slowLibrary) Remove(a string) error {
	l.asked("Remove")
	return l.library.Remove(a)
}

func (s *slowCompanion) ReopenGoal(a goals.ID) error {
	s.asked("ReopenGoal")
	return s.companion.ReopenGoal(a)
}

func (l *slowLibrary) Reread(a string) {
	l.asked("Reread")
	l.library.Reread(a)
}

func (s *slowCompanion) Restore(a transcript.ID) error {
	s.asked("Restore")
	return s.companion.Restore(a)
}

func (s *slowCompanion) RestoreText(a context.Context, b string, c store.Version) error {
	s.asked("RestoreText")
	return s.companion.RestoreText(a, b, c)
}

func (s *slowCompanion) Retract(a transcript.ID) ([]memory.Derived, error) {
	s.asked("Retract")
	return s.companion.Retract(a)
}

func (s *slowCompanion) ReviseEpisode(a episodic.Episode) error {
	s.asked("ReviseEpisode")
	return s.companion.ReviseEpisode(a)
}

func (s *slowCompanion) ReviseFact(a facts.Fact) error {
	s.asked("ReviseFact")
	return s.companion.ReviseFact(a)
}

func (s *slowCompanion) ReviseGoal(a goals.ID, b goals.Revision) error {
	s.asked("ReviseGoal")
	return s.companion.ReviseGoal(a, b)
}

func (s *slowCompanion) ReviseQuestion(a string, b motivation.Revision) error {
	s.asked("ReviseQuestion")
	return s.companion.ReviseQuestion(a, b)
}

func (s *slowCompanion) Say(a context.Context, b companion.Utterance) (companion.Turn, error) {
	s.asked("Say")
	return s.companion.Say(a, b)
}

func (s *slowCompanion) Search(a context.Context, b string, c int) ([]transcript.Hit, error) {
	s.asked("Search")
	return s.companion.Search(a, b, c)
}

func (l *slowLibrary) Search(a context.Context, b string, c int) ([]library.Passage, error) {
	l.asked("Search")
	return l.library.Search(a, b, c)
}

func (s *slowCompanion) Secret() (store.Text, error) { s.asked("Secret"); return s.companion.Secret() }

func (s *slowCompanion) ListSkills(a context.Context) ([]companion.Skill, error) {
	s.asked("ListSkills")
	return s.companion.ListSkills(a)
}

func (s *slowCompanion) Snapshot() companion.Snapshot {
	s.asked("Snapshot")
	return s.companion.Snapshot()
}

func (s *slowCompanion) StopDreaming() { s.asked("StopDreaming"); s.companion.StopDreaming() }

func (l *slowLibrary) Stop(a string) {
	l.asked("Stop")
	l.library.Stop(a)
}

func (s *slowCompanion) Text(a string) (store.Text, error) {
	s.asked("Text")
	return s.companion.Text(a)
}

func (s *slowCompanion) Texts(a texts.Group) ([]texts.File, error) {
	s.asked("Texts")
	return s.companion.Texts(a)
}

func (s *slowCompanion) Turn() companion.Turn { s.asked("Turn"); return s.companion.Turn() }

func (s *slowCompanion) UndoDream(a context.Context, b string, c string) (record.Undone, error) {
	s.asked("UndoDream")
	return s.companion.UndoDream(a, b, c)
}

func (s *slowCompanion) Why(a context.Context, b transcript.ID) (companion.Why, error) {
	s.asked("Why")
	return s.companion.Why(a, b)
}

func (s *slowCompanion) Write(a string, b store.Version, c string) error {
	s.asked("Write")
	return s.companion.Write(a, b, c)
}

func (s *slowHome) Change(a config.Settings) error { s.asked("Change"); return s.home.Change(a) }

func (s *slowHome) Create(a, b, c string) (string, error) {
	s.asked("Create")
	return s.home.Create(a, b, c)
}

func (s *slowHome) CreateFrom(a, b, c string) (string, error) {
	s.asked("CreateFrom")
	return s.home.CreateFrom(a, b, c)
}

func (s *slowHome) Templates(a string) ([]persona.Template, error) {
	s.asked("Templates")
	return s.home.Templates(a)
}

func (s *slowHome) Discover(a context.Context) []models.Server {
	s.asked("Discover")
	return s.home.Discover(a)
}

func (s *slowHome) First() (string, error) { s.asked("First"); return s.home.First() }

func (s *slowHome) KeyPlace(a string) (string, error) {
	s.asked("KeyPlace")
	return s.home.KeyPlace(a)
}

func (s *slowHome) Language() string { s.asked("Language"); return s.home.Language() }

func (s *slowHome) Path() string { s.asked("Path"); return s.home.Path() }

func (s *slowHome) Personas() ([]companion.PersonaInfo, error) {
	s.asked("Personas")
	return s.home.Personas()
}

func (s *slowHome) Rename(a context.Context, b string, c string) error {
	s.asked("Rename")
	return s.home.Rename(a, b, c)
}

func (s *slowHome) SetAside(a string) (string, error) {
	s.asked("SetAside")
	return s.home.SetAside(a)
}

func (s *slowHome) SetKey(a string, b string) (string, error) {
	s.asked("SetKey")
	return s.home.SetKey(a, b)
}

func (s *slowHome) CheckModel(a context.Context, b config.ModelChoice) error {
	s.asked("CheckModel")
	return s.home.CheckModel(a, b)
}

func (s *slowHome) CheckEmbedder(a context.Context, b config.EmbedderChoice) error {
	s.asked("CheckEmbedder")
	return s.home.CheckEmbedder(a, b)
}

func (s *slowHome) Settings() config.Settings { s.asked("Settings"); return s.home.Settings() }

func (s *slowHome) Spending(a string) ([]spending.Sum, error) {
	s.asked("Spending")
	return s.home.Spending(a)
}

func (s *slowHome) StartByHand() error { s.asked("StartByHand"); return s.home.StartByHand() }

func (s *slowHome) StartWithComputer() error {
	s.asked("StartWithComputer")
	return s.home.StartWithComputer()
}

func (s *slowHome) StartsWithComputer() bool {
	s.asked("StartsWithComputer")
	return s.home.StartsWithComputer()
}

func (s *slowHome) TestEmbedder(a context.Context, b config.EmbedderChoice) (models.EmbedderTest, error) {
	s.asked("TestEmbedder")
	return s.home.TestEmbedder(a, b)
}

func (s *slowHome) TestModel(a context.Context, b config.ModelChoice) (models.Test, error) {
	s.asked("TestModel")
	return s.home.TestModel(a, b)
}

func (s *slowHome) Troubles() []companion.Trouble { s.asked("Troubles"); return s.home.Troubles() }

func (s *slowHome) UpdateHost() string { return s.home.UpdateHost() } // a constant

func (s *slowHome) AskForUpdate(a context.Context) (updates.Release, error) {
	s.asked("AskForUpdate")
	return s.home.AskForUpdate(a)
}
