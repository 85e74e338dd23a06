package chat

import (
	"image"
	"image/color"
	"slices"

	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A MessageRow is a bubble with what belongs to it: the avatar beside it, the
// foot line and the actions under it. It speaks through its callbacks.
type MessageRow struct {
	fynewidget.BaseWidget
	Model MessageModel
	hooks *messageHooks

	avatar *widget.Avatar
	bubble *canvas.Rectangle
	text   *prose.Text
	wait   *widget.Caption
	foot   *widget.Caption   // the last line of it, mostly the only one
	feet   []*widget.Caption // the lines before it
	recall *footLink         // "recalled 3"
	why    *footLink         // "why?"
	files  []fyne.CanvasObject
	branch *branchSwitch
	tools  *messageTools // the actions; nil until the row is pointed at
}

// messageHooks are what a message asks of its page.
type messageHooks struct {
	Hover      func(row *MessageRow)
	Hint       func(widget.Spot)
	Menu       func(id transcript.ID, at fyne.Position)
	Copy       func(id transcript.ID)
	Read       func(id transcript.ID) // reads it aloud, or is silent again
	Edit       func(id transcript.ID)
	Regenerate func(id transcript.ID)
	Choose     func(id transcript.ID)
	Recalled   func(id transcript.ID) // opens what was recalled for it
	Why        func(id transcript.ID) // opens why it was said
	Forget     func(id transcript.ID) // takes it back
	Own        func(fileModel)        // declares a document to be the user's own, or takes that back
	Link       func(url string)
	Stop       func()
	Key        func(fyne.Shortcut) bool
	Walk       func(fyne.KeyName) bool // a key while an action has the focus
	Select     func(row *MessageRow)   // the reader begins to select in its text
	Typed      func(rune)              // a letter typed while a text has the focus
	Grew       func(row *MessageRow)   // it changed its height by itself
	Rest       func(hidden int) string
	Picture    func(transcript.Attachment, func(image.Image))
	Face       func(*widget.Avatar) // gives it the persona's face; may be nil
	Word       func(key string) string
}

// Measures of a message.
const (
	avatarSide float32 = 36
	bubblePadX float32 = 14
	bubblePadY float32 = 8
	footGap    float32 = 0
	footHeight float32 = 26
	messageGap float32 = 8
)

func newMessageRow(m MessageModel, hooks *messageHooks) *MessageRow {
	r := &MessageRow{
		hooks:  hooks,
		avatar: widget.NewAvatar(m.name, avatarSide),
		bubble: canvas.NewRectangle(color.Transparent),
		text:   prose.New(),
		wait:   widget.NewCaption("", look.Muted, ""),
		foot:   widget.NewCaption("", look.Muted, look.SizeHint),
		branch: newBranchSwitch(hooks),
	}
	r.recall = newFootLink(func() { r.hooks.Recalled(r.Model.Id) })
	r.why = newFootLink(func() { r.hooks.Why(r.Model.Id) })
	r.listen()
	r.bubble.CornerRadius = look.RadiusCard
	if hooks.Face != nil {
		hooks.Face(r.avatar)
	}
	r.ExtendBaseWidget(r)
	r.set(m)
	return r
}

// listen wires the text, which hides the mouse from the row.
func (r *MessageRow) listen() {
	r.text.OnLink = r.hooks.Link
	r.text.OnMouseIn = func() { r.hooks.Hover(r) }
	r.text.OnMenu = r.TappedSecondary
	r.text.OnSelect = func() { r.hooks.Select(r) }
	r.text.OnTyped = r.hooks.Typed
	r.text.OnShortcut = r.hooks.Key
	r.text.OnRest = func() { r.hooks.Grew(r) }
	r.text.RestLabel = r.hooks.Rest
}

// set shows the message's present state.
func (r *MessageRow) set(m MessageModel) {
	if r.Model.Id != m.Id || !slices.Equal(r.Model.files, m.files) {
		r.files = r.files[:0]
		for _, f := range m.files {
			r.files = append(r.files, r.file(f))
		}
	}
	if r.Model.text != m.text || m.text == "" {
		r.text.SetMarkdown(m.text)
	}
	if r.Model.own != m.own && m.own {
		r.text.SetInk(prose.OwnInk)
	}
	r.Model = m
	r.avatar.Set(m.name, m.emotion)
	r.avatar.Express(m.expression())
	r.wait.SetText(m.waiting)
	r.recall.set(m.recalled)
	r.why.set(m.why)
	r.branch.set(m.branch)
	if r.tools == nil && m.unfinished {
		r.tools = newMessageTools(r.hooks)
	}
	if r.tools != nil {
		r.tools.set(m)
	}
	r.Refresh()
}

// ownButton declares a document to be the user's own, or takes that back.
func (r *MessageRow) ownButton(f fileModel) *widget.IconButton {
	word := r.hooks.Word("own.mine")
	if f.state.own {
		word = r.hooks.Word("own.not")
	}
	b := widget.NewIconButton(look.IconPerson, word, 20).On(func() { r.hooks.Own(f) }, r.hooks.Hint)
	b.Active = bool(f.state.own)
	return b
}

// file is the widget of an attachment.
func (r *MessageRow) file(f fileModel) fyne.CanvasObject {
	if !f.picture && f.state.hash != "" {
		return widget.NewChip(widget.ChipFace{Name: f.name, Size: f.size}, r.ownButton(f))
	}
	if !f.picture {
		return widget.NewFileChip(f.name, f.size)
	}
	p := newPicture(f)
	r.hooks.Picture(f.attachment, p.show)
	return p
}

// point shows the actions, or hides them.
func (r *MessageRow) point(on pointing) {
	switch {
	case on == pointedAt && r.tools == nil:
		r.tools = newMessageTools(r.hooks)
		r.tools.set(r.Model)
	case on == pointedAway && r.tools != nil && !r.Model.unfinished:
		r.tools = nil
	default:
		return
	}
	r.Refresh()
}

type pointing int

const (
	pointedAway pointing = iota
	pointedAt
)

// MouseIn is called by the toolkit.
func (r *MessageRow) MouseIn(*desktop.MouseEvent) { r.hooks.Hover(r) }

// MouseMoved is called by the toolkit.
func (r *MessageRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit. The actions stay until another message is
// pointed at: the mouse goes out into the actions, too.
func (r *MessageRow) MouseOut() {}

// TappedSecondary is called by the toolkit.
func (r *MessageRow) TappedSecondary(e *fyne.PointEvent) {
	if r.Model.Id != "" {
		r.hooks.Menu(r.Model.Id, e.AbsolutePosition)
	}
}

// HeightFor is the row's height at a width.
func (r *MessageRow) HeightFor(width float32) float32 { return r.arrange(width).height }

// An arrangement is where the parts of a message are.
type arrangement struct {
	height       float32
	bubble, text widget.Rect
	files        []widget.Rect
	foot         widget.Rect
	side         float32 // where the avatar is
}

// arrange computes where everything is at a width. It is cheap: the text
// remembers its measures.
func (r *MessageRow) arrange(width float32) arrangement {
	column := min(width-2*look.Between, look.MeasurePage*theme.TextSize())
	left := (width - column) / 2
	room := column - avatarSide - look.Inside
	most := min(look.MeasureBubble*theme.TextSize(), room)
	inner := r.inner(most - 2*bubblePadX)

	var a arrangement
	size := fyne.NewSize(inner.Width+2*bubblePadX, inner.Height+2*bubblePadY)
	x := left + avatarSide + look.Inside
	if r.Model.own {
		x = left + column - size.Width
	}
	a.side = left
	a.bubble = widget.Rect{At: fyne.NewPos(x, 0), Size: size}
	y := bubblePadY
	for _, f := range r.files {
		fs := f.MinSize()
		fs.Width = min(fs.Width, inner.Width)
		a.files = append(a.files, widget.Rect{At: fyne.NewPos(x+bubblePadX, y), Size: fs})
		y += fs.Height + look.Half
	}
	a.text = widget.Rect{At: fyne.NewPos(x+bubblePadX, y), Size: fyne.NewSize(inner.Width, size.Height-y-bubblePadY)}
	a.foot = widget.Rect{At: fyne.NewPos(left+avatarSide+look.Inside, size.Height+footGap), Size: fyne.NewSize(room, footHeight)}
	a.height = size.Height + footGap + footHeight*float32(len(r.footLines(room))) + messageGap
	return a
}

// inner is the size of what is in the bubble.
func (r *MessageRow) inner(most float32) fyne.Size {
	size := r.text.Fit(most)
	if r.Model.text == "" {
		size = r.wait.Natural()
		size.Height += 2
		if r.Model.waiting == "" {
			size = fyne.Size{}
		}
	}
	for _, f := range r.files {
		fs := f.MinSize()
		size.Width = max(size.Width, min(fs.Width, most))
		size.Height += fs.Height
		if r.Model.text != "" {
			size.Height += look.Half
		}
	}
	return size
}

// MinSize does not depend on the text: the column sets the size.
func (r *MessageRow) MinSize() fyne.Size { return fyne.NewSize(100, 40) }

// CreateRenderer is called by the toolkit.
func (r *MessageRow) CreateRenderer() fyne.WidgetRenderer {
	v := &messageRenderer{row: r}
	v.paint()
	return v
}

type messageRenderer struct{ row *MessageRow }

func (v *messageRenderer) Destroy() {}

func (v *messageRenderer) MinSize() fyne.Size { return v.row.MinSize() }

func (v *messageRenderer) Objects() []fyne.CanvasObject {
	r := v.row
	objects := []fyne.CanvasObject{r.bubble}
	if r.Model.text == "" && r.Model.waiting != "" {
		objects = append(objects, r.wait)
	} else {
		objects = append(objects, r.text)
	}
	if !r.Model.own {
		objects = append(objects, r.avatar)
	}
	objects = append(objects, r.files...)
	for _, f := range r.feet {
		objects = append(objects, f)
	}
	return append(objects, v.footing()...)
}

func (v *messageRenderer) Layout(size fyne.Size) {
	r := v.row
	a := r.arrange(size.Width)
	widget.Put(r.bubble, a.bubble)
	widget.Put(r.text, a.text)
	widget.Put(r.wait, a.text)
	widget.Put(r.avatar, widget.Rect{At: fyne.NewPos(a.side, 0), Size: fyne.NewSquareSize(avatarSide)})
	for i, f := range r.files {
		widget.Put(f, a.files[i])
	}
	v.layoutFoot(a.foot)
}

func (v *messageRenderer) paint() {
	r := v.row
	fill := look.Surface
	if r.Model.own {
		fill = look.Own
	}
	r.bubble.FillColor = theme.Color(fill)
	r.bubble.StrokeColor, r.bubble.StrokeWidth = theme.Color(look.Line), 1
	if r.Model.own {
		r.bubble.StrokeWidth = 0
	}
	if r.Model.Found || r.Model.editing {
		r.bubble.StrokeColor, r.bubble.StrokeWidth = theme.Color(look.Accent), 2
	}
	r.foot.Token = look.Muted
	if r.Model.failed {
		r.foot.Token = look.Bad
	}
}

func (v *messageRenderer) Refresh() {
	v.paint()
	v.Layout(v.row.Size())
	v.row.bubble.Refresh()
	v.row.foot.Refresh()
	for _, f := range v.row.feet {
		f.Token = v.row.foot.Token
		f.Refresh()
	}
	canvas.Refresh(v.row)
}

// messageTools are the actions of a message, beside its foot line.
type messageTools struct {
	fynewidget.BaseWidget
	hooks *messageHooks
	model MessageModel
	box   *fyne.Container
}

func newMessageTools(hooks *messageHooks) *messageTools {
	t := &messageTools{hooks: hooks, box: widget.Inline(0)}
	t.ExtendBaseWidget(t)
	return t
}

func (t *messageTools) set(m MessageModel) {
	if t.model.Id == m.Id && t.model.actions == m.actions && t.model.streaming == m.streaming && len(t.box.Objects) > 0 {
		return
	}
	t.model = m
	t.box.Objects = t.buttons(m)
	t.box.Refresh()
}

func (t *messageTools) buttons(m MessageModel) []fyne.CanvasObject {
	h := t.hooks
	var list []fyne.CanvasObject
	add := func(icon look.IconName, word string, tapped func()) {
		b := widget.NewIconButton(icon, h.Word(word), widget.IconSmall).On(tapped, h.Hint)
		b.OnKey, b.OnRune = h.Walk, h.Typed
		list = append(list, b)
	}
	if m.streaming {
		add(look.IconStop, "message.stop", h.Stop)
		return list
	}
	add(look.IconCopy, "message.copy", func() { h.Copy(m.Id) })
	if m.actions.edit {
		add(look.IconEdit, "message.edit", func() { h.Edit(m.Id) })
	}
	if m.actions.regenerate {
		add(look.IconRegenerate, "message.regenerate", func() { h.Regenerate(m.Id) })
	}
	if m.actions.why {
		add(look.IconEye, "why.open", func() { h.Why(m.Id) })
	}
	if m.actions.read {
		add(look.IconSound, "message.read", func() { h.Read(m.Id) })
	}
	if m.actions.forget {
		add(look.IconForget, "why.forget", func() { h.Forget(m.Id) })
	}
	if m.actions.recalled {
		add(look.IconMemories, "recalled.open", func() { h.Recalled(m.Id) })
	}
	if m.actions.answer {
		add(look.IconChat, "message.answer", func() { h.Regenerate(m.Id) })
	}
	return list
}

// first is the button that the keyboard comes to first.
func (t *messageTools) first() fyne.Focusable {
	if len(t.box.Objects) == 0 {
		return nil
	}
	return t.box.Objects[0].(*widget.IconButton)
}

// CreateRenderer is called by the toolkit.
func (t *messageTools) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(t.box)
}

// A branchSwitch is ‹ 2/3 ›.
type branchSwitch struct {
	fynewidget.BaseWidget
	prev, next *widget.IconButton
	label      *widget.Caption
	box        *fyne.Container
	model      branchModel
}

func newBranchSwitch(hooks *messageHooks) *branchSwitch {
	s := &branchSwitch{label: widget.NewCaption("", look.Muted, look.SizeHint)}
	s.prev = widget.NewIconButton(look.IconLeft, hooks.Word("message.branch.prev"), widget.IconSmall).
		On(func() { hooks.Choose(s.model.prev) }, hooks.Hint)
	s.next = widget.NewIconButton(look.IconRight, hooks.Word("message.branch.next"), widget.IconSmall).
		On(func() { hooks.Choose(s.model.next) }, hooks.Hint)
	s.box = widget.Inline(0, s.prev, widget.Centred(s.label), s.next)
	s.ExtendBaseWidget(s)
	return s
}

func (s *branchSwitch) set(b branchModel) {
	if s.model == b {
		return
	}
	s.model = b
	s.label.SetText(b.label)
	s.prev.Off, s.next.Off = b.prev == "", b.next == ""
	s.prev.Refresh()
	s.next.Refresh()
	s.box.Refresh()
}

// CreateRenderer is called by the toolkit.
func (s *branchSwitch) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(s.box)
}
