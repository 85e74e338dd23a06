package companion

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"yumori/internal/agent"
	"yumori/internal/llm"
	"yumori/internal/mind"
	"yumori/internal/models"
	"yumori/internal/prompt"
	"yumori/internal/tagfilter"
	"yumori/internal/tools"
	"yumori/internal/transcript"
	"yumori/persona"
	"yumori/retrieval"
)

// A Trace is what was in front of the model when it gave a reply and what it
// did: the answer to "why did you say that?". It is kept with the message as
// JSON, the field names below.
type Trace struct {
	Time    string         `json:"time"` // RFC 3339, when the reply ended
	Speaker models.Speaker `json:"speaker"`
	Notice  *Notice        `json:"notice,omitempty"`
	Plan    *prompt.Plan   `json:"plan,omitempty"`    // without the words; see Planned
	Tainted bool           `json:"tainted,omitempty"` // texts of others were in the turn
	// Foreign are these texts, and those the user trusts: more than the marks
	// of the reply when it took nothing over.
	Foreign  transcript.Marks        `json:"foreign,omitempty"`
	Recalled *retrieval.Recollection `json:"recalled,omitempty"`  // without the words
	Looked   []prompt.Lookup         `json:"looked_up,omitempty"` // what tools brought to mind, without the words
	Tools    []toolTrace             `json:"tools,omitempty"`
	Tags     []tagTrace              `json:"tags,omitempty"`
	Usage    llm.Usage               `json:"usage"`
	Stopped  string                  `json:"stopped,omitempty"` // why the loop ended, when not by itself
	Reason   Reason                  `json:"reason,omitempty"`  // what went wrong
	Error    string                  `json:"error,omitempty"`   // in words, where Reason does not say it, and in older traces
	Motive   *Action                 `json:"motive,omitempty"`  // of first words: why it spoke by itself
}

// An olderTrace is what traces had in place of a plan before there was one.
type olderTrace struct {
	Layers  []layerTrace `json:"layers"`
	History historyTrace `json:"history"`
}

// A layerTrace is one layer of the prompt; sizes in characters.
type layerTrace struct {
	Name   string   `json:"name"`
	Size   int      `json:"size"`
	Cut    int      `json:"cut,omitempty"` // characters left out
	Tokens int      `json:"tokens"`        // estimated
	Files  []string `json:"files,omitempty"`
}

// A historyTrace is the part of the conversation that was in the prompt.
type historyTrace struct {
	Messages int           `json:"messages"`
	Cut      bool          `json:"cut,omitempty"`    // older messages did not fit
	Oldest   transcript.ID `json:"oldest,omitempty"` // the newest message that did not fit
}

// A toolTrace is one tool call.
type toolTrace struct {
	Name   string          `json:"name"`
	Args   json.RawMessage `json:"args,omitempty"`
	Error  string          `json:"error,omitempty"`
	Millis int64           `json:"ms"`
}

// A tagTrace is what the persona reported in a tag.
type tagTrace struct {
	Name       string            `json:"name"`
	Attributes map[string]string `json:"attributes,omitempty"`
}

// tagTraceOf puts a tag into the form of the trace.
func tagTraceOf(g tagfilter.Tag) tagTrace {
	of, value := "category", "intensity"
	if g.Name == tagfilter.Memory {
		of, value = "id", "resonance"
	}
	return tagTrace{Name: g.Name, Attributes: map[string]string{
		of:    g.Of,
		value: strconv.FormatFloat(g.Value, 'g', 4, 64),
	}}
}

// trace gathers what is to be told about r.
func (r reply) trace(at time.Time) Trace {
	t := Trace{
		Time: at.Format(time.RFC3339), Speaker: r.speaker, Plan: r.prompt.Plan.Traced(),
		Tainted: r.prompt.Outside.Taints(), Foreign: r.prompt.Outside.Marks(), Usage: r.usage,
	}
	if r.prompt.Recalled != nil {
		t.Recalled = r.prompt.Recalled.Traced()
	}
	t.Looked = r.prompt.Looked.Traced()
	if r.notice.Kind != "" {
		t.Notice = &r.notice
	}
	for _, call := range r.outcome.Calls {
		t.Tools = append(t.Tools, toolTraceOf(call))
	}
	for _, g := range r.tags {
		t.Tags = append(t.Tags, tagTraceOf(g))
	}
	if r.outcome.Stopped != agent.StopDone && r.outcome.Stopped != "" {
		t.Stopped = string(r.outcome.Stopped)
	}
	if r.err != nil {
		t.Reason, t.Error = kept(r.err)
	}
	return t
}

func toolTraceOf(call agent.CallRecord) toolTrace {
	t := toolTrace{Name: call.Name, Millis: call.Took.Milliseconds()}
	if json.Valid(call.Args) && !tools.Private(call.Name) {
		t.Args = call.Args
	}
	t.Error = call.Err
	return t
}

func (t Trace) encode() (json.RawMessage, error) {
	data, err := json.Marshal(t)
	if err != nil {
		return nil, fmt.Errorf("encode trace: %w", err)
	}
	return data, nil
}

// TraceOf reads the trace that was kept with a reply. A message without one,
// such as an imported one, has the zero Trace.
func TraceOf(m transcript.Message) (Trace, error) {
	var t Trace
	if len(m.Trace) == 0 {
		return t, nil
	}
	if err := json.Unmarshal(m.Trace, &t); err != nil {
		return Trace{}, fmt.Errorf("read trace of message %s: %w", m.ID, err)
	}
	if t.Plan == nil {
		var old olderTrace
		if err := json.Unmarshal(m.Trace, &old); err == nil && len(old.Layers) > 0 {
			t.Plan = planOf(old.Layers, old.History)
		}
	}
	return t, nil
}

// planOf makes a plan of what older traces kept.
func planOf(layers []layerTrace, h historyTrace) *prompt.Plan {
	p := &prompt.Plan{}
	for _, l := range layers {
		s := prompt.Section{Name: l.Name, Part: prompt.PartSystem, Tokens: l.Tokens, Size: l.Size, Files: l.Files}
		if l.Cut > 0 {
			s.Cuts = []prompt.Cut{{What: l.Name, Left: l.Cut, Of: l.Cut + l.Size, Why: prompt.CutWindow}}
		}
		p.Sections = append(p.Sections, s)
		p.Tokens += l.Tokens
	}
	p.Sections = append(p.Sections, prompt.Section{
		Name: prompt.SectionTalk, Part: prompt.PartMessages, Count: h.Messages, Older: string(h.Oldest),
	})
	return p
}

// A Why is the answer to "why did you say that?": what was in front of the
// model when it gave a reply, the memories with their words as they stand now.
type Why struct {
	Message transcript.Message
	Trace
	Memories  []retrieval.Memory
	Resonance map[string]float64 // in [0, 1], by the id of a memory: what the persona reported
}

// Why returns why a reply was given. It costs a look-up a memory.
func (h *Conversation) Why(ctx context.Context, id transcript.ID) (Why, error) {
	m, err := h.c.log.Find(id)
	if err != nil {
		return Why{}, fmt.Errorf("look at a reply: %w", err)
	}
	w := Why{Message: m, Resonance: map[string]float64{}}
	if w.Trace, err = TraceOf(m); err != nil {
		return w, err
	}
	for _, t := range w.Tags {
		if t.Name != tagfilter.Memory {
			continue
		}
		if r, err := strconv.ParseFloat(t.Attributes["resonance"], 64); err == nil {
			w.Resonance[t.Attributes["id"]] = r
		}
	}
	w.Memories, err = h.Remembered(ctx, id)
	return w, err
}

// Pin puts a memory onto the notepad, which is in every prompt.
func (h *Conversation) Pin(text string) error {
	if err := h.c.persona.Edit(persona.Notepad, persona.Edit{Append: text}, mind.ByHand("memory pinned")); err != nil {
		return fmt.Errorf("pin memory: %w", err)
	}
	h.c.publishSnapshot()
	return nil
}
