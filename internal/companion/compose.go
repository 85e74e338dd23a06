package companion

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"yumori/internal/agent"
	"yumori/internal/card"
	"yumori/internal/llm"
	"yumori/internal/taint"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/motivation"
	"yumori/persona"
	"yumori/retrieval"
)

// Bounds of a prompt, in tokens.
const (
	// smallWindow is the window below which instructions are short and no tools
	// are offered.
	smallWindow = 6_144
	// rulesWindow is what the built-in rules read.
	rulesWindow = 32_768
	// maxAnswer bounds what is set aside for the answer; leastAnswer is what
	// is left of it where the prompt needs the room.
	maxAnswer, leastAnswer = 4_096, 384
	// specShare is the part of a window that the tools' descriptions may take.
	specShare = .3
	// guessMargin is the part of a window that is left free while nobody knows
	// how the model's tokenizer counts, countMargin once that was learned: a server
	// refuses what is over its window by one token.
	guessMargin, countMargin = 10, 33
	// documentShare is the part of a window that one document in a message may
	// take.
	documentShare = 4
)

// ErrWindowSmall says that a model's window has no room for what a prompt never
// leaves out.
var ErrWindowSmall = errors.New("the model's window is too small for the persona")

// A windowError is an ErrWindowSmall with its numbers.
type windowError struct {
	needs  int
	window llm.Window
}

func (e *windowError) Error() string {
	return fmt.Sprintf("%v: %d tokens are needed, it serves %d", ErrWindowSmall, e.needs, e.window.Tokens)
}

func (e *windowError) Unwrap() error { return ErrWindowSmall }

// A prompt is a request with what is to be told about it.
type prompt struct {
	plan     Plan
	request  llm.Request
	tools    map[string]bool // names of those that are offered
	problems []persona.Problem
	outside  *taint.Turn     // the text in the turn that neither the user nor the persona wrote
	unseen   bool            // pictures were left out because the speaker takes none
	oldest   time.Time       // of the messages in it
	said     map[string]bool // ids of the messages and episodes in it
	whole    []string        // what the ids of entries of files begin with that stand in it whole
	recalled *Recollection   // nil: nothing was looked for
	day      *pastDay        // that is asked about; nil: none
	looked   *lookups        // what tools bring to mind
}

// composing is what a prompt is made for.
type composing struct {
	model llm.Model
	user  transcript.Message  // the newest message; memories are recalled for its text
	moved motivation.Snapshot // what moves the persona
	last  string              // stands behind the conversation in the place of a message; "" none
	still bool                // nothing is recalled
	extra []llm.ToolSpec      // that are offered beside the persona's own
}

// An item is a section that is being made.
type item struct {
	PlanSection
	share
	whole PlanSection // before it was fitted
	// shrink makes it again within so many tokens; nil leaves it out instead.
	shrink func(it *item, tokens int) error
}

// A drafting is one prompt that is being made.
type drafting struct {
	composing
	c        *Companion
	p        prompt
	info     llm.Info
	scale    llm.TokenScale
	window   llm.Window
	mode     persona.Mode
	answer   int
	margin   int // tokens left free, for the estimate may be too low
	made     persona.Prompt
	items    []*item
	episodes []string // ids of those in the prompt
	talk     conversation
	book     *card.Book // lore; nil: none
}

// compose makes the plan of a turn and the request of it.
func (c *Companion) compose(ctx context.Context, k composing) (prompt, error) {
	d := &drafting{composing: k, c: c, info: k.model.Info(), p: prompt{outside: &taint.Turn{}, looked: &lookups{}}}
	c.taint.Learn(ctx)
	if f, all := c.taint.Elsewhere(); all {
		c.addMarks(&d.p, transcript.Marks{f}, "")
	}
	d.measure(ctx)
	for _, step := range []func(context.Context) error{d.addLayers, d.addInner, d.addKnown, d.addSpecs, d.addSkills, d.addTalk, d.addLore, d.fit, d.addRecalled, d.refit, d.markInner} {
		if err := step(ctx); err != nil {
			d.assemble() // what there is explains itself in the trace
			return d.p, err
		}
	}
	d.assemble()
	return d.p, ctx.Err()
}

// measure finds the window and what follows from it.
func (d *drafting) measure(ctx context.Context) {
	d.mode = persona.Full
	if d.info.Rules {
		d.window = llm.Window{Tokens: rulesWindow, From: llm.WindowServed}
	} else {
		var learned bool
		d.window = llm.WindowOf(ctx, d.model)
		d.scale, learned = d.c.house.scales.of(speakerName(d.info))
		d.margin = d.window.Tokens / guessMargin
		if learned {
			d.margin = d.window.Tokens / countMargin
		}
	}
	if d.window.Tokens < smallWindow {
		d.mode = persona.Minimal
	}
	d.answer = min(maxAnswer, d.window.Tokens/4)
}

func speakerName(i llm.Info) string {
	return Speaker{Provider: i.Provider, Name: i.Name, Rules: i.Rules}.Label()
}

// add takes in a section; one that is not in shares is never cut.
func (d *drafting) add(s PlanSection, shrink func(*item, int) error) *item {
	it := &item{PlanSection: s, shrink: shrink}
	it.Tokens, it.Size = d.scale.Tokens(s.Text), utf8.RuneCountInString(s.Text)
	if sh, ok := shares()[s.Name]; ok {
		it.share, it.Owner, it.Rank = sh, sh.owner, sh.rank
	}
	if it.Part == "" {
		it.Part = PartSystem
	}
	it.whole = it.PlanSection
	d.items = append(d.items, it)
	return it
}

// addLayers takes in the layers of the persona's files.
func (d *drafting) addLayers(context.Context) error {
	var err error
	d.made, err = d.c.persona.Layers(d.mode, persona.Budget{Now: d.c.now(), Model: speakerName(d.info)})
	if err != nil {
		return fmt.Errorf("compose prompt: %w", err)
	}
	d.p.problems = d.made.Problems
	for _, l := range d.made.Layers {
		d.c.addLayer(&d.p, l)
		it := d.add(PlanSection{Name: l.Name, Owner: "persona", Text: l.Text, Files: l.Files, values: filesOf(l)}, d.shrinkLayer)
		it.Cuts = cutsOf(l, CutFile)
		it.whole = it.PlanSection
	}
	if d.mode == persona.Minimal { // no tools are offered, so how to use them is left out
		return d.shrinkLayer(d.item(persona.LayerTools), 0)
	}
	return nil
}

func (d *drafting) item(name string) *item {
	i := slices.IndexFunc(d.items, func(it *item) bool { return it.Name == name })
	if i < 0 {
		return &item{}
	}
	return d.items[i]
}

func cutsOf(l persona.Layer, why string) []PlanCut {
	var cuts []PlanCut
	for _, c := range l.Cuts {
		cuts = append(cuts, PlanCut{What: c.File, Left: c.Left, Of: c.Of, Why: why})
	}
	return cuts
}

// shrinkLayer cuts the files of a layer until it has at most so many tokens.
func (d *drafting) shrinkLayer(it *item, tokens int) error {
	chars := it.Size * tokens / max(1, it.Tokens)
	for range 8 {
		l, err := d.made.Fit(it.Name, chars)
		if err != nil {
			return fmt.Errorf("compose prompt: %w", err)
		}
		it.Text, it.Files, it.Cuts, it.values = l.Text, l.Files, cutsOf(l, CutWindow), filesOf(l)
		it.Tokens, it.Size = d.scale.Tokens(l.Text), l.Size
		if it.Tokens <= tokens || it.Text == "" || it.Rank == 0 {
			return nil
		}
		chars = min(chars-1, chars*tokens/it.Tokens*95/100)
	}
	d.leaveOut(it)
	return nil
}

// leaveOut takes a section out of the prompt and says so.
func (d *drafting) leaveOut(it *item) {
	if it.Text == "" {
		return
	}
	if len(it.Files) == 0 || it.Owner != "persona" {
		it.Cuts = []PlanCut{{What: it.Name, Left: it.Size, Of: it.Size, Why: CutWindow}}
	} else {
		it.Cuts = nil
		l, err := d.made.Fit(it.Name, 0)
		if err == nil {
			it.Cuts = cutsOf(l, CutWindow)
		}
	}
	it.Text, it.Files, it.Tokens, it.Size = "", nil, 0, 0
}

// addInner takes in the layers of the mind. Episodes follow with the talk, for
// they reach back from its oldest message.
func (d *drafting) addInner(context.Context) error {
	layers, err := d.c.inner(d.moved)
	if err != nil {
		return fmt.Errorf("compose prompt: %w", err)
	}
	for _, l := range layers {
		d.add(PlanSection{Name: l.name, Text: l.text, Files: l.files, values: llm.Section{Memories: l.memories}}, nil)
	}
	text, _, err := d.c.episodesLayer(d.c.now(), episodesShown)
	if err != nil {
		return fmt.Errorf("compose prompt: %w", err)
	}
	d.add(PlanSection{Name: layerEpisodes, Text: text}, d.shrinkEpisodes)
	return nil
}

// shrinkEpisodes takes as many of the newest episodes as there is room for.
func (d *drafting) shrinkEpisodes(it *item, tokens int) error {
	oldest, chars := d.p.oldest, min(episodesShown, it.Size*tokens/max(1, it.Tokens))
	if oldest.IsZero() {
		oldest = d.c.now()
	}
	for range 6 {
		text, shown, err := d.c.episodesLayer(oldest, chars)
		if err != nil {
			return fmt.Errorf("compose prompt: %w", err)
		}
		it.Text, it.Tokens, it.Size = text, d.scale.Tokens(text), utf8.RuneCountInString(text)
		it.Cuts, it.Count, it.values = nil, len(shown.lines), llm.Section{Memories: shown.memories()}
		if shown.cut > 0 {
			it.Cuts = []PlanCut{{What: layerEpisodes, Left: shown.cut, Of: shown.cut + it.Size, Why: CutWindow}}
		}
		if it.Tokens <= tokens || text == "" {
			d.episodes = nil
			for _, l := range shown.lines {
				d.p.hold(l.ID)
				d.episodes = append(d.episodes, l.ID)
			}
			return nil
		}
		chars = chars * tokens / it.Tokens * 9 / 10
	}
	d.leaveOut(it)
	return nil
}

// addSpecs chooses the tools that are offered: all of them if their
// descriptions take at most specShare of the window, else the few that a
// persona cannot keep its memory without, else none.
func (d *drafting) addSpecs(context.Context) error {
	d.p.tools = map[string]bool{}
	it := d.add(PlanSection{Name: SectionSpecs, Owner: "tools", Part: PartTools}, nil)
	all := d.offered(func(string) bool { return true })
	room := int(specShare * float64(d.window.Tokens))
	for _, choose := range []func(string) bool{
		func(string) bool { return true }, essential, func(string) bool { return false },
	} {
		specs := d.offered(choose)
		n := d.scale.Request(llm.Request{Tools: specs})
		if !d.info.Rules && len(specs) > len(d.extra) && (n > room || d.mode == persona.Minimal) {
			continue
		}
		if of := d.scale.Request(llm.Request{Tools: all}); n < of {
			it.Cuts = []PlanCut{{What: SectionSpecs, Left: of - n, Of: of, Why: CutWindow}}
		}
		for _, s := range specs {
			d.p.tools[s.Name] = true
		}
		it.Tokens = n
		break
	}
	return nil
}

// offered returns the descriptions of the chosen tools that there are in this
// turn: where text of others is in the prompt, some are not.
func (d *drafting) offered(choose func(name string) bool) []llm.ToolSpec {
	specs := slices.Clone(d.extra)
	for _, t := range d.c.tools("", &d.p) {
		if choose(t.Spec.Name) {
			specs = append(specs, t.Spec)
		}
	}
	return specs
}

// tellSpecs writes down what is offered, once all that goes into the prompt is
// known.
func (d *drafting) tellSpecs() {
	it := d.item(SectionSpecs)
	specs := d.offered(func(name string) bool { return d.p.tools[name] })
	var b strings.Builder
	for _, s := range specs {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n%s\n\n", s.Name, s.Description, s.Schema)
	}
	it.Text = strings.TrimSpace(b.String())
	it.Tokens, it.Size, it.Count = d.scale.Request(llm.Request{Tools: specs}), utf8.RuneCountInString(it.Text), len(specs)
}

func specsOf(list []agent.Tool) []llm.ToolSpec {
	var specs []llm.ToolSpec
	for _, t := range list {
		specs = append(specs, t.Spec)
	}
	return specs
}

// offered returns the tools of a turn that its plan names.
func (c *Companion) offered(reply transcript.ID, p *prompt) []agent.Tool {
	return slices.DeleteFunc(c.tools(reply, p), func(t agent.Tool) bool { return !p.tools[t.Spec.Name] })
}

// essential reports whether a tool is offered in a window that has no room for
// all of them: what writes what is always in the prompt, and what looks up.
func essential(tool string) bool {
	switch tool {
	case "edit_core_memory", "edit_notepad", "memory_write", "recall_memories", "search_knowledge_base", tools.ReadSkill:
		return true
	}
	return false
}

// fit divides the room among the sections and makes each fit its part.
func (d *drafting) fit(context.Context) error {
	fixed := d.talk.fixed
	var claims []claim
	var served []*item
	for _, it := range d.items {
		if it.Rank == 0 {
			fixed += it.Tokens
			continue
		}
		want := it.Tokens
		if it.Name == SectionTalk {
			want = d.talk.want()
		}
		if it.Name == layerRecalled {
			want = min(retrieval.MostTokens, d.window.Tokens/recalledShare)
		}
		claims, served = append(claims, claim{it.share, want}), append(served, it)
	}
	if short := fixed + leastRoom + d.margin - (d.window.Tokens - d.answer); short > 0 {
		d.answer = max(min(d.answer, leastAnswer), d.answer-short)
	}
	room := d.window.Tokens - d.answer - fixed
	if room < 0 && !d.info.Rules {
		return &windowError{needs: fixed + leastAnswer, window: d.window}
	}
	room = max(0, room-d.margin)
	given := allot(room, claims)
	for i, it := range served {
		it.Floor, it.Most = it.floor, int(it.most*float64(room))
		if err := d.fitOne(it, given[i]); err != nil {
			return err
		}
	}
	// What reaches back from the oldest message is made when that is known.
	i := slices.IndexFunc(served, func(it *item) bool { return it.Name == layerEpisodes })
	return d.shrinkEpisodes(served[i], given[i])
}

// markInner notes what the mind's layers rest on, once it is settled which of
// them are in the prompt.
func (d *drafting) markInner(context.Context) error {
	d.c.addMarks(&d.p, d.innerMarks(), "")
	d.markLore()
	return nil
}

// refit gives what the recalled memories and others left of their part to the
// sections that were cut, by rank.
func (d *drafting) refit(context.Context) error {
	free := d.window.Tokens - d.answer - d.margin
	for _, it := range d.items {
		free -= it.Tokens
	}
	cut := slices.DeleteFunc(slices.Clone(d.items), func(it *item) bool {
		return it.Rank == 0 || it.Part != PartSystem || it.whole.Text == "" || it.Name == layerEpisodes || it.Tokens >= it.whole.Tokens
	})
	slices.SortStableFunc(cut, func(a, b *item) int { return a.Rank - b.Rank })
	for _, it := range cut {
		had, floor, most := it.Tokens, it.Floor, it.Most
		if free < leastRefit {
			break
		}
		it.PlanSection = it.whole
		it.Floor, it.Most = floor, most
		if err := d.fitOne(it, had+free); err != nil {
			return err
		}
		free -= it.Tokens - had
	}
	return nil
}

// leastRefit is how many tokens have to be left for a section to be made again.
const leastRefit = 64

// leastRoom is what the answer gives way for, in tokens: enough for a feeling,
// a memory and the last words.
const leastRoom = 600

func (d *drafting) fitOne(it *item, tokens int) error {
	switch {
	case it.Name == SectionTalk:
		d.fitTalk(it, tokens)
	case it.Name == layerRecalled:
		it.Tokens = tokens // until it is recalled
	case it.Tokens <= tokens || it.Name == layerEpisodes:
	case it.shrink != nil:
		return it.shrink(it, tokens)
	default:
		d.leaveOut(it)
	}
	return nil
}

// assemble puts the sections into their order and makes the request of them.
func (d *drafting) assemble() {
	d.tellSpecs()
	p := &d.p
	p.plan = Plan{Model: speakerName(d.info), Window: d.window, Answer: d.answer, Talk: d.talk.sent}
	slices.SortStableFunc(d.items, func(a, b *item) int { return placeOf(a.Name) - placeOf(b.Name) })
	for _, it := range d.items {
		if it.Text == "" && len(it.Cuts) == 0 && it.Name != SectionTalk {
			continue
		}
		p.plan.Sections = append(p.plan.Sections, it.PlanSection)
		p.plan.Tokens += it.Tokens
	}
	p.request.System = p.plan.System()
	pr := d.c.persona.Profile()
	p.request.Setting = llm.Setting{Now: d.c.now(), Language: pr.Language, Persona: pr.Name, User: d.c.userName()}
	p.request.Messages = d.talk.messages
	p.request.MaxTokens = d.answer
	p.request.Purpose = llm.PurposeChat
}

// placeOf is where a section stands in the prompt: what changes least comes
// first, so that providers' caches hit.
func placeOf(name string) int {
	return slices.Index([]string{
		persona.LayerIdentity, persona.LayerSoul, persona.LayerCard, persona.LayerTools, layerSkills, persona.LayerCore, persona.LayerUser,
		persona.LayerNotepad, persona.LayerEvergreen, persona.LayerDaily,
		layerKnown, layerEntities, layerEpisodes, layerStrategy, layerDreamt, layerGoals, layerFeeling,
		persona.LayerBootstrap, persona.LayerRuntime, persona.LayerChannel, layerLore, layerRecalled, SectionTalk, SectionSpecs,
	}, name)
}

// hold notes that a prompt holds a message or an episode.
func (p *prompt) hold(id string) {
	if p.said == nil {
		p.said = map[string]bool{}
	}
	p.said[id] = true
}
