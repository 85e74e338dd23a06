package settings

import (
	"context"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/skill"
	"yumori/internal/store"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// This file is the texts that teach the persona something: which there are,
// whose they are, and which of them it knows of.

// Skills are those of a persona.
type Skills interface {
	ListSkills(context.Context) ([]companion.Skill, error)
	SkillText(name string) (companion.Skill, string, error)
	EnableSkill(name string, hash store.Version, word string) error
	DisableSkill(name string) error
}

// A skillModel is a skill in words.
type skillModel struct {
	name  string
	about string
	from  string // where it stands, and whose it is
	state string // what is to be said of its state, "" nothing
	warn  bool   // the state is one to look at
	on    bool
	fixed bool // it cannot be turned on
}

// skillsView puts the skills there are into words. It is pure.
func skillsView(list []companion.Skill, w page.Words) []skillModel {
	var rows []skillModel
	for _, s := range list {
		m := skillModel{name: s.Title, about: s.About, on: s.State == skill.On}
		if s.Word != "" {
			m.about = s.Word
		}
		place, whose := "skills.persona", "skills.foreign"
		if s.Home {
			place = "skills.home"
		}
		if s.Own {
			whose = "skills.own"
		}
		m.from = w.T(place) + page.Separator + w.T(whose) + page.Separator + s.Name
		switch s.State {
		case skill.Changed:
			m.state, m.warn = w.T("skills.changed"), true
		case skill.Hidden:
			m.state, m.fixed = w.T("skills.hidden"), true
		case skill.Broken:
			m.state, m.warn, m.fixed = w.T("skills.broken"), true, true
		}
		rows = append(rows, m)
	}
	return rows
}

// A SkillsCard lists the skills of the persona that is open.
type SkillsCard struct {
	page    *Page
	Rows    []*SkillRow
	known   []companion.Skill // read last
	list    *fyne.Container
	Note    *prose.Text
	content fyne.CanvasObject
}

// A SkillRow is a skill with its switch.
type SkillRow struct {
	Name  string
	On    *widget.Check
	Read  *widget.Button
	State *prose.Text
}

func (p *Page) buildSkills() fyne.CanvasObject {
	c := &SkillsCard{page: p, list: widget.Rows(look.Between), Note: widget.Paragraph("", look.Bad, look.SizeHint)}
	c.Note.Hide()
	c.content = widget.Rows(look.Between, widget.Paragraph(p.Words.T("skills.hint"), look.Muted, look.SizeHint), c.list, c.Note)
	p.Skills = c
	c.read()
	return c.content
}

// read lists the skills there are.
func (c *SkillsCard) read() {
	p := c.page
	if p.companion == nil {
		c.show(nil)
		return
	}
	page.Background(p.Dispatcher, "skills", p.companion.Skills.ListSkills, func(list []companion.Skill, err error) {
		if err != nil {
			c.complain(err)
			return
		}
		c.known = list
		c.show(skillsView(list, p.Words))
	})
}

// Keep shows the skills that the card of an earlier page knew, until they are
// read: what stands below keeps its place meanwhile.
func (c *SkillsCard) Keep(was *SkillsCard) {
	c.known = was.known
	c.show(skillsView(c.known, c.page.Words))
}

func (c *SkillsCard) show(rows []skillModel) {
	c.Rows, c.list.Objects = nil, nil
	for _, m := range rows {
		c.list.Add(c.newRow(m))
	}
	if len(rows) == 0 {
		c.list.Add(widget.Paragraph(c.page.Words.T("skills.none"), look.Text, ""))
	}
	c.content.Refresh()
}

func (c *SkillsCard) newRow(m skillModel) fyne.CanvasObject {
	w := c.page.Words
	row := &SkillRow{Name: m.name, Read: widget.NewButton(w.T("skills.read"), func() { c.open(m.name) })}
	row.On = widget.NewCheck(w.T("skills.on"), nil)
	row.On.SetChecked(m.on)
	row.On.OnChanged = func(yes bool) {
		if !yes {
			c.do(func() error { return c.page.companion.Skills.DisableSkill(m.name) })
			return
		}
		row.On.Checked = false // until its text was seen
		row.On.Refresh()
		c.open(m.name)
	}
	widget.SetEnabled(row.On, widget.When(!m.fixed))
	text := widget.Rows(2, widget.NewCaption(widget.Shorten(m.name, page.LongestName), look.Text, "").InBold())
	if m.about != "" {
		text.Add(widget.Paragraph(m.about, look.Text, look.SizeHint))
	}
	text.Add(widget.Paragraph(m.from, look.Muted, look.SizeHint))
	if m.state != "" {
		ink := look.Muted
		if m.warn {
			ink = look.Bad
		}
		row.State = widget.Paragraph(m.state, ink, look.SizeHint)
		text.Add(row.State)
	}
	c.Rows = append(c.Rows, row)
	return widget.TextBeside(text, widget.Inline(look.Inside, row.Read, row.On), 16)
}

// A skillText is a skill with its text.
type skillText struct {
	companion.Skill
	text string
}

// open shows the whole text of a skill, and offers to turn it on as that text.
func (c *SkillsCard) open(name string) {
	p := c.page
	page.Background(p.Dispatcher, "skill/read", func(context.Context) (skillText, error) {
		s, text, err := p.companion.Skills.SkillText(name)
		return skillText{s, text}, err
	}, func(l skillText, err error) {
		if err != nil {
			c.complain(err)
			return
		}
		c.ask(l)
	})
}

// skillTall is how high the text of a skill is before it scrolls.
const skillTall float32 = 220

func (c *SkillsCard) ask(l skillText) {
	p, w := c.page, c.page.Words
	text := container.NewVScroll(widget.Paragraph(strings.TrimSpace(l.text), look.Text, look.SizeHint))
	text.SetMinSize(fyne.NewSize(0, skillTall))
	body := widget.Rows(look.Between, widget.Card(text))
	word, own := widget.NewField(nil), widget.NewCheck(w.T("skills.mine"), nil)
	word.SetText(l.Word)
	word.SetPlaceHolder(w.T("skills.word"))
	m := page.SheetModel{Title: widget.Shorten(l.Title, page.LongestName), Text: w.T("skills.sheet"), Action: w.T("skills.enable"), Cancel: w.T("cancel"), Width: page.SheetWide}
	switch {
	case l.State == skill.On || l.State == skill.Hidden || l.State == skill.Broken:
		m.Action, m.Text, m.Cancel = "", "", w.T("close")
	case !l.Own:
		body.Add(widget.Rows(look.Half, own, word, widget.Paragraph(w.T("skills.foreign.hint"), look.Muted, look.SizeHint)))
	}
	p.Calls.Ask(m, body, func() page.SheetEnd {
		mine, said := own.Checked, strings.TrimSpace(word.Text)
		c.do(func() error {
			if mine {
				if err := p.companion.Trust(string(l.Hash), l.Name); err != nil {
					return err
				}
			}
			return p.companion.Skills.EnableSkill(l.Title, l.Hash, said)
		})
		return page.SheetDone
	})
}

// do changes a skill, and lists them anew.
func (c *SkillsCard) do(work func() error) {
	page.Background(c.page.Dispatcher, "skill/change", func(context.Context) (struct{}, error) { return struct{}{}, work() },
		func(_ struct{}, err error) {
			c.Note.Hide()
			if err != nil {
				c.complain(err)
			}
			c.read()
		})
}

func (c *SkillsCard) complain(err error) {
	widget.SetParagraph(c.Note, c.page.Words.Explain(err).Sentence())
	c.Note.Show()
	c.content.Refresh()
}
