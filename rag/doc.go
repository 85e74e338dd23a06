// Package rag finds texts again: it keeps documents as short chunks in a
// keyword index (bleve), learns a semantic space from them, holds vectors of
// an embedder beside it if there is one, and scores what a question finds by
// all of that together, telling how.
//
// An [Index] is derived data. It can be deleted at any time and comes back by
// [Index.Sync]; a damaged one is made anew. What is the truth stands in the
// persona's files.
//
// # How a question is answered
//
// Candidates come from four sources: the keyword index, the semantic space,
// the embedder's vectors and the time the question names, together with their
// neighbours and the best sessions' other texts. Only the candidates are
// scored, and exactly: the text itself, the texts before and after it, its whole
// session, nearness in meaning, nearness in time, who said it. [Weights] says how
// they count; its defaults were tuned on three kinds of data together.
//
// Nothing loses by being old: no feature depends on how long ago a text was
// written, only on how near it is to a time the question names.
//
// # What it takes
//
// In memory are the vocabulary, the names of speakers, sessions and files, the
// terms of the semantic space, and everything about documents that came since
// the last snapshot: 15 bytes for each chunk of ten years of talk, 33 beside an
// embedder. The rest, an embedder's vectors too, stands in files, which are read
// where they stand. They are replaced, never changed; a search maps them and lets
// go of the pages soon after, and of those of the keyword index, which bleve maps
// and would keep.
package rag
