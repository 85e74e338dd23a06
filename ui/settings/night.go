package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"yumori/dreaming"
	"yumori/internal/config"
	"yumori/motivation"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// An option is a setting with one of a few values.
type option struct {
	Title, hint string
	Choices     []widget.Choice
	read        func(config.Settings) string
	write       func(*config.Settings, string)
}

// An OptionRow is an option to be chosen.
type OptionRow struct {
	option
	Pick    *widget.Picker
	content fyne.CanvasObject
}

func (p *Page) newOption(o option) *OptionRow {
	r := &OptionRow{option: o}
	r.Pick = widget.NewPicker(widget.WordsOf(o.Choices), func(word string) {
		p.change(func(s *config.Settings) { o.write(s, widget.ValueOf(r.Choices, word)) })
	})
	r.content = widget.Rows(look.Half, widget.NewCaption(o.Title, look.Text, ""), widget.Paragraph(o.hint, look.Muted, look.SizeHint), r.Pick)
	p.Options = append(p.Options, r)
	return r
}

// show sets the row to what the settings say. A value that was written by hand
// is added to those that can be chosen.
func (r *OptionRow) show(s config.Settings) {
	value := r.read(s)
	if !slices.ContainsFunc(r.Choices, func(c widget.Choice) bool { return c.Value == value }) {
		word := value
		if n, err := strconv.Atoi(value); err == nil {
			word = page.Thousands(n)
		}
		r.Choices = append(slices.Clone(r.Choices), widget.Choice{Value: value, Word: word})
		r.Pick.SetOptions(widget.WordsOf(r.Choices))
	}
	r.Pick.SetSelected(widget.WordOf(r.Choices, value))
}

// number is an option that is a number, of which zero stands for the usual one.
func (p *Page) number(o option, usual int, of func(*config.Settings) *int) fyne.CanvasObject {
	o.read = func(s config.Settings) string {
		if n := *of(&s); n != 0 {
			return strconv.Itoa(n)
		}
		return strconv.Itoa(usual)
	}
	o.write = func(s *config.Settings, v string) {
		n, _ := strconv.Atoi(v)
		*of(s) = n
	}
	return p.newOption(o).content
}

// A Toggle is a setting that is on or off.
type Toggle struct {
	Check *widget.Check
	read  func(config.Settings) bool
}

// newToggle is a switch with a sentence that explains it.
func (p *Page) newToggle(title, hint string, read func(config.Settings) bool, write func(*config.Settings, *bool)) fyne.CanvasObject {
	t := &Toggle{read: read}
	t.Check = widget.NewCheck(title, func(yes bool) {
		p.change(func(s *config.Settings) { write(s, &yes) })
	})
	p.Toggles = append(p.Toggles, t)
	return widget.Rows(look.Half, t.Check, widget.Paragraph(hint, look.Muted, look.SizeHint))
}

// IsOn reports whether a choice that is on by default is.
func IsOn(b *bool) bool { return b == nil || *b }

// buildNights are the settings about the nights.
func (p *Page) buildNights() fyne.CanvasObject {
	w := p.Words
	hours := make([]widget.Choice, 24)
	for i := range hours {
		hours[i] = widget.Choice{Value: strconv.Itoa(i) + ":00", Word: strconv.Itoa(i) + ":00"}
	}
	end := func(title, hint string, at int) fyne.CanvasObject {
		return p.newOption(option{Title: title, hint: hint, Choices: hours,
			read:  func(s config.Settings) string { return quietHours(s.Quiet)[at] },
			write: func(s *config.Settings, v string) { s.Quiet = withHour(s.Quiet, at, v) }}).content
	}
	return widget.Rows(look.Between,
		p.newToggle(w.T("night.auto"), w.T("night.auto.hint"),
			func(s config.Settings) bool { return IsOn(s.Autonomy.Enabled) },
			func(s *config.Settings, yes *bool) { s.Autonomy.Enabled = yes }),
		end(w.T("night.from"), w.T("night.from.hint"), 0),
		end(w.T("night.to"), w.T("night.to.hint"), 1),
		p.number(option{Title: w.T("night.idle"), hint: w.T("night.idle.hint"), Choices: w.Numbers("lapse.minutes", 120, 15, 30, 60, 120, 240, 480)}, 120,
			func(s *config.Settings) *int { return &s.Autonomy.Idle }),
		p.number(option{Title: w.T("night.makeup"), hint: w.T("night.makeup.hint"), Choices: w.Numbers("night.nights", 7, 1, 3, 7, 14, 30, 60)}, 7,
			func(s *config.Settings) *int { return &s.Dream.Makeup }))
}

// quietHours are the ends of the quiet hours as they are shown.
func quietHours(setting string) [2]string {
	h, err := dreaming.ParseHours(setting)
	if err != nil || h == (dreaming.Hours{}) {
		return [2]string{"0:00", "7:00"}
	}
	clock := func(minutes int) string { return fmt.Sprintf("%d:%02d", minutes/60, minutes%60) }
	return [2]string{clock(h.From), clock(h.To)}
}

// withHour is the setting with one of its ends changed.
func withHour(setting string, at int, hour string) string {
	ends := quietHours(setting)
	ends[at] = hour
	return ends[0] + "-" + ends[1]
}

// buildContact are the settings about what the persona says first: how often,
// when, what about.
func (p *Page) buildContact() fyne.CanvasObject {
	w := p.Words
	box := widget.Rows(look.Between,
		p.newToggle(w.T("contact.speak"), w.T("contact.speak.hint"),
			func(s config.Settings) bool { return IsOn(s.Autonomy.Speak) },
			func(s *config.Settings, yes *bool) { s.Autonomy.Speak = yes }),
		p.number(option{Title: w.T("contact.daily"), hint: w.T("contact.daily.hint"), Choices: w.Numbers("contact.times", 3, 1, 2, 3, 5, 8, 12)}, 3,
			func(s *config.Settings) *int { return &s.Autonomy.Daily }),
		p.number(option{Title: w.T("contact.gap"), hint: w.T("contact.gap.hint"), Choices: w.Numbers("lapse.minutes", 60, 60, 120, 240, 480, 1440)}, 60,
			func(s *config.Settings) *int { return &s.Autonomy.Gap }),
		p.number(option{Title: w.T("contact.unanswered"), hint: w.T("contact.unanswered.hint"), Choices: w.Numbers("contact.times", 2, 1, 2, 3, 5)}, 2,
			func(s *config.Settings) *int { return &s.Autonomy.Unanswered }),
		widget.NewCaption(w.T("contact.about"), look.Text, ""))
	for _, d := range motivation.AllDrives() {
		box.Add(p.newToggle(w.Drive(d), driveHint(w, d),
			func(s config.Settings) bool { return SpeaksOf(s.Autonomy.About, d) },
			func(s *config.Settings, yes *bool) {
				s.Autonomy.About = withDrive(s.Autonomy.About, d, widget.When(*yes))
			}))
	}
	return box
}

// driveHint says what speaking out of a drive is like.
func driveHint(w page.Words, d motivation.Drive) string {
	switch d {
	case motivation.Boredom:
		return w.T("contact.boredom")
	case motivation.Curiosity:
		return w.T("contact.curiosity")
	case motivation.Goal:
		return w.T("contact.goal")
	}
	return w.T("contact.relatedness")
}

// SpeaksOf reports whether a persona may speak out of a drive; "" is all.
func SpeaksOf(about string, d motivation.Drive) bool {
	return about == "" || slices.Contains(drivesIn(about), string(d))
}

func drivesIn(about string) []string {
	list := strings.Split(about, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// withDrive is the setting with a drive put in or left out. At least one
// stays: to be silent altogether is another setting.
func withDrive(about string, d motivation.Drive, in widget.When) string {
	var list []string
	for _, each := range motivation.AllDrives() {
		if (each == d && bool(in)) || (each != d && SpeaksOf(about, each)) {
			list = append(list, string(each))
		}
	}
	if len(list) == 0 {
		return about
	}
	if len(list) == len(motivation.AllDrives()) {
		return ""
	}
	return strings.Join(list, ",")
}

// What a night may cost where nothing was chosen.
const (
	nightCallsUsual  = 40
	nightTokensUsual = 300_000
)

// buildLimits are the settings about what models may cost.
func (p *Page) buildLimits() fyne.CanvasObject {
	w := p.Words
	anyNumber := widget.Choice{Value: "0", Word: w.T("limit.none")}
	return widget.Rows(look.Between,
		p.number(option{Title: w.T("limit.night_calls"), hint: w.T("limit.night_calls.hint"), Choices: w.Numbers("limit.calls", nightCallsUsual, 4, 10, 20, 40, 100, 400)}, nightCallsUsual,
			func(s *config.Settings) *int { return &s.Budget.NightCalls }),
		p.number(option{Title: w.T("limit.night_tokens"), hint: w.T("limit.night_tokens.hint"), Choices: w.Numbers("limit.tokens", nightTokensUsual, 20_000, 50_000, 100_000, 300_000, 1_000_000)}, nightTokensUsual,
			func(s *config.Settings) *int { return &s.Budget.NightTokens }),
		p.number(option{Title: w.T("limit.day_calls"), hint: w.T("limit.day_calls.hint"), Choices: append([]widget.Choice{anyNumber}, w.Numbers("limit.calls", 0, 20, 50, 200, 1_000)...)}, 0,
			func(s *config.Settings) *int { return &s.Budget.DayCalls }),
		p.number(option{Title: w.T("limit.day_tokens"), hint: w.T("limit.day_tokens.hint"), Choices: append([]widget.Choice{anyNumber}, w.Numbers("limit.tokens", 0, 50_000, 200_000, 1_000_000, 5_000_000)...)}, 0,
			func(s *config.Settings) *int { return &s.Budget.DayTokens }),
		p.number(option{Title: w.T("limit.month_calls"), hint: w.T("limit.month.hint"), Choices: append([]widget.Choice{anyNumber}, w.Numbers("limit.calls", 0, 500, 1_000, 5_000, 20_000)...)}, 0,
			func(s *config.Settings) *int { return &s.Budget.MonthCalls }),
		p.number(option{Title: w.T("limit.month_tokens"), hint: w.T("limit.month.hint"), Choices: append([]widget.Choice{anyNumber}, w.Numbers("limit.tokens", 0, 1_000_000, 5_000_000, 20_000_000, 100_000_000)...)}, 0,
			func(s *config.Settings) *int { return &s.Budget.MonthTokens }),
		p.sum(w.T("limit.day_money"), w.T("limit.money.hint"), func(s *config.Settings) *float64 { return &s.Budget.DayMoney }),
		p.sum(w.T("limit.month_money"), w.T("limit.money.hint"), func(s *config.Settings) *float64 { return &s.Budget.MonthMoney }))
}
