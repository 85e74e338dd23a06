package chat

import (
	"context"

	"yumori/internal/prompt"
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// A PromptPanel shows a whole prompt beside the conversation: that of a reply,
// or the one that would be sent now.
type PromptPanel struct {
	page.Deps
	replies Replies
	back    func() // to why the reply was given
	shown   transcript.ID
	Open    map[string]bool // sections that are unfolded
	Model   PromptModel
	Title   *widget.Caption
	ToWhy   *widget.IconButton
	all     *widget.IconButton
	Again   *widget.IconButton
	body    *fyne.Container
	Content fyne.CanvasObject
}

// PromptWidth is wider than why: whole texts are read in it.
const PromptWidth float32 = 440

// PromptNow stands for the prompt that would be sent now.
const PromptNow transcript.ID = ""

func newPromptPanel(deps page.Deps, replies Replies, back, closed func()) *PromptPanel {
	w := deps.Words
	p := &PromptPanel{Deps: deps, replies: replies, back: back, Open: map[string]bool{}, body: widget.Rows(look.Between)}
	icon := func(name look.IconName, key string, act func()) *widget.IconButton {
		return widget.NewIconButton(name, w.T(key), widget.IconSmall).On(act, deps.Calls.Hint)
	}
	p.ToWhy = icon(look.IconLeft, "prompt.back", func() { p.back() })
	p.all = icon(look.IconCopy, "prompt.copy_all", func() { p.Calls.Copy(p.Model.All) })
	p.Again = icon(look.IconRegenerate, "prompt.again", func() { p.read(p.shown) })
	p.Title = widget.NewCaption("", look.Text, look.SizeLead).InBold()
	acts := widget.Inline(0, p.Again, p.all, icon(look.IconClose, "close", closed))
	named := container.New(layout.NewCustomPaddedLayout(0, 0, look.Inside, 0), container.New(widget.MidHeight{}, p.Title))
	head := container.NewBorder(nil, nil, p.ToWhy, acts, named)
	page := widget.Under(head, container.NewVScroll(widget.Inset(p.body, look.Inside)))
	edge := container.New(widget.EdgeLayout{}, widget.NewPanel(look.Line, "", 0))
	p.Content = container.New(widget.FixedWidth{Width: PromptWidth}, container.NewBorder(nil, nil, edge, nil, widget.Inset(page, look.Inside)))
	return p
}

// read reads a prompt and shows it.
func (p *PromptPanel) read(id transcript.ID) {
	p.shown = id
	now := widget.When(id == PromptNow)
	p.Title.SetText(p.Words.T("prompt.title"))
	if now {
		p.Title.SetText(p.Words.T("prompt.now"))
	}
	widget.SetVisible(p.Again, now)
	widget.SetVisible(p.ToWhy, !now)
	widget.SetVisible(p.all, false)
	p.set(widget.Paragraph(p.Words.T("memories.reading"), look.Muted, ""))
	page.Background(p.Dispatcher, "prompt", func(ctx context.Context) (prompt.Plan, error) {
		if now {
			return p.replies.PlanNow(ctx)
		}
		return p.replies.Planned(ctx, id)
	}, func(plan prompt.Plan, err error) {
		if err != nil && len(plan.Sections) == 0 {
			p.set(p.Trouble(err))
			return
		}
		p.Model = promptView(plan, p.Words)
		p.show(err)
	})
}

func (p *PromptPanel) set(things ...fyne.CanvasObject) {
	p.body.Objects = things
	p.arrange()
}

// arrange gives everything its place. Wrapped text knows its height only once
// it has its width, and its neighbours only then theirs.
func (p *PromptPanel) arrange() {
	for range 2 {
		p.body.Resize(fyne.NewSize(p.body.Size().Width, p.body.MinSize().Height))
	}
	p.Content.Refresh()
}

// show draws the prompt. err is what keeps it from being sent; nil nothing.
func (p *PromptPanel) show(err error) {
	w, m := p.Words, p.Model
	widget.SetVisible(p.all, widget.When(m.All != ""))
	hint := func(text string) fyne.CanvasObject { return widget.Paragraph(text, look.Muted, look.SizeHint) }
	var list []fyne.CanvasObject
	if err != nil {
		list = append(list, p.Trouble(err))
	}
	if len(m.Sections) == 0 {
		p.set(append(list, hint(w.T("prompt.none")))...)
		return
	}
	head := widget.Rows(2, widget.Paragraph(m.who, look.Text, ""), hint(m.sum))
	for _, line := range []string{m.window, m.wordless} {
		if line != "" {
			head.Add(hint(line))
		}
	}
	list = append(list, head)
	if len(m.left) > 0 {
		box := widget.Rows(look.Half)
		for _, l := range m.left {
			box.Add(widget.Paragraph(l, look.Text, look.SizeHint))
		}
		list = append(list, box)
	}
	parts := widget.Rows(look.Inside)
	for _, s := range m.Sections {
		parts.Add(p.section(s))
	}
	p.set(append(list, parts)...)
}

// section is a part of the prompt that folds.
func (p *PromptPanel) section(s PromptSection) fyne.CanvasObject {
	w := p.Words
	body := widget.Rows(look.Half)
	fold := widget.NewIconButton(look.IconRight, w.T("prompt.unfold"), widget.IconSmall)
	fill := func() {
		body.Objects = nil
		if p.Open[s.name] {
			p.fill(body, s)
			fold.SetIcon(look.IconDown, w.T("prompt.fold"))
		} else {
			fold.SetIcon(look.IconRight, w.T("prompt.unfold"))
		}
	}
	turn := func() {
		p.Open[s.name] = !p.Open[s.name]
		fill()
		p.arrange()
	}
	fold.On(turn, p.Calls.Hint)
	fill()
	bar := widget.NewFoldBar(s.bar, turn)
	return widget.Rows(look.Half, container.NewBorder(nil, nil, fold, nil, container.New(widget.SideSpace{}, bar)), body)
}

// fill puts what is in a section into its body.
func (p *PromptPanel) fill(body *fyne.Container, s PromptSection) {
	body.Add(widget.Paragraph(s.rule, look.Muted, look.SizeHint))
	for _, c := range s.cuts {
		body.Add(widget.Paragraph(c, look.Text, look.SizeHint))
	}
	if s.text == "" {
		return
	}
	text := widget.Paragraph(s.text, look.Text, look.SizeHint)
	copied := widget.NewIconButton(look.IconCopy, p.Words.T("prompt.copy"), widget.IconSmall).On(func() { p.Calls.Copy(s.text) }, p.Calls.Hint)
	field := container.NewStack(widget.NewPanel(look.Raised, "", look.RadiusControl), widget.Inset(text, look.Inside))
	body.Add(container.NewBorder(nil, nil, nil, container.NewVBox(copied), field))
}
