// Package store is the single door to the disk: homes, persona folders, files
// that are replaced atomically, journals that survive a torn tail, the history
// of every memory file, and what changed since a cursor.
//
// A [Home] is locked by one process at a time. Each persona's folder is a [Dir],
// opened through [os.Root], so that no name can leave it. What a call of Dir or
// [Journal] reported as written is on disk after a crash, and, where the disk
// keeps its word, after a power cut.
//
// # Caveats
//
// A name is a slash-separated path inside the Dir, valid on every system that
// Yumori runs on (see [ErrBadName]); hidden names belong to this package, except
// ".index", which is for derived data.
//
// Symbolic links, pipes and devices are never opened, whatever they point to.
//
// The history is written behind the caller's back, some seconds late. What was
// not yet committed waits beside it and is part of [Dir.History] all the same;
// [Dir.Sync] waits for it.
//
// The lock is advisory and made for local disks. On a network drive two
// machines may both get it.
package store
