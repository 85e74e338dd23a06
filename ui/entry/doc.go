// Package entry is the field that a message is written in: it grows from one
// line to eight, sends with Enter, and does not mistake an input method's keys
// for the person's.
//
//	e := entry.New(fyne.Do)
//	e.OnSend = func(text string) { … }   // text is trimmed and not empty; the page clears the entry: e.SetText("")
//	e.OnRecall = func() { … }            // Up in an empty entry: edit the last message
//	e.OnEscape = func() { … }            // Escape that no input method wanted
//	e.OnLongPaste = func(text string) { … } // more than LongPaste characters: offer it as an attachment
//	e.SendWith = entry.CtrlEnter         // else Enter sends
//
// # Input methods
//
// On X11 and macOS the toolkit reports a key that the input method has eaten
// just as if the person had typed it, and says nothing of the composition. The
// one piece of evidence is what does not come: a key that types a letter is
// followed by that letter unless an input method kept it. The guard (guard.go)
// works from that alone.
//
// The limits that remain:
//
//   - A composition that was cancelled with Backspace or Escape cannot be told
//     from one that goes on. Up to as many Backspaces as letters were typed may
//     then do nothing, and the arrows until something is typed or clicked;
//     Return acts after a third of a second rather than at once.
//   - A Return that commits a single Latin letter typed less than a quarter of
//     a second before, in an input method, is taken as the person's and sends.
//   - A Return that both commits a syllable and breaks the line (Korean) only
//     commits; the next one sends.
//   - Return right after a dead accent alone (´ and no letter) is taken as the
//     person's.
//   - Under Wayland the toolkit has no input methods at all: the program asks
//     for X11 (XWayland) when it can.
package entry
