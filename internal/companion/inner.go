package companion

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"
	"unicode/utf8"

	"yumori/episodic"
	"yumori/goals"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/persona"
	"yumori/retrieval/source"
)

// The layers of the prompt that come from the mind, in their order. They stand
// between the daily log and the bootstrap files.
const (
	layerEntities = "entities"
	layerEpisodes = "episodes"
	layerStrategy = "strategy"
	layerGoals    = "goals"
	layerFeeling  = "feeling"
)

// Bounds of the mind's layers.
const (
	lookBack      = 14    // days of episodes before the oldest message in the prompt (N7)
	episodesShown = 6_000 // characters of them, the newest
	namesShown    = 200   // names of entities
	starArousal   = 0.6   // an episode above it is marked
)

// promptFiles holds prompts/<language>.tmpl, one template for each layer, and
// prompts/<what for>.<language>.tmpl, the other texts.
//
//go:embed prompts/*.tmpl
var promptFiles embed.FS

// parsedInner are the templates by language; that they parse is tested.
var parsedInner = sync.OnceValues(func() (map[string]*template.Template, error) {
	all := map[string]*template.Template{}
	for _, language := range []string{"en", "ja"} {
		t, err := template.New("").Option("missingkey=error").ParseFS(promptFiles, "prompts/"+language+".tmpl", "prompts/*."+language+".tmpl")
		if err != nil {
			return nil, fmt.Errorf("read prompt texts: %w", err)
		}
		all[language] = t
	}
	return all, nil
})

// innerTexts returns the templates of a language, English for one there is
// none of.
func innerTexts(language string) (*template.Template, error) {
	if language != "ja" {
		language = "en"
	}
	all, err := parsedInner()
	return all[language], err
}

// filesOf returns the texts of the files of a layer, as values.
func filesOf(l persona.Layer) llm.Section {
	var s llm.Section
	for _, t := range l.Texts {
		day, _ := time.Parse(time.DateOnly, source.Day.FindString(path.Base(t.File)))
		s.Memories = append(s.Memories, llm.Memory{Place: t.File, Time: day, Text: t.Text})
	}
	return s
}

// An innerLayer is one layer of the mind.
type innerLayer struct {
	name  string
	text  string
	files []string // it was made of, where that is of use

	memories []llm.Memory // what it tells, as values
}

// inner makes the layers of the mind but the episodes; moved is what moves the
// persona.
func (c *Companion) inner(moved motivation.Snapshot) ([]innerLayer, error) {
	language := c.persona.Profile().Language
	texts, err := innerTexts(language)
	if err != nil {
		return nil, err
	}
	var layers []innerLayer
	add := func(name string, data any, memories ...llm.Memory) {
		var b strings.Builder
		if terr := texts.ExecuteTemplate(&b, name, data); terr != nil {
			err = fmt.Errorf("make layer %s: %w", name, terr)
		}
		layers = append(layers, innerLayer{name: name, text: b.String(), memories: memories})
	}
	if names, more, nerr := c.mind.Pages.Names(namesShown); nerr != nil {
		c.logger.Warn("list entities", "error", nerr)
	} else if len(names) > 0 {
		add(layerEntities, struct {
			Names []string
			More  int
		}{namesOf(names), more})
	}
	if i, ok := c.mind.Insights.Strategy(); ok && !i.Stale() {
		add(layerStrategy, i.Strategy, llm.Memory{ID: i.ID, Text: i.Strategy})
	}
	if lines, places := dreamtLines(c.untold()); len(lines) > 0 {
		add(layerDreamt, lines)
		layers[len(layers)-1].files = places
	}
	if list := goalLines(c.mind.Goals.Prompt(), texts); len(list) > 0 {
		var wants []llm.Memory
		for _, g := range list {
			wants = append(wants, llm.Memory{ID: g.ID, Text: g.Goal})
		}
		add(layerGoals, list, wants...)
	}
	if f := c.feeling(moved, language); f != (feeling{}) {
		var asks []llm.Memory
		if f.OnMind != "" {
			asks = []llm.Memory{{ID: f.Question, Text: f.OnMind}}
		}
		add(layerFeeling, f, asks...)
	}
	return layers, err
}

// shownEpisodes are the episodes of a layer, oldest first, and how many
// characters of others there was no room for.
type shownEpisodes struct {
	lines []episodeLine
	cut   int
}

// episodesLayer makes the layer of the episodes of the days before a time, the
// newest in so many characters; "" if there is none.
func (c *Companion) episodesLayer(oldest time.Time, chars int) (string, shownEpisodes, error) {
	window := c.mind.Episodes.Window(oldest, lookBack)
	for i := range window {
		window[i].Summary = c.recall.Folder.Unsaid(window[i])
	}
	window = slices.DeleteFunc(window, func(e episodic.Episode) bool { return e.Summary == "" })
	lines, cut := episodeLines(window, chars)
	shown := shownEpisodes{lines, cut}
	if len(lines) == 0 {
		return "", shown, nil
	}
	texts, err := innerTexts(c.persona.Profile().Language)
	if err != nil {
		return "", shown, err
	}
	text, err := rendered(texts, layerEpisodes, lines)
	return text, shown, err
}

func namesOf[N ~string](list []N) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = string(n)
	}
	return out
}

// A feeling is how the persona feels, drive by drive, and the question on its
// mind.
type feeling struct{ Feeling, OnMind, Question string }

func (c *Companion) feeling(s motivation.Snapshot, language string) feeling {
	f := feeling{Feeling: strings.TrimSpace(s.Feeling(c.now(), language)), OnMind: strings.TrimSpace(s.OnMind(language))}
	if q, ok := s.Strongest(); ok {
		f.Question = q.ID
	}
	return f
}

// An episodeLine is an episode in the prompt.
type episodeLine struct {
	ID, Date, Summary string
	Star              bool
}

// memories returns the episodes as values.
func (s shownEpisodes) memories() []llm.Memory {
	var list []llm.Memory
	for _, l := range s.lines {
		day, _ := time.Parse(time.DateOnly, l.Date)
		list = append(list, llm.Memory{ID: l.ID, Time: day, Text: l.Summary})
	}
	return list
}

// episodeLines returns the newest episodes that fit, oldest first, and how
// many characters did not.
func episodeLines(list []episodic.Episode, room int) (lines []episodeLine, cut int) {
	for _, e := range slices.Backward(list) {
		n := utf8.RuneCountInString(e.Summary)
		if room -= n; room < 0 {
			cut += n
			continue
		}
		lines = append(lines, episodeLine{
			ID: e.ID, Date: string(e.Date), Star: e.Arousal > starArousal,
			Summary: strings.Join(strings.Fields(e.Summary), " "),
		})
	}
	slices.Reverse(lines)
	return lines, cut
}

// A goalLine is a goal in the prompt.
type goalLine struct {
	ID, Term, Goal, Note string
	Priority             int
}

func goalLines(list []goals.Goal, texts *template.Template) []goalLine {
	var lines []goalLine
	for _, g := range list {
		l := goalLine{ID: string(g.ID), Goal: g.Goal, Priority: g.Priority, Term: term(g.Term, texts)}
		if n := len(g.Notes); n > 0 {
			l.Note = g.Notes[n-1].Text
		}
		lines = append(lines, l)
	}
	return lines
}

func term(t goals.Term, texts *template.Template) string {
	name := "short"
	if t == goals.Long {
		name = "long"
	}
	var b strings.Builder
	if err := texts.ExecuteTemplate(&b, name, nil); err != nil {
		return string(t) // unreachable: the templates are embedded and tested
	}
	return b.String()
}

// innerMarks returns the marks of what the mind puts into every prompt:
// episodes since some days before the oldest message, what the last dreams
// said, goals, and the question on its mind, as far as there was room for
// them. taint.Tracker.Learn comes before it.
func (d *drafting) innerMarks() transcript.Marks {
	c := d.c
	var sources []string
	for _, id := range d.episodes {
		if e, err := c.mind.Episodes.Find(id); err == nil {
			sources = append(sources, e.Sources...)
		}
	}
	if i, ok := c.mind.Insights.Strategy(); ok && d.item(layerStrategy).Text != "" {
		sources = append(sources, i.Sources...)
	}
	for _, g := range c.mind.Goals.Prompt() {
		if d.item(layerGoals).Text == "" {
			break
		}
		sources = append(sources, g.Sources...)
		if n := len(g.Notes); n > 0 {
			sources = append(sources, g.Notes[n-1].Sources...)
		}
	}
	if q, ok := d.moved.Strongest(); ok && d.item(layerFeeling).Text != "" {
		sources = append(sources, q.Sources...)
	}
	slices.Sort(sources)
	return c.taint.Under(memory.Unique(sources))
}
