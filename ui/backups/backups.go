// Package backups is the sheets that copy a home, bring a copy back, and write
// one persona into a file. They are shown over whatever page is open.
package backups

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"yumori/internal/backup"
	"yumori/internal/companion"
	"yumori/internal/config"
	"yumori/internal/exchange"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A Keeper copies a home and brings copies back, and writes personas into files.
type Keeper interface {
	Backup(context.Context, companion.BackupRequest) (backup.Copy, string, error)
	KeepDaily(companion.BackupRequest) error
	BackupFolder() string
	Restore(ctx context.Context, file string, r backup.Request) (backup.Restored, error)
	Export(ctx context.Context, slug, file string) (exchange.ExportReport, error)
}

// Hooks are what the sheets ask of the window.
type Hooks struct {
	File    func(picked func(path string)) // lets the user choose a file
	Folder  func(picked func(path string)) // and a folder
	Choices func() config.BackupChoices
	Name    func(slug string) string // what a persona is called, its slug if nobody knows
	Tried   func()                   // something was to be brought back: what is shown is of companions that were closed
}

// Flow is the sheets of one window. Its methods are for the screen's goroutine.
type Flow struct {
	page.Deps
	keeper  Keeper
	hooks   Hooks
	working bool // a sheet is shown that must not be taken away
}

// New makes the sheets; none is shown.
func New(deps page.Deps, k Keeper, hooks Hooks) *Flow {
	return &Flow{Deps: deps, keeper: k, hooks: hooks}
}

// Speak takes the words of another language.
func (f *Flow) Speak(w page.Words) { f.Words = w }

// sheet shows a sheet of the wide kind.
func (f *Flow) sheet(m page.SheetModel, body fyne.CanvasObject, act func() page.SheetEnd) {
	if m.Cancel == "" {
		m.Cancel = f.Words.T("cancel")
	}
	m.Width = page.SheetWide
	f.Calls.Ask(m, body, act)
}

// A place is a field for the path of a file or folder, with a button to choose
// one.
type place struct {
	field *widget.Field
	row   fyne.CanvasObject
}

func (f *Flow) newPlace(label, path string, choose func(func(string))) place {
	field := widget.NewField(nil)
	field.SetText(path)
	pick := widget.NewButton(f.Words.T("backup.choose"), func() { choose(field.SetText) })
	return place{field, widget.Labelled(label, container.NewBorder(nil, nil, nil, pick, field))}
}

func (p place) path() string { return strings.TrimSpace(p.field.Text) }

// newNote is where a sheet complains.
func newNote() *prose.Text {
	note := widget.Paragraph("", look.Bad, look.SizeHint)
	note.Hide()
	return note
}

func complain(note *prose.Text, text string) {
	widget.SetParagraph(note, text)
	note.Show()
}

// done says how it went.
func (f *Flow) done(title string, lines ...string) {
	body := widget.Rows(look.Inside)
	for _, l := range lines[1:] {
		body.Add(widget.Paragraph(l, look.Muted, look.SizeHint))
	}
	f.sheet(page.SheetModel{Title: title, Text: lines[0], Cancel: f.Words.T("close")}, body, nil)
}

// failed says why it did not go.
func (f *Flow) failed(title string, err error) {
	e := f.Words.Explain(err)
	lines := []string{e.Sentence()}
	if e.Details != "" {
		lines = append(lines, e.Details)
	}
	f.done(title, lines...)
}

// Export asks where to a persona is written, and as what.
func (f *Flow) Export(slug, name string) {
	w := f.Words
	kinds, hints := kindsOf(w)
	to := f.newPlace(w.T("export.folder"), "", f.hooks.Folder)
	hint, note := widget.Paragraph(hints[kinds[0].Value], look.Muted, look.SizeHint), newNote()
	kind := widget.NewPicker(widget.WordsOf(kinds), nil)
	kind.Selected = kinds[0].Word
	kind.OnChanged = func(word string) { widget.SetParagraph(hint, hints[widget.ValueOf(kinds, word)]) }
	body := widget.Rows(look.Between, widget.Labelled(w.T("export.kind"), widget.Rows(look.Half, kind, hint)), to.row, note)
	f.sheet(page.SheetModel{Title: w.T("export.title", "name", widget.Shorten(name, page.LongestName)), Action: w.T("export.do")}, body, func() page.SheetEnd {
		if to.path() == "" {
			complain(note, w.T("export.where"))
			return page.SheetStays
		}
		f.export(slug, to.path(), widget.ValueOf(kinds, kind.Selected))
		return page.SheetStays
	})
	page.Background(f.Dispatcher, "export/place", func(context.Context) (string, error) { return homeFolder() },
		func(folder string, err error) {
			if err == nil && to.path() == "" {
				to.field.SetText(folder)
			}
		})
}

// kindsOf are the kinds of files that a persona is written to, by how their names
// end, and what each is good for.
func kindsOf(w page.Words) (kinds []widget.Choice, hints map[string]string) {
	kinds = []widget.Choice{
		{Value: "zip", Word: w.T("export.zip")}, {Value: "png", Word: w.T("export.png")}, {Value: "charx", Word: w.T("export.charx")},
		{Value: "json", Word: w.T("export.json")}, {Value: "md", Word: w.T("export.md")}, {Value: "jsonl", Word: w.T("export.jsonl")},
	}
	return kinds, map[string]string{
		"zip": w.T("export.zip.hint"), "png": w.T("export.png.hint"), "charx": w.T("export.charx.hint"),
		"json": w.T("export.json.hint"), "md": w.T("export.md.hint"), "jsonl": w.T("export.jsonl.hint"),
	}
}

// homeFolder is the user's own folder.
func homeFolder() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	if documents := filepath.Join(home, "Documents"); isFolder(documents) {
		return documents, nil
	}
	return home, nil
}

func isFolder(path string) bool {
	fi, err := os.Stat(path)
	return err == nil && fi.IsDir()
}

func (f *Flow) export(slug, folder, kind string) {
	w := f.Words
	day := f.Now().Format("2006-01-02")
	run(f, w.T("export.running"), func(ctx context.Context, _ func(progress)) (exchange.ExportReport, error) {
		file := filepath.Join(folder, slug+"-"+day+"."+kind)
		for n := 2; exists(file); n++ {
			file = filepath.Join(folder, slug+"-"+day+"-"+itoa(n)+"."+kind)
		}
		return f.keeper.Export(ctx, slug, file)
	}, func(report exchange.ExportReport, err error) {
		if err != nil {
			f.failed(w.T("export.failed"), err)
			return
		}
		lines := []string{w.T("export.done", "file", report.File)}
		if len(report.Left) > 0 {
			lines = append(lines, w.T("export.left", "what", strings.Join(f.left(report.Left), ", ")))
		}
		f.done(w.T("export.done.title"), lines...)
	})
}

// left says in words what did not go out.
func (f *Flow) left(list []string) []string {
	known := map[string]string{
		exchange.NotExportedFiles: f.Words.T("export.no.attachments"), exchange.NotExportedBranches: f.Words.T("export.no.branches"),
		exchange.NotExportedRetracted: f.Words.T("export.no.retracted"),
	}
	var words []string
	for _, what := range list {
		words = append(words, cmp.Or(known[what], what))
	}
	return words
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return !errors.Is(err, os.ErrNotExist)
}
