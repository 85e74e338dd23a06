package dreaming

import (
	"context"
	"path"
	"strings"

	"yumori/dreaming/record"
	"yumori/internal/transcript"
)

// broughtTo is Deps.Brought with the replies of the pretended talk.
func (sim *simulated) broughtTo(real func(context.Context, transcript.Message) ([]string, bool)) func(context.Context, transcript.Message) ([]string, bool) {
	return func(ctx context.Context, reply transcript.Message) (texts []string, foreign bool) {
		texts, pretended := sim.brought[reply.ID]
		if pretended || real == nil {
			return texts, false
		}
		return real(ctx, reply)
	}
}

// end counts what came of it.
func (sim *simulated) end() {
	sim.course.Files, sim.course.Arousal, sim.course.Relearnt = map[string]int{}, 0, 0
	for _, d := range sim.shadow.Pending() {
		sim.course.Files[d.Name] = len(d.After)
		if !strings.HasPrefix(d.Name, record.Folder+"/") {
			sim.course.Relearnt += relearnt(d.Name, d.After, sim.recalled)
		}
	}
	episodes := sim.mem.episodes.Episodes()
	for _, e := range episodes {
		sim.course.Arousal += e.Arousal / float64(len(episodes))
	}
}

// relearnt counts the sentences of a file that repeat a recalled text.
func relearnt(name string, data []byte, recalled []string) (n int) {
	text := string(data)
	if path.Ext(name) == ".json" {
		text = strings.NewReplacer(`": "`, ".\n", `",`, ".\n", `\n`, "\n").Replace(text)
	}
	_, n = withoutEchoes(record.WithoutComments(text), recalled)
	return n
}
