package config

import (
	"fmt"
	"path/filepath"

	"yumori/retrieval/embedding"
)

// An EmbedderChoice names what makes vectors of texts; see embedding.Choice.
type EmbedderChoice = embedding.Choice

// embedderKeys are the dotted keys of the embedder.
func embedderKeys() []settingKey {
	return []settingKey{
		choiceKey("embedder.provider", func(s *Settings) *string { return &s.Embedder.Provider }, embedding.Builtin, "ollama", "openai", "gemini", embedding.Auto),
		textKey("embedder.name", func(s *Settings) *string { return &s.Embedder.Name }, nil),
		textKey("embedder.base_url", func(s *Settings) *string { return &s.Embedder.BaseURL }, checkBaseURL),
		switchKey("embedder.lan", func(s *Settings) *bool { return &s.Embedder.LAN }),
		choiceKey("embedder.fallback", func(s *Settings) *string { return &s.Embedder.Fallback }, "ollama", "openai", "gemini"),
		numberKey("embedder.dim", func(s *Settings) *int { return &s.Embedder.Dim }, span{8, 16_384}),
		switchKey("embedder.batch", func(s *Settings) *bool { return &s.Embedder.Batch }),
		moneyKey("embedder.price_in", func(s *Settings) *float64 { return &s.Embedder.In }),
		numberKey("embedder.cache_mb", func(s *Settings) *int { return &s.Embedder.Cache }, span{1, 1_000_000}),
	}
}

// BackupChoices are the settings about the copies that are made by themselves.
type BackupChoices struct {
	// Daily makes one a day while a window or a terminal chat is open; nil is true.
	Daily *bool `json:"daily,omitempty"`
	// Folder is where they go; "" is companion.Backups.BackupFolder.
	Folder string `json:"folder"`
	// Sealed encrypts them with the passphrase that KeepDaily was given.
	Sealed bool `json:"sealed"`
}

// backupKeys are the dotted keys of what is in this file. Whether copies are
// encrypted is not among them: that needs a passphrase.
func backupKeys() []settingKey {
	return []settingKey{
		onKey("backup.daily", func(s *Settings) **bool { return &s.Backup.Daily }),
		textKey("backup.folder", func(s *Settings) *string { return &s.Backup.Folder }, checkFolder),
	}
}

// checkFolder refuses what means another folder elsewhere.
func checkFolder(v string) error {
	if v != "" && !filepath.IsAbs(v) {
		return fmt.Errorf("%w: backup.folder takes a whole path", ErrBadValue)
	}
	return nil
}
