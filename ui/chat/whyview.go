package chat

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/internal/companion"
	"yumori/internal/prompt"
	"yumori/internal/transcript"
	"yumori/retrieval"
	"yumori/ui/page"
	"yumori/ui/widget"
)

// A WhyModel is why a reply was given, in words.
type WhyModel struct {
	who      string
	cost     string
	Notes    []string // what is to be said about the turn as a whole
	Layers   []widget.BarModel
	history  string
	tools    []string
	plan     string
	memories []whyMemory
	outside  outsideModel
	left     []string // what was recalled and left out
}

// A whyMemory is a recalled item with what can be done about it.
type whyMemory struct {
	recalledItem
	id      string
	reply   string // what the persona reported of it
	place   page.MemoryPlace
	message transcript.ID // to be forgotten
	content string
}

// leftShown is how many of those that were left out are shown.
const leftShown = 6

// WhyView puts a trace into words. It is pure.
func WhyView(y companion.Why, w page.Words) WhyModel {
	m := WhyModel{who: whoSpoke(w, y), cost: w.Cost(y.Usage)}
	if n := y.Notice; n != nil && (n.Reason != "" || n.Why != "") {
		m.Notes = append(m.Notes, w.ExplainKept(n.Reason, n.Why).Sentence())
	}
	if y.Motive != nil {
		m.Notes = append(m.Notes, w.T("why.motive", "drive", w.Drive(y.Motive.Drive), "n", page.Decimals(y.Motive.Level)))
	}
	if y.Reason != "" || y.Error != "" {
		m.Notes = append(m.Notes, w.T("why.error", "text", w.ExplainKept(y.Reason, y.Error).What))
	}
	plan := prompt.Plan{}
	if y.Plan != nil {
		plan = *y.Plan
	}
	m.Layers = layerBars(w, plan)
	talk := plan.Section(prompt.SectionTalk)
	m.history = w.N("why.history", talk.Count)
	if talk.Older != "" {
		m.history = w.N("why.history.cut", talk.Count)
	}
	for _, t := range y.Tools {
		line := toolWord(w, t.Name)
		if said := argsView(t.Args); said != "" {
			line += page.Separator + widget.Shorten(said, 160)
		}
		if t.Error != "" {
			line += page.Separator + t.Error
		}
		m.tools = append(m.tools, line)
	}
	if r := y.Recalled; r != nil {
		m.plan = recallPlan(w, *r)
		m.left = leftOut(w, r.Left[:min(len(r.Left), leftShown)])
	}
	for i, item := range recalledView(y.Message.ID, recalledState{read: true, list: y.Memories}, w).items {
		m.memories = append(m.memories, whyMemoryOf(w, item, y.Memories[i], y.Resonance))
	}
	return m
}

// leftOut says what was left out, for each reason once.
func leftOut(w page.Words, list []retrieval.LeftOut) []string {
	var reasons []string
	what := map[string][]string{}
	for _, l := range list {
		why := fate(w, l.Fate)
		if what[why] == nil {
			reasons = append(reasons, why)
		}
		what[why] = append(what[why], l.Source.String())
	}
	lines := make([]string, len(reasons))
	for i, why := range reasons {
		lines[i] = w.T("why.left", "what", strings.Join(what[why], w.T("list.and")), "why", why)
	}
	return lines
}

// argsView is what a tool was told, without the signs of JSON.
func argsView(args json.RawMessage) string {
	var told map[string]any
	if json.Unmarshal(args, &told) != nil {
		return string(args)
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(told)) {
		parts = append(parts, fmt.Sprintf("%s: %v", name, told[name]))
	}
	return strings.Join(parts, "; ")
}

func whyMemoryOf(w page.Words, item recalledItem, r retrieval.Memory, resonance map[string]float64) whyMemory {
	m := whyMemory{recalledItem: item, id: r.ID, place: placeOf(r), content: remembered(r)}
	if v, ok := resonance[r.ID]; ok && r.Type == "episode" { // of others nothing moves
		m.reply = w.T("why.resonance", "n", page.Decimals(v))
	}
	if m.place == (page.MemoryPlace{}) {
		m.message = transcript.ID(r.ID)
	}
	return m
}

// whoSpoke is which model gave a reply, or that the built-in rules did, and
// why they did if another was asked.
func whoSpoke(w page.Words, y companion.Why) string {
	if y.Notice != nil && RuledFor(w, *y.Notice) != "" {
		return RuledFor(w, *y.Notice)
	}
	return w.Speaker(y.Speaker)
}

// recallPlan is what was looked for: the intent, the times, the phrases.
func recallPlan(w page.Words, r retrieval.Recollection) string {
	var parts []string
	if r.Skip != "" {
		return w.T("why.skipped")
	}
	if r.Intent != "" {
		parts = append(parts, w.T("why.intent", "intent", intent(w, string(r.Intent))))
	}
	for _, s := range r.Spans {
		parts = append(parts, span(w, s))
	}
	for _, p := range r.Phrases {
		parts = append(parts, w.T("dream.quote", "text", p.Text))
	}
	parts = append(parts, w.N("why.considered", r.Considered), w.T("why.took", "ms", strconv.FormatFloat(r.Millis, 'f', 0, 64)))
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), page.Separator)
}

// span is a stretch of time that was asked for, in days; one that is open says
// only where it begins, or ends.
func span(w page.Words, s retrieval.Days) string {
	from, to := s.From[:min(len(s.From), len(time.DateOnly))], s.To[:min(len(s.To), len(time.DateOnly))]
	if end, err := time.Parse(time.RFC3339, s.To); err == nil { // the moment itself is not in it
		to = end.Add(-time.Nanosecond).Format(time.DateOnly)
	}
	if from == to {
		return w.Date(from)
	}
	return strings.Trim(w.Date(from)+" – "+w.Date(to), " –")
}

// intent is what a question was taken for.
func intent(w page.Words, name string) string {
	switch name {
	case "emotional":
		return w.T("intent.emotional")
	case "factual":
		return w.T("intent.factual")
	case "technical":
		return w.T("intent.technical")
	case "temporal":
		return w.T("intent.temporal")
	case "relational":
		return w.T("intent.relational")
	}
	return name
}

// layerWords are the words for the layers of a prompt.
func layerWords() map[string]string {
	return map[string]string{
		"identity": "layer.identity", "soul": "layer.soul", "tools": "layer.tools", "skills": "layer.skills",
		"core": "layer.core", "notepad": "layer.notepad", "evergreen": "layer.evergreen", "daily": "layer.daily",
		"episodes": "layer.episodes", "strategy": "layer.strategy", "goals": "layer.goals", "feeling": "layer.feeling",
		"bootstrap": "layer.bootstrap", "runtime": "layer.runtime", "channel": "layer.channel", "recalled": "layer.recalled",
		"user": "layer.user", prompt.SectionTalk: "layer.conversation", prompt.SectionSpecs: "layer.tool_specs",
		"entities": "layer.entities", "known": "layer.known", "dreamt": "layer.dreamt",
	}
}

// layer is what a layer of the prompt is called.
func layer(w page.Words, name string) string {
	if key, ok := layerWords()[name]; ok {
		return w.T(key)
	}
	return name
}

// fate is why something that was found was left out.
func fate(w page.Words, why string) string {
	if key, ok := map[string]string{
		string(retrieval.Merged): "fate.merged", string(retrieval.Irrelevant): "fate.weak", string(retrieval.Repeated): "fate.alike",
		string(retrieval.NoRoom): "fate.full", string(retrieval.InPrompt): "fate.held",
	}[why]; ok {
		return w.T(key)
	}
	return why
}

// layerBars are the sections of the system prompt with how long they are.
func layerBars(w page.Words, plan prompt.Plan) []widget.BarModel {
	most := 1
	for _, l := range plan.Sections {
		if l.Part == prompt.PartSystem {
			most = max(most, l.Size)
		}
	}
	var bars []widget.BarModel
	for _, l := range plan.Sections {
		if l.Part != prompt.PartSystem {
			continue
		}
		size, cut := w.T("why.size", "n", page.Thousands(l.Size)), 0
		for _, c := range l.Cuts {
			cut += c.Left
		}
		if cut > 0 {
			size = w.T("why.cut", "n", page.Thousands(l.Size), "cut", page.Thousands(cut))
		}
		bars = append(bars, widget.BarModel{Name: layer(w, l.Name), Size: size, Share: float32(l.Size) / float32(most), Apart: widget.When(cut > 0)})
	}
	return bars
}
