// Package imports reads what other programs keep of their talks and personas:
// exports of ChatGPT and Claude, chats of SillyTavern and of programs that write
// like it, folders of Nexus Ark and of agents, and logs as plain text. It
// recognises what a file is, and hands its messages on one after the other, as
// they are read; what becomes of them is the caller's.
//
// All of it is the work of somebody unknown: everything about it is bounded,
// nothing in it is carried out, and what cannot be used is counted and named.
package imports

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Bounds of what is read.
const (
	MaxText    = 1 << 20  // bytes of a message; what is longer is cut
	maxElement = 48 << 20 // bytes of one conversation in a file of JSON
	maxLine    = 32 << 20 // bytes of a line
	maxDepth   = 200      // of JSON
	maxWhole   = 64 << 20 // bytes of a file that is read whole
	maxEntries = 100_000  // of an archive, and of a folder
	maxContent = 64 << 30 // bytes that an archive may unpack to
	maxRatio   = 1_000    // of unpacked to packed, for a file in an archive of over 1 MiB
)

// A Kind is what a file or folder is.
type Kind string

// The kinds. Of them Card and Persona are not read here, and of Tavern its files
// one by one.
const (
	Card      Kind = "card"      // a character card
	Nexus     Kind = "nexus"     // a room of Nexus Ark
	Workspace Kind = "workspace" // the folder of an agent
	Chat      Kind = "chat"      // a chat of SillyTavern, or one exported here
	ChatGPT   Kind = "chatgpt"
	Claude    Kind = "claude"
	Persona   Kind = "persona"     // a whole persona that was exported here
	Text      Kind = "text"        // plain text, Markdown or a table
	Tavern    Kind = "sillytavern" // the data folder of SillyTavern
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{Card, Nexus, Workspace, Chat, ChatGPT, Claude, Persona, Text, Tavern}
}

// MakesPersona reports whether a file of the kind makes a new persona, rather
// than going into one.
func (k Kind) MakesPersona() bool {
	return k == Card || k == Nexus || k == Workspace || k == Persona || k == Tavern
}

// ErrImport says that a file cannot be brought in. The error is an *Error.
var ErrImport = errors.New("import not accepted")

// A Reason names why a file cannot be brought in.
type Reason string

// The reasons of an Error. Those of archives are called as there.
const (
	Unknown  Reason = "unknown"   // a file of which nobody knows what it is
	Folder   Reason = "folder"    // a folder of none of the forms that are known
	Damaged  Reason = "damaged"   // broken off, or not what it says it is
	TooLarge Reason = "too_large" // one conversation or line, or what it unpacks to
	TooDeep  Reason = "too_deep"  // JSON in JSON in JSON
	TooMany  Reason = "too_many"  // files
	Encoding Reason = "encoding"  // not UTF-8
	Empty    Reason = "empty"     // nobody says anything in it
	Speakers Reason = "speakers"  // nobody can tell which of those who speak is the user
)

// An Error tells why a file cannot be brought in. It is an ErrImport.
type Error struct {
	Reason Reason
	What   string   // in plain words, for the log
	Names  []string // of those who speak, for Speakers
}

// Error names the reason and what was met.
func (e *Error) Error() string { return fmt.Sprintf("%v: %s: %s", ErrImport, e.Reason, e.What) }

// Unwrap returns ErrImport.
func (e *Error) Unwrap() error { return ErrImport }

func refuse(r Reason, format string, args ...any) error {
	return &Error{Reason: r, What: fmt.Sprintf(format, args...)}
}

// A Role says who a message is from.
type Role string

// The roles.
const (
	User  Role = "user"
	Other Role = "persona" // the one that the user spoke with
	Note  Role = "note"    // a title, or what a narrator says
)

// A Thread is a conversation. Its messages follow it.
type Thread struct {
	ID     string    // of the program that it is from; "" it has none, and what is said tells it from others
	Title  string    // "" it has none
	Began  time.Time // zero is unknown
	With   string    // what it calls the other one; "" it does not say
	Names  []string  // of a text, of those who speak, the one taken for the user first; nil: its format says who does
	Linear bool      // each message answers the one before it, whatever Parent says
	Keyed  bool      // Key tells a message for good; else what was said up to it does
	Ours   bool      // Key is the id of a message that was exported here
}

// A Message is one thing said.
type Message struct {
	Key    string // of the program that it is from, unique in its thread; "" it has none
	Parent string // the Key of what it answers; "" the thread begins with it
	Off    bool   // it is not on the branch that was shown
	Role   Role
	Text   string
	Time   time.Time // zero is unknown
	Model  string
	Files  []string // that go with it, as Being.Big has them
}

// A Sink takes what is read. An error of it ends the reading.
type Sink interface {
	// Thread begins a conversation.
	Thread(Thread) error
	// Message takes the next message of the conversation, parents before
	// children.
	Message(Message) error
}

// A Why names why something was left out.
type Why string

// Why something was left out.
const (
	WhySystem   Why = "system"   // instructions of the other program
	WhyTool     Why = "tool"     // calls of tools, and what came of them
	WhyThought  Why = "thought"  // what a model thought before it spoke
	WhyMedia    Why = "media"    // pictures, sound and files
	WhyDamaged  Why = "damaged"  // what cannot be read
	WhyLong     Why = "long"     // what was cut
	WhySpeaker  Why = "speaker"  // said by neither of the two
	WhySecret   Why = "secret"   // files that may hold keys or passwords
	WhyLink     Why = "link"     // what is no file: links, pipes
	WhyNoPlace  Why = "no_place" // what there is no place for here
	WhyUntitled Why = "preface"  // what stands before anybody speaks
)

// A Left is something that was left out.
type Left struct {
	What string `json:"what"`
	Why  Why    `json:"why"`
	N    int    `json:"n"`
	Note string `json:"note,omitempty"`
}

// Leftovers counts what is left out. The zero value is empty.
type Leftovers struct {
	list []Left
	at   map[Left]int
}

// maxLeft is how many different things are told apart.
const maxLeft = 200

// Add counts one more.
func (l *Leftovers) Add(what string, why Why) { l.AddN(what, why, 1) }

// AddN counts n more.
func (l *Leftovers) AddN(what string, why Why, n int) {
	if n <= 0 {
		return
	}
	what = strings.ToValidUTF8(what, "\uFFFD")
	if r := []rune(what); len(r) > 120 {
		what = string(r[:120]) + "…"
	}
	key := Left{What: what, Why: why}
	i, ok := l.at[key]
	if !ok && len(l.list) >= maxLeft {
		key.What = "…"
		i, ok = l.at[key]
	}
	if !ok {
		if l.at == nil {
			l.at = map[Left]int{}
		}
		i = len(l.list)
		l.at[key], l.list = i, append(l.list, key)
	}
	l.list[i].N += n
}

// List returns what was left out, in the order in which it was met.
func (l *Leftovers) List() []Left { return append([]Left{}, l.list...) }
