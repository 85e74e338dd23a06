package cli

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"yumori/internal/backup"
	"yumori/internal/companion"
)

// copied is what backup --json prints.
type copied struct {
	File      string   `json:"file"`
	Size      int64    `json:"size"` // bytes
	Files     int      `json:"files"`
	Removed   []string `json:"removed"`
	Unchanged bool     `json:"unchanged"`
}

func backupCommand(s *session) *cobra.Command {
	var to, passphraseFile string
	var daily bool
	cmd := &cobra.Command{
		Use:   "backup",
		Short: s.words.text("about_backup"),
		Args:  wrongUse(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			passphrase, err := passphraseIn(passphraseFile)
			if err != nil {
				return err
			}
			return s.withHome(cmd.Context(), func(h *companion.Home) error {
				r := companion.BackupRequest{To: to, Passphrase: passphrase, Progress: s.percent()}
				c, dir, err := h.Backups.Backup(cmd.Context(), r)
				if err == nil && daily {
					r.To = dir
					err = h.Backups.KeepDaily(r)
				}
				if err != nil {
					return err
				}
				out := copied{File: filepath.Join(dir, c.Name), Size: c.Size, Files: c.Files, Removed: append([]string{}, c.Removed...), Unchanged: c.Same}
				return s.print(out, func() {
					switch {
					case c.Same:
						s.say(s.words.text("backup_same", out.File))
					case passphrase == "":
						s.say(s.words.text("backup_plain", out.File, c.Files, float64(c.Size)/1e6))
					default:
						s.say(s.words.text("backup_sealed", out.File, c.Files, float64(c.Size)/1e6))
					}
					if len(c.Removed) > 0 {
						s.say(s.words.text("backup_removed", strings.Join(c.Removed, ", ")))
					}
				})
			})
		},
	}
	cmd.Flags().BoolVar(&daily, "daily", false, s.words.text("flag_backup_daily"))
	cmd.Flags().StringVar(&to, "to", "", s.words.text("flag_backup_to"))
	cmd.Flags().StringVar(&passphraseFile, "passphrase-file", "", s.words.text("flag_passphrase"))
	return cmd
}

// percent returns what shows how far something is; nil where nobody looks.
func (s *session) percent() func(done, all int64) {
	if !s.Terminal || s.json {
		return nil
	}
	shown := int64(-1)
	return func(done, all int64) {
		if p := 100 * done / max(1, all); p != shown {
			shown = p
			fmt.Fprintf(s.Err, "\r%3d %%", p)
			if p == 100 {
				fmt.Fprint(s.Err, "\r     \r")
			}
		}
	}
}

// restored is what restore --json prints.
type restored struct {
	Made     time.Time         `json:"made"`
	Personas []string          `json:"personas"`
	Aside    map[string]string `json:"aside"` // slug to where the one before is now, inside the home
	Settings bool              `json:"settings"`
	Files    int               `json:"files"`
}

func restoreCommand(s *session) *cobra.Command {
	var passphraseFile string
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: s.words.text("about_restore"),
		Args:  wrongUse(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			passphrase, err := passphraseIn(passphraseFile)
			if err != nil {
				return err
			}
			return s.withHome(cmd.Context(), func(h *companion.Home) error {
				got, err := h.Backups.Restore(cmd.Context(), args[0], backup.Request{Passphrase: passphrase, Persona: s.persona})
				if err != nil {
					return err
				}
				return s.print(restored(got), func() {
					s.say(s.words.text("restore_done", strings.Join(got.Personas, ", "), got.Made.Local().Format(time.DateTime), got.Files))
					for _, slug := range slices.Sorted(maps.Keys(got.Aside)) {
						s.say(s.words.text("restore_aside", slug, filepath.Join(h.Path(), filepath.FromSlash(got.Aside[slug]))))
					}
					if got.Settings {
						s.say(s.words.text("restore_settings"))
					}
				})
			})
		},
	}
	cmd.Flags().StringVar(&passphraseFile, "passphrase-file", "", s.words.text("flag_passphrase"))
	return cmd
}

// maxPassphrase is how much of a file with a passphrase is read, in bytes.
const maxPassphrase = 4096

// passphraseIn returns the first line of a file, "" without a file.
func passphraseIn(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	f, err := os.Open(name)
	if err != nil {
		return "", &usageError{err}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPassphrase))
	if err != nil {
		return "", &usageError{err}
	}
	line, _, _ := strings.Cut(string(data), "\n")
	if line = strings.TrimSuffix(line, "\r"); line == "" {
		return "", &usageError{errors.New("--passphrase-file: its first line is empty")}
	}
	return line, nil
}
