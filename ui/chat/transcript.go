package chat

import (
	"context"
	"reflect"
	"strings"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/ui/look"
	"yumori/ui/page"
	"yumori/ui/widget"

	"fyne.io/fyne/v2/theme"
)

// A Transcript is the conversation as it is read: what of it is loaded, the rows
// that this makes, and the column they stand in.
type Transcript struct {
	*part
	pages pager
	log   stretch
	Found transcript.ID // the message a search led to

	Model    ChatModel
	index    map[string]int // of rows by key
	drawn    map[string]RowModel
	messages *messageHooks
	Others   *RowHooks

	Column  *Column
	Pill    *widget.Pill
	resized func() // the pill came or went
}

func newTranscript(of *part, pages pager, resized func()) *Transcript {
	t := &Transcript{part: of, pages: pages, resized: resized, Column: newColumn()}
	t.Column.Build, t.Column.Update, t.Column.Guess, t.Column.OnMoved = t.buildRow, t.updateRow, t.guessRow, t.moved
	t.Pill = widget.NewPill(t.Words.T("chat.newest"), t.ToNewest)
	return t
}

// reload reads the newest page again after the conversation went on. now is the
// turn under way.
func (t *Transcript) reload(now companion.Turn) {
	switch {
	case t.log.hasNewer:
		t.movePill()
		return
	case now.Running() && t.log.holds(now.User.ID):
		return // its reply is shown from the turn, and the log tells of it later
	}
	old := t.log
	t.load(func(context.Context) (stretch, error) { return old.readChanged(t.pages) }, nil)
}

// load replaces what is loaded of the conversation, and calls shown, which may be
// nil, once it is drawn. The newest load wins: what is read is always a whole
// stretch.
func (t *Transcript) load(read func(context.Context) (stretch, error), shown func()) {
	page.Background(t.Dispatcher, t.kind("log"), read, func(s stretch, err error) {
		if err != nil {
			t.trouble(err)
			return
		}
		t.log = s
		t.show()
		if shown != nil {
			shown()
		}
		t.moved()
	})
}

// choose shows another branch, from the message id on.
func (t *Transcript) choose(id transcript.ID, choose func(transcript.ID) error) {
	old := t.log
	t.load(func(ctx context.Context) (stretch, error) {
		if err := choose(id); err != nil {
			return old, err
		}
		s, err := old.readChanged(t.pages)
		if err == nil && !s.holds(id) {
			s, err = readAround(ctx, t.pages, id)
		}
		return s, err
	}, nil)
}

// draw shows rows.
func (t *Transcript) draw(m ChatModel) {
	t.Model = m
	t.index = make(map[string]int, len(m.Rows))
	keys := make([]string, len(m.Rows))
	changed := map[string]bool{}
	drawn := make(map[string]RowModel, len(m.Rows))
	for i, r := range m.Rows {
		t.index[r.key], keys[i], drawn[r.key] = i, r.key, r
		if old, ok := t.drawn[r.key]; ok && !reflect.DeepEqual(old, r) {
			changed[r.key] = true
		}
	}
	t.drawn = drawn
	t.Column.Sunk = !m.empty
	t.Column.SetRows(keys, changed)
}

func (t *Transcript) buildRow(i int) ColumnRow {
	r := t.Model.Rows[i]
	if r.Kind == rowMessage {
		return newMessageRow(r.message, t.messages)
	}
	return newBoxRow(t.Others.build(r))
}

func (t *Transcript) updateRow(i int, row ColumnRow) {
	r := t.Model.Rows[i]
	switch row := row.(type) {
	case *MessageRow:
		row.set(r.message)
	case *boxRow:
		row.set(t.Others.build(r))
	}
}

// guessRow is about how high a row will be: good enough for the scroll bar.
func (t *Transcript) guessRow(i int, width float32) float32 {
	r := t.Model.Rows[i]
	if r.Kind != rowMessage {
		return 60
	}
	em := theme.TextSize()
	perLine := min(look.MeasureBubble*em, width-80) / (em * 0.62)
	lines := float32(strings.Count(r.message.text, "\n")+1) + float32(len(r.message.text))/max(perLine, 10)/1.4
	return lines*em*look.LineHeight + 2*bubblePadY + footGap + footHeight + messageGap
}

// moved loads what comes next in the direction the reader goes.
func (t *Transcript) moved() {
	t.movePill()
	if t.Dispatcher.Busy(t.kind("log")) {
		return // it looks again when it is done
	}
	const near = 10 // rows
	first, end := t.Column.Span()
	log := t.log
	switch {
	case first < near && log.hasOlder:
		t.load(func(context.Context) (stretch, error) { return log.readOlder(t.pages) }, nil)
	case end > len(t.Model.Rows)-near && log.hasNewer:
		t.load(func(ctx context.Context) (stretch, error) { return log.readNewer(ctx, t.pages) }, nil)
	}
}

// pillReach is how much has to be out of sight below for a way there to be
// offered. It is more than the pill is high: with it the conversation is that
// much lower, and would be at its end again without.
const pillReach float32 = 64

func (t *Transcript) movePill() {
	was := t.Pill.Visible()
	widget.SetVisible(t.Pill, widget.When((t.Column.Below() >= pillReach || t.log.hasNewer) && !t.Model.empty))
	if t.Pill.Visible() != was {
		t.resized()
	}
}

// ToNewest goes to the end of the conversation.
func (t *Transcript) ToNewest() {
	t.Found = ""
	t.Column.ToBottom()
	if t.log.hasNewer {
		t.load(func(context.Context) (stretch, error) { return readNewest(t.pages) }, nil)
		return
	}
	t.show()
}

// branchHere says that what is shown will go on in a new way: what followed,
// loaded or not, will be on another branch.
func (t *Transcript) branchHere() {
	t.log.hasNewer = false
	t.Found = ""
	t.Column.ToBottom()
}

// Jump shows a message that a search found.
func (t *Transcript) Jump(id transcript.ID) {
	t.Found = id
	to := func() { t.Column.To(RowKey(id)) }
	if t.log.holds(id) {
		t.show()
		to()
		t.moved()
		return
	}
	t.load(func(ctx context.Context) (stretch, error) { return readAround(ctx, t.pages, id) }, to)
}

// line is the message id as it was loaded.
func (t *Transcript) line(id transcript.ID) (line, bool) {
	for _, l := range t.log.lines {
		if l.ID == id {
			return l, true
		}
	}
	return line{}, false
}

// message is the message id as it is shown: of the log, or of the turn.
func (t *Transcript) message(id transcript.ID) (MessageModel, bool) {
	i, ok := t.index[RowKey(id)]
	if !ok {
		return MessageModel{}, false
	}
	return t.Model.Rows[i].message, true
}

// text is a message's text as it is shown; "" it is not there.
func (t *Transcript) text(id transcript.ID) string {
	m, _ := t.message(id)
	return m.text
}
