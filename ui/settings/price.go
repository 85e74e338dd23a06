package settings

import (
	"strconv"
	"strings"

	"yumori/internal/config"
	"yumori/internal/llm/meter"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// priceFields set what a million tokens of a role's model cost.
type priceFields struct {
	in, out *widget.Field
	content fyne.CanvasObject
}

func newPriceFields(p *Page) *priceFields {
	w := p.Words
	f := &priceFields{in: widget.NewField(p.Calls.Key), out: widget.NewField(p.Calls.Key)}
	f.in.SetPlaceHolder(w.T("price.in"))
	f.out.SetPlaceHolder(w.T("price.out"))
	f.content = widget.Rows(look.Half, widget.NewCaption(w.T("price.title"), look.Muted, look.SizeHint),
		container.NewGridWithColumns(2, f.in, f.out), widget.Paragraph(w.T("price.hint"), look.Muted, look.SizeHint))
	return f
}

// show sets the fields to what the settings say; 0 is nothing.
func (f *priceFields) show(p meter.Price) {
	f.in.SetText(page.Decimal(p.In))
	f.out.SetText(page.Decimal(p.Out))
}

// price is what the fields say; what is no price is none.
func (f *priceFields) price() meter.Price {
	return meter.Price{In: priceOf(f.in.Text), Out: priceOf(f.out.Text)}
}

func priceOf(text string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(n >= 0 && n <= 1e9) {
		return 0
	}
	return n
}

// sum is an option that is a sum of money, of which zero stands for any.
func (p *Page) sum(title, hint string, of func(*config.Settings) *float64) fyne.CanvasObject {
	choices := []widget.Choice{{Value: "0", Word: p.Words.T("limit.none")}}
	for _, n := range []string{"0.5", "1", "2", "5", "10", "20", "50", "100"} {
		choices = append(choices, widget.Choice{Value: n, Word: n})
	}
	o := option{Title: title, hint: hint, Choices: choices}
	o.read = func(s config.Settings) string { return strconv.FormatFloat(*of(&s), 'f', -1, 64) }
	o.write = func(s *config.Settings, v string) { *of(s) = priceOf(v) }
	return p.newOption(o).content
}
