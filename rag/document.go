package rag

import (
	"time"

	"yumori/internal/memory"
)

// Type is what sort of text a document is.
type Type string

// The types of documents.
const (
	TypeMessage   Type = "message"   // one message of the conversation
	TypeArchive   Type = "archive"   // the same, from a closed month
	TypeDaily     Type = "daily"     // an entry of a daily log
	TypeDiary     Type = "diary"     // the persona's diary
	TypeEpisode   Type = "episode"   // one episode
	TypeDream     Type = "dream"     // one dream
	TypeBank      Type = "bank"      // a fact, experience or opinion
	TypeNote      Type = "note"      // MEMORY.md and other notes, Markdown
	TypeKnowledge Type = "knowledge" // a document the user gave, Markdown or plain
)

// Format is how a document's text is cut into chunks.
type Format string

// The formats.
const (
	Plain    Format = ""         // sentences: 300 characters, 50 of overlap
	Markdown Format = "markdown" // sections: 400 tokens, 80 of overlap
)

// A Document is one text to find again: a message, a diary entry, a section.
// Long ones are indexed in chunks.
type Document struct {
	ID       string       `json:"id"` // unique in its index, e.g. a message's id
	Type     Type         `json:"type"`
	Kind     memory.Kind  `json:"kind,omitempty"`
	Source   memory.Place `json:"source"`            // the line, or the page, that the text begins in
	Session  string       `json:"session,omitempty"` // what of a file belongs together: one conversation, one day; "" means all of it
	Speaker  string       `json:"speaker,omitempty"` // name of who said it; "" for texts nobody said
	ByUser   bool         `json:"by_user,omitempty"` // the user said it
	Time     time.Time    `json:"time,omitzero"`     // when it was said; zero if unknown
	Entities []string     `json:"entities,omitempty"`
	Format   Format       `json:"format,omitempty"`
	Text     string       `json:"text"`
}
