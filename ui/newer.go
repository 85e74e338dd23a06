package ui

import "yumori/internal/updates"

// prefNewer is the key of the newer version whose line was read.
const prefNewer = "newer"

// tellNewer has every conversation say that a newer version is there, until
// that was read in one of them.
func tellNewer(s *shell, r updates.Release) {
	if r.Version == s.opt.App.Preferences().String(prefNewer) {
		return
	}
	s.newer = r
	for _, c := range s.chats {
		c.TellNewer(r)
	}
}

// gotNewer takes that line away, for this version for good.
func gotNewer(s *shell) {
	s.opt.App.Preferences().SetString(prefNewer, s.newer.Version)
	s.newer = updates.Release{}
	for _, c := range s.chats {
		c.TellNewer(s.newer)
	}
}
