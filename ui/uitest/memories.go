package uitest

import (
	"context"
	"slices"
	"strings"
	"time"

	"yumori/entity"
	"yumori/episodic"
	"yumori/internal/companion"
	"yumori/internal/facts"
	"yumori/internal/memory"
	"yumori/internal/mind"
	"yumori/internal/store"
	"yumori/internal/texts"
	"yumori/retrieval"
	"yumori/ui/page"
)

// A FakeMemories is what a persona remembers, in memory.
type FakeMemories struct {
	Episodes   []episodic.Episode
	Insights   []episodic.Insight
	Pages      []entity.Page
	KeptFacts  []facts.Fact
	listed     []texts.File
	Past       []store.Past // the newest first
	PastTexts  map[store.Version]string
	Parts      []string // archives
	Secrets    string
	KeptSkills []companion.Skill
	SkillTexts map[string]string // by the titles of skills
	Course     []facts.Step
	Acts       []string
	Recalled   retrieval.Recollection
	MemFail    error
}

func (m *FakeMemories) act(words ...string) error {
	m.Acts = append(m.Acts, strings.Join(words, " "))
	return m.MemFail
}

// History stands for the method of companion.Companion.
func (m *FakeMemories) History(string) ([]store.Past, error) { return slices.Clone(m.Past), m.MemFail }

// PastParts stands for the method of companion.Companion.
func (m *FakeMemories) PastParts(name string) ([]string, error) {
	return append([]string{name}, m.Parts...), m.MemFail
}

// PastText stands for the method of companion.Companion.
func (m *FakeMemories) PastText(_ string, v store.Version) (string, error) {
	return m.PastTexts[v], m.MemFail
}

// RestoreText stands for the method of companion.Companion.
func (m *FakeMemories) RestoreText(_ context.Context, name string, v store.Version) error {
	return m.act("restore", name, string(v))
}

// Texts stands for the method of companion.Companion.
func (m *FakeMemories) Texts(of texts.Group) ([]texts.File, error) {
	if of == texts.Diary {
		return []texts.File{{Name: "memory/memory_main.txt", Size: 10}, {Name: "memory/memory_archived_2026-11-20.txt", Size: 2000}}, m.MemFail
	}
	return m.listed, m.MemFail
}

// ListSkills stands for the method of companion.Companion.
func (m *FakeMemories) ListSkills(context.Context) ([]companion.Skill, error) {
	return m.KeptSkills, m.MemFail
}

// OpinionCourse stands for the method of companion.Companion.
func (m *FakeMemories) OpinionCourse(string) ([]facts.Step, error) { return m.Course, m.MemFail }

// Secret stands for the method of companion.Companion.
func (m *FakeMemories) Secret() (store.Text, error) { return store.Text{S: m.Secrets}, m.MemFail }

// EpisodeHeads stands for the method of companion.Companion.
func (m *FakeMemories) EpisodeHeads() []episodic.Head {
	var list []episodic.Head
	for _, e := range m.Episodes {
		list = append(list, episodic.Head{ID: e.ID, Date: e.Date, Star: e.Arousal >= episodic.StarArousal, Text: e.Summary})
	}
	return list
}

// Episode stands for the method of companion.Companion.
func (m *FakeMemories) Episode(id string) (episodic.Episode, error) {
	for _, e := range m.Episodes {
		if e.ID == id {
			return e, nil
		}
	}
	return episodic.Episode{}, episodic.ErrNoEpisode
}

// ReviseEpisode stands for the method of companion.Companion.
func (m *FakeMemories) ReviseEpisode(e episodic.Episode) error {
	return m.act("revise", e.ID, e.Summary, page.Decimals(e.Arousal))
}

// DropEpisode stands for the method of companion.Companion.
func (m *FakeMemories) DropEpisode(id string) error { return m.act("drop", id) }

// InsightHeads stands for the method of companion.Companion.
func (m *FakeMemories) InsightHeads() []episodic.InsightHead {
	var list []episodic.InsightHead
	for _, i := range m.Insights {
		list = append(list, episodic.InsightHead{ID: i.ID, CreatedAt: i.CreatedAt, Topic: i.Topic})
	}
	return list
}

// Insight stands for the method of companion.Companion.
func (m *FakeMemories) Insight(id string) (episodic.Insight, error) {
	for _, i := range m.Insights {
		if i.ID == id {
			return i, nil
		}
	}
	return episodic.Insight{}, episodic.ErrNoInsight
}

// Entities stands for the method of companion.Companion.
func (m *FakeMemories) Entities() ([]entity.Name, error) {
	var names []entity.Name
	for _, p := range m.Pages {
		names = append(names, p.Name)
	}
	return names, m.MemFail
}

// Entity stands for the method of companion.Companion.
func (m *FakeMemories) Entity(name entity.Name) (mind.EntityView, error) {
	for _, p := range m.Pages {
		if p.Name == name {
			return mind.EntityView{Page: p, Links: entity.Links{To: []entity.Name{"Lake"}}, Facts: m.KeptFacts}, nil
		}
	}
	return mind.EntityView{}, entity.ErrNoPage
}

// MergeEntities stands for the method of companion.Companion.
func (m *FakeMemories) MergeEntities(into, from entity.Name) error {
	return m.act("merge", string(into), string(from))
}

// AliasEntity stands for the method of companion.Companion.
func (m *FakeMemories) AliasEntity(name, alias entity.Name) error {
	return m.act("alias", string(name), string(alias))
}

// DropEntity stands for the method of companion.Companion.
func (m *FakeMemories) DropEntity(n entity.Name) error { return m.act("drop", string(n)) }

// Facts stands for the method of companion.Companion.
func (m *FakeMemories) Facts(q facts.Query) ([]facts.Fact, error) {
	return slices.DeleteFunc(slices.Clone(m.KeptFacts), func(f facts.Fact) bool { return !strings.Contains(f.Text, q.Words) }), m.MemFail
}

// Fact stands for the method of companion.Companion.
func (m *FakeMemories) Fact(id string) (facts.Fact, error) {
	for _, f := range m.KeptFacts {
		if f.ID == id {
			return f, m.MemFail
		}
	}
	return facts.Fact{}, facts.ErrNoFact
}

// ReviseFact stands for the method of companion.Companion.
func (m *FakeMemories) ReviseFact(f facts.Fact) error { return m.act("revise", f.ID, f.Text) }

// DropFact stands for the method of companion.Companion.
func (m *FakeMemories) DropFact(id string) error { return m.act("drop", id) }

// LivedMemories are some of each kind.
func LivedMemories() FakeMemories {
	return FakeMemories{
		Episodes: []episodic.Episode{
			{ID: "e1", Date: "2026-11-01~2026-11-07", Summary: "A quiet week.", Arousal: 0.2, Max: 0.3, Merged: 5},
			{ID: "e2", Date: "2026-11-20", Summary: "We went to the lake.", Arousal: 0.7, Max: 0.9, By: episodic.Rules, Sources: []string{string(MessageID(2))}},
		},
		Insights: []episodic.Insight{{ID: "i1", Topic: "Lakes", Insight: "Water calms.", Strategy: "Ask about the lake.", Dream: "I swam.", CreatedAt: Noon}},
		Pages:    []entity.Page{{Name: "Lake", File: "entity_memory/lake.md"}, {Name: "Mika", Aliases: []entity.Name{"sister"}, File: "entity_memory/mika.md"}},
		KeptFacts: []facts.Fact{{ID: "f1", Type: facts.Opinion, Text: "Tea is better than coffee", Confidence: 0.8, Kind: memory.Told, Time: Noon,
			Sources: []string{string(MessageID(4))}, Evidence: []facts.Evidence{{Stance: facts.For, Text: "said so twice"}, {Stance: facts.Against, Text: "ordered coffee"}}}},
		listed: []texts.File{{Name: "memory/2026-11-20-tea.md", Size: 10}, {Name: "memory/2026-11-19.md", Size: 2000}},
		Past: []store.Past{{Time: Noon, Version: "v2", Cause: store.Cause{Kind: store.CauseDream}},
			{Time: Noon.Add(-time.Hour), Version: "v1", Cause: store.Cause{Kind: store.CauseUser}}},
		PastTexts: map[store.Version]string{"v2": "now", "v1": "then"},
		Secrets:   "Nobody knows.",
	}
}

// Recall stands for the method of companion.Companion.
func (m *FakeMemories) Recall(_ context.Context, q retrieval.Question) (retrieval.Recollection, error) {
	r := m.Recalled
	r.Memories = slices.DeleteFunc(slices.Clone(r.Memories), func(x retrieval.Memory) bool {
		return len(q.Kinds) > 0 && !slices.Contains(q.Kinds, string(x.Type))
	})
	return r, m.MemFail
}
