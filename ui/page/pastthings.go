package page

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/memory"
	"yumori/internal/texts"
	"yumori/motivation"
	"yumori/ui/look"
	"yumori/ui/widget"

	"fyne.io/fyne/v2"
)

// pastWords put into words what a file that is no text held at a time. It is
// read with forgiveness: an old version may be of another hand.
type pastWords struct{ Words }

// A pastThing is one thing that a file held: an episode, a goal, a question.
type pastThing struct {
	id    string
	title string // one line
	text  string
}

// things reads what a version of a file, or of an archive, held; false says that it is no list
// of things, or cannot be read as one.
func (w pastWords) things(file, data string) ([]pastThing, bool) {
	var read func([]byte) ([]pastThing, error)
	switch whole, _ := texts.PartOf(file); whole {
	case texts.EpisodesFile:
		read = w.episodes
	case texts.InsightsFile:
		read = w.insights
	case texts.GoalsFile:
		read = w.goals
	case texts.InnerFile:
		read = w.inner
	default:
		return nil, false
	}
	if data == "" {
		return nil, true
	}
	list, err := read([]byte(data))
	return list, err == nil
}

// A pastItem is a thing as it was, as it is, or as both.
type pastItem struct {
	kind widget.DiffKind
	pastThing
}

// pastDiff lays what a file holds beside what it held: what is new first, then
// what was there, in its order.
func pastDiff(then, now []pastThing) []pastItem {
	is := map[string]pastThing{}
	for _, t := range now {
		is[t.id] = t
	}
	var old []pastItem
	for _, t := range then {
		present, ok := is[t.id]
		delete(is, t.id)
		switch {
		case ok && present == t:
			old = append(old, pastItem{widget.DiffSame, t})
		case ok:
			old = append(old, pastItem{widget.DiffRemoved, t}, pastItem{widget.DiffAdded, present})
		default:
			old = append(old, pastItem{widget.DiffRemoved, t})
		}
	}
	var list []pastItem
	for _, t := range now {
		if _, fresh := is[t.id]; fresh {
			list = append(list, pastItem{widget.DiffAdded, t})
		}
	}
	return append(list, old...)
}

// itemsShown is how many things of a version are shown; those that differ come
// before those that do not.
const itemsShown = 60

// box shows things with what is different about them.
func (w pastWords) box(list []pastItem) fyne.CanvasObject {
	slices.SortStableFunc(list, func(a, b pastItem) int { return differs(b) - differs(a) })
	box := widget.Rows(look.Inside)
	for _, t := range list[:min(len(list), itemsShown)] {
		mark, token := "", look.Text
		switch t.kind {
		case widget.DiffRemoved:
			mark, token = "− ", look.Bad
		case widget.DiffAdded:
			mark, token = "+ ", look.OK
		}
		thing := widget.Rows(2, widget.Paragraph(mark+widget.Beginning(t.title, TitleShown), token, ""))
		if t.text != "" {
			thing.Add(widget.Paragraph(widget.Beginning(t.text, MostShown/itemsShown*4), look.Muted, look.SizeHint))
		}
		box.Add(thing)
	}
	if rest := len(list) - itemsShown; rest > 0 {
		box.Add(widget.Paragraph(w.N("list.rest", rest), look.Muted, look.SizeHint))
	}
	if len(list) == 0 {
		box.Add(widget.Paragraph(w.T("memories.empty"), look.Muted, ""))
	}
	return widget.Card(box)
}

// differs is 1 for a thing that is not as it was.
func differs(t pastItem) int {
	if t.kind == widget.DiffSame {
		return 0
	}
	return 1
}

// A pastLoss is what going back to a version would undo.
type pastLoss struct {
	gone    []pastThing // are there now and were not then
	changed int         // read otherwise then
	back    int         // were there then and are not now
}

// loss compares what a file holds with what it held.
func loss(now, then []pastThing) pastLoss {
	was := map[string]pastThing{}
	for _, t := range then {
		was[t.id] = t
	}
	var l pastLoss
	for _, t := range now {
		old, ok := was[t.id]
		delete(was, t.id)
		switch {
		case !ok:
			l.gone = append(l.gone, t)
		case old != t:
			l.changed++
		}
	}
	l.back = len(was)
	return l
}

func (w pastWords) episodes(data []byte) ([]pastThing, error) {
	var list []struct {
		ID, Date, Type, Summary string
		Arousal                 float64
		Average                 float64 `json:"arousal_avg"`
		Sources, Withdrawn      []string
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	var things []pastThing
	for _, e := range list {
		if memory.Hidden(e.Sources, e.Withdrawn) {
			continue
		}
		title := w.Days(episodic.Date(e.Date)) + Separator + w.T("episode.felt", "n", Decimals(max(e.Arousal, e.Average)))
		things = append(things, pastThing{e.Date + e.ID, title, e.Summary})
	}
	slices.Reverse(things) // the newest first, as in the list
	return things, nil
}

func (w pastWords) insights(data []byte) ([]pastThing, error) {
	var list []struct {
		ID, Insight, Strategy string
		Topic                 string `json:"trigger_topic"`
		Dream                 string `json:"log_entry"`
		Created               string `json:"created_at"`
		Sources, Withdrawn    []string
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	var things []pastThing
	for _, n := range list {
		if memory.Hidden(n.Sources, n.Withdrawn) {
			continue
		}
		text := strings.Join(slices.DeleteFunc([]string{n.Insight, n.Strategy, n.Dream}, func(s string) bool { return s == "" }), "\n")
		things = append(things, pastThing{n.Created + n.ID, w.day(n.Created) + Separator + n.Topic, text})
	}
	slices.Reverse(things)
	return things, nil
}

// day is the day of a time stamp, "" of none.
func (w pastWords) day(stamp string) string {
	return w.Date(stamp[:min(len(stamp), len(time.DateOnly))])
}

// A pastNote is a step towards a goal, or a mere text that a hand wrote.
type pastNote string

// UnmarshalJSON is called by encoding/json.
func (n *pastNote) UnmarshalJSON(data []byte) error {
	var whole struct{ Note string }
	if json.Unmarshal(data, &whole) == nil {
		*n = pastNote(whole.Note)
		return nil
	}
	return json.Unmarshal(data, (*string)(n))
}

func (w pastWords) goals(data []byte) ([]pastThing, error) {
	type goal struct {
		ID, Goal, Reason   string
		Priority           int
		Notes              []pastNote `json:"progress_notes"`
		Sources, Withdrawn []string
	}
	var page struct {
		Short     []goal `json:"short_term"`
		Long      []goal `json:"long_term"`
		Completed []goal
		Abandoned []goal
	}
	if err := json.Unmarshal(data, &page); err != nil {
		return nil, err
	}
	var things []pastThing
	for _, l := range []struct {
		goals  []goal
		term   goals.Term
		status goals.Status
	}{
		{page.Short, goals.Short, goals.StatusActive}, {page.Long, goals.Long, goals.StatusActive},
		{page.Completed, "", goals.StatusCompleted}, {page.Abandoned, "", goals.StatusAbandoned},
	} {
		for _, g := range l.goals {
			if memory.Hidden(g.Sources, g.Withdrawn) {
				continue
			}
			m := w.Goal(goals.Goal{Goal: g.Goal, Term: l.term, Status: l.status, Priority: g.Priority, Reason: g.Reason})
			text := m.Foot
			for _, n := range g.Notes {
				text += "\n– " + string(n)
			}
			things = append(things, pastThing{g.ID, g.Goal, text})
		}
	}
	return things, nil
}

func (w pastWords) inner(data []byte) ([]pastThing, error) {
	type question struct {
		ID, Topic, Context, State, Answer string
		Sources, Withdrawn                []string
	}
	type moved struct {
		By float64 `json:"moved_by"`
		At string  `json:"moved_at"`
	}
	var page struct {
		Drives struct {
			Boredom struct {
				moved
				Last string `json:"last_interaction"`
			}
			Goal      moved `json:"goal_achievement"`
			Curiosity struct {
				moved
				Open []question `json:"open_questions"`
			}
			Relatedness struct {
				moved
				Feeling   string  `json:"persona_emotion"`
				Intensity float64 `json:"persona_intensity"`
			}
		}
		Closed []question `json:"closed_questions"`
	}
	if err := json.Unmarshal(data, &page); err != nil {
		return nil, err
	}
	feels := w.Felt(page.Drives.Relatedness.Feeling, page.Drives.Relatedness.Intensity)
	things := []pastThing{{"feeling", feels, ""}}
	if t, err := time.Parse(time.RFC3339, page.Drives.Boredom.Last); err == nil {
		things = append(things, pastThing{"spoke", w.T("past.spoke", "when", w.Moment(t.Local())), ""})
	}
	d := page.Drives
	by := map[motivation.Drive]moved{motivation.Boredom: d.Boredom.moved, motivation.Curiosity: d.Curiosity.moved, motivation.Goal: d.Goal, motivation.Relatedness: d.Relatedness.moved}
	for _, drive := range motivation.AllDrives() {
		if m := by[drive]; m.At != "" {
			things = append(things, pastThing{"moved " + string(drive), w.T("past.moved", "drive", w.Drive(drive), "n", Decimals(m.By)), ""})
		}
	}
	for _, q := range slices.Concat(page.Drives.Curiosity.Open, page.Closed) {
		if memory.Hidden(q.Sources, q.Withdrawn) {
			continue
		}
		text := q.Context
		if state := w.QuestionState(motivation.QuestionState(q.State)); state != "" {
			text = strings.TrimPrefix(text+"\n"+state+" "+q.Answer, "\n")
		}
		things = append(things, pastThing{q.ID, q.Topic, text})
	}
	return things, nil
}
