package store

// CauseKind says who wanted a change.
type CauseKind string

// The kinds of causes. The texts are part of the history's format.
const (
	CauseUser    CauseKind = "user"    // typed into the program by its user
	CauseTool    CauseKind = "tool"    // asked for by the model, through a tool
	CauseTurn    CauseKind = "turn"    // follows from a turn of the conversation
	CauseDream   CauseKind = "dream"   // proposed by a dream
	CauseSetup   CauseKind = "setup"   // made by the program: samples, migrations
	CauseOutside CauseKind = "outside" // found changed on disk: an edit by hand
	CauseRestore CauseKind = "restore" // an earlier version taken back
	CauseImport  CauseKind = "import"  // brought in from another program
)

// Cause says why a write happened. It is kept in the history.
type Cause struct {
	Kind CauseKind
	Ref  string // the id of the message, dream or import; may be empty
	Note string // one line for the user, in the language of the caller; may be empty
}
