// Package record keeps what dreams did: a Diary of Records, one file each, with
// what was read, what every stage changed, byte for byte, and what waits for a
// decision. From a Record a dream, or one item of it, is taken back, accepted,
// refused or put into other words.
package record
