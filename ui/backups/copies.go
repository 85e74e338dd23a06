package backups

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"yumori/internal/backup"
	"yumori/internal/companion"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// This file is copying everything, and bringing a copy back.

func itoa(n int) string { return strconv.Itoa(n) }

// A progress is how far something is, in bytes.
type progress struct{ done, all int64 }

// run does what may take long behind a sheet that shows how far it is, and can be
// stopped; then calls ended.
func run[T any](f *Flow, title string, work func(ctx context.Context, tell func(progress)) (T, error), ended func(T, error)) {
	if f.working {
		return
	}
	w := f.Words
	bar, line := widget.NewProgress(), widget.NewCaption("", look.Muted, look.SizeHint)
	stopped, stop := context.WithCancel(context.Background())
	f.working = true
	f.sheet(page.SheetModel{Title: title, Cancel: w.T("import.stop"), Cancelled: func() page.SheetEnd {
		line.SetText(w.T("import.stopping"))
		stop()
		return page.SheetStays
	}}, widget.Rows(look.Inside, bar.Content, line), nil)
	tell := page.Teller(f.Dispatcher, func(p progress) {
		share := float64(p.done) / float64(max(p.all, 1))
		bar.Set(share)
		if p.done >= p.all {
			line.SetText(w.T("backup.checking"))
			return
		}
		line.SetText(w.T("settings.percent", "n", itoa(int(100*share))))
	})
	page.Background(f.Dispatcher, "backup", func(ctx context.Context) (T, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(stopped, cancel)()
		return work(ctx, func(p progress) { tell(ctx, p) })
	}, func(got T, err error) {
		stop()
		f.working = false
		ended(got, err)
	})
}

// BackUp asks where to everything is copied, and with which passphrase.
func (f *Flow) BackUp() {
	w, choices := f.Words, f.hooks.Choices()
	to := f.newPlace(w.T("backup.folder"), cmp.Or(choices.Folder, f.keeper.BackupFolder()), f.hooks.Folder)
	secret, again := widget.NewSecretField(nil), widget.NewSecretField(nil)
	secret.SetPlaceHolder(w.T("backup.passphrase.none"))
	again.SetPlaceHolder(w.T("backup.passphrase.again"))
	daily := widget.NewCheck(w.T("backup.daily"), nil)
	note := newNote()
	body := widget.Rows(look.Between, to.row,
		widget.Labelled(w.T("backup.passphrase"), widget.Rows(look.Half, secret, again, widget.Paragraph(w.T("backup.passphrase.hint"), look.Muted, look.SizeHint))),
		daily, note)
	f.sheet(page.SheetModel{Title: w.T("backup.title"), Text: w.T("backup.text"), Action: w.T("backup.do")}, body, func() page.SheetEnd {
		if secret.Text != again.Text {
			complain(note, w.T("backup.passphrase.differ"))
			return page.SheetStays
		}
		f.backUp(companion.BackupRequest{To: to.path(), Passphrase: secret.Text}, widget.When(daily.Checked))
		return page.SheetStays
	})
}

// A copied is what a copy was, and where it went.
type copied struct {
	backup.Copy
	folder string
}

func (f *Flow) backUp(r companion.BackupRequest, daily widget.When) {
	w := f.Words
	run(f, w.T("backup.running"), func(ctx context.Context, tell func(progress)) (copied, error) {
		r.Progress = func(done, all int64) { tell(progress{done, all}) }
		made, folder, err := f.keeper.Backup(ctx, r)
		if err == nil && bool(daily) {
			err = f.keeper.KeepDaily(companion.BackupRequest{To: folder, Passphrase: r.Passphrase})
		}
		return copied{made, folder}, err
	}, func(made copied, err error) {
		if err != nil {
			f.failed(w.T("backup.failed"), err)
			return
		}
		f.done(w.T("backup.done.title"), f.copiedView(made, r.Passphrase)...)
	})
}

// copiedView says what a copy was. It is pure.
func (f *Flow) copiedView(c copied, passphrase string) []string {
	w := f.Words
	lines := []string{w.N("backup.done", c.Files, "size", w.Size(c.Size)), filepath.Join(c.folder, c.Name)}
	switch {
	case c.Same:
		lines[0] = w.T("backup.same")
	case passphrase != "":
		lines = append(lines, w.T("backup.sealed"))
	default:
		lines = append(lines, w.T("backup.plain"))
	}
	if n := len(c.Removed); n > 0 {
		lines = append(lines, w.N("backup.removed", n))
	}
	return lines
}

// Restore asks which copy is brought back.
func (f *Flow) Restore() { f.restoreOf("", "") }

// restoreOf asks for a copy, with what was wrong before.
func (f *Flow) restoreOf(file, wrong string) {
	w := f.Words
	from := f.newPlace(w.T("restore.file"), file, f.hooks.File)
	secret, note := widget.NewSecretField(nil), newNote()
	secret.SetPlaceHolder(w.T("restore.passphrase.hint"))
	persona := widget.NewField(nil)
	persona.SetPlaceHolder(w.T("restore.all"))
	body := widget.Rows(look.Between, from.row, widget.Labelled(w.T("backup.passphrase"), secret), widget.Labelled(w.T("restore.persona"), persona), note)
	f.sheet(page.SheetModel{Title: w.T("restore.title"), Text: w.T("restore.text"), Action: w.T("restore.do")}, body, func() page.SheetEnd {
		if from.path() == "" {
			complain(note, w.T("restore.which"))
			return page.SheetStays
		}
		f.restore(from.path(), backup.Request{Passphrase: secret.Text, Persona: strings.TrimSpace(persona.Text)})
		return page.SheetStays
	})
	if wrong != "" {
		complain(note, wrong)
		f.Calls.Focus(secret)
	}
	if file == "" {
		f.newest(from)
	}
}

// newest puts the newest copy of the usual folder in, if there is one.
func (f *Flow) newest(to place) {
	folder := cmp.Or(f.hooks.Choices().Folder, f.keeper.BackupFolder())
	page.Background(f.Dispatcher, "restore/newest", func(context.Context) (string, error) { return newestIn(folder) }, func(file string, err error) {
		if err == nil && to.path() == "" {
			to.field.SetText(file)
		}
	})
}

// newestIn is the newest copy in a folder, "" if there is none. Their names have
// the times at which they were made.
func newestIn(folder string) (string, error) {
	list, err := os.ReadDir(folder)
	for _, e := range slices.Backward(list) {
		if name := e.Name(); strings.HasPrefix(name, "yumori-") && (strings.HasSuffix(name, ".zip") || strings.HasSuffix(name, ".zip.age")) {
			return filepath.Join(folder, name), nil
		}
	}
	return "", err
}

func (f *Flow) restore(file string, r backup.Request) {
	w := f.Words
	run(f, w.T("restore.running"), func(ctx context.Context, _ func(progress)) (backup.Restored, error) {
		return f.keeper.Restore(ctx, file, r)
	}, func(restored backup.Restored, err error) {
		switch {
		case errors.Is(err, backup.ErrPassphrase), errors.Is(err, backup.ErrUnknown):
			f.restoreOf(file, w.Explain(err).Sentence())
		case err != nil:
			f.failed(w.T("restore.failed"), err)
		default:
			f.done(w.T("restore.done.title"), f.restoredView(restored)...)
		}
		f.hooks.Tried()
	})
}

// restoredView says what came back. It is pure.
func (f *Flow) restoredView(r backup.Restored) []string {
	w := f.Words
	var names []string
	for _, slug := range r.Personas {
		names = append(names, widget.Shorten(f.hooks.Name(slug), page.LongestName))
	}
	lines := []string{w.N("restore.done", len(r.Personas), "names", strings.Join(names, ", "), "when", w.Moment(r.Made.Local()), "files", page.Thousands(r.Files))}
	if len(r.Aside) > 0 {
		lines = append(lines, w.N("restore.aside", len(r.Aside)))
	}
	if r.Settings {
		lines = append(lines, w.T("restore.settings"))
	}
	return lines
}
