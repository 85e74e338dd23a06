package evalset

import "strings"

// A Role is the side of a conversation with a model that a speaker is on.
type Role string

// The roles; a speaker with a name has none. Their values are the speakers'
// names where a log gives none.
const (
	NoRole    Role = ""
	User      Role = "User"
	Assistant Role = "Assistant"
)

// RoleOf reads a speaker as a role, in any case. Logs of different programs
// name the two sides differently.
func RoleOf(speaker string) Role {
	switch strings.ToLower(strings.TrimSpace(speaker)) {
	case "user", "human", "ユーザー", "ユーザ":
		return User
	case "assistant", "ai", "bot", "model", "アシスタント":
		return Assistant
	}
	return NoRole
}

// Name returns the name of a speaker, which is the same for every word for a
// role.
func Name(speaker string) string {
	if r := RoleOf(speaker); r != NoRole {
		return string(r)
	}
	return strings.TrimSpace(speaker)
}

// Sides tells who is the user among the speakers of a conversation: who has
// that role, and, beside an assistant, whoever else speaks.
type Sides struct{ assistant bool }

// SidesOf looks at who speaks in the documents.
func SidesOf(docs []Document) Sides {
	for _, d := range docs {
		if RoleOf(d.Speaker) == Assistant {
			return Sides{assistant: true}
		}
	}
	return Sides{}
}

// IsUser reports whether a speaker is the user.
func (s Sides) IsUser(speaker string) bool {
	switch RoleOf(speaker) {
	case User:
		return true
	case Assistant:
		return false
	}
	return s.assistant && Name(speaker) != ""
}
