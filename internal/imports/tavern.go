package imports

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// In the data folder of SillyTavern every user has a folder, with a card for each
// character and, in a folder called like the card, the talks with it. Lore that
// belongs to a character is in its card as well; what is in worlds/ for all of them
// is not read.
var (
	tavernCard = regexp.MustCompile(`(?:^|/)characters/([^/]+)\.png$`)
	tavernChat = regexp.MustCompile(`(?:^|/)chats/([^/]+)/[^/]+\.jsonl$`)
)

// A Character is a persona of SillyTavern, as names in the folder.
type Character struct {
	Card  string
	Chats []string // the older first, as they are called
}

// Characters returns the characters of a data folder, and counts in Left what
// comes in with none of them.
func (s *Source) Characters() []Character {
	var list []Character
	at := map[string]int{} // by user and name
	for _, p := range s.parts {
		if m := tavernCard.FindStringSubmatch(p.Name); m != nil {
			at[path.Join(path.Dir(path.Dir(p.Name)), m[1])] = len(list)
			list = append(list, Character{Card: p.Name})
		}
	}
	for _, p := range s.parts {
		m := tavernChat.FindStringSubmatch(p.Name)
		switch {
		case tavernCard.MatchString(p.Name):
		case m != nil:
			if i, ok := at[path.Join(path.Dir(path.Dir(path.Dir(p.Name))), m[1])]; ok {
				list[i].Chats = append(list[i].Chats, p.Name)
			} else {
				s.Left.Add(p.Name, WhyNoPlace)
			}
		case strings.HasSuffix(path.Dir(p.Name), "worlds") && path.Ext(p.Name) == ".json":
			s.Left.Add(p.Name, WhyNoPlace)
		default:
			s.leave(p)
		}
	}
	for _, c := range list {
		slices.Sort(c.Chats)
	}
	return list
}
