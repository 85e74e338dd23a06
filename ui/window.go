package ui

import (
	"net/url"
	"path"
	"path/filepath"

	"yumori/ui/face"
	"yumori/ui/look"
	"yumori/ui/page"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A window is what all parts of the program's window stand on: the toolkit's own,
// the words it speaks, the home it shows, and what can be asked of the system.
type window struct {
	opt        shellOptions
	dispatcher *page.Dispatcher
	home       home
	win        fyne.Window
	words      page.Words
	sheets     *page.Sheets
}

// newWindow opens none yet: Show does.
func newWindow(opt shellOptions) (*window, error) {
	words, err := page.LoadWords(opt.Home.Settings.Language())
	if err != nil {
		return nil, err
	}
	w := &window{opt: opt, dispatcher: opt.Dispatcher, home: opt.Home, words: words, win: opt.App.NewWindow(words.T("app.name"))}
	w.win.SetPadded(false)
	w.win.SetMaster()
	w.sheets = page.NewSheets(w.win)
	return w, nil
}

// The keys of the toolkit's own preferences, which are the machine's and not
// the home's.
const (
	prefWidth  = "window.width"
	prefHeight = "window.height"
	prefFolded = "glance.folded"
)

// size is the window's size when it was last closed.
func (w *window) size() fyne.Size {
	p := w.opt.App.Preferences()
	width := float32(p.FloatWithFallback(prefWidth, float64(windowWidth)))
	height := float32(p.FloatWithFallback(prefHeight, float64(windowHeight)))
	return fyne.NewSize(max(width, leastWidth), max(height, leastHeight))
}

// leave closes the window, and keeps how large it was.
func (w *window) leave() {
	size := w.win.Canvas().Size()
	p := w.opt.App.Preferences()
	p.SetFloat(prefWidth, float64(size.Width))
	p.SetFloat(prefHeight, float64(size.Height))
	w.win.Close()
}

// surface shows the window again.
func (w *window) surface() {
	w.win.Show()
	w.win.RequestFocus()
}

// menu shows a menu, if anything is in it.
func (w *window) menu(at fyne.Position, items ...*fyne.MenuItem) {
	if len(items) > 0 {
		fynewidget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), w.win.Canvas(), at)
	}
}

// pickFile lets the user choose a file.
func (w *window) pickFile(picked func(fyne.URIReadCloser)) {
	w.pick(w.words.T("pick.file"), nil, picked)
}

// pickPicture lets the user choose a picture: no other file is listed.
func (w *window) pickPicture(picked func(fyne.URIReadCloser)) {
	w.pick(w.words.T("pick.picture"), storage.NewExtensionFileFilter(face.Endings()), picked)
}

// pick lets the user choose one of the files that are listed, of all if nothing
// chooses.
func (w *window) pick(title string, listed storage.FileFilter, picked func(fyne.URIReadCloser)) {
	d := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
		if err == nil && file != nil {
			picked(file)
		}
	}, w.win)
	d.SetFilter(listed)
	d.SetTitleText(title)
	d.SetConfirmText(w.words.T("open"))
	d.SetDismissText(w.words.T("cancel"))
	showWhole(d, w.win.Canvas().Size())
}

// showWhole shows a picker as a list, in which names have room, as large as it is
// of use and the window has room.
func showWhole(d *dialog.FileDialog, room fyne.Size) {
	d.Show()                   // before what follows, which needs what Show makes
	d.SetView(dialog.ListView) // before Show it would give way to the one it had last
	d.Resize(fyne.NewSize(min(1000, room.Width-2*look.Around), min(620, room.Height-2*look.Around)))
}

// reveal opens the folder of a file of a persona, "" that of all data, with what the
// system has for folders.
func (w *window) reveal(slug, file string) {
	dir := w.home.Settings.Path()
	if file != "" {
		dir = filepath.Join(dir, "personas", slug, filepath.FromSlash(path.Dir(file)))
	}
	if err := w.opt.App.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}); err != nil {
		w.opt.Logger.Error("open folder", "error", err)
	}
}

// openLink asks before it opens a link, and shows where it leads. Only https
// is opened: whoever wrote the link may not be who it seems.
func (w *window) openLink(address string) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
		w.sheets.Ask(page.SheetModel{Title: w.words.T("link.refused"), Text: address, Action: w.words.T("link.copy"), Cancel: w.words.T("close")},
			nil, func() page.SheetEnd {
				w.opt.App.Clipboard().SetContent(address)
				return page.SheetDone
			})
		return
	}
	w.sheets.Ask(page.SheetModel{Title: w.words.T("link.title", "host", u.Hostname()), Text: address, Action: w.words.T("link.open"), Cancel: w.words.T("cancel")},
		nil, func() page.SheetEnd {
			if err := w.opt.App.OpenURL(u); err != nil {
				w.opt.Logger.Error("open link", "error", err)
			}
			return page.SheetDone
		})
}

// pickFolder lets the user choose a folder.
func (w *window) pickFolder(picked func(path string)) {
	d := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if err == nil && folder != nil {
			picked(folder.Path())
		}
	}, w.win)
	d.SetTitleText(w.words.T("pick.folder"))
	d.SetConfirmText(w.words.T("open"))
	d.SetDismissText(w.words.T("cancel"))
	showWhole(d, w.win.Canvas().Size())
}
