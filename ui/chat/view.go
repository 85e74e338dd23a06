package chat

import (
	"strconv"
	"strings"
	"time"

	"yumori/internal/companion"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A ChatState is everything the conversation shows.
type ChatState struct {
	Notices
	voiced   widget.When // messages can be read aloud
	who      companion.Snapshot
	log      stretch
	turn     companion.Turn
	asks     page.Asks                           // what waits for the user's yes
	learned  map[transcript.ID]companion.Learned // what was kept of the user's messages of today
	notYet   error                               // why the conversation could not be read
	started  bool                                // the conversation has been read
	Found    transcript.ID                       // the message a search led to
	editing  transcript.ID                       // the message being edited
	Welcome  *WelcomeModel                       // the card of the first run
	greeting string                              // what the persona says first
	replies  []string                            // what one may answer
	spoken   page.Words                          // of the language that the persona speaks
	asleep   widget.When                         // it dreams
	connect  widget.When                         // the models there are stand open
	recalled map[transcript.ID]recalledState     // open under their replies
	heard    time.Time                           // when the turn under way last gave a sign of life
	now      time.Time
}

// A ChatModel is a ChatState in words and rows, oldest first.
type ChatModel struct {
	Rows  []RowModel
	empty bool // nothing was said yet
	hello bool // and it was read, so that this is sure
}

// A RowKind says what a row shows.
type RowKind int

// What a row shows.
const (
	rowMessage RowKind = iota
	rowDay
	rowNote
	rowEmpty
	RowAsk
	RowLearned
	rowTrouble
	rowWelcome
	rowRecalled
	rowForgotten
)

// A RowModel is one row of the conversation. Two of the same key are the same
// row at two times.
type RowModel struct {
	key      string
	Kind     RowKind
	text     string // rowDay, rowNote
	message  MessageModel
	Ask      page.AskModel
	Learned  LearnedModel
	trouble  page.TroubleModel
	empty    emptyModel
	welcome  *WelcomeModel
	recalled recalledModel

	forgotten forgottenModel
}

// A MessageModel is a message as a bubble.
type MessageModel struct {
	Id         transcript.ID
	own        bool // the user's
	name       string
	emotion    string
	text       string
	foot       string
	why        string // the word that opens why it was said; "" nothing
	recalled   string // how much was recalled for it; "" nothing
	streaming  bool
	waiting    string // what is being done before words come: "thinking"
	failed     bool
	unfinished bool // its actions are offered without being asked for
	Found      bool
	editing    bool
	files      []fileModel
	branch     branchModel
	actions    actions
}

// actions are what can be done with a message.
type actions struct {
	edit, regenerate, answer, recalled bool
	why, forget, read                  bool
}

// A branchModel is the switch ‹ 2/3 ›; the zero branchModel is none.
type branchModel struct {
	label      string
	prev, next transcript.ID
}

// A fileModel is an attachment of a message.
type fileModel struct {
	attachment transcript.Attachment
	name       string
	size       string
	picture    bool
	state      documentState
}

// An emptyModel is a conversation nothing was said in yet.
type emptyModel struct {
	title, hint string
	greeting    string // "" it has none
	starters    []starterModel
}

// chatView puts a conversation into words. It is pure.
func chatView(s ChatState, w page.Words) ChatModel {
	v := chatViewer{s: s, w: w}
	m := ChatModel{empty: s.empty(), hello: s.started && s.empty()}
	if s.notYet != nil {
		v.damage()
		t := w.Explain(s.notYet)
		v.add(RowModel{key: "unread", Kind: rowTrouble, trouble: page.TroubleModel{What: t.What, Next: t.Next, Details: t.Details}})
		m.Rows = v.rows
		return m
	}
	v.lines()
	v.live()
	v.left()
	v.newer()
	v.damage() // at the end: that is what is in sight
	if s.started && len(v.rows) == 0 || m.hello {
		v.add(RowModel{key: keyEmpty, Kind: rowEmpty, empty: emptyModel{
			title: w.T("chat.empty", "name", s.who.Name), hint: v.emptyHint(),
			greeting: s.greeting, starters: starters(s.replies, s.spoken),
		}})
	}
	v.welcome()
	m.Rows = v.rows
	return m
}

// welcome adds the note about models, or the card that it opens, until the
// first run is over.
func (v *chatViewer) welcome() {
	if v.s.Welcome == nil {
		return
	}
	m := *v.s.Welcome
	m.open, m.tour = m.Pulling || bool(v.s.connect), v.s.empty()
	v.add(RowModel{key: keyWelcome, Kind: rowWelcome, welcome: &m})
}

// keyEmpty is the row of the persona before anything was said. It fits into the
// view, whose height its own depends on.
const keyEmpty = "empty"

// keyWelcome is the row of the card of the first run.
const keyWelcome = "welcome"

// empty reports whether nothing was said yet.
func (s ChatState) empty() bool {
	return len(s.log.lines) == 0 && s.turn.User.ID == "" && !s.turn.Running()
}

// A chatViewer collects the rows.
type chatViewer struct {
	s     ChatState
	w     page.Words
	rows  []RowModel
	last  time.Time     // of the message before
	asked transcript.ID // the user's message that was not answered yet
	end   transcript.ID // the newest message

	learned int // tokens of the window that the last reply was given in, where it was learned
}

func (v *chatViewer) add(r RowModel) { v.rows = append(v.rows, r) }

func (v *chatViewer) emptyHint() string {
	if v.s.Welcome != nil {
		return "" // the note below says who speaks
	}
	if v.s.who.Speaker.Rules {
		return v.w.T("chat.empty.rules", "name", v.s.who.Name)
	}
	return v.w.T("chat.empty.model", "name", v.s.who.Name, "model", v.w.Speaker(v.s.who.Speaker))
}

// lines adds the messages that are on disk. While a reply is given again, the
// old one and what came after it are not shown.
func (v *chatViewer) lines() {
	lines := v.s.log.lines
	if v.isLive() {
		lines = upTo(lines, v.s.turn.User)
	}
	if n := len(lines); n > 0 && !v.s.log.hasNewer {
		v.end = lines[n-1].ID
	}
	for _, l := range lines {
		v.day(l.Time)
		switch {
		case l.Retracted:
			v.add(v.forgotten(l))
		case l.Role == transcript.RoleNote:
			v.add(RowModel{key: RowKey(l.ID), Kind: rowNote, text: l.Text})
		default:
			v.add(RowModel{key: RowKey(l.ID), Kind: rowMessage, message: v.message(l)})
			v.recalled(l.ID)
		}
		v.heldAfter(l)
	}
	v.heldAt(v.asked)
	if v.s.log.hasNewer {
		return
	}
	for _, a := range v.s.asks.Of("") { // asked for outside any conversation
		v.ask(a)
	}
}

// upTo is the lines up to the user's message u, or to what it follows where u
// is not among them yet.
func upTo(lines []line, u transcript.Message) []line {
	for _, id := range []transcript.ID{u.ID, u.Parent} {
		for i, l := range lines {
			if l.ID == id && id != "" {
				return lines[:i+1]
			}
		}
	}
	return lines
}

// recalled adds what was recalled for a reply, while it is open.
func (v *chatViewer) recalled(id transcript.ID) {
	if s, open := v.s.recalled[id]; open {
		v.add(RowModel{key: "recalled/" + string(id), Kind: rowRecalled, recalled: recalledView(id, s, v.w)})
	}
}

// RowKey is the key of a message's row.
func RowKey(id transcript.ID) string { return "m/" + string(id) }

// day adds a separator when t is on another day than the row before.
func (v *chatViewer) day(t time.Time) {
	if t.IsZero() {
		return
	}
	t = t.In(v.s.now.Location())
	if !v.last.IsZero() && page.SameDay(v.last, t) {
		return
	}
	v.last = t
	v.add(RowModel{key: "day/" + t.Format(time.DateOnly), Kind: rowDay, text: v.w.Day(t, v.s.now)})
}

func (v *chatViewer) message(l line) MessageModel {
	own := l.Role == transcript.RoleUser
	m := MessageModel{
		Id: l.ID, own: own, name: v.s.who.Name, emotion: l.spoken.emotion, text: l.Text,
		failed: l.State == transcript.Failed, unfinished: l.State != transcript.Complete, Found: l.ID == v.s.Found, editing: l.ID == v.s.editing,
		files: v.files(l), branch: branchOf(l.Entry),
	}
	idle := !v.s.turn.Running()
	m.actions = actions{edit: own && idle, regenerate: !own && idle && l.Parent != "", answer: own && idle && l.ID == v.end}
	m.foot = v.foot(l)
	if n := l.spoken.recalled; n > 0 {
		m.recalled, m.actions.recalled = strings.TrimLeft(page.Separator, " ")+v.w.N("foot.recalled", n), true
	}
	if len(l.Trace) > 0 {
		m.why, m.actions.why = strings.TrimLeft(page.Separator, " ")+v.w.T("foot.why"), true
	}
	m.actions.forget = idle
	m.actions.read = bool(v.s.voiced) && !own && l.Text != "" && len(l.marks) == 0
	return m
}

// foot is the muted line under a bubble: time · who spoke · how it ended.
func (v *chatViewer) foot(l line) string {
	parts := []string{page.Clock(l.Time.In(v.s.now.Location()))}
	if l.Role == transcript.RolePersona {
		if who := v.speaker(l); who != "" { // an imported message may not say
			parts = append(parts, who)
		}
		for _, tool := range l.spoken.tools {
			parts = append(parts, toolWord(v.w, tool))
		}
		switch l.spoken.notice.Kind {
		case companion.NoticeUnseen:
			parts = append(parts, v.w.T("foot.unseen"))
		case companion.NoticeTruncated:
			parts = append(parts, v.w.T("foot.truncated"))
		}
	}
	if n := l.spoken.learned; n > 0 && n != v.learned {
		parts = append(parts, v.w.T("foot.learned", "n", page.Thousands(n)))
	}
	if l.Role == transcript.RolePersona {
		v.learned = l.spoken.learned
	}
	if len(l.marks) > 0 && l.Role == transcript.RolePersona {
		parts = append(parts, v.w.T("foot.outside"))
	}
	switch l.State {
	case transcript.Interrupted:
		parts = append(parts, v.w.T("foot.interrupted"))
	case transcript.Failed:
		parts = append(parts, v.w.T("foot.failed"))
	case transcript.Cut:
		parts = append(parts, v.w.T("foot.cut"))
	}
	return strings.Join(parts, page.Separator)
}

// speaker says who gave a reply; the built-in rules are always said.
func (v *chatViewer) speaker(l line) string {
	switch {
	case RuledFor(v.w, l.spoken.notice) != "":
		return RuledFor(v.w, l.spoken.notice)
	case l.Model == "built-in rules":
		return v.w.T("speaker.rules")
	default:
		return v.w.Model(l.Model)
	}
}

// toolWords are the words for what a tool did, by its name.
func toolWords() map[string]string {
	return map[string]string{
		"memory_write":              "tool.memory_write",
		"edit_notepad":              "tool.edit_notepad",
		"edit_core_memory":          "tool.edit_core_memory",
		"add_goal":                  "tool.add_goal",
		"update_goal":               "tool.update_goal",
		"make_main_memory_edit":     "tool.make_main_memory_edit",
		"make_secret_diary_edit":    "tool.make_secret_diary_edit",
		"memory_search":             "tool.memory_search",
		"memory_get":                "tool.memory_get",
		"recall_memories":           "tool.recall_memories",
		"search_past_conversations": "tool.search_past_conversations",
		"read_memory_context":       "tool.read_memory_context",
		"search_knowledge_base":     "tool.search_knowledge_base",
		"read_skill":                "tool.read_skill",
		"resolve_question":          "tool.resolve_question",
		"write_entity_memory":       "tool.write_entity_memory",
	}
}

// toolWord says in a few words what a tool did.
func toolWord(w page.Words, name string) string {
	if key, ok := toolWords()[name]; ok {
		return w.T(key)
	}
	return w.T("tool.used", "name", name)
}

func (v *chatViewer) files(l line) []fileModel {
	var files []fileModel
	own := ownOf(l.Message, l.marks)
	for _, a := range l.Attachments {
		f := fileModel{
			attachment: a, name: a.Name, size: v.w.Size(a.Size), picture: strings.HasPrefix(a.MIME, "image/"), state: own[a.Name],
		}
		if f.state.own {
			f.size += page.Separator + v.w.T("own.yours")
		}
		files = append(files, f)
	}
	return files
}

func branchOf(e transcript.Entry) branchModel {
	n := len(e.Siblings)
	if n < 2 || e.Index < 0 || e.Index >= n {
		return branchModel{}
	}
	b := branchModel{label: strconv.Itoa(e.Index+1) + "/" + strconv.Itoa(n)}
	if e.Index > 0 {
		b.prev = e.Siblings[e.Index-1]
	}
	if e.Index < n-1 {
		b.next = e.Siblings[e.Index+1]
	}
	return b
}

// heldAfter adds what was learned and asked for in an exchange once its reply
// was shown.
func (v *chatViewer) heldAfter(l line) {
	if l.Role == transcript.RoleUser {
		v.heldAt(v.asked)
		v.asked = l.ID
		return
	}
	answers := l.Role == transcript.RolePersona && l.Parent == v.asked
	if answers {
		v.learn(v.asked, v.s.asks.Of(l.ID))
	}
	v.heldAt(l.ID)
	if answers {
		v.heldAt(v.asked)
		v.asked = ""
	}
}

// heldAt adds the cards of what was asked for in answer to, or by, a message.
func (v *chatViewer) heldAt(id transcript.ID) {
	if id == "" {
		return
	}
	for _, a := range v.s.asks.Of(id) {
		v.ask(a)
	}
}

func (v *chatViewer) ask(a companion.Ask) {
	v.add(RowModel{key: askKey(a.ID), Kind: RowAsk, Ask: v.s.asks.AskView(a, v.w)})
}

func askKey(id string) string { return "ask/" + id }
