package prompt

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
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/persona"
	"yumori/retrieval/source"
)

// The layers of the prompt that come from the mind, in their order. They stand
// between the daily log and the bootstrap files.
const (
	layerEntities = "entities"
	LayerEpisodes = "episodes"
	layerStrategy = "strategy"
	LayerGoals    = "goals"
	layerFeeling  = "feeling"
)

// Bounds of the mind's layers.
const (
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

// Texts returns the templates of a language, English for one there is
// none of.
func Texts(language string) (*template.Template, error) {
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
		s.Memories = append(s.Memories, memory.Item{At: memory.Place{File: t.File}, Time: day, Text: t.Text})
	}
	return s
}

// An Layer is one layer of the mind.
type Layer struct {
	Name  string
	Text  string
	files []string // it was made of, where that is of use

	memories []memory.Item // what it tells, as values
}

// Inner makes the layers of the mind but the episodes; moved is what moves the
// persona, offered are the names of the tools that they may speak of.
func (c *Composer) Inner(moved motivation.Snapshot, offered map[string]bool) ([]Layer, error) {
	language := c.opt.Persona.Profile().Language
	texts, err := Texts(language)
	if err != nil {
		return nil, err
	}
	var layers []Layer
	add := func(name string, data any, memories ...memory.Item) {
		var b strings.Builder
		if terr := texts.ExecuteTemplate(&b, name, data); terr != nil {
			err = fmt.Errorf("make layer %s: %w", name, terr)
		}
		layers = append(layers, Layer{Name: name, Text: b.String(), memories: memories})
	}
	if names, more, nerr := c.opt.Mind.Pages.Names(namesShown); nerr != nil {
		c.opt.Logger.Warn("list entities", "error", nerr)
	} else if len(names) > 0 {
		add(layerEntities, struct {
			Names []string
			More  int
			Read  bool
		}{namesOf(names), more, offered[tools.ReadEntityMemory]})
	}
	if i, ok := c.opt.Mind.Insights.Strategy(); ok && !i.Stale() {
		add(layerStrategy, i.Strategy, memory.Item{ID: i.ID, Text: i.Strategy})
	}
	if lines, places := dreamtLines(c.opt.Candidates()); len(lines) > 0 {
		add(LayerDreamt, struct {
			Lines []dreamtLine
			Write bool
		}{lines, offered[tools.WriteEntityMemory]})
		layers[len(layers)-1].files = places
	}
	if list := goalLines(c.opt.Mind.Goals.Prompt(), texts); len(list) > 0 {
		var wants []memory.Item
		for _, g := range list {
			wants = append(wants, memory.Item{ID: g.ID, Text: g.Goal})
		}
		add(LayerGoals, list, wants...)
	}
	if f := c.Feeling(moved, language); f != (feeling{}) {
		var asks []memory.Item
		if f.OnMind != "" {
			asks = []memory.Item{{ID: f.Question, Text: f.OnMind}}
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
func (c *Composer) episodesLayer(oldest time.Time, chars int) (string, shownEpisodes, error) {
	window := c.opt.Mind.Episodes.Window(oldest, episodic.LookBack)
	for i := range window {
		window[i].Summary = c.opt.Recall.Folder.Unsaid(window[i])
	}
	window = slices.DeleteFunc(window, func(e episodic.Episode) bool { return e.Summary == "" })
	lines, cut := episodeLines(window, chars)
	shown := shownEpisodes{lines, cut}
	if len(lines) == 0 {
		return "", shown, nil
	}
	texts, err := Texts(c.opt.Persona.Profile().Language)
	if err != nil {
		return "", shown, err
	}
	text, err := Render(texts, LayerEpisodes, lines)
	return text, shown, err
}

// Episodes is the text of the layer of episodes of the days before a time, in so
// many characters; "" if there is none.
func (c *Composer) Episodes(oldest time.Time, chars int) (string, error) {
	text, _, err := c.episodesLayer(oldest, chars)
	return text, err
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

// Feeling says how the persona feels at a snapshot of its drives, in its language.
func (c *Composer) Feeling(s motivation.Snapshot, language string) feeling {
	f := feeling{Feeling: strings.TrimSpace(s.Feeling(c.opt.Now(), language)), OnMind: strings.TrimSpace(s.OnMind(language))}
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
func (s shownEpisodes) memories() []memory.Item {
	var list []memory.Item
	for _, l := range s.lines {
		day, _ := time.Parse(time.DateOnly, l.Date)
		list = append(list, memory.Item{ID: l.ID, Time: day, Text: l.Summary})
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
func (d *draft) innerMarks() transcript.Marks {
	c := d.c
	var sources []string
	for _, id := range d.episodes {
		if e, err := c.opt.Mind.Episodes.Find(id); err == nil {
			sources = append(sources, e.Sources...)
		}
	}
	if i, ok := c.opt.Mind.Insights.Strategy(); ok && d.item(layerStrategy).Text != "" {
		sources = append(sources, i.Sources...)
	}
	for _, g := range c.opt.Mind.Goals.Prompt() {
		if d.item(LayerGoals).Text == "" {
			break
		}
		sources = append(sources, g.Sources...)
		if n := len(g.Notes); n > 0 {
			sources = append(sources, g.Notes[n-1].Sources...)
		}
	}
	if q, ok := d.Moved.Strongest(); ok && d.item(layerFeeling).Text != "" {
		sources = append(sources, q.Sources...)
	}
	slices.Sort(sources)
	return c.opt.Taint.Under(memory.Unique(sources))
}

// Render is a template of texts, filled.
func Render(t *template.Template, name string, data any) (string, error) {
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name, data); err != nil {
		return "", fmt.Errorf("make prompt: %w", err)
	}
	return b.String(), nil
}

// SilenceWords says a duration in whole hours or days.
func SilenceWords(d time.Duration, language string) string {
	n, unit, ja := int(d.Hours()), "hours", "時間"
	if n >= 48 {
		n, unit, ja = n/24, "days", "日"
	}
	if language == "ja" {
		return fmt.Sprintf("%d%s", n, ja)
	}
	if n == 1 {
		unit = unit[:len(unit)-1]
	}
	return fmt.Sprintf("%d %s", n, unit)
}
