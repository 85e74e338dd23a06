// Package dreaming turns a persona's conversations into memory at night: a
// Pipeline of named stages, each with a model (package model) and built-in rules
// (package rules) for the same task, and a diary (package record) of what every
// dream read, changed and cost.
//
// A dream is a transaction its owner can read. Each stage works on a shadow of
// the persona's folder; what it would change is in the dream's record, before
// and after, before any of it is on disk. Killed anywhere, a dream goes on from
// its record: a file that is as it was gets the change, one that is as it would
// be has it already, and where somebody else wrote meanwhile the stage is
// thought through again on what is there now, with the model's answer of
// before. SOUL.md, core_memory.txt and MEMORY.md are never written: what a
// dream would change there is held for the user.
//
// The conversation is read by day, a day being that of each message's own
// zone, from where the stage stood after the last dream that got through it.
// Nothing is learned from what was only recalled: a reply that repeats a
// memory is no news.
package dreaming
