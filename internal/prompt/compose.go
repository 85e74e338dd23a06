package prompt

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"yumori/internal/card"
	"yumori/internal/llm"
	"yumori/internal/taint"
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

// A WindowError is an ErrWindowSmall with its numbers.
type WindowError struct {
	Needs  int
	Window llm.Window
}

// Error says how much is needed.
func (e *WindowError) Error() string {
	return fmt.Sprintf("%v: %d tokens are needed, it serves %d", ErrWindowSmall, e.Needs, e.Window.Tokens)
}

// Unwrap returns ErrWindowSmall.
func (e *WindowError) Unwrap() error { return ErrWindowSmall }

// A Prompt is a request with what is to be told about it.
type Prompt struct {
	Plan     Plan
	Request  llm.Request
	Tools    map[string]bool // names of those that are offered
	Problems []persona.Problem
	Outside  *taint.Turn             // the text in the turn that neither the user nor the persona wrote
	Unseen   bool                    // pictures were left out because the speaker takes none
	oldest   time.Time               // of the messages in it
	said     map[string]bool         // ids of the messages and episodes in it
	whole    []string                // what the ids of entries of files begin with that stand in it whole
	Recalled *retrieval.Recollection // nil: nothing was looked for
	Day      *pastDay                // that is asked about; nil: none
	Looked   *Lookups                // what tools bring to mind
}

// Input is what a prompt is made for.
type Input struct {
	Model llm.Model
	User  transcript.Message  // the newest message; memories are recalled for its text
	Moved motivation.Snapshot // what moves the persona
	Last  string              // stands behind the conversation in the place of a message; "" none
	Still bool                // nothing is recalled
	Extra []llm.ToolSpec      // that are offered beside the persona's own
}

// An item is a section that is being made.
type item struct {
	Section
	share
	whole Section // before it was fitted
	// shrink makes it again within so many tokens; nil leaves it out instead.
	shrink func(it *item, tokens int) error
}

// A draft is one prompt that is being made.
type draft struct {
	Input
	c        *Composer
	p        Prompt
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

// Compose makes the plan of a turn and the request of it.
func (c *Composer) Compose(ctx context.Context, k Input) (Prompt, error) {
	d := &draft{Input: k, c: c, info: k.Model.Info(), p: Prompt{Outside: &taint.Turn{}, Looked: &Lookups{}}}
	c.opt.Taint.Learn(ctx)
	if f, all := c.opt.Taint.Elsewhere(); all {
		c.addMarks(&d.p, transcript.Marks{f}, "")
	}
	d.measure(ctx)
	for _, step := range []func(context.Context) error{d.addSpecs, d.addLayers, d.addInner, d.addKnown, d.addSkills, d.addTalk, d.addLore, d.fit, d.addRecalled, d.refit, d.markInner} {
		if err := step(ctx); err != nil {
			d.assemble() // what there is explains itself in the trace
			return d.p, err
		}
	}
	d.assemble()
	return d.p, ctx.Err()
}

// measure finds the window and what follows from it.
func (d *draft) measure(ctx context.Context) {
	d.mode = persona.Full
	if d.info.Rules {
		d.window = llm.Window{Tokens: rulesWindow, From: llm.WindowServed}
	} else {
		var learned bool
		d.window = llm.WindowOf(ctx, d.Model)
		d.scale, learned = d.c.opt.Scales.Of(d.info.Label())
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

// add takes in a section; one that is not in shares is never cut.
func (d *draft) add(s Section, shrink func(*item, int) error) *item {
	it := &item{Section: s, shrink: shrink}
	it.Tokens, it.Size = d.scale.Tokens(s.Text), utf8.RuneCountInString(s.Text)
	if sh, ok := shares()[s.Name]; ok {
		it.share, it.Owner, it.Rank = sh, sh.owner, sh.rank
	}
	if it.Part == "" {
		it.Part = PartSystem
	}
	it.whole = it.Section
	d.items = append(d.items, it)
	return it
}

// addLayers takes in the layers of the persona's files.
func (d *draft) addLayers(context.Context) error {
	var err error
	d.made, err = d.c.opt.Persona.Layers(d.mode, persona.Budget{
		Now: d.c.opt.Now(), Model: d.info.Label(), Toolless: len(d.p.Tools) == 0,
	})
	if err != nil {
		return fmt.Errorf("compose prompt: %w", err)
	}
	d.p.Problems = d.made.Problems
	for _, l := range d.made.Layers {
		d.c.addLayer(&d.p, l)
		it := d.add(Section{Name: l.Name, Owner: "persona", Text: l.Text, Files: l.Files, values: filesOf(l)}, d.shrinkLayer)
		it.Cuts = cutsOf(l, CutFile)
		it.whole = it.Section
	}
	return nil
}

func (d *draft) item(name string) *item {
	i := slices.IndexFunc(d.items, func(it *item) bool { return it.Name == name })
	if i < 0 {
		return &item{}
	}
	return d.items[i]
}

func cutsOf(l persona.Layer, why string) []Cut {
	var cuts []Cut
	for _, c := range l.Cuts {
		cuts = append(cuts, Cut{What: c.File, Left: c.Left, Of: c.Of, Why: why})
	}
	return cuts
}

// shrinkLayer cuts the files of a layer until it has at most so many tokens.
func (d *draft) shrinkLayer(it *item, tokens int) error {
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
func (d *draft) leaveOut(it *item) {
	if it.Text == "" {
		return
	}
	if len(it.Files) == 0 || it.Owner != "persona" {
		it.Cuts = []Cut{{What: it.Name, Left: it.Size, Of: it.Size, Why: CutWindow}}
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
func (d *draft) addInner(context.Context) error {
	layers, err := d.c.Inner(d.Moved, d.p.Tools)
	if err != nil {
		return fmt.Errorf("compose prompt: %w", err)
	}
	for _, l := range layers {
		d.add(Section{Name: l.Name, Text: l.Text, Files: l.files, values: llm.Section{Memories: l.memories}}, nil)
	}
	text, _, err := d.c.episodesLayer(d.c.opt.Now(), episodesShown)
	if err != nil {
		return fmt.Errorf("compose prompt: %w", err)
	}
	d.add(Section{Name: LayerEpisodes, Text: text}, d.shrinkEpisodes)
	return nil
}

// shrinkEpisodes takes as many of the newest episodes as there is room for.
func (d *draft) shrinkEpisodes(it *item, tokens int) error {
	oldest, chars := d.p.oldest, min(episodesShown, it.Size*tokens/max(1, it.Tokens))
	if oldest.IsZero() {
		oldest = d.c.opt.Now()
	}
	for range 6 {
		text, shown, err := d.c.episodesLayer(oldest, chars)
		if err != nil {
			return fmt.Errorf("compose prompt: %w", err)
		}
		it.Text, it.Tokens, it.Size = text, d.scale.Tokens(text), utf8.RuneCountInString(text)
		it.Cuts, it.Count, it.values = nil, len(shown.lines), llm.Section{Memories: shown.memories()}
		if shown.cut > 0 {
			it.Cuts = []Cut{{What: LayerEpisodes, Left: shown.cut, Of: shown.cut + it.Size, Why: CutWindow}}
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

// fit divides the room among the sections and makes each fit its part.
func (d *draft) fit(context.Context) error {
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
		if it.Name == LayerRecalled {
			want = min(retrieval.MostTokens, d.window.Tokens/recalledShare)
		}
		claims, served = append(claims, claim{it.share, want}), append(served, it)
	}
	if short := fixed + leastRoom + d.margin - (d.window.Tokens - d.answer); short > 0 {
		d.answer = max(min(d.answer, leastAnswer), d.answer-short)
	}
	room := d.window.Tokens - d.answer - fixed
	if room < 0 && !d.info.Rules {
		return &WindowError{Needs: fixed + leastAnswer, Window: d.window}
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
	i := slices.IndexFunc(served, func(it *item) bool { return it.Name == LayerEpisodes })
	return d.shrinkEpisodes(served[i], given[i])
}

// markInner notes what the mind's layers are derived from, once it is settled which of
// them are in the prompt.
func (d *draft) markInner(context.Context) error {
	d.c.addMarks(&d.p, d.innerMarks(), "")
	d.markLore()
	return nil
}

// refit gives what the recalled memories and others left of their part to the
// sections that were cut, by rank.
func (d *draft) refit(context.Context) error {
	free := d.window.Tokens - d.answer - d.margin
	for _, it := range d.items {
		free -= it.Tokens
	}
	cut := slices.DeleteFunc(slices.Clone(d.items), func(it *item) bool {
		return it.Rank == 0 || it.Part != PartSystem || it.whole.Text == "" || it.Name == LayerEpisodes || it.Tokens >= it.whole.Tokens
	})
	slices.SortStableFunc(cut, func(a, b *item) int { return a.Rank - b.Rank })
	for _, it := range cut {
		had, floor, most := it.Tokens, it.Floor, it.Most
		if free < leastRefit {
			break
		}
		it.Section = it.whole
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

func (d *draft) fitOne(it *item, tokens int) error {
	switch {
	case it.Name == SectionTalk:
		d.fitTalk(it, tokens)
	case it.Name == LayerRecalled:
		it.Tokens = tokens // until it is recalled
	case it.Tokens <= tokens || it.Name == LayerEpisodes:
	case it.shrink != nil:
		return it.shrink(it, tokens)
	default:
		d.leaveOut(it)
	}
	return nil
}

// assemble puts the sections into their order and makes the request of them.
func (d *draft) assemble() {
	d.tellSpecs()
	p := &d.p
	p.Plan = Plan{Model: d.info.Label(), Window: d.window, Answer: d.answer, Talk: d.talk.sent}
	slices.SortStableFunc(d.items, func(a, b *item) int { return placeOf(a.Name) - placeOf(b.Name) })
	for _, it := range d.items {
		if it.Text == "" && len(it.Cuts) == 0 && it.Name != SectionTalk {
			continue
		}
		p.Plan.Sections = append(p.Plan.Sections, it.Section)
		p.Plan.Tokens += it.Tokens
	}
	p.Request.System = p.Plan.System()
	pr := d.c.opt.Persona.Profile()
	p.Request.Setting = llm.Setting{Now: d.c.opt.Now(), Language: pr.Language, Persona: pr.Name, User: d.c.opt.UserName()}
	p.Request.Messages = d.talk.messages
	p.Request.MaxTokens = d.answer
	p.Request.Purpose = llm.PurposeChat
}

// placeOf is where a section stands in the prompt: what changes least comes
// first, so that providers' caches hit.
func placeOf(name string) int {
	return slices.Index([]string{
		persona.LayerIdentity, persona.LayerSoul, persona.LayerCard, persona.LayerTools, layerSkills, persona.LayerCore, persona.LayerUser,
		persona.LayerNotepad, persona.LayerEvergreen, persona.LayerDaily,
		LayerKnown, layerEntities, LayerEpisodes, layerStrategy, LayerDreamt, LayerGoals, layerFeeling,
		persona.LayerBootstrap, persona.LayerRuntime, persona.LayerChannel, LayerLore, LayerRecalled, SectionTalk, SectionSpecs,
	}, name)
}

// hold notes that a prompt holds a message or an episode.
func (p *Prompt) hold(id string) {
	if p.said == nil {
		p.said = map[string]bool{}
	}
	p.said[id] = true
}
