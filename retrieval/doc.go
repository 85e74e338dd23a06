// Package retrieval answers "what do I remember about this?" for every turn:
// it plans what to look for, searches, puts relevance, intent and feeling
// together, leaves out what says the same twice, and fits the rest into a
// budget.
//
// A [Node] does it; a [Result] carries everything that happened on the way.
// The prompt, the "why" page and the command line all read that one value.
//
// Relevance decides what is remembered; intent and feeling decide in what
// order. Nothing multiplies an old memory away.
package retrieval
