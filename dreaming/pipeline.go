package dreaming

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"yumori/dreaming/record"
	"yumori/episodic"
	"yumori/internal/llm"
	"yumori/internal/llm/meter"
	"yumori/internal/memory"
	"yumori/internal/store"
	"yumori/internal/transcript"
)

var (
	// ErrBudget says that a request would cost more than is left.
	ErrBudget = meter.ErrBudget
	// ErrNothing says that there is nothing new to dream of.
	ErrNothing = errors.New("nothing new to dream of")
)

// A Recaller finds what the persona remembers. It is asked with a few words.
type Recaller interface {
	Recall(ctx context.Context, query string, n int) ([]memory.Item, error)
}

// An Indexer brings the indexes of memory up to date and learns their
// semantic space anew.
type Indexer interface {
	Index(ctx context.Context) error
}

// A Coster is a Recaller or an Indexer that asks models of its own. Cost says
// how many requests, and tokens, one question or one bringing up to date takes
// at most when all goes well.
type Coster interface {
	Cost() (calls, tokens int)
}

// A Cap bounds what may be spent.
type Cap = meter.Cap

// Deps are what a Pipeline works on and with.
type Deps struct {
	Dir    *store.Dir
	Log    *transcript.Log
	Model  llm.Model // dreams; nil: rules
	Light  llm.Model // for the small tasks; nil: Model
	Recall Recaller  // nil: nothing is recalled
	Index  Indexer   // nil: no index
	// Meter is asked for all that a dream causes until its end, by Recall and
	// Index, too; nil: no bounds beside the dream's own.
	Meter    meter.Meter
	Now      func() time.Time
	Logger   *slog.Logger
	Language string // of the persona: "ja", else English
	Persona  string // its name
	User     string // what it calls the user; "" unknown
	// Brought returns the texts that were recalled into the prompt of a reply; nil:
	// nothing is. foreign says that the reply is derived from text of others.
	Brought func(ctx context.Context, reply transcript.Message) (texts []string, foreign bool)
	// FromOthers says whether messages, or what is derived from these sources, are derived from text
	// that neither the persona nor the user wrote; nil: nothing does. It is no
	// matter of the dream's: nothing is learned from it, told of it, or made of
	// it together with what is the two's own.
	FromOthers func(sources []string) bool
	// Foreign says whether a file was brought in from another program; nil:
	// none was.
	Foreign func(file string) bool
	// Speaker names who said a message, where it is neither the persona nor
	// the user; nil: it always is one of them. "" is as nil.
	Speaker func(transcript.Message) string
	// Without are stages that are left out, to measure what they are worth; nil: none.
	Without []record.Stage
	// Alone runs f while nothing else books into the persona's files; nil:
	// nobody else does. It is held for the moment of a stage's application.
	Alone func(f func() error) error
}

// A Choice says who dreams.
type Choice string

// The choices.
const (
	ByModel Choice = "" // the model if there is one
	ByRules Choice = "rules"
)

// A Mode says what becomes of a dream.
type Mode string

// The modes.
const (
	Real   Mode = ""
	DryRun Mode = "dry run" // nothing is written, the record is only returned
	AsOne  Mode = "as one"  // all stages are written together, at the end: for many nights in a row
)

// A Request asks for a dream.
type Request struct {
	// Date is the day the dream is for; "" is the day of At.
	Date episodic.Date
	// From and To bound the messages, From inclusive, To exclusive. Zero: from
	// where the last dream stood, until At.
	From, To time.Time
	// Again takes in what was dreamt of before as well.
	Again bool
	// Said, if not nil, is the conversation, oldest first, for a caller who has
	// read it already; From and To hold.
	Said     []transcript.Message
	Level    int       // 1 to 3; 0 is 1
	By       Choice    // who dreams
	Mode     Mode      // whether it is real
	At       time.Time // what the clock says in the dream; zero is now
	Progress func(Progress)

	skip   string // the dream that is gone on with
	sketch bool   // nothing is dreamed: what the rules do needs no memory
}

// A Progress tells how far a dream is.
type Progress struct {
	Dream string       `json:"dream"` // its id
	Stage record.Stage `json:"stage"` // that is under way; "" at the end
	Done  int          `json:"done"`  // stages
	Of    int          `json:"of"`
	By    string       `json:"by"`             // who dreams the stage
	Note  string       `json:"note,omitempty"` // of the stage that ended: why rules, why it failed
}

// A Plan is what a dream would read and cost.
type Plan struct {
	Date     episodic.Date   `json:"date"`
	Level    int             `json:"level"`
	By       string          `json:"by"` // model or rules
	Resumes  string          `json:"resumes,omitempty"`
	Days     []episodic.Date `json:"days"`
	Messages int             `json:"messages"`
	Stages   []PlannedStage  `json:"stages"`
	// Calls is how many requests it sends at most, recalling included, if none
	// has to be sent again: those that have to come on top. Nothing goes beyond
	// what is left of the budget.
	Calls  int `json:"calls"`
	Tokens int `json:"tokens"` // estimated, prompts and answers
}

// A PlannedStage is one stage of a Plan.
type PlannedStage struct {
	Stage  record.Stage `json:"stage"`
	By     string       `json:"by"`
	Calls  int          `json:"calls"`
	Tokens int          `json:"tokens"`
}

// A Pipeline dreams for one persona. It is safe for concurrent use; one dream
// runs at a time.
type Pipeline struct {
	deps  Deps
	diary *record.Diary

	mu     sync.Mutex // held while a dream runs; guards what follows
	memory *draft     // nil until the first dream
	denied []denial   // of a backfill, in which nothing is undone; nil: looked for by each dream
}

// New returns the pipeline of a persona. It costs nothing.
func New(d Deps) *Pipeline {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Logger == nil {
		d.Logger = slog.New(slog.DiscardHandler)
	}
	if d.Alone == nil {
		d.Alone = func(f func() error) error { return f() }
	}
	return &Pipeline{deps: d, diary: record.NewDiary(d.Dir)}
}
