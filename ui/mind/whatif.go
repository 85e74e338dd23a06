package mind

import (
	"context"
	"math"
	"strings"

	"yumori/dreaming"
	"yumori/internal/companion"
	"yumori/motivation"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	fynewidget "fyne.io/fyne/v2/widget"
)

// A trial is a level at which a drive was held. The drives show it only while
// it is held; what it would do stays to be read, and to be set.
type trial struct {
	drive motivation.Drive // "" there is none
	level float64
	held  widget.When

	title *widget.Caption
	says  *prose.Text
	box   *fyne.Container
}

// newTrial makes the box beneath the drives.
func (p *Page) newTrial() *trial {
	t := &trial{title: widget.NewCaption("", look.Text, "").InBold(), says: widget.Paragraph("", look.Text, look.SizeHint)}
	set := widget.NewButton(p.Words.T("whatif.set"), p.setTrial)
	set.Importance = fynewidget.HighImportance
	leave := widget.NewButton(p.Words.T("whatif.leave"), p.dropTrial)
	t.box = widget.Rows(look.Inside, t.title, t.says, widget.FlowLeft(set, leave))
	t.box.Hide()
	return t
}

// driveHooks are what the rows call.
func (p *Page) driveHooks() driveHooks {
	return driveHooks{held: p.holdDrive, free: p.releaseDrive, set: p.setTrial, drop: p.dropTrial}
}

// holdDrive shows what would be with a drive at a level: the drives at once,
// what the persona would do as soon as it is known.
func (p *Page) holdDrive(d motivation.Drive, level float64) {
	t := p.trial
	began := t.drive != d
	t.drive, t.level, t.held = d, level, true
	m := mindView(p.at(), p.Words)
	for _, shown := range m.Drives {
		if shown.Drive == d {
			t.title.SetText(p.Words.T("whatif.title", "drive", shown.Name, "word", shown.Word, "n", shown.Level))
		}
	}
	if began {
		widget.SetParagraph(t.says, p.Words.T("memories.reading"))
		t.box.Show()
		p.content.Refresh()
	}
	p.showDrives(m)
	page.Background(p.Dispatcher, "mind/whatif", func(context.Context) (companion.Imagined, error) {
		return p.companion.Drives().Imagine(d, level)
	}, func(would companion.Imagined, err error) {
		if err != nil {
			widget.SetParagraph(t.says, p.Words.Explain(err).Sentence())
			return
		}
		widget.SetParagraph(t.says, imaginedWords(p.Words, p.who.Name, would))
	})
}

// releaseDrive lets the drives be as they are.
func (p *Page) releaseDrive() {
	if p.trial.held {
		p.trial.held = false
		p.showDrives(mindView(p.at(), p.Words))
	}
}

// dropTrial asks nothing any more.
func (p *Page) dropTrial() {
	p.trial.drive, p.trial.held = "", false
	p.trial.box.Hide()
	p.show()
}

// setTrial makes the drive what it was held at.
func (p *Page) setTrial() {
	d, level := p.trial.drive, p.trial.level
	if d == "" {
		return
	}
	p.dropTrial()
	p.run(func() error { return p.companion.Drives().SetDrive(d, level) })
}

// shownLeft is the least of a move that is told: less is no longer seen.
const shownLeft = 0.01

// showSet says which drives a person has set, each to be undone.
func (p *Page) showSet() {
	p.set.Objects = nil
	motives := p.state.mind.Motives
	for _, d := range motivation.AllDrives() {
		n, ok := motives.Nudged[d]
		if !ok || math.Abs(n.Left(p.Now())) < shownLeft {
			continue
		}
		undo := widget.NewButton(p.Words.T("whatif.undo"), func() { p.run(func() error { return p.companion.Drives().FreeDrive(d) }) })
		says := p.Words.T("whatif.was", "drive", p.Words.Drive(d), "when", p.Words.Moment(n.At.Local()))
		p.set.Add(widget.TextBeside(widget.Paragraph(says, look.Muted, look.SizeHint), undo, 18))
	}
	p.set.Refresh()
}

// imaginedWords says what the persona of a name would feel, do and say. It is pure.
func imaginedWords(w page.Words, name string, m companion.Imagined) string {
	if m.Leads == "" {
		return w.T("mind.quiet")
	}
	lines := []string{w.T("whatif.leads", "drive", w.Drive(m.Leads))}
	told := w.T("whatif.untold")
	if len(m.Told) > 0 {
		names := make([]string, len(m.Told))
		for i, d := range m.Told {
			names[i] = w.Drive(d)
		}
		told = w.T("whatif.told", "drives", strings.Join(names, w.T("list.and")))
	}
	lines = append(lines, told)
	switch {
	case m.Impulse.Drive != "" && m.Says != "":
		lines = append(lines, w.T("whatif.speaks", "name", name, "text", m.Says))
	case m.Impulse.Drive != "":
		lines = append(lines, w.T("whatif.wordless", "name", name))
	default:
		lines = append(lines, w.T("whatif.silent", "name", name, "why", silence(w, m.Impulse.Reason)))
		if m.Says != "" {
			lines = append(lines, w.T("whatif.would", "text", m.Says))
		}
	}
	return strings.Join(lines, "\n")
}

// silence is why a persona does not speak first.
func silence(w page.Words, why dreaming.Reason) string {
	switch why {
	case dreaming.ReasonOff, dreaming.ReasonNotAgreed:
		return w.T("whatif.off")
	case dreaming.ReasonQuietNow:
		return w.T("whatif.night")
	case dreaming.ReasonTalking:
		return w.T("whatif.talking")
	case dreaming.ReasonStranger:
		return w.T("whatif.stranger")
	case dreaming.ReasonGap, dreaming.ReasonDaily, dreaming.ReasonUnanswered:
		return w.T("whatif.enough")
	}
	return w.T("whatif.weak")
}
