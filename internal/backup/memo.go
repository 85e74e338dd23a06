package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"yumori/internal/store"
)

// memoFile holds which copy was made last, a memo in JSON. It is derived:
// without it a copy is made that might have been spared.
const memoFile = ".index/backup.json"

type memo struct {
	Folder string `json:"folder"`
	Mark   string `json:"mark"`
	Copy   Copy   `json:"copy"`
}

// markOf is the same for the same files copied in the same way.
func markOf(parts []store.Part, to *store.Folder, o Options) string {
	sum := sha256.New()
	_, _ = fmt.Fprintln(sum, to.Path(), o.Passphrase != "")
	for _, p := range parts {
		_, _ = fmt.Fprintln(sum, p.Name, p.Size, p.ModTime.UnixNano())
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// unchanged returns the copy that was made last, if nothing has changed since
// and it is where it was.
func unchanged(h *store.Home, to *store.Folder, mark string) (Copy, bool) {
	data, err := h.Dir().Read(memoFile)
	var m memo
	if err != nil || json.Unmarshal(data, &m) != nil || m.Mark != mark || m.Folder != to.Path() {
		return Copy{}, false
	}
	list, err := to.List()
	for _, p := range list {
		if err == nil && p.Name == m.Copy.Name && p.Size == m.Copy.Size {
			m.Copy.Same, m.Copy.Removed = true, nil
			return m.Copy, true
		}
	}
	return Copy{}, false
}

// remember notes which copy was made. No error counts.
func remember(h *store.Home, m memo) {
	if data, err := json.Marshal(m); err == nil {
		_ = h.Dir().Write(memoFile, data, store.Cause{Kind: store.CauseSetup})
	}
}
