package page

import (
	"time"

	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/speech"
	"yumori/internal/transcript"
	"yumori/ui/face"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// Calls are what pages ask of the window.
type Calls struct {
	Hint     func(widget.Spot)
	Link     func(url string)
	Copy     func(text string)
	Menu     func(at fyne.Position, items ...*fyne.MenuItem)
	Pick     func(func(fyne.URIReadCloser))
	Picture  func(func(fyne.URIReadCloser)) // as Pick, of pictures only
	Reveal   func(file string)              // opens the folder of a file of the persona's, "" that of all data
	Folder   func(picked func(path string)) // lets the user choose a folder
	Import   func()                         // asks for what is to be brought in
	Export   func()                         // asks where to the persona is written that is open
	BackUp   func()                         // asks where to everything is copied
	Restore  func()                         // asks which copy is brought back
	Focus    func(fyne.Focusable)
	Focused  func() fyne.Focusable
	Key      func(fyne.Shortcut) bool
	Settings func()
	Keys     func() // lists the shortcuts
	Tour     func() // says what is where
	Snapshot func(companion.Snapshot)
	Felt     func(slug, emotion string)
	Change   func(edit func(*config.Settings), done func(error))
	Welcomed func()
	Use      func(config.ModelChoice)
	Again    func() // looks for model servers again
	Pull     PullCalls
	Ask      func(m SheetModel, body fyne.CanvasObject, act func() SheetEnd)
	Message  func(transcript.ID)   // goes to a message of the conversation
	Memory   func(MemoryPlace)     // goes to a place among the memories
	Mind     func()                // goes to the inner life
	Inbox    func()                // goes to what waits
	Chat     func()                // goes to the conversation
	Dreams   func()                // goes to the dreams
	Dreamt   func(slug, id string) // a dream was read; may be nil
	Folded   func() bool           // the glance at the inner life is folded away
	Fold     func()                // folds it, or opens it
	GotNewer func()                // the word about a newer version was read
	Opened   func()                // the first page of a conversation is shown; may be nil
}

// A Deps is what every page is made of.
type Deps struct {
	Dispatcher *Dispatcher
	Words      Words
	Calls      *Calls
	Faces      *face.Stage // of the window's portraits
	Now        func() time.Time
	Voice      *speech.Voice // reads aloud; nil nothing does
	// VoiceOf makes a voice to be tried; nil there is none.
	VoiceOf func(config.VoiceChoice) *speech.Voice
	Sounds  speech.Streamer // plays blips; nil nothing does
}

// RailWidth is about how wide the rail is.
const RailWidth = 60
