package cli

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"yumori/internal/companion"
	"yumori/internal/taint"
	"yumori/internal/transcript"
)

func trustCommand(s *session) *cobra.Command {
	var file string
	var undo bool
	cmd := &cobra.Command{
		Use:   "trust [MESSAGE-ID]",
		Short: s.words.text("about_trust"),
		Args:  wrongUse(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			t := truster{s, undo}
			switch {
			case file != "" && len(args) > 0:
				return &usageError{errors.New("--file and MESSAGE-ID: one without the other")}
			case file == "" && len(args) == 0 && undo:
				return &usageError{errors.New("--undo needs --file or MESSAGE-ID")}
			}
			return s.withCompanion(cmd.Context(), func(_ *companion.Home, c *companion.Companion) error {
				switch {
				case file != "":
					return t.file(c, file)
				case len(args) > 0:
					return t.message(c, transcript.ID(args[0]))
				}
				return listForeign(s, c)
			})
		},
	}
	cmd.Flags().StringVar(&file, "file", "", s.words.text("flag_trust_file"))
	cmd.Flags().BoolVar(&undo, "undo", false, s.words.text("flag_trust_undo"))
	return cmd
}

// A truster clears marks, or takes that back.
type truster struct {
	*session
	undo bool
}

// verdict is what trust --json prints.
type verdict struct {
	Message transcript.ID `json:"message,omitempty"`
	File    string        `json:"file,omitempty"`
	Hash    string        `json:"hash,omitempty"`
	Trusted bool          `json:"trusted"`
}

func (t truster) message(c *companion.Companion, id transcript.ID) error {
	judge, said := c.ClearMark, t.words.text("trust_message", id)
	if t.undo {
		judge, said = c.RestoreMark, t.words.text("distrust_message", id)
	}
	if err := judge(id); err != nil {
		return err
	}
	return t.print(verdict{Message: id, Trusted: !t.undo}, func() { t.say(said) })
}

// file declares a file of this machine, or one given to read, by what it holds.
func (t truster) file(c *companion.Companion, name string) error {
	hashes, err := taint.HashFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if hash, _, known := c.KnowledgeHash(name); known == nil {
			hashes, err = []string{hash}, nil
		}
	}
	if err != nil {
		return err
	}
	said := t.words.text("trust_file", name)
	judge := func(hash string) error { return c.TrustDocument(hash, filepath.Base(name)) }
	if t.undo {
		judge, said = c.DistrustDocument, t.words.text("distrust_file", name)
	}
	for _, h := range hashes {
		if err := judge(h); err != nil {
			return err
		}
	}
	return t.print(verdict{File: name, Hash: hashes[0], Trusted: !t.undo}, func() { t.say(said) })
}

// trust is what trust --json prints without arguments.
type trust struct {
	Own    []ownText       `json:"own"`
	Marked []markedMessage `json:"marked"`
}

type ownText struct {
	Hash string `json:"hash"`
	Name string `json:"name"`
	Time string `json:"time,omitempty"` // RFC 3339
}

type markedMessage struct {
	ID      transcript.ID        `json:"id"`
	Time    string               `json:"time"` // RFC 3339
	Role    transcript.Role      `json:"role"`
	Foreign []transcript.Foreign `json:"foreign"`
}

// markedShown is how many of the newest messages are looked at.
const markedShown = 200

// listForeign shows which texts are the user's own, and which of the newest messages
// are marked.
func listForeign(s *session, c *companion.Companion) error {
	list := trust{Own: []ownText{}, Marked: []markedMessage{}}
	for _, o := range c.TrustedDocuments() {
		t := ownText{Hash: o.Hash, Name: o.Name}
		if !o.Time.IsZero() {
			t.Time = o.Time.Format(time.RFC3339)
		}
		list.Own = append(list.Own, t)
	}
	page, err := c.Conversation.Page(transcript.Cursor{}, markedShown)
	if err != nil {
		return err
	}
	for _, m := range slices.Backward(page.Messages) {
		if marks := c.Marks(m.Message); len(marks) > 0 {
			list.Marked = append(list.Marked, markedMessage{m.ID, m.Time.Format(time.RFC3339), m.Role, marks})
		}
	}
	return s.print(list, func() {
		for _, o := range list.Own {
			s.say(s.words.text("trusted_file", o.Name, o.Time))
		}
		for _, m := range list.Marked {
			s.say(s.words.text("marked_message", m.ID, m.Time, s.words.sourceOf(m.Foreign)))
		}
		if len(list.Own)+len(list.Marked) == 0 {
			s.say(s.words.text("trust_nothing"))
		}
	})
}

// sourceOf names the first text that a message is derived from.
func (w words) sourceOf(list []transcript.Foreign) string {
	if list[0].Name != "" {
		return list[0].Name
	}
	return w.text("marked_unknown")
}
