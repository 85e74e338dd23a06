package chat

import (
	"context"
	"io"
	"strconv"
	"strings"

	"yumori/internal/attachment"
	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/ui/entry"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/storage"
)

// A Composer is where a message is written: the entry, what is attached, and
// a line about what stands in the way.
type Composer struct {
	page.Deps
	// OnSend gets what is to be said, and reports whether it took it. The
	// composer keeps it until sent; what was not taken waits for release.
	OnSend   func(companion.Utterance) (taken bool)
	OnStop   func()
	OnRecall func()
	OnEscape func()

	Entry   *entry.Entry
	Send    *widget.IconButton
	attach  *widget.IconButton
	chips   *fyne.Container
	note    *prose.Text // what stands in the way
	NoteBox *fyne.Container
	hint    *widget.Caption // that a message is being edited
	content *fyne.Container

	Files     []attachment.File
	added     int // files that were ever added
	companion companion.Snapshot
	running   bool
	waiting   bool          // what is written goes when the reply under way is done; the note says so
	next      string        // the text that waits
	edits     transcript.ID // the message that is written anew; "" none
	sending   bool          // what was handed over is on its way to the disk
	before    string        // what was in the entry before an edit
	underWay  string        // the text that is being put on disk
	handed    int           // files that go with it
}

func newComposer(deps page.Deps) *Composer {
	c := &Composer{Deps: deps, Entry: entry.New(deps.Dispatcher.Enter)}
	c.Entry.OnSend = func(string) { c.say() }
	c.Entry.OnChanged = func(text string) {
		if c.waiting && text != c.next { // it is not what was to go
			c.complain(page.Explanation{})
		}
	}
	c.Entry.OnRecall = func() { c.OnRecall() }
	c.Entry.OnEscape = func() { c.OnEscape() }
	c.Entry.OnLongPaste = c.pasted
	c.Entry.OnShortcut = deps.Calls.Key
	c.attach = widget.NewIconButton(look.IconAttach, deps.Words.T("composer.attach"), widget.IconLarge).
		On(func() { deps.Calls.Pick(c.picked) }, deps.Calls.Hint)
	c.Send = widget.NewIconButton(look.IconSend, deps.Words.T("composer.send"), widget.IconLarge).On(c.press, deps.Calls.Hint)
	c.Send.Token = look.Accent
	c.chips = widget.Inline(look.Inside)
	c.note = widget.Paragraph("", look.Bad, look.SizeHint)
	c.NoteBox = container.NewStack(c.note)
	c.hint = widget.NewCaption("", look.Muted, look.SizeHint)
	field := container.New(fieldLayout{}, c.attach, c.Entry, c.Send)
	c.content = widget.Rows(look.Half, c.NoteBox, c.hint, c.chips, field)
	c.NoteBox.Hide()
	c.hint.Hide()
	c.chips.Hide()
	return c
}

// fieldLayout puts the entry between two buttons that stay at its last line.
type fieldLayout struct{}

func (fieldLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(3*widget.IconLarge, max(widget.IconLarge, objects[1].MinSize().Height))
}

func (fieldLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := size.Height - widget.IconLarge
	button := fyne.NewSquareSize(widget.IconLarge)
	widget.Put(objects[0], widget.Rect{At: fyne.NewPos(0, y), Size: button})
	widget.Put(objects[1], widget.Rect{At: fyne.NewPos(widget.IconLarge+look.Half, 0), Size: fyne.NewSize(size.Width-2*(widget.IconLarge+look.Half), size.Height)})
	widget.Put(objects[2], widget.Rect{At: fyne.NewPos(size.Width-widget.IconLarge, y), Size: button})
}

// setCompanion says who is talked with.
func (c *Composer) setCompanion(s companion.Snapshot) {
	c.companion = s
	c.Entry.SetPlaceHolder(c.Words.T("composer.hint", "name", s.Name))
	c.warnUnseen()
}

// SendWith says which key sends.
func (c *Composer) SendWith(key string) {
	c.Entry.SendWith = entry.Enter
	if key == "ctrl+enter" {
		c.Entry.SendWith = entry.CtrlEnter
	}
}

// setTurn turns the send button into a stop button while t is under way.
func (c *Composer) setTurn(t companion.Turn) {
	if c.running == t.Running() {
		return
	}
	c.running = t.Running()
	if c.running {
		c.Send.SetIcon(look.IconStop, c.Words.T("message.stop"))
		return
	}
	c.Send.SetIcon(look.IconSend, c.Words.T("composer.send"))
}

func (c *Composer) press() {
	if c.running {
		c.OnStop()
		return
	}
	c.say()
}

// say hands over what is written, if anything is. While a reply is under way
// it waits.
func (c *Composer) say() {
	text := c.Entry.Text
	if strings.TrimSpace(text) == "" && len(c.Files) == 0 {
		return
	}
	was, files := c.underWay, c.handed
	c.underWay, c.handed = text, len(c.Files)
	if !c.OnSend(companion.Utterance{Text: text, Attachments: c.Files}) {
		c.underWay, c.handed = was, files
		c.wait(text)
	}
}

// release hands over what waited for the reply that is done now.
func (c *Composer) release() {
	if c.waiting {
		c.complain(page.Explanation{})
		c.say()
	}
}

// sent says that what was handed over is on disk: it leaves the entry, and
// what was written since stays. After an edit what was there before comes back.
func (c *Composer) sent() {
	c.sending = false
	if c.edits != "" {
		c.edit("", "")
		return
	}
	rest := strings.TrimPrefix(c.Entry.Text, c.underWay)
	c.next = strings.TrimPrefix(c.next, c.underWay)
	c.Entry.SetText(rest)
	c.Files = c.Files[min(c.handed, len(c.Files)):]
	c.underWay, c.handed = "", 0
	c.showFiles()
}

// edit puts the text of a message to be edited into the entry; "" ends an edit
// and brings back what was there before.
func (c *Composer) edit(id transcript.ID, text string) {
	switch {
	case id != "" && c.edits == "":
		c.before = c.Entry.Text
	case id == "" && c.edits == "":
		return
	case id == "":
		text = c.before
	}
	c.edits = id
	c.Entry.SetText(text)
	c.Entry.CursorRow, c.Entry.CursorColumn = lastPlace(text)
	c.Entry.Refresh()
	c.hint.SetText(c.Words.T("composer.editing"))
	if c.edits != "" {
		c.hint.Show()
	} else {
		c.hint.Hide()
	}
	c.content.Refresh()
}

// lastPlace is the row and column behind a text.
func lastPlace(text string) (row, column int) {
	row = strings.Count(text, "\n")
	return row, len([]rune(text[strings.LastIndexByte(text, '\n')+1:]))
}

// complain says what stands in the way; the zero explanation takes it back.
func (c *Composer) complain(e page.Explanation) {
	if e.What == "" {
		c.waiting = false
		c.NoteBox.Hide()
		c.warnUnseen()
	} else {
		c.tell(e.Sentence(), look.Bad)
	}
	c.content.Refresh()
}

// wait says that a text goes when the reply under way is done. It no longer
// does if it is changed meanwhile.
func (c *Composer) wait(text string) {
	c.tell(c.Words.T("chat.busy"), look.Muted)
	c.waiting, c.next = true, text
	c.content.Refresh()
}

func (c *Composer) tell(text string, token fyne.ThemeColorName) {
	c.waiting = false
	c.note.SetInk(widget.InkOf(token))
	widget.SetParagraph(c.note, text)
	c.NoteBox.Show()
}

// warnUnseen says that the speaker cannot see a picture that is attached.
func (c *Composer) warnUnseen() {
	for _, f := range c.Files {
		if strings.HasPrefix(f.MIME, "image/") && !c.companion.Speaker.Images {
			c.tell(c.Words.T("composer.unseen", "who", c.Words.Speaker(c.companion.Speaker)), look.Muted)
			return
		}
	}
}

// picked takes a file that the user chose.
func (c *Composer) picked(file fyne.URIReadCloser) {
	c.add(file.URI().Name(), func() (io.ReadCloser, error) { return file, nil })
}

// Dropped takes files that fell on the window.
func (c *Composer) Dropped(files []fyne.URI) {
	for _, f := range files {
		c.add(f.Name(), func() (io.ReadCloser, error) { return storage.Reader(f) })
	}
}

// pasted takes a long text as a file.
func (c *Composer) pasted(text string) {
	c.add(c.Words.T("composer.pasted"), func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	})
}

func (c *Composer) add(name string, open func() (io.ReadCloser, error)) {
	c.added++
	page.Background(c.Dispatcher, "attach/"+strconv.Itoa(c.added), func(context.Context) (attachment.File, error) {
		r, err := open()
		if err != nil {
			return attachment.File{}, err
		}
		defer r.Close()
		return attachment.Read(name, r)
	}, func(a attachment.File, err error) {
		if err != nil {
			c.complain(c.Words.Explain(err))
			return
		}
		c.Files = append(c.Files, a)
		c.complain(page.Explanation{})
		c.showFiles()
	})
}

func (c *Composer) showFiles() {
	c.chips.Objects = nil
	for i, f := range c.Files {
		remove := widget.NewIconButton(look.IconClose, c.Words.T("composer.remove"), 20).
			On(func() { c.remove(i) }, c.Calls.Hint)
		face := widget.ChipFace{Name: f.Name, Size: c.Words.Size(int64(len(f.Data))), Picture: strings.HasPrefix(f.MIME, "image/")}
		c.chips.Add(widget.NewChip(face, remove))
	}
	if len(c.Files) == 0 {
		c.chips.Hide()
		if !c.waiting {
			c.complain(page.Explanation{})
		}
	} else {
		c.chips.Show()
	}
	c.content.Refresh()
}

func (c *Composer) remove(i int) {
	c.Files = append(append([]attachment.File(nil), c.Files[:i]...), c.Files[i+1:]...)
	c.showFiles()
}

// A Draft is what is written and not sent.
type Draft struct {
	text  string
	Files []attachment.File
}

// Empty reports whether nothing is written.
func (d Draft) Empty() bool { return d.text == "" && len(d.Files) == 0 }

// Draft is what is written and not said yet.
func (c *Composer) Draft() Draft {
	if c.edits != "" {
		return Draft{c.before, c.Files}
	}
	return Draft{c.Entry.Text, c.Files}
}

// SetDraft puts back what Draft returned.
func (c *Composer) SetDraft(d Draft) {
	c.Entry.SetText(d.text)
	c.Files = d.Files
	c.showFiles()
}
