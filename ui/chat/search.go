package chat

import (
	"context"
	"image/color"
	"regexp"
	"slices"
	"strings"

	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/prose"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"
)

// maxHits is how many messages a search shows.
const maxHits = 50

// A hitModel is a message that a search found.
type hitModel struct {
	id      transcript.ID
	place   page.MemoryPlace // among the memories, if it is no message
	who     string
	when    string
	excerpt string
	found   string // the words in the excerpt that were looked for; "" unknown
}

// A searchModel is what came of a search.
type searchModel struct {
	summary string
	hits    []hitModel
}

// searchView puts what was found into words. It is pure.
func searchView(query, name string, hits []transcript.Hit, w page.Words) searchModel {
	switch {
	case strings.TrimSpace(query) == "":
		return searchModel{summary: w.T("search.hint")}
	case len(hits) == 0:
		return searchModel{summary: w.T("search.none", "query", query)}
	}
	m := searchModel{summary: w.N("search.found", len(hits))}
	if len(hits) >= maxHits {
		m.summary = w.N("search.newest", len(hits))
	}
	for _, h := range hits {
		who := name
		if h.Role == transcript.RoleUser {
			who = w.T("you")
		}
		m.hits = append(m.hits, hitModel{
			id: h.ID, who: who, when: w.Moment(h.Time.Local()), excerpt: excerpt(h.Text, h.Ranges), found: foundIn(h),
		})
	}
	return m
}

// excerptRunes is how much of a message a hit shows.
const excerptRunes = 120

// excerpt is the part of a text around the first range, in one line.
func excerpt(text string, ranges [][2]int) string {
	start := 0
	if len(ranges) > 0 && ranges[0][0] >= 0 && ranges[0][0] <= len(text) {
		start = ranges[0][0]
	}
	before, after := []rune(text[:start]), []rune(text[start:])
	lead := ""
	if most := excerptRunes / 4; len(before) > most {
		before, lead = before[len(before)-most:], "…"
		if at := slices.Index(before, ' '); at >= 0 {
			before = before[at+1:] // not in the middle of a word
		}
	}
	tail := ""
	if most := excerptRunes - len(before); len(after) > most {
		after, tail = after[:most], "…"
		if at := lastSpace(after); at >= most/2 {
			after = after[:at]
		}
	}
	words := markup.ReplaceAllString(string(before)+string(after), "$1")
	return lead + strings.Join(strings.Fields(words), " ") + tail
}

// foundIn is what of a message was looked for, as it stands there.
func foundIn(h transcript.Hit) string {
	if len(h.Ranges) == 0 {
		return ""
	}
	r := h.Ranges[0]
	if r[0] < 0 || r[1] > len(h.Text) || r[0] >= r[1] {
		return ""
	}
	return strings.Join(strings.Fields(h.Text[r[0]:r[1]]), " ")
}

// highlighted is a text as Markdown, with the words in it that were found bold.
func highlighted(text, found string) string {
	plain := func(s string) string { return signs.ReplaceAllString(s, `\$0`) }
	before, after, ok := strings.Cut(text, found)
	if found == "" || !ok {
		return plain(text)
	}
	return plain(before) + "**" + plain(found) + "**" + plain(after)
}

// signs mean something in Markdown.
var signs = regexp.MustCompile("[!-/:-@\\[-`{-~]")

// lastSpace is where the last space of a text is, -1 for one without.
func lastSpace(text []rune) int {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == ' ' {
			return i
		}
	}
	return -1
}

// markup is what an excerpt does not show of Markdown: the signs of headings,
// emphasis and code.
var markup = regexp.MustCompile("(?m)^#{1,6} |`|\\*+([^*\\n]+?)\\*+")

// searchHooks are what the search asks of its page.
type searchHooks struct {
	Jump  func(transcript.ID)
	Place func(page.MemoryPlace)
	Close func()
}

// A SearchPanel looks for words in the conversation, beside it.
type SearchPanel struct {
	page.Deps
	companion Companion
	In        SearchIn
	hooks     searchHooks
	name      string
	Entry     *widget.Field
	Summary   *prose.Text
	List      *fyne.Container
	Content   fyne.CanvasObject
}

const searchWidth float32 = 320

func newSearchPanel(deps page.Deps, c Companion, hooks searchHooks) *SearchPanel {
	s := &SearchPanel{Deps: deps, companion: c, In: inTalk, hooks: hooks, Entry: widget.NewField(deps.Calls.Key)}
	s.Entry.SetPlaceHolder(deps.Words.T("search.placeholder"))
	s.Entry.OnChanged = s.find
	s.Entry.OnEscape = hooks.Close
	s.Summary = widget.Paragraph(deps.Words.T("search.hint"), look.Muted, look.SizeHint)
	s.List = widget.Rows(look.Half)
	done := widget.NewIconButton(look.IconClose, deps.Words.T("close"), widget.IconSmall).On(hooks.Close, deps.Calls.Hint)
	head := container.NewBorder(nil, nil, nil, widget.Centred(done), s.Entry)
	places := searchPlaces(deps.Words)
	where := widget.NewPicker(widget.WordsOf(places), func(word string) {
		s.In = SearchIn(widget.ValueOf(places, word))
		s.find(s.Entry.Text)
	})
	where.Selected = places[0].Word
	body := widget.Under(widget.Rows(look.Half, head, where, s.Summary), container.NewVScroll(s.List))
	edge := widget.NewPanel(look.Line, "", 0)
	page := container.New(sideLayout{}, edge, widget.Inset(body, look.Inside))
	s.Content = page
	return s
}

// sideLayout gives a side panel its width, and a hairline to its left.
type sideLayout struct{}

func (sideLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(searchWidth, 100) }

func (sideLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	widget.Put(objects[0], widget.Rect{At: fyne.Position{}, Size: fyne.NewSize(1, size.Height)})
	widget.Put(objects[1], widget.Rect{At: fyne.NewPos(1, 0), Size: size.SubtractWidthHeight(1, 0)})
}

func (s *SearchPanel) find(query string) {
	if strings.TrimSpace(query) == "" {
		s.Dispatcher.Drop("search")
		s.set(searchView(query, s.name, nil, s.Words))
		return
	}
	in, name := s.In, s.name
	page.Background(s.Dispatcher, "search", func(ctx context.Context) (searchModel, error) {
		if in != inTalk {
			f, err := lookUp(ctx, s.companion, query, in)
			return foundView(query, name, f, s.Words), err
		}
		hits, err := s.companion.Log.Search(ctx, query, maxHits)
		return searchView(query, name, hits, s.Words), err
	}, func(m searchModel, err error) {
		if err != nil {
			m = searchModel{summary: s.Words.Explain(err).Sentence()}
		}
		s.set(m)
	})
}

// open goes to what was found.
func (s *SearchPanel) open(h hitModel) {
	if h.place != (page.MemoryPlace{}) {
		s.hooks.Place(h.place)
		return
	}
	s.hooks.Jump(h.id)
}

func (s *SearchPanel) set(m searchModel) {
	widget.SetParagraph(s.Summary, m.summary)
	s.List.Objects = nil
	for _, h := range m.hits {
		s.List.Add(newHitRow(h, s.open))
	}
	s.List.Refresh()
	s.Content.Refresh()
}

// A HitRow is a message that a search found; tapped, it leads there. It lies
// over what it shows, whose text would keep the mouse for itself.
type HitRow struct {
	fynewidget.BaseWidget
	model hitModel
	jump  func(hitModel)
	field *widget.Panel
}

// newHitRow makes a row and what it lies over.
func newHitRow(m hitModel, jump func(hitModel)) *fyne.Container {
	r := &HitRow{model: m, jump: jump, field: widget.NewPanel(look.Surface, "", look.RadiusControl)}
	r.ExtendBaseWidget(r)
	said := m.who
	if m.when != "" {
		said += page.Separator + m.when
	}
	head := widget.NewCaption(said, look.Muted, look.SizeHint)
	text := widget.Paragraph("", look.Text, look.SizeHint)
	text.SetMarkdown(highlighted(m.excerpt, m.found))
	return container.NewStack(r.field, widget.Inset(widget.Rows(2, head, text), look.Inside), r)
}

// Tapped is called by the toolkit.
func (r *HitRow) Tapped(*fyne.PointEvent) { r.jump(r.model) }

// Cursor is asked by the toolkit.
func (r *HitRow) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn is called by the toolkit.
func (r *HitRow) MouseIn(*desktop.MouseEvent) { r.fill(look.Raised) }

// MouseMoved is called by the toolkit.
func (r *HitRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut is called by the toolkit.
func (r *HitRow) MouseOut() { r.fill(look.Surface) }

// FocusGained is called by the toolkit.
func (r *HitRow) FocusGained() {
	r.field.Stroke = look.Accent
	r.fill(look.Raised)
	widget.Reveal(r)
}

// FocusLost is called by the toolkit.
func (r *HitRow) FocusLost() {
	r.field.Stroke = ""
	r.fill(look.Surface)
}

// TypedRune is called by the toolkit.
func (r *HitRow) TypedRune(rune) {}

// TypedKey is called by the toolkit.
func (r *HitRow) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		r.jump(r.model)
		return
	}
	widget.PassEscape(r, e)
}

func (r *HitRow) fill(token fyne.ThemeColorName) {
	r.field.Fill = token
	r.field.Refresh()
}

// MinSize is that of what it lies over.
func (r *HitRow) MinSize() fyne.Size { return fyne.Size{} }

// CreateRenderer is called by the toolkit.
func (r *HitRow) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}
