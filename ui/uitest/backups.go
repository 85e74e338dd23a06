package uitest

import (
	"context"
	"time"

	"yumori/internal/backup"
	"yumori/internal/companion"
	"yumori/internal/exchange"
)

// A FakeCopies is the copies of a home.
type FakeCopies struct {
	Copied     []companion.BackupRequest
	Daily      companion.BackupRequest
	Passphrase string // without which no copy opens
	Restored   []backup.Request
	Exported   []string // files
}

// Backup stands for the method of companion.Backups.
func (f *FakeCopies) Backup(_ context.Context, r companion.BackupRequest) (backup.Copy, string, error) {
	f.Copied = append(f.Copied, r)
	return backup.Copy{Name: "yumori-20261121-120000.zip.age", Files: 12, Size: 34_000}, r.To, nil
}

// KeepDaily stands for the method of companion.Backups.
func (f *FakeCopies) KeepDaily(r companion.BackupRequest) error {
	f.Daily = r
	return nil
}

// BackupFolder stands for the method of companion.Backups.
func (f *FakeCopies) BackupFolder() string { return "/home/alex/.local/share/yumori-backups" }

// Restore stands for the method of companion.Backups.
func (f *FakeCopies) Restore(_ context.Context, _ string, r backup.Request) (backup.Restored, error) {
	if r.Passphrase != f.Passphrase {
		return backup.Restored{}, backup.ErrPassphrase
	}
	f.Restored = append(f.Restored, r)
	return backup.Restored{Made: time.Date(2026, 11, 20, 21, 0, 0, 0, time.UTC), Personas: []string{"luna"}, Aside: map[string]string{"luna": "set-aside/luna"}, Files: 12}, nil
}

// Export stands for the method of companion.Home.
func (f *FakeCopies) Export(_ context.Context, slug, file string) (exchange.ExportReport, error) {
	f.Exported = append(f.Exported, file)
	return exchange.ExportReport{Slug: slug, File: file, Left: []string{"branches"}}, nil
}
