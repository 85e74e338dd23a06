// Package embedcache keeps the vectors that embedders have made, for all
// personas of a home: no text is asked for twice of the same model, whoever it
// belongs to and whatever becomes of the indexes. A vector is found by the
// SHA-256 of its model, dimension, task and text, so that models cannot mix and
// no text can be read from it. The file is derived: without it texts are asked
// for again, and nothing else is lost.
package embedcache
