package episodic

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"yumori/internal/memory"
)

// A Type says what an episode is about. Types that this version does not know
// are kept, and are special.
type Type string

// The types of episodes.
const (
	Ordinary    Type = ""            // a day, or a week made of days
	Achievement Type = "achievement" // a goal was reached
	Discovery   Type = "discovery"   // an open question was answered
	Bonding     Type = "bonding"     // worry gave way to joy
)

// An Episode is what the persona remembers of a day, of a week, or of a moment
// that stands out. It is a value; what a Journal returns shares nothing with it.
type Episode struct {
	ID      string // "episode_2026-01-15_001"; given by Add
	Date    Date   // a day, or the days of a week
	Type    Type
	Kind    memory.Kind // "" is Lived
	Summary string      // in the persona's own voice
	Arousal float64     // in [0, 1]: the mean of what it tells; 0.5 unknown
	Max     float64     // in [0, 1]: of the strongest moment
	Merged  int         // of a compressed one: how many it was made of; else 0
	Sources []string    // what it is derived from: ids of messages, "path#Lnn"

	// Origin makes an episode unique: there is one of a type and an origin,
	// a goal's or a question's id, a week. "" makes it one of any number.
	Origin        string
	Goal          string // of an achievement: the goal's id
	Question      string // of a discovery: its topic
	EmotionChange string // of a bonding: "anxious→joy"

	// Resonances are what replies moved Arousal by, so that it can be taken
	// back with them: the newest, at most maxResonances.
	Resonances []Moved

	By        string    // who told it: "provider/name", Rules; "" unknown
	CreatedAt time.Time // given by Add if zero
	// Withdrawn are the sources that were taken back. An episode with no other
	// sources is invisible.
	Withdrawn []string

	rev    uint64 // of the element it was read from; see Journal.Put
	unsure bool   // the file has an arousal that cannot be used
}

// Special reports whether e is a moment that is neither compressed nor dropped.
func (e Episode) Special() bool { return e.Type != Ordinary }

// Compressed reports whether e was made of several episodes.
func (e Episode) Compressed() bool { return e.Merged > 0 }

// Stale reports whether e is derived in part from what was taken back, so that
// its text may tell what is no more.
func (e Episode) Stale() bool { return len(e.Withdrawn) > 0 }

func (e Episode) visible() bool { return !memory.Hidden(e.Sources, e.Withdrawn) }

func (e Episode) clone() Episode {
	e.Sources, e.Withdrawn = slices.Clone(e.Sources), slices.Clone(e.Withdrawn)
	e.Resonances = slices.Clone(e.Resonances)
	return e
}

// slimEpisode leaves of an episode what it is found and counted by.
func slimEpisode(e *Episode) { e.Summary, e.Sources = "", slices.Clone(e.Sources) }

// check returns ErrBadEpisode unless e can be kept.
func (e Episode) check() error {
	switch {
	case !e.Date.Valid():
		return fmt.Errorf("%w: date %q", ErrBadEpisode, e.Date)
	case strings.TrimSpace(e.Summary) == "":
		return fmt.Errorf("%w: no summary", ErrBadEpisode)
	case !inUnit(e.Arousal) || !inUnit(e.Max):
		return fmt.Errorf("%w: arousal %v, highest %v", ErrBadEpisode, e.Arousal, e.Max)
	case e.Kind != "" && !e.Kind.Known():
		return fmt.Errorf("%w: kind %q", ErrBadEpisode, e.Kind)
	}
	return nil
}

// inUnit is false for what is no number, too.
func inUnit(x float64) bool { return x >= 0 && x <= 1 }

func clampUnit(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(1, max(0, x))
}

// rounded keeps numbers in files short; a millionth is nothing here.
func rounded(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// episodeJSON is an episode in a file: the members of Nexus Ark and ours. A
// daily one has arousal, a compressed one arousal_avg.
type episodeJSON struct {
	ID            string      `json:"id,omitempty"`
	Date          Date        `json:"date"`
	Type          Type        `json:"type,omitempty"`
	Kind          memory.Kind `json:"kind,omitempty"`
	Summary       string      `json:"summary"`
	Compressed    *bool       `json:"compressed,omitempty"`
	Merged        int         `json:"original_count,omitempty"`
	Arousal       *float64    `json:"arousal,omitempty"`
	Average       *float64    `json:"arousal_avg,omitempty"`
	Max           *float64    `json:"arousal_max,omitempty"`
	Origin        string      `json:"origin,omitempty"`
	Goal          string      `json:"goal_id,omitempty"`
	Question      string      `json:"source_question,omitempty"`
	EmotionChange string      `json:"emotion_change,omitempty"`
	Sources       []string    `json:"sources,omitempty"`
	Withdrawn     []string    `json:"withdrawn,omitempty"`
	Resonances    []Moved     `json:"resonances,omitempty"`
	By            string      `json:"by,omitempty"`
	CreatedAt     string      `json:"created_at,omitempty"`
}

func encodeEpisode(e Episode) ([]member, error) {
	compressed := e.Compressed()
	j := episodeJSON{
		ID: e.ID, Date: e.Date, Type: e.Type, Kind: e.Kind, Summary: e.Summary, Merged: e.Merged,
		Origin: e.Origin, Goal: e.Goal, Question: e.Question, EmotionChange: e.EmotionChange,
		Sources: e.Sources, Withdrawn: e.Withdrawn, Resonances: e.Resonances, By: e.By, CreatedAt: formatTime(e.CreatedAt),
	}
	arousal, highest := rounded(e.Arousal), rounded(e.Max)
	j.Arousal, j.Max = &arousal, &highest
	if !e.Special() {
		j.Compressed = &compressed
	}
	if compressed {
		j.Arousal, j.Average = nil, &arousal
	}
	return encode(j)
}

// decodeEpisode reads an element. What is wrong with a member is said, and the
// member counts as missing; without a summary there is nothing to use.
func decodeEpisode(raw []byte) reading[Episode] {
	var j episodeJSON
	r := reading[Episode]{bad: decodeMembers(raw, &j)}
	e := Episode{
		ID: j.ID, Date: j.Date, Type: j.Type, Kind: j.Kind, Summary: j.Summary, Merged: max(0, j.Merged),
		Origin: j.Origin, Goal: j.Goal, Question: j.Question, EmotionChange: j.EmotionChange,
		Sources: j.Sources, Withdrawn: j.Withdrawn, Resonances: j.Resonances, By: j.By,
	}
	if j.Compressed != nil && *j.Compressed {
		e.Merged = max(1, e.Merged)
	}
	complain := func(format string, args ...any) { r.bad = append(r.bad, fmt.Sprintf(format, args...)) }
	e.takeArousal(j, complain)
	if !e.Date.Valid() {
		complain("date %q does not exist", e.Date)
	}
	if e.Kind != "" && !e.Kind.Known() {
		complain("kind %q is none", e.Kind)
		e.Kind = ""
	}
	var err error
	if e.CreatedAt, err = parseTime(j.CreatedAt); err != nil && j.CreatedAt != "" {
		complain("created_at: %v", err)
	}
	if r.use = strings.TrimSpace(e.Summary) != ""; !r.use {
		complain("element has no summary: it is not used")
	}
	r.item = e
	return r
}

// takeArousal reads the arousals of an element.
func (e *Episode) takeArousal(j episodeJSON, complain func(format string, args ...any)) {
	e.Arousal = unknownArousal
	for _, a := range []*float64{j.Average, j.Arousal} {
		if a != nil && !inUnit(*a) {
			complain("arousal %v is not in [0, 1]", *a)
			e.unsure = true
		} else if a != nil {
			e.Arousal = *a
		}
	}
	e.Max = e.Arousal
	if j.Max != nil && !inUnit(*j.Max) {
		complain("arousal_max %v is not in [0, 1]", *j.Max)
	} else if j.Max != nil {
		e.Max = *j.Max
	}
}

// decodeMembers reads an object into a struct member by member if need be, so
// that one that is wrong leaves the others alone. It returns what is wrong.
func decodeMembers(raw []byte, into any) []string {
	if err := json.Unmarshal(raw, into); err == nil {
		return nil
	}
	list, err := members(raw)
	if err != nil {
		return []string{"element is no object: it is not used"}
	}
	var bad []string
	for _, m := range list {
		one := render([]member{m}, "", "")
		if err := json.Unmarshal(one, into); err != nil {
			bad = append(bad, fmt.Sprintf("member %q cannot be used: %s", m.name, brief(string(m.value))))
		}
	}
	return bad
}

// brief returns the beginning of a text on one line.
func brief(s string) string { return cut(strings.Join(strings.Fields(s), " "), 60) }

// cut returns at most n characters of s, "…" the last if some were left out.
func cut(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return strings.TrimSpace(string(r[:n-1])) + "…"
}

// title is an item's line in a list.
func (e Episode) title() string { return string(e.Date) + " " + brief(e.Summary) }
