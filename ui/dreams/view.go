package dreams

import (
	"encoding/json"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/dreaming"
	"yumori/dreaming/record"
	"yumori/internal/transcript"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A dreamModel is a dream in words, opened like a page of a diary.
type dreamModel struct {
	id      string
	title   string
	insight string
	tactic  string // what to do next time
	read    string // what was read
	bill    string
	state   string
	trouble []string // what could not be used or done
	changes []DreamtModel
	waiting []string    // ids of the changes that are to be decided on
	undo    widget.When // the night can be taken back
}

// toldMost is the most letters of a title or a quote that are shown: a word of
// a hundred thousand took the page ten seconds.
const toldMost = 400

// A DreamtModel is one change of a dream.
type DreamtModel struct {
	Id      string
	title   string
	kind    string // its state and kind in words
	foot    string // those, and the file
	lines   []widget.DiffLine
	quotes  []quoteModel
	related []string
	undo    widget.When // it can be taken back
	decide  widget.When // it waits for a decision
	words   string      // what it says, to be edited; "" if it is no text
	now     string      // of a conflict: what is there instead
}

// A quoteModel is a piece of evidence: what was said, and where.
type quoteModel struct {
	text string
	at   transcript.ID
}

// journalView is the list of dreams by month: of each row the index of its
// dream, -1 for the name of the month of the next.
func journalView(list []record.Summary) (listed []int) {
	month := ""
	for i, s := range list {
		if of, known := monthOf(s); known && of.Format("2006-01") != month {
			month = of.Format("2006-01")
			listed = append(listed, -1)
		}
		listed = append(listed, i)
	}
	return listed
}

// monthOf is a day in the month of a dream, and false if it has none.
func monthOf(s record.Summary) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, string(s.Date))
	return day, err == nil
}

// dreamLevel is how far back a dream looks.
func dreamLevel(w page.Words, level int) string {
	switch level {
	case 2:
		return w.T("dream.level2")
	case 3:
		return w.T("dream.level3")
	}
	return w.T("dream.level1")
}

// dreamRow is a dream in a list. That it is of one day goes without saying, and who
// dreamt it stands under the dream.
func dreamRow(s record.Summary, w page.Words) widget.MasterRow {
	var foot []string
	switch word := dreamState(w, s.State); {
	case s.Level == 0: // its record cannot be read
		foot = append(foot, w.T("dream.unreadable"))
	case s.Waiting > 0:
		foot = append(foot, w.T("dream.waits")) // how many, the inbox counts: it asks once what several say
	case word != "":
		foot = append(foot, word)
	}
	if len(foot) == 0 || s.State == record.StatusPartly {
		foot = append(foot, w.N("dream.changes", s.Changes))
	}
	if s.Level > 1 {
		foot = append(foot, dreamLevel(w, s.Level))
	}
	return widget.MasterRow{Title: w.Date(string(s.Date)), Text: strings.Join(foot, page.Separator)}
}

// dreamState is a state in a word; one that needs none has none.
func dreamState(w page.Words, s record.Status) string {
	switch s {
	case record.StatusRunning:
		return w.T("dream.running")
	case record.StatusPartly:
		return w.T("dream.partly")
	case record.StatusUndone:
		return w.T("dream.undone")
	case record.StatusFailed:
		return w.T("dream.failed")
	case record.StatusHeld, record.StatusProposed:
		return w.T("dream.waits")
	case record.StatusRefused:
		return w.T("dream.refused")
	case record.StatusLapsed:
		return w.T("dream.lapsed")
	case record.StatusConflict:
		return w.T("dream.conflict")
	}
	return ""
}

// dreamView puts a dream into words. It is pure.
func dreamView(r record.Record, w page.Words) dreamModel {
	m := dreamModel{id: r.ID, title: w.Date(string(r.Date)), state: dreamState(w, r.State)}
	m.read = w.N("dream.read", len(r.Inputs.Messages), "days", w.N("dream.days", max(len(r.Inputs.Days), 1)))
	took := time.Duration(r.Millis) * time.Millisecond
	m.bill = strings.Join([]string{
		dreamLevel(w, r.Level), w.Teller(r.Dreamer()),
		w.N("dream.calls", r.Usage.Calls, "tokens", page.Thousands(r.Usage.Input+r.Usage.Output)),
		w.T("dream.took", "seconds", strconv.FormatFloat(took.Seconds(), 'f', 1, 64)),
	}, page.Separator)
	m.trouble = dreamProblems(w, r.Stages)
	if r.DroppedQuotes > 0 {
		m.trouble = append(m.trouble, w.N("dream.dropped", r.DroppedQuotes))
	}
	if r.Echoes > 0 {
		m.trouble = append(m.trouble, w.N("dream.echoes", r.Echoes))
	}
	for _, c := range r.Changes {
		if c.Kind == record.KindInsight && m.insight+m.tactic == "" {
			m.insight, m.tactic = c.Member("insight"), c.Member("strategy")
		}
		m.changes = append(m.changes, dreamt(w, c))
		if c.State == record.StatusProposed || c.State == record.StatusHeld {
			m.waiting = append(m.waiting, c.ID)
		}
		if c.State == record.StatusApplied {
			m.undo = true
		}
	}
	return m
}

// dreamProblems says what parts of a dream could not use or do, each thing once.
func dreamProblems(w page.Words, stages []record.StageRecord) []string {
	var texts []string
	parts := map[string][]string{}
	for _, s := range stages {
		for _, p := range s.Problems {
			text := w.ExplainKept("", p).What
			if parts[text] == nil {
				texts = append(texts, text)
			}
			if name := stageWord(w, s.Name); !slices.Contains(parts[text], name) {
				parts[text] = append(parts[text], name)
			}
		}
	}
	var lines []string
	for _, text := range texts {
		lines = append(lines, w.T("dream.problem", "stage", strings.Join(parts[text], page.Separator), "text", text))
	}
	return lines
}

// stageWord is what a part of a dream is called.
func stageWord(w page.Words, s record.Stage) string {
	switch s {
	case record.StageReflect:
		return w.T("stage.reflect")
	case record.StageGoals:
		return w.T("stage.goals")
	case record.StageQuestions:
		return w.T("stage.questions")
	case record.StageEntities:
		return w.T("stage.entities")
	case record.StageRetain:
		return w.T("stage.retain")
	case record.StageOpinions:
		return w.T("stage.opinions")
	case record.StageEpisodes:
		return w.T("stage.episodes")
	case record.StageDrives:
		return w.T("stage.drives")
	case record.StageIndex:
		return w.T("stage.index")
	}
	return w.T("stage.end")
}

// dreamt is one change in words.
func dreamt(w page.Words, c record.Change) DreamtModel {
	m := DreamtModel{Id: c.ID, title: widget.Shorten(changeTitle(c), toldMost), related: c.Related}
	kind := w.ChangeKind(c.Kind)
	if c.Kind == "held" && path.Ext(c.File) != ".json" { // its state says that it waits
		kind = w.FileTitle(c.File)
	}
	foot := slices.DeleteFunc([]string{dreamState(w, c.State), kind, c.File}, func(s string) bool { return s == "" })
	m.kind, m.foot = strings.Join(foot[:len(foot)-1], page.Separator), strings.Join(foot, page.Separator)
	m.lines = widget.ClipDiff(widget.FoldDiff(widget.AlignLines(changeLines(w, c, c.Before), changeLines(w, c, c.After))))
	m.quotes = quotes(w, c.Evidence)
	m.undo = widget.When(c.State == record.StatusApplied)
	m.decide = widget.When(c.State == record.StatusProposed || c.State == record.StatusHeld)
	m.words = c.Words()
	if c.State == record.StatusConflict && c.Now != nil {
		m.now = strings.Join(changeLines(w, c, c.Now), "\n")
	}
	return m
}

// changeTitle is what a change is about. That of an episode begins with its
// day, which what happened begins with too.
func changeTitle(c record.Change) string {
	if day, rest, ok := strings.Cut(c.Title, " "); ok && c.Kind == "episode" && rest != "" {
		if _, err := time.Parse(time.DateOnly, day); err == nil {
			return rest
		}
	}
	return c.Title
}

// quotes are the evidence: each quote with its message, and in one line the
// messages that are not quoted.
func quotes(w page.Words, list []record.Evidence) []quoteModel {
	var quoted []quoteModel
	rest := quoteModel{}
	others := 0
	for _, e := range list {
		q := quoteModel{at: page.MessageIn([]string{e.Message})}
		if e.Quote != "" {
			q.text = w.T("dream.quote", "text", widget.Shorten(e.Quote, toldMost))
			quoted = append(quoted, q)
			continue
		}
		others++
		if rest.at == "" {
			rest.at = q.at
		}
	}
	if others > 0 {
		rest.text = w.N("dream.evidence", others)
		quoted = append(quoted, rest)
	}
	return quoted
}

// dull are members of an item that tell a person nothing.
func dull(name string) bool {
	return slices.Contains([]string{"id", "kind", "sources", "created_at", "origin", "by", "withdrawn", "old", "state", "time", "tool", "message", "evidence", "raised_at", "resolved_at", "converted"}, name)
}

// members are the words for members of items, by their names in the files.
func members() map[string]string {
	return map[string]string{
		"topic": "member.topic", "trigger_topic": "member.topic", "context": "member.context", "priority": "member.priority",
		"goal": "member.goal", "goal_id": "member.goal", "insight": "insight.insight", "strategy": "insight.strategy",
		"log_entry": "member.dream", "summary": "member.summary", "arousal": "member.arousal", "arousal_max": "member.arousal_max",
		"date": "member.date", "source_date": "member.date", "due": "member.due",
		"afterwards": "member.afterwards", "answer": "member.answer", "before": "member.before",
		"after": "member.after", "file": "member.file", "reason": "member.reason",
	}
}

// member is what a member of an item is called.
func member(w page.Words, name string) string {
	if key, ok := members()[name]; ok {
		return w.T(key)
	}
	return name
}

// changeLines are the lines of an item of a change as a person reads it.
func changeLines(w page.Words, c record.Change, item *string) []string {
	lines := itemLines(w, item)
	if !strings.HasPrefix(c.File, "bank/") {
		return lines
	}
	for i, l := range lines {
		lines[i] = bankLine(w, l)
	}
	return lines
}

// bankLine is a line of the bank without its notation: "- O(c=0.55) @Mika: she
// sings <!-- id: … -->" tells what she does, and how sure that is.
func bankLine(w page.Words, l string) string {
	if i := strings.Index(l, "<!--"); i > 0 && strings.HasSuffix(l, "-->") {
		l = strings.TrimRight(l[:i], " ")
	}
	said, ok := strings.CutPrefix(l, "- ")
	if !ok {
		return l
	}
	sure := ""
	if rest, is := strings.CutPrefix(said, "O(c="); is {
		if c, text, closed := strings.Cut(rest, ") "); closed {
			if n, err := strconv.ParseFloat(c, 64); err == nil {
				sure, said = page.Separator+w.Sure(n), text
			}
		}
	}
	if names, text, named := strings.Cut(said, ": "); named && strings.HasPrefix(names, "@") {
		said = text
	}
	return said + sure
}

// itemLines are the lines of an item as a person reads it: an object's members
// each in a line, any other text as it is; nil has none.
func itemLines(w page.Words, item *string) []string {
	if item == nil {
		return nil
	}
	var members map[string]any
	if json.Unmarshal([]byte(*item), &members) != nil {
		return widget.SplitLines(*item)
	}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	var lines []string
	for _, name := range names {
		switch v := members[name].(type) {
		case string:
			if v != "" && !dull(name) {
				lines = append(lines, w.T("member.line", "name", member(w, name), "value", w.Stamp(v)))
			}
		case float64:
			if !dull(name) {
				lines = append(lines, w.T("member.line", "name", member(w, name), "value", figure(v)))
			}
		}
	}
	return lines
}

// figure is a number as it is read: two digits behind the point are enough.
func figure(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
}

// dreamingView is a line about the dream under way, or that ended.
func dreamingView(running widget.When, p dreaming.Progress, w page.Words) string {
	if !running {
		return ""
	}
	if p.Of == 0 {
		return w.T("dream.begins")
	}
	return w.T("dream.progress", "stage", stageWord(w, p.Stage), "n", strconv.Itoa(min(p.Done+1, p.Of)), "of", strconv.Itoa(p.Of))
}
