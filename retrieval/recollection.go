package retrieval

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"yumori/internal/facts"
	"yumori/internal/llm"
	"yumori/internal/memory"
	"yumori/internal/transcript"
	"yumori/rag"
)

// A Recollection is what was recalled and how: the answer to recall, and what
// a reply's trace keeps of it.
type Recollection struct {
	Memories   []Memory  `json:"items"`
	Left       []LeftOut `json:"left,omitempty"` // the best of those left out
	Intent     Intent    `json:"intent,omitempty"`
	Speakers   []string  `json:"speakers,omitempty"`
	Spans      []Days    `json:"spans,omitempty"`   // times the question named
	By         string    `json:"by,omitempty"`      // who planned: "rules" or a model
	Skip       string    `json:"skip,omitempty"`    // why nothing was looked for
	Phrases    []Phrase  `json:"phrases,omitempty"` // looked for word by word in past conversations
	Considered int       `json:"considered"`        // texts that were scored
	Tokens     int       `json:"tokens"`
	Millis     float64   `json:"ms"`
	Notes      []string  `json:"notes,omitempty"` // what did not work
}

// Days is a span of time, RFC 3339; "" is open.
type Days struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// A Memory is one thing recalled, with what its place in the order is made of.
type Memory struct {
	ID       string       `json:"id"`
	Kind     memory.Kind  `json:"kind"`
	Type     rag.Type     `json:"type"`
	Time     Moment       `json:"time"` // zero if unknown
	Entities []string     `json:"entities"`
	Content  string       `json:"content,omitempty"` // not kept in traces: what is taken back has to go
	Cut      bool         `json:"cut,omitempty"`     // Content is a part; read_memory_context has the rest
	Changed  bool         `json:"-"`                 // Content is gone, since the file was edited where it stood; see Service.Words
	Source   memory.Place `json:"source"`
	Speaker  string       `json:"speaker,omitempty"`
	Score    float64      `json:"score"` // lower is better
	Terms    Terms        `json:"terms"`
	Mark     Mark         `json:"mark,omitempty"`

	Confidence *float64 `json:"confidence,omitempty"` // how surely an opinion is held; nil for what is none

	Relevance float64            `json:"relevance"`          // what made it a candidate
	Features  map[string]float64 `json:"features,omitempty"` // what relevance is made of; see rag.Features
	By        []string           `json:"by,omitempty"`       // the sources that brought it up
	Foreign   bool               `json:"foreign,omitempty"`  // is derived from texts of others that count
	Marks     transcript.Marks   `json:"-"`                  // these, and others that do not count

	Before []Piece `json:"before,omitempty"` // what was said before it, if that was found too; not kept either
	After  []Piece `json:"after,omitempty"`
}

// A bareMemory is a Memory as JSON, without the sum of its place.
type bareMemory Memory

// A keptMemory is a Memory as a trace keeps it.
type keptMemory struct {
	bareMemory
	Sum memory.Sum `json:"sum,omitempty"` // of the line at Source; older traces have none
}

// MarshalJSON writes a memory with the sum of its place, if that is known, as
// "sum".
func (m Memory) MarshalJSON() ([]byte, error) {
	return json.Marshal(keptMemory{bareMemory(m), m.Source.Sum})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (m *Memory) UnmarshalJSON(data []byte) error {
	var k keptMemory
	err := json.Unmarshal(data, &k)
	*m = Memory(k.bareMemory)
	m.Source.Sum = k.Sum
	return err
}

// A LeftOut is a candidate that was not recalled.
type LeftOut struct {
	ID        string       `json:"id"`
	Source    memory.Place `json:"source"`
	Relevance float64      `json:"relevance"`
	Fate      string       `json:"fate"`
}

// SectionName is what the section of a prompt is called that holds memories.
const SectionName = "recalled"

// leftShown is how many candidates that were left out a trace names.
const leftShown = 5

// RecollectionOf is what came of a recall, as a reply's trace keeps it.
func RecollectionOf(r Result) Recollection {
	out := Recollection{
		Memories: []Memory{}, Intent: r.Plan.Intent, Speakers: r.Plan.Speakers, By: r.Plan.By, Skip: r.Plan.Skip,
		Considered: r.Considered, Tokens: r.Tokens, Millis: float64(r.Took.Microseconds()) / 1000, Notes: r.Notes,
	}
	for _, s := range r.Plan.Spans {
		out.Spans = append(out.Spans, Days{Moment{s.From}.String(), Moment{s.To}.String()})
	}
	for _, i := range r.Items {
		out.Memories = append(out.Memories, memoryOf(i))
	}
	for _, c := range r.Candidates {
		if c.Fate == Kept || c.Fate == Merged || len(out.Left) >= leftShown {
			continue
		}
		out.Left = append(out.Left, LeftOut{c.ID, c.Source, round2(c.Relevance), string(c.Fate)})
	}
	return out
}

func memoryOf(i Item) Memory {
	m := Memory{
		ID: i.ID, Kind: i.Kind, Type: i.Type, Time: momentOf(i.Time), Entities: i.Entities,
		Content: i.Content, Source: i.Source, Speaker: i.Speaker, Score: i.Score, Terms: i.Terms, Mark: i.Mark,
		Relevance: round2(i.Hit.Score), Features: featuresOf(i.Features), By: i.By.Names(), Cut: i.Cut == Part,
	}
	m.Before, m.After = i.Before, i.After
	if m.Entities == nil {
		m.Entities = []string{}
	}
	return m
}

// memoryIn makes a memory of a whole document.
func memoryIn(d rag.Document) Memory {
	m := Memory{
		ID: d.ID, Kind: d.Kind, Type: d.Type, Time: momentOf(d.Time), Entities: d.Entities,
		Content: d.Text, Source: d.Source, Speaker: d.Speaker,
	}
	if m.Entities == nil {
		m.Entities = []string{}
	}
	return m
}

// featuresOf names the features that are not 0.
func featuresOf(f rag.Features) map[string]float64 {
	out := map[string]float64{}
	for name, v := range map[string]float64{
		"text": f.Text, "previous": f.Previous, "answers": f.Answers, "next": f.Next, "session": f.Session, "sense": f.Sense,
		"session_sense": f.SessionSense, "vector": f.Vector, "date": f.Date, "when": f.When,
		"speaker": f.Speaker, "user": f.User, "length": f.Length, "asks": f.Asks, "long": f.Long, "repeats": f.Repeats, "cover": f.Cover,
	} {
		if v = round2(v); v != 0 {
			out[name] = v
		}
	}
	return out
}

func round2(v float64) float64 { return math.Round(v*100) / 100 }

// A Moment is a time to the second, in the zone in which it was noted. As text it
// is RFC 3339, and nothing for the zero Moment.
type Moment struct{ time.Time }

func momentOf(t time.Time) Moment { return Moment{t.Truncate(time.Second)} }

// String returns a moment as RFC 3339, "" for the zero one.
func (m Moment) String() string {
	if m.IsZero() {
		return ""
	}
	return m.Format(time.RFC3339)
}

// MarshalJSON is String.
func (m Moment) MarshalJSON() ([]byte, error) { return json.Marshal(m.String()) }

// UnmarshalJSON reads what MarshalJSON wrote. A string that is no time is the zero
// Moment: a trace is read all the same.
func (m *Moment) UnmarshalJSON(data []byte) error {
	var s string
	err := json.Unmarshal(data, &s)
	m.Time, _ = time.Parse(time.RFC3339, s)
	return err
}

// heldAs returns how surely an opinion of the bank, or of a daily log, is held,
// and its words; false for any other memory.
func heldAs(t rag.Type, text string) (sure float64, said string, ok bool) {
	if t != rag.TypeBank && t != rag.TypeDaily {
		return 0, text, false
	}
	return facts.SureOf(text)
}

// readOpinions takes off the words of opinions how surely they are held.
func (r *Recollection) readOpinions() {
	for i := range r.Memories {
		r.Memories[i].readOpinion()
	}
}

func (m *Memory) readOpinion() {
	if sure, said, ok := heldAs(m.Type, m.Content); ok {
		m.Content, m.Confidence = said, &sure
	}
}

// Beside is what stands beside a memory as one of its own.
func (m Memory) Beside(p Piece) Memory {
	one := Memory{ID: p.ID, Kind: m.Kind, Type: m.Type, Time: m.Time, Speaker: p.Speaker, Content: p.Content}
	one.readOpinion()
	return one
}

// Traced is what a reply's trace keeps: everything but the words.
func (r Recollection) Traced() *Recollection {
	kept := r
	kept.Memories = make([]Memory, len(r.Memories))
	for i, m := range r.Memories {
		m.Content, m.Before, m.After = "", nil, nil
		m.Score, m.Relevance = round2(m.Score), round2(m.Relevance)
		m.Terms = Terms{Distance: round2(m.Terms.Distance), Arousal: round2(m.Terms.Arousal), Felt: m.Terms.Felt, Decay: round2(m.Terms.Decay), Doubt: round2(m.Terms.Doubt)}
		kept.Memories[i] = m
	}
	return &kept
}

// Section is the section of a prompt that holds it, for the message of an id,
// which is unknown to whoever wrote the texts. continues stands behind a text
// that goes on.
func (r Recollection) Section(message, continues string) llm.Section {
	s := llm.Section{Name: SectionName, Mark: message}
	for _, m := range r.Memories {
		s.Memories = append(s.Memories, m.items(continues)...)
	}
	return s
}

// Sure is how surely an opinion is held, as a model reads it; "" for what is
// none.
func (m Memory) Sure() string {
	if m.Confidence == nil {
		return ""
	}
	return strconv.FormatFloat(round2(*m.Confidence), 'f', -1, 64)
}

// Item is the memory as a value.
func (m Memory) Item() memory.Item {
	return memory.Item{ID: m.ID, Kind: m.Kind, Text: m.Content, Speaker: m.Speaker, Time: m.Time.Time, At: m.Source, Sure: m.Sure()}
}

// items are a memory, and what stands beside it, as a request has them.
func (m Memory) items(continues string) []memory.Item {
	said := m.Item()
	if m.Cut {
		said.Rest = continues
	}
	beside := func(pieces []Piece) (list []memory.Item) {
		for _, p := range pieces {
			list = append(list, m.Beside(p).Item())
		}
		return list
	}
	return slices.Concat(beside(m.Before), []memory.Item{said}, beside(m.After))
}

// Origin names a memory as what is derived from it does: by the id under which a store
// keeps it, else by its place, for other ids are the index's own.
func (m Memory) Origin() string {
	t := m.Type
	if m.Source.Line > 0 && (t == rag.TypeDaily || t == rag.TypeDiary || t == rag.TypeNote || strings.HasPrefix(m.ID, m.Source.File)) {
		return m.Source.String()
	}
	return m.ID
}

// Words are a memory's, and of what stands beside it.
func (m Memory) Words() []string {
	list := []string{m.Content}
	for _, p := range slices.Concat(m.Before, m.After) {
		list = append(list, p.Content)
	}
	return list
}

// Files returns where the memories stand.
func (r Recollection) Files() []string {
	var list []string
	for _, m := range r.Memories {
		if !slices.Contains(list, m.Source.File) {
			list = append(list, m.Source.File)
		}
	}
	return list
}
