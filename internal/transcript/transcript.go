// Package transcript keeps a conversation as a tree of messages in plain
// files: one message a line, each naming the message it answers, so that a
// regenerated reply or an edited question is a branch and nothing is ever
// overwritten.
//
// The newest messages are at the end of log.jsonl, earlier months in
// log_archives/. Whatever is asked for is read from the end backward, so what
// it costs depends on how far back it is and not on how long the log is.
//
// A line that cannot be read, a edit by hand gone wrong for one, is stepped over
// and stays where it is; Log.Check names it. A message whose parent is nowhere
// to be found continues the message before it in the files.
package transcript

import (
	"encoding/json"
	"errors"
	"time"
)

// logFile is the running log: UTF-8, one record a line, each a JSON object
// with a "kind". What belongs together follows in time: a message stands
// after its parent, and nothing that was written is changed.
//
//	{"kind":"message","id":"01KA…","parent":"01KA…","role":"user","time":"2026-11-21T10:00:00.000+09:00","text":"…"}
//	{"kind":"head","id":"01KA…","time":"2026-11-21T10:05:00.000+09:00"}
//	{"kind":"again","id":"01KA…","parent":"01KA…","time":"2026-11-21T10:04:00.000+09:00"}
//	{"kind":"retract","id":"01KA…","time":"2026-11-21T10:06:00.000+09:00","cause":"user"}
//	{"kind":"trust","id":"01KA…","time":"2026-11-21T10:07:00.000+09:00","cause":"user"}
//
// A message has the fields of Message, in that order, those that are empty
// left out but for id, parent, role, time and text. A head says that the user
// turned to the branch that ends with the message id; a message that is
// written is the head by itself. A retract says that the message id is taken
// back and not to be shown, an unretract that it is given back; the last one
// of a message counts, and it stands after the message. A trust says that the
// user clears the marks of the message id ("foreign", see Marks), a distrust
// that they hold again; the last one counts likewise. An again says that the
// message parent is being answered again, by one that will have the id.
// Records of other kinds and fields of other names are stepped over and kept as
// they are.
const logFile = "log.jsonl"

// archiveDir holds the earlier months, YYYY-MM.jsonl, in the same format. The
// archives from the oldest month to the newest, then logFile, are one log: a
// message stands after its parent in that order. A message is filed under the
// month its own time has in its own zone, except that one which claims to be
// older than the message before it stays with that one.
const archiveDir = "log_archives"

const archiveSuffix = ".jsonl"

// Bounds of a message.
const (
	// MaxText is the most bytes of text a message may have.
	MaxText = 1 << 20
	// maxRecord is the most bytes of a line; store reads lines up to 4 MiB.
	maxRecord = 4<<20 - 1
)

// The errors a caller branches on.
var (
	// ErrNoMessage says that no message has the id asked for.
	ErrNoMessage = errors.New("no such message")
	// ErrTooLarge says that a message is longer than MaxText, or that what it
	// carries makes its record too long. Nothing was written.
	ErrTooLarge = errors.New("message too large")
	// ErrBadMessage says that a message cannot be kept as it is: an unknown
	// role, a trace that is no JSON, an id that is taken. Nothing was written.
	ErrBadMessage = errors.New("message not accepted")
)

// An ID names a message: a ULID (26 characters of Crockford's base 32), whose
// order is the order of writing. Files written by hand may hold other ids.
type ID string

// A Role says who a message is from.
type Role string

// The roles of a message.
const (
	RoleUser    Role = "user"
	RolePersona Role = "persona"
	RoleNote    Role = "note" // an announcement, such as "searched past conversations"; not speech
)

// A State says how a message ended.
type State string

// The states of a message.
const (
	Complete    State = ""
	Interrupted State = "interrupted" // the user stopped it; Text is what came so far
	Failed      State = "failed"      // the model broke off; Text is what came so far
	Cut         State = "cut"         // it became too long and was stopped; Text is what came so far
)

// A Message is one thing said. It is a value; what the log returns shares
// nothing with it.
type Message struct {
	ID          ID              `json:"id"`
	Parent      ID              `json:"parent"` // the message it answers; "" begins a conversation
	Role        Role            `json:"role"`
	Time        time.Time       `json:"time"` // RFC 3339 with the zone of whoever wrote it
	Text        string          `json:"text"` // Markdown, at most MaxText bytes
	Model       string          `json:"model,omitempty"`
	State       State           `json:"state,omitempty"`
	Attachments []Attachment    `json:"attachments,omitempty"`
	Foreign     Marks           `json:"foreign,omitempty"` // the texts of others that it is derived from
	Trace       json.RawMessage `json:"trace,omitempty"`   // how it came to be; the caller's business
	Opaque      json.RawMessage `json:"opaque,omitempty"`  // the provider's own data about it

	// Retracted says that the message was taken back (Log.Retract): Text,
	// Attachments, Trace and Opaque are empty. Append ignores it.
	Retracted bool `json:"-"`
	// Trusted says that the user cleared the marks (Log.Trust). Append ignores
	// it.
	Trusted bool `json:"-"`
}

// An Attachment is a file that goes with a message.
type Attachment struct {
	Name string `json:"name"` // as the user knows it
	MIME string `json:"mime"`
	Path string `json:"path"` // in the persona's folder
	Size int64  `json:"size"` // bytes
}
