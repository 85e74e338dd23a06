package uitest

import (
	"slices"

	"yumori/internal/taint"
	"yumori/internal/transcript"
)

// A FakeTrust is what the user says of texts of others.
type FakeTrust struct {
	Marked  map[transcript.ID][]transcript.Foreign
	Cleared map[transcript.ID]bool
	Own     []taint.OwnText
}

// Marks stands for the method of companion.Companion.
func (f *FakeTrust) Marks(m transcript.Message) []transcript.Foreign {
	if f.Cleared[m.ID] {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(f.Marked[m.ID]), func(g transcript.Foreign) bool {
		return slices.ContainsFunc(f.Own, func(o taint.OwnText) bool { return o.Hash == g.Hash })
	})
}

// ClearMark stands for the method of companion.Companion.
func (f *FakeTrust) ClearMark(id transcript.ID) error { f.Cleared[id] = true; return nil }

// RestoreMark stands for the method of companion.Companion.
func (f *FakeTrust) RestoreMark(id transcript.ID) error { f.Cleared[id] = false; return nil }

// TrustDocument stands for the method of companion.Companion.
func (f *FakeTrust) TrustDocument(hash, name string) error {
	f.Own = append(f.Own, taint.OwnText{Hash: hash, Name: name})
	return nil
}

// DistrustDocument stands for the method of companion.Companion.
func (f *FakeTrust) DistrustDocument(hash string) error {
	f.Own = slices.DeleteFunc(f.Own, func(o taint.OwnText) bool { return o.Hash == hash })
	return nil
}

// TrustedDocuments stands for the method of companion.Companion.
func (f *FakeTrust) TrustedDocuments() []taint.OwnText { return f.Own }

// KnowledgeHash stands for the method of companion.Companion.
func (f *FakeTrust) KnowledgeHash(name string) (string, bool, error) {
	hash := "hash of " + name
	return hash, slices.ContainsFunc(f.Own, func(o taint.OwnText) bool { return o.Hash == hash }), nil
}

// Paper is a document that somebody else wrote.
var Paper = transcript.Foreign{Kind: transcript.ForeignDocument, Name: "offer.txt", Hash: "h1"}
